import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { parts } from "../../client/web/js/map/chips.js";
import { BEGINNING } from "../../client/web/js/state.js";
import {
  holdersOf,
  isDecoy,
  tokenName,
  tokenSign,
  tokenTitle,
} from "../../client/web/js/tokens.js";
import { underPointer } from "../../client/web/js/views/hover.js";
import { legend } from "../../client/web/js/views/legend.js";
import { allTrackers } from "../../client/web/js/views/tracker.js";
import { render } from "../../client/web/vendor/preact.js";
import { BOARD, space } from "./samples.js";

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

/** @typedef {import("../../client/web/schema.js").Token} Token */

const SIZES = [2, 1, 0, 1, 0, 3];

/**
 * A token of Japan that nothing is known of, but what is given.
 *
 * @param {Partial<Token>} [facts]
 * @returns {Token}
 */
const token = (facts) => ({
  id: 12,
  power: "Japan",
  mine: false,
  up: false,
  under: false,
  left: 0,
  moved: false,
  open: false,
  group: null,
  size: null,
  marks: [],
  was: [],
  odds: null,
  believed: null,
  ...facts,
});

/**
 * What a token may hold, each as likely as the others; null is a decoy.
 *
 * @param {...(number | null)} groups
 */
const among = (...groups) =>
  groups.map((group) => ({
    percent: Math.round(100 / groups.length),
    group,
    size: group === null ? 0 : SIZES[group - 1],
  }));

/** @param {...Token} tokens */
function at(...tokens) {
  const tracker = { sizes: SIZES, supply: 0, places: {}, last: {}, error: 0 };
  const japan = {
    treasury: 0,
    income: 0,
    cities: 0,
    waiting: {},
    researchers: 0,
    breakthroughs: [],
    mine: false,
    stores: false,
    coming: 0,
    tracker,
  };
  const picture = {
    ...BEGINNING.picture,
    powers: { Japan: japan },
    spaces: { "SZ 1": { ...space(), tokens } },
  };
  return { ...BEGINNING, board: BOARD, picture };
}

test("a token is called by its number, and its owner reads what it holds", () => {
  const name = (/** @type {Partial<Token>} */ facts) => tokenName(at(), token(facts));
  assert.equal(name({}), "#12");
  assert.equal(name({ open: true, group: 1, size: 2 }), "#12");
  assert.equal(name({ mine: true, group: 1, size: 2 }), "#12 (group 1, 2 submarines)");
  assert.equal(name({ mine: true, group: 3, size: 0 }), "#12 (a decoy)");
});

test("a token on the map says in a few signs what it may hold", () => {
  const sign = (/** @type {Partial<Token>} */ facts) => tokenSign(at(), token(facts));
  assert.equal(sign({ group: 1, size: 2 }), "1·2");
  assert.equal(sign({ odds: among(2, 1) }), "1–2");
  assert.equal(sign({ odds: among(2, 1, null) }), "1–2?");
  assert.equal(sign({ odds: among(6, 1) }), "1/6");
  assert.equal(sign({ odds: among(4) }), "4");
  assert.equal(sign({ odds: among(4, null) }), "4?");
  assert.equal(sign({ odds: among(1, 4, 6) }), "?", "too many to name");
  assert.equal(sign({ odds: among(1, 2, 4, 6, null) }), "?", "every group of the tracker");
  assert.equal(sign({ odds: null }), "?", "nothing is foreseen");
});

test("a token that can hold no submarine is a decoy, whether or not its group is known", () => {
  assert.ok(isDecoy(token({ odds: among(null) })));
  assert.ok(isDecoy(token({ group: 3, size: 0 })));
  assert.ok(!isDecoy(token({ odds: among(4, null) })));
  assert.ok(!isDecoy(token({ odds: null })), "nothing is known of it");
  assert.equal(tokenSign(at(), token({ odds: among(null) })), "", "it is crossed out");
});

test("its title says the same in a sentence", () => {
  const title = (/** @type {Partial<Token>} */ facts) => tokenTitle(at(), token(facts));
  assert.equal(title({ odds: among(null) }), "Japan's token #12 is certainly a decoy.");
  assert.equal(title({}), "Japan's token #12 is face down.");
  assert.equal(
    title({ odds: among(1, 2) }),
    "Japan's token #12 holds group 1 with 2 submarines (50 %) or group 2 with 1 submarine (50 %).",
  );
  assert.equal(
    title({ odds: among(1, null), under: true }),
    "Japan's token #12 may hold group 1 with 2 submarines (50 %), or be a decoy (50 %); it is submerged.",
  );
  assert.equal(
    title({ mine: true, group: 1, size: 2 }),
    "Your token #12 holds group 1 with 2 submarines; the others do not know it.",
  );
  assert.match(title({ group: 4, size: 1, open: true }), /all players know it\.$/);
});

test("the tokens that may hold a group are found wherever they stand", () => {
  const state = at(
    token({ id: 1, odds: among(1, null) }),
    token({ id: 2, odds: among(null) }),
    token({ id: 3, group: 1, size: 2 }),
    token({ id: 4, power: "USA", group: 1, size: 2 }),
  );
  const ids = (/** @type {number} */ group) => holdersOf(state, "Japan", group).map(({ id }) => id);
  assert.deepEqual(ids(1), [1, 3]);
  assert.deepEqual(ids(2), []);
});

test("on the map a decoy is crossed out, and a token that all know does not look hidden", () => {
  const drawn = (/** @type {Partial<Token>} */ facts) => {
    const one = token(facts);
    const chip = { chip: /** @type {const} */ ("token"), token: one, ids: [12], power: "Japan" };
    const element = document.createElement("section");
    render(parts(at(), { ...chip, wide: 40 }, 20), element);
    return element;
  };
  const isUp = (/** @type {Partial<Token>} */ facts) =>
    drawn(facts).querySelector(".token-face")?.classList.contains("up");
  assert.ok(drawn({ odds: among(null) }).querySelector("path.decoy"));
  assert.ok(drawn({ group: 3, size: 0, open: true }).querySelector("path.decoy"));
  assert.ok(!drawn({ group: 1, size: 2 }).querySelector("path.decoy"));
  assert.ok(isUp({ mine: true, group: 1, size: 2, open: true }));
  assert.ok(!isUp({ mine: true, group: 1, size: 2 }), "its owner alone knows it");
});

/** @param {import("../../client/web/vendor/preact.js").ComponentChildren} view */
function read(view) {
  const element = document.createElement("section");
  render(view, element);
  return element;
}

test("whoever points at a zone is told what its tokens may hold", () => {
  const state = { ...at(token({ odds: among(1, null) })), hovered: "SZ 1" };
  const told = read(underPointer(state)).textContent ?? "";
  assert.match(told, /#12 may hold group 1 with 2 submarines \(50 %\), or be a decoy \(50 %\)/);
  assert.equal(underPointer({ ...state, hovered: null }), null);
});

test("all trackers are seen at once, and a group that is pointed at is told of", () => {
  const act = /** @type {import("../../client/web/js/acts.js").Acts} */ ({});
  const state = at(token({ odds: among(1, null) }));
  const element = read(allTrackers(state, act));
  assert.equal(element.querySelectorAll(".box").length, SIZES.length);
  const pointed = { ...state, pointed: { power: "Japan", group: 1 } };
  const told = read(allTrackers(pointed, act)).querySelector(".trackers > p")?.textContent;
  assert.match(told ?? "", /Group 1 of Japan .* It may be token #12 in SZ 1\./);
  assert.match(read(underPointer(pointed)).textContent ?? "", /Group 1 of Japan/);
});

test("who cannot see the legend is told what each sign looks like, and what it means", () => {
  const element = document.createElement("div");
  const sizes = [1, 1]; // of two groups in all a token that may be either is no more than a ?
  const tracker = { sizes, supply: 0, places: {}, last: {}, error: 0 };
  const state = at();
  const power = { ...state.picture.powers.Japan, mine: true, tracker };
  const picture = { ...state.picture, powers: { Japan: power } };
  render(legend({ ...state, board: { ...BOARD, hidden: true }, picture }), element);
  const signs = [...element.querySelectorAll("dt > svg")];
  assert.ok(signs.every((sign) => sign.getAttribute("role") === "img"));
  const names = signs.map((sign) => sign.getAttribute("aria-label"));
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes("token, 1–2"));
  assert.match(element.textContent ?? "", /1–2/);
});
