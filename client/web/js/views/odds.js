// The odds of a battle in which the player alters both sides.

/**
 * @import { SupposedBattle, SupposedFate, SupposedOdds, SupposedRow } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { OddsDialog, Side } from "../supposed.js"
 */

import { h } from "../h.js";
import { buttons, sentence, stepper, tick } from "../parts.js";
import { mostOf, numberOf, rowsOf, shownBattle, withNumber, withToken } from "../supposed.js";
import { tokenChip } from "../tokens.js";
import { badge, icon, unitName } from "../units.js";

const SIDES = /** @type {const} */ (["attack", "defence"]);
const CALLED = { attack: "attacker", defence: "defender" };
const MOST_ROUNDS = 9;

/** @typedef {{ state: State, act: Acts, dialog: OddsDialog, battle: SupposedBattle }} Here */

/**
 * The dialog.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {OddsDialog} dialog
 */
export function oddsView(state, act, dialog) {
  const { wanted, view } = dialog;
  const battle = shownBattle(dialog);
  return [
    h(
      "div",
      { class: "odds-head" },
      h("h3", {}, `Odds in ${wanted.space}`),
      result(dialog, view?.odds ?? null),
    ),
    battle && view ? supposing({ state, act, dialog, battle }) : null,
    buttons(
      h(
        "button",
        { "data-key": "odds as now", onClick: () => act.odds.open(wanted.space) },
        "As things stand",
      ),
      h(
        "button",
        { class: "primary", "data-key": "close odds", onClick: () => act.close() },
        "Close",
      ),
    ),
  ];
}

/**
 * What comes of it, in the line that stays in view.
 *
 * @param {OddsDialog} dialog
 * @param {SupposedOdds | null} odds
 */
function result({ wanted, answered, view }, odds) {
  const late = answered !== wanted;
  const words = odds
    ? odds.ends.map(({ words: end, percent }) => `${end} ${percent} %`).join(", ")
    : view && !late
      ? "Both sides need units that fight: add some."
      : "Reckoning…";
  return [
    h(
      "div",
      { class: `bar${late ? " late" : ""}`, "aria-hidden": "true" },
      (odds?.ends ?? []).map(({ words: end, percent }) =>
        h("span", { key: end, class: end.replaceAll(" ", "-"), style: { width: `${percent}%` } }),
      ),
    ),
    h(
      "p",
      { role: "status", class: late ? "late" : "", "aria-busy": late ? "true" : "false" },
      words,
    ),
  ];
}

/** @param {Here} here */
function supposing(here) {
  const { act, dialog } = here;
  const { view } = dialog;
  if (!view) return null;
  return h(
    "div",
    { class: "supposed" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, power(here, "attack", view.powers)),
          h("td", {}, "attacks"),
          h("th", { scope: "col" }, power(here, "defence", view.enemies)),
        ),
      ),
      h(
        "tbody",
        {},
        rowsOf(view).map((row) => unitRow(here, row)),
      ),
    ),
    tokens(here, "attack", view.attacking_tokens),
    tokens(here, "defence", view.defending_tokens),
    conduct(here),
    view.odds ? details(act, view.odds) : null,
  );
}

/**
 * Whose side it is: another attacker begins anew with what stands there, another defender owns what
 * is added.
 *
 * @param {Here} here
 * @param {Side} side
 * @param {readonly string[]} powers
 */
function power({ state, act, battle }, side, powers) {
  const now = battle[side].power;
  return [
    badge(state.board, now),
    h(
      "select",
      {
        "data-key": `odds ${side}`,
        "aria-label": CALLED[side],
        value: now,
        onChange: (event) => {
          const chosen = event.currentTarget.value;
          if (side === "attack") act.odds.open(battle.space, chosen);
          else act.odds.suppose({ ...battle, defence: { ...battle.defence, power: chosen } });
        },
      },
      powers.map((one) => h("option", { key: one, value: one, selected: one === now }, one)),
    ),
  ];
}

/**
 * @param {Here} here
 * @param {ReturnType<typeof rowsOf>[number]} row
 */
function unitRow(here, row) {
  const { state, battle } = here;
  const some = SIDES.some((side) => row[side] && numberOf(battle[side], row[side]));
  return h(
    "tr",
    { key: row.key, class: some ? "some" : "" },
    h("td", {}, count(here, "attack", row.attack)),
    h(
      "th",
      { scope: "row" },
      icon(state.board, row.kind),
      h("span", {}, unitName(state.board, row.kind)),
      row.note ? h("small", {}, row.note) : null,
    ),
    h("td", {}, count(here, "defence", row.defence)),
  );
}

/**
 * @param {Here} here
 * @param {Side} side
 * @param {SupposedRow | null} row
 */
function count({ state, act, battle }, side, row) {
  if (!row) return null;
  const name = `${unitName(state.board, row.kind)}${row.note ? `, ${row.note}` : ""}`;
  return stepper({
    label: `${name} of the ${CALLED[side]}`,
    value: numberOf(battle[side], row),
    high: mostOf(row),
    change: (number) =>
      act.odds.suppose({ ...battle, [side]: withNumber(battle[side], row, number) }),
    key: `odds ${side} ${row.kind} ${row.note}`,
  });
}

/**
 * Hidden tokens that stand there: each counts by what can be known of it, or not at all.
 *
 * @param {Here} here
 * @param {Side} side
 * @param {readonly number[]} ids
 */
function tokens({ state, act, battle }, side, ids) {
  if (!ids.length) return null;
  const known = Object.values(state.picture.spaces).flatMap((space) => space.tokens);
  return h(
    "p",
    { class: "tokens", key: `tokens ${side}` },
    h("span", {}, `Tokens of the ${CALLED[side]} that count: `),
    ids.map((id) => {
      const token = known.find((one) => one.id === id);
      return tick(
        {
          key: `odds token ${id}`,
          checked: battle[side].pieces.includes(id),
          change: () => act.odds.suppose({ ...battle, [side]: withToken(battle[side], id) }),
        },
        [token ? tokenChip(state, token) : null, `#${id}`],
      );
    }),
  );
}

/**
 * How both sides fight.
 *
 * @param {Here} here
 */
function conduct({ state, act, battle }) {
  const sea = state.board?.spaces[battle.space]?.sea ?? false;
  const diving = {
    nobody: "nobody's",
    attacker: "the attacker's",
    defender: "the defender's",
    both: "both sides'",
  };
  const choices = /** @type {(keyof typeof diving)[]} */ (Object.keys(diving));
  return h(
    "p",
    { class: "conduct" },
    sea
      ? h(
          "label",
          {},
          "Submarines that submerge: ",
          h(
            "select",
            {
              "data-key": "odds submerge",
              value: battle.submerge,
              onChange: (event) => {
                const { value } = event.currentTarget;
                const submerge = choices.find((one) => one === value) ?? "nobody";
                act.odds.suppose({ ...battle, submerge });
              },
            },
            choices.map((one) =>
              h("option", { key: one, value: one, selected: one === battle.submerge }, diving[one]),
            ),
          ),
        )
      : tick(
          {
            key: "odds seaborne",
            checked: battle.seaborne,
            change: (seaborne) => act.odds.suppose({ ...battle, seaborne }),
          },
          "land units that are added come from the sea",
        ),
    h(
      "span",
      { class: "rounds" },
      battle.rounds ? "The attacker retreats after rounds: " : "The attacker never retreats: ",
      stepper({
        label: "rounds after which the attacker retreats; 0: never",
        value: battle.rounds,
        high: MOST_ROUNDS,
        change: (rounds) => act.odds.suppose({ ...battle, rounds }),
        key: "odds rounds",
      }),
    ),
  );
}

/** @param {SupposedFate} fate */
const fate = ({ units, left, worth, lost }) =>
  `loses ${lost} of ${worth} IPC on average, keeps ${left} of ${units} ${units === 1 ? "unit" : "units"}`;

/**
 * @param {Acts} act
 * @param {SupposedOdds} odds
 */
const details = (act, odds) =>
  h(
    "div",
    { class: "details" },
    h("p", {}, h("b", {}, "Attacker"), ` ${fate(odds.attack)}`),
    h("p", {}, h("b", {}, "Defender"), ` ${fate(odds.defence)}`),
    h(
      "p",
      {},
      odds.taken === null ? "" : `Territory taken: ${odds.taken} %. `,
      `${odds.rounds} rounds on average.`,
    ),
    h(
      "p",
      { class: "quiet" },
      "Each side loses what keeps it the best chance; one that is sure of the battle, the cheapest.",
    ),
    h("h4", {}, "Likeliest ends, and what is left (attacker / defender)"),
    h(
      "ul",
      {},
      odds.likely.map((line) => h("li", { key: line }, line)),
    ),
    h("p", { class: "quiet" }, sentence(act, odds.trust)),
    odds.notes.map((note) =>
      h(
        "p",
        { class: "quiet", key: note },
        sentence(act, `${note[0].toUpperCase()}${note.slice(1)}.`),
      ),
    ),
  );
