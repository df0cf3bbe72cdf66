// What the rulebook says under a number.

/**
 * @import { RuleBlock, RuleParagraph } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 */

import { h } from "../h.js";
import { rule, sentence } from "../parts.js";

/**
 * A paragraph, and what a chapter lists.
 *
 * @param {Acts} act
 * @param {RuleParagraph} paragraph
 */
export const paragraphView = (act, { section, blocks, under }) => [
  h("p", { class: "quiet" }, section),
  blocks.map((block) => drawn(act, block)),
  under.length
    ? h(
        "ul",
        {},
        under.map((one) => h("li", {}, rule(act, one.number), " ", one.title)),
      )
    : null,
];

/**
 * @param {Acts} act
 * @param {RuleBlock} block
 */
const drawn = (act, { text, rows }) =>
  rows.length
    ? h(
        "table",
        { class: "rulebook" },
        rows.map((row, i) =>
          h(
            "tr",
            {},
            row.map((cell) => h(i ? "td" : "th", {}, sentence(act, cell))),
          ),
        ),
      )
    : h("p", {}, sentence(act, text));
