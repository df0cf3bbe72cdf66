// Reminders by the game's keepers, while this player's own node is off.

/**
 * @import { KeeperReminders } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { labelled } from "./fields.js";

/**
 * Where keepers remind the player, and to have one do so; nothing where none does.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function reminders({ picture }, act) {
  const { reminders: keepers } = picture.table;
  if (!keepers.length) return null;
  const addresses = keepers.flatMap((keeper) => keeper.addresses);
  const waits = addresses.some(({ confirmed }) => !confirmed);
  return h(
    "section",
    { class: "reminders", "aria-label": "Reminders by a keeper" },
    h("h4", {}, "While your node is off"),
    keepers.map((keeper) => about(keeper)),
    asking(act, "at", "Remind me at", "mailto:ann@example.org", "Send a code there"),
    waits ? asking(act, "code", "The code that was sent there", "12345678", "Give it back") : null,
    addresses.length
      ? buttons(
          h(
            "button",
            {
              "data-key": "reminders off",
              onClick: () => act.request("keepers", { what: "off", text: "" }),
            },
            "Send me no reminders",
          ),
        )
      : null,
  );
}

/** @param {KeeperReminders} keeper */
function about({ keeper, kinds, addresses }) {
  return [
    h(
      "p",
      {},
      `${keeper} can send you a message when the game has waited for you ten minutes while your node is off, and after a day: at addresses that begin with ${kinds.join(", ")}.`,
    ),
    h(
      "ul",
      {},
      addresses.map(({ shown, confirmed }) =>
        h("li", {}, confirmed ? shown : `${shown}, once you have given its code back`),
      ),
    ),
  ];
}

/**
 * One line to be sent to the keeper.
 *
 * @param {Acts} act
 * @param {"at" | "code"} what
 * @param {string} label
 * @param {string} placeholder
 * @param {string} does
 */
function asking(act, what, label, placeholder, does) {
  const send = async (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get("text"));
    if (await act.request("keepers", { what, text })) form.reset();
  };
  return h(
    "form",
    { key: what, onSubmit: send },
    labelled(label, h("input", { name: "text", placeholder, required: true, autocomplete: "off" })),
    buttons(h("button", { "data-key": `reminders ${what}` }, does)),
  );
}
