// What a player can do on the page. Views are given these; everything that asks the node is here.

/**
 * @import { CallingBack, FormAnswer, RuleTerm } from "../schema.js"
 * @import { Connection, Fields, RequestType } from "./connection.js"
 * @import { Choice } from "./forms/index.js"
 * @import { MapView } from "./map/view.js"
 * @import { Step } from "./lesson/steps.js"
 * @import { Player } from "./playback/player.js"
 * @import { State, Tokens, Typed } from "./state.js"
 * @import { Store } from "./store.js"
 * @import { Dialog } from "./views/dialog.js"
 */

import { RequestRefused } from "./connection.js";
import { ON_MAP } from "./forms/index.js";
import { $ } from "./h.js";
import { Hand } from "./hand.js";
import { QUESTIONS } from "./lesson/questions.js";
import { nextUnmoved, question } from "./state.js";
import { Supposing } from "./supposing.js";
import { inForce } from "./terms.js";
import { SHOWN, withToast } from "./views/toasts.js";

/** The verbs of the page. */
export class Acts {
  #store;
  #connection;
  #map;
  /** Who calls the player back. @type {import("./alerts/alerts.js").Alerts | null} */
  alerts = null;
  /** Who opens logs, where the program runs in the page. @type {import("../node/reading.js").LogReader | null} */
  logs = null;

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
    this.hand = new Hand(store, this);
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
    const { link, early, picture } = this.#state;
    if (link === "opening" && picture.entrance) {
      if (!early) return null; // something else waits for the program already, before all is covered
      this.#store.update({ early: "" });
    }
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
    if (!asked || this.#state.settling) return false;
    return await this.give(asked.id, answer, then);
  }

  /**
   * Do what house rules allow beside an answer: what is chosen for the question stays chosen.
   *
   * @param {FormAnswer} action
   * @param {() => void} [then] once it is taken
   */
  async answerBeside(action, then) {
    this.#store.update({ kept: this.#state.choice });
    if (!(await this.answer(action, then))) this.#store.update({ kept: null });
  }

  /**
   * @param {string} question
   * @param {FormAnswer} answer
   * @param {() => void} [then]
   */
  async give(question, answer, then) {
    this.player.stop(false);
    const found = await this.request("answer", { question, answer });
    if (!found) return false;
    if (found.words && answer.do !== "done") {
      if (this.#state.dialog)
        this.announce(found.words); // on which a toast would lie
      else this.toast(found.words);
    }
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
    const { dialog: before, toasts } = this.#state;
    const left = before ? toasts : toasts.filter(({ kind }) => kind); // others would lie over its head
    this.#store.update({ dialog, toasts: left });
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

  /** Show how the page calls back whoever does not look at it. */
  openAlerts() {
    this.open({ kind: "alerts", allowed: this.alerts?.said() ?? null });
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
