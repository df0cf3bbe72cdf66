// A new game: its pace, and what else is agreed besides the rules.

/**
 * @import { DraftView } from "../../schema.js"
 * @import { Change } from "./newgame.js"
 */

import { h } from "../h.js";
import { fold, labelled, radio } from "./fields.js";

/**
 * How often the players look at the game; another pace changes windows, keepers and more.
 *
 * @param {DraftView} draft
 * @param {Change} change
 */
export const pace = (draft, change) =>
  h(
    "div",
    {},
    h("h3", {}, "Pace"),
    h(
      "div",
      { class: "cards" },
      radio(
        "pace",
        "Live",
        draft.pace === "live",
        () => change({ pace: "live" }),
        draft.paces.live,
      ),
      radio(
        "pace",
        "Days",
        draft.pace === "days",
        () => change({ pace: "days" }),
        draft.paces.days,
      ),
    ),
    draft.pace === "days"
      ? h(
          "p",
          { class: "quiet" },
          draft.keepers
            ? "All of it can be changed below. The keeper is invited as the players are, and runs on a machine that is always on. The other players' powers begin with the same first instructions as yours are proposed, and each can change its own."
            : "Without a keeper every roll waits for the other players.",
        )
      : null,
  );

/**
 * Secrecy, dice, keepers, windows and length.
 *
 * @param {DraftView} draft
 * @param {Change} change
 */
export function secrecy(draft, change) {
  /** @type {<K extends "secrecy" | "dice" | "windows">(name: K, value: DraftView[K], label: string, about: string) => import("../../vendor/preact.js").VNode} */
  const pick = (name, value, label, about) =>
    radio(name, label, draft[name] === value, () => change({ [name]: value }), about);
  const cards = (/** @type {(import("../../vendor/preact.js").VNode | null)[]} */ ...children) =>
    h("div", { class: "cards" }, ...children);
  return fold(
    "secrecy",
    "Secrecy, dice, windows, length",
    cards(
      pick(
        "secrecy",
        "proved",
        "Proved at once",
        "claims about hidden groups are proved as they are made",
      ),
      pick(
        "secrecy",
        "hashed",
        "Shown at the end",
        "smaller and quicker; a false claim comes out after the game",
      ),
    ),
    cards(
      pick(
        "dice",
        "sides",
        "Dice of both sides",
        "one seat of each side adds to every roll; who is behind two of them can choose dice " +
          "against a third",
      ),
      pick("dice", "all", "Dice of all seats", "every seat adds to every roll, so all must answer"),
      draft.keepers
        ? pick(
            "dice",
            "keepers",
            "Dice with keepers",
            "fair unless the seat whose turn it is and every keeper collude; a keeper that is " +
              "down stalls rolls",
          )
        : null,
    ),
    labelled(
      "Keepers: nodes that hold the log and add to the dice, and play no power",
      h("input", {
        type: "number",
        min: 0,
        max: 3,
        "data-key": "keepers",
        value: draft.keepers,
        onChange: (event) => {
          const keepers = Number(event.currentTarget.value);
          change(keepers ? { keepers } : { keepers, dice: null, deposits: false });
        },
      }),
    ),
    draft.keepers
      ? h(
          "label",
          { class: "switch" },
          h("input", {
            type: "checkbox",
            "data-key": "deposits",
            checked: draft.deposits,
            onChange: (event) => change({ deposits: event.currentTarget.checked }),
          }),
          h(
            "span",
            {},
            h("b", {}, "Deposited openings"),
            h(
              "small",
              {},
              "hidden tokens of a player who is away are turned up by the attacker and all keepers " +
                "together; if these collude, at any time and unseen. Without it, about one turn in " +
                "five of a game by correspondence waits for that player",
            ),
          ),
        )
      : null,
    labelled(
      "Days of silence after which the others can go on without a player (0: never)",
      h("input", {
        type: "number",
        min: 0,
        max: 365,
        "data-key": "absence",
        value: draft.absence,
        onChange: (event) => change({ absence: Number(event.currentTarget.value) }),
      }),
    ),
    cards(
      pick(
        "windows",
        "asked",
        "Windows asked for",
        "everybody may shuffle at the end of moves and turns",
      ),
      pick(
        "windows",
        "waived",
        "Windows waived",
        "the game does not wait; for play by correspondence",
      ),
    ),
    labelled(
      "Ends after this many rounds (0: as the scenario says)",
      h("input", {
        type: "number",
        min: 0,
        max: 999,
        "data-key": "rounds",
        value: draft.rounds,
        onChange: (event) => change({ rounds: Number(event.currentTarget.value) }),
      }),
    ),
  );
}
