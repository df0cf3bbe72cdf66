// What the page does by itself when its state has changed: ask, wait, announce, move the view.

/**
 * @import { FormAnswer } from "../schema.js"
 * @import { Acts } from "./acts.js"
 * @import { Connection } from "./connection.js"
 * @import { MapView } from "./map/view.js"
 * @import { State, Verdict } from "./state.js"
 * @import { Store } from "./store.js"
 */

import { RequestRefused } from "./connection.js";
import { LIKELY } from "./forms/choices.js";
import { judgedText } from "./forms/control.js";
import { isSame, judged } from "./forms/index.js";
import { keep, kept, tableOf } from "./kept.js";
import { isOfAnother, stepOf, withStep } from "./lesson/script.js";
import { home, placesOf } from "./map/goals.js";
import { afterChanges } from "./planned.js";
import { awaitsDice, beforeDice } from "./playback/suspense.js";
import { newTalk, sheetInBattle, spaceInBattle } from "./receive.js";
import { aboard, askedOf, orders, pieces, question, sameQuestion } from "./state.js";
import { tokenName, tokensWords } from "./tokens.js";
import { amount } from "./units.js";
import { won } from "./views/ending.js";
import { described } from "./views/panel.js";

/** Milliseconds for which a question that has just come takes no clicks. */
const SETTLING = 400;
/** Of so many steps that were skipped, the last, it is told what they were. */
const SKIPPED = 4;
/** Milliseconds after which it is asked who could come to a space. */
const SOON = 150;

/** Follows the state, and does what must be done once. */
export class Effects {
  #store;
  #connection;
  #map;
  #act;
  #settling = 0;
  #coming = 0;
  /** The turn that was going on when the view last went to a capital. @type {string | null} */
  #turn = null;
  /** The battle that the panel went to by itself. @type {string | null} */
  #followed = null;
  /** The odds of the space that is looked at, as they were told last. */
  #odds = "";
  /** @type {Set<string>} */
  #judged = new Set();

  /**
   * @param {Store} store
   * @param {Connection} connection
   * @param {MapView} map
   * @param {Acts} act
   */
  constructor(store, connection, map, act) {
    this.#store = store;
    this.#connection = connection;
    this.#map = map;
    this.#act = act;
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  follow(state, before) {
    const [seen, saw] = [beforeDice(state), beforeDice(before)];
    this.#settle(state, before);
    this.#judge(state);
    this.#askWhoCanCome(state, before);
    this.#pressOn(state, before);
    this.#announce(seen, saw);
    this.#moveView(seen, saw);
    this.#followBattle(state, before);
    this.#keep(state, before);
    this.#keepLesson(state);
  }

  /**
   * The guide goes on with trackers once they were opened, whatever else is looked at then, and in a
   * game that is begun anew it begins anew.
   *
   * @param {State} state
   */
  #keepLesson(state) {
    const { lesson } = state;
    if (isOfAnother(state)) this.#act.forgetSteps();
    else if (stepOf(state)?.id === "tracker" && !lesson.read.has("trackers"))
      this.#act.readStep("trackers");
    else {
      const told = withStep(state);
      if (told !== lesson) this.#store.update({ lesson: told });
    }
  }

  /**
   * A plan, and what is chosen and not sent, outlast the page, and no other table sees them.
   *
   * @param {State} state
   * @param {State} before
   */
  #keep(state, before) {
    const { planned, choice } = state;
    const table = tableOf(state);
    if (table !== tableOf(before)) {
      const moves = kept("plan", table, sessionStorage) ?? [];
      const chosen = kept("choice", table, sessionStorage);
      const asked = isSame(chosen?.of ?? null, question(state));
      this.#store.update({
        planned: afterChanges({ ...state, planned: { ...planned, moves } }),
        ...(asked ? { choice: chosen } : { kept: chosen }),
      });
      return;
    }
    if (planned.moves !== before.planned.moves) keep("plan", table, planned.moves, sessionStorage);
    if (choice !== before.choice) keep("choice", table, choice, sessionStorage);
  }

  /**
   * A question takes no clicks at once: neither when it comes, nor when dice that were seen fall give it
   * free. An attack that goes on unasked needs none.
   *
   * @param {State} state
   * @param {State} before
   */
  #settle(state, before) {
    const freed = awaitsDice(before) && !awaitsDice(state) && state.picture.ask !== null;
    if (freed && state.pressing === null) this.#store.update({ settling: true });
    else if (!state.settling || (before.settling && sameQuestion(state, before))) return;
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => this.#store.update({ settling: false }), SETTLING);
  }

  /**
   * Ask the rules about every answer as it is put together.
   *
   * @param {State} state
   */
  #judge(state) {
    const answers = judged(state);
    const before = this.#judged;
    this.#judged = new Set(answers.map((answer) => judgedText(state, answer)));
    for (const answer of answers) {
      const of = judgedText(state, answer);
      if (!before.has(of)) this.#askVerdict(of, answer);
    }
  }

  /**
   * @param {string} of
   * @param {FormAnswer} answer
   */
  async #askVerdict(of, answer) {
    /** @type {Verdict} */
    let verdict;
    try {
      verdict = { of, ...(await this.#connection.request("judge", { answer })) };
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      if (!error.rule) return void this.#judged.delete(of); // not judged: asked again later
      verdict = { of, legal: false, rule: error.rule, why: error.message };
    }
    if (!this.#judged.has(of)) return; // something else is chosen by now
    const kept = this.#store.state.verdicts.filter(
      (one) => one.of !== of && this.#judged.has(one.of),
    );
    this.#store.update({ verdicts: [...kept, verdict] });
  }

  /**
   * Ask who could come to the space that is looked at; with something in hand that is no question.
   *
   * @param {State} state
   * @param {State} before
   */
  #askWhoCanCome(state, before) {
    const { space } = state;
    if (space === before.space && sameQuestion(state, before) && state.picked === before.picked)
      return;
    clearTimeout(this.#coming);
    if (space === null || state.picked.size || !orders(state)) return;
    this.#coming = window.setTimeout(async () => {
      const found = await this.#connection.request("comers", { to: space }).catch(() => null);
      if (found && this.#store.state.space === space) {
        this.#store.update({ comers: { space, pieces: found.pieces } });
      }
    }, SOON);
  }

  /**
   * Go on with an attack unasked as long as it goes well, each time once its dice were seen.
   *
   * @param {State} state
   * @param {State} before
   */
  #pressOn(state, before) {
    if (
      state.pressing === null ||
      state.settling ||
      state.playback ||
      !(before.settling || before.playback || !sameQuestion(state, before))
    )
      return;
    const asked = question(state);
    const form = asked?.form;
    if (form?.kind !== "menu" || form.usual === null || asked?.space !== state.pressing) return;
    if (form.win !== null && form.win >= LIKELY)
      this.#act.answer({ do: "option", number: form.usual });
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  #announce(state, before) {
    const skipped = state.playback ? [] : (before.playback?.steps.slice(1) ?? []);
    const asks = said(state);
    const end = state.picture.turn?.outcome;
    const space = state.space !== before.space && state.space !== this.#followed && state.space;
    const found = state.picture.plans[state.space ?? ""];
    const plan = found?.reckoned ? found.ends : "";
    const told = this.#odds;
    if (!found || plan) this.#odds = plan; // odds that come again as they were are told once
    const words = [
      ...skipped.slice(-SKIPPED).map(({ text }) => text),
      plan && plan !== told && state.space === before.space ? plan : "",
      space ? `${space}: ${described(state, space)}. ${spoken(state, space)}` : "",
      end && !before.picture.turn?.outcome ? `${won(end)}: ${end.why}` : "",
      asks && asks !== said(before) ? asks : "",
    ].filter(Boolean);
    if (words.length) this.#act.announce(words.join(". "));
    const talk = newTalk({ ...state, heard: before.heard });
    if (before.board) for (const line of talk) this.#act.toast(line.text, "said");
  }

  /**
   * The panel shows the space where a battle begins, until the player looks elsewhere; and a phone shows
   * the battle while its dice fall.
   *
   * @param {State} state
   * @param {State} before
   */
  #followBattle(state, before) {
    const space = spaceInBattle(state, before);
    if (space !== state.space) {
      this.#followed = space;
      this.#store.update({ space });
    }
    const sheet = sheetInBattle(state, before);
    if (sheet !== state.sheet) this.#store.update({ sheet });
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  #moveView(state, before) {
    const space = state.picture.battle?.space ?? null;
    const was = before.picture.battle?.space ?? null;
    if (space !== null && space !== was) requestAnimationFrame(() => this.#map.visit(space));
    else if (space === null && was !== null && !state.playback) this.#map.settleBack();
    const { turn } = state.picture;
    const now = turn && `${turn.round} ${turn.active}`;
    this.#turn ??= now; // a page that is loaded again shows what it showed
    const asked = question(state)?.power === turn?.active && !state.playback;
    if (now !== this.#turn && asked) {
      this.#turn = now; // the question comes a moment after the turn, and what is played back before
      this.#map.reveal(home(state) ?? "", true);
    }
    const places = placesOf(question(state)?.form);
    if (places.length && said(state) !== said(before)) {
      requestAnimationFrame(() => this.#map.revealOne(places)); // where what is asked about stands
    }
  }
}

/**
 * What is asked, and of whom.
 *
 * @param {State} state
 */
function said(state) {
  const asked = question(state);
  const place = asked?.space ? `${asked.space}: ` : "";
  return asked && `${askedOf(state, asked.power)}${place}${asked.asks}`;
}

/**
 * What stands in a space, to be heard: as the map shows it to who sees, tokens with what is known of them.
 *
 * @param {State} state
 * @param {string} space
 */
export function spoken(state, space) {
  const here = pieces(state, space);
  const words = [...new Set(here.map(({ power }) => power))].map((power) => {
    const own = here.filter((one) => one.power === power);
    /** @type {Map<string, number>} */
    const units = new Map();
    for (const one of own) {
      if (one.token) continue;
      const kind = `${one.kind}${aboard(one) ? " aboard" : ""}`;
      units.set(kind, (units.get(kind) ?? 0) + 1);
    }
    const counted = [...units].map(([text, n]) => {
      const [kind, ...where] = text.split(" ");
      return [amount(state.board, n, kind), ...where].join(" ");
    });
    const tokens = own.flatMap(({ token }) => token ?? []);
    const known = tokens.filter(({ mine }) => mine).map((token) => tokenName(state, token));
    const doubted = tokensWords(
      state,
      tokens.filter(({ mine }) => !mine),
    );
    return `${power}: ${[...counted, ...known, ...(doubted ? [doubted] : [])].join(", ")}`;
  });
  const { picked, lit } = state;
  const hand = picked.size && Object.keys(lit).length;
  return [
    words.join("; ") || "Nobody is here.",
    hand ? `What is in hand ${space in lit ? "may" : "cannot"} go there.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
