// Holds the state, and notifies subscribers when it has changed.

/** @import { State } from "./state.js" */

/** The one state. It is replaced as a whole: whoever holds an old one holds it unchanged. */
export class Store {
  /** @type {State} */
  #state;
  /** @type {((state: State, before: State) => void)[]} */
  #subscribers = [];
  /** @type {State} */
  #notified;

  /** @param {State} state */
  constructor(state) {
    this.#state = this.#notified = state;
  }

  get state() {
    return this.#state;
  }

  /**
   * Change some of the state; subscribers are notified soon, once for all changes made together.
   *
   * @param {Partial<State>} changes
   */
  update(changes) {
    if (this.#state === this.#notified) queueMicrotask(() => this.notify());
    this.#state = { ...this.#state, ...changes };
  }

  /** Notify all subscribers of what has changed, now. */
  notify() {
    while (this.#state !== this.#notified) {
      const [after, before] = [this.#state, this.#notified];
      this.#notified = after;
      for (const notify of this.#subscribers) notify(after, before);
    }
  }

  /** @param {(state: State, before: State) => void} subscriber */
  subscribe(subscriber) {
    this.#subscribers.push(subscriber);
  }
}
