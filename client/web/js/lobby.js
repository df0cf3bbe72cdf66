// Before the game: who has come, whom to invite, and what all are about to agree to.

import { $, h, put, s } from "./dom.js";
import { request } from "./net.js";
import { section, store } from "./store.js";
import { refused, toast } from "./toast.js";
import { badge } from "./units.js";

/** What the dock shows until the game begins. */
export function lobby() {
  const table = section("table");
  const seats = Object.values(section("seats"));
  return table.to_sign ? charter(seats) : waiting(table, seats);
}

function charter(seats) {
  const consent = (agreed) => request("consent", { agreed }).catch(refused);
  return [h("h2", {}, "Sign this charter?"),
    h("p", { class: "quiet" }, "It binds all who sign it. On the map is how the game begins."),
    people(seats), safety(), agreed(),
    h("div", { class: "foot" }, h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "sign", onclick: () => consent(true) }, "Sign and play"), h("button", { onclick: () => consent(false) }, "Leave")))];
}

/** Words that are the same for all who are about to sign the same. */
function safety() {
  return h("section", { class: "terms" }, h("h3", {}, "Safety phrase"), h("p", { class: "phrase" }, section("agreement").safety), h("p", { class: "quiet" }, "Read it to each other, by telephone perhaps: equal words mean that nobody sits between you."));
}

function waiting(table, seats) {
  const free = seats.filter((seat) => !seat.here).length;
  const words = free ? `The table waits for ${free === 1 ? "one player" : `${free} players`}` : store.board ? "Waiting until all have signed the charter" : "The table waits for its players";
  return [h("h2", {}, words), arrival(table), people(seats), section("agreement").safety ? safety() : null, invites(table.invites ?? [], seats), agreed(),
    table.entrance ? h("p", { class: "buttons" }, h("button", { "data-key": "leave", onclick: leave }, "Leave the table…")) : null];
}

/** How a guest stands with the host: who is not reached, or not let in, can do something about it. */
function arrival({ unreached, refused }) {
  const why = (words) => h("p", { class: "why" }, words);
  if (unreached) return why(`The host is not reached: ${unreached}. It is called again and again; this page can stay open, or the game be left and gone on with later.`);
  if (store.board) return null;
  if (refused) return why(`Not let in: ${refused}. Leave the table, and sit down once more, as somebody else or to bring a lost game back: the link is still on the first page.`);
  return h("p", { class: "quiet" }, "The board and the charter come when every seat is taken.");
}

/** Go back to the first page, once more asked. */
export function leave() {
  const dialog = $("dialog");
  const { mode, staged } = section("table");
  put(dialog, h("h3", {}, "Leave the table?"), h("p", {}, mode === "lobby" ? "It waits on the first page. While you are away nobody can come in through you." : "The game waits on the first page. The others see that you are away."), staged?.length ? h("p", { class: "why" }, "What is not sent yet is lost.") : null,
    h("p", { class: "buttons" }, h("button", { onclick: () => dialog.close() }, "Stay"), h("button", { class: "primary", "data-key": "leave now", onclick: () => { dialog.close(); request("leave").catch(refused); } }, "Leave")));
  dialog.showModal();
}

/** Who sits where. */
function people(seats) {
  return h("ul", { class: "lobby" }, seats.map((seat) => h("li", { class: seat.here ? "taken" : "" },
    h("span", { class: `lamp ${seat.here ? "on" : ""}`, title: seat.here ? "is here" : "not yet here" }),
    h("span", { class: "who" }, h("b", {}, seat.name ?? "free"), seat.you ? h("small", {}, " you") : null, seat.key ? h("small", { class: "key" }, seat.key) : null),
    h("span", { class: "chips" }, (seat.powers ?? []).map((power) => [store.board ? badge(power) : null, h("small", {}, power)])))));
}

/** Links for who is still missing, then the way back for who has come. */
export function invites(all, seats) {
  const seat = (invite) => seats.find((one) => (one.powers ?? []).join(", ") === invite.who);
  const back = (invite) => invite === all.at(-1);
  const open = all.filter((invite) => !seat(invite)?.here && !back(invite));
  if (!all.length) return null;
  return h("section", { class: "terms" }, h("h3", {}, "Invites"),
    open.length ? h("p", { class: "quiet" }, "Send each of these to one person; it belongs to the first who uses it.") : null, open.map((invite) => link(invite, invite.who)),
    h("details", {}, h("summary", { "data-key": "way back" }, "If a player loses a machine"), h("p", { class: "quiet" }, "This link has no seat in it; with their recovery phrase it brings the game back."), all.filter(back).map((invite) => link(invite, "The way back"))));
}

const link = (invite, title) => h("div", { class: "invite" }, h("b", {}, title),
  h("input", { readonly: true, value: invite.link, "aria-label": `invite: ${title}`, onfocus: (event) => event.target.select() }),
  h("button", { onclick: () => navigator.clipboard.writeText(invite.link).then(() => toast("Copied."), refused) }, "Copy"),
  h("button", { "aria-label": `QR code: ${title}`, onclick: () => code(invite, title) }, "QR"));

/** What is played, by which rules, and what is trusted to whom. */
function agreed() {
  const { title, edition, winning, rules, options, rulings, trust, text } = section("agreement");
  if (!title) return null;
  return [h("section", { class: "terms" }, h("h3", {}, title), h("p", { class: "quiet" }, `by the rules of the ${edition} edition`), h("ul", {}, winning.map((words) => h("li", {}, words.replace("(*)", "★"))))),
    h("section", { class: "terms" }, h("h3", {}, "House rules"), rules.length ? h("ul", {}, rules.map((rule) => h("li", {}, h("b", {}, rule.name), `: ${rule.about}`))) : h("p", { class: "quiet" }, "none"),
      options.length ? [h("h4", {}, "Not as usual"), h("ul", {}, options.map((o) => h("li", {}, h("b", {}, `${o.name.replaceAll("_", " ")}: ${o.value.replaceAll("_", " ")}`), ` instead of ${o.usual.replaceAll("_", " ")}. ${o.text}`)))] : null,
      rulings.length ? [h("h4", {}, "Together"), h("ul", {}, rulings.map((r) => h("li", {}, h("b", {}, `${r.of}: `), r.text)))] : null),
    h("section", { class: "terms" }, h("h3", {}, "Secrets and dice"), h("ul", {}, trust.map((words) => h("li", {}, words)))),
    text ? h("details", {}, h("summary", { "data-key": "charter" }, "The charter, word for word"), h("pre", { class: "charter" }, text)) : null];
}

/** An invite to be photographed. */
function code(invite, title) {
  const dialog = $("dialog");
  put(dialog, h("h3", {}, title), s("svg", { class: "qr", viewBox: `0 0 ${invite.size} ${invite.size}`, role: "img", "aria-label": "QR code of the invite" }, s("rect", { width: invite.size, height: invite.size, fill: "#fff" }), s("path", { d: invite.qr, fill: "#000" })),
    h("p", { class: "buttons" }, h("button", { class: "primary", onclick: () => dialog.close() }, "Close")));
  dialog.showModal();
}
