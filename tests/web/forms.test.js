import assert from "node:assert/strict";
import { test } from "node:test";

import { assign, strike } from "../../client/web/js/forms/battle.js";
import { homeless, mobilize, purchase } from "../../client/web/js/forms/economy.js";
import { declare, declareLabel } from "../../client/web/js/forms/movement.js";
import { divide, placeSubs, resized } from "../../client/web/js/forms/submarines.js";

/** @type {import("../../client/web/schema.js").CasualtiesForm} */
const LOSSES = {
  kind: "casualties",
  role: "attacker",
  targets: { 1: 1, 2: 1, 3: 2 },
  hits: 2,
  proposed: { 1: 1, 2: 1 },
};

test("BG-8.13: a hit more falls on what is clicked, and is taken from what was chosen first", () => {
  assert.deepEqual(strike(LOSSES, [1, 2], [3]), [2, 3]);
  assert.deepEqual(strike(LOSSES, [2, 3], [3]), [3, 3]);
});

test("BG-8.13: a click on what takes all it can puts its hits back", () => {
  assert.deepEqual(strike(LOSSES, [1, 2], [1, 2]), []);
});

test("BG-8.13: no piece takes more hits than it can", () => {
  assert.deepEqual(assign(LOSSES, [], [1, 3], 5), [1, 3, 3]);
});

test("BG-8.2: bombers that would fight alone raid, unless they are told otherwise", () => {
  const target = { escorts: [], damage: 0 };
  const raids = {
    East: { ...target, bombers: [1, 2], alone: true },
    Plains: { ...target, bombers: [3], alone: false },
  };
  const none = { must: [], may: [], proposed: [], cannot: [], guns: {}, spaces: [] };
  const form = /** @type {const} */ ({ kind: "declare", ...none, raids });
  assert.deepEqual(declare.begin(form).raid, { East: [1, 2] });
});

test("BG-8.5: ships bombard as proposed, unless they are told otherwise", () => {
  const none = { must: [], may: [], proposed: [], cannot: [], raids: {}, spaces: [] };
  const guns = {
    Plains: { ships: [4, 5], most: 1, proposed: [5] },
    East: { ships: [5], most: 1, proposed: [] },
  };
  const form = /** @type {const} */ ({ kind: "declare", ...none, guns });
  assert.deepEqual(declare.begin(form).bombard, { Plains: [5] });
});

test("BG-7.14: the button says what could be declared and is not", () => {
  const none = { must: [], proposed: [], cannot: [], raids: {}, spaces: [] };
  const guns = { Plains: { ships: [4], most: 1, proposed: [] } };
  const form = /** @type {const} */ ({ kind: "declare", ...none, may: ["SZ 1"], guns });
  const choice = declare.begin(form);
  const attack = new Set(["SZ 1"]);
  assert.equal(declareLabel(form, choice), "Declare: attack nothing else, bombard nothing");
  assert.equal(declareLabel(form, { ...choice, attack }), "Declare: bombard nothing");
  assert.equal(declareLabel(form, { ...choice, bombard: { Plains: [4] } }), "Declare");
});

/** @type {import("../../client/web/schema.js").MobilizeForm} */
const MOBILIZE = {
  kind: "mobilize",
  waiting: { infantry: 2, tank: 1 },
  slots: { infantry: { Plains: ["Plains"] }, tank: { Plains: ["Plains"] } },
  uses: { infantry: 1, tank: 1 },
  rooms: { Plains: 2 },
  docks: [],
  proposed: [{ kind: "infantry", complex: "Plains", at: "Plains", count: 1 }],
};

test("BG-10.1: what is proposed is sent as it stands, and judged before", () => {
  const choice = mobilize.begin(MOBILIZE);
  assert.deepEqual(mobilize.judged?.(MOBILIZE, choice), {
    do: "place",
    spots: [{ kind: "infantry", complex: "Plains", at: "Plains", count: 1 }],
  });
});

test("BG-10.2: a full complex is offered no longer", () => {
  const full = { spots: { "infantry|Plains|Plains": 2 }, current: null };
  assert.deepEqual([...(mobilize.offered?.(MOBILIZE, mobilize.begin(MOBILIZE)) ?? [])], ["Plains"]);
  assert.deepEqual([...(mobilize.offered?.(MOBILIZE, full) ?? [])], []);
});

/**
 * West and East each place two units; SZ 1 touches both.
 *
 * @type {import("../../client/web/schema.js").MobilizeForm}
 */
const SHARED = {
  kind: "mobilize",
  waiting: { destroyer: 2, infantry: 2 },
  slots: {
    destroyer: { East: ["SZ 1"], West: ["SZ 1"] },
    infantry: { East: ["East"] },
  },
  uses: { destroyer: 1, infantry: 1 },
  rooms: { East: 2, West: 2 },
  docks: [],
  proposed: [],
};

/**
 * @param {import("../../client/web/schema.js").MobilizeForm} form
 * @param {string} kind
 * @param {...string} clicks
 */
function clicked(form, kind, ...clicks) {
  let choice = { ...mobilize.begin(form), current: /** @type {string | null} */ (kind) };
  for (const space of clicks) {
    const asking = { form, choice, choose: (/** @type {typeof choice} */ now) => (choice = now) };
    // @ts-expect-error: a click needs no more of what a control is told
    mobilize.onSpace?.(asking, space);
  }
  return choice;
}

test("BG-10.1: ships clicked on the map leave room for what only one complex can place", () => {
  assert.deepEqual(clicked(SHARED, "destroyer", "SZ 1", "SZ 1").spots, {
    "destroyer|West|SZ 1": 2,
  });
});

test("BG-10.1: what has been charged is charged elsewhere where another unit needs the room", () => {
  const form = { ...SHARED, waiting: { destroyer: 3, infantry: 0 } };
  const choice = clicked(
    { ...form, rooms: { East: 1, West: 2 } },
    "destroyer",
    "SZ 1",
    "SZ 1",
    "SZ 1",
  );
  assert.deepEqual(choice.spots, { "destroyer|East|SZ 1": 1, "destroyer|West|SZ 1": 2 });
  const greedy = { spots: { "destroyer|East|SZ 1": 2 }, current: "infantry" };
  assert.deepEqual(mobilize.offered?.(SHARED, greedy), ["East"]);
});

test("BG-10.1: no click places more than all complexes together can", () => {
  const form = { ...SHARED, waiting: { destroyer: 5, infantry: 0 } };
  const choice = clicked(form, "destroyer", ...Array.from({ length: 5 }, () => "SZ 1"));
  assert.deepEqual(choice.spots, { "destroyer|East|SZ 1": 2, "destroyer|West|SZ 1": 2 });
  assert.deepEqual(mobilize.offered?.(form, choice), []);
});

test("BG-10.2: a new complex is charged to nobody's room", () => {
  /** @type {import("../../client/web/schema.js").MobilizeForm} */
  const form = {
    ...SHARED,
    waiting: { complex: 1, infantry: 2 },
    slots: { complex: { Isle: ["Isle"] }, infantry: { East: ["East"] } },
    uses: { complex: 0, infantry: 1 },
    rooms: { East: 2, Isle: 0 },
  };
  assert.deepEqual(clicked(form, "complex", "Isle").spots, { "complex|Isle|Isle": 1 });
});

test("SS-1.4b: submarines for which the others leave no room are counted before they are lost", () => {
  const form = /** @type {Parameters<typeof mobilize.begin>[0]} */ ({
    kind: "mobilize",
    waiting: { infantry: 4, submarine: 2 },
    slots: { infantry: { Coast: ["Coast"], Plains: ["Plains"] }, submarine: {} },
    uses: { infantry: 1, submarine: 1 },
    rooms: { Coast: 4, Plains: 4 },
    docks: ["Coast"],
    proposed: [],
  });
  const spots = (/** @type {number} */ count) => ({
    spots: { "infantry|Coast|Coast": count, "infantry|Plains|Plains": 4 - count },
    current: null,
  });
  assert.deepEqual(
    [2, 3, 4].map((count) => homeless(form, spots(count))),
    [0, 1, 2],
  );
  assert.equal(homeless({ ...form, docks: [] }, spots(4)), 0, "no submarines come later");
});

test("a purchase begins with an empty basket", () => {
  const form = /** @type {Parameters<typeof purchase.begin>[0]} */ ({});
  assert.deepEqual(purchase.begin(form), { units: {}, repairs: {} });
});

test("SS-0.8: one more token takes half of the largest group", () => {
  assert.deepEqual(divide([1, 5, 2]), [1, 3, 2, 2]);
  assert.deepEqual(divide([1]), [1, 0]);
});

test("SS-0.8: what one group gains another loses, so that the zone adds up", () => {
  assert.deepEqual(resized([4, 1, 2], 1, 2), [3, 2, 2]);
  assert.deepEqual(resized([4, 1, 2], 0, 3), [3, 2, 2]);
  assert.deepEqual(resized([1, 1], 0, 2), [2, 0]);
});

test("SS-1: all that has room is proposed in one new token", () => {
  const form = /** @type {const} */ ({
    kind: "place_subs",
    waiting: 3,
    supply: 2,
    most: 1,
    slots: [
      { at: "SZ 1", complex: "East" },
      { at: "SZ 2", complex: "West" },
    ],
    rooms: { East: 2, West: null },
    joinable: {},
  });
  assert.deepEqual(placeSubs.begin(form).drops, [{ at: "SZ 2", complex: "West", count: 3 }]);
  const none = {
    ...form,
    supply: 0,
    joinable: { 7: { at: "SZ 1", group: 2, complexes: ["East"] } },
  };
  assert.deepEqual(placeSubs.begin(none).grown, { 7: 2 });
});

test("SS-1.4: a token clicked on the map is charged to a complex that has room", () => {
  /** @type {import("../../client/web/schema.js").PlaceSubsForm} */
  const form = {
    kind: "place_subs",
    waiting: 3,
    supply: 4,
    most: 4,
    slots: [
      { at: "SZ 1", complex: "East" },
      { at: "SZ 2", complex: "East" },
      { at: "SZ 2", complex: "West" },
    ],
    rooms: { East: 1, West: 2 },
    joinable: {},
  };
  let choice = {
    ...placeSubs.begin(form),
    drops: /** @type {readonly {at: string, complex: string, count: number}[]} */ ([]),
  };
  for (const space of ["SZ 2", "SZ 1", "SZ 2"]) {
    const asking = { form, choice, choose: (/** @type {typeof choice} */ now) => (choice = now) };
    // @ts-expect-error: a click needs no more of what a control is told
    placeSubs.onSpace?.(asking, space);
  }
  assert.deepEqual(choice.drops, [
    { at: "SZ 2", complex: "West", count: 1 },
    { at: "SZ 1", complex: "East", count: 1 },
    { at: "SZ 2", complex: "West", count: 1 },
  ]);
});
