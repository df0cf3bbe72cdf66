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
    remedies(new Set(others.flatMap((wait) => wait.remedies)), act),
  );
}

/**
 * @param {State["picture"]["seats"]} seats
 * @param {Wait} wait
 * @param {Acts} act
 */
function about(seats, { seat, since, learnt, fault, absent_from, gone }, act) {
  const player = seats[seat];
  const name = player ? called(player) : `seat ${seat}`;
  return [
    h(
      "p",
      { class: "quiet" },
      since === null ? null : `Due since ${time(since)}, as the log says`,
      learnt === null ? null : `; known here since ${time(learnt)}`,
      player?.here ? `. ${name} is connected.` : `. ${name} is not connected just now.`,
    ),
    fault === null
      ? null
      : h(
          "p",
          { class: "bad" },
          `${name} was caught, and nothing more is taken: `,
          sentence(act, fault),
        ),
    gone || absent_from !== null
      ? h(
          "p",
          { class: "quiet" },
          gone
            ? `${name} may be replaced now.`
            : `${name} may be replaced from ${time(absent_from ?? 0)} on, if nothing comes until then.`,
        )
      : null,
  ];
}

/**
 * @param {Set<Wait["remedies"][number]>} can
 * @param {Acts} act
 */
function remedies(can, act) {
  if (!can.size) return null;
  const remind = async () => {
    if (await act.request("remind", {}))
      act.toast("Reminded; who is away, as soon as they are back.");
  };
  const claim = async () => {
    if (await act.request("silence", {})) act.toast("It stands in the log now.");
  };
  return [
    buttons(
      can.has("remind")
        ? h(
            "button",
            { "data-key": "remind", title: "Say that the game waits", onClick: remind },
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
    h("p", { class: "quiet" }, also(can)),
  ];
}

/** @param {Set<Wait["remedies"][number]>} can */
function also(can) {
  const ways = [
    can.has("wait") ? "wait: nothing is lost, and you need not stay" : null,
    can.has("agree") ? "agree with the others to go on without them, or to end the game" : null,
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
