// The end of a game: where a rematch is offered, and what a page of this table alone says instead.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { dock } from "../../client/web/js/views/dock.js";
import { outcome } from "../../client/web/js/views/ending.js";
import { render } from "../../client/web/vendor/preact.js";
import { asking } from "./samples.js";

/** @import { Ending } from "../../client/web/schema.js" */

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

const act = /** @type {import("../../client/web/js/acts.js").Acts} */ (
  /** @type {unknown} */ ({ chapters: ["BG"], terms: [] })
);

/** @type {Ending} */
const ENDING = {
  signed: [],
  open: [],
  closed: [],
  can_open: false,
  can_rematch: false,
  rematch: null,
  uncalled: false,
};
const SEAT = { name: "Ann", powers: ["USA"], you: false, here: true };

/**
 * What the end says of another game.
 *
 * @param {boolean} entrance whether the page came from the first page
 * @param {Partial<Ending>} ending
 * @param {any} [timeline]
 */
function shown(entrance, ending, timeline = null) {
  const state = asking(null);
  const table = { ...state.picture.table, entrance, timeline, ending: { ...ENDING, ...ending } };
  const seats = /** @type {any} */ ({ 0: SEAT, 1: { ...SEAT, name: "Bob", you: true } });
  const element = document.createElement("section");
  render(outcome({ ...state, picture: { ...state.picture, table, seats } }, act), element);
  return element;
}

const keys = (/** @type {Element} */ element) =>
  [...element.querySelectorAll("[data-key]")].map((one) => one.getAttribute("data-key"));

test("who can be called offers a rematch, and who cannot leaves it to another", () => {
  const offering = shown(true, { can_rematch: true });
  assert.deepEqual(keys(offering).slice(0, 2), ["rematch", "swapped"]);
  const uncalled = shown(true, { uncalled: true });
  assert.match(uncalled.textContent, /Nobody can call you/);
  assert.ok(!keys(uncalled).includes("rematch"));
});

test("an offer is accepted or declined", () => {
  const invited = shown(true, { rematch: 0, can_rematch: true });
  assert.match(invited.textContent, /Ann.* invites you to a rematch/);
  assert.deepEqual(keys(invited).slice(0, 2), ["accept rematch", "decline rematch"]);
  assert.ok(!keys(invited).includes("rematch"), "one answers it before one offers another");
});

test("whose tokens are open, and whose are not, is said as people speak", () => {
  const said = shown(true, { open: [0], closed: [1] }).textContent;
  assert.match(said, /All see what Ann.*'s tokens held/);
  assert.match(said, /Not opened: your tokens\./);
});

test("a page of one table alone says where another game begins", () => {
  for (const ending of [{ can_rematch: true }, { uncalled: true }]) {
    const alone = shown(false, ending);
    assert.match(alone.textContent, /To play again, run secret-subs and open this game/);
    assert.ok(!keys(alone).includes("rematch"));
  }
  const invited = shown(false, { rematch: 0 });
  assert.match(invited.textContent, /Give the link in the log to secret-subs join/);
  assert.ok(!keys(invited).includes("accept rematch"));
});

test("who only watches is told of no rematch", () => {
  for (const entrance of [true, false])
    assert.doesNotMatch(shown(entrance, {}).textContent, /rematch|play again/i);
});

test("who looks back has the room for the moment: how it ended is told, and no more", () => {
  const all = { can_open: true, can_rematch: true, open: [0] };
  const past = shown(true, all, { at: 3, last: 9 });
  assert.deepEqual(keys(past), []);
  assert.match(past.textContent, /All see what Ann.*'s tokens held/);
  assert.ok(keys(shown(true, all, { at: 9, last: 9 })).includes("watch again"));
});

test("players first show what was hidden, watch it, and play again; the report comes last", () => {
  const all = { can_open: true, can_rematch: true, closed: [1] };
  const wanted = [
    "disclose",
    "watch again",
    "rematch",
    "swapped",
    "retrospect",
    "page",
    "report",
    "done here",
  ];
  assert.deepEqual(keys(shown(true, all, {})), wanted);
  const main = (/** @type {Element} */ element) =>
    [...element.querySelectorAll(".primary")].map((one) => one.getAttribute("data-key"));
  assert.deepEqual(main(shown(true, all, {})), ["disclose"]);
  assert.deepEqual(main(shown(true, { ...all, rematch: 0 }, {})), ["accept rematch"]);
  assert.deepEqual(main(shown(true, { ...all, can_open: false }, {})), ["watch again"]);
  assert.deepEqual(main(shown(true, { can_rematch: true })), ["rematch"]);
  assert.deepEqual(main(shown(false, {})), []);
});

test("whoever looks back after the end is asked for nothing, and no heading is empty", () => {
  const state = asking(null);
  const table = { ...state.picture.table, ending: ENDING };
  const element = document.createElement("section");
  render(dock({ ...state, picture: { ...state.picture, table } }, act), element);
  assert.match(element.textContent, /The game is over/);
  assert.equal(element.querySelector("h2"), null);
  assert.doesNotMatch(element.textContent, /windows|Raise a hand|Propose/);
});
