// The log in words, each line with what is verified of it, and a way to its place.

/**
 * @import { Line } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { toggled } from "../parts.js";
import { lineButton } from "./dock.js";

const MOST = 400; // lines

/** Signs of how far a line is verified, and what they mean. */
const STANDING = {
  next: [
    "◌",
    "staged by you; it is signed and sent with your next answer, and can still be undone",
  ],
  waiting: ["…", "the game waits for this: no entry yet"],
  signed: ["✔", "signed by its author, next in the chain, and checked by your node"],
  sealed: [
    "◷",
    "signed and checked; what it claims of secrets is judged once all have disclosed their keys, at the end",
  ],
  proved: ["✔", "signed and checked; what it claims of secrets is proved"],
  said: ["·", "said beside the log"],
};

/** @typedef {Pick<Line, "text" | "space" | "kind"> & { state: keyof typeof STANDING, key: string, line: Line | null }} Row */

/**
 * @param {State} state
 * @returns {Row[]}
 */
function ahead({ search, picture: { table, ask } }) {
  if (search) return [];
  const row = (
    /** @type {string} */ text,
    /** @type {"waiting" | "next"} */ standing,
    /** @type {number} */ i,
  ) => ({ text, space: null, kind: "", state: standing, key: `${standing} ${i}`, line: null });
  return [
    ...table.waiting.map((whom, i) => row(whom, "waiting", i)),
    ...(ask?.staged ?? []).map((words, i) => row(words, "next", i)).reverse(),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 */
export function log(state, act) {
  const { table, log: lines } = state.picture;
  const proved = table.secrecy === "proved";
  const wanted = state.search.toLowerCase();
  const past = Object.entries(lines)
    .filter(([, { text }]) => !wanted || text.toLowerCase().includes(wanted))
    .slice(-MOST)
    .reverse()
    .map(([key, line]) => {
      const standing =
        line.state === "sealed" && proved ? /** @type {const} */ ("proved") : line.state;
      return { ...line, state: standing, key, line };
    });
  return [
    table.mode === "play" ? talk(state, act) : null,
    h("input", {
      type: "search",
      "data-key": "search",
      placeholder: "Search the log",
      "aria-label": "Search the log",
      value: state.search,
      onInput: (event) => act.set({ search: event.currentTarget.value }),
    }),
    h(
      "p",
      { class: "quiet states" },
      "✔ signed and checked · ",
      proved ? null : "◷ claim shown at the end · ",
      "◌ not sent yet",
    ),
    h(
      "ol",
      { class: "log" },
      [...ahead(state), ...past].map((row) => drawn(state, act, row)),
    ),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {Row} row
 */
function drawn(state, act, row) {
  const [sign, meaning] = STANDING[row.state];
  return h(
    "li",
    { class: `${row.kind} ${row.state}`, "data-entry": row.line?.entry, key: row.key },
    h(
      "button",
      {
        class: `state ${row.state}`,
        title: meaning,
        "aria-label": meaning,
        "aria-expanded": state.opened.has(row.key) ? "true" : "false",
        onClick: () => act.set({ opened: toggled(state.opened, row.key) }),
      },
      sign,
    ),
    lineButton(state, act, row),
    state.opened.has(row.key) ? h("p", { class: "proof" }, proof(row.line, meaning)) : null,
  );
}

/**
 * What is verified of a line.
 *
 * @param {Line | null} line
 * @param {string} meaning
 */
function proof(line, meaning) {
  if (!line || line.entry === null || line.minute === null) return meaning;
  const when = new Date(line.minute * 60000).toLocaleString([], {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return `Entry ${line.entry} by ${line.who} at ${when}, by their clock · ${line.hash}… · ${meaning}`;
}

/**
 * A line to the others, beside the log.
 *
 * @param {State} state
 * @param {Acts} act
 */
function talk({ unsaid }, act) {
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = unsaid.trim();
    if (text && (await act.request("say", { text }))) act.set({ unsaid: "" });
  };
  return h(
    "form",
    { class: "talk", onSubmit: send },
    h("input", {
      type: "text",
      "data-key": "say",
      maxLength: 300,
      placeholder: "Say something to the others",
      "aria-label": "say something to the others",
      title: "Beside the log: it is neither signed nor kept",
      value: unsaid,
      onInput: (event) => act.set({ unsaid: event.currentTarget.value }),
    }),
    h("button", {}, "Say"),
  );
}
