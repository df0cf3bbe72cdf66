// How a finished game went: the luck of the dice, what was lost, and which bluffs worked.

/**
 * @import { BluffLine, Retrospect } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";

/**
 * Have the game gone through, and show what comes of it.
 *
 * @param {Acts} act
 */
export async function openRetrospect(act) {
  act.open({ kind: "retrospect", found: null });
  const found = await act.request("retrospect", {});
  if (found) act.fill({ kind: "retrospect", found });
  else act.close();
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {Retrospect | null} found null while the game is gone through
 */
export function retrospectDialog({ picture }, act, found) {
  if (!found)
    return [
      h("h3", {}, "Luck and bluffs"),
      h("p", { class: "quiet" }, "The game is gone through…"),
    ];
  const look = (/** @type {number} */ entry) => {
    act.close();
    act.set({ playback: null });
    act.request("seek", { entry: entry - 1 });
  };
  const line = (/** @type {BluffLine} */ { text, entry }) =>
    h(
      "li",
      { key: `${entry} ${text}` },
      `${text}. `,
      picture.table.timeline
        ? h(
            "button",
            { class: "inline", "data-key": `bluff ${entry}`, onClick: () => look(entry) },
            `Look at it, just before entry ${entry}`,
          )
        : h("small", {}, `Entry ${entry}.`),
    );
  const list = (/** @type {readonly BluffLine[]} */ lines, /** @type {string} */ none) =>
    lines.length ? h("ul", { class: "bluffs" }, lines.map(line)) : h("p", { class: "quiet" }, none);
  return [
    h("h3", {}, "Luck and bluffs"),
    h("h4", {}, "Dice in battle"),
    found.luck.length
      ? table(
          ["Player", "Throws", "Hits", "Expected", "Luckier than"],
          found.luck.map((row) => [
            row.names,
            row.throws,
            row.hits,
            row.expected,
            `${row.percent} % of such throws`,
          ]),
        )
      : h("p", { class: "quiet" }, "No dice fell in battle."),
    h("h4", {}, "Lost"),
    table(
      ["Power", "Units", "IPC"],
      found.losses.map(({ power, units, ipc }) => [power, units, ipc]),
    ),
    h("h4", {}, "Bluffs that worked"),
    list(found.bluffs, found.open ? "None." : "None that anybody could tell."),
    h("h4", {}, "Surprises as tokens were turned up"),
    list(found.unmasked, "None."),
    found.open
      ? null
      : h(
          "p",
          { class: "quiet" },
          "Not all players have opened their tokens: what theirs held, nobody else can tell.",
        ),
    buttons(h("button", { onClick: () => act.close() }, "Close")),
  ];
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (string | number)[])[]} rows
 */
const table = (heads, rows) =>
  h(
    "table",
    { class: "retrospect" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((head) => h("th", { scope: "col", key: head }, head)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          { key: row[0] },
          row.map((cell) => h("td", {}, cell)),
        ),
      ),
    ),
  );
