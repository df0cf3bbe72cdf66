// Choices of any decision: one answer of a list, some pieces, a target for each, a share for each.

/**
 * @import { AssignForm, AssignRow, FormAnswer, MenuForm, PickForm, ShareForm, WindowForm } from "../../schema.js"
 * @import { Piece, State } from "../state.js"
 * @import { Asking, Control } from "./control.js"
 */

import { h } from "../h.js";
import {
  about,
  buttons,
  called,
  expected,
  place,
  positive,
  sentence,
  shown,
  stepper,
  total,
} from "../parts.js";
import { alike, piece } from "../state.js";
import { shot } from "../views/dice.js";
import { isRefused, unasked, verdict } from "./control.js";
import { foreseen, prospectList } from "./prospects.js";
import { reorganizations } from "./reorganize.js";

// One of a list

/** The chance to win, in percent, from which on going on unasked is offered, and done. */
export const LIKELY = 75;

/** @type {Control<MenuForm, null>} */
export const menu = { begin: () => null, view: menuView };

/** @param {Asking<MenuForm, null>} asking */
function menuView(asking) {
  const { state, question, form, answer, act } = asking;
  const option = (/** @type {number} */ number) => answer({ do: "option", number });
  const well = form.usual !== null && form.win !== null && form.win >= LIKELY;
  const only = form.options.length === 1 && form.battles ? form.options[0] : null;
  const usual = form.options.length === 1 ? 0 : form.usual;
  const chance = (/** @type {string | null} */ space) => {
    const words = form.battles && space !== null ? expected(state, space) : null;
    return words ? h("small", {}, ` ${words}`) : null;
  };
  const choice = (/** @type {string} */ words, /** @type {number} */ number) => {
    const space = form.spaces[number];
    return h(
      "li",
      { key: number },
      h(
        "button",
        {
          "data-key": `option ${number}`,
          class: number === usual ? "primary" : "",
          onPointerEnter: () => space && act.reveal(space),
          onClick: () => option(number),
        },
        words,
        chance(space),
      ),
    );
  };
  return [
    about(act, question.space),
    form.hint ? h("p", {}, sentence(act, form.hint)) : null,
    only === null
      ? null
      : h(
          "p",
          { class: "quiet" },
          "No other battle is due now. Your tokens can be rearranged below before it.",
        ),
    form.shots.map((one) => shot(state.board, one)),
    h(
      "ul",
      { class: "menu" },
      form.options.map(choice),
      only === null ? null : h("li", {}, unasked(asking, only)),
      well
        ? h(
            "li",
            {},
            h(
              "button",
              {
                "data-key": "press on",
                onClick: () => act.pressOn(question.space, form.usual ?? 0),
              },
              `Press on without asking while the chance to win is ${LIKELY} % or more`,
            ),
          )
        : null,
    ),
    form.more
      ? h("p", { class: "why" }, "There are more legal answers than are listed here.")
      : null,
  ];
}

// A window

/** @type {Control<WindowForm, null>} */
export const pass = { begin: () => null, view: passView };

/** @param {Asking<WindowForm, null>} asking */
function passView({ state, question, answer }) {
  const begun = reorganizations(state).length > 0;
  const kinds = new Set((question.actions ?? []).map(({ kind }) => kind));
  const may = ["shuffle", "reorganize"]
    .filter((kind) => kinds.has(/** @type {"shuffle"} */ (kind)))
    .join(" and ");
  return [
    h(
      "p",
      {},
      may
        ? `You may ${may} below, once in every zone. Then pass.`
        : "There is nothing more to do here.",
    ),
    begun
      ? h("p", { class: "why" }, "You have begun to reorganize below: whoever passes drops it.")
      : null,
    buttons(
      h(
        "button",
        {
          class: begun ? "" : "primary",
          "data-key": "pass",
          onClick: () => answer({ do: "done" }),
        },
        begun ? "Pass without it" : "Pass",
      ),
    ),
  ];
}

/**
 * The buttons that send a choice.
 *
 * @param {{ answer: (answer: FormAnswer) => void, verdict: Asking<never, never>["verdict"], act: Asking<never, never>["act"], state: State }} asking
 * @param {FormAnswer} answer
 * @param {{ send: string, none: string | null }} words
 * @param {boolean} some whether anything is chosen
 */
function foot(asking, answer, words, some) {
  const nothing =
    some && answer.do === "pick" && words.none !== null
      ? h(
          "button",
          { "data-key": "send nothing", onClick: () => asking.answer({ do: "pick", pieces: [] }) },
          words.none,
        )
      : null;
  return h(
    "div",
    { class: "foot" },
    verdict(asking),
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": "send choice",
          disabled: (!some && words.none === null) || isRefused(asking),
          onClick: () => asking.answer(answer),
        },
        some ? words.send : (words.none ?? words.send),
      ),
      nothing,
    ),
  );
}

// Some pieces

/** @typedef {ReadonlySet<number>} Picked */

/** @type {Control<PickForm, Picked>} */
export const pick = {
  begin: (form) => new Set(form.proposed),
  view: pickView,
  judged: (form, choice) =>
    choice.size || form.words.none !== null ? { do: "pick", pieces: [...choice] } : null,
  offered: () => [],
  chosen: (_, choice) => choice,
  onSpace: ({ act, form, state }, space) => {
    if (alike(state, form.offered).some(([one]) => one.space === space)) act.scrollTo(space);
    return false;
  },
  onPieces: ({ act, form, choice, choose, state }, ids, more) => {
    const offered = ids.filter((id) => form.offered.includes(id));
    const [first] = offered;
    if (first === undefined || (form.one && alike(state, offered).length > 1)) return false;
    const taken = offered.filter((id) => choice.has(id)).length;
    const all = form.one ? 1 : offered.length;
    choose(some(form, choice, offered, taken === offered.length ? 0 : more ? taken + 1 : all));
    act.look(piece(state, first)?.space ?? null);
    return true;
  },
};

/**
 * Have so many of a group chosen.
 *
 * @param {PickForm} form
 * @param {Picked} choice
 * @param {readonly number[]} ids
 * @param {number} count
 * @returns {Picked}
 */
function some(form, choice, ids, count) {
  const kept = form.one ? [] : [...choice].filter((id) => !ids.includes(id));
  return new Set([...kept, ...ids.slice(0, count)]);
}

/** @param {Asking<PickForm, Picked>} asking */
function pickView(asking) {
  const { state, question, form, choice, choose, act } = asking;
  const groups = alike(state, form.offered);
  const spaces = [...new Set(groups.map(([one]) => one.space))];
  const row = (/** @type {[Piece, ...Piece[]]} */ group) => {
    const [first] = group;
    const ids = group.map(({ id }) => id);
    const taken = ids.filter((id) => choice.has(id)).length;
    const key = `choose ${first.id}`;
    const set = (/** @type {number} */ count) => choose(some(form, choice, ids, count));
    const said = form.one && !taken ? "" : form.words.chosen;
    const control =
      form.one || group.length === 1
        ? h(
            "label",
            { class: "switch" },
            form.one || taken ? null : h("small", { "aria-hidden": "true" }, form.words.left),
            h("input", {
              type: form.one ? "radio" : "checkbox",
              name: "chosen",
              "data-key": key,
              checked: taken > 0,
              onChange: () => set(taken && !form.one ? 0 : 1),
            }),
            said,
          )
        : [
            h("small", {}, `${taken} ${form.words.chosen}`),
            stepper({
              label: `${called(state, first)} in ${first.space}`,
              value: taken,
              high: group.length,
              change: set,
              key,
            }),
          ];
    const own = (form.prospects?.choices ?? []).find(({ pieces }) =>
      pieces.some((id) => ids.includes(id)),
    );
    const beside = form.one ? own?.words : null;
    return h(
      "li",
      { class: taken ? "some" : "", key },
      shown(state, first, group.length),
      h("span", { class: "name" }, called(state, first)),
      control,
      beside ? h("small", { class: "prospect" }, beside) : null,
    );
  };
  const unchosen = form.one ? foreseen(form.prospects, new Set()) : null;
  const several =
    form.one || choice.size < 2 ? form.words.send : `${form.words.send}: ${choice.size}`;
  const usual = form.one ? "Choose one here or on the map." : "Choose here or on the map.";
  return [
    about(act, question.space),
    h("p", { class: "quiet" }, sentence(act, form.hint ?? usual)),
    spaces.map((space) =>
      h(
        "div",
        { class: "place", "data-place": space, key: space },
        h("h4", {}, place(act, space)),
        h("ul", { class: "rows" }, groups.filter(([one]) => one.space === space).map(row)),
      ),
    ),
    unchosen && form.words.none
      ? h("p", { class: "prospect" }, h("b", {}, form.words.none), `: ${unchosen.words}`)
      : null,
    form.prospects && !form.one ? prospectList(form.prospects, choice, { alike: true }) : null,
    foot(
      asking,
      { do: "pick", pieces: [...choice] },
      { ...form.words, send: several },
      choice.size > 0,
    ),
  ];
}

// A target for each

/**
 * @typedef {object} Aiming
 * @property {Readonly<Record<string, string>>} to targets by row
 * @property {string | null} current the row whose targets are lit on the map
 */

/** @param {AssignForm} form @param {Aiming} choice */
const currentRow = (form, choice) => form.rows.find(({ key }) => key === choice.current) ?? null;

/**
 * The current row gets a target, and the next one comes to hand.
 *
 * @param {AssignForm} form
 * @param {Aiming} choice
 * @param {string} to
 * @returns {Aiming}
 */
function aimNext(form, choice, to) {
  const at = form.rows.findIndex(({ key }) => key === choice.current);
  return {
    to: { ...choice.to, [form.rows[at].key]: to },
    current: form.rows[(at + 1) % form.rows.length].key,
  };
}

/** @param {AssignForm} form @param {Aiming} choice */
const aimed = (form, { to }) =>
  form.rows.some(({ key, now }) => (to[key] ?? null) !== now) || form.words.none === null;

/** @type {Control<AssignForm, Aiming>} */
export const assign = {
  begin: (form) => ({
    to: Object.fromEntries(form.rows.flatMap(({ key, now }) => (now === null ? [] : [[key, now]]))),
    current: form.rows[0]?.key ?? null,
  }),
  view: assignView,
  judged: (form, choice) =>
    aimed(form, choice) || form.words.none !== null ? { do: "assign", to: choice.to } : null,
  offered: (form, choice) =>
    (currentRow(form, choice)?.targets ?? []).flatMap((to) => form.targets[to].at ?? []),
  chosen: (form, choice) => {
    const found = currentRow(form, choice)?.piece ?? null;
    return found === null ? [] : [found];
  },
  onSpace: ({ form, choice, choose }, space) => {
    const to = currentRow(form, choice)?.targets.find(
      (target) => form.targets[target].at === space,
    );
    if (to !== undefined) {
      choose(aimNext(form, choice, to));
      return true;
    }
    const other = form.rows.find(({ at }) => at === space);
    if (other) choose({ ...choice, current: other.key });
    return false;
  },
  onPieces: ({ form, choice, choose }, ids) => {
    const own = form.rows.find((row) => row.piece !== null && ids.includes(row.piece));
    const to = currentRow(form, choice)?.targets.find((target) => {
      const { piece: aim } = form.targets[target];
      return aim !== null && ids.includes(aim);
    });
    if (own) choose({ ...choice, current: own.key });
    else if (to !== undefined) choose(aimNext(form, choice, to));
    return own !== undefined || to !== undefined;
  },
};

/** @param {Asking<AssignForm, Aiming>} asking */
function assignView(asking) {
  const { state, form, choice, choose, act } = asking;
  const [first] = form.rows;
  const alikeAll =
    !form.lacking &&
    form.rows.length > 1 &&
    form.rows.every(({ targets }) => String(targets) === String(first.targets));
  const all = (/** @type {string} */ to) =>
    choose({ ...choice, to: Object.fromEntries(form.rows.map(({ key }) => [key, to])) });
  const row = (/** @type {AssignRow} */ each) => {
    const one = each.piece === null ? null : piece(state, each.piece);
    const now = choice.to[each.key] ?? null;
    const aim = (/** @type {string | null} */ to, /** @type {string} */ words) =>
      h(
        "button",
        {
          "data-key": `aim ${each.key} ${to ?? "-"}`,
          "aria-pressed": now === to ? "true" : "false",
          onFocus: () => choice.current !== each.key && choose({ ...choice, current: each.key }),
          onClick: () => {
            const { [each.key]: _, ...others } = choice.to;
            choose({ to: to === null ? others : { ...others, [each.key]: to }, current: each.key });
          },
        },
        words,
      );
    return h(
      "li",
      { class: each.key === choice.current ? "current" : "", key: each.key },
      h(
        "div",
        { class: "who" },
        one ? shown(state, one, 1) : null,
        h("span", { class: "name" }, one ? called(state, one) : each.name),
        one && each.at !== null ? place(act, each.at) : null,
      ),
      h(
        "p",
        {
          class: "choices",
          role: "group",
          "aria-label": `${each.name}${each.at ? ` in ${each.at}` : ""}`,
        },
        each.targets.map((to) => aim(to, form.targets[to].name)),
        form.lacking ? aim(null, form.words.left) : null,
      ),
    );
  };
  return [
    form.hint ? h("p", { class: "quiet" }, sentence(act, form.hint)) : null,
    alikeAll
      ? h(
          "p",
          { class: "choices" },
          h("span", { class: "quiet" }, "All:"),
          first.targets.map((to) =>
            h("button", { "data-key": `all ${to}`, onClick: () => all(to) }, form.targets[to].name),
          ),
        )
      : null,
    h("ul", { class: "rows aims" }, form.rows.map(row)),
    foot(asking, { do: "assign", to: choice.to }, form.words, aimed(form, choice)),
  ];
}

// Shares

/** @typedef {Readonly<Record<string, number>>} Shares */

/** @type {Control<ShareForm, Shares>} */
export const share = {
  begin: (form) => form.proposed,
  view: shareView,
  judged: (form, shares) =>
    Object.values(shares).some(Boolean) || form.words.none !== null
      ? { do: "share", of: positive(shares) }
      : null,
};

/** @param {Asking<ShareForm, Shares>} asking */
function shareView(asking) {
  const { question, form, choice, choose, act } = asking;
  const spent = total(Object.values(choice)) * form.price;
  const left = form.total - spent;
  return [
    about(act, question.space),
    h(
      "ul",
      { class: "rows" },
      form.rows.map(({ name, most }) => {
        const now = choice[name] ?? 0;
        return h(
          "li",
          { class: now ? "some" : "", key: name },
          h("span", { class: "name" }, form.spaces.includes(name) ? place(act, name) : name),
          h("small", {}, form.price > 1 ? `${form.price} IPC each` : "IPC"),
          stepper({
            label: name,
            value: now,
            high: Math.min(most, now + Math.floor(left / form.price)),
            change: (n) => choose({ ...choice, [name]: n }),
            key: `share ${name}`,
          }),
        );
      }),
    ),
    h(
      "p",
      { class: "total" },
      h("b", { class: form.exactly && left ? "bad" : "" }, `${left} IPC left`),
      ` of ${form.total}${form.exactly ? " to divide" : ""}`,
    ),
    foot(asking, { do: "share", of: positive(choice) }, form.words, spent > 0),
  ];
}
