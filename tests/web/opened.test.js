import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";
import { BEGINNING } from "../../client/web/js/state.js";
import { Store } from "../../client/web/js/store.js";
import { openedDialog } from "../../client/web/js/views/opened.js";
import { LogReader } from "../../client/web/node/reading.js";
import { render } from "../../client/web/vendor/preact.js";

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

/** @typedef {import("../../client/web/node/reading.js").OpenedLog} OpenedLog */

/** @type {import("../../client/web/schema.js").Verdict} */
const VERDICT = {
  verified: true,
  status: "open",
  game: "c0ffee",
  seats: ["Ann", "Bob"],
  entries: 3,
  claims: { proved: 0, disclosed: 0, open: 0 },
  agreements: [],
  unsigned: [],
  fault: null,
  waiting_for: [],
  winner: null,
  win_verified: null,
  endorsed: [],
  statistics: { rolls: 0, dice: [] },
};
const FAULT = {
  entry: 7,
  code: "illegal",
  rule: "BG-7.2",
  culprit: 1,
  key: "00",
  evidence: "replay",
  reason: "the tank cannot reach Ukraine",
};
/** @param {Partial<typeof VERDICT>} [changes] */
const report = (changes = {}, blame = "") => ({
  verdict: { ...VERDICT, ...changes },
  json_text: "",
  text: "word for word",
  blame,
});
/** @type {OpenedLog} */
const LOG = { name: "game.sslog", step: "", judged: [], watchable: false, failed: "" };

/** A worker that does what a test has it do. */
class FakeWorker {
  /** @type {any[]} */
  heard = [];
  ended = false;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;

  /** @param {any} message */
  postMessage(message) {
    this.heard.push(message);
  }

  terminate() {
    this.ended = true;
  }
}

function reading() {
  const store = new Store(BEGINNING);
  /** @type {FakeWorker[]} */
  const workers = [];
  let reconnected = 0;
  const reader = new LogReader(
    store,
    () => {
      reconnected += 1;
    },
    () => {
      const made = new FakeWorker();
      workers.push(made);
      return /** @type {any} */ (made);
    },
  );
  const log = () => {
    const { dialog } = store.state;
    assert.equal(dialog?.kind, "log");
    return /** @type {OpenedLog} */ (/** @type {any} */ (dialog).log);
  };
  return { store, workers, reader, log, reconnected: () => reconnected };
}

/** @param {number} size */
const file = (size, name = "game.sslog") => ({
  name,
  size,
  arrayBuffer: async () => new ArrayBuffer(size),
});

/** @param {OpenedLog} log */
function words(log) {
  const box = document.createElement("div");
  render(openedDialog(/** @type {any} */ ({}), log), box);
  return box.textContent;
}

test("a log goes to a worker of its own, and its verdicts are shown as they come", async () => {
  const { workers, reader, log, reconnected } = reading();
  await reader.open(file(10));
  assert.equal(workers[0].heard[0].byteLength, 10);
  workers[0].onmessage?.({ data: { step: "Checking the line…" } });
  assert.equal(log().step, "Checking the line…");
  workers[0].onmessage?.({ data: { judged: { level: "line", report: report() } } });
  workers[0].onmessage?.({ data: { watchable: true } });
  assert.equal(log().judged.length, 1);
  assert.deepEqual([log().step, log().watchable], ["", true]);
  reader.watch();
  assert.equal(reconnected(), 1);
  assert.ok(reader.line());
});

test("a file that is larger than any log is named so, and not read", async () => {
  const { workers, reader, log } = reading();
  await reader.open(file(65 << 20));
  assert.equal(workers.length, 0);
  assert.match(log().failed, /larger than 64 MiB/);
});

test("a worker that runs out of memory ends with words, and the page goes on", async () => {
  const { workers, reader, log } = reading();
  await reader.open(file(10));
  workers[0].onerror?.({});
  assert.match(log().failed, /more memory than this browser gives/);
  assert.ok(workers[0].ended);
  await reader.open(file(10));
  assert.equal(workers.length, 2, "another log is opened by another worker");
});

test("who closes the dialog stops the audit, however long it would take", async () => {
  const { store, workers, reader } = reading();
  await reader.open(file(10));
  store.notify();
  store.update({ dialog: null });
  store.notify();
  assert.ok(workers[0].ended);
  workers[0].onmessage?.({ data: { watchable: true } });
  assert.equal(store.state.dialog, null);
});

test("what an earlier log's worker says is not taken for the next one's", async () => {
  const { workers, reader, log } = reading();
  await reader.open(file(10, "first"));
  await reader.open(file(10, "second"));
  workers[0].onmessage?.({ data: { failed: "It is no log." } });
  assert.equal(log().name, "second");
  assert.equal(log().failed, "");
});

test("a refused log says where, by which rule and whose fault it is", () => {
  const refused = report({ verified: false, fault: FAULT }, "seat 1 (Bob), key ABCD");
  const said = words({
    ...LOG,
    judged: [
      { level: "line", report: report() },
      { level: "rules", report: refused },
    ],
    watchable: true,
  });
  assert.match(said, /✔ VerifiedThe line holds/);
  assert.match(said, /entry 7, BG-7\.2/);
  assert.match(said, /the tank cannot reach Ukraine/);
  assert.match(said, /At fault: seat 1 \(Bob\), key ABCD/);
  assert.match(said, /Watch the game up to there/);
});

test("where nobody can be blamed, nobody is", () => {
  const fault = { ...FAULT, culprit: null, key: null };
  const said = words({
    ...LOG,
    judged: [
      { level: "rules", report: report({ verified: false, fault }, "nobody can be blamed") },
    ],
  });
  assert.match(said, /Nobody can be blamed for it/);
  assert.doesNotMatch(said, /At fault/);
});

test("evidence is proved, or not", () => {
  const proved = report({ fault: FAULT }, "seat 1, key ABCD");
  assert.match(
    words({ ...LOG, judged: [{ level: null, report: proved }] }),
    /✔ Proved.*At fault: seat 1/,
  );
  const not = report({ verified: false, fault: FAULT }, "nobody can be blamed");
  const said = words({ ...LOG, judged: [{ level: null, report: not }] });
  assert.match(said, /✘ Not proved/);
  assert.doesNotMatch(said, /At fault/);
});
