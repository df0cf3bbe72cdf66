// Fields that the views of the first page share.

/**
 * @import { Entrance } from "../../schema.js"
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Acts } from "../acts.js"
 * @import { Typed } from "../state.js"
 */

import { $, h } from "../h.js";

/** @typedef {{ seen: Entrance, typed: Typed, act: Acts, name: string }} Here */

/**
 * A labelled field.
 *
 * @param {string} label
 * @param {ComponentChildren} input
 */
export const labelled = (label, input) =>
  h("label", { class: "field" }, h("span", {}, label), input);

/**
 * The name of the player: the same wherever it is asked for.
 *
 * @param {Here} here
 * @param {string} key
 * @param {string} label
 */
export const nameField = ({ act, name }, key, label) =>
  labelled(
    label,
    h("input", {
      type: "text",
      "data-key": key,
      maxLength: 40,
      autocomplete: "nickname",
      class: "called",
      value: name,
      onInput: (event) => act.type({ name: event.currentTarget.value }),
    }),
  );

/**
 * Whether where others call is a relay, and no address of this machine.
 *
 * @param {string} at
 */
export const isRelay = (at) => at.includes("://");

/**
 * A box to tick.
 *
 * @param {string} key
 * @param {boolean} on
 * @param {() => void} flip
 * @param {string} label
 * @param {string} about
 */
export const tick = (key, on, flip, label, about) =>
  h(
    "label",
    { class: "switch", key },
    h("input", { type: "checkbox", "data-key": key, checked: on, onChange: flip }),
    h("span", {}, h("b", {}, label), h("small", {}, about)),
  );

/** What it means to have the router help. */
export const ROUTER =
  "while you play, so that others can call you from anywhere (UPnP); many routers do so if asked";

/** What it means that relays vouch for the player. */
export const VOUCHING =
  "After a start another player must show you, before you move, that your copy of the game is the newest. With this, two relays or mailboxes that hold the game are enough, and nobody else need be here.";

/** What it costs to show one's address to a relay alone. */
export const HIDING =
  "You call and are called through it alone, and no player learns where you are. Everything goes by way of it: the game is slower, stops while the relay does, and reaches only players who are known there.";

/**
 * How the others find the player, but for the address itself: what its relay or router does for it,
 * and where there is mail.
 *
 * @param {Here} here
 * @param {string} where on the page; its fields are named after that
 * @param {string} at where others call
 */
export const calling = ({ typed, act }, where, at) => [
  isRelay(at)
    ? tick(
        `hold ${where}`,
        typed.hold,
        () => act.type({ hold: !typed.hold }),
        "The relay holds the log",
        "for who comes while the others sleep, if it offers that; it sees what a watcher sees",
      )
    : null,
  isRelay(at)
    ? tick(
        `hide ${where}`,
        typed.hidden,
        () => act.type({ hidden: !typed.hidden }),
        "Only the relay learns your address",
        HIDING,
      )
    : null,
  at.trim() && !isRelay(at)
    ? tick(
        `router ${where}`,
        typed.router,
        () => act.type({ router: !typed.router }),
        "Ask my router to pass calls on",
        ROUTER,
      )
    : null,
  labelled(
    "Mailboxes: relays of Nostr, as wss://relay.example/, with a space between two",
    h("input", {
      type: "text",
      spellcheck: false,
      "data-key": `mailboxes ${where}`,
      value: typed.mailboxes,
      onInput: (event) => act.type({ mailboxes: event.currentTarget.value }),
    }),
  ),
  h(
    "small",
    {},
    "There you leave each other mail where nobody can be called, or no two of you are ever here together. Strangers run it and see your address, when you play and how much, and nothing of the game.",
  ),
  tick(
    `meet ${where}`,
    typed.holders,
    () => act.type({ holders: !typed.holders }),
    "Two relays can vouch for you",
    VOUCHING,
  ),
];

/**
 * How the others find the player, as it is asked for.
 *
 * @param {Typed} typed
 * @param {string} at where others call
 */
export const called = (typed, at) => ({
  at: at.trim(),
  hold: typed.hold && isRelay(at),
  relay_only: typed.hidden && isRelay(at),
  router: typed.router && at.trim() !== "" && !isRelay(at),
  mailboxes: typed.mailboxes.split(/\s+/).filter(Boolean),
  meet: /** @type {"seats" | "holders"} */ (typed.holders ? "holders" : "seats"),
});

/**
 * How a guest can be found, too: folded away, for most only call.
 *
 * @param {Here} here
 * @param {string} where on the page
 */
export const guestCalled = (here, where) =>
  fold(
    `called ${where}`,
    "Let others call you, too",
    labelled(
      "Your address for them, as HOST:PORT, or a relay, as wss://relay.example/; empty if only you call",
      h("input", {
        type: "text",
        spellcheck: false,
        "data-key": `called ${where}`,
        value: here.typed.called,
        onInput: (event) => here.act.type({ called: event.currentTarget.value }),
      }),
    ),
    calling(here, where, here.typed.called),
  );

/**
 * Why nobody else can be played with yet; empty if they can.
 *
 * @param {Entrance} seen
 */
export const notYet = (seen) =>
  seen.words
    ? "Write down your recovery phrase first."
    : seen.key === "open"
      ? ""
      : "Your key comes first: the others know you by it.";

/** Where the cursor goes when a name is missing. */
export const focusName = () => {
  const field = $("entrance").querySelector('[data-key="name"]');
  if (field instanceof HTMLElement) field.focus();
};

/**
 * A card that is chosen among others.
 *
 * @param {string} group
 * @param {string} label
 * @param {boolean} on
 * @param {() => void} choose
 * @param {string} [about]
 */
export const radio = (group, label, on, choose, about = "") =>
  h(
    "label",
    { class: `card${on ? " on" : ""}` },
    h("input", {
      type: "radio",
      name: group,
      "data-key": `${group} ${label}`,
      checked: on,
      onChange: choose,
    }),
    h("span", {}, h("b", {}, label), about ? h("small", {}, about) : null),
  );

/**
 * Something folded away.
 *
 * @param {string} name
 * @param {string} title
 * @param {...import("../../vendor/preact.js").ComponentChildren} children
 */
export const fold = (name, title, ...children) =>
  h("details", { key: name }, h("summary", { "data-key": `fold ${name}` }, title), ...children);
