// A replay: one entry after another, or any of them at once.

import { $, h, put } from "./dom.js";
import { request } from "./net.js";
import { on, section } from "./store.js";
import { refused } from "./toast.js";
import { badge } from "./units.js";

let playing = 0;

export function setUp() {
  on(["table", "board"], draw);
}

function draw() {
  const { at, last, entry, turns } = section("table");
  const box = $("timeline");
  box.hidden = !turns;
  document.body.toggleAttribute("data-past", Boolean(turns));
  if (box.hidden) return;
  const seek = (to) => request("seek", { entry: Math.max(0, Math.min(last, to)) }).catch(refused);
  const before = turns.findLast((turn) => turn.at < at);
  const after = turns.find((turn) => turn.at > at);
  const jump = (key, turn, sign, label) => h("button", { "data-key": key, disabled: !turn, "aria-label": label, title: turn ? `${label}: ${turn.power}, round ${turn.round}` : label, onclick: () => seek(turn.at) }, sign, turn ? badge(turn.power) : null);
  put(box,
    h("datalist", { id: "turns" }, turns.map((turn) => h("option", { value: turn.at }))),
    h("input", { type: "range", list: "turns", min: 0, max: last, value: at, "data-key": "range", "aria-label": "Entry", oninput: (event) => seek(Number(event.target.value)) }),
    h("p", { class: "buttons" },
      h("button", { "data-key": "first", "aria-label": "to the beginning", disabled: at === 0, onclick: () => seek(0) }, "|◀"), jump("turn before", before, "◀", "to the beginning of the turn"),
      h("button", { "data-key": "back", "aria-label": "one entry back", disabled: at === 0, onclick: () => seek(at - 1) }, "−1"),
      h("button", { class: "primary", "data-key": "play", "aria-label": playing ? "stop" : "play", onclick: () => { playing ? stop() : start(seek); draw(); } }, playing ? "Stop" : "Play"),
      h("button", { "data-key": "next", "aria-label": "one entry on", disabled: at === last, onclick: () => seek(at + 1) }, "+1"), jump("turn after", after, "▶", "to the next turn"),
      h("button", { "data-key": "last", "aria-label": "to the end", disabled: at === last, onclick: () => seek(last) }, "▶|")),
    h("p", { class: "quiet" }, h("span", {}, `entry ${at} of ${last}`), entry ? `, ${entry}` : null));
}

function start(seek) {
  const { at, last } = section("table");
  if (at >= last) seek(0);
  playing = setInterval(() => {
    const { at, last } = section("table");
    if (at >= last) { stop(); draw(); } else seek(at + 1);
  }, 600);
}

function stop() {
  clearInterval(playing);
  playing = 0;
}
