// Keys: walking on the map, and shortcuts.

/**
 * @import { Acts } from "./acts.js"
 * @import { MapView } from "./map/view.js"
 * @import { Store } from "./store.js"
 */

import { $ } from "./h.js";
import { oddsSpace, orders, pieces, usable } from "./state.js";
import { BY_DIGIT } from "./views/panel.js";

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Fields that take letters for themselves. */
const TYPED = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";

/**
 * Walk on the map from space to space, pick up and choose there.
 *
 * @param {Store} store
 * @param {MapView} map
 * @param {Acts} act
 * @returns {(event: KeyboardEvent) => void}
 */
export const walking = (store, map, act) => (event) => {
  const { space } = store.state;
  if (event.key in ARROWS) {
    event.preventDefault();
    const to = map.neighbour(space, ARROWS[event.key]);
    if (to !== null) act.show(to);
  } else if (event.key === "Enter" && space !== null) act.hand.clickSpace(space);
  else if (event.key === " " && space !== null) {
    event.preventDefault();
    const here = pieces(store.state, space).map(({ id }) => id);
    const form = orders(store.state);
    if (form) {
      const able = pieces(store.state, space).filter((one) => usable(store.state, one));
      const going = able.filter(({ id }) => form.movable.includes(id)); // with what is aboard
      if (!able.length) act.announce(`Nothing in ${space} can move.`);
      act.hand.pick((going.length ? going : able).map(({ id }) => id));
    } else
      act.hand.clickPieces(here, space, {
        one: event.shiftKey,
        more: event.ctrlKey || event.metaKey,
      });
  }
};

/**
 * Shortcuts of the whole page.
 *
 * @param {Store} store
 * @param {MapView} map
 * @param {Acts} act
 * @returns {(event: KeyboardEvent) => void}
 */
export const shortcuts = (store, map, act) => (event) => {
  const field = event.target instanceof HTMLElement ? event.target : null;
  const typing = field?.matches(TYPED) ?? false;
  if (event.key === "Escape") {
    if (!store.state.dialog) act.hand.putDown(); // Escape closes a dialog alone
    if (typing && !store.state.dialog) field?.blur(); // letters are shortcuts again
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || store.state.dialog) return;
  const tab = BY_DIGIT[Number(event.key) - 1];
  switch (event.key) {
    case "/":
      event.preventDefault();
      if (store.state.board) act.open({ kind: "find", search: "" });
      break;
    case "g":
      act.open({ kind: "glossary" });
      break;
    case "?":
      act.open({ kind: "help" });
      break;
    case "+":
    case "=":
      map.zoom(1.3);
      break;
    case "-":
      map.zoom(1 / 1.3);
      break;
    case "0":
      map.showAll();
      break;
    case "m":
      act.showUnmoved();
      break;
    case "o": {
      const space = oddsSpace(store.state);
      if (space !== null) act.odds.open(space);
      break;
    }
    case "t":
      if (store.state.board?.hidden) act.open({ kind: "trackers" });
      break;
    case "p":
      act.player.pause();
      break;
    case "n":
      act.player.step();
      break;
    case "s":
      act.player.stop(false);
      break;
    case "b":
      act.player.again();
      break;
    case "u":
      if (store.state.picture.ask?.staged.length) act.undo();
      break;
    case "a":
      focusFirst($("dock"));
      break;
    default:
      if (!tab) return;
      act.openTab(tab);
      $("tab").focus();
  }
};

/** @param {HTMLElement} element */
function focusFirst(element) {
  const found = element.querySelector(
    "button:not([disabled], [aria-disabled], .inline, .term), input:not([disabled])",
  );
  if (found instanceof HTMLElement) found.focus();
}
