// What is proposed to the seats of a table, and a dialog to propose something.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Proposal } from "../../schema.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { remind } from "./waits.js";

const CHANGES = 12; // lines of what stands otherwise
const ENTRIES = 40; // that can be chosen to take back

/**
 * What is open for the next entry, with what it changes and who has signed it.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function proposals({ opened, picture: { table, seats } }, act) {
  const own = table.seat === null ? null : (seats[table.seat]?.name ?? null);
  const alive = table.proposals.filter(({ refused }) => !refused.length);
  const dead = table.proposals.filter(({ id, refused }) => refused.length && !opened.has(id));
  const close = (/** @type {string} */ id) => () => act.set({ opened: new Set([...opened, id]) });
  return [...alive, ...dead].map((one) =>
    h(
      "section",
      { class: "proposal", key: one.id, "aria-label": "A proposal" },
      h("h4", {}, one.words),
      list("It undoes", one.undone),
      list("Then, otherwise than now", one.changes),
      h("p", { class: "quiet" }, standing(one, own)),
      choices(one, act),
      one.refused.length
        ? buttons(h("button", { "data-key": "close proposal", onClick: close(one.id) }, "Close"))
        : null,
    ),
  );
}

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
function list(title, lines) {
  if (!lines.length) return null;
  const more = lines.length - CHANGES;
  return [
    h("p", {}, `${title}:`),
    h(
      "ul",
      {},
      lines.slice(0, CHANGES).map((line) => h("li", {}, line)),
      more > 0 ? h("li", {}, `and ${more} more`) : null,
    ),
  ];
}

/**
 * @param {Proposal} proposal
 * @param {string | null} own name of the player
 */
function standing({ signed, missing, refused, withdrawn }, own) {
  const names = (/** @type {readonly string[]} */ all) =>
    all.map((name) => (name === own ? "you" : name)).join(" and by ");
  if (withdrawn)
    return `Withdrawn by ${names(refused.slice(0, 1))}: it cannot be agreed on any more.`;
  if (refused.length) return `Refused by ${names(refused)}: it cannot be agreed on any more.`;
  const rest = missing.length ? ` Not yet signed by ${names(missing)}.` : "";
  return `Signed by ${names(signed) || "nobody"}.${rest}`;
}

/**
 * @param {Proposal} proposal
 * @param {Acts} act
 */
function choices({ id, can, shown, changes, remindable }, act) {
  /**
   * @param {"accept" | "refuse"} type
   * @param {string} title
   * @param {string} words
   */
  const button = (type, title, words) =>
    h(
      "button",
      { "data-key": `${type} proposal`, title, onClick: () => act.request(type, { proposal: id }) },
      words,
    );
  return buttons(
    changes.length
      ? h(
          "button",
          {
            "data-key": "preview",
            "aria-pressed": shown,
            onClick: () => act.request("preview", { proposal: shown ? null : id }),
          },
          shown ? "Show the present map" : "Show it on the map",
        )
      : null,
    can.includes("accept") ? button("accept", "Sign it: you are bound by it then", "Accept") : null,
    can.includes("refuse")
      ? button("refuse", "Then it cannot be agreed on any more", "Refuse")
      : null,
    can.includes("withdraw") ? button("refuse", "You have not signed it yet", "Withdraw") : null,
    can.includes("dispute")
      ? button(
          "refuse",
          "It stops nothing by itself, but shows the others, and keepers, that you are there",
          "Say that you are here",
        )
      : null,
    remindable
      ? h(
          "button",
          {
            "data-key": "remind signers",
            title: "Say that they are waited for",
            onClick: () => remind(act),
          },
          "Remind",
        )
      : null,
  );
}

/**
 * What can be proposed: to take back entries, or to end the game, also without seats that are gone.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function proposing({ board, picture: { log, seats, table } }, act) {
  const entries = new Map();
  for (const { entry, text } of Object.values(log)) {
    if (entry !== null && !entries.has(entry)) entries.set(entry, text.trim());
  }
  const sides = board ? [...new Set(Object.values(board.powers).map(({ side }) => side))] : [];
  const gone = Object.entries(seats).filter(([seat]) => table.gone.includes(Number(seat)));
  const propose = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const without = data.getAll("without").join(", ");
    act.close();
    act.request("propose", {
      terms: `${data.get("terms")}${without ? ` without ${without}` : ""}`,
    });
  };
  return [
    h("h3", {}, "Propose an agreement"),
    h(
      "p",
      {},
      "Nothing happens until all have signed it. You sign last, and can withdraw until then.",
    ),
    h(
      "form",
      { class: "proposing", onSubmit: propose },
      h(
        "label",
        {},
        "What ",
        h(
          "select",
          { name: "terms", "data-key": "terms" },
          h("option", { value: "draw" }, "end the game as a draw"),
          h("option", { value: "adjourn" }, "adjourn the game for good"),
          sides.map((side) =>
            h("option", { value: `win ${side}` }, `end the game, won by ${side}`),
          ),
          [...entries]
            .slice(-ENTRIES)
            .reverse()
            .map(([entry, text]) =>
              h(
                "option",
                { value: `take back ${entry}` },
                `take back from entry ${entry}: ${text}`,
              ),
            ),
        ),
      ),
      gone.map(([, seat]) =>
        h(
          "label",
          { title: "Against who is gone: they need not sign" },
          h("input", { type: "checkbox", name: "without", value: seat.name ?? "" }),
          ` without ${seat.name}, who is gone`,
        ),
      ),
      buttons(
        h("button", { type: "button", onClick: () => act.close() }, "Cancel"),
        h("button", { class: "primary", type: "submit", "data-key": "propose" }, "Propose"),
      ),
    ),
  ];
}
