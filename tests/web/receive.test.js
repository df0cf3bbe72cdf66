/** @import { State } from "../../client/web/js/state.js" */

import assert from "node:assert/strict";
import { test } from "node:test";

import { afterPatch, afterSnapshot, applyChanges } from "../../client/web/js/receive.js";
import { BEGINNING } from "../../client/web/js/state.js";
import {
  ask,
  asking,
  BOARD,
  GO_ON,
  NO_CHANGES,
  questionWith,
  seated,
  space,
  stack,
} from "./samples.js";

test("members of collections are set and removed, other sections replaced as a whole", () => {
  const { picture } = asking(ask("a.0", GO_ON));
  const after = applyChanges(picture, {
    ...NO_CHANGES,
    spaces: { Plains: space(stack("infantry", [1])) },
    gone: { spaces: ["SZ 1"] },
    cleared: ["ask"],
  });
  assert.deepEqual(Object.keys(after.spaces), ["Plains"]);
  assert.deepEqual(after.spaces.Plains.stacks[0].ids, [1]);
  assert.equal(after.ask, null);
  assert.equal(after.turn, picture.turn);
});

test("a question that has just come takes no clicks yet", () => {
  const state = asking(ask("a.0", GO_ON));
  const after = afterPatch(state, { ...NO_CHANGES, ask: ask("b.0", GO_ON) });
  assert.equal(after.settling, true);
});

test("an order is on its way until another question comes, whatever else changes", () => {
  const state = asking(ask("a.0", GO_ON), { ordered: true });
  const beside = {
    1: seated({ name: "Bob", powers: [], key: null, you: false }),
  };
  assert.equal(afterPatch(state, { ...NO_CHANGES, seats: beside }).ordered, true);
  assert.equal(afterPatch(state, { ...NO_CHANGES, ask: ask("a.1", GO_ON) }).ordered, false);
});

test("the page that is loaded takes clicks at once: nobody can have clicked before", () => {
  const { picture } = asking(ask("a.0", GO_ON));
  const message = { type: /** @type {const} */ ("snapshot"), n: 1, board: BOARD, picture };
  assert.equal(afterSnapshot(BEGINNING, message).settling, false);
});

test("what changes beside a question leaves it and its choice alone", () => {
  const asked = ask("a.0", GO_ON);
  const choice = asked?.question ? { of: asked.question, value: null } : null;
  const state = asking(asked, { choice });
  const after = afterPatch(state, {
    ...NO_CHANGES,
    seats: {
      1: seated({ name: "Bob", powers: [], key: null, you: false }),
    },
  });
  assert.equal(after.choice, choice);
  assert.equal(after.settling, false);
});

test("another question begins with its own proposal, the same one keeps what was chosen", () => {
  const asked = ask("a.0", GO_ON);
  const choice = asked?.question ? { of: asked.question, value: null } : null;
  const state = asking(asked, { choice });
  assert.equal(afterPatch(state, { ...NO_CHANGES, ask: ask("b.0", GO_ON) }).choice, choice);
  const other = { ...GO_ON, options: ["Stay"] };
  assert.equal(afterPatch(state, { ...NO_CHANGES, ask: ask("b.0", other) }).choice, null);
});

test("a phone's panel comes back over the larger map for a question that the map does not answer", () => {
  const orders = /** @type {const} */ ({
    kind: "orders",
    movable: [],
    back: [],
    without_purpose: [],
    done: null,
    airborne: [],
    drops: false,
  });
  const moving = asking(ask("a.0", orders), { narrow: true, low: true });
  const low = (/** @type {ReturnType<typeof ask>} */ now) =>
    afterPatch(moving, { ...NO_CHANGES, ask: now }).low;
  assert.equal(low(ask("b.0", GO_ON)), false);
  assert.equal(low(ask("b.0", orders)), true, "one goes on moving");
  assert.equal(low(null), true);
});

test("undo brings back what was chosen, and not only the question", () => {
  const asked = ask("a.0", GO_ON);
  const choice = asked?.question ? { of: asked.question, value: { infantry: 2 } } : null;
  const other = { ...GO_ON, options: ["Stay"] };
  const bought = afterPatch(asking(asked, { choice }), {
    ...NO_CHANGES,
    ask: ask("a.1", other, ["buy 2 infantry"]),
  });
  assert.equal(bought.choice, null);
  const undone = afterPatch(bought, { ...NO_CHANGES, ask: ask("a.0", GO_ON) });
  assert.equal(undone.choice, choice);
});

test("what is chosen is still chosen when its question comes again after an action beside it", () => {
  const asked = ask("a.0", GO_ON);
  const kept = asked?.question ? { of: asked.question, value: { infantry: 2 } } : null;
  const shuffled = afterPatch(asking(asked, { choice: kept, kept }), {
    ...NO_CHANGES,
    cleared: ["ask"],
  });
  const again = afterPatch(shuffled, { ...NO_CHANGES, ask: ask("b.0", GO_ON) });
  assert.equal(again.choice, kept);
  assert.equal(again.kept, null);
});

test("what was sent is not brought back", () => {
  const asked = ask("a.0", GO_ON);
  const choice = asked?.question ? { of: asked.question, value: { infantry: 2 } } : null;
  const other = { ...GO_ON, options: ["Stay"] };
  const bought = afterPatch(asking(asked, { choice }), {
    ...NO_CHANGES,
    ask: ask("a.1", other, ["buy 2 infantry"]),
  });
  const sent = afterPatch(bought, { ...NO_CHANGES, cleared: ["ask"] });
  assert.equal(afterPatch(sent, { ...NO_CHANGES, ask: ask("b.0", GO_ON) }).choice, null);
});

test("a question that is answered is the one that is sent, until the game waits for another", () => {
  const asked = ask("a.0", GO_ON);
  const state = asking(asked);
  const own = { ...state.picture.table, owing: 0 };
  const sent = afterPatch(state, { ...NO_CHANGES, cleared: ["ask"], table: own });
  assert.equal(sent.sent, asked?.question);
  const elsewhere = afterPatch(sent, { ...NO_CHANGES, table: { ...own, owing: 1 } });
  assert.equal(elsewhere.sent, null);
  const next = afterPatch(sent, { ...NO_CHANGES, ask: ask("b.0", GO_ON) });
  assert.equal(next.sent, null);
});

test("talk that nobody has looked at is counted, one's own is not", () => {
  const state = asking(null);
  const line = (/** @type {number} */ seat) => ({
    text: "fair winds",
    state: /** @type {const} */ ("said"),
    kind: "chat",
    space: null,
    end: null,
    turn: null,
    entry: null,
    seat,
    who: null,
    minute: null,
    hash: null,
  });
  const after = afterPatch(state, { ...NO_CHANGES, log: { 0: line(0), 1: line(1) } });
  assert.equal(after.unread, 1);
});

test("what happened meanwhile is folded again when another question comes", () => {
  const read = asking(ask("a.0", GO_ON), { awayOpen: true });
  const next = ask("b.0", GO_ON);
  const other = next && { ...next, question: { ...questionWith(GO_ON), name: "Declare" } };
  assert.equal(afterPatch(read, { ...NO_CHANGES, ask: other }).awayOpen, null);
  assert.equal(afterPatch(read, { ...NO_CHANGES, ask: next }).awayOpen, true);
});

test("what can be done in a window is unfolded, though it was folded beside another question", () => {
  const buying = asking(ask("a.0", GO_ON), { actionsOpen: false });
  const then = (/** @type {ReturnType<typeof ask>} */ asked) =>
    afterPatch(buying, { ...NO_CHANGES, ask: asked }).actionsOpen;
  assert.equal(then(ask("b.0", { kind: "window" })), null);
  assert.equal(then(ask("b.0", GO_ON)), false);
});

test("dice have just fallen where they fall, not where one looks back at them", () => {
  const rolled = {
    latest: { title: "Battle in Plains", space: "Plains", steps: [{ step: "round", round: 1 }] },
    end: null,
    earlier: [],
  };
  const fresh = (/** @type {number | null} */ at) => {
    const state = asking(null);
    const timeline = at === null ? null : { at, last: 9 };
    const table = /** @type {State["picture"]["table"]} */ (
      /** @type {unknown} */ ({ ...state.picture.table, timeline })
    );
    const dice = /** @type {State["picture"]["dice"]} */ (rolled);
    return afterPatch(state, { ...NO_CHANGES, table, dice }).battleBoard.fresh;
  };
  assert.equal(fresh(null), true);
  assert.equal(fresh(9), true);
  assert.equal(fresh(5), false);
});
