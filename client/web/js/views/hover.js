// What the pointer is over, in the strip below the map; the buttons that show parts of the map.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { grouped } from "../state.js";
import { tokenChip, tokensWords } from "../tokens.js";
import { chip } from "../units.js";
import { described } from "./panel.js";
import { groupWords } from "./tracker.js";

/**
 * The group of a tracker that is pointed at, else the space under the pointer; null if neither.
 *
 * @param {State} state
 */
export function underPointer(state) {
  const { pointed, hovered, board } = state;
  const tracker = pointed && state.picture.powers[pointed.power]?.tracker;
  if (tracker) return h("p", {}, groupWords(state, pointed.power, tracker, pointed.group));
  if (!board || hovered === null) return null;
  const { stacks = [], tokens = [] } = state.picture.spaces[hovered] ?? {};
  const kinds = grouped(stacks, ({ power, kind }) => `${power} ${kind}`);
  const doubted = tokens.filter(({ group }) => group === null);
  return [
    h(
      "p",
      {},
      h("b", {}, hovered),
      " ",
      h("small", {}, described(state, hovered)),
      " ",
      h(
        "span",
        { class: "chips" },
        kinds.map((group) => {
          const count = group.reduce((sum, { ids }) => sum + ids.length, 0);
          return chip(board, group[0].power, group[0].kind, count);
        }),
        tokens.map((token) => tokenChip(state, token)),
      ),
    ),
    doubted.length ? h("p", { class: "doubts" }, tokensWords(state, doubted)) : null,
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
