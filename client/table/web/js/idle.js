// What the dock shows while nothing is asked: whom the game waits for, and what has happened lately.

import { h } from "./dom.js";
import { reveal } from "./map.js";
import { look, section, store } from "./store.js";

const LATELY = 6; // lines

/** Players who are waited for and not connected: the game goes on when they come back. */
function away() {
  const owing = section("seats")[section("table").owing];
  return owing && !owing.you && !owing.here ? owing.name : null;
}

const lately = () => Object.values(section("log")).filter((line) => line.kind !== "phase_began").slice(-LATELY).reverse();

/** Everything that `idle` shows, to be compared. */
export const seen = () => [away(), lately()];

export function idle() {
  const gone = section("table").mode === "replay" ? null : away();
  const lines = lately();
  return [
    gone ? h("p", { class: "why" }, `${gone} is not connected to you just now. The game waits, and goes on when ${gone} is back; you need not stay.`) : null,
    lines.length ? h("section", { class: "lately" }, h("h4", {}, "Lately"), h("ul", {}, lines.map((line) => h("li", {}, line.space in (store.board?.spaces ?? {})
      ? h("button", { class: "line", onclick: () => { look(line.space); reveal(line.space); } }, line.text.trim()) : h("span", { class: "line" }, line.text.trim()))))) : null];
}
