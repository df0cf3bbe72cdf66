// What outlasts a page in its tab, for each table by itself: when it is loaded again it is as it was.

/**
 * @import { Choice } from "./forms/index.js"
 * @import { Seen } from "./map/viewport.js"
 * @import { PlannedMove } from "./planned.js"
 * @import { State } from "./state.js"
 */

/**
 * @typedef {object} Kept
 * @property {Seen} seen what is seen of the map
 * @property {readonly PlannedMove[]} plan of the player's next turn
 * @property {Choice | null} choice what is chosen for the question at hand, and not sent
 */

/**
 * What tells one table from another.
 *
 * @param {State} state
 */
export const tableOf = ({ board, picture }) => `${board?.map.name} ${picture.table.safety ?? ""}`;

/**
 * Keep something for when the page is loaded again.
 *
 * @template {keyof Kept} Name
 * @param {Name} name
 * @param {string} table what tells it from others
 * @param {Kept[Name]} value
 * @param {Pick<Storage, "setItem">} storage
 */
export const keep = (name, table, value, storage) =>
  storage.setItem(`${name} ${table}`, JSON.stringify(value, written));

/**
 * What was kept; null if nothing was.
 *
 * @template {keyof Kept} Name
 * @param {Name} name
 * @param {string} table
 * @param {Pick<Storage, "getItem">} storage
 * @returns {Kept[Name] | null}
 */
export const kept = (name, table, storage) =>
  JSON.parse(storage.getItem(`${name} ${table}`) ?? "null", read);

/**
 * Sets, of which JSON knows nothing.
 *
 * @param {string} _
 * @param {unknown} value
 */
const written = (_, value) => (value instanceof Set ? { members: [...value] } : value);

/**
 * @param {string} _
 * @param {unknown} value
 */
function read(_, value) {
  const found = /** @type {{ members?: unknown } | null} */ (value);
  return Array.isArray(found?.members) ? new Set(found.members) : value;
}
