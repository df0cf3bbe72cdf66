// Keys, finding spaces, light and dark, and help.

import { $, h, put } from "./dom.js";
import { frameTo, neighbour, reveal, zoom, handlers } from "./map.js";
import { clear, pick, movable } from "./movement.js";
import { described, open } from "./panel.js";
import { legend } from "./stacks.js";
import { request } from "./net.js";
import { ask, look, on, pieces, section, store } from "./store.js";
import { announce, toast } from "./toast.js";
import { amount } from "./units.js";

const KEYS = [
  ["Arrow keys", "walk from space to space"], ["Space", "pick up all that can move here, or choose what is offered"], ["Enter", "move what is picked up here, or choose"], ["Escape", "put down what is picked up"],
  ["/", "find a space by name"], ["+ −", "zoom"], ["0", "the whole map"], ["u", "undo the last answer that is not sent"], ["a", "to what is asked"], ["1 2 3 4 5", "space, powers, orders, log, seats"], ["?", "this help"],
];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function setUp() {
  on(["page"], () => theme(section("page").dark));
  $("theme").onclick = () => {
    const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    theme(now === "light");
    request("light", { dark: now === "light" }).catch((error) => toast(error.message, "refused"));
  };
  $("find").onclick = find;
  $("help").onclick = help;
  $("map").addEventListener("keydown", walk);
  document.addEventListener("keydown", shortcut);
  on(["space"], () => { if (store.space) announce(`${store.space}: ${described(store.space)}. ${spoken(store.space)}`); });
}

/** Dark or light; null: as the system has it. */
function theme(dark) {
  document.documentElement.dataset.theme = { true: "dark", false: "light" }[dark] ?? "";
}

/** What stands in a space, to be heard. */
function spoken(space) {
  const here = section("spaces")[space] ?? { stacks: [], tokens: [] };
  const counts = new Map();
  const count = (power, what, n) => {
    const own = counts.get(power) ?? counts.set(power, new Map()).get(power);
    own.set(what, (own.get(what) ?? 0) + n);
  };
  for (const stack of here.stacks) count(stack.power, stack.kind, stack.ids.length);
  for (const token of here.tokens) count(token.power, "token", 1);
  return [...counts].map(([power, own]) => `${power}: ${[...own].map(([what, n]) => amount(n, what)).join(", ")}`).join("; ") || "Nobody is here.";
}

function walk(event) {
  if (event.key in ARROWS) {
    event.preventDefault();
    const to = neighbour(store.space, ...ARROWS[event.key]);
    look(to);
    reveal(to);
  } else if (event.key === "Enter" && store.space) handlers.choose(store.space);
  else if (event.key === " " && store.space) {
    event.preventDefault();
    const here = pieces(store.space);
    if (ask().kind === "orders") pick(here.filter((p) => movable(p.id)).map((p) => p.id));
    else handlers.pick(here.map((p) => p.id), store.space, event);
  }
}

function shortcut(event) {
  if (event.key === "Escape") clear();
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || $("dialog").open) return;
  const tabs = { 1: "space", 2: "hidden", 3: "orders", 4: "log", 5: "seats" };
  if (event.key === "/") { event.preventDefault(); find(); }
  else if (event.key === "?") help();
  else if (event.key === "+" || event.key === "=") zoom(1.3);
  else if (event.key === "-") zoom(1 / 1.3);
  else if (event.key === "0" && store.board) frameTo([0, 0, store.board.map.width, store.board.map.height]);
  else if (event.key === "u") request("undo").catch(() => {});
  else if (event.key === "a") $("dock").querySelector("button:not([disabled]), input:not([disabled])")?.focus();
  else if (event.key in tabs) open(tabs[event.key]);
}

function find() {
  if (!store.board) return;
  const dialog = $("dialog");
  const list = h("ul", { class: "found" });
  const search = h("input", { type: "search", "aria-label": "Name of a space", placeholder: "Name of a space", oninput: () => show(), onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); list.querySelector("button")?.click(); } } });
  const show = () => put(list, Object.keys(store.board.spaces).filter((name) => name.toLowerCase().includes(search.value.toLowerCase())).slice(0, 14).map((name) => h("li", {}, h("button", { onclick: () => { dialog.close(); look(name); reveal(name); $("map").focus(); } }, name))));
  put(dialog, h("h3", {}, "Find a space"), search, list);
  show();
  dialog.showModal();
  search.focus();
}

function help() {
  const dialog = $("dialog");
  put(dialog, h("h3", {}, "Keys"), h("dl", { class: "keys" }, KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("h3", {}, "Mouse and finger"), h("p", {}, "Drag the map to move it, turn the wheel or pinch to zoom. Click chips to pick pieces up, with Shift one at a time, with Ctrl beside what is in hand elsewhere; then click a place that lights up, or drag them there. They go a shortest way: move step by step to choose another. A place that is looked at says who can come there."),
    h("h3", {}, "Sending"), h("p", {}, "Purchases and moves stay with you, to be undone, until you are done moving or send what is there. Dice and what was revealed are never undone."),
    store.board?.hidden ? [h("h3", {}, "Windows"), h("p", {}, "At the end of Combat moves and of turns you may be asked whether to shuffle and reorganize your submarines (SS-4). Without windows nobody waits for you there; a raised hand asks for the next one.")] : null,
    store.board ? [h("h3", {}, "Signs"), legend()] : null,
    h("p", { class: "buttons" }, h("button", { class: "primary", onclick: () => dialog.close() }, "Close")));
  dialog.showModal();
  dialog.scrollTop = 0;
}
