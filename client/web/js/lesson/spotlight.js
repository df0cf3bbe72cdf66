// Points out what the guided turn speaks of: by a sheet of style, as elements come and go.

/** @import { State } from "../state.js" */

import { stepOf } from "./script.js";

/** Follows the state, and lights up one thing at a time. */
export class Spotlight {
  #step = "";
  #target = "";
  #sheet = new CSSStyleSheet();

  /** @param {Document} page */
  constructor(page) {
    page.adoptedStyleSheets.push(this.#sheet);
  }

  /** @param {State} state */
  follow(state) {
    const { open, back } = state.lesson;
    const step = open && !back ? stepOf(state) : null;
    const target = step?.target ?? "";
    if (target !== this.#target)
      this.#sheet.replaceSync(target ? `${target} { animation: var(--pointed) }` : "");
    if (target === this.#target && step?.id === this.#step) return;
    this.#target = target;
    this.#step = step?.id ?? "";
    const found = target ? document.querySelector(target) : null;
    const block = step?.read ? "start" : state.narrow ? "center" : "nearest";
    if (found?.closest("#side")) found.scrollIntoView({ block });
  }
}
