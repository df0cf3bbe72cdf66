// What a player can do on the page. Views are given these; everything that asks the node is here.

/**
 * @import { CallingBack, FormAnswer, RuleTerm } from "../schema.js"
 * @import { Connection, Fields, RequestType } from "./connection.js"
 * @import { Choice } from "./forms/index.js"
 * @import { MapView } from "./map/view.js"
 * @import { Step } from "./lesson/steps.js"
 * @import { Aim } from "./planned.js"
 * @import { Player } from "./playback/player.js"
 * @import { State, Tokens, Typed } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { Dialog } from "./views/dialog.js"
 */

import { RequestRefused } from "./connection.js";
import { ON_MAP, onPieces, onSpace } from "./forms/index.js";
import { $ } from "./h.js";
import { QUESTIONS } from "./lesson/questions.js";
import { oneMore, toggle } from "./picking.js";
import { aimOf, anywhere, withMove, withoutMove } from "./planned.js";
import { awaitsDice } from "./playback/suspense.js";
import {
  isPlanning,
  nextUnmoved,
  orders,
  piece,
  pieces,
  question,
  usable,
  whereIs,
} from "./state.js";
import { Supposing } from "./supposing.js";
import { inForce } from "./terms.js";
import { SHOWN, withToast } from "./views/toasts.js";

const NO_PIECES = { picked: new Set(), lit: {} };

/** The verbs of the page. */
export class Acts {
  #store;
  #connection;
  #map;
  /** Who calls the player back. @type {import("./alerts/alerts.js").Alerts | null} */
  alerts = null;
  /** Who opens logs, where the program runs in the page. @type {import("../node/reading.js").LogReader | null} */
  logs = null;
  /** Settled once it is known where what was picked up last could go. */
  #lighting = Promise.resolve();

  /**
   * @param {Store} store
   * @param {Connection} connection
   * @param {MapView} map
   * @param {Player} player
   */
  constructor(store, connection, map, player) {
    this.#store = store;
    this.#connection = connection;
    this.#map = map;
    this.player = player;
    this.odds = new Supposing(store, (fields) => this.request("suppose", fields));
  }

  get #state() {
    return this.#store.state;
  }

  /**
   * Ask the node for something; where it refuses, say why.
   *
   * @template {RequestType} T
   * @param {T} type
   * @param {Fields<T>} fields
   */
  async request(type, fields) {
    try {
      return await this.#connection.request(type, fields);
    } catch (error) {
      this.refused(error);
      return null;
    }
  }

  /** Letters that numbers of rules begin with: sentences link to those. */
  get chapters() {
    return this.#state.picture.page.chapters;
  }

  /** What the rules' own words mean. */
  get terms() {
    return this.#state.picture.page.terms;
  }

  /** Whether a term belongs to the game that is played. */
  get isInForce() {
    return inForce(this.#state.board?.rules ?? null);
  }

  // Answers: each names the question that it answers

  /**
   * Answer the question at hand; one that has only just come is not answered by the click before.
   *
   * @param {FormAnswer} answer
   * @param {() => void} [then] once it is taken
   */
  async answer(answer, then = () => {}) {
    const asked = this.#state.picture.ask;
    if (!asked || this.#state.settling) return;
    await this.#give(asked.id, answer, then);
  }

  /**
   * @param {string} question
   * @param {FormAnswer} answer
   * @param {() => void} [then]
   */
  async #give(question, answer, then) {
    this.player.stop(false);
    const found = await this.request("answer", { question, answer });
    if (!found) return false;
    if (found.words && answer.do !== "done") this.toast(found.words);
    then?.();
    return true;
  }

  async undo() {
    this.player.stop(false);
    const { ask } = this.#state.picture;
    if (ask) await this.request("undo", { question: ask.id });
  }

  async send() {
    this.player.stop(false);
    const { ask } = this.#state.picture;
    if (ask && !this.#state.settling) await this.request("send", { question: ask.id });
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.player.stop(false);
    this.#store.update({ choice });
  }

  /** @param {Partial<Tokens>} changes */
  chooseTokens(changes) {
    this.#store.update({ tokens: { ...this.#state.tokens, ...changes } });
  }

  /**
   * Choose the usual option now, and again in this battle as long as it goes well.
   *
   * @param {string | null} space
   * @param {number} option
   */
  pressOn(space, option) {
    this.#store.update({ pressing: space });
    this.answer({ do: "option", number: option });
  }

  // Looking

  /**
   * Look at a space. On a phone a question gives way to it, unless it is answered on the map.
   *
   * @param {string | null} space
   */
  look(space) {
    const stays = ON_MAP.has(question(this.#state)?.form.kind ?? "");
    const sheet = stays || space === null ? this.#state.sheet : "tab";
    this.#store.update({ space, tab: "space", sheet });
  }

  /** @param {string} space */
  reveal(space) {
    this.#map.reveal(space);
  }

  /** @param {string} space */
  show(space) {
    this.look(space);
    this.reveal(space);
  }

  /** Go to the next space in which something can still move, as Space then picks it up. */
  showUnmoved() {
    const space = nextUnmoved(this.#state);
    if (space === null) return;
    this.show(space);
    this.focusMap();
  }

  /**
   * Bring what is offered in a space into view.
   *
   * @param {string} space
   */
  scrollTo(space) {
    const places = document.querySelectorAll("#dock [data-place]");
    const found = [...places].find((one) => one.getAttribute("data-place") === space);
    found?.scrollIntoView({ block: "center" });
  }

  /**
   * Bring a control of the question into view that has just been added: the bar of buttons may lie over it.
   *
   * @param {string} key
   */
  bringUp(key) {
    this.#store.notify();
    $("dock")
      .querySelector(`[data-key="${CSS.escape(key)}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} key of a control that has just taken the place of another */
  focusOn(key) {
    this.#store.notify();
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${key}"]`))?.focus();
  }

  /** @param {State["tab"]} tab */
  openTab(tab) {
    const { unread } = this.#state;
    this.#store.update({ tab, sheet: "tab", unread: tab === "log" ? 0 : unread });
  }

  /** @param {Partial<State>} changes of what is shown */
  set(changes) {
    this.#store.update(changes);
  }

  /** @param {Partial<Typed>} changes */
  type(changes) {
    this.#store.update({ typed: { ...this.#state.typed, ...changes } });
  }

  /** @param {import("./map/viewport.js").Box} box */
  frameTo(box) {
    this.#map.frameTo(box);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#map.zoom(factor);
  }

  focusMap() {
    $("map").focus();
  }

  // Moving

  /** While dice are still to be seen, clicks only look: what is asked next tells how they fell. */
  get #onlyLooks() {
    return awaitsDice(this.#state) && !isPlanning(this.#state);
  }

  /**
   * Pieces were clicked on the map; whether that was all that the click meant.
   *
   * @param {readonly number[]} ids
   * @param {string} space
   * @param {{ one: boolean, more: boolean }} keys Shift: one at a time; Ctrl: beside what is in hand
   */
  clickPieces(ids, space, { one, more }) {
    if (this.#onlyLooks) return false;
    if (onPieces(this.#state, this, ids, one)) return true;
    const { picked, lit } = this.#state;
    const own = this.#usable(ids, space);
    if (!own.length || (!one && !more && picked.size && space in lit)) return false;
    const kept =
      more || one ? [...picked] : [...picked].filter((id) => whereIs(this.#state, id) === space);
    this.pick(one ? oneMore(own, picked) : toggle(own, kept));
    this.look(space);
    return true;
  }

  /**
   * Pieces are dragged; whether they can be.
   *
   * @param {readonly number[]} ids
   * @param {string} space
   */
  drag(ids, space) {
    const own = this.#usable(ids, space);
    if (!own.length || this.#onlyLooks) return false;
    if (!own.some((id) => this.#state.picked.has(id))) this.pick(own);
    this.look(space);
    return true;
  }

  /** @param {string | null} space where pieces were dropped */
  drop(space) {
    if (space !== null && this.#state.picked.size) this.moveTo(space);
  }

  /** @param {string} space that was clicked on the map */
  async clickSpace(space) {
    if (this.#onlyLooks) {
      this.look(space);
      return;
    }
    if (onSpace(this.#state, this, space)) return;
    await this.#lighting; // a click may come before it is known what lights up
    const { picked, lit } = this.#state;
    if (picked.size && space in lit) {
      this.moveTo(space);
      return;
    }
    if (picked.size && ![...picked].some((id) => whereIs(this.#state, id) === space))
      this.#explain(space);
    this.look(space);
  }

  /**
   * @param {readonly number[]} ids
   * @param {string} space
   */
  #usable(ids, space) {
    const here = pieces(this.#state, space);
    return here
      .filter((one) => ids.includes(one.id) && usable(this.#state, one))
      .map(({ id }) => id);
  }

  /**
   * Pick pieces up, and ask where they could go. What is aboard a ship goes with it.
   *
   * @param {readonly number[]} chosen
   */
  pick(chosen) {
    const carrier = (/** @type {number} */ id) => {
      const one = piece(this.#state, id);
      return one && !one.token ? one.aboard : null;
    };
    const ids = chosen.filter((id) => !chosen.includes(carrier(id) ?? -1));
    if (ids.length) this.player.stop(false);
    this.#store.update({ picked: new Set(ids), lit: {} });
    this.#lighting = ids.length ? this.#light(ids) : Promise.resolve();
  }

  /**
   * Ask for the odds of a fight that is planned.
   *
   * @param {Aim} aim
   */
  async forecast(aim) {
    const { moves } = this.#state.planned;
    const plan = await this.request("forecast", { pieces: aim.pieces, to: aim.to });
    const { planned } = this.#state;
    if (!plan || planned.moves !== moves) return;
    this.set({ planned: { ...planned, odds: { ...planned.odds, [aimOf(aim)]: plan } } });
  }

  /** @param {readonly number[]} ids */
  async #light(ids) {
    const held = this.#state.picked;
    if (isPlanning(this.#state)) return this.set({ lit: anywhere(this.#state, ids) });
    const found = await this.request("destinations", { pieces: ids });
    if (!found || held !== this.#state.picked) return;
    const names = Object.keys(found.spaces);
    this.#store.update({ lit: found.spaces });
    this.announce(
      names.length
        ? `${names.length} destinations: ${names.join(", ")}`
        : "They cannot move anywhere now.",
    );
  }

  putDown() {
    if (this.#state.picked.size) this.#store.update(NO_PIECES);
  }

  /** @param {string} space */
  async moveTo(space) {
    const { picked, picture, space: from } = this.#state;
    const ids = [...picked];
    if (isPlanning(this.#state))
      return this.set({ ...NO_PIECES, planned: withMove(this.#state, ids, space) });
    if (!picture.ask || !ids.length) return;
    const rest = pieces(this.#state, from).some(
      (one) => usable(this.#state, one) && !picked.has(one.id),
    );
    this.#store.update({ ...NO_PIECES, ordered: true }); // at once: a second click is no second order
    const moved = await this.#give(picture.ask.id, { do: "move", pieces: ids, to: space });
    if (!moved) {
      this.#store.update({ ordered: false });
      this.pick(ids.filter((id) => piece(this.#state, id)));
    } else if (!rest) this.look(space);
  }

  /** @param {readonly number[]} ids */
  takeBack(ids) {
    const { ask } = this.#state.picture;
    if (ask) this.#give(ask.id, { do: "back", pieces: ids });
  }

  /**
   * Light up a staged move; null: none.
   *
   * @param {number | null} leg
   */
  light(leg) {
    if (leg !== this.#state.leg) this.#store.update({ leg });
  }

  /**
   * Light up the tokens that may hold a group of a tracker; null: none.
   *
   * @param {State["pointed"]} pointed
   */
  point(pointed) {
    const { pointed: now } = this.#state;
    if (pointed?.power !== now?.power || pointed?.group !== now?.group)
      this.#store.update({ pointed });
  }

  /** @param {number} leg the number of a staged move */
  takeBackLeg(leg) {
    const { planned } = this.#state;
    const { ask } = this.#state.picture;
    if (!ask) return this.set({ leg: null, planned: withoutMove(planned, leg) });
    const found = ask.moves[leg];
    if (found) this.takeBack(found.pieces);
  }

  /**
   * Why pieces cannot go to a space, in the rulebook's words.
   *
   * @param {string} space
   */
  async #explain(space) {
    if (!orders(this.#state)) return;
    const found = await this.request("judge", {
      answer: { do: "move", pieces: [...this.#state.picked], to: space },
    });
    if (found && !found.legal) this.refused(new RequestRefused(found.why, found.rule));
  }

  // Words

  /**
   * Show words for a while; what stands on lines after the first is advice.
   *
   * @param {string} text
   * @param {"" | "refused" | "said"} [kind]
   */
  toast(text, kind = "") {
    const toasts = withToast(this.#state.toasts, text, kind, performance.now());
    this.#store.update({ toasts });
    const made = toasts[toasts.length - 1];
    setTimeout(() => {
      this.#store.update({ toasts: this.#state.toasts.filter((one) => one !== made) });
    }, SHOWN[kind]);
  }

  /** @param {unknown} error why something was refused */
  refused(error) {
    if (!(error instanceof RequestRefused)) throw error;
    this.toast(error.rule ? `${error.rule}: ${error.message}` : error.message, "refused");
  }

  /** @param {string} text for who listens rather than looks */
  announce(text) {
    this.#store.update({ announced: text });
  }

  // The guided turn

  /** @param {string} id of a step that is only to be read */
  readStep(id) {
    const { lesson } = this.#state;
    const read = new Set([...lesson.read, id]);
    this.#store.update({ lesson: { ...lesson, read } });
    sessionStorage.setItem("read", [...read].join());
    if (id === "end") this.openQuiz();
  }

  /** Forget what was read of the guided turn. */
  forgetSteps() {
    this.#store.update({ lesson: { ...this.#state.lesson, read: new Set(), told: [], back: 0 } });
    sessionStorage.removeItem("read");
  }

  openQuiz() {
    this.open({ kind: "quiz", answers: QUESTIONS.map(() => null) });
  }

  /**
   * Bring what a step points at into view, and give it the focus.
   *
   * @param {Step} step
   */
  showStep({ target, space, sheet }) {
    if (sheet) this.#store.update({ sheet });
    if (space) {
      this.show(space);
      this.focusMap();
      return;
    }
    this.#store.notify();
    const found = target ? document.querySelector(target) : null;
    found?.scrollIntoView({ block: "center" });
    if (found instanceof HTMLElement) found.focus();
  }

  // Dialogs

  /** @param {Dialog} dialog */
  open(dialog) {
    this.#store.update({ dialog });
  }

  /** Close the dialog now: what had the focus before has it again when this returns. */
  close() {
    this.#store.update({ dialog: null });
    this.#store.notify();
  }

  /**
   * Show what a dialog waited for, if it is still open.
   *
   * @param {Dialog} dialog
   */
  fill(dialog) {
    if (this.#state.dialog?.kind === dialog.kind) this.open(dialog);
  }

  switchTheme() {
    const { dark } = this.#state.picture.page;
    const now = dark ?? matchMedia("(prefers-color-scheme: dark)").matches;
    const { picture } = this.#state;
    this.#store.update({ picture: { ...picture, page: { ...picture.page, dark: !now } } });
    this.request("light", { dark: !now });
  }

  /**
   * How the page calls back whoever does not look at it. The browser is asked only here, after a
   * click.
   *
   * @param {Partial<CallingBack>} changes
   */
  async setAlerts(changes) {
    const { picture } = this.#state;
    const chosen = { ...picture.page.alerts, ...changes };
    this.#store.update({ picture: { ...picture, page: { ...picture.page, alerts: chosen } } });
    if (changes.volume) this.alerts?.sound("turn", changes.volume);
    this.request("alerts", { alerts: chosen });
    if (!changes.notify) return;
    const allowed = (await this.alerts?.allowed()) ?? "unknown";
    this.fill({ kind: "alerts", allowed });
  }

  /** @param {string} number of a rule */
  async openRule(number) {
    const paragraph = await this.request("rule", { number });
    if (paragraph) this.open({ kind: "rule", paragraph });
  }

  /** @param {RuleTerm} term */
  async openTerm(term) {
    const paragraph = await this.request("rule", { number: term.rule });
    if (paragraph) this.open({ kind: "term", term, paragraph });
  }
}
