// The panel: a space in full, hidden groups, the log, the seats.

import { $, h, put } from "./dom.js";
import { ask, look, on, section, store } from "./store.js";
import { invites, leave } from "./lobby.js";
import * as log from "./log.js";
import * as orders from "./orders.js";
import { reveal } from "./map.js";
import { picker } from "./movement.js";
import { request } from "./net.js";
import { expected } from "./pieces.js";
import { keep, report } from "./report.js";
import { odds, tracker } from "./subs.js";
import { refused } from "./toast.js";
import { legend } from "./stacks.js";
import { badge, chip, tokenChip } from "./units.js";

/** On a phone what is asked shares its place with the tabs; it comes first when something new is asked. */
const sheet = (name) => { document.body.dataset.sheet = name; };
const TABS = { space: ["Space", space], hidden: ["Powers", powers], orders: ["Orders", orders.view], log: ["Log", log.view], seats: ["Seats", seats] };
/** What is answered by clicks on the map too: there the question stays in view. */
const ON_MAP = new Set(["assign", "casualties", "declare", "mobilize", "pick", "place_subs"]);
let shown = "space";
let read = null;

export function setUp() {
  on(["board", "spaces", "space", "powers", "picked", "lit", "log", "seats", "table", "ask", "memo"], draw);
  on(["space"], () => {
    if (!store.space) return;
    shown = "space";
    if (!ON_MAP.has(ask().kind)) sheet("tab");
    draw();
    if (store.space !== read) $("tab").scrollTop = 0;
    read = store.space;
  });
  let last = "";
  on(["ask"], () => {
    const { name, power, kind } = ask();
    const now = kind ? `${name} ${power}` : "";
    if (now && now !== last) { sheet("now"); draw(); }
    last = now;
  });
  let staged = 0;
  on(["table"], () => {
    const count = section("table").staged?.length ?? 0;
    if (count > staged) { sheet("now"); draw(); }
    staged = count;
  });
  sheet("now");
  log.setUp(draw);
}

export function open(name) {
  shown = name;
  sheet("tab");
  draw();
}

function draw() {
  if (!store.board) return;
  const now = document.body.dataset.sheet === "now";
  if (shown === "log" && (!now || !matchMedia("(max-width: 720px)").matches)) log.read();
  const tab = (name, title, on, click, kind) => h("button", { role: "tab", class: `${kind}${on ? " on" : ""}`, "aria-selected": String(on), "data-key": `tab ${name}`, onclick: click }, title);
  const tabs = Object.entries(TABS).filter(([name]) => name !== "orders" || section("table").mode === "play");
  put($("tabs"), tab("now", ask().kind ? "● Now" : "Now", now, () => { sheet("now"); draw(); }, "narrow"),
    tabs.map(([name, [title]]) => tab(name, name === "log" && log.unread() ? [title, h("b", { class: "unread", "aria-label": `, ${log.unread()} not read` }, String(log.unread()))] : title, name === shown, () => open(name), "")),
    h("button", { class: "narrow fold", "data-key": "fold sheet", "aria-label": document.body.hasAttribute("data-low") ? "larger panel" : "larger map", onclick: () => { document.body.toggleAttribute("data-low"); draw(); } }, document.body.hasAttribute("data-low") ? "▲" : "▼"));
  TABS[shown][1]($("tab"));
}

/** A space in full: what it is, who stands there, what can be done. */
function space(body) {
  const name = store.space;
  if (!name) return put(body, h("p", {}, "Choose a space on the map, or press ", h("kbd", {}, "/"), " to find one by name."), legend());
  const facts = store.board.spaces[name];
  put(body, h("h2", {}, name), h("p", { class: "quiet" }, described(name)), picker(name), standing(name),
    h("p", { class: "touches" }, "Touches ", facts.neighbours.map((n) => h("button", { class: "inline", onclick: () => { look(n); reveal(n); } }, n))));
}

export function described(name) {
  const facts = store.board.spaces[name];
  const here = section("spaces")[name] ?? {};
  const words = [facts.sea ? "sea zone" : facts.neutral && !here.control ? `neutral territory${facts.price ? `, ${facts.price} IPC to enter` : ""}` : `territory of ${here.control ?? "nobody"}`];
  if (facts.value) words.push(`worth ${facts.value} IPC`);
  if (facts.original && facts.original !== here.control) words.push(`emblem of ${facts.original}`);
  if (facts.city) words.push("a victory city ★");
  for (const canal of store.board.canals) {
    if (canal.zones.includes(name)) words.push(`${canal.name} canal to ${canal.zones.find((zone) => zone !== name)}, for who holds ${canal.lands.join(" and ")}`);
  }
  if (here.capacity !== undefined) words.push(`complex for ${here.capacity} units${here.damage ? `, ${here.damage} damage` : ""}`);
  if (facts.convoy) words.push(`convoys: at most ${facts.convoy} IPC`);
  words.push(...(here.markers ?? []).map((marker) => marker.text));
  const battle = expected(name);
  if (battle) words.push(`if you attack: ${battle}`);
  return words.join(" · ");
}

/** A note on a token, which no other node ever sees. */
function note(token) {
  if (section("table").mode !== "play") return null;
  return h("input", { type: "text", class: "note", "data-key": `note ${token.id}`, maxlength: 120, placeholder: "a note, for you alone", "aria-label": `note on token ${token.id}`, value: section("memo").notes?.[token.id] ?? "", onchange: (event) => request("note", { token: token.id, text: event.target.value }).catch(refused) });
}

function standing(name) {
  const here = section("spaces")[name] ?? { stacks: [], tokens: [] };
  const owners = [...new Set([...here.stacks, ...here.tokens].map((p) => p.power))];
  return owners.map((power) => h("div", { class: "owner" }, h("h4", {}, badge(power), power),
    h("p", { class: "chips" }, merged(here.stacks.filter((stack) => stack.power === power)).map((stack) => chip(power, stack.kind, stack.count, [stack.damaged ? "damaged" : "", stack.aboard !== undefined ? "aboard" : "", stack.ashore ? `lands in ${stack.ashore}` : "", ...(stack.marks ?? [])].filter(Boolean).join(", ")))),
    here.tokens.filter((token) => token.power === power).map((token) => h("div", { class: "tokenline" }, tokenChip(token), h("span", {}, `#${token.id}`, token.was ? ` was one of ${token.was.map((w) => `#${w}`).join(" ")}` : "", token.marks ? ` · ${token.marks.join(", ")}` : "", token.open ? " · known to all" : token.mine ? " · hidden from the others" : ""), note(token), odds(token)))));
}

function merged(stacks) {
  const found = new Map();
  for (const stack of stacks) {
    const key = `${stack.kind} ${stack.damaged ?? ""} ${stack.aboard !== undefined} ${stack.ashore ?? ""} ${stack.marks ?? ""}`;
    (found.get(key) ?? found.set(key, { ...stack, count: 0 }).get(key)).count += stack.ids.length;
  }
  return [...found.values()];
}

/** Every power: money, what waits, and its tracker. */
function powers(body) {
  put(body, store.board.hidden ? h("p", { class: "quiet" }, "The tracker says how many submarines each group has; which token hides it, only its owner knows. Framed: its place is known to you. Bold frame: to everybody.") : null,
    Object.entries(section("powers")).map(([power, facts]) => h("section", { class: `power${facts.mine ? " mine" : ""}` }, h("h3", {}, badge(power), power, facts.mine ? h("small", {}, "you") : null),
      h("p", { class: "quiet" }, `${facts.treasury} IPC · income ${facts.income} · ${facts.cities} victory cities`, facts.researchers ? ` · ${facts.researchers} researchers` : "", facts.coming ? ` · ${facts.coming} IPC of aid under way` : "", facts.breakthroughs.length ? ` · ${facts.breakthroughs.join(", ").replaceAll("_", " ")}` : ""),
      Object.values(facts.waiting).some(Boolean) ? h("p", { class: "chips" }, facts.stores ? "In store: " : "To place: ", Object.entries(facts.waiting).filter(([, n]) => n).map(([kind, n]) => chip(power, kind, n))) : null,
      facts.tracker ? tracker(power, facts) : null)));
}

/** Whether a seat is connected; guests may be so through the host alone. */
function presence(seat) {
  const { mode, invites } = section("table");
  const others = Object.values(section("seats")).some((one) => !one.you && one.here);
  if (seat.you) return "you";
  if (mode === "replay") return "";
  return seat.here ? "connected to you" : others && !invites?.length ? "not connected to you directly" : "not connected to you";
}

function seats(body) {
  const table = section("table");
  put(body, Object.entries(section("seats")).map(([number, seat]) => h("section", { class: "seat" }, h("h3", {}, h("span", { class: `lamp ${seat.here ? "on" : "off"}` }), seat.name, h("small", { class: seat.you ? "" : "quiet" }, presence(seat))),
    h("p", { class: "chips" }, (seat.powers ?? []).map((p) => [badge(p), h("span", {}, p)])), seat.key ? h("p", { class: "quiet" }, "Key ", h("span", { class: "fingerprint" }, seat.key)) : null,
    Number(number) === table.owing ? h("p", { class: "why" }, seat.you ? "Waiting for you." : `Waiting for ${(table.waiting ?? []).join("; ")}`) : null)),
    table.safety ? h("section", {}, h("h3", {}, "Safety phrase"), h("p", { class: "phrase" }, table.safety), h("p", { class: "quiet" }, "Read it to each other: equal words mean that nobody sits between you.")) : null,
    h("section", {}, h("h3", {}, "The log"), h("p", { class: "quiet" }, `${table.entries === 1 ? "1 entry" : `${table.entries ?? 0} entries, each`} signed and checked by your own node.`), h("p", { class: "buttons" }, h("button", { onclick: keep }, "Save the log"), h("button", { onclick: report }, "Audit now"))),
    invites(table.invites ?? [], Object.values(section("seats"))),
    table.entrance ? h("section", {}, h("h3", {}, "Another game"), h("p", { class: "quiet" }, "This one waits for you on the first page."), h("p", { class: "buttons" }, h("button", { "data-key": "leave", onclick: leave }, "Leave the table…"))) : null,
    (table.notices ?? []).length ? h("details", { "data-key": "notices" }, h("summary", {}, "Notices"), h("pre", { class: "charter" }, table.notices.filter((line) => !line.includes("secret-subs:")).join("\n"))) : null);
}
