import assert from "node:assert/strict";
import { test } from "node:test";

import { bounded, framed, inside, resized, zoomed } from "../../client/web/js/map/viewport.js";

const size = { width: 800, height: 400 };
const flat = { width: 200, height: 200, wraps: false };
const round = { ...flat, wraps: true };

test("the point under the pointer stays where it is while the map comes closer", () => {
  const before = { x: 10, y: 20, scale: 2 };
  const after = zoomed(before, 1.5, [300, 100]);
  assert.equal(after.scale, 3);
  assert.equal(after.x + 300 / after.scale, before.x + 300 / before.scale);
  assert.equal(after.y + 100 / after.scale, before.y + 100 / before.scale);
});

test("a box is shown in the middle, as large as it fits", () => {
  const view = framed([50, 50, 40, 40], size, flat.width);
  assert.deepEqual(view, { scale: 10, x: 50 + 20 - 40, y: 50 });
});

test("a map comes no closer than 12 pixels for a unit, and goes no farther than the whole", () => {
  assert.equal(bounded({ x: 0, y: 0, scale: 99 }, size, flat).scale, 12);
  assert.equal(bounded({ x: 0, y: 0, scale: 0.1 }, size, flat).scale, 0.9 * 2);
});

test("a whole map stays in the middle of a window of another shape", () => {
  const wide = { width: 200, height: 100, wraps: false };
  const phone = { width: 400, height: 200 };
  const view = bounded(resized({ x: 0, y: -50, scale: 4 }, size, phone, 200), phone, wide);
  assert.equal(view.x + phone.width / view.scale / 2, wide.width / 2);
});

test("a map that wraps goes round; another ends at its edge", () => {
  assert.equal(bounded({ x: 250, y: 0, scale: 8 }, size, round).x, 50);
  assert.equal(bounded({ x: -10, y: 0, scale: 8 }, size, round).x, 190);
  assert.equal(bounded({ x: 250, y: 0, scale: 8 }, size, flat).x, 200 - 100 * 0.9);
});

test("a view that goes to a space near an edge shows little of what lies beyond", () => {
  assert.equal(bounded({ x: 0, y: -30, scale: 8 }, size, round).y, -50 * 0.1);
  assert.equal(bounded({ x: 0, y: 190, scale: 8 }, size, round).y, 200 - 50 * 0.9);
});

test("with a little more or less room the middle stays where it is, and the scale", () => {
  const view = { x: 10, y: 20, scale: 2 };
  const after = resized(view, size, { width: 700, height: 420 });
  assert.equal(after.scale, 2);
  assert.equal(after.x + 350 / 2, view.x + 400 / 2);
  assert.equal(after.y + 210 / 2, view.y + 200 / 2);
});

test("with much more or less room all that was seen is seen again", () => {
  const view = { x: 10, y: 20, scale: 2 };
  assert.equal(resized(view, size, { width: 1600, height: 800 }).scale, 4);
  assert.deepEqual(resized(view, size, { width: 400, height: 200 }), { x: 10, y: 20, scale: 1 });
});

test("a whole map is seen whole beside a battle board, too", () => {
  const [view, from] = [{ x: -10, y: 0, scale: 2 }, size];
  const to = { width: 760, height: 400 };
  const after = resized(view, from, to, flat.width);
  assert.equal(after.scale, 1.9);
  assert.equal(after.x, -10);
  const beside = resized(view, from, { width: 500, height: 400 }, flat.width);
  assert.deepEqual([beside.x, beside.scale], [-10, 500 / 400]);
  const part = { x: 20, y: 0, scale: 8 };
  assert.equal(resized(part, from, { width: 500, height: 400 }, flat.width).scale, 8);
});

test("of a side that is larger than the view little beyond its edges is seen, a smaller one is in the middle", () => {
  assert.equal(inside(-300, 400, 1000, 50), -50);
  assert.equal(inside(900, 400, 1000, 50), 650);
  assert.equal(inside(200, 400, 1000, 50), 200);
  assert.equal(inside(-508, 1000, 600, 50), -200, "as much above it as below");
});
