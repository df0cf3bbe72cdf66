// The dock: what is asked of the player, the control that answers it, and what is not sent yet.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Leg, Line } from "../../schema.js"
 */

import { actions } from "../forms/actions.js";
import { formView } from "../forms/index.js";
import { h } from "../h.js";
import { buttons, capital, handSign, rule, sentence, term, tick } from "../parts.js";
import { awaitsDice, beforeDice } from "../playback/suspense.js";
import { alike, askedOf, isAwaited, looksBack, question } from "../state.js";
import { tokenName } from "../tokens.js";
import { amount, badge } from "../units.js";
import { clocks } from "./clocks.js";
import { outcome } from "./ending.js";
import { lobby, nextCall } from "./lobby.js";
import { plan } from "./planned.js";
import { proposals } from "./proposals.js";
import { newcomers } from "./succession.js";
import { called } from "./top.js";
import { waits } from "./waits.js";

const LATEST = 6; // lines

/**
 * @param {State} told by the node
 * @param {Acts} act
 */
export function dock(told, act) {
  const state = beforeDice(told);
  const awaited = awaitsDice(told);
  const { board, picture } = state;
  const { table } = picture;
  if (table.mode === "lobby") return lobby(state, act);
  if (!board) return null;
  const asked = question(state);
  const over = isOver(picture);
  const unsent = picture.ask?.can_send ?? false;
  return [
    table.fraud
      ? h(
          "p",
          { class: "bad" },
          "FRAUD: somebody signed what no honest player signs. Nothing more is taken from them; the log tells who, and the evidence is kept.",
        )
      : null,
    table.astray ? h("p", { class: "why" }, table.astray) : null,
    clocks(state),
    table.hindered ? h("p", { class: "why", role: "status" }, table.hindered) : null,
    over ? outcome(state, act) : null,
    table.declined ? h("p", { class: "why" }, "Not sent: ", sentence(act, table.declined)) : null,
    asked
      ? h(
          "h2",
          { tabIndex: -1 },
          badge(board, asked.power),
          h(
            "span",
            {},
            h("span", { class: "unseen" }, askedOf(state, asked.power)),
            sentence(act, asked.asks),
            asked.rules.map((number) => [" ", h("span", { class: "number" }, rule(act, number))]),
          ),
        )
      : awaited
        ? playedBack(state, act)
        : over && !unsent
          ? null
          : (sending(state) ??
            h(
              "h2",
              { class: `quiet${!unsent && isAwaited(picture) ? " soon" : ""}` },
              unsent ? "Send this before you decide anything more." : waiting(state),
            )),
    proposals(state, act),
    newcomers(state, act),
    asked || unsent || awaited
      ? null
      : [over ? null : nextCall(table, act), waits(state, act), idle(state, act)],
    h("div", { class: "body", key: `body ${asked?.name} ${asked?.power}` }, formView(state, act)),
    asked ? [plan(state, act), actions(state, act)] : null,
    staged(state, act),
    extras(state, act),
  ];
}

/**
 * Whether the game is over, whatever moment of it is looked back at.
 *
 * @param {State["picture"]} picture
 */
const isOver = ({ table, turn }) => Boolean(turn?.outcome || table.ending);

/**
 * While dice are still to be seen fall, nothing here tells how they fell; who will not wait need not.
 *
 * @param {State} state
 * @param {Acts} act
 */
function playedBack(state, act) {
  const space = state.picture.battle?.space;
  return [
    h(
      "h2",
      { class: "quiet", tabIndex: -1 },
      `${space ? `The battle in ${space}` : "What happened"} is played back.`,
    ),
    buttons(
      h(
        "button",
        { "data-key": "outcome", onClick: () => act.player.stop(false) },
        "Show what came of it ",
        h("kbd", {}, "s"),
      ),
    ),
  ];
}

/**
 * The question that was answered last, while the node sends the answer and nothing else is known.
 *
 * @param {State} state
 */
function sending(state) {
  const { sent, board, picture } = state;
  if (!sent || picture.ask || away(state) !== null) return null;
  return h(
    "h2",
    { class: "quiet" },
    badge(board, sent.power),
    h("span", {}, `${sent.asks} `, h("small", {}, "Sending…")),
  );
}

/** @param {State} state */
function waiting(state) {
  const { table, turn } = state.picture;
  if (!table.waiting.length) return turn?.outcome ? "The game is over." : "";
  const past = table.mode === "replay" || looksBack(state);
  return `${past ? "Next:" : "Waiting for"} ${table.waiting.join("; ")}`;
}

/**
 * Whom the game waits for because they are away, and what has happened lately.
 *
 * @param {State} state
 * @param {Acts} act
 */
function idle(state, act) {
  const gone = away(state);
  const ended = isOver(state.picture) && !looksBack(state); // how, it is told above
  const lines = (ended ? [] : Object.values(state.picture.log))
    .filter(({ kind }) => !["phase_began", "presence", "rematch"].includes(kind))
    .slice(-LATEST)
    .reverse();
  return [
    gone ? h("p", { class: "why" }, gone) : null,
    lines.length
      ? h(
          "section",
          { class: "lately" },
          h("h4", {}, "Recent"),
          h(
            "ul",
            {},
            lines.map((line) => h("li", {}, lineButton(state, act, line))),
          ),
        )
      : null,
  ];
}

/**
 * A line of the log, which shows its space if it is about one. A term at its beginning is a button,
 * of which a sheet cannot find the first letter.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {Pick<Line, "text" | "space">} line
 */
export function lineButton({ board }, act, { text, space }) {
  const words = text.trim();
  return board && space !== null && space in board.spaces
    ? h("button", { class: "line", title: words, onClick: () => act.show(space) }, words)
    : h("span", { class: "line", title: words }, sentence(act, capital(words)));
}

/**
 * Why nothing goes on, where it is because somebody is away: a guest may reach others through the
 * host alone.
 *
 * @param {State} state
 */
function away({ picture: { table, turn, seats } }) {
  const player = table.owing === null ? null : seats[table.owing];
  const alone = !Object.values(seats).some((seat) => !seat.you && seat.here);
  if (table.mode !== "play" || !player || turn?.outcome) return null;
  if (player.you) {
    return alone
      ? "You are asked as soon as one of the others is connected: only they can tell that nothing was signed for you elsewhere."
      : null;
  }
  const told = table.waits.some(({ seat }) => seat === table.owing); // with what can be done
  if (told || player.here || !(alone || table.hosting)) return null;
  const name = called(player);
  return `${name} is not connected to you just now. The game waits until ${name} is back; you need not stay.`;
}

/**
 * @param {State} state
 * @param {Acts} act
 */
function staged(state, act) {
  const { ask } = state.picture;
  if (!ask?.staged.length) return null;
  const answers = h(
    "ol",
    {},
    ask.staged.map((words) => h("li", {}, words)),
  );
  return h(
    "div",
    { class: "staged", key: "staged" },
    buttons(
      h("b", { title: "kept until you send it, also if you leave" }, "Not sent yet"),
      h(
        "button",
        {
          id: "undo",
          "data-key": "undo",
          title: "take back the last of these",
          onClick: () => act.undo(),
        },
        "Undo",
      ),
      h(
        "button",
        { "data-key": "send", title: "send them now, and go on", onClick: () => act.send() },
        "Send",
      ),
    ),
    h(
      "ul",
      { class: "legs" },
      ask.moves.map((leg, i) => move(state, act, leg, i)),
    ),
    ask.moves.length ? unfolded(ask.staged.length, answers) : answers,
  );
}

/**
 * All answers, moves among them, to be unfolded; nothing if the one move above is all there is.
 *
 * @param {number} count
 * @param {ReturnType<typeof h>} answers
 */
function unfolded(count, answers) {
  if (count === 1) return null;
  const words = count === 2 ? "Both answers" : `All ${amount(null, count, "answer")}`;
  return h("details", { "data-key": "all staged" }, h("summary", {}, words), answers);
}

/**
 * A staged move: it lights up on the map, and can be taken back by itself.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {Leg} leg
 * @param {number} number
 */
function move(state, act, { route, pieces: ids }, number) {
  const units = alike(state, ids);
  const words = units
    .map(([one, ...more]) =>
      one.token ? tokenName(state, one.token) : amount(state.board, more.length + 1, one.kind),
    )
    .join(", ");
  const way = `${words}: ${route.join(" › ")}`;
  const light = (/** @type {number | null} */ leg) => act.set({ leg });
  return h(
    "li",
    {
      key: `${ids}`,
      class: state.leg === number ? "lit" : "",
      onMouseEnter: () => light(number),
      onMouseLeave: () => light(null),
    },
    h(
      "button",
      {
        class: "line",
        "data-key": `move ${number}`,
        onFocus: () => light(number),
        onBlur: () => light(null),
        onClick: () => act.reveal(route[route.length - 1]),
      },
      way,
    ),
    h(
      "button",
      {
        "data-key": `take back ${number}`,
        "aria-label": `take back: ${way}`,
        title: "take this move back",
        onFocus: () => light(number),
        onBlur: () => light(null),
        onClick: () => act.hand.takeBack(ids),
      },
      "×",
    ),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 */
function extras(state, act) {
  const { board, picture } = state;
  const { table, turn } = picture;
  if (table.mode !== "play" || table.lesson || !turn || isOver(picture)) return null;
  const waived = table.waive ?? (table.seat !== null && turn.waived.includes(table.seat));
  const raise = () => act.request("hand", {});
  const meant = act.terms.find(({ name }) => name === "window");
  const soon = table.waive === null ? "" : "; from your next answer on";
  return h(
    "p",
    { class: "extras", key: "extras" },
    board?.hidden
      ? [
          tick(
            {
              checked: !waived,
              change: (checked) => act.request("waive", { waived: !checked }),
              title: `SS-4.0: without windows nobody waits for you at the end of Combat moves and turns${soon}`,
            },
            "Ask me in windows",
          ),
          meant ? term(act, meant, "What are they?") : null,
          picture.seats[table.seat ?? -1]?.hand
            ? h("span", { class: "raised", role: "status" }, [handSign(), " Your hand is raised"])
            : h(
                "button",
                { title: "Ask for a window at the next boundary", onClick: raise },
                "Raise a hand",
              ),
        ]
      : null,
    h(
      "button",
      {
        "data-key": "propose an agreement",
        title: "Take back entries, or end the game, if all agree",
        onClick: () => act.open({ kind: "propose" }),
      },
      "Propose…",
    ),
    question(state)
      ? h("button", { onClick: () => act.open({ kind: "resign" }) }, "Resign…")
      : null,
  );
}
