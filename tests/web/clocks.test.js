import assert from "node:assert/strict";
import { test } from "node:test";

import { clocks, contradiction } from "../../client/web/js/views/clocks.js";

/** @import { Line } from "../../client/web/schema.js" */
/** @import { State } from "../../client/web/js/state.js" */

/** A line for each entry: whose it is, and when it was signed. @param {[number | null, number | null][]} signed */
const log = (...signed) =>
  /** @type {Line[]} */ (
    /** @type {unknown} */ (
      signed.map(([seat, minute]) => ({ seat, minute, who: "AB"[seat ?? 2] }))
    )
  );

test("clocks that agree, and entries that come late, are no matter", () => {
  assert.equal(contradiction(log([0, 5000], [1, 5002], [0, 9000], [1, 8995])), null);
});

test("what follows an entry cannot be signed long before it", () => {
  const found = contradiction(log([0, 9000], [null, null], [1, 5000], [0, 9002]));
  assert.deepEqual([found?.ahead.seat, found?.behind.seat, found?.minutes], [0, 1, 4000]);
});

test("a clock that goes back is its owner's own affair", () => {
  assert.equal(contradiction(log([0, 9000], [0, 5000])), null);
});

test("a clock that was set right is forgotten", () => {
  assert.equal(contradiction(log([0, 9000], [1, 5000], [0, 5001], [1, 5002])), null);
});

test("the player is told whose clock is ahead of whose, and that nothing is lost", () => {
  const picture = { log: { ...log([0, 9000], [1, 6000]) }, table: { seat: 1 } };
  const told = clocks(/** @type {State} */ (/** @type {unknown} */ ({ picture })));
  const words = JSON.stringify(told);
  assert.match(words, /Two clocks differ by 2 days: A's is ahead of yours\. Nothing is lost/);
});
