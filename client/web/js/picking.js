// What a click on a stack makes of the pieces that are in hand.

/** @import { State } from "./state.js" */

import { piece, whereIs } from "./state.js";

/**
 * A stack is put to the pieces that are kept in hand, or down if all of it is there.
 *
 * @param {readonly number[]} ids
 * @param {readonly number[]} kept
 */
export const toggle = (ids, kept) =>
  ids.every((id) => kept.includes(id))
    ? kept.filter((id) => !ids.includes(id))
    : [...new Set([...kept, ...ids])];

/**
 * One more of a stack, beside all that is picked up anywhere; none of it after the last.
 *
 * @param {readonly number[]} ids
 * @param {ReadonlySet<number>} picked
 */
export function oneMore(ids, picked) {
  const next = ids.find((id) => !picked.has(id));
  return next === undefined ? [...picked].filter((id) => !ids.includes(id)) : [...picked, next];
}

/**
 * Whether ships were clicked while land units next to them are in hand, as one does to board them.
 *
 * @param {State} state
 * @param {readonly number[]} ids
 * @param {string} space
 */
export function isBoarding(state, ids, space) {
  const { board, picked } = state;
  const domain = (/** @type {number} */ id) => {
    const one = piece(state, id);
    return one && !one.token ? board?.units[one.kind].domain : null;
  };
  const next = (/** @type {number} */ id) =>
    board?.spaces[space].neighbours.includes(whereIs(state, id) ?? "");
  return (
    ids.some((id) => domain(id) === "sea") &&
    [...picked].some((id) => domain(id) === "land" && next(id))
  );
}
