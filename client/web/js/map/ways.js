// Arrows on the map: from space to space, over the seam of a map that wraps.

/**
 * @import { DrawnMap, Leg } from "../../schema.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { whereIs } from "../state.js";

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

/**
 * The arrow of a move that is not sent; a cross on the one that is lit up takes it back.
 *
 * @param {State} state
 * @param {DrawnMap} map
 * @param {Leg} leg
 * @param {number} number
 * @param {number} scale pixels for a unit of the map
 */
export function stagedArrow(state, map, { route, pieces }, number, scale) {
  const through = points(map, route);
  const d = path(through);
  const [end, before] = [through[through.length - 1], through[through.length - 2]];
  if (!end || !before || pieces.every((id) => whereIs(state, id) === null)) return null;
  const [x, y] = [(end[0] + before[0]) / 2, (end[1] + before[1]) / 2];
  const lit = state.leg === number;
  return h(
    "g",
    { class: lit ? "move lit" : "move", "data-leg": number, key: `${pieces}` },
    h("path", { class: "reach", d }),
    h("path", { class: "plan", d }),
    lit
      ? h(
          "g",
          { class: "cross", transform: `translate(${x} ${y}) scale(${1 / scale})` },
          h("circle", { r: 12 }),
          h("path", { d: "M-5 -5L5 5M5 -5L-5 5" }),
        )
      : null,
  );
}
