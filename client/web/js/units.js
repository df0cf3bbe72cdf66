// Our own silhouettes, 32 by 22, the colours of powers, and chips of units.

/**
 * @import { Board } from "../schema.js"
 */

import { h } from "./h.js";

/** @type {Readonly<Record<string, string>>} */
const SHAPES = {
  infantry:
    "M16 1.500a2.800 2.800 0 1 1 0 5.600a2.800 2.800 0 0 1 0-5.600zM11.500 8h9l2 6.500h-2.300L19.400 12v9h-2.700v-6h-1.400v6h-2.700v-9l-.800 2.500H9.500z",
  artillery:
    "M9 10a5.500 5.500 0 1 1 0 11a5.500 5.500 0 0 1 0-11zm0 3.600a1.900 1.900 0 1 0 0 3.800a1.900 1.900 0 0 0 0-3.800zM9 8.500L27.500 2l1 2.700L14 10.500zM14 17l14 2.500V21H13z",
  tank: "M4 14h24l-2.800 6.500H6.800zM9.500 8h9l2 5h-11zM19 9h12v2.100H20z",
  aa_gun: "M6 19.500h20V21.500H6zM14 9h4l2.500 9h-9zM13.500 8.500L27 .800l1.400 2.300L17 11z",
  complex: "M3 20.500V9.500l6.500 4v-4l6.500 4v-4l4.500 2.800V2.500h3.500l1 18z",
  fighter:
    "M16 1l1.900 7.200L29 12.500V15l-11.200-1.800-.700 4.600 3.600 2.200v1.200L16 20.500l-4.700.700V20l3.600-2.200-.700-4.600L3 15v-2.500l11.100-4.300z",
  bomber:
    "M16 .500l2 6.500 13 3.600v3.200l-12.700-1.300-.700 5.700 4.400 2.200v1.100l-6-.800-6 .800v-1.100l4.400-2.200-.700-5.700L1 13.800v-3.200L14 7zM7 8h2v4H7zm16 0h2v4h-2z",
  submarine:
    "M2 13h23c3.200 0 5.500 1.700 5.500 3.200s-2.300 3.300-5.500 3.300H7c-3 0-5-3.500-5-6.500zM12.500 7.500h7V12h-7zM16 3h1.800v5H16z",
  transport:
    "M1 13.500h30l-3.500 7h-23zM22 6.500h6V12h-6zM4.500 9.500H12V12H4.500zm8.700 0h7.300V12h-7.300z",
  destroyer: "M1 14h30l-4.500 6.500H5.500zM9 9.500h10V13H9zM13.200 4H15v5h-1.800zM21 11h6v2h-6z",
  cruiser:
    "M1 14h30l-4 6.500H4.500zM7.500 9.500h13V13h-13zM11 4h3.500v5H11zm6 2h2.500v3H17zM22 11.300h7V13h-7zM3 11.300h4V13H3z",
  carrier: "M0 11.500h32l-3.500 9h-24zM20 5h6v5.500h-6zM22.200 1.500H24V5h-1.800z",
  battleship:
    "M0 13.500h32l-3.500 7.500h-25zM8 9h15v3.500H8zM12.500 4h6.500v4h-6.500zM15 .500h1.700V4H15zM24 9.800h7v1.700h-7zM1 9.800h6v1.700H1zM24 12h5v1h-5z",
  escort: "M4 14h24l-4 6h-16zM12 9h8v4h-8z",
  artillery_battery:
    "M8 11a5 5 0 1 1 0 10a5 5 0 0 1 0-10zM22 11a5 5 0 1 1 0 10a5 5 0 0 1 0-10zM5 8.500L28 .500l1.500 4L8 13zM6 15h19v3H6z",
  sea_mine:
    "M16 5a6.500 6.500 0 1 1 0 13a6.500 6.500 0 0 1 0-13zM15 .500h2V5h-2zM15 18h2v3.500h-2zM5.500 10.500H10v2H5.500zM22 10.500h4.500v2H22z",
  resistance_cell:
    "M16 1l3.200 3.200v5h4.600l-3.200 4.200 2.200 7.600h-4.400L16 16l-2.400 5H9.200l2.200-7.600-3.200-4.200h4.600v-5z",
  other: "M6 6h20v12H6z",
};

/** Symbols to be used by `use`, once for the whole page. */
export const symbols = () =>
  h(
    "svg",
    { class: "unseen", "aria-hidden": "true" },
    h(
      "defs",
      {},
      Object.entries(SHAPES).map(([kind, d]) =>
        h(
          "symbol",
          { id: `unit-${kind}`, viewBox: "0 0 32 22" },
          h("path", { d, "fill-rule": "evenodd" }),
        ),
      ),
      h(
        "pattern",
        {
          id: "hatch",
          width: 22,
          height: 22,
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(40)",
        },
        h("rect", { width: 22, height: 22, class: "hatched" }),
        h("rect", { width: 9, height: 22, class: "hatch" }),
      ),
    ),
  );

/**
 * Its own silhouette, else that of the kind that it is most like.
 *
 * @param {Pick<Board, "units"> | null} board
 * @param {string} kind
 */
export function symbol(board, kind) {
  const drawn = [kind, board?.units[kind]?.symbol ?? ""].find((name) => name in SHAPES);
  return `#unit-${drawn ?? "other"}`;
}

/**
 * Whether units of a kind are industrial complexes.
 *
 * @param {Board | null} board
 * @param {string} kind
 */
export const isComplex = (board, kind) => board?.units[kind]?.symbol === "complex";

/**
 * @param {Board | null} board
 * @param {string} power
 */
export function colour(board, power) {
  return board?.powers[power]?.colour ?? "#5b6673";
}

/**
 * Black or white, whichever is read more easily on a colour.
 *
 * @param {string} hex
 */
export function ink(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#10151c" : "#ffffff";
}

/**
 * One letter for a power, the same on all boards.
 *
 * @param {Board | null} board
 * @param {string} power
 */
export const letter = (board, power) => board?.powers[power]?.letter ?? "?";

/**
 * @param {Pick<Board, "units"> | null} board
 * @param {string} kind
 */
export const unitName = (board, kind) => board?.units[kind]?.name ?? kind;

/**
 * Units of a kind, or other things, counted as in speech: no tokens, 1 fighter, 2 infantry.
 *
 * @param {Board | null} board
 * @param {number} count
 * @param {string} what
 */
export function amount(board, count, what) {
  const unit = board?.units[what];
  if (count === 1) return `1 ${unit?.name ?? what}`;
  const several = /[^aeiou]y$/.test(what) ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${count || "no"} ${unit?.several ?? several}`;
}

/** @param {string} fill */
const painted = (fill) => ({ background: fill, color: ink(fill) });

/**
 * A small square with the letter of a power.
 *
 * @param {Board | null} board
 * @param {string} power
 */
export const badge = (board, power) =>
  h(
    "span",
    { class: "badge", title: power, "aria-hidden": "true", style: painted(colour(board, power)) },
    letter(board, power),
  );

/**
 * @param {Pick<Board, "units"> | null} board
 * @param {string} kind
 */
export const icon = (board, kind) =>
  h(
    "svg",
    { class: "icon", viewBox: "0 0 32 22", "aria-hidden": "true" },
    h("use", { href: symbol(board, kind) }),
  );

/**
 * A chip of units of one power and kind, for panels.
 *
 * @param {Board | null} board
 * @param {string} power
 * @param {string} kind
 * @param {number} count
 * @param {string} [note]
 */
export function chip(board, power, kind, count, note = "") {
  const words = `${power}: ${amount(board, count, kind)}${note ? `, ${note}` : ""}`;
  return h(
    "span",
    {
      class: "chip",
      role: "img",
      "aria-label": words,
      title: words,
      style: painted(colour(board, power)),
    },
    icon(board, kind),
    h("b", {}, String(count)),
    note ? h("small", {}, note) : null,
  );
}
