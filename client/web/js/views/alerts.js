// How a player is called back: by notifications, and by sounds.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, tick } from "../parts.js";
import { reminders } from "./reminders.js";

/** What a browser says of notifications. */
const SAID = {
  granted: "Your browser allows it.",
  denied:
    "Your browser forbids it for this page. Allow notifications in the settings of the site, beside its address, and try again.",
  default: "Your browser has asked, and nothing was answered.",
  unknown: "This browser has no notifications. Its tab and its icon tell when you are asked.",
};

/**
 * @param {State} state
 * @param {Acts} act
 * @param {keyof typeof SAID | null} allowed what the browser has said
 */
export function alertsView(state, act, allowed) {
  const { notify, volume } = state.picture.page.alerts;
  const able = allowed !== "denied" && allowed !== "unknown";
  return [
    h("h3", {}, "Notifications and sound"),
    h(
      "p",
      {},
      "The game waits for you as long as you like. So that you need not look after it, the page can call you: when your turn comes, when a battle needs you, when something is proposed, and when the game is over.",
    ),
    h(
      "p",
      {},
      tick(
        {
          key: "notify",
          checked: notify && able,
          change: (checked) => act.setAlerts({ notify: checked }),
        },
        "Notify me while I look elsewhere",
      ),
    ),
    allowed && (notify || !able)
      ? h("p", { class: allowed === "granted" ? "quiet" : "why", role: "status" }, SAID[allowed])
      : null,
    h(
      "label",
      { class: "volume" },
      h("span", {}, volume ? `Sounds: ${volume} of 10` : "Sounds: off"),
      h("input", {
        type: "range",
        min: 0,
        max: 10,
        step: 1,
        "data-key": "volume",
        value: volume,
        onChange: (event) => act.setAlerts({ volume: Number(event.currentTarget.value) }),
      }),
    ),
    h(
      "p",
      { class: "quiet" },
      "One bell calls you. Dice, hits and ships that sink are heard while a battle is played back, unless your system asks for less motion. Both settings are kept for all your tables on this machine; ",
      h("code", {}, "secret-subs remind"),
      " reaches you elsewhere.",
    ),
    reminders(state, act),
    buttons(
      h(
        "button",
        {
          "data-key": "try sound",
          disabled: !volume,
          onClick: () => act.alerts?.sound("turn", volume),
        },
        "Try the sound",
      ),
      h("button", { class: "primary", onClick: () => act.close() }, "Close"),
    ),
  ];
}
