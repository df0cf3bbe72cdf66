// What a space is told to be to who cannot see the map.

import assert from "node:assert/strict";
import { test } from "node:test";

import { spoken } from "../../client/web/js/effects.js";
import { asking, space, stack, token } from "./samples.js";

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
      "Japan: #105: may hold group 2 with 1 submarine (60 %), or be a decoy (40 %)",
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
