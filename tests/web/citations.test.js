import assert from "node:assert/strict";
import { test } from "node:test";

import { citations } from "../../client/web/js/citations.js";

/** @param {string} sentence */
const cited = (sentence) =>
  citations(sentence)
    .filter(({ cites }) => cites)
    .map(({ text }) => text);

test("the numbers of rules are told apart from the words around them", () => {
  assert.deepEqual(citations("Lose a fighter (BG-8.13)?"), [
    { text: "Lose a fighter (", cites: false },
    { text: "BG-8.13", cites: true },
    { text: ")?", cites: false },
  ]);
});

test("a number may have no point, or a letter at its end", () => {
  assert.deepEqual(cited("SS-4, SS-4.3b and BG-3.3: all."), ["SS-4", "SS-4.3b", "BG-3.3"]);
});

test("other words with hyphens and digits are words", () => {
  assert.deepEqual(cited("SPEC-3.3, P-51 and U-96 are no rules of the game"), []);
});

test("a sentence in parts reads as before", () => {
  const sentence = "WK-1: a vow cannot be taken back (WK-1).";
  assert.equal(
    citations(sentence)
      .map(({ text }) => text)
      .join(""),
    sentence,
  );
});
