// What is shown in place of a view that could not be drawn.

/** @import { ComponentChildren } from "../../vendor/preact.js" */

import { h } from "../h.js";
import { buttons } from "../parts.js";

/**
 * A view, or in its place what is wrong with it. The next state is drawn anew.
 *
 * @param {string} name of the view
 * @param {() => ComponentChildren} view
 * @returns {ComponentChildren}
 */
export function guarded(name, view) {
  try {
    return view();
  } catch (error) {
    return fault(name, error);
  }
}

/**
 * @param {string} name
 * @param {unknown} error
 */
export const fault = (name, error) =>
  h(
    "section",
    { class: "fault", role: "alert", key: "fault" },
    h("b", {}, `This part of the page could not be drawn (${name}).`),
    h(
      "p",
      {},
      "Nothing of the game is lost, and the page goes on with the next change. If this stays, reload the page; if it comes back, report these words:",
    ),
    h("pre", {}, words(error)),
    buttons(h("button", { onClick: () => location.reload() }, "Reload the page")),
  );

/** @param {unknown} error */
export const words = (error) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
