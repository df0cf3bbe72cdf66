// The odds of a battle whose sides the player alters.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { Acts } from "../../client/web/js/acts.js";
import { Player } from "../../client/web/js/playback/player.js";
import { Store } from "../../client/web/js/store.js";
import { numberOf, rowsOf, withNumber, withToken } from "../../client/web/js/supposed.js";
import { dialogView } from "../../client/web/js/views/dialog.js";
import { render } from "../../client/web/vendor/preact.js";
import { asking } from "./samples.js";

/** @import { SupposedBattle, SupposedView } from "../../client/web/schema.js" */

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

const ROW = { kind: "infantry", note: "", ids: [1, 2], most: 30 };
const DAMAGED = { kind: "battleship", note: "damaged", ids: [5], most: 0 };

/** @type {SupposedBattle} */
const STANDING = {
  space: "Plains",
  attack: { power: "Japan", pieces: [1, 2], added: {} },
  defence: { power: "USA", pieces: [3], added: {} },
  seaborne: false,
  submerge: "nobody",
  rounds: 0,
};

/**
 * @param {SupposedBattle} battle
 * @param {number} percent
 * @returns {SupposedView}
 */
function view(battle, percent) {
  const fate = { units: 2, left: 1.2, worth: 6, lost: 2.4 };
  return {
    battle,
    attackers: [ROW],
    defenders: [{ ...ROW, ids: [3] }],
    attacking_tokens: [],
    defending_tokens: [],
    powers: ["Japan"],
    enemies: ["USA"],
    odds: {
      ends: [{ words: "attacker wins", percent }],
      attack: fate,
      defence: fate,
      taken: percent,
      rounds: 1.5,
      likely: ["20 % attacker wins: infantry / nothing"],
      trust: "Exact.",
      notes: [],
    },
  };
}

/** A page whose node answers when it is told to. */
function page() {
  /** @type {{ fields: { battle: SupposedBattle | null }, answer: (view: SupposedView) => Promise<void> }[]} */
  const asked = [];
  const node = {
    request: (
      /** @type {string} */ type,
      /** @type {{ battle: SupposedBattle | null }} */ fields,
    ) =>
      new Promise((resolve) => {
        assert.equal(type, "suppose");
        const answer = (/** @type {SupposedView} */ found) => {
          resolve(found);
          return new Promise(setImmediate);
        };
        asked.push({ fields, answer: async (found) => void (await answer(found)) });
      }),
  };
  const store = new Store(asking(null));
  const [connection, map] = [/** @type {never} */ (node), /** @type {never} */ ({})];
  const act = new Acts(store, connection, map, new Player(store, connection, map));
  const dialog = document.createElement("section");
  const draw = () => {
    render(dialogView(store.state, act), dialog);
    return dialog;
  };
  const press = (/** @type {string} */ key) => {
    /** @type {HTMLElement | null} */ (draw().querySelector(`[data-key="${key}"]`))?.click();
  };
  return { act, asked, draw, press, store };
}

test("pieces on the board count first, and go last", () => {
  const side = STANDING.attack;
  const more = withNumber(side, ROW, 4);
  assert.deepEqual(more, { power: "Japan", pieces: [1, 2], added: { infantry: 2 } });
  assert.equal(numberOf(more, ROW), 4);
  assert.deepEqual(withNumber(more, ROW, 1), { power: "Japan", pieces: [1], added: {} });
  assert.deepEqual(withNumber(withNumber(side, ROW, 0), ROW, 2), side);
});

test("what is damaged is no more than what stands there", () => {
  const side = { power: "USA", pieces: [4, 5], added: { battleship: 1 } };
  assert.equal(numberOf(side, DAMAGED), 1);
  assert.deepEqual(withNumber(side, DAMAGED, 0), { ...side, pieces: [4] });
});

test("a token counts or does not", () => {
  const without = withToken(STANDING.attack, 2);
  assert.deepEqual(without.pieces, [1]);
  assert.deepEqual(withToken(without, 2).pieces, [1, 2]);
});

test("both sides stand in one row, by kind and by what tells them apart", () => {
  const rows = rowsOf({ ...view(STANDING, 50), attackers: [ROW, DAMAGED] });
  assert.deepEqual(
    rows.map(({ kind, note, attack, defence }) => [kind, note, attack !== null, defence !== null]),
    [
      ["infantry", "", true, true],
      ["battleship", "damaged", true, false],
    ],
  );
});

test("one question is asked at a time, and then the newest", async () => {
  const { act, asked, draw, press } = page();
  act.odds.open("Plains");
  assert.deepEqual(asked[0].fields, { space: "Plains", attacker: null, battle: null });
  assert.match(draw().textContent ?? "", /Reckoning…/);
  await asked[0].answer(view(STANDING, 50));
  assert.match(draw().textContent ?? "", /attacker wins 50 %/);
  for (let n = 0; n < 3; n++) press("odds attack infantry +");
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1].fields.battle?.attack.added, { infantry: 1 });
  await asked[1].answer(view(STANDING, 60));
  assert.doesNotMatch(draw().textContent ?? "", /60 %/); // it answers what is asked no more
  assert.equal(draw().querySelector("[role=status]")?.getAttribute("aria-busy"), "true");
  assert.equal(asked.length, 3);
  assert.deepEqual(asked[2].fields.battle?.attack.added, { infantry: 3 });
  const last = /** @type {SupposedBattle} */ (asked[2].fields.battle);
  await asked[2].answer(view(last, 70));
  assert.match(draw().textContent ?? "", /attacker wins 70 %/);
  assert.equal(asked.length, 3);
});

test("an answer that comes after the dialog was closed opens nothing", async () => {
  const { act, asked, store } = page();
  act.odds.open("Plains");
  act.close();
  await asked[0].answer(view(STANDING, 50));
  assert.equal(store.state.dialog, null);
});
