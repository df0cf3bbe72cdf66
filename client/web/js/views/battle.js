// The battle board: both sides by strength, the dice of all seats as they fall, and what they did.

/**
 * @import { Battle, Clash, Fighter, Step, VolleyStep } from "../../schema.js"
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { hitsOn } from "../forms/battle.js";
import { chosenIn, onPieces } from "../forms/index.js";
import { h } from "../h.js";
import { total } from "../parts.js";
import { grouped, isAwaited, looksBack, question } from "../state.js";
import { tokenChip } from "../tokens.js";
import { amount, chip } from "../units.js";
import { die, shot } from "./dice.js";

const LATEST = 2; // rounds that are shown without being asked for
const MANY = 8; // steps without rounds from which on the latest come first: a long hunt

/** @type {Readonly<Record<Battle["kind"], string>>} */
const KINDS = {
  sea: "sea battle",
  land: "land battle",
  assault: "amphibious assault",
  raid: "bombing raid",
  overflight: "flight over guns",
  house: "submarine hunt",
};

/**
 * What tells one clash from another.
 *
 * @param {Clash | null | undefined} clash
 */
export const clashKey = (clash) =>
  clash ? `${clash.title} ${clash.space} ${JSON.stringify(clash.steps[0] ?? null)}` : "";

/**
 * Whether the board is shown: while a battle is fought, and after it until it is closed.
 *
 * @param {State} state
 */
export function isOpen({ board, picture: { battle, dice }, battleBoard }) {
  if (!board) return false;
  if (battle) return true;
  const clash = dice?.latest;
  const some = clash && (clash.steps.length > 0 || dice.earlier.length > 0);
  return Boolean(some) && battleBoard.closed !== clashKey(clash);
}

/**
 * Whether the board is folded away: the player's choice, or once its battle is past and was seen. A phone has
 * it on a sheet of its own.
 *
 * @param {State} state
 */
export const isFolded = (state) =>
  !state.narrow &&
  (state.battleBoard.folded ??
    (!state.picture.battle &&
      !state.battleBoard.fresh &&
      (state.picture.table.mode === "play" || Boolean(state.picture.turn?.outcome))));

/**
 * @param {State} state
 * @param {Acts} act
 */
export function battleBoard(state, act) {
  const { battle, dice } = state.picture;
  if (!isOpen(state)) return null;
  const clash = dice?.latest ?? null;
  const where = battle?.space ?? clash?.space ?? null;
  const title = clash?.title ?? `Battle in ${where}`;
  const set = (/** @type {Partial<State["battleBoard"]>} */ changes) =>
    act.set({ battleBoard: { ...state.battleBoard, ...changes } });
  return [
    h(
      "header",
      {},
      h(
        "h3",
        {},
        where === null
          ? title
          : h("button", { class: "inline", onClick: () => act.show(where) }, title),
      ),
      h("small", {}, standing(state)),
      h(
        "span",
        { class: "corner" },
        battle
          ? h(
              "button",
              { "data-key": "battle odds", onClick: () => act.odds.open(battle.space) },
              "Odds",
            )
          : null,
        h(
          "button",
          {
            "data-key": "fold",
            "aria-label": "fold the battle board",
            title: "Fold the battle board: the map has its place",
            onClick: () => {
              set({ folded: true });
              act.focusOn("unfold");
            },
          },
          "▾",
        ),
        battle
          ? null
          : h(
              "button",
              {
                "data-key": "close board",
                "aria-label": "close the battle board",
                onClick: () => set({ closed: clashKey(clash) }),
              },
              "✕",
            ),
      ),
    ),
    battle ? sides(state, act, battle) : null,
    battle && !question(state) ? waiting(state) : null,
    assigned(state, act),
    stepsOf(state, clash?.steps ?? []),
    (dice?.earlier ?? []).map((one, i, all) =>
      h(
        "details",
        { "data-key": `before ${all.length - i}`, key: all.length - i },
        h("summary", {}, `Before: ${one.title}`),
        stepsOf(state, one.steps),
      ),
    ),
  ];
}

/**
 * How many hits are assigned, where a phone shows the board and not the question.
 *
 * @param {State} state
 * @param {Acts} act
 */
function assigned(state, act) {
  const form = question(state)?.form;
  if (!state.narrow || form?.kind !== "casualties") return null;
  const taken = chosenIn(state).length;
  return h(
    "p",
    { class: "counted", role: "status" },
    h(
      "b",
      { class: taken === form.hits ? "" : "bad" },
      `${taken} of ${amount(null, form.hits, "hit")} assigned`,
    ),
    h(
      "button",
      {
        class: "primary",
        "data-key": "to losses",
        onClick: () => act.set({ sheet: "now" }),
      },
      "Back to the losses",
    ),
  );
}

/**
 * Whom the battle waits for, where it is still fought: nobody waits in a log, nor in the past.
 *
 * @param {State} state
 */
function waiting(state) {
  const { table } = state.picture;
  const past = table.mode === "replay" || looksBack(state);
  return !past && table.waiting.length
    ? h(
        "p",
        { class: `quiet${isAwaited(state.picture) ? " soon" : ""}` },
        `Waiting for ${table.waiting.join("; ")}`,
      )
    : null;
}

/** @param {State} state */
function standing({ picture: { battle, dice } }) {
  if (!battle) return dice?.end ?? "";
  const kind = KINDS[battle.kind];
  if (battle.kind === "house" || battle.kind === "raid") return kind;
  return `${kind}, ${battle.round ? `round ${battle.round}` : "before the first round"}`;
}

// Sides

/**
 * @param {State} state
 * @param {Acts} act
 * @param {Battle} battle
 */
function sides(state, act, battle) {
  const { attacker, defender } = battle.sides;
  const fighters = (/** @type {readonly Fighter[]} */ all) =>
    all.map((one) => fighter(state, one, 1, 0));
  if (battle.kind === "house") {
    return h("p", { class: "sides" }, fighters(attacker), " against ", fighters(defender));
  }
  if (battle.kind === "raid" && !defender.length) {
    return h("p", { class: "sides" }, fighters(attacker), " over the complex");
  }
  const strengths = [...new Set([...attacker, ...defender].map(({ strength }) => strength))].sort(
    (a, b) => a - b,
  );
  const row = (/** @type {number} */ strength) =>
    h(
      "tr",
      { key: strength },
      h("td", {}, side(state, act, battle, attacker, strength)),
      h("td", { class: "mid" }, strength ? `≤ ${strength}` : "–"),
      h("td", {}, side(state, act, battle, defender, strength)),
    );
  return h(
    "table",
    { class: "sides" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, `Attacker · ${battle.attacker}`),
        h("th", { class: "mid", title: `on a die with ${battle.die_sides} sides` }, "hits on"),
        h("th", {}, ["Defender", ...new Set(defender.map(({ power }) => power))].join(" · ")),
      ),
    ),
    h("tbody", {}, strengths.map(row)),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("td", {}, left(state, battle, attacker)),
        h("td", { class: "mid" }, "left"),
        h("td", {}, left(state, battle, defender)),
      ),
      battle.submerged.length
        ? h("tr", {}, h("td", { colSpan: 3 }, "Submerged: ", fighters(battle.submerged)))
        : null,
    ),
  );
}

/**
 * What a side still has: units, tokens, which units are hit and stay only until all have fired, and
 * how many more hits the others take.
 *
 * @param {State} state
 * @param {Battle} battle
 * @param {readonly Fighter[]} all
 */
export function left({ board }, { marked }, all) {
  const tokens = all.filter(({ token }) => token).length;
  const units = all.length - tokens;
  const more = (/** @type {Fighter} */ { id, takes }) =>
    Math.max(0, (takes ?? 0) - (marked[id] ?? 0));
  const hits = total(all.map(more));
  const lost = all.filter((one) => one.takes && !more(one));
  const kinds = grouped(lost, ({ kind }) => kind ?? "");
  const names = kinds.map((alike) => amount(board, alike.length, alike[0].kind ?? ""));
  const room =
    hits && hits !== units - lost.length ? ` (can take ${amount(null, hits, "hit")})` : "";
  const words = [
    units ? `${amount(board, units, "unit")}${room}` : "",
    tokens ? amount(board, tokens, "token") : "",
  ];
  const here = words.filter(Boolean).join(", ") || "nobody";
  return names.length ? `${here}; hit, about to leave: ${names.join(", ")}` : here;
}

/**
 * The pieces of a side that hit on the same die.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {Battle} battle
 * @param {readonly Fighter[]} all
 * @param {number} strength
 */
function side(state, act, battle, all, strength) {
  const these = all.filter((one) => one.strength === strength);
  const groups = grouped(these, (one) =>
    one.token ? `#${one.id}` : JSON.stringify([one.power, one.kind, one.damaged, one.marks]),
  );
  return groups.map((group) => {
    const [one] = group;
    const hit = group.filter(({ id }) => battle.marked[id]).length;
    return target(
      state,
      act,
      group.map(({ id }) => id),
      fighter(state, one, group.length, hit),
    );
  });
}

/**
 * Pieces that may take hits now: a click has one more fall on them.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly number[]} ids
 * @param {ComponentChildren} shown
 */
function target(state, act, ids, shown) {
  const form = question(state)?.form;
  if (form?.kind !== "casualties" || !ids.some((id) => form.targets[id])) return shown;
  const hits = hitsOn(chosenIn(state), ids);
  return h(
    "button",
    {
      class: `bare target${hits ? " struck" : ""}`,
      "data-key": `strike ${ids[0]}`,
      title: "one more hit",
      onClick: () => onPieces(state, act, ids, false),
    },
    shown,
    hits ? h("b", { class: "toll" }, `−${hits}`) : null,
    h("span", { class: "unseen" }, `${hits} of your hits; one more`),
  );
}

/**
 * @param {State} state
 * @param {Fighter} one
 * @param {number} count
 * @param {number} hit
 */
function fighter(state, one, count, hit) {
  if (one.token) return tokenChip(state, one.token);
  const notes = [
    one.damaged ? "damaged" : (one.takes ?? 0) > 1 ? `takes ${one.takes}` : "",
    hit ? `${hit} hit` : "",
    ...one.marks.map(({ words }) => words),
  ];
  return chip(state.board, one.power, one.kind ?? "", count, notes.filter(Boolean).join(", "));
}

// Steps

/** @typedef {{ name: string, steps: Step[] }} Round */

/**
 * Steps in rounds, in their order; what is told in a row becomes one step.
 *
 * @param {readonly Step[]} steps
 * @returns {Round[]}
 */
export function rounds(steps) {
  const before = steps.some(({ step }) => step === "round") ? "Before round 1" : "";
  /** @type {Round[]} */
  const found = [{ name: before, steps: [] }];
  for (const step of counted(steps)) {
    const round = found[found.length - 1];
    const last = round.steps.at(-1);
    if (step.step === "round") found.push({ name: `Round ${step.round}`, steps: [] });
    else if (step.step === "text" && last?.step === "text") {
      round.steps.splice(-1, 1, { ...last, text: `${last.text}; ${step.text}` });
    } else round.steps.push(step);
  }
  return found.filter((round) => round.steps.length);
}

/**
 * Steps, of which those that say the same one after the other are one: `Japan loses a transport (4 times)`.
 *
 * @param {readonly Step[]} steps
 * @returns {Step[]}
 */
function counted(steps) {
  const text = (/** @type {Step | undefined} */ step) => (step?.step === "text" ? step.text : null);
  return steps
    .filter((step, i) => step.step !== "text" || text(steps[i - 1]) !== step.text)
    .map((step) => {
      if (step.step !== "text") return step;
      const i = steps.indexOf(step);
      const end = steps.findIndex((one, j) => j > i && text(one) !== step.text);
      const times = (end < 0 ? steps.length : end) - i;
      return times > 1 ? { ...step, text: `${step.text} (${times} times)` } : step;
    });
}

/**
 * Rounds, the latest first; older ones to be unfolded.
 *
 * @param {State} state
 * @param {readonly Step[]} steps
 */
function stepsOf(state, steps) {
  const found = rounds(steps).reverse();
  const [only] = found;
  if (found.length === 1 && !only.name && steps.length > MANY) only.steps.reverse();
  const older = found.slice(LATEST);
  const drawn = (/** @type {Round} */ { name, steps: all }) =>
    h(
      "section",
      { key: name },
      name ? h("h4", {}, name) : null,
      h(
        "ul",
        { class: "volleys" },
        all.map((step) => line(state, step)),
      ),
    );
  return h(
    "div",
    { class: "steps" },
    found.slice(0, LATEST).map(drawn),
    older.length
      ? h(
          "details",
          { "data-key": "earlier" },
          h("summary", {}, "Earlier rounds"),
          older.map(drawn),
        )
      : null,
  );
}

/**
 * @param {State} state
 * @param {Step} step
 */
function line(state, step) {
  switch (step.step) {
    case "round":
      return null;
    case "volley":
      return volley(state, step);
    case "roll":
      return h(
        "li",
        { class: "thrown" },
        h("span", {}, step.text),
        h(
          "span",
          { class: "shot" },
          step.dice.map((value) => die(value, false)),
        ),
      );
    case "text":
      return h("li", {}, h("span", {}, step.text));
  }
}

/**
 * @param {State} state
 * @param {VolleyStep} step
 */
function volley({ board }, { why, shots }) {
  const roles = ["attacker", "defender"].filter((role) => shots.some((one) => one.role === role));
  return h(
    "li",
    { class: roles.length === 1 ? roles[0] : "both" },
    h("span", { class: "name" }, why),
    roles.map((role) =>
      h(
        "div",
        { class: role },
        shots.filter((one) => one.role === role).map((one) => shot(board, one, true)),
      ),
    ),
  );
}
