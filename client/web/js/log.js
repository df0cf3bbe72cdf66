// The log in words, each line with what is verified of it, and a way to its place.

import { h, put } from "./dom.js";
import { look, on, section, store } from "./store.js";
import { reveal } from "./map.js";
import { request } from "./net.js";
import { refused, toast } from "./toast.js";

let only = "";
let unsaid = "";
let redraw = () => {};
const STATES = {
  next: ["◌", "staged by you; it is signed and sent with your next answer, and can still be undone"],
  waiting: ["…", "waited for: no entry yet"],
  signed: ["✔", "signed by its author, next in the chain, and checked by your node"],
  sealed: ["◷", "signed and checked; what it claims of secrets is judged once all have disclosed their keys, at the end"],
  proved: ["✔", "signed and checked; what it claims of secrets is proved"],
  said: ["·", "said beside the log"],
};

export function setUp(again) {
  redraw = again;
  on(["log", "board"], listen);
}

/** Words between players that were heard, and not yet looked at. */
let heard = 0;
let fresh = 0;

export const unread = () => fresh;
export const read = () => { fresh = 0; };

function listen(changed) {
  const lines = Object.values(section("log"));
  const said = lines.slice(heard).filter((line) => line.kind === "chat" && line.seat !== section("table").seat);
  heard = changed.includes("board") ? lines.length : Math.max(heard, lines.length);
  if (changed.includes("board") || !said.length) return;
  for (const line of said) toast(line.text, "said");
  fresh += said.length;
  redraw();
}

/** How far a line is verified: claims are proved at once, or wait for the game's end. */
const standing = (line) => STATES[line.state === "sealed" && section("table").secrecy === "proved" ? "proved" : line.state];

export function view(body) {
  const lines = Object.values(section("log"));
  const table = section("table");
  const ahead = only ? [] : [...(table.waiting ?? []).map((text) => ({ text, state: "waiting" })), ...(table.staged ?? []).map((text) => ({ text, state: "next" })).reverse()];
  const shown = lines.filter((line) => !only || line.text.toLowerCase().includes(only)).slice(-400).reverse();
  put(body, table.mode === "play" ? talk() : null, h("input", { type: "search", "data-key": "search", placeholder: "Search the log", "aria-label": "Search the log", value: only, oninput: (event) => { only = event.target.value.toLowerCase(); redraw(); } }),
    h("p", { class: "quiet states" }, "✔ signed and checked · ", table.secrecy === "proved" ? null : "◷ claim shown at the end · ", "◌ not sent yet"),
    h("ol", { class: "log" }, [...ahead, ...shown].map((line) => h("li", { class: `${line.kind ?? ""} ${line.state}`, "data-entry": line.entry },
      h("button", { class: `state ${line.state}`, title: standing(line)[1], onclick: (event) => details(line, event.currentTarget) }, standing(line)[0]),
      line.space && line.space in (store.board?.spaces ?? {}) ? h("button", { class: "line", onclick: () => { look(line.space); reveal(line.space); } }, line.text.trim()) : h("span", { class: "line" }, line.text.trim())))));
}

/** A line to the others, beside the log. */
function talk() {
  const send = (event) => {
    event.preventDefault();
    const text = unsaid.trim();
    if (text) request("say", { text }).then(() => { unsaid = ""; redraw(); }, refused);
  };
  return h("form", { class: "talk", onsubmit: send }, h("input", { type: "text", "data-key": "say", maxlength: 300, placeholder: "Say something to the others", "aria-label": "say something to the others", title: "GameStatement the log: it is neither signed nor kept", value: unsaid, oninput: (event) => { unsaid = event.target.value; } }), h("button", {}, "Say"));
}

function details(line, button) {
  const next = button.parentElement.querySelector(".proof");
  if (next) return next.remove();
  button.parentElement.append(h("p", { class: "proof" }, line.entry === undefined ? standing(line)[1] : `Entry ${line.entry} by ${line.who} at ${new Date(line.minute * 60000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}, by their clock · ${line.hash}… · ${standing(line)[1]}`));
}
