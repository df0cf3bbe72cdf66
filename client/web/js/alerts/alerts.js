// Calls a player back, and lets battles be heard: the one place that knows what browsers have for it.

/**
 * @import { PlaybackStep } from "../../schema.js"
 * @import { State } from "../state.js"
 * @import { Call } from "./calls.js"
 * @import { Sound } from "./sounds.js"
 */

import { stepOf } from "../playback/playing.js";
import { question } from "../state.js";
import { callOf } from "./calls.js";
import { play } from "./sounds.js";

/**
 * What of a browser is needed here.
 *
 * @typedef {object} Browser
 * @property {typeof Notification | null} Notification null where there is none
 * @property {() => AudioContext | null} audio made after a gesture; null where there is none
 * @property {() => boolean} looked whether anybody looks at the page
 * @property {() => boolean} still whether less motion is wanted, and so no sound to go with it
 * @property {() => number} now in milliseconds
 * @property {(asks: boolean) => void} mark shows outside of the page whether it asks for something
 * @property {() => void} focus brings the page to the front
 */

/** @type {(one: PlaybackStep["fallen"][number]) => boolean} */
const isHit = (one) => one.step === "volley" && one.shots.some(({ hits }) => hits > 0);

/** Milliseconds of waiting after which a player who looks at the page is called, too. */
const LONG = 5000;

/** The sound of a step that is played back. @type {Readonly<Record<string, Sound>>} */
const HEARD = { fire: "dice", loss: "sunk", reveal: "turn" };

/** Follows the state, and calls. */
export class Alerts {
  #browser;
  #show;
  /** @type {AudioContext | null} */
  #audio = null;
  #touched = false;
  #marked = false;
  /** Since when others are waited for; null: nobody is. @type {number | null} */
  #waiting = null;
  /** @type {Notification | null} */
  #shown = null;

  /**
   * @param {Browser} browser
   * @param {(space: string) => void} show brings a space into view
   */
  constructor(browser, show) {
    this.#browser = browser;
    this.#show = show;
  }

  /** There was a gesture: from now on sounds are allowed. */
  touch() {
    this.#touched = true;
  }

  /** What the browser has said of notifications; null if it was never asked. */
  said() {
    const said = this.#browser.Notification?.permission ?? "unknown";
    return said === "default" ? null : said;
  }

  /** Whether notifications are allowed: asked, if nothing was said yet. Only after a click. */
  async allowed() {
    const { Notification } = this.#browser;
    if (!Notification) return "unknown";
    if (Notification.permission !== "default") return Notification.permission;
    return await Notification.requestPermission();
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  follow(state, before) {
    const asks = question(state) !== null;
    const { owing, seat } = state.picture.table;
    const call = callOf(state, before, this.#waiting !== null);
    const long = this.#waiting !== null && this.#browser.now() - this.#waiting >= LONG;
    const looked = this.#browser.looked();
    if (asks) this.#waiting = null;
    else if (owing !== null && owing !== seat) this.#waiting ??= this.#browser.now();
    const { notify, volume } = state.picture.page.alerts;
    if (asks !== this.#marked) this.#browser.mark(asks);
    this.#marked = asks;
    if (call && notify && !looked) this.#notify(call);
    if (call && (long || !looked || !asks)) this.sound("turn", volume);
    const step = stepOf(state);
    if (step && step !== stepOf(before) && !this.#browser.still()) {
      const hit = step.kind === "fire" && step.fallen.some(isHit);
      const heard = HEARD[step.kind];
      if (heard) this.sound(heard, volume);
      if (hit) this.sound("hit", volume);
    }
  }

  /**
   * Play a sound, if there was a gesture and it is to be heard.
   *
   * @param {Sound} sound
   * @param {number} volume
   */
  sound(sound, volume) {
    if (!this.#touched || volume <= 0) return;
    this.#audio ??= this.#browser.audio();
    if (this.#audio) play(this.#audio, sound, volume);
  }

  /** @param {Call} call */
  #notify({ title, body, space }) {
    const { Notification } = this.#browser;
    if (Notification?.permission !== "granted") return;
    this.#shown?.close();
    this.#shown = new Notification(title, { body, tag: "secret-subs" });
    this.#shown.onclick = () => {
      this.#browser.focus();
      if (space !== null) this.#show(space);
      this.#shown?.close();
    };
  }
}

/**
 * The browser that this page is in.
 *
 * @returns {Browser}
 */
export const thisBrowser = () => ({
  Notification: "Notification" in window ? Notification : null,
  audio: () => ("AudioContext" in window ? new AudioContext() : null),
  looked: () => document.visibilityState === "visible" && document.hasFocus(),
  now: () => performance.now(),
  still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
  mark: (asks) => {
    const icon = document.querySelector('link[rel="icon"]');
    icon?.setAttribute("href", asks ? "icon-asks.svg" : "icon.svg");
    if (asks) navigator.setAppBadge?.().catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  },
  focus: () => window.focus(),
});
