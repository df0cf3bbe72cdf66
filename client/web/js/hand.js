// The pieces in hand: what picks them up, where they could go, what moves them.

/**
 * @import { Acts } from "./acts.js"
 * @import { Aim } from "./planned.js"
 * @import { State } from "./state.js"
 * @import { Store } from "./store.js"
 */

import { RequestRefused } from "./connection.js";
import { onPieces, onSpace } from "./forms/index.js";
import { called } from "./parts.js";
import { isBoarding, oneMore, toggle } from "./picking.js";
import { aimOf, anywhere, withMove, withoutMove } from "./planned.js";
import { awaitsDice } from "./playback/suspense.js";
import { alike, isPlanning, orders, piece, pieces, usable, whereIs } from "./state.js";
import { amount } from "./units.js";

const NO_PIECES = { picked: new Set(), lit: {} };

/** What a player's hand does on the map. */
export class Hand {
  #store;
  #act;
  /** Settled once it is known where what was picked up last could go. */
  #lighting = Promise.resolve();

  /**
   * @param {Store} store
   * @param {Acts} act
   */
  constructor(store, act) {
    this.#store = store;
    this.#act = act;
  }

  get #state() {
    return this.#store.state;
  }

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
    if (onPieces(this.#state, this.#act, ids, one)) return true;
    const { picked, lit } = this.#state;
    const own = this.#usable(ids, space);
    if (!own.length || (!one && !more && picked.size && space in lit)) return false;
    if (!one && !more && isBoarding(this.#state, own, space)) this.#explain(space);
    const kept =
      more || one ? [...picked] : [...picked].filter((id) => whereIs(this.#state, id) === space);
    this.pick(one ? oneMore(own, picked) : toggle(own, kept));
    this.#act.look(space);
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
    this.#act.look(space);
    return true;
  }

  /** @param {string | null} space where pieces were dropped */
  drop(space) {
    if (space !== null && this.#state.picked.size) this.moveTo(space);
  }

  /** @param {string} space that was clicked on the map */
  async clickSpace(space) {
    if (this.#onlyLooks) {
      this.#act.look(space);
      return;
    }
    if (onSpace(this.#state, this.#act, space)) return;
    await this.#lighting; // a click may come before it is known what lights up
    const { picked, lit } = this.#state;
    if (picked.size && space in lit) {
      this.moveTo(space);
      return;
    }
    if (picked.size && ![...picked].some((id) => whereIs(this.#state, id) === space))
      this.#explain(space);
    this.#act.look(space);
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
    if (ids.length) this.#act.player.stop(false);
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
    const plan = await this.#act.request("forecast", { pieces: aim.pieces, to: aim.to });
    const { planned } = this.#state;
    if (!plan || planned.moves !== moves) return;
    this.#act.set({ planned: { ...planned, odds: { ...planned.odds, [aimOf(aim)]: plan } } });
  }

  /** @param {readonly number[]} ids */
  async #light(ids) {
    const held = this.#state.picked;
    if (isPlanning(this.#state)) return this.#act.set({ lit: anywhere(this.#state, ids) });
    const found = await this.#act.request("destinations", { pieces: ids });
    if (!found || held !== this.#state.picked) return;
    const names = Object.keys(found.spaces);
    this.#store.update({ lit: found.spaces });
    this.#act.announce(
      names.length
        ? `${names.length} destination${names.length === 1 ? "" : "s"}: ${names.join(", ")}`
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
      return this.#act.set({ ...NO_PIECES, planned: withMove(this.#state, ids, space) });
    if (!picture.ask || !ids.length) return;
    const rest = pieces(this.#state, from).some(
      (one) => usable(this.#state, one) && !picked.has(one.id),
    );
    this.#store.update({ ...NO_PIECES, ordered: true }); // at once: a second click is no second order
    const moved = await this.#act.give(picture.ask.id, { do: "move", pieces: ids, to: space });
    if (!moved) {
      this.#store.update({ ordered: false });
      this.pick(ids.filter((id) => piece(this.#state, id)));
    } else if (!rest) this.#act.look(space);
  }

  /**
   * Bring as many of these pieces to a space as can come; say why if somebody stays behind.
   *
   * @param {readonly number[]} ids
   * @param {string} space
   */
  async bring(ids, space) {
    const { ask } = this.#state.picture;
    if (!ask) return;
    this.#store.update({ ...NO_PIECES, ordered: true });
    const brought = await this.#act.give(ask.id, { do: "gather", pieces: ids, to: space });
    if (!brought) return this.#store.update({ ordered: false });
    if (!orders(this.#state)) return; // some are on their way, and dice or others come first
    const left = ids.filter((id) => whereIs(this.#state, id) !== space && !this.#isBack(id));
    if (left.length) this.#tellWhoStays(left, space);
  }

  /**
   * @param {readonly number[]} left pieces that did not come along
   * @param {string} space
   */
  async #tellWhoStays(left, space) {
    const judged = await this.#judge(left, space);
    const who = alike(this.#state, left).map(([first, ...rest]) =>
      first.token
        ? called(this.#state, first)
        : amount(this.#state.board, rest.length + 1, first.kind),
    );
    const why = judged && !judged.legal ? `: ${judged.why} (${judged.rule})` : ".";
    this.#act.toast(`${who.join(", ")} ${left.length === 1 ? "stays" : "stay"} behind${why}`);
  }

  /** @param {number} id of a piece that may have gone somewhere in this phase */
  #isBack(id) {
    return orders(this.#state)?.back.includes(id) ?? false;
  }

  /** @param {readonly number[]} ids */
  takeBack(ids) {
    const { ask } = this.#state.picture;
    if (ask) this.#act.give(ask.id, { do: "back", pieces: ids });
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
    if (!ask) return this.#act.set({ leg: null, planned: withoutMove(planned, leg) });
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
    const found = await this.#judge([...this.#state.picked], space);
    if (found && !found.legal) this.#act.refused(new RequestRefused(found.why, found.rule));
  }

  /**
   * Whether pieces could go to a space, or why they cannot.
   *
   * @param {readonly number[]} pieces
   * @param {string} space
   */
  #judge(pieces, space) {
    return this.#act.request("judge", { answer: { do: "move", pieces, to: space } });
  }
}
