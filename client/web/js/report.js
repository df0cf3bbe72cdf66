// The report: how the game stands or ended, and the audit's verdict, as a page to keep or send.

import { $, h, put } from "./dom.js";
import { request } from "./net.js";
import { section, store } from "./store.js";
import { refused, toast } from "./toast.js";
import { badge } from "./units.js";

const STATUS = {
  open: "The game goes on: judged is all that was played so far.",
  complete: "The game is over, and every seat has signed its end.",
  closed: "The game is over; not every seat has signed its end yet, or something of it is still to be proved.",
};

/** Save something that was made on this page as a file. */
function save(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const bytes = ({ file }) => Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));

/** Save the log. */
export async function keep() {
  try {
    const log = await request("keep");
    save(log.name, [bytes(log)], "application/octet-stream");
  } catch (error) { refused(error); }
}

/** Audit the log, and show the report. */
export async function report() {
  const dialog = $("dialog");
  dialog.classList.add("wide");
  dialog.onclose = () => dialog.classList.remove("wide");
  put(dialog, h("h3", {}, "Auditing…"), h("p", { class: "quiet" }, "The log is replayed from its first entry, as a stranger would who has nothing else."));
  dialog.showModal();
  try {
    const log = await request("keep");
    const { report: verdict, text } = await request("report");
    const sha = await digest(bytes(log));
    const page = written(verdict, sha, text);
    put(dialog, page, h("p", { class: "buttons" },
      h("button", { class: "primary", "data-key": "save report", onclick: () => save("report.html", [whole(page)], "text/html") }, "Save this page"),
      h("button", { onclick: () => save(log.name, [bytes(log)], "application/octet-stream") }, "Save the log"),
      h("button", { onclick: () => save("audit.json", [JSON.stringify(verdict, null, 2)], "application/json") }, "Verdict as JSON"),
      h("button", { "data-key": "copy report", onclick: () => navigator.clipboard.writeText(inWords(verdict, sha)).then(() => toast("Copied."), refused) }, "Copy in words"),
      h("button", { onclick: () => dialog.close() }, "Close")));
    dialog.scrollTop = 0;
  } catch (error) { dialog.close(); refused(error); }
}

/** The same in a few lines, to be sent with the log. */
function inWords(verdict, sha) {
  const { outcome, round } = section("turn");
  const players = Object.values(section("seats")).map((seat) => `${seat.name} (${(seat.powers ?? []).join(", ")})`);
  return [
    `${store.board.title}: ${players.join(", ")}`,
    outcome ? `${outcome.winner ? `${outcome.winner} won` : "Nobody won"}: ${outcome.why}` : `Round ${round}, not yet over`,
    verdict.verified ? `Verified: ${verdict.entries} signed entries. ${STATUS[verdict.status] ?? ""}` : "Refused: the log is not what was signed.",
    `Game ${verdict.game}`, `SHA-256 of this copy of the log ${sha}`, "Check it yourself: secret-subs audit game.sslog", "",
  ].join("\n");
}

async function digest(log) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", log))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A page that shows the same without this program. */
function whole(page) {
  const sheet = [...document.styleSheets].find((one) => one.href?.endsWith("/report.css"));
  const style = [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join("\n");
  return `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Secret Subs: report</title>\n<style>body { margin: 0; background: light-dark(#f7f5ef, #12181f); color-scheme: light dark; }\n${style}</style></head>\n<body>${page.outerHTML}</body>\n</html>\n`;
}

function written(verdict, sha, text) {
  const outcome = section("turn").outcome;
  return h("article", { class: "report" },
    h("header", {}, h("p", { class: "maker" }, "Secret Subs"), h("h1", {}, store.board.title), h("p", {}, outcome ? h("b", {}, outcome.winner ? `${outcome.winner} won` : "Nobody won") : h("b", {}, `Round ${section("turn").round}`), outcome ? `: ${outcome.why}` : ", not yet over")),
    judged(verdict),
    figures(verdict),
    h("h2", {}, "Seats"), seats(verdict),
    h("h2", {}, "Powers"), powers(),
    battles(),
    h("h2", {}, "To check this yourself"),
    h("p", {}, "Whoever has the log needs to trust nobody, this page included:"),
    h("pre", {}, "secret-subs audit game.sslog"),
    h("dl", {}, [["Game", verdict.game], ["Safety phrase", section("table").safety], ["SHA-256 of this copy", sha]].map(([name, value]) => [h("dt", {}, name), h("dd", {}, value ?? "")])),
    h("details", {}, h("summary", {}, "The audit, word for word"), h("pre", {}, text)));
}

function judged(verdict) {
  const { fault, status, win_verified: won, winner } = verdict;
  if (!verdict.verified) {
    return h("section", { class: "verdict refused" }, h("b", {}, "✘ Refused"), h("p", {}, fault ? `Entry ${fault.entry ?? "?"}, ${fault.rule}: ${fault.reason ?? fault.code}` : "The log is not what was signed."),
      fault?.culprit ? h("p", {}, "At fault: ", h("b", {}, String(fault.culprit))) : null);
  }
  return h("section", { class: "verdict verified" }, h("b", {}, "✔ Verified"), h("p", {}, `Every one of the ${verdict.entries} entries is signed by its author, follows the one before it and keeps the rules. ${STATUS[status] ?? ""}`),
    winner && won === false ? h("p", {}, "Who won stands only when the remaining claims are proved.") : null,
    verdict.waiting_for.length ? h("p", {}, `Waited for: ${verdict.waiting_for.join("; ")}.`) : null);
}

function figures(verdict) {
  const { claims, statistics } = verdict;
  const lines = Object.values(section("log"));
  const count = (kind) => lines.filter((line) => line.kind === kind).length;
  const dice = statistics.dice.map((one) => `${one.dice} dice of ${one.sides}`).join(", ");
  const fair = statistics.dice.map((one) => `p = ${one.p === null || one.p === undefined ? "–" : one.p.toFixed(2)}`).join(", ");
  return h("ul", { class: "figures" }, [
    [section("turn").round, "rounds"], [verdict.entries, "signed entries"], [count("battle_opened"), "battles"], [count("tokens_revealed"), "times tokens were turned up"],
    [claims.proved, "claims proved"], [claims.disclosed, "claims disclosed"], [claims.open, "claims open"], [statistics.rolls, `joint rolls: ${dice || "no dice"}${dice ? `; ${fair}` : ""}`],
  ].map(([number, words]) => h("li", {}, h("b", {}, String(number)), h("span", {}, words))));
}

function seats(verdict) {
  return h("table", {}, h("thead", {}, h("tr", {}, ["Player", "Powers", "Key", "Last signed entry"].map((head) => h("th", {}, head)))),
    h("tbody", {}, Object.values(section("seats")).map((seat, i) => h("tr", {}, h("td", {}, seat.name), h("td", {}, seat.powers.join(", ")), h("td", { class: "key" }, seat.key), h("td", { class: "number" }, String(verdict.endorsed[i] ?? "none"))))));
}

/** Every battle and how it ended, in order. */
function battles() {
  const ends = [];
  let when = "";
  for (const line of Object.values(section("log"))) {
    if (line.kind === "turn_began") when = line.text.replaceAll("─", "").trim();
    if (line.kind === "battle_over") ends.push([when, ...line.text.trim().split(" over: ")]);
  }
  if (!ends.length) return null;
  const named = (title) => title[0].toUpperCase() + title.slice(1);
  return [h("h2", {}, "Battles"), h("table", {}, h("tbody", {}, ends.map(([turn, title, end]) => h("tr", {}, h("td", { class: "quiet" }, turn), h("td", {}, named(title)), h("td", {}, end ?? "")))))];
}

function powers() {
  const units = (power) => Object.values(section("spaces")).reduce((sum, here) => sum + here.stacks.reduce((n, stack) => n + (stack.power === power && stack.kind !== "complex" ? stack.ids.length : 0), 0), 0);
  const submarines = (facts) => (facts.tracker ? facts.tracker.sizes.reduce((a, b) => a + b, 0) : null);
  const hidden = store.board.hidden;
  return h("table", {}, h("thead", {}, h("tr", {}, ["Power", "Side", "IPC", "Income", "Victory cities", "Units", ...(hidden ? ["Submarines"] : [])].map((head) => h("th", {}, head)))),
    h("tbody", {}, Object.entries(section("powers")).map(([power, facts]) => h("tr", {}, h("td", {}, badge(power), power), h("td", {}, store.board.powers[power].side),
      [facts.treasury, facts.income, facts.cities, units(power), ...(hidden ? [submarines(facts) ?? 0] : [])].map((number) => h("td", { class: "number" }, String(number)))))));
}
