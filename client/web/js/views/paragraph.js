// What the rulebook says under a number.

/**
 * @import { RuleBlock, RuleParagraph } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { marked, rule, written } from "../parts.js";
import { picture } from "./pictures.js";

/**
 * A paragraph, and what a chapter lists.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {RuleParagraph} paragraph
 * @param {string} [seen] the name of a picture that is shown already
 */
export const paragraphView = (state, act, { section, blocks, under }, seen = "") => [
  h("p", { class: "quiet" }, marked(section)),
  blocks.map((block) =>
    block.picture
      ? block.picture === seen
        ? null
        : picture(state, block.picture)
      : drawn(act, block),
  ),
  under.length
    ? h(
        "ul",
        {},
        under.map((one) => h("li", {}, rule(act, one.number), " ", marked(one.title))),
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
            row.map((cell) => h(i ? "td" : "th", {}, written(act, cell))),
          ),
        ),
      )
    : h("p", {}, written(act, text));
