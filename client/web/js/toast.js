// Short words about what was refused or done.

import { $, h } from "./dom.js";
import { plain } from "./pieces.js";

const MOST = 3;
const READ = 1500; // milliseconds after which whoever goes on has seen a refusal

addEventListener("pointerdown", () => {
  for (const made of $("toasts").querySelectorAll(".refused")) if (performance.now() - made.dataset.at > READ) made.remove();
}, true);

/** Lay the words over everything, also over a dialog that was opened since. */
function raise(box) {
  if (!box.showPopover) return;
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
}

/** Show words; what stands on lines after the first is advice. */
export function toast(text, kind = "") {
  const [what, ...advice] = text.split("\n").map((line) => line.trim());
  if ($("toasts").lastChild?.dataset.text === text) $("toasts").lastChild.remove();
  const made = h("p", { class: `toast ${kind}`, "data-text": text, "data-at": performance.now() }, h("span", {}, what), advice.length ? h("small", {}, advice.join(" ")) : null);
  $("toasts").append(made);
  raise($("toasts"));
  while ($("toasts").children.length > MOST) $("toasts").firstChild.remove();
  setTimeout(() => made.remove(), kind === "refused" ? 7000 : kind === "said" ? 9000 : 3500);
}

/** Say why something was refused, with the rule's number. */
export function refused(error) {
  toast(error.rule ? `${error.rule}: ${plain(error.message)}` : error.message, "refused");
}

export function announce(text) {
  $("live").textContent = text;
}
