// Arrows on the map: from space to space, over the seam of a map that wraps.

/** @import { DrawnMap } from "../../schema.js" */

/**
 * The points of a way, each as near to the one before as the map allows.
 *
 * @param {DrawnMap} map
 * @param {readonly string[]} way
 * @returns {(readonly [number, number])[]}
 */
export function points(map, way) {
  /** @type {number | null} */
  let last = null;
  return way.flatMap((name) => {
    const space = map.spaces[name];
    if (!space) return [];
    const [ax, y] = space.anchor;
    const turn = last !== null && map.wraps ? Math.round((last - ax) / map.width) : 0;
    last = ax + turn * map.width;
    return [/** @type {const} */ ([last, y])];
  });
}

/**
 * The path of a way.
 *
 * @param {readonly (readonly [number, number])[]} through
 */
export const path = (through) => `M${through.map(([x, y]) => `${x} ${y}`).join("L")}`;
