// The arrows over the map: of what is staged or planned, and of what is in hand.

/**
 * @import { DrawnMap } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Covered } from "./ways.js"
 */

import { render } from "../../vendor/preact.js";
import { group } from "./stacks.js";
import { copyOf, cross, intendedArrow, shownWay, stagedArrow } from "./ways.js";

/** Three layers in map units: two below the stacks, the crosses above them. */
export class Arrows {
  route = group("route");
  staged = group("staged");
  crosses = group("crosses");

  get layers() {
    return [this.route, this.staged, this.crosses];
  }

  /**
   * Show the ways of what is in hand to the space that is pointed at.
   *
   * @param {State} state
   * @param {DrawnMap} map
   */
  showRoute({ lit, hovered }, map) {
    const ways = hovered === null ? [] : (lit[hovered]?.ways ?? []);
    render(
      ways.map((way) => shownWay(map, way)),
      this.route,
    );
  }

  /**
   * Show what is staged as arrows, until it is sent; and what is planned, until it is done.
   *
   * @param {State} state
   * @param {DrawnMap} map
   * @param {number} scale pixels for a unit of the map
   * @param {Covered} covered
   */
  showStaged(state, map, scale, covered) {
    const { picture, planned } = state;
    const moves = picture.ask?.moves ?? planned.moves;
    const drawn = moves.map((leg, i) => stagedArrow(state, map, leg, i, covered));
    const intended = picture.ask ? planned.moves : [];
    render([drawn, intended.map((leg) => intendedArrow(map, leg, covered))], this.staged);
    render(cross(state, map, moves, scale, covered), this.crosses);
  }

  /**
   * The staged move whose arrow is under a point of the screen, and whether that is its cross.
   *
   * @param {number} x
   * @param {number} y
   */
  legAt(x, y) {
    const over = document.elementFromPoint(x, y)?.closest("#staged [data-leg], #crosses .cross");
    if (!over) return null;
    return { leg: Number(over.getAttribute("data-leg")), cross: over.matches(".cross") };
  }

  /**
   * Bring every arrow to the copy of the map in which its goal is seen.
   *
   * @param {DrawnMap} map
   * @param {number} middle of the view, from west to east
   */
  settle(map, middle) {
    for (const one of this.layers.flatMap((layer) => [...layer.children])) {
      const turn = copyOf(map, middle, Number(one.getAttribute("data-x")));
      one.setAttribute("transform", `translate(${turn * map.width} 0)`);
    }
  }
}
