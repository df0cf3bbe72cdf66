// A replay: one entry after another, or any of them at once.

/**
 * @import { Timeline, TurnMark } from "../../schema.js"
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { stepOf } from "../playback/playing.js";
import { badge } from "../units.js";
import { closeLog } from "./opened.js";
import { called } from "./top.js";

/**
 * @param {State} state
 * @param {Acts} act
 */
export function timeline(state, act) {
  const { board, picture, playback } = state;
  const found = picture.table.timeline;
  if (!found) return null;
  const { last, entry, turns, views } = found;
  const playing = playback?.seeks ?? false;
  const at = (playing && stepOf(state)?.entry) || found.at;
  const seek = (/** @type {number} */ to) => {
    if (playing) act.set({ playback: null });
    act.request("seek", { entry: Math.max(0, Math.min(last, to)) });
  };
  const step = (
    /** @type {string} */ key,
    /** @type {string} */ label,
    /** @type {string} */ sign,
    /** @type {number} */ to,
  ) =>
    h(
      "button",
      {
        "data-key": key,
        disabled: to < 0 || to > last || to === at,
        onClick: () => seek(to),
      },
      signed(sign, label),
    );
  const jump = (
    /** @type {string} */ key,
    /** @type {string} */ label,
    /** @type {string} */ sign,
    /** @type {TurnMark | undefined} */ turn,
  ) =>
    h(
      "button",
      {
        "data-key": key,
        disabled: !turn,
        title: turn ? `${label}: ${turn.power}, round ${turn.round}` : label,
        onClick: () => turn && seek(turn.at),
      },
      signed([sign, turn ? badge(board, turn.power) : null], label),
    );
  const play = () => (playing ? act.player.stop(false) : act.player.replay());
  const turn = turns.findLast((one) => one.at <= at);
  const range = [
    h(
      "datalist",
      { id: "turns", key: "turns" },
      turns.map((turn) => h("option", { value: turn.at })),
    ),
    h("input", {
      key: "range", // the same one while it is dragged away from the end
      type: "range",
      list: "turns",
      min: 0,
      max: last,
      value: at,
      "data-key": "range",
      "aria-label": "Entry",
      "aria-valuetext": turn ? `entry ${at}: ${turn.power}, round ${turn.round}` : `entry ${at}`,
      onInput: (event) => seek(Number(event.currentTarget.value)),
    }),
  ];
  const eyes = views.length > 1 ? eyesChoice(state, act) : null;
  // The card of the end has the buttons for what comes next, and needs the room.
  if (picture.table.ending && !playing && at === last) return [eyes, ...range, closeLog(act)];
  return [
    h(
      "p",
      { class: "quiet" },
      h("span", {}, `entry ${at} of ${last}`),
      entry && !playing ? `, ${entry}` : null,
    ),
    buttons(
      step("first", "to the beginning", "|◀", 0),
      jump(
        "turn before",
        "to the beginning of the turn",
        "◀",
        turns.findLast((turn) => turn.at < at),
      ),
      step("back", "one entry back", "−1", at - 1),
      h(
        "button",
        {
          class: "primary",
          "data-key": "play",
          "aria-label": playing ? "stop" : "play",
          onClick: play,
        },
        playing ? "Stop" : "Play",
      ),
      step("next", "one entry on", "+1", at + 1),
      jump(
        "turn after",
        "to the next turn",
        "▶",
        turns.find((turn) => turn.at > at),
      ),
      step("last", "to the end", "▶|", last),
    ),
    eyes,
    ...range,
    closeLog(act),
  ];
}

/**
 * A sign for the eye, and words for who listens.
 *
 * @param {ComponentChildren} sign
 * @param {string} words
 */
const signed = (sign, words) => [
  h("span", { "aria-hidden": "true" }, sign),
  h("span", { class: "unseen" }, words),
];

/**
 * As whom one looks: as everybody saw it, with the truth, or as the player of a seat saw it.
 *
 * @param {State} state
 * @param {Acts} act
 */
function eyesChoice({ picture: { seats, table }, playback }, act) {
  if (!table.timeline) return null;
  const { eyes, views } = table.timeline;
  const words = (/** @type {Timeline["eyes"]} */ view) => {
    if (view === "all") return "As everybody saw it";
    if (view === "truth") return "The truth";
    return seats[view]?.you ? "As you saw it" : `As ${called(seats[view])} saw it`;
  };
  return h(
    "div",
    { key: "eyes", class: "buttons eyes", role: "group", "aria-label": "Look back" },
    views.map((view) =>
      h(
        "button",
        {
          "data-key": `as ${view}`,
          "aria-pressed": view === eyes,
          onClick: () => {
            if (playback) act.player.stop(false); // at the moment that is shown
            act.request("eyes", { eyes: view });
          },
        },
        words(view),
      ),
    ),
  );
}
