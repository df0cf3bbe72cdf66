// What the dock shows while nothing is asked: whom the game waits for, and what has happened lately.

import { h } from "./dom.js";
import { reveal } from "./map.js";
import { look, section, store } from "./store.js";

const LATELY = 6; // lines

/** Why nothing goes on, where it is because somebody is away: others may reach whom a guest does not. */
function away() {
  const { owing, mode, invites } = section("table");
  const seats = Object.values(section("seats"));
  const player = seats[owing];
  const alone = !seats.some((seat) => !seat.you && seat.here);
  if (mode !== "play" || !player || section("turn").outcome) return null;
  if (player.you) return alone ? "You are asked as soon as one of the others is connected: only they can tell that nothing was signed for you elsewhere." : null;
  if (player.here || !(alone || invites?.length)) return null;
  return `${player.name} is not connected to you just now. The game waits, and goes on when ${player.name} is back; you need not stay.`;
}

const lately = () => Object.values(section("log")).filter((line) => !["phase_began", "presence"].includes(line.kind)).slice(-LATELY).reverse();

/** Everything that `idle` shows, to be compared. */
export const seen = () => [away(), lately()];

export function idle() {
  const gone = away();
  const lines = lately();
  return [
    gone ? h("p", { class: "why" }, gone) : null,
    lines.length ? h("section", { class: "lately" }, h("h4", {}, "Lately"), h("ul", {}, lines.map((line) => h("li", {}, line.space in (store.board?.spaces ?? {})
      ? h("button", { class: "line", title: line.text.trim(), onclick: () => { look(line.space); reveal(line.space); } }, line.text.trim()) : h("span", { class: "line", title: line.text.trim() }, line.text.trim()))))) : null];
}
