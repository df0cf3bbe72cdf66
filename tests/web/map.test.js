import assert from "node:assert/strict";
import { test } from "node:test";

import { parts } from "../../client/web/js/map/canals.js";
import { layOut } from "../../client/web/js/map/layout.js";
import { isComplex, symbol } from "../../client/web/js/units.js";
import { asking, BOARD, space, stack } from "./samples.js";

const measure = (/** @type {string} */ text) => 7 * text.length;

/** @param {readonly import("../../client/web/js/map/layout.js").Block[]} blocks */
const overlaps = (blocks) =>
  blocks.some((a, i) =>
    blocks
      .slice(i + 1)
      .some(
        (b) =>
          Math.abs(a.x - b.x) * 2 < a.wide + b.wide - 1 &&
          Math.abs(a.y - b.y) * 2 < a.high + b.high - 1,
      ),
  );

test("where there is room, units are told apart by kind", () => {
  const blocks = layOut(asking(null), BOARD.map, 8, measure);
  const plains = blocks.find(({ name }) => name === "Plains");
  assert.deepEqual(
    plains?.rows.flatMap(({ chips }) => chips.map(({ chip }) => chip)),
    ["unit"],
  );
});

test("where there is little room, they are summed up by power", () => {
  const blocks = layOut(asking(null), BOARD.map, 0.2, measure);
  const chips = blocks.flatMap(({ rows }) => rows.flatMap((row) => row.chips));
  assert.deepEqual([...new Set(chips.map(({ chip }) => chip))], ["sum"]);
});

test("no block lies over another", () => {
  const state = asking(null);
  const kinds = ["infantry", "tank", "artillery", "fighter", "bomber"];
  const many = space(...kinds.map((kind, i) => stack(kind, [i])));
  const full = { ...state, picture: { ...state.picture, spaces: { Plains: many, "SZ 1": many } } };
  assert.equal(overlaps(layOut(full, BOARD.map, 2, measure)), false);
});

test("the corners of a path are found, part by part; another kind of path has none", () => {
  assert.deepEqual(parts("M0 0l10 0 0 5z"), [
    [
      [0, 0],
      [10, 0],
      [10, 5],
    ],
  ]);
  assert.equal(parts("M0 0l1 1zM5 5l1 0z").length, 2);
  assert.deepEqual(parts("M0 0C1 1 2 2 3 3z"), []);
});

test("a kind without a silhouette is drawn as the kind that it is most like", () => {
  const marines = { ...BOARD.units.infantry, name: "marines", symbol: "infantry" };
  const works = { ...BOARD.units.infantry, name: "works", symbol: "complex" };
  const board = { ...BOARD, units: { ...BOARD.units, marines, works } };
  assert.equal(symbol(board, "marines"), "#unit-infantry");
  assert.equal(symbol(board, "battleship"), "#unit-battleship");
  assert.equal(symbol(board, "airship"), "#unit-other");
  assert.ok(isComplex(board, "works"));
});
