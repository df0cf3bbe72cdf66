// The plan of one's next turn is drawn on the map, and told to nobody.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { Acts } from "../../client/web/js/acts.js";
import { afterChanges, aims, withMove } from "../../client/web/js/planned.js";
import { Player } from "../../client/web/js/playback/player.js";
import { afterPatch } from "../../client/web/js/receive.js";
import { Store } from "../../client/web/js/store.js";
import { plan } from "../../client/web/js/views/planned.js";
import { render } from "../../client/web/vendor/preact.js";
import { ask, asking, NO_CHANGES, space, stack } from "./samples.js";

/** @import { Form } from "../../client/web/schema.js" */
/** @import { State } from "../../client/web/js/state.js" */

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

const ODDS = {
  ends: "win 75 %, loss 25 %",
  win: 75,
  standoff: 0,
  cost: 3,
  prize: 8,
  notes: [],
  reckoned: true,
};

/**
 * A player who waits: two battleships at sea, and an enemy ashore.
 *
 * @returns {State}
 */
function waiting() {
  const state = asking(null);
  const enemy = { ...stack("infantry", [3]), power: "Japan" };
  const spaces = { "SZ 1": space(stack("battleship", [1, 2])), Plains: space(enemy) };
  const [power] = Object.values(state.picture.powers);
  const powers = { USA: { ...power, mine: true }, Japan: { ...power, mine: false } };
  return {
    ...state,
    picture: { ...state.picture, spaces, powers },
    planned: { open: true, moves: [], odds: {} },
  };
}

/** @param {State} state */
function page(state) {
  /** @type {[string, unknown][]} */
  const asked = [];
  const node = {
    request: (/** @type {string} */ type, /** @type {unknown} */ fields) => {
      asked.push([type, fields]);
      return Promise.resolve(ODDS);
    },
  };
  const store = new Store(state);
  const [connection, map] = [/** @type {never} */ (node), /** @type {never} */ ({})];
  const act = new Acts(store, connection, map, new Player(store, connection, map));
  return { act, asked, store };
}

const KEYS = { one: false, more: false };

test("pieces are picked up and planned to go anywhere, and no node is told", async () => {
  const { act, asked, store } = page(waiting());
  assert.ok(act.hand.clickPieces([1, 2], "SZ 1", KEYS));
  await act.hand.clickSpace("Plains");
  assert.deepEqual(store.state.planned.moves, [{ route: ["SZ 1", "Plains"], pieces: [1, 2] }]);
  assert.equal(store.state.picked.size, 0);
  assert.deepEqual(asked, []);
});

test("an enemy's pieces are not planned for", () => {
  const { act, store } = page(waiting());
  assert.ok(!act.hand.clickPieces([3], "Plains", KEYS));
  assert.equal(store.state.picked.size, 0);
});

test("what is planned anew goes there alone", () => {
  const state = waiting();
  const first = { ...state, planned: withMove(state, [1, 2], "Plains") };
  assert.deepEqual(withMove(first, [2], "Plains").moves, [
    { route: ["SZ 1", "Plains"], pieces: [1] },
    { route: ["SZ 1", "Plains"], pieces: [2] },
  ]);
});

test("the odds of a fight are asked for by a button, and said", async () => {
  const start = waiting();
  const { act, asked, store } = page({ ...start, planned: withMove(start, [1, 2], "Plains") });
  const [aim] = aims(store.state);
  assert.deepEqual(aim, { to: "Plains", power: "USA", pieces: [1, 2] });
  const section = document.createElement("section");
  const draw = () => render(plan(store.state, act), section);
  draw();
  /** @type {HTMLElement | null} */ (section.querySelector('[data-key="odds Plains"]'))?.click();
  await new Promise(setImmediate);
  assert.deepEqual(asked, [["forecast", { pieces: [1, 2], to: "Plains" }]]);
  draw();
  assert.match(section.textContent ?? "", /USA attacks Plains win 75 %, loss 25 %; you lose 3 IPC/);
});

test("an own turn keeps the plan, and does each move by a button", async () => {
  const start = waiting();
  const before = { ...start, planned: withMove(start, [1, 2], "Plains") };
  const form = /** @type {Form} */ ({
    kind: "orders",
    movable: [1, 2],
    back: [],
    without_purpose: [],
    airborne: [],
    done: null,
    drops: false,
  });
  const asked = ask("a.0", form);
  const {
    act,
    asked: told,
    store,
  } = page({
    ...before,
    picture: { ...before.picture, ask: asked },
  });
  const section = document.createElement("section");
  render(plan(store.state, act), section);
  /** @type {HTMLElement | null} */ (section.querySelector('[data-key="as planned 0"]'))?.click();
  await new Promise(setImmediate);
  const answer = { do: "move", pieces: [1, 2], to: "Plains" };
  assert.deepEqual(told, [["answer", { question: "a.0", answer }]]);
});

test("what has moved or is gone is planned no more", () => {
  const start = waiting();
  const state = { ...start, planned: withMove(start, [1, 2], "Plains") };
  const spaces = { ...state.picture.spaces, "SZ 1": space(stack("battleship", [2])) };
  const after = { ...state, picture: { ...state.picture, spaces } };
  assert.deepEqual(afterChanges(after).moves, [{ route: ["SZ 1", "Plains"], pieces: [2] }]);
  const changes = { ...NO_CHANGES, spaces: { "SZ 1": space() } };
  assert.deepEqual(afterPatch(state, changes).planned.moves, []);
});
