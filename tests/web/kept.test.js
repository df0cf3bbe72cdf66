import assert from "node:assert/strict";
import { test } from "node:test";

import { keep, kept } from "../../client/web/js/kept.js";

/** @returns {Pick<Storage, "getItem" | "setItem">} of one tab */
function tab() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
}

test("what is seen of a map is kept for each table by itself", () => {
  const storage = tab();
  const seen = { view: { x: 10, y: 20, scale: 2 }, room: { width: 800, height: 600 } };
  assert.equal(kept("seen", "world one", storage), null);
  keep("seen", "world one", seen, storage);
  keep("seen", "world two", { ...seen, view: { x: 0, y: 0, scale: 1 } }, storage);
  assert.deepEqual(kept("seen", "world one", storage), seen);
});

test("a plan outlasts the page, and is of one table", () => {
  const storage = tab();
  const plan = [{ route: /** @type {const} */ (["West", "Plains"]), pieces: [1, 2] }];
  keep("plan", "one", plan, storage);
  assert.deepEqual(kept("plan", "one", storage), plan);
  assert.equal(kept("plan", "another", storage), null);
});

test("a choice comes back as it was made, whether it is a set, or has one, or is none", () => {
  const storage = tab();
  const of = /** @type {import("../../client/web/js/forms/index.js").Choice["of"]} */ ({
    name: "Submerge",
  });
  for (const value of [
    new Set([3, 1]),
    { under: new Set([2]), joins: [] },
    { units: { tank: 2 } },
  ]) {
    keep("choice", "one", { of, value }, storage);
    assert.deepEqual(kept("choice", "one", storage), { of, value });
  }
  keep("choice", "one", null, storage);
  assert.equal(kept("choice", "one", storage), null);
});
