// What a message from the node makes of the state: pure, so that it can be told beforehand.

/**
 * @import { Asked, Changes, Picture, Snapshot } from "../schema.js"
 * @import { State } from "./state.js"
 */

import { isSame } from "./forms/index.js";
import { afterChanges } from "./planned.js";
import { held, isPlayed, shown } from "./playback/playing.js";
import { awaitsDice } from "./playback/suspense.js";
import { looksBack, NO_TOKENS, piece, usable } from "./state.js";

const COLLECTIONS = /** @type {const} */ (["seats", "spaces", "powers", "plans", "log"]);
const RECORDS = /** @type {const} */ ([
  "table",
  "page",
  "entrance",
  "agreement",
  "turn",
  "battle",
  "dice",
  "ask",
  "memo",
  "away",
]);

/**
 * A picture with changes made to it.
 *
 * @param {Picture} picture
 * @param {Changes} changes
 * @returns {Picture}
 */
export function applyChanges(picture, changes) {
  const found = { ...picture };
  for (const name of RECORDS) {
    const now = changes[name];
    if (now !== null || changes.cleared.includes(name)) Object.assign(found, { [name]: now });
  }
  for (const name of COLLECTIONS) {
    const removed = changes.gone[name] ?? [];
    if (!removed.length && !Object.keys(changes[name]).length) continue;
    const kept = Object.entries(picture[name]).filter(([key]) => !removed.includes(key));
    Object.assign(found, { [name]: { ...Object.fromEntries(kept), ...changes[name] } });
  }
  return found;
}

/**
 * A state after a snapshot: everything anew, but what is typed and how the page is arranged.
 *
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {State}
 */
export function afterSnapshot(state, { board, picture }) {
  const lines = Object.keys(picture.log).length;
  return {
    ...withQuestion(state, { ...state, board, picture, link: "open", early: "" }),
    picked: new Set(),
    lit: {},
    ordered: false,
    settling: false,
    heard: lines,
    playback: null,
    returned: picture.away !== null,
  };
}

/**
 * A state after changes.
 *
 * @param {State} state
 * @param {Changes} changes
 * @returns {State}
 */
export function afterPatch(state, changes) {
  const picture = applyChanges(state.picture, changes);
  const playback = state.playback ?? (isPlayed(state, picture) ? held(state.picture, false) : null);
  const returned = picture.away !== null && (state.returned || state.away);
  const after = withQuestion(
    state,
    withTalk({ ...state, picture, playback, returned, link: "open" }),
  );
  const { owing, seat } = picture.table;
  const planned = afterChanges(after);
  return withDice(state, { ...after, planned, sent: owing === seat ? after.sent : null });
}

/**
 * What another question undoes: the choice for the last one, and its verdict. It takes no clicks
 * at once, as one who clicks then has not read it.
 *
 * @param {State} before
 * @param {State} state
 * @returns {State}
 */
function withQuestion(before, state) {
  const [old, now] = [before.picture.ask, state.picture.ask];
  const kept = [...state.picked].filter((id) => {
    const one = piece(state, id);
    return one !== null && usable(state, one);
  });
  const held = kept.length < state.picked.size ? { picked: new Set(), lit: {} } : {};
  if (old?.id === now?.id) return { ...state, ...held };
  const question = now?.question ?? null;
  const same = isSame(state.choice?.of ?? null, question);
  const staged = (now?.staged.length ?? 0) - (old?.staged.length ?? 0);
  const undone = staged < 0 && state.given.findLast(({ of }) => isSame(of, question));
  return {
    ...state,
    ...held,
    choice: same
      ? state.choice
      : undone || (isSame(state.kept?.of ?? null, question) ? state.kept : null),
    kept: question ? null : state.kept,
    given: staged > 0 && state.choice ? [...state.given, state.choice] : now ? state.given : [],
    sent: question ? null : (old?.question ?? state.sent),
    tokens: question ? state.tokens : NO_TOKENS,
    ordered: false,
    settling: now !== null,
    pressing: question?.form.kind === "menu" && question.form.battles ? null : state.pressing,
    sheet:
      (question && isOther(old, now) && !awaitsDice(state)) || staged > 0 ? "now" : state.sheet,
    awayOpen: question && isOther(old, now) ? null : state.awayOpen,
    low: state.low && !(question && isOther(old, now) && question.form.kind !== "orders"),
    actionsOpen:
      question?.form.kind === "window" && isOther(old, now)
        ? state.actionsOpen || null
        : state.actionsOpen,
    comers: null,
  };
}

/**
 * Whether another decision, or another power's, is asked.
 *
 * @param {Asked | null} before
 * @param {Asked | null} now
 */
const isOther = (before, now) =>
  before?.question?.name !== now?.question?.name ||
  before?.question?.power !== now?.question?.power;

/**
 * The space that is looked at: where a battle begins, until the player looks elsewhere; with something in
 * hand, where that is.
 *
 * @param {State} state
 * @param {State} before
 */
export function spaceInBattle(state, before) {
  const fought = (/** @type {State} */ one) => shown(one).picture.battle?.space ?? null;
  const now = fought(state);
  return now === null || now === fought(before) || state.picked.size ? state.space : now;
}

/**
 * The sheet of a phone: the battle while its dice are seen fall, and then what is asked, or who has won.
 *
 * @param {State} state
 * @param {State} before
 * @returns {State["sheet"]}
 */
export function sheetInBattle(state, before) {
  const fights = (/** @type {State} */ one) =>
    awaitsDice(one) && shown(one).picture.battle !== null;
  if (!state.narrow) return state.sheet;
  if (fights(state)) return fights(before) || state.sheet !== "now" ? state.sheet : "battle";
  const freed = awaitsDice(before) && !awaitsDice(state);
  const { ask, turn } = state.picture;
  return freed && (ask?.question || turn?.outcome) ? "now" : state.sheet;
}

/**
 * Lines of talk that the player has not looked at.
 *
 * @param {State} state
 * @returns {State}
 */
function withTalk(state) {
  const lines = Object.values(state.picture.log);
  const fresh = newTalk(state);
  const reading = state.tab === "log" && (state.sheet === "tab" || !state.narrow);
  return {
    ...state,
    heard: Math.max(state.heard, lines.length),
    unread: reading ? 0 : state.unread + fresh.length,
  };
}

/**
 * What others have said since lines were last counted.
 *
 * @param {State} state
 */
export const newTalk = ({ picture, heard }) =>
  Object.values(picture.log)
    .slice(heard)
    .filter(({ kind, seat }) => kind === "chat" && seat !== picture.table.seat);

/**
 * Dice that have just fallen are looked at before the battle board folds.
 *
 * @param {State} before
 * @param {State} state
 * @returns {State}
 */
function withDice(before, state) {
  const now = state.picture.dice?.latest;
  const old = before.picture.dice?.latest;
  const fresh =
    now?.steps.length !== old?.steps.length ||
    now?.title !== old?.title ||
    now?.space !== old?.space;
  const space = state.picture.battle?.space ?? null;
  const begins = space !== null && space !== before.picture.battle?.space;
  const { battleBoard } = state;
  return {
    ...state,
    battleBoard: begins
      ? { closed: null, folded: null, fresh: true }
      : { ...battleBoard, fresh: !looksBack(state) && (battleBoard.fresh || fresh) },
  };
}
