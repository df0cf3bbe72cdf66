// A log that is opened on the page: what an audit says of it, and the way to its game.

/**
 * @import { LogJudged } from "../../schema.js"
 * @import { OpenedLog } from "../../node/reading.js"
 * @import { Acts } from "../acts.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";

/** What a log that passes holds, by the level of the audit. */
const PASSED = {
  line: "The line holds: every entry follows the one before it, all dice shares fit, and the last signature of each seat is good.",
  secrets:
    "The secrets hold: all signatures are good, and so are commitments, openings and proofs.",
  rules:
    "Everything holds: all signatures, commitments, openings and proofs are good, and played again, every answer keeps the rules.",
};

/** What was checked where a log does not pass. */
const CHECKED = {
  line: "The line does not hold",
  secrets: "The secrets do not hold",
  rules: "It does not hold, signatures, secrets and rules taken together",
};

/**
 * On the first page: where a log is dropped or chosen.
 *
 * @param {Acts} act
 */
export function openLog(act) {
  const { logs } = act;
  if (!logs) return null;
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "Audit or watch a game"),
    h(
      "p",
      { class: "quiet" },
      "Drop the log of any game on this page, or choose it. It is audited and played again in this browser, and goes nowhere.",
    ),
    buttons(
      h(
        "label",
        { class: "file button" },
        h("input", {
          type: "file",
          class: "unseen",
          "data-key": "open log",
          onChange: ({ currentTarget: input }) => {
            const [file] = input.files ?? [];
            if (file) logs.open(file);
            input.value = "";
          },
        }),
        "Open a log",
      ),
    ),
  );
}

/**
 * The dialog of a log: how far its audit has come, what it has found, and whose fault that is.
 *
 * @param {Acts} act
 * @param {OpenedLog} log
 */
export function openedDialog(act, { name, step, judged, watchable, failed }) {
  const last = judged.at(-1);
  return [
    h("h3", {}, name),
    judged.map((one) => verdict(one)),
    failed
      ? failed
          .split("\n")
          .map((line, at) =>
            h("p", at ? { class: "quiet" } : { class: "why", role: "alert" }, line),
          )
      : null,
    step ? h("p", { role: "status" }, step) : null,
    last && !step
      ? h(
          "details",
          {},
          h("summary", {}, "The audit, word for word"),
          h("pre", {}, last.report.text),
        )
      : null,
    buttons(
      watchable
        ? h(
            "button",
            { class: "primary", "data-key": "watch log", onClick: () => act.logs?.watch() },
            last?.report.verdict.verified === false
              ? "Watch the game up to there"
              : "Watch the game",
          )
        : null,
      h("button", { "data-key": "close log", onClick: () => act.close() }, step ? "Stop" : "Close"),
    ),
  ];
}

/** @param {LogJudged} judged */
function verdict({ level, report }) {
  const { verified, fault } = report.verdict;
  if (level === null) {
    return verified
      ? section(true, "Proved", fault?.reason ?? "", `At fault: ${report.blame}.`)
      : section(false, "Not proved", fault?.reason ?? "");
  }
  if (verified) return section(true, "Verified", PASSED[level]);
  const where = fault ? `: entry ${fault.entry ?? "?"}, ${fault.rule}` : "";
  return section(
    false,
    "Refused",
    `${CHECKED[level]}${where}.`,
    fault?.reason ?? "",
    fault?.culprit === null ? "Nobody can be blamed for it." : `At fault: ${report.blame}.`,
  );
}

/**
 * @param {boolean} good
 * @param {string} title
 * @param {string[]} lines
 */
const section = (good, title, ...lines) =>
  h(
    "section",
    { class: `verdict ${good ? "verified" : "refused"}` },
    h("b", {}, `${good ? "✔" : "✘"} ${title}`),
    lines.filter(Boolean).map((line) => h("p", {}, line)),
  );

/**
 * Beside the timeline of a log that was opened on the page: the way back.
 *
 * @param {Acts} act
 */
export const closeLog = (act) =>
  act.logs?.watching
    ? buttons(
        h(
          "button",
          { "data-key": "close log", onClick: () => act.logs?.close() },
          "Back to the first page",
        ),
      )
    : null;
