// The one connection to the player's own node.

/**
 * @import { Patch, Reply, Request, Results, Snapshot } from "../schema.js"
 */

const SHORTEST = 250; // milliseconds before the first new try
const LONGEST = 4000;

/** @typedef {Exclude<Request, { type: "hello" }>} Asking */
/** @typedef {Asking["type"]} RequestType */
/**
 * What a request needs besides its type and number.
 *
 * @template {RequestType} T
 * @typedef {Omit<Extract<Asking, { type: T }>, "type" | "id">} Fields
 */

/** Why the node refused a request. */
export class RequestRefused extends Error {
  /**
   * @param {string} why
   * @param {string} rule that refuses; empty: none
   */
  constructor(why, rule = "") {
    super(why);
    this.rule = rule;
  }
}

/**
 * What a connection tells of.
 *
 * @typedef {object} Listener
 * @property {(message: Snapshot | Patch) => void} changed
 * @property {(link: "lost" | "refused") => void} closed
 */

/**
 * What carries texts to and from a node: a `WebSocket`, or a line to a worker of the page.
 *
 * @typedef {object} Line
 * @property {number} readyState 1 while it is open
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage with the text as `data`
 * @property {((event: any) => void) | null} onclose with 4403 as `code` where this page may not talk
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

const OPEN = 1;

/** Connects, and stays so. */
export class Connection {
  #open;
  #token;
  #listener;
  /** @type {Line | null} */
  #line = null;
  #seen = 0;
  #asked = 0;
  #wait = SHORTEST;
  /** Whether the node was ever there. */
  #begun = false;
  /** @type {() => void} */
  #begin = () => {};
  /** Settled once the node is there for the first time. @type {Promise<void>} */
  #beginning = new Promise((begin) => {
    this.#begin = begin;
  });
  /** @type {Map<number, { resolve: (result: never) => void, reject: (why: RequestRefused) => void }>} */
  #waiting = new Map();

  /**
   * @param {() => Line} open a line to the node
   * @param {string} token of the link
   * @param {Listener} listener
   */
  constructor(open, token, listener) {
    this.#open = open;
    this.#token = token;
    this.#listener = listener;
  }

  connect() {
    const line = this.#open();
    this.#line = line;
    line.onopen = () => line.send(JSON.stringify({ type: "hello", token: this.#token }));
    line.onmessage = (event) => this.#receive(JSON.parse(event.data));
    line.onclose = (event) => this.#closed(event.code === 4403);
  }

  /** @param {boolean} refused */
  #closed(refused) {
    this.#seen = 0;
    for (const { reject } of this.#waiting.values()) {
      reject(new RequestRefused("The connection to your node was lost."));
    }
    this.#waiting.clear();
    this.#listener.closed(refused ? "refused" : "lost");
    if (refused) return;
    setTimeout(() => this.connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST);
  }

  /** @param {Reply} message */
  #receive(message) {
    if (message.n !== this.#seen + 1) return this.restart(); // something is missing
    this.#seen = message.n;
    switch (message.type) {
      case "snapshot":
        this.#wait = SHORTEST;
        this.#begun = true;
        this.#begin();
        return this.#listener.changed(message);
      case "patch":
        return this.#listener.changed(message);
      case "done":
        return this.#settle(message.id)?.resolve(/** @type {never} */ (message.result));
      case "refused":
        return this.#settle(message.id)?.reject(new RequestRefused(message.why, message.rule));
    }
  }

  /** @param {number} id */
  #settle(id) {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }

  /** Connect anew: the first message then tells everything. */
  restart() {
    this.#line?.close();
  }

  /**
   * Ask the node for something. What is asked before it is there for the first time waits for it.
   *
   * @template {RequestType} T
   * @param {T} type
   * @param {Fields<T>} fields
   * @returns {Promise<Results[T]>} rejects with `RequestRefused`
   */
  request(type, fields) {
    if (!this.#begun) return this.#beginning.then(() => this.request(type, fields));
    const line = this.#line;
    if (line?.readyState !== OPEN) {
      return Promise.reject(new RequestRefused("Your node is not there."));
    }
    this.#asked += 1;
    const id = this.#asked;
    line.send(JSON.stringify({ type, id, ...fields }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }
}
