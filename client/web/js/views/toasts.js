// Short words about what was refused or done: at the table beside the map, elsewhere over the page.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { cited } from "../parts.js";

const MOST = 3;
/** Milliseconds for which words of each kind are shown. */
export const SHOWN = { "": 3500, refused: 7000, said: 9000 };
/** Milliseconds after which whoever goes on has seen a refusal. */
export const READ = 1500;

/** @typedef {{ text: string, kind: "" | "refused" | "said", at: number }} Toast `at`: milliseconds */

/**
 * The toasts with one more; the same words again take the place of the last.
 *
 * @param {readonly Toast[]} toasts
 * @param {string} text
 * @param {Toast["kind"]} kind
 * @param {number} at
 * @returns {Toast[]}
 */
export function withToast(toasts, text, kind, at) {
  const kept = toasts.at(-1)?.text === text ? toasts.slice(0, -1) : toasts;
  return [...kept, { text, kind, at }].slice(-MOST);
}

/**
 * Whether the strip below the map has room for them; a dialog would lie over it.
 *
 * @param {State} state
 */
const inStrip = ({ board, dialog, picture: { table } }) =>
  board !== null && dialog === null && table.mode !== "entrance" && table.mode !== "lobby";

/**
 * What lies over the page.
 *
 * @param {State} state
 * @param {Acts} act
 */
export const toasts = (state, act) => (inStrip(state) ? null : drawn(act, state.toasts));

/**
 * What stands in the strip below the map, the latest first.
 *
 * @param {State} state
 * @param {Acts} act
 */
export const told = (state, act) => (inStrip(state) ? drawn(act, state.toasts.toReversed()) : null);

/**
 * @param {Acts} act
 * @param {readonly Toast[]} all
 */
const drawn = (act, all) =>
  all.map(({ text, kind, at }) => {
    const [what, ...advice] = text.split("\n").map((line) => line.trim());
    return h(
      "p",
      { class: `toast ${kind}`, key: at },
      h("span", {}, cited(act, what ?? "")),
      advice.length ? h("small", {}, cited(act, advice.join(" "))) : null,
    );
  });
