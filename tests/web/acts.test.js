import assert from "node:assert/strict";
import { test } from "node:test";

import { Acts } from "../../client/web/js/acts.js";
import { Effects } from "../../client/web/js/effects.js";
import { Player } from "../../client/web/js/playback/player.js";
import { audit, copy } from "../../client/web/js/saving.js";
import { nextUnmoved } from "../../client/web/js/state.js";
import { Store } from "../../client/web/js/store.js";
import { ask, asking, GO_ON, space, stack } from "./samples.js";

/**
 * The verbs of a page whose node notes what it is asked.
 *
 * @param {import("../../client/web/js/state.js").State} state
 */
function page(state) {
  /** @type {[string, unknown][]} */
  const requests = [];
  const node = {
    request: (/** @type {string} */ type, /** @type {unknown} */ fields) => {
      requests.push([type, fields]);
      return Promise.resolve({ words: "", events: [] });
    },
  };
  const store = new Store(state);
  const [connection, map] = [/** @type {never} */ (node), /** @type {never} */ ({})];
  const act = new Acts(store, connection, map, new Player(store, connection, map));
  return { act, requests, store };
}

test("an answer names the question that it answers", async () => {
  const { act, requests } = page(asking(ask("c0ffee.2", GO_ON)));
  await act.answer({ do: "option", number: 0 });
  assert.deepEqual(requests, [
    ["answer", { question: "c0ffee.2", answer: { do: "option", number: 0 } }],
  ]);
});

test("an action beside an answer keeps what is chosen, unless it is refused", async () => {
  const asked = ask("a.0", GO_ON);
  const choice = asked?.question ? { of: asked.question, value: { infantry: 2 } } : null;
  const { act, store } = page(asking(asked, { choice }));
  await act.answerBeside({ do: "shuffle", tokens: [1, 2] });
  assert.equal(store.state.kept, choice);
  act.request = () => Promise.resolve(null); // refused, and told
  await act.answerBeside({ do: "shuffle", tokens: [1, 2] });
  assert.equal(store.state.kept, null);
});

test("a dialog that opens is not covered by words of what was done before", () => {
  const { act, store } = page(asking(ask("a.0", GO_ON)));
  act.toast("move a tank");
  act.toast("too far", "refused");
  act.open({ kind: "help" });
  assert.deepEqual(
    store.state.toasts.map(({ text }) => text),
    ["too far"],
  );
  act.toast("copied");
  act.open({ kind: "help" });
  assert.equal(store.state.toasts.length, 2);
});

test("undo and send name it, too", async () => {
  const { act, requests } = page(asking(ask("c0ffee.2", GO_ON, ["Buy 2 infantry"])));
  await act.undo();
  await act.send();
  assert.deepEqual(requests, [
    ["undo", { question: "c0ffee.2" }],
    ["send", { question: "c0ffee.2" }],
  ]);
});

test("a second click does not answer the question that has come in between", async () => {
  const { act, requests, store } = page(asking(ask("a.0", GO_ON)));
  await act.answer({ do: "option", number: 0 });
  store.update({ picture: { ...store.state.picture, ask: ask("b.0", GO_ON) }, settling: true });
  await act.answer({ do: "option", number: 0 });
  await act.send();
  assert.equal(requests.length, 1);
});

test("pieces that are sent somewhere are on their way at once, and in hand again if they may not go", async () => {
  const { act, requests, store } = page(
    asking(ask("a.0", GO_ON), { picked: new Set([3]), space: "SZ 1" }),
  );
  const moving = act.hand.moveTo("Plains");
  assert.equal(store.state.ordered, true);
  assert.equal(store.state.picked.size, 0);
  await moving;
  assert.equal(requests[0][0], "answer");
  assert.equal(store.state.ordered, true, "the picture that shows them there is yet to come");
  store.update({ ordered: false, picked: new Set([3]) });
  act.request = () => Promise.resolve(null); // refused, and told
  await act.hand.moveTo("Plains");
  assert.equal(store.state.ordered, false);
  assert.deepEqual([...store.state.picked], [3]);
});

test("nothing is answered while nothing is asked", async () => {
  const { act, requests } = page(asking(null));
  await act.answer({ do: "done" });
  assert.deepEqual(requests, []);
});

test("a browser that does not let the page copy is no mistake of the page: it is said", async (t) => {
  const clipboard = { writeText: () => Promise.reject(new Error("NotAllowedError")) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { act, store } = page(asking(null));
  await copy(act, "a link");
  assert.deepEqual(
    store.state.toasts.map(({ kind }) => kind),
    ["refused"],
  );
  assert.match(store.state.toasts[0].text, /does not let this page copy/);
});

test("the next space with pieces that have not moved comes after the one looked at", () => {
  const orders = ask("a.0", {
    kind: "orders",
    movable: [1, 2, 3, 4],
    back: [4],
    without_purpose: [],
    done: null,
    airborne: [],
    drops: false,
  });
  const state = asking(orders);
  const spaces = {
    Cove: space(stack("infantry", [1, 2])),
    "SZ 1": space(stack("destroyer", [3])),
    "SZ 2": space(stack("cruiser", [4])),
    "SZ 3": space(stack("carrier", [5])),
  };
  const after = (/** @type {string | null} */ at) =>
    nextUnmoved({ ...state, space: at, picture: { ...state.picture, spaces } });
  assert.deepEqual([null, "Cove", "SZ 1", "SZ 3"].map(after), ["Cove", "SZ 1", "Cove", "Cove"]);
  assert.equal(nextUnmoved(asking(null)), null);
});

test("before the program runs one thing can be asked, and a second click asks nothing more", async () => {
  const entrance = /** @type {any} */ ({ saved: [] });
  const state = asking(null, { link: "opening", early: "first" });
  const { act, requests, store } = page({ ...state, picture: { ...state.picture, entrance } });
  await Promise.all([act.request("learn", { anew: false }), act.request("learn", { anew: false })]);
  assert.deepEqual(requests, [["learn", { anew: false }]]);
  assert.equal(store.state.early, "", "the words that say what goes on come back");
});

test("who listens is told where what is in hand may go", async () => {
  const { act, store } = page(asking(ask("a.0", GO_ON), { picked: new Set() }));
  const told = async (/** @type {string[]} */ ...names) => {
    const spaces = Object.fromEntries(names.map((name) => [name, {}]));
    act.request = /** @type {any} */ (() => Promise.resolve({ spaces }));
    act.hand.pick([1]);
    await new Promise(setImmediate);
    return store.state.announced;
  };
  assert.equal(await told("SZ 1"), "1 destination: SZ 1");
  assert.equal(await told("SZ 1", "SZ 2"), "2 destinations: SZ 1, SZ 2");
});

test("who listens is told who has won, and why", () => {
  const state = asking(null);
  const { act, store } = page(state);
  const none = /** @type {never} */ ({});
  const turn = /** @type {any} */ ({
    ...state.picture.turn,
    outcome: { winner: "Axis", why: "USA resigned" },
  });
  const over = { ...state, picture: { ...state.picture, turn } };
  const effects = new Effects(store, none, none, act);
  effects.follow(over, state);
  assert.equal(store.state.announced, "Won by Axis: USA resigned");
});

test("a report is asked for at the end of the timeline", async () => {
  const state = asking(null);
  const timeline = /** @type {any} */ ({ at: 2, last: 5 });
  const table = { ...state.picture.table, timeline };
  const { act, requests } = page({ ...state, picture: { ...state.picture, table } });
  act.open = act.close = () => {};
  await audit(act).catch(() => {}); // this node has no log
  assert.deepEqual(requests.slice(0, 2), [
    ["seek", { entry: 5 }],
    ["keep", {}],
  ]);
});

test("BG-7.9: whoever clicks a transport with more in hand than fits aboard is told so", async () => {
  const orders = ask("a.0", {
    kind: "orders",
    movable: [1, 2, 3],
    back: [],
    without_purpose: [],
    done: null,
    airborne: [],
    drops: false,
  });
  const spaces = {
    Plains: space(stack("infantry", [1, 2])),
    "SZ 1": space(stack("battleship", [3])),
  };
  const state = asking(orders);
  const { act, requests, store } = page({ ...state, picture: { ...state.picture, spaces } });
  store.update({ picked: new Set([1, 2]), lit: {} });
  act.request = /** @type {any} */ (
    (/** @type {string} */ type, /** @type {unknown} */ fields) => {
      requests.push([type, fields]);
      const refusal = { legal: false, why: "there is no room", rule: "BG-7.9" };
      return Promise.resolve(type === "judge" ? refusal : null);
    }
  );
  assert.ok(act.hand.clickPieces([3], "SZ 1", { one: false, more: false }));
  await Promise.resolve();
  assert.deepEqual(requests[0], ["judge", { answer: { do: "move", pieces: [1, 2], to: "SZ 1" } }]);
  assert.match(store.state.toasts[0].text, /there is no room/);
  assert.deepEqual([...store.state.picked], [3], "and the ship is in hand, as before");
});
