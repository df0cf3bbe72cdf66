// Terms within sentences, and what they open.

/**
 * @import { RuleTerm } from "../../client/web/schema.js"
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { explained, inForce } from "../../client/web/js/terms.js";

/** @param {string} name @param {string | null} module @param {...string} forms @returns {RuleTerm} */
const term = (name, module, ...forms) => ({ name, module, forms, rule: "SS-0.1", about: "" });

const TERMS = [
  term("group", "SS", "group", "groups"),
  term("surprise strike", null, "surprise strike"),
  term("strike", null, "strike"),
  term("hunt", "SW", "hunt"),
];
const all = () => true;

/** @param {string} words @param {(term: RuleTerm) => boolean} [which] */
const found = (words, which = all) =>
  explained(words, TERMS, which)
    .filter((part) => part.term)
    .map((part) => `${part.text}: ${part.term?.name}`);

test("a term is found in any of its forms, once in a sentence", () => {
  assert.deepEqual(found("Groups hide: a group is hidden."), ["Groups: group"]);
  assert.deepEqual(found("A surprise strike is no strike."), [
    "surprise strike: surprise strike",
    "strike: strike",
  ]);
});

test("a part of a word is none", () => {
  assert.deepEqual(found("regrouped, sub-group, grouping"), []);
});

test("a term of a house rule is none where it is not played", () => {
  assert.deepEqual(found("Hunt the group", inForce(["SS"])), ["group: group"]);
  assert.deepEqual(found("Hunt the group", inForce([])), []);
  assert.deepEqual(found("Hunt the group", inForce(null)), ["Hunt: hunt", "group: group"]);
});

test("the parts make up the sentence again", () => {
  const words = "Divide your submarines into groups, or hunt.";
  const parts = explained(words, TERMS, all);
  assert.equal(parts.map(({ text }) => text).join(""), words);
});

test("without terms a sentence stays as it is", () => {
  assert.deepEqual(explained("a group", [], all), [{ text: "a group", term: null }]);
});
