// Short words about what was refused or done.

import { $, h } from "./dom.js";
import { plain } from "./pieces.js";

const MOST = 3;

export function toast(text, kind = "") {
  if ($("toasts").lastChild?.textContent === text) $("toasts").lastChild.remove();
  const made = h("p", { class: `toast ${kind}` }, text);
  $("toasts").append(made);
  while ($("toasts").children.length > MOST) $("toasts").firstChild.remove();
  setTimeout(() => made.remove(), kind === "refused" ? 7000 : 3500);
}

/** Say why something was refused, with the rule's number. */
export function refused(error) {
  toast(error.rule ? `${error.rule}: ${plain(error.message)}` : error.message, "refused");
}

export function announce(text) {
  $("live").textContent = text;
}
