// Which step of the guided turn is shown.

/**
 * @import { State } from "../state.js"
 * @import { Step } from "./steps.js"
 */

import { question } from "../state.js";
import { FACTS } from "./facts.js";
import { STEPS } from "./steps.js";
import { told } from "./words.js";

/** What comes first, and can have been read while nothing is placed. */
const FIRST = new Set(["", "welcome", "tokens"]);

/**
 * Whether steps were read in a game before this one, of which no token is placed yet.
 *
 * @param {State} state
 */
export const isOfAnother = (state) =>
  state.picture.table.lesson &&
  question(state)?.name === "OpeningGroups" &&
  [...state.lesson.read].some((id) => !FIRST.has(id));

/**
 * The step that a state is at; null if there is nothing to say.
 *
 * @param {State} state
 * @returns {Step | null}
 */
export function stepOf(state) {
  const { read } = state.lesson;
  if (!state.picture.table.lesson || read.has("end")) return null;
  const name = question(state)?.name ?? "";
  const found = STEPS.find(
    ({ id, asks, when = [], unless = [], read: once }) =>
      (asks === undefined || asks === name) &&
      when.every((fact) => FACTS[fact](state)) &&
      !unless.some((fact) => FACTS[fact](state)) &&
      !(once && read.has(id)),
  );
  return found ?? null;
}

/**
 * Whether the guide is to be read first: what is asked can wait.
 *
 * @param {State} state
 */
export const isReading = (state) =>
  state.lesson.open && state.lesson.back === 0 && stepOf(state)?.read === true;

/**
 * The guided turn with the step of a state as the latest that was told, which ends reading back.
 *
 * @param {State} state
 * @returns {State["lesson"]}
 */
export function withStep(state) {
  const step = stepOf(state);
  const { lesson } = state;
  if (!step || lesson.told.at(-1)?.id === step.id) return lesson;
  const { id, title } = step;
  const before = lesson.told.filter((one) => one.id !== id);
  return { ...lesson, back: 0, told: [...before, { id, title, text: told(state, step.text) }] };
}

/**
 * The steps that were told before the one of a state, the latest last.
 *
 * @param {State} state
 */
export function toldBefore(state) {
  const { told: all } = state.lesson;
  return all.at(-1)?.id === stepOf(state)?.id ? all.slice(0, -1) : all;
}
