// Before the table: the key, a new game, an invite, and games to go on with.

import { $, h, put } from "./dom.js";
import { request } from "./net.js";
import { on, section, store } from "./store.js";
import { refused, toast } from "./toast.js";

const BLANK = { name: null, seat: 0, bots: true, near: true, reach: null, watchers: 0, invite: null, passphrase: "", again: "", words: "", lost: false, back: false };
const MOST = { scenario: 1 << 18, map: 8 << 20 }; // bytes of a file
const unfolded = new Set();
const typed = { ...BLANK };
const reaches = {};

export function setUp() {
  on(["entrance", "table", "board"], draw);
}

function draw() {
  const { mode } = section("table");
  const before = mode === "entrance";
  document.body.dataset.stage = before ? "entrance" : mode === "lobby" ? "lobby" : "game";
  document.body.toggleAttribute("data-board", !before && Boolean(store.board));
  $("entrance").hidden = !before;
  if (!before) return;
  document.title = "Secret Subs";
  document.body.dataset.ready = "yes";
  const seen = section("entrance");
  typed.name ??= seen.name;
  typed.invite ??= seen.invite;
  put($("entrance"), h("div", { class: "halves" },
    h("header", { class: "lead" }, h("h1", {}, "Secret Subs"), h("p", {}, "Axis & Allies with hidden submarines, between people who trust no server.")),
    h("div", {}, seen.fault ? h("p", { class: "why", role: "alert" }, seen.fault) : null, news(seen)),
    h("div", { class: seen.saved.length ? "first" : "" }, saved(seen), key(seen), guest(seen))));
}

/** Ask, and say why it was refused. */
const tell = (type, fields) => request(type, fields).catch(refused);

/** A field of text that this page remembers. */
function field(name, label, attributes = {}) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", { type: "text", "data-key": name, value: typed[name] ?? "", oninput: (event) => { typed[name] = event.target.value; }, ...attributes }));
}

/** The name of the player: the same wherever it is asked for. */
const called = (key, label) => field("name", label, { "data-key": key, maxlength: 40, autocomplete: "nickname", class: "called", oninput: ({ target }) => {
  typed.name = target.value;
  for (const one of $("entrance").querySelectorAll(".called")) if (one !== target) one.value = target.value;
} });

/** Why nobody else can be played with yet; nothing if they can. */
const notYet = (seen) => (seen.words ? "First write your recovery phrase down." : seen.key === "open" ? "" : "Your key comes first: the others know you by it.");

/** Something folded away, which stays as it is when the page is drawn anew. */
const fold = (name, title, ...children) => h("details", { open: unfolded.has(name), ontoggle: (event) => unfolded[event.target.open ? "add" : "delete"](name) }, h("summary", { "data-key": `fold ${name}` }, title), ...children);

const radio = (group, label, on, choose, about) => h("label", { class: `card${on ? " on" : ""}` }, h("input", { type: "radio", name: group, "data-key": `${group} ${label}`, checked: on, onchange: choose }), h("span", {}, h("b", {}, label), about ? h("small", {}, about) : null));

// A new game

function news(seen) {
  const { draft } = seen;
  const seats = draft.seatings[draft.players];
  typed.seat = Math.min(typed.seat, seats.length - 1);
  const change = (fields) => tell("draft", { ...wanted(draft), ...fields });
  return h("section", { class: "sheet" }, h("h2", {}, "A new game"),
    h("h3", {}, "Scenario"),
    h("div", { class: "cards" }, draft.scenarios.map((s) => radio("scenario", s.title, s.name === draft.scenario, () => change({ scenario: s.name, players: 0, options: {} }), s.about)), own()),
    seen.faults.length ? h("div", { class: "why", role: "alert" }, h("b", {}, seen.faults[0]), h("ul", { class: "faults" }, seen.faults.slice(1).map((fault) => h("li", {}, fault)))) : null,
    h("h3", {}, "Players"),
    h("div", { class: "cards" }, radio("bots", "Against bots", typed.bots, () => { typed.bots = true; draw(); }, "begins at once, on this machine"), radio("bots", "Against people", !typed.bots, () => { typed.bots = false; draw(); }, "each at their own machine, invited by a link")),
    Object.keys(draft.seatings).length > 1 ? h("p", { class: "choices", role: "group", "aria-label": "seats" }, Object.keys(draft.seatings).map((n) => h("button", { "aria-pressed": String(Number(n) === draft.players), "data-key": `players ${n}`, onclick: () => change({ players: Number(n) }) }, `${n} seats`))) : null,
    h("h3", {}, "You play"),
    h("div", { class: "cards" }, seats.map((powers, i) => radio("seat", powers.join(", "), i === typed.seat, () => { typed.seat = i; draw(); }, `${draft.sides[powers[0]]}${i === typed.seat ? " · you" : ""}`))),
    called("name", "Your name at the table"),
    typed.bots ? null : reach(seen),
    h("h3", {}, "House rules"),
    h("ul", { class: "rules" }, draft.modules.map((rule) => house(rule, draft, change))),
    draft.rulings.length ? fold("rulings", `Together: ${draft.rulings.length} ${draft.rulings.length === 1 ? "ruling" : "rulings"} in force`, h("ul", {}, draft.rulings.map((r) => h("li", {}, h("b", {}, `${r.of}: `), r.text)))) : null,
    fold("base", "Options of the base game", draft.options.filter((o) => !o.of).map((o) => option(o, draft, change))),
    secrecy(draft, change),
    draft.problem ? h("p", { class: "why", role: "status" }, draft.problem) : null,
    h("p", { class: "buttons begin" }, h("button", { class: "primary", "data-key": "create", disabled: Boolean(draft.problem) || Boolean(!typed.bots && notYet(seen)), onclick: create }, typed.bots ? "Play" : "Open the table"),
      typed.bots ? null : h("small", {}, notYet(seen))));
}

/** A scenario of one's own and its drawn map, from files: the scenario first, so that the map finds it. */
function own() {
  const read = async (event) => {
    const drawn = (file) => file.name.endsWith(".json");
    const files = [...event.target.files].sort((a, b) => drawn(a) - drawn(b));
    event.target.value = "";
    for (const file of files) {
      const most = MOST[drawn(file) ? "map" : "scenario"];
      if (file.size > most) refused(new Error(`${file.name} is larger than ${most / 1024} KiB.`));
      else await (drawn(file) ? opened(file) : tell("open_scenario", { file: file.name.slice(-60), text: await file.text() }));
    }
  };
  return h("label", { class: "card file" }, h("input", { type: "file", accept: ".toml,.json", multiple: true, class: "unseen", "data-key": "own scenario", onchange: read }), h("span", {}, h("b", {}, "Your own…"), h("small", {}, "a scenario (.toml) and, if there is one, its drawn map (.map.json)")));
}

async function opened(file) {
  try {
    const { scenarios } = await request("open_map", { file: file.name.slice(-60), text: await file.text() });
    toast(scenarios.length ? `The map is kept. It shows ${scenarios.join(", ")}.` : "The map is kept, for boards with just its spaces; no scenario above has them.");
  } catch (error) { refused(error); }
}

/** The draft as it is said back, with what differs from its default. */
const wanted = (draft) => ({
  scenario: draft.scenario, players: draft.players, rounds: draft.rounds, secrecy: draft.secrecy, dice: draft.dice, windows: draft.windows,
  modules: draft.modules.filter((m) => m.on).map((m) => m.id),
  options: Object.fromEntries(draft.options.filter((o) => o.value !== o.default).map((o) => [o.name, o.value])),
});

function house(rule, draft, change) {
  const own = draft.options.filter((o) => o.of === rule.id);
  const toggled = () => {
    const { modules, options } = wanted(draft);
    const kept = Object.fromEntries(Object.entries(options).filter(([name]) => !own.some((o) => o.name === name)));
    change({ modules: rule.on ? modules.filter((id) => id !== rule.id) : [...modules, rule.id], options: kept });
  };
  return h("li", { class: rule.why ? "shut" : "" },
    h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `rule ${rule.id}`, checked: rule.on, disabled: Boolean(rule.why), onchange: toggled }), h("span", {}, h("b", {}, rule.name), h("small", {}, rule.about))),
    rule.why ? h("small", { class: "reason" }, rule.why) : null,
    rule.on && own.length ? fold(rule.id, `${own.length} ${own.length === 1 ? "option" : "options"}`, own.map((o) => option(o, draft, change))) : null);
}

function option(o, draft, change) {
  const set = (value) => change({ options: { ...wanted(draft).options, [o.name]: value } });
  const common = { "data-key": `option ${o.name}`, "aria-label": o.name };
  const control = o.values.length > 12
    ? h("input", { type: "number", min: o.values[0], max: o.values.at(-1), value: o.value, onchange: (event) => set(event.target.value), ...common })
    : h("select", { onchange: (event) => set(event.target.value), ...common }, o.values.map((v) => h("option", { value: v, selected: v === o.value }, v.replaceAll("_", " "))));
  return h("p", { class: "option" }, h("span", {}, h("b", {}, o.name.replaceAll("_", " ")), h("small", {}, o.text)), control);
}

function secrecy(draft, change) {
  const pick = (name, value, label, about) => radio(name, label, draft[name] === value, () => change({ [name]: value }), about);
  return fold("secrecy", "Secrecy, dice, windows, length",
    h("div", { class: "cards" }, pick("secrecy", "proved", "Proved at once", "claims about hidden groups are proved as they are made"), pick("secrecy", "hashed", "Shown at the end", "smaller and quicker; a false claim comes out after the game")),
    h("div", { class: "cards" }, pick("dice", "sides", "Dice of both sides", "one seat of each side adds to every roll"), pick("dice", "all", "Dice of all seats", "every seat adds to every roll, and is waited for")),
    h("div", { class: "cards" }, pick("windows", "asked", "Windows asked for", "everybody may shuffle at the end of moves and turns"), pick("windows", "waived", "Windows waived", "nobody is waited for; for games by correspondence")),
    h("label", { class: "field" }, h("span", {}, "Ends after this many rounds (0: as the scenario says)"), h("input", { type: "number", min: 0, max: 999, "data-key": "rounds", value: draft.rounds, onchange: (event) => change({ rounds: Number(event.target.value) }) })));
}

/** Where others find this machine. */
function reach(seen) {
  typed.reach ??= seen.reach;
  return h("div", {}, h("h3", {}, "The others come"), h("div", { class: "cards" },
    radio("near", "On this machine", typed.near, () => { typed.near = true; draw(); }, "to try it out: all players here"),
    radio("near", "From other machines", !typed.near, () => { typed.near = false; draw(); }, "your address must be reachable for them")),
    typed.near ? null : [field("reach", "Your address for them, as HOST:PORT", { spellcheck: "false" }),
      h("small", {}, "In your own network this is right as it stands. Beyond a router, write the router's address, and let it pass the port on to this machine. Where no port can be opened, let another player host: it is enough that one of you can be reached.")],
    h("label", { class: "field" }, h("span", {}, "Places for watchers"), h("input", { type: "number", min: 0, max: 16, "data-key": "watchers", value: typed.watchers, oninput: (event) => { typed.watchers = Number(event.target.value); } })));
}

const here = () => (typed.near ? "" : (typed.reach ?? ""));

function create() {
  if (!typed.name.trim() && !typed.bots) {
    $("entrance").querySelector('[data-key="name"]').focus();
    return refused(new Error("The others must know you by a name: write yours."));
  }
  return tell("create", { name: typed.name.trim() || "Player", seat: typed.seat, bots: typed.bots, reach: here(), watchers: Number(typed.watchers) || 0 });
}

// The key

function key(seen) {
  if (seen.words) return h("section", { class: "sheet" }, h("h2", {}, "Your recovery phrase"), h("p", { class: "phrase" }, seen.words), h("p", { class: "quiet" }, "It is shown this once. Write it down and keep it where no machine reads it: with it you get your games back when this machine is lost, and anybody else who has it plays as you."),
    h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "written", onclick: () => tell("wrote_down") }, "I have written it down")));
  if (seen.key === "open") return h("section", { class: "sheet" }, h("h2", {}, "Your key is open"), h("p", { class: "quiet" }, "Other players know you by ", h("span", { class: "fingerprint" }, seen.fingerprint)));
  const made = seen.key === "none";
  const lost = made && typed.lost;
  const send = (event) => {
    event.preventDefault();
    if (made && typed.passphrase !== typed.again) return refused(new Error("The two passphrases differ: type the same one twice."));
    const { passphrase, words } = typed;
    const [type, fields] = lost ? ["restore_key", { words, passphrase }] : [made ? "make_key" : "unlock", { passphrase }];
    return request(type, fields).then(() => { typed.back ||= lost; typed.passphrase = typed.again = typed.words = ""; draw(); }, refused);
  };
  const title = lost ? "Bring your key back" : made ? "To play against people: make your key" : "To play against people: open your key";
  const about = lost ? "Your recovery phrase makes the same key again. Then paste any link to a table below: its other players give the game back." : made ? "It signs what you do, so that nobody else can. It stays on this machine, sealed under a passphrase." : `The key of ${seen.fingerprint}.`;
  return h("section", { class: "sheet" }, h("h2", {}, title), h("p", { class: "quiet" }, about),
    h("form", { onsubmit: send }, lost ? field("words", "Recovery phrase", { autocomplete: "off", spellcheck: "false" }) : null,
      field("passphrase", made ? "A passphrase for this machine" : "Passphrase", { type: "password", autocomplete: made ? "new-password" : "current-password" }), made ? field("again", "The same again", { type: "password", autocomplete: "new-password" }) : null,
      h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "key" }, lost ? "Bring it back" : made ? "Make the key" : "Open the key"),
        made ? h("button", { type: "button", class: "inline", "data-key": "lost", onclick: () => { typed.lost = !lost; draw(); } }, lost ? "I have none yet" : "I have a recovery phrase") : null)));
}

// Somebody else's table

function guest(seen) {
  const send = (event) => {
    event.preventDefault();
    return tell("enter", { invite: typed.invite, name: typed.name.trim(), back: typed.back });
  };
  return h("section", { class: "sheet" }, h("h2", {}, "Invited?"),
    h("form", { onsubmit: send }, field("invite", "The link, as the host sent it", { spellcheck: "false", autocomplete: "off" }), called("guest", "Your name at the table; who only watches needs none"),
      h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": "back", checked: typed.back, onchange: (event) => { typed.back = event.target.checked; } }), h("span", {}, h("small", {}, "I have sat there before, on a machine that is lost: bring my game back"))),
      h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "enter", disabled: Boolean(notYet(seen)) }, "Sit down"), h("small", {}, notYet(seen)))));
}

/** Who plays, and as what. */
function among({ seats, watched, bots }) {
  const [you, ...others] = seats;
  if (!you) return bots ? "against bots" : "";
  if (watched) return `you watch ${seats.map(([name]) => name).join(", ")}`;
  return `${you[1].join(", ")} · ${bots ? "against" : "with"} ${others.length ? others.map(([name]) => name).join(", ") : "whoever comes"}`;
}

/** Remove a game that nobody else counts on, once more asked. */
function forget(game) {
  const dialog = $("dialog");
  put(dialog, h("h3", {}, "Forget this game?"), h("p", {}, `${game.title || "A table"}: ${among(game)}. It is removed from this machine for good.`),
    h("p", { class: "buttons" }, h("button", { onclick: () => dialog.close() }, "Keep it"), h("button", { class: "danger", "data-key": "forget now", onclick: () => { dialog.close(); tell("forget", { game: game.id }); } }, "Forget it")));
  dialog.showModal();
}

function saved(seen) {
  if (!seen.saved.length) return null;
  return h("section", { class: "sheet" }, h("h2", {}, "Go on with"), h("ul", { class: "saves" }, seen.saved.map((game) => {
    const what = game.open ? "open in another window or terminal" : game.entries === null ? "not begun: waits for players" : `${game.over ? "over, after " : ""}${game.entries} ${game.entries === 1 ? "entry" : "entries"}`;
    const shut = game.open || (!game.bots && seen.key !== "open");
    const hosted = game.hosted && !game.bots;
    return h("li", {}, h("span", {}, h("b", {}, game.title || "A table"), h("small", {}, among(game)), h("small", {}, `${what} · ${new Date(game.touched * 1000).toLocaleString()}`)),
      game.forgettable ? h("button", { class: "quiet", "data-key": `forget ${game.id}`, title: "Forget this game", "aria-label": `forget ${game.title || "this table"}`, onclick: () => forget(game) }, "✕") : null,
      h("button", { "data-key": `resume ${game.id}`, disabled: shut, onclick: () => tell("resume", { game: game.id, reach: hosted ? (reaches[game.id] ?? game.address) : "" }) }, game.over ? "Look at it" : "Go on"),
      hosted && !shut && !game.over ? fold(`found ${game.id}`, `Others find you at ${reaches[game.id] ?? (game.address || "a port of this machine")}`, h("label", { class: "field" }, h("span", {}, "As HOST:PORT"), h("input", { type: "text", spellcheck: "false", "data-key": `reach ${game.id}`, value: reaches[game.id] ?? game.address, oninput: (event) => { reaches[game.id] = event.target.value; } }))) : null);
  })), seen.saved.some((game) => !game.bots) && seen.key === "sealed" ? h("p", { class: "quiet" }, "Games against people open with your key.") : null);
}
