// The end of the game: how it went, and what can be done then.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, sentence } from "../parts.js";
import { audit, savePage } from "../saving.js";
import { called } from "./top.js";

/**
 * @param {State} state
 * @param {Acts} act
 */
export function outcome(state, act) {
  const { picture } = state;
  const end = picture.turn?.outcome;
  return h(
    "div",
    { class: "outcome" },
    end
      ? h(
          "p",
          {},
          h("b", {}, end.winner ? `Won by ${end.winner}` : "Nobody has won"),
          ": ",
          sentence(act, end.why),
        )
      : h("p", {}, h("b", {}, "The game is over.")),
    hidden(state, act),
    rematch(state, act),
    buttons(
      h(
        "button",
        { class: "primary", "data-key": "report", onClick: () => audit(act) },
        "Report and audit",
      ),
      h(
        "button",
        { "data-key": "page", onClick: () => savePage(act) },
        "The game as a page to send round",
      ),
      picture.table.entrance
        ? h(
            "button",
            { "data-key": "done here", onClick: () => act.open({ kind: "leave" }) },
            "Leave the table…",
          )
        : null,
    ),
  );
}

/**
 * Who has shown what their tokens held, and that one can do so oneself.
 *
 * @param {State} state
 * @param {Acts} act
 */
function hidden({ picture: { table, seats } }, act) {
  const { ending } = table;
  if (!ending || (!ending.open.length && !ending.closed.length)) return null;
  const names = (/** @type {readonly number[]} */ some) =>
    some.map((seat) => (seats[seat]?.you ? "you" : called(seats[seat]))).join(" and ");
  return [
    ending.open.length
      ? h("p", {}, `All see what the tokens held of ${names(ending.open)}: look back, and compare.`)
      : null,
    ending.closed.length
      ? h("p", { class: "quiet" }, `Not opened: the tokens of ${names(ending.closed)}.`)
      : null,
    ending.can_open
      ? buttons(
          h(
            "button",
            { "data-key": "disclose", onClick: () => act.open({ kind: "disclose" }) },
            "Open my tokens to all…",
          ),
        )
      : null,
  ];
}

/**
 * Another game of the same players: offered to the others, or by one of them.
 *
 * @param {State} state
 * @param {Acts} act
 */
function rematch({ picture: { table, seats } }, act) {
  const { ending } = table;
  if (!ending) return null;
  const invited =
    ending.rematch === null ? null : `${called(seats[ending.rematch])} invites you to a rematch.`;
  if (!table.entrance) return elsewhere(ending, invited);
  if (invited)
    return [
      h("p", { role: "status" }, invited),
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
  const offer = (/** @type {boolean} */ swapped) => () => act.request("rematch", { swapped });
  return ending.can_rematch
    ? buttons(
        h("button", { "data-key": "rematch", onClick: offer(false) }, "Rematch"),
        h("button", { "data-key": "swapped", onClick: offer(true) }, "Rematch with sides swapped"),
      )
    : ending.uncalled
      ? h("p", { class: "quiet" }, "Nobody can call you: another player can offer a rematch.")
      : null;
}

/**
 * Where another game begins, for a page that belongs to this table alone.
 *
 * @param {NonNullable<State["picture"]["table"]["ending"]>} ending
 * @param {string | null} invited
 */
function elsewhere({ can_rematch, uncalled }, invited) {
  if (invited)
    return h(
      "p",
      { role: "status" },
      `${invited} Give the link in the log to `,
      h("code", {}, "secret-subs join"),
      ", or paste it on the first page.",
    );
  return can_rematch || uncalled
    ? h(
        "p",
        { class: "quiet" },
        "To play again, run ",
        h("code", {}, "secret-subs"),
        " and open this game on its first page.",
      )
    : null;
}
