// The guided turn: which step is shown in which state.

/** @import { State } from "../../client/web/js/state.js" */

import assert from "node:assert/strict";
import { test } from "node:test";

import { FACTS } from "../../client/web/js/lesson/facts.js";
import { QUESTIONS } from "../../client/web/js/lesson/questions.js";
import { stepOf } from "../../client/web/js/lesson/script.js";
import { STEPS } from "../../client/web/js/lesson/steps.js";
import { BEGINNING } from "../../client/web/js/state.js";

/**
 * @param {string | null} asks
 * @param {Partial<State>} [changes]
 * @param {readonly string[]} [read]
 * @returns {State}
 */
function at(asks, changes = {}, read = []) {
  const { picture } = BEGINNING;
  const ask = asks === null ? null : { question: { name: asks, actions: [] }, moves: [] };
  return /** @type {State} */ (
    /** @type {unknown} */ ({
      ...BEGINNING,
      picture: { ...picture, table: { ...picture.table, lesson: true }, ask },
      lesson: { open: true, read: new Set(read) },
      ...changes,
    })
  );
}

/** @param {unknown} value @returns {Partial<State>} */
const chosen = (value) => /** @type {Partial<State>} */ ({ choice: { value } });

test("every step has a name of its own, and asks for facts that there are", () => {
  assert.equal(new Set(STEPS.map(({ id }) => id)).size, STEPS.length);
  for (const { when = [], unless = [] } of STEPS)
    for (const fact of [...when, ...unless]) assert.ok(fact in FACTS, fact);
});

test("what is to be read goes once it is read, what is to be done once it is done", () => {
  assert.equal(stepOf(at("OpeningGroups"))?.id, "welcome");
  assert.equal(stepOf(at("OpeningGroups", {}, ["welcome"]))?.id, "tokens");
  const read = ["welcome", "tokens"];
  assert.equal(stepOf(at("OpeningGroups", {}, read))?.id, "decoy");
  assert.equal(stepOf(at("OpeningGroups", chosen({ Bay: [1, 0] }), read))?.id, "place");
});

test("where nothing is asked there is something to wait for", () => {
  assert.equal(stepOf(at(null))?.id, "watch");
});

test("a question that no step expects has none", () => {
  assert.equal(stepOf(at("HireResearchers")), null);
});

test("no step is shown in another game, or after the last", () => {
  const { picture } = BEGINNING;
  assert.equal(stepOf(at("OpeningGroups", { picture })), null);
  assert.equal(stepOf(at("OpeningGroups", {}, ["end"])), null);
});

test("five questions have one right answer each, among others", () => {
  assert.equal(QUESTIONS.length, 5);
  for (const { options, right } of QUESTIONS) assert.ok(options.length > right);
});
