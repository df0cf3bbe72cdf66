// What the steps of the guided turn ask of the state, by the names that they use.

/** @import { State } from "../state.js" */

import { chosenFor } from "../forms/index.js";
import { pieces, question, usable, whereIs } from "../state.js";

/** Where the fleet of the guided turn lies, where it is to go, and who comes after it from where. */
export const [HOME, GOAL, RESERVE] = ["SZ Hawaii", "SZ Wake", "SZ Midway"];

/** @type {Readonly<Record<string, (state: State) => boolean>>} */
export const FACTS = {
  "a decoy is chosen": ({ choice }) =>
    Object.values(/** @type {Record<string, readonly number[]>} */ (choice?.value ?? {})).some(
      (sizes) => Array.isArray(sizes) && sizes.includes(0),
    ),
  "a submarine is chosen": ({ choice }) => {
    const value = /** @type {{ units?: Record<string, number> } | undefined} */ (choice?.value);
    return (value?.units?.submarine ?? 0) > 0;
  },
  "the trackers are open": ({ tab, sheet, narrow }) =>
    tab === "powers" && (!narrow || sheet === "tab"),
  "the tracker was read": ({ lesson }) => lesson.read.has("tracker"),
  "the fleet is looked at": ({ space }) => space === HOME,
  "the fleet is in hand": (state) => {
    const fleet = pieces(state, HOME).filter((one) => usable(state, one));
    return fleet.length > 0 && fleet.every(({ id }) => state.picked.has(id));
  },
  "other pieces are in hand": (state) =>
    state.picked.size > 0 && ![...state.picked].some((id) => whereIs(state, id) === HOME),
  "the fleet sails": (state) => legs(state).includes(GOAL),
  "others sail": (state) => legs(state).some((to) => to !== GOAL),
  "tokens were turned up": ({ picture }) =>
    Object.values(picture.log).some(({ kind }) => kind === "tokens_revealed"),
  "a battle goes on": ({ picture }) => picture.battle !== null,
  "the token at the Carolines is known": ({ picture }) =>
    (picture.spaces["SZ Carolines"]?.tokens ?? []).some(({ group }) => group !== null),
  "the tokens at Midway are looked at": ({ space }) => space === RESERVE,
  "the tokens at Midway are in hand": (state) =>
    [...state.picked].some((id) => whereIs(state, id) === RESERVE),
  "tokens join the fleet": ({ picture }) =>
    (picture.spaces[GOAL]?.tokens ?? []).filter(({ mine }) => mine).length > 1,
  "the tokens at Wake can be shuffled": (state) =>
    (question(state)?.actions ?? []).some((form) => form.kind === "shuffle" && GOAL in form.zones),
  "a new token is chosen": (state) => {
    const value = /** @type {{ drops?: readonly unknown[] } | null} */ (chosenFor(state));
    return (value?.drops?.length ?? 0) > 0;
  },
  "moves are played back": ({ playback }) => playback !== null,
  "Japan's moves are played back": ({ playback }) => playback?.steps[0]?.power === "Japan",
  "your battle is played back": ({ playback, picture }) =>
    playback !== null && Object.values(picture.log).some(({ kind }) => kind === "tokens_revealed"),
  "a round is over": ({ picture }) => (picture.turn?.round ?? 1) > 1,
  "the other plays": (state) => question(state) === null && !state.picture.turn?.outcome,
};

/**
 * Where staged moves end.
 *
 * @param {State} state
 */
const legs = ({ picture }) =>
  (picture.ask?.moves ?? []).map(({ route }) => route[route.length - 1]);
