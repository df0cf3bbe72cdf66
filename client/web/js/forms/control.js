// What a form is to the page: how a choice begins, looks, grows by clicks on the map, is answered.

/**
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Board, FormAnswer, Question } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State, Verdict } from "../state.js"
 */

import { h } from "../h.js";
import { refusal } from "../parts.js";

/**
 * A form with the choice that is made so far, and what can be done with it.
 *
 * @template F, C
 * @typedef {object} Asking
 * @property {State} state
 * @property {Board} board
 * @property {Question} question
 * @property {F} form
 * @property {C} choice
 * @property {(choice: C) => void} choose
 * @property {(answer: FormAnswer) => void} answer
 * @property {Verdict | null} verdict of the rules on the choice, once it is known
 * @property {Acts} act
 */

/**
 * The control that answers a form.
 *
 * @template F, C
 * @typedef {object} Control
 * @property {(form: F) => C} begin the choice that is proposed
 * @property {(asking: Asking<F, C>) => ComponentChildren} view
 * @property {(form: F, choice: C) => FormAnswer | null} [judged] what the rules are asked about
 * @property {(form: F, choice: C) => Iterable<string>} [offered] spaces to be clicked
 * @property {(form: F, choice: C) => Iterable<number>} [chosen] pieces that are chosen
 * @property {(asking: Asking<F, C>, space: string) => boolean} [onSpace]
 *   a space was clicked; whether that was all that the click meant
 * @property {(asking: Asking<F, C>, ids: readonly number[], more: boolean) => boolean} [onPieces]
 *   pieces were clicked, with Shift for one more; whether that was all that the click meant
 */

/**
 * An answer to the question at hand as text, by which verdicts are told apart.
 *
 * @param {State} state
 * @param {FormAnswer} answer
 */
export const judgedText = (state, answer) => JSON.stringify([state.picture.ask?.id, answer]);

/**
 * What the rules say of an answer, once it is known.
 *
 * @param {State} state
 * @param {FormAnswer | null} answer
 * @returns {Verdict | null}
 */
export function verdictOn(state, answer) {
  const text = answer && judgedText(state, answer);
  return state.verdicts.find(({ of }) => of === text) ?? null;
}

/**
 * Why the choice would be refused, if it would.
 *
 * @param {{ act: Acts, verdict: Verdict | null }} asking
 */
export const verdict = ({ act, verdict: found }) =>
  h(
    "div",
    { "aria-live": "polite" },
    found && !found.legal
      ? h("p", { class: "why" }, refusal(act, { rule: found.rule, reason: found.why }))
      : null,
  );

/**
 * A button that gives the only answer, here and from now on, by a standing order.
 *
 * @param {{ act: Acts, state: State }} asking
 * @param {string} answer in words
 */
export function unasked({ act, state }, answer) {
  const standing = state.picture.memo?.standing;
  if (!standing) return null;
  return h(
    "button",
    {
      "data-key": "unasked",
      onClick: () => act.request("orders", { ...standing, only_answers: true }),
    },
    `${answer}, and do not ask again where there is one answer`,
  );
}

/**
 * Whether the rules have refused the choice as it stands.
 *
 * @param {{ verdict: Verdict | null }} asking
 */
export const isRefused = ({ verdict: found }) => found !== null && !found.legal;
