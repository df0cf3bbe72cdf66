// The tracker of a power: every group with its last known place, and the tokens that may hold it.

/**
 * @import { Power, Token, Tracker } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { holdersOf } from "../tokens.js";
import { amount, badge } from "../units.js";

/** How many tokens a sentence names. */
const NAMED = 6;

/**
 * How a tracker is read, and the way to all of them.
 *
 * @param {State} state
 * @param {Acts} act
 */
export const trackerHelp = ({ board, touch }, act) =>
  board?.hidden
    ? [
        h(
          "p",
          { class: "quiet" },
          "Each box is a group: its number, its submarines, and where it is as far as you know; with a ? where all last knew it to be, with a bold frame if all know it now. ",
          touch ? "Tap one" : "Point at one",
          ": tokens that may hold it light up, and the line below the map tells more.",
        ),
        h(
          "button",
          { "data-key": "all trackers", onClick: () => act.open({ kind: "trackers" }) },
          "All trackers ",
          h("kbd", {}, "t"),
        ),
      ]
    : null;

/**
 * A space in as few words as a box has room for.
 *
 * @param {string} space
 */
const brief = (space) => space.replace(/^SZ |( Sea Zone)$/g, "");

/**
 * What is known of a group, in sentences.
 *
 * @param {State} state
 * @param {string} power
 * @param {Tracker} tracker
 * @param {number} group
 */
export function groupWords(state, power, { sizes, places, last }, group) {
  const size = sizes[group - 1];
  const name = `Group ${group} of ${power}`;
  const where = places[group];
  const known = where?.open ? "; all players know it" : "";
  if (where) {
    const what = size ? amount(state.board, size, "submarine") : "a decoy";
    return `${name} (${what}) is token #${where.token} in ${where.at}${known}.${noted(state, [where.token])}`;
  }
  if (!size) return `${name} has no submarines: a decoy, or not on the board.`;
  const seen = last[group];
  const tokens = holdersOf(state, power, group);
  const named = tokens.slice(0, NAMED).map(({ id }) => `#${id} in ${placeOf(state, id)}`);
  if (tokens.length > NAMED) named.push(`${tokens.length - NAMED} more`);
  return [
    `${name} (${amount(state.board, size, "submarine")})`,
    seen ? ` was last known in ${seen.at} in round ${seen.round}.` : " has not been seen yet.",
    named.length ? ` It may be token ${named.join(", ")}.` : "",
    noted(
      state,
      tokens.map(({ id }) => id),
    ),
  ].join("");
}

/** @param {State} state @param {number} id */
const placeOf = ({ picture }, id) =>
  Object.entries(picture.spaces).find(([, { tokens }]) =>
    tokens.some((token) => token.id === id),
  )?.[0];

/**
 * The player's own notes on some tokens.
 *
 * @param {State} state
 * @param {readonly number[]} ids
 */
function noted({ picture }, ids) {
  const notes = ids.flatMap((id) => {
    const note = picture.memo?.notes[id];
    return note ? [`#${id}: ${note}`] : [];
  });
  return notes.length ? ` Your notes: ${notes.join("; ")}.` : "";
}

/**
 * The trackers of all powers at a glance, and what is known of the group that is pointed at.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function allTrackers(state, act) {
  const { pointed, picture } = state;
  const found = pointed && picture.powers[pointed.power]?.tracker;
  return [
    h("h3", {}, "All trackers"),
    h(
      "div",
      { class: "trackers" },
      Object.entries(picture.powers).map(([power, { tracker: own }]) =>
        own
          ? h(
              "section",
              { key: power },
              h("h4", {}, badge(state.board, power), power),
              boxes(state, act, power, own),
            )
          : null,
      ),
      h(
        "p",
        { class: "quiet" },
        found
          ? groupWords(state, pointed.power, found, pointed.group)
          : `${state.touch ? "Tap" : "Point at"} a group.`,
      ),
    ),
    buttons(h("button", { class: "primary", onClick: () => act.close() }, "Close")),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {string} power
 * @param {Tracker} tracker
 */
const boxes = (state, act, power, tracker) =>
  h(
    "ol",
    { class: "boxes" },
    tracker.sizes.map((_, i) => box(state, act, power, tracker, i + 1)),
  );

/**
 * A power's tracker, and the notes on its tokens.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} power
 * @param {Power} facts
 */
export function tracker(state, act, power, { tracker: found }) {
  if (!found) return null;
  const { supply, error } = found;
  return h(
    "div",
    { class: "tracker" },
    boxes(state, act, power, found),
    h("small", {}, `${amount(null, supply, "token")} in the supply`),
    error ? h("small", {}, ` · chances from a sample, mostly less than ${error} % off`) : null,
    notes(state, act, power),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {string} power
 * @param {Tracker} tracker
 * @param {number} group
 */
function box(state, act, power, tracker, group) {
  const size = tracker.sizes[group - 1];
  const where = tracker.places[group];
  const seen = tracker.last[group];
  const words = groupWords(state, power, tracker, group);
  const on = state.pointed?.power === power && state.pointed.group === group;
  const point = () => act.hand.point({ power, group });
  const away = () => act.hand.point(null);
  const place = where ? brief(where.at) : size ? (seen ? `${brief(seen.at)}?` : "?") : "–";
  const kind = `${size ? " some" : ""}${where ? " placed" : ""}${where?.open ? " open" : ""}`;
  return h(
    "li",
    { key: group },
    h(
      "button",
      {
        class: `box${kind}${on ? " on" : ""}`,
        "data-key": `box ${power} ${group}`,
        title: words,
        onPointerEnter: point,
        onPointerLeave: away,
        onFocus: point,
        onBlur: away,
        onClick: () => (where ? act.look(where.at) : point()),
      },
      h("small", { class: "number", "aria-hidden": "true" }, String(group)),
      h("b", { "aria-hidden": "true" }, String(size)),
      h("small", { class: "place", "aria-hidden": "true" }, place),
      h("span", { class: "unseen" }, words),
    ),
  );
}

/**
 * The player's notes on tokens of a power that are on the board.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} power
 */
function notes({ board, picture }, act, power) {
  const found = Object.entries(picture.spaces).flatMap(([space, { tokens }]) =>
    tokens.flatMap((/** @type {Token} */ token) => {
      const note = token.power === power ? picture.memo?.notes[token.id] : undefined;
      return note ? [{ space, id: token.id, note }] : [];
    }),
  );
  if (!found.length) return null;
  return h(
    "ul",
    { class: "notes" },
    found.map(({ space, id, note }) =>
      h(
        "li",
        { key: id },
        badge(board, power),
        h("button", { class: "inline", onClick: () => act.look(space) }, `#${id} in ${space}`),
        `: ${note}`,
      ),
    ),
  );
}
