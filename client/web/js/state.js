// The one state of the page, and questions that views ask of it. Nothing here changes anything.

/**
 * @import { Board, Destination, PieceMark, Picture, Question, Space, Stack, Token } from "../schema.js"
 * @import { Choice } from "./forms/index.js"
 * @import { Planned } from "./planned.js"
 * @import { Playing } from "./playback/playing.js"
 * @import { Dialog } from "./views/dialog.js"
 * @import { Toast } from "./views/toasts.js"
 */

/**
 * What is typed or chosen on the first page, and not sent.
 *
 * @typedef {object} Typed
 * @property {string | null} name null: as it was last
 * @property {number} seat
 * @property {boolean} bots
 * @property {boolean | null} near whether all players are at this machine; null: as it has an address
 * @property {string | null} reach null: as proposed
 * @property {string} called where others call a guest; empty: nowhere
 * @property {boolean} hold whether the relay named there is to hold the log
 * @property {string} lists the relay whose tables are looked for
 * @property {boolean} hidden whether that relay alone is to learn the player's address
 * @property {boolean} router whether the router is to pass calls on
 * @property {string} mailboxes relays of Nostr where mail is left
 * @property {boolean} holders whether two relays that hold the game can vouch for the player's copy
 * @property {number} watchers
 * @property {string | null} invite null: as it was tried last
 * @property {string} passphrase
 * @property {string} again
 * @property {string} words
 * @property {boolean} lost
 * @property {boolean} back
 * @property {Readonly<Record<string, string>>} reaches addresses of saved games
 * @property {string} copy passphrase with which a copy of everything is sealed or opened
 * @property {string} device passphrase with which this device is to wait for a seat
 * @property {Readonly<Record<string, string>>} moves codes of devices to which saved games are to move
 */

/** @type {Typed} */
const BLANK = {
  name: null,
  seat: 0,
  bots: true,
  near: null,
  reach: null,
  called: "",
  lists: "",
  hold: false,
  hidden: false,
  router: false,
  mailboxes: "",
  holders: false,
  watchers: 0,
  invite: null,
  passphrase: "",
  again: "",
  words: "",
  lost: false,
  back: false,
  reaches: {},
  copy: "",
  device: "",
  moves: {},
};

/**
 * What is known, chosen and shown.
 *
 * @typedef {object} State
 * @property {Board | null} board
 * @property {Picture} picture as it was last sent
 * @property {"opening" | "open" | "lost" | "refused" | "failed"} link to this player's own node
 * @property {string} linkNote of the link where it is not open: what goes on, or what has failed
 * @property {"" | "first" | "again"} early whether the first page is shown before the program runs; again:
 *   there are games to go on with
 * @property {string | null} space that is looked at
 * @property {ReadonlySet<number>} picked pieces that are picked up
 * @property {Readonly<Record<string, Destination>>} lit where they could go
 * @property {boolean} ordered whether they were sent somewhere, and the node has not said so yet
 * @property {{ space: string, pieces: readonly number[] } | null} comers who could come to a space
 * @property {string | null} hovered the space under the pointer
 * @property {Choice | null} choice what is chosen for the question at hand, and not sent
 * @property {readonly Choice[]} given choices that are staged: undo brings them back
 * @property {Choice | null} kept what is chosen for a question that comes again after an action beside it
 * @property {Question | null} sent the question that was answered last, until the node has sent it
 * @property {readonly Verdict[]} verdicts of the rules on what is chosen
 * @property {Tokens} tokens what is chosen for actions of Secret Subs
 * @property {boolean | null} actionsOpen whether actions of Secret Subs are unfolded; null: in windows
 * @property {boolean} settling whether the question has only just come: it takes no clicks yet
 * @property {string | null} pressing where an attack goes on unasked
 * @property {"space" | "powers" | "orders" | "log" | "seats"} tab
 * @property {"now" | "tab" | "battle"} sheet what a phone shows of them
 * @property {boolean} narrow whether the page is as narrow as a phone, or as low as one on its side
 * @property {boolean} touch whether it is used by fingers, which point at nothing
 * @property {boolean} low whether a phone shows more of the map
 * @property {string} search in the log
 * @property {string} unsaid a line to the others
 * @property {ReadonlySet<string>} opened lines of the log whose proof is shown
 * @property {number} heard how many lines of the log have been looked at for talk
 * @property {number} unread lines of talk
 * @property {BattleBoard} battleBoard
 * @property {number | null} leg the staged move that is lit up, by its number
 * @property {{ power: string, group: number } | null} pointed the group of a tracker that is pointed at
 * @property {Playing | null} playback of what others did
 * @property {Planned} planned moves of one's next turn, for oneself alone
 * @property {boolean} away whether nobody looks at the page
 * @property {boolean} returned whether the player has come back to what happened meanwhile
 * @property {boolean | null} awayOpen whether its card is unfolded; null: while nothing is asked
 * @property {Dialog | null} dialog
 * @property {readonly Toast[]} toasts
 * @property {number} minute it is now, since 1970
 * @property {string} announced to who listens rather than looks
 * @property {Typed} typed on the first page
 * @property {string} left why the last table was left; empty if its game is over, or by one's own wish
 * @property {Lesson} lesson
 */

/**
 * The guided turn.
 *
 * @typedef {object} Lesson
 * @property {boolean} open whether the guide is shown
 * @property {ReadonlySet<string>} read steps that were read
 * @property {readonly { id: string, title: string, text: string }[]} told steps that were shown, the latest last
 * @property {number} back how many steps before this one is read again; 0 for none
 */

/** @typedef {{ of: string, rule: string, why: string, legal: boolean }} Verdict `of`: the answer */
/**
 * @typedef {object} Tokens
 * @property {ReadonlySet<number>} spared left out of a shuffle
 * @property {readonly { source: number, target: number, count: number }[]} transfers
 * @property {ReadonlySet<number>} leaving empty tokens that leave the board
 */
/**
 * @typedef {object} BattleBoard
 * @property {string | null} closed the clash that was put away
 * @property {boolean | null} folded null: only once the battle is over and something else is asked
 * @property {boolean} fresh whether dice have just fallen, and are looked at
 */

/** @typedef {(Omit<Stack, "ids"> & { id: number, space: string, token: null })} FigurePiece */
/** @typedef {(Token & { space: string, kind: "token", token: Token })} TokenPiece */
/** @typedef {FigurePiece | TokenPiece} Piece */

/** @type {Tokens} */
export const NO_TOKENS = { spared: new Set(), transfers: [], leaving: new Set() };

/** @type {Planned} */
const NO_PLAN = { open: false, moves: [], odds: {} };

/** @type {Picture} */
const NOTHING = {
  page: {
    dark: null,
    speed: "normal",
    alerts: { notify: false, volume: 0 },
    chapters: [],
    terms: [],
  },
  table: {
    mode: "entrance",
    seat: null,
    waiting: [],
    waits: [],
    astray: null,
    hindered: null,
    reminders: [],
    gone: [],
    proposals: [],
    candidates: [],
    offer: "",
    owing: null,
    entries: 0,
    notices: [],
    unreached: "",
    refused: "",
    next_call: null,
    tested: [],
    open_to: null,
    knocks: [],
    holders: [],
    hidden: null,
    hides_next: false,
    next_start: null,
    invites: [],
    hosting: false,
    reach: "",
    declined: null,
    fraud: false,
    secrecy: null,
    safety: null,
    waive: null,
    to_sign: false,
    entrance: false,
    timeline: null,
    ending: null,
    instructions: {},
    lesson: false,
    alone: false,
  },
  entrance: null,
  agreement: null,
  turn: null,
  battle: null,
  dice: null,
  ask: null,
  memo: null,
  away: null,
  seats: {},
  spaces: {},
  powers: {},
  plans: {},
  log: {},
};

/** @type {State} */
export const BEGINNING = {
  board: null,
  picture: NOTHING,
  link: "opening",
  linkNote: "",
  early: "",
  space: null,
  picked: new Set(),
  lit: {},
  comers: null,
  hovered: null,
  choice: null,
  given: [],
  kept: null,
  sent: null,
  verdicts: [],
  tokens: NO_TOKENS,
  actionsOpen: null,
  ordered: false,
  settling: false,
  pressing: null,
  tab: "space",
  sheet: "now",
  narrow: false,
  touch: false,
  low: false,
  search: "",
  unsaid: "",
  opened: new Set(),
  heard: 0,
  unread: 0,
  battleBoard: { closed: null, folded: null, fresh: false },
  leg: null,
  pointed: null,
  playback: null,
  planned: NO_PLAN,
  away: false,
  returned: false,
  awayOpen: null,
  dialog: null,
  toasts: [],
  minute: 0,
  announced: "",
  typed: BLANK,
  left: "",
  lesson: { open: true, read: new Set(), told: [], back: 0 },
};

/**
 * The next space, by name, whose pieces can still move and have not, after the one looked at; null if
 * all have.
 *
 * @param {State} state
 */
export function nextUnmoved(state) {
  const spaces = unmoved(state);
  return spaces.find((space) => space > (state.space ?? "")) ?? spaces[0] ?? null;
}

/**
 * The spaces, by name, in which something can still move and has not.
 *
 * @param {State} state
 */
export function unmoved(state) {
  const form = orders(state);
  if (!form) return [];
  const moved = new Set(form.back);
  const left = new Set(form.movable.filter((id) => !moved.has(id)));
  return Object.entries(state.picture.spaces)
    .filter(
      ([, { stacks, tokens }]) =>
        tokens.some(({ id }) => left.has(id)) ||
        stacks.some(({ ids }) => ids.some((id) => left.has(id))),
    )
    .map(([name]) => name)
    .sort();
}

/**
 * The question at hand.
 *
 * @param {State} state
 * @returns {Question | null}
 */
export const question = (state) => state.picture.ask?.question ?? null;

/**
 * Whether the same is asked, or nothing, with as much staged.
 *
 * @param {State} state
 * @param {State} before
 */
export const sameQuestion = (state, before) => state.picture.ask?.id === before.picture.ask?.id;

/**
 * The question at hand, if it is one of moves.
 *
 * @param {State} state
 */
export function orders(state) {
  const form = question(state)?.form;
  return form?.kind === "orders" ? form : null;
}

/**
 * Whether the game waits for this player: mostly a question comes at once, and that it waits is
 * worth no word before.
 *
 * @param {Picture} picture
 */
export const isAwaited = ({ table }) =>
  table.mode === "play" && table.owing !== null && table.owing === table.seat;

/** @param {State} state @param {string} power */
export const mine = (state, power) => state.picture.powers[power]?.mine ?? false;

/**
 * Of which of a player's powers something is asked, to be said before it; nothing where there is one.
 *
 * @param {State} state
 * @param {string} power
 */
export const askedOf = ({ picture: { powers } }, power) =>
  Object.values(powers).filter((one) => one.mine).length > 1 ? `${power}: ` : "";

/**
 * Every piece of a space, figure or token, with what is known of it.
 *
 * @param {State} state
 * @param {string | null} space
 * @returns {Piece[]}
 */
export function pieces(state, space) {
  const here = space === null ? undefined : state.picture.spaces[space];
  if (!here || space === null) return [];
  return [
    ...here.stacks.flatMap(({ ids, ...stack }) =>
      ids.map((id) => ({ ...stack, id, space, token: null })),
    ),
    ...here.tokens.map((token) => ({
      ...token,
      kind: /** @type {const} */ ("token"),
      space,
      token,
    })),
  ];
}

/**
 * What is to land in a territory, and waits aboard next door until the battle (BG-7.9).
 *
 * @param {State} state
 * @param {string} territory
 */
export const landers = (state, territory) =>
  (state.board?.spaces[territory]?.neighbours ?? [])
    .flatMap((near) => pieces(state, near))
    .filter((one) => !one.token && one.ashore === territory);

/**
 * Whether a piece stands in a space.
 *
 * @param {Space} space
 * @param {number} id
 */
const holds = (space, id) =>
  space.tokens.some((token) => token.id === id) || space.stacks.some(({ ids }) => ids.includes(id));

/**
 * The space of a piece.
 *
 * @param {State} state
 * @param {number} id
 */
export const whereIs = (state, id) =>
  Object.entries(state.picture.spaces).find(([, space]) => holds(space, id))?.[0] ?? null;

/**
 * A piece wherever it stands.
 *
 * @param {State} state
 * @param {number} id
 */
export const piece = (state, id) =>
  pieces(state, whereIs(state, id)).find((one) => one.id === id) ?? null;

/**
 * The space whose odds are asked for: the one that is looked at, else where a battle is; null if no
 * game is played.
 *
 * @param {State} state
 */
export function oddsSpace({ board, picture, space }) {
  const { mode } = picture.table;
  if (!board || mode === "entrance" || mode === "lobby") return null;
  return space ?? picture.battle?.space ?? null;
}

/**
 * What is to be noted of a figure besides its kind.
 *
 * @param {{ damaged?: boolean, aboard?: number | null, marks: readonly PieceMark[] }} figure
 */
export const noted = ({ damaged, aboard, marks }) =>
  [
    damaged ? "damaged" : "",
    typeof aboard === "number" ? "aboard" : "",
    ...marks.map(({ words }) => words),
  ]
    .filter(Boolean)
    .join(", ");

/**
 * Things in groups by a key, in the order in which they are first met.
 *
 * @template T
 * @param {Iterable<T>} things
 * @param {(thing: T) => string} key
 * @returns {[T, ...T[]][]}
 */
export function grouped(things, key) {
  /** @type {Map<string, [T, ...T[]]>} */
  const groups = new Map();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group) group.push(thing);
    else groups.set(key(thing), [thing]);
  }
  return [...groups.values()];
}

/**
 * Pieces that nothing tells from each other.
 *
 * @param {State} state
 * @param {Iterable<number>} ids
 */
export function alike(state, ids) {
  const found = [...ids].map((id) => piece(state, id)).filter((one) => one !== null);
  return grouped(found, (one) =>
    one.token ? `#${one.id}` : JSON.stringify([one.space, one.power, one.kind, noted(one)]),
  );
}

/**
 * Whether an earlier moment is looked at.
 *
 * @param {Pick<State, "picture">} state
 */
export const looksBack = ({ picture: { table } }) =>
  table.timeline !== null && table.timeline.at < table.timeline.last;

/**
 * Whether clicks on the map draw the plan of the next turn: only while nothing is asked.
 *
 * @param {State} state
 */
export const isPlanning = ({ planned, picture }) => planned.open && !picture.ask;

/**
 * Whether a piece can be picked up: it can move, or land from its ship, or be planned for.
 *
 * @param {State} state
 * @param {Piece} one
 */
export function usable(state, one) {
  const form = orders(state);
  if (!form) return isPlanning(state) && mine(state, one.power);
  return form.movable.includes(one.id) || (aboard(one) && mine(state, one.power));
}

/**
 * Whether a piece is aboard a ship, and not yet to land.
 *
 * @param {Piece} one
 */
export const aboard = (one) => !one.token && one.aboard !== null && one.ashore === null;
