// The land and the sea: every space as a path, its colours, and which space lies at a point.

/**
 * @import { Board, DrawnMap } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { View } from "./viewport.js"
 */

import { render } from "../../vendor/preact.js";
import { offered } from "../forms/index.js";
import { h } from "../h.js";
import { isPlanning } from "../state.js";
import { colour } from "../units.js";
import { canals } from "./canals.js";
import { group } from "./stacks.js";

const MARGIN = 200; // map units by which what crosses the seam reaches over it

/** A layer of its own: not painted anew when stacks change. */
export class World {
  element = group("world");
  /** @type {DrawnMap | null} */
  #map = null;
  /** @type {Map<string, SVGPathElement>} */
  #paths = new Map();
  /** @type {Map<string, DOMRect>} */
  #boxes = new Map();
  /** @type {Map<string, string>} */
  #shades = new Map();

  /** @param {Board} board */
  draw(board) {
    const { map } = board;
    this.#map = map;
    this.#shades.clear();
    const spaces = Object.entries(map.spaces);
    const drawn = (/** @type {"zone" | "territory"} */ kind) =>
      spaces
        .filter(([, space]) => space.kind === kind)
        .map(([name, { path }]) =>
          h("path", {
            d: path,
            class: kind,
            "data-space": name,
            "fill-rule": "evenodd",
            key: name,
          }),
        );
    const shore = map.shore.map((d, i) =>
      h("path", { d, class: `shore shore${i}`, "fill-rule": "nonzero" }),
    );
    const sheets = [
      h("g", { class: "zones", id: "sheet0" }, drawn("zone")),
      h("g", { id: "sheet1" }, shore),
      h(
        "g",
        { id: "sheet2" },
        h("path", { d: map.scenery, class: "scenery", "fill-rule": "evenodd" }),
        h("g", { class: "lands" }, drawn("territory")),
        h("path", { d: map.barriers, class: "barrier" }),
        canals(board),
      ),
    ];
    render(
      h(
        "g",
        { key: map.name },
        sheets.map((sheet, i) => [sheet, copies(map, `sheet${i}`)]),
      ),
      this.element,
    );
    const paths = [...this.element.querySelectorAll("path")].filter((path) => path.dataset.space);
    this.#paths = new Map(paths.map((path) => [path.dataset.space ?? "", path]));
    this.#boxes.clear();
  }

  /**
   * Colours of control, and marks of what is chosen, lit or fought over.
   *
   * @param {State} state
   */
  paint(state) {
    const open = offered(state);
    for (const [name, path] of this.#paths) {
      const { classes, fill } = look(state, name, open.has(name));
      const now = `${classes} ${fill}`;
      if (this.#shades.get(name) === now) continue;
      this.#shades.set(name, now);
      path.setAttribute("class", classes);
      path.style.fill = fill;
    }
  }

  /**
   * Show the copies beyond the seam of a map that wraps, where they are in view.
   *
   * @param {View} view
   * @param {number} wide how much of the map is in view
   */
  showCopies(view, wide) {
    const width = this.#map?.width ?? 0;
    for (const copy of this.element.querySelectorAll("use.copy")) {
      const west = Number(copy.getAttribute("x")) < 0;
      const seen = west ? view.x < MARGIN : view.x + wide > width - MARGIN;
      /** @type {SVGUseElement} */ (copy).style.display = seen ? "" : "none";
    }
  }

  /**
   * The box around a space, in map units.
   *
   * @param {string} name
   */
  box(name) {
    return this.#measured().get(name);
  }

  /** The boxes around all spaces. They are asked for once the map is seen, as measuring it holds that up. */
  #measured() {
    if (!this.#boxes.size)
      for (const [name, path] of this.#paths) this.#boxes.set(name, path.getBBox());
    return this.#boxes;
  }

  /**
   * The space at a point of the map; territories lie over the zones around them.
   *
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const map = this.#map;
    if (!map) return null;
    const isZone = (/** @type {string} */ name) => Number(map.spaces[name].kind === "zone");
    const order = [...this.#measured()].sort(([a], [b]) => isZone(a) - isZone(b));
    for (const turn of map.wraps ? [0, -1, 1, -2] : [0]) {
      const point = new DOMPoint(x + turn * map.width, y);
      const found = order.find(
        ([name, b]) =>
          point.x >= b.x &&
          point.x <= b.x + b.width &&
          y >= b.y &&
          y <= b.y + b.height &&
          this.#paths.get(name)?.isPointInFill(point),
      );
      if (found) return found[0];
    }
    return null;
  }
}

/**
 * How a space looks.
 *
 * @param {State} state
 * @param {string} name
 * @param {boolean} open whether the question at hand offers it
 */
export function look(state, name, open) {
  const { board, picture, space } = state;
  const lit = isPlanning(state) ? {} : state.lit; // a plan may lead anywhere
  const sea = board?.spaces[name]?.sea ?? false;
  const owner = picture.spaces[name]?.control ?? null;
  const classes = [
    sea ? "zone" : "territory",
    !sea && owner === null ? "neutral" : "",
    name === space ? "chosen" : "",
    lit[name] ? "lit" : "",
    lit[name]?.enemies ? "lit-enemy" : "",
    name === picture.battle?.space || name in picture.plans ? "fought" : "",
    open ? "offered" : "",
  ];
  const fill =
    sea || owner === null ? "" : `color-mix(in srgb, ${colour(board, owner)} 52%, var(--faded))`;
  return { classes: classes.filter(Boolean).join(" "), fill };
}

/**
 * A sheet of a map that wraps once more at either side: sea under every coast, also at the seam.
 *
 * @param {DrawnMap} map
 * @param {string} id
 */
const copies = (map, id) =>
  map.wraps
    ? [-1, 1].map((turn) => h("use", { href: `#${id}`, x: turn * map.width, class: "copy" }))
    : [];
