// The map: spaces and their colours, the view of them, and where things are on the screen.

/**
 * @import { Board, DrawnMap } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Box, View } from "./viewport.js"
 */

import { render } from "../../vendor/preact.js";
import { offered } from "../forms/index.js";
import { h } from "../h.js";
import { question } from "../state.js";
import { colour } from "../units.js";
import { canals } from "./canals.js";
import { group, Stacks } from "./stacks.js";
import { bounded, framed, zoomed } from "./viewport.js";

/** Draws the board, and knows what of it is where. It sends nothing and chooses nothing. */
export class MapView {
  /** The land and the sea, a layer of their own: not painted anew when stacks change. */
  #world = group("world");
  #route = group("route");
  #outline;
  #svg;
  #stacks;
  /** @type {Board | null} */
  #board = null;
  /** @type {Map<string, SVGPathElement>} */
  #paths = new Map();
  /** @type {Map<string, DOMRect>} */
  #boxes = new Map();
  /** @type {Map<string, string>} */
  #shades = new Map();
  /** @type {View} */
  #view = { x: 0, y: 0, scale: 1 };
  #frame = 0;
  /** @type {View | null} */
  #kept = null;
  #laidAt = 0;
  /** The size of the map on the screen, kept, as asking for it makes the browser lay all out. */
  #room = { width: 0, height: 0 };
  /** @type {State | null} */
  #state = null;

  /**
   * @param {SVGSVGElement} ground
   * @param {SVGSVGElement} svg
   */
  constructor(ground, svg) {
    ground.append(this.#world);
    this.#svg = svg;
    const fixed = group();
    render(
      h(
        "defs",
        {},
        h(
          "marker",
          {
            id: "arrow",
            viewBox: "0 0 10 10",
            refX: 7,
            refY: 5,
            markerWidth: 5,
            markerHeight: 5,
            orient: "auto-start-reverse",
          },
          h("path", { d: "M0 0L10 5L0 10z" }),
        ),
      ),
      fixed,
    );
    this.#outline = group();
    this.#outline.setAttribute("class", "outline");
    svg.append(fixed, this.#outline, this.#route);
    this.#stacks = new Stacks(svg);
    new ResizeObserver(([seen]) => this.#resized(seen.contentRect)).observe(svg);
  }

  /**
   * What was in the middle of the map stays there.
   *
   * @param {{ width: number, height: number }} to
   */
  #resized({ width, height }) {
    if (this.#room.width && width && this.#board) {
      this.#view.x += (this.#room.width - width) / 2 / this.#view.scale;
      this.#view.y += (this.#room.height - height) / 2 / this.#view.scale;
    }
    this.#room = { width, height };
    this.#frameNow();
  }

  // What is shown

  /**
   * Show a state.
   *
   * @param {State} state
   * @param {State} before
   */
  show(state, before) {
    this.#state = state;
    if (!state.board) return;
    if (state.board.map !== this.#board?.map) {
      this.#draw(state, state.board);
      return;
    }
    if (marks(state).some((mark, i) => mark !== marks(before)[i])) {
      this.#paint(state);
      this.#place();
    }
    if (state.hovered !== before.hovered || state.lit !== before.lit) this.#showRoute(state);
  }

  /**
   * @param {State} state
   * @param {Board} board
   */
  #draw(state, board) {
    const again = this.#board?.map.name === board.map.name;
    const { map } = board;
    this.#board = board;
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
      this.#world,
    );
    const paths = [...this.#world.querySelectorAll("path")].filter((path) => path.dataset.space);
    this.#paths = new Map(paths.map((path) => [path.dataset.space ?? "", path]));
    this.#boxes = new Map([...this.#paths].map(([name, path]) => [name, path.getBBox()]));
    this.#paint(state);
    if (again) this.#place();
    else this.#begin(state, board);
  }

  /**
   * As much of a world as fills the screen, around one's own capital; of a smaller map, the whole.
   *
   * @param {State} state
   * @param {Board} board
   */
  #begin(state, { map }) {
    const box = this.#svg.getBoundingClientRect();
    const wide = (map.height * box.width) / box.height;
    if (wide > map.width || (!map.wraps && box.width > 1.15 * box.height)) return this.showAll();
    const [x] = map.spaces[home(state) ?? ""]?.anchor ?? [map.width / 2];
    const west = map.wraps ? x - wide / 2 : Math.max(0, Math.min(map.width - wide, x - wide / 2));
    this.frameTo([west, 0, wide, map.height]);
  }

  /**
   * Colours of control, and marks of what is chosen, lit or fought over.
   *
   * @param {State} state
   */
  #paint(state) {
    const { board, picture } = state;
    const open = offered(state);
    for (const [name, path] of this.#paths) {
      const sea = board?.spaces[name]?.sea ?? false;
      const owner = picture.spaces[name]?.control ?? null;
      const lit = state.lit[name];
      const classes = [
        sea ? "zone" : "territory",
        !sea && owner === null ? "neutral" : "",
        name === state.space ? "chosen" : "",
        lit ? "lit" : "",
        lit?.enemies ? "lit-enemy" : "",
        name === picture.battle?.space || name in picture.plans ? "fought" : "",
        open.has(name) ? "offered" : "",
      ];
      const fill =
        sea || owner === null
          ? ""
          : `color-mix(in srgb, ${colour(board, owner)} 76%, var(--faded))`;
      const look = `${classes.filter(Boolean).join(" ")} ${fill}`;
      if (this.#shades.get(name) === look) continue;
      this.#shades.set(name, look);
      path.setAttribute("class", classes.filter(Boolean).join(" "));
      path.style.fill = fill;
    }
  }

  /** @param {State} state */
  #showRoute({ lit, hovered }) {
    const map = this.#board?.map;
    if (!map) return;
    const ways = hovered === null ? [] : (lit[hovered]?.ways ?? []);
    render(
      ways.map((way) => {
        /** @type {number | null} */
        let last = null;
        const points = way.map((name) => {
          const [ax, y] = map.spaces[name].anchor;
          const turn = last !== null && map.wraps ? Math.round((last - ax) / map.width) : 0;
          last = ax + turn * map.width;
          return `${last} ${y}`;
        });
        return h("path", { d: `M${points.join("L")}`, class: "way" });
      }),
      this.#route,
    );
  }

  /**
   * Show which space the pointer is over; null for none.
   *
   * @param {string | null} name
   * @param {number} clientX
   */
  hover(name, clientX) {
    const map = this.#board?.map;
    const box = name === null ? undefined : this.#boxes.get(name);
    if (!map || name === null || !box) {
      render(null, this.#outline);
      return;
    }
    const x = (clientX - this.#svg.getBoundingClientRect().left) / this.#view.scale + this.#view.x;
    const turn = map.wraps ? Math.round((x - box.x - box.width / 2) / map.width) : 0;
    const transform = `translate(${turn * map.width} 0)`;
    render(h("path", { class: "hovered", d: map.spaces[name].path, transform }), this.#outline);
  }

  // The view

  #frameNow() {
    const map = this.#board?.map;
    if (!this.#room.width) this.#room = this.#svg.getBoundingClientRect();
    if (!map || !this.#room.width) return;
    const view = bounded(this.#view, this.#room, map);
    this.#view = view;
    const transform = `scale(${view.scale}) translate(${-view.x} ${-view.y})`;
    for (const layer of [this.#world, this.#route, this.#outline])
      layer.setAttribute("transform", transform);
    for (const copy of this.#world.querySelectorAll("use.copy")) {
      const west = Number(copy.getAttribute("x")) < 0;
      const seen = west ? view.x < 200 : view.x + this.#room.width / view.scale > map.width - 200;
      /** @type {SVGUseElement} */ (copy).style.display = seen ? "" : "none";
    }
    if (this.#laidAt !== view.scale) this.#place();
    else this.#stacks.settle(view, this.#room);
  }

  /** Lay the stacks out anew. */
  #place() {
    if (!this.#board || !this.#state) return;
    this.#laidAt = this.#view.scale;
    this.#stacks.lay(this.#state, this.#board.map, this.#view.scale);
    this.#stacks.settle(this.#view, this.#room);
  }

  #soon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#frameNow());
  }

  /** @param {Box} box */
  frameTo(box) {
    this.#view = framed(box, this.#svg.getBoundingClientRect(), this.#board?.map.width ?? 0);
    this.#soon();
  }

  /** Show the whole map. */
  showAll() {
    const map = this.#board?.map;
    if (map) this.frameTo([0, 0, map.width, map.height]);
  }

  /**
   * @param {number} factor
   * @param {readonly [number, number]} [at] a point of the map on the screen that stays where it is
   */
  zoom(factor, at) {
    const box = this.#svg.getBoundingClientRect();
    this.#view = zoomed(this.#view, factor, at ?? [box.width / 2, box.height / 2]);
    this.#soon();
  }

  /**
   * Push the map by pixels.
   *
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.#view.x -= dx / this.#view.scale;
    this.#view.y -= dy / this.#view.scale;
    this.#soon();
  }

  /**
   * Bring a space into view without losing where one was.
   *
   * @param {string} name
   */
  reveal(name) {
    const space = this.#board?.map.spaces[name];
    if (!space) return;
    const box = this.#svg.getBoundingClientRect();
    const [x, y] = space.anchor;
    const { scale } = this.#view;
    const [px, py] = [(x - this.#view.x) * scale, (y - this.#view.y) * scale];
    if (px > 50 && py > 50 && px < box.width - 50 && py < box.height - 60) return;
    this.#view = { scale, x: x - box.width / scale / 2, y: y - box.height / scale / 2 };
    this.#soon();
  }

  /**
   * Bring a space to where a panel does not lie over it.
   *
   * @param {string} name
   * @param {DOMRect} panel
   */
  revealBeside(name, panel) {
    const space = this.#board?.map.spaces[name];
    if (!space) return;
    const box = this.#svg.getBoundingClientRect();
    const { x, y } = this.onScreen(name);
    if (x < panel.left - 70 && x > box.left + 70 && y > box.top + 60 && y < box.bottom - 60) return;
    this.#kept ??= { ...this.#view };
    const { scale } = this.#view;
    const [wide, high] = [panel.left - box.left, panel.top - box.top];
    this.#view.x = space.anchor[0] - Math.max(140, wide) / 2 / scale;
    if (wide < 140) this.#view.y = space.anchor[1] - Math.max(80, high) / 2 / scale;
    this.#soon();
  }

  /** Go back to the view before a panel was in its way. */
  settleBack() {
    if (!this.#kept) return;
    this.#view = this.#kept;
    this.#kept = null;
    this.#soon();
  }

  // What is where

  /**
   * Where a space's anchor is on the screen.
   *
   * @param {string} name
   */
  onScreen(name) {
    const map = this.#board?.map;
    if (!map) return { x: 0, y: 0 };
    const box = this.#svg.getBoundingClientRect();
    const [x, y] = map.spaces[name].anchor;
    const { scale } = this.#view;
    const turn = map.wraps ? Math.round((this.#view.x + box.width / scale / 2 - x) / map.width) : 0;
    return {
      x: box.left + (x + turn * map.width - this.#view.x) * scale,
      y: box.top + (y - this.#view.y) * scale,
    };
  }

  /**
   * The space under a point of the screen.
   *
   * @param {number} clientX
   * @param {number} clientY
   */
  under(clientX, clientY) {
    const map = this.#board?.map;
    if (!map) return null;
    const box = this.#svg.getBoundingClientRect();
    const y = (clientY - box.top) / this.#view.scale + this.#view.y;
    const x0 = (clientX - box.left) / this.#view.scale + this.#view.x;
    const isZone = (/** @type {string} */ name) => Number(map.spaces[name].kind === "zone");
    const order = [...this.#boxes].sort(([a], [b]) => isZone(a) - isZone(b));
    for (const turn of map.wraps ? [0, -1, 1, -2] : [0]) {
      const point = new DOMPoint(x0 + turn * map.width, y);
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

  /**
   * The space that is meant at a point: whose chips or name are there, else the one that lies there.
   *
   * @param {number} x
   * @param {number} y
   */
  meantAt(x, y) {
    const over = document.elementFromPoint(x, y)?.closest("#stacks [data-space]");
    return over?.getAttribute("data-space") ?? this.under(x, y);
  }

  /**
   * The chip that a finger means.
   *
   * @param {number} x
   * @param {number} y
   */
  chipNear(x, y) {
    return this.#stacks.meant(x, y);
  }

  /**
   * The neighbour that lies most in a direction: for arrow keys.
   *
   * @param {string | null} from
   * @param {readonly [number, number]} direction
   */
  neighbour(from, [dx, dy]) {
    const board = this.#board;
    if (!board) return null;
    const { map } = board;
    const start = from ?? Object.keys(map.spaces)[0];
    const [x, y] = map.spaces[start].anchor;
    const found = board.spaces[start].neighbours.map((name) => {
      const [ax, ny] = map.spaces[name].anchor;
      const nx = map.wraps ? ax + Math.round((x - ax) / map.width) * map.width : ax;
      const far = Math.hypot(nx - x, ny - y) || 1;
      return { name, along: ((nx - x) * dx + (ny - y) * dy) / far };
    });
    const best = found.sort((a, b) => b.along - a.along)[0];
    return best && best.along > 0.3 ? best.name : start;
  }
}

/**
 * All of a state that paths and blocks show.
 *
 * @param {State} state
 */
const marks = ({ picture, picked, lit, space, choice }) => [
  picture.spaces,
  picture.turn,
  picture.ask,
  picture.battle,
  picture.plans,
  picture.memo,
  picked,
  lit,
  space,
  choice,
];

/**
 * The capital of who is asked, else of a power of one's own.
 *
 * @param {State} state
 */
export function home(state) {
  const powers = state.board?.powers ?? {};
  const own = Object.keys(powers).find((power) => state.picture.powers[power]?.mine);
  return powers[question(state)?.power ?? own ?? ""]?.capital ?? null;
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
