// A log that is opened on the page: it goes to a worker of its own, and nowhere else.

/**
 * @import { LogJudged } from "../schema.js"
 * @import { Store } from "../js/store.js"
 */

import { WorkerLine } from "./line.js";

const MOST = 64 << 20; // bytes of a log that the page takes; whole wars have less than a tenth
const TOO_MUCH =
  "It takes more memory than this browser gives a page.\nAudit it with an installed program: secret-subs audit FILE.";

/** What the worker says: what it does, a verdict, that the game can be watched or not, what its node says, or why it has failed. */
/** @typedef {{ step: string } | { judged: LogJudged } | { watchable: boolean } | { said: string } | { failed: string }} FromReader */

/** @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} Reader */

/**
 * A log as the page shows it before its game.
 *
 * @typedef {object} OpenedLog
 * @property {string} name of the file
 * @property {string} step what goes on; empty once all is said
 * @property {readonly LogJudged[]} judged verdicts, each of a higher level than the one before
 * @property {boolean} watchable whether its game can be looked at
 * @property {string} failed why there is no verdict
 */

/** Opens logs, one at a time. */
export class LogReader {
  #store;
  #reconnect;
  #start;
  /** @type {Reader | null} */
  #worker = null;
  /** @type {WorkerLine | null} */
  #line = null;
  #watching = false;

  /**
   * @param {Store} store
   * @param {() => void} reconnect has the page ask for a line anew
   * @param {() => Reader} [start]
   */
  constructor(store, reconnect, start = begun) {
    this.#store = store;
    this.#reconnect = reconnect;
    this.#start = start;
    store.subscribe((state, before) => {
      const left = before.dialog?.kind === "log" && state.dialog?.kind !== "log";
      if (left && !this.#watching) this.close();
    });
  }

  /** The line to the log that is watched; none while none is. */
  line() {
    if (!this.#watching || !this.#worker) return null;
    this.#line = new WorkerLine(this.#worker, true);
    return this.#line;
  }

  get watching() {
    return this.#watching;
  }

  /**
   * Have a file audited.
   *
   * @param {Pick<File, "name" | "size" | "arrayBuffer">} file
   */
  async open(file) {
    this.close();
    /** @type {OpenedLog} */
    const log = { name: file.name, step: "Reading…", judged: [], watchable: false, failed: "" };
    this.#store.update({ dialog: { kind: "log", log } });
    if (file.size > MOST) {
      this.#fail(`It is larger than ${MOST >> 20} MiB, which no log of a game is.`);
      return;
    }
    const worker = this.#start();
    this.#worker = worker;
    worker.onerror = () => this.#worker === worker && this.#fail(TOO_MUCH);
    worker.onmessage = ({ data }) => this.#worker === worker && this.#hear(data);
    try {
      const bytes = await file.arrayBuffer();
      if (this.#worker === worker) worker.postMessage(bytes, [bytes]);
    } catch (error) {
      this.#fail(`It cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Look at the game of the log instead of the first page. */
  watch() {
    this.#watching = true;
    this.#reconnect();
    this.#store.update({ dialog: null, link: "opening", linkNote: "Opening the game…" });
  }

  /** Put the log away. */
  close() {
    const watched = this.#watching;
    this.#watching = false;
    this.#worker?.terminate();
    this.#worker = null;
    if (!watched) return;
    this.#reconnect();
    this.#store.update({ link: "opening", linkNote: "Back to the first page…" });
  }

  /** @param {FromReader} told */
  #hear(told) {
    const log = this.#log;
    if ("said" in told) this.#line?.heard(told.said);
    else if ("failed" in told) this.#fail(told.failed);
    else if (!log) return;
    else if ("step" in told) this.#show({ ...log, step: told.step });
    else if ("judged" in told) this.#show({ ...log, judged: [...log.judged, told.judged] });
    else this.#show({ ...log, step: "", watchable: told.watchable });
  }

  get #log() {
    const { dialog } = this.#store.state;
    return dialog?.kind === "log" ? dialog.log : null;
  }

  /** @param {OpenedLog} log */
  #show(log) {
    this.#store.update({ dialog: { kind: "log", log } });
  }

  /** @param {string} failed */
  #fail(failed) {
    const log = this.#log;
    const watched = this.#watching;
    this.close();
    if (watched) this.#store.update({ link: "failed", linkNote: failed });
    else if (log) this.#show({ ...log, step: "", failed });
  }
}

const begun = () => new Worker(new URL("./reader.js", import.meta.url), { type: "module" });
