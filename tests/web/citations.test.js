import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { citations } from "../../client/web/js/citations.js";

/** @type {{ chapters: string[], sentences: { sentence: string, cites: Record<string, string> }[] }} */
const { chapters, sentences } = JSON.parse(
  readFileSync(new URL("../client/rulebook/citations.json", import.meta.url), "utf-8"),
);

for (const { sentence, cites } of sentences) {
  test(`what is cited in "${sentence}"`, () => {
    const found = citations(sentence, chapters).filter(({ number }) => number !== null);
    assert.deepEqual(Object.fromEntries(found.map(({ text, number }) => [text, number])), cites);
  });

  test(`"${sentence}" in parts reads as before`, () => {
    const parts = citations(sentence, chapters).map(({ text }) => text);
    assert.equal(parts.join(""), sentence);
  });
}

test("words and numbers of rules are told apart", () => {
  assert.deepEqual(citations("Lose a fighter (BG-8.13)?", chapters), [
    { text: "Lose a fighter (", number: null },
    { text: "BG-8.13", number: "BG-8.13" },
    { text: ")?", number: null },
  ]);
});

test("a rule that is cited twice is found twice", () => {
  const found = citations("WK-1: a vow stays (WK-1).", chapters).filter(
    ({ number }) => number === "WK-1",
  );
  assert.equal(found.length, 2);
});

test("a house rule is known by the letters that the node tells of, and by nothing else", () => {
  const cites = (/** @type {string[]} */ letters) =>
    citations("Transports cost 8 (XT-1), as R6 says.", letters).flatMap(
      ({ number }) => number ?? [],
    );
  assert.deepEqual(cites(["BG", "XT"]), ["XT-1", "R6"]);
  assert.deepEqual(cites(["BG"]), ["R6"]);
  assert.deepEqual(cites([]), ["R6"]);
});
