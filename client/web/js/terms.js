// Words that the rules use in a sense of their own, within sentences.

/**
 * @import { RuleTerm } from "../schema.js"
 */

/** @typedef {{ pattern: RegExp, byForm: Map<string, RuleTerm> }} Finder */

/** Terms come once, with the page's settings. @type {WeakMap<readonly RuleTerm[], Finder>} */
const finders = new WeakMap();

/** @param {readonly RuleTerm[]} terms */
function finderOf(terms) {
  const known = finders.get(terms);
  if (known) return known;
  const byForm = new Map(terms.flatMap((term) => term.forms.map((form) => [form, term])));
  const longestFirst = [...byForm.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\w-])(?:${longestFirst.join("|") || "(?!)"})(?![\\w-])`, "gi");
  const finder = { pattern, byForm };
  finders.set(terms, finder);
  return finder;
}

/**
 * A sentence in parts: words, and those that are terms in force; each term once.
 *
 * @param {string} sentence
 * @param {readonly RuleTerm[]} terms
 * @param {(term: RuleTerm) => boolean} inForce
 * @param {Set<RuleTerm>} [seen] found before; what is found is added
 * @returns {{ text: string, term: RuleTerm | null }[]}
 */
export function explained(sentence, terms, inForce, seen = new Set()) {
  const { pattern, byForm } = finderOf(terms);
  const parts = [];
  let at = 0;
  for (const { 0: text, index } of sentence.matchAll(pattern)) {
    const term = byForm.get(text.toLowerCase());
    if (!term || seen.has(term) || !inForce(term)) continue;
    seen.add(term);
    if (at < index) parts.push({ text: sentence.slice(at, index), term: null });
    parts.push({ text, term });
    at = index + text.length;
  }
  if (at < sentence.length) parts.push({ text: sentence.slice(at), term: null });
  return parts;
}

/**
 * The terms of the game that is played; of none, all.
 *
 * @param {readonly string[] | null} rules the house rules in force
 * @returns {(term: RuleTerm) => boolean}
 */
export const inForce =
  (rules) =>
  ({ module }) =>
    module === null || rules === null || rules.includes(module);
