// The panel: a space in full, the powers and their trackers, standing orders, the log, the seats.

/**
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Power, Token, TokenOdds } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { FigurePiece, State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, expected, sentence } from "../parts.js";
import { shown, turnOf } from "../playback/playing.js";
import { grouped, landers, noted, oddsSpace, pieces, question } from "../state.js";
import { tokenChip } from "../tokens.js";
import { amount, badge, chip } from "../units.js";
import { isOpen } from "./battle.js";
import { instructed, ownInstructions } from "./instructions.js";
import { legend } from "./legend.js";
import { log } from "./log.js";
import { picker } from "./picker.js";
import { seats } from "./seats.js";
import { standingOrders } from "./standing.js";
import { spaced } from "./top.js";
import { tracker, trackerHelp } from "./tracker.js";

/** @typedef {State["tab"]} Tab */

/** @type {Record<Tab, { title: string, view: (state: State, act: Acts) => ComponentChildren }>} */
const TABS = {
  space: { title: "Space", view: space },
  powers: { title: "Powers", view: powers },
  orders: {
    title: "Orders",
    view: (state, act) => [standingOrders(state, act), ownInstructions(state, act)],
  },
  log: { title: "Log", view: log },
  seats: { title: "Seats", view: seats },
};

/** Tabs by the digit that opens them. */
export const BY_DIGIT = /** @type {Tab[]} */ (Object.keys(TABS));

/**
 * @param {State} state
 * @param {Acts} act
 */
export function tabs(state, act) {
  if (!state.board) return null;
  const now = state.sheet === "now";
  const tab = (
    /** @type {string} */ name,
    /** @type {ComponentChildren} */ title,
    /** @type {boolean} */ on,
    /** @type {() => void} */ click,
    kind = "",
  ) =>
    h(
      "button",
      {
        role: "tab",
        class: `${kind}${on ? " on" : ""}`,
        "aria-selected": on ? "true" : "false",
        "data-key": `tab ${name}`,
        key: name,
        onClick: click,
      },
      title,
    );
  const unread = state.unread
    ? h("b", { class: "unread", "aria-label": `, ${state.unread} not read` }, String(state.unread))
    : null;
  const names = BY_DIGIT.filter((name) => name !== "orders" || state.picture.table.mode === "play");
  return [
    h(
      "div",
      { role: "tablist", "aria-label": "Panel" },
      tab("now", question(state) ? "● Now" : "Now", now, () => act.set({ sheet: "now" }), "narrow"),
      isOpen(shown(state))
        ? tab(
            "battle",
            "Battle",
            state.sheet === "battle",
            () => act.set({ sheet: "battle" }),
            "narrow",
          )
        : null,
      names.map((name) =>
        tab(
          name === "powers" ? "hidden" : name,
          [TABS[name].title, name === "log" ? unread : null],
          name === state.tab && (state.sheet === "tab" || !state.narrow),
          () => act.openTab(name),
        ),
      ),
    ),
    h(
      "button",
      {
        class: "narrow fold",
        "data-key": "fold sheet",
        "aria-label": state.low ? "larger panel" : "larger map",
        onClick: () => act.set({ low: !state.low }),
      },
      state.low ? "▲" : "▼",
    ),
  ];
}

/** @param {State} state */
export const tabTitle = ({ tab }) => TABS[tab].title;

/**
 * @param {State} state
 * @param {Acts} act
 */
export const openTab = (state, act) => (state.board ? TABS[state.tab].view(state, act) : null);

// A space

/**
 * A space in full: what it is, who stands there, what can be done.
 *
 * @param {State} state
 * @param {Acts} act
 */
function space(state, act) {
  const name = state.space;
  if (!state.board || name === null) {
    return [
      h(
        "p",
        {},
        "Choose a space on the map, or ",
        h(
          "button",
          { class: "inline", onClick: () => act.open({ kind: "find", search: "" }) },
          "find one",
        ),
        " by name.",
      ),
      legend(state),
    ];
  }
  const { neighbours } = state.board.spaces[name];
  return [
    h("h2", {}, name),
    h("p", { class: "quiet" }, sentence(act, described(state, name))),
    picker(state, act, name),
    standing(state, act, name),
    oddsSpace(state) === null
      ? null
      : buttons(
          h(
            "button",
            { "data-key": "open odds", onClick: () => act.odds.open(name) },
            "Odds of a battle here ",
            h("kbd", {}, "o"),
          ),
        ),
    h(
      "p",
      { class: "touches" },
      "Touches ",
      neighbours.map((near) =>
        h("button", { class: "inline", onClick: () => act.show(near) }, near),
      ),
    ),
  ];
}

/**
 * What a space is, in words.
 *
 * @param {State} state
 * @param {string} name
 */
export function described(state, name) {
  const facts = state.board?.spaces[name];
  if (!state.board || !facts) return "";
  const here = state.picture.spaces[name];
  const control = here?.control ?? null;
  const neutral = `neutral territory${facts.price ? `, ${facts.price} IPC to enter` : ""}`;
  const words = [
    facts.sea
      ? "sea zone"
      : facts.neutral && control === null
        ? neutral
        : `territory of ${control ?? "nobody"}`,
  ];
  if (facts.value) words.push(`worth ${facts.value} IPC`);
  if (facts.original && facts.original !== control) words.push(`emblem of ${facts.original}`);
  if (facts.city) words.push("a victory city ★");
  for (const { name: canal, zones, lands } of state.board.canals) {
    const other = zones.find((zone) => zone !== name);
    if (zones.includes(name))
      words.push(`${canal} to ${other}, open to who holds ${lands.join(" and ")}`);
  }
  if (here?.complex) {
    const { capacity, damage } = here.complex;
    const units = capacity === null ? "any number of units" : amount(null, capacity, "unit");
    words.push(`complex for ${units}${damage ? `, ${damage} damage` : ""}`);
  }
  if (facts.convoy) words.push(`convoys: at most ${facts.convoy} IPC`);
  words.push(...(here?.markers ?? []).map(({ text }) => text));
  words.push(...(here?.dangers ?? []));
  const battle = expected(state, name);
  if (battle) words.push(`if you attack: ${battle}`);
  return words.join(" · ");
}

/**
 * Who stands in a space, by power, and who is to land there.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} name
 */
function standing(state, act, name) {
  const { tokens = [] } = state.picture.spaces[name] ?? {};
  const figures = [...pieces(state, name), ...landers(state, name)].filter((one) => !one.token);
  const owners = [...new Set([...figures, ...tokens].map(({ power }) => power))];
  const note = (/** @type {FigurePiece} */ one) => {
    const lands = one.ashore === name ? `lands from ${one.space}` : `lands in ${one.ashore}`;
    return [noted(one), one.ashore ? lands : ""].filter(Boolean).join(", ");
  };
  return owners.map((power) => {
    const own = figures.filter((one) => one.power === power);
    const groups = grouped(own, (one) => JSON.stringify([one.kind, note(one)]));
    return h(
      "div",
      { class: "owner", key: power },
      h("h4", {}, badge(state.board, power), power),
      h(
        "p",
        { class: "chips" },
        groups.map((group) =>
          chip(state.board, power, group[0].kind, group.length, note(group[0])),
        ),
      ),
      tokens.filter((token) => token.power === power).map((token) => tokenLine(state, act, token)),
    );
  });
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {Token} token
 */
const tokenLine = (state, act, token) =>
  h(
    "div",
    { class: "tokenline", key: token.id },
    tokenChip(state, token),
    h(
      "span",
      {},
      `#${token.id}`,
      token.was.length ? ` was one of ${token.was.map((id) => `#${id}`).join(" ")}` : "",
      token.marks.length ? ` · ${token.marks.map(({ words }) => words).join(", ")}` : "",
      token.believed
        ? " · hidden until the end; the others could believe:"
        : token.open
          ? " · known to all"
          : token.mine
            ? " · hidden from the others"
            : "",
    ),
    noteField(state, act, token),
    odds(token.odds ?? token.believed),
  );

/**
 * A note on a token, which no other node ever sees.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {Token} token
 */
const noteField = (state, act, { id }) =>
  state.picture.table.mode === "play"
    ? h("input", {
        type: "text",
        class: "note",
        "data-key": `note ${id}`,
        maxLength: 120,
        placeholder: "a note, for you alone",
        "aria-label": `note on token ${id}`,
        value: state.picture.memo?.notes[id] ?? "",
        onChange: (event) => act.request("note", { token: id, text: event.currentTarget.value }),
      })
    : null;

/**
 * What an enemy's token may hold, or might have held for all that was known.
 *
 * @param {readonly TokenOdds[] | null} rows
 */
const odds = (rows) =>
  rows?.length
    ? h(
        "ul",
        { class: "odds" },
        rows.map(({ percent, group, size }) =>
          h(
            "li",
            {},
            h("span", { class: "bar", style: { width: `${percent}%` } }),
            h(
              "span",
              {},
              group === null ? "a decoy" : `group ${group}: ${amount(null, size, "submarine")}`,
            ),
            h("b", {}, `${percent} %`),
          ),
        ),
      )
    : null;

// Powers

/**
 * Every power: money, what waits, and its tracker.
 *
 * @param {State} state
 * @param {Acts} act
 */
function powers(state, act) {
  const help = trackerHelp(state, act);
  const all = Object.entries(state.picture.powers).map(([power, facts]) =>
    onePower(state, act, power, facts),
  );
  const stands = howItStands(state);
  return state.narrow ? [all, stands, help] : [stands, help, all];
}

/**
 * How far each side is from winning, at the moment that is shown.
 *
 * @param {State} state
 */
function howItStands(state) {
  const lines = turnOf(state)?.standing ?? [];
  if (!lines.length) return null;
  return h(
    "section",
    { class: "stands", key: "stands" },
    h("h3", {}, "How it stands"),
    h(
      "ul",
      {},
      lines.map((line) => h("li", { key: line }, line)),
    ),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {string} power
 * @param {Power} facts
 */
function onePower(state, act, power, facts) {
  const words = [
    `${facts.treasury} IPC`,
    `income ${facts.income}`,
    amount(null, facts.cities, "victory city"),
    facts.researchers ? amount(null, facts.researchers, "researcher") : "",
    facts.coming ? `${facts.coming} IPC of aid under way` : "",
    spaced(facts.breakthroughs.join(", ")),
  ];
  const waiting = Object.entries(facts.waiting).filter(([, n]) => n);
  return h(
    "section",
    { class: `power${facts.mine ? " mine" : ""}`, key: power },
    h("h3", {}, badge(state.board, power), power, facts.mine ? h("small", {}, "you") : null),
    h("p", { class: "quiet" }, words.filter(Boolean).join(" · ")),
    waiting.length
      ? h(
          "p",
          { class: "chips" },
          facts.stores ? "To place, or in store: " : "To place: ",
          waiting.map(([kind, n]) => chip(state.board, power, kind, n)),
        )
      : null,
    instructed(state, power),
    tracker(state, act, power, facts),
  );
}
