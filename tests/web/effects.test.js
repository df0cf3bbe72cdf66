// What is done once as the state changes, and what a space is told to be to who cannot see the map.

/** @import { State } from "../../client/web/js/state.js" */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Effects, spoken } from "../../client/web/js/effects.js";
import { Store } from "../../client/web/js/store.js";
import { ask, asking, GO_ON, space, stack, token } from "./samples.js";

const doubted = {
  ...token(105, 1, 0),
  power: "Japan",
  mine: false,
  group: null,
  size: null,
  odds: [
    { group: 2, size: 1, percent: 60 },
    { group: null, size: 0, percent: 40 },
  ],
};
const cargo = { ...stack("infantry", [1, 2]), aboard: 3 };
const here = {
  ...space(stack("battleship", [3]), cargo),
  tokens: [token(90, 4, 4), token(91, 5, 0), doubted],
};
const state = asking(null);
const world = { ...state, picture: { ...state.picture, spaces: { "SZ 1": here } } };

test("units aboard, own tokens with their groups, and others' with what they may hold", () => {
  assert.equal(
    spoken(world, "SZ 1"),
    "USA: 1 battleship, 2 infantry aboard, #90 (group 4, 4 submarines), #91 (a decoy); " +
      "Japan: #105 may hold group 2 with 1 submarine (60 %), or be a decoy (40 %)",
  );
  assert.equal(spoken(world, "Plains"), "Nobody is here.");
});

test("whether what is in hand may go there is told once it is known", () => {
  const held = { ...world, picked: new Set([7]) };
  assert.doesNotMatch(spoken(held, "SZ 1"), /in hand/);
  const way = /** @type {any} */ ({ ways: [] });
  assert.match(spoken({ ...held, lit: { "SZ 1": way } }, "SZ 1"), /may go there/);
  assert.match(spoken({ ...held, lit: { Plains: way } }, "SZ 1"), /cannot go there/);
});

test("SS-0.8: the map shows the zone whose submarines are to be divided", () => {
  /** @type {string[]} */
  const revealed = [];
  const map = /** @type {any} */ ({
    revealOne: (/** @type {string[]} */ zones) => revealed.push(...zones),
  });
  const act = /** @type {any} */ ({ announce: () => {} });
  Object.assign(globalThis, { requestAnimationFrame: (/** @type {() => void} */ run) => run() });
  const before = asking(null);
  const form = /** @type {any} */ ({
    kind: "opening",
    printed: { "SZ 1": 2, "SZ 2": 1 },
    decoys: 0,
  });
  const state = asking(ask("a.0", form));
  const effects = new Effects(new Store(state), /** @type {never} */ ({}), map, act);
  effects.follow(state, before);
  effects.follow({ ...state, unread: 1 }, state);
  assert.deepEqual(revealed, ["SZ 1", "SZ 2"], "one of them, once");
});

test("the map goes to the capital of each own power as it is first asked in its turn", () => {
  /** @type {string[]} */
  const revealed = [];
  const map = /** @type {any} */ ({ reveal: (/** @type {string} */ to) => revealed.push(to) });
  const act = /** @type {any} */ ({ announce: () => {} });
  const turns = (/** @type {string} */ active, /** @type {State} */ state) => ({
    ...state,
    picture: { ...state.picture, turn: state.picture.turn && { ...state.picture.turn, active } },
  });
  const others = turns("Japan", asking(null));
  const begun = turns("USA", asking(null)); // what is asked comes a moment later
  const asked = turns("USA", asking(ask("a.0", GO_ON)));
  const effects = new Effects(new Store(others), /** @type {never} */ ({}), map, act);
  const states = [others, begun, asked, { ...asked, unread: 1 }];
  for (const [i, state] of states.entries()) effects.follow(state, states[i - 1] ?? others);
  assert.deepEqual(revealed, ["Plains"]);
});

test("a page that is loaded again amid a turn shows what it showed", () => {
  const map = /** @type {any} */ ({ reveal: () => assert.fail("the view has moved") });
  const act = /** @type {any} */ ({ announce: () => {} });
  const asked = asking(ask("a.0", GO_ON));
  const effects = new Effects(new Store(asked), /** @type {never} */ ({}), map, act);
  effects.follow(asked, { ...asked, picture: { ...asked.picture, turn: null, ask: null } });
});

test("who skips the playback is told what was skipped, and then what is asked", () => {
  /** @type {string[]} */
  const told = [];
  const map = /** @type {any} */ ({ revealOne: () => {}, settleBack: () => {} });
  const act = /** @type {any} */ ({ announce: (/** @type {string} */ text) => told.push(text) });
  const step = (/** @type {string} */ text) => ({ kind: "told", text, fallen: [], turn: null });
  const steps = ["was seen", "USA takes Wake", "a battleship is damaged"].map(step);
  const playback = /** @type {any} */ ({ steps, until: 9, seeks: false, asked: true });
  const before = { ...asking(null), playback };
  const state = asking(ask("a.0", GO_ON));
  const effects = new Effects(new Store(state), /** @type {never} */ ({}), map, act);
  effects.follow(state, before);
  assert.deepEqual(told, [
    `USA takes Wake. a battleship is damaged. ${state.picture.ask?.question?.asks}`,
  ]);
});
