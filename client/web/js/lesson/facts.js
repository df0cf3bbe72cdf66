// What the steps of the guided turn ask of the state, by the names that they use.

/** @import { State } from "../state.js" */

import { chosenFor } from "../forms/index.js";
import { mine, pieces, question, usable, whereIs } from "../state.js";

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
  "the trackers were opened": ({ lesson, tab, sheet, narrow }) =>
    lesson.read.has("trackers") || (tab === "powers" && (!narrow || sheet === "tab")),
  "the fleet is looked at": ({ space }) => space === HOME,
  "the fleet is in hand": (state) => {
    const fleet = pieces(state, HOME).filter((one) => usable(state, one));
    return state.ordered || (fleet.length > 0 && fleet.every(({ id }) => state.picked.has(id)));
  },
  "other pieces are in hand": (state) =>
    state.picked.size > 0 && ![...state.picked].some((id) => whereIs(state, id) === HOME),
  "the fleet sails": (state) => legs(state).includes(GOAL),
  "the fleet has gone elsewhere": (state) =>
    legs(state).length > 0 && !pieces(state, HOME).some((one) => usable(state, one)),
  "your destroyer comes along": (state) =>
    pieces(state, GOAL).some(({ kind, power }) => kind === "destroyer" && mine(state, power)),
  "your group was seen": (state) => own(state, GOAL).some(({ open }) => open),
  "tokens were turned up": ({ picture }) =>
    Object.values(picture.log).some(({ kind }) => kind === "tokens_revealed"),
  "a decoy of Japan was turned up": ({ picture }) =>
    Object.values(picture.log).some(
      ({ kind, text }) => kind === "tokens_revealed" && text.includes("(Japan, a decoy)"),
    ),
  "a battle goes on": ({ picture }) => picture.battle !== null,
  "the token at the Carolines is known": ({ picture }) =>
    (picture.spaces["SZ Carolines"]?.tokens ?? []).some(({ group }) => group !== null),
  "the tokens at Midway are looked at": ({ space }) => space === RESERVE,
  "the tokens at Midway are in hand": (state) =>
    state.ordered || [...state.picked].some((id) => whereIs(state, id) === RESERVE),
  "no token is at Midway": (state) => own(state, RESERVE).length === 0,
  "several tokens are at Wake": (state) => own(state, GOAL).length > 1,
  "the tokens at Wake can be shuffled": (state) =>
    (question(state)?.actions ?? []).some(
      (form) =>
        form.kind === "shuffle" &&
        own(state, GOAL).some(({ id }) => form.classes.some((these) => these.includes(id))),
    ),
  "other units are to be placed": (state) => {
    const form = question(state)?.form;
    return (
      form?.kind === "mobilize" &&
      Object.values(form.slots).some((slots) => Object.values(slots).some((at) => at.length > 0))
    );
  },
  "no submarine is to be placed": (state) => {
    const form = question(state)?.form;
    return form?.kind === "place_subs" && form.waiting === 0;
  },
  "a new token is chosen": (state) => {
    const value = /** @type {{ drops?: readonly unknown[] } | null} */ (chosenFor(state));
    return (value?.drops?.length ?? 0) > 0;
  },
  "Japan's moves are played back": ({ playback }) => playback?.steps[0]?.power === "Japan",
  "your battle is played back": ({ playback, picture }) =>
    playback !== null && Object.values(picture.log).some(({ kind }) => kind === "tokens_revealed"),
  "a round is over": ({ picture }) => (picture.turn?.round ?? 1) > 1,
  "the other plays": (state) =>
    question(state) === null && !state.picture.turn?.outcome && hasTokens(state),
};

/**
 * The learner's tokens in a space.
 *
 * @param {State} state
 * @param {string} space
 */
export const own = ({ picture }, space) =>
  (picture.spaces[space]?.tokens ?? []).filter((token) => token.mine);

/**
 * Whether the learner's submarines lie under tokens yet: before, nobody plays.
 *
 * @param {State} state
 */
const hasTokens = ({ picture }) =>
  Object.values(picture.spaces).some(({ tokens }) => tokens.some((token) => token.mine));

/**
 * Where staged moves end.
 *
 * @param {State} state
 */
const legs = ({ picture }) =>
  (picture.ask?.moves ?? []).map(({ route }) => route[route.length - 1]);
