// A battle that a player supposes: what its sides are made of, and what changes with a click.

/** @import { SupposedBattle, SupposedRow, SupposedSide, SupposedView } from "../schema.js" */

/** @typedef {"attack" | "defence"} Side */
/** @typedef {{ space: string, attacker: string | null, battle: SupposedBattle | null }} Supposed `battle`: null, as things stand */

/**
 * The dialog about it: what is asked for now, which of that was answered last, and the last view.
 *
 * @typedef {object} OddsDialog
 * @property {"odds"} kind
 * @property {Supposed} wanted
 * @property {Supposed | null} answered
 * @property {SupposedView | null} view
 */

/** What tells rows of both sides apart. @param {Pick<SupposedRow, "kind" | "note">} row */
export const rowKey = ({ kind, note }) => `${kind}|${note}`;

/** Pieces of a row that count. @param {SupposedSide} side @param {SupposedRow} row */
const counted = (side, { ids }) => ids.filter((id) => side.pieces.includes(id));

/** @param {SupposedSide} side @param {SupposedRow} row */
const added = ({ added: units }, { kind, note }) => (note ? 0 : (units[kind] ?? 0));

/**
 * How many units of a row a side has.
 *
 * @param {SupposedSide} side
 * @param {SupposedRow} row
 */
export const numberOf = (side, row) => counted(side, row).length + added(side, row);

/** The most units of a row that a side may have. @param {SupposedRow} row */
export const mostOf = ({ ids, most }) => ids.length + most;

/**
 * A side with so many units of a row: those on the board count first, and go last.
 *
 * @param {SupposedSide} side
 * @param {SupposedRow} row
 * @param {number} number
 * @returns {SupposedSide}
 */
export function withNumber(side, row, number) {
  const others = side.pieces.filter((id) => !row.ids.includes(id));
  const here = row.ids.slice(0, number);
  const rest = Object.fromEntries(Object.entries(side.added).filter(([kind]) => kind !== row.kind));
  const more = number - here.length;
  if (row.note) return { ...side, pieces: [...others, ...here] };
  return {
    ...side,
    pieces: [...others, ...here],
    added: more > 0 ? { ...rest, [row.kind]: more } : rest,
  };
}

/**
 * A side with a token, or without it if it counted.
 *
 * @param {SupposedSide} side
 * @param {number} token
 * @returns {SupposedSide}
 */
export const withToken = (side, token) => ({
  ...side,
  pieces: side.pieces.includes(token)
    ? side.pieces.filter((id) => id !== token)
    : [...side.pieces, token],
});

/**
 * Rows of both sides by what they are, in the order of the unit table.
 *
 * @param {SupposedView} view
 */
export function rowsOf({ attackers, defenders }) {
  const own = new Map(attackers.map((row) => [rowKey(row), row]));
  const theirs = new Map(defenders.map((row) => [rowKey(row), row]));
  /** @type {string[]} */
  const kinds = [...new Set([...defenders, ...attackers].map(({ kind }) => kind))];
  return [...new Set([...theirs.keys(), ...own.keys()])]
    .map((key) => ({ key, attack: own.get(key) ?? null, defence: theirs.get(key) ?? null }))
    .map((row) => ({ ...row, ...named(row.attack ?? row.defence) }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** @param {SupposedRow | null} row */
const named = (row) => ({ kind: row?.kind ?? "", note: row?.note ?? "" });

/**
 * What a dialog begins with.
 *
 * @param {string} space
 * @param {string | null} attacker
 * @param {SupposedView | null} view what is shown until the answer comes
 * @returns {OddsDialog}
 */
export const begun = (space, attacker = null, view = null) => ({
  kind: "odds",
  wanted: { space, attacker, battle: null },
  answered: null,
  view,
});

/**
 * A dialog with another question, as far as its answer has not come.
 *
 * @param {OddsDialog} dialog
 * @param {Supposed} wanted
 * @returns {OddsDialog}
 */
export const asking = (dialog, wanted) => ({ ...dialog, wanted });

/**
 * A dialog with an answer: one to an older question is dropped.
 *
 * @param {OddsDialog} dialog
 * @param {Supposed} asked
 * @param {SupposedView | null} found null: it was refused
 * @returns {OddsDialog}
 */
export const answered = (dialog, asked, found) =>
  dialog.wanted === asked ? { ...dialog, answered: asked, view: found ?? dialog.view } : dialog;

/** The battle that is shown now. @param {OddsDialog} dialog @returns {SupposedBattle | null} */
export const shownBattle = ({ wanted, view }) => wanted.battle ?? view?.battle ?? null;
