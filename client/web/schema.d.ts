// What crosses between Python and the page. Made by `make declarations` from the models of
// `client.schema`, where every field is explained: change those, not this.

/** Sign a proposal. */
export interface Accept {
  readonly type: "accept";
  readonly id: number;
  readonly proposal: string;
}

/** Sit down where another player has invited to a rematch. */
export interface AcceptRematch {
  readonly type: "again";
  readonly id: number;
}

/** What players are about to agree to. */
export interface Agreement {
  readonly title: string;
  readonly edition: string;
  readonly winning: readonly string[];
  readonly rules: readonly HouseRule[];
  readonly options: readonly ChangedOption[];
  readonly rulings: readonly RulingText[];
  readonly trust: readonly string[];
  readonly text: string | null;
  readonly safety: string | null;
}

/** What answers a question, by its id; staged, and sent where it cannot wait. */
export interface Answer {
  readonly type: "answer";
  readonly id: number;
  readonly question: string;
  readonly answer: MenuAnswer | PurchaseAnswer | MoveAnswer | GatherAnswer | TakeBackAnswer | LandingAnswer | DoneAnswer | DeclareAnswer | CasualtiesAnswer | PickAnswer | AssignAnswer | ShareAnswer | MobilizeAnswer | PlaceSubsAnswer | OpeningAnswer | SidesAnswer | GroupsAnswer | ShuffleAnswer | ReorganizeAnswer | ClaimAnswer | PieceActionAnswer;
}

/** An answer in words, and what it brings about, as far as that is certain. */
export interface AnswerStaged {
  readonly words: string;
  readonly events: readonly string[];
}

/** Ask the game's keepers for reminders while the own node is off (SPEC-16.24). */
export interface AskKeepers {
  readonly type: "keepers";
  readonly id: number;
  readonly what: "at" | "code" | "off";
  readonly text: string;
}

/** What is asked of the player, and what is answered but not sent yet. */
export interface Asked {
  readonly id: string;
  readonly question: Question | null;
  readonly staged: readonly string[];
  readonly can_send: boolean;
  readonly moves: readonly Leg[];
}

/** The target of each key; those left out have none. */
export interface AssignAnswer {
  readonly do: "assign";
  readonly to: Readonly<Record<string, string>>;
}

/** A target for each of some pieces or spaces. */
export interface AssignForm {
  readonly kind: "assign";
  readonly rows: readonly AssignRow[];
  readonly targets: Readonly<Record<string, NamedTarget>>;
  readonly lacking: boolean;
  readonly words: ChoiceWords;
  readonly spaces: readonly string[];
  readonly hint: string | null;
}

/** Something that is given a target. */
export interface AssignRow {
  readonly key: string;
  readonly name: string;
  readonly at: string | null;
  readonly piece: number | null;
  readonly targets: readonly string[];
  readonly now: string | null;
}

/** An audit's verdict. */
export interface AuditReport {
  readonly verdict: Verdict;
  readonly json_text: string;
  readonly text: string;
  readonly blame: string;
}

/** Wait for a seat of this player that is played from another device. */
export interface AwaitSeat {
  readonly type: "await_seat";
  readonly id: number;
  readonly passphrase: string;
}

/** What happened since the player looked on last. */
export interface Away {
  readonly after: number;
  readonly until: number;
  readonly lines: readonly AwayLine[];
}

/** Something that happened while the player was away: what it is about, in words, where. */
export interface AwayLine {
  readonly kind: "battle" | "capture" | "loss" | "token" | "turn";
  readonly power: string | null;
  readonly text: string;
  readonly space: string | null;
}

/** The battle that is fought. */
export interface Battle {
  readonly space: string;
  readonly kind: BattleKind;
  readonly round: number;
  readonly attacker: string;
  readonly sides: Sides;
  readonly submerged: readonly Fighter[];
  readonly marked: Readonly<Record<string, number>>;
  readonly die_sides: number;
}

/** What is fought (BG-8.1). */
export type BattleKind = "sea" | "land" | "assault" | "raid" | "overflight" | "house";

/** How somebody was deceived, or what a token turned out to be. */
export interface BluffLine {
  readonly text: string;
  readonly entry: number;
  readonly space: string;
  readonly percent: number;
}

/** The board of a game. */
export interface Board {
  readonly scenario: string;
  readonly title: string;
  readonly powers: Readonly<Record<string, BoardPower>>;
  readonly units: Readonly<Record<string, UnitFacts>>;
  readonly spaces: Readonly<Record<string, BoardSpace>>;
  readonly canals: readonly Canal[];
  readonly phases: readonly string[];
  readonly hidden: boolean;
  readonly rules: readonly string[];
  readonly interceptors: boolean;
  readonly map: DrawnMap;
}

/** A power. */
export interface BoardPower {
  readonly letter: string;
  readonly colour: string;
  readonly side: string;
  readonly capital: string | null;
  readonly seat: number;
}

/** A space. */
export interface BoardSpace {
  readonly sea: boolean;
  readonly value: number;
  readonly original: string | null;
  readonly city: boolean;
  readonly neutral: boolean;
  readonly price: number | null;
  readonly neighbours: readonly string[];
  readonly convoy: number | null;
}

/** Ships that may bombard a territory, and how many of them (BG-8.6). */
export interface Bombardment {
  readonly ships: readonly number[];
  readonly most: number;
  readonly proposed: readonly number[];
}

/** Bring what such a file holds to this home: its bytes in base64, and its passphrase. */
export interface BringCopy {
  readonly type: "bring_copy";
  readonly id: number;
  readonly file: string;
  readonly passphrase: string;
}

/** How others find this player, and who vouches for its copy of the game. */
export interface Called {
  readonly at?: string;
  readonly hold?: boolean;
  readonly relay_only?: boolean;
  readonly router?: boolean;
  readonly mailboxes?: readonly string[];
  readonly meet?: "seats" | "holders";
}

/** How pages call back a player who does not look at them. */
export interface CallingBack {
  readonly notify: boolean;
  readonly volume: number;
}

/** A canal between two sea zones, and the territories whose holder opens it (BG-2.4). */
export interface Canal {
  readonly name: string;
  readonly zones: readonly [string, string];
  readonly lands: readonly string[];
}

/** Somebody who has come to play on for a player, or to keep for a keeper, if all agree. */
export interface Candidate {
  readonly key: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly seat: number;
  readonly proposed: boolean;
}

/** Hits by piece (BG-8.13). */
export interface CasualtiesAnswer {
  readonly do: "lose";
  readonly hits: Readonly<Record<string, number>>;
}

/** Which units take the hits (BG-8.13). */
export interface CasualtiesForm {
  readonly kind: "casualties";
  readonly role: string;
  readonly targets: Readonly<Record<string, number>>;
  readonly hits: number;
  readonly proposed: Readonly<Record<string, number>>;
}

/** An option that is not as usual: its value, the usual one, what it decides, whose it is. */
export interface ChangedOption {
  readonly name: string;
  readonly value: string;
  readonly usual: string;
  readonly text: string;
  readonly of: string | null;
}

/** What differs from an earlier picture. */
export interface Changes {
  readonly entrance: Entrance | null;
  readonly agreement: Agreement | null;
  readonly turn: Turn | null;
  readonly battle: Battle | null;
  readonly dice: Dice | null;
  readonly ask: Asked | null;
  readonly memo: Memo | null;
  readonly away: Away | null;
  readonly seats: Readonly<Record<string, Seat>>;
  readonly spaces: Readonly<Record<string, Space>>;
  readonly powers: Readonly<Record<string, Power>>;
  readonly plans: Readonly<Record<string, Plan>>;
  readonly log: Readonly<Record<string, Line>>;
  readonly cleared: readonly string[];
  readonly gone: Readonly<Record<string, readonly string[]>>;
  readonly table: Table | null;
  readonly page: PageSettings | null;
}

/** What the parts of a choice are called. */
export interface ChoiceWords {
  readonly chosen: string;
  readonly left: string;
  readonly send: string;
  readonly none: string | null;
}

/** A token is shown to be one of some pieces of its last shuffle (SS-4.3b). */
export interface ClaimAnswer {
  readonly do: "claim";
  readonly token: number;
  readonly pieces: readonly number[];
}

/** How many claims were proved, disclosed, or are still open. */
export interface ClaimCounts {
  readonly proved: number;
  readonly disclosed: number;
  readonly open: number;
}

/** What could be shown of tokens (SS-4.3b). */
export interface ClaimForm {
  readonly kind: "claim";
  readonly origins: readonly PossibleOrigin[];
}

/** State in the log that the game waits for another seat. */
export interface ClaimSilence {
  readonly type: "silence";
  readonly id: number;
}

/** A battle, a raid or a throw: what it was, where, and its steps in order. */
export interface Clash {
  readonly title: string;
  readonly space: string | null;
  readonly steps: readonly (RoundStep | VolleyStep | RollStep | TextStep)[];
}

/** Pieces that could come to a space. */
export interface Comers {
  readonly pieces: readonly number[];
}

/** An industrial complex: units that it can place in a turn (None: any number), its damage. */
export interface Complex {
  readonly capacity: number | null;
  readonly damage: number;
}

/** What came of such a file: what is here now, and what stayed out and why, one line each. */
export interface CopyBrought {
  readonly came: readonly string[];
  readonly stayed: readonly string[];
}

/** Copy all games, the key and the settings into one file. */
export interface CopyHome {
  readonly type: "copy_home";
  readonly id: number;
  readonly passphrase: string;
}

/** Make the game that was drafted, and sit down. */
export interface Create {
  readonly type: "create";
  readonly id: number;
  readonly name: string;
  readonly seat: number;
  readonly bots: boolean;
  readonly called?: Called;
  readonly watchers?: number;
}

/** Where to attack; which ships bombard, and which aircraft raid, by territory (BG-7.14). */
export interface DeclareAnswer {
  readonly do: "declare";
  readonly attack: readonly string[];
  readonly bombard?: Readonly<Record<string, readonly number[]>>;
  readonly raid?: Readonly<Record<string, readonly number[]>>;
}

/** Where to attack, what bombards and what raids (BG-7.14). */
export interface DeclareForm {
  readonly kind: "declare";
  readonly must: readonly string[];
  readonly may: readonly string[];
  readonly proposed: readonly string[];
  readonly cannot: readonly string[];
  readonly guns: Readonly<Record<string, Bombardment>>;
  readonly raids: Readonly<Record<string, RaidTarget>>;
  readonly spaces: readonly string[];
}

/** Stay where one is, though another player invites to a rematch; nobody is told. */
export interface DeclineRematch {
  readonly type: "decline";
  readonly id: number;
}

/** The shortest ways to a space, and whether enemies are there. */
export interface Destination {
  readonly ways: readonly (readonly string[])[];
  readonly enemies: boolean;
}

/** Where pieces could go, by space. */
export interface Destinations {
  readonly spaces: Readonly<Record<string, Destination>>;
}

/** The dice that fell last. */
export interface Dice {
  readonly latest: Clash | null;
  readonly end: string | null;
  readonly earlier: readonly Clash[];
}

/** How evenly the dice of one number of sides fell (`protocol.report.Uniformity`). */
export interface DiceStatistics {
  readonly sides: number;
  readonly dice: number;
  readonly chi_square: number;
  readonly p: number | null;
}

/** Show everybody what one's tokens held, once the game is over (SPEC-13.3). */
export interface Disclose {
  readonly type: "disclose";
  readonly id: number;
}

/** The request with this id is carried out. */
export interface Done {
  readonly type: "done";
  readonly n: number;
  readonly id: number;
  readonly result: Nothing | AnswerStaged | Judgement | Destinations | Comers | Plan | SupposedView | Undone | GamePage | LogFile | AuditReport | MapKept | SeatSealed | HomeCopied | CopyBrought | Playback | RuleParagraph | Retrospect;
}

/** Nothing more is moved, or done in a window. */
export interface DoneAnswer {
  readonly do: "done";
}

/** A new game as it would be. */
export interface DraftGame {
  readonly type: "draft";
  readonly id?: number;
  readonly scenario: string;
  readonly pace?: "live" | "days";
  readonly players?: number;
  readonly rounds?: number;
  readonly modules?: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly secrecy?: "proved" | "hashed";
  readonly dice?: "sides" | "all" | "keepers" | null;
  readonly keepers?: number;
  readonly absence?: number;
  readonly deposits?: boolean;
  readonly windows?: "asked" | "waived";
  readonly instructions?: Readonly<Record<string, GivenInstructions>>;
}

/** A new game with all that can be changed in it. */
export interface DraftView {
  readonly scenario: string;
  readonly scenarios: readonly ScenarioChoice[];
  readonly pace: "live" | "days";
  readonly paces: Readonly<Record<string, string>>;
  readonly players: number;
  readonly seatings: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly sides: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly secrecy: "proved" | "hashed";
  readonly dice: "sides" | "all" | "keepers";
  readonly keepers: number;
  readonly absence: number;
  readonly deposits: boolean;
  readonly usual_dice: "sides" | "all" | "keepers";
  readonly windows: "asked" | "waived";
  readonly modules: readonly ModuleChoice[];
  readonly options: readonly OptionChoice[];
  readonly rulings: readonly RulingText[];
  readonly problem: string | null;
  readonly units: Readonly<Record<string, UnitFacts>>;
  readonly zones: readonly string[];
  readonly instructions: Readonly<Record<string, PowerInstructions>>;
}

/** A drawn map, as `client/maps/README.md` describes its file. */
export interface DrawnMap {
  readonly format: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly wraps: boolean;
  readonly views: Readonly<Record<string, readonly [number, number, number, number]>>;
  readonly connections: readonly (readonly [string, string])[];
  readonly scenery: string;
  readonly shore: readonly string[];
  readonly spaces: Readonly<Record<string, DrawnSpace>>;
  readonly barriers: string;
}

/** The map, without what only a game under way needs. */
export interface DrawnReport {
  readonly width: number;
  readonly height: number;
  readonly spaces: Readonly<Record<string, DrawnSpace>>;
  readonly scenery: string;
}

/** How a space is drawn: an SVG path, and a circle for its units (x, y, radius). */
export interface DrawnSpace {
  readonly kind: "zone" | "territory";
  readonly path: string;
  readonly anchor: readonly [number, number, number];
}

/** What is done once a game is over. */
export interface Ending {
  readonly signed: readonly number[];
  readonly open: readonly number[];
  readonly closed: readonly number[];
  readonly can_open: boolean;
  readonly rematch: number | null;
  readonly can_rematch: boolean;
  readonly uncalled: boolean;
}

/** Sit down where an invite leads: at its seat, to watch, or, without a seat, to come back. */
export interface Enter {
  readonly type: "enter";
  readonly id: number;
  readonly invite: string;
  readonly name: string;
  readonly back?: boolean;
  readonly called?: Called;
}

/** What the first page shows. */
export interface Entrance {
  readonly key: "none" | "sealed" | "open";
  readonly fingerprint: string | null;
  readonly words: string;
  readonly name: string;
  readonly saved: readonly SavedGame[];
  readonly draft: DraftView;
  readonly faults: readonly string[];
  readonly reach: string;
  readonly fault: string;
  readonly invite: string;
  readonly device: WaitingDevice | null;
  readonly came: string;
  readonly tables: readonly OpenTable[] | null;
  readonly unsearched: readonly string[];
  readonly knocking: string;
  readonly learning: boolean;
}

/** What is wrong with a log, and whose fault it is (`protocol.report`). */
export interface Fault {
  readonly entry: number | null;
  readonly code: string;
  readonly rule: string;
  readonly culprit: number | null;
  readonly key: string | null;
  readonly evidence: string;
  readonly reason: string;
}

/** A piece in a battle. */
export interface Fighter {
  readonly id: number;
  readonly power: string;
  readonly kind: string | null;
  readonly damaged: boolean;
  readonly marks: readonly PieceMark[];
  readonly strength: number;
  readonly takes: number | null;
  readonly token: Token | null;
}

/** Which pieces could come to a space. */
export interface FindComers {
  readonly type: "comers";
  readonly id: number;
  readonly to: string;
}

/** Where pieces could go. */
export interface FindDestinations {
  readonly type: "destinations";
  readonly id: number;
  readonly pieces: readonly number[];
}

/** Look for tables whose hosts let strangers in: at a relay or, if none is named, nearby. */
export interface FindTables {
  readonly type: "find_tables";
  readonly id: number;
  readonly relay?: string;
}

/** How it would go if pieces attacked a space in their turn, as things are now. */
export interface Forecast {
  readonly type: "forecast";
  readonly id: number;
  readonly pieces: readonly number[];
  readonly to: string;
}

/** Remove a saved game that nobody else counts on, as it is listed. */
export interface Forget {
  readonly type: "forget";
  readonly id: number;
  readonly game: string;
}

/** Who played a seat before, and up to which entry. */
export interface FormerPlayer {
  readonly name: string;
  readonly until: number;
}

/** The whole game as one page to send round: the page, and a name for its file. */
export interface GamePage {
  readonly page: string;
  readonly name: string;
}

/** A whole game. */
export interface GameReport {
  readonly title: string;
  readonly outcome: string | null;
  readonly agreed: readonly string[];
  readonly seats: readonly ReportSeat[];
  readonly powers: Readonly<Record<string, ReportPower>>;
  readonly map: DrawnReport;
  readonly frames: readonly ReportFrame[];
  readonly retrospect: Retrospect;
  readonly verdict: Verdict;
  readonly safety: string;
  readonly head: readonly [number, string];
  readonly sha: string;
}

/** As many of these pieces as can come go to a space, each by its own way. */
export interface GatherAnswer {
  readonly do: "gather";
  readonly pieces: readonly number[];
  readonly to: string;
}

/** Whether to sign the charter that is proposed. */
export interface GiveConsent {
  readonly type: "consent";
  readonly id: number;
  readonly agreed: boolean;
}

/** Resign the game. */
export interface GiveUp {
  readonly type: "resign";
  readonly id: number;
}

/** Public instructions of one power (`engine.instructions.Instructions`). */
export interface GivenInstructions {
  readonly losses: readonly string[];
  readonly keep_land_unit: boolean;
  readonly two_hit_ships: "first" | "last";
  readonly groups: "smallest" | "largest";
  readonly submerge: "ask" | "always" | "never";
  readonly zones: Readonly<Record<string, "ask" | "always" | "never">>;
  readonly intercept: "ask" | "always" | "never";
  readonly patrol: "ask" | "always" | "never";
  readonly landing: "ask" | "carriers" | "land";
  readonly divide_evenly: boolean;
  readonly windows: "none" | "phases" | "turns" | "all";
}

/** The token that holds a group, where it is, and whether everybody can know. */
export interface GroupPlace {
  readonly token: number;
  readonly at: string;
  readonly open: boolean;
}

/** Where a group was last known to all to be, and in which round. */
export interface GroupSeen {
  readonly at: string;
  readonly round: number;
}

/** A token that lies face up, with its group and the submarines in it. */
export interface GroupToken {
  readonly id: number;
  readonly group: number;
  readonly size: number;
}

/** Revealed groups that submerge, and submarines that join one (SS-3.4). */
export interface GroupsAnswer {
  readonly do: "under";
  readonly tokens: readonly number[];
  readonly joins?: readonly SubTransfer[];
}

/** Revealed groups that submerge, and submarines that join a submerged one (SS-3.4). */
export interface GroupsForm {
  readonly kind: "groups";
  readonly tokens: readonly GroupToken[];
  readonly under: readonly SubmergedToken[];
  readonly prospects: Prospects;
}

/** The first message: the token of the link, and the last number that the page has seen. */
export interface Hello {
  readonly type: "hello";
  readonly token: string;
}

/** Whether to show one's address to one's relays alone, from the next start on. */
export interface HideAddress {
  readonly type: "hide";
  readonly id: number;
  readonly hidden: boolean;
}

/** A relay that holds the log of the game (SPEC-16.19), and whether it is connected. */
export interface Holder {
  readonly relay: string;
  readonly here: boolean;
  readonly mail: boolean;
}

/** All games, the key and the settings in one file. */
export interface HomeCopied {
  readonly name: string;
  readonly file: string;
  readonly games: number;
  readonly left_out: readonly string[];
}

/** A house rule: its name, and what it is about. */
export interface HouseRule {
  readonly name: string;
  readonly about: string;
}

/** New public instructions of an own power. */
export interface Instruct {
  readonly losses: readonly string[];
  readonly keep_land_unit: boolean;
  readonly two_hit_ships: "first" | "last";
  readonly groups: "smallest" | "largest";
  readonly submerge: "ask" | "always" | "never";
  readonly zones: Readonly<Record<string, "ask" | "always" | "never">>;
  readonly intercept: "ask" | "always" | "never";
  readonly patrol: "ask" | "always" | "never";
  readonly landing: "ask" | "carriers" | "land";
  readonly divide_evenly: boolean;
  readonly windows: "none" | "phases" | "turns" | "all";
  readonly type: "instruct";
  readonly id: number;
  readonly power: string;
}

/** Invite somebody to watch the running game, at any of its nodes. */
export interface InviteSpectator {
  readonly type: "spectator";
  readonly id: number;
}

/** Invite somebody who may come to play a seat of the running game. */
export interface InviteSuccessor {
  readonly type: "invite";
  readonly id: number;
  readonly seat: number;
  readonly at?: string;
}

/** An invite: for whom it is, its link, and the link as a QR code. */
export interface Invited {
  readonly who: string;
  readonly purpose: "seat" | "watch" | "recover";
  readonly place: number | null;
  readonly seat: number | null;
  readonly link: string;
  readonly qr: string;
  readonly size: number;
  readonly message: string;
}

/** A token that new submarines may join. */
export interface JoinableToken {
  readonly at: string;
  readonly group: number | null;
  readonly complexes: readonly string[];
}

/** Whether the rules would take an answer; changes nothing. */
export interface Judge {
  readonly type: "judge";
  readonly id: number;
  readonly answer: MenuAnswer | PurchaseAnswer | MoveAnswer | GatherAnswer | TakeBackAnswer | LandingAnswer | DoneAnswer | DeclareAnswer | CasualtiesAnswer | PickAnswer | AssignAnswer | ShareAnswer | MobilizeAnswer | PlaceSubsAnswer | OpeningAnswer | SidesAnswer | GroupsAnswer | ShuffleAnswer | ReorganizeAnswer | ClaimAnswer | PieceActionAnswer;
}

/** What an agreement is worth (`protocol.report.JudgedAgreement`); seats by number. */
export interface JudgedAgreement {
  readonly entry: number;
  readonly signed: readonly number[];
  readonly named: readonly number[];
  readonly worth: "verified" | "claimed" | "disputed";
}

/** Whether the rules take an answer; if not, by which rule and why. */
export interface Judgement {
  readonly legal: boolean;
  readonly rule: string;
  readonly why: string;
}

/** The log as a file. */
export interface Keep {
  readonly type: "keep";
  readonly id: number;
}

/** How a keeper that is connected reminds the player while the player's own node is off. */
export interface KeeperReminders {
  readonly keeper: string;
  readonly kinds: readonly string[];
  readonly addresses: readonly ReminderAddress[];
}

/** Ask the host of a table that was found for a place, and sit down there if it is given. */
export interface Knock {
  readonly type: "knock";
  readonly id: number;
  readonly table: string;
  readonly name: string;
  readonly watches?: boolean;
  readonly called?: Called;
}

/** Aircraft that are in the air land, carriers go where they are needed, as far as can be. */
export interface LandingAnswer {
  readonly do: "home";
}

/** Play the guided turn. */
export interface Learn {
  readonly type: "learn";
  readonly id: number;
  readonly anew?: boolean;
}

/** Get up from the table and go back to the entrance; the game waits. */
export interface Leave {
  readonly type: "leave";
  readonly id: number;
}

/** Pieces that go one way: the spaces from where they stood to where they stand now. */
export interface Leg {
  readonly route: readonly string[];
  readonly pieces: readonly number[];
}

/** Let a stranger in who knocks, at a seat that is free, or to watch if there is none. */
export interface LetIn {
  readonly type: "let_in";
  readonly id: number;
  readonly key: string;
  readonly place: number | null;
}

/** Whether this player's pages are dark, here and at tables to come. */
export interface Light {
  readonly type: "light";
  readonly id: number;
  readonly dark: boolean;
}

/** A line of the log, or something said beside it. */
export interface Line {
  readonly text: string;
  readonly state: "signed" | "sealed" | "said";
  readonly kind: string;
  readonly space: string | null;
  readonly end: string | null;
  readonly turn: TurnStart | null;
  readonly entry: number | null;
  readonly seat: number | null;
  readonly who: string | null;
  readonly minute: number | null;
  readonly hash: string | null;
}

/** The log: its bytes in base64, and a name for the file. */
export interface LogFile {
  readonly file: string;
  readonly name: string;
}

/** A verdict on a log that was opened on the page: at which level, None on evidence. */
export interface LogJudged {
  readonly level: "line" | "secrets" | "rules" | null;
  readonly report: AuditReport;
}

/** Look back as everybody saw it, as it was, or as the player of a seat saw it. */
export interface LookAs {
  readonly type: "eyes";
  readonly id: number;
  readonly eyes: "all" | "truth" | number;
}

/** What a power has lost: its units, in words, and what they had cost. */
export interface LossRow {
  readonly power: string;
  readonly units: string;
  readonly ipc: number;
}

/** How lucky the dice were of one player, or of several whose units fired together. */
export interface LuckRow {
  readonly names: string;
  readonly throws: number;
  readonly hits: number;
  readonly expected: number;
  readonly percent: number;
}

/** Make this player's key, sealed under a passphrase. */
export interface MakeKey {
  readonly type: "make_key";
  readonly id: number;
  readonly passphrase: string;
}

/** Make one page of the whole game, to be sent round. */
export interface MakePage {
  readonly type: "page";
  readonly id: number;
}

/** A map was kept: the titles of the scenarios that it is for. */
export interface MapKept {
  readonly scenarios: readonly string[];
}

/** What a house rule has laid in a space. */
export interface Marker {
  readonly sign: "mine" | "cell" | "convoy" | "closed";
  readonly power: string | null;
  readonly count: number;
  readonly text: string;
}

/** What the player keeps for themself: standing orders, and notes by token. */
export interface Memo {
  readonly standing: StandingOrders;
  readonly notes: Readonly<Record<string, string>>;
}

/** The option with this number. */
export interface MenuAnswer {
  readonly do: "option";
  readonly number: number;
}

/** One of the legal answers that are listed. */
export interface MenuForm {
  readonly kind: "menu";
  readonly options: readonly string[];
  readonly spaces: readonly (string | null)[];
  readonly more: boolean;
  readonly usual: number | null;
  readonly battles: boolean;
  readonly hint: string | null;
  readonly win: number | null;
  readonly shots: readonly ShotSeen[];
}

/** All placements of a Mobilize phase. */
export interface MobilizeAnswer {
  readonly do: "place";
  readonly spots: readonly PlacedUnits[];
}

/** Where new units are placed (BG-10). */
export interface MobilizeForm {
  readonly kind: "mobilize";
  readonly waiting: Readonly<Record<string, number>>;
  readonly slots: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly uses: Readonly<Record<string, number>>;
  readonly rooms: Readonly<Record<string, number | null>>;
  readonly docks: readonly string[];
  readonly proposed: readonly PlacementCount[];
}

/** A house rule: whether it is chosen, and if not, why it cannot be as things are. */
export interface ModuleChoice {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly on: boolean;
  readonly why: string | null;
}

/** Pieces are dragged to a space: they move by a shortest way, board or land there, as fits. */
export interface MoveAnswer {
  readonly do: "move";
  readonly pieces: readonly number[];
  readonly to: string;
}

/** Move the seat of a saved game to another device. */
export interface MoveSeat {
  readonly type: "move_seat";
  readonly id: number;
  readonly game: string;
  readonly to?: string;
}

/** A space, a piece or a depth. */
export interface NamedTarget {
  readonly key: string;
  readonly name: string;
  readonly at: string | null;
  readonly piece: number | null;
}

/** A new token with so many submarines (0: a decoy), in a zone, charged to a complex. */
export interface NewToken {
  readonly at: string;
  readonly complex: string;
  readonly count: number;
}

/** A sea zone where a new token may be placed, charged to a complex. */
export interface NewTokenSlot {
  readonly at: string;
  readonly complex: string;
}

/** What holds from the next start of this player's node on. */
export interface NextStart {
  readonly router: boolean | null;
  readonly holders: boolean;
}

/** A note on a token, for this player alone; an empty one is taken back. */
export interface Note {
  readonly type: "note";
  readonly id: number;
  readonly token: number;
  readonly text: string;
}

/** It is done; there is no more to say. */
export type Nothing = Readonly<Record<string, never>>;

/** Invite the players of a game that is over to another one. */
export interface OfferRematch {
  readonly type: "rematch";
  readonly id: number;
  readonly swapped: boolean;
}

/** A drawn map of the player's own, for every board that has just its spaces. */
export interface OpenMap {
  readonly type: "open_map";
  readonly id: number;
  readonly file: string;
  readonly text: string;
}

/** What happened after so many entries; with the position that it begins from, if `whole`. */
export interface OpenPlayback {
  readonly type: "playback";
  readonly id: number;
  readonly after: number;
  readonly whole?: boolean;
}

/** The audit's verdict on the log so far. */
export interface OpenReport {
  readonly type: "report";
  readonly id: number;
}

/** How the game went: luck, losses, and the bluffs that worked. */
export interface OpenRetrospect {
  readonly type: "retrospect";
  readonly id: number;
}

/** Show a paragraph of the rulebook. */
export interface OpenRule {
  readonly type: "rule";
  readonly id: number;
  readonly number: string;
}

/** A scenario of the player's own, to be chosen from now on: its file's name and text. */
export interface OpenScenario {
  readonly type: "open_scenario";
  readonly id: number;
  readonly file: string;
  readonly text: string;
}

/** A table whose host lets strangers in: its id, who hosts what, and which seats are free. */
export interface OpenTable {
  readonly id: string;
  readonly host: string;
  readonly scenario: string;
  readonly about: string;
}

/** Which strangers are told of the table. */
export interface OpenTo {
  readonly network: boolean;
  readonly relays: boolean;
  readonly no_network: string;
  readonly no_relays: string;
  readonly free: readonly (readonly [number, string])[];
}

/** Tell strangers of the table for a day: in the own network, and who asks our relays. */
export interface OpenUp {
  readonly type: "open_up";
  readonly id: number;
  readonly network: boolean;
  readonly relays: boolean;
}

/** Sizes of the opening groups of each sea zone (SS-0.8). */
export interface OpeningAnswer {
  readonly do: "open";
  readonly zones: Readonly<Record<string, readonly number[]>>;
}

/** The opening groups (SS-0.8). */
export interface OpeningForm {
  readonly kind: "opening";
  readonly printed: Readonly<Record<string, number>>;
  readonly groups: number;
  readonly decoys: number;
}

/** An option: whose it is (None: the base game's), its values, the chosen and the usual one. */
export interface OptionChoice {
  readonly name: string;
  readonly text: string;
  readonly of: string | null;
  readonly values: readonly string[];
  readonly value: string;
  readonly default: string;
}

/** Standing orders (`client.seat.standing_orders.StandingOrders`). */
export interface Orders {
  readonly type: "orders";
  readonly id: number;
  readonly losses: readonly string[];
  readonly best_losses?: boolean;
  readonly keep_land?: boolean;
  readonly only_answers?: boolean;
  readonly submerge: "ask" | "always" | "never";
  readonly retreat: number | null;
}

/** Moves, until the phase ends (BG-7, BG-9). */
export interface OrdersForm {
  readonly kind: "orders";
  readonly movable: readonly number[];
  readonly back: readonly number[];
  readonly without_purpose: readonly PieceWithoutPurpose[];
  readonly done: Refusal | null;
  readonly airborne: readonly string[];
  readonly drops: boolean;
}

/** The end of a game: the side that has won, if one has, and why. */
export interface Outcome {
  readonly winner: string | null;
  readonly why: string;
}

/** What pages are told besides the game. */
export interface PageSettings {
  readonly dark: boolean | null;
  readonly speed: "slow" | "normal" | "fast" | "off";
  readonly alerts: CallingBack;
  readonly chapters: readonly string[];
  readonly terms: readonly RuleTerm[];
}

/** What has changed since the last message. */
export interface Patch {
  readonly type: "patch";
  readonly n: number;
  readonly changes: Changes;
}

/** Some of the pieces that were offered. */
export interface PickAnswer {
  readonly do: "pick";
  readonly pieces: readonly number[];
}

/** Some of the pieces that are offered, or one of them. */
export interface PickForm {
  readonly kind: "pick";
  readonly offered: readonly number[];
  readonly one: boolean;
  readonly proposed: readonly number[];
  readonly words: ChoiceWords;
  readonly spaces: readonly string[];
  readonly hint: string | null;
  readonly prospects: Prospects | null;
}

/** What is to be seen now; a section is None where there is nothing of it. */
export interface Picture {
  readonly entrance: Entrance | null;
  readonly agreement: Agreement | null;
  readonly turn: Turn | null;
  readonly battle: Battle | null;
  readonly dice: Dice | null;
  readonly ask: Asked | null;
  readonly memo: Memo | null;
  readonly away: Away | null;
  readonly seats: Readonly<Record<string, Seat>>;
  readonly spaces: Readonly<Record<string, Space>>;
  readonly powers: Readonly<Record<string, Power>>;
  readonly plans: Readonly<Record<string, Plan>>;
  readonly log: Readonly<Record<string, Line>>;
  readonly table: Table;
  readonly page: PageSettings;
}

/** A piece does what the action of this tag lets it do. */
export interface PieceActionAnswer {
  readonly do: "act";
  readonly action: string;
  readonly piece: number;
}

/** Something that each of some pieces may do. */
export interface PieceActionForm {
  readonly kind: "piece";
  readonly action: string;
  readonly title: string;
  readonly hint: string;
  readonly send: string;
  readonly rules: readonly string[];
  readonly pieces: readonly number[];
}

/** What a house rule has put on a piece: in words, and as a sign on its chip. */
export interface PieceMark {
  readonly words: string;
  readonly sign: string;
}

/** A piece that has moved in Combat move and would attack nothing. */
export interface PieceWithoutPurpose {
  readonly id: number;
  readonly at: string;
}

/** New tokens, and submarines that join tokens on the board, by their numbers (SS-1). */
export interface PlaceSubsAnswer {
  readonly do: "place_subs";
  readonly new: readonly NewToken[];
  readonly join?: Readonly<Record<string, number>>;
  readonly charge?: Readonly<Record<string, string>>;
}

/** New submarines and tokens (SS-1). */
export interface PlaceSubsForm {
  readonly kind: "place_subs";
  readonly waiting: number;
  readonly supply: number;
  readonly most: number;
  readonly slots: readonly NewTokenSlot[];
  readonly rooms: Readonly<Record<string, number | null>>;
  readonly joinable: Readonly<Record<string, JoinableToken>>;
}

/** Units of a kind in a space, charged to a complex (BG-10.1). */
export interface PlacedUnits {
  readonly kind: string;
  readonly complex: string;
  readonly at: string;
  readonly count: number;
}

/** Units of a kind in a space, charged to a complex (BG-10.1). */
export interface PlacementCount {
  readonly kind: string;
  readonly complex: string;
  readonly at: string;
  readonly count: number;
}

/** How a battle that is planned or due would go for the attacker, by the odds. */
export interface Plan {
  readonly ends: string;
  readonly win: number;
  readonly standoff: number;
  readonly cost: number;
  readonly prize: number;
  readonly notes: readonly string[];
  readonly reckoned: boolean;
}

/** How others find this player from the next start on, and who vouches for its copy. */
export interface PlanStart {
  readonly type: "plan_start";
  readonly id: number;
  readonly router: boolean;
  readonly holders: boolean;
}

/** Some entries, to be played back. */
export interface Playback {
  readonly start: Readonly<Record<string, Space>> | null;
  readonly steps: readonly PlaybackStep[];
  readonly until: number;
}

/** One thing that happened, and the board after it. */
export interface PlaybackStep {
  readonly kind: "move" | "attack" | "fire" | "loss" | "reveal" | "shuffle" | "dive" | "capture" | "place" | "turn" | "told";
  readonly entry: number;
  readonly seat: number;
  readonly power: string | null;
  readonly text: string;
  readonly matters: string | null;
  readonly space: string | null;
  readonly legs: readonly Leg[];
  readonly clash: Clash | null;
  readonly fallen: readonly (RoundStep | VolleyStep | RollStep | TextStep)[];
  readonly spaces: Readonly<Record<string, Space>>;
  readonly battle: Battle | null;
  readonly turn: Turn;
}

/** What could be shown of a token that a shuffle has made uncertain (SS-4.3b). */
export interface PossibleOrigin {
  readonly token: number;
  readonly pieces: readonly number[];
  readonly left: number;
  readonly moved: boolean;
}

/** A power. */
export interface Power {
  readonly treasury: number;
  readonly income: number;
  readonly cities: number;
  readonly waiting: Readonly<Record<string, number>>;
  readonly researchers: number;
  readonly breakthroughs: readonly string[];
  readonly mine: boolean;
  readonly stores: boolean;
  readonly coming: number;
  readonly tracker: Tracker | null;
}

/** The instructions of a power, which everybody reads (`engine.instructions.Instructions`). */
export interface PowerInstructions {
  readonly words: string;
  readonly waits: boolean;
  readonly losses: readonly string[];
  readonly keep_land_unit: boolean;
  readonly two_hit_ships: "first" | "last";
  readonly groups: "smallest" | "largest";
  readonly submerge: "ask" | "always" | "never";
  readonly zones: Readonly<Record<string, "ask" | "always" | "never">>;
  readonly intercept: "ask" | "always" | "never";
  readonly patrol: "ask" | "always" | "never";
  readonly landing: "ask" | "carriers" | "land";
  readonly divide_evenly: boolean;
  readonly windows: "none" | "phases" | "turns" | "all";
}

/** Show the position that a proposal leads to, or the present one again. */
export interface Preview {
  readonly type: "preview";
  readonly id: number;
  readonly proposal: string | null;
}

/** What a seat has proposed to the others. */
export interface Proposal {
  readonly id: string;
  readonly seat: number;
  readonly words: string;
  readonly undone: readonly string[];
  readonly changes: readonly string[];
  readonly spaces: readonly string[];
  readonly signed: readonly string[];
  readonly missing: readonly string[];
  readonly refused: readonly string[];
  readonly withdrawn: boolean;
  readonly can: readonly ("accept" | "refuse" | "withdraw" | "dispute")[];
  readonly remindable: boolean;
  readonly shown: boolean;
}

/** Propose an agreement to the others, in the words of `client.seat.agreeing`. */
export interface Propose {
  readonly type: "propose";
  readonly id: number;
  readonly terms: string;
}

/** Propose that a candidate plays on for a player, or keeps instead of a keeper. */
export interface ProposePlayer {
  readonly type: "replace";
  readonly id: number;
  readonly key: string;
}

/** How a battle goes on, by the odds, after a choice. */
export interface Prospect {
  readonly pieces: readonly number[];
  readonly title: string;
  readonly words: string;
}

/** How a battle goes on after each of some choices. */
export interface Prospects {
  readonly choices: readonly Prospect[];
  readonly notes: string;
}

/** Units by kind, and repairs by territory (BG-5). */
export interface PurchaseAnswer {
  readonly do: "buy";
  readonly units: Readonly<Record<string, number>>;
  readonly repairs?: Readonly<Record<string, number>>;
}

/** Units and repairs (BG-5). */
export interface PurchaseForm {
  readonly kind: "purchase";
  readonly treasury: number;
  readonly capacity: number | null;
  readonly waiting: number;
  readonly wares: Readonly<Record<string, number>>;
  readonly uses: Readonly<Record<string, number>>;
  readonly placeless: readonly string[];
  readonly damage: Readonly<Record<string, number>>;
  readonly repairs: readonly number[];
}

/** A decision as it is put to a page. */
export interface Question {
  readonly name: string;
  readonly power: string;
  readonly asks: string;
  readonly rules: readonly string[];
  readonly space: string | null;
  readonly form: MenuForm | PickForm | AssignForm | ShareForm | PurchaseForm | MobilizeForm | OrdersForm | DeclareForm | CasualtiesForm | SidesForm | GroupsForm | OpeningForm | PlaceSubsForm | WindowForm;
  readonly actions: readonly (ShuffleForm | ReorganizeForm | ClaimForm | PieceActionForm)[] | null;
}

/** Aircraft over an enemy complex, and the damage that it has (BG-8.2, 8.3). */
export interface RaidTarget {
  readonly bombers: readonly number[];
  readonly escorts: readonly number[];
  readonly damage: number;
  readonly alone: boolean;
}

/** Ask for a window at the next boundary. */
export interface RaiseHand {
  readonly type: "hand";
  readonly id: number;
}

/** Who can call by one way in to this player's node, and what would help. */
export interface Reachability {
  readonly works: boolean | null;
  readonly here: boolean;
  readonly words: string;
}

/** Why the rules would refuse an answer. */
export interface Refusal {
  readonly rule: string;
  readonly reason: string;
}

/** Refuse a proposal, or withdraw an own one. */
export interface Refuse {
  readonly type: "refuse";
  readonly id: number;
  readonly proposal: string;
}

/** The request with this id is refused: by which rule (empty: by none), and why. */
export interface Refused {
  readonly type: "refused";
  readonly n: number;
  readonly id: number;
  readonly rule: string;
  readonly why: string;
}

/** Remind the seats that the game waits for, or a proposal to be signed. */
export interface Remind {
  readonly type: "remind";
  readonly id: number;
}

/** Where a keeper reminds the player: the address without what is secret in it. */
export interface ReminderAddress {
  readonly shown: string;
  readonly confirmed: boolean;
}

/** Submarines change groups among the tokens of one zone (SS-4.1). */
export interface ReorganizeAnswer {
  readonly do: "reorganize";
  readonly token: number;
  readonly transfers: readonly SubTransfer[];
  readonly remove?: readonly number[];
}

/** Tokens whose groups may be reorganized with each other (SS-4.1). */
export interface ReorganizeForm {
  readonly kind: "reorganize";
  readonly classes: readonly (readonly number[])[];
}

/** A moment: what an entry brought about, and the spaces that have changed by it. */
export interface ReportFrame {
  readonly entry: number;
  readonly round: number;
  readonly power: string;
  readonly phase: string;
  readonly lines: readonly string[];
  readonly spaces: Readonly<Record<string, ReportSpace>>;
}

/** A power: its letter, its side, its colour. */
export interface ReportPower {
  readonly letter: string;
  readonly side: string;
  readonly colour: string;
}

/** A player: the powers, the key as people compare it, whether the tokens are open to all. */
export interface ReportSeat {
  readonly name: string;
  readonly powers: readonly string[];
  readonly key: string;
  readonly open: boolean;
  readonly former: readonly FormerPlayer[];
}

/** A space at a moment: who controls it, and what stands there. */
export interface ReportSpace {
  readonly control: string | null;
  readonly units: readonly ReportUnits[];
  readonly tokens: readonly ReportToken[];
}

/** A token. */
export interface ReportToken {
  readonly id: number;
  readonly power: string;
  readonly known: number | null;
  readonly held: number | null;
  readonly decoy: number | null;
}

/** Units of a power, as they are called: "2 infantry". */
export interface ReportUnits {
  readonly power: string;
  readonly count: number;
  readonly words: string;
}

/** Make this player's key again from its recovery phrase, sealed under a passphrase. */
export interface RestoreKey {
  readonly type: "restore_key";
  readonly id: number;
  readonly words: string;
  readonly passphrase: string;
}

/** Go on with a saved game. */
export interface Resume {
  readonly type: "resume";
  readonly id: number;
  readonly game: string;
  readonly reach?: string;
}

/** A game in retrospect. */
export interface Retrospect {
  readonly luck: readonly LuckRow[];
  readonly losses: readonly LossRow[];
  readonly bluffs: readonly BluffLine[];
  readonly unmasked: readonly BluffLine[];
  readonly open: boolean;
}

/** Call the others now, who cannot be reached. */
export interface Retry {
  readonly type: "retry";
  readonly id: number;
}

/** Dice outside the volleys of a battle, in words and as they fell. */
export interface RollStep {
  readonly step: "roll";
  readonly text: string;
  readonly dice: readonly number[];
}

/** A round of combat begins. */
export interface RoundStep {
  readonly step: "round";
  readonly round: number;
}

/** A line of a paragraph, a table, or a picture. */
export interface RuleBlock {
  readonly text: string;
  readonly rows: readonly (readonly string[])[];
  readonly picture: string;
}

/** A paragraph that a chapter lists. */
export interface RuleHeading {
  readonly number: string;
  readonly title: string;
}

/** What the rulebook says under a number, and what it lists under a chapter. */
export interface RuleParagraph {
  readonly number: string;
  readonly title: string;
  readonly document: string;
  readonly section: string;
  readonly blocks: readonly RuleBlock[];
  readonly under: readonly RuleHeading[];
}

/** A term of the rulebook. */
export interface RuleTerm {
  readonly name: string;
  readonly rule: string;
  readonly about: string;
  readonly forms: readonly string[];
  readonly module: string | null;
}

/** A ruling of two house rules that meet. */
export interface RulingText {
  readonly of: string;
  readonly text: string;
}

/** A game to go on with (`client.table.saved_games.SavedTable`). */
export interface SavedGame {
  readonly id: string;
  readonly bots: boolean;
  readonly title: string;
  readonly seats: readonly (readonly [string, readonly string[]])[];
  readonly watched: boolean;
  readonly kept: boolean;
  readonly entries: number | null;
  readonly over: boolean;
  readonly yours: boolean;
  readonly awaited: readonly string[];
  readonly hosted: boolean;
  readonly address: string;
  readonly bound: boolean;
  readonly open: boolean;
  readonly touched: number;
  readonly moved: number | null;
  readonly forgettable: boolean;
}

/** A scenario that can be played. */
export interface ScenarioChoice {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** A seat: who sits there, whether it is a bot, and whether they are connected. */
export interface Seat {
  readonly name: string | null;
  readonly bot: boolean;
  readonly powers: readonly string[];
  readonly key: string | null;
  readonly you: boolean;
  readonly here: boolean;
  readonly hand: boolean;
}

/** This device plays a seat no more. */
export interface SeatSealed {
  readonly delivered: boolean;
  readonly why: string;
  readonly name: string;
  readonly file: string;
}

/** How claims about secrets are justified: the sealing suite. */
export type Secrecy = "hashed" | "proved";

/** The player has seen the entries after some, up to some others. */
export interface See {
  readonly type: "see";
  readonly id: number;
  readonly after: number;
  readonly until: number;
}

/** In a replay: show the game after this many entries. */
export interface SeekEntry {
  readonly type: "seek";
  readonly id: number;
  readonly entry: number;
}

/** Send what is staged, if this is still the question. */
export interface Send {
  readonly type: "send";
  readonly id: number;
  readonly question: string;
}

/** A line to the others, beside the log. */
export interface SendChat {
  readonly type: "say";
  readonly id: number;
  readonly text: string;
}

/** How this player's pages call back who does not look at them, here and at tables to come. */
export interface SetAlerts {
  readonly type: "alerts";
  readonly id: number;
  readonly alerts: CallingBack;
}

/** How fast this player's pages play back what others did, here and at tables to come. */
export interface SetSpeed {
  readonly type: "speed";
  readonly id: number;
  readonly speed: "slow" | "normal" | "fast" | "off";
}

/** How much each name gets. */
export interface ShareAnswer {
  readonly do: "share";
  readonly of: Readonly<Record<string, number>>;
}

/** How much each of some spaces, powers or wares gets. */
export interface ShareForm {
  readonly kind: "share";
  readonly rows: readonly ShareRow[];
  readonly total: number;
  readonly price: number;
  readonly exactly: boolean;
  readonly proposed: Readonly<Record<string, number>>;
  readonly words: ShareWords;
  readonly spaces: readonly string[];
}

/** Something that gets at most so much. */
export interface ShareRow {
  readonly name: string;
  readonly most: number;
}

/** The button that sends a division, and its words while nothing is given. */
export interface ShareWords {
  readonly send: string;
  readonly none: string;
}

/** The dice of units that are alike. */
export interface ShotSeen {
  readonly role: string;
  readonly kind: string;
  readonly strength: number;
  readonly dice: readonly (readonly [number, boolean])[];
  readonly hits: number;
  readonly sure: number;
}

/** Tokens that are shuffled face down (SS-4.3). */
export interface ShuffleAnswer {
  readonly do: "shuffle";
  readonly tokens: readonly number[];
}

/** Tokens that may be shuffled with each other, two or more of them (SS-4.3). */
export interface ShuffleForm {
  readonly kind: "shuffle";
  readonly classes: readonly (readonly number[])[];
}

/** Both sides of a battle. */
export interface Sides {
  readonly attacker: readonly Fighter[];
  readonly defender: readonly Fighter[];
}

/** Tokens that submerge before they are turned up (SS-3.1). */
export interface SidesAnswer {
  readonly do: "stand";
  readonly submerge: readonly number[];
}

/** Tokens that submerge before they are turned up (SS-3.1). */
export interface SidesForm {
  readonly kind: "sides";
  readonly tokens: readonly number[];
  readonly barred: Refusal | null;
  readonly prospects: Prospects;
}

/** Everything, from the beginning; `n` numbers messages without a gap. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly n: number;
  readonly board: Board | null;
  readonly picture: Picture;
}

/** What stands in a space, and who controls it. */
export interface Space {
  readonly control: string | null;
  readonly stacks: readonly Stack[];
  readonly tokens: readonly Token[];
  readonly complex: Complex | null;
  readonly markers: readonly Marker[];
  readonly dangers: readonly string[];
}

/** Figures that nothing tells apart. */
export interface Stack {
  readonly power: string;
  readonly kind: string;
  readonly ids: readonly number[];
  readonly left: number;
  readonly moved: boolean;
  readonly damaged: boolean;
  readonly aboard: number | null;
  readonly ashore: string | null;
  readonly marks: readonly PieceMark[];
}

/** Answers given beforehand (`client.seat.standing_orders.StandingOrders`). */
export interface StandingOrders {
  readonly losses: readonly string[];
  readonly best_losses: boolean;
  readonly keep_land: boolean;
  readonly only_answers: boolean;
  readonly submerge: "ask" | "always" | "never";
  readonly retreat: number | null;
}

/** What a log contains (`protocol.report.Statistics`). */
export interface Statistics {
  readonly rolls: number;
  readonly dice: readonly DiceStatistics[];
}

/** Wait no more for the host that was asked. */
export interface StopKnocking {
  readonly type: "stop_knocking";
  readonly id: number;
}

/** Wait for no seat any more; its code is the same the next time. */
export interface StopWaiting {
  readonly type: "stop_waiting";
  readonly id: number;
}

/** A stranger who asks to be let in: name, key to answer with and as people compare it. */
export interface Stranger {
  readonly name: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly watches: boolean;
}

/** Submarines that go from one group to another. */
export interface SubTransfer {
  readonly source: number;
  readonly target: number;
  readonly count: number;
}

/** A submerged token, with its group where the player knows it. */
export interface SubmergedToken {
  readonly id: number;
  readonly group: number | null;
}

/** The odds of a battle that is supposed in a space; null: as things stand. */
export interface Suppose {
  readonly type: "suppose";
  readonly id: number;
  readonly space: string;
  readonly attacker: string | null;
  readonly battle: SupposedBattle | null;
}

/** A battle that a player supposes. */
export interface SupposedBattle {
  readonly space: string;
  readonly attack: SupposedSide;
  readonly defence: SupposedSide;
  readonly seaborne: boolean;
  readonly submerge: "nobody" | "attacker" | "defender" | "both";
  readonly rounds: number;
}

/** How a battle may end, and how likely that is in percent. */
export interface SupposedEnd {
  readonly words: string;
  readonly percent: number;
}

/** A side's units: how many, how many are left on average; its IPC, and those it loses. */
export interface SupposedFate {
  readonly units: number;
  readonly left: number;
  readonly worth: number;
  readonly lost: number;
}

/** What may come of a battle. */
export interface SupposedOdds {
  readonly ends: readonly SupposedEnd[];
  readonly attack: SupposedFate;
  readonly defence: SupposedFate;
  readonly taken: number | null;
  readonly rounds: number;
  readonly likely: readonly string[];
  readonly trust: string;
  readonly notes: readonly string[];
}

/** A kind of unit that can fight there. */
export interface SupposedRow {
  readonly kind: string;
  readonly note: string;
  readonly ids: readonly number[];
  readonly most: number;
}

/** One side of a supposed battle. */
export interface SupposedSide {
  readonly power: string;
  readonly pieces: readonly number[];
  readonly added: Readonly<Record<string, number>>;
}

/** A battle that is supposed, what it could be made of, and its odds. */
export interface SupposedView {
  readonly battle: SupposedBattle;
  readonly attackers: readonly SupposedRow[];
  readonly defenders: readonly SupposedRow[];
  readonly attacking_tokens: readonly number[];
  readonly defending_tokens: readonly number[];
  readonly powers: readonly string[];
  readonly enemies: readonly string[];
  readonly odds: SupposedOdds | null;
}

/** How the table stands. */
export interface Table {
  readonly mode: "entrance" | "lobby" | "play" | "watch" | "replay";
  readonly seat: number | null;
  readonly waiting: readonly string[];
  readonly waits: readonly Wait[];
  readonly astray: string | null;
  readonly hindered: string | null;
  readonly gone: readonly number[];
  readonly proposals: readonly Proposal[];
  readonly candidates: readonly Candidate[];
  readonly offer: string;
  readonly owing: number | null;
  readonly entries: number;
  readonly notices: readonly string[];
  readonly unreached: string;
  readonly refused: string;
  readonly next_call: number | null;
  readonly holders: readonly Holder[];
  readonly invites: readonly Invited[];
  readonly hidden: boolean | null;
  readonly hides_next: boolean;
  readonly next_start: NextStart | null;
  readonly hosting: boolean;
  readonly tested: readonly Reachability[];
  readonly open_to: OpenTo | null;
  readonly knocks: readonly Stranger[];
  readonly reach: string;
  readonly declined: string | null;
  readonly fraud: boolean;
  readonly secrecy: Secrecy | null;
  readonly safety: string | null;
  readonly waive: boolean | null;
  readonly to_sign: boolean;
  readonly entrance: boolean;
  readonly timeline: Timeline | null;
  readonly ending: Ending | null;
  readonly instructions: Readonly<Record<string, PowerInstructions>>;
  readonly lesson: boolean;
  readonly alone: boolean;
  readonly reminders: readonly KeeperReminders[];
}

/** Pieces go back to where they stood when the phase began. */
export interface TakeBackAnswer {
  readonly do: "back";
  readonly pieces: readonly number[];
}

/** Take up the seat in a file, as another device has written it: its bytes in base64. */
export interface TakeSeat {
  readonly type: "take_seat";
  readonly id: number;
  readonly file: string;
}

/** What came of the dice before it, in words. */
export interface TextStep {
  readonly step: "text";
  readonly text: string;
}

/** Where one stands in the past. */
export interface Timeline {
  readonly at: number;
  readonly last: number;
  readonly turns: readonly TurnMark[];
  readonly entry: string | null;
  readonly eyes: "all" | "truth" | number;
  readonly views: readonly ("all" | "truth" | number)[];
}

/** A token of Secret Subs. */
export interface Token {
  readonly id: number;
  readonly power: string;
  readonly mine: boolean;
  readonly up: boolean;
  readonly under: boolean;
  readonly left: number;
  readonly moved: boolean;
  readonly open: boolean;
  readonly group: number | null;
  readonly size: number | null;
  readonly marks: readonly PieceMark[];
  readonly was: readonly number[];
  readonly odds: readonly TokenOdds[] | null;
  readonly believed: readonly TokenOdds[] | null;
}

/** The chance, in percent, that a token holds a group of this size; None: a decoy. */
export interface TokenOdds {
  readonly percent: number;
  readonly group: number | null;
  readonly size: number;
}

/** The tracker of a power. */
export interface Tracker {
  readonly sizes: readonly number[];
  readonly supply: number;
  readonly places: Readonly<Record<string, GroupPlace>>;
  readonly last: Readonly<Record<string, GroupSeen>>;
  readonly error: number;
}

/** Whose turn it is, and how far it has come. */
export interface Turn {
  readonly round: number;
  readonly active: string;
  readonly powers: readonly string[];
  readonly phase: string;
  readonly phases: readonly string[];
  readonly waived: readonly number[];
  readonly standing: readonly string[];
  readonly outcome: Outcome | null;
}

/** Do not let a stranger in who knocks; not ever, if it is barred. */
export interface TurnAway {
  readonly type: "turn_away";
  readonly id: number;
  readonly key: string;
  readonly bar: boolean;
}

/** A turn on the timeline: after how many entries it begins, in which round, whose it is. */
export interface TurnMark {
  readonly at: number;
  readonly round: number;
  readonly power: string;
}

/** A turn that begins: its round, and whose it is. */
export interface TurnStart {
  readonly round: number;
  readonly powers: readonly string[];
}

/** Take back the last answer that is not sent, if this is still the question. */
export interface Undo {
  readonly type: "undo";
  readonly id: number;
  readonly question: string;
}

/** The answer that was taken back, in words; None if there was none. */
export interface Undone {
  readonly words: string | null;
}

/** A line of the unit table (BG-6). */
export interface UnitFacts {
  readonly name: string;
  readonly several: string;
  readonly cost: number;
  readonly attack: number;
  readonly defence: number;
  readonly move: number;
  readonly hits: number;
  readonly domain: string;
  readonly symbol: string;
}

/** Open this player's key. */
export interface Unlock {
  readonly type: "unlock";
  readonly id: number;
  readonly passphrase: string;
}

/** What the page shows of an audit's verdict (`protocol.report.Report.to_json`). */
export interface Verdict {
  readonly verified: boolean;
  readonly status: string;
  readonly game: string | null;
  readonly seats: readonly string[];
  readonly entries: number;
  readonly claims: ClaimCounts;
  readonly agreements: readonly JudgedAgreement[];
  readonly unsigned: readonly number[];
  readonly fault: Fault | null;
  readonly waiting_for: readonly string[];
  readonly winner: string | null;
  readonly win_verified: boolean | null;
  readonly endorsed: readonly number[];
  readonly statistics: Statistics;
}

/** Units fire: why, and their dice. */
export interface VolleyStep {
  readonly step: "volley";
  readonly why: string;
  readonly shots: readonly ShotSeen[];
}

/** What one seat owes the game. */
export interface Wait {
  readonly seat: number;
  readonly words: string;
  readonly since: number | null;
  readonly learnt: number | null;
  readonly fault: string | null;
  readonly absent_from: number | null;
  readonly gone: boolean;
  readonly recourse: "replace" | "end" | "nothing";
  readonly remedies: readonly ("wait" | "remind" | "claim silence" | "agree" | "resign")[];
}

/** This device waits for a seat from another one. */
export interface WaitingDevice {
  readonly code: string;
  readonly qr: string;
  readonly size: number;
  readonly called: boolean;
}

/** Do without windows from here on, or take them back (SS-4.0). */
export interface WaiveWindows {
  readonly type: "waive";
  readonly id: number;
  readonly waived: boolean;
}

/** Nothing but to pass, after the actions that are offered (SS-4.0). */
export interface WindowForm {
  readonly kind: "window";
}

/** Take back the invite to a place, and remove whoever has used it. */
export interface Withdraw {
  readonly type: "withdraw";
  readonly id: number;
  readonly place: number;
}

/** The recovery phrase is written down: it is to be shown no more. */
export interface WroteDown {
  readonly type: "wrote_down";
  readonly id: number;
}

export type ActionForm =
  | ShuffleForm
  | ReorganizeForm
  | ClaimForm
  | PieceActionForm;

export type Form =
  | MenuForm
  | PickForm
  | AssignForm
  | ShareForm
  | PurchaseForm
  | MobilizeForm
  | OrdersForm
  | DeclareForm
  | CasualtiesForm
  | SidesForm
  | GroupsForm
  | OpeningForm
  | PlaceSubsForm
  | WindowForm;

export type FormAnswer =
  | MenuAnswer
  | PurchaseAnswer
  | MoveAnswer
  | GatherAnswer
  | TakeBackAnswer
  | LandingAnswer
  | DoneAnswer
  | DeclareAnswer
  | CasualtiesAnswer
  | PickAnswer
  | AssignAnswer
  | ShareAnswer
  | MobilizeAnswer
  | PlaceSubsAnswer
  | OpeningAnswer
  | SidesAnswer
  | GroupsAnswer
  | ShuffleAnswer
  | ReorganizeAnswer
  | ClaimAnswer
  | PieceActionAnswer;

export type Step =
  | RoundStep
  | VolleyStep
  | RollStep
  | TextStep;

export type Reply =
  | Snapshot
  | Patch
  | Done
  | Refused;

export type Request =
  | Hello
  | Answer
  | Judge
  | FindDestinations
  | FindComers
  | Forecast
  | Suppose
  | Undo
  | Send
  | GiveUp
  | GiveConsent
  | Withdraw
  | OpenUp
  | LetIn
  | TurnAway
  | RaiseHand
  | Remind
  | AskKeepers
  | Retry
  | ClaimSilence
  | Disclose
  | LookAs
  | Propose
  | InviteSuccessor
  | InviteSpectator
  | HideAddress
  | PlanStart
  | ProposePlayer
  | Accept
  | Refuse
  | Preview
  | WaiveWindows
  | Orders
  | Instruct
  | Note
  | SendChat
  | Keep
  | MakePage
  | OpenReport
  | OpenRetrospect
  | Light
  | SetSpeed
  | SetAlerts
  | OpenPlayback
  | See
  | OpenRule
  | SeekEntry
  | MakeKey
  | Unlock
  | RestoreKey
  | WroteDown
  | OpenScenario
  | OpenMap
  | DraftGame
  | Create
  | Learn
  | Enter
  | OfferRematch
  | AcceptRematch
  | DeclineRematch
  | FindTables
  | Knock
  | StopKnocking
  | Resume
  | Forget
  | AwaitSeat
  | StopWaiting
  | TakeSeat
  | MoveSeat
  | CopyHome
  | BringCopy
  | Leave;

/** What comes of a request. */
export interface Results {
  accept: Nothing;
  again: Nothing;
  alerts: Nothing;
  answer: AnswerStaged;
  await_seat: Nothing;
  bring_copy: CopyBrought;
  comers: Comers;
  consent: Nothing;
  copy_home: HomeCopied;
  create: Nothing;
  decline: Nothing;
  destinations: Destinations;
  disclose: Nothing;
  draft: Nothing;
  enter: Nothing;
  eyes: Nothing;
  find_tables: Nothing;
  forecast: Plan;
  forget: Nothing;
  hand: Nothing;
  hide: Nothing;
  instruct: Nothing;
  invite: Nothing;
  judge: Judgement;
  keep: LogFile;
  keepers: Nothing;
  knock: Nothing;
  learn: Nothing;
  leave: Nothing;
  let_in: Nothing;
  light: Nothing;
  make_key: Nothing;
  move_seat: SeatSealed;
  note: Nothing;
  open_map: MapKept;
  open_scenario: Nothing;
  open_up: Nothing;
  orders: Nothing;
  page: GamePage;
  plan_start: Nothing;
  playback: Playback;
  preview: Nothing;
  propose: Nothing;
  refuse: Nothing;
  rematch: Nothing;
  remind: Nothing;
  replace: Nothing;
  report: AuditReport;
  resign: Nothing;
  restore_key: Nothing;
  resume: Nothing;
  retrospect: Retrospect;
  retry: Nothing;
  rule: RuleParagraph;
  say: Nothing;
  see: Nothing;
  seek: Nothing;
  send: Nothing;
  silence: Nothing;
  spectator: Nothing;
  speed: Nothing;
  stop_knocking: Nothing;
  stop_waiting: Nothing;
  suppose: SupposedView;
  take_seat: Nothing;
  turn_away: Nothing;
  undo: Undone;
  unlock: Nothing;
  waive: Nothing;
  withdraw: Nothing;
  wrote_down: Nothing;
}
