// What the map shows while the past is played back, step by step.

/**
 * @import { PlaybackStep, Space, Token } from "../../client/web/schema.js"
 * @import { State } from "../../client/web/js/state.js"
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "../../client/web/js/playback/player.js";
import {
  advanced,
  held,
  isPlayed,
  lasting,
  loaded,
  shown,
  spoken,
} from "../../client/web/js/playback/playing.js";
import { afterPatch } from "../../client/web/js/receive.js";
import { BEGINNING } from "../../client/web/js/state.js";
import { Store } from "../../client/web/js/store.js";
import { TURN } from "./samples.js";

const [MINE, THEIRS] = [0, 1];

/** @param {number} id @param {Partial<Token>} [known] @returns {Token} */
const token = (id, known) => ({
  id,
  power: "Japan",
  mine: false,
  up: false,
  under: false,
  left: 2,
  moved: false,
  open: false,
  group: null,
  size: null,
  marks: [],
  was: [],
  odds: null,
  believed: null,
  ...known,
});

/** @param {...Token} tokens @returns {Space} */
const sea = (...tokens) => ({
  control: null,
  stacks: [],
  tokens,
  complex: null,
  markers: [],
  dangers: [],
});

/** @param {Partial<PlaybackStep>} some @returns {PlaybackStep} */
const step = (some) => ({
  kind: "told",
  entry: 1,
  seat: THEIRS,
  power: "Japan",
  text: "something",
  matters: null,
  space: null,
  legs: [],
  clash: null,
  fallen: [],
  spaces: {},
  battle: null,
  turn: TURN,
  ...some,
});

const MOVE = step({
  kind: "move",
  legs: [{ route: ["A", "B"], pieces: [7] }],
  spaces: { A: sea(), B: sea(token(7)) },
});

/** A page that shows token 7 in A. @returns {State} */
function page() {
  const picture = { ...BEGINNING.picture, spaces: { A: sea(token(7)), B: sea() } };
  const table = { ...picture.table, mode: /** @type {const} */ ("play"), seat: MINE, entries: 4 };
  const board = /** @type {State["board"]} */ (/** @type {unknown} */ ({ map: {} }));
  return { ...BEGINNING, board, picture: { ...picture, table } };
}

/** @param {readonly PlaybackStep[]} steps */
const playing = (steps) => loaded(held(page().picture, false), steps, 5, MINE);

test("a piece that moves stands where it was until the move is over", () => {
  const begun = playing([MOVE]);
  assert.deepEqual(
    begun.spaces.A.tokens.map(({ id }) => id),
    [7],
  );
  const over = advanced(begun, MINE);
  assert.deepEqual([over.spaces.A.tokens.length, over.spaces.B.tokens[0]?.id], [0, 7]);
  assert.equal(over.steps.length, 0);
});

test("a capture changes colour at once", () => {
  const taken = { ...sea(), control: "Japan" };
  assert.equal(
    playing([step({ kind: "capture", spaces: { A: taken } })]).spaces.A.control,
    "Japan",
  );
});

test("what was known of a token stays known, and what was not stays hidden", () => {
  const picture = page().picture;
  const known = token(7, { group: 3, size: 2, open: true });
  const before = held({ ...picture, spaces: { A: sea(known, token(8)), B: sea() } }, false);
  const spaces = { A: sea(), B: sea(token(7), token(8)) };
  const after = advanced(loaded(before, [{ ...MOVE, spaces }], 5, MINE), MINE);
  assert.deepEqual(
    after.spaces.B.tokens.map(({ group, open }) => [group, open]),
    [
      [3, true],
      [null, false],
    ],
  );
});

test("what the player did is not played again, and what came of it is", () => {
  const fire = step({ kind: "fire", seat: MINE });
  const begun = playing([{ ...MOVE, seat: MINE }, fire]);
  assert.equal(begun.steps[0], fire);
  assert.equal(begun.spaces.B.tokens[0]?.id, 7);
});

test("dice come onto the battle board one volley after another", () => {
  const round = /** @type {const} */ ({ step: "round", round: 1 });
  const clash = { title: "Battle in A", space: "A", steps: [] };
  const text = /** @type {const} */ ({ step: "text", text: "a hit" });
  const first = playing([
    step({ kind: "attack", clash, fallen: [round] }),
    step({ kind: "fire", fallen: [text] }),
  ]);
  assert.deepEqual(first.dice?.latest, { ...clash, steps: [round] });
  assert.deepEqual(advanced(first, MINE).dice?.latest?.steps, [round, text]);
});

test("where many steps wait they go faster, and those asked for keep their pace", () => {
  const many = Array.from({ length: 300 }, () => MOVE);
  assert.equal(lasting(playing([MOVE]), "slow"), 2 * lasting(playing([MOVE]), "normal"));
  assert.ok(lasting(playing(many), "normal") < lasting(playing([MOVE]), "normal") / 5);
  assert.equal(
    lasting({ ...playing(many), asked: true }, "normal"),
    lasting({ ...playing([MOVE]), asked: true }, "normal"),
  );
});

test("two thousand steps are gone through one by one, and end with the last board", () => {
  let now = playing(
    Array.from({ length: 2000 }, (_, i) => step({ kind: "capture", spaces: { A: sea(token(i)) } })),
  );
  for (let i = 0; i < 2000; i++) now = advanced(now, MINE);
  assert.deepEqual([now.steps.length, now.spaces.A.tokens[0]?.id], [0, 1999]);
});

test("the map holds the board as it was, from the very patch that brings another", () => {
  const before = page();
  const changes = {
    ...Object.fromEntries(
      [
        "table",
        "page",
        "entrance",
        "agreement",
        "turn",
        "battle",
        "dice",
        "ask",
        "memo",
        "away",
      ].map((name) => [name, null]),
    ),
    table: { ...before.picture.table, entries: 5 },
    spaces: { A: sea(), B: sea(token(7)) },
    seats: {},
    powers: {},
    plans: {},
    log: {},
    cleared: [],
    gone: {},
  };
  const after = afterPatch(before, /** @type {never} */ (changes));
  assert.equal(after.picture.spaces.B.tokens.length, 1);
  assert.equal(shown(after).picture.spaces.B.tokens.length, 0);
  assert.equal(shown({ ...after, playback: null }).picture.spaces.B.tokens.length, 1);
});

test("nothing is played to nobody, nor where it is switched off, nor into the past", () => {
  const before = page();
  const now = { ...before.picture, table: { ...before.picture.table, entries: 5 } };
  assert.equal(isPlayed(before, now), true);
  assert.equal(isPlayed({ ...before, away: true }, now), false);
  assert.equal(isPlayed(before, { ...now, page: { ...now.page, speed: "off" } }), false);
  const all = /** @type {const} */ ("all");
  const timeline = { at: 3, last: 5, turns: [], entry: null, eyes: all, views: [all] };
  assert.equal(isPlayed(before, { ...now, table: { ...now.table, timeline } }), false);
  const past = { ...before.picture, table: { ...before.picture.table, timeline } };
  const end = { ...now, table: { ...now.table, timeline: { ...timeline, at: 5 } } };
  assert.equal(isPlayed({ ...before, picture: past }, end), false, "nor who goes to its end");
  assert.equal(isPlayed(before, before.picture), false);
});

test("a step is heard as one sentence, with what it means for tokens", () => {
  assert.equal(spoken(step({ text: "Japan moves" })), "Japan moves");
  assert.equal(spoken(step({ text: "A", matters: "#7 left A" })), "A. #7 left A");
});

test("what is played next is loaded also if something else was being loaded when it began", async () => {
  /** @type {{ after: number, answer: (found: unknown) => void }[]} */
  const asked = [];
  const connection = {
    request: (/** @type {string} */ type, /** @type {{ after: number }} */ { after }) =>
      type === "playback"
        ? new Promise((answer) => asked.push({ after, answer }))
        : Promise.resolve(null),
  };
  const told = (/** @type {number} */ entries) => {
    const { picture } = page();
    return { ...picture, table: { ...picture.table, entries } };
  };
  const first = { ...page(), picture: told(5), playback: held(told(4), false) };
  const store = new Store(first);
  const player = new Player(store, /** @type {any} */ (connection), /** @type {any} */ ({}));
  player.follow(first, first);
  store.update({ picture: told(6), playback: held(told(5), false) });
  player.follow(store.state, first);
  assert.deepEqual(
    asked.map(({ after }) => after),
    [4],
  );
  asked[0].answer({ steps: [], until: 5 });
  await new Promise((soon) => setTimeout(soon));
  assert.deepEqual(
    asked.map(({ after }) => after),
    [4, 5],
  );
});
