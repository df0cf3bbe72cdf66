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
 * Whether where others call is a relay, and no address of this machine and no mailbox.
 *
 * @param {string} at
 */
export const isRelay = (at) => at.includes("://") && !at.trim().startsWith("nostr+");

/**
 * Whether the relay is to hold the log; nothing where none is named.
 *
 * @param {Here} here
 * @param {string} key
 * @param {string} at where others call
 */
export const holdSwitch = ({ typed, act }, key, at) =>
  isRelay(at)
    ? h(
        "label",
        { class: "switch" },
        h("input", {
          type: "checkbox",
          "data-key": key,
          checked: typed.hold,
          onChange: () => act.type({ hold: !typed.hold }),
        }),
        h(
          "span",
          {},
          h("b", {}, "The relay holds the log"),
          h(
            "small",
            {},
            "for who comes while the others sleep, if it offers that; it sees what a watcher sees",
          ),
        ),
      )
    : null;

/** What it costs to show one's address to a relay alone. */
export const HIDING =
  "You call and are called through it alone, and no player learns where you are. Everything goes by way of it: the game is slower, stops while the relay does, and reaches only players who are known there.";

/**
 * Whether the relay alone learns the player's address; nothing where none is named.
 *
 * @param {Here} here
 * @param {string} key
 * @param {string} at where others call
 */
export const hideSwitch = ({ typed, act }, key, at) =>
  isRelay(at)
    ? h(
        "label",
        { class: "switch" },
        h("input", {
          type: "checkbox",
          "data-key": key,
          checked: typed.hidden,
          onChange: () => act.type({ hidden: !typed.hidden }),
        }),
        h("span", {}, h("b", {}, "Only the relay learns your address"), h("small", {}, HIDING)),
      )
    : null;

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
