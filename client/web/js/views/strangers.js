// Strangers: tables of theirs that one may ask to join, and those who ask at one's own.

/**
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Here } from "./fields.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { called, guestCalled, isRelay, labelled, nameField, notYet } from "./fields.js";

/**
 * Tables whose hosts let strangers in, and the host who is asked.
 *
 * @param {Here} here
 */
export function openTables(here) {
  const { seen, typed, act, name } = here;
  if (seen.knocking) {
    return h(
      "section",
      { class: "sheet", key: "open tables" },
      h("h2", {}, "You knock"),
      h("p", { role: "status" }, h("bdi", {}, seen.knocking), " is asked whether to let you in."),
      buttons(
        h(
          "button",
          { "data-key": "stop knocking", onClick: () => act.request("stop_knocking", {}) },
          "Stop waiting",
        ),
      ),
    );
  }
  const knock = (/** @type {string} */ table, /** @type {boolean} */ watches) =>
    act.request("knock", {
      table,
      name: name.trim(),
      watches,
      called: called(typed, typed.called),
    });
  const look = (/** @type {string} */ relay) => act.request("find_tables", { relay });
  return h(
    "section",
    { class: "sheet", key: "open tables" },
    h("h2", {}, "Open tables"),
    h(
      "p",
      { class: "quiet" },
      "Their hosts let strangers in who knock, if they like. Once a game has begun nobody can knock there: its players send links, to watch it or to take over a seat.",
    ),
    buttons(
      h("button", { "data-key": "find nearby", onClick: () => look("") }, "Look in my network"),
    ),
    h(
      "form",
      {
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          look(typed.lists.trim());
        },
      },
      labelled(
        "Or at a relay, as wss://relay.example/",
        h("input", {
          type: "text",
          "data-key": "lists",
          spellcheck: false,
          value: typed.lists,
          onInput: (event) => act.type({ lists: event.currentTarget.value }),
        }),
      ),
      buttons(
        h("button", { "data-key": "find listed", disabled: !isRelay(typed.lists) }, "Look there"),
      ),
    ),
    seen.unsearched.map((why) => h("p", { class: "why", key: why }, why)),
    seen.tables && !seen.tables.length ? h("p", {}, "None was found.") : null,
    seen.tables?.length ? nameField(here, "stranger", "Your name at the table") : null,
    seen.tables?.map((table) =>
      h(
        "div",
        { class: "invite", key: table.id },
        h("b", {}, h("bdi", {}, table.scenario)),
        h("span", {}, h("bdi", {}, table.host), ", ", h("bdi", {}, table.about)),
        h(
          "button",
          {
            "data-key": `knock ${table.id}`,
            disabled: notYet(seen) !== "" || !name.trim(),
            title: notYet(seen),
            onClick: () => knock(table.id, false),
          },
          "Knock to play",
        ),
        h(
          "button",
          {
            "data-key": `knock to watch ${table.id}`,
            disabled: notYet(seen) !== "" || !name.trim(),
            title: notYet(seen),
            onClick: () => knock(table.id, true),
          },
          "Knock to watch",
        ),
      ),
    ),
    seen.tables?.length ? guestCalled(here, "stranger") : null,
  );
}

/**
 * Strangers who ask to be let in, and what the host can answer.
 *
 * @param {State["picture"]["table"]} table
 * @param {Acts} act
 */
export function knocks({ knocks: waiting, open_to }, act) {
  if (!waiting.length) return null;
  const free = open_to?.free ?? [];
  return h(
    "section",
    { class: "terms", key: "knocks" },
    h("h3", {}, waiting.length === 1 ? "Somebody knocks" : "Some knock"),
    waiting.map(({ name, key, fingerprint, watches }) =>
      h(
        "div",
        { class: "why", key },
        h(
          "p",
          {},
          h("b", {}, h("bdi", {}, name)),
          watches ? " would watch. " : " would play. ",
          h("small", { class: "key" }, fingerprint),
        ),
        buttons(
          watches
            ? null
            : free.map(([place, powers]) =>
                h(
                  "button",
                  {
                    key: place,
                    "data-key": `let in ${key} ${place}`,
                    onClick: () => act.request("let_in", { key, place }),
                  },
                  `Let them play ${powers}`,
                ),
              ),
          h(
            "button",
            {
              "data-key": `let watch ${key}`,
              onClick: () => act.request("let_in", { key, place: null }),
            },
            "Let them watch",
          ),
          h(
            "button",
            {
              "data-key": `decline ${key}`,
              onClick: () => act.request("turn_away", { key, bar: false }),
            },
            "Not now",
          ),
          h(
            "button",
            {
              "data-key": `bar ${key}`,
              title: "You are not asked about them again.",
              onClick: () => act.request("turn_away", { key, bar: true }),
            },
            "Never",
          ),
        ),
      ),
    ),
  );
}

/**
 * Which strangers are told of the table; none, unless the host wants it. Nothing is asked where all links
 * lead to this machine.
 *
 * @param {State["picture"]["table"]} table
 * @param {Acts} act
 */
export function openTo({ open_to: told, tested }, act) {
  if (!told || (tested.length && tested.every((one) => one.here))) return null;
  const choice = (
    /** @type {"network" | "relays"} */ whom,
    /** @type {string} */ label,
    /** @type {string} */ why,
  ) =>
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        "data-key": `open ${whom}`,
        checked: told[whom],
        disabled: why !== "",
        onChange: (event) =>
          act.request("open_up", {
            network: told.network,
            relays: told.relays,
            [whom]: event.currentTarget.checked,
          }),
      }),
      h("span", {}, label, why ? h("small", {}, ` (${why})`) : null),
    );
  return h(
    "section",
    { class: "terms", key: "open to" },
    h("h3", {}, "Let strangers find this table"),
    h(
      "p",
      { class: "quiet" },
      "They see your name, what is played and which seats are free, for a day or until all are taken. Whoever knocks comes in only if you say so.",
    ),
    choice("network", "Show this table in my network", told.no_network),
    choice("relays", "List it at my relay", told.no_relays),
  );
}
