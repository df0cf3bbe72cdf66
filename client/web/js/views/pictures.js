// Pictures of terms, drawn with the chips and signs of the map.

/**
 * @import { Board, Token } from "../../schema.js"
 * @import { Chip } from "../map/layout.js"
 * @import { State } from "../state.js"
 * @import { VNode } from "../../vendor/preact.js"
 */

import { h } from "../h.js";
import { parts } from "../map/chips.js";
import { CHIP } from "../map/layout.js";
import { HIDDEN } from "./legend.js";

/** @typedef {{ wide: number, drawn: VNode | null | (VNode | null)[] }} Item a part of a picture, and its width */
/** @typedef {{ words: string, items: (draw: Draw) => readonly Item[] }} Picture `words`: what it shows */

const GAP = 7;
const [ABOVE, HIGH, BESIDE] = [8, 36, 18];

/** Draws pieces of the player's power and of an enemy. */
class Draw {
  #state;
  #own;
  #enemy;

  /**
   * @param {State} state
   * @param {string} own
   * @param {string} enemy
   */
  constructor(state, own, enemy) {
    this.#state = state;
    this.#own = own;
    this.#enemy = enemy;
  }

  /** @param {Chip} chip @returns {Item} */
  #chip(chip) {
    const drawn = h("g", { class: "chip" }, parts(this.#state, chip, CHIP.high));
    return { wide: chip.wide, drawn };
  }

  /** @param {string} power @param {Partial<Token>} facts */
  #token(power, facts) {
    const token = { ...HIDDEN, power, ...facts };
    return this.#chip({ chip: "token", power, ids: [], wide: CHIP.wide, token });
  }

  /** A token of the enemy, as one sees it. @param {Partial<Token>} [facts] */
  hidden(facts = {}) {
    return this.#token(this.#enemy, facts);
  }

  /** A token of one's own, as others see it. */
  seen() {
    return this.#token(this.#own, {});
  }

  /** A token as its owner sees it. @param {number} group @param {number} size @param {Partial<Token>} [facts] */
  own(group, size, facts = {}) {
    return this.#token(this.#own, { mine: true, group, size, ...facts });
  }

  /** A token that is turned up. @param {number} group @param {number} size */
  open(group, size) {
    return this.#token(this.#enemy, { group, size, up: true, open: true });
  }

  /**
   * @param {string} kind
   * @param {number} count
   * @param {{ enemy?: boolean, cargo?: boolean, damaged?: boolean }} [facts]
   */
  units(kind, count, { enemy = false, cargo = false, damaged = false } = {}) {
    const power = enemy ? this.#enemy : this.#own;
    const wide = CHIP.wide;
    return this.#chip({
      chip: "unit",
      power,
      kind,
      ids: [],
      count,
      cargo,
      damaged,
      marks: [],
      wide,
    });
  }

  /** @param {number} damage */
  complex(damage) {
    const [power, complex] = [damage ? this.#enemy : this.#own, { capacity: 3, damage }];
    return this.#chip({ chip: "complex", power, kind: "complex", ids: [], complex, wide: 24 });
  }

  /** @param {"mine" | "cell" | "convoy"} sign */
  sign(sign) {
    const marker = { sign, power: this.#own, count: 1, text: "" };
    return this.#chip({ chip: "sign", ids: [], wide: CHIP.wide, marker });
  }
}

/** @param {string} text @param {number} wide @returns {Item} */
const sign = (text, wide) => ({
  wide,
  drawn: h("text", { class: "between", x: wide / 2, y: 16 }, text),
});
const becomes = sign("→", 20);
const exchanged = sign("⇄", 22);
const against = sign("⚔", 20);

/** @param {number} value @param {boolean} hit @returns {Item} */
const die = (value, hit) => ({
  wide: 20,
  drawn: h(
    "g",
    { class: `thrown${hit ? " hit" : ""}` },
    h("rect", { width: 20, height: 20, rx: 4 }),
    h("text", { x: 10, y: 15 }, String(value)),
  ),
});

/** What leaves the board. @param {Item} item @returns {Item} */
const gone = ({ wide, drawn }) => ({
  wide,
  drawn: h(
    "g",
    {},
    drawn,
    h("path", { class: "struck", d: `M1 1L${wide - 1} 19M${wide - 1} 1L1 19` }),
  ),
});

/** A box of a tracker. @param {number} group @param {number} size @returns {Item} */
const box = (group, size) => ({
  wide: 24,
  drawn: h(
    "g",
    { class: "box" },
    h("rect", { width: 24, height: 24, y: -2, rx: 3 }),
    h("text", { class: "group", x: 5, y: 6 }, String(group)),
    h("text", { x: 13, y: 18 }, String(size)),
  ),
});

/** @type {Readonly<Record<string, Picture>>} */
export const PICTURES = {
  token: {
    words:
      "A token as others see it, with a question mark, and as its owner does: group 3, 2 submarines.",
    items: (draw) => [draw.seen(), sign("=", 16), draw.own(3, 2)],
  },
  group: {
    words: "Group 3 of size 2 stands for two submarines.",
    items: (draw) => [draw.own(3, 2), sign("=", 16), draw.units("submarine", 2)],
  },
  tracker: {
    words: "Boxes of groups 1 to 5, with 2, 0, 1, 3 and 0 submarines.",
    items: () => [box(1, 2), box(2, 0), box(3, 1), box(4, 3), box(5, 0)],
  },
  decoy: {
    words: "A token is turned up; its group 5 has no submarine, and it leaves the board.",
    items: (draw) => [draw.hidden(), becomes, gone(draw.open(5, 0))],
  },
  reveal: {
    words:
      "Two tokens are turned up: group 3 with 2 submarines, and group 5 with none, which leaves.",
    items: (draw) => [
      draw.hidden(),
      draw.hidden(),
      becomes,
      draw.open(3, 2),
      gone(draw.open(5, 0)),
    ],
  },
  shuffle: {
    words: "Two tokens of your own, groups 3 and 5, change places; others see two question marks.",
    items: (draw) => [draw.own(3, 2), exchanged, draw.own(5, 0), becomes, draw.seen(), draw.seen()],
  },
  reorganize: {
    words: "Groups 3 and 4 have 2 and 1 submarines, then 1 and 2.",
    items: (draw) => [draw.own(3, 2), draw.own(4, 1), becomes, draw.own(3, 1), draw.own(4, 2)],
  },
  supply: {
    words: "Tokens wait in the supply; one comes from it to the board.",
    items: (draw) => [box(6, 0), box(7, 0), becomes, draw.seen()],
  },
  claim: {
    words: "Two shuffled tokens are two question marks; one of them shows that it is group 3.",
    items: (draw) => [draw.hidden(), draw.hidden(), becomes, draw.open(3, 2), draw.hidden()],
  },
  window: {
    words: "The enemy has moved; then two tokens of your own change places, and the enemy goes on.",
    items: (draw) => [
      draw.units("destroyer", 1, { enemy: true }),
      becomes,
      draw.own(3, 2),
      exchanged,
      draw.own(5, 0),
      becomes,
      draw.units("destroyer", 1, { enemy: true }),
    ],
  },
  "combat move": {
    words: "A cruiser and a token go to a zone with an enemy transport.",
    items: (draw) => [
      draw.units("cruiser", 1),
      draw.own(3, 2),
      becomes,
      draw.units("transport", 1, { enemy: true }),
    ],
  },
  "noncombat move": {
    words: "A fighter flies home to a carrier.",
    items: (draw) => [draw.units("fighter", 1), becomes, draw.units("carrier", 1)],
  },
  research: {
    words: "A researcher rolls a 6, a breakthrough.",
    items: () => [die(6, true), becomes, sign("★", 18)],
  },
  rocket: {
    words: "An AA gun rolls a 4; the enemy's complex has 4 damage.",
    items: (draw) => [draw.units("aa_gun", 1), die(4, true), becomes, draw.complex(4)],
  },
  ignore: {
    words: "A cruiser passes an enemy token, which stays hidden.",
    items: (draw) => [draw.units("cruiser", 1), sign("/", 12), draw.hidden()],
  },
  retreat: {
    words: "After a round a damaged battleship withdraws from an enemy battleship.",
    items: (draw) => [
      draw.units("battleship", 1, { enemy: true }),
      against,
      draw.units("battleship", 1, { damaged: true }),
      becomes,
    ],
  },
  capture: {
    words: "Infantry is left where the enemy's infantry is gone.",
    items: (draw) => [
      draw.units("infantry", 1),
      against,
      gone(draw.units("infantry", 1, { enemy: true })),
    ],
  },
  submerge: {
    words: "A token, then the same token under a wave.",
    items: (draw) => [draw.own(3, 2), becomes, draw.own(3, 2, { under: true })],
  },
  "surprise strike": {
    words: "A submarine rolls a 2, a hit; an enemy transport is gone before it fires.",
    items: (draw) => [
      draw.units("submarine", 1),
      die(2, true),
      becomes,
      gone(draw.units("transport", 1, { enemy: true })),
    ],
  },
  destroyer: {
    words: "A destroyer meets a token: it cannot submerge.",
    items: (draw) => [draw.units("destroyer", 1), against, gone(draw.hidden({ under: true }))],
  },
  transport: {
    words: "A transport, and infantry and a tank aboard it.",
    items: (draw) => [
      draw.units("transport", 1),
      draw.units("infantry", 1, { cargo: true }),
      draw.units("tank", 1, { cargo: true }),
    ],
  },
  assault: {
    words: "Infantry from a transport lands against enemy infantry.",
    items: (draw) => [
      draw.units("transport", 1),
      becomes,
      draw.units("infantry", 1),
      against,
      draw.units("infantry", 1, { enemy: true }),
    ],
  },
  bombardment: {
    words: "A battleship rolls a 4, a hit on enemy infantry.",
    items: (draw) => [
      draw.units("battleship", 1),
      die(4, true),
      becomes,
      draw.units("infantry", 1, { enemy: true }),
    ],
  },
  raid: {
    words: "A bomber rolls a 3; the enemy's complex has 3 damage.",
    items: (draw) => [draw.units("bomber", 1), die(3, true), becomes, draw.complex(3)],
  },
  interceptor: {
    words: "An escort and a bomber meet an enemy fighter.",
    items: (draw) => [
      draw.units("fighter", 1),
      draw.units("bomber", 1),
      against,
      draw.units("fighter", 1, { enemy: true }),
    ],
  },
  casualties: {
    words: "Of infantry and a tank, the owner lets the infantry go.",
    items: (draw) => [gone(draw.units("infantry", 1)), draw.units("tank", 1)],
  },
  mobilize: {
    words: "A complex places two infantry.",
    items: (draw) => [draw.complex(0), becomes, draw.units("infantry", 2)],
  },
  depth: {
    words: "Tokens that are surfaced, at periscope depth, submerged and silent.",
    items: (draw) =>
      ["↑", "P", "↓", "⇊"].map((mark) => draw.hidden({ marks: [{ words: "", sign: mark }] })),
  },
  convoy: {
    words: "The sign of IPC of convoys lost in a sea zone.",
    items: (draw) => [draw.sign("convoy")],
  },
  "resistance cell": {
    words: "The sign of a resistance cell.",
    items: (draw) => [draw.sign("cell")],
  },
  support: {
    words: "Artillery beside infantry: the infantry, too, hits with a 2.",
    items: (draw) => [
      draw.units("artillery", 1),
      draw.units("infantry", 1),
      becomes,
      die(2, true),
      die(2, true),
    ],
  },
  "AA fire": {
    words: "An AA gun rolls a 1 for a bomber, which is gone before it fights.",
    items: (draw) => [
      draw.units("aa_gun", 1, { enemy: true }),
      die(1, true),
      becomes,
      gone(draw.units("bomber", 1)),
    ],
  },
  blitz: {
    words: "A tank takes an empty territory and goes on into the next.",
    items: (draw) => [
      draw.units("tank", 1),
      becomes,
      sign("⚑", 18),
      becomes,
      draw.units("tank", 1),
    ],
  },
  "carrier lost": {
    words:
      "Of a carrier with two fighters the enemy's hit takes the carrier; the fighters seek land.",
    items: (draw) => [
      gone(draw.units("carrier", 1)),
      draw.units("fighter", 2),
      becomes,
      sign("?", 14),
    ],
  },
  objective: {
    words: "At the end of a turn an objective is held: 5 IPC.",
    items: () => [sign("⚑", 18), sign("=", 16), sign("+5", 26)],
  },
  search: {
    words: "A destroyer rolls a 2 and finds a concealed token.",
    items: (draw) => [
      draw.units("destroyer", 1),
      die(2, true),
      becomes,
      draw.hidden({ marks: [{ words: "", sign: "↓" }] }),
    ],
  },
  hunt: {
    words: "A bomber rolls a 3 and spots a token, which is turned up: group 3, 1 submarine.",
    items: (draw) => [draw.units("bomber", 1), die(3, true), becomes, draw.open(3, 1)],
  },
  patrol: {
    words: "A destroyer rolls a 2: the token that sails past goes no farther.",
    items: (draw) => [
      draw.own(3, 2),
      becomes,
      draw.units("destroyer", 1, { enemy: true }),
      die(2, true),
      sign("■", 16),
    ],
  },
  "artillery battery": {
    words: "Artillery fires from next door into a battle at sea.",
    items: (draw) => [
      draw.units("artillery", 1),
      die(3, true),
      becomes,
      draw.units("destroyer", 1, { enemy: true }),
    ],
  },
  elite: {
    words: "An elite tank misses with a 5, rolls again and hits with a 2.",
    items: (draw) => [draw.units("tank", 1), die(5, false), becomes, die(2, true)],
  },
  kamikaze: {
    words: "A fighter sinks a cruiser, and does not come home.",
    items: (draw) => [
      draw.units("fighter", 1),
      against,
      gone(draw.units("cruiser", 1, { enemy: true })),
      becomes,
      gone(draw.units("fighter", 1)),
    ],
  },
  paratroops: {
    words: "A bomber with infantry drops it on the way.",
    items: (draw) => [
      draw.units("bomber", 1),
      draw.units("infantry", 1, { cargo: true }),
      becomes,
      draw.units("infantry", 1),
    ],
  },
  aid: {
    words: "Six IPC go to an ally; an enemy rolls a 4, and they arrive.",
    items: () => [sign("6", 16), die(4, false), becomes, sign("+6", 26)],
  },
  warehouse: {
    words: "Two tanks that were bought wait for a later turn.",
    items: (draw) => [draw.complex(0), draw.units("tank", 2), becomes, sign("…", 18)],
  },
  "sea mine": { words: "The sign of a sea mine.", items: (draw) => [draw.sign("mine")] },
  "damaged battleship": {
    words: "A battleship with the mark of damage.",
    items: (draw) => [draw.units("battleship", 1, { damaged: true })],
  },
};

/**
 * The picture of a term; null if it has none, or no board lends its pieces.
 *
 * @param {State} state
 * @param {string} name
 */
export function picture(state, name) {
  const { board } = state;
  const found = PICTURES[name];
  if (!board || !found) return null;
  const items = found.items(new Draw(state, ...sides(state, board)));
  const wide = items.reduce((sum, item) => sum + item.wide + GAP, -GAP);
  let x = 0;
  return h(
    "svg",
    {
      class: "picture stack",
      role: "img",
      "aria-label": found.words,
      width: wide + BESIDE,
      height: HIGH,
      viewBox: `-4 ${-ABOVE} ${wide + BESIDE} ${HIGH}`,
      "text-anchor": "middle",
    },
    items.map((item) => {
      const transform = `translate(${x} 0)`;
      x += item.wide + GAP;
      return h("g", { transform }, item.drawn);
    }),
  );
}

/**
 * The player's power, or the first, and one of the other side.
 *
 * @param {State} state
 * @param {Board} board
 * @returns {[string, string]}
 */
function sides({ picture }, { powers }) {
  const names = Object.keys(powers);
  const own = names.find((one) => picture.powers[one]?.mine) ?? names[0];
  return [own, names.find((one) => powers[one].side !== powers[own].side) ?? own];
}
