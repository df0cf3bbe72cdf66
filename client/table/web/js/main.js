// Where the page begins.

import * as accessibility from "./accessibility.js";
import * as actions from "./actions.js";
import * as battle from "./battle.js";
import { $, h, put } from "./dom.js";
import * as map from "./map.js";
import * as movement from "./movement.js";
import { connect } from "./net.js";
import * as panel from "./panel.js";
import * as setup from "./setup.js";
import { ask, on, section, store } from "./store.js";
import * as timeline from "./timeline.js";
import { announce } from "./toast.js";
import { badge, chip, symbols, tokenChip } from "./units.js";

document.body.prepend(symbols());
setup.setUp(); // first: it says whether there is a map to be drawn
map.setUp();
movement.setUp();
actions.setUp();
battle.setUp();
panel.setUp();
timeline.setUp();
accessibility.setUp();

let hovered = null;
map.handlers.hover = (space, event) => {
  movement.hovered(space);
  const card = $("hover");
  if (space !== hovered) {
    hovered = space;
    card.hidden = !space || !store.board;
    if (!card.hidden) put(card, h("b", {}, space), h("small", {}, panel.described(space)), summary(space));
  }
  if (event && !card.hidden) {
    const box = $("board").getBoundingClientRect();
    card.style.left = `${Math.min(event.clientX - box.left + 14, box.width - card.offsetWidth - 8)}px`;
    card.style.top = `${Math.min(event.clientY - box.top + 16, box.height - card.offsetHeight - 8)}px`;
  }
};

function summary(space) {
  const here = section("spaces")[space] ?? { stacks: [], tokens: [] };
  const counts = new Map();
  for (const stack of here.stacks) {
    const key = `${stack.power} ${stack.kind}`;
    (counts.get(key) ?? counts.set(key, { ...stack, count: 0 }).get(key)).count += stack.ids.length;
  }
  return h("span", { class: "chips" }, [...counts.values()].map((st) => chip(st.power, st.kind, st.count)), here.tokens.map((token) => tokenChip(token)));
}

on(["turn", "table", "seats", "board", "ask"], () => {
  if (!store.board) return;
  const turn = section("turn");
  const table = section("table");
  put($("turn"), `Round ${turn.round} · `, badge(turn.active), h("b", {}, turn.active));
  put($("phases"), (turn.phases ?? []).map((phase) => h("li", { class: phase === turn.phase ? "now" : "", "aria-current": phase === turn.phase ? "step" : null }, phase.replaceAll("_", " "))));
  put($("seats"), Object.entries(section("seats")).map(([number, seat]) => h("span", { class: `seatmark ${seat.here ? "on" : "off"}${Number(number) === table.owing ? " owing" : ""}`, title: `${seat.name}: ${(seat.powers ?? []).join(", ")}; ${seat.here ? "connected" : "not connected"}` }, (seat.powers ?? []).slice(0, 3).map(badge))));
  const asked = ask();
  document.title = turn.outcome ? "Game over · Secret Subs" : asked.kind ? `● Your turn · Secret Subs` : `${(table.waiting ?? [])[0] ?? "…"} · Secret Subs`;
  document.body.dataset.ready = "yes";
});

let last = "";
on(["ask"], () => {
  const { asks } = ask();
  if (asks && asks !== last) announce(asks);
  last = asks ?? "";
});

const veil = $("veil");
connect((state) => {
  veil.hidden = state === "open";
  document.body.dataset.link = state;
  if (state === "lost") put(veil, h("p", {}, "The connection to your node is lost. Trying again…"));
  if (state === "refused") put(veil, h("p", {}, "This page may not look at the table. Open it with the link that the program printed in your terminal."));
});

// For tests: where things are on the screen, and what is under a point.
window.table = { store, onScreen: map.onScreen, under: map.under, reveal: map.reveal, frameTo: map.frameTo };
