// Dialogs: what is asked once more, help, a space by its name, a rule's paragraph, the report.

/**
 * @import { CopyBrought, Invited, Retrospect, RuleParagraph, RuleTerm, SavedGame } from "../../schema.js"
 * @import { ComponentChildren } from "../../vendor/preact.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 * @import { OddsDialog } from "../supposed.js"
 * @import { OpenedLog } from "../../node/reading.js"
 * @import { Found } from "./report.js"
 */

import { h } from "../h.js";
import { buttons, marked, sentence } from "../parts.js";
import { alertsView } from "./alerts.js";
import { broughtDialog } from "./copies.js";
import { among } from "./entrance.js";
import { glossary, termView } from "./glossary.js";
import { quiz } from "./guide.js";
import { legend } from "./legend.js";
import { oddsView } from "./odds.js";
import { openedDialog } from "./opened.js";
import { paragraphView } from "./paragraph.js";
import { proposing } from "./proposals.js";
import { qrCode } from "./qr.js";
import { reportDialog } from "./report.js";
import { retrospectDialog } from "./retrospect.js";
import { inviting } from "./succession.js";
import { allTrackers } from "./tracker.js";

/**
 * @typedef {{ kind: "resign" } | { kind: "leave" } | { kind: "disclose" } | { kind: "propose" } | { kind: "help" } | { kind: "trackers" } | OddsDialog | { kind: "find", search: string }
 *   | { kind: "invite", seat: number } | { kind: "forget", game: SavedGame } | { kind: "code", invite: Invited }
 *   | { kind: "rule", paragraph: RuleParagraph } | { kind: "term", term: RuleTerm, paragraph: RuleParagraph } | { kind: "glossary" } | { kind: "alerts", allowed: NotificationPermission | "unknown" | null } | { kind: "quiz", answers: readonly (number | null)[] } | { kind: "report", found: Found | null } | { kind: "retrospect", found: Retrospect | null } | { kind: "log", log: OpenedLog } | { kind: "brought", brought: CopyBrought }} Dialog
 */

const FOUND = 14; // spaces that are listed

const KEYS = [
  ["Arrow keys", "walk from space to space"],
  ["Space", "pick up all that can move here, or choose what is offered"],
  ["Enter", "move what is picked up here, or choose"],
  ["Escape", "put down what is picked up"],
  ["/", "find a space by name"],
  ["+ −", "zoom"],
  ["0", "the whole map"],
  ["u", "undo the last answer that is not sent"],
  ["m", "to the next space with pieces that can still move"],
  ["a", "to your decision"],
  ["p n s", "pause the playback, next step, skip it"],
  ["b", "play back what happened while you were away"],
  ["1 2 3 4 5", "space, powers, orders, log, seats"],
  ["o", "the odds in the space that is looked at, or of the battle"],
  ["t", "the trackers of all powers at once"],
  ["g", "the glossary: what the rules' words mean"],
  ["?", "this help"],
];

/**
 * Whether another player plays for one's side.
 *
 * @param {State} state
 */
function hasAllies({ board, picture: { seats } }) {
  const all = Object.values(seats);
  const sides = (/** @type {(typeof all)[number]} */ { powers }) =>
    powers.map((power) => board?.powers[power]?.side);
  const ours = all.filter(({ you }) => you).flatMap(sides);
  return all.some((seat) => !seat.you && sides(seat).some((side) => ours.includes(side)));
}

/**
 * The dialog that is open.
 *
 * @param {State} state
 * @param {Acts} act
 * @returns {ComponentChildren}
 */
export function dialogView(state, act) {
  const { dialog } = state;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "resign":
      return sure(act, {
        title: "Resign the game?",
        about: hasAllies(state)
          ? "Your powers pass to the next player of your side. If that player is connected, your keys pass on, and nobody else learns what your tokens hold; if not, the tokens are dealt anew for all to see, and shuffled."
          : "Nobody else plays for your side: the other side wins, and the game is over.",
        stay: "Keep playing",
        go: h(
          "button",
          { class: "danger", onClick: closing(act, () => act.request("resign", {})) },
          "Resign",
        ),
      });
    case "disclose":
      return sure(act, {
        title: "Open your tokens to all?",
        about:
          "Everybody then sees what each of your tokens held at every moment of this game, checked against what you sealed. It cannot be taken back, and tells nothing of other games.",
        stay: "Keep them hidden",
        go: h(
          "button",
          {
            class: "primary",
            "data-key": "open all",
            onClick: closing(act, () => act.request("disclose", {})),
          },
          "Open them",
        ),
      });
    case "leave":
      return leave(state, act);
    case "propose":
      return proposing(state, act);
    case "invite":
      return inviting(state, act, dialog.seat);
    case "forget":
      return sure(act, {
        title: "Forget this game?",
        about: `${dialog.game.title || "A table"}: ${among(dialog.game)}. It is removed from this machine for good.`,
        stay: "Keep it",
        go: h(
          "button",
          {
            class: "danger",
            "data-key": "forget now",
            onClick: closing(act, () => act.request("forget", { game: dialog.game.id })),
          },
          "Forget it",
        ),
      });
    case "help":
      return help(state, act);
    case "odds":
      return oddsView(state, act, dialog);
    case "trackers":
      return allTrackers(state, act);
    case "find":
      return find(state, act, dialog.search);
    case "code":
      return code(act, dialog.invite);
    case "rule":
      return rule(state, act, dialog.paragraph);
    case "term":
      return termView(state, act, dialog.term, dialog.paragraph);
    case "glossary":
      return glossary(state, act);
    case "alerts":
      return alertsView(state, act, dialog.allowed);
    case "quiz":
      return quiz(act, dialog.answers);
    case "retrospect":
      return retrospectDialog(state, act, dialog.found);
    case "report":
      return reportDialog(state, act, dialog.found);
    case "log":
      return openedDialog(act, dialog.log);
    case "brought":
      return broughtDialog(act, dialog.brought);
  }
}

/**
 * @param {Acts} act
 * @param {() => void} then
 */
const closing = (act, then) => () => {
  act.close();
  then();
};

/**
 * Something that is asked once more.
 *
 * @param {Acts} act
 * @param {{ title: string, about: ComponentChildren, stay: string, go: ComponentChildren }} words
 */
const sure = (act, { title, about, stay, go }) => [
  h("h3", {}, title),
  h("p", {}, about),
  buttons(h("button", { onClick: () => act.close() }, stay), go),
];

/**
 * @param {State} state
 * @param {Acts} act
 */
function leave({ picture: { table, ask } }, act) {
  const words =
    table.mode === "lobby"
      ? "It waits on the first page. While you are away nobody can join through you."
      : table.alone
        ? `The ${table.lesson ? "guided turn" : "game"} waits on the first page.`
        : "The game waits on the first page. The others see that you are away.";
  const lost = ask?.staged.length
    ? h("span", { class: "why" }, " What is not sent yet waits with it.")
    : null;
  return sure(act, {
    title: "Leave the table?",
    about: [words, lost],
    stay: "Stay",
    go: h(
      "button",
      {
        class: "primary",
        "data-key": "leave now",
        onClick: closing(act, () => act.request("leave", {})),
      },
      "Leave",
    ),
  });
}

/**
 * What the rulebook says under a number.
 *
 * @param {State} state
 * @param {Acts} act
 * @param {RuleParagraph} paragraph
 */
const rule = (state, act, paragraph) => [
  h("h3", {}, paragraph.number, " ", marked(paragraph.title)),
  paragraphView(state, act, paragraph),
  buttons(h("button", { class: "primary", onClick: () => act.close() }, "Close")),
];

/**
 * An invite to be photographed.
 *
 * @param {Acts} act
 * @param {Invited} invite
 */
const code = (act, invite) => [
  h("h3", {}, invite.who),
  qrCode(invite, "QR code of the invite"),
  buttons(h("button", { class: "primary", onClick: () => act.close() }, "Close")),
];

/**
 * The names that hold what is typed: the one that is it first, then those that begin with it.
 *
 * @param {readonly string[]} names
 * @param {string} search
 */
export function matching(names, search) {
  const wanted = search.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  const far = (/** @type {string} */ name) =>
    name.toLowerCase() === wanted ? 0 : name.toLowerCase().startsWith(wanted) ? 1 : 2;
  return found.sort((a, b) => far(a) - far(b));
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {string} search
 */
function find({ board }, act, search) {
  const names = matching(Object.keys(board?.spaces ?? {}), search).slice(0, FOUND);
  const choose = (/** @type {string} */ name) =>
    closing(act, () => {
      act.show(name);
      act.focusMap();
    });
  return [
    h("h3", {}, "Find a space"),
    h("input", {
      type: "search",
      "data-key": "find",
      autoFocus: true,
      "aria-label": "Name of a space",
      placeholder: "Name of a space",
      value: search,
      onInput: (event) => act.open({ kind: "find", search: event.currentTarget.value }),
      onKeyDown: (event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault(); // of a search field Escape would only clear what is typed
        if (event.key === "Escape") act.close();
        else if (names.length) choose(names[0])();
      },
    }),
    h(
      "ul",
      { class: "found" },
      names.map((name) => h("li", { key: name }, h("button", { onClick: choose(name) }, name))),
    ),
    buttons(h("button", { "data-key": "close", onClick: () => act.close() }, "Close")),
  ];
}

const keyHelp = () => [
  h("h3", {}, "Keys"),
  h(
    "dl",
    { class: "keys" },
    KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
  ),
];

const mouseHelp = () => [
  h("h3", {}, "Mouse"),
  h(
    "p",
    {},
    "Drag the map to move it; turn the wheel to zoom. Choose chips to pick pieces up: with Shift one at a time, with Ctrl beside what is in hand elsewhere. Then choose a space that lights up, or drag them there. They take a shortest way; to choose another, move step by step. A space that is looked at shows who can come there.",
  ),
];

const touchHelp = () => [
  h("h3", {}, "Touch"),
  h(
    "p",
    {},
    "Drag the map to move it; pinch to zoom. Tap a chip to pick up all of its kind; in “Space” you take fewer, by − and +. Then tap a space that lights up, or drag them there. They take a shortest way; for another, move step by step. Tap a space to see who can come there, from everywhere at once.",
  ),
];

/**
 * @param {State} state
 * @param {Acts} act
 */
const help = (state, act) => [
  state.touch ? touchHelp() : [keyHelp(), mouseHelp()],
  h("h3", {}, "Sending"),
  h(
    "p",
    {},
    "Purchases and moves stay with you, and can be undone, until you are done moving or send them. Dice and revealed tokens are never undone.",
  ),
  state.board?.hidden
    ? [
        h("h3", {}, "Windows"),
        h(
          "p",
          {},
          sentence(
            act,
            "At the end of Combat moves and of turns you may be asked whether to shuffle and reorganize your submarines (SS-4.0). Without windows nobody waits for you there; raise a hand to ask for the next one.",
          ),
        ),
      ]
    : null,
  state.board ? [h("h3", {}, "Signs"), legend(state)] : null,
  state.touch ? keyHelp() : null,
  buttons(
    h("button", { "data-key": "theme", onClick: () => act.switchTheme() }, "Light or dark"),
    h(
      "button",
      { "data-key": "glossary", onClick: () => act.open({ kind: "glossary" }) },
      "Glossary ",
      h("kbd", {}, "g"),
    ),
    h("button", { class: "primary", onClick: () => act.close() }, "Close"),
  ),
];
