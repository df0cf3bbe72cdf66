// To which complexes new units are charged that several could place (BG-10.1), as
// `engine.economy.charging` has it.

/** @import { MobilizeForm } from "../schema.js" */

/**
 * @typedef {object} Unit
 * @property {string} kind
 * @property {string | null} at where it stands; null for one that still waits
 * @property {readonly string[]} complexes that could place it, the one that does first
 */

/**
 * Charges units so that as many as possible of those that wait can still be placed.
 *
 * A greatest matching of units and complexes, by augmenting paths; units that stand somewhere come
 * first.
 *
 * @param {MobilizeForm} form
 * @param {readonly Unit[]} standing
 * @returns {readonly string[] | null} the complex of each unit; null if they find no room
 */
export function charged(form, standing) {
  const units = [...standing, ...waiting(form, standing)];
  /** @type {(string | undefined)[]} */
  const by = [];
  const users = (/** @type {string} */ complex) =>
    units.flatMap(({ kind }, i) => (by[i] === complex && form.uses[kind] ? [i] : []));
  /** @type {(i: number, tried: Set<string>) => boolean} */
  const place = (i, tried) => {
    const { kind, complexes } = units[i];
    const found = complexes.find((complex) => {
      if (!form.uses[kind]) return true;
      if (tried.has(complex)) return false;
      tried.add(complex);
      const room = form.rooms[complex];
      const holders = users(complex);
      return room === null || holders.length < room || holders.some((other) => place(other, tried));
    });
    if (found !== undefined) by[i] = found;
    return found !== undefined;
  };
  const fits = standing.every((_, i) => place(i, new Set()));
  if (!fits) return null;
  for (let i = standing.length; i < units.length; i++) place(i, new Set());
  return standing.map((_, i) => by[i] ?? "");
}

/**
 * Complexes that could place a unit of a kind in a space, or anywhere; `first` before the others.
 *
 * @param {MobilizeForm} form
 * @param {string} kind
 * @param {string | null} at
 * @param {string} [first]
 */
export function complexesFor(form, kind, at, first) {
  const able = Object.entries(form.slots[kind]).flatMap(([complex, spaces]) =>
    (at === null ? spaces.length : spaces.includes(at)) ? [complex] : [],
  );
  return first === undefined ? able : [first, ...able.filter((complex) => complex !== first)];
}

/**
 * @param {MobilizeForm} form
 * @param {readonly Unit[]} standing
 * @returns {Unit[]}
 */
const waiting = (form, standing) =>
  Object.entries(form.waiting).flatMap(([kind, count]) => {
    const left = count - standing.filter((unit) => unit.kind === kind).length;
    const complexes = complexesFor(form, kind, null);
    return Array.from({ length: Math.max(0, left) }, () => ({ kind, at: null, complexes }));
  });
