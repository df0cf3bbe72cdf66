// The guided turn: what to do next, and the questions at its end.

/**
 * @import { Acts } from "../acts.js"
 * @import { Step } from "../lesson/steps.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { QUESTIONS } from "../lesson/questions.js";
import { stepOf, toldBefore } from "../lesson/script.js";
import { told } from "../lesson/words.js";
import { buttons, sentence } from "../parts.js";

/**
 * The box of the guided turn.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function guide(state, act) {
  if (!state.picture.table.lesson || !state.board) return null;
  const { lesson } = state;
  if (!lesson.open) {
    return h(
      "button",
      { "data-key": "guide", onClick: () => act.set({ lesson: { ...lesson, open: true } }) },
      "Guided turn: show the next step",
    );
  }
  const before = toldBefore(state);
  const again = lesson.back ? before.at(-lesson.back) : undefined;
  const step = again ? null : stepOf(state);
  const readAgain = (/** @type {number} */ back) => act.set({ lesson: { ...lesson, back } });
  return [
    h(
      "h2",
      {},
      h("span", {}, again ? `Before: ${again.title}` : step ? step.title : "Go on as you like"),
      h(
        "button",
        {
          class: "corner",
          "data-key": "hide guide",
          "aria-label": "hide the guide",
          title: "Hide the guide",
          onClick: () => act.set({ lesson: { ...lesson, open: false } }),
        },
        "×",
      ),
    ),
    h(
      "div",
      { role: "status" },
      h(
        "p",
        {},
        sentence(
          act,
          again
            ? again.text
            : step
              ? told(state, step.text)
              : lesson.read.has("end")
                ? "The guided turn is over, and the game is yours."
                : "There is nothing to be said to this. Answer what is asked; the guide goes on by itself.",
        ),
      ),
      step && isElsewhere(state, step)
        ? h("p", { class: "elsewhere" }, "Not on the screen now: press “Show me”.")
        : null,
      step?.keys
        ? h("p", { class: "quiet" }, h("b", {}, "By keyboard: "), told(state, step.keys))
        : null,
    ),
    buttons(
      before.length > lesson.back
        ? h(
            "button",
            {
              "data-key": "guide back",
              title: "Read again what was said before; nothing is undone",
              onClick: () => readAgain(lesson.back + 1),
            },
            "Back",
          )
        : null,
      again
        ? h(
            "button",
            {
              class: "primary",
              "data-key": "guide on",
              onClick: () => readAgain(lesson.back - 1),
            },
            "Forward",
          )
        : null,
      step?.read
        ? h(
            "button",
            { class: "primary", "data-key": "next", onClick: () => act.readStep(step.id) },
            step.id === "end" ? "To the questions" : "Next",
          )
        : null,
      step?.target
        ? h(
            "button",
            {
              class: isElsewhere(state, step) ? "primary" : "",
              "data-key": "show me",
              onClick: () => act.showStep(step),
            },
            "Show me",
          )
        : null,
      lesson.read.has("end")
        ? h("button", { "data-key": "quiz", onClick: () => act.openQuiz() }, "Five questions")
        : null,
    ),
  ];
}

/**
 * Whether a phone shows another sheet than the one that has what a step points at.
 *
 * @param {State} state
 * @param {Step} step
 */
const isElsewhere = ({ narrow, sheet }, step) =>
  narrow && !step.read && step.sheet !== undefined && step.sheet !== sheet;

/**
 * Five questions, each explained once it is answered.
 *
 * @param {Acts} act
 * @param {readonly (number | null)[]} answers
 */
export function quiz(act, answers) {
  const right = QUESTIONS.filter((question, i) => answers[i] === question.right).length;
  const done = answers.every((answer) => answer !== null);
  return [
    h("h3", {}, "Five questions on Secret Subs"),
    h(
      "ol",
      { class: "quiz" },
      QUESTIONS.map(({ asks, options, right: correct, why }, i) => {
        const answer = answers[i];
        return h(
          "li",
          { key: asks },
          h(
            "fieldset",
            {},
            h("legend", {}, `${i + 1}. ${asks}`),
            options.map((option, n) =>
              h(
                "label",
                {
                  class: answer === null ? "" : n === correct ? "good" : n === answer ? "bad" : "",
                },
                h("input", {
                  type: "radio",
                  name: `question ${i}`,
                  "data-key": `answer ${i} ${n}`,
                  checked: answer === n,
                  disabled: answer !== null,
                  onChange: () =>
                    act.open({ kind: "quiz", answers: answers.map((a, j) => (j === i ? n : a)) }),
                }),
                option,
              ),
            ),
          ),
          answer === null
            ? null
            : h(
                "p",
                { class: answer === correct ? "why so" : "why", role: "status" },
                answer === correct ? "Yes. " : "No. ",
                sentence(act, why),
              ),
        );
      }),
    ),
    done ? h("p", { role: "status" }, `${right} of ${QUESTIONS.length} right.`) : null,
    buttons(
      h(
        "button",
        { class: done ? "primary" : "", "data-key": "quiz done", onClick: () => act.close() },
        done ? "Play on" : "Close",
      ),
      done
        ? h(
            "button",
            { "data-key": "to the start", onClick: () => act.open({ kind: "leave" }) },
            "To the start page…",
          )
        : null,
    ),
  ];
}
