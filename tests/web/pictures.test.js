// The pictures of docs/rules are those that the page draws now.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

import { PICTURES } from "../../client/web/js/views/pictures.js";
import { drawn, FOLDER, fileOf } from "../../tools/pictures.js";

test("every file is current: run `make pictures`", async () => {
  const files = await drawn();
  assert.deepEqual((await readdir(FOLDER)).sort(), [...files.keys()].sort());
  for (const [name, content] of files)
    assert.equal(await readFile(new URL(name, FOLDER), "utf8"), content, name);
});

test("every picture says in words what it shows, and has both themes", async () => {
  const files = await drawn();
  for (const [name, { words }] of Object.entries(PICTURES)) {
    const content = files.get(fileOf(name)) ?? "";
    assert.ok(content.includes(`<title>${words}</title>`), name);
    assert.match(content, /prefers-color-scheme: dark/, name);
    for (const [, id] of content.matchAll(/href="#([\w-]+)"/g))
      assert.ok(content.includes(`id="${id}"`), `${name} uses ${id}, and does not have it`);
  }
});

test("every picture stands in the rulebook, with the same words", async () => {
  const texts = await Promise.all(
    ["base-game", "secret-subs", "variants"].map((name) =>
      readFile(new URL(`../${name}.md`, FOLDER), "utf8"),
    ),
  );
  const found = [...texts.join("\n").matchAll(/!\[([^\]]+)\]\(pictures\/([\w-]+\.svg)\)/g)];
  assert.deepEqual(
    Object.fromEntries(found.map(([, words, file]) => [file, words])),
    Object.fromEntries(Object.entries(PICTURES).map(([name, { words }]) => [fileOf(name), words])),
  );
});
