// The page: the state, the connection, the map, and the regions that show views.

/**
 * @import { ComponentChildren } from "../vendor/preact.js"
 * @import { LogReader } from "../node/reading.js"
 * @import { Line } from "./connection.js"
 * @import { State } from "./state.js"
 */

import { render } from "../vendor/preact.js";
import { Acts } from "./acts.js";
import { Alerts, thisBrowser } from "./alerts/alerts.js";
import { Connection } from "./connection.js";
import { Effects } from "./effects.js";
import { beginAbove, followFocus } from "./focus.js";
import { $ } from "./h.js";
import { keep, kept, tableOf } from "./kept.js";
import { shortcuts, walking } from "./keys.js";
import { isReading, stepOf } from "./lesson/script.js";
import { Spotlight } from "./lesson/spotlight.js";
import { Pointer } from "./map/pointer.js";
import { MapView } from "./map/view.js";
import { Player } from "./playback/player.js";
import { shown as asPlayed } from "./playback/playing.js";
import { beforeDice } from "./playback/suspense.js";
import { afterPatch, afterSnapshot } from "./receive.js";
import { BEGINNING, question } from "./state.js";
import { Store } from "./store.js";
import { symbols } from "./units.js";
import { battleBoard, isFolded, isOpen } from "./views/battle.js";
import { dialogView } from "./views/dialog.js";
import { dock } from "./views/dock.js";
import { entrance } from "./views/entrance.js";
import { fault, guarded, words } from "./views/fault.js";
import { guide } from "./views/guide.js";
import { viewButtons } from "./views/hover.js";
import { openTab, tabs, tabTitle } from "./views/panel.js";
import { away, playback } from "./views/playback.js";
import { timeline } from "./views/timeline.js";
import { READ, toasts, told } from "./views/toasts.js";
import { phases, seatMarks, title, turn } from "./views/top.js";
import { veil } from "./views/veil.js";

/**
 * @typedef {object} Region
 * @property {string} id
 * @property {(state: State, act: Acts) => ComponentChildren} view
 * @property {boolean} [ahead] whether it is given what the node has told, also while dice are still to be seen fall
 */

/** Milliseconds between two looks at the clock. */
const MOMENT = 15_000;

/** Every region of the page, and what is shown in it. @type {readonly Region[]} */
const REGIONS = [
  { id: "turn", view: turn },
  { id: "phases", view: phases },
  { id: "seats", view: seatMarks },
  { id: "views", view: viewButtons },
  { id: "entrance", view: entrance },
  { id: "told", view: told },
  { id: "playback", view: playback },
  { id: "guide", view: guide, ahead: true },
  { id: "dock", view: dock, ahead: true },
  { id: "away", view: away },
  { id: "tabs", view: tabs },
  { id: "tab", view: openTab },
  { id: "battle", view: (state, act) => battleBoard(asPlayed(state), act), ahead: true },
  { id: "timeline", view: timeline },
  { id: "dialog", view: dialogView },
  { id: "toasts", view: toasts },
  { id: "live", view: ({ announced }) => announced },
  { id: "veil", view: veil },
];

/** Steps of the guided turn that were read before the page was loaded again. */
const stepsRead = () => new Set((sessionStorage.getItem("read") ?? "").split(","));

/**
 * Nothing of a table that was left stays on the page, only why it was left: a program in the page
 * begins anew with it.
 *
 * @param {string} why
 */
function leave(why) {
  sessionStorage.setItem("left", why);
  location.reload();
}

function whyLeft() {
  const why = sessionStorage.getItem("left") ?? "";
  sessionStorage.removeItem("left");
  return why;
}

/** @param {string} id */
const svg = (id) => /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($(id)));

/**
 * What of the page as a whole depends on the state: before anything is drawn, as it says what has
 * room.
 *
 * @param {State} state
 */
function arrange(state) {
  const { dark } = state.picture.page;
  const { mode, timeline, entrance } = state.picture.table;
  const { dataset } = document.body;
  document.documentElement.dataset.theme = dark === null ? "" : dark ? "dark" : "light";
  document.title = title(state);
  $("brand").toggleAttribute("disabled", !entrance || mode === "entrance");
  dataset.stage = mode === "entrance" || mode === "lobby" ? mode : "game";
  dataset.sheet = state.sheet;
  dataset.link = state.link;
  document.body.toggleAttribute("data-board", mode !== "entrance" && state.board !== null);
  document.body.toggleAttribute("data-past", timeline !== null);
  document.body.toggleAttribute("data-reading", isReading(state));
  document.body.toggleAttribute("data-low", state.low);
}

/** Dialogs in which nothing is written or decided: a click beside them closes them. */
const READ_ONLY = new Set(["find", "help", "rule", "term", "glossary", "trackers", "code"]);

/**
 * Attributes of regions that depend on the state.
 *
 * @param {State} state
 */
function dress(state) {
  const { mode } = state.picture.table;
  const asked = question(beforeDice(state)) !== null;
  $("turn").classList.toggle("mine", asked);
  $("dock").classList.toggle("yours", asked);
  $("dock").classList.toggle("settling", state.settling);
  $("entrance").hidden = mode !== "entrance";
  $("battle").hidden = !isOpen(asPlayed(state)) || isFolded(asPlayed(state));
  $("timeline").hidden = state.picture.table.timeline === null;
  $("veil").hidden = state.link === "open" || (state.link === "opening" && !!state.early);
  $("tab").ariaLabel = tabTitle(state);
}

/**
 * Open what lies over the page, and close it.
 *
 * @param {State} state
 * @param {State} before
 */
function overlay(state, before) {
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  dialog.classList.toggle(
    "wide",
    ["odds", "report", "trackers"].includes(state.dialog?.kind ?? ""),
  );
  dialog.ariaLabel = dialog.querySelector("h1, h3")?.textContent ?? null;
  const { dataset } = dialog;
  const opened = state.dialog && !dataset.opened;
  if (opened) {
    dialog.showModal();
    dataset.opened = "yes";
  } else if (!state.dialog && dataset.opened) {
    delete dataset.opened;
    dialog.close();
  }
  if (state.dialog?.kind !== before.dialog?.kind) dialog.scrollTop = 0;
  if (opened) beginAbove(dialog);
  if (state.toasts === before.toasts && state.dialog === before.dialog) return;
  const box = $("toasts");
  if (box.matches(":popover-open")) box.hidePopover(); // it comes to lie over a newer dialog
  if (box.childElementCount) box.showPopover();
}

/**
 * The player closes a dialog as the browser has it, with Escape say. A browser tells of each that was
 * closed a moment later, when another may be open.
 *
 * @param {Acts} act
 * @returns {(event: Event) => void}
 */
const closedByBrowser = (act) => (event) => {
  const dialog = /** @type {HTMLDialogElement} */ (event.target);
  if (dialog.open || !dialog.dataset.opened) return;
  delete dialog.dataset.opened;
  act.close();
};

/**
 * Show what a node tells, and tell it what its player wants.
 *
 * @param {() => Line} open a line to the node
 * @param {string} token with which it knows this page
 * @param {(store: Store, reconnect: () => void) => LogReader | null} [reading] makes who opens logs
 */
export function begin(open, token, reading = () => null) {
  const store = new Store({
    ...BEGINNING,
    left: whyLeft(),
    lesson: { open: true, read: stepsRead(), told: [], back: 0 },
  });
  const map = new MapView(svg("ground"), svg("map"), (state) =>
    kept("seen", tableOf(state), sessionStorage),
  );
  const connection = new Connection(open, token, {
    changed: (message) => {
      const left = store.state.board && message.type === "snapshot" && !message.board;
      if (left) return leave(message.picture.entrance?.fault ?? "");
      store.update(
        message.type === "snapshot"
          ? afterSnapshot(store.state, message)
          : afterPatch(store.state, message.changes),
      );
    },
    closed: (link) => store.update({ link }),
  });
  const player = new Player(store, connection, map);
  const act = new Acts(store, connection, map, player);
  const effects = new Effects(store, connection, map, act);
  const alerts = new Alerts(thisBrowser(), (space) => act.show(space));
  act.alerts = alerts;
  act.logs = reading(store, () => connection.restart());
  const spotlight = new Spotlight(document);

  const shown = (/** @type {Region} */ { id, view }, /** @type {State} */ state) => {
    const element = $(id);
    try {
      render(
        guarded(id, () => view(state, act)),
        element,
      );
    } catch (error) {
      element.replaceChildren();
      render(fault(id, error), element);
    }
  };
  store.subscribe((state, before) => {
    const seen = beforeDice(state);
    arrange(seen);
    dress(state);
    for (const region of REGIONS) shown(region, region.ahead ? state : seen);
    const drawn = guarded("map", () => {
      map.show(asPlayed(state), asPlayed(before));
      return null;
    });
    render(drawn, $("mapfault"));
    overlay(state, before);
    const looks = state.space !== before.space || state.tab !== before.tab;
    if (looks) $("tab").scrollTop = 0;
    const saw = beforeDice(before);
    const asks = question(seen)?.asks !== question(saw)?.asks;
    if (asks) $("dock").scrollTop = 0;
    if (looks || asks || state.sheet !== before.sheet) $("side").scrollTop = 0; // of a phone on its side
    effects.follow(state, before);
    player.follow(state, before);
    alerts.follow(seen, saw);
    spotlight.follow(state);
    if (state.link === "open") document.body.dataset.ready = "yes";
  });

  const symbolsBox = document.createElement("div");
  document.body.prepend(symbolsBox);
  render(symbols(), symbolsBox);
  listen(store, map, act);
  $("veil").replaceChildren(); // of what the file itself says drawing knows nothing
  shown({ id: "veil", view: veil }, store.state);
  connection.connect();
  // For tests: what is known, where things are on the screen, and what is under a point.
  Object.assign(window, {
    table: {
      get store() {
        return store.state;
      },
      get step() {
        return stepOf(store.state);
      },
      request: connection.request.bind(connection),
      onScreen: map.onScreen.bind(map),
      under: map.under.bind(map),
      reveal: map.reveal.bind(map),
      frameTo: map.frameTo.bind(map),
    },
  });
  return store;
}

/**
 * Listen to keys, mouse and fingers.
 *
 * @param {Store} store
 * @param {MapView} map
 * @param {Acts} act
 */
function listen(store, map, act) {
  new Pointer(svg("map"), map, act, (space, event) => {
    if (space !== store.state.hovered) {
      map.hover(space, event?.clientX ?? 0);
      store.update({ hovered: space });
    }
  });
  $("map").addEventListener("keydown", walking(store, map, act));
  document.addEventListener("keydown", shortcuts(store, map, act));
  followFocus(store, $("dock"));
  $("dialog").addEventListener("close", closedByBrowser(act));
  $("dialog").addEventListener("click", ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = $("dialog").getBoundingClientRect();
    const beside = target === $("dialog") && (x < left || x > right || y < top || y > bottom);
    if (beside && READ_ONLY.has(store.state.dialog?.kind ?? "")) act.close();
  });
  $("find").onclick = () => store.state.board && act.open({ kind: "find", search: "" });
  $("help").onclick = () => act.open({ kind: "help" });
  $("brand").onclick = () => act.open({ kind: "leave" });
  $("bell").onclick = () => act.openAlerts();
  $("theme").onclick = () => act.switchTheme();
  for (const touch of ["pointerdown", "keydown"]) {
    document.addEventListener(touch, (event) => {
      act.alerts?.touch();
      const { battleBoard: board } = store.state;
      if (!board.fresh || (event.target instanceof Node && $("battle").contains(event.target)))
        return;
      store.update({ battleBoard: { ...board, fresh: false } });
    });
  }
  const keepView = () => {
    const { seen } = map;
    if (seen) keep("seen", tableOf(store.state), seen, sessionStorage);
  };
  addEventListener("pagehide", keepView);
  const look = () => {
    act.player.look(document.visibilityState === "hidden");
    keepView(); // a browser that is short of memory ends a hidden page without a word
  };
  document.addEventListener("visibilitychange", look);
  look();
  const tick = () => store.update({ minute: Math.floor(Date.now() / 60_000) });
  setInterval(tick, MOMENT);
  tick();
  const phone = matchMedia("(max-width: 720px), (max-width: 1000px) and (max-height: 500px)"); // as in the style sheets
  const fingers = matchMedia("(pointer: coarse)");
  const measure = () => store.update({ narrow: phone.matches, touch: fingers.matches });
  for (const query of [phone, fingers]) query.addEventListener("change", measure);
  measure();
  addEventListener(
    "pointerdown",
    () => {
      const { toasts: all } = store.state;
      const now = performance.now();
      const kept = all.filter(({ kind, at }) => kind !== "refused" || now - at < READ);
      if (kept.length < all.length) store.update({ toasts: kept });
    },
    true,
  );
  const mistake = (/** @type {unknown} */ error) => {
    if (store.state.link === "failed") return; // which is said already
    act.toast(`The page made a mistake: ${words(error)}\nReload it if it stays so.`, "refused");
  };
  addEventListener("error", ({ error }) => mistake(error));
  addEventListener("unhandledrejection", ({ reason }) => mistake(reason));
}
