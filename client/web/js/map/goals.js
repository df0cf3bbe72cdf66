// Where on the map something is asked: the view goes there.

/**
 * @import { Form } from "../../schema.js"
 * @import { State } from "../state.js"
 */

import { question } from "../state.js";

/**
 * The capital of who is asked, else of a power of one's own; a territory, if it has no capital.
 *
 * @param {State} state
 */
export function home(state) {
  const powers = state.board?.powers ?? {};
  const own = Object.keys(powers).find((power) => state.picture.powers[power]?.mine);
  const power = question(state)?.power ?? own ?? "";
  const { spaces } = state.picture;
  const held = Object.keys(spaces).find((name) => spaces[name].control === power);
  return powers[power]?.capital ?? held ?? null;
}

/**
 * Where something is to be placed.
 *
 * @param {Form | undefined} form
 * @returns {readonly string[]}
 */
export function placesOf(form) {
  switch (form?.kind) {
    case "opening":
      return Object.keys(form.printed);
    case "mobilize":
      return Object.values(form.slots).flatMap((slots) => Object.values(slots).flat());
    case "place_subs":
      return form.slots.map(({ at }) => at);
    default:
      return [];
  }
}
