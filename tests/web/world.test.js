import assert from "node:assert/strict";
import { test } from "node:test";

import { look } from "../../client/web/js/map/world.js";
import { asking, space } from "./samples.js";

test("a territory has the colour of who controls it, a neutral one and the sea have none", () => {
  const state = asking(null);
  assert.match(look(state, "Plains", false).fill, /color-mix/);
  assert.deepEqual(look(state, "SZ 1", false), { classes: "zone", fill: "" });
  const spaces = { Plains: { ...space(), control: null } };
  const neutral = { ...state, picture: { ...state.picture, spaces } };
  assert.deepEqual(look(neutral, "Plains", false), { classes: "territory neutral", fill: "" });
});

test("what is chosen, lit and offered is marked", () => {
  const lit = { "SZ 1": { ways: [], enemies: true } };
  const state = asking(null, { space: "SZ 1", lit });
  assert.equal(look(state, "SZ 1", true).classes, "zone chosen lit lit-enemy offered");
});
