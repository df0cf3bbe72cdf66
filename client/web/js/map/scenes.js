// What is drawn over the map while a step of the past is played back.

/**
 * @import { DrawnMap, PlaybackStep } from "../../schema.js"
 * @import { Piece, State } from "../state.js"
 * @import { Chip } from "./layout.js"
 * @import { Covered } from "./ways.js"
 */

import { render } from "../../vendor/preact.js";
import { h } from "../h.js";
import { grouped, pieces } from "../state.js";
import { colour } from "../units.js";
import { parts } from "./chips.js";
import { CHIP } from "./layout.js";
import { group } from "./stacks.js";
import { path, points, wayTo } from "./ways.js";

const DICE = 10; // that are drawn on the map; the battle board has all
const ABREAST = 3; // chips that go side by side
/** Part of a step's time in which things move. */
const MOVING = 0.8;

/** @typedef {{ scale: number, covered: Covered }} Drawing `scale`: pixels for a unit of the map */

/** A layer in map units, above the stacks. */
export class Scenes {
  element = group("scenes");

  constructor() {
    this.element.setAttribute("aria-hidden", "true");
  }

  /**
   * Show a step.
   *
   * @param {PlaybackStep | null} step
   * @param {State} state with the board before the step
   * @param {Drawing} drawing
   * @param {number} lasts milliseconds
   * @param {boolean} still whether nothing moves
   */
  show(step, state, drawing, lasts, still) {
    const map = state.board?.map;
    const { scale } = drawing;
    render(null, this.element); // no animation of the step before goes on
    if (!step || !map) return;
    render(
      step.legs.length ? arrows(step, state, map, drawing) : mark(step, state, map, scale),
      this.element,
    );
    if (still) return;
    const time = {
      duration: lasts * MOVING,
      easing: "ease-in-out",
      fill: /** @type {const} */ ("both"),
    };
    this.element.querySelectorAll(".slides").forEach((sliding, i) => {
      const through = points(map, step.legs[i].route);
      sliding.animate(
        through.map(([x, y]) => ({ transform: placed(x, y, scale) })),
        time,
      );
    });
    for (const ring of this.element.querySelectorAll(".ring"))
      ring.animate(
        { transform: ["scale(2.2)", "scale(1)"], opacity: [0, 1] },
        { ...time, duration: lasts / 3 },
      );
    for (const turning of this.element.querySelectorAll(".turns"))
      turning.animate(
        { transform: ["scaleX(1)", "scaleX(0)", "scaleX(1)"] },
        { ...time, duration: lasts / 2 },
      );
    for (const going of this.element.querySelectorAll(".goes"))
      going.animate({ opacity: [1, 1, 0] }, time);
    this.element.querySelectorAll(".falls").forEach((die, i) => {
      die.animate(
        { transform: ["translateY(-40px) rotate(-90deg)", "none"], opacity: [0, 1] },
        {
          duration: lasts / 4,
          delay: Math.min(i * 40, lasts / 3),
          easing: "ease-out",
          fill: "both",
        },
      );
    });
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
const placed = (x, y, scale) => `translate(${x}px, ${y}px) scale(${1 / scale})`;

/**
 * Arrows, and the pieces that go along them.
 *
 * @param {PlaybackStep} step
 * @param {State} state
 * @param {DrawnMap} map
 * @param {Drawing} drawing
 */
function arrows({ legs, power }, state, map, { scale, covered }) {
  const fill = colour(state.board, power ?? "");
  return [
    legs.map(({ route }) => {
      const d = path(wayTo(map, route, covered));
      return [
        h("path", { class: "went under", d }),
        h("path", { class: "went", d, style: { stroke: fill } }),
      ];
    }),
    legs.map(({ route, pieces: ids }) => {
      const [x, y] = points(map, route).at(-1) ?? [0, 0];
      return h(
        "g",
        { class: "slides stack", style: { transform: placed(x, y, scale) } },
        sliding(state, route[0], ids),
      );
    }),
  ];
}

/**
 * The pieces of a move, as the map shows them: a chip for each kind, and one for each token, so
 * that one that is known goes its way otherwise than one that is not.
 *
 * @param {State} state
 * @param {string} from
 * @param {readonly number[]} ids
 */
function sliding(state, from, ids) {
  const here = pieces(state, from).filter(({ id }) => ids.includes(id));
  const kinds = grouped(here, (one) => (one.token ? `#${one.id}` : one.kind));
  const wide = CHIP.wide + CHIP.gap;
  const left = (-wide * Math.min(ABREAST, kinds.length)) / 2;
  return kinds.map((alike, i) => {
    const x = left + (i % ABREAST) * wide;
    const y = (Math.floor(i / ABREAST) - 0.5) * (CHIP.high + CHIP.gap);
    const token = alike[0].token ? " token" : "";
    return h(
      "g",
      { class: `chip${token}`, transform: `translate(${x} ${y})` },
      parts(state, chipOf(alike), CHIP.high),
    );
  });
}

/**
 * The chip of pieces that are alike.
 *
 * @param {readonly Piece[]} alike
 * @returns {Chip}
 */
function chipOf([{ id, power, kind, token }, ...more]) {
  const ids = [id, ...more.map((one) => one.id)];
  if (token) return { chip: "token", power, ids, wide: CHIP.wide, token };
  const count = ids.length;
  const plain = { cargo: false, damaged: false, marks: [] };
  return { chip: "unit", power, kind, ids, count, wide: CHIP.wide, ...plain };
}

/** Signs of what happens in a place. */
const SIGNS = {
  move: "",
  attack: "⚔",
  fire: "",
  loss: "✕",
  reveal: "",
  shuffle: "⇄",
  dive: "↓",
  capture: "⚑",
  place: "+",
  turn: "",
  told: "",
};

/**
 * A ring around a place, and what happens there.
 *
 * @param {PlaybackStep} step
 * @param {State} state
 * @param {DrawnMap} map
 * @param {number} scale
 */
function mark(step, state, map, scale) {
  const space = step.space === null ? undefined : map.spaces[step.space];
  if (!space || step.kind === "turn") return null;
  const [x, y] = space.anchor;
  const volley = step.fallen.findLast((one) => one.step === "volley");
  const dice = volley?.step === "volley" ? volley.shots.flatMap((shot) => [...shot.dice]) : [];
  const high = step.kind === "reveal" ? 28 : 0;
  return h(
    "g",
    { style: { transform: placed(x, y, scale) } },
    h("circle", { class: `ring ${step.kind}`, r: 30, style: ringed(step, state) }),
    SIGNS[step.kind]
      ? h("text", { class: `sign ${step.kind === "loss" ? "goes" : ""}`, y: -34 }, SIGNS[step.kind])
      : null,
    high
      ? h(
          "g",
          { class: "turns" },
          h("rect", { class: "token-face up", x: -16, y: -46, width: 32, height: 20, rx: 4 }),
        )
      : null,
    dice.slice(0, DICE).map(([value, hit], i) =>
      h(
        "g",
        {
          transform: `translate(${(i % 5) * 24 - 12 * Math.min(5, dice.length)} ${34 + 24 * Math.floor(i / 5)})`,
        },
        h(
          "g",
          { class: `falls${hit ? " hit" : ""}` },
          h("rect", { width: 21, height: 21, rx: 4 }),
          h("text", { x: 10.5, y: 15.5 }, String(value)),
        ),
      ),
    ),
  );
}

/**
 * @param {PlaybackStep} step
 * @param {State} state
 */
const ringed = ({ kind, power }, { board }) =>
  power && (kind === "capture" || kind === "place") ? { stroke: colour(board, power) } : {};
