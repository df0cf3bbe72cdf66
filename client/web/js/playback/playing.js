// What the map shows while the past is played back: pure functions from one step to the next.

/**
 * @import { Battle, Dice, Picture, PlaybackStep, Space, Token, Turn } from "../../schema.js"
 * @import { State } from "../state.js"
 */

import { looksBack } from "../state.js";
import { beforeDice } from "./suspense.js";

/**
 * A part of the past that is played back, and the board as it was then.
 *
 * @typedef {object} Playing
 * @property {number} from how many entries had been told before the first step
 * @property {number} until how many had been told at the end of what is loaded
 * @property {readonly PlaybackStep[]} steps the one that is shown, and those to come
 * @property {Readonly<Record<string, Space>>} spaces
 * @property {Battle | null} battle
 * @property {Dice | null} dice
 * @property {Turn | null} turn of the step that is shown
 * @property {boolean} paused
 * @property {boolean} asked whether the player asked for it
 * @property {boolean} seeks whether it goes along the timeline, which is to follow it
 * @property {boolean} own whether it began in a turn of the player's
 * @property {Picture} told what had been told before the first step
 */

/** @typedef {"slow" | "normal" | "fast" | "off"} Speed */

/** Milliseconds for which each kind of step is shown, at normal speed. */
const LASTS = {
  move: 1000,
  attack: 1000,
  fire: 1200,
  loss: 900,
  reveal: 1500,
  shuffle: 1100,
  dive: 1000,
  capture: 900,
  place: 700,
  turn: 900,
  told: 600,
};
const FACTOR = { slow: 2, normal: 1, fast: 0.4, off: 1 };
/** Milliseconds more for each space of a way after the first two. */
const EACH_SPACE = 150;
/** From how many steps on those that wait make the others go faster. */
const CROWD = 30;
/** Steps that are played unasked; of more, the card tells. */
export const MOST = 300;

/** Steps whose outcome is seen only when they are over. */
const LATE = new Set(["move", "loss"]);
/** What the player did is on the map already when it is signed: only what came of it is played. */
const DONE = new Set(["move", "place", "told", "turn"]);

/**
 * The board is held as it was before some entries, until they are loaded and played.
 *
 * @param {Picture} before
 * @param {boolean} asked
 * @returns {Playing}
 */
export const held = (before, asked) => ({
  from: before.table.entries,
  until: before.table.entries,
  steps: [],
  spaces: before.spaces,
  battle: before.battle,
  dice: before.dice,
  turn: before.turn,
  paused: false,
  asked,
  seeks: false,
  own: before.powers[before.turn?.active ?? ""]?.mine ?? false,
  told: before,
});

/**
 * Steps are loaded: those that are worth a look are to be shown, and the first of them begins.
 *
 * @param {Playing} playing
 * @param {readonly PlaybackStep[]} steps
 * @param {number} until
 * @param {number | null} seat the player's own
 * @returns {Playing}
 */
export function loaded(playing, steps, until, seat) {
  const idle = !playing.steps.length;
  const now = { ...playing, until, steps: [...playing.steps, ...steps] };
  return idle ? entered(now, seat) : now;
}

/**
 * The step that is shown is over, and the next begins.
 *
 * @param {Playing} playing
 * @param {number | null} seat
 * @returns {Playing}
 */
export function advanced(playing, seat) {
  const [over, ...rest] = playing.steps;
  if (!over) return playing;
  const after = LATE.has(over.kind) ? outcome(playing, over) : playing;
  return entered({ ...after, steps: rest }, seat);
}

/**
 * The first step begins, after those that are not worth a look.
 *
 * @param {Playing} playing
 * @param {number | null} seat
 * @returns {Playing}
 */
function entered(playing, seat) {
  let now = playing;
  while (now.steps.length) {
    const [step, ...rest] = now.steps;
    if (playing.asked || step.seat !== seat || !DONE.has(step.kind)) {
      return LATE.has(step.kind) ? begun(now, step) : outcome(begun(now, step), step);
    }
    now = { ...outcome(begun(now, step), step), steps: rest };
  }
  return now;
}

/**
 * The board after a step. What was known of a token stays known.
 *
 * @param {Playing} playing
 * @param {PlaybackStep} step
 * @returns {Playing}
 */
function outcome(playing, step) {
  const changed = Object.keys(step.spaces).length > 0;
  const spaces = changed ? { ...playing.spaces, ...known(playing.spaces, step.spaces) } : null;
  return { ...playing, spaces: spaces ?? playing.spaces, battle: step.battle };
}

/**
 * @param {Readonly<Record<string, Space>>} before
 * @param {Readonly<Record<string, Space>>} after
 */
function known(before, after) {
  if (!Object.values(after).some(({ tokens }) => tokens.some(({ group }) => group === null)))
    return after;
  /** @type {Map<number, Token>} */
  const tokens = new Map();
  for (const space of Object.values(before)) {
    for (const token of space.tokens) tokens.set(token.id, token);
  }
  const of = (/** @type {Token} */ token) => {
    const old = token.group === null ? tokens.get(token.id) : undefined;
    if (!old) return token;
    return { ...token, group: old.group, size: old.size, open: old.open, odds: old.odds };
  };
  return Object.fromEntries(
    Object.entries(after).map(([name, space]) => [
      name,
      { ...space, tokens: space.tokens.map(of) },
    ]),
  );
}

/**
 * A step begins: its turn is the one that is shown, and what falls with it comes onto the battle board.
 *
 * @param {Playing} playing
 * @param {PlaybackStep} step
 * @returns {Playing}
 */
function begun(playing, { clash, fallen, turn }) {
  const now = { ...playing, turn };
  if (!clash && !fallen.length) return now;
  const dice = playing.dice ?? { latest: null, end: null, earlier: [] };
  if (clash) return { ...now, dice: { ...dice, end: null, latest: { ...clash, steps: fallen } } };
  if (!dice.latest) return now;
  const steps = [...dice.latest.steps, ...fallen];
  return { ...now, dice: { ...dice, latest: { ...dice.latest, steps } } };
}

/**
 * Milliseconds for which the first step is shown: fewer where many wait.
 *
 * @param {Playing} playing
 * @param {Speed} speed
 */
export function lasting({ steps, asked }, speed) {
  const [step] = steps;
  const longest = Math.max(0, ...step.legs.map(({ route }) => route.length - 2));
  const alone = (LASTS[step.kind] + Math.min(4, longest) * EACH_SPACE) * FACTOR[speed];
  return asked ? alone : alone * Math.min(1, CROWD / steps.length);
}

/**
 * The state as the map and the battle board show it: while the past is played back, as it was.
 *
 * @param {State} state
 * @returns {State}
 */
export function shown(state) {
  const { playback: playing } = state;
  if (!playing) return state;
  const { spaces, battle, dice } = playing;
  return { ...state, picture: { ...beforeDice(state).picture, spaces, battle, dice } };
}

/**
 * The turn that is shown: of what is played back, else as it stands.
 *
 * @param {State} state
 */
export const turnOf = ({ playback, picture }) => (playback ? playback.turn : picture.turn);

/**
 * The step that is shown.
 *
 * @param {State} state
 */
export const stepOf = ({ playback }) => playback?.steps[0] ?? null;

/**
 * Whether entries that have just come are played back: those that others have signed while this
 * page was looked at. Who looks back at the past by a timeline plays nothing.
 *
 * @param {State} before
 * @param {Picture} now
 */
export function isPlayed(before, now) {
  const { table, page } = now;
  const was = before.picture.table;
  return (
    page.speed !== "off" &&
    !before.away &&
    !looksBack({ picture: now }) &&
    !looksBack(before) &&
    before.board !== null &&
    was.mode === table.mode &&
    (table.mode === "play" || table.mode === "watch") &&
    table.entries > was.entries
  );
}

/**
 * What is heard of a step.
 *
 * @param {PlaybackStep} step
 */
export const spoken = ({ text, matters }) => (matters ? `${text}. ${matters}` : text);
