// Submarines change groups among tokens that nothing tells apart (SS-4.1).

/**
 * @import { ReorganizeAnswer } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, place, tick, toggled, total } from "../parts.js";
import { piece, question, whereIs } from "../state.js";
import { amount } from "../units.js";
import { isRefused, verdict, verdictOn } from "./control.js";

/** @typedef {{ id: number, group: number, size: number }} Member `size`: after the transfers */

/**
 * What is put together for one class of tokens.
 *
 * @typedef {object} Draft
 * @property {readonly Member[]} members
 * @property {ReorganizeAnswer} answer
 * @property {boolean} begun whether anything of it is chosen
 */

/**
 * @param {State} state
 * @param {readonly number[]} ids
 * @returns {Draft}
 */
function draft(state, ids) {
  const { transfers, leaving } = state.tokens;
  const tokens = ids.flatMap((id) => {
    const token = piece(state, id)?.token;
    return token && token.group !== null ? [{ id, group: token.group, size: token.size ?? 0 }] : [];
  });
  const groups = tokens.map(({ group }) => group);
  const own = transfers.filter(({ source, count }) => groups.includes(source) && count);
  const gained = (/** @type {number} */ group) =>
    total(
      own.map(
        ({ source, target, count }) =>
          (target === group ? count : 0) - (source === group ? count : 0),
      ),
    );
  const members = tokens.map((token) => ({ ...token, size: token.size + gained(token.group) }));
  const remove = members.filter(({ id, size }) => leaving.has(id) && !size).map(({ id }) => id);
  return {
    members,
    answer: { do: "reorganize", token: ids[0], transfers: own, remove },
    begun: own.length + remove.length > 0,
  };
}

/**
 * Every reorganization that is put together beside the question at hand, to be judged.
 *
 * @param {State} state
 * @returns {ReorganizeAnswer[]}
 */
export const reorganizations = (state) =>
  (question(state)?.actions ?? [])
    .flatMap((form) => (form.kind === "reorganize" ? form.classes : []))
    .map((ids) => draft(state, ids))
    .flatMap(({ answer, begun }) => (begun ? [answer] : []));

/**
 * @param {State} state
 * @param {Acts} act
 * @param {readonly number[]} ids
 */
export function reorganize(state, act, ids) {
  const { members, answer, begun } = draft(state, ids);
  const groups = members.map(({ group }) => group);
  const where = whereIs(state, ids[0]);
  return h(
    "div",
    { class: "place", key: `reorganize ${ids[0]}` },
    h("h4", {}, "Reorganize in ", where === null ? null : place(act, where)),
    h(
      "ul",
      { class: "rows" },
      members.map((member) =>
        h(
          "li",
          { key: member.id },
          h(
            "output",
            { class: "name" },
            h("b", {}, `Group ${member.group}`),
            " ",
            amount(state.board, member.size, "submarine"),
          ),
          member.size ? targets(state, act, member.group, groups) : leave(state, act, member.id),
        ),
      ),
    ),
    begun ? foot(state, act, answer, groups) : null,
  );
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {number} source
 * @param {readonly number[]} groups
 */
const targets = (state, act, source, groups) =>
  h(
    "span",
    { class: "choices" },
    h("small", {}, "move one to"),
    groups
      .filter((group) => group !== source)
      .map((target) =>
        h(
          "button",
          {
            "data-key": `give ${source} ${target}`,
            "aria-label": `one submarine from group ${source} to group ${target}`,
            onClick: () => act.chooseTokens({ transfers: given(state, source, target) }),
          },
          `group ${target}`,
        ),
      ),
  );

/**
 * Transfers with one more submarine; one that went the other way goes back.
 *
 * @param {State} state
 * @param {number} source
 * @param {number} target
 */
function given({ tokens: { transfers } }, source, target) {
  const back = transfers.find((one) => one.source === target && one.target === source && one.count);
  const there = transfers.find((one) => one.source === source && one.target === target);
  const rest = transfers.filter((one) => one !== back && one !== there);
  const now = back
    ? { ...back, count: back.count - 1 }
    : { source, target, count: (there?.count ?? 0) + 1 };
  return [...rest, now];
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {number} id of a token whose group is empty
 */
const leave = ({ tokens: { leaving } }, act, id) =>
  tick(
    {
      key: `leave ${id}`,
      checked: leaving.has(id),
      change: () => act.chooseTokens({ leaving: toggled(leaving, id) }),
    },
    `#${id} off the board`,
  );

/**
 * @param {State} state
 * @param {Acts} act
 * @param {ReorganizeAnswer} answer
 * @param {readonly number[]} groups
 */
function foot(state, act, answer, groups) {
  const { transfers } = state.tokens;
  const clear = () =>
    act.chooseTokens({
      transfers: transfers.filter(({ source }) => !groups.includes(source)),
      leaving: new Set(),
    });
  const asking = { act, verdict: verdictOn(state, answer) };
  return [
    verdict(asking),
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": `reorganize ${answer.token}`,
          disabled: isRefused(asking),
          onClick: () => act.answerBeside(answer, clear),
        },
        "Reorganize",
      ),
      h("button", { onClick: clear }, "Start over"),
    ),
  ];
}
