// Words of the guided turn that depend on what the learner has done.

/** @import { State } from "../state.js" */

import { amount } from "../units.js";
import { GOAL, HOME, own, RESERVE } from "./facts.js";

/** @type {Readonly<Record<string, (state: State) => string>>} What stands in braces in a text. */
export const WORDS = {
  "what a mark says": (state) => {
    const found = [...own(state, RESERVE), ...own(state, HOME)].find(({ size }) => size);
    if (!found) return "first the number of the group, then how many submarines it has";
    const { group, size } = found;
    return `${group}·${size} is group number ${group} with ${amount(state.board, size ?? 0, "submarine")}`;
  },
  "what Japan can work out": (state) =>
    own(state, HOME).length === 1
      ? "the only token in SZ Hawaii must hold all three submarines that began there"
      : "how many submarines began in each zone, and how large each group is, all have seen",
  "number of a token": (state) => `#${own(state, HOME)[0]?.id ?? 38}`,
  Click: clicked,
  "how to look": (state) =>
    state.narrow || state.touch
      ? `${clicked(state)} a zone: there each token has what it may hold, with the chances.`
      : "Point at a token on the map: the line below the map tells what it may hold, with the chances.",
  price: ({ board, choice }) => {
    const { units = {} } = /** @type {{ units?: Record<string, number> }} */ (choice?.value ?? {});
    const costs = Object.entries(units).map(([kind, n]) => n * (board?.units[kind]?.cost ?? 0));
    return String(costs.reduce((sum, cost) => sum + cost, 0));
  },
  "mark at the Carolines": ({ picture }) => {
    const token = picture.spaces["SZ Carolines"]?.tokens.find(({ group }) => group !== null);
    return `${token?.group}·${token?.size}`;
  },
  "tokens at Wake": (state) => String(own(state, GOAL).length),
};

/**
 * How a place on the map is chosen.
 *
 * @param {State} state
 */
function clicked({ touch }) {
  return touch ? "Tap" : "Click";
}

/**
 * What a step says of a state.
 *
 * @param {State} state
 * @param {string} text of the step
 */
export const told = (state, text) => text.replace(/\{([^}]+)\}/g, (_, name) => WORDS[name](state));
