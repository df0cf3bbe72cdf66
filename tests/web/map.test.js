import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { parts } from "../../client/web/js/map/canals.js";
import { drawnBlock } from "../../client/web/js/map/chips.js";
import { growth, layOut } from "../../client/web/js/map/layout.js";
import { beside } from "../../client/web/js/map/scenes.js";
import { Stacks } from "../../client/web/js/map/stacks.js";
import { crossing, cut } from "../../client/web/js/map/ways.js";
import { isComplex, symbol } from "../../client/web/js/units.js";
import { HIDDEN } from "../../client/web/js/views/legend.js";
import { render } from "../../client/web/vendor/preact.js";
import { asking, BOARD, space, stack, token } from "./samples.js";

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

test("the name of the space that is looked at covers no chip of its neighbours", () => {
  const state = asking(null, { space: "SZ 1" });
  const anchors = { "SZ 1": [30, 22, 20], Plains: [30, 25, 20] };
  const spaces = Object.fromEntries(
    Object.entries(BOARD.map.spaces).map(([name, one]) => [
      name,
      {
        ...one,
        anchor: /** @type {[number, number, number]} */ (anchors[/** @type {"SZ 1"} */ (name)]),
      },
    ]),
  );
  const picture = { ...state.picture, spaces: { Plains: state.picture.spaces.Plains } };
  for (const chosen of ["SZ 1", "Plains"]) {
    const blocks = layOut(
      { ...state, space: chosen, picture: { ...picture } },
      { ...BOARD.map, spaces },
      0.5,
      measure,
    );
    const looked = blocks.find(({ name }) => name === chosen);
    assert.ok(looked?.written, chosen);
    const [dx, dy] = looked.written;
    const name = {
      ...looked,
      x: looked.x + dx,
      y: looked.y + dy,
      wide: looked.label.wide,
      high: 13,
    };
    const plains = blocks.find(({ name: other }) => other === "Plains");
    assert.ok(plains?.rows.length);
    assert.equal(overlaps([name, plains]), false, chosen);
  }
});

test("no name is cut by the edge of a map that does not wrap", () => {
  const state = asking(null, { space: "Plains" });
  const [one, far] = [BOARD.map.spaces.Plains, BOARD.map.width];
  const spaces = {
    ...BOARD.map.spaces,
    Plains: { ...one, anchor: /** @type {any} */ ([far, 25, 20]) },
  };
  const empty = { ...state, picture: { ...state.picture, spaces: {} } };
  const found = layOut(empty, { ...BOARD.map, spaces }, 1, measure).find(
    ({ name }) => name === "Plains",
  );
  assert.ok(found?.written);
  assert.equal(found.x + found.written[0] + found.label.wide / 2, far + 8);
});

test("dice fall where they cover least of the chips: below a place, above it or beside it", () => {
  /** @typedef {import("../../client/web/js/map/viewport.js").Box} Box */
  const own = /** @type {Box} */ ([-40, -20, 80, 60]);
  const below = /** @type {Box} */ ([-20, 45, 40, 30]);
  const above = /** @type {Box} */ ([-20, -70, 40, 30]);
  const far = /** @type {const} */ ([500, 500]);
  const at = (/** @type {Box[]} */ ...taken) => beside([120, 24], [own, ...taken], own, far);
  assert.deepEqual(at(), [-60, 40]);
  assert.deepEqual(at(below), [-60, -56]);
  assert.deepEqual(at(below, above), [40, -12]);
  assert.deepEqual(beside([120, 24], [own, below], own, [40, 500]), [40, -12], "on the screen");
});

test("each side has rows of its own", () => {
  const mixed = { ...space(), stacks: [] };
  const state = asking(null);
  const stacks = ["USA", "Japan", "USA"].flatMap((power, i) =>
    space(stack(["infantry", "tank", "fighter"][i], [i])).stacks.map((one) => ({ ...one, power })),
  );
  const spaces = { Plains: { ...mixed, stacks } };
  const both = { ...state, picture: { ...state.picture, spaces } };
  const plains = layOut(both, BOARD.map, 8, measure).find(({ name }) => name === "Plains");
  const powers = plains?.rows.map(({ chips }) =>
    chips.map((chip) => (chip.chip === "unit" ? chip.power : "")),
  );
  assert.deepEqual(powers, [["USA", "USA"], ["Japan"]]);
});

test("a row of units begins with the letter of their power, where the name does not tell it", () => {
  const state = asking(null);
  const mixed = ["USA", "USA", "Japan"].flatMap((power, i) =>
    space(stack(["infantry", "tank", "fighter"][i], [i])).stacks.map((one) => ({ ...one, power })),
  );
  const here = { ...space(), stacks: mixed };
  const spaces = { "SZ 1": here, Plains: { ...here, control: "USA" } };
  const both = { ...state, picture: { ...state.picture, spaces } };
  const letters = (/** @type {string} */ where) =>
    layOut(both, BOARD.map, 8, measure)
      .find(({ name }) => name === where)
      ?.rows.map(({ chips }) => chips.map((chip) => chip.chip === "unit" && !!chip.lettered));
  assert.deepEqual(letters("SZ 1"), [[true, false], [true]]);
  assert.deepEqual(letters("Plains"), [[false, false], [true]]);
});

test("the cross of an arrow lies beside the chips, if there is room on the way", () => {
  const { map } = BOARD;
  const [name] = Object.keys(map.spaces);
  /** @type {[number, number][]} */
  const way = [
    [0, 0],
    [100, 0],
  ];
  const over =
    (/** @type {[number, number, number, number]} */ box) => (/** @type {string} */ at) =>
      at === name ? box : null;
  const at = (/** @type {[number, number, number, number]} */ box) =>
    crossing(map, way, 1, over(box));
  assert.deepEqual(at([200, 200, 1, 1]), [60, 0]);
  assert.deepEqual(at([50, -5, 15, 10]), [30, 0]); // a cross is 24 pixels wide
  assert.deepEqual(at([0, -5, 100, 10]), [60, 0]); // there is no room
  assert.equal(
    crossing(map, [[0, 0]], 1, () => null),
    null,
  );
});

test("chips grow as the map comes nearer, up to a bound, and never shrink", () => {
  const grown = [0.01, 1, 4, 8, 16, 1000].map((scale) => growth(BOARD.map, scale));
  assert.equal(grown[0], 1);
  assert.deepEqual(
    grown,
    [...grown].sort((a, b) => a - b),
  );
  assert.equal(grown.at(-1), 1.7);
});

test("tokens seen from afar are picked up together, as units are", () => {
  const spaces = { "SZ 1": { ...space(), tokens: [token(12, 1, 2), token(13, 2, 2)] } };
  const state = asking(null);
  const seen = { ...state, picture: { ...state.picture, spaces } };
  const zone = layOut(seen, BOARD.map, 0.1, measure).find(({ name }) => name === "SZ 1");
  assert.deepEqual(
    zone?.rows.flatMap(({ chips }) => chips.map(({ chip, ids }) => [chip, ids])),
    [["tokens", [12, 13]]],
  );
});

test("a token of a group with two digits has room for them", () => {
  const wide = (/** @type {number} */ group) => {
    const spaces = { "SZ 1": { ...space(), tokens: [token(12, group, 2)] } };
    const state = asking(null);
    const seen = { ...state, picture: { ...state.picture, spaces } };
    const zone = layOut(seen, BOARD.map, 8, measure).find(({ name }) => name === "SZ 1");
    return zone?.rows[0].chips[0].wide ?? 0;
  };
  assert.ok(wide(10) > wide(9));
});

test("of a power that has one token in a zone it is seen from afar, too; more are counted", () => {
  const power = (/** @type {string} */ name, /** @type {number} */ id) => ({
    ...HIDDEN,
    id,
    power: name,
  });
  const tokens = [power("USA", 1), power("Japan", 2), power("Japan", 3)];
  const state = asking(null);
  const spaces = { "SZ 1": { ...space(), tokens } };
  const seen = { ...state, picture: { ...state.picture, spaces } };
  const chips = layOut(seen, BOARD.map, 0.2, measure).flatMap(({ rows }) =>
    rows.flatMap((row) => row.chips),
  );
  const told = chips.map((chip) =>
    chip.chip === "token" ? chip.token.id : chip.chip === "tokens" ? `×${chip.count}` : "",
  );
  assert.deepEqual(told, [1, "×2"]);
});

test("no block lies over another", () => {
  const state = asking(null);
  const kinds = ["infantry", "tank", "artillery", "fighter", "bomber"];
  const many = space(...kinds.map((kind, i) => stack(kind, [i])));
  const full = { ...state, picture: { ...state.picture, spaces: { Plains: many, "SZ 1": many } } };
  assert.equal(overlaps(layOut(full, BOARD.map, 2, measure)), false);
});

test("an arrow ends at the edge of the chips at its goal, from whichever side it comes", () => {
  const box = /** @type {const} */ ([80, 40, 40, 20]); // around (100, 50)
  const ends = (/** @type {[number, number]} */ from) => cut([from, [100, 50]], box).at(-1);
  assert.deepEqual(ends([0, 50]), [80, 50]);
  assert.deepEqual(ends([100, 150]), [100, 60]);
  assert.deepEqual(ends([200, 0]), [120, 40]);
  assert.deepEqual(ends([95, 55]), [100, 50]); // it begins among them
  assert.deepEqual(
    cut(
      [
        [0, 0],
        [10, 50],
      ],
      box,
    ).at(-1),
    [10, 50],
  ); // they were pushed aside
  assert.deepEqual(
    cut(
      [
        [0, 50],
        [100, 50],
      ],
      null,
    ).at(-1),
    [100, 50],
  );
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

test("a name on the map is told whole to who cannot see it", () => {
  const { document } = parseHTML("<!doctype html><body></body>");
  Object.assign(globalThis, { document });
  const state = asking(null);
  const spaces = { Plains: { ...space(stack("infantry", [1, 2])), control: "USA" } };
  const held = { ...state, picture: { ...state.picture, spaces } };
  const plains = layOut(held, BOARD.map, 8, measure).find(({ name }) => name === "Plains");
  assert.ok(plains);
  const none = () => false;
  const element = document.createElement("section");
  render(drawnBlock(held, plains, { picked: none, movable: none, pointed: none }), element);
  assert.deepEqual(
    [...element.querySelectorAll("[role]")].map((one) => one.getAttribute("aria-label")),
    ["Plains, of USA, 3 IPC", "USA: 2 infantry"],
  );
});

test("from afar too, chips whose space has no name written are told with it", () => {
  const { document } = parseHTML("<!doctype html><body></body>");
  Object.assign(globalThis, { document });
  const plan = {
    ends: "win 62 %",
    win: 62,
    standoff: 0,
    cost: 1,
    prize: 2,
    notes: [],
    reckoned: true,
  };
  const state = asking(null);
  const spaces = { Plains: { ...space(stack("infantry", [1, 2])), control: "USA" } };
  const planned = { ...state, picture: { ...state.picture, spaces, plans: { Plains: plan } } };
  const far = layOut(planned, BOARD.map, 0.2, measure).find(({ name }) => name === "Plains");
  assert.ok(far);
  const none = () => false;
  const element = document.createElement("section");
  const block = { ...far, named: false, written: null };
  render(drawnBlock(planned, block, { picked: none, movable: none, pointed: none }), element);
  const told = [...element.querySelectorAll("[role]")];
  assert.deepEqual(
    told.map((one) => [one.getAttribute("role"), one.getAttribute("aria-label")]),
    [
      ["group", "Plains, of USA, 3 IPC, a battle that you plan: win 62 %"],
      ["img", "USA: 2 infantry"],
    ],
  );
});

test("of a world's blocks some are drawn in each frame, until all stand there", () => {
  const { document } = parseHTML("<!doctype html><body></body>");
  Object.assign(globalThis, { document });
  const names = Array.from({ length: 100 }, (_, i) => `Land ${i}`);
  const each = (/** @type {(i: number) => unknown} */ make) =>
    /** @type {any} */ (Object.fromEntries(names.map((name, i) => [name, make(i)])));
  const [shape, place] = [BOARD.map.spaces.Plains, BOARD.spaces.Plains];
  const map = {
    ...BOARD.map,
    spaces: each((i) => ({ ...shape, anchor: [(i % 10) * 200, Math.floor(i / 10) * 200, 80] })),
  };
  const state = asking(null, { board: { ...BOARD, map, spaces: each(() => place) } });
  const spaces = each((i) => space(stack("infantry", [i])));
  const world = { ...state, picture: { ...state.picture, spaces } };
  const svg = /** @type {any} */ (document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  const stacks = new Stacks(svg);
  const drawn = () => svg.querySelectorAll("#stacks > g").length;
  assert.deepEqual([stacks.lay(world, map, 1), drawn()], [false, 0], "texts are measured");
  assert.deepEqual([stacks.lay(world, map, 1), drawn()], [false, 0], "and more of them");
  assert.deepEqual([stacks.lay(world, map, 1), drawn()], [false, 40]);
  assert.deepEqual([stacks.lay(world, map, 1), drawn()], [false, 80]);
  assert.deepEqual([stacks.lay(world, map, 1), drawn()], [true, 100]);
  assert.deepEqual([stacks.lay(world, map, 2), drawn()], [true, 100], "what stands there moves");
});
