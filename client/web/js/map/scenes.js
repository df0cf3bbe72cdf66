// What is drawn over the map while a step of the past is played back.

/**
 * @import { DrawnMap, PlaybackStep } from "../../schema.js"
 * @import { Piece, State } from "../state.js"
 * @import { Chip } from "./layout.js"
 * @import { Box } from "./viewport.js"
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
const IN_ROW = 5;
const DIE = 24; // pixels that one takes with the gap beside it
const GAP = 1.5;
const RING = 32; // pixels from the middle of a place to the outside of its ring
const ABREAST = 3; // chips that go side by side
/** Part of a step's time in which things move. */
const MOVING = 0.8;

/**
 * How things are drawn.
 *
 * @typedef {object} Drawing
 * @property {number} scale pixels for a unit of the map
 * @property {Covered} covered
 * @property {readonly [number, number]} seen where what is on the screen begins and ends, from north to south
 */

/** A layer in map units, above the stacks. */
export class Scenes {
  element = group("scenes");
  /** Where the step that is shown has its place, from west to east. */
  x = 0;

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
    render(null, this.element); // no animation of the step before goes on
    if (!step || !map) return;
    const way = step.legs[0]?.route ?? (step.space === null ? [] : [step.space]);
    this.x = points(map, way).at(-1)?.[0] ?? 0;
    render(
      step.legs.length ? arrows(step, state, map, drawing) : mark(step, state, map, drawing),
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
        through.map(([x, y]) => ({ transform: placed(x, y, drawing.scale) })),
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
 * Where something is drawn beside a place so that it covers least of all chips, and is on the screen: below
 * it, above it, or to a side, in pixels from the place.
 *
 * @param {readonly [number, number]} size
 * @param {readonly Box[]} taken by chips
 * @param {Box | null} own chips of the place
 * @param {readonly [number, number]} room above and below on the screen
 * @returns {readonly [number, number]} the upper left corner
 */
export function beside([wide, high], taken, own, [above, below]) {
  const [left, top, across, down] = own ?? [0, 0, 0, 0];
  const [west, north] = [Math.min(-RING, left), Math.min(-RING, top)];
  const [east, south] = [Math.max(RING, left + across), Math.max(RING, top + down)];
  /** @type {[number, number][]} */
  const places = [
    [-wide / 2, south],
    [-wide / 2, north - high],
    [east, -high / 2],
    [west - wide, -high / 2],
  ];
  const costs = places.map(([x, y]) => {
    const off = wide * (Math.max(0, -above - y) + Math.max(0, y + high - below));
    return taken.reduce((sum, [bx, by, w, h]) => {
      const along = Math.min(x + wide, bx + w) - Math.max(x, bx);
      const upright = Math.min(y + high, by + h) - Math.max(y, by);
      return sum + Math.max(0, along) * Math.max(0, upright);
    }, off);
  });
  return places[costs.indexOf(Math.min(...costs))];
}

/**
 * The dice of a step, beside the chips.
 *
 * @param {PlaybackStep} step
 * @param {DrawnMap} map
 * @param {Drawing} drawing
 */
function dice({ fallen, space }, map, { scale, covered, seen }) {
  const volley = fallen.findLast((one) => one.step === "volley");
  const thrown = volley?.step === "volley" ? volley.shots.flatMap((shot) => [...shot.dice]) : [];
  if (!thrown.length || space === null) return null;
  const shown = thrown.slice(0, DICE);
  const [x, y] = map.spaces[space].anchor;
  /** @type {(name: string) => Box | null} */
  const chips = (name) => {
    const [ax, ay] = map.spaces[name].anchor;
    const turn = map.wraps ? Math.round((x - ax) / map.width) : 0;
    const box = covered(name, [ax + turn * map.width, ay]);
    if (!box) return null;
    const [left, top, wide, high] = box;
    return [(left - x) * scale, (top - y) * scale, wide * scale, high * scale];
  };
  const taken = Object.keys(map.spaces).flatMap((name) => {
    const box = chips(name);
    return box ? [box] : [];
  });
  const size = /** @type {const} */ ([
    DIE * Math.min(IN_ROW, shown.length),
    DIE * Math.ceil(shown.length / IN_ROW),
  ]);
  const [top, bottom] = seen;
  const [dx, dy] = beside(size, taken, chips(space), [(y - top) * scale, (bottom - y) * scale]);
  return shown.map(([value, hit], i) =>
    h(
      "g",
      {
        transform: `translate(${dx + (i % IN_ROW) * DIE + GAP} ${dy + Math.floor(i / IN_ROW) * DIE + GAP})`,
      },
      h(
        "g",
        { class: `falls${hit ? " hit" : ""}` },
        h("rect", { width: 21, height: 21, rx: 4 }),
        h("text", { x: 10.5, y: 15.5 }, String(value)),
      ),
    ),
  );
}

/**
 * A ring around a place, and what happens there.
 *
 * @param {PlaybackStep} step
 * @param {State} state
 * @param {DrawnMap} map
 * @param {Drawing} drawing
 */
function mark(step, state, map, drawing) {
  const space = step.space === null ? undefined : map.spaces[step.space];
  if (!space || step.kind === "turn") return null;
  const [x, y] = space.anchor;
  const high = step.kind === "reveal" ? 28 : 0;
  return h(
    "g",
    { style: { transform: placed(x, y, drawing.scale) } },
    h("circle", { class: `ring ${step.kind}`, r: RING - 2, style: ringed(step, state) }),
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
    dice(step, map, drawing),
  );
}

/**
 * @param {PlaybackStep} step
 * @param {State} state
 */
const ringed = ({ kind, power }, { board }) =>
  power && (kind === "capture" || kind === "place") ? { stroke: colour(board, power) } : {};
