// What a player who looks elsewhere is called back for.

/** @import { State } from "../state.js" */

import { question } from "../state.js";

/**
 * @typedef {object} Call
 * @property {"turn" | "battle" | "decision" | "proposal" | "over"} kind
 * @property {string} title
 * @property {string} body
 * @property {string | null} space that it is about
 */

/**
 * What has come up since a state before; null if nothing that anybody waits for.
 *
 * @param {State} state
 * @param {State} before
 * @param {boolean} waited whether the player has waited for others since the question before
 * @returns {Call | null}
 */
export function callOf(state, before, waited) {
  const { picture } = state;
  if (!before.board || before.link !== "open" || picture.table.mode !== "play") return null;
  const { outcome } = picture.turn ?? {};
  if (outcome) {
    if (before.picture.turn?.outcome) return null;
    const won = outcome.winner ? `Won by ${outcome.winner}` : "Nobody has won";
    const body = `${won}: ${outcome.why}`;
    return { kind: "over", title: "The game is over", body, space: null };
  }
  const known = new Set(before.picture.table.proposals.map(({ id }) => id));
  const proposed = picture.table.proposals.find(
    ({ id, can }) => !known.has(id) && can.includes("accept"),
  );
  if (proposed) {
    const title = "A proposal to sign or refuse";
    return { kind: "proposal", title, body: proposed.words, space: null };
  }
  const asked = question(state);
  if (!asked || question(before) || !waited) return null;
  const first = picture.turn?.phases[0] === picture.turn?.phase;
  if (first && asked.power === picture.turn?.active)
    return { kind: "turn", title: `Your turn: ${asked.power}`, body: asked.asks, space: null };
  if (picture.battle) {
    const title = `${asked.power} decides in ${picture.battle.space}`;
    return { kind: "battle", title, body: asked.asks, space: picture.battle.space };
  }
  const title = `${asked.power}: your decision`;
  return { kind: "decision", title, body: asked.asks, space: asked.space };
}
