// Being called back: what for, by which means, and never before a gesture. Only the browser is faked.

/**
 * @import { Browser } from "../../client/web/js/alerts/alerts.js"
 * @import { State } from "../../client/web/js/state.js"
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Alerts } from "../../client/web/js/alerts/alerts.js";
import { callOf } from "../../client/web/js/alerts/calls.js";
import { lengthOf, SOUNDS } from "../../client/web/js/alerts/sounds.js";
import { BEGINNING } from "../../client/web/js/state.js";
import { BOARD } from "./samples.js";

const TURN = { active: "USA", phase: "purchase", phases: ["purchase", "combat_move"], round: 1 };

/**
 * @param {Record<string, unknown>} picture
 * @param {Record<string, unknown>} table
 * @returns {State}
 */
function at(picture = {}, table = {}) {
  const whole = {
    ...BEGINNING.picture,
    turn: TURN,
    page: { ...BEGINNING.picture.page, alerts: { notify: true, volume: 5 } },
    ...picture,
    table: { ...BEGINNING.picture.table, mode: "play", seat: 0, owing: 1, ...table },
  };
  return /** @type {State} */ (
    /** @type {unknown} */ ({ ...BEGINNING, board: BOARD, link: "open", picture: whole })
  );
}

/** @param {string} power @param {string | null} space */
const asked = (power, space = null) => ({
  ask: { question: { name: "Any", power, asks: "What now?", space, actions: [] }, moves: [] },
});

const WAITING = at();

test("a turn, a battle, a proposal and the end are called, each by its name", () => {
  assert.equal(callOf(at(asked("USA")), WAITING, true)?.title, "Your turn: USA");
  const attacked = at({ ...asked("USA", "SZ 1"), turn: { ...TURN, active: "Japan" } });
  assert.equal(callOf(attacked, WAITING, true)?.title, "USA: your decision");
  const { picture } = attacked;
  const fought = { ...attacked, picture: { ...picture, battle: { space: "SZ 1" } } };
  const call = callOf(/** @type {State} */ (/** @type {unknown} */ (fought)), WAITING, true);
  assert.deepEqual([call?.kind, call?.space], ["battle", "SZ 1"]);
  const proposal = { id: "7", words: "Ann proposes to end the game", can: ["accept"] };
  const proposed = at({}, { proposals: [proposal] });
  assert.equal(callOf(proposed, WAITING, true)?.body, proposal.words);
  assert.equal(callOf(proposed, proposed, true), null);
  const over = at({ turn: { ...TURN, outcome: { winner: "Allies", why: "cities" } } });
  assert.equal(callOf(over, WAITING, false)?.body, "Won by Allies: cities");
  assert.equal(callOf(over, over, false), null);
});

test("who has not waited, or only now opens the page, is not called", () => {
  assert.equal(callOf(at(asked("USA")), WAITING, false), null);
  assert.equal(callOf(at(asked("USA")), BEGINNING, true), null);
});

/** What a browser was asked for. */
function browser({ permission = "granted", looked = false, still = false } = {}) {
  /** @type {string[]} */
  const told = [];
  /** @type {{ onclick: (() => void) | null }[]} */
  const shown = [];
  let now = 0;
  class Notice {
    static permission = permission;
    static requestPermission() {
      told.push("permission asked");
      Notice.permission = "granted";
      return Promise.resolve("granted");
    }
    /** @type {(() => void) | null} */
    onclick = null;
    /** @param {string} title */
    constructor(title) {
      told.push(title);
      shown.push(this);
    }
    close() {}
  }
  const found = /** @type {Browser} */ (
    /** @type {unknown} */ ({
      Notification: Notice,
      audio: () => {
        told.push("sound");
        return null;
      },
      looked: () => looked,
      still: () => still,
      now: () => now,
      mark: (/** @type {boolean} */ asks) => told.push(asks ? "marked" : "unmarked"),
      focus: () => told.push("to the front"),
    })
  );
  const pass = (/** @type {number} */ milliseconds) => {
    now += milliseconds;
  };
  return { found, told, shown, pass };
}

test("who looks elsewhere is notified, and a click leads to the place", () => {
  const { found, told, shown } = browser();
  const alerts = new Alerts(found, (space) => told.push(`shown ${space}`));
  alerts.follow(WAITING, WAITING);
  const battle = at({ ...asked("USA", "SZ 1"), turn: { ...TURN, active: "Japan" } });
  alerts.follow(battle, WAITING);
  assert.deepEqual(told, ["marked", "USA: your decision"]);
  shown[0].onclick?.();
  assert.deepEqual(told.slice(2), ["to the front", "shown SZ 1"]);
});

test("who looks at the page is not notified; the mark goes with the question", () => {
  const { found, told } = browser({ looked: true });
  const alerts = new Alerts(found, () => {});
  alerts.follow(WAITING, WAITING);
  alerts.follow(at(asked("USA")), WAITING);
  alerts.follow(WAITING, at(asked("USA")));
  assert.deepEqual(told, ["marked", "unmarked"]);
});

test("nothing is heard before a gesture, nothing when it is off, and a short wait is none", () => {
  for (const [gesture, volume, waited, heard] of /** @type {const} */ ([
    [false, 5, 9000, false],
    [true, 0, 9000, false],
    [true, 5, 100, false],
    [true, 5, 9000, true],
  ])) {
    const { found, told, pass } = browser({ looked: true });
    const page = { ...WAITING.picture.page, alerts: { notify: false, volume } };
    const alerts = new Alerts(found, () => {});
    if (gesture) alerts.touch();
    alerts.follow(at({ page }), at({ page }));
    pass(waited);
    alerts.follow(at({ ...asked("USA"), page }), at({ page }));
    assert.equal(told.includes("sound"), heard, `${gesture} ${volume} ${waited}`);
  }
});

test("dice are heard while they are played back, unless less motion is wanted", () => {
  for (const still of [false, true]) {
    const { found, told } = browser({ looked: true, still });
    const alerts = new Alerts(found, () => {});
    alerts.touch();
    const step = { kind: "fire", fallen: [] };
    const playing = /** @type {State} */ (
      /** @type {unknown} */ ({ ...WAITING, playback: { steps: [step] } })
    );
    alerts.follow(playing, WAITING);
    assert.equal(told.includes("sound"), !still);
  }
});

test("the browser is asked once, and only if nothing was said yet", async () => {
  const { found, told } = browser({ permission: "default" });
  const alerts = new Alerts(found, () => {});
  alerts.follow(at(asked("USA")), WAITING);
  assert.deepEqual(told, ["marked"]);
  assert.equal(await alerts.allowed(), "granted");
  assert.equal(await alerts.allowed(), "granted");
  assert.deepEqual(told, ["marked", "permission asked"]);
});

test("every sound is short, and none is louder than all", () => {
  for (const sound of /** @type {const} */ (["dice", "turn", "hit", "sunk"])) {
    assert.ok(lengthOf(sound) < 1.5);
    assert.ok(SOUNDS[sound].every(({ loud, from, to }) => loud <= 1 && from > 0 && to > 0));
  }
});
