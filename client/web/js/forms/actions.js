// What house rules let a player do besides answering: shuffle, reorganize, show, and the like.

/**
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { ActionForm, ClaimForm, PieceActionForm } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { called, place, rule, sentence, shown, toggled } from "../parts.js";
import { alike, NO_TOKENS, piece, question } from "../state.js";
import { tokenChip } from "../tokens.js";
import { amount } from "../units.js";
import { reorganize } from "./reorganize.js";

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
          h("summary", {}, `Submarines: ${verbs(forms)}`),
          sentAlong(state),
          withTokens,
        )
      : null,
    forms.map((form) => (form.kind === "piece" ? pieceAction(state, act, form) : null)),
  ];
}

/**
 * That what is done with tokens is sent at once, and with it all that is not sent yet.
 *
 * @param {State} state
 */
function sentAlong({ board, picture: { ask } }) {
  const count = ask?.staged.length ?? 0;
  const answers = amount(board, count, "answer");
  return count
    ? h("p", { class: "quiet" }, `This is sent at once, and with it the ${answers} not sent yet.`)
    : null;
}

/**
 * What can be done with tokens.
 *
 * @param {readonly ActionForm[]} forms
 */
function verbs(forms) {
  const words = { shuffle: "shuffle", reorganize: "reorganize", claim: "show" };
  return Object.entries(words)
    .flatMap(([kind, verb]) => (forms.some((form) => form.kind === kind) ? [verb] : []))
    .join(", ");
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
      return form.classes.map((tokens, i) =>
        shuffle(state, act, tokens, form.classes.slice(0, i).flat()),
      );
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
              onClick: () => act.answerBeside({ do: "act", action: form.action, piece: first.id }),
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
            onClick: () => act.answerBeside({ do: "claim", token, pieces }),
          },
          `#${token} ${moved ? "has moved" : "has not moved"}, ${left} step${left === 1 ? "" : "s"} left`,
        ),
      ),
    ),
  );

/**
 * All tokens of a zone that go together are shuffled, save those that a click leaves out.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {readonly number[]} tokens
 * @param {readonly number[]} others that are offered before, but not along with these
 */
function shuffle(state, act, tokens, others) {
  const zone = piece(state, tokens[0])?.space ?? "";
  const first = !others.some((other) => piece(state, other)?.space === zone);
  const beside = first ? "" : `: ${tokens.map((id) => `#${id}`).join(", ")}`;
  const { spared } = state.tokens;
  const these = tokens.filter((token) => !spared.has(token));
  const every = tokens.length === 2 ? "Shuffle both" : `Shuffle all ${tokens.length}`;
  const some = these.length > 1 ? `Shuffle these ${these.length}` : "Shuffle two or more";
  const mixed = these.length === tokens.length ? every : some;
  return h(
    "div",
    { class: "place", key: `shuffle ${tokens[0]}` },
    h("h4", {}, "Shuffle in ", place(act, zone), beside),
    h(
      "p",
      { class: "choices" },
      tokens.map((id) => {
        const token = piece(state, id)?.token;
        return h(
          "button",
          {
            class: "bare",
            "data-key": `mix ${id}`,
            "aria-pressed": spared.has(id) ? "false" : "true",
            onClick: () => act.chooseTokens({ spared: toggled(spared, id) }),
          },
          token ? tokenChip(state, token) : `#${id}`,
        );
      }),
      h(
        "button",
        {
          "data-key": first ? `shuffle ${zone}` : `shuffle ${tokens[0]}`,
          "aria-label": `${mixed} in ${zone}${beside}`,
          disabled: these.length < 2,
          onClick: () =>
            act.answerBeside({ do: "shuffle", tokens: these }, () => {
              // Groups stay what they are, and so do transfers between them; tokens are others now.
              act.chooseTokens({ spared: NO_TOKENS.spared, leaving: NO_TOKENS.leaving });
            }),
        },
        mixed,
      ),
    ),
  );
}
