// Why an answer that is being put together would be refused, before it is sent.

import { h, put } from "./dom.js";
import { request } from "./net.js";
import { plain } from "./pieces.js";

let last = 0;

/** A line that says whether the rules would take a gesture, and a button that waits for it. */
export function judge(gesture, line, button) {
  const mine = ++last;
  request("preview", { gesture }).then((found) => told(found.legal ? null : found.rule, found.why), (error) => told(error.rule ?? "", error.message));
  function told(rule, why) {
    if (mine !== last || !line.isConnected) return;
    put(line, rule === null ? null : h("p", { class: "why" }, rule ? `${rule}: ${plain(why)}` : why));
    button.disabled = rule !== null;
  }
}
