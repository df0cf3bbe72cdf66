// The guided turn: which step is shown in which state.

/** @import { State } from "../../client/web/js/state.js" */

import assert from "node:assert/strict";
import { test } from "node:test";

import { FACTS } from "../../client/web/js/lesson/facts.js";
import { QUESTIONS } from "../../client/web/js/lesson/questions.js";
import {
  isOfAnother,
  isReading,
  stepOf,
  toldBefore,
  withStep,
} from "../../client/web/js/lesson/script.js";
import { STEPS } from "../../client/web/js/lesson/steps.js";
import { told, WORDS } from "../../client/web/js/lesson/words.js";
import { BEGINNING } from "../../client/web/js/state.js";

/**
 * @param {string | null} asks
 * @param {Partial<State>} [changes]
 * @param {readonly string[]} [read]
 * @returns {State}
 */
function at(asks, changes = {}, read = []) {
  const { picture } = BEGINNING;
  const ask = asks === null ? null : { question: { name: asks, actions: [] }, moves: [] };
  return /** @type {State} */ (
    /** @type {unknown} */ ({
      ...BEGINNING,
      picture: { ...picture, table: { ...picture.table, lesson: true }, ask },
      lesson: { open: true, read: new Set(read), told: [], back: 0 },
      ...changes,
    })
  );
}

/** @param {unknown} value @returns {Partial<State>} */
const chosen = (value) => /** @type {Partial<State>} */ ({ choice: { value } });

test("every step has a name of its own, and asks for facts that there are", () => {
  assert.equal(new Set(STEPS.map(({ id }) => id)).size, STEPS.length);
  for (const { text, keys = "", when = [], unless = [] } of STEPS) {
    for (const fact of [...when, ...unless]) assert.ok(fact in FACTS, fact);
    for (const [, name] of `${text}${keys}`.matchAll(/\{([^}]+)\}/g))
      assert.ok(name in WORDS, name);
  }
});

test("what is to be read goes once it is read, what is to be done once it is done", () => {
  assert.equal(stepOf(at("OpeningGroups"))?.id, "welcome");
  assert.equal(stepOf(at("OpeningGroups", {}, ["welcome"]))?.id, "tokens");
  const read = ["welcome", "tokens"];
  assert.equal(stepOf(at("OpeningGroups", {}, read))?.id, "decoy");
  assert.equal(stepOf(at("OpeningGroups", chosen({ Bay: [1, 0] }), read))?.id, "place");
});

test("where nothing is asked there is something to wait for", () => {
  assert.equal(stepOf(at(null)), null, "before the tokens are placed nobody plays");
  assert.equal(stepOf(played(null, { "SZ Hawaii": [MARK] }))?.id, "watch");
});

test("while there is something to be read, what is asked can wait", () => {
  assert.ok(isReading(at("OpeningGroups")));
  assert.ok(!isReading(at("OpeningGroups", {}, ["welcome", "tokens"])), "this is to be done");
  assert.ok(!isReading(at("HireResearchers")));
});

test("a question that no step expects has none", () => {
  assert.equal(stepOf(at("HireResearchers")), null);
});

test("no step is shown in another game, or after the last", () => {
  const { picture } = BEGINNING;
  assert.equal(stepOf(at("OpeningGroups", { picture })), null);
  assert.equal(stepOf(at("OpeningGroups", {}, ["end"])), null);
});

test("five questions have one right answer each, among others", () => {
  assert.equal(QUESTIONS.length, 5);
  for (const { options, right } of QUESTIONS) assert.ok(options.length > right);
});

// The learner does as they like

/** @typedef {{ form?: object, log?: readonly string[], moves?: readonly string[], round?: number, units?: object }} Played */

const MARK = { power: "USA", mine: true, open: false, group: 9, size: 1 };
const FLEET = [1, 2, 3];
/** @type {(kind: string, ids: readonly number[]) => object} */
const stack = (kind, ids) => ({ power: "USA", kind, ids, aboard: null, ashore: null });

/**
 * A state of the guided turn with these pieces on the map.
 *
 * @param {string | null} asks
 * @param {Record<string, readonly object[]>} tokens by space
 * @param {Record<string, readonly object[]>} [stacks]
 * @param {Played} [played]
 * @returns {State}
 */
function played(asks, tokens, stacks = {}, { form = {}, log = [], moves = [], round = 1 } = {}) {
  const state = at(asks);
  const names = new Set([...Object.keys(tokens), ...Object.keys(stacks)]);
  const spaces = Object.fromEntries(
    [...names].map((name) => [name, { tokens: tokens[name] ?? [], stacks: stacks[name] ?? [] }]),
  );
  const lines = log.map((text) => ({ kind: "tokens_revealed", text }));
  const ask = asks && {
    question: { name: asks, actions: [], form },
    moves: moves.map((to) => ({ route: ["SZ Hawaii", to], pieces: FLEET })),
  };
  const picture = {
    ...state.picture,
    powers: { USA: { mine: true }, Japan: { mine: false } },
    turn: { round, active: "USA" },
    spaces,
    log: Object.fromEntries(lines.entries()),
    ask,
  };
  return /** @type {State} */ (/** @type {unknown} */ ({ ...state, picture }));
}

/** @param {State} state @param {readonly string[]} read */
const having = (state, read) => ({
  ...state,
  lesson: { open: true, read: new Set(read), told: [], back: 0 },
});

/** @param {State} state */
const words = (state) => told(state, stepOf(state)?.text ?? "");

test("what the opponent sees is told of the tokens that the learner has placed", () => {
  const one = { ...MARK, id: 38, group: 8, size: 3, open: true };
  const state = played("PurchaseUnits", { "SZ Hawaii": [one], "SZ Midway": [MARK] });
  assert.match(words(state), /9·1 is group number 9 with 1 submarine,/);
  assert.match(words(state), /the only token in SZ Hawaii must hold all three .* such as #38,/);
  const two = played("PurchaseUnits", { "SZ Hawaii": [one, { ...MARK, id: 39 }] });
  assert.doesNotMatch(words(two), /the only token/);
  assert.match(words(two), /8·3 is group number 8 with 3 submarines,/);
});

test("a finger taps, a mouse clicks", () => {
  assert.match(
    words(at("CombatMove", { tab: "space" }, ["trackers", "tracker"])),
    / Click the sea /,
  );
  const phone = { tab: /** @type {const} */ ("space"), touch: true };
  assert.match(words(at("CombatMove", phone, ["trackers", "tracker"])), / Tap the sea /);
});

test("the price is that of all that is chosen", () => {
  const board = /** @type {State["board"]} */ (
    /** @type {unknown} */ ({ units: { submarine: { cost: 6 }, destroyer: { cost: 8 } } })
  );
  const choice = chosen({ units: { submarine: 1, destroyer: 1 } });
  const state = having({ ...at("PurchaseUnits"), board, ...choice }, ["seen"]);
  assert.match(words(state), /“Buy for 14 IPC”/);
});

test("once trackers are opened the guide stays with them, whatever else is looked at", () => {
  const state = at("CombatMove", { tab: "powers", sheet: "tab" });
  assert.equal(stepOf(at("CombatMove"))?.id, "trackers");
  assert.equal(stepOf(state)?.id, "tracker");
  const away = having({ ...state, tab: "space" }, ["trackers"]);
  assert.equal(stepOf(away)?.id, "tracker");
  assert.equal(stepOf(having(away, ["trackers", "tracker"]))?.id, "fleet");
});

test("a fleet that has gone elsewhere is called back, not looked for where it was", () => {
  const form = { kind: "orders", movable: FLEET };
  const at = (/** @type {string} */ space) =>
    having(
      played(
        "CombatMove",
        {},
        { "SZ Hawaii": [], [space]: [stack("destroyer", FLEET)] },
        { form, moves: space === "SZ Hawaii" ? [] : [space] },
      ),
      ["trackers", "tracker"],
    );
  assert.equal(stepOf(at("SZ Marshalls"))?.id, "astray");
  assert.equal(stepOf({ ...at("SZ Marshalls"), space: "SZ Hawaii" })?.id, "astray");
  assert.equal(stepOf(at("SZ Hawaii"))?.id, "fleet");
  assert.equal(stepOf(at("SZ Wake"))?.id, "sailing");
});

test("a fleet that was sent is not to be taken again while the answer is on its way", () => {
  const form = { kind: "orders", movable: FLEET };
  const home = { "SZ Hawaii": [stack("destroyer", FLEET)] };
  const state = {
    ...having(played("CombatMove", {}, home, { form }), ["trackers", "tracker"]),
    space: "SZ Hawaii",
  };
  assert.equal(stepOf(state)?.id, "all");
  assert.equal(stepOf({ ...state, picked: new Set(FLEET) })?.id, "goal");
  assert.equal(stepOf({ ...state, ordered: true })?.id, "goal");
  const midway = { ...played("NoncombatMove", { "SZ Midway": [MARK] }), space: "SZ Midway" };
  assert.equal(stepOf(midway)?.id, "joined by");
  assert.equal(stepOf({ ...midway, ordered: true })?.id, "joining");
});

test("a destroyer is spoken of as it is there or not", () => {
  const read = ["trackers", "tracker"];
  const moves = ["SZ Wake"];
  const bare = { "SZ Wake": [MARK] };
  const ship = { "SZ Wake": [stack("destroyer", [1])] };
  assert.equal(stepOf(having(played("CombatMove", bare, {}, { moves }), read))?.id, "sailing bare");
  assert.equal(stepOf(having(played("CombatMove", bare, ship, { moves }), read))?.id, "sailing");
  assert.equal(stepOf(played("ChooseSides", bare))?.id, "dive bare");
  assert.equal(stepOf(played("ChooseSides", bare, ship))?.id, "dive");
});

test("a decoy is said to be turned up only if it was", () => {
  const all = "#56 is group 2 (Japan, a submarine) and #57 is group 8 (Japan, a decoy)";
  const some = "#56 is group 3 (Japan, a submarine)";
  assert.equal(stepOf(played("Retreat", {}, {}, { log: [all] }))?.id, "reveal");
  assert.equal(stepOf(played("Retreat", {}, {}, { log: [some] }))?.id, "reveal of some");
});

test("the token at the Carolines is called as it is marked", () => {
  const known = { "SZ Carolines": [{ ...MARK, mine: false, group: 7 }] };
  assert.match(words(played("NoncombatMove", known)), /has become 7·1\./);
});

test("tokens that stay at Midway are to follow, however many are with the fleet", () => {
  const seen = { ...MARK, open: true };
  const two = { "SZ Wake": [seen, seen], "SZ Midway": [MARK] };
  assert.equal(stepOf(played("NoncombatMove", two))?.id, "follow");
  const all = played("NoncombatMove", { "SZ Wake": [seen, seen, MARK] });
  assert.equal(stepOf(all)?.id, "noncombat");
  assert.match(words(all), /one of 3 tokens/);
  const hidden = { "SZ Wake": [MARK], "SZ Midway": [MARK] };
  assert.equal(stepOf(played("NoncombatMove", hidden))?.id, "noncombat alone");
});

test("what is to be placed is told, and that a decoy may be", () => {
  const slots = { destroyer: { California: ["SZ California"] } };
  const mobilize = (/** @type {object} */ of) => ({ form: { kind: "mobilize", slots: of } });
  assert.equal(stepOf(played("MobilizeUnits", {}, {}, mobilize(slots)))?.id, "mobilize units");
  assert.equal(stepOf(played("MobilizeUnits", {}, {}, mobilize({})))?.id, "mobilize");
  const none = { form: { kind: "place_subs", waiting: 0 } };
  assert.equal(stepOf(played("PlaceSubs", {}, {}, none))?.id, "new decoy");
});

test("after a battle the guide tells of both slots", () => {
  assert.equal(stepOf(played("ReorganizeSurvivors", {}))?.id, "regroup");
  const state = played("AnonymizeSurvivors", {
    "SZ Wake": [
      { ...MARK, id: 38 },
      { ...MARK, id: 39 },
    ],
  });
  const actions = [{ kind: "shuffle", classes: [[38, 39]] }];
  Object.assign(state.picture.ask?.question ?? {}, { actions });
  assert.equal(stepOf(state)?.id, "hide again");
  assert.match(words(state), /“Shuffle all 2”/);
});

test("what Japan did stays until it is read, and then the turn is over", () => {
  const state = played("PurchaseUnits", {}, {}, { round: 2 });
  assert.equal(stepOf(state)?.id, "back");
  assert.equal(stepOf(having(state, ["back"]))?.id, "end");
});

test("steps that were read in another game do not count in one that is begun anew", () => {
  const read = ["welcome", "tokens", "seen", "end"];
  assert.ok(isOfAnother(at("OpeningGroups", {}, read)));
  assert.ok(!isOfAnother(at("OpeningGroups", {}, ["", "welcome", "tokens"])));
  assert.ok(!isOfAnother(at("PurchaseUnits", {}, read)));
});

test("what was told before can be read again, each step once, until the next one comes", () => {
  const first = at("OpeningGroups");
  const after = (/** @type {State} */ state, /** @type {readonly string[]} */ read) => {
    const lesson = { ...withStep(state), read: new Set(read) };
    return { ...state, lesson };
  };
  const second = after(first, ["welcome"]);
  assert.deepEqual(
    toldBefore({ ...second, lesson: withStep(second) }).map(({ id }) => id),
    ["welcome"],
  );
  const third = after(second, ["welcome", "tokens"]);
  const now = { ...third, lesson: { ...withStep(third), back: 2 } };
  assert.deepEqual(
    toldBefore(now).map(({ id }) => id),
    ["welcome", "tokens"],
  );
  assert.equal(withStep(now).back, 2, "nothing new was told");
  const again = { ...now, lesson: { ...now.lesson, read: new Set(["welcome"]) } };
  assert.equal(withStep(again).back, 0);
  assert.deepEqual(
    withStep(again).told.map(({ id }) => id),
    ["welcome", "decoy", "tokens"],
  );
});

test("what an ordinary game has beside or instead is told where it belongs", () => {
  const text = (/** @type {string} */ id) => STEPS.find((step) => step.id === id)?.text ?? "";
  assert.match(text("place"), /begins without decoys/);
  for (const id of ["pass", "shuffle"]) assert.match(text(id), /again when the turn ends/);
  assert.match(text("end"), /claim/);
});
