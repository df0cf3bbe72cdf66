// Whom the game waits for, since when, and what can be done about it.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Wait } from "../../schema.js"
 */

import { h } from "../h.js";
import { buttons, sentence } from "../parts.js";
import { amount } from "../units.js";
import { plan } from "./planned.js";
import { called, isSetUp, spaced } from "./top.js";

/**
 * The panel that is there whenever the table waits for another seat.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function waits(state, act) {
  const { picture, minute } = state;
  const { table, turn } = picture;
  const others = table.waits.filter(({ seat }) => seat !== table.seat);
  if (!others.length || turn?.outcome) return null;
  return h(
    "section",
    { class: "waits", key: "waits", "aria-label": "What the game waits for" },
    others.map((wait) => [
      others.length > 1 ? h("h4", {}, wait.words) : null,
      about(picture, wait, minute),
    ]),
    progress(picture),
    meanwhile(state, act, others),
    plan(state, act),
    h(
      "details",
      { key: "stays away", "data-key": "stays away", open: others.some(isOver) },
      h("summary", {}, "If nothing comes"),
      others.map((wait) => away(picture.seats, wait, act)),
      remedies(new Set(others.flatMap((wait) => wait.remedies)), act, others),
    ),
  );
}

/** Whether nothing is to be expected of a seat any more. @param {Wait} wait */
const isOver = ({ gone, fault }) => gone || fault !== null;

/**
 * How far the turn has come, and whose is next.
 *
 * @param {State["picture"]} picture
 */
function progress({ turn, powers, log }) {
  if (!turn) return null;
  if (isSetUp(turn)) return h("p", { class: "quiet progress" }, "The powers set up, one by one.");
  const at = turn.phases.indexOf(turn.phase);
  const lines = Object.values(log);
  const began = lines.findLastIndex(({ kind }) => kind === "turn_began");
  const told = new Set(lines.slice(began + 1).map(({ entry }) => entry));
  told.delete(null);
  const own = powers[turn.active]?.mine ? "" : ` It is the turn of ${turn.active}.`;
  return h(
    "div",
    { class: "progress" },
    h("progress", {
      max: turn.phases.length,
      value: at,
      "aria-label": `phases of the turn of ${turn.active}`,
    }),
    h(
      "p",
      { class: "quiet" },
      `Phase ${at + 1} of ${turn.phases.length}: ${spaced(turn.phase)}.${own} ${amount(null, told.size, "entry")} in this turn so far.`,
    ),
  );
}

/**
 * What one can do while others decide.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly Wait[]} others
 */
function meanwhile({ picture, board, planned }, act, others) {
  const { notify, volume } = picture.page.alerts;
  return [
    h("h4", {}, "Meanwhile"),
    buttons(
      notify || volume
        ? null
        : h(
            "button",
            { "data-key": "call me", onClick: () => act.openAlerts() },
            "Call me when I am asked…",
          ),
      others.some(({ remedies: can }) => can.includes("remind"))
        ? h(
            "button",
            {
              "data-key": "remind",
              title: "Say that they are waited for",
              onClick: () => remind(act),
            },
            "Remind",
          )
        : null,
      picture.table.seat === null || picture.table.lesson
        ? null
        : h(
            "button",
            {
              "data-key": "plan",
              "aria-pressed": planned.open,
              title: "Draw on the map where you mean to go, and see the odds; nobody else sees it",
              onClick: () => act.set({ planned: { ...planned, open: !planned.open } }),
            },
            "Plan your next turn",
          ),
      h(
        "button",
        {
          "data-key": "orders beforehand",
          title: "Losses, dives and retreats can be decided before they are asked",
          onClick: () => act.openTab("orders"),
        },
        "Decide beforehand",
      ),
      board?.hidden
        ? h(
            "button",
            {
              "data-key": "look at trackers",
              title: "What each token may be, and where each group was last",
              onClick: () => act.openTab("powers"),
            },
            "Trackers",
          )
        : null,
      h(
        "button",
        { "data-key": "read", onClick: () => act.open({ kind: "glossary" }) },
        "Read the rules' words",
      ),
    ),
  ];
}

/**
 * @param {State["picture"]} picture
 * @param {Wait} wait
 * @param {number} minute it is now
 */
function about({ seats, table }, { seat, since, learnt }, minute) {
  const player = seats[seat];
  const name = named(seats, seat);
  const asked = table.proposals.some(({ can }) => can.includes("accept"));
  const free = asked ? "" : "; you need not stay";
  return h(
    "p",
    { class: "quiet" },
    lasting(since ?? learnt, minute),
    player?.here ? `${name} is connected.` : `${name} is not connected just now${free}.`,
  );
}

/**
 * @param {State["picture"]["seats"]} seats
 * @param {number} seat
 */
const named = (seats, seat) => (seats[seat] ? called(seats[seat]) : `seat ${seat}`);

/**
 * How long something has been waited for.
 *
 * @param {number | null} since
 * @param {number} minute it is now
 */
function lasting(since, minute) {
  if (since === null || minute <= since) return "Since just now. ";
  const passed = minute - since;
  const [size, unit] =
    passed >= 2880 ? [1440, "day"] : passed >= 120 ? [60, "hour"] : [1, "minute"];
  return `For ${amount(null, Math.floor(passed / size), unit)}. `;
}

/**
 * What can come of it if a seat stays away, and when.
 *
 * @param {State["picture"]["seats"]} seats
 * @param {Wait} wait
 * @param {Acts} act
 */
function away(seats, { seat, since, learnt, fault, absent_from, gone, recourse }, act) {
  const name = named(seats, seat);
  return [
    h("p", { class: "quiet" }, due(since, learnt)),
    fault === null
      ? null
      : h(
          "p",
          { class: "bad" },
          `${name} was caught, and nothing more is taken: `,
          sentence(act, fault),
        ),
    h("p", { class: "quiet" }, without(name, recourse, whenGone(gone, absent_from))),
  ];
}

/**
 * Since when something is due: before the first entry the log does not say.
 *
 * @param {number | null} since
 * @param {number | null} learnt
 */
function due(since, learnt) {
  const logged = since === null ? "" : `Due since ${time(since)}, as the log says`;
  if (learnt === null) return logged && `${logged}. `;
  return `${logged ? `${logged}; known` : "Known"} here since ${time(learnt)}. `;
}

/**
 * From when on something can be agreed on without a seat; empty: never.
 *
 * @param {boolean} gone
 * @param {number | null} from
 */
function whenGone(gone, from) {
  if (gone) return "now";
  return from === null ? "" : `from ${time(from)} on, if nothing comes until then`;
}

/**
 * What can be agreed on without a seat, and when.
 *
 * @param {string} name
 * @param {Wait["recourse"]} recourse
 * @param {string} when
 */
function without(name, recourse, when) {
  if (!when) return `${name} never counts as absent, by the charter.`;
  switch (recourse) {
    case "replace":
      return `${name} may be replaced ${when}.`;
    case "end":
      return `You may end the game without ${name} ${when}; an audit says that you claim it. To replace one of two players takes a keeper.`;
    case "nothing":
      return `Nothing can be agreed on without ${name}: more than half of all seats must sign it.`;
  }
}

/**
 * Remind all who owe the game something, or a proposal their signature.
 *
 * @param {Acts} act
 */
export async function remind(act) {
  if (await act.request("remind", {}))
    act.toast("Reminded; who is away, as soon as they are back.");
}

/**
 * @param {Set<Wait["remedies"][number]>} can
 * @param {Acts} act
 * @param {readonly Wait[]} waits
 */
function remedies(can, act, waits) {
  if (!can.size) return null;
  const claim = async () => {
    if (await act.request("silence", {})) act.toast("It stands in the log now.");
  };
  return [
    buttons(
      can.has("claim silence")
        ? h(
            "button",
            {
              "data-key": "silence",
              title:
                "State in the log that the game waits. It proves nothing, and an audit tells it.",
              onClick: claim,
            },
            "State it in the log",
          )
        : null,
    ),
    can.has("agree")
      ? buttons(
          h(
            "button",
            { "data-key": "agree without", onClick: () => act.open({ kind: "propose" }) },
            "Propose to end the game without them…",
          ),
        )
      : null,
    h("p", { class: "quiet" }, also(can, waits)),
  ];
}

/**
 * @param {Set<Wait["remedies"][number]>} can
 * @param {readonly Wait[]} waits
 */
function also(can, waits) {
  const replaced = waits.some(({ recourse }) => recourse === "replace");
  const ways = [
    can.has("wait") ? "wait: nothing is lost, and you need not stay" : null,
    can.has("agree") && replaced
      ? "agree with the others that somebody else plays on, whom you invite under Seats"
      : null,
    can.has("resign") ? "resign in your own turn" : null,
  ].filter((way) => way !== null);
  return `You can also ${ways.join("; or ")}.`;
}

/** @param {number} minute since 1970 */
function time(minute) {
  const then = new Date(minute * 60_000);
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(undefined, {
    ...(today ? {} : { dateStyle: "medium" }),
    timeStyle: "short",
  });
}
