// Whom the game waits for, since when, and what can be done about it.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Wait } from "../../schema.js"
 */

import { h } from "../h.js";
import { buttons, sentence } from "../parts.js";
import { called } from "./top.js";

/**
 * The panel that is there whenever the table waits for another seat.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function waits({ picture }, act) {
  const { table, turn } = picture;
  const others = table.waits.filter(({ seat }) => seat !== table.seat);
  if (!others.length || turn?.outcome) return null;
  return h(
    "section",
    { class: "waits", key: "waits", "aria-label": "What the game waits for" },
    others.map((wait) => [
      others.length > 1 ? h("h4", {}, wait.words) : null,
      about(picture.seats, wait, act),
    ]),
    remedies(new Set(others.flatMap((wait) => wait.remedies)), act, others),
  );
}

/**
 * @param {State["picture"]["seats"]} seats
 * @param {Wait} wait
 * @param {Acts} act
 */
function about(seats, { seat, since, learnt, fault, absent_from, gone, recourse }, act) {
  const player = seats[seat];
  const name = player ? called(player) : `seat ${seat}`;
  return [
    h(
      "p",
      { class: "quiet" },
      due(since, learnt),
      player?.here ? `${name} is connected.` : `${name} is not connected just now.`,
    ),
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
      can.has("remind")
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
