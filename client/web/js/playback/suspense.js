// What the page keeps to itself while dice are still to be seen fall: pure functions of the state.

/**
 * @import { PlaybackStep } from "../../schema.js"
 * @import { State } from "../state.js"
 */

/** Steps after which it is known how something came out. */
const TELLING = new Set(["fire", "loss", "reveal"]);

/** @param {PlaybackStep} step */
const tells = ({ kind, fallen }) => TELLING.has(kind) || fallen.length > 0;

/**
 * Whether dice are still to be seen fall: those of steps to come, or of entries that are not loaded yet. The
 * end of a game waits for all that led to it. Who plays back on purpose what is long past knows how it came
 * out.
 *
 * @param {State} state as the node has told it
 */
export function awaitsDice({ playback: playing, picture }) {
  if (!playing || playing.asked) return false;
  const ended = Boolean(picture.turn?.outcome) && !playing.told.turn?.outcome;
  const rest = playing.until < picture.table.entries;
  if (ended) return rest || playing.steps.length > 0;
  return (rest && picture.dice !== playing.told.dice) || playing.steps.some(tells);
}

/**
 * The state with the moment of the timeline that is played back, in place of the one it began at.
 *
 * @param {State} state
 * @returns {State}
 */
function atMoment(state) {
  const { playback: playing, picture } = state;
  if (!playing?.seeks) return state;
  const { spaces, battle, dice } = playing;
  return { ...state, picture: { ...picture, spaces, battle, dice } };
}

/**
 * The state without what dice give away that are still to be seen fall: what is asked next, how the
 * game stands, who won. What others say is no part of that.
 *
 * @param {State} state as the node has told it
 * @returns {State}
 */
export function beforeDice(state) {
  const { playback: playing, picture } = state;
  if (!playing || !awaitsDice(state)) return atMoment(state);
  const { spaces, battle, dice, told } = playing;
  const lines = Object.entries(picture.log).filter(
    ([key, { entry }]) => key in told.log || entry === null,
  );
  const fought = picture.turn?.phase === "conduct_combat" && !picture.turn.outcome;
  return {
    ...state,
    picture: {
      ...picture,
      spaces,
      battle,
      dice,
      ask: null,
      turn: fought
        ? picture.turn
        : told.turn && { ...told.turn, waived: picture.turn?.waived ?? told.turn.waived },
      powers: told.powers,
      plans: Object.fromEntries(
        Object.entries(told.plans).filter(([space]) => space !== battle?.space), // it is fought
      ),
      log: Object.fromEntries(lines),
      table: {
        ...picture.table,
        waiting: [],
        waits: [],
        owing: null,
        declined: null,
        ending: told.table.ending,
      },
    },
  };
}
