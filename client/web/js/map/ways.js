// Arrows on the map: from space to space, over the seam of a map that wraps.

/**
 * @import { DrawnMap, Leg } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Box } from "./viewport.js"
 */

import { h } from "../h.js";
import { whereIs } from "../state.js";

/** How far back from its end, as parts of a step, an arrow may have its cross, the best first. */
const BACK = [0.4, 0.3, 0.5, 0.6, 0.7, 0.8];
/** How large a cross is, in pixels from its middle. */
const CROSS = 12;

/**
 * What the chips of a space cover, as it is drawn with its anchor at a point; null for nothing.
 *
 * @typedef {(space: string, anchor: readonly [number, number]) => Box | null} Covered
 */

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
 * A way that ends at the edge of what stands at its goal, so that its arrowhead is seen.
 *
 * @param {readonly (readonly [number, number])[]} through
 * @param {Box | null} covered what stands there, in units of the map: left, top, width, height
 * @returns {readonly (readonly [number, number])[]}
 */
export function cut(through, covered) {
  const [end, before] = [through[through.length - 1], through[through.length - 2]];
  if (!covered || !before || !within(covered, end) || within(covered, before)) return through;
  const [left, top, wide, high] = covered;
  const [dx, dy] = [before[0] - end[0], before[1] - end[1]];
  const across = dx ? ((dx > 0 ? left + wide : left) - end[0]) / dx : Infinity;
  const along = dy ? ((dy > 0 ? top + high : top) - end[1]) / dy : Infinity;
  const part = Math.min(across, along);
  return [...through.slice(0, -1), [end[0] + part * dx, end[1] + part * dy]];
}

/**
 * @param {Box} box
 * @param {readonly [number, number]} point
 */
const within = ([left, top, wide, high], [x, y]) =>
  x >= left && x <= left + wide && y >= top && y <= top + high;

/**
 * The points of a way up to what stands at its goal.
 *
 * @param {DrawnMap} map
 * @param {readonly string[]} route
 * @param {Covered} covered
 */
export function wayTo(map, route, covered) {
  const through = points(map, route);
  const end = through[through.length - 1];
  return end ? cut(through, covered(route[route.length - 1], end)) : through;
}

/**
 * The path of a way.
 *
 * @param {readonly (readonly [number, number])[]} through
 */
export const path = (through) => `M${through.map(([x, y]) => `${x} ${y}`).join("L")}`;

/**
 * The arrow of a move that is not sent, or of one that is planned while nothing is asked.
 *
 * @param {State} state
 * @param {DrawnMap} map
 * @param {Leg} leg
 * @param {number} number
 * @param {Covered} covered
 */
export function stagedArrow(state, map, { route, pieces }, number, covered) {
  const through = wayTo(map, route, covered);
  const d = path(through);
  if (pieces.every((id) => whereIs(state, id) === null)) return null;
  const planned = state.picture.ask ? "" : " planned";
  return h(
    "g",
    {
      class: `move${planned}${state.leg === number ? " lit" : ""}`,
      "data-leg": number,
      "data-x": through.at(-1)?.[0],
      key: `${pieces}`,
    },
    h("path", { class: "reach", d }),
    h("path", { class: "plan", d }),
  );
}

/**
 * The arrow of a move that is planned, while others are given.
 *
 * @param {DrawnMap} map
 * @param {{ route: readonly string[] }} move
 * @param {Covered} covered
 */
export function intendedArrow(map, { route }, covered) {
  const through = wayTo(map, route, covered);
  return h("path", { class: "plan intended", d: path(through), "data-x": through.at(-1)?.[0] });
}

/**
 * The way of what is in hand to the space that is pointed at.
 *
 * @param {DrawnMap} map
 * @param {readonly string[]} way
 */
export function shownWay(map, way) {
  const through = points(map, way);
  return h("path", { class: "way", d: path(through), "data-x": through.at(-1)?.[0] });
}

/**
 * Which copy of a map that wraps is nearest to the middle of the view: how many maps it lies to the east.
 *
 * @param {Pick<DrawnMap, "wraps" | "width">} map
 * @param {number} middle
 * @param {number} x of what is drawn
 */
export const copyOf = (map, middle, x) => (map.wraps ? Math.round((middle - x) / map.width) : 0);

/**
 * The cross that takes back the move that is lit up; it lies above all chips.
 *
 * @param {State} state
 * @param {DrawnMap} map
 * @param {readonly Leg[]} moves
 * @param {number} scale pixels for a unit of the map
 * @param {Covered} covered
 */
export function cross({ leg }, map, moves, scale, covered) {
  const lit = leg === null ? undefined : moves[leg];
  const found = lit ? crossing(map, wayTo(map, lit.route, covered), scale, covered) : null;
  if (!found) return null;
  const [x, y] = found;
  return h(
    "g",
    { "data-x": x },
    h(
      "g",
      {
        class: "cross",
        "data-leg": leg,
        transform: `translate(${x} ${y}) scale(${1 / scale})`,
      },
      h("circle", { class: "touch", r: 20 }),
      h("circle", { r: CROSS }),
      h("path", { d: "M-5 -5L5 5M5 -5L-5 5" }),
    ),
  );
}

/**
 * Where a way has its cross: near its end, but not over what stands on the map, if it can be.
 *
 * @param {DrawnMap} map
 * @param {readonly (readonly [number, number])[]} through
 * @param {number} scale
 * @param {Covered} covered
 * @returns {readonly [number, number] | null}
 */
export function crossing(map, through, scale, covered) {
  const back = through.toReversed();
  const places = back.slice(1).flatMap((before, i) =>
    BACK.map((part) => {
      const [x, y] = [0, 1].map((axis) => back[i][axis] + (before[axis] - back[i][axis]) * part);
      return /** @type {const} */ ([x, y]);
    }),
  );
  const room = CROSS / scale;
  const clear = (/** @type {readonly [number, number]} */ [x, y]) =>
    !Object.entries(map.spaces).some(([name, { anchor }]) => {
      const turn = map.wraps ? Math.round((x - anchor[0]) / map.width) : 0;
      const box = covered(name, [anchor[0] + turn * map.width, anchor[1]]);
      if (!box) return false;
      const [left, top, wide, high] = box;
      return within([left - room, top - room, wide + 2 * room, high + 2 * room], [x, y]);
    });
  return places.find(clear) ?? places[0] ?? null;
}
