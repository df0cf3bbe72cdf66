// How a battle goes on after each choice, beside the choice.

/**
 * @import { Prospects } from "../../schema.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";

/**
 * How the battle goes on if just these pieces are chosen. Where pieces are alike, as many count.
 *
 * @param {Prospects | null} prospects
 * @param {ReadonlySet<number>} chosen
 * @param {boolean} alike
 */
export function foreseen(prospects, chosen, alike = false) {
  const fitting = (prospects?.choices ?? []).filter(({ pieces }) => pieces.length === chosen.size);
  const same = fitting.find(({ pieces }) => pieces.every((id) => chosen.has(id)));
  return same ?? (alike ? fitting[0] : undefined) ?? null;
}

/**
 * Every choice with its odds, the one that is made now marked, and what they take for granted.
 *
 * @param {Prospects} prospects
 * @param {ReadonlySet<number>} chosen
 * @param {object} [how]
 * @param {boolean} [how.alike]
 * @param {boolean} [how.apart] whether the odds of the choice that is made now stand elsewhere
 */
export function prospectList(prospects, chosen, { alike = false, apart = false } = {}) {
  const now = foreseen(prospects, chosen, alike);
  if (!prospects.choices.length) return null;
  const listed = prospects.choices.filter((one) => one !== now || !apart);
  return h(
    "div",
    { class: "prospects" },
    h(
      "ul",
      { "aria-label": "how the battle goes on, by the odds" },
      listed.map((one) =>
        h(
          "li",
          {
            key: one.title,
            class: one === now ? "on" : "",
            "aria-current": one === now ? "true" : undefined,
          },
          h("b", {}, one.title),
          `: ${one.words}`,
        ),
      ),
    ),
    prospects.notes ? h("p", { class: "quiet" }, prospects.notes) : null,
  );
}

/**
 * The odds of the choice that is made now, to stand on a phone with the button that makes it: there the
 * list is longer than the screen.
 *
 * @param {State} state
 * @param {Prospects} prospects
 * @param {ReadonlySet<number>} chosen
 */
export function prospectNow({ narrow }, prospects, chosen) {
  const now = foreseen(prospects, chosen);
  return narrow && now
    ? h("p", { class: "prospect" }, h("b", {}, now.title), `: ${now.words}`)
    : null;
}
