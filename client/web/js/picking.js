// What a click on a stack makes of the pieces that are in hand.

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
