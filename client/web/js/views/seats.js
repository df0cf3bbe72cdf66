// The seats of a game: who plays, what all have agreed on, and how this node is found.

/**
 * @import { Seat } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, capital, sentence } from "../parts.js";
import { audit, saveLog } from "../saving.js";
import { badge } from "../units.js";
import { agreed } from "./agreed.js";
import { address, holders, invites, nextCall, nextStart } from "./lobby.js";
import { succession } from "./succession.js";
import { called, raised } from "./top.js";

/**
 * Every seat; then what is agreed on, the log, and how the node is reached.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function seats(state, act) {
  const { table, seats: all } = state.picture;
  const people = !table.alone && Object.values(all).some((seat) => !seat.you && !seat.bot);
  const entries = table.entries === 1 ? "1 entry" : `${table.entries} entries, each`;
  return [
    Object.entries(all).map(([number, seat]) => oneSeat(state, act, number, seat)),
    h(
      "details",
      { "data-key": "agreed", key: "agreed" },
      h("summary", {}, "What is played, and by which rules"),
      agreed(state, act),
    ),
    table.safety && people
      ? h(
          "section",
          { key: "safety" },
          h("h3", {}, "Safety phrase"),
          h("p", { class: "phrase" }, table.safety),
          h(
            "p",
            { class: "quiet" },
            "Read it to each other, perhaps by telephone. If the words are the same, nobody sits between you.",
          ),
        )
      : null,
    h(
      "section",
      { key: "log" },
      h("h3", {}, "The log"),
      h("p", { class: "quiet" }, `${entries} signed and checked by your own node.`),
      buttons(
        h("button", { onClick: () => saveLog(act) }, "Save the log"),
        h("button", { onClick: () => audit(act) }, "Audit now"),
      ),
    ),
    nextCall(table, act),
    holders(table),
    address(table, act),
    nextStart(table, act),
    invites(state, act),
    table.entrance
      ? h(
          "section",
          { key: "leave" },
          h("h3", {}, "Another game"),
          h("p", { class: "quiet" }, "This one waits for you on the first page."),
          buttons(
            h(
              "button",
              { "data-key": "leave", onClick: () => act.open({ kind: "leave" }) },
              "Leave the table…",
            ),
          ),
        )
      : null,
    table.notices.length
      ? h(
          "details",
          { "data-key": "notices", key: "notices" },
          h("summary", {}, "Notices"),
          h("pre", { class: "charter" }, table.notices.join("\n")),
        )
      : null,
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {string} number
 * @param {Seat} seat
 */
function oneSeat(state, act, number, seat) {
  const { table } = state.picture;
  const owing = Number(number) === table.owing;
  const own = table.waits.filter((wait) => wait.seat === Number(number));
  const task = own.length ? own.map(({ words }) => words).join("; ") : table.waiting.join("; ");
  return h(
    "section",
    { class: "seat", key: number },
    h(
      "h3",
      {},
      h("span", { class: `lamp ${seat.here ? "on" : "off"}` }),
      h("bdi", {}, called(seat)),
      h("small", { class: seat.you ? "" : "quiet" }, presence(state, seat)),
    ),
    h(
      "p",
      { class: "chips" },
      seat.powers.length
        ? seat.powers.map((power) => [badge(state.board, power), h("span", {}, power)])
        : "keeper",
    ),
    seat.key
      ? h("p", { class: "quiet" }, "Key ", h("span", { class: "fingerprint" }, seat.key))
      : null,
    owing
      ? h(
          "p",
          { class: "why" },
          seat.you ? "The game waits for you." : `The game waits for ${task}`,
        )
      : null,
    seat.hand
      ? h("p", { class: "why" }, sentence(act, capital(`${raised(seat)} (SS-4.0).`)))
      : null,
    succession(state, act, Number(number), seat),
  );
}

/**
 * Whether a seat is connected; guests may be so through the host alone.
 *
 * @param {State} state
 * @param {Seat} seat
 */
function presence({ picture: { table, seats: all } }, seat) {
  const others = Object.values(all).some((one) => !one.you && one.here);
  if (seat.you) return "you";
  if (table.mode === "replay") return "";
  if (seat.here) return "connected to you";
  return others && !table.hosting ? "not connected to you directly" : "not connected to you";
}
