// How chips, names and blocks on the map look.

/**
 * @import { Board, PieceMark, Plan } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Block, Chip, ComplexChip, Label, Place, SignChip, SumChip, TokenChip, TokensChip, UnitChip } from "./layout.js"
 * @import { VNode } from "../../vendor/preact.js"
 */

import { h } from "../h.js";
import { isDecoy, tokenSign, tokenTitle } from "../tokens.js";
import { amount, colour, ink, letter, symbol, unitName } from "../units.js";
import { CHIP, NAME, TAB } from "./layout.js";

/** @type {Readonly<Record<SignChip["marker"]["sign"], string>>} */
const SIGNS = {
  mine: "M16 4a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM15 0h2v4h-2zM15 18h2v4h-2zM5 10h4v2H5zM23 10h4v2h-4zM8.200 4.600l1.400-1.400 2.800 2.800L11 7.400zM19.600 16l1.400-1.400 2.800 2.800-1.400 1.400zM22.400 3.200l1.400 1.400L21 7.400 19.600 6zM11 14.600l1.400 1.400-2.800 2.800-1.400-1.400z",
  cell: "M16 2l3 3v5h4l-3 4 2 6h-4l-2-4-2 4h-4l2-6-3-4h4V5z",
  convoy: "M2 12h28l-4 7H6zM6 8h5v3H6zm6 0h5v3h-5zm6 0h5v3h-5zM24 4h3v7h-3z",
  closed: "M16 2a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM10 9.500h12v3H10z",
};

/** A name whose block is called by it is not told again. */
const UNTOLD = { "aria-hidden": "true" };

/** @typedef {(id: number) => boolean} Mark whether a piece bears it */
/** @typedef {{ picked: Mark, movable: Mark, pointed: Mark }} Marks */

/**
 * Whether a chip is, or has among its tokens, one that is pointed at.
 *
 * @param {Chip} chip
 * @param {Marks} marks
 */
export const isPointed = (chip, { pointed }) =>
  (chip.chip === "token" || chip.chip === "tokens") && chip.ids.some(pointed);

/**
 * A block, its middle at the origin; null if nothing of it is shown.
 *
 * @param {State} state
 * @param {Block} block
 * @param {Marks} marks
 */
export function drawnBlock(state, block, marks) {
  const { name, label, rows, written, chipHigh } = block;
  if (!rows.length) {
    return written === null
      ? null
      : h(
          "g",
          { class: "name-alone", "data-space": name },
          drawnName(state.board, label, written, { role: "img", "aria-label": nameWords(label) }),
        );
  }
  const top = -block.high / 2 + 1 + (block.named ? NAME : 0);
  const plan = state.picture.plans[name];
  const end = top + rows.length * (chipHigh + CHIP.gap);
  const side = Math.max(rows[0].wide, block.named ? label.wide : 0);
  return h(
    "g",
    {
      class: `stack${block.near ? "" : " far"}`,
      "data-space": name,
      role: "group",
      "aria-label": blockWords(state, block),
    },
    block.named
      ? drawnName(state.board, label, [0, top - NAME / 2], UNTOLD)
      : written === null
        ? null
        : drawnName(state.board, label, written, UNTOLD),
    rows.map((row, i) => {
      let x = -row.wide / 2;
      return row.chips.map((chip) => {
        const at = x;
        x += chip.wide + CHIP.gap;
        return drawn(state, chip, at, top + i * (chipHigh + CHIP.gap), chipHigh, marks);
      });
    }),
    plan ? h("text", { class: "odds", y: end + 11 }, odds(plan)) : null,
    plan || state.picture.battle?.space === name ? fight(-side / 2 - 8, top - 2) : null,
  );
}

/**
 * What a block is told to be: its space, though its name may not be written, and the battle in it.
 *
 * @param {State} state
 * @param {Block} block
 */
function blockWords(state, { name, label }) {
  const plan = state.picture.plans[name];
  const words = plan
    ? `a battle that you plan: ${plan.ends}`
    : state.picture.battle?.space === name
      ? "a battle"
      : "";
  return [nameWords(label), words].filter(Boolean).join(", ");
}

/**
 * The chance to win, and to a standoff if there is one; while they are being reckoned, that there will be.
 *
 * @param {Plan} plan
 */
function odds({ win, standoff, reckoned }) {
  if (!reckoned) return "…";
  return [win || !standoff ? `${win} %` : "", standoff ? `standoff ${standoff} %` : ""]
    .filter(Boolean)
    .join(", ");
}

/** A star of eight rays. */
const BURST =
  "M0 -11.5L2.5 -6L8.1 -8.1L6 -2.5L11.5 0L6 2.5L8.1 8.1L2.5 6L0 11.5L-2.5 6L-8.1 8.1L-6 2.5L-11.5 0L-6 -2.5L-8.1 -8.1L-2.5 -6Z";

/**
 * A burst: here is, or will be, a battle. It is unlike the cross that takes a move back.
 *
 * @param {number} x
 * @param {number} y
 */
export const fight = (x, y) =>
  h(
    "g",
    { class: "fight", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    h("title", {}, "battle"),
    h("path", { d: BURST }),
  );

/**
 * What the name of a space tells: California, of USA, 14 IPC, victory city.
 *
 * @param {Label} label
 */
const nameWords = ({ text, sea, held, worth, city }) =>
  [
    sea ? `sea zone ${text}` : text,
    held === null ? "" : `of ${held}`,
    worth && `${worth} IPC`,
    city ? "victory city" : "",
  ]
    .filter(Boolean)
    .join(", ");

/**
 * @param {Board | null} board
 * @param {Label} label
 * @param {Place} place
 * @param {Record<string, string>} told what is told of it to who listens
 */
function drawnName(board, label, [x, y], told) {
  const left = -label.wide / 2;
  const fill = label.held === null ? "" : colour(board, label.held);
  return h(
    "g",
    {
      class: `name${label.sea ? " zone-name" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      ...told,
    },
    h("rect", { class: "touch", x: left, y: -NAME / 2, width: label.wide, height: NAME }),
    label.held === null
      ? null
      : [
          h("circle", { class: "roundel", cx: left + 8, cy: -0.5, r: 6.5, fill }),
          h(
            "text",
            { class: "mark", x: left + 8, y: 2.7, fill: ink(fill) },
            letter(board, label.held),
          ),
        ],
    h(
      "text",
      { class: "words", x: label.held === null ? 0 : 8.5, y: 4 },
      label.text,
      label.worth ? h("tspan", { class: "worth", dx: 5 }, label.worth) : null,
      label.city ? h("tspan", { class: "city", dx: 2 }, "★") : null,
    ),
  );
}

/**
 * @param {State} state
 * @param {Chip} chip
 * @param {number} x
 * @param {number} y
 * @param {number} high
 * @param {Marks} marks
 */
function drawn(state, chip, x, y, high, marks) {
  const { picked, movable } = marks;
  const token = chip.chip === "token" || chip.chip === "tokens";
  return h(
    "g",
    {
      class: `chip${chip.ids.some(picked) ? " picked" : ""}${chip.ids.some(movable) ? " movable" : ""}${token ? " token" : ""}${isPointed(chip, marks) ? " pointed" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      "data-ids": chip.ids.join(","),
      role: "img",
      "aria-label": chipWords(state, chip),
    },
    parts(state, chip, high),
  );
}

/**
 * What a chip shows.
 *
 * @param {State} state
 * @param {Chip} chip
 */
function chipWords(state, chip) {
  switch (chip.chip) {
    case "sign":
      return chip.marker.text;
    case "token":
    case "tokens":
      return tokenWords(state, chip);
    case "sum":
      return `${chip.power}: ${amount(state.board, chip.count, "unit")}`;
    case "complex":
      return complexWords(state.board, chip);
    case "unit":
      return unitWords(state.board, chip);
  }
}

/**
 * What a chip is made of.
 *
 * @param {State} state
 * @param {Chip} chip
 * @param {number} high
 * @returns {(VNode | null)[]}
 */
export function parts(state, chip, high) {
  switch (chip.chip) {
    case "sign":
      return signParts(state.board, chip, high);
    case "token":
    case "tokens":
      return tokenParts(state, chip, high);
    case "sum":
      return sumParts(state, chip, high);
    case "complex":
      return complexParts(state.board, chip, high);
    case "unit":
      return unitParts(state.board, chip, high);
  }
}

/**
 * A power's total: its letter and how many units.
 *
 * @param {State} state
 * @param {SumChip} chip
 * @param {number} high
 */
function sumParts(state, chip, high) {
  const { board } = state;
  const { power, count, wide } = chip;
  const fill = colour(board, power);
  return [
    h("title", {}, chipWords(state, chip)),
    h("rect", { class: "face", width: wide, height: high, rx: high / 2, fill }),
    h(
      "text",
      { class: "sum", x: wide / 2, y: high / 2 + 4, fill: ink(fill) },
      h("tspan", { class: "of" }, letter(board, power)),
      h("tspan", { dx: 2 }, String(count)),
    ),
  ];
}

/**
 * A marker of a house rule that lies in a space.
 *
 * @param {Board | null} board
 * @param {SignChip} chip
 * @param {number} high
 */
function signParts(board, { marker: { sign, power, count, text }, wide }, high) {
  const stroke = power === null ? "#5b6673" : colour(board, power);
  const left = count ? 4 : (wide - 20) / 2;
  return [
    h("title", {}, text),
    h("rect", { class: "sign", width: wide, height: high, rx: high / 2, stroke }),
    h("path", {
      class: "sign-mark",
      d: SIGNS[sign],
      transform: `translate(${left} ${(high - 14) / 2}) scale(.63)`,
      "fill-rule": "evenodd",
    }),
    count
      ? h(
          "text",
          { class: "count sign-count", x: (22 + wide) / 2 - 1, y: high / 2 + 4.5 },
          String(count),
        )
      : null,
  ];
}

/**
 * What is known of a token, or how many tokens there are.
 *
 * @param {State} state
 * @param {TokenChip | TokensChip} chip
 */
const tokenWords = (state, chip) =>
  chip.chip === "token"
    ? tokenTitle(state, chip.token)
    : `${amount(state.board, chip.count, "token")} of ${chip.power}`;

/**
 * @param {State} state
 * @param {TokenChip | TokensChip} chip
 * @param {number} high
 */
function tokenParts(state, chip, high) {
  const { power, wide } = chip;
  const fill = colour(state.board, power);
  const token = chip.chip === "token" ? chip.token : null;
  const sign = chip.chip === "token" ? tokenSign(state, chip.token) : `×${chip.count}`;
  return [
    h("title", {}, tokenWords(state, chip)),
    h("rect", {
      class: `token-face${token?.mine ? " mine" : ""}${token?.up || token?.open ? " up" : ""}`,
      width: wide,
      height: high,
      rx: 4,
    }),
    h("rect", { width: 11, height: high - 2, x: 1, y: 1, rx: 3, fill }),
    h(
      "text",
      { class: "mark", x: 6.5, y: high / 2 + 3.2, fill: ink(fill) },
      letter(state.board, power),
    ),
    h("text", { class: "count", x: 12 + (wide - 13) / 2, y: high / 2 + 4 }, sign),
    token && isDecoy(token)
      ? h("path", {
          class: "decoy",
          d: `M17 4L${wide - 6} ${high - 4}M${wide - 6} 4L17 ${high - 4}`,
        })
      : null,
    token?.marks.length ? marking(token.marks, wide) : null,
    token?.under ? h("path", { class: "wave", d: `M13 ${high - 2.5}q3-3 6 0t6 0t6 0` }) : null,
  ];
}

/**
 * @param {Board | null} board
 * @param {ComplexChip} chip
 */
function complexWords(board, { power, kind, complex: { capacity, damage } }) {
  const units = capacity === null ? "any number of units" : amount(board, capacity, "unit");
  return `${power}: ${unitName(board, kind)}, ${units} a turn${damage ? `, ${damage} damage` : ""}`;
}

/**
 * @param {Board | null} board
 * @param {ComplexChip} chip
 * @param {number} high
 */
function complexParts(board, chip, high) {
  const { power, kind, complex, wide } = chip;
  const { damage } = complex;
  const fill = colour(board, power);
  return [
    h("title", {}, complexWords(board, chip)),
    ...face(board, kind, wide, high, fill),
    damage
      ? h(
          "text",
          { class: "count", x: (22 + wide) / 2, y: high / 2 + 4.5, fill: ink(fill) },
          `−${damage}`,
        )
      : null,
  ];
}

/**
 * @param {Board | null} board
 * @param {UnitChip} chip
 */
function unitWords(board, { power, kind, count, cargo, damaged, marks }) {
  const notes = [
    cargo ? "aboard" : "",
    damaged ? "damaged" : "",
    ...marks.map(({ words }) => words),
  ].filter(Boolean);
  return [`${power}: ${amount(board, count, kind)}`, ...notes].join(", ");
}

/**
 * @param {Board | null} board
 * @param {UnitChip} chip
 * @param {number} high
 */
function unitParts(board, chip, high) {
  const { power, kind, count, cargo, damaged, marks, wide } = chip;
  const fill = colour(board, power);
  const tab = chip.lettered ? TAB : 0;
  return [
    h("title", {}, unitWords(board, chip)),
    ...face(board, kind, wide, high, fill, tab),
    tab
      ? h("text", { class: "mark", x: 7, y: high / 2 + 3.2, fill: ink(fill) }, letter(board, power))
      : null,
    tab ? h("path", { class: "tab", d: `M${TAB + 1} 1V${high - 1}`, stroke: ink(fill) }) : null,
    h(
      "text",
      { class: "count", x: (22 + tab + wide) / 2, y: high / 2 + 4.5, fill: ink(fill) },
      String(count),
    ),
    marks.length ? marking(marks, wide) : null,
    cargo ? h("path", { d: `M3 ${high - 2}h${wide - 6}`, class: "cargo" }) : null,
    damaged ? h("circle", { cx: wide - 2, cy: 2, r: 4, class: "damage" }) : null,
  ];
}

/**
 * @param {Board | null} board
 * @param {string} kind
 * @param {number} wide
 * @param {number} high
 * @param {string} fill
 * @param {number} [left] what stands before the symbol is as wide
 */
const face = (board, kind, wide, high, fill, left = 0) => [
  h("rect", { class: "face", width: wide, height: high, rx: 4, fill }),
  h("use", {
    href: symbol(board, kind),
    x: 2 + left,
    y: (high - 14) / 2,
    width: 20.5,
    height: 14,
    fill: ink(fill),
  }),
];

/**
 * Signs of the markers that house rules put on a piece; its title has them in words.
 *
 * @param {readonly PieceMark[]} marks
 * @param {number} wide
 */
function marking(marks, wide) {
  const text = marks.map(({ sign }) => sign).join("");
  const room = 5 + 6 * text.length;
  return h(
    "g",
    { class: "marking", transform: `translate(${wide - room + 3} -4)` },
    h("rect", { width: room, height: 11, rx: 3 }),
    h("text", { x: room / 2, y: 8.6 }, text),
  );
}
