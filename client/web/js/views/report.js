// The report: how the game stands or ended, and the audit's verdict, as a page to keep or send.

/**
 * @import { AuditReport, Verdict } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, total } from "../parts.js";
import { copy, save, saveReport } from "../saving.js";
import { amount, badge, isComplex } from "../units.js";

/** @typedef {{ audit: AuditReport, sha: string, log: { name: string, bytes: Uint8Array<ArrayBuffer> } }} Found */

/** @type {Readonly<Record<string, string>>} */
const STATUS = {
  open: "The game goes on; this covers all that was played so far.",
  complete: "The game is over, and every seat has signed its end.",
  closed: "The game is over.",
};

/**
 * The dialog of a report; while the log is audited, what happens.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {Found | null} found
 */
export function reportDialog(state, act, found) {
  if (!found) {
    return [
      h("h3", {}, "Auditing…"),
      h(
        "p",
        { class: "quiet" },
        "The log is replayed from its first entry, as a stranger would who has nothing else.",
      ),
    ];
  }
  const { audit, sha, log } = found;
  return [
    article(state, audit, sha),
    buttons(
      h(
        "button",
        { class: "primary", "data-key": "save report", onClick: () => saveReport() },
        "Save this page",
      ),
      h(
        "button",
        { onClick: () => save(log.name, log.bytes, "application/octet-stream") },
        "Save the log",
      ),
      h(
        "button",
        { onClick: () => save("audit.json", audit.json_text, "application/json") },
        "Verdict as JSON",
      ),
      h(
        "button",
        { "data-key": "copy report", onClick: () => copy(act, inWords(state, audit.verdict, sha)) },
        "Copy in words",
      ),
      h("button", { onClick: () => act.close() }, "Close"),
    ),
  ];
}

/**
 * The same in a few lines, to be sent with the log.
 *
 * @param {State} state
 * @param {Verdict} verdict
 * @param {string} sha
 */
function inWords({ board, picture }, verdict, sha) {
  const players = Object.values(picture.seats).map(
    ({ name, powers }) => `${name} (${powers.join(", ")})`,
  );
  const end = picture.turn?.outcome;
  const won = end?.winner ? `${end.winner} won` : "Nobody won";
  return [
    `${board?.title}: ${players.join(", ")}`,
    end ? `${won}: ${end.why}` : `Round ${picture.turn?.round}, not yet over`,
    verdict.verified
      ? [
          `Verified: ${amount(null, verdict.entries, "signed entry")}.`,
          STATUS[verdict.status] ?? "",
          ...(verdict.status === "closed" ? lacking(verdict) : []),
        ].join(" ")
      : "Refused: the log is not what was signed.",
    `Game ${verdict.game}`,
    `SHA-256 of this copy of the log ${sha}`,
    "Check it yourself: secret-subs audit game.sslog",
    "",
  ].join("\n");
}

/**
 * @param {State} state
 * @param {AuditReport} audit
 * @param {string} sha
 */
function article(state, { verdict, text, blame }, sha) {
  const { board, picture } = state;
  const end = picture.turn?.outcome;
  const facts = [
    ["Game", verdict.game],
    ["Safety phrase", picture.table.safety],
    ["SHA-256 of this copy", sha],
  ];
  return h(
    "article",
    { class: "report" },
    h(
      "header",
      {},
      h("p", { class: "maker" }, "Secret Subs"),
      h("h1", {}, board?.title),
      h(
        "p",
        {},
        h(
          "b",
          {},
          end ? (end.winner ? `${end.winner} won` : "Nobody won") : `Round ${picture.turn?.round}`,
        ),
        end ? `: ${end.why}` : ", not yet over",
      ),
    ),
    judged(verdict, blame),
    figures(state, verdict),
    h("h2", {}, "Seats"),
    seats(state, verdict),
    h("h2", {}, "Powers"),
    powers(state),
    battles(state),
    h("h2", {}, "To check this yourself"),
    h("p", {}, "Whoever has the log needs to trust nobody, this page included:"),
    h("pre", {}, "secret-subs audit game.sslog"),
    h(
      "dl",
      {},
      facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    h("details", {}, h("summary", {}, "The audit, word for word"), h("pre", {}, text)),
  );
}

/**
 * @param {Verdict} verdict
 * @param {string} blame who is at fault, in words
 */
function judged(verdict, blame) {
  const { verified, fault, status, entries, waiting_for } = verdict;
  if (!verified) {
    const why = fault
      ? `Entry ${fault.entry ?? "?"}, ${fault.rule}: ${fault.reason || fault.code}`
      : "The log is not what was signed.";
    return h(
      "section",
      { class: "verdict refused" },
      h("b", {}, "✘ Refused"),
      h("p", {}, why),
      fault && fault.culprit !== null ? h("p", {}, "At fault: ", h("b", {}, blame)) : null,
    );
  }
  return h(
    "section",
    { class: "verdict verified" },
    h("b", {}, "✔ Verified"),
    h(
      "p",
      {},
      `${amount(null, entries, "entry")}: each is signed by its author, follows the one before it and keeps the rules. ${STATUS[status] ?? ""}`,
    ),
    status === "closed" ? lacking(verdict).map((line) => h("p", {}, line)) : null,
    waiting_for.length ? h("p", {}, `Waiting for: ${waiting_for.join("; ")}.`) : null,
  );
}

/**
 * What a game that is over lacks to be complete (SPEC-14.3).
 *
 * @param {Verdict} verdict
 */
export function lacking({ agreements, claims, seats, unsigned, winner, win_verified }) {
  const names = (/** @type {readonly number[]} */ found) =>
    found.map((seat) => seats[seat]).join(", ");
  const doubtful = agreements.filter(({ worth }) => worth !== "verified");
  return [
    unsigned.length ? `Its end is not signed by ${names(unsigned)}.` : "",
    ...doubtful.map(({ entry, signed, named, worth }) =>
      worth === "disputed"
        ? `Entry ${entry} was agreed on without ${names(named)}, and disputed: there is a later word of theirs.`
        : `Entry ${entry} was agreed on without ${names(named)}. That they were gone is claimed by ${names(signed)} alone: no keeper has signed it.`,
    ),
    winner && win_verified === false && !doubtful.length && claims.open
      ? "Who won stands only when the remaining claims are proved."
      : "",
  ].filter(Boolean);
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function figures({ picture }, { claims, entries, statistics }) {
  const lines = Object.values(picture.log);
  const count = (/** @type {string} */ kind) => lines.filter((line) => line.kind === kind).length;
  const dice = statistics.dice.map((one) => `${one.dice} dice of ${one.sides}`).join(", ");
  const fair = statistics.dice.map(({ p }) => `p = ${p === null ? "–" : p.toFixed(2)}`).join(", ");
  const rounds = picture.turn?.round ?? 0;
  /** @type {[number, string][]} */
  const rows = [
    [rounds, rounds === 1 ? "round" : "rounds"],
    [entries, "signed entries"],
    [ended(picture).length, "battles"],
    [count("tokens_revealed"), "times tokens were turned up"],
    [claims.proved, "claims proved"],
    [claims.disclosed, "claims disclosed"],
    [claims.open, "claims open"],
    [statistics.rolls, `joint rolls: ${dice ? `${dice}; ${fair}` : "no dice"}`],
  ];
  return h(
    "ul",
    { class: "figures" },
    rows.map(([number, words]) => h("li", {}, h("b", {}, String(number)), h("span", {}, words))),
  );
}

/** @param {readonly string[]} names */
const head = (names) =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      names.map((name) => h("th", {}, name)),
    ),
  );

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
const seats = ({ picture }, { endorsed }) =>
  h(
    "table",
    {},
    head(["Player", "Powers", "Key", "Last signed entry"]),
    h(
      "tbody",
      {},
      Object.values(picture.seats).map(({ name, powers: played, key }, i) =>
        h(
          "tr",
          {},
          h("td", {}, name),
          h("td", {}, played.join(", ") || "keeper"),
          h("td", { class: "key" }, key),
          h("td", { class: "number" }, String(endorsed[i] ?? "none")),
        ),
      ),
    ),
  );

/**
 * Every battle that was fought to an end, in order: the turn, where and how. Raids are none.
 *
 * @param {State["picture"]} picture
 */
function ended({ log }) {
  /** @type {{ turn: string, space: string, end: string }[]} */
  const ends = [];
  let turn = "";
  for (const { turn: began, space, end } of Object.values(log)) {
    if (began) turn = `Round ${began.round}: ${began.powers.join(", ")}`;
    if (end !== null) ends.push({ turn, space: space ?? "", end });
  }
  return ends;
}

/** @param {State} state */
function battles({ picture }) {
  const ends = ended(picture);
  if (!ends.length) return null;
  const row = (/** @type {typeof ends[number]} */ one) =>
    h(
      "tr",
      {},
      h("td", { class: "quiet" }, one.turn),
      h("td", {}, `Battle in ${one.space}`),
      h("td", {}, one.end),
    );
  return [h("h2", {}, "Battles"), h("table", {}, h("tbody", {}, ends.map(row)))];
}

/** @param {State} state */
function powers({ board, picture }) {
  const hidden = board?.hidden ?? false;
  const units = (/** @type {string} */ power) =>
    total(
      Object.values(picture.spaces).flatMap(({ stacks }) =>
        stacks.map((stack) =>
          stack.power === power && !isComplex(board, stack.kind) ? stack.ids.length : 0,
        ),
      ),
    );
  const cities = Object.values(picture.powers).some((power) => power.cities);
  const names = ["Power", "Side", "IPC", "Income"];
  if (cities) names.push("Victory cities");
  names.push("Units");
  if (hidden) names.push("Submarines");
  return h(
    "table",
    {},
    head(names),
    h(
      "tbody",
      {},
      Object.entries(picture.powers).map(([power, { treasury, income, cities: held, tracker }]) => {
        const figures = [treasury, income];
        if (cities) figures.push(held);
        figures.push(units(power));
        if (hidden) figures.push(total(tracker?.sizes ?? []));
        return h(
          "tr",
          {},
          h("td", {}, badge(board, power), power),
          h("td", {}, board?.powers[power].side),
          figures.map((number) => h("td", { class: "number" }, String(number))),
        );
      }),
    ),
  );
}
