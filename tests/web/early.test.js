import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../client/web/js/connection.js";
import { BEGINNING } from "../../client/web/js/state.js";
import { Early } from "../../client/web/node/early.js";

/** @import { Entrance, Picture } from "../../client/web/schema.js" */

const NOTHING = /** @type {Entrance} */ (
  /** @type {unknown} */ ({
    key: "none",
    name: "",
    saved: [],
    learning: false,
    words: "",
    fault: "",
  })
);

/** @param {Partial<Entrance>} [more] @returns {Picture} */
const firstPage = (more) => ({ ...BEGINNING.picture, entrance: { ...NOTHING, ...more } });
const SITE = JSON.stringify(firstPage());
const read = (text = SITE) => Promise.resolve(text);

/** A browser's storage, and the first pages that it is there for. */
function browser() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text),
  };
  return { kept, visit: () => new Early(() => storage) };
}

test("who was never here sees the first page that the site was built with", async () => {
  const found = await browser().visit().picture(read);
  assert.deepEqual(found, { picture: firstPage(), early: "first" });
});

test("who comes again sees the own name, and that there are a key and games, but none of them", async () => {
  const { kept, visit } = browser();
  const before = visit();
  await before.picture(read);
  const words = "abandon ability able";
  before.keep(firstPage({ name: "Ann", key: "open", words, fault: "The relay is gone" }));
  assert.doesNotMatch([...kept.values()].join(), /abandon|relay is gone/);
  const found = await visit().picture(read);
  assert.equal(found?.early, "first", "no game was begun");
  assert.deepEqual(
    [found?.picture.entrance?.name, found?.picture.entrance?.key, found?.picture.entrance?.words],
    ["Ann", "sealed", ""],
  );
  before.keep({ ...BEGINNING.picture, table: { ...BEGINNING.picture.table, mode: "play" } });
  assert.equal((await visit().picture(read))?.early, "again");
});

test("a log that is watched, or the guided turn, is no game to go on with", async () => {
  const { visit } = browser();
  const before = visit();
  await before.picture(read);
  before.keep(firstPage());
  const { table } = BEGINNING.picture;
  before.keep({ ...BEGINNING.picture, table: { ...table, mode: "replay" } });
  before.keep({ ...BEGINNING.picture, table: { ...table, mode: "play", lesson: true } });
  assert.equal((await visit().picture(read))?.early, "first");
});

test("what belongs to another site is not shown, nor anything where files or storage are missing", async () => {
  const { visit } = browser();
  const before = visit();
  await before.picture(read);
  before.keep(firstPage({ name: "Ann" }));
  const newer = JSON.stringify(firstPage({ reach: "" }));
  assert.equal((await visit().picture(() => read(newer)))?.picture.entrance?.name, "");
  assert.equal(await visit().picture(() => read("")), null);
  const refused = new Early(() => {
    throw new Error("SecurityError");
  });
  assert.equal(await refused.picture(read), null);
  refused.keep(firstPage({ name: "Ann" }));
});

test("what is asked before the program runs waits for it, in its order", async () => {
  /** @type {string[]} */
  const sent = [];
  const line = /** @type {any} */ ({
    readyState: 1,
    send: (/** @type {string} */ text) => sent.push(JSON.parse(text).type),
    close: () => undefined,
  });
  const connection = new Connection(() => line, "", { changed: () => {}, closed: () => {} });
  connection.connect();
  connection.request("learn", { anew: false });
  connection.request("wrote_down", {});
  line.onopen({});
  await Promise.resolve();
  assert.deepEqual(sent, ["hello"]);
  line.onmessage({ data: JSON.stringify({ type: "snapshot", n: 1, board: null, picture: {} }) });
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent, ["hello", "learn", "wrote_down"]);
});
