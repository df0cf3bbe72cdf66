// Choices in battle: casualties, which tokens fight, which groups submerge.

/**
 * @import { Board, CasualtiesForm, FormAnswer, GroupsForm, SidesForm } from "../../schema.js"
 * @import { Fighter } from "../../schema.js"
 * @import { Asking, Control } from "./control.js"
 */

import { h } from "../h.js";
import { about, buttons, place, refusal, stepper, tick, toggled, total } from "../parts.js";
import { grouped } from "../state.js";
import { tokenChip } from "../tokens.js";
import { amount, chip, unitName } from "../units.js";
import { isRefused, verdict } from "./control.js";
import { prospectList, prospectNow } from "./prospects.js";

// Casualties

/** One piece for each hit, the one that was chosen first standing first. */
/** @typedef {readonly number[]} Struck */

/** @param {CasualtiesForm} form @param {number} id */
const room = (form, id) => form.targets[id] ?? 0;

/** @param {Struck} struck @param {readonly number[]} ids */
export const hitsOn = (struck, ids) => struck.filter((id) => ids.includes(id)).length;

/** @param {CasualtiesForm} form @param {readonly number[]} ids */
const most = (form, ids) => total(ids.map((id) => room(form, id)));

/**
 * Have so many hits fall on pieces that are alike.
 *
 * @param {CasualtiesForm} form
 * @param {Struck} struck
 * @param {readonly number[]} ids
 * @param {number} count
 * @returns {Struck}
 */
export function assign(form, struck, ids, count) {
  const found = struck.filter((id) => !ids.includes(id));
  let left = count;
  for (const id of ids) {
    const here = Math.min(left, room(form, id));
    for (let hit = 0; hit < here; hit += 1) found.push(id);
    left -= here;
  }
  return found;
}

/**
 * One more hit falls on pieces; where all are assigned, the one that was chosen first moves there.
 *
 * @param {CasualtiesForm} form
 * @param {Struck} struck
 * @param {readonly number[]} ids
 * @returns {Struck}
 */
export function strike(form, struck, ids) {
  const now = hitsOn(struck, ids);
  if (now === Math.min(most(form, ids), form.hits)) return assign(form, struck, ids, 0);
  const spare = struck.length < form.hits ? -1 : struck.findIndex((id) => !ids.includes(id));
  const rest = spare < 0 ? struck : struck.toSpliced(spare, 1);
  return assign(form, rest, ids, now + 1);
}

/**
 * @param {Struck} struck
 * @returns {FormAnswer}
 */
const losses = (struck) => ({
  do: "lose",
  hits: Object.fromEntries(struck.map((id) => [id, hitsOn(struck, [id])])),
});

/** @type {Control<CasualtiesForm, Struck>} */
export const casualties = {
  begin: (form) =>
    Object.entries(form.proposed).flatMap(([id, hits]) =>
      Array.from({ length: hits }, () => Number(id)),
    ),
  view: casualtiesView,
  judged: (form, struck) => (struck.length === form.hits ? losses(struck) : null),
  chosen: (_, struck) => struck,
  onPieces: ({ form, choice, choose }, ids) => {
    const able = ids.some((id) => room(form, id) > 0);
    if (able) choose(strike(form, choice, ids));
    return able;
  },
};

/** @param {Fighter} one */
const nameOf = (one) =>
  one.token
    ? `#${one.id}`
    : [one.power, one.kind, one.damaged ? "damaged" : "", ...one.marks.map(({ words }) => words)]
        .filter(Boolean)
        .join(" ");

/**
 * What takes hits, in words, and what is but damaged: of a list that is longer than a phone, the rows may
 * be out of sight.
 *
 * @param {Board} board
 * @param {CasualtiesForm} form
 * @param {readonly (readonly [Fighter, ...Fighter[]])[]} groups
 * @param {Struck} choice
 */
function struck(board, form, groups, choice) {
  const words = groups.flatMap((group) => {
    const [{ token, id, kind }] = group;
    const hit = group.map((one) => one.id).filter((one) => choice.includes(one));
    if (!hit.length) return [];
    if (token) {
      const hits = hitsOn(choice, hit);
      return [hits > 1 ? `#${id} (${amount(null, hits, "hit")})` : `#${id}`];
    }
    const lost = hit.filter((one) => hitsOn(choice, [one]) === room(form, one)).length;
    const damaged = hit.length - lost;
    return [
      lost ? amount(board, lost, kind ?? "") : "",
      damaged ? `damage to ${amount(board, damaged, kind ?? "")}` : "",
    ];
  });
  return words.filter(Boolean).join(", ");
}

/** @param {Asking<CasualtiesForm, Struck>} asking */
function casualtiesView(asking) {
  const { state, board, form, choice, choose, answer, act, question } = asking;
  const { attacker = [], defender = [] } = state.picture.battle?.sides ?? {};
  const targets = [...attacker, ...defender].filter((one) => one.id in form.targets);
  const taken = choice.length;
  const row = (/** @type {readonly [Fighter, ...Fighter[]]} */ group) => {
    const [one] = group;
    const ids = group.map(({ id }) => id);
    const hits = hitsOn(choice, ids);
    const note = [one.damaged ? "damaged" : "", ...one.marks.map(({ words }) => words)]
      .filter(Boolean)
      .join(", ");
    return h(
      "li",
      { class: hits ? "some" : "", key: nameOf(one) },
      one.token
        ? tokenChip(state, one.token)
        : chip(board, one.power, one.kind ?? "", ids.length, note),
      h(
        "span",
        { class: "name" },
        one.token ? `token #${one.id}` : unitName(board, one.kind ?? ""),
        one.token ? null : h("small", {}, ` ${board.units[one.kind ?? ""]?.cost} IPC`),
      ),
      stepper({
        label: nameOf(one),
        value: hits,
        high: Math.min(most(form, ids), hits + form.hits - taken),
        change: (n) => choose(assign(form, choice, ids, n)),
        key: `lose ${nameOf(one)}`,
      }),
    );
  };
  return [
    about(act, question.space),
    state.narrow
      ? null
      : h(
          "p",
          { class: "quiet" },
          "Choose units on the battle board or on the map, or count them here.",
        ),
    h("ul", { class: "rows" }, grouped(targets, nameOf).map(row)),
    h(
      "div",
      { class: "foot" },
      h(
        "p",
        { class: "total", role: "status" },
        h(
          "b",
          { class: taken === form.hits ? "" : "bad" },
          `${taken} of ${amount(null, form.hits, "hit")} assigned`,
        ),
        taken ? `: ${struck(board, form, grouped(targets, nameOf), choice)}` : null,
      ),
      verdict(asking),
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "lose",
            disabled: taken !== form.hits || isRefused(asking),
            onClick: () => answer(losses(choice)),
          },
          "Take these losses",
        ),
      ),
    ),
  ];
}

// Which tokens fight

/** @typedef {ReadonlySet<number>} Under tokens that submerge */

/** @type {Control<SidesForm, Under>} */
export const sides = { begin: () => new Set(), view: sidesView };

/** @param {Asking<SidesForm, Under>} asking */
function sidesView({ state, form, choice, choose, answer, act }) {
  const space = state.picture.battle?.space ?? null;
  const here = space === null ? [] : (state.picture.spaces[space]?.tokens ?? []);
  const tokens = here.filter((token) => form.tokens.includes(token.id));
  const may = !form.barred;
  const fight = may ? "Fight with all" : "Continue: all fight";
  return [
    h(
      "p",
      { class: "quiet" },
      "In ",
      space === null ? null : place(act, space),
      may
        ? ". Tokens that fight are turned up; tokens that submerge stay hidden, and out of this battle."
        : ". Tokens that fight are turned up.",
    ),
    form.barred
      ? h(
          "p",
          { class: "why" },
          refusal(act, form.barred),
          ". You are asked because you may want to reorganize or shuffle them first; without windows, this is answered for you.",
        )
      : null,
    h(
      "ul",
      { class: "rows" },
      tokens.map((token) =>
        h(
          "li",
          { key: token.id },
          tokenChip(state, token),
          h("span", { class: "name" }, `#${token.id}`),
          may
            ? tick(
                {
                  key: `under ${token.id}`,
                  checked: choice.has(token.id),
                  change: () => choose(toggled(choice, token.id)),
                },
                ["submerge", h("span", { class: "unseen" }, ` #${token.id}`)],
              )
            : null,
        ),
      ),
    ),
    prospectList(form.prospects, choice, { apart: state.narrow }),
    h(
      "div",
      { class: "foot" },
      prospectNow(state, form.prospects, choice),
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "stand",
            onClick: () => answer({ do: "stand", submerge: [...choice] }),
          },
          choice.size && choice.size === tokens.length
            ? "Submerge"
            : choice.size
              ? `Submerge ${choice.size}, fight with ${tokens.length - choice.size}`
              : fight,
        ),
      ),
    ),
  ];
}

// Which groups submerge

/**
 * @typedef {object} Diving
 * @property {ReadonlySet<number>} under
 * @property {readonly { source: number, target: number, count: number }[]} joins
 */

/**
 * Joins of groups that stay up.
 *
 * @param {GroupsForm} form
 * @param {Diving} choice
 */
const joins = (form, { under, joins: all }) =>
  all.filter(
    ({ source, count }) =>
      count && form.tokens.some((token) => token.group === source && !under.has(token.id)),
  );

/**
 * @param {GroupsForm} form
 * @param {Diving} choice
 * @returns {FormAnswer}
 */
const dive = (form, choice) => ({
  do: "under",
  tokens: [...choice.under],
  joins: joins(form, choice),
});

/** @param {GroupsForm} form @param {Diving} choice */
const dives = (form, choice) => choice.under.size > 0 || joins(form, choice).length > 0;

/** @type {Control<GroupsForm, Diving>} */
export const groups = {
  begin: () => ({ under: new Set(), joins: [] }),
  view: groupsView,
  judged: (form, choice) => (dives(form, choice) ? dive(form, choice) : null),
};

/** @param {Asking<GroupsForm, Diving>} asking */
function groupsView(asking) {
  const { state, board, form, choice, choose, answer } = asking;
  const targets = form.under.flatMap(({ id, group }) => (group === null ? [] : [{ id, group }]));
  const now = joins(form, choice);
  const joined = (/** @type {number} */ source, /** @type {number} */ target) =>
    now.find((one) => one.source === source && one.target === target)?.count ?? 0;
  const gone = (/** @type {number} */ source) =>
    total(now.map((one) => (one.source === source ? one.count : 0)));
  const set = (
    /** @type {number} */ source,
    /** @type {number} */ target,
    /** @type {number} */ count,
  ) => {
    const others = now.filter((one) => one.source !== source || one.target !== target);
    choose({ ...choice, joins: [...others, { source, target, count }] });
  };
  return [
    h(
      "ul",
      { class: "rows aims" },
      form.tokens.map((token) =>
        h(
          "li",
          { class: choice.under.has(token.id) ? "some" : "", key: token.id },
          h(
            "div",
            { class: "who" },
            h("b", {}, `Group ${token.group}`),
            h("span", { class: "name" }, amount(board, token.size, "submarine")),
            tick(
              {
                key: `go ${token.id}`,
                checked: choice.under.has(token.id),
                change: () => choose({ ...choice, under: toggled(choice.under, token.id) }),
              },
              ["submerge", h("span", { class: "unseen" }, ` group ${token.group}`)],
            ),
          ),
          choice.under.has(token.id)
            ? null
            : targets.map((target) =>
                h(
                  "div",
                  { class: "who", key: target.id },
                  h(
                    "small",
                    { class: "name" },
                    `join group ${target.group}, submerged as #${target.id}`,
                  ),
                  stepper({
                    label: `submarines of group ${token.group} that join group ${target.group}`,
                    value: joined(token.group, target.group),
                    high: joined(token.group, target.group) + token.size - gone(token.group),
                    change: (n) => set(token.group, target.group, n),
                    key: `join ${token.id} ${target.id}`,
                  }),
                ),
              ),
        ),
      ),
    ),
    now.length ? null : prospectList(form.prospects, choice.under, { apart: state.narrow }),
    h(
      "div",
      { class: "foot" },
      now.length ? null : prospectNow(state, form.prospects, choice.under),
      verdict(asking),
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "go",
            disabled: isRefused(asking),
            onClick: () => answer(dive(form, choice)),
          },
          dives(form, choice) ? "Submerge these" : "Fight on with all",
        ),
      ),
    ),
  ];
}
