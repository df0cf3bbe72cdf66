// Bots of the program in this worker, which choose in another: it answers the page meanwhile.

/** What a bot's end is told, one thing at a time: what it is made of, and each view that it judges. */
/** @typedef {{ make: Uint8Array } | { ask: Uint8Array }} ToBot */

/** What it says of each view: its answer, or why there is none. */
/** @typedef {{ answer: Uint8Array } | { failed: string }} FromBot */

/** @typedef {Pick<Worker, "postMessage" | "terminate" | "onerror">} BotWorker */

/**
 * The worker of all bots, which is there from when the first of them is asked, as the game begins
 * sooner without, until the last has left.
 */
export class Bots {
  /** @type {BotWorker | null} */
  #worker = null;
  /** Those who sit, each with the end of its port until the worker has it. @type {Map<Apart, MessagePort[]>} */
  #sitting = new Map();
  #start;

  /** @param {() => BotWorker} [start] */
  constructor(start = begun) {
    this.#start = start;
  }

  /** A place for one more bot. */
  sit() {
    const { port1, port2 } = new MessageChannel();
    const apart = new Apart(
      port1,
      () => this.#asked(apart),
      () => this.#left(apart),
    );
    this.#sitting.set(apart, [port2]);
    return apart;
  }

  /** @param {Apart} apart */
  #asked(apart) {
    this.#worker ??= this.#begin();
    const ends = this.#sitting.get(apart)?.splice(0) ?? [];
    if (ends.length) this.#worker.postMessage(null, ends);
  }

  #begin() {
    const worker = this.#start();
    worker.onerror = (event) => {
      event.preventDefault(); // or this worker would count as stopped, too
      for (const apart of this.#sitting.keys()) apart.fail("the worker of the bots has stopped");
      this.#sitting.clear();
      this.#end();
    };
    return worker;
  }

  /** @param {Apart} apart */
  #left(apart) {
    if (this.#sitting.delete(apart) && !this.#sitting.size) this.#end();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** A bot in the other worker. */
class Apart {
  #port;
  #ask;
  #left;
  #failed = "";
  /** @type {{ resolve: (answer: Uint8Array) => void, reject: (why: Error) => void }[]} */
  #asked = [];

  /**
   * @param {MessagePort} port
   * @param {() => void} ask called before each question
   * @param {() => void} left
   */
  constructor(port, ask, left) {
    this.#port = port;
    this.#ask = ask;
    this.#left = left;
    port.onmessage = ({ data }) => this.#hear(data);
  }

  /** @param {Uint8Array} made what it is made of */
  make(made) {
    this.#port.postMessage({ make: made });
  }

  /**
   * @param {Uint8Array} view
   * @returns {Promise<Uint8Array>} its answer
   */
  ask(view) {
    if (this.#failed) return Promise.reject(new Error(this.#failed));
    this.#ask();
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#port.postMessage({ ask: view });
    });
  }

  /** @param {FromBot} told */
  #hear(told) {
    if ("failed" in told) this.fail(told.failed);
    else this.#asked.shift()?.resolve(told.answer);
  }

  /** @param {string} why */
  fail(why) {
    this.#failed = why;
    for (const { reject } of this.#asked.splice(0)) reject(new Error(why));
  }

  leave() {
    this.fail("the bot has left");
    this.#port.close();
    this.#left();
  }
}

const begun = () => new Worker(new URL("./choosing.js", import.meta.url), { type: "module" });
