// The head of the page: whose turn it is, how far it has come, and who is there.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Seat } from "../../schema.js"
 */

import { h } from "../h.js";
import { handSign } from "../parts.js";
import { turnOf } from "../playback/playing.js";
import { mine, question } from "../state.js";
import { badge } from "../units.js";

/**
 * Phases as they are called where there is little room.
 *
 * @type {Readonly<Record<string, string>>}
 */
const PHASES = {
  research: "Research",
  purchase: "Purchase",
  combat_move: "Combat move",
  conduct_combat: "Combat",
  noncombat_move: "Noncombat",
  mobilize: "Mobilize",
  collect_income: "Income",
};

/**
 * What a player is called; that of a bot says so.
 *
 * @param {Seat} seat
 */
export const called = ({ name, bot }) => (bot ? `${name} (bot)` : (name ?? ""));

/** @param {string} name */
export const spaced = (name) => name.replaceAll("_", " ");

/**
 * Whether the powers are still setting up, and nobody has a turn.
 *
 * @param {State["picture"]["turn"]} turn
 */
export const isSetUp = (turn) => turn?.phase === "set_up";

/** @param {State} state */
export function turn(state) {
  const { board, picture } = state;
  const shown = turnOf(state);
  if (!board || !picture.turn || !shown) return null;
  const { round, outcome, active } = shown;
  const setUp = isSetUp(shown);
  return [
    setUp
      ? null
      : h("span", { class: "round" }, h("span", { class: "wide" }, "Round "), String(round)),
    outcome
      ? h("b", {}, "Game over")
      : setUp
        ? h("b", {}, "Set-up")
        : [badge(board, active), h("b", {}, active)],
    picture.table.proposals.some(({ shown }) => shown)
      ? h("span", { class: "asked" }, "as proposed")
      : question(state)
        ? h(
            "span",
            { class: "asked" },
            isSetUp(picture.turn) || mine(state, picture.turn.active)
              ? "your decision"
              : "you are asked",
          )
        : null,
  ];
}

/** @param {State} state */
export function phases(state) {
  const found = turnOf(state);
  if (!found || found.outcome || isSetUp(found)) return null;
  const now = found.phases.indexOf(found.phase);
  return found.phases.map((phase, i) =>
    h(
      "li",
      {
        key: phase,
        class: i === now ? "now" : i < now ? "past" : "",
        "aria-current": i === now ? "step" : undefined,
        title: spaced(phase),
      },
      PHASES[phase] ?? spaced(phase),
    ),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 */
export function seatMarks({ board, picture }, act) {
  if (!board) return null;
  return Object.entries(picture.seats).map(([number, seat]) => {
    const owing = Number(number) === picture.table.owing;
    const connected = seat.here ? "connected to you" : "not connected to you";
    const said = seat.hand ? `; ${raised(seat)}` : "";
    return h(
      "button",
      {
        key: number,
        class: `seatmark ${seat.here ? "on" : "off"}${owing ? " owing" : ""}`,
        "data-key": `seat ${number}`,
        title: `${called(seat)}: ${seat.powers.join(", ") || "keeper"}; ${connected}${owing ? "; the game waits for them" : ""}${said}`,
        onClick: () => act.openTab("seats"),
      },
      seat.powers.length ? seat.powers.slice(0, 4).map((power) => badge(board, power)) : "keeper",
      seat.hand
        ? h("span", { class: "hand", role: "img", "aria-label": raised(seat) }, handSign())
        : null,
    );
  });
}

/**
 * That a seat's hand is raised, which stays so until its next window.
 *
 * @param {Seat} seat
 */
export const raised = (seat) =>
  seat.you
    ? "your hand is raised: you will be asked in the next window"
    : "has raised a hand, asking for a window at the next boundary";

/**
 * What the window is called.
 *
 * @param {State} state
 */
export function title(state) {
  const { mode, proposals, waiting } = state.picture.table;
  if (mode === "entrance") return "Secret Subs";
  const [first] = waiting;
  const whom = first ? `Waiting for ${first}` : "…";
  const words =
    mode === "lobby"
      ? "Lobby"
      : state.picture.turn?.outcome
        ? "Game over"
        : proposals.some(({ can }) => can.includes("accept"))
          ? "● A proposal to sign or refuse"
          : question(state)
            ? "● Your decision"
            : whom;
  return `${words} · Secret Subs`;
}
