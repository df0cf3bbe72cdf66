// A line to the node in a worker of this page, as the page has one to a node elsewhere.

/** What a worker says: what it does, what its node says, or why it has failed. */
/** @typedef {{ step: string } | { ready: true } | { said: string } | { failed: string }} FromWorker */

/** @implements {Line} */
export class WorkerLine {
  readyState = 0;
  /** @type {Line["onopen"]} */
  onopen = null;
  /** @type {Line["onmessage"]} */
  onmessage = null;
  /** @type {Line["onclose"]} */
  onclose = null;
  #worker;

  /**
   * @import { Line } from "../js/connection.js"
   * @param {Pick<Worker, "postMessage">} worker
   * @param {boolean} ready whether its node is there already
   */
  constructor(worker, ready) {
    this.#worker = worker;
    if (ready) queueMicrotask(() => this.opened());
  }

  /** The node is there. */
  opened() {
    this.readyState = 1;
    this.onopen?.({});
  }

  /** @param {string} data */
  heard(data) {
    if (this.readyState === 1) this.onmessage?.({ data });
  }

  /** @param {string} text */
  send(text) {
    this.#worker.postMessage(text);
  }

  close() {
    if (this.readyState > 1) return;
    this.readyState = 3;
    this.#worker.postMessage(""); // nothing that follows belongs to what was said before
    this.onclose?.({ code: 1000 });
  }
}
