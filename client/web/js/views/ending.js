// The end of the game: how it went, and what can be done then.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

/** @typedef {State["picture"]["table"]} Table */

import { h } from "../h.js";
import { buttons, sentence } from "../parts.js";
import { audit, savePage } from "../saving.js";
import { looksBack } from "../state.js";
import { openRetrospect } from "./retrospect.js";
import { called } from "./top.js";

/**
 * How it ended, and then what players want, in this order: an answer to who would play again, what was
 * hidden, to see it all once more, another game, and last what can be taken along. Who looks back needs the
 * room for the moment that is looked at.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function outcome(state, act) {
  const { picture } = state;
  const end = picture.turn?.outcome;
  return h(
    "div",
    { class: "outcome" },
    invited(state, act),
    end
      ? h("p", {}, h("b", {}, won(end)), ": ", sentence(act, end.why), yours(state, end))
      : h("p", {}, h("b", {}, "The game is over.")),
    hidden(state),
    looksBack(state) ? null : afterwards(state, act),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 */
function afterwards(state, act) {
  const { picture } = state;
  const main = mainOf(picture.table);
  return [
    looking(picture, act, main),
    rematch(state, act, main),
    buttons(
      h(
        "button",
        { "data-key": "retrospect", onClick: () => openRetrospect(act) },
        "Luck and bluffs",
      ),
      h(
        "button",
        { "data-key": "page", onClick: () => savePage(act) },
        "The game as a page to send round",
      ),
      h("button", { "data-key": "report", onClick: () => audit(act) }, "Report and audit"),
      picture.table.entrance
        ? h(
            "button",
            { "data-key": "done here", onClick: () => act.open({ kind: "leave" }) },
            "Leave the table…",
          )
        : null,
    ),
  ];
}

/** @param {{ winner: string | null }} end */
export const won = ({ winner }) => (winner ? `Won by ${winner}` : "Nobody has won");

/**
 * Whether the player has won.
 *
 * @param {State} state
 * @param {{ winner: string | null }} end
 */
function yours({ board, picture }, { winner }) {
  const own = Object.keys(picture.powers).filter((power) => picture.powers[power].mine);
  const sides = new Set(own.map((power) => board?.powers[power]?.side));
  if (winner === null || sides.size !== 1) return "";
  return sides.has(winner) ? ". You have won." : ". You have lost.";
}

/**
 * The main button at the end: the first that there is of what players want.
 *
 * @param {Table} table
 * @returns {"accept rematch" | "disclose" | "watch again" | "rematch" | null}
 */
function mainOf({ ending, timeline, entrance }) {
  if (!ending) return null;
  if (ending.rematch !== null && entrance) return "accept rematch";
  if (ending.can_open) return "disclose";
  if (timeline) return "watch again";
  return ending.can_rematch && entrance ? "rematch" : null;
}

/**
 * That one can show what one's own tokens held, and see the whole game once more.
 *
 * @param {State["picture"]} picture
 * @param {Acts} act
 * @param {string | null} main
 */
function looking({ table: { ending, timeline } }, act, main) {
  if (!ending || !(ending.can_open || timeline)) return null;
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {() => void} */ click,
  ) =>
    h("button", { class: main === key ? "primary" : "", "data-key": key, onClick: click }, words);
  return buttons(
    ending.can_open
      ? button("disclose", "Open my tokens to all…", () => act.open({ kind: "disclose" }))
      : null,
    timeline ? button("watch again", "Watch it again", () => act.player.replay(true)) : null,
  );
}

/**
 * Who has shown what their tokens held.
 *
 * @param {State} state
 */
function hidden({ picture: { table, seats } }) {
  const { ending } = table;
  if (!ending || (!ending.open.length && !ending.closed.length)) return null;
  const tokensOf = (/** @type {readonly number[]} */ some) =>
    some
      .map((seat) => (seats[seat]?.you ? "your" : `${called(seats[seat])}'s`))
      .join(" and ")
      .concat(" tokens");
  return [
    ending.open.length
      ? h("p", {}, `All see what ${tokensOf(ending.open)} held: look back, and compare.`)
      : null,
    ending.closed.length
      ? h("p", { class: "quiet" }, `Not opened: ${tokensOf(ending.closed)}.`)
      : null,
  ];
}

/**
 * That another player offers a rematch; it comes first, for it waits for an answer.
 *
 * @param {State} state
 * @param {Acts} act
 */
function invited({ picture: { table, seats } }, act) {
  const seat = table.ending?.rematch;
  if (seat === null || seat === undefined) return null;
  const words = `${called(seats[seat])} invites you to a rematch.`;
  if (!table.entrance)
    return h(
      "p",
      { role: "status" },
      `${words} Give the link in the log to `,
      h("code", {}, "secret-subs join"),
      ", or paste it on the first page.",
    );
  return [
    h("p", { role: "status" }, words),
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": "accept rematch",
          onClick: () => act.request("again", {}),
        },
        "Play again",
      ),
      h(
        "button",
        { "data-key": "decline rematch", onClick: () => act.request("decline", {}) },
        "Not now",
      ),
    ),
  ];
}

/**
 * Another game of the same players, to be offered to the others.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string | null} main
 */
function rematch({ picture: { table } }, act, main) {
  const { ending } = table;
  if (!ending || ending.rematch !== null) return null;
  const { can_rematch, uncalled } = ending;
  if (!table.entrance)
    return can_rematch || uncalled
      ? h(
          "p",
          { class: "quiet" },
          "To play again, run ",
          h("code", {}, "secret-subs"),
          " and open this game on its first page.",
        )
      : null;
  const offer = (/** @type {boolean} */ swapped) => () => act.request("rematch", { swapped });
  return can_rematch
    ? buttons(
        h(
          "button",
          {
            class: main === "rematch" ? "primary" : "",
            "data-key": "rematch",
            onClick: offer(false),
          },
          "Rematch",
        ),
        h("button", { "data-key": "swapped", onClick: offer(true) }, "Rematch with sides swapped"),
      )
    : uncalled
      ? h("p", { class: "quiet" }, "Nobody can call you: another player can offer a rematch.")
      : null;
}
