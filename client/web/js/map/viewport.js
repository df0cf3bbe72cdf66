// Which part of the map is on the screen: pure functions of views, boxes and sizes.

/** @import { DrawnMap } from "../../schema.js" */

/** @typedef {{ x: number, y: number, scale: number }} View the corner in map units, and pixels for each */
/** @typedef {readonly [number, number, number, number]} Box x, y, width, height in map units */
/** @typedef {{ width: number, height: number }} Size of the map on the screen, in pixels */
/** @typedef {{ view: View, room: Size }} Seen a view, and the size for which it was chosen */

const CLOSEST = 12; // pixels for a unit of the map
/** Times the room from which on it is much more, or much less: a battle board takes less than half. */
const MUCH = 1.4;
const LITTLE = 0.5;
const BEYOND = 0.1; // share of the screen that may lie beyond an edge: names and pieces stand out over it

/**
 * The nearest view that shows a map: no farther away than the whole, no closer than is of use.
 *
 * @param {View} view
 * @param {Size} size
 * @param {Pick<DrawnMap, "width" | "height" | "wraps">} map
 * @returns {View}
 */
export function bounded(view, { width, height }, map) {
  const least = Math.min(width / map.width, height / map.height) * (map.wraps ? 1 : 0.9);
  const scale = Math.min(CLOSEST, Math.max(least, view.scale));
  const off = (1 / view.scale - 1 / scale) / 2; // what is in the middle stays there
  const [x, y] = [view.x + width * off, view.y + height * off];
  return {
    scale,
    x: map.wraps ? ((x % map.width) + map.width) % map.width : within(x, width / scale, map.width),
    y: within(y, height / scale, map.height),
  };
}

/**
 * The view that shows a box in the middle, as large as it fits; with a margin where it is the whole map.
 *
 * @param {Box} box
 * @param {Size} size
 * @param {number} whole width of the map
 * @returns {View}
 */
export function framed([x, y, wide, high], { width, height }, whole) {
  const scale = Math.min(width / wide, height / high) * (wide < whole ? 1 : 0.98);
  return { scale, x: x - (width / scale - wide) / 2, y: y - (height / scale - high) / 2 };
}

/**
 * The view after the map has got another size on the screen. What was in the middle stays there; with
 * much more or less room, all that was seen is seen again; and of a map that was seen whole, nothing is cut.
 *
 * @param {View} view
 * @param {Size} from
 * @param {Size} to
 * @param {number} [whole] width of the map
 * @returns {View}
 */
export function resized({ x, y, scale }, from, to, whole = Infinity) {
  const more = (to.width * to.height) / (from.width * from.height);
  const cut = from.width / scale >= whole && to.width < from.width;
  if (more > MUCH || more < LITTLE || cut)
    return framed([x, y, from.width / scale, from.height / scale], to, Infinity);
  return {
    scale,
    x: x + (from.width - to.width) / 2 / scale,
    y: y + (from.height - to.height) / 2 / scale,
  };
}

/**
 * The view closer by a factor, with one point of the screen where it is.
 *
 * @param {View} view
 * @param {number} factor
 * @param {readonly [number, number]} point in pixels
 * @returns {View}
 */
export function zoomed({ x, y, scale: before }, factor, [px, py]) {
  const scale = Math.min(CLOSEST, before * factor);
  return { scale, x: x + px / before - px / scale, y: y + py / before - py / scale };
}

/**
 * Whether two views are one, but for how numbers are rounded.
 *
 * @param {View | undefined} a
 * @param {View} b
 */
export const isSame = (a, b) =>
  a !== undefined && [a.scale - b.scale, a.x - b.x, a.y - b.y].every((off) => Math.abs(off) < 1e-6);

/**
 * Where a view may begin, along one side. Little of what lies beyond an edge is shown, so that a view
 * that goes to a space near it is not half empty. A map smaller than the screen may be pushed aside.
 *
 * @param {number} at
 * @param {number} seen
 * @param {number} whole
 */
function within(at, seen, whole) {
  if (seen < whole) return inside(at, seen, whole, seen * BEYOND);
  const middle = (whole - seen) / 2;
  return middle + Math.max(-seen * 0.35, Math.min(seen * 0.35, at - middle));
}

/**
 * Where a part of a map begins, so that no more than so much beyond its edges is seen; where all of it is
 * seen, it stands in the middle.
 *
 * @param {number} at
 * @param {number} seen how much of the map is seen
 * @param {number} whole how much there is
 * @param {number} beyond
 */
export const inside = (at, seen, whole, beyond) =>
  seen < whole ? Math.max(-beyond, Math.min(whole - seen + beyond, at)) : (whole - seen) / 2;
