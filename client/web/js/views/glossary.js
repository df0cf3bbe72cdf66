// The rules' own words: what each means, with a picture made of the pieces of the map.

/**
 * @import { RuleParagraph, RuleTerm } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, marked, term as named, written } from "../parts.js";
import { paragraphView } from "./paragraph.js";
import { picture } from "./pictures.js";

/**
 * All terms of the game that is played.
 *
 * @param {State} state
 * @param {Acts} act
 */
export const glossary = (state, act) => [
  h("h3", {}, "Glossary"),
  h(
    "dl",
    { class: "glossary" },
    act.terms
      .filter(act.isInForce)
      .map((term) => [
        h("dt", { key: term.name }, named(act, term)),
        h("dd", {}, picture(state, term.name), h("p", {}, written(act, term.about, term))),
      ]),
  ),
  buttons(close(act)),
];

/**
 * What a term means, and the paragraph of the rulebook that has it.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {RuleTerm} term
 * @param {RuleParagraph} paragraph
 */
export const termView = (state, act, term, paragraph) => [
  h("h3", { class: "named" }, term.name),
  picture(state, term.name),
  h("p", {}, written(act, term.about, term)),
  h("h4", {}, paragraph.number, " ", marked(paragraph.title)),
  paragraphView(state, act, paragraph, term.name),
  buttons(
    h(
      "button",
      { "data-key": "glossary", onClick: () => act.open({ kind: "glossary" }) },
      "All terms ",
      h("kbd", {}, "g"),
    ),
    close(act),
  ),
];

/** @param {Acts} act */
const close = (act) => h("button", { class: "primary", onClick: () => act.close() }, "Close");
