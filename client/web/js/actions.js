// The dock: what is asked of the player, and the control that answers it.

import { $, h, put } from "./dom.js";
import { request } from "./net.js";
import { ask, on, section, store } from "./store.js";
import { reveal } from "./map.js";
import { report } from "./report.js";
import { refused, toast } from "./toast.js";
import * as choices from "./choices.js";
import * as combat from "./combat.js";
import { shot } from "./battle.js";
import { declare } from "./declare.js";
import * as economy from "./economy.js";
import * as losses from "./losses.js";
import { idle, seen } from "./idle.js";
import { leave, lobby } from "./lobby.js";
import * as movement from "./movement.js";
import { about, expected } from "./pieces.js";
import * as subs from "./subs.js";
import * as warfare from "./warfare.js";
import { badge } from "./units.js";

const FORMS = {
  purchase: economy.purchase,
  mobilize: economy.mobilize,
  orders: movement.dock,
  casualties: combat.casualties,
  sides: combat.sides,
  groups: combat.groups,
  opening: subs.open,
  place_subs: subs.placing,
  declare,
  pick: choices.pick,
  assign: choices.assign,
  share: choices.share,
  menu,
  window: pass,
};

export function setUp() {
  on(["ask", "table", "board", "turn", "seats", "log"], draw);
}

/** Answer; `then` once it is taken. */
export async function act(gesture, then = () => {}) {
  try {
    const { words } = await request("answer", { gesture });
    if (words && gesture.do !== "done") toast(words);
    then();
  } catch (error) {
    refused(error);
  }
}

const tell = (type, fields) => request(type, fields).catch(refused);

let drawn = "";

/** Drawn anew only if something here has changed, so that nothing moves away under a finger. */
function draw(changed) {
  const table = section("table");
  const dock = $("dock");
  if (table.mode === "lobby") return put(dock, lobby());
  if (!store.board) return;
  const asked = ask();
  const { outcome, waived } = section("turn");
  const now = JSON.stringify([asked, outcome, waived, table.fraud, table.declined, table.can_send, table.staged, table.waiting, table.waive, asked.kind ? null : seen()]);
  if (now === drawn && !changed.includes("board")) return;
  drawn = now;
  const body = h("div", { class: "body" });
  dock.classList.toggle("yours", Boolean(asked.kind));
  put(dock,
    table.fraud ? h("p", { class: "bad" }, "FRAUD: somebody signed two stories. The game stops here; the evidence is in the log.") : null,
    outcome ? h("p", { class: "outcome" }, h("b", {}, outcome.winner ? `${outcome.winner} wins` : "Nobody wins"), `: ${outcome.why}`, h("span", { class: "buttons" }, h("button", { class: "primary", "data-key": "report", onclick: report }, "Report and audit"), table.entrance ? h("button", { "data-key": "done here", onclick: leave }, "Leave the table…") : null)) : null,
    table.declined ? h("p", { class: "why" }, `Not sent: ${table.declined}`) : null,
    asked.kind ? h("h2", {}, badge(asked.power), h("span", {}, unbroken(asked.asks))) : outcome && !table.can_send ? null : h("h2", { class: "quiet" }, table.can_send ? "Nothing more can be decided before this is sent." : waiting(table)),
    asked.kind || table.can_send ? null : idle(),
    body,
    asked.actions ? subs.actions(act) : null,
    asked.actions ? warfare.actions(act) : null,
    staged(table),
    extras(table, asked));
  store.offered = new Set();
  if (!["pick", "assign", "share"].includes(asked.kind)) choices.clear();
  if (asked.kind !== "casualties") losses.clear();
  if (asked.kind) FORMS[asked.kind](body, act);
}

/** A question with the number of its rule in one piece. */
const unbroken = (words) => words.split(/(\([A-Z]{2}-[^)]*\))/).map((part) => (part.startsWith("(") ? h("span", { class: "number" }, part) : part));

function waiting(table) {
  if (!table.waiting?.length) return section("turn").outcome ? "The game is over." : "";
  return `${table.at < table.last ? "Next:" : "Waiting for"} ${table.waiting.join("; ")}`;
}

function staged(table) {
  if (!table.staged?.length) return null;
  return h("div", { class: "staged" }, h("p", { class: "buttons" }, h("b", {}, "Not sent yet"), h("button", { id: "undo", "data-key": "undo", title: "take back the last of these", onclick: () => tell("undo") }, "Undo"), h("button", { "data-key": "send", title: "send them now, and go on", onclick: () => tell("send") }, "Send")),
    h("ol", {}, table.staged.map((words) => h("li", {}, words))));
}

function extras(table, asked) {
  if (table.mode !== "play" || section("turn").outcome) return null;
  const waived = table.waive ?? (section("turn").waived ?? []).includes(table.seat);
  return h("p", { class: "extras" },
    h("label", { class: "switch", title: `SS-4.0: without windows nobody waits for you at the end of Combat moves and turns${table.waive === null ? "" : "; from your next answer on"}` }, h("input", { type: "checkbox", checked: !waived, onchange: (event) => tell("waive", { waived: !event.target.checked }) }), "windows"),
    h("button", { title: "Ask for a window at the next boundary", onclick: () => request("hand").then(() => toast("Your hand is raised."), refused) }, "Raise a hand"),
    asked.kind ? h("button", { onclick: resign }, "Resign…") : null);
}

function resign() {
  const dialog = $("dialog");
  put(dialog, h("h3", {}, "Give the game up?"), h("p", {}, "Your side loses at once, and the log says so."), h("p", { class: "buttons" },
    h("button", { onclick: () => dialog.close() }, "Go on playing"), h("button", { class: "danger", onclick: () => { dialog.close(); tell("resign"); } }, "Resign")));
  dialog.showModal();
}

// Small forms

/** The battle that the player goes on with unasked, as long as it goes well. */
let pressing = null;
const LIKELY = 75; // percent to win from which on that is offered, and done

function menu(body, send) {
  const asked = ask();
  const option = (number) => send({ do: "option", number });
  const well = asked.name === "Retreat" && asked.win >= LIKELY;
  if (asked.name === "NextBattle") pressing = null;
  if (well && pressing === asked.space) {
    option(0);
    return;
  }
  put(body, about(asked), asked.hint ? h("p", {}, asked.hint) : null, (asked.shots ?? []).map((each) => shot(each)),
    h("ul", { class: "menu" }, asked.options.map((words, number) => h("li", {}, h("button", { "data-key": `option ${number}`, onpointerenter: () => asked.spaces[number] && reveal(asked.spaces[number]), class: number === 0 && (asked.options.length === 1 || asked.name === "Retreat") ? "primary" : "", onclick: () => option(number) }, words, chance(asked, number)))),
      well ? h("li", {}, h("button", { "data-key": "press on", onclick: () => { pressing = asked.space; option(0); } }, `Go on unasked while the chance to win is ${LIKELY} % or more`)) : null),
    asked.more ? h("p", { class: "why" }, "There are more legal answers than are listed here.") : null);
}

/** How a battle that may come next would go. */
function chance(asked, number) {
  const words = asked.name === "NextBattle" ? expected(asked.spaces[number]) : null;
  return words ? h("small", {}, ` ${words}`) : null;
}

function pass(body, send) {
  const { shuffle = {}, reorganize = [] } = ask().actions ?? {};
  const may = [Object.keys(shuffle).length ? "shuffle" : null, reorganize.length ? "reorganize" : null].filter(Boolean).join(" and ");
  put(body, h("p", {}, may ? `You may ${may} below, once in every zone, then pass.` : "There is nothing more to do here."), h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "pass", onclick: () => send({ do: "done" }) }, "Pass")));
}
