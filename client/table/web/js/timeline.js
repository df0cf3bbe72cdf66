// A replay: one entry after another, or any of them at once.

import { $, h, put } from "./dom.js";
import { request } from "./net.js";
import { on, section } from "./store.js";
import { refused } from "./toast.js";

let playing = 0;

export function setUp() {
  on(["table", "board"], draw);
}

function draw() {
  const { mode, at, last, entry } = section("table");
  const box = $("timeline");
  box.hidden = mode !== "replay";
  if (box.hidden) return;
  const seek = (to) => request("seek", { entry: Math.max(0, Math.min(last, to)) }).catch(refused);
  put(box,
    h("input", { type: "range", min: 0, max: last, value: at, "data-key": "range", "aria-label": "Entry", oninput: (event) => seek(Number(event.target.value)) }),
    h("p", { class: "buttons" },
      h("button", { "data-key": "first", "aria-label": "to the beginning", onclick: () => seek(0) }, "|◀"), h("button", { "data-key": "back", "aria-label": "one entry back", onclick: () => seek(at - 1) }, "−1"),
      h("button", { "data-key": "play", "aria-label": playing ? "stop" : "play", onclick: () => { playing ? stop() : start(seek); draw(); } }, playing ? "Stop" : "▶ Play"),
      h("button", { "data-key": "next", "aria-label": "one entry on", onclick: () => seek(at + 1) }, "+1"), h("button", { "data-key": "last", "aria-label": "to the end", onclick: () => seek(last) }, "▶|"), h("span", {}, `entry ${at} of ${last}`)),
    entry ? h("p", { class: "quiet" }, entry) : null);
}

function start(seek) {
  playing = setInterval(() => {
    const { at, last } = section("table");
    if (at >= last) { stop(); draw(); } else seek(at + 1);
  }, 600);
}

function stop() {
  clearInterval(playing);
  playing = 0;
}
