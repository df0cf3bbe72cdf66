// Tokens of Secret Subs: what the player knows of each, as a sign and as a sentence.

/**
 * @import { Token } from "../schema.js"
 * @import { State } from "./state.js"
 */

import { h } from "./h.js";
import { grouped } from "./state.js";
import { amount, colour } from "./units.js";

/** How many groups a sentence names. */
const NAMED = 4;

/**
 * The groups with submarines that a token may hold, ascending, and whether it may be a decoy.
 *
 * @typedef {{ groups: readonly number[], decoy: boolean }} Content
 */

/**
 * What a token may hold; null where nothing is known of it.
 *
 * @param {Token} token
 * @returns {Content | null}
 */
export function content({ group, size, odds }) {
  if (group !== null) return { groups: size ? [group] : [], decoy: !size };
  if (!odds) return null;
  const groups = odds.flatMap((one) => (one.group === null ? [] : [one.group]));
  return { groups: groups.sort((a, b) => a - b), decoy: odds.some((one) => one.group === null) };
}

/**
 * Whether a token is certainly a decoy.
 *
 * @param {Token} token
 */
export const isDecoy = (token) => content(token)?.groups.length === 0;

/**
 * A token in a few signs: `3·2` is group 3 with 2 submarines, `1–2` one of these groups, `1?` that
 * group or a decoy, `?` one of many. A decoy is crossed out instead.
 *
 * @param {State} state
 * @param {Token} token
 */
export function tokenSign({ picture }, token) {
  if (token.group !== null) return token.size ? `${token.group}·${token.size}` : "";
  const found = content(token);
  if (!found) return "?";
  const { groups, decoy } = found;
  const [first, last] = [groups[0], groups[groups.length - 1]];
  const all = picture.powers[token.power]?.tracker?.sizes.filter(Boolean).length ?? 0;
  if (!groups.length) return "";
  const doubt = decoy ? "?" : "";
  if (groups.length === 1) return `${first}${doubt}`;
  if (groups.length === all) return "?";
  if (last - first === groups.length - 1) return `${first}–${last}${doubt}`;
  return groups.length === 2 ? `${first}/${last}${doubt}` : "?";
}

/**
 * What some tokens may hold; of which the same is known, together.
 *
 * @param {State} state
 * @param {readonly Token[]} tokens
 */
export const tokensWords = (state, tokens) =>
  grouped(tokens, (token) => holds(state, token))
    .map(([first, ...rest]) =>
      rest.length
        ? `${[first, ...rest].map(({ id }) => `#${id}`).join(", ")}: each ${holds(state, first)}`
        : `#${first.id} ${holds(state, first)}`,
    )
    .join("; ");

/**
 * What the player knows of a token, in a sentence.
 *
 * @param {State} state
 * @param {Token} token
 */
export function tokenTitle(state, token) {
  const note = state.picture.memo?.notes[token.id];
  const name = `${token.mine ? "Your" : `${token.power}'s`} token #${token.id}`;
  const facts = [
    `${name} ${holds(state, token)}`,
    token.open ? "all players know it" : token.mine ? "the others do not know it" : "",
    token.under ? "it is submerged" : "",
    ...token.marks.map(({ words }) => words),
  ];
  return `${facts.filter(Boolean).join("; ")}.${note ? ` Your note: ${note}` : ""}`;
}

/**
 * @param {State} state
 * @param {Token} token
 */
function holds({ board }, token) {
  const group = (/** @type {number} */ number, /** @type {number} */ size) =>
    `group ${number} with ${amount(board, size, "submarine")}`;
  if (token.group !== null && !token.size) return "is a decoy";
  if (isDecoy(token)) return "is certainly a decoy";
  if (token.group !== null) return `holds ${group(token.group, token.size ?? 0)}`;
  if (!token.odds) return "is face down";
  const rows = token.odds.flatMap((one) =>
    one.group === null ? [] : [{ ...one, group: one.group }],
  );
  const decoy = token.odds.find((one) => one.group === null);
  const said = rows
    .slice(0, NAMED)
    .map((one) => `${group(one.group, one.size)} (${one.percent} %)`);
  const others = rows.length - said.length;
  if (others) said.push(others === 1 ? "another group" : `one of ${others} other groups`);
  const may = `${decoy ? "may hold" : "holds"} ${either(said)}`;
  return decoy ? `${may}, or be a decoy (${decoy.percent} %)` : may;
}

/** @param {readonly string[]} words */
const either = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/**
 * A token by its number, with what it holds if it is the player's own.
 *
 * @param {State} state
 * @param {Token} token
 */
export function tokenName({ board }, { id, mine, group, size }) {
  if (!mine || group === null) return `#${id}`;
  return `#${id} (${size ? `group ${group}, ${amount(board, size, "submarine")}` : "a decoy"})`;
}

/**
 * The tokens on the board that may hold a group.
 *
 * @param {State} state
 * @param {string} power
 * @param {number} group
 */
export const holdersOf = ({ picture }, power, group) =>
  Object.values(picture.spaces)
    .flatMap(({ tokens }) => tokens)
    .filter((token) => token.power === power && content(token)?.groups.includes(group));

/**
 * A token for panels: what it holds, or may hold.
 *
 * @param {State} state
 * @param {Token} token
 */
export function tokenChip(state, token) {
  const words = tokenTitle(state, token);
  return h(
    "span",
    {
      role: "img",
      "aria-label": words,
      class: `token${token.up || token.open ? " up" : ""}${token.mine ? " mine" : ""}${isDecoy(token) ? " decoy" : ""}`,
      title: words,
      style: { borderColor: colour(state.board, token.power) },
    },
    h("b", {}, isDecoy(token) ? "✕" : tokenSign(state, token)),
  );
}
