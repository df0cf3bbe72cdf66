// Picking pieces up by numbers: those that can leave a space, and those that could come to it.

/**
 * @import { Acts } from "../acts.js"
 * @import { Piece, State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, called, place, shown, stepper } from "../parts.js";
import {
  aboard,
  alike,
  grouped,
  isPlanning,
  landers,
  noted,
  orders,
  piece,
  pieces,
  usable,
  whereIs,
} from "../state.js";
import { tokenChip } from "../tokens.js";
import { amount, chip, unitName } from "../units.js";

/**
 * What can be picked up to go from a space, or to come to it, and what can be taken back.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} space
 */
export function picker(state, act, space) {
  const form = orders(state);
  if (!form && !isPlanning(state)) return null;
  const back = form?.back ?? [];
  const here = pieces(state, space).filter((one) => usable(state, one));
  const held = [...state.picked].filter((id) => whereIs(state, id) === space).length;
  const none = state.picked.size
    ? h("button", { "data-key": "none", onClick: () => act.hand.putDown() }, "None")
    : null;
  const all = () => act.hand.pick(here.map(({ id }) => id));
  const inHand = alike(state, state.picked).map(([first, ...rest], i, all) => [
    shown(state, first, rest.length + 1),
    " ",
    all[i + 1]?.[0].space === first.space ? null : [place(act, first.space), " "],
  ]);
  return [
    here.length
      ? h(
          "div",
          { class: "picker" },
          h("h4", {}, "Pick up"),
          rows(state, act, here, false),
          buttons(
            h("button", { "data-key": "all", onClick: all }, "All of them"),
            held ? none : null,
          ),
          held && form ? destinations(state, act) : null,
        )
      : null,
    takenBack(
      state,
      act,
      [...pieces(state, space), ...landers(state, space)].filter(({ id }) => back.includes(id)),
    ),
    held ? null : comers(state, act, space, back),
    // Last, so that no counter moves away from under a finger when the first piece is picked up.
    held < state.picked.size ? h("p", { class: "inhand" }, "In hand: ", inHand) : null,
  ];
}

/**
 * What tells a figure from others of its kind, beside being aboard: damage, or a house rule's marker.
 *
 * @param {Piece} one
 */
const marked = (one) => {
  const words = one.token ? "" : noted({ ...one, aboard: null });
  return words && ` ${words}`;
};

/**
 * One line for all that nothing tells apart, with how many of it are in hand.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly Piece[]} those
 * @param {boolean} named whether each line names the space
 */
function rows(state, act, those, named) {
  const keyOf = (/** @type {Piece} */ one) =>
    one.token
      ? `#${one.id}`
      : `${one.kind} ${one.left} ${one.aboard ?? ""}${named ? ` ${one.space}` : ""}${marked(one)}`;
  const planning = isPlanning(state);
  const row = (/** @type {[Piece, ...Piece[]]} */ group) => {
    const [first] = group;
    const ids = group.map(({ id }) => id);
    const others = [...state.picked].filter((id) => !ids.includes(id));
    const steps = [
      " ",
      h("span", { class: "steps" }, `${first.left} step${first.left === 1 ? "" : "s"} left`),
    ];
    return h(
      "li",
      { key: keyOf(first) },
      first.token
        ? tokenChip(state, first.token)
        : chip(state.board, first.power, first.kind, ids.length, noted(first)),
      h(
        "span",
        { class: "left" },
        named ? place(act, first.space) : h("span", { class: "name" }, called(state, first)),
        marked(first),
        named || planning ? null : aboard(first) ? " may land" : steps,
      ),
      stepper({
        label: first.token
          ? `token ${first.id}`
          : `${unitName(state.board, first.kind ?? "")}${marked(first)}${named ? ` in ${first.space}` : ""}`,
        value: ids.filter((id) => state.picked.has(id)).length,
        high: ids.length,
        change: (count) => act.hand.pick([...others, ...ids.slice(0, count)]),
        key: `${named ? "call" : "pick"} ${keyOf(first)}`,
      }),
    );
  };
  return h("ul", { class: "rows" }, grouped(those, keyOf).map(row));
}

/**
 * Whether a piece that has changed in this phase still is where it was: it is aboard, or was loaded.
 *
 * @param {State} state
 * @param {Piece} one
 */
const stays = ({ board }, one) =>
  aboard(one) || (!one.token && one.left === board?.units[one.kind]?.move);

/**
 * Who could come here: chosen in numbers, from wherever they stand; nobody who has gone elsewhere.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} space
 * @param {readonly number[]} back pieces that have moved
 */
function comers(state, act, space, back) {
  const ids = state.comers?.space === space ? state.comers.pieces : [];
  const those = ids
    .map((id) => piece(state, id))
    .filter((one) => one !== null)
    .filter((one) => usable(state, one) && (!back.includes(one.id) || stays(state, one)));
  if (!those.length) return null;
  const all = those.map(({ id }) => id);
  const chosen = state.picked.size > 0;
  const none = chosen
    ? h("button", { "data-key": "none", onClick: () => act.hand.putDown() }, "None")
    : null;
  return h(
    "div",
    { class: "picker" },
    h("h4", {}, "Who can come here"),
    rows(state, act, those, true),
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": `come ${space}`,
          disabled: chosen && !(space in state.lit),
          onClick: () => (chosen ? act.hand.moveTo(space) : act.hand.bring(all, space)),
        },
        chosen ? "Bring them here" : "Bring all who can come",
      ),
      h("button", { "data-key": "call all", onClick: () => act.hand.pick(all) }, "Choose all"),
      none,
    ),
  );
}

/**
 * What stands here and can go back to where it stood when the phase began: all of it, or one kind.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly Piece[]} those
 */
function takenBack(state, act, those) {
  if (!those.length) return null;
  const groups = alike(
    state,
    those.map(({ id }) => id),
  );
  const back = (/** @type {readonly Piece[]} */ group) =>
    act.hand.takeBack(group.map(({ id }) => id));
  const nameOf = (/** @type {[Piece, ...Piece[]]} */ [first, ...rest]) =>
    first.token ? called(state, first) : amount(state.board, rest.length + 1, first.kind);
  return buttons(
    h(
      "button",
      { "data-key": "back", onClick: () => back(those) },
      groups.length > 1 ? "Take all of it back" : "Take back",
    ),
    groups.length > 1
      ? groups.map((group) =>
          h(
            "button",
            {
              "data-key": `back ${group[0].id}`,
              onClick: () => back(group),
            },
            h("span", { class: "unseen" }, `take back ${nameOf(group)}: `),
            h("span", { "aria-hidden": "true" }, "↩ "),
            shown(state, group[0], group.length),
          ),
        )
      : null,
  );
}

/**
 * That what is in hand has nowhere to go; in Combat move, other moves come later.
 *
 * @param {State} state
 */
const nowhere = ({ picked, picture: { turn } }) =>
  turn?.phase === "combat_move"
    ? `Nowhere to attack${picked.size === 1 ? "" : " together"}; other moves come after the battles.`
    : picked.size === 1
      ? "It cannot move anywhere."
      : "They cannot move anywhere together.";

/**
 * @param {State} state
 * @param {Acts} act
 */
function destinations(state, act) {
  const { lit } = state;
  const names = Object.keys(lit).sort();
  const hover = (/** @type {string | null} */ hovered) => () => act.set({ hovered });
  return h(
    "div",
    { class: "to" },
    h("h4", {}, names.length ? "Where to?" : nowhere(state)),
    h(
      "p",
      { class: "choices" },
      names.map((name) =>
        h(
          "button",
          {
            key: name,
            "data-key": `to ${name}`,
            class: lit[name].enemies ? "enemy" : "",
            onClick: () => {
              act.set({ hovered: null }); // the button goes, and leaves nothing pointed at
              act.hand.moveTo(name);
            },
            onFocus: hover(name),
            onBlur: hover(null),
            onPointerEnter: hover(name),
            onPointerLeave: hover(null),
          },
          name,
        ),
      ),
    ),
  );
}
