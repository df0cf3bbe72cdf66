import assert from "node:assert/strict";
import { test } from "node:test";

import { bytesOf, textOf } from "../../client/web/js/saving.js";
import { progress } from "../../client/web/js/views/entrance.js";

/** @type {import("../../client/web/schema.js").SavedGame} */
const GAME = {
  id: "00",
  bots: false,
  title: "Wake Island",
  seats: [],
  watched: false,
  kept: false,
  entries: 12,
  over: false,
  yours: false,
  awaited: [],
  hosted: false,
  address: "",
  bound: true,
  open: false,
  touched: 0,
  moved: null,
  forgettable: false,
};

test("a saved game says for whom it waits", () => {
  assert.equal(progress({ ...GAME, yours: true }), "your turn · 12 entries");
  assert.equal(progress({ ...GAME, awaited: ["Bob", "Cid"] }), "waiting for Bob, Cid · 12 entries");
  assert.equal(progress(GAME), "12 entries");
});

test("a game that is over, has moved or has not begun waits for no move", () => {
  assert.equal(progress({ ...GAME, over: true, yours: true }), "over, after 12 entries");
  assert.equal(progress({ ...GAME, moved: 1, yours: true }), "not played from here");
  assert.equal(progress({ ...GAME, entries: null }), "not begun: waiting for players");
});

test("bytes of any number are sent and come back", () => {
  for (const length of [0, 1, 8191, 8192, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
    assert.deepEqual(bytesOf(textOf(bytes)), bytes);
  }
});
