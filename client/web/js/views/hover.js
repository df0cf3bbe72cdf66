// The card of the space under the pointer, and the buttons that show parts of the map.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { grouped } from "../state.js";
import { tokenChip } from "../tokens.js";
import { chip } from "../units.js";
import { described } from "./panel.js";

/** @param {State} state */
export function hoverCard(state) {
  const { hovered, board } = state;
  if (!board || hovered === null) return null;
  const { stacks = [], tokens = [] } = state.picture.spaces[hovered] ?? {};
  const kinds = grouped(stacks, ({ power, kind }) => `${power} ${kind}`);
  return [
    h("b", {}, hovered),
    h("small", {}, described(state, hovered)),
    h(
      "span",
      { class: "chips" },
      kinds.map((group) => {
        const count = group.reduce((sum, { ids }) => sum + ids.length, 0);
        return chip(board, group[0].power, group[0].kind, count);
      }),
      tokens.map((token) => tokenChip(state, token)),
    ),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 */
export function viewButtons({ board }, act) {
  if (!board) return null;
  const { map } = board;
  return [
    h(
      "button",
      { key: "World", onClick: () => act.frameTo([0, 0, map.width, map.height]) },
      "World",
    ),
    Object.entries(map.views).map(([name, box]) =>
      h("button", { key: name, onClick: () => act.frameTo(box) }, name),
    ),
    h("button", { "aria-label": "zoom in", onClick: () => act.zoom(1.4) }, "+"),
    h("button", { "aria-label": "zoom out", onClick: () => act.zoom(1 / 1.4) }, "−"),
  ];
}
