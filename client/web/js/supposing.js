// Asks for the odds of what a player supposes: one question at a time, and then the newest.

/**
 * @import { SupposedBattle, SupposedView } from "../schema.js"
 * @import { Store } from "./store.js"
 * @import { OddsDialog, Supposed } from "./supposed.js"
 */

import { answered, asking, begun } from "./supposed.js";

/** The odds that a dialog shows; the node has no more than one question to answer. */
export class Supposing {
  #store;
  #request;
  /** Whether the node is asked. */
  #waits = false;

  /**
   * @param {Store} store
   * @param {(asked: Supposed) => Promise<SupposedView | null>} request null: it is refused
   */
  constructor(store, request) {
    this.#store = store;
    this.#request = request;
  }

  /**
   * Open the odds in a space as things stand.
   *
   * @param {string} space
   * @param {string | null} [attacker] null: whose turn comes first
   */
  open(space, attacker = null) {
    return this.#ask(begun(space, attacker, this.#dialog?.view));
  }

  /** @param {SupposedBattle} battle */
  suppose(battle) {
    const dialog = this.#dialog;
    return dialog ? this.#ask(asking(dialog, { ...dialog.wanted, battle })) : Promise.resolve();
  }

  get #dialog() {
    const { dialog } = this.#store.state;
    return dialog?.kind === "odds" ? dialog : null;
  }

  /** @param {OddsDialog} dialog */
  async #ask(dialog) {
    this.#store.update({ dialog });
    if (this.#waits) return;
    this.#waits = true;
    try {
      for (let open = this.#dialog; open && open.answered !== open.wanted; open = this.#dialog) {
        const asked = open.wanted;
        const found = await this.#request(asked);
        const now = this.#dialog;
        if (now) this.#store.update({ dialog: answered(now, asked, found) });
      }
    } finally {
      this.#waits = false;
    }
  }
}
