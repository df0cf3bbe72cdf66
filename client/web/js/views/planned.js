// The plan of one's next turn: its moves, and the odds of its fights.

/**
 * @import { Acts } from "../acts.js"
 * @import { Aim, PlannedMove } from "../planned.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, odds, place, shown } from "../parts.js";
import { aimOf, aims, withoutMove } from "../planned.js";
import { alike, isPlanning, orders, piece, question } from "../state.js";

/**
 * The plan, while it is drawn; and in the turn itself what is left of it, each move by a button.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function plan(state, act) {
  const { planned } = state;
  const drawing = isPlanning(state);
  if (!drawing && !(orders(state) && planned.moves.length)) return null;
  return h(
    "section",
    { class: "planned", key: "planned", "aria-label": "Your plan" },
    h("h4", {}, "Your plan"),
    drawing
      ? h(
          "p",
          { class: "quiet" },
          "Pick up your own pieces on the map, then choose where they are to go. Only you see this; the rules are asked when your turn has come.",
        )
      : null,
    h(
      "ul",
      { class: "legs" },
      planned.moves.map((one, i) => move(state, act, one, i)),
    ),
    drawing ? aims(state).map((aim) => fight(state, act, aim)) : null,
    buttons(
      planned.moves.length
        ? h(
            "button",
            {
              "data-key": "forget plan",
              onClick: () => act.set({ planned: { ...planned, moves: [], odds: {} } }),
            },
            "Forget the plan",
          )
        : null,
    ),
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {PlannedMove} one
 * @param {number} number
 */
function move(state, act, { route: [from, to], pieces }, number) {
  const drawing = isPlanning(state);
  const light = (/** @type {number | null} */ leg) => (drawing ? act.set({ leg }) : undefined);
  return h(
    "li",
    {
      key: `${pieces}`,
      class: drawing && state.leg === number ? "lit" : "",
      onMouseEnter: () => light(number),
      onMouseLeave: () => light(null),
    },
    h(
      "span",
      { class: "route" },
      alike(state, pieces).map(([first, ...rest]) => [shown(state, first, rest.length + 1), " "]),
      place(act, from),
      " › ",
      place(act, to),
    ),
    drawing || pieces.some((id) => piece(state, id)?.power !== question(state)?.power)
      ? null // it is planned for the turn of another power
      : h(
          "button",
          {
            "data-key": `as planned ${number}`,
            onClick: () => act.answer({ do: "move", pieces, to }),
          },
          "Move",
        ),
    h(
      "button",
      {
        "data-key": `forget ${number}`,
        "aria-label": `forget: ${from} to ${to}`,
        title: "take this out of the plan",
        onFocus: () => light(number),
        onBlur: () => light(null),
        onClick: () => act.set({ leg: null, planned: withoutMove(state.planned, number) }),
      },
      "×",
    ),
  );
}

/**
 * A fight to which the plan leads, and its odds once they are asked for.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {Aim} aim
 */
function fight(state, act, aim) {
  const found = state.planned.odds[aimOf(aim)];
  return h(
    "p",
    { class: "aim", key: aimOf(aim) },
    h("b", {}, `${aim.power} attacks `, place(act, aim.to)),
    " ",
    found
      ? h("span", { role: "status" }, odds(found))
      : h(
          "button",
          { "data-key": `odds ${aim.to}`, onClick: () => act.hand.forecast(aim) },
          "Odds",
        ),
  );
}
