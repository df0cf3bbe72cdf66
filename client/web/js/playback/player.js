// Plays the past back: loads it, goes from step to step, and tells the node what was seen.

/**
 * @import { Connection } from "../connection.js"
 * @import { MapView } from "../map/view.js"
 * @import { State } from "../state.js"
 * @import { Store } from "../store.js"
 * @import { Playing } from "./playing.js"
 */

import { RequestRefused } from "../connection.js";
import { advanced, held, lasting, loaded, MOST, spoken, stepOf } from "./playing.js";

/** How few steps are left when more are loaded. */
const CLOSE = 20;

/** Whoever wants less motion sees where things go, and not how. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Follows the state while the past is played back. */
export class Player {
  #store;
  #connection;
  #map;
  #timer = 0;
  #loading = false;
  #seeking = false;

  /**
   * @param {Store} store
   * @param {Connection} connection
   * @param {MapView} map
   */
  constructor(store, connection, map) {
    this.#store = store;
    this.#connection = connection;
    this.#map = map;
  }

  /**
   * Whether anybody looks at the page: nothing is played to nobody.
   *
   * @param {boolean} away
   */
  look(away) {
    this.#store.update({ away });
    if (away) this.stop(false);
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  follow(state, before) {
    const { playback: playing, picture } = state;
    const { entries } = picture.table;
    const goal = playing?.seeks ? (picture.table.timeline?.last ?? entries) : entries;
    if (state.board && (!before.board || before.link !== "open") && !picture.away && !state.away)
      this.#seen(0, entries);
    if (!playing) {
      const own = before.picture.powers[before.picture.turn?.active ?? ""]?.mine;
      const more = before.board !== null && entries > before.picture.table.entries;
      if (more && own && !state.away && !before.playback)
        this.#seen(before.picture.table.entries, entries);
      if (before.playback) this.#map.playStep(null, state, 0, true);
      return clearTimeout(this.#timer);
    }
    if (!playing.steps.length) {
      if (playing.until >= goal) this.stop(true);
      else this.#load(playing);
      return;
    }
    if (playing.until < goal && playing.steps.length < CLOSE) this.#load(playing);
    const fresh = stepOf(state) !== stepOf(before);
    if (fresh) this.#begin(state);
    const uncovered = (state.dialog === null) !== (before.dialog === null);
    if (fresh || uncovered || playing.paused !== before.playback?.paused) this.#wait(state);
  }

  /** @param {State} state a step of which begins */
  #begin(state) {
    const step = stepOf(state);
    if (!step || !state.playback) return;
    this.#map.playStep(step, state, lasting(state.playback, state.picture.page.speed), still());
    this.#store.update({ announced: spoken(step) });
  }

  /**
   * Go on after a while; not beneath a dialog.
   *
   * @param {State} state
   */
  #wait({ playback: playing, picture, dialog }) {
    clearTimeout(this.#timer);
    if (!playing || playing.paused || dialog) return;
    this.#timer = window.setTimeout(() => this.step(), lasting(playing, picture.page.speed));
  }

  /** @param {Playing} playing */
  async #load(playing) {
    if (this.#loading) return;
    this.#loading = true;
    const after = playing.until;
    try {
      const found = await this.#connection.request("playback", { after });
      this.#loading = false;
      const { playback: now, picture } = this.#store.state;
      if (!now || now.until !== after) return;
      const next = loaded(now, found.steps, found.until, picture.table.seat);
      if (next.steps.length > MOST && !next.asked) this.stop(false);
      else this.#store.update({ playback: next });
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      this.stop(false);
    } finally {
      this.#loading = false;
      const { playback: now } = this.#store.state;
      if (now && !now.steps.length && now.until !== after)
        this.follow(this.#store.state, this.#store.state);
    }
  }

  /** The next step. */
  step() {
    const { playback: playing, picture } = this.#store.state;
    if (playing?.steps.length)
      this.#store.update({ playback: advanced(playing, picture.table.seat) });
  }

  pause() {
    const { playback: playing } = this.#store.state;
    if (playing) this.#store.update({ playback: { ...playing, paused: !playing.paused } });
  }

  /**
   * Show the board as it stands now.
   *
   * @param {boolean} all whether all of it has been seen
   */
  stop(all) {
    const { playback: playing, picture } = this.#store.state;
    if (!playing) return;
    clearTimeout(this.#timer);
    if (playing.seeks) return void this.#seek(playing.steps[0]?.entry ?? playing.until);
    this.#store.update({ playback: null });
    if (playing.asked || !(all || playing.own)) return;
    const news = playing.steps.find(({ turn }) => !picture.powers[turn.active]?.mine);
    const own = news ? news.entry - 1 : playing.until; // what others did then is still to be told
    this.#seen(playing.from, all ? picture.table.entries : own);
  }

  /**
   * Show a moment of the timeline, and play nothing any more.
   *
   * @param {number} entry
   */
  async #seek(entry) {
    if (this.#seeking) return;
    this.#seeking = true;
    try {
      await this.#connection.request("seek", { entry });
    } catch {
      // the node is not there: the page says so by itself
    } finally {
      this.#seeking = false;
      this.#store.update({ playback: null });
    }
  }

  /** Show the end of the timeline, if there is one. */
  async toEnd() {
    const { timeline } = this.#store.state.picture.table;
    if (timeline && timeline.at < timeline.last) await this.#seek(timeline.last);
  }

  /**
   * Play on from the moment of the timeline that is shown; from its end, all of it.
   *
   * @param {boolean} [whole] from its beginning
   */
  async replay(whole = false) {
    const { timeline } = this.#store.state.picture.table;
    if (!timeline || this.#store.state.playback) return;
    if (whole || timeline.at >= timeline.last) await this.#seek(0);
    const { picture } = this.#store.state;
    const { at } = picture.table.timeline ?? timeline;
    const begun = held(picture, true);
    this.#store.update({ playback: { ...begun, from: at, until: at, seeks: true } });
  }

  /** Play what the player has not seen, from where it left. */
  async again() {
    const { picture } = this.#store.state;
    if (!picture.away) return;
    const { after } = picture.away;
    const found = await this.#connection
      .request("playback", { after, whole: true })
      .catch(() => null); // the node is not there: the page says so by itself
    if (!found) return;
    const { picture: now } = this.#store.state;
    const begun = { ...held(now, true), from: after, until: after, battle: null, dice: null };
    const spaces = found.start ?? begun.spaces;
    this.#store.update({
      playback: loaded({ ...begun, spaces }, found.steps, found.until, now.table.seat),
    });
  }

  /** The player has read what it has not seen. */
  read() {
    const { away } = this.#store.state.picture;
    if (away) this.#seen(away.after, away.until);
  }

  /**
   * @param {number} after
   * @param {number} until
   */
  #seen(after, until) {
    if (until > after) this.#connection.request("see", { after, until }).catch(() => {});
  }
}
