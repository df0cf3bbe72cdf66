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
export const shot = (board, { role, kind, strength, dice, hits, sure }, placed = false) =>
  h(
    "span",
    { class: `shot ${role}` },
    h(
      "small",
      { title: `${role} ${unitName(board, kind)}, hits on ${strength} or less` },
      placed ? icon(board, kind) : `${role} ${unitName(board, kind)}`,
      ` ≤${strength}`,
    ),
    dice.map(([value, hit]) => die(value, hit)),
    sure ? h("small", {}, `${sure} sure`) : null,
    h("b", {}, hits === 1 ? "1 hit" : `${hits || "no"} hits`),
  );
