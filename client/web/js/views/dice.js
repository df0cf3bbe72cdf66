// Dice, as the battle board and some questions show them.

/** @import { Board, ShotSeen } from "../../schema.js" */

import { h } from "../h.js";
import { icon, unitName } from "../units.js";

/**
 * @param {number} value
 * @param {boolean} hit
 */
export const die = (value, hit) =>
  h(
    "span",
    { class: `die${hit ? " hit" : ""}`, title: `${value}${hit ? ", a hit" : ""}` },
    String(value),
  );

/**
 * Dice of units that are alike; whose they are is said where their place does not say it.
 *
 * @param {Board | null} board
 * @param {ShotSeen} shot
 * @param {boolean} [placed] whether their place says whose they are
 */
export function shot(board, { role, kind, strength, dice, hits, sure }, placed = false) {
  const who = `${role} ${unitName(board, kind)}, hits on ${strength} or less`;
  const fell = dice.map(([value, hit]) => `${value}${hit ? " (a hit)" : ""}`).join(", ");
  return h(
    "span",
    { class: `shot ${role}`, role: "img", "aria-label": `${who}: ${fell}; ${told(hits, sure)}` },
    h(
      "small",
      { title: who },
      placed ? icon(board, kind) : `${role} ${unitName(board, kind)}`,
      ` ≤${strength}`,
    ),
    dice.map(([value, hit]) => die(value, hit)),
    sure ? h("small", {}, `${sure} sure`) : null,
    h("b", {}, told(hits, 0)),
  );
}

/**
 * @param {number} hits
 * @param {number} sure how many of them need no die
 */
const told = (hits, sure) =>
  `${hits === 1 ? "1 hit" : `${hits || "no"} hits`}${sure ? `, ${sure} of them sure` : ""}`;
