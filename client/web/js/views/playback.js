// What is played back in words, its controls, and what happened while the player was away.

/**
 * @import { AwayLine } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { Speed } from "../playback/playing.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { shown, stepOf } from "../playback/playing.js";
import { looksBack, question } from "../state.js";
import { amount, badge } from "../units.js";
import { isFolded, isOpen } from "./battle.js";
import { underPointer } from "./hover.js";

/** @type {readonly Speed[]} */
const SPEEDS = ["slow", "normal", "fast", "off"];
/** Lines of the log that are no news. */
const QUIET = new Set(["phase_began", "presence", "chat", "rematch"]);
const LINES = 8; // that are shown before the rest is unfolded

/** @type {Readonly<Record<AwayLine["kind"], string>>} */
const SIGNS = { battle: "⚔", capture: "⚑", loss: "−", token: "?", turn: "" };

/**
 * The strip below the map: what is played back, else what the pointer is over, else what happened
 * last. Nothing is told beside the pointer itself: it would cover the map.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function playback(state, act) {
  const { mode } = state.picture.table;
  if (!state.board || mode === "entrance" || mode === "lobby") return null;
  const pointedAt = underPointer(state);
  return [
    stepOf(state)
      ? said(state, act)
      : pointedAt
        ? h(
            "div",
            { class: "said over", ...scrolling("Under the pointer") },
            h("div", { class: "words" }, pointedAt),
          )
        : latest(state, act),
    controls(state, act),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 */
function said(state, act) {
  const step = stepOf(state);
  if (!step) return null;
  const place = step.space ?? step.legs[0]?.route.at(-1);
  return h(
    "div",
    { class: "said step", ...(place ? {} : scrolling("Played back")) },
    step.power ? badge(state.board, step.power) : null,
    h(
      "div",
      { class: "words" },
      h("p", {}, line(state, act, step.text.trim(), place)),
      step.matters ? h("p", { class: "matters" }, step.matters) : null,
    ),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 */
function latest(state, act) {
  const found = Object.values(state.picture.log).findLast(({ kind }) => !QUIET.has(kind));
  const text = found?.text.replaceAll("─", "").trim() ?? "";
  const words = found ? line(state, act, text, found.space) : null;
  const scrolled = found && !found.space ? scrolling("What happened last") : {};
  return h(
    "div",
    { class: "said quiet", ...scrolled },
    h("div", { class: "words" }, h("p", {}, words)),
  );
}

/**
 * What lets somebody without a mouse scroll words that hold no button.
 *
 * @param {string} label
 */
const scrolling = (label) => ({
  role: /** @type {const} */ ("group"),
  "aria-label": label,
  tabIndex: 0,
});

/**
 * @param {State} state
 * @param {Acts} act
 * @param {string} text
 * @param {string | null | undefined} space
 */
const line = ({ board }, act, text, space) =>
  space && board && space in board.spaces
    ? h("button", { class: "line", title: text, onClick: () => act.reveal(space) }, text)
    : h("span", { class: "line", title: text }, text);

/**
 * @param {State} state
 * @param {Acts} act
 */
function controls(state, act) {
  const { playback: playing, picture } = state;
  const board = shown(state);
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ name,
    /** @type {string} */ letter,
    /** @type {() => void} */ click,
  ) => h("button", { "data-key": key, key, onClick: click }, `${name} `, h("kbd", {}, letter));
  return h(
    "div",
    { class: "controls" },
    isOpen(board) && isFolded(board)
      ? h(
          "button",
          {
            "data-key": "unfold",
            key: "unfold",
            "aria-label": "unfold the battle board",
            title: "The battle board",
            onClick: () => {
              act.set({ battleBoard: { ...state.battleBoard, folded: false } });
              act.focusOn("fold");
            },
          },
          "⚔",
        )
      : null,
    playing?.steps.length
      ? [
          h("small", {}, `${playing.steps.length} left`),
          button("pause", playing.paused ? "Go on" : "Pause", "p", () => act.player.pause()),
          button("step", "Step", "n", () => act.player.step()),
          button("skip", "Skip", "s", () => act.player.stop(false)),
        ]
      : null,
    h(
      "select",
      {
        "data-key": "speed",
        "aria-label": "Speed of playback",
        value: picture.page.speed,
        onChange: ({ currentTarget: { value } }) =>
          act.request("speed", { speed: SPEEDS.find((one) => one === value) ?? "normal" }),
      },
      SPEEDS.map((speed) => h("option", { value: speed, key: speed }, `▶ ${speed}`)),
    ),
  );
}

/**
 * The card of what the player has not seen: folded while something else is asked, and at the end; none
 * beside a moment of the past.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function away(state, act) {
  if (!state.picture.away || state.playback || looksBack(state)) return null;
  const { lines } = state.picture.away;
  const open = state.awayOpen ?? !(question(state) || state.picture.turn?.outcome);
  const told = lines.filter(({ kind }) => kind !== "turn").length;
  const rest = Math.max(0, lines.length - LINES);
  return [
    h(
      "h3",
      {},
      h(
        "button",
        {
          class: "line",
          "data-key": "away",
          "aria-expanded": open ? "true" : "false",
          onClick: () => act.set({ awayOpen: !open }),
        },
        `${open ? "▾" : "▸"} ${state.returned ? "While you were away" : "In the meantime"}`,
      ),
      h("small", {}, amount(null, told, "event")),
    ),
    open
      ? [
          h(
            "ul",
            { class: "away" },
            lines.slice(rest).map((line) => h("li", { class: line.kind }, drawn(state, act, line))),
          ),
          rest
            ? h(
                "details",
                { "data-key": "away before" },
                h("summary", {}, `${rest} before`),
                h(
                  "ul",
                  { class: "away" },
                  lines
                    .slice(0, rest)
                    .map((line) => h("li", { class: line.kind }, drawn(state, act, line))),
                ),
              )
            : null,
        ]
      : null,
    buttons(
      h(
        "button",
        { "data-key": "play back", onClick: () => act.player.again() },
        "Play it back ",
        h("kbd", {}, "b"),
      ),
      h("button", { "data-key": "read", onClick: () => act.player.read() }, "I have read it"),
    ),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {AwayLine} line
 */
function drawn(state, act, { kind, power, text, space }) {
  return [
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]),
    power && kind !== "turn" ? badge(state.board, power) : null,
    line(state, act, text, space),
  ];
}
