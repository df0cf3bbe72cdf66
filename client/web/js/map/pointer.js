// Wheel, mouse and fingers on the map.

/**
 * @import { Acts } from "../acts.js"
 * @import { MapView } from "./view.js"
 */

const MOVED = 5; // pixels from which on a press is a drag

/** @param {Element} chip */
const idsOf = (chip) =>
  (chip.getAttribute("data-ids") ?? "").split(",").filter(Boolean).map(Number);

/** @param {Element} chip */
const spaceOf = (chip) => chip.closest("[data-space]")?.getAttribute("data-space") ?? null;

/** @param {EventTarget | null} target @param {string} selector */
const within = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** What is being done with the pointer, from press to release. */
export class Pointer {
  #svg;
  #map;
  #act;
  #hovered;
  /** @type {Map<number, PointerEvent>} */
  #touches = new Map();
  #moved = 0;
  #spread = 0;
  /** @type {Element | null} */
  #held = null;
  /** @type {boolean | null} */
  #dragging = null;

  /**
   * @param {SVGSVGElement} svg
   * @param {MapView} map
   * @param {Acts} act
   * @param {(space: string | null, event: PointerEvent | null) => void} hovered
   */
  constructor(svg, map, act, hovered) {
    this.#svg = svg;
    this.#map = map;
    this.#act = act;
    this.#hovered = hovered;
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#end(event));
    svg.addEventListener("pointercancel", (event) => this.#end(event));
    svg.addEventListener("pointerleave", () => hovered(null, null));
    svg.addEventListener("dblclick", (event) => {
      if (!within(event.target, ".chip")) map.zoom(1.6, this.#inside(event.clientX, event.clientY));
    });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {readonly [number, number]}
   */
  #inside(x, y) {
    const box = this.#svg.getBoundingClientRect();
    return [x - box.left, y - box.top];
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const speed = event.ctrlKey ? 0.01 : 0.0015;
    this.#map.zoom(Math.exp(-event.deltaY * speed), this.#inside(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button) return;
    this.#svg.setPointerCapture(event.pointerId);
    this.#touches.set(event.pointerId, event);
    this.#moved = 0;
    this.#spread = 0;
    const { clientX: x, clientY: y } = event;
    const onArrow = this.#map.legAt(x, y) !== null;
    const near = event.pointerType === "touch" && !onArrow ? this.#map.chipNear(x, y) : null;
    this.#held = within(event.target, ".chip") ?? near;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#touches.get(event.pointerId);
    if (!before) return this.#hover(event);
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    this.#moved += Math.hypot(dx, dy);
    this.#touches.set(event.pointerId, event);
    if (this.#touches.size === 2) return this.#pinch();
    if (this.#moved < MOVED) return;
    this.#dragging ??= this.#drag();
    if (this.#dragging) return this.#hover(event);
    this.#map.pan(dx, dy);
    this.#svg.classList.add("panning");
  }

  #drag() {
    const space = this.#held && spaceOf(this.#held);
    return this.#held !== null && space !== null && this.#act.hand.drag(idsOf(this.#held), space);
  }

  #pinch() {
    const [a, b] = [...this.#touches.values()];
    const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = this.#inside((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    if (this.#spread) this.#map.zoom(now / this.#spread, middle);
    this.#spread = now;
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const over = this.#dragging ? null : this.#map.legAt(event.clientX, event.clientY);
    this.#act.hand.light(over?.leg ?? null);
    this.#hovered(this.#map.meantAt(event.clientX, event.clientY), event);
  }

  /** @param {PointerEvent} event */
  #end(event) {
    if (!this.#touches.delete(event.pointerId)) return;
    this.#svg.classList.remove("panning");
    const space = this.#map.meantAt(event.clientX, event.clientY);
    const [held, dragging] = [this.#held, this.#dragging];
    this.#dragging = null;
    this.#held = null;
    if (event.type !== "pointerup") return;
    if (dragging) this.#act.hand.drop(space);
    else if (this.#moved < MOVED) this.#click(held, space, event);
  }

  /**
   * @param {Element | null} chip
   * @param {string | null} space
   * @param {PointerEvent} event
   */
  #click(chip, space, event) {
    const over = chip ? null : this.#map.legAt(event.clientX, event.clientY);
    if (over?.cross) return this.#act.hand.takeBackLeg(over.leg);
    if (over) return this.#act.hand.light(over.leg);
    const at = chip ? spaceOf(chip) : space;
    if (at === null) return;
    const keys = { one: event.shiftKey, more: event.ctrlKey || event.metaKey };
    if (!chip || !this.#act.hand.clickPieces(idsOf(chip), at, keys)) this.#act.hand.clickSpace(at);
  }
}
