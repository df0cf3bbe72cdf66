// A clock that is wrong: no rule asks one, but times are shown by it, and absence is counted by it.

/**
 * @import { State } from "../state.js"
 * @import { Line } from "../../schema.js"
 */

import { h } from "../h.js";
import { amount } from "../units.js";

const APART = 10; // minutes by which clocks may differ and nobody need care

/**
 * Whose clocks contradict each other: one has signed an entry that follows the other's, and yet was
 * signed before it. What two have shown last holds, so that a clock that was set right is forgotten.
 *
 * @param {readonly Line[]} lines of the log
 * @returns {{ ahead: Line, behind: Line, minutes: number } | null}
 */
export function contradiction(lines) {
  /** @type {Map<string, { ahead: Line, behind: Line, minutes: number }>} */
  const found = new Map();
  /** @type {Line | null} */
  let last = null;
  for (const line of lines) {
    if (line.minute === null) continue;
    if (last?.minute && last.seat !== line.seat) {
      const pair = `${last.seat} ${line.seat}`;
      const minutes = last.minute - line.minute;
      found.delete(pair);
      if (minutes > APART) found.set(pair, { ahead: last, behind: line, minutes });
    }
    last = line;
  }
  return [...found.values()].at(-1) ?? null;
}

/**
 * That a clock is wrong, perhaps the player's own.
 *
 * @param {State} state
 */
export function clocks({ picture }) {
  const found = contradiction(Object.values(picture.log));
  if (!found) return null;
  const whose = (/** @type {Line} */ { seat, who }) =>
    seat === picture.table.seat ? "yours" : `${who}'s`;
  const { ahead, behind, minutes } = found;
  const [size, unit] =
    minutes >= 2880 ? [1440, "day"] : minutes >= 120 ? [60, "hour"] : [1, "minute"];
  return h(
    "p",
    { class: "why", role: "status" },
    `Two clocks differ by ${amount(null, Math.floor(minutes / size), unit)}: ${whose(ahead)} is ahead of ${whose(behind)}. Nothing is lost, and no clock decides anything in the game; but the times shown are wrong, and somebody may seem to be away too early. Set the wrong one right.`,
  );
}
