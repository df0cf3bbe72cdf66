import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** @param {string} file from the top of the repository */
const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url));

test("Preact is its own distribution of the version that is named, byte for byte", () => {
  const vendored = read("client/web/vendor/preact.js");
  assert.ok(vendored.equals(read("node_modules/preact/dist/preact.mjs")));
  assert.ok(read("client/web/vendor/preact.LICENSE").equals(read("node_modules/preact/LICENSE")));
});
