// Who may play on for a player of the running game, or keep instead of a keeper: inviting them, and
// proposing who has come.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Candidate, Seat } from "../../schema.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { labelled } from "./fields.js";
import { link } from "./lobby.js";
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
  if (table.mode !== "play" || turn?.outcome || table.alone) return null;
  const come = table.candidates.filter((one) => one.seat === number);
  const may = keeps(seat) || seat.you || table.gone.includes(number);
  const given = table.invites.filter((one) => one.purpose === "seat" && one.seat === number);
  return [
    come.map((one) => candidate(act, one, seat, may)),
    buttons(invite(act, number, seat)),
    given.map((one) => link(one, act)),
  ];
}

/**
 * Who has come to play on for somebody, where what is asked is read: at the seats they can be proposed.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function newcomers({ picture: { table, turn, seats } }, act) {
  if (turn?.outcome) return null;
  if (table.offer) return h("p", { class: "why", role: "status" }, `${table.offer}.`);
  if (table.mode !== "play") return null;
  return table.candidates
    .filter(({ proposed }) => !proposed)
    .map(({ key, name, seat }) =>
      h(
        "p",
        { class: "why", role: "status", key: `newcomer ${key}` },
        h("bdi", {}, name),
        ` has come to ${doing(seats[seat])}. `,
        h(
          "button",
          { class: "inline", "data-key": "to the seats", onClick: () => act.openTab("seats") },
          "Look at the seats",
        ),
      ),
    );
}

/** @param {Seat} seat */
const keeps = (seat) => !seat.powers.length;

/**
 * What somebody would do at a seat: "play on for Bob".
 *
 * @param {Seat} seat
 */
const doing = (seat) =>
  keeps(seat) ? `keep the log instead of ${called(seat)}` : `play on for ${whom(seat)}`;

/** @param {Seat} seat */
const whom = (seat) => (seat.you ? "you" : called(seat));

/**
 * @param {Acts} act
 * @param {number} number
 * @param {Seat} seat
 */
function invite(act, number, seat) {
  const does = keeps(seat) ? "keep the log" : "play on";
  return h(
    "button",
    {
      "data-key": `invite successor ${number}`,
      "aria-label": `Invite somebody to ${doing(seat)}`,
      title: `They watch, and ${does} once all others have agreed.`,
      onClick: () => act.open({ kind: "invite", seat: number }),
    },
    seat.you ? "Invite somebody to play on for you…" : `Invite somebody to ${does}…`,
  );
}

/**
 * Where the link is to lead.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {number} number of the seat that is to be played
 */
export function inviting({ picture: { seats, table } }, act, number) {
  const seat = seats[number];
  if (!seat) return null;
  const ask = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    act.close();
    if (await act.request("invite", { seat: number, at: `${data.get("at")}` })) {
      act.toast(
        keeps(seat)
          ? "The link is at the seat. A keeper starts with it: secret-subs keep LINK"
          : "The link is at the seat. Send it to one person.",
      );
    }
  };
  return [
    h("h3", {}, `Invite somebody to ${doing(seat)}`),
    h(
      "p",
      {},
      keeps(seat)
        ? "A node started with this link (secret-subs keep LINK) watches the game, and keeps it once all players have agreed. It belongs to the first that uses it."
        : "Who opens the link watches the game, and plays on once all others have agreed. It belongs to the first who uses it.",
    ),
    h(
      "form",
      { onSubmit: ask },
      labelled(
        "The link leads to, as HOST:PORT",
        h("input", {
          type: "text",
          name: "at",
          required: true,
          spellcheck: false,
          "data-key": "leads to",
          value: table.reach,
        }),
      ),
      h(
        "p",
        { class: "quiet" },
        "Any node of this game will do that can be called: yours, if it listens (",
        h("code", {}, "secret-subs play --listen"),
        "), or another player's.",
      ),
      buttons(
        h("button", { type: "button", onClick: () => act.close() }, "Cancel"),
        h(
          "button",
          { class: "primary", type: "submit", "data-key": "invite now" },
          "Make the link",
        ),
      ),
    ),
  ];
}

/**
 * @param {Acts} act
 * @param {Candidate} one
 * @param {Seat} seat
 * @param {boolean} may whether the others can agree on it now
 */
const candidate = (act, { key, name, fingerprint, proposed }, seat, may) =>
  h(
    "section",
    { class: "proposal", key, "aria-label": "Somebody has come" },
    h("p", {}, h("bdi", {}, name), ` has come to ${doing(seat)}.`),
    h("p", { class: "quiet" }, "Key ", h("span", { class: "fingerprint" }, fingerprint)),
    proposed
      ? h(
          "p",
          { class: "quiet" },
          `A proposal about ${whom(seat)} is open already: only one can be signed at a time.`,
        )
      : may
        ? buttons(
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
          )
        : h(
            "p",
            { class: "quiet" },
            `It can be proposed once ${called(seat)} is gone: absent, or caught.`,
          ),
  );
