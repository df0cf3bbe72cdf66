// A new game: scenario, players, house rules and options.

/**
 * @import { DraftView, ModuleChoice, OptionChoice } from "../../schema.js"
 * @import { Fields } from "../connection.js"
 * @import { Here } from "./fields.js"
 */

import { RequestRefused } from "../connection.js";
import { h } from "../h.js";
import { sentence } from "../parts.js";
import { amount } from "../units.js";
import { called, calling, focusName, fold, labelled, nameField, notYet, radio } from "./fields.js";
import { firstInstructions, given } from "./instructions.js";
import { pace, secrecy } from "./terms.js";
import { spaced } from "./top.js";

/** Bytes of a file at most. */
const MOST = { scenario: 1 << 18, map: 8 << 20 };

/** @typedef {Required<Fields<"draft">>} Draft */

/**
 * The draft as it is said back, with what differs from its default.
 *
 * @param {DraftView} draft
 * @returns {Draft}
 */
const wanted = (draft) => ({
  scenario: draft.scenario,
  pace: draft.pace,
  players: draft.players,
  rounds: draft.rounds,
  secrecy: draft.secrecy,
  dice: draft.dice === draft.usual_dice ? null : draft.dice,
  keepers: draft.keepers,
  absence: draft.absence,
  deposits: draft.deposits,
  windows: draft.windows,
  modules: draft.modules.filter(({ on }) => on).map(({ id }) => id),
  options: Object.fromEntries(
    draft.options
      .filter((one) => one.value !== one.default)
      .map(({ name, value }) => [name, value]),
  ),
  instructions: Object.fromEntries(
    Object.entries(draft.instructions)
      .filter(([, { words }]) => words)
      .map(([power, left]) => [power, given(left)]),
  ),
});

/** @typedef {(changes: Partial<Draft>) => void} Change */

/** @param {Here} here */
export function newGame(here) {
  const { seen, typed, act } = here;
  const { draft } = seen;
  const seats = draft.seatings[draft.players];
  const seat = Math.min(typed.seat, seats.length - 1);
  /** @type {Change} */
  const change = (changes) => act.request("draft", { ...wanted(draft), ...changes });
  const numbers = Object.keys(draft.seatings);
  const base = draft.options.filter(({ of }) => of === null);
  const together = `Together: ${draft.rulings.length} ${draft.rulings.length === 1 ? "ruling" : "rulings"} in force`;
  const missing = typed.bots ? "" : notYet(seen);
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "New game"),
    h("h3", {}, "Scenario"),
    h(
      "div",
      { class: "cards" },
      draft.scenarios.map(({ name, title, about }) =>
        radio(
          "scenario",
          title,
          name === draft.scenario,
          () => change({ scenario: name, players: 0, options: {}, instructions: {} }),
          about,
        ),
      ),
      own(here),
    ),
    seen.faults.length
      ? h(
          "div",
          { class: "why", role: "alert" },
          h("b", {}, seen.faults[0]),
          h(
            "ul",
            { class: "faults" },
            seen.faults.slice(1).map((fault) => h("li", {}, fault)),
          ),
        )
      : null,
    h("h3", {}, "Players"),
    h(
      "div",
      { class: "cards" },
      radio(
        "bots",
        "Against bots",
        typed.bots,
        () => act.type({ bots: true }),
        "begins at once, on this machine",
      ),
      radio(
        "bots",
        "Against people",
        !typed.bots,
        () => act.type({ bots: false }),
        "each at their own machine, invited by a link",
      ),
    ),
    numbers.length > 1
      ? h(
          "p",
          { class: "choices", role: "group", "aria-label": "seats" },
          numbers.map((n) =>
            h(
              "button",
              {
                "aria-pressed": Number(n) === draft.players ? "true" : "false",
                "data-key": `players ${n}`,
                onClick: () => change({ players: Number(n) }),
              },
              amount(null, Number(n), "seat"),
            ),
          ),
        )
      : null,
    h("h3", {}, "You play"),
    h(
      "div",
      { class: "cards" },
      seats.map((powers, i) => {
        const about = `${draft.sides[powers[0]]}${i === seat ? " · you" : ""}`;
        return radio("seat", powers.join(", "), i === seat, () => act.type({ seat: i }), about);
      }),
    ),
    nameField(here, "name", "Your name at the table"),
    typed.bots ? null : [pace(draft, change), reach(here)],
    h("h3", {}, "House rules"),
    h(
      "ul",
      { class: "rules" },
      draft.modules.map((module) => house(here, module, change)),
    ),
    draft.rulings.length
      ? fold(
          "rulings",
          together,
          h(
            "ul",
            {},
            draft.rulings.map(({ of, text }) =>
              h("li", {}, h("b", {}, of), ": ", sentence(act, text)),
            ),
          ),
        )
      : null,
    fold(
      "base",
      "Options of the base game",
      base.map((one) => option(here, one, change)),
    ),
    fold(
      "instructions",
      "First instructions",
      firstInstructions(seats[seat], draft.instructions, namable(draft), (power, left) =>
        change({ instructions: { ...wanted(draft).instructions, [power]: left } }),
      ),
    ),
    secrecy(draft, change),
    draft.problem ? h("p", { class: "why", role: "status" }, sentence(act, draft.problem)) : null,
    h(
      "p",
      { class: "buttons begin" },
      h(
        "button",
        {
          class: "primary",
          "data-key": "create",
          disabled: draft.problem !== null || missing !== "",
          onClick: () => create(here, seat),
        },
        typed.bots ? "Play" : "Open the table",
      ),
      missing ? h("small", {}, missing) : null,
    ),
  );
}

/**
 * A scenario of one's own and its drawn map, from files: the scenario first, so that the map finds
 * it.
 *
 * @param {Here} here
 */
function own({ act }) {
  const drawn = (/** @type {File} */ file) => file.name.endsWith(".json");
  const read = async (/** @type {HTMLInputElement} */ input) => {
    const files = [...(input.files ?? [])].sort((a, b) => Number(drawn(a)) - Number(drawn(b)));
    input.value = "";
    for (const file of files) {
      const most = MOST[drawn(file) ? "map" : "scenario"];
      const fields = {
        file: file.name.slice(-60),
        text: file.size > most ? "" : await file.text(),
      };
      if (file.size > most) {
        act.refused(new RequestRefused(`${file.name} is larger than ${most / 1024} KiB.`));
      } else if (drawn(file)) {
        const kept = await act.request("open_map", fields);
        if (kept) act.toast(mapKept(kept.scenarios));
      } else await act.request("open_scenario", fields);
    }
  };
  return h(
    "label",
    { class: "card file" },
    h("input", {
      type: "file",
      accept: ".toml,.json",
      multiple: true,
      class: "unseen",
      "data-key": "own scenario",
      onChange: (event) => read(event.currentTarget),
    }),
    h(
      "span",
      {},
      h("b", {}, "Your own…"),
      h("small", {}, "a scenario (.toml) and, if there is one, its drawn map (.map.json)"),
    ),
  );
}

/** @param {readonly string[]} scenarios */
const mapKept = (scenarios) =>
  scenarios.length
    ? `The map is kept. It shows ${scenarios.join(", ")}.`
    : "The map is kept, for boards with just its spaces; no scenario above has them.";

/**
 * A house rule, and its options once it is chosen.
 *
 * @param {Here} here
 * @param {ModuleChoice} module
 * @param {Change} change
 */
function house(here, module, change) {
  const { draft } = here.seen;
  const options = draft.options.filter(({ of }) => of === module.id);
  const toggle = () => {
    const now = wanted(draft);
    const kept = Object.entries(now.options).filter(
      ([name]) => !options.some((one) => one.name === name),
    );
    const others = now.modules.filter((id) => id !== module.id);
    change({
      modules: module.on ? others : [...others, module.id],
      options: Object.fromEntries(kept),
    });
  };
  const title = `${options.length} ${options.length === 1 ? "option" : "options"}`;
  return h(
    "li",
    { class: module.why ? "shut" : "", key: module.id },
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        "data-key": `rule ${module.id}`,
        checked: module.on,
        disabled: module.why !== null,
        onChange: toggle,
      }),
      h("span", {}, h("b", {}, module.name), h("small", {}, sentence(here.act, module.about))),
    ),
    module.why ? h("small", { class: "reason" }, sentence(here.act, module.why)) : null,
    module.on && options.length
      ? fold(
          module.id,
          title,
          options.map((one) => option(here, one, change)),
        )
      : null,
  );
}

/**
 * @param {Here} here
 * @param {OptionChoice} one
 * @param {Change} change
 */
function option({ seen, act }, { name, text, values, value }, change) {
  const set = (/** @type {string} */ to) =>
    change({ options: { ...wanted(seen.draft).options, [name]: to } });
  const common = { "data-key": `option ${name}`, "aria-label": name };
  const control =
    values.length > 12
      ? h("input", {
          type: "number",
          min: values[0],
          max: values[values.length - 1],
          value,
          onChange: (event) => set(event.currentTarget.value),
          ...common,
        })
      : h(
          "select",
          { onChange: (event) => set(event.currentTarget.value), ...common },
          values.map((each) =>
            h("option", { value: each, selected: each === value }, spaced(each)),
          ),
        );
  return h(
    "p",
    { class: "option", key: name },
    h("span", {}, h("b", {}, spaced(name)), h("small", {}, sentence(act, text))),
    control,
  );
}

/**
 * Whether the program runs in the page, which nobody can call.
 *
 * @param {Here} here
 */
const isInPage = ({ act }) => act.logs !== null;

/**
 * Whether all players are at this machine: only by one's own choice, or where it is in no network.
 *
 * @param {Here} here
 */
const isNear = (here) => !isInPage(here) && (here.typed.near ?? here.seen.reach === "");

/**
 * Where others are to call, as it is written or proposed.
 *
 * @param {Here} here
 */
const reachOf = ({ seen, typed }) => typed.reach ?? seen.reach;

const TO_A_PROGRAM =
  "In your own network this is right as it stands. Behind a router, write the router's address, and let it pass the port on to this machine. Where no port can be opened, write the address of a relay, at which all of you meet, or let another player host: it is enough that one of you can be reached.";
const TO_A_PAGE =
  "Nobody can call a page, so all of you meet at a relay: one that somebody of you runs, or any that you know; it sees no secrets and decides nothing. Or let a player with the installed program host.";

/**
 * Where others find this machine.
 *
 * @param {Here} here
 */
function reach(here) {
  const { typed, act } = here;
  const at = reachOf(here);
  const near = isNear(here);
  const inPage = isInPage(here);
  return h(
    "div",
    {},
    h("h3", {}, "The others come"),
    inPage
      ? null
      : h(
          "div",
          { class: "cards" },
          radio(
            "near",
            "From other machines",
            !near,
            () => act.type({ near: false }),
            "by your address, or through a relay",
          ),
          radio(
            "near",
            "On this machine",
            near,
            () => act.type({ near: true }),
            "to try it out: all players here",
          ),
        ),
    near
      ? null
      : [
          labelled(
            inPage
              ? "Through a relay, as wss://relay.example/"
              : "Your address for them, as HOST:PORT, or a relay, as wss://relay.example/",
            h("input", {
              type: "text",
              spellcheck: false,
              "data-key": "reach",
              value: at,
              onInput: (event) => act.type({ reach: event.currentTarget.value }),
            }),
          ),
          h("small", {}, inPage ? TO_A_PAGE : TO_A_PROGRAM),
          calling(here, "host", at),
        ],
    labelled(
      "Places for watchers",
      h("input", {
        type: "number",
        min: 0,
        max: 16,
        "data-key": "watchers",
        value: typed.watchers,
        onInput: (event) => act.type({ watchers: Number(event.currentTarget.value) }),
      }),
    ),
  );
}

/**
 * @param {Here} here
 * @param {number} seat
 */
function create(here, seat) {
  const { typed, act, name } = here;
  const { bots, watchers } = typed;
  if (!name.trim() && !bots) {
    focusName();
    act.refused(new RequestRefused("The others must know you by a name: write yours."));
    return;
  }
  const at = reachOf(here);
  if (isInPage(here) && !bots && !at.trim()) {
    act.refused(new RequestRefused("Nobody can call a page: name the relay at which you meet."));
    return;
  }
  act.request("create", {
    name: name.trim() || "Player",
    seat,
    bots,
    ...(bots || isNear(here) ? {} : { called: called(typed, at) }),
    watchers: watchers || 0,
  });
}

/**
 * What first instructions can name in the game that is drafted.
 *
 * @param {DraftView} draft
 */
const namable = ({ units, zones, modules, options }) => ({
  units,
  zones,
  rules: modules.filter(({ on }) => on).map(({ id }) => id),
  interceptors: options.some(({ name, value }) => name === "interceptors" && value === "on"),
});
