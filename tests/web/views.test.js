import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { formView, judged } from "../../client/web/js/forms/index.js";
import { sentence, written } from "../../client/web/js/parts.js";
import { chip } from "../../client/web/js/units.js";
import { clashKey, left, rounds } from "../../client/web/js/views/battle.js";
import { dialogView, matching } from "../../client/web/js/views/dialog.js";
import { shot } from "../../client/web/js/views/dice.js";
import { dock } from "../../client/web/js/views/dock.js";
import { guarded } from "../../client/web/js/views/fault.js";
import { guide } from "../../client/web/js/views/guide.js";
import { instructed, ownInstructions } from "../../client/web/js/views/instructions.js";
import {
  holders,
  invites,
  lobby,
  nextCall,
  reachability,
} from "../../client/web/js/views/lobby.js";
import { openTab, tabs } from "../../client/web/js/views/panel.js";
import { picker } from "../../client/web/js/views/picker.js";
import { playback } from "../../client/web/js/views/playback.js";
import { reminders } from "../../client/web/js/views/reminders.js";
import { standingOrders } from "../../client/web/js/views/standing.js";
import { knocks, openTo } from "../../client/web/js/views/strangers.js";
import { newcomers, succession } from "../../client/web/js/views/succession.js";
import { phases, seatMarks, turn } from "../../client/web/js/views/top.js";
import { render } from "../../client/web/vendor/preact.js";
import {
  ask,
  asking,
  BOARD,
  GO_ON,
  ORDERS,
  questionWith,
  seated,
  space,
  stack,
  token,
} from "./samples.js";

const { document } = parseHTML("<!doctype html><body></body>");
Object.assign(globalThis, { document });

const act = /** @type {import("../../client/web/js/acts.js").Acts} */ (
  /** @type {unknown} */ ({ chapters: ["BG"], terms: [] })
);

/**
 * What a view looks like.
 *
 * @param {() => import("../../client/web/vendor/preact.js").ComponentChildren} view
 * @param {Element} [element]
 */
function drawn(view, element = document.createElement("section")) {
  render(guarded("test", view), element);
  return element;
}

test("whose turn it is not is asked, and decides nothing", () => {
  const state = asking(ask("a.0", GO_ON));
  const power = /** @type {import("../../client/web/schema.js").Power} */ (
    /** @type {unknown} */ ({ mine: true })
  );
  const shown = (/** @type {string} */ name) =>
    drawn(() => turn({ ...state, picture: { ...state.picture, powers: { [name]: power } } }))
      .textContent;
  assert.match(shown("USA") ?? "", /your decision/);
  assert.match(shown("Japan") ?? "", /you are asked/);
});

test("a phone is told where the guide points at what another sheet has", () => {
  const before = asking(ask("a.0", GO_ON), { narrow: true, sheet: "tab" });
  const { picture } = before;
  const asked = picture.ask && {
    ...picture.ask,
    question: { ...questionWith(GO_ON), name: "Declare" },
  };
  const state = {
    ...before,
    picture: { ...picture, ask: asked, table: { ...picture.table, lesson: true } },
  };
  const shown = (/** @type {Partial<typeof state>} */ change) =>
    drawn(() => guide({ ...state, ...change }, act));
  const element = shown({});
  assert.match(element.textContent ?? "", /Not on the screen now/);
  assert.equal(element.querySelector('[data-key="show me"]')?.className, "primary");
  for (const change of [{ sheet: /** @type {const} */ ("now") }, { narrow: false }])
    assert.doesNotMatch(shown(change).textContent ?? "", /Not on the screen/);
});

test("a view that raises is shown as such, and the next one is drawn", () => {
  const state = asking(ask("a.0", GO_ON));
  const broken = { ...state, picture: { ...state.picture, turn: /** @type {never} */ ({}) } };
  const element = drawn(() => turn(state));
  assert.match(element.textContent ?? "", /USA/);
  drawn(() => {
    throw new TypeError("turn has no phase");
  }, element);
  assert.equal(
    element.querySelector("[role=alert] pre")?.textContent,
    "TypeError: turn has no phase",
  );
  assert.match(element.textContent ?? "", /Reload the page/);
  drawn(() => turn(state), element);
  assert.equal(element.querySelector("[role=alert]"), null);
  assert.match(element.textContent ?? "", /USA/);
  assert.doesNotThrow(() => drawn(() => turn(broken), element));
});

test("while the powers set up, nobody has a turn", () => {
  const state = asking(ask("a.0", GO_ON));
  const { picture } = state;
  const turnOf = picture.turn ?? assert.fail();
  state.picture = { ...picture, turn: { ...turnOf, active: "Japan", phase: "set_up" } };
  assert.equal(drawn(() => turn(state)).textContent, "Set-upyour decision");
  assert.equal(drawn(() => phases(state)).textContent, "");
  assert.match(drawn(() => phases(asking(null))).textContent ?? "", /Combat move/);
});

test("a question is asked with its rule, which can be opened", () => {
  /** @type {string[]} */
  const opened = [];
  const openRule = (/** @type {string} */ number) => opened.push(number);
  const reader = /** @type {typeof act} */ (
    /** @type {unknown} */ ({ chapters: ["BG"], terms: [], openRule })
  );
  const element = drawn(() => dock(asking(ask("a.0", GO_ON)), reader));
  const rule = /** @type {HTMLElement} */ (element.querySelector("h2 .rule"));
  assert.equal(rule.textContent, "BG-8.13");
  rule.click();
  assert.deepEqual(opened, ["BG-8.13"]);
});

test("what windows are is told beside the choice, and nothing of them where nothing is hidden", () => {
  /** @type {string[]} */
  const opened = [];
  const window = { name: "window", rule: "SS-4.0", about: "", forms: [], module: "SS" };
  const reader = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      chapters: [],
      terms: [window],
      isInForce: () => true,
      openTerm: (/** @type {{ name: string }} */ { name }) => opened.push(name),
    })
  );
  const state = asking(ask("a.0", GO_ON));
  const shown = (/** @type {boolean} */ hidden) =>
    drawn(() => dock({ ...state, board: { ...BOARD, hidden } }, reader));
  /** @type {HTMLElement | null} */ (shown(true).querySelector(".extras .term"))?.click();
  assert.deepEqual(opened, ["window"]);
  assert.match(shown(true).textContent ?? "", /Ask me in windows/);
  assert.doesNotMatch(shown(false).textContent ?? "", /window|Raise a hand/);
  const table = {
    ...state.picture.table,
    ending: /** @type {any} */ ({ open: [], closed: [], signed: [] }),
  };
  const past = {
    ...state,
    board: { ...BOARD, hidden: true },
    picture: { ...state.picture, table },
  };
  assert.doesNotMatch(
    drawn(() => dock(past, reader)).textContent ?? "",
    /Raise a hand/,
    "looked back at",
  );
});

test("where each new unit has only one place, it stands there, and that is said", () => {
  const form = /** @type {const} */ ({
    kind: "mobilize",
    waiting: { infantry: 2 },
    slots: { infantry: { Plains: ["Plains"] } },
    uses: { infantry: 1 },
    rooms: { Plains: 3 },
    docks: [],
    proposed: [{ kind: "infantry", complex: "Plains", at: "Plains", count: 2 }],
  });
  const said = (/** @type {Parameters<typeof ask>[1]} */ of) =>
    drawn(() => dock(asking(ask("a.0", of)), act)).textContent ?? "";
  assert.match(said(form), /only one place for what can be placed.*Place them/s);
  const two = { ...form, slots: { infantry: { Plains: ["Plains", "Hills"] } } };
  assert.doesNotMatch(said(two), /only one place/);
  assert.doesNotMatch(said({ ...form, waiting: { infantry: 4 } }), /only one place/);
});

test("all answers unfold below the moves, unless one move is all there is", () => {
  const leg = { route: ["Plains", "SZ 1"], pieces: [1] };
  const summary = (/** @type {number} */ count, /** @type {typeof leg[]} */ moves) => {
    const words = Array.from({ length: count }, (_, i) => `answer ${i}`);
    const question = { .../** @type {NonNullable<ReturnType<typeof ask>>} */ (ask("a.0", GO_ON)) };
    const asked = asking({ ...question, staged: words, moves });
    return drawn(() => dock(asked, act)).querySelector(".staged summary")?.textContent ?? null;
  };
  assert.equal(summary(1, [leg]), null);
  assert.equal(summary(2, [leg]), "Both answers");
  assert.equal(summary(3, [leg]), "All 3 answers");
  assert.equal(summary(1, []), null);
});

test("WK-1: a kamikaze is picked up apart from other fighters of its space", () => {
  const state = asking(ask("a.0", ORDERS));
  const sworn = { ...stack("infantry", [2]), marks: [{ words: "kamikaze", sign: "K" }] };
  const spaces = { Plains: space(stack("infantry", [1]), sworn) };
  const shown = drawn(() =>
    picker({ ...state, picture: { ...state.picture, spaces } }, act, "Plains"),
  );
  const rows = [...shown.querySelectorAll(".rows li")].map((row) => row.textContent ?? "");
  assert.equal(rows.length, 2);
  assert.deepEqual(
    rows.map((words) => /kamikaze/.test(words)),
    [false, true],
  );
});

test("what is in hand stands below all counters: none moves when the first piece is picked up", () => {
  const state = asking(ask("a.0", ORDERS), { comers: { space: "SZ 1", pieces: [1, 2] } });
  state.picture = { ...state.picture, spaces: { Plains: space(stack("infantry", [1, 2])) } };
  const blocks = (/** @type {number[]} */ ids) => {
    const shown = drawn(() => picker({ ...state, picked: new Set(ids) }, act, "SZ 1"));
    return [...shown.children].map((block) => block.className);
  };
  assert.deepEqual(blocks([]), ["picker"]);
  assert.deepEqual(blocks([1]), ["picker", "inhand"]);
});

test("a territory tells who is to land there, and takes them back", () => {
  const form = { ...ORDERS, movable: [], back: [1, 2] };
  const landing = { ...stack("infantry", [1, 2]), aboard: 9, ashore: "Plains" };
  const state = asking(ask("a.0", form), { space: "Plains", tab: "space" });
  state.picture = {
    ...state.picture,
    spaces: { Plains: space(), "SZ 1": space(landing, stack("battleship", [3])) },
  };
  const element = drawn(() => openTab(state, act));
  const chips = [...element.querySelectorAll(".owner .chip")];
  assert.deepEqual(
    chips.map((one) => one.getAttribute("aria-label")),
    ["USA: 2 infantry, aboard, lands from SZ 1"],
  );
  assert.ok(element.querySelector('[data-key="back"]'));
});

test("who has been loaded is still to land, however many they are; their ship is not told", () => {
  const troops = { ...stack("infantry", [1, 2]), aboard: 3 };
  const form = /** @type {const} */ ({
    kind: "orders",
    movable: [],
    back: [1, 2, 3],
    without_purpose: [
      { id: 1, at: "SZ 1" },
      { id: 2, at: "SZ 1" },
      { id: 3, at: "SZ 1" },
    ],
    done: { rule: "BG-7.9", reason: "the infantry in SZ 1 was loaded but does not land" },
    airborne: [],
    drops: false,
  });
  const state = asking(ask("a.0", form));
  const warning = (/** @type {readonly ReturnType<typeof stack>[]} */ stacks) => {
    const picture = { ...state.picture, spaces: { "SZ 1": space(...stacks) } };
    return drawn(() => dock({ ...state, picture }, act)).querySelector(".warning")?.textContent;
  };
  const ship = stack("battleship", [3]);
  assert.equal(
    warning([troops, ship]),
    "BG-7.9: loaded, and still to land: 2aboard SZ 1 Take them back",
  );
  assert.match(warning([ship]) ?? "", /was loaded but does not land · 1 SZ 1 Take them back/);
});

test("of the tabs of a phone one is chosen, whichever sheet it shows", () => {
  const state = asking(ask("a.0", GO_ON), { tab: "space" });
  const chosen = (/** @type {Partial<typeof state>} */ change) =>
    [...drawn(() => tabs({ ...state, ...change }, act)).querySelectorAll("[aria-selected=true]")]
      .map((tab) => tab.getAttribute("data-key"))
      .filter((key) => change.narrow || key !== "tab now");
  assert.deepEqual(chosen({ narrow: true, sheet: "now" }), ["tab now"]);
  assert.deepEqual(chosen({ narrow: true, sheet: "tab" }), ["tab space"]);
  assert.deepEqual(chosen({ narrow: false, sheet: "now" }), ["tab space"]);
});

test("BG-9.3: aircraft that nothing can save are told of before the phase is ended", () => {
  const form = /** @type {const} */ ({
    kind: "orders",
    movable: [],
    back: [],
    without_purpose: [],
    done: null,
    drops: false,
  });
  const told = (/** @type {readonly string[]} */ airborne) =>
    drawn(() => formView(asking(ask("a.0", { ...form, airborne })), act)).querySelector(
      '[data-key="lost"]',
    )?.textContent;
  assert.match(told(["SZ 1"]) ?? "", /are lost that have nowhere to land.*SZ 1/);
  assert.equal(told([]), undefined);
});

test("while an answer is sent, its question stays; then it is said whom the game waits for", () => {
  const question = ask("a.0", GO_ON)?.question ?? null;
  const state = asking(null, { sent: question });
  const waiting = { ...state.picture.table, owing: 0, waiting: ["Ann: combat"] };
  const seat = seated({ powers: [], key: null });
  const seats = { 0: seat, 1: { ...seat, name: "Bob", you: false } };
  const sending = { ...state, picture: { ...state.picture, seats, table: waiting } };
  const title = (/** @type {typeof state} */ shown) =>
    drawn(() => dock(shown, act)).querySelector("h2")?.textContent ?? "";
  assert.match(title(sending), /Sending…/);
  assert.doesNotMatch(title(sending), /Waiting/);
  const own = { ...sending, sent: null };
  assert.equal(title(own), "Waiting for Ann: combat");
  assert.ok(drawn(() => dock(own, act)).querySelector("h2.soon"), "shown once it takes long");
  const theirs = { ...own, picture: { ...own.picture, table: { ...waiting, owing: 1 } } };
  assert.equal(drawn(() => dock(theirs, act)).querySelector("h2.soon"), null);
  const log = { ...waiting, mode: /** @type {const} */ ("replay") };
  const replayed = { ...own, picture: { ...own.picture, table: log } };
  assert.equal(title(replayed), "Next: Ann: combat", "nobody waits in a log");
  const alone = { ...seats, 1: { ...seats[1], here: false } };
  const stuck = { ...sending, picture: { ...sending.picture, seats: alone } };
  assert.equal(title(stuck), "Waiting for Ann: combat");
});

test("who is alone sees when the others are called again, and can call them now", () => {
  /** @type {string[]} */
  const asked = [];
  const player = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      terms: [],
      request: (/** @type {string} */ type) => Promise.resolve(asked.push(type)),
      toast: () => {},
      chapters: [],
    })
  );
  const { table } = asking(null).picture;
  assert.equal(nextCall({ ...table, next_call: null }, player), null);
  const element = drawn(() => nextCall({ ...table, next_call: 42 }, player));
  assert.match(element.textContent ?? "", /calls them again in 42 seconds/);
  /** @type {HTMLElement} */ (element.querySelector('[data-key="retry"]')).click();
  assert.deepEqual(asked, ["retry"]);
  const state = asking(null);
  const alone = { ...table, mode: /** @type {const} */ ("play"), next_call: 42 };
  const waiting = { ...state, picture: { ...state.picture, table: alone } };
  assert.match(
    drawn(() => dock(waiting, player)).textContent ?? "",
    /calls them again in 42 seconds/,
  );
  const wait = /** @type {any} */ ({
    seat: 1,
    since: null,
    learnt: null,
    remedies: [],
    fault: null,
  });
  const seats = {
    1: seated({ name: "Bob", powers: [], key: null, you: false, here: false }),
  };
  const picture = { ...waiting.picture, seats, table: { ...alone, waits: [wait] } };
  const whole = drawn(() => dock({ ...waiting, picture }, player)).textContent ?? "";
  assert.ok(whole.indexOf("calls them again") < whole.indexOf("Meanwhile"), "where one waits");
});

test("a host sees whether others can join before it sends a link", () => {
  /** @type {string[]} */
  const asked = [];
  const player = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      request: (/** @type {string} */ type) => Promise.resolve(asked.push(type)),
      toast: () => {},
    })
  );
  const { table } = asking(null).picture;
  const way = (/** @type {boolean | null} */ works, here = false) => ({
    works,
    here,
    words: "a way.",
  });
  const shown = (/** @type {(boolean | null)[]} */ ...works) =>
    reachability({ ...table, hosting: true, tested: works.map((one) => way(one)) }, player);
  assert.equal(shown(), null, "nothing is known yet");
  assert.equal(reachability({ ...table, tested: [way(true)] }, player), null);
  assert.match(drawn(() => shown(false, true)).textContent ?? "", /Others can join from anywhere/);
  assert.match(drawn(() => shown(false, null)).textContent ?? "", /It is not known/);
  const none = drawn(() => shown(false));
  assert.match(none.textContent ?? "", /Nobody can join from the Internet yet/);
  /** @type {HTMLElement} */ (none.querySelector('[data-key="test again"]')).click();
  assert.deepEqual(asked, ["retry"]);
  const here = drawn(() =>
    reachability({ ...table, hosting: true, tested: [way(false, true)] }, player),
  );
  assert.match(here.textContent ?? "", /on this machine alone/);
  assert.doesNotMatch(here.textContent ?? "", /Nobody|Test again/);
});

test("a host answers who knocks, and says who is told of the table", () => {
  /** @type {unknown[]} */
  const asked = [];
  const player = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      request: (/** @type {string} */ type, /** @type {object} */ rest) =>
        Promise.resolve(asked.push([type, rest])),
    })
  );
  const { table } = asking(null).picture;
  const told = {
    network: false,
    relays: true,
    no_network: "install it",
    no_relays: "",
    free: /** @type {[number, string][]} */ ([[1, "Japan"]]),
  };
  assert.equal(knocks(table, player), null);
  assert.equal(openTo(table, player), null, "another's table");
  const bob = { name: "<b>Bob</b>", key: "0b", fingerprint: "1234", watches: false };
  const element = drawn(() => knocks({ ...table, open_to: told, knocks: [bob] }, player));
  assert.match(element.textContent ?? "", /<b>Bob<\/b> would play\. 1234/);
  for (const key of ["let in 0b 1", "let watch 0b", "decline 0b", "bar 0b"]) {
    /** @type {HTMLElement} */ (element.querySelector(`[data-key="${key}"]`)).click();
  }
  assert.deepEqual(asked, [
    ["let_in", { key: "0b", place: 1 }],
    ["let_in", { key: "0b", place: null }],
    ["turn_away", { key: "0b", bar: false }],
    ["turn_away", { key: "0b", bar: true }],
  ]);
  const here = [{ words: "this machine", works: null, here: true }];
  assert.equal(openTo({ ...table, open_to: told, tested: here }, player), null);
  const choices = drawn(() => openTo({ ...table, open_to: told }, player));
  const box = (/** @type {string} */ whom) =>
    /** @type {HTMLInputElement} */ (choices.querySelector(`[data-key="open ${whom}"]`));
  assert.ok(box("network").hasAttribute("disabled"));
  assert.match(choices.textContent ?? "", /install it/);
  assert.ok(!box("relays").hasAttribute("disabled"));
});

test("a player sees which relays hold the game, and whether they have its end", () => {
  const { table } = asking(null).picture;
  assert.equal(holders({ ...table, holders: [] }), null);
  const held = [
    { relay: "wss://relay.example/", here: true, mail: false },
    { relay: "wss://other.example/", here: false, mail: false },
    { relay: "wss://nostr.example/", here: true, mail: true },
  ];
  const element = drawn(() => holders({ ...table, holders: held }));
  const [first, second, third] = element.querySelectorAll("p:has(.lamp)");
  assert.match(first.textContent ?? "", /wss:\/\/relay\.example\/.*up to date/);
  assert.match(second.textContent ?? "", /wss:\/\/other\.example\/.*not connected/);
  assert.match(third.textContent ?? "", /wss:\/\/nostr\.example\/.*mail.*up to date/);
  assert.equal(second.querySelector(".lamp.on"), null);
});

test("whoever waits for another sees since when, and can remind and state it", () => {
  /** @type {string[]} */
  const asked = [];
  const player = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      chapters: ["BG"],
      terms: [],
      request: (/** @type {string} */ type) => Promise.resolve(asked.push(type)),
      toast: () => {},
    })
  );
  const state = asking(null);
  const bob = seated({ name: "Bob", powers: ["Japan"], you: false, here: false });
  const words = "Bob (Japan) to choose casualties";
  /** @type {import("../../client/web/schema.js").Wait} */
  const wait = {
    seat: 1,
    words,
    since: 29_000_000,
    learnt: 29_000_001,
    fault: null,
    absent_from: 29_020_161,
    gone: false,
    recourse: "replace",
    remedies: ["wait", "remind", "claim silence", "resign"],
  };
  /** @type {import("../../client/web/schema.js").Proposal[]} */
  const proposals = [];
  const shown = (/** @type {typeof wait} */ one, seat = 0, minute = 29_000_180) => {
    const table = {
      ...state.picture.table,
      mode: /** @type {const} */ ("play"),
      seat,
      waits: [one],
      proposals,
    };
    const picture = { ...state.picture, table, seats: { 1: bob } };
    return drawn(() => dock({ ...state, picture, minute }, player));
  };
  const element = shown(wait);
  const panel = element.querySelector(".waits");
  assert.match(panel?.textContent ?? "", /Due since .*2025.*known here since/);
  assert.match(
    panel?.textContent ?? "",
    /For 3 hours\. Bob is not connected just now; you need not/,
  );
  for (const [now, words] of /** @type {const} */ ([
    [29_000_000, "Since just now"],
    [29_000_001, "For 1 minute"],
    [29_007_200, "For 5 days"],
  ]))
    assert.match(shown(wait, 0, now).textContent ?? "", new RegExp(words));
  const first = shown({ ...wait, since: null }).querySelector(".waits")?.textContent ?? "";
  assert.match(first, /Known here since/, "before the first entry");
  assert.doesNotMatch(first, /Due since/);
  assert.equal((element.textContent ?? "").match(/not connected/g)?.length, 1, "it is said once");
  assert.match(panel?.textContent ?? "", /Bob may be replaced from .*2025/);
  assert.doesNotMatch(panel?.textContent ?? "", /agree with the others/);
  for (const key of ["remind", "silence"]) {
    /** @type {HTMLElement} */ (element.querySelector(`[data-key="${key}"]`)).click();
  }
  assert.deepEqual(asked, ["remind", "silence"]);
  assert.equal(
    shown(wait, 1).querySelector(".waits"),
    null,
    "nobody is told to wait for themselves",
  );
  const absent = shown({ ...wait, gone: true, remedies: ["remind", "claim silence", "agree"] });
  assert.match(absent.querySelector(".waits")?.textContent ?? "", /Bob may be replaced now/);
  assert.match(absent.querySelector(".waits")?.textContent ?? "", /agree with the others/);
  const alone = shown({ ...wait, gone: true, recourse: "end", remedies: ["agree"] });
  assert.match(alone.textContent ?? "", /end the game without Bob now; an audit says/);
  assert.doesNotMatch(alone.textContent ?? "", /somebody else plays on/);
  assert.match(shown({ ...wait, absent_from: null }).textContent ?? "", /never counts as absent/);
  const open = {
    id: "ab12",
    seat: 1,
    words: "Cid proposes a draw",
    can: [/** @type {const} */ ("accept")],
  };
  const said = { signed: [], missing: ["Ann"], refused: [], withdrawn: false, remindable: false };
  proposals.push({ ...open, ...said, undone: [], changes: [], spaces: [], shown: false });
  assert.doesNotMatch(
    shown(wait).textContent ?? "",
    /just now; you need not/,
    "who is asked may stay",
  );
  proposals.pop();
  const fault = "it broke BG-5.1";
  const caught = shown({ ...wait, fault, gone: true, remedies: ["claim silence", "agree"] });
  assert.match(caught.querySelector(".waits .bad")?.textContent ?? "", /Bob was caught.*BG-5.1/);
  assert.equal(caught.querySelector('[data-key="remind"]'), null);
});

test("a proposal is shown with what it changes, and can be looked at, accepted and refused", () => {
  /** @type {unknown[]} */
  const asked = [];
  const player = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      chapters: ["BG"],
      terms: [],
      request: (/** @type {string} */ type, /** @type {object} */ fields) =>
        asked.push([type, fields]),
    })
  );
  const state = asking(null);
  /** @type {import("../../client/web/schema.js").Proposal} */
  const proposal = {
    id: "ab12",
    seat: 1,
    words: "Bob proposes to take back entry 12",
    undone: ["USA buys 2 infantry"],
    changes: ["USA: 12 IPC instead of 6"],
    spaces: [],
    signed: [],
    missing: ["Ann", "Bob"],
    refused: [],
    can: ["accept", "refuse"],
    remindable: false,
    withdrawn: false,
    shown: false,
  };
  const ann = seated();
  const shown = (/** @type {typeof proposal} */ one) => {
    const table = { ...state.picture.table, seat: 0, proposals: [one] };
    const picture = { ...state.picture, table, seats: { 0: ann } };
    return drawn(() => dock({ ...state, picture }, player));
  };
  const element = shown(proposal);
  const text = element.querySelector(".proposal")?.textContent ?? "";
  assert.match(text, /take back entry 12.*buys 2 infantry.*12 IPC instead of 6/);
  assert.match(text, /Signed by nobody\. Not yet signed by you and by Bob/);
  for (const key of ["preview", "accept proposal", "refuse proposal"]) {
    /** @type {HTMLElement} */ (element.querySelector(`[data-key="${key}"]`)).click();
  }
  assert.deepEqual(asked, [
    ["preview", { proposal: "ab12" }],
    ["accept", { proposal: "ab12" }],
    ["refuse", { proposal: "ab12" }],
  ]);
  const looking = (/** @type {boolean} */ one) => {
    const table = { ...state.picture.table, proposals: [{ ...proposal, shown: one }] };
    return drawn(() => turn({ ...state, picture: { ...state.picture, table } })).textContent ?? "";
  };
  assert.match(looking(true), /as proposed/, "the turn on top is not the one that is played");
  assert.doesNotMatch(looking(false), /as proposed/);
  const refused = shown({ ...proposal, refused: ["Ann"], can: [] });
  assert.match(refused.querySelector(".proposal")?.textContent ?? "", /Refused by you/);
  const withdrawn = shown({ ...proposal, refused: ["Bob"], withdrawn: true, can: [] });
  assert.match(withdrawn.querySelector(".proposal")?.textContent ?? "", /Withdrawn by Bob/);
  assert.equal(refused.querySelector('[data-key="accept proposal"]'), null);
  const own = shown({ ...proposal, can: ["withdraw"] });
  assert.equal(own.querySelector('[data-key="refuse proposal"]')?.textContent, "Withdraw");
  const accused = shown({ ...proposal, can: ["dispute"] });
  const says = accused.querySelector('[data-key="refuse proposal"]')?.textContent;
  assert.equal(says, "Say that you are here");
});

test("a host can take back an invite, and remove a guest; a guest can do neither", () => {
  /** @type {unknown[]} */
  const asked = [];
  const host = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      chapters: ["BG"],
      terms: [],
      request: (/** @type {unknown[]} */ ...words) => asked.push(words),
    })
  );
  const state = asking(null);
  const seat = seated();
  const seats = {
    0: seat,
    1: { ...seat, name: "Bob", you: false },
    2: { ...seat, name: null, key: null, you: false, here: false },
  };
  const invite = {
    purpose: /** @type {const} */ ("seat"),
    qr: "",
    message: "",
    size: 29,
    who: "Japan",
  };
  const invites = [1, 2].map((place) => ({ ...invite, place, seat: place, link: `link ${place}` }));
  const mode = /** @type {const} */ ("lobby");
  const picture = { ...state.picture, seats, table: { ...state.picture.table, mode, invites } };
  const element = drawn(() => lobby({ ...state, picture }, host));
  const buttons = [...element.querySelectorAll("button")].filter((one) =>
    /Remove|Take back/.test(one.textContent ?? ""),
  );
  assert.deepEqual(
    buttons.map((one) => one.getAttribute("aria-label")),
    ["Remove: Bob", "Take back: Japan"],
  );
  for (const button of buttons) button.click();
  assert.deepEqual(asked, [
    ["withdraw", { place: 1 }],
    ["withdraw", { place: 2 }],
  ]);
  const guest = { ...picture, table: { ...picture.table, invites: [] } };
  const other = drawn(() => lobby({ ...state, picture: guest }, host));
  assert.doesNotMatch(other.textContent ?? "", /Remove|Take back/);
});

test("any player invites to a seat of the running game, and proposes who has come", () => {
  /** @type {unknown[]} */
  const asked = [];
  const host = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      chapters: [],
      terms: [],
      request: (/** @type {unknown[]} */ ...words) => {
        asked.push(words);
        return Promise.resolve(null);
      },
      open: (/** @type {unknown} */ dialog) => asked.push(dialog),
    })
  );
  const bob = seated({ name: "Bob", you: false, here: false });
  const dora = { key: "d0", fingerprint: "D0RA", name: "Dora (bot)", seat: 1, proposed: false };
  const link = {
    qr: "",
    message: "",
    size: 29,
    who: "who is to play on for Bob",
    seat: 1,
    place: null,
  };
  const invite = { ...link, purpose: /** @type {const} */ ("seat"), link: "link 1" };
  const state = asking(null);
  /** @type {import("../../client/web/schema.js").Table} */
  const table = {
    ...state.picture.table,
    mode: "play",
    candidates: [dora],
    invites: [invite],
    gone: [1],
  };
  const shown = (/** @type {Partial<typeof table>} */ change, number = 1) => {
    const picture = { ...state.picture, table: { ...table, ...change } };
    return drawn(() => succession({ ...state, picture }, host, number, bob));
  };
  const element = shown({});
  assert.match(element.textContent ?? "", /Dora \(bot\) has come to play on for Bob.*D0RA/);
  for (const key of ["propose player d0", "invite successor 1"]) {
    /** @type {HTMLElement} */ (element.querySelector(`[data-key="${key}"]`)).click();
  }
  assert.deepEqual(asked, [["replace", { key: "d0" }], { kind: "invite", seat: 1 }]);
  assert.equal(shown({}, 0).querySelectorAll("button").length, 1, "nobody has come to seat 0");
  const told = (/** @type {Partial<typeof table>} */ change) => {
    const picture = { ...state.picture, seats: { 1: bob }, table: { ...table, ...change } };
    return drawn(() => newcomers({ ...state, picture }, host)).textContent;
  };
  assert.match(told({}) ?? "", /^Dora \(bot\) has come to play on for Bob\./);
  assert.equal(told({ candidates: [{ ...dora, proposed: true }] }), "");
  assert.equal(told({ mode: "watch", offer: "You play on for Bob" }), "You play on for Bob.");
  assert.equal(shown({ mode: "watch" }).textContent, "");
  const proposed = shown({ candidates: [{ ...dora, proposed: true }] });
  assert.equal(proposed.querySelector('[data-key="propose player d0"]'), null);
  assert.match(proposed.textContent ?? "", /A proposal about Bob is open already/);
  const there = shown({ gone: [] });
  assert.equal(there.querySelector('[data-key="propose player d0"]'), null);
  assert.match(there.textContent ?? "", /once Bob is gone: absent, or caught/);
  const here = { ...state.picture, seats: { 1: { ...bob, here: true } }, table };
  const given = '[aria-label="invite: who is to play on for Bob"]';
  assert.ok(element.querySelector(given), "the link is where it was made");
  assert.doesNotMatch(element.textContent ?? "", /Take back/);
  assert.equal(shown({}, 0).querySelector(given), null);
  const links = drawn(() => invites({ ...state, picture: here }, host));
  assert.equal(links.querySelector(given), null, "it is shown once");
});

test("a bot that plays on is called one, wherever its seat is named", () => {
  const state = asking(null);
  const dora = seated({ name: "Dora", bot: true, you: false, here: false });
  const table = { ...state.picture.table, owing: 1, mode: /** @type {const} */ ("play") };
  const seen = { ...state, picture: { ...state.picture, seats: { 1: dora }, table } };
  const [mark] = drawn(() => seatMarks(seen, act)).querySelectorAll("button");
  assert.match(mark?.title ?? "", /^Dora \(bot\): USA/);
  assert.match(drawn(() => dock(seen, act)).textContent ?? "", /Dora \(bot\) is not connected/);
});

test("a raised hand is shown at its seat, and is not raised twice", () => {
  const state = asking(ask("a.0", GO_ON));
  const board = state.board && { ...state.board, hidden: true };
  const table = { ...state.picture.table, seat: 0, mode: /** @type {const} */ ("play") };
  const drawing = (/** @type {boolean} */ hand) => {
    const picture = { ...state.picture, seats: { 0: seated({ hand }) }, table };
    const seen = { ...state, board, picture };
    const [mark] = drawn(() => seatMarks(seen, act)).querySelectorAll("button");
    return `${mark?.title}; ${drawn(() => dock(seen, act)).textContent}`;
  };
  assert.match(drawing(false), /Raise a hand/);
  assert.doesNotMatch(drawing(false), /hand is raised/);
  assert.match(drawing(true), /your hand is raised.*Your hand is raised/s);
  assert.doesNotMatch(drawing(true), /Raise a hand/);
});

test("drawing sends nothing: a view is given verbs and calls none", () => {
  const silent = new Proxy(act, {
    get: (known, verb) =>
      verb in known
        ? Reflect.get(known, verb)
        : () => assert.fail(`${String(verb)} was called while drawing`),
  });
  const acts = /** @type {typeof act} */ (silent);
  drawn(() => dock(asking(ask("a.0", GO_ON)), acts));
  drawn(() => formView(asking(ask("a.0", GO_ON)), acts));
});

test("the usual option of a menu is its main button", () => {
  const element = drawn(() => formView(asking(ask("a.0", GO_ON)), act));
  assert.deepEqual(
    [...element.querySelectorAll("button.primary")].map((button) => button.textContent),
    ["Go on"],
  );
});

test("what the rules are asked about is the choice as it stands", () => {
  const form = /** @type {const} */ ({
    kind: "casualties",
    role: "defender",
    targets: { 1: 1, 2: 1 },
    hits: 1,
    proposed: { 1: 1 },
  });
  const asked = ask("a.0", form);
  assert.deepEqual(judged(asking(asked)), [{ do: "lose", hits: { 1: 1 } }]);
  const choice = asked?.question ? { of: asked.question, value: [] } : null;
  assert.deepEqual(judged(asking(asked, { choice })), []);
});

test("the room that is left is told of few complexes; of many, where something is placed", () => {
  const told = (
    /** @type {readonly string[]} */ places,
    /** @type {readonly string[]} */ others,
  ) => {
    const all = ["Plains", "Hills", "Coast", "Isle", ...others];
    const form = /** @type {import("../../client/web/schema.js").MobilizeForm} */ ({
      kind: "mobilize",
      waiting: { infantry: 2 },
      slots: { infantry: Object.fromEntries(all.map((at) => [at, [at]])) },
      uses: { infantry: 1 },
      rooms: Object.fromEntries(all.map((at) => [at, at === "Isle" ? null : 2])),
      docks: [],
      proposed: places.map((at) => ({ kind: "infantry", complex: at, at, count: 1 })),
    });
    const element = drawn(() => formView(asking(ask("a.0", form)), act));
    const [total, why] = [".total", ".foot .why"].map((one) => element.querySelector(one));
    return [total?.textContent, why?.textContent ?? ""];
  };
  const [few, complete] = told(["Plains", "Hills"], []);
  assert.equal(few, "Plains: 1 of 2 free · Hills: 1 of 2 free · Coast: 2 of 2 free");
  assert.equal(complete, "");
  const [many, left] = told(["Plains"], ["Bay", "Fen"]);
  assert.equal(many, "Plains: 1 of 2 free");
  assert.equal(left, "Not placed, though there is room: 1 infantry (BG-10.7).");
});

test("below the rows it is told what takes the hits: on a phone they may be out of sight", () => {
  const told = (/** @type {Record<number, number>} */ proposed) => {
    const hits = Object.values(proposed).reduce((sum, n) => sum + n, 0);
    const targets = { 1: 1, 2: 1, 3: 2 };
    const state = asking(
      ask("a.0", { kind: "casualties", role: "attacker", targets, hits, proposed }),
    );
    const one = { power: "USA", damaged: false, marks: [], strength: 1, takes: 1, token: null };
    const fighter = (/** @type {number} */ id, kind = "infantry") => ({ ...one, id, kind });
    const attacker = [fighter(1), fighter(2), { ...fighter(3, "battleship"), takes: 2 }];
    const battle = {
      space: "Plains",
      kind: /** @type {const} */ ("land"),
      round: 1,
      attacker: "USA",
      sides: { attacker, defender: [] },
      submerged: [],
      marked: {},
      die_sides: 6,
    };
    state.picture = { ...state.picture, battle };
    return drawn(() => formView(state, act)).querySelector(".total")?.textContent;
  };
  assert.equal(told({ 1: 1, 2: 1 }), "2 of 2 hits assigned: 2 infantry");
  assert.equal(told({ 3: 2, 1: 1 }), "3 of 3 hits assigned: 1 infantry, 1 battleship");
  assert.equal(told({ 3: 1 }), "1 of 1 hit assigned: damage to 1 battleship");
});

/** @type {import("../../client/web/schema.js").PowerInstructions} */
const NONE = {
  words: "",
  waits: false,
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
};

test("instructions of every power are told, and that they may still have to wait", () => {
  const state = asking(ask("a.0", GO_ON));
  const told = (/** @type {typeof NONE} */ left) => {
    const table = { ...state.picture.table, instructions: { USA: left } };
    const element = drawn(() =>
      instructed({ ...state, picture: { ...state.picture, table } }, "USA"),
    );
    return element.textContent ?? "";
  };
  assert.equal(told(NONE), "");
  assert.equal(told({ ...NONE, words: "x" }), "Instructions: x");
  assert.match(told({ ...NONE, words: "x", waits: true }), /from the next entry/);
});

test("instructions are offered for what the rules of this game ask", () => {
  const state = asking(null);
  const picture = {
    ...state.picture,
    table: { ...state.picture.table, instructions: { USA: NONE } },
    powers: { USA: /** @type {any} */ ({ mine: true }) },
  };
  const offered = (/** @type {string[]} */ rules) => {
    const board = state.board && { ...state.board, rules };
    return drawn(() => ownInstructions({ ...state, board, picture }, act)).textContent ?? "";
  };
  assert.doesNotMatch(offered([]), /sail past destroyers|convoy losses|Windows/);
  assert.match(offered(["SS"]), /Windows/);
  assert.match(offered(["SW"]), /sail past destroyers/);
  assert.match(offered(["CD"]), /convoy losses/);
});

test("a player changes one instruction, and the others go along as they are", () => {
  const state = asking(ask("a.0", GO_ON));
  const power = "USA";
  const facts = /** @type {import("../../client/web/schema.js").Power} */ (
    /** @type {unknown} */ ({ mine: true })
  );
  const left = { ...NONE, words: "x", losses: ["infantry"], keep_land_unit: true };
  const picture = {
    ...state.picture,
    table: { ...state.picture.table, instructions: { [power]: left } },
    powers: { [power]: facts },
  };
  /** @type {unknown[]} */
  const sent = [];
  const writer = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      request: (/** @type {string} */ type, /** @type {object} */ fields) =>
        sent.push([type, fields]),
    })
  );
  const element = drawn(() => ownInstructions({ ...state, picture }, writer));
  assert.match(element.textContent ?? "", /attackers too/);
  const button = element.querySelector(`[data-key="instruct ${power} submerge always"]`);
  /** @type {HTMLElement} */ (button).click();
  const { words: _, waits: __, ...kept } = left;
  assert.deepEqual(sent, [["instruct", { power, ...kept, submerge: "always" }]]);
  const intercepting = `[data-key="instruct ${power} intercept always"]`;
  assert.equal(element.querySelector(intercepting), null, "no fighter may in this game");
  const board = state.board && { ...state.board, interceptors: true };
  const other = drawn(() => ownInstructions({ ...state, board, picture }, writer));
  assert.ok(other.querySelector(intercepting));
});

test("a player sees where a keeper reminds, and gives it an address and then the code", () => {
  const state = asking(ask("a.0", GO_ON));
  const keeper = {
    keeper: "Kim",
    kinds: ["mailto", "ntfy"],
    addresses: [{ shown: "ntfy://to****", confirmed: false }],
  };
  /** @param {readonly (typeof keeper)[]} known */
  const kept = (known) => ({
    ...state,
    picture: { ...state.picture, table: { ...state.picture.table, reminders: known } },
  });
  /** @type {unknown[]} */
  const said = [];
  const asks = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      ...act,
      request: (/** @type {string} */ type, /** @type {object} */ fields) =>
        said.push([type, fields]),
    })
  );
  assert.equal(drawn(() => reminders(kept([]), asks)).textContent, "");
  const element = drawn(() => reminders(kept([keeper]), asks));
  assert.match(element.textContent ?? "", /Kim can send you a message.*mailto, ntfy/s);
  assert.match(element.textContent ?? "", /ntfy:\/\/to\*\*\*\*, once you have given its code back/);
  assert.ok(element.querySelector('[data-key="reminders code"]'));
  /** @type {HTMLElement | null} */ (element.querySelector('[data-key="reminders off"]'))?.click();
  assert.deepEqual(said, [["keepers", { what: "off", text: "" }]]);
  const done = { ...keeper, addresses: [{ shown: "ntfy://to****", confirmed: true }] };
  const later = drawn(() => reminders(kept([done]), asks));
  assert.equal(later.querySelector('[data-key="reminders code"]'), null);
});

test("brackets around the number of a rule stay in its line", () => {
  const element = drawn(() => sentence(act, "Only its owner knows (BG-7.4), nobody else."));
  assert.equal(element.textContent, "Only its owner knows (BG-7.4), nobody else.");
  assert.equal(element.querySelector(".held")?.textContent, "(BG-7.4),");
});

test("code and handles of tokens stand out in a text of the rulebook", () => {
  const text = "#12 is a handle; a decoy must fight (`MUST_FIGHT`), see BG-7.4.";
  const element = drawn(() => written(act, text));
  assert.equal(element.textContent, text.replaceAll("`", ""));
  assert.equal(element.querySelector(".handle")?.textContent, "#12");
  assert.equal(element.querySelector("code")?.textContent, "MUST_FIGHT");
});

test("what is typed in full is found first, then what begins with it", () => {
  const names = ["East Poland", "Poland", "Polynesia", "Texas"];
  assert.deepEqual(matching(names, "poland"), ["Poland", "East Poland"]);
  assert.deepEqual(matching(names, "pol"), ["Poland", "Polynesia", "East Poland"]);
});

test("a battle board says which units are hit and leave once all have fired", () => {
  const fighter = (/** @type {number} */ id, /** @type {string} */ kind, takes = 1) =>
    /** @type {any} */ ({ id, kind, takes, token: null });
  const state = asking(null);
  const all = [fighter(1, "infantry"), fighter(2, "infantry"), fighter(3, "battleship", 2)];
  const marked = (/** @type {Record<number, number>} */ hits) =>
    left(state, /** @type {any} */ ({ marked: hits }), all);
  assert.equal(marked({}), "3 units (can take 4 hits)");
  assert.equal(marked({ 3: 1 }), "3 units");
  assert.equal(
    marked({ 1: 1, 2: 1 }),
    "3 units (can take 2 hits); hit, about to leave: 2 infantry",
  );
  assert.equal(
    marked({ 1: 1, 2: 1, 3: 2 }),
    "3 units; hit, about to leave: 2 infantry, 1 battleship",
  );
});

test("a battle board says once what happens several times in a row", () => {
  const loses = /** @type {const} */ ({ step: "text", text: "Japan loses a transport" });
  const over = /** @type {const} */ ({ step: "text", text: "the battle is over" });
  const [{ steps }] = rounds([loses, loses, loses, over]);
  assert.deepEqual(
    steps.map((step) => step.step === "text" && step.text),
    ["Japan loses a transport (3 times); the battle is over"],
  );
});

test("dice are told to who cannot see them: whose, what they show and which hit", () => {
  const fired = { role: "attacker", kind: "battleship", strength: 4, hits: 1, sure: 0 };
  const dice = /** @type {[number, boolean][]} */ ([
    [6, false],
    [3, true],
  ]);
  const found = drawn(() => shot(BOARD, /** @type {any} */ ({ ...fired, dice }), true));
  assert.equal(
    found.querySelector('[role="img"]')?.getAttribute("aria-label"),
    "attacker battleship, hits on 4 or less: 6, 3 (a hit); 1 hit",
  );
});

test("a chip of units is told to who cannot see it", () => {
  const found = drawn(() => chip(BOARD, "USA", "battleship", 2, "takes 2"));
  assert.equal(
    found.querySelector('[role="img"]')?.getAttribute("aria-label"),
    "USA: 2 battleships, takes 2",
  );
});

test("SS-0.8: the counter of a token that is added comes into view, above the bar of buttons", () => {
  const form = /** @type {any} */ ({ kind: "opening", printed: { "SZ 1": 2 }, decoys: 0 });
  /** @type {string[]} */
  const done = [];
  const player = /** @type {typeof act} */ (
    /** @type {unknown} */ ({
      .../** @type {object} */ (act),
      choose: () => done.push("chosen"),
      bringUp: (/** @type {string} */ key) => done.push(key),
    })
  );
  const state = asking(ask("a.0", form));
  const element = drawn(() => formView(state, player));
  /** @type {HTMLElement} */ (element.querySelector('[data-key="more SZ 1"]')).click();
  assert.deepEqual(done, ["chosen", "less SZ 1"]);
});

test("SS-0.8: no counter leads to what could not be placed", () => {
  const able = (/** @type {number} */ decoys, /** @type {number[]} */ sizes) => {
    const form = /** @type {any} */ ({ kind: "opening", printed: { "SZ 1": 3 }, decoys });
    const choice = { of: questionWith(form), value: { "SZ 1": sizes } };
    const element = drawn(() => formView(asking(ask("a.0", form), { choice }), act));
    return [...element.querySelectorAll(".stepper button:not([aria-disabled])")].map((one) =>
      one.getAttribute("data-key"),
    );
  };
  assert.deepEqual(able(0, [3]), [], "a token alone in its zone holds all");
  assert.deepEqual(able(0, [2, 1]), ["SZ 1 0-", "SZ 1 1+"], "and neither may be a decoy");
  assert.deepEqual(able(1, [2, 1]), ["SZ 1 0-", "SZ 1 0+", "SZ 1 1-", "SZ 1 1+"]);
  assert.deepEqual(able(1, [3, 0]), ["SZ 1 0-", "SZ 1 1+"]);
});

test("SS-0.8: a token more is offered where it could hold something, or where decoys are left", () => {
  const offered = (/** @type {number} */ decoys, /** @type {number[]} */ sizes) => {
    const form = /** @type {any} */ ({ kind: "opening", printed: { "SZ 1": 2 }, decoys });
    const choice = { of: questionWith(form), value: { "SZ 1": sizes } };
    const element = drawn(() => formView(asking(ask("a.0", form), { choice }), act));
    const more = element.querySelector('[data-key="more SZ 1"]');
    return [element.textContent ?? "", more?.getAttribute("aria-disabled") === null];
  };
  assert.match(/** @type {string} */ (offered(0, [2])[0]), /No decoy can be placed now/);
  assert.match(/** @type {string} */ (offered(1, [2])[0]), /A 0 is a decoy: you may place 1 now/);
  const more = (/** @type {number} */ decoys, /** @type {number[]} */ sizes) =>
    offered(decoys, sizes)[1];
  assert.equal(more(0, [2]), true);
  assert.equal(more(0, [1, 1]), false);
  assert.equal(more(1, [1, 1]), true);
  assert.equal(more(1, [1, 1, 0]), false);
});

test("SS-4.1: whoever has begun to reorganize is told that passing drops it", () => {
  const spaces = { "SZ 1": { ...space(), tokens: [token(5, 1, 2), token(6, 2, 1)] } };
  const actions = [{ kind: "reorganize", classes: [[5, 6]] }];
  const form = /** @type {any} */ ({ kind: "window" });
  const question = /** @type {any} */ ({ ...questionWith(form), actions });
  const state = asking({ .../** @type {any} */ (ask("a.0", form)), question });
  const words = (/** @type {any[]} */ transfers) => {
    const tokens = { ...state.tokens, transfers };
    const picture = { ...state.picture, spaces };
    return drawn(() => formView({ ...state, tokens, picture }, act)).textContent ?? "";
  };
  assert.match(words([]), /reorganize below.*Then pass/);
  assert.doesNotMatch(words([]), /drops it/);
  assert.match(words([{ source: 1, target: 2, count: 1 }]), /drops it.*Pass without it/);
});

test("whoever resigns is told what becomes of its powers, or that the game is over", () => {
  const state = asking(null, { dialog: { kind: "resign" } });
  const seat = seated({ key: null });
  const words = (/** @type {string} */ power) => {
    const seats = { 0: seat, 1: { ...seat, powers: [power], you: false } };
    const picture = { ...state.picture, seats };
    return drawn(() => dialogView({ ...state, picture }, act)).textContent ?? "";
  };
  const powers = { ...BOARD.powers, UK: { ...BOARD.powers.USA, letter: "U" } };
  state.board = { ...BOARD, powers };
  assert.match(words("UK"), /pass to the next player of your side/);
  assert.match(words("Japan"), /the other side wins/);
});

test("SS-3.1: on a phone the odds of what is chosen stand with the button", () => {
  const choices = [
    { title: "All fight", words: "win 85 %", pieces: [] },
    { title: "All submerge", words: "nothing is lost", pieces: [1] },
  ];
  const form = { kind: "sides", tokens: [1], barred: null, prospects: { choices, notes: "" } };
  const state = asking(ask("a.0", /** @type {any} */ (form)));
  const parts = (/** @type {boolean} */ narrow) => {
    const element = drawn(() => formView({ ...state, narrow }, act));
    return [".prospects", ".foot"].map((one) => element.querySelector(one)?.textContent ?? "");
  };
  assert.match(parts(false)[0], /All fight.*All submerge/);
  assert.doesNotMatch(parts(false)[1], /win 85 %/);
  assert.doesNotMatch(parts(true)[0], /All fight/);
  assert.match(parts(true)[1], /All fight: win 85 %.*Fight with all/);
});

test("a battle board that is folded leaves its place to the map, and a button to the strip", () => {
  const clash = { title: "Battle in SZ 1", space: "SZ 1", steps: [{ step: "round", round: 1 }] };
  const dice = /** @type {any} */ ({ latest: clash, end: "won", earlier: [] });
  const state = asking(ask("a.0", GO_ON));
  const past = { ...state, picture: { ...state.picture, dice } };
  const unfolds = (/** @type {Partial<typeof state>} */ change) =>
    drawn(() => playback({ ...past, ...change }, act)).querySelector('[data-key="unfold"]') !==
    null;
  assert.ok(unfolds({}), "it folds by itself once something else is asked");
  const board = state.battleBoard;
  assert.ok(!unfolds({ battleBoard: { ...board, folded: false } }));
  assert.ok(!unfolds({ battleBoard: { ...board, fresh: true } }), "dice are looked at first");
  assert.ok(!unfolds({ battleBoard: { ...board, closed: clashKey(dice.latest) } }));
  assert.ok(!unfolds({ narrow: true }), "a phone has a tab for it");
});

test("who listens knows which choice a group is, and which new token a button takes off", () => {
  const state = asking(null);
  const standing = {
    losses: [],
    best_losses: false,
    keep_land: false,
    only_answers: false,
    submerge: /** @type {const} */ ("ask"),
    retreat: null,
  };
  const memo = /** @type {any} */ ({ ...state.picture.memo, standing });
  const orders = drawn(() =>
    standingOrders({ ...state, picture: { ...state.picture, memo } }, act),
  );
  const group = orders.querySelector("[role=group]");
  assert.equal(group?.getAttribute("aria-label"), "Submarines that may submerge or dive away");
  const form = /** @type {const} */ ({
    kind: "place_subs",
    waiting: 2,
    supply: 4,
    most: 4,
    slots: [{ at: "SZ 1", complex: "East" }],
    rooms: { East: 2 },
    joinable: {},
  });
  const placing = drawn(() => formView(asking(ask("a.0", form)), act));
  assert.ok(placing.querySelector('[aria-label="without new token 1"]'));
});
