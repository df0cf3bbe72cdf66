// Instructions: public orders of every power, by which the rules answer for it (BG-3.4).

/**
 * @import { Board, PowerInstructions } from "../../schema.js"
 * @import { Fields } from "../connection.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { tick } from "../parts.js";
import { icon, unitName } from "../units.js";

/** @typedef {PowerInstructions["submerge"]} Standing */
/** @typedef {Omit<Fields<"instruct">, "power">} Given */
/**
 * @typedef {object} Namable What instructions can name.
 * @property {Board["units"]} units
 * @property {readonly string[]} zones
 * @property {readonly string[]} rules house rules, some of which ask what others never do
 * @property {boolean} interceptors whether fighters may intercept raids
 */

const READ_BY_ALL = "Everybody reads instructions, attackers too.";

/** @type {Record<Standing, string>} */
const SUBMERGE = { ask: "ask me", always: "submerge", never: "stay and fight" };
/** @type {Record<Standing, string>} */
const INTERCEPT = { ask: "ask me", always: "all intercept", never: "none intercepts" };
/** @type {Record<Standing, string>} */
const PATROL = { ask: "ask me", always: "roll at them", never: "let them pass" };
/** @type {Record<PowerInstructions["landing"], string>} */
const LANDING = { ask: "ask me", carriers: "carriers first", land: "land first" };
/** @type {Record<PowerInstructions["windows"], string>} */
const WINDOWS = {
  none: "ask me",
  phases: "waived where a phase ends",
  turns: "waived where a turn ends",
  all: "waived",
};
/** @type {Record<PowerInstructions["two_hit_ships"], string>} */
const SHIPS = { first: "take a hit first", last: "take hits last" };
/** @type {Record<PowerInstructions["groups"], string>} */
const GROUPS = { smallest: "smallest group first", largest: "largest group first" };

/**
 * What a power has instructed, in words; nothing if nothing.
 *
 * @param {State} state
 * @param {string} power
 */
export function instructed(state, power) {
  const left = state.picture.table.instructions[power];
  if (!left?.words) return null;
  const soon = left.waits ? " (from the next entry of any seat on)" : "";
  return h("p", { class: "quiet", title: READ_BY_ALL }, `Instructions: ${left.words}${soon}`);
}

/**
 * The instructions of the player's own powers, to be changed.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function ownInstructions(state, act) {
  const own = Object.entries(state.picture.powers)
    .filter(([power, facts]) => facts.mine && state.picture.table.instructions[power])
    .map(([power]) => power);
  if (!own.length) return null;
  const namable = {
    units: state.board?.units ?? {},
    zones: Object.entries(state.board?.spaces ?? {})
      .filter(([, space]) => space.sea)
      .map(([name]) => name),
    rules: state.board?.rules ?? [],
    interceptors: state.board?.interceptors ?? false,
  };
  return [
    h("h2", {}, "Instructions"),
    h(
      "p",
      { class: "quiet" },
      `The rules answer by them at once, also while your node is off. ${READ_BY_ALL} They lapse when somebody else takes your seat, and when play is taken back.`,
    ),
    own.map((power) =>
      form(power, state.picture.table.instructions[power], namable, (given) =>
        act.request("instruct", { power, ...given }),
      ),
    ),
  ];
}

/**
 * Instructions as they are given, without what they say.
 *
 * @param {PowerInstructions} left
 * @returns {Given}
 */
export const given = ({ words: _words, waits: _waits, ...said }) => said;

/**
 * The first instructions of the powers that a host is to play.
 *
 * @param {readonly string[]} powers
 * @param {Readonly<Record<string, PowerInstructions>>} left
 * @param {Namable} namable
 * @param {(power: string, given: Given) => void} give
 */
export const firstInstructions = (powers, left, namable, give) => [
  h(
    "p",
    { class: "quiet" },
    `They stand in the charter; the rules answer by them at once, also while your node is off. ${READ_BY_ALL} You can change them at any time.`,
  ),
  powers.map((power) => form(power, left[power], namable, (now) => give(power, now))),
];

/**
 * @param {string} power
 * @param {PowerInstructions} now
 * @param {Namable} namable
 * @param {(given: Given) => void} give
 */
function form(power, now, namable, give) {
  const {
    losses,
    keep_land_unit,
    two_hit_ships,
    groups,
    submerge,
    zones,
    intercept,
    patrol,
    landing,
    divide_evenly,
    windows,
  } = now;
  const set = (/** @type {Partial<Given>} */ changes) => give({ ...given(now), ...changes });
  const key = (/** @type {string} */ name) => `instruct ${power} ${name}`;
  const [hidden, patrolled, convoys] = ["SS", "SW", "CD"].map((rule) =>
    namable.rules.includes(rule),
  );
  const free = namable.zones.filter((zone) => !(zone in zones));
  return h(
    "section",
    { key: power },
    h("h3", {}, power),
    now.waits ? h("p", { class: "quiet" }, "They hold from the next entry of any seat on.") : null,
    tick(
      {
        key: key("losses"),
        checked: losses.length > 0,
        change: (on) => set({ losses: on ? proposed(namable.units) : [] }),
      },
      "take hits in an order",
    ),
    losses.length
      ? [
          h(
            "ol",
            { class: "rows order" },
            losses.map((kind, i) =>
              h(
                "li",
                { key: kind },
                icon(namable, kind),
                h("span", { class: "name" }, unitName(namable, kind)),
                h(
                  "button",
                  {
                    "data-key": key(`earlier ${kind}`),
                    "aria-label": `${unitName(namable, kind)}: earlier`,
                    disabled: i === 0,
                    onClick: () =>
                      set({ losses: losses.with(i, losses[i - 1]).with(i - 1, losses[i]) }),
                  },
                  "↑",
                ),
              ),
            ),
          ),
          tick(
            {
              key: key("land"),
              checked: keep_land_unit,
              change: (on) => set({ keep_land_unit: on }),
            },
            "an attack keeps its last land unit longer than its aircraft",
          ),
          choices("Two-hit ships", key("ships"), SHIPS, two_hit_ships, (value) =>
            set({ two_hit_ships: value }),
          ),
          hidden
            ? choices("Hidden groups", key("groups"), GROUPS, groups, (value) =>
                set({ groups: value }),
              )
            : null,
        ]
      : null,
    choices("Submarines in others' turns", key("submerge"), SUBMERGE, submerge, (value) =>
      set({ submerge: value }),
    ),
    Object.entries(zones).map(([zone, standing]) =>
      choices(`In ${zone}`, key(zone), SUBMERGE, standing, (value) =>
        set({ zones: { ...zones, [zone]: value } }),
      ),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, "Otherwise in one sea zone"),
      h(
        "select",
        {
          "data-key": key("zone"),
          value: "",
          onChange: (event) => {
            const zone = event.currentTarget.value;
            if (zone) set({ zones: { ...zones, [zone]: "ask" } });
          },
        },
        h("option", { value: "" }, "choose"),
        free.map((zone) => h("option", { value: zone, key: zone }, zone)),
      ),
    ),
    namable.interceptors
      ? choices(
          "Fighters that may intercept raids",
          key("intercept"),
          INTERCEPT,
          intercept,
          (value) => set({ intercept: value }),
        )
      : null,
    patrolled
      ? choices("Submarines that sail past destroyers", key("patrol"), PATROL, patrol, (value) =>
          set({ patrol: value }),
        )
      : null,
    choices("Fighters that have lost their carrier", key("landing"), LANDING, landing, (value) =>
      set({ landing: value }),
    ),
    convoys
      ? tick(
          {
            key: key("convoys"),
            checked: divide_evenly,
            change: (on) => set({ divide_evenly: on }),
          },
          "convoy losses that I inflict fall evenly on the territories",
        )
      : null,
    hidden
      ? choices("Windows, unless you raise a hand", key("windows"), WINDOWS, windows, (value) =>
          set({ windows: value }),
        )
      : null,
    h(
      "button",
      {
        "data-key": key("nothing"),
        disabled: !now.words,
        onClick: () =>
          set({
            losses: [],
            keep_land_unit: false,
            two_hit_ships: "first",
            groups: "smallest",
            submerge: "ask",
            zones: {},
            intercept: "ask",
            patrol: "ask",
            landing: "ask",
            divide_evenly: false,
            windows: "none",
          }),
      },
      "ask me everything",
    ),
  );
}

/**
 * One of a few words.
 *
 * @template {string} Choice
 * @param {string} title
 * @param {string} key
 * @param {Record<Choice, string>} words
 * @param {Choice} now
 * @param {(value: Choice) => void} choose
 */
const choices = (title, key, words, now, choose) => [
  h("h4", {}, title),
  h(
    "p",
    { class: "choices", role: "group", "aria-label": title },
    /** @type {[Choice, string][]} */ (Object.entries(words)).map(([value, said]) =>
      h(
        "button",
        {
          key: value,
          "data-key": `${key} ${value}`,
          "aria-pressed": value === now ? "true" : "false",
          onClick: () => choose(value),
        },
        said,
      ),
    ),
  ),
];

/**
 * Every kind that can take a hit, the cheapest first.
 *
 * @param {Board["units"]} units
 */
const proposed = (units) =>
  Object.entries(units)
    .filter(([, unit]) => unit.attack || unit.defence)
    .sort(([, a], [, b]) => a.cost - b.cost)
    .map(([kind]) => kind);
