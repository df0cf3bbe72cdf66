// Before the game: who has come, whom to invite, and what all are about to agree to.

/**
 * @import { Invited } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { State } from "../state.js"
 */

import { h } from "../h.js";
import { buttons } from "../parts.js";
import { copy } from "../saving.js";
import { badge } from "../units.js";
import { agreed } from "./agreed.js";
import { HIDING, ROUTER, tick, VOUCHING } from "./fields.js";
import { knocks, openTo } from "./strangers.js";

/**
 * What the dock shows until the game begins.
 *
 * @param {State} state
 * @param {Acts} act
 */
export const lobby = (state, act) =>
  state.picture.table.to_sign && !left(state) ? charter(state, act) : waiting(state, act);

/**
 * Whether the host has let this guest go: then there is nothing to sign.
 *
 * @param {State} state
 */
const left = ({ picture: { table } }) => table.refused !== "" && !table.invites.length;

/**
 * @param {State} state
 * @param {Acts} act
 */
function charter(state, act) {
  const consent = (/** @type {boolean} */ agreed) => act.request("consent", { agreed });
  return [
    h("h2", {}, "Sign this charter?"),
    h("p", { class: "quiet" }, "It binds all who sign it. The map shows how the game begins."),
    people(state, act),
    safety(state.picture.agreement?.safety ?? null),
    agreed(state, act),
    h(
      "div",
      { class: "foot" },
      buttons(
        h(
          "button",
          { class: "primary", "data-key": "sign", onClick: () => consent(true) },
          "Sign and play",
        ),
        h("button", { onClick: () => consent(false) }, "Leave"),
      ),
    ),
  ];
}

/**
 * Words that are the same for all who are about to sign the same.
 *
 * @param {string | null} phrase
 */
const safety = (phrase) =>
  phrase === null
    ? null
    : h(
        "section",
        { class: "terms" },
        h("h3", {}, "Safety phrase"),
        h("p", { class: "phrase" }, phrase),
        h(
          "p",
          { class: "quiet" },
          "Read it to each other, perhaps by telephone. If the words are the same, nobody sits between you.",
        ),
      );

/**
 * @param {State} state
 * @param {Acts} act
 */
function waiting(state, act) {
  const { table, seats, agreement } = state.picture;
  const free = Object.values(seats).filter((seat) => !seat.here).length;
  const players = free === 1 ? "one player" : `${free} players`;
  const words = free
    ? `Waiting for ${players}`
    : state.board
      ? "Waiting for all to sign the charter"
      : "Waiting for the other players";
  const away = table.entrance
    ? buttons(
        h(
          "button",
          { "data-key": "leave", onClick: () => act.open({ kind: "leave" }) },
          "Leave the table…",
        ),
      )
    : null;
  const notices = table.notices.map((line) => h("p", { class: "quiet", role: "status" }, line));
  if (table.alone) return [h("h2", {}, "Your opponents take their seats"), notices, away];
  return [
    h("h2", {}, words),
    notices,
    arrival(state),
    nextCall(table, act),
    people(state, act),
    safety(agreement?.safety ?? null),
    reachability(table, act),
    knocks(table, act),
    openTo(table, act),
    invites(state, act),
    agreed(state, act),
    away,
  ];
}

/**
 * Which relays hold the log, or mail, and whether what is signed here reaches them now.
 *
 * @param {State["picture"]["table"]} table
 */
export function holders({ holders: held }) {
  if (!held.length) return null;
  return h(
    "section",
    { key: "holders" },
    h("h3", {}, "Held by relays"),
    h("p", { class: "quiet" }, "Who comes while the others sleep gets the log of this game there."),
    held.map(({ relay, here, mail }) =>
      h(
        "p",
        { key: relay },
        h("span", { class: `lamp ${here ? "on" : "off"}` }),
        h("bdi", {}, relay),
        h(
          "small",
          { class: "quiet" },
          `${mail ? "mail for each other, sealed; " : ""}${here ? "up to date with you" : "not connected to you now"}`,
        ),
      ),
    ),
  );
}

/**
 * Who learns the player's address, where it has a relay that could keep it.
 *
 * @param {State["picture"]["table"]} table
 * @param {Acts} act
 */
export function address({ hidden, hides_next: next }, act) {
  if (hidden === null) return null;
  const hide = async () => {
    if (await act.request("hide", { hidden: !next }))
      act.toast("It holds from the next start of this game on.");
  };
  return h(
    "section",
    { key: "address" },
    h("h3", {}, "Your address"),
    h(
      "p",
      { class: "quiet" },
      hidden
        ? "Your relay alone knows your address; no player does."
        : "All players and keepers of this game can learn your address.",
      next === hidden
        ? null
        : ` From the next start of this game on, ${next ? "your relay alone can" : "they all can"}.`,
    ),
    h(
      "label",
      { class: "switch" },
      h("input", { type: "checkbox", "data-key": "hide", checked: next, onChange: hide }),
      h("span", {}, h("b", {}, "Only the relay learns your address"), h("small", {}, HIDING)),
    ),
  );
}

/**
 * What else the player can change of how others find it and who vouches for it.
 *
 * @param {State["picture"]["table"]} table
 * @param {Acts} act
 */
export function nextStart({ next_start: next }, act) {
  if (next === null) return null;
  const change = async (/** @type {Partial<typeof next>} */ changed) => {
    const planned = { router: next.router ?? false, holders: next.holders, ...changed };
    if (await act.request("plan_start", { ...planned, router: planned.router ?? false }))
      act.toast("It holds from the next start of this game on.");
  };
  return h(
    "section",
    { key: "next start" },
    h("h3", {}, "From the next start on"),
    next.router === null
      ? null
      : tick(
          "router next",
          next.router,
          () => change({ router: !next.router }),
          "Ask my router to pass calls on",
          ROUTER,
        ),
    tick(
      "meet next",
      next.holders,
      () => change({ holders: !next.holders }),
      "Two relays can vouch for you",
      VOUCHING,
    ),
  );
}

/**
 * That nobody is connected, and a button that calls the others at once.
 *
 * @param {State["picture"]["table"]} table
 * @param {Acts} act
 */
export function nextCall({ next_call }, act) {
  if (next_call === null) return null;
  const when = next_call ? `in ${next_call} second${next_call === 1 ? "" : "s"}` : "now";
  const retry = async () => {
    if (await act.request("retry", {})) act.toast("Calling the others.");
  };
  return h(
    "div",
    { class: "why", key: "next call" },
    h("p", {}, `No other player is connected. Your node calls them again ${when}.`),
    buttons(h("button", { "data-key": "retry", onClick: retry }, "Call now")),
  );
}

/**
 * Whether friends can join, by each way in that the links name, before these are sent.
 *
 * @param {State["picture"]["table"]} table
 * @param {Acts} act
 */
export function reachability({ hosting, tested }, act) {
  if (!hosting || !tested.length) return null;
  const works = tested.some((one) => one.works);
  const unknown = tested.some((one) => one.works === null);
  if (tested.every((one) => one.here))
    return h(
      "section",
      { class: "terms", key: "reachability" },
      h("h3", {}, "This game is on this machine alone"),
      h(
        "p",
        { class: "quiet" },
        "Whoever is to join, by a link below, plays on this machine, too.",
      ),
    );
  const again = async () => {
    if (await act.request("retry", {})) act.toast("Testing again.");
  };
  return h(
    "section",
    { class: "terms", key: "reachability" },
    h(
      "h3",
      {},
      works
        ? "Others can join from anywhere"
        : unknown
          ? "It is not known whether others can join from anywhere"
          : "Nobody can join from the Internet yet",
    ),
    h(
      "ul",
      {},
      tested.map((one) => h("li", {}, one.words)),
    ),
    works ? null : buttons(h("button", { "data-key": "test again", onClick: again }, "Test again")),
  );
}

/**
 * How a guest stands with the host. Who cannot reach the host, or is not let in, can do something
 * about it.
 *
 * @param {State} state
 */
function arrival(state) {
  const { board, picture } = state;
  const { table } = picture;
  if (left(state) && board) {
    return h("p", { class: "why" }, `You are not at this table any more: ${table.refused}.`);
  }
  if (table.unreached) {
    const words = `The host cannot be reached: ${table.unreached}. Your node keeps trying. You can leave this page open, or leave the table and resume later.`;
    return h("p", { class: "why" }, words);
  }
  if (board) return null;
  if (table.refused) {
    const words = `Not let in: ${table.refused}. Leave the table and sit down again, under another name or to bring a lost game back: the link is still on the first page.`;
    return h("p", { class: "why" }, words);
  }
  return h("p", { class: "quiet" }, "The board and the charter come when every seat is taken.");
}

/**
 * Who sits where. The host can remove a guest until the game begins.
 *
 * @param {State} state
 * @param {Acts} act
 */
const people = ({ board, picture: { seats, table } }, act) =>
  h(
    "ul",
    { class: "lobby" },
    Object.entries(seats).map(([number, seat]) =>
      h(
        "li",
        { class: seat.here ? "taken" : "", key: number },
        h("span", {
          class: `lamp ${seat.here ? "on" : ""}`,
          title: seat.here ? "is here" : "not yet here",
        }),
        h(
          "span",
          { class: "who" },
          h("b", {}, h("bdi", {}, seat.name ?? "free")),
          seat.you ? h("small", {}, " you") : null,
          seat.key ? h("small", { class: "key" }, seat.key) : null,
        ),
        h(
          "span",
          { class: "chips" },
          seat.powers.map((power) => [board ? badge(board, power) : null, h("small", {}, power)]),
          board && !seat.powers.length ? h("small", {}, "keeper") : null,
        ),
        table.invites
          .filter((invite) => seat.here && invite.seat === Number(number))
          .map((invite) => withdraw(invite, act, "Remove", seat.name ?? "")),
      ),
    ),
  );

/**
 * Takes an invite back, and removes who has used it: there is a new link then.
 *
 * @param {Invited} invite
 * @param {Acts} act
 * @param {string} verb
 * @param {string} whom
 */
const withdraw = (invite, act, verb, whom) =>
  h(
    "button",
    {
      "data-key": `withdraw ${invite.place}`,
      "aria-label": `${verb}: ${whom}`,
      title: "The link stops working, and there is a new one. Whoever used it is told.",
      onClick: () => act.request("withdraw", { place: invite.place ?? 0 }),
    },
    verb,
  );

/**
 * Links for who is still missing, then the way back for who has come.
 *
 * @param {State} state
 * @param {Acts} act
 */
export function invites({ picture: { table, seats, turn } }, act) {
  if (!table.invites.length) return null;
  const taken = (/** @type {number | null} */ seat) =>
    table.mode === "lobby" && seat !== null && seats[seat]?.here;
  const atSeat = (/** @type {Invited} */ { purpose }) =>
    table.mode === "play" && purpose === "seat" && !turn?.outcome;
  const open = table.invites.filter(
    (invite) => invite.purpose !== "recover" && !taken(invite.seat) && !atSeat(invite),
  );
  const back = table.invites.filter(({ purpose }) => purpose === "recover");
  return h(
    "section",
    { class: "terms" },
    h("h3", {}, "Invites"),
    open.length
      ? h(
          "p",
          { class: "quiet" },
          "Send each of these to one person; it belongs to the first who uses it.",
        )
      : null,
    open.map((invite) => link(invite, act)),
    table.mode === "play" && !turn?.outcome
      ? buttons(
          h(
            "button",
            {
              "data-key": "invite spectator",
              title: "They see what everybody can know, and decide nothing.",
              onClick: async () => {
                if (await act.request("spectator", {}))
                  act.toast(
                    "The link is among the invites. Who has it can watch: it cannot be taken back.",
                  );
              },
            },
            "Invite a spectator",
          ),
        )
      : null,
    back.length
      ? h(
          "details",
          { "data-key": "invites back" },
          h("summary", { "data-key": "way back" }, "If a player loses a machine, or finds nobody"),
          h(
            "p",
            { class: "quiet" },
            "This link has no seat in it: it says where players can be called now. Whoever finds nobody any more joins with it again; with their recovery phrase it brings a lost game back.",
          ),
          back.map((invite) => link(invite, act)),
        )
      : null,
  );
}

/**
 * A link, with what can be done with it.
 *
 * @param {Invited} invite
 * @param {Acts} act
 */
export const link = (invite, act) =>
  h(
    "div",
    { class: "invite", key: invite.link },
    h("b", {}, invite.who),
    h("input", {
      readOnly: true,
      value: invite.link,
      "aria-label": `invite: ${invite.who}`,
      onFocus: (event) => event.currentTarget.select(),
    }),
    h("button", { onClick: () => copy(act, invite.link) }, "Copy"),
    invite.message
      ? h(
          "button",
          {
            "aria-label": `Copy the message: ${invite.who}`,
            title: "The link, with what it is and what to do with it",
            onClick: () => copy(act, invite.message),
          },
          "Copy the message",
        )
      : null,
    h(
      "button",
      { "aria-label": `QR code: ${invite.who}`, onClick: () => act.open({ kind: "code", invite }) },
      "QR",
    ),
    invite.place === null ? null : withdraw(invite, act, "Take back", invite.who),
  );
