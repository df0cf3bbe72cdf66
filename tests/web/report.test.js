import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";
import { lacking, reportDialog } from "../../client/web/js/views/report.js";
import { render } from "../../client/web/vendor/preact.js";
import { asking } from "./samples.js";

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

/** @type {import("../../client/web/schema.js").Line} */
const LINE = {
  text: "",
  state: "signed",
  kind: "",
  space: null,
  end: null,
  turn: null,
  entry: 1,
  seat: 0,
  who: "Ann",
  minute: 0,
  hash: "c0ffee",
};

/** @type {import("../../client/web/schema.js").Verdict} */
const VERDICT = {
  verified: true,
  status: "open",
  game: "c0ffee",
  seats: [],
  entries: 3,
  claims: { proved: 0, disclosed: 0, open: 0 },
  agreements: [],
  unsigned: [],
  fault: null,
  waiting_for: [],
  winner: null,
  win_verified: null,
  endorsed: [],
  statistics: { rolls: 0, dice: [] },
};

test("a game that is over says what it lacks to be complete", () => {
  const seats = ["Ann", "Bob", "Cid"];
  const replaced = {
    entry: 14,
    signed: [0, 1],
    named: [2],
    worth: /** @type {const} */ ("claimed"),
  };
  const closed = { ...VERDICT, seats, status: "closed", winner: "Axis", win_verified: false };
  assert.deepEqual(lacking({ ...closed, agreements: [replaced] }), [
    "Entry 14 was agreed on without Cid. That they were gone is claimed by Ann, Bob alone: no keeper has signed it.",
  ]);
  assert.deepEqual(lacking({ ...closed, unsigned: [1], claims: { ...VERDICT.claims, open: 2 } }), [
    "Its end is not signed by Bob.",
    "Who won stands only when the remaining claims are proved.",
  ]);
});

/** @type {Parameters<typeof reportDialog>[2]} */
const FOUND = {
  audit: { verdict: VERDICT, json_text: "", text: "", blame: "" },
  sha: "",
  log: { name: "game.log", bytes: new Uint8Array() },
};
const act = /** @type {import("../../client/web/js/acts.js").Acts} */ (
  /** @type {unknown} */ ({ chapters: [], terms: [] })
);

test("victory cities are reported where there are any", () => {
  const state = asking(null);
  const headings = (/** @type {number} */ cities) => {
    const USA = { mine: true, treasury: 9, income: 9, cities, technologies: [], tracker: null };
    const powers = { USA: /** @type {any} */ (USA) };
    const element = document.createElement("section");
    render(reportDialog({ ...state, picture: { ...state.picture, powers } }, act, FOUND), element);
    return [...element.querySelectorAll("th")].map(({ textContent }) => textContent);
  };
  assert.ok(headings(2).includes("Victory cities"));
  assert.ok(!headings(0).includes("Victory cities"));
});

test("the report names the turn of each battle by its data, whatever its line says", () => {
  const state = asking(null);
  const began = { ...LINE, text: "in other words", turn: { round: 2, powers: ["USA", "UK"] } };
  const log = {
    0: began,
    1: { ...LINE, space: "SZ 1", end: "the attacker wins" },
    2: { ...LINE, kind: "battle_opened", space: "Germany", text: "a raid, which has no such end" },
  };
  const element = document.createElement("section");
  render(reportDialog({ ...state, picture: { ...state.picture, log } }, act, FOUND), element);
  const rows = [...element.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("td")].map(({ textContent }) => textContent),
  );
  assert.ok(
    rows.some((cells) => cells.join("|") === "Round 2: USA, UK|Battle in SZ 1|the attacker wins"),
  );
  assert.match(element.querySelector(".figures")?.textContent ?? "", /1battles/);
});

test("a game of one round has one round in its report", () => {
  const state = asking(null);
  const first = (/** @type {number} */ round) => {
    const turn = /** @type {any} */ ({ ...state.picture.turn, round });
    const element = document.createElement("section");
    render(reportDialog({ ...state, picture: { ...state.picture, turn } }, act, FOUND), element);
    return element.querySelector(".figures li")?.textContent;
  };
  assert.equal(first(1), "1round");
  assert.equal(first(2), "2rounds");
});
