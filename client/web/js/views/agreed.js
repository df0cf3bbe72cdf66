// What the players agree to: board, house rules, options, and what is trusted to whom.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { sentence } from "../parts.js";
import { spaced } from "./top.js";

/**
 * What is played, by which rules, and what is trusted to whom.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function agreed({ picture: { agreement } }, act) {
  if (!agreement) return null;
  const { title, edition, winning, rules, options, rulings, trust, text } = agreement;
  return [
    h(
      "section",
      { class: "terms" },
      h("h3", {}, title),
      h("p", { class: "quiet" }, edition),
      h(
        "ul",
        {},
        winning.map((words) => h("li", {}, words)),
      ),
    ),
    h(
      "section",
      { class: "terms" },
      h("h3", {}, "House rules"),
      rules.length
        ? h(
            "ul",
            {},
            rules.map((one) => h("li", {}, h("b", {}, one.name), ": ", sentence(act, one.about))),
          )
        : h("p", { class: "quiet" }, "none"),
      options.length
        ? [
            h("h4", {}, "Not as usual"),
            h(
              "ul",
              {},
              options.map(({ name, value, usual, text: about }) =>
                h(
                  "li",
                  {},
                  h("b", {}, `${spaced(name)}: ${spaced(value)}`),
                  ` instead of ${spaced(usual)}. `,
                  sentence(act, about),
                ),
              ),
            ),
          ]
        : null,
      rulings.length
        ? [
            h("h4", {}, "Together"),
            h(
              "ul",
              {},
              rulings.map((one) => h("li", {}, h("b", {}, one.of), ": ", sentence(act, one.text))),
            ),
          ]
        : null,
    ),
    h(
      "section",
      { class: "terms" },
      h("h3", {}, "Secrets and dice"),
      h(
        "ul",
        {},
        trust.map((words) => h("li", {}, words)),
      ),
    ),
    text
      ? h(
          "details",
          {},
          h("summary", { "data-key": "charter" }, "The charter, word for word"),
          h("pre", { class: "charter" }, text),
        )
      : null,
  ];
}
