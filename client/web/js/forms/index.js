// Every form with the control that answers it.

/**
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Form, FormAnswer, Question } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Asking, Control } from "./control.js"
 */

import { question } from "../state.js";
import { casualties, groups, sides } from "./battle.js";
import { assign, menu, pass, pick, share } from "./choices.js";
import { verdictOn } from "./control.js";
import { mobilize, purchase } from "./economy.js";
import { declare, orders } from "./movement.js";
import { reorganizations } from "./reorganize.js";
import { opening, placeSubs } from "./submarines.js";

/**
 * What is chosen for a question, and not sent.
 *
 * @typedef {object} Choice
 * @property {Question} of the question as it was asked when this was chosen
 * @property {unknown} value of the type that the form's control has
 */

/** @type {{ [K in Form["kind"]]: Control<Extract<Form, { kind: K }>, any> }} */
const CONTROLS = {
  assign,
  casualties,
  declare,
  groups,
  menu,
  mobilize,
  opening,
  orders,
  pick,
  place_subs: placeSubs,
  purchase,
  share,
  sides,
  window: pass,
};

/** Forms that are answered by clicks on the map, too: there the question stays in view. */
export const ON_MAP = new Set([
  "assign",
  "casualties",
  "declare",
  "mobilize",
  "pick",
  "place_subs",
]);

/**
 * The control of a form. What its choices are, it knows itself.
 *
 * @param {Form} form
 * @returns {Control<Form, unknown>}
 */
const control = (form) => /** @type {Control<any, unknown>} */ (CONTROLS[form.kind]);

/**
 * What is chosen for the question at hand; where nothing is yet, what is proposed.
 *
 * @param {State} state
 */
export function chosenFor(state) {
  const asked = question(state);
  if (!asked) return null;
  return state.choice ? state.choice.value : control(asked.form).begin(asked.form);
}

/**
 * Whether a choice for one question can be kept for another: the same was asked before.
 *
 * @param {Question | null} before
 * @param {Question | null} after
 */
export const isSame = (before, after) =>
  before?.name === after?.name &&
  before?.power === after?.power &&
  JSON.stringify(before?.form) === JSON.stringify(after?.form);

/**
 * The question at hand with all that its control needs; null if nothing is asked.
 *
 * @param {State} state
 * @param {Acts} act
 * @returns {Asking<Form, unknown> | null}
 */
function asking(state, act) {
  const asked = question(state);
  if (!asked || !state.board) return null;
  const { form } = asked;
  return {
    state,
    board: state.board,
    question: asked,
    form,
    choice: chosenFor(state),
    choose: (value) => act.choose({ of: asked, value }),
    answer: (answer) => act.answer(answer),
    verdict: verdictOn(state, chosenAnswer(state)),
    act,
  };
}

/**
 * The control of the question at hand, drawn.
 *
 * @param {State} state
 * @param {Acts} act
 * @returns {ComponentChildren}
 */
export function formView(state, act) {
  const found = asking(state, act);
  return found && control(found.form).view(found);
}

/**
 * The answer that the choice stands for, if the rules are to be asked about it.
 *
 * @param {State} state
 * @returns {FormAnswer | null}
 */
function chosenAnswer(state) {
  const form = question(state)?.form;
  return (form && control(form).judged?.(form, chosenFor(state))) ?? null;
}

/**
 * All answers that the rules are to be asked about before they are given: the choice for the
 * question, and actions beside it.
 *
 * @param {State} state
 * @returns {FormAnswer[]}
 */
export function judged(state) {
  const chosen = chosenAnswer(state);
  return [...(chosen ? [chosen] : []), ...reorganizations(state)];
}

/**
 * Spaces that the question at hand offers.
 *
 * @param {State} state
 * @returns {Set<string>}
 */
export function offered(state) {
  const form = question(state)?.form;
  if (!form) return new Set();
  const fixed = "spaces" in form ? [...form.spaces].filter((space) => space !== null) : [];
  return new Set([...fixed, ...(control(form).offered?.(form, chosenFor(state)) ?? [])]);
}

/**
 * Pieces that are chosen for the question at hand; one that takes several hits as often.
 *
 * @param {State} state
 * @returns {number[]}
 */
export function chosenIn(state) {
  const form = question(state)?.form;
  return form ? [...(control(form).chosen?.(form, chosenFor(state)) ?? [])] : [];
}

/**
 * A space was clicked on the map; whether that was all that the click meant.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} space
 */
export function onSpace(state, act, space) {
  const found = asking(state, act);
  return (found && control(found.form).onSpace?.(found, space)) ?? false;
}

/**
 * Pieces were clicked; whether that was all that the click meant.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly number[]} ids
 * @param {boolean} more
 */
export function onPieces(state, act, ids, more) {
  const found = asking(state, act);
  return (found && control(found.form).onPieces?.(found, ids, more)) ?? false;
}
