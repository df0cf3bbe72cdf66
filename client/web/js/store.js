// What holds the state, and tells when it has changed.

/** @import { State } from "./state.js" */

/** The one state. It is replaced as a whole: whoever holds an old one holds it unchanged. */
export class Store {
  /** @type {State} */
  #state;
  /** @type {((state: State, before: State) => void)[]} */
  #followers = [];
  /** @type {State} */
  #told;

  /** @param {State} state */
  constructor(state) {
    this.#state = this.#told = state;
  }

  get state() {
    return this.#state;
  }

  /**
   * Change some of the state; those who follow are told soon, once for all changes made together.
   *
   * @param {Partial<State>} changes
   */
  update(changes) {
    if (this.#state === this.#told) queueMicrotask(() => this.tell());
    this.#state = { ...this.#state, ...changes };
  }

  /** Tell all who follow of what has changed, now. */
  tell() {
    while (this.#state !== this.#told) {
      const [after, before] = [this.#state, this.#told];
      this.#told = after;
      for (const follow of this.#followers) follow(after, before);
    }
  }

  /** @param {(state: State, before: State) => void} follower */
  follow(follower) {
    this.#followers.push(follower);
  }
}
