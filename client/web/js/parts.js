// Small parts that many views share.

/**
 * @import { ComponentChildren } from "../vendor/preact.js"
 * @import { Plan, RuleTerm } from "../schema.js"
 * @import { Acts } from "./acts.js"
 * @import { Piece, State } from "./state.js"
 */

import { citations } from "./citations.js";
import { h } from "./h.js";
import { noted } from "./state.js";
import { explained } from "./terms.js";
import { tokenChip } from "./tokens.js";
import { chip, unitName } from "./units.js";

/**
 * A number with buttons for one more and one less.
 *
 * @param {object} number
 * @param {string} number.label
 * @param {number} number.value
 * @param {number} [number.low]
 * @param {number} number.high
 * @param {(value: number) => void} number.change
 * @param {string} number.key
 */
export function stepper({ label, value, low = 0, high, change, key }) {
  const set = (/** @type {number} */ to) => () => change(Math.max(low, Math.min(high, to)));
  return h(
    "span",
    { class: "stepper", role: "group", "aria-label": label },
    step(`less: ${label}`, `${key}-`, "−", value <= low ? null : set(value - 1)),
    h("output", {}, String(value)),
    step(`more: ${label}`, `${key}+`, "+", value >= high ? null : set(value + 1)),
  );
}

/**
 * A button of a stepper. At the end of its way it keeps the focus that it has, and Tab passes it over.
 *
 * @param {string} label
 * @param {string} key
 * @param {string} sign
 * @param {(() => void) | null} go null: it is at the end
 */
const step = (label, key, sign, go) =>
  h(
    "button",
    {
      "data-key": key,
      "aria-label": label,
      "aria-disabled": go ? undefined : "true",
      tabIndex: go ? undefined : -1,
      onClick: go ?? undefined,
    },
    sign,
  );

/**
 * A box to be ticked.
 *
 * @param {object} box
 * @param {string} [box.key]
 * @param {boolean} box.checked
 * @param {(checked: boolean) => void} box.change
 * @param {string} [box.title]
 * @param {boolean} [box.disabled]
 * @param {ComponentChildren} words
 */
export const tick = ({ key, checked, change, title, disabled }, words) =>
  h(
    "label",
    { class: "switch", title },
    h("input", {
      type: "checkbox",
      "data-key": key,
      checked,
      disabled,
      onChange: (event) => change(event.currentTarget.checked),
    }),
    words,
  );

/**
 * The name of a space, which shows it on the map.
 *
 * @param {Acts} act
 * @param {string} space
 */
export const place = (act, space) =>
  h("button", { class: "inline", onClick: () => act.show(space) }, space);

/**
 * Where a question is about, if it is about one space.
 *
 * @param {Acts} act
 * @param {string | null} space
 */
export const about = (act, space) =>
  space ? h("p", { class: "quiet" }, "In ", place(act, space)) : null;

/**
 * A rule that is cited, which opens its paragraph.
 *
 * @param {Acts} act
 * @param {string} number
 * @param {string} [text] as it is cited
 */
export const rule = (act, number, text = number) =>
  h(
    "button",
    { class: "inline rule", title: `Rule ${number}`, onClick: () => act.openRule(number) },
    text,
  );

/**
 * A term of the rules, which tells what it means.
 *
 * @param {Acts} act
 * @param {RuleTerm} found
 * @param {string} [text] as it stands in a sentence
 */
export const term = (act, found, text = found.name) =>
  h(
    "button",
    {
      class: "inline term",
      title: `What is meant: ${found.name}`,
      onClick: () => act.openTerm(found),
    },
    text,
  );

/**
 * A message that soon goes, in which the numbers of rules open their paragraphs.
 *
 * @param {Acts} act
 * @param {string} words
 */
export const cited = (act, words) =>
  citations(words, act.chapters).map(({ text, number }) =>
    number === null ? text : rule(act, number, text),
  );

/**
 * A sentence, in which the numbers of rules open their paragraphs, and terms tell what they mean.
 *
 * @param {Acts} act
 * @param {string} words
 * @param {RuleTerm} [own] the term that it tells of
 */
export function sentence(act, words, own) {
  const parts = spoken(act, words, new Set(own ? [own] : []));
  return parts.reduce(held, /** @type {typeof parts} */ ([]));
}

/**
 * @param {Acts} act
 * @param {string} words
 * @param {Set<RuleTerm>} seen terms that are not explained again
 */
const spoken = (act, words, seen) =>
  citations(words, act.chapters).flatMap(({ text, number }) =>
    number === null
      ? explained(text, act.terms, act.isInForce, seen).map((part) =>
          part.term ? term(act, part.term, part.text) : part.text,
        )
      : rule(act, number, text),
  );

/**
 * A text of the rulebook: a sentence in which code and handles of tokens stand out.
 *
 * @param {Acts} act
 * @param {string} text
 * @param {RuleTerm} [own] the term that it tells of
 */
export function written(act, text, own) {
  const seen = new Set(own ? [own] : []);
  return marked(text)
    .flatMap((part) => (typeof part === "string" ? spoken(act, part, seen) : [part]))
    .reduce(held, /** @type {(import("../vendor/preact.js").VNode | string)[]} */ ([]));
}

/**
 * A title of the rulebook, in which code and handles of tokens stand out.
 *
 * @param {string} text
 */
export const marked = (text) =>
  text
    .split(/(`[^`]+`|(?<![\w&])#\d+)/)
    .map((part, i) =>
      i % 2 === 0
        ? part
        : part.startsWith("#")
          ? h("span", { class: "handle" }, part)
          : h("code", {}, part.slice(1, -1)),
    )
    .filter(Boolean);

/**
 * The parts of a sentence with one more: what ends a clause stays in the line of the button before it,
 * and a bracket in the line of the button after it.
 *
 * @template {import("../vendor/preact.js").VNode | string} Part
 * @param {readonly Part[]} parts
 * @param {Part} part
 */
function held(parts, part) {
  const before = parts.at(-1);
  if (typeof part !== "string" && typeof before === "string" && before.endsWith("(")) {
    const words = before.slice(0, -1);
    return [...parts.slice(0, -1), words, h("span", { class: "held" }, "(", part)];
  }
  const mark = typeof part === "string" ? (/^[.,;:?!)]+/.exec(part)?.[0] ?? "") : "";
  if (!mark || !before || typeof before === "string") return [...parts, part];
  const rest = String(part).slice(mark.length);
  return [...parts.slice(0, -1), h("span", { class: "held" }, before, mark), rest];
}

/**
 * Why something is not possible: the rule, and its reason.
 *
 * @param {Acts} act
 * @param {{ rule: string, reason: string }} refusal
 */
export const refusal = (act, { rule: number, reason }) => [
  ...(number ? [...sentence(act, number), ": "] : []),
  ...sentence(act, reason),
];

/**
 * A chip of some pieces that are alike.
 *
 * @param {State} state
 * @param {Piece} one of them
 * @param {number} count
 */
export const shown = (state, one, count) =>
  one.token
    ? tokenChip(state, one.token)
    : chip(state.board, one.power, one.kind, count, noted(one));

/**
 * @param {State} state
 * @param {Piece} one
 */
export const called = (state, one) =>
  one.token ? `token #${one.id}` : unitName(state.board, one.kind);

/** A raised hand, drawn: not every machine has a letter for it. */
export const handSign = () =>
  h(
    "svg",
    { class: "handsign", viewBox: "0 0 20 20", "aria-hidden": "true" },
    h("path", {
      d: "M6 11V4.6a1.1 1.1 0 0 1 2.2 0V9 2.6a1.1 1.1 0 0 1 2.2 0V9 3.6a1.1 1.1 0 0 1 2.2 0v6V5.6a1.1 1.1 0 0 1 2.2 0v6.6c0 3.4-2 5.8-4.9 5.8-2.6 0-3.7-1.4-4.9-3.6L3.1 11a1.1 1.1 0 0 1 1.9-1.1z",
    }),
  );

/**
 * How a battle of yours there would go; null if none is planned or due.
 *
 * @param {State} state
 * @param {string} space
 */
export function expected(state, space) {
  const plan = state.picture.plans[space];
  return plan?.reckoned ? odds(plan) : null;
}

/**
 * The odds of an attack in words.
 *
 * @param {Plan} plan
 */
export const odds = ({ ends, cost, prize, notes }) =>
  [`${ends}; you lose ${cost} IPC on average, they ${prize}`, ...notes].join("; ");

/** @param {...ComponentChildren} children */
export const buttons = (...children) => h("p", { class: "buttons" }, ...children);

/**
 * Counts without those that are nothing.
 *
 * @param {Readonly<Record<string, number>>} counts
 * @returns {Record<string, number>}
 */
export const positive = (counts) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));

/** @param {Iterable<number>} numbers */
export const total = (numbers) => [...numbers].reduce((sum, n) => sum + n, 0);

/**
 * A set with a member put in, or taken out if it was there.
 *
 * @template T
 * @param {ReadonlySet<T>} set
 * @param {T} member
 * @returns {Set<T>}
 */
export function toggled(set, member) {
  const found = new Set(set);
  if (!found.delete(member)) found.add(member);
  return found;
}

/**
 * Words as they begin a sentence.
 *
 * @param {string} words
 */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
