// Small states and messages to begin from.

/**
 * @import { Board, Changes, Form, Picture, Question, Space, Stack } from "../../client/web/schema.js"
 * @import { State } from "../../client/web/js/state.js"
 */

import { BEGINNING } from "../../client/web/js/state.js";

/** @type {Board} */
export const BOARD = {
  scenario: "strait",
  title: "The strait",
  powers: {
    USA: { letter: "A", colour: "#659973", side: "Allies", capital: "Plains", seat: 0 },
    Japan: { letter: "J", colour: "#e2290c", side: "Axis", capital: null, seat: 1 },
  },
  units: {
    infantry: {
      name: "infantry",
      several: "infantry",
      cost: 3,
      attack: 1,
      defence: 2,
      move: 1,
      hits: 1,
      domain: "land",
      symbol: "infantry",
    },
    battleship: {
      name: "battleship",
      several: "battleships",
      cost: 20,
      attack: 4,
      defence: 4,
      move: 2,
      hits: 2,
      domain: "sea",
      symbol: "battleship",
    },
  },
  spaces: {
    Plains: {
      sea: false,
      value: 3,
      original: "USA",
      city: false,
      neutral: false,
      price: null,
      neighbours: ["SZ 1"],
      convoy: null,
    },
    "SZ 1": {
      sea: true,
      value: 0,
      original: null,
      city: false,
      neutral: false,
      price: null,
      neighbours: ["Plains"],
      convoy: null,
    },
  },
  canals: [],
  phases: ["combat_move"],
  hidden: true,
  rules: ["SS"],
  interceptors: false,
  map: {
    format: 1,
    name: "strait",
    width: 100,
    height: 50,
    wraps: false,
    views: {},
    connections: [["Plains", "SZ 1"]],
    scenery: "",
    shore: [],
    spaces: {
      Plains: { kind: "territory", path: "M0 0l50 0 0 50 -50 0z", anchor: [25, 25, 20] },
      "SZ 1": { kind: "zone", path: "M50 0l50 0 0 50 -50 0z", anchor: [75, 25, 20] },
    },
    barriers: "",
  },
};

/**
 * @param {string} kind
 * @param {number[]} ids
 * @returns {Stack}
 */
export const stack = (kind, ids) => ({
  power: "USA",
  kind,
  ids,
  left: 1,
  moved: false,
  damaged: false,
  aboard: null,
  ashore: null,
  marks: [],
});

/**
 * @param {readonly Stack[]} stacks
 * @returns {Space}
 */
export const space = (...stacks) => ({
  control: "USA",
  stacks,
  tokens: [],
  complex: null,
  markers: [],
  dangers: [],
});

/**
 * @param {Form} form
 * @returns {Question}
 */
export const questionWith = (form) => ({
  name: form.kind,
  power: "USA",
  asks: "What now?",
  rules: ["BG-8.13"],
  space: null,
  form,
  actions: null,
});

/** @type {Form} */
export const GO_ON = {
  kind: "menu",
  options: ["Go on", "Retreat"],
  spaces: [null, null],
  more: false,
  usual: 0,
  battles: false,
  hint: null,
  win: null,
  shots: [],
};

/**
 * @param {string} id
 * @param {Form} form
 * @param {readonly string[]} [staged]
 * @returns {Picture["ask"]}
 */
export const ask = (id, form, staged = []) => ({
  id,
  question: questionWith(form),
  staged,
  can_send: staged.length > 0,
  moves: [],
});

/**
 * The turn of what is played back.
 *
 * @type {import("../../client/web/schema.js").Turn}
 */
export const TURN = {
  round: 3,
  active: "Japan",
  powers: ["Japan"],
  phase: "conduct_combat",
  phases: ["combat_move", "conduct_combat"],
  waived: [],
  standing: [],
  outcome: null,
};

/** @type {Changes} */
export const NO_CHANGES = {
  ...BEGINNING.picture,
  table: null,
  page: null,
  cleared: [],
  gone: {},
};

/**
 * A token of one's own.
 *
 * @param {number} id
 * @param {number} group
 * @param {number} size
 * @returns {import("../../client/web/schema.js").Token}
 */
export const token = (id, group, size) => ({
  id,
  power: "USA",
  mine: true,
  up: false,
  under: false,
  left: 2,
  moved: false,
  open: false,
  group,
  size,
  marks: [],
  was: [],
  odds: null,
  believed: null,
});

/**
 * A game in which a question is asked.
 *
 * @param {Picture["ask"]} asked
 * @param {Partial<State>} [more]
 * @returns {State}
 */
export const asking = (asked, more = {}) => ({
  ...BEGINNING,
  board: BOARD,
  link: "open",
  picture: {
    ...BEGINNING.picture,
    table: { ...BEGINNING.picture.table, mode: "play", seat: 0 },
    turn: {
      round: 1,
      active: "USA",
      powers: ["USA"],
      phase: "combat_move",
      phases: ["combat_move"],
      waived: [],
      standing: [],
      outcome: null,
    },
    spaces: { Plains: space(stack("infantry", [1, 2])), "SZ 1": space(stack("battleship", [3])) },
    ask: asked,
  },
  ...more,
});

/**
 * The seat of who looks, who plays the USA, or another that differs in this.
 *
 * @param {Partial<import("../../client/web/schema.js").Seat>} [more]
 */
export const seated = (more = {}) => ({
  name: "Ann",
  bot: false,
  powers: ["USA"],
  key: "K",
  you: true,
  here: true,
  hand: false,
  ...more,
});

/** What can be moved while orders are asked. */
export const ORDERS = /** @type {const} */ ({
  kind: "orders",
  movable: [1, 2],
  back: [],
  without_purpose: [],
  done: null,
  airborne: [],
  drops: false,
});
