// Canals: drawn where the two waters that they join meet between the lands they go through.

/** @import { Board } from "../../schema.js" */

import { h } from "../h.js";

/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly Point[]} Outline */

/** How far, in units of the map, a canal may lie from where its waters meet. */
const NEAR = 60;

/**
 * Every canal as a mark with its name and whose land it goes through.
 *
 * @param {Board} board
 */
export const canals = (board) =>
  h(
    "g",
    { class: "canals" },
    board.canals.map(({ name, zones, lands }) => {
      const outlines = (/** @type {string} */ space) => parts(board.map.spaces[space]?.path ?? "");
      const [some, others] = zones.map((zone) => outlines(zone).flat());
      const shores = lands.map(outlines);
      const met = meeting(
        some,
        others,
        shores.map((shore) => shore.flat()),
      );
      const ends = narrows(shores.flat(), met) ?? nearest(some, others);
      if (!ends) return null;
      const [[ax, ay], [bx, by]] = ends;
      const d = `M${ax} ${ay}L${bx} ${by}`;
      const title = `${name}: between ${zones.join(" and ")}, open to who holds ${lands.join(" and ")} since before the turn`;
      return h(
        "g",
        {},
        h("title", {}, title),
        h("path", { class: "canal bank", d }),
        h("path", { class: "canal", d }),
      );
    }),
  );

/**
 * The corners of each part of a path of lines, as maps have them; none of any other path.
 *
 * @param {string} path
 * @returns {Outline[]}
 */
export function parts(path) {
  if (/[^Mlz\d\s.,-]/.test(path)) return [];
  return [...path.matchAll(/M([^l]*)l?([^z]*)z/g)].map(([, begin, rest]) => {
    const [x, y] = numbers(begin);
    const steps = numbers(rest);
    /** @type {Point[]} */
    const found = [[x, y]];
    for (let i = 0; i + 1 < steps.length; i += 2) {
      const [px, py] = found[found.length - 1];
      found.push([px + steps[i], py + steps[i + 1]]);
    }
    return found;
  });
}

/** @param {string} text */
const numbers = (text) => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * A corner that both waters have, the one that is nearest to the lands; null if they have none.
 *
 * @param {Outline} some
 * @param {Outline} others
 * @param {readonly Outline[]} lands
 * @returns {Point | null}
 */
function meeting(some, others, lands) {
  const known = new Set(others.map(rounded));
  const far = (/** @type {Point} */ point) =>
    lands.reduce(
      (sum, land) => sum + Math.min(...land.map((corner) => distance(corner, point))),
      0,
    );
  const shared = some
    .filter((point) => known.has(rounded(point)))
    .map((point) => ({ point, far: far(point) }));
  return shared.sort((a, b) => a.far - b.far)[0]?.point ?? null;
}

/**
 * Where two parts of the lands come near each other beside where the waters meet: the canal itself.
 *
 * @param {readonly Outline[]} outlines
 * @param {Point | null} at
 * @returns {readonly [Point, Point] | null}
 */
function narrows(outlines, at) {
  if (!at) return null;
  const near = outlines
    .map((outline) => outline.filter((point) => distance(point, at) < NEAR))
    .filter((outline) => outline.length);
  const gaps = near
    .flatMap((one, i) => near.slice(i + 1).map((other) => nearest(one, other)))
    .filter((gap) => gap !== null)
    .filter(([a, b]) => distance(a, b) > 0.5)
    .sort((a, b) => distance(...a) - distance(...b));
  if (!gaps.length) return [at, at];
  const [[a, b]] = gaps;
  /** @type {Point} */
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return [middle, middle];
}

/** @param {Point} point */
const rounded = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

/**
 * Of two lists of points, those that are nearest to each other.
 *
 * @param {Outline} some
 * @param {Outline} others
 * @returns {readonly [Point, Point] | null}
 */
function nearest(some, others) {
  /** @type {{ far: number, ends: readonly [Point, Point] } | null} */
  let best = null;
  for (const a of some) {
    for (const b of others) {
      const far = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
      if (!best || far < best.far) best = { far, ends: [a, b] };
    }
  }
  return best?.ends ?? null;
}
