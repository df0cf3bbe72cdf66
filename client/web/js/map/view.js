// The map: the view of it, the ways on it, and where things are on the screen.

/**
 * @import { Board, PlaybackStep } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Box, Seen, Size, View } from "./viewport.js"
 * @import { Covered } from "./ways.js"
 */

import { render } from "../../vendor/preact.js";
import { h } from "../h.js";
import { shown } from "../playback/playing.js";
import { Arrows } from "./arrows.js";
import { home } from "./goals.js";
import { Scenes } from "./scenes.js";
import { group, Stacks } from "./stacks.js";
import { bounded, framed, inside, isSame, resized, zoomed } from "./viewport.js";
import { copyOf } from "./ways.js";
import { World } from "./world.js";

/** Pixels from the edge within which a space is not well seen. */
const NEAR = 50;

/** Draws the board, and knows what of it is where. It sends nothing and chooses nothing. */
export class MapView {
  #world = new World();
  #arrows = new Arrows();
  #scenes = new Scenes();
  #outline;
  #svg;
  #stacks;
  #before;
  /** @type {Board | null} */
  #board = null;
  /** @type {View} */
  #view = { x: 0, y: 0, scale: 1 };
  #frame = 0;
  /** What the player saw before a space was visited. @type {View | null} */
  #kept = null;
  #laidAt = 0;
  /** Whether the map is to be on the screen before what stands on it. */
  #unseen = false;
  /** The size of the map on the screen, kept, as asking for it makes the browser lay all out. */
  #room = { width: 0, height: 0 };
  /**
   * What was chosen to be seen before the size changed, and what came of it.
   *
   * @type {{ view: View, room: Size, fitted: View } | null}
   */
  #chosen = null;
  /** @type {State | null} */
  #state = null;

  /**
   * @param {SVGSVGElement} ground
   * @param {SVGSVGElement} svg
   * @param {(state: State) => Seen | null} before what was seen before the page was loaded again
   */
  constructor(ground, svg, before) {
    this.#before = before;
    ground.append(this.#world.element);
    this.#svg = svg;
    const fixed = group();
    render(
      h(
        "defs",
        {},
        ["arrow", "went"].map((id) =>
          h(
            "marker",
            {
              id,
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
      ),
      fixed,
    );
    this.#outline = group();
    this.#outline.setAttribute("class", "outline");
    svg.append(fixed, this.#outline, this.#arrows.staged, this.#arrows.route);
    this.#stacks = new Stacks(svg);
    svg.append(this.#arrows.crosses, this.#scenes.element);
    new ResizeObserver(([seen]) => this.#resized(seen.contentRect)).observe(svg);
  }

  /**
   * Fit what the player chose to see last, so that a size that comes back brings back the view.
   *
   * @param {{ width: number, height: number }} to
   */
  #resized({ width, height }) {
    const to = { width, height };
    const chosen = isSame(this.#chosen?.fitted, this.#view)
      ? this.#chosen
      : { view: this.#view, room: this.#room };
    const fits = this.#board && chosen?.room.width && width;
    const whole = this.#board?.map.width;
    if (fits) this.#view = resized(chosen.view, chosen.room, to, whole);
    if (fits && this.#kept) this.#kept = resized(this.#kept, this.#room, to, whole);
    this.#room = to;
    if (!this.#laidAt) this.#unseen = true;
    this.#frameNow();
    this.#chosen = fits ? { ...chosen, fitted: { ...this.#view } } : null;
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
      this.#change(state, state.board);
      return;
    }
    if (marks(state).some((mark, i) => mark !== marks(before)[i])) {
      this.#world.paint(state);
      this.#place();
    }
    if (state.hovered !== before.hovered || state.lit !== before.lit) {
      this.#arrows.showRoute(state, state.board.map);
      this.#arrows.settle(state.board.map, this.#middle);
    }
    const { picture, leg, planned } = state;
    if (picture.ask !== before.picture.ask || leg !== before.leg || planned !== before.planned)
      this.#showStaged();
  }

  /**
   * Show another board.
   *
   * @param {State} state
   * @param {Board} board
   */
  #change(state, board) {
    const again = this.#board?.map.name === board.map.name;
    const room = this.#svg.getBoundingClientRect(); // before a map is there to be laid out for it
    if (!this.#room.width) this.#room = room;
    this.#board = board;
    this.#unseen = !again;
    this.#world.draw(board);
    this.#world.paint(state);
    if (again) this.#place();
    else this.#begin(state, board, room);
    this.#showStaged();
  }

  /**
   * What was seen before; else as much of a world as fills the screen, around one's own capital, or the
   * whole of a smaller map.
   *
   * @param {State} state
   * @param {Board} board
   * @param {Size} room
   */
  #begin(state, { map }, room) {
    const before = this.#before(state);
    if (before) {
      this.#view = resized(before.view, before.room, room, map.width);
      return this.#soon();
    }
    const { width, height } = room;
    const wide = (map.height * width) / height;
    if (wide > map.width || (!map.wraps && width > 1.15 * height))
      return this.frameTo([0, 0, map.width, map.height], room);
    const [x] = map.spaces[home(state) ?? ""]?.anchor ?? [map.width / 2];
    const west = map.wraps ? x - wide / 2 : Math.max(0, Math.min(map.width - wide, x - wide / 2));
    this.frameTo([west, 0, wide, map.height], room);
  }

  /** Show what is staged, and what is planned. */
  #showStaged() {
    const map = this.#board?.map;
    if (!map || !this.#state) return;
    this.#arrows.showStaged(this.#state, map, this.#view.scale, this.#covered);
    this.#arrows.settle(map, this.#middle);
  }

  /**
   * The staged move whose arrow is under a point of the screen, and whether that is its cross.
   *
   * @param {number} x
   * @param {number} y
   */
  legAt(x, y) {
    return this.#state?.picked.size ? null : this.#arrows.legAt(x, y); // what is in hand goes below
  }

  /**
   * Show which space the pointer is over; null for none.
   *
   * @param {string | null} name
   * @param {number} clientX
   */
  hover(name, clientX) {
    const map = this.#board?.map;
    const box = name === null ? undefined : this.#world.box(name);
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

  /** What the player sees, or saw before a space was visited; null before there is a map. */
  get seen() {
    const { width, height } = this.#room;
    if (!this.#board || !width) return null;
    return { view: this.#kept ?? this.#view, room: { width, height } };
  }

  #frameNow() {
    const map = this.#board?.map;
    if (!this.#room.width) this.#room = this.#svg.getBoundingClientRect();
    if (!map || !this.#room.width) return;
    const view = bounded(this.#view, this.#room, map);
    this.#view = view;
    const placed = (/** @type {number} */ turn) =>
      `scale(${view.scale}) translate(${turn * map.width - view.x} ${-view.y})`;
    for (const layer of [this.#world.element, this.#outline, ...this.#arrows.layers])
      layer.setAttribute("transform", placed(0));
    const turn = copyOf(map, this.#middle, this.#scenes.x);
    this.#scenes.element.setAttribute("transform", placed(turn));
    this.#arrows.settle(map, this.#middle);
    this.#world.showCopies(view, this.#room.width / view.scale);
    if (this.#unseen) {
      this.#unseen = false;
      this.#soon(); // what stands on it comes with the next frame: in one, both are felt
    } else if (this.#laidAt !== view.scale) {
      this.#place();
      this.#showStaged();
    } else this.#stacks.settle(view, this.#room);
  }

  /** What is in the middle of the screen, from west to east. */
  get #middle() {
    return this.#view.x + this.#room.width / this.#view.scale / 2;
  }

  /** Lay the stacks out anew; many new ones take several frames. */
  #place() {
    if (!this.#board || !this.#state) return;
    const { scale } = this.#view;
    const done = this.#stacks.lay(this.#state, this.#board.map, scale);
    this.#laidAt = done ? scale : 0;
    this.#stacks.settle(this.#view, this.#room);
    if (!done) this.#soon();
  }

  #soon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#frameNow());
  }

  /**
   * @param {Box} box
   * @param {Size} [room]
   */
  frameTo(box, room = this.#svg.getBoundingClientRect()) {
    this.#kept = null; // who goes elsewhere wants to stay there
    this.#view = framed(box, room, this.#board?.map.width ?? 0);
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
    this.#kept = null;
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
    this.#kept = null;
    const { x, y, scale } = this.#view;
    this.#view = { scale, x: x - dx / scale, y: y - dy / scale };
    this.#soon();
  }

  /**
   * Bring a space into view, to stay there.
   *
   * @param {string} name
   * @param {boolean} [midst] whether it is to lie amid the view, with what is around it
   */
  reveal(name, midst = false) {
    if (this.#goTo(name, midst) || midst) this.#kept = null;
  }

  /**
   * Bring the first of some spaces into view, if none of them is.
   *
   * @param {readonly string[]} names
   */
  revealOne(names) {
    if (!names.some((name) => this.#isSeen(name))) this.reveal(names[0]);
  }

  /**
   * Whether a space lies well within the view.
   *
   * @param {string} name
   * @param {boolean} [midst] in the middle half of it
   */
  #isSeen(name, midst = false) {
    const box = this.#svg.getBoundingClientRect();
    const seen = this.onScreen(name);
    const [x, y] = [seen.x - box.left, seen.y - box.top];
    const [wide, high] = midst ? [box.width / 4, box.height / 4] : [NEAR, NEAR];
    return x > wide && y > high && x < box.width - wide && y < box.height - high;
  }

  /**
   * Bring a space into view without losing where one was; whether the view had to move.
   *
   * @param {string} name
   * @param {boolean} [midst]
   */
  #goTo(name, midst = false) {
    const map = this.#board?.map;
    const space = map?.spaces[name];
    if (!map || !space || this.#isSeen(name, midst)) return false;
    const box = this.#svg.getBoundingClientRect();
    const [x, y] = space.anchor;
    const { scale } = this.#view;
    const [wide, high] = [box.width / scale, box.height / scale];
    const { width, height, wraps } = map;
    const [x0, y0] = [x - wide / 2, y - high / 2];
    this.#view = {
      scale,
      x: wraps ? x0 : inside(x0, wide, width, NEAR / scale),
      y: inside(y0, high, height, NEAR / scale),
    };
    this.#soon();
    return true;
  }

  /**
   * Bring a space into view until `settleBack`.
   *
   * @param {string} name
   */
  visit(name) {
    const before = { ...this.#view };
    if (this.#goTo(name)) this.#kept ??= before;
  }

  /**
   * Show a step of the past, with its place in view; null for none any more: then the player is back where
   * they were, unless a battle is still fought.
   *
   * @param {PlaybackStep | null} step
   * @param {State} state
   * @param {number} lasts milliseconds
   * @param {boolean} still whether nothing moves
   */
  playStep(step, state, lasts, still) {
    const place = step && (step.legs[0]?.route.at(-1) ?? step.space);
    if (place) this.visit(place);
    else if (!step && !state.picture.battle) this.settleBack();
    const { scale, y } = this.#view;
    const seen = /** @type {const} */ ([y, y + this.#room.height / scale]);
    this.#scenes.show(step, shown(state), { scale, covered: this.#covered, seen }, lasts, still);
    this.#soon(); // in the copy of the map that is seen
  }

  /** @type {Covered} */
  #covered = (name, anchor) => this.#stacks.covered(name, anchor, this.#view.scale);

  /** Go back to the view before a space was visited. */
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
    const box = this.#svg.getBoundingClientRect();
    const { x, y, scale } = this.#view;
    return this.#world.at((clientX - box.left) / scale + x, (clientY - box.top) / scale + y);
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
const marks = ({ picture, picked, planned, lit, space, choice, pointed }) => [
  picture.spaces,
  picture.turn,
  picture.ask,
  picture.battle,
  picture.plans,
  picture.memo,
  picked,
  planned.open,
  lit,
  space,
  choice,
  pointed,
];
