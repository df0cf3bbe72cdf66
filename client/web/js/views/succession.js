// Who may play on for a player of the running game: inviting them, and proposing who has come.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Candidate, Seat } from "../../schema.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { called } from "./top.js";

/**
 * What can be done about who plays a seat.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {number} number of the seat
 * @param {Seat} seat
 */
export function succession({ picture: { table, turn } }, act, number, seat) {
  if (table.mode !== "play" || turn?.outcome) return null;
  const come = table.candidates.filter((one) => one.seat === number);
  return [
    come.map((one) => candidate(act, one, seat)),
    table.invites.length ? buttons(invite(act, number, seat)) : null,
  ];
}

/**
 * @param {Acts} act
 * @param {number} number
 * @param {Seat} seat
 */
function invite(act, number, seat) {
  const ask = async () => {
    if (await act.request("invite", { seat: number })) {
      act.toast("The link is under Invites. Send it to one person.");
    }
  };
  return h(
    "button",
    {
      "data-key": `invite successor ${number}`,
      "aria-label": `Invite somebody to play on for ${called(seat)}`,
      title: "They watch, and play on once all others have agreed. An earlier unused link ends.",
      onClick: ask,
    },
    seat.you ? "Invite somebody to play on for you" : "Invite somebody to play on",
  );
}

/**
 * @param {Acts} act
 * @param {Candidate} one
 * @param {Seat} seat
 */
const candidate = (act, { key, name, fingerprint }, seat) =>
  h(
    "section",
    { class: "proposal", key, "aria-label": "Somebody has come" },
    h("p", {}, h("bdi", {}, name), ` has come to play on for ${seat.you ? "you" : called(seat)}.`),
    h("p", { class: "quiet" }, "Key ", h("span", { class: "fingerprint" }, fingerprint)),
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": `propose player ${key}`,
          title: "Nothing happens until all have signed it. You sign last.",
          onClick: () => act.request("replace", { key }),
        },
        `Propose ${name}`,
      ),
    ),
  );
