// What lies over the page while there is no connection.

/** @import { State } from "../state.js" */

import { h } from "../h.js";

/** @param {State} state */
export function veil({ link, linkNote }) {
  switch (link) {
    case "open":
      return null;
    case "opening":
      return h("p", {}, linkNote || "Opening the table…");
    case "failed":
      return h(
        "div",
        { role: "alert" },
        linkNote.split("\n").map((line, at) => h("p", at ? { class: "quiet" } : {}, line)),
      );
    case "lost":
      return h(
        "div",
        {},
        h("p", {}, "The connection to your node is lost. Trying again…"),
        h(
          "p",
          { class: "quiet" },
          "If the program has ended, start it again and open the link that it prints: your game is saved.",
        ),
      );
    case "refused":
      return h(
        "p",
        {},
        "This page may not open the table. Use the link that the program printed in your terminal.",
      );
  }
}
