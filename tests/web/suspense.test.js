// What dice decide is not told before they are seen fall.

/**
 * @import { Asked, PlaybackStep } from "../../client/web/schema.js"
 * @import { State } from "../../client/web/js/state.js"
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { Acts } from "../../client/web/js/acts.js";
import { Effects } from "../../client/web/js/effects.js";
import { Player } from "../../client/web/js/playback/player.js";
import { advanced, held, loaded } from "../../client/web/js/playback/playing.js";
import { awaitsDice, beforeDice } from "../../client/web/js/playback/suspense.js";
import { afterPatch, sheetInBattle, spaceInBattle } from "../../client/web/js/receive.js";
import { Store } from "../../client/web/js/store.js";
import { dock } from "../../client/web/js/views/dock.js";
import { phases, title, turn } from "../../client/web/js/views/top.js";
import { render } from "../../client/web/vendor/preact.js";
import { ask, asking, GO_ON, NO_CHANGES, space, stack, TURN } from "./samples.js";

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

const LINE = /** @type {const} */ ({
  text: "Won",
  kind: "battle_ended",
  entry: 5,
  seat: 1,
  space: null,
});
const CHAT = /** @type {const} */ ({ text: "Bob: well!", kind: "chat", entry: null, seat: 1 });
const BATTLE = /** @type {any} */ ({ space: "SZ 1", kind: "sea" });
const DICE = /** @type {any} */ ({ latest: null, end: "the attackers have won", earlier: [] });

/** @param {PlaybackStep["kind"]} kind @returns {PlaybackStep} */
const step = (kind) => ({
  kind,
  entry: 5,
  seat: 1,
  power: "Japan",
  text: kind,
  matters: null,
  space: "SZ 1",
  legs: [],
  clash: null,
  fallen: [],
  spaces: {},
  battle: BATTLE,
  turn: TURN,
});

/** The page of a player who waits while a battle is fought. */
function fighting() {
  const state = asking(null);
  const table = { ...state.picture.table, entries: 4, owing: 1 };
  return { ...state, picture: { ...state.picture, battle: BATTLE, table } };
}

/**
 * The same page when an entry with dice has come, which won the game and asks for something.
 *
 * @param {State} before
 */
function decided(before) {
  const { turn, table } = before.picture;
  const outcome = { winner: "Axis", why: "all is taken" };
  return afterPatch(before, {
    ...NO_CHANGES,
    table: { ...table, entries: 5, owing: 0, waiting: ["Ann: retreat"] },
    turn: turn && { ...turn, phase: "noncombat_move", outcome },
    dice: DICE,
    ask: /** @type {Asked} */ (ask("b.1", GO_ON)),
    cleared: ["battle"],
    log: /** @type {any} */ ({ 1: LINE, 2: CHAT }),
  });
}

/** @param {State} state @param {...PlaybackStep} steps */
const withSteps = (state, ...steps) => ({
  ...state,
  playback: state.playback && loaded(state.playback, steps, 5, 0),
});

/** @param {State} state */
function docked(state) {
  const element = document.createElement("section");
  const act = /** @type {any} */ ({ chapters: ["BG"], terms: [], player: { stop: () => {} } });
  render(dock(state, act), element);
  return element;
}

test("until dice were seen fall nothing tells what came of them: no question, winner or line", () => {
  const told = decided(fighting());
  for (const state of [told, withSteps(told, step("attack"), step("fire"))]) {
    const { picture } = beforeDice(state);
    assert.deepEqual(
      [picture.ask, picture.turn?.outcome, picture.dice?.end],
      [null, null, undefined],
    );
    assert.deepEqual([picture.turn?.phase, picture.battle], ["combat_move", BATTLE]);
    assert.deepEqual(Object.values(picture.log), [CHAT], "what others say is heard");
    assert.doesNotMatch(title(beforeDice(state)), /over|decision/i);
    assert.match(docked(state).textContent ?? "", /The battle in SZ 1 is played back/);
    assert.doesNotMatch(docked(state).textContent ?? "", /Axis|What now|retreat/);
    assert.ok(docked(state).querySelector('[data-key="outcome"]'), "and one need not wait");
  }
});

test("once the last dice have fallen, or they are skipped, all of it is told", () => {
  const state = withSteps(decided(fighting()), step("fire"));
  const over = { ...state, playback: state.playback && advanced(state.playback, 0) };
  for (const now of [over, { ...state, playback: null }]) {
    assert.equal(awaitsDice(now), false);
    assert.equal(beforeDice(now), now);
    assert.match(docked(now).textContent ?? "", /Axis/);
  }
});

test("who has won is told once all that led to it was seen, though no more dice fall", () => {
  const state = withSteps(decided(fighting()), step("fire"), step("move"));
  const playback = state.playback && advanced(state.playback, 0);
  assert.equal(awaitsDice({ ...state, playback }), true, "a move is still to be seen");
  assert.equal(
    awaitsDice({ ...state, playback: playback && advanced(playback, 0) }),
    false,
    "nothing is",
  );
});

test("moves of others keep nothing back, nor does what is played back on purpose", () => {
  const moves = afterPatch(fighting(), {
    ...NO_CHANGES,
    table: { ...fighting().picture.table, entries: 5 },
    ask: /** @type {Asked} */ (ask("b.1", GO_ON)),
  });
  assert.equal(awaitsDice(withSteps(moves, step("move"), step("turn"))), false);
  assert.equal(awaitsDice(moves), false, "not even while they are loaded");
  const playback = loaded(held(fighting().picture, true), [step("fire")], 5, 0);
  assert.equal(awaitsDice({ ...moves, playback }), false);
});

test("while dice are still to be seen, a click on the map only looks", async () => {
  const orders = /** @type {const} */ ({
    kind: "orders",
    movable: [1],
    back: [],
    without_purpose: [],
    done: null,
    airborne: [],
    drops: false,
  });
  const fallen = withSteps(decided(fighting()), step("fire"));
  const spaces = { "SZ 1": space(stack("destroyer", [1])) };
  const store = new Store({
    ...fallen,
    picture: { ...fallen.picture, ask: ask("b.1", orders), spaces },
  });
  const [node, map] = [/** @type {never} */ ({}), /** @type {never} */ ({})];
  const act = new Acts(store, node, map, new Player(store, node, map));
  assert.equal(act.hand.clickPieces([1], "SZ 1", { one: false, more: false }), false);
  assert.equal(act.hand.drag([1], "SZ 1"), false);
  await act.hand.clickSpace("SZ 1");
  assert.equal(store.state.space, "SZ 1");
  assert.equal(store.state.picked.size, 0);
  assert.ok(store.state.playback, "and it is played back on");
});

test("an attack that goes on unasked waits until what it has done was played back", () => {
  const form = /** @type {const} */ ({ ...GO_ON, kind: "menu", usual: 0, win: 90 });
  const asked = /** @type {any} */ (ask("b.1", /** @type {any} */ (form)));
  asked.question = { ...asked.question, space: "SZ 1" };
  const before = asking(null, { pressing: "SZ 1" });
  const state = { ...before, picture: { ...before.picture, ask: asked } };
  /** @type {unknown[]} */
  const answers = [];
  const act = /** @type {any} */ ({
    announce: () => {},
    answer: (/** @type {unknown} */ one) => answers.push(one),
  });
  const [node, map] = [/** @type {never} */ ({}), /** @type {never} */ ({})];
  const effects = new Effects(new Store(state), node, map, act);
  const playback = loaded(held(before.picture, false), [step("turn")], 5, 0);
  effects.follow({ ...state, playback }, { ...before, playback });
  assert.deepEqual(answers, []);
  effects.follow(state, { ...state, playback });
  assert.deepEqual(answers, [{ do: "option", number: 0 }]);
});

test("the head says whose turn it was, and in which phase, for as long as it is played back", () => {
  const told = decided(fighting());
  const head = (/** @type {State} */ state) => {
    const element = document.createElement("header");
    render([turn(beforeDice(state)), phases(beforeDice(state))], element);
    return [element.textContent, element.querySelector(".now")?.textContent];
  };
  const [playing, phase] = head(withSteps(told, step("fire"), step("turn")));
  assert.match(playing ?? "", /Round 3.*Japan/);
  assert.equal(phase, "Combat");
  assert.match(head({ ...told, playback: null })[0] ?? "", /Game over/);
});

test("a phone shows the battle while its dice fall, and then what is asked", () => {
  const before = { ...fighting(), narrow: true };
  const told = decided(before);
  assert.equal(told.sheet, "now");
  const falling = withSteps(told, step("fire"));
  assert.equal(sheetInBattle(falling, before), "battle");
  const chosen = { ...falling, sheet: /** @type {const} */ ("now") };
  assert.equal(sheetInBattle(chosen, falling), "now", "whoever looks elsewhere stays there");
  const shown = { ...falling, sheet: /** @type {const} */ ("battle") };
  assert.equal(sheetInBattle({ ...shown, playback: null }, shown), "now");
  assert.equal(sheetInBattle({ ...falling, narrow: false }, before), "now", "a phone alone");
});

test("the panel goes to the space of a battle as it begins, until the player looks elsewhere", () => {
  const before = asking(null, { space: "Plains" });
  const state = { ...fighting(), space: "Plains" };
  assert.equal(spaceInBattle(state, before), "SZ 1");
  assert.equal(spaceInBattle(state, state), "Plains", "who looks elsewhere stays there");
  assert.equal(spaceInBattle({ ...state, picked: new Set([1]) }, before), "Plains");
  const told = { ...afterPatch(before, { ...NO_CHANGES, battle: BATTLE }), playback: null };
  const playback = loaded(held(before.picture, false), [step("move"), step("fire")], 5, 0);
  const played = { ...told, playback: { ...playback, battle: null } };
  assert.equal(spaceInBattle(played, before), "Plains", "not before it is seen begin");
});
