// Standing orders: answers given beforehand, which this player's node sends when they are asked for.

/**
 * @import { StandingOrders } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { tick } from "../parts.js";
import { icon, unitName } from "../units.js";

const SUBMARINES = "Submarines that may submerge or dive away";
/** @type {Record<StandingOrders["submerge"], string>} */
const SUBMERGE = {
  ask: "ask me",
  always: "submerge, save in your attacks",
  never: "stay and fight",
};

/** The chance to win, in percent, below which an attack is broken off, to begin with. */
const THRESHOLD = 35;

/**
 * @param {State} state
 * @param {Acts} act
 */
export function standingOrders(state, act) {
  const now = state.picture.memo?.standing;
  if (!now) return null;
  const { losses, best_losses, keep_land, only_answers, submerge, retreat } = now;
  const set = (/** @type {Partial<StandingOrders>} */ changes) =>
    act.request("orders", { ...now, ...changes });
  const move = (/** @type {number} */ at, /** @type {number} */ by) => {
    const to = at + by;
    const words = by < 0 ? "earlier" : "later";
    const swapped = () => losses.with(at, losses[to]).with(to, losses[at]);
    return h(
      "button",
      {
        "data-key": `${words} ${losses[at]}`,
        "aria-label": `${unitName(state.board, losses[at])}: ${words}`,
        disabled: to < 0 || to >= losses.length,
        onClick: () => set({ losses: swapped() }),
      },
      by < 0 ? "↑" : "↓",
    );
  };
  return [
    h(
      "p",
      { class: "quiet" },
      "Your node answers by these orders wherever they fit, whether you are here or not; everything else waits for you. Each is an ordinary answer: nobody can tell it from one that you give yourself.",
    ),
    h(
      "section",
      {},
      h("h3", {}, "Order of losses"),
      tick(
        {
          key: "losses",
          checked: losses.length > 0,
          change: (on) => set({ losses: on ? proposed(state) : [] }),
        },
        "take hits in this order",
      ),
      losses.length
        ? null
        : tick(
            {
              key: "best losses",
              checked: best_losses,
              change: (on) => set({ best_losses: on }),
            },
            "take hits so that the best chance to win is kept",
          ),
      losses.length || best_losses
        ? tick(
            {
              key: "keep land",
              checked: keep_land,
              change: (on) => set({ keep_land: on }),
            },
            "keep the last land unit of an attack, to take the territory",
          )
        : null,
      losses.length
        ? h(
            "ol",
            { class: "rows order" },
            losses.map((kind, i) =>
              h(
                "li",
                { key: kind },
                icon(state.board, kind),
                h("span", { class: "name" }, unitName(state.board, kind)),
                move(i, -1),
                move(i, 1),
              ),
            ),
          )
        : null,
    ),
    h(
      "section",
      {},
      h("h3", {}, SUBMARINES),
      h(
        "p",
        { class: "choices", role: "group", "aria-label": SUBMARINES },
        Object.entries(SUBMERGE).map(([value, words]) =>
          h(
            "button",
            {
              "data-key": `submerge ${value}`,
              "aria-pressed": value === submerge ? "true" : "false",
              onClick: () => set({ submerge: /** @type {StandingOrders["submerge"]} */ (value) }),
            },
            words,
          ),
        ),
      ),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Attacks"),
      tick(
        {
          key: "retreat",
          checked: retreat !== null,
          change: (on) => set({ retreat: on ? THRESHOLD : null }),
        },
        "break off, or press on, without asking",
      ),
      retreat === null
        ? null
        : h(
            "label",
            { class: "field" },
            h("span", {}, `Break off below a chance of ${retreat} % to win or stand off`),
            h("input", {
              type: "range",
              min: 0,
              max: 100,
              step: 5,
              "data-key": "threshold",
              value: retreat,
              onChange: (event) => set({ retreat: Number(event.currentTarget.value) }),
            }),
          ),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Questions with one answer"),
      tick(
        {
          key: "only answers",
          checked: only_answers,
          change: (on) => set({ only_answers: on }),
        },
        "fight the only battle, and place no units where there are none, without asking whether tokens are rearranged first",
      ),
    ),
  ];
}

/**
 * Every kind that can take a hit, the weakest first, of equal ones the cheapest.
 *
 * @param {State} state
 */
const proposed = ({ board }) =>
  Object.entries(board?.units ?? {})
    .filter(([, unit]) => unit.attack || unit.defence)
    .sort(([, a], [, b]) => a.attack + a.defence - b.attack - b.defence || a.cost - b.cost)
    .map(([kind]) => kind);
