// Moving, and declaring where to attack, what bombards and what raids (BG-7, BG-9).

/**
 * @import { DeclareForm, FormAnswer, OrdersForm } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { Piece, State } from "../state.js"
 * @import { Asking, Control } from "./control.js"
 */

import { h } from "../h.js";
import {
  buttons,
  expected,
  place,
  refusal,
  sentence,
  shown,
  stepper,
  tick,
  toggled,
} from "../parts.js";
import { aboard, alike, unmoved } from "../state.js";
import { unitName } from "../units.js";
import { isRefused, verdict } from "./control.js";

/** @type {Control<OrdersForm, null>} */
export const orders = { begin: () => null, view: ordersView };

/** @param {Asking<OrdersForm, null>} asking */
function ordersView({ state, form, answer, act }) {
  const withoutPurpose = form.without_purpose.map(({ id }) => id);
  const stray = alike(state, withoutPurpose);
  const cargo = stray.filter(([one]) => aboard(one));
  const told = cargo.length ? cargo : stray; // ships that carry it have a purpose once it lands
  const places = [...new Set(told.map(([one]) => one.space))];
  const land = () => answer({ do: "home" });
  const attacks = state.picture.turn?.phase === "combat_move";
  return [
    h(
      "p",
      {},
      form.movable.length
        ? `Pick pieces up on the map, or drag them to where it lights up${attacks ? ": red is an attack, yellow on the way to one" : ""}.`
        : "Nothing more can move.",
    ),
    form.drops
      ? h(
          "p",
          { class: "quiet" },
          "A bomber picked up together with one infantry drops it where their way ends.",
        )
      : null,
    withoutPurpose.length
      ? h(
          "div",
          { class: "warning" },
          cargo.length
            ? refusal(act, { rule: "BG-7.9", reason: "loaded, and still to land: " })
            : form.done
              ? [refusal(act, form.done), " · "]
              : h("b", {}, "Moved without a combat purpose: "),
          places.map((at) => [
            told
              .filter(([one]) => one.space === at)
              .map(([one, ...rest]) => [shown(state, one, rest.length + 1), " "]),
            place(act, at),
            " ",
          ]),
          h("button", { onClick: () => act.hand.takeBack(withoutPurpose) }, "Take them back"),
        )
      : null,
    form.done && !withoutPurpose.length
      ? h(
          "p",
          { class: "why" },
          refusal(act, form.done),
          form.airborne.length
            ? [
                ". In the air: ",
                form.airborne.map((at) => [place(act, at), " "]),
                h("button", { "data-key": "home", onClick: land }, "Land them for me"),
              ]
            : null,
        )
      : null,
    form.airborne.length && !form.done
      ? h(
          "p",
          { class: "warning", "data-key": "lost" },
          sentence(
            act,
            "When you are done, aircraft are lost that have nowhere to land (BG-9.3): ",
          ),
          form.airborne.map((at) => [place(act, at), " "]),
        )
      : null,
    buttons(
      h(
        "button",
        {
          class: "primary",
          "data-key": "done",
          disabled: form.done !== null,
          onClick: () => answer({ do: "done" }),
        },
        state.picked.size ? "Done moving: pieces in hand stay" : "Done moving",
      ),
      nextPlace(state, act),
    ),
  ];
}

/**
 * The way to the next space with pieces that can still move.
 *
 * @param {State} state
 * @param {Acts} act
 */
function nextPlace(state, act) {
  const spaces = unmoved(state).length;
  return spaces
    ? h(
        "button",
        { "data-key": "unmoved", onClick: () => act.showUnmoved() },
        "Next to move ",
        h("kbd", {}, "m"),
      )
    : null;
}

// Declaring

/** @typedef {Readonly<Record<string, readonly number[]>>} ByLand */
/**
 * @typedef {object} Declaring
 * @property {ReadonlySet<string>} attack
 * @property {ByLand} bombard
 * @property {ByLand} raid
 */

/**
 * @param {Declaring} choice
 * @returns {FormAnswer}
 */
const declaration = ({ attack, bombard, raid }) => ({
  do: "declare",
  attack: [...attack],
  bombard,
  raid,
});

/**
 * Bombers that would fight alone are to raid, unless they are told otherwise.
 *
 * @param {DeclareForm} form
 * @returns {ByLand}
 */
const alone = ({ raids }) =>
  Object.fromEntries(
    Object.entries(raids).flatMap(([land, { alone, bombers }]) => (alone ? [[land, bombers]] : [])),
  );

/** @type {Control<DeclareForm, Declaring>} */
export const declare = {
  begin: (form) => ({
    attack: new Set(form.proposed),
    bombard: Object.fromEntries(
      Object.entries(form.guns).flatMap(([land, { proposed: ships }]) =>
        ships.length ? [[land, ships]] : [],
      ),
    ),
    raid: alone(form),
  }),
  view: declareView,
  judged: (_, choice) => declaration(choice),
  onSpace: ({ form, choice, choose }, space) => {
    if (form.may.includes(space)) choose({ ...choice, attack: toggled(choice.attack, space) });
    return false;
  },
};

/**
 * What is declared with nothing more than a click: what could be done and is not, is told.
 *
 * @param {DeclareForm} form
 * @param {Declaring} choice
 */
export function declareLabel(form, { attack, bombard, raid }) {
  const [guns, bombs] = [bombard, raid].map((by) => Object.keys(by).length);
  const idle = !attack.size && !guns && !bombs && form.may.length > 0;
  const left = [
    idle ? "attack nothing else" : "",
    Object.keys(form.guns).length && !guns ? "bombard nothing" : "",
  ].filter(Boolean);
  return left.length ? `Declare: ${left.join(", ")}` : "Declare";
}

/** @param {Asking<DeclareForm, Declaring>} asking */
function declareView(asking) {
  const { state, form, choice, choose, answer, act } = asking;
  const zones = form.must.length + form.may.length + form.cannot.length > 0;
  const odds = (/** @type {string} */ zone) => {
    const words = expected(state, zone);
    return words ? h("small", { class: "name" }, words) : h("span", { class: "name" });
  };
  return [
    zones ? h("h4", {}, "Sea zones") : null,
    h(
      "ul",
      { class: "rows" },
      form.must.map((zone) =>
        h(
          "li",
          { key: zone },
          place(act, zone),
          h("span", { class: "name" }, "battle, without a choice"),
        ),
      ),
      form.may.map((zone) =>
        h(
          "li",
          { class: choice.attack.has(zone) ? "some" : "", key: zone },
          place(act, zone),
          odds(zone),
          tick(
            {
              key: `attack ${zone}`,
              checked: choice.attack.has(zone),
              change: () => choose({ ...choice, attack: toggled(choice.attack, zone) }),
            },
            "attack",
          ),
        ),
      ),
      form.cannot.map((zone) =>
        h(
          "li",
          { key: zone },
          place(act, zone),
          h(
            "span",
            { class: "name" },
            sentence(
              act,
              state.board?.rules.includes("SW")
                ? "ignored: an attack could hit nothing, or submarines would meet submarines alone (BG-8.23, SW-3)"
                : "ignored: an attack could hit nothing (BG-8.23)",
            ),
          ),
        ),
      ),
    ),
    Object.entries(form.guns).map(([land, { ships, most }]) => [
      h("h4", {}, `Bombard ${land}: ${most === 1 ? "one ship" : `${most} ships`} at most`),
      h(
        "ul",
        { class: "rows" },
        alike(state, ships).map((group) =>
          counted(asking, group, "bombard", land, "bombard", most),
        ),
      ),
    ]),
    Object.entries(form.raids).map(([land, { bombers, escorts, damage }]) => [
      h("h4", {}, `Raid the complex in ${land}${damage ? ` (${damage} damage)` : ""}`),
      h(
        "ul",
        { class: "rows" },
        alike(state, bombers).map((group) =>
          counted(asking, group, "raid", land, "raid", Infinity),
        ),
        alike(state, escorts).map((group) =>
          counted(asking, group, "raid", land, "escort", Infinity),
        ),
      ),
    ]),
    h(
      "div",
      { class: "foot" },
      verdict(asking),
      buttons(
        h(
          "button",
          {
            class: "primary",
            "data-key": "declare",
            disabled: isRefused(asking),
            onClick: () => answer(declaration(choice)),
          },
          declareLabel(form, choice),
        ),
      ),
    ),
  ];
}

/**
 * How many of some like pieces do something in a territory. What each does once, it does nowhere
 * else.
 *
 * @param {Asking<DeclareForm, Declaring>} asking
 * @param {[Piece, ...Piece[]]} group
 * @param {"bombard" | "raid"} what
 * @param {string} land
 * @param {string} verb
 * @param {number} most
 */
function counted({ state, choice, choose }, group, what, land, verb, most) {
  const [first] = group;
  const name = unitName(state.board, first.kind);
  const chosen = choice[what];
  const elsewhere = Object.entries(chosen).flatMap(([other, ids]) => (other === land ? [] : ids));
  const free = group.map(({ id }) => id).filter((id) => !elsewhere.includes(id));
  const here = chosen[land] ?? [];
  const taken = free.filter((id) => here.includes(id)).length;
  const set = (/** @type {number} */ n) => {
    const { [land]: _, ...others } = chosen;
    const now = [...here.filter((id) => !free.includes(id)), ...free.slice(0, n)];
    choose({ ...choice, [what]: now.length ? { ...others, [land]: now } : others });
  };
  return h(
    "li",
    { class: taken ? "some" : "", key: `${verb} ${first.id}` },
    shown(state, first, group.length),
    h("span", { class: "name" }, `${name}${first.space === land ? "" : ` in ${first.space}`}`),
    h("small", {}, verb),
    stepper({
      label: `${verb} ${land} with ${name}`,
      value: taken,
      high: Math.min(free.length, taken + most - here.length),
      change: set,
      key: `${verb} ${land} ${first.kind}`,
    }),
  );
}
