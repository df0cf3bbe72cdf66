// The page of a whole game that is sent round: it has everything inside and asks for nothing.

/** @import { GameReport, ReportSpace, ReportToken } from "../schema.js" */

const SVG = "http://www.w3.org/2000/svg";
const NARROW = 720; // pixels, of a window in which the whole map would be too small to read

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {GameReport} */
const game = JSON.parse($("data").textContent ?? "");

/** @type {{ at: number, eyes: "all" | "truth" | number, chosen: string, timer: ReturnType<typeof setInterval> | undefined }} */
const state = { at: game.frames.length - 1, eyes: "all", chosen: "", timer: undefined };
if (game.seats.some(({ open }) => open)) state.eyes = "truth";

/** Every moment's spaces; each has only those that have changed. */
const moments = game.frames.map(({ spaces }) => spaces);

/**
 * The spaces as they are after a moment.
 *
 * @param {number} at
 * @returns {Record<string, ReportSpace>}
 */
const after = (at) => Object.assign({}, ...moments.slice(0, at + 1));

/**
 * @param {string} name
 * @param {Readonly<Record<string, string | number>>} [attributes]
 * @param {readonly (Node | string)[]} [inside]
 */
function drawn(name, attributes = {}, inside = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
}

/**
 * @param {string} name
 * @param {readonly (Node | string)[]} inside
 * @param {string} [kind]
 */
function made(name, inside, kind = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

/**
 * Black or white, whichever is read more easily on a colour.
 *
 * @param {string} hex
 */
function ink(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#10151c" : "#ffffff";
}

/**
 * Submarines that a token holds, as far as who looks can know: of one that can only be a decoy, too.
 *
 * @param {ReportToken} token
 */
function submarines({ power, known, held, decoy }) {
  const told = known ?? (decoy === 100 ? 0 : null);
  if (state.eyes === "all") return told;
  const sees = state.eyes === "truth" || game.seats[state.eyes].powers.includes(power);
  return sees ? (held ?? told) : told;
}

/** @param {ReportToken} token */
function tokenSign(token) {
  const number = submarines(token);
  return number === null ? "?" : number === 0 ? "×" : String(number);
}

/** @param {ReportToken} token */
function tokenWords(token) {
  const number = submarines(token);
  const believed =
    token.known === null && token.decoy !== null
      ? `; for all that everybody knew, a decoy with ${token.decoy} %`
      : "";
  const holds =
    number === null
      ? "hidden"
      : number === 0
        ? "a decoy"
        : `${number} ${number === 1 ? "submarine" : "submarines"}`;
  return `${token.power}, token #${token.id}: ${holds}${token.known === null ? believed : ", known to all"}`;
}

const svg = /** @type {SVGSVGElement} */ ($("map").querySelector("svg"));

/** @type {Map<string, SVGElement>} */
const paths = new Map();

/** Chips of units and tokens, drawn anew at every moment. */
const chips = drawn("g");

function drawMap() {
  svg.setAttribute("viewBox", `0 0 ${game.map.width} ${game.map.height}`);
  if (game.map.scenery) svg.append(drawn("path", { d: game.map.scenery, class: "scenery" }));
  const spaces = Object.entries(game.map.spaces);
  const zonesFirst = [...spaces].sort(([, a], [, b]) => b.kind.localeCompare(a.kind));
  for (const [name, { kind, path }] of zonesFirst) {
    const shape = drawn("path", { d: path, class: kind }, [drawn("title", {}, [name])]);
    shape.addEventListener("click", () => choose(name));
    paths.set(name, shape);
    svg.append(shape);
  }
  svg.append(chips);
}

/**
 * What stands in a space: a box for each power's units, a circle for each token.
 *
 * @param {string} name
 * @param {ReportSpace} space
 */
function chipsOf(name, { units, tokens }) {
  const [x, y, radius] = game.map.spaces[name].anchor;
  const size = Math.min(game.map.width / 70, Math.max(game.map.width / 105, radius * 0.7));
  const totals = new Map();
  for (const { power, count } of units) totals.set(power, (totals.get(power) ?? 0) + count);
  const boxes = [
    ...[...totals].map(([power, count]) => ({ power, words: String(count), round: false })),
    ...tokens.map((token) => ({ power: token.power, words: tokenSign(token), round: true })),
  ];
  const row = Math.max(1, Math.ceil(Math.sqrt(boxes.length)));
  return boxes.map(({ power, words, round }, i) => {
    const { colour, letter } = game.powers[power];
    const sign = `${letter}${words}`;
    const wide = size * (0.5 + 0.55 * sign.length);
    const left = x + ((i % row) - (Math.min(row, boxes.length) - 1) / 2) * size * 2;
    const top = y + (Math.floor(i / row) - (Math.ceil(boxes.length / row) - 1) / 2) * size * 1.2;
    const box = { x: left - wide / 2, y: top - size / 2, width: wide, height: size };
    const edge = { rx: round ? size / 2 : size / 8, stroke: round ? ink(colour) : "#ffffff" };
    const text = drawn("text", { x: left, y: top, fill: ink(colour) }, [sign]);
    text.style.fontSize = `${size * 0.78}px`;
    return drawn("g", {}, [drawn("rect", { ...box, ...edge, fill: colour }), text]);
  });
}

/** @param {string} name */
function choose(name) {
  state.chosen = name;
  show();
}

/** @param {number} at */
function seek(at) {
  state.at = Math.max(0, Math.min(game.frames.length - 1, at));
  show();
  if (state.at) reveal(Object.keys(game.frames[state.at].spaces)[0]);
}

/**
 * Bring a space into the middle, where the map is larger than its frame.
 *
 * @param {string | undefined} name
 */
function reveal(name) {
  const space = name === undefined ? undefined : game.map.spaces[name];
  if (!space) return;
  const frame = $("map");
  const scale = svg.getBoundingClientRect().width / game.map.width;
  const [x, y] = space.anchor;
  frame.scrollTo(x * scale - frame.clientWidth / 2, y * scale - frame.clientHeight / 2);
}

/** @param {-1 | 1} way */
function turn(way) {
  const same = (/** @type {number} */ i) =>
    game.frames[i].round === game.frames[state.at].round &&
    game.frames[i].power === game.frames[state.at].power;
  let at = state.at;
  while (game.frames[at + way] && same(at)) at += way;
  seek(at);
}

function play() {
  if (state.timer) {
    clearInterval(state.timer);
    state.timer = undefined;
  } else {
    if (state.at === game.frames.length - 1) seek(0);
    state.timer = setInterval(() => {
      if (state.at === game.frames.length - 1) play();
      else seek(state.at + 1);
    }, 700);
  }
  $("play").textContent = state.timer ? "Stop" : "Play";
}

function show() {
  const spaces = after(state.at);
  const frame = game.frames[state.at];
  for (const [name, shape] of paths) {
    const { control } = spaces[name] ?? { control: null };
    const sea = game.map.spaces[name].kind === "zone";
    shape.style.fill =
      control && !sea ? `color-mix(in srgb, ${game.powers[control].colour} 52%, var(--land))` : "";
    shape.classList.toggle("chosen", name === state.chosen);
    shape.classList.toggle("changed", state.at > 0 && name in frame.spaces);
  }
  chips.replaceChildren(...Object.entries(spaces).flatMap(([name, one]) => chipsOf(name, one)));
  const range = /** @type {HTMLInputElement} */ ($("range"));
  range.max = String(game.frames.length - 1);
  range.value = String(state.at);
  const when = `Round ${frame.round}, ${frame.power}, ${frame.phase.replaceAll("_", " ")}: entry ${frame.entry} of ${game.head[0]}`;
  range.setAttribute("aria-valuetext", when);
  $("when").textContent = when;
  $("lines").replaceChildren(...frame.lines.map((line) => made("li", [line])));
  const select = /** @type {HTMLSelectElement} */ ($("space"));
  select.value = state.chosen;
  $("panel").replaceChildren(...panel(spaces[state.chosen]));
  for (const button of $("eyes").querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(button.dataset.eyes === String(state.eyes)));
}

/** @param {ReportSpace | undefined} space */
function panel(space) {
  if (!space) return [made("p", ["Choose a space on the map, or in the list."], "quiet")];
  const rows = [
    ...space.units.map(({ power, words }) => made("li", [`${power}: ${words}`])),
    ...space.tokens.map((token) => made("li", [tokenWords(token)])),
  ];
  return [
    made("h3", [state.chosen]),
    made("p", [space.control ? `Controlled by ${space.control}.` : ""], "quiet"),
    rows.length ? made("ul", rows) : made("p", ["Nothing stands here."]),
  ];
}

/** @param {"all" | "truth" | number} eyes */
function eyesWords(eyes) {
  if (eyes === "all") return "As everybody saw it";
  return eyes === "truth" ? "The truth" : `As ${game.seats[eyes].name} saw it`;
}

function drawEyes() {
  const open = game.seats.flatMap((seat, i) => (seat.open ? [i] : []));
  if (!open.length) return;
  /** @type {("all" | "truth" | number)[]} */
  const views = ["all", "truth", ...open];
  $("eyes").append(
    ...views.map((eyes) => {
      const button = /** @type {HTMLButtonElement} */ (made("button", [eyesWords(eyes)]));
      button.type = "button";
      button.dataset.eyes = String(eyes);
      button.onclick = () => {
        state.eyes = eyes;
        show();
      };
      return button;
    }),
  );
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (string | number)[])[]} rows
 */
function table(heads, rows) {
  const kind = (/** @type {string | number | undefined} */ one) =>
    typeof one === "number" ? "number" : "";
  return made("table", [
    made("thead", [
      made(
        "tr",
        heads.map((one, i) => made("th", [one], kind(rows[0]?.[i]))),
      ),
    ]),
    made(
      "tbody",
      rows.map((row) =>
        made(
          "tr",
          row.map((one) => made("td", [String(one)], kind(one))),
        ),
      ),
    ),
  ]);
}

function drawSections() {
  const { retrospect: found, verdict, seats } = game;
  $("title").textContent = game.title;
  document.title = `Secret Subs: ${game.title}`;
  $("players").textContent = seats
    .map(({ name, powers, former }) => {
      const before = former.map((one) => `; until entry ${one.until} ${one.name}`).join("");
      return `${name} (${powers.join(", ") || "keeps the log"}${before})`;
    })
    .join(" · ");
  $("outcome").textContent = game.outcome ?? "The game goes on.";
  $("verdict").append(
    verdict.verified
      ? made("span", [`Verified: ${verdict.entries} signed entries.`], "good")
      : made("span", [`Refused: ${verdict.fault?.reason ?? "not what was signed"}`], "bad"),
  );
  $("luck").append(
    found.luck.length
      ? table(
          ["Player", "Throws", "Hits", "Expected", "Luckier than"],
          found.luck.map((row) => [
            row.names,
            row.throws,
            row.hits,
            row.expected,
            `${row.percent} % of such throws`,
          ]),
        )
      : made("p", ["No dice fell in battle."], "quiet"),
  );
  $("losses").append(
    table(
      ["Power", "Units", "IPC"],
      found.losses.map(({ power, units, ipc }) => [power, units, ipc]),
    ),
  );
  const closed = seats.filter(({ open, powers }) => !open && powers.length).map(({ name }) => name);
  const lines = [...found.bluffs, ...found.unmasked].map(({ text, entry }) => {
    const button = /** @type {HTMLButtonElement} */ (made("button", [`Before entry ${entry}`]));
    button.type = "button";
    button.onclick = () => {
      const at = game.frames.findLastIndex((frame) => frame.entry < entry);
      seek(at);
      $("replay-title").scrollIntoView();
    };
    return made("li", [button, ` ${text}`]);
  });
  $("bluffs").append(
    lines.length ? made("ul", lines) : made("p", ["None that anybody could tell."], "quiet"),
    made(
      "p",
      [closed.length ? `Not opened: what the tokens held of ${closed.join(" and ")}.` : ""],
      "quiet",
    ),
  );
  $("proof").append(
    table(
      ["Player", "Key", "Tokens"],
      seats.map(({ name, key, open, powers }) => [
        name,
        key,
        powers.length ? (open ? "open to all" : "not opened") : "",
      ]),
    ),
    ...game.agreed.map((line) => made("p", [line])),
    made("p", ["Safety phrase ", made("code", [game.safety])]),
    made("p", [`Entry ${game.head[0]} has the hash `, made("code", [game.head[1]])]),
    made("p", ["SHA-256 of the log ", made("code", [game.sha])]),
    made(
      "p",
      [
        "This page shows what a program found in the log; it proves nothing by itself. Who has the log can check all of it: secret-subs audit FILE.",
      ],
      "quiet",
    ),
  );
  const select = $("space");
  const names = Object.keys(game.map.spaces).sort();
  for (const name of ["", ...names]) {
    const option = /** @type {HTMLOptionElement} */ (made("option", [name || "choose"]));
    option.value = name;
    select.append(option);
  }
}

function listen() {
  const range = /** @type {HTMLInputElement} */ ($("range"));
  const space = /** @type {HTMLSelectElement} */ ($("space"));
  const zoom = /** @type {HTMLSelectElement} */ ($("zoom"));
  let chosen = false;
  const fit = () => {
    if (!chosen) zoom.value = innerWidth < NARROW ? "4" : "1"; // or no counter could be read
    svg.setAttribute("data-zoom", zoom.value);
  };
  fit();
  addEventListener("resize", fit);
  range.oninput = () => seek(Number(range.value));
  space.onchange = () => {
    choose(space.value);
    reveal(space.value);
  };
  zoom.onchange = () => {
    chosen = true;
    fit();
  };
  $("first").onclick = () => seek(0);
  $("back").onclick = () => seek(state.at - 1);
  $("next").onclick = () => seek(state.at + 1);
  $("last").onclick = () => seek(game.frames.length - 1);
  $("before").onclick = () => turn(-1);
  $("after").onclick = () => turn(1);
  $("play").onclick = play;
}

drawMap();
drawEyes();
drawSections();
listen();
seek(state.at);
