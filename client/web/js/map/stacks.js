// The blocks of all spaces, drawn over the map in pixels of the screen.

/**
 * @import { DrawnMap } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Marks } from "./chips.js"
 * @import { Block, Measure } from "./layout.js"
 * @import { Box } from "./viewport.js"
 */

import { render } from "../../vendor/preact.js";
import { chosenIn } from "../forms/index.js";
import { h } from "../h.js";
import { isPlanning, mine, question } from "../state.js";
import { holdersOf } from "../tokens.js";
import { drawnBlock, isPointed } from "./chips.js";
import { growth, layOut, measureTexts } from "./layout.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far beyond the screen, in pixels, blocks are still shown. */
const MARGIN = 150;
/** How many blocks that are new are drawn in one frame: those of a world, all at once, are felt. */
const NEW = 40;
/** Of how many spaces of a new map texts are measured in one frame, before it is laid out. */
const MEASURED = 60;
/** How far, in pixels, arrows end from chips. */
const CLEAR = 3;

/**
 * The pieces for which a plan is drawn.
 *
 * @param {State} state
 */
const ownIfPlanned = (state) =>
  isPlanning(state)
    ? Object.values(state.picture.spaces).flatMap(({ stacks, tokens }) => [
        ...stacks.filter(({ power }) => mine(state, power)).flatMap(({ ids }) => ids),
        ...tokens.filter(({ power }) => mine(state, power)).map(({ id }) => id),
      ])
    : [];

/** @param {string} [id] */
export function group(id) {
  const found = document.createElementNS(SVG, "g");
  if (id) found.id = id;
  return found;
}

/**
 * What measures texts by a canvas; every text once.
 *
 * @returns {Measure}
 */
function measuring() {
  const canvas = document.createElement("canvas").getContext("2d");
  /** @type {Map<string, number>} */
  const widths = new Map();
  return (text, font) => {
    const key = `${font}|${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (!canvas) return 7 * text.length;
    canvas.font = `${font} system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
    const found = canvas.measureText(text).width;
    widths.set(key, found);
    return found;
  };
}

/** @typedef {{ block: Block, look: string, group: SVGGElement, leader: SVGGElement | null }} Drawn */

/** Draws blocks, and moves them to where the view is. */
export class Stacks {
  #measure = measuring();
  #layer = group("stacks");
  #leaders = group();
  /** @type {DrawnMap | null} */
  #map = null;
  /** Spaces of the map whose texts are still to be measured. @type {string[]} */
  #unmeasured = [];
  #growth = 1;
  /** @type {Map<string, Drawn>} */
  #drawn = new Map();

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#leaders.setAttribute("class", "leaders");
    svg.append(this.#leaders, this.#layer);
  }

  /**
   * Lay all blocks out for a scale, and draw those that look otherwise than before; of those that are
   * new, some. Whether none is left.
   *
   * @param {State} state
   * @param {DrawnMap} map
   * @param {number} scale
   */
  lay(state, map, scale) {
    if (map !== this.#map) this.#unmeasured = Object.keys(map.spaces);
    this.#map = map;
    if (this.#unmeasured.length) {
      for (const name of this.#unmeasured.splice(0, MEASURED)) {
        measureTexts(state, this.#measure, name);
      }
      return false;
    }
    this.#growth = growth(map, scale);
    const offered = question(state)?.form;
    const movable = new Set(
      offered?.kind === "orders"
        ? offered.movable
        : offered?.kind === "pick"
          ? offered.offered
          : ownIfPlanned(state),
    );
    const picked = new Set([...state.picked, ...chosenIn(state)]);
    const { pointed } = state;
    const holders = pointed ? holdersOf(state, pointed.power, pointed.group) : [];
    const held = new Set(holders.map(({ id }) => id));
    const marks = {
      pointed: (/** @type {number} */ id) => held.has(id),
      movable: (/** @type {number} */ id) => movable.has(id),
      picked: (/** @type {number} */ id) => picked.has(id),
    };
    const before = this.#drawn;
    let fresh = 0;
    this.#drawn = new Map();
    for (const block of layOut(state, map, scale / this.#growth, this.#measure)) {
      const old = before.get(block.name);
      before.delete(block.name);
      if (!old && ++fresh > NEW) continue;
      const look = looks(state, block, marks);
      const drawn = old ?? {
        block,
        look: "",
        group: this.#layer.appendChild(group()),
        leader: null,
      };
      if (drawn.look !== look) render(drawnBlock(state, block, marks), drawn.group);
      this.#drawn.set(block.name, { ...drawn, block, look, leader: leader(block) });
    }
    for (const { group: gone } of before.values()) gone.remove();
    this.#leaders.replaceChildren(...[...this.#drawn.values()].flatMap((one) => one.leader ?? []));
    return fresh <= NEW;
  }

  /**
   * Move the blocks to where the view is.
   *
   * @param {{ x: number, y: number, scale: number }} view
   * @param {{ width: number, height: number }} room of the map on the screen
   */
  settle(view, room) {
    const map = this.#map;
    if (!map) return;
    const large = this.#growth;
    const larger = large > 1 ? ` scale(${large.toFixed(3)})` : "";
    for (const { block, group: drawn, leader: line } of this.#drawn.values()) {
      const home = (block.home[0] * large) / view.scale;
      const off = (view.x + room.width / view.scale / 2 - home) / map.width;
      const turn = map.wraps ? Math.round(off) : 0;
      const x = block.x * large + (turn * map.width - view.x) * view.scale;
      const y = block.y * large - view.y * view.scale;
      const seen =
        x > -MARGIN && y > -MARGIN && x < room.width + MARGIN && y < room.height + MARGIN;
      for (const part of line ? [drawn, line] : [drawn]) {
        part.style.display = seen ? "" : "none";
        if (seen)
          part.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})${larger}`);
      }
    }
  }

  /**
   * What the chips of a space cover, in units of the map; null for nothing.
   *
   * @param {string} name
   * @param {readonly [number, number]} anchor where the space is drawn
   * @param {number} scale pixels for a unit of the map
   * @returns {Box | null}
   */
  covered(name, [x, y], scale) {
    const block = this.#drawn.get(name)?.block;
    if (!block?.rows.length) return null;
    const [wide, high] = [block.wide + 2 * CLEAR, block.high + 2 * CLEAR];
    const left = block.x - block.home[0] - wide / 2;
    const top = block.y - block.home[1] - high / 2;
    const unit = this.#growth / scale;
    return [x + left * unit, y + top * unit, wide * unit, high * unit];
  }

  /**
   * The chip that a finger means: the nearest within its width of a point of the screen.
   *
   * @param {number} clientX
   * @param {number} clientY
   * @param {number} [within]
   */
  meant(clientX, clientY, within = 15) {
    const chips = [...this.#layer.querySelectorAll(".chip")].map((chip) => {
      const box = chip.getBoundingClientRect();
      const dx = Math.max(box.left - clientX, 0, clientX - box.right);
      const dy = Math.max(box.top - clientY, 0, clientY - box.bottom);
      return { chip, far: box.width ? Math.hypot(dx, dy) : Infinity };
    });
    const best = chips.sort((a, b) => a.far - b.far)[0];
    return best && best.far <= within ? best.chip : null;
  }
}

/**
 * All that a block's looks depend on.
 *
 * @param {State} state
 * @param {Block} block
 * @param {Marks} marks
 */
function looks(state, { name, rows, label, named, written, near }, marks) {
  const { picked, movable } = marks;
  const notes = state.picture.memo?.notes ?? {};
  const chips = rows.map((row) =>
    row.chips.map((chip) => [
      chip,
      chip.ids.some(picked),
      chip.ids.some(movable),
      isPointed(chip, marks),
      chip.chip === "token" ? notes[chip.token.id] : null,
    ]),
  );
  const { plans, battle } = state.picture;
  return JSON.stringify([chips, label, named, written, near, plans[name], battle?.space === name]);
}

/**
 * A line from a block to the space that it belongs to, if it was pushed out of it.
 *
 * @param {Block} block
 */
function leader({ home, x, y, wide, high, rows }) {
  const [dx, dy] = [home[0] - x, home[1] - y];
  const out = Math.abs(dx) > wide / 2 + 3 || Math.abs(dy) > high / 2 + 3;
  if (!rows.length || !out) return null;
  const found = group();
  render(
    h(
      "g",
      { class: "leader" },
      h("line", { x2: dx, y2: dy }),
      h("circle", { cx: dx, cy: dy, r: 2.5 }),
    ),
    found,
  );
  return found;
}
