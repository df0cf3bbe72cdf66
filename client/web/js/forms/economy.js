// Buying and placing (BG-5, BG-10).

/**
 * @import { FormAnswer, MobilizeForm, PurchaseForm } from "../../schema.js"
 * @import { Asking, Control } from "./control.js"
 */

import { charged, complexesFor } from "../charging.js";
import { h } from "../h.js";
import { buttons, capital, place, positive, sentence, stepper, total } from "../parts.js";
import { amount, chip, icon, unitName } from "../units.js";
import { isRefused, unasked, verdict } from "./control.js";

/** So many complexes are told of, whether anything is placed at them or not. */
const FEW = 4;

/** @typedef {{ units: Readonly<Record<string, number>>, repairs: Readonly<Record<string, number>> }} Basket */

/** @type {Control<PurchaseForm, Basket>} */
export const purchase = { begin: () => ({ units: {}, repairs: {} }), view: purchaseView };

/** @param {Asking<PurchaseForm, Basket>} asking */
function purchaseView({ board, form, choice: { units, repairs }, choose, answer, act }) {
  const mended = total(Object.values(repairs));
  const mending = mended ? form.repairs[mended - 1] : 0;
  const spent = total(Object.entries(units).map(([kind, n]) => n * form.wares[kind])) + mending;
  const left = form.treasury - spent;
  const bought = total(Object.values(units));
  const taken = total(Object.entries(units).map(([kind, n]) => n * form.uses[kind])) + form.waiting;
  const over = form.capacity !== null && taken > form.capacity;
  const ware = (/** @type {[string, number]} */ [kind, cost]) => {
    const { attack, defence, move } = board.units[kind];
    const count = units[kind] ?? 0;
    return h(
      "li",
      { class: count ? "some" : "", key: kind },
      icon(board, kind),
      h(
        "span",
        { class: "name" },
        sentence(act, capital(unitName(board, kind))),
        form.placeless.includes(kind) ? h("small", { class: "bad" }, " no place for it now") : null,
      ),
      h("span", { class: "stats", title: "attack, defence, move" }, `${attack}·${defence}·${move}`),
      h("b", { class: "cost" }, String(cost)),
      stepper({
        label: unitName(board, kind),
        value: count,
        high: count + Math.max(0, Math.floor(left / cost)),
        change: (n) => choose({ units: { ...units, [kind]: n }, repairs }),
        key: `buy ${kind}`,
      }),
    );
  };
  const repair = (/** @type {[string, number]} */ [space, damage]) =>
    h(
      "li",
      { key: space },
      h("span", { class: "name" }, `Repair ${space}`),
      stepper({
        label: `repair ${space}`,
        value: repairs[space] ?? 0,
        high: damage,
        change: (n) => choose({ units, repairs: { ...repairs, [space]: n } }),
        key: `mend ${space}`,
      }),
    );
  return [
    h("p", { class: "heads" }, "attack·defence·move, price in IPC"),
    h("ul", { class: "rows wares" }, Object.entries(form.wares).map(ware)),
    form.repairs.length
      ? [
          h("ul", { class: "rows" }, Object.entries(form.damage).map(repair)),
          h("p", { class: "quiet" }, `Repairs: ${mending} IPC`),
        ]
      : null,
    h(
      "div",
      { class: "foot" },
      h(
        "p",
        { class: "total", role: "status" },
        h("b", { class: left < 0 ? "bad" : "" }, `${left} IPC left`),
        ` of ${form.treasury}`,
        form.capacity === null
          ? null
          : h(
              "span",
              { class: over ? "bad" : "" },
              ` · ${taken} of ${form.capacity} places at your complexes`,
            ),
      ),
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "buy",
            disabled: left < 0,
            onClick: () =>
              answer({ do: "buy", units: positive(units), repairs: positive(repairs) }),
          },
          bought || spent ? `Buy for ${spent} IPC` : "Buy nothing",
        ),
        h(
          "button",
          {
            "data-key": "empty",
            disabled: !spent,
            onClick: () => choose({ units: {}, repairs: {} }),
          },
          "Start over",
        ),
      ),
    ),
  ];
}

/**
 * @typedef {object} Placing
 * @property {Readonly<Record<string, number>>} spots how many of which kind, from where, stand where
 * @property {string | null} current the kind that a click on the map places; null: the first left
 */

/** @param {{ kind: string, complex: string, at: string }} spot */
const key = ({ kind, complex, at }) => `${kind}|${complex}|${at}`;

/** @param {string} text */
function spot(text) {
  const [kind, complex, at] = text.split("|");
  return { kind, complex, at };
}

/** @param {Placing} choice @param {string} kind */
const placed = ({ spots }, kind) =>
  total(Object.entries(spots).map(([text, n]) => (spot(text).kind === kind ? n : 0)));

/** @param {MobilizeForm} form @param {Placing} choice @param {string} complex */
const used = (form, { spots }, complex) =>
  total(
    Object.entries(spots).map(([text, n]) =>
      spot(text).complex === complex ? n * form.uses[spot(text).kind] : 0,
    ),
  );

/**
 * How many more of a kind a complex can place.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 * @param {string} kind
 * @param {string} complex
 */
function roomFor(form, choice, kind, complex) {
  const left = form.waiting[kind] - placed(choice, kind);
  const room = form.rooms[complex];
  if (room === null || !form.uses[kind]) return left;
  return Math.min(left, Math.floor((room - used(form, choice, complex)) / form.uses[kind]));
}

/**
 * What is placed with one more unit, charged so that as many others as possible still find room;
 * null if there is none for it.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 * @param {string} kind
 * @param {string} at
 * @returns {Record<string, number> | null}
 */
function withOneMore(form, choice, kind, at) {
  if (placed(choice, kind) >= form.waiting[kind]) return null;
  const standing = Object.entries(choice.spots).flatMap(([text, n]) => {
    const one = spot(text);
    const complexes = complexesFor(form, one.kind, one.at, one.complex);
    return Array.from({ length: n }, () => ({ kind: one.kind, at: one.at, complexes }));
  });
  standing.push({ kind, at, complexes: complexesFor(form, kind, at) });
  const charges = charged(form, standing);
  if (charges === null) return null;
  /** @type {Record<string, number>} */
  const spots = {};
  standing.forEach((unit, i) => {
    const text = key({ kind: unit.kind, complex: charges[i], at: unit.at });
    spots[text] = (spots[text] ?? 0) + 1;
  });
  return spots;
}

/**
 * Where one more of a kind can be placed.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 * @param {string} kind
 */
const spaces = (form, choice, kind) =>
  [...new Set(Object.values(form.slots[kind]).flat())].filter((at) =>
    withOneMore(form, choice, kind, at),
  );

/**
 * Kinds of which one more can be placed.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 */
const open = (form, choice) =>
  Object.keys(form.waiting).filter((kind) => spaces(form, choice, kind).length);

/**
 * The kind that a click on the map places.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 */
function current(form, choice) {
  const kinds = open(form, choice);
  return choice.current !== null && kinds.includes(choice.current)
    ? choice.current
    : (kinds[0] ?? null);
}

/**
 * @param {MobilizeForm} form
 * @returns {Placing}
 */
const proposed = (form) => ({
  spots: Object.fromEntries(form.proposed.map((one) => [key(one), one.count])),
  current: null,
});

/** @type {Control<MobilizeForm, Placing>} */
export const mobilize = {
  begin: proposed,
  view: mobilizeView,
  judged: (form, choice) => (Object.keys(form.waiting).length ? placement(choice) : null),
  offered: (form, choice) => {
    const kind = current(form, choice);
    return kind === null ? [] : spaces(form, choice, kind);
  },
  onSpace: ({ form, choice, choose }, space) => {
    const kind = current(form, choice);
    const spots = kind === null ? null : withOneMore(form, choice, kind, space);
    if (spots) choose({ spots, current: kind });
    return spots !== null;
  },
};

/**
 * @param {Placing} choice
 * @returns {FormAnswer}
 */
const placement = ({ spots }) => ({
  do: "place",
  spots: Object.entries(positive(spots)).map(([text, count]) => ({ ...spot(text), count })),
});

/**
 * How much room is left at complexes; of many, at those where something is placed.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 */
function roomLeft(form, choice) {
  const rooms = Object.entries(form.rooms).flatMap(([complex, room]) =>
    room === null ? [] : [{ complex, room, taken: used(form, choice, complex) }],
  );
  const begun = rooms.length > FEW && rooms.some(({ taken }) => taken);
  return rooms
    .filter(({ taken }) => taken || !begun)
    .map(({ complex, room, taken }) => `${complex}: ${room - taken} of ${room} free`)
    .join(" · ");
}

/**
 * How many of the submarines that are placed after all else (SS-1.4) will find no room.
 *
 * @param {MobilizeForm} form
 * @param {Placing} choice
 */
export function homeless(form, choice) {
  const waiting = form.docks.length ? (form.waiting.submarine ?? 0) : 0;
  const rooms = form.docks.map((by) => (form.rooms[by] ?? Infinity) - used(form, choice, by));
  return Math.max(0, waiting - total(rooms));
}

/**
 * A word before submarines are lost for want of room.
 *
 * @param {Asking<MobilizeForm, Placing>} asking
 */
function warning({ board, form, choice, act }) {
  const count = homeless(form, choice);
  if (!count) return null;
  const end = board.rules.includes("WW") ? "will have to wait" : "will be lost (SS-1.4b)";
  const words = `So placed, the others leave no room: ${amount(board, count, "submarine")} ${end}.`;
  return h("p", { class: "why", role: "status" }, sentence(act, words));
}

/**
 * A word on units that would be left out although there is room for them.
 *
 * @param {Asking<MobilizeForm, Placing>} asking
 */
function leftOut({ board, form, choice, act }) {
  const units = open(form, choice).map((kind) =>
    amount(board, form.waiting[kind] - placed(choice, kind), kind),
  );
  if (!units.length) return null;
  const words = `Not placed, though there is room: ${units.join(", ")} (BG-10.7).`;
  return h("p", { class: "why", role: "status" }, sentence(act, words));
}

/** @param {Asking<MobilizeForm, Placing>} asking */
function mobilizeView(asking) {
  const { board, form, choice, choose, answer, act, question } = asking;
  const kinds = Object.entries(form.waiting);
  const some = Object.values(choice.spots).some(Boolean);
  const left = open(form, choice);
  const inHand = current(form, choice);
  const row = (
    /** @type {string} */ kind,
    /** @type {string} */ complex,
    /** @type {string} */ at,
  ) => {
    const text = key({ kind, complex, at });
    const now = choice.spots[text] ?? 0;
    return h(
      "li",
      { class: now ? "some" : "", key: text },
      place(act, at),
      complex === at ? null : h("small", {}, `from ${complex}`),
      stepper({
        label: `${unitName(board, kind)} in ${at}`,
        value: now,
        high: now + Math.max(0, roomFor(form, choice, kind, complex)),
        change: (n) => choose({ ...choice, spots: { ...choice.spots, [text]: n } }),
        key: text,
      }),
    );
  };
  const group = (/** @type {[string, number]} */ [kind, count]) => {
    const rest = count - placed(choice, kind);
    const rows = Object.entries(form.slots[kind]).flatMap(([complex, spaces]) =>
      spaces.map((at) => row(kind, complex, at)),
    );
    const named = count === 1 ? unitName(board, kind) : (board?.units[kind]?.several ?? kind);
    return h(
      "div",
      { class: "place", key: kind },
      h(
        "button",
        {
          class: "bare hold",
          "data-key": `hold ${kind}`,
          "aria-pressed": inHand === kind ? "true" : "false",
          disabled: !left.includes(kind),
          title: `place ${unitName(board, kind)} on the map`,
          onClick: () => choose({ ...choice, current: kind }),
        },
        chip(board, question.power, kind, rest || count),
      ),
      h("span", {}, ` ${named}: ${rest ? `${rest} to place` : "all placed"}`),
      rows.length ? h("ul", { class: "rows" }, rows) : later(asking, kind),
    );
  };
  const placeable = kinds.some(([kind]) =>
    Object.values(form.slots[kind]).some((spaces) => spaces.length > 0),
  );
  const single = kinds.every(([kind, count]) => {
    const places = Object.values(form.slots[kind]).flat();
    return !places.length || (places.length === 1 && placed(choice, kind) === count);
  });
  const hint =
    single && some
      ? "There is only one place for what can be placed: it stands there as proposed."
      : some || !left.length
        ? "Change these numbers as you like. For units still in hand choose spaces on the map, too."
        : "Choose a kind of unit and then a space on the map, or set the numbers.";
  return [
    h(
      "p",
      { class: "quiet" },
      kinds.length ? hint : "You have no new units to place. Your tokens can be rearranged below.",
    ),
    kinds.map(group),
    h(
      "div",
      { class: "foot" },
      h("p", { class: "total" }, roomLeft(form, choice)),
      leftOut(asking),
      warning(asking),
      verdict(asking),
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "place",
            disabled: isRefused(asking),
            onClick: () => answer(placement(choice)),
          },
          some ? "Place them" : placeable ? "Place nothing" : "Continue",
        ),
        kinds.length ? null : unasked(asking, "Continue"),
        kinds.length
          ? [
              h(
                "button",
                {
                  "data-key": "empty",
                  disabled: !some,
                  onClick: () => choose({ spots: {}, current: null }),
                },
                "Start over",
              ),
              h(
                "button",
                { "data-key": "auto", onClick: () => choose(proposed(form)) },
                "As proposed",
              ),
            ]
          : null,
      ),
    ),
  ];
}

/**
 * What becomes of units that have no place in this question.
 *
 * @param {Asking<MobilizeForm, Placing>} asking
 * @param {string} kind
 */
const later = ({ act, board }, kind) =>
  board.hidden && kind === "submarine"
    ? h("p", { class: "quiet" }, sentence(act, "Submarines come next, with your tokens (SS-1)."))
    : h("p", { class: "why" }, sentence(act, "There is no place for it now: it waits (BG-10.1)."));
