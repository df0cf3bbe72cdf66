// What house rules let a player do besides answering: shuffle, reorganize, show, and the like.

/**
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { ActionForm, ClaimForm, PieceActionForm, Token } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons, called, place, rule, sentence, shown, tick, toggled, total } from "../parts.js";
import { alike, NO_TOKENS, piece, question, whereIs } from "../state.js";
import { amount, tokenChip } from "../units.js";

/**
 * All actions beside the question at hand.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function actions(state, act) {
  const forms = question(state)?.actions ?? [];
  const shown = state.actionsOpen ?? question(state)?.form.kind === "window";
  const withTokens = forms.flatMap((form) => tokenAction(state, act, form));
  return [
    withTokens.length
      ? h(
          "details",
          {
            class: "actions",
            "data-key": "with tokens",
            open: shown,
            onToggle: ({ currentTarget: { open } }) =>
              open !== shown && act.set({ actionsOpen: open }),
          },
          h("summary", {}, "Submarines: shuffle, reorganize"),
          withTokens,
        )
      : null,
    forms.map((form) => (form.kind === "piece" ? pieceAction(state, act, form) : null)),
  ];
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {ActionForm} form
 * @returns {ComponentChildren[]}
 */
function tokenAction(state, act, form) {
  switch (form.kind) {
    case "shuffle":
      return Object.entries(form.zones).map(([zone, tokens]) => shuffle(state, act, zone, tokens));
    case "reorganize":
      return form.classes.map((tokens) => reorganize(state, act, tokens));
    case "claim":
      return form.origins.length ? [claims(act, form)] : [];
    case "piece":
      return [];
  }
}

/**
 * Something that each of some pieces may do.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {PieceActionForm} form
 */
function pieceAction(state, act, form) {
  if (!form.pieces.length) return null;
  return h(
    "details",
    { class: "actions", "data-key": `to ${form.action}`, key: form.action },
    h("summary", {}, form.title),
    h(
      "p",
      { class: "quiet" },
      sentence(act, form.hint),
      form.rules.map((number) => [" ", rule(act, number)]),
    ),
    h(
      "ul",
      { class: "rows" },
      alike(state, form.pieces).map(([first, ...rest]) =>
        h(
          "li",
          { key: first.id },
          place(act, first.space),
          shown(state, first, rest.length + 1),
          h("span", { class: "name" }, called(state, first)),
          h(
            "button",
            {
              "data-key": `${form.action} ${first.id}`,
              onClick: () => act.answer({ do: "act", action: form.action, piece: first.id }),
            },
            form.send,
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Acts} act
 * @param {ClaimForm} form
 */
const claims = (act, { origins }) =>
  h(
    "div",
    { class: "place", key: "claims" },
    h("h4", {}, "Show what a shuffled token may still do"),
    h(
      "p",
      { class: "choices" },
      origins.map(({ token, pieces, moved, left }) =>
        h(
          "button",
          {
            "data-key": `claim ${token}`,
            title: "SS-4.3b: everybody learns that it is one of the pieces that may",
            onClick: () => act.answer({ do: "claim", token, pieces }),
          },
          `#${token} ${moved ? "has moved" : "has not moved"}, ${left} step${left === 1 ? "" : "s"} left`,
        ),
      ),
    ),
  );

/**
 * A token with what is known of it.
 *
 * @param {State} state
 * @param {number} id
 * @returns {Token | null}
 */
const known = (state, id) => piece(state, id)?.token ?? null;

/**
 * All tokens of a zone are shuffled, save those that a click leaves out.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {string} zone
 * @param {readonly number[]} tokens
 */
function shuffle(state, act, zone, tokens) {
  const { spared } = state.tokens;
  const these = tokens.filter((token) => !spared.has(token));
  const some = these.length > 1 ? `Shuffle these ${these.length}` : "Shuffle two or more";
  return h(
    "div",
    { class: "place", key: `shuffle ${zone}` },
    h("h4", {}, "Shuffle in ", place(act, zone)),
    h(
      "p",
      { class: "choices" },
      tokens.map((id) => {
        const token = known(state, id);
        return h(
          "button",
          {
            class: "bare",
            "data-key": `mix ${id}`,
            "aria-pressed": spared.has(id) ? "false" : "true",
            "aria-label": `token ${id}`,
            onClick: () => act.chooseTokens({ spared: toggled(spared, id) }),
          },
          token ? tokenChip(state, token) : `#${id}`,
        );
      }),
      h(
        "button",
        {
          "data-key": `shuffle ${zone}`,
          disabled: these.length < 2,
          onClick: () =>
            act.answer({ do: "shuffle", tokens: these }, () => act.chooseTokens(NO_TOKENS)),
        },
        these.length === tokens.length ? `Shuffle all ${tokens.length}` : some,
      ),
    ),
  );
}

/**
 * Submarines change groups among tokens that nothing tells apart.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly number[]} ids
 */
function reorganize(state, act, ids) {
  const { transfers, leaving } = state.tokens;
  const tokens = ids.flatMap((id) => {
    const token = known(state, id);
    return token && token.group !== null ? [{ id, group: token.group, size: token.size ?? 0 }] : [];
  });
  const groups = tokens.map(({ group }) => group);
  const own = transfers.filter(({ source, count }) => groups.includes(source) && count);
  const sizeOf = (/** @type {{ group: number, size: number }} */ { group, size }) =>
    size +
    total(
      own.map(
        ({ source, target, count }) =>
          (target === group ? count : 0) - (source === group ? count : 0),
      ),
    );
  const removed = tokens
    .filter((token) => leaving.has(token.id) && !sizeOf(token))
    .map(({ id }) => id);
  const give = (/** @type {number} */ source, /** @type {number} */ target) => {
    const back = own.find((one) => one.source === target && one.target === source);
    const there = own.find((one) => one.source === source && one.target === target);
    const rest = transfers.filter((one) => one !== back && one !== there);
    const now = back
      ? { ...back, count: back.count - 1 }
      : { source, target, count: (there?.count ?? 0) + 1 };
    act.chooseTokens({ transfers: [...rest, now] });
  };
  const clear = () =>
    act.chooseTokens({
      transfers: transfers.filter(({ source }) => !groups.includes(source)),
      leaving: new Set(),
    });
  const where = whereIs(state, ids[0]);
  return h(
    "div",
    { class: "place", key: `reorganize ${ids[0]}` },
    h("h4", {}, "Reorganize in ", where === null ? null : place(act, where)),
    h(
      "ul",
      { class: "rows" },
      tokens.map((token) => {
        const others = groups.filter((group) => group !== token.group);
        return h(
          "li",
          { key: token.id },
          h("b", {}, `Group ${token.group}`),
          h("span", { class: "name" }, amount(state.board, sizeOf(token), "submarine")),
          sizeOf(token)
            ? h(
                "span",
                { class: "choices" },
                h("small", {}, "one to"),
                others.map((group) =>
                  h(
                    "button",
                    {
                      "data-key": `give ${token.group} ${group}`,
                      "aria-label": `one submarine from group ${token.group} to group ${group}`,
                      onClick: () => give(token.group, group),
                    },
                    String(group),
                  ),
                ),
              )
            : tick(
                {
                  key: `leave ${token.id}`,
                  checked: leaving.has(token.id),
                  change: () => act.chooseTokens({ leaving: toggled(leaving, token.id) }),
                },
                "off the board",
              ),
        );
      }),
    ),
    own.length || removed.length
      ? buttons(
          h(
            "button",
            {
              class: "primary",
              "data-key": `reorganize ${ids[0]}`,
              onClick: () =>
                act.answer(
                  { do: "reorganize", token: ids[0], transfers: own, remove: removed },
                  clear,
                ),
            },
            "Reorganize",
          ),
          h("button", { onClick: clear }, "Start over"),
        )
      : null,
  );
}
