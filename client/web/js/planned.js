// The player's plan of its next turn: arrows for itself alone. They stay in this browser: no node is told.

/**
 * @import { Plan } from "../schema.js"
 * @import { State } from "./state.js"
 */

import { grouped, piece, whereIs } from "./state.js";

/** @typedef {{ route: readonly [string, string], pieces: readonly number[] }} PlannedMove */
/** @typedef {{ open: boolean, moves: readonly PlannedMove[], odds: Readonly<Record<string, Plan>> }} Planned `open`: whether clicks on the map draw it; `odds`: by `aimOf` */
/** @typedef {{ to: string, power: string, pieces: readonly number[] }} Aim one power's pieces, and where they are to fight */

/**
 * A plan in which some pieces are to go elsewhere; what was planned for them before is forgotten.
 *
 * @param {State} state
 * @param {Iterable<number>} ids
 * @param {string} to
 * @returns {Planned}
 */
export function withMove(state, ids, to) {
  const moved = new Set(ids);
  const kept = state.planned.moves
    .map(({ route, pieces }) => ({ route, pieces: pieces.filter((id) => !moved.has(id)) }))
    .filter(({ pieces }) => pieces.length);
  const fresh = grouped(moved, (id) => whereIs(state, id) ?? "").flatMap((pieces) => {
    const from = whereIs(state, pieces[0]);
    return from === null || from === to
      ? []
      : [{ route: /** @type {const} */ ([from, to]), pieces }];
  });
  return { ...state.planned, moves: [...kept, ...fresh], odds: {} };
}

/**
 * A plan without one of its moves.
 *
 * @param {Planned} planned
 * @param {number} number
 * @returns {Planned}
 */
export const withoutMove = (planned, number) => ({
  ...planned,
  moves: planned.moves.filter((_, i) => i !== number),
  odds: {},
});

/**
 * What is left of a plan after changes: pieces that have moved or are gone are not in it, and odds
 * are of the board as it was.
 *
 * @param {State} state
 * @returns {Planned}
 */
export function afterChanges(state) {
  const { planned } = state;
  if (!planned.moves.length) return planned;
  const moves = planned.moves
    .map(({ route, pieces }) => ({
      route,
      pieces: pieces.filter((id) => whereIs(state, id) === route[0]),
    }))
    .filter(({ pieces }) => pieces.length);
  return { ...planned, moves, odds: {} };
}

/**
 * Where the plan leads to enemies: each power's pieces that meet in a space.
 *
 * @param {State} state
 * @returns {Aim[]}
 */
export function aims(state) {
  const { planned, picture, board } = state;
  const all = planned.moves.flatMap(({ route: [, to], pieces }) =>
    pieces.map((id) => ({ to, id, power: piece(state, id)?.power ?? "" })),
  );
  return grouped(all, ({ to, power }) => aimOf({ to, power })).flatMap((those) => {
    const [{ to, power }] = those;
    const side = board?.powers[power]?.side;
    const { stacks, tokens } = picture.spaces[to];
    const met = [...stacks, ...tokens].some((one) => board?.powers[one.power]?.side !== side);
    return met ? [{ to, power, pieces: those.map(({ id }) => id) }] : [];
  });
}

/** @param {Pick<Aim, "to" | "power">} aim */
export const aimOf = ({ to, power }) => `${power} ${to}`;

/**
 * Every other space, as where pieces in hand may be planned to go: the rules are asked in the turn.
 *
 * @param {State} state
 * @param {readonly number[]} ids
 * @returns {State["lit"]}
 */
export function anywhere(state, ids) {
  const starts = new Set(ids.map((id) => whereIs(state, id)).filter((from) => from !== null));
  const [from] = starts;
  const spaces = Object.keys(state.board?.spaces ?? {}).filter((name) => !starts.has(name));
  return Object.fromEntries(
    spaces.map((name) => [name, { ways: starts.size === 1 ? [[from, name]] : [], enemies: false }]),
  );
}
