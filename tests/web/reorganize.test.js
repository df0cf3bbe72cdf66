import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { Acts } from "../../client/web/js/acts.js";
import { RequestRefused } from "../../client/web/js/connection.js";
import { Effects } from "../../client/web/js/effects.js";
import { actions } from "../../client/web/js/forms/actions.js";
import { judged } from "../../client/web/js/forms/index.js";
import { Player } from "../../client/web/js/playback/player.js";
import { Store } from "../../client/web/js/store.js";
import { render } from "../../client/web/vendor/preact.js";
import { ask, asking, GO_ON, space, token } from "./samples.js";

const { document, window } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document, window });

/** A zone with groups of 2 and 1 submarines that may be shuffled and reorganized. */
function waters() {
  const asked = ask("a.0", GO_ON);
  if (!asked?.question) throw new Error("nothing is asked");
  const offered = /** @type {const} */ ([
    { kind: "shuffle", classes: [[7, 8]] },
    { kind: "reorganize", classes: [[7, 8]] },
  ]);
  const state = asking({ ...asked, question: { ...asked.question, actions: offered } });
  const tokens = [token(7, 1, 2), token(8, 2, 1)];
  const spaces = { "SZ 1": { ...space(), tokens } };
  return { ...state, actionsOpen: true, picture: { ...state.picture, spaces } };
}

/**
 * The actions of a page whose node gives this verdict on every answer.
 *
 * @param {() => Promise<unknown>} verdict
 */
function page(verdict) {
  /** @type {unknown[]} */
  const requests = [];
  const node = {
    request: (/** @type {string} */ type, /** @type {object} */ fields) => {
      requests.push({ type, ...fields });
      return verdict();
    },
  };
  const store = new Store(waters());
  const connection = /** @type {never} */ (node);
  const map = /** @type {never} */ ({ settleBack() {} });
  const act = new Acts(store, connection, map, new Player(store, connection, map));
  const effects = new Effects(store, connection, map, act);
  const element = document.createElement("section");
  const draw = () => render(actions(store.state, act), element);
  store.subscribe((state, before) => {
    draw();
    effects.follow(state, before);
  });
  draw();
  const press = async (/** @type {string} */ key) => {
    /** @type {HTMLElement} */ (element.querySelector(`[data-key="${key}"]`)).click();
    await new Promise(setImmediate);
  };
  const send = () => element.querySelector('[data-key="reorganize 7"]');
  return { element, requests, press, send };
}

const LEGAL = { legal: true, rule: "", why: "" };
const ANSWER = {
  do: "reorganize",
  token: 7,
  transfers: [{ source: 1, target: 2, count: 1 }],
  remove: [],
};

test("SS-4.1: a reorganization is judged while it is put together", async () => {
  const { requests, press } = page(() => Promise.resolve(LEGAL));
  assert.deepEqual(requests, []);
  await press("give 1 2");
  assert.deepEqual(requests, [{ type: "judge", answer: ANSWER }]);
});

test("one that the rules take can be sent, and nothing is said", async () => {
  const { element, press, send } = page(() => Promise.resolve(LEGAL));
  await press("give 1 2");
  assert.equal(send()?.hasAttribute("disabled"), false);
  assert.equal(element.querySelector(".why"), null);
});

test("one that they refuse cannot be sent, and says by which rule and why", async () => {
  const refused = { legal: false, rule: "SS-4.2", why: "this zone was reorganized before" };
  const { element, press, send } = page(() => Promise.resolve(refused));
  await press("give 1 2");
  assert.equal(send()?.hasAttribute("disabled"), true);
  assert.match(element.querySelector(".why")?.textContent ?? "", /SS-4\.2.*reorganized before/);
});

test("an answer that cannot even be read as one of the rules' is refused alike", async () => {
  const { element, press, send } = page(() =>
    Promise.reject(new RequestRefused("there is no such group", "SS-4.1")),
  );
  await press("give 1 2");
  assert.equal(send()?.hasAttribute("disabled"), true);
  assert.match(element.querySelector(".why")?.textContent ?? "", /no such group/);
});

test("a verdict that was lost with the connection is asked for again", async () => {
  const { requests, press, send } = page(() => Promise.reject(new RequestRefused("lost")));
  await press("give 1 2");
  assert.equal(send()?.hasAttribute("disabled"), false);
  await press("give 2 1");
  await press("give 1 2");
  assert.equal(requests.length, 2);
});

test("a verdict counts for what it was given on alone", async () => {
  const refused = { legal: false, rule: "SS-4.2", why: "no" };
  const { press, send } = page(() => Promise.resolve(refused));
  await press("give 1 2");
  await press("give 2 1");
  assert.equal(send(), null);
  assert.deepEqual(judged(waters()), []);
});

test("SS-4.3a: who listens is told what the tokens to be shuffled hold", () => {
  const { element } = page(() => Promise.resolve(LEGAL));
  const button = element.querySelector('[data-key="mix 7"]');
  assert.equal(button?.hasAttribute("aria-label"), false, "its own name would hide what is in it");
  const held = button?.querySelector("[role=img]")?.getAttribute("aria-label") ?? "";
  assert.match(held, /#7 holds group 1 with 2 submarines/);
});

test("who listens is told what groups hold after each transfer, and where a button shuffles", async () => {
  const { element, press } = page(() => Promise.resolve(LEGAL));
  const counts = () => [...element.querySelectorAll("output")].map((one) => one.textContent);
  assert.deepEqual(counts(), ["Group 1 2 submarines", "Group 2 1 submarine"]);
  await press("give 1 2");
  assert.deepEqual(counts(), ["Group 1 1 submarine", "Group 2 2 submarines"]);
  await press("give 1 2");
  assert.match(element.querySelector("label")?.textContent ?? "", /^#7 off the board$/);
  const button = element.querySelector('[data-key="shuffle SZ 1"]');
  assert.equal(button?.getAttribute("aria-label"), "Shuffle both in SZ 1");
});
