// What Secret Subs adds to set-up and placing: opening groups, new tokens (SS-0.8, SS-1).

/**
 * @import { FormAnswer, JoinableToken, NewTokenSlot, OpeningForm, PlaceSubsForm } from "../../schema.js"
 * @import { Asking, Control } from "./control.js"
 */

import { h } from "../h.js";
import { buttons, positive, stepper, total } from "../parts.js";
import { amount } from "../units.js";
import { isRefused, verdict } from "./control.js";

/** @typedef {Readonly<Record<string, readonly number[]>>} Sizes of groups, by sea zone */

/** @type {Control<OpeningForm, Sizes>} */
export const opening = { begin: printed, view: openingView };

/**
 * @param {OpeningForm} form
 * @returns {Sizes}
 */
function printed(form) {
  return Object.fromEntries(Object.entries(form.printed).map(([zone, count]) => [zone, [count]]));
}

/**
 * One more token takes half of the largest group.
 *
 * @param {readonly number[]} sizes
 */
export function divide(sizes) {
  const at = sizes.indexOf(Math.max(...sizes));
  const half = Math.floor(sizes[at] / 2);
  return [...sizes.with(at, sizes[at] - half), half];
}

/**
 * One more submarine in a group of a zone, or one less: it comes from the largest of the others, or
 * joins the smallest.
 *
 * @param {readonly number[]} sizes of two groups or more
 * @param {number} at
 * @param {number} size
 */
export function resized(sizes, at, size) {
  const others = sizes.filter((_, i) => i !== at);
  const more = size > sizes[at];
  const sought = more ? Math.max(...others) : Math.min(...others);
  const other = sizes.findIndex((one, i) => i !== at && one === sought);
  return sizes.with(at, size).with(other, sought + (more ? -1 : 1));
}

/** @param {Asking<OpeningForm, Sizes>} asking */
function openingView({ board, form, choice, choose, answer, act }) {
  const decoys = Object.values(choice)
    .flat()
    .filter((size) => size === 0).length;
  const left = form.decoys - decoys;
  const least = left > 0 ? 0 : 1;
  const zones = Object.entries(form.printed).map(([zone, count]) => {
    const sizes = choice[zone];
    const set = (/** @type {readonly number[]} */ now) => choose({ ...choice, [zone]: now });
    const able = least === 0 || Math.max(...sizes) > 1;
    const more = () => {
      set(divide(sizes));
      act.bringUp(`less ${zone}`);
    };
    const fewer = () => set(sizes.slice(0, -1).with(0, sizes[0] + sizes[sizes.length - 1]));
    const group = (/** @type {number} */ size, /** @type {number} */ i) =>
      stepper({
        label: `group ${i + 1} in ${zone}`,
        value: size,
        low: Math.min(size, least),
        high: sizes.some((one, j) => j !== i && one > least) ? count : size,
        change: (n) => set(resized(sizes, i, n)),
        key: `${zone} ${i}`,
      });
    return h(
      "div",
      { class: "zone", key: zone },
      h("button", { class: "inline", onClick: () => act.look(zone) }, zone),
      h(
        "small",
        {},
        ` ${amount(board, count, "submarine")}${sizes.length > 1 ? "" : " under one token"}`,
      ),
      h(
        "span",
        { class: "groups" },
        sizes.length > 1 ? sizes.map(group) : null,
        form.decoys || count > 1
          ? h(
              "button",
              {
                "data-key": `more ${zone}`,
                "aria-label": `one more token in ${zone}`,
                "aria-disabled": able ? undefined : "true",
                onClick: able ? more : undefined,
              },
              "+ token",
            )
          : null,
        sizes.length > 1
          ? h(
              "button",
              {
                "data-key": `less ${zone}`,
                "aria-label": `one token less in ${zone}`,
                onClick: fewer,
              },
              "− token",
            )
          : null,
      ),
    );
  });
  return [
    h(
      "p",
      {},
      "Each token hides one group. Divide a zone’s submarines among more tokens, and only you will know which token is which. ",
      form.decoys
        ? `A 0 is a decoy: you may place ${left ? `${left} ${decoys ? "more " : ""}` : "no more "}now.`
        : "No decoy can be placed now.",
    ),
    zones,
    h(
      "div",
      { class: "foot" },
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "open",
            onClick: () => answer({ do: "open", zones: choice }),
          },
          "Place the tokens",
        ),
        Object.values(choice).some((sizes) => sizes.length > 1)
          ? h(
              "button",
              { "data-key": "open again", onClick: () => choose(printed(form)) },
              "Start over",
            )
          : null,
      ),
    ),
  ];
}

// New tokens

/** @typedef {{ at: string, complex: string, count: number }} NewToken */
/**
 * @typedef {object} PlacingSubs
 * @property {readonly NewToken[]} drops
 * @property {Readonly<Record<string, number>>} grown submarines that join a token
 * @property {Readonly<Record<string, string>>} charge the complex of a token, where there are several
 */

/** @type {PlacingSubs} */
const EMPTY = { drops: [], grown: {}, charge: {} };

/**
 * What is proposed: all that has room in one new token, or else with a token that is there.
 *
 * @param {PlaceSubsForm} form
 * @returns {PlacingSubs}
 */
function proposed(form) {
  const room = (/** @type {string} */ complex) => form.rooms[complex] ?? Infinity;
  const slots = Math.min(form.most, form.supply) ? form.slots : [];
  const slot = slots.find(({ complex }) => room(complex) >= form.waiting) ?? slots[0];
  const [token, where] = Object.entries(form.joinable)[0] ?? [];
  const most = slot ? room(slot.complex) : where ? room(where.complexes[0]) : 0;
  const count = Math.min(form.waiting, most);
  if (!count) return EMPTY;
  if (slot) return { ...EMPTY, drops: [{ ...slot, count }] };
  return { ...EMPTY, grown: { [token ?? ""]: count } };
}

/** @param {PlacingSubs} choice */
const used = ({ drops, grown }) =>
  total(drops.map(({ count }) => count)) + total(Object.values(grown));

/** @param {PlacingSubs} choice */
const some = (choice) => used(choice) > 0 || choice.drops.length > 0;

/** @param {PlaceSubsForm} form @param {PlacingSubs} choice */
const free = (form, choice) =>
  choice.drops.length < Math.min(form.most, form.supply) ? form.slots : [];

/**
 * One more new token.
 *
 * @param {PlaceSubsForm} form
 * @param {PlacingSubs} choice
 * @param {NewTokenSlot} slot
 * @returns {PlacingSubs}
 */
const drop = (form, choice, slot) => ({
  ...choice,
  drops: [...choice.drops, { ...slot, count: Math.min(1, form.waiting - used(choice)) }],
});

/**
 * The choice with its new tokens charged to complexes that have room for all of them, each where it
 * was if that can be; unchanged if there is no way. A decoy takes the room of a submarine (SS-1.4).
 *
 * @param {PlaceSubsForm} form
 * @param {PlacingSubs} choice
 * @returns {PlacingSubs}
 */
function charged(form, choice) {
  const left = new Map(Object.entries(form.rooms).map(([by, room]) => [by, room ?? Infinity]));
  for (const [token, count] of Object.entries(choice.grown)) {
    const by = choice.charge[token] ?? form.joinable[token].complexes[0];
    left.set(by, (left.get(by) ?? 0) - count);
  }
  /** @type {(i: number) => NewToken[] | null} */
  const fitted = (i) => {
    const one = choice.drops[i];
    if (!one) return [];
    const needed = Math.max(1, one.count);
    const able = form.slots.filter(({ at }) => at === one.at).map(({ complex }) => complex);
    for (const by of new Set([one.complex, ...able])) {
      const room = left.get(by) ?? 0;
      if (room < needed) continue;
      left.set(by, room - needed);
      const others = fitted(i + 1);
      if (others) return [{ ...one, complex: by }, ...others];
      left.set(by, room);
    }
    return null;
  };
  return { ...choice, drops: fitted(0) ?? choice.drops };
}

/**
 * @param {PlacingSubs} choice
 * @returns {FormAnswer}
 */
const placement = ({ drops, grown, charge }) => ({
  do: "place_subs",
  new: drops,
  join: positive(grown),
  charge,
});

/** @type {Control<PlaceSubsForm, PlacingSubs>} */
export const placeSubs = {
  begin: proposed,
  view: placeSubsView,
  judged: (_, choice) => (some(choice) ? placement(choice) : null),
  offered: (form, choice) => free(form, choice).map(({ at }) => at),
  onSpace: ({ form, choice, choose }, space) => {
    const slot = free(form, choice).find(({ at }) => at === space);
    if (slot) choose(charged(form, drop(form, choice, slot)));
    return false;
  },
};

/** @param {Asking<PlaceSubsForm, PlacingSubs>} asking */
function placeSubsView(asking) {
  const { board, form, choice, choose, answer, act } = asking;
  const left = form.waiting - used(choice);
  const send = () => answer(placement(choice));
  const twice = new Set(form.slots.map(({ at }) => at)).size < form.slots.length;
  const rooms = Object.entries(form.rooms).map(
    ([complex, room]) => `${complex} ${room ?? "without limit"}`,
  );
  const token = (/** @type {NewToken} */ one, /** @type {number} */ i) =>
    h(
      "li",
      { key: `drop ${i}` },
      h(
        "span",
        { class: "name" },
        `New token in ${one.at}`,
        one.complex ? h("small", {}, ` from ${one.complex}`) : null,
      ),
      one.count ? null : h("small", {}, "decoy"),
      one.count + left
        ? stepper({
            label: `submarines of new token ${i + 1}`,
            value: one.count,
            high: one.count + left,
            change: (count) =>
              choose(charged(form, { ...choice, drops: choice.drops.with(i, { ...one, count }) })),
            key: `drop ${i}`,
          })
        : null,
      h(
        "button",
        {
          "data-key": `without ${i}`,
          "aria-label": `without new token ${i + 1}`,
          onClick: () => choose({ ...choice, drops: choice.drops.toSpliced(i, 1) }),
        },
        "✕",
      ),
    );
  const room = free(form, choice).length > 0;
  const added = left ? "token" : "decoy";
  return [
    h(
      "p",
      {},
      form.waiting
        ? [h("b", {}, `${left} of ${form.waiting}`), " new submarines left to place. "]
        : "You have no new submarines, but may place a decoy: a token that holds none. ",
      `Your supply has ${amount(null, form.supply, "token")}.`,
      room ? ` Choose a sea zone on the map to place a ${added} there.` : "",
    ),
    rooms.length ? h("p", { class: "quiet" }, `Room: ${rooms.join(", ")}.`) : null,
    h(
      "ul",
      { class: "rows placing" },
      choice.drops.map(token),
      form.waiting
        ? Object.entries(form.joinable).map(([id, where]) => joining(asking, id, where, left))
        : null,
    ),
    room
      ? h(
          "p",
          { class: "choices" },
          form.slots.map((slot) =>
            h(
              "button",
              {
                "data-key": twice ? `new ${slot.at} ${slot.complex}` : `new ${slot.at}`,
                onClick: () => {
                  choose(drop(form, choice, slot));
                  act.bringUp(`without ${choice.drops.length}`);
                  act.focusOn(`without ${choice.drops.length}`);
                },
              },
              `+ ${added} in ${slot.at}${twice ? ` from ${slot.complex}` : ""}`,
            ),
          ),
        )
      : null,
    verdict(asking),
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": "place subs",
          disabled: (!some(choice) && form.waiting > 0) || isRefused(asking),
          onClick: send,
        },
        form.waiting ? "Place them" : some(choice) ? "Place the decoy" : "Place no decoy",
      ),
      some(choice)
        ? h("button", { "data-key": "clear subs", onClick: () => choose(EMPTY) }, "Start over")
        : null,
      form.waiting && !some(choice)
        ? h(
            "button",
            { "data-key": "place nothing", onClick: send },
            board.rules.includes("WW") ? "Place nothing" : "Place nothing: they are lost",
          )
        : null,
    ),
  ];
}

/**
 * Submarines that join a token, and the complex that it is charged to, where there are several.
 *
 * @param {Asking<PlaceSubsForm, PlacingSubs>} asking
 * @param {string} token
 * @param {JoinableToken} where
 * @param {number} left
 */
function joining({ choice, choose, act }, token, where, left) {
  const now = choice.grown[token] ?? 0;
  const charged = choice.charge[token] ?? where.complexes[0];
  return [
    h(
      "li",
      { class: now ? "some" : "", key: `grow ${token}` },
      h(
        "button",
        { class: "inline", onClick: () => act.look(where.at) },
        `#${token} in ${where.at}`,
      ),
      h("small", {}, where.group === null ? "" : `group ${where.group}`),
      stepper({
        label: `submarines that join token ${token}`,
        value: now,
        high: now + left,
        change: (n) => choose({ ...choice, grown: { ...choice.grown, [token]: n } }),
        key: `grow ${token}`,
      }),
    ),
    where.complexes.length > 1
      ? h(
          "li",
          { key: `charge ${token}` },
          h(
            "span",
            { class: "choices", role: "group", "aria-label": `complex of token ${token}` },
            h("small", {}, "charged to"),
            where.complexes.map((complex) =>
              h(
                "button",
                {
                  "data-key": `charge ${token} ${complex}`,
                  "aria-pressed": complex === charged ? "true" : "false",
                  onClick: () =>
                    choose({ ...choice, charge: { ...choice.charge, [token]: complex } }),
                },
                complex,
              ),
            ),
          ),
        )
      : null,
  ];
}
