// The first page: the key, a new game, an invite, and games to go on with.

/**
 * @import { SavedGame } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { Here } from "./fields.js"
 */

import { RequestRefused } from "../connection.js";
import { h } from "../h.js";
import { buttons, sentence } from "../parts.js";
import { copies } from "./copies.js";
import { leaving, left, receiving } from "./devices.js";
import { called, guestCalled, labelled, nameField, notYet } from "./fields.js";
import { newGame } from "./newgame.js";
import { openLog } from "./opened.js";
import { openTables } from "./strangers.js";

/**
 * @param {State} state
 * @param {Acts} act
 */
export function entrance({ picture, typed, left, early, linkNote }, act) {
  const seen = picture.entrance;
  if (!seen) return null;
  const here = { seen, typed, act, name: typed.name ?? seen.name };
  const why = seen.fault || left;
  return h(
    "div",
    { class: "halves" },
    h(
      "header",
      { class: "lead" },
      h("h1", {}, "Secret Subs"),
      h("p", {}, "Axis & Allies with hidden submarines, between people who trust no server."),
      early
        ? h("p", { class: "quiet", role: "status" }, linkNote, " You can begin meanwhile.")
        : null,
    ),
    h(
      "div",
      {},
      why ? h("p", { class: "why", role: "alert" }, sentence(act, why)) : null,
      learning(here),
      newGame(here),
    ),
    h(
      "div",
      { class: seen.saved.length || early === "again" ? "first" : "" },
      early === "again" ? awaited() : saved(here),
      key(here),
      guest(here),
      openTables(here),
      receiving(here),
      copies(here),
      openLog(act),
    ),
  );
}

// The guided turn

/** @param {Here} here */
function learning({ seen, act }) {
  const learn = (/** @type {boolean} */ anew) => {
    if (anew || !seen.learning) act.forgetSteps();
    act.request("learn", { anew });
  };
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "New here?"),
    h(
      "p",
      { class: "quiet" },
      "Play one turn with a guide: about ten minutes, by mouse, finger or keyboard. You need to know nothing of the game.",
    ),
    buttons(
      h(
        "button",
        {
          class: seen.saved.length ? "" : "primary",
          "data-key": "learn",
          onClick: () => learn(false),
        },
        seen.learning ? "Go on with the guided turn" : "Learn in one turn",
      ),
      seen.learning
        ? h("button", { "data-key": "learn anew", onClick: () => learn(true) }, "Begin it anew")
        : null,
    ),
  );
}

// The key

/** @param {Here} here */
function key({ seen, typed, act }) {
  if (seen.words) {
    return h(
      "section",
      { class: "sheet" },
      h("h2", {}, "Your recovery phrase"),
      h("p", { class: "phrase" }, seen.words),
      h(
        "p",
        { class: "quiet" },
        "It is shown this once. Write it down and keep it where no machine reads it. With it you get your games back when this machine is lost; anybody else who has it plays as you.",
      ),
      buttons(
        h(
          "button",
          { class: "primary", "data-key": "written", onClick: () => act.request("wrote_down", {}) },
          "I have written it down",
        ),
      ),
    );
  }
  if (seen.key === "open") {
    return h(
      "section",
      { class: "sheet" },
      h("h2", {}, "Your key is unlocked"),
      h(
        "p",
        { class: "quiet" },
        "Other players know you by ",
        h("span", { class: "fingerprint" }, seen.fingerprint),
      ),
    );
  }
  const fresh = seen.key === "none";
  const lost = fresh && typed.lost;
  const { passphrase, words, again } = typed;
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (fresh && passphrase !== again) {
      act.refused(new RequestRefused("The two passphrases differ: type the same one twice."));
      return;
    }
    const done = lost
      ? await act.request("restore_key", { words, passphrase })
      : await (fresh
          ? act.request("make_key", { passphrase })
          : act.request("unlock", { passphrase }));
    if (done) act.type({ back: typed.back || lost, passphrase: "", again: "", words: "" });
  };
  const secret = (/** @type {"passphrase" | "again"} */ name, /** @type {string} */ label) =>
    labelled(
      label,
      h("input", {
        type: "password",
        "data-key": name,
        autocomplete: fresh ? "new-password" : "current-password",
        value: typed[name],
        onInput: (event) => act.type({ [name]: event.currentTarget.value }),
      }),
    );
  const about = lost
    ? "Your recovery phrase makes the same key again. Then paste any link to a table below: its other players give the game back."
    : fresh
      ? "It signs what you do, so that nobody else can. It stays on this machine, sealed under a passphrase."
      : `The key of ${seen.fingerprint}.`;
  const title = lost
    ? "Restore your key"
    : `To play against people: ${fresh ? "make" : "unlock"} your key`;
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, title),
    h("p", { class: "quiet" }, about),
    h(
      "form",
      { onSubmit: send },
      lost
        ? labelled(
            "Recovery phrase",
            h("input", {
              type: "text",
              "data-key": "words",
              autocomplete: "off",
              spellcheck: false,
              value: words,
              onInput: (event) => act.type({ words: event.currentTarget.value }),
            }),
          )
        : null,
      secret("passphrase", fresh ? "A passphrase for this machine" : "Passphrase"),
      fresh ? secret("again", "The same again") : null,
      buttons(
        h(
          "button",
          { class: "primary", "data-key": "key" },
          lost ? "Restore the key" : fresh ? "Make the key" : "Unlock the key",
        ),
        fresh
          ? h(
              "button",
              {
                type: "button",
                class: "inline",
                "data-key": "lost",
                onClick: () => act.type({ lost: !lost }),
              },
              lost ? "I have none yet" : "I have a recovery phrase",
            )
          : null,
      ),
    ),
  );
}

// Somebody else's table

/** @param {Here} here */
function guest(here) {
  const { seen, typed, act, name } = here;
  const invite = typed.invite ?? seen.invite;
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    act.request("enter", {
      invite,
      name: name.trim(),
      back: typed.back,
      called: called(typed, typed.called),
    });
  };
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "Invited?"),
    h(
      "form",
      { onSubmit: send },
      labelled(
        "The link, as the host sent it",
        h("input", {
          type: "text",
          "data-key": "invite",
          spellcheck: false,
          autocomplete: "off",
          value: invite,
          onInput: (event) => act.type({ invite: event.currentTarget.value }),
        }),
      ),
      nameField(here, "guest", "Your name at the table; watchers need none"),
      guestCalled(here, "guest"),
      h(
        "label",
        { class: "switch" },
        h("input", {
          type: "checkbox",
          "data-key": "back",
          checked: typed.back,
          onChange: (event) => act.type({ back: event.currentTarget.checked }),
        }),
        h(
          "span",
          {},
          h("small", {}, "I have sat there before, on a machine that is lost: bring my game back"),
        ),
      ),
      buttons(
        h(
          "button",
          { class: "primary", "data-key": "enter", disabled: notYet(seen) !== "" },
          "Sit down",
        ),
        h("small", {}, notYet(seen)),
      ),
    ),
  );
}

// Saved games

/**
 * Who plays, and as what.
 *
 * @param {SavedGame} game
 */
export function among({ seats, watched, kept, bots }) {
  const [you, ...others] = seats;
  if (kept) return "you keep it: go on with `secret-subs keep` and your link";
  if (!you) return bots ? "against bots" : "";
  if (watched) return `you watch ${seats.map(([name]) => name).join(", ")}`;
  const names = others.length ? others.map(([name]) => name).join(", ") : "whoever comes";
  return `${you[1].join(", ")} · ${bots ? "against" : "with"} ${names}`;
}

/**
 * How far a game has come, and for whom it waits.
 *
 * @param {SavedGame} game
 */
export function progress(game) {
  if (game.moved !== null) return "not played from here";
  if (game.open) return "open in another window or terminal";
  if (game.entries === null) return "not begun: waiting for players";
  const entries = `${game.entries} ${game.entries === 1 ? "entry" : "entries"}`;
  if (game.over) return `over, after ${entries}`;
  if (game.yours) return `your turn · ${entries}`;
  return game.awaited.length ? `waiting for ${game.awaited.join(", ")} · ${entries}` : entries;
}

/** Where games will be listed. */
const awaited = () =>
  h(
    "section",
    { class: "sheet" },
    h("h2", {}, "Resume"),
    h("p", { class: "quiet" }, "Your games are listed once the program runs."),
  );

/** @param {Here} here */
function saved(here) {
  const { seen } = here;
  if (!seen.saved.length) return null;
  const sealed = seen.saved.some((game) => !game.bots) && seen.key === "sealed";
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "Resume"),
    h(
      "ul",
      { class: "saves" },
      seen.saved.map((game) => savedGame(here, game)),
    ),
    sealed ? h("p", { class: "quiet" }, "Unlock your key to resume games against people.") : null,
  );
}

/**
 * @param {Here} here
 * @param {SavedGame} game
 */
function savedGame(here, game) {
  const { seen, typed, act } = here;
  const moved = game.moved !== null;
  const shut = game.open || game.kept || moved || (!game.bots && seen.key !== "open");
  const hosted = game.hosted && !game.bots;
  const movable = !shut && !game.bots && !game.watched;
  const at = typed.reaches[game.id] ?? game.address;
  const when = new Date(game.touched * 1000).toLocaleString();
  return h(
    "li",
    { key: game.id, class: game.yours && !game.over ? "yours" : "" },
    h(
      "span",
      {},
      h("b", {}, game.title || "A table"),
      h("small", {}, among(game)),
      h("small", {}, `${progress(game)} · ${when}`),
    ),
    game.forgettable
      ? h(
          "button",
          {
            class: "quiet",
            "data-key": `forget ${game.id}`,
            title: "Forget this game",
            "aria-label": `forget ${game.title || "this table"}`,
            onClick: () => act.open({ kind: "forget", game }),
          },
          "✕",
        )
      : null,
    h(
      "button",
      {
        "data-key": `resume ${game.id}`,
        disabled: shut,
        onClick: () => act.request("resume", { game: game.id, reach: hosted ? at : "" }),
      },
      game.over ? "Look at it" : "Resume",
    ),
    hosted && !shut && !game.over
      ? h(
          "details",
          { key: `found ${game.id}` },
          h(
            "summary",
            { "data-key": `fold found ${game.id}` },
            `Others find you at ${at.replace(/\/\/.*@/, "//") || "a port of this machine"}`,
          ),
          labelled(
            "As HOST:PORT, or a relay, as wss://relay.example/",
            h("input", {
              type: "text",
              spellcheck: false,
              "data-key": `reach ${game.id}`,
              value: at,
              onInput: (event) =>
                act.type({ reaches: { ...typed.reaches, [game.id]: event.currentTarget.value } }),
            }),
          ),
        )
      : null,
    movable ? leaving(here, game) : null,
    left(here, game),
  );
}
