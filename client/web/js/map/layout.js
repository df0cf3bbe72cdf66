// What stands where: chips and names laid out so that none lies over another.
//
// A *block* is the name of a space and the chips of its pieces: they keep together, and are pushed
// apart from other blocks; a line leads back to a space that lost its block. Where there is little
// room, pieces are summed up by power, and a name is written only where it covers nothing. What
// belongs to the two sides stands in rows of their own.

/**
 * @import { Complex, DrawnMap, PieceMark, Marker, Token } from "../../schema.js"
 * @import { State } from "../state.js"
 */

import { tokenSign } from "../tokens.js";
import { isComplex, letter } from "../units.js";

export const CHIP = { wide: 37, high: 20, gap: 2 };
const BARE = 24; // width of a chip without a count: a complex without damage
/** How much wider a chip of units is that bears the letter of its power. */
export const TAB = 11;
export const SUM = { high: 17, gap: 2 };
export const NAME = 14; // height of a line with a name
/** How far, in pixels, a block may be pushed from its place. */
const FAR = 58;
/** How far one may reach over the edge of a map that does not wrap. */
const EDGE = 8;
/** From how many pixels of room on, so many chips are told apart by kind; more of them as the last. */
const ROOMS = [0, 17, 22, 27];
/** Pixels of room in a middling space from which on chips grow, and how large they get at most. */
const ROOMY = 60;
const LARGEST = 1.7;
/** How often blocks are pushed apart at most. */
const TURNS = 30;

/** @typedef {{ ids: readonly number[], wide: number }} Sized */
/** @typedef {Sized & { chip: "unit", power: string, kind: string, count: number, cargo: boolean, damaged: boolean, marks: readonly PieceMark[], lettered?: boolean }} UnitChip */
/** @typedef {Sized & { chip: "complex", power: string, kind: string, complex: Complex }} ComplexChip */
/** @typedef {Sized & { chip: "sum", power: string, count: number }} SumChip a power's total */
/** @typedef {Sized & { chip: "token", power: string, token: Token }} TokenChip */
/** @typedef {Sized & { chip: "tokens", power: string, count: number }} TokensChip */
/** @typedef {Sized & { chip: "sign", marker: Marker }} SignChip */
/** @typedef {UnitChip | ComplexChip | SumChip | TokenChip | TokensChip | SignChip} Chip */
/** @typedef {{ text: string, worth: string, held: string | null, sea: boolean, city: boolean, wide: number }} Label */
/** @typedef {{ chips: Chip[], wide: number }} Row */
/**
 * @typedef {object} Block
 * @property {string} name
 * @property {Row[]} rows
 * @property {boolean} near whether its pieces are told apart
 * @property {Label} label
 * @property {boolean} named whether its name stands above its chips
 * @property {Place | null} written where its name stands if it is not named, from the middle of the block
 * @property {readonly [number, number]} home
 * @property {number} room
 * @property {number} x
 * @property {number} y
 * @property {number} wide
 * @property {number} high
 * @property {number} chipHigh
 */
/** @typedef {readonly [number, number]} Place across and down */
/** @typedef {(text: string, font: string) => number} Measure how wide a text is, in pixels */

/**
 * How much larger than usual chips and names are drawn at a scale: they grow as the map comes nearer.
 *
 * @param {DrawnMap} map
 * @param {number} scale
 */
export function growth(map, scale) {
  const rooms = Object.values(map.spaces).map(({ anchor }) => anchor[2] * scale);
  const middling = rooms.sort((a, b) => a - b)[rooms.length >> 1] ?? 0;
  return Math.min(LARGEST, Math.max(1, Math.sqrt(middling / ROOMY)));
}

// What is to be seen in a space

/**
 * Chips of a space: sums of powers where there is little room, else kinds of units.
 *
 * @param {State} state
 * @param {Measure} measure
 * @param {string} name
 * @param {boolean} near
 * @returns {Chip[]}
 */
function chipsOf(state, measure, name, near) {
  const here = state.picture.spaces[name];
  if (!here) return [];
  /** @type {Map<string, UnitChip | SumChip | ComplexChip>} */
  const chips = new Map();
  const add = (/** @type {string} */ key, /** @type {UnitChip | SumChip} */ chip) => {
    const found = chips.get(key);
    if (!found || found.chip === "complex") chips.set(key, chip);
    else
      chips.set(key, {
        ...found,
        ids: [...found.ids, ...chip.ids],
        count: found.count + chip.count,
      });
  };
  for (const { power, kind, aboard, damaged, marks, ids } of here.stacks) {
    const count = ids.length;
    if (isComplex(state.board, kind)) {
      const { complex } = here;
      if (near && complex)
        chips.set("complex", { chip: "complex", power, kind, ids, complex, wide: BARE });
    } else if (!near) add(power, { chip: "sum", power, ids, count, wide: 0 });
    else if (aboard !== null) {
      add(`${power} ${kind} aboard`, {
        chip: "unit",
        power,
        kind,
        ids,
        count,
        cargo: true,
        damaged: false,
        marks: [],
        wide: 0,
      });
    } else {
      add(`${power} ${kind} ${damaged} ${marks.map(({ words }) => words)}`, {
        chip: "unit",
        power,
        kind,
        ids,
        count,
        cargo: false,
        damaged,
        marks,
        wide: 0,
      });
    }
  }
  /** @type {Chip[]} */
  const tokens = here.tokens.map((token) => ({
    chip: "token",
    power: token.power,
    token,
    ids: [token.id],
    wide: CHIP.wide,
  }));
  const owners = [...new Set(here.tokens.map(({ power }) => power))];
  /** @type {Chip[]} */
  const summed = owners.flatMap((power) => {
    const ids = here.tokens.filter((token) => token.power === power).map(({ id }) => id);
    return ids.length < 2
      ? tokens.filter((chip) => chip.chip === "token" && chip.power === power)
      : { chip: "tokens", power, ids, count: ids.length, wide: 0 };
  });
  /** @type {Chip[]} */
  const signs = here.markers.map((marker) => ({ chip: "sign", marker, ids: [], wide: 0 }));
  const all = [...chips.values(), ...(near ? tokens : summed), ...signs];
  return all.map((chip) => ({ ...chip, wide: widthOf(state, measure, chip) }));
}

/**
 * How wide a chip is.
 *
 * @param {State} state
 * @param {Measure} measure
 * @param {Chip} chip
 */
function widthOf(state, measure, chip) {
  const words = (/** @type {string} */ text) => Math.ceil(measure(text, "750 11px"));
  switch (chip.chip) {
    case "sign":
      return chip.marker.count ? CHIP.wide : BARE;
    case "sum":
      return words(`${letter(state.board, chip.power)}${chip.count}`) + 11;
    case "tokens":
      return words(`${letter(state.board, chip.power)}×${chip.count}`) + 13;
    case "complex":
      return chip.complex.damage ? CHIP.wide + 5 * String(chip.complex.damage).length : BARE;
    case "token":
      return CHIP.wide + 6 * Math.max(0, tokenSign(state, chip.token).length - 3);
    case "unit":
      return CHIP.wide + 5 * (String(chip.count).length - 1);
  }
}

/**
 * @param {State} state
 * @param {Measure} measure
 * @param {string} name
 * @returns {Label}
 */
function labelOf({ board, picture }, measure, name) {
  const { sea = false, value = 0, city = false } = board?.spaces[name] ?? {};
  const text = sea ? name.replace(/^SZ |( Sea Zone)$/g, "") : name;
  const worth = value ? String(value) : "";
  const held = sea ? null : (picture.spaces[name]?.control ?? null);
  const wide =
    measure(text, sea ? "italic 500 12px" : "600 12px") +
    (worth ? measure(worth, "800 12px") + 5 : 0) +
    (city ? 13 : 0) +
    (held ? 17 : 0);
  return { text, worth, held, sea, city, wide: wide + 4 };
}

/**
 * Measure all texts of a space, for who lays it out later.
 *
 * @param {State} state
 * @param {Measure} measure
 * @param {string} name
 */
export function measureTexts(state, measure, name) {
  labelOf(state, measure, name);
  for (const near of [true, false]) chipsOf(state, measure, name, near);
}

// Where it goes

/**
 * Lay all blocks out for a scale: pixels for each unit of the map.
 *
 * @param {State} state
 * @param {DrawnMap} map
 * @param {number} scale
 * @param {Measure} measure
 * @returns {Block[]}
 */
export function layOut(state, map, scale, measure) {
  const small = Object.keys(map.spaces).length < 40 && scale * map.width > 700;
  const blocks = Object.entries(map.spaces).map(
    ([
      name,
      {
        anchor: [x, y, radius],
      },
    ]) => {
      const room = radius * scale;
      const kinds = chipsOf(state, measure, name, true);
      const near =
        room > ROOMS[Math.min(kinds.length, ROOMS.length - 1)] ||
        scale > 0.8 ||
        small ||
        (name in state.picture.plans && !state.narrow);
      const chips = near ? kinds : chipsOf(state, measure, name, false);
      return block(state, measure, name, chips, near, x * scale, y * scale, room);
    },
  );
  const filled = blocks.filter(({ rows }) => rows.length);
  const width = map.wraps ? map.width * scale : Infinity;
  const east = map.wraps ? Infinity : map.width * scale;
  for (const one of filled) one.x = inside(one.x, one.wide, east);
  spread(filled, width);
  write(filled, blocks, width, east, state.space);
  return blocks;
}

/**
 * The place nearest to one at which something reaches little over the edges of a map that does not wrap.
 *
 * @param {number} x its middle
 * @param {number} wide
 * @param {number} east where the map ends; Infinity: nowhere
 */
const inside = (x, wide, east) =>
  east === Infinity ? x : Math.max(wide / 2 - EDGE, Math.min(east - wide / 2 + EDGE, x));

/**
 * @param {State} state
 * @param {Measure} measure
 * @param {string} name
 * @param {Chip[]} chips
 * @param {boolean} near
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @returns {Block}
 */
function block(state, measure, name, chips, near, x, y, room) {
  const chipHigh = near ? CHIP.high : SUM.high;
  const sides = bySide(state, chips);
  const label = labelOf(state, measure, name);
  const letters = near && label.held === null ? TAB : 0;
  const most = widest(chips.length, sides.length > 1, near, room) + letters;
  const rows = sides.flatMap((side) => inRows(side, most, label.held));
  const named = rows.length > 0 && near;
  const wide = Math.max(0, named ? label.wide : 0, ...rows.map((row) => row.wide));
  const odds = name in state.picture.plans ? NAME : 0;
  const tall = rows.length * (chipHigh + CHIP.gap) + (named ? NAME : 0) + odds;
  return {
    name,
    rows,
    near,
    label,
    named,
    written: null,
    home: [x, y],
    room,
    x,
    y,
    wide: wide + 4,
    high: tall + 2,
    chipHigh,
  };
}

/**
 * Chips side by side of the war, each in its order; markers of nobody come last.
 *
 * @param {State} state
 * @param {Chip[]} chips
 * @returns {Chip[][]}
 */
function bySide({ board }, chips) {
  const sideOf = (/** @type {Chip} */ chip) => {
    const power = chip.chip === "sign" ? chip.marker.power : chip.power;
    return power === null ? "" : (board?.powers[power]?.side ?? power);
  };
  const sides = [...new Set(chips.map(sideOf))].sort((a, b) => Number(!a) - Number(!b));
  return sides.map((side) => chips.filter((chip) => sideOf(chip) === side));
}

/**
 * How wide rows may be: as the room allows, wider where there are many chips, or those of two sides.
 *
 * @param {number} count of chips
 * @param {boolean} mixed
 * @param {boolean} near
 * @param {number} room
 */
function widest(count, mixed, near, room) {
  const one = CHIP.wide + CHIP.gap;
  return Math.max(
    near ? 2 * one + 10 : 34,
    Math.min(room * 2, 4 * one),
    (count > 6 || mixed) && near ? 3 * one + TAB : 0,
  );
}

/**
 * Chips in rows of a width.
 *
 * @param {Chip[]} chips
 * @param {number} most
 * @param {string | null} held the power whose letter stands beside the name
 * @returns {Row[]}
 */
function inRows(chips, most, held) {
  /** @type {Row[]} */
  const rows = [];
  for (const chip of chips) {
    const last = rows.at(-1);
    const next = lettered(chip, held, last?.chips.at(-1));
    if (last && last.wide + next.wide <= most) {
      last.chips.push(next);
      last.wide += next.wide + CHIP.gap;
    } else {
      const first = lettered(chip, held, undefined);
      rows.push({ chips: [first], wide: first.wide });
    }
  }
  return rows;
}

/**
 * A chip, with its power's letter where neither the chip before it in its row nor the name of the
 * space tells whose it is: colours alone do not tell it to everybody.
 *
 * @param {Chip} chip
 * @param {string | null} held
 * @param {Chip | undefined} before
 * @returns {Chip}
 */
function lettered(chip, held, before) {
  if (chip.chip !== "unit" || chip.power === held) return chip;
  if (before && before.chip !== "sign" && before.power === chip.power) return chip;
  return { ...chip, lettered: true, wide: chip.wide + TAB };
}

/**
 * How far two places are apart from left to right, on a map that may wrap.
 *
 * @param {number} ax
 * @param {number} bx
 * @param {number} width
 */
const across = (ax, bx, width) =>
  width === Infinity ? ax - bx : ax - bx - Math.round((ax - bx) / width) * width;

/**
 * Push overlapping blocks apart, a little at a time.
 *
 * @param {Block[]} filled
 * @param {number} width
 */
function spread(filled, width) {
  for (let turn = 0; turn < TURNS; turn++) {
    let moved = false;
    filled.forEach((a, i) => {
      for (let j = i + 1; j < filled.length; j++) moved = part(a, filled[j], width) || moved;
    });
    for (const one of filled) {
      const [x, y] = one.home;
      one.x = Math.max(x - FAR, Math.min(x + FAR, one.x));
      one.y = Math.max(y - FAR, Math.min(y + FAR, one.y));
    }
    if (!moved) return;
  }
}

/**
 * Push two blocks apart, if they overlap; whether they did.
 *
 * @param {Block} a
 * @param {Block} b
 * @param {number} width
 */
function part(a, b, width) {
  const over = (a.high + b.high) / 2 - Math.abs(a.y - b.y);
  if (over <= 0) return false;
  const dx = across(a.x, b.x, width);
  const beside = (a.wide + b.wide) / 2 - Math.abs(dx);
  if (beside <= 0) return false;
  const by = Math.min(beside, over) / 2 + 0.2;
  const [sx, sy] = beside < over ? [dx < 0 ? -by : by, 0] : [0, a.y < b.y ? -by : by];
  a.x += sx;
  b.x -= sx;
  a.y += sy;
  b.y -= sy;
  return true;
}

/**
 * Where the name of the space that is looked at may stand besides above and below its chips: beside them,
 * and farther off.
 *
 * @param {number} above
 * @param {number} beside
 * @returns {Place[]}
 */
function around(above, beside) {
  const lines = [above || -NAME, -above || NAME];
  /** @type {(across: readonly number[], down: readonly number[]) => Place[]} */
  const grid = (across, down) => down.flatMap((dy) => across.map((dx) => [dx, dy]));
  return [
    ...grid([beside, -beside], [0, ...lines]),
    ...grid([-beside / 2, beside / 2], lines),
    ...grid(
      [0, -beside / 2, beside / 2, beside, -beside],
      lines.map((dy) => dy + Math.sign(dy) * NAME),
    ),
  ];
}

/**
 * Write the other names where they cover nothing: those of large spaces first. That of the space that is
 * looked at stands in any case, where it covers least.
 *
 * @param {Block[]} filled
 * @param {Block[]} all
 * @param {number} width
 * @param {number} east where the map ends
 * @param {string | null} looked the space that is looked at
 */
function write(filled, all, width, east, looked) {
  const taken = filled.map(({ x, y, wide, high }) => ({ x, y, wide, high }));
  const covered = (/** @type {Pick<Block, "x" | "y" | "wide" | "high">} */ box) =>
    taken.reduce((sum, b) => {
      const high = (b.high + box.high) / 2 - Math.abs(b.y - box.y);
      const wide = (b.wide + box.wide) / 2 - Math.abs(across(b.x, box.x, width));
      return sum + Math.max(0, high) * Math.max(0, wide);
    }, 0);
  const first = (/** @type {Block} */ one) => Number(one.name === looked);
  const waiting = all
    .filter(({ named }) => !named)
    .sort((a, b) => first(b) - first(a) || b.room - a.room);
  for (const one of waiting) {
    const { label, room, wide } = one;
    const chosen = one.name === looked;
    const holding = label.held !== null && !one.rows.length; // nothing else tells whose it is
    if (!chosen && !holding && label.wide > room * 5 + 44) continue;
    const above = one.rows.length ? -(one.high + NAME) / 2 : 0;
    const beside = (wide + label.wide) / 2;
    /** @type {Place[]} */
    const places = [[0, above], [0, -above], ...(chosen ? around(above, beside) : [])];
    const box = (/** @type {Place} */ [dx, dy]) => ({
      x: inside(one.x + dx, label.wide, east),
      y: one.y + dy,
      wide: label.wide,
      high: NAME - 1,
    });
    const costs = places.map((place) => covered(box(place)));
    const least = Math.min(...costs);
    if (least > 0 && !chosen) continue;
    const place = places[costs.indexOf(least)];
    const found = box(place);
    one.written = [found.x - one.x, place[1]];
    taken.push({ ...found, high: NAME });
  }
}
