import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../client/web/js/", import.meta.url);
const MOST = 560; // lines of a module

const MODULES = readdirSync(ROOT, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(new URL(name, ROOT), "utf-8") }));

test("no module keeps a state of its own", () => {
  const kept = MODULES.filter(({ text }) => /^(?:export )?(?:let|var) /m.test(text));
  assert.deepEqual(
    kept.map(({ name }) => name),
    [],
  );
});

test("every module says in its first line what it is for, and none is too long to read", () => {
  for (const { name, text } of MODULES) {
    assert.match(text, /^\/\/ \S/, name);
    assert.ok(text.split("\n").length <= MOST, `${name} has ${text.split("\n").length} lines`);
  }
});

test("no module ends the checks of its types", () => {
  for (const { name, text } of MODULES) assert.doesNotMatch(text, /@ts-(?:ignore|nocheck)/, name);
});
