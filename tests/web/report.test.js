import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";
import { reportDialog } from "../../client/web/js/views/report.js";
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
  entries: 3,
  claims: { proved: 0, disclosed: 0, open: 0 },
  fault: null,
  waiting_for: [],
  winner: null,
  win_verified: null,
  endorsed: [],
  statistics: { rolls: 0, dice: [] },
};

test("the report names the turn of each battle by its data, whatever its line says", () => {
  const state = asking(null);
  const began = { ...LINE, text: "in other words", turn: { round: 2, powers: ["USA", "UK"] } };
  const log = { 0: began, 1: { ...LINE, space: "SZ 1", end: "the attacker wins" } };
  const element = document.createElement("section");
  const found = {
    audit: { verdict: VERDICT, json_text: "", text: "" },
    sha: "",
    log: { name: "game.log", bytes: new Uint8Array() },
  };
  const act = /** @type {import("../../client/web/js/acts.js").Acts} */ (
    /** @type {unknown} */ ({ chapters: [] })
  );
  render(reportDialog({ ...state, picture: { ...state.picture, log } }, act, found), element);
  const rows = [...element.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("td")].map(({ textContent }) => textContent),
  );
  assert.ok(
    rows.some((cells) => cells.join("|") === "Round 2: USA, UK|Battle in SZ 1|the attacker wins"),
  );
});
