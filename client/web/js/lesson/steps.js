// The script of the guided turn: what is told when, and what it points at.

/**
 * Something that is told. The first step is shown whose `asks` and `when` hold, and which, if it is
 * to be read only, was not read.
 *
 * @typedef {object} Step
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {string} [keys] how the same is done without a mouse
 * @property {string} [target] selects what is to be clicked
 * @property {string} [space] to be brought into view
 * @property {"now" | "tab"} [sheet] of a phone that has the target
 * @property {string} [asks] name of the question that must be asked
 * @property {readonly (keyof typeof import("./facts.js").FACTS)[]} [when] facts that must hold
 * @property {readonly (keyof typeof import("./facts.js").FACTS)[]} [unless] facts that must not
 * @property {boolean} [read] whether it is only to be read: it goes by its button
 */

/** @type {readonly Step[]} */
export const STEPS = [
  {
    id: "end",
    title: "That was a whole turn",
    text: "You have bluffed, been searched for, fought and shuffled. The last step is five questions that you answer for yourself. The game itself goes on for as long as you like.",
    when: ["a round is over"],
    unless: ["moves are played back"],
    read: true,
  },

  {
    id: "back",
    title: "What Japan did",
    text: "Japan's turn is played back below the map, step by step; what may matter for the tokens is pointed out. Let it run, or skip it.",
    when: ["a round is over", "moves are played back"],
    target: "#playback",
  },

  // Setting up
  {
    id: "welcome",
    title: "One turn, about ten minutes",
    text: "Two sides fight for islands: who takes the enemy's capital wins, or who holds more when the rounds are over. You are the USA, in green. The program plays Japan, in red, and sees no more of your submarines than a person would. Nothing is staged: whatever the rules allow, you may do, and this box then says how to go on. You can leave at any time; the game waits for you on the start page.",
    asks: "OpeningGroups",
    read: true,
  },
  {
    id: "tokens",
    title: "Submarines hide under tokens",
    text: "A submarine never stands on the map as a piece. Your submarines are divided into groups, and each group lies under a token, face down. A token may also lie over an empty group: that is a decoy, and nobody but you can tell.",
    asks: "OpeningGroups",
    target: "#dock .zone",
    sheet: "now",
    read: true,
  },
  {
    id: "decoy",
    title: "Make a decoy",
    text: "Press “+ token” beside SZ Midway. Your one submarine there then lies under one of two tokens: 1 and 0. The 0 is the decoy. It sails and blocks as the other does, until a battle turns it up.",
    keys: "Press a until you are in the question, then Tab to “one more token in SZ Midway”, then Enter.",
    asks: "OpeningGroups",
    unless: ["a decoy is chosen"],
    target: '[data-key="more SZ Midway"]',
    sheet: "now",
  },
  {
    id: "place",
    title: "Place them",
    text: "The program now shuffles your tokens and publishes a commitment for each: a number that fixes what lies under it and tells nobody what that is. Nobody can swap a group later without being caught. Press “Place the tokens”.",
    asks: "OpeningGroups",
    when: ["a decoy is chosen"],
    target: '[data-key="open"]',
    sheet: "now",
  },

  // Buying
  {
    id: "seen",
    title: "What your opponent sees",
    text: "Your own tokens show group and size, such as 9·1, or a cross for a decoy, because this is your page. Japan sees them as you see those in SZ Wake: face down, with a question mark. It knows no more than what can be worked out: a single token in SZ Hawaii must carry all three submarines that began there.",
    asks: "PurchaseUnits",
    unless: ["a round is over"],
    target: '.stack[data-space="SZ Midway"]',
    space: "SZ Midway",
    read: true,
  },
  {
    id: "purchase",
    title: "Buy a submarine",
    text: "Your turn begins with a purchase, paid in IPC, the money that your territories bring in. Press + beside Submarine. It comes to the map at the end of the turn.",
    keys: "Press a, then Tab to “more: submarine”, then Enter.",
    asks: "PurchaseUnits",
    unless: ["a submarine is chosen"],
    target: '[data-key="buy submarine+"]',
    sheet: "now",
  },
  {
    id: "buy",
    title: "Pay for it",
    text: "Press “Buy”. You can undo everything until it is sent, and it is not sent before others must know of it.",
    keys: "Tab to “Buy for 6 IPC”, then Enter.",
    asks: "PurchaseUnits",
    when: ["a submarine is chosen"],
    target: '[data-key="buy"]',
    sheet: "now",
  },

  // Combat move
  {
    id: "trackers",
    title: "The tracker",
    text: "How large each group is, everybody knows. Where it is, only its owner does. Open the tab “Powers”.",
    keys: "Press 2.",
    asks: "CombatMove",
    unless: ["a round is over", "the trackers are open", "the tracker was read"],
    target: '[data-key="tab hidden"]',
  },
  {
    id: "tracker",
    title: "Reading Japan's tracker",
    text: "Japan has three tokens on the map, but only two groups with a submarine. So one of the three is a decoy. The page counts for you what each may be: point at a token, or choose its zone, and it tells the chances.",
    asks: "CombatMove",
    when: ["the trackers are open"],
    unless: ["a round is over"],
    target: "#tab .power:not(.mine) .tracker",
    sheet: "tab",
    read: true,
  },
  {
    id: "sailing",
    title: "Done moving",
    text: "The arrow is a move that is not sent: × takes it back. Your destroyer matters: where it fights, Japan's submarines can neither dive away nor strike first. Press “Done moving”.",
    keys: "Press a, then Enter on “Done moving”.",
    asks: "CombatMove",
    when: ["the fleet sails"],
    target: '[data-key="done"]',
    sheet: "now",
  },
  {
    id: "goal",
    title: "Sail to SZ Wake",
    text: "The zones that light up are legal. Click SZ Wake, where a cruiser and two of Japan's tokens lie. (Clicking the fleet again puts it down.)",
    keys: "On the map, walk to SZ Wake with the arrow keys, or find it with /. Then Enter.",
    asks: "CombatMove",
    when: ["the fleet is in hand"],
    target: '.stack[data-space="SZ Wake"]',
    space: "SZ Wake",
  },
  {
    id: "other",
    title: "You hold other pieces",
    text: "They may move, too. To go on with the tour, put them down with Escape, or move them first and take the fleet then.",
    asks: "CombatMove",
    when: ["other pieces are in hand"],
    target: '.stack[data-space="SZ Hawaii"]',
    space: "SZ Hawaii",
  },
  {
    id: "all",
    title: "Take the whole fleet",
    text: "Press “all of them”: battleship, cruiser, destroyer and your token of three submarines.",
    keys: "On the map, press Space: it picks up all that can move here.",
    asks: "CombatMove",
    when: ["the fleet is looked at"],
    target: '[data-key="all"]',
    sheet: "tab",
  },
  {
    id: "fleet",
    title: "Search the zone around Wake Island",
    text: "Submarines are found by going where they may be. Click the sea beside your fleet in SZ Hawaii.",
    keys: "Press /, type SZ Hawaii, then Enter.",
    asks: "CombatMove",
    target: '.stack[data-space="SZ Hawaii"]',
    space: "SZ Hawaii",
  },
  {
    id: "declare",
    title: "Say where you attack",
    text: "Tick “attack” for SZ Wake and declare it. Zones with nothing but tokens can be ignored.",
    asks: "Declare",
    target: '[data-key="declare"]',
    sheet: "now",
  },

  // The battle
  {
    id: "battle",
    title: "The battle begins",
    text: "Before a battle you may rearrange your tokens once more. Yours in SZ Wake is alone, so there is nothing to gain. Press “Fight in SZ Wake”.",
    keys: "Press a, then Enter.",
    asks: "NextBattle",
    target: '[data-key="option 0"]',
    sheet: "now",
  },
  {
    id: "dive",
    title: "Dive, or fight?",
    text: "Japan has no destroyer here, so your submarines may submerge: they stay hidden and leave this battle. Fighting turns them up. Your destroyer denies Japan the same choice. Press “Fight with all”.",
    keys: "Press a, then Tab to “Fight with all”, then Enter.",
    asks: "ChooseSides",
    target: '[data-key="stand"]',
    sheet: "now",
  },
  {
    id: "reveal",
    title: "Turned up",
    text: "All tokens that fight were turned up at once, before a die was rolled. A decoy among them goes back to its owner's supply: it has cost nothing but the bluff. Find it in the line below the map as the battle is played back, or later in the log.",
    when: ["tokens were turned up"],
    unless: ["a round is over"],
    target: "#battle",
    read: true,
  },
  {
    id: "casualties",
    title: "Choose your losses",
    text: "Each unit rolls a die, and hits with its own number or less: the battle board has both. The owner of what is hit chooses the losses. The proposal spares what is worth most: a battleship survives its first hit. Press “Take these losses”.",
    keys: "Press a, then Tab to “Take these losses”, then Enter.",
    asks: "Casualties",
    target: '[data-key="lose"]',
    sheet: "now",
  },
  {
    id: "retreat",
    title: "Another round?",
    text: "After each round the attacker may withdraw. The odds count hidden tokens by what can be known. Press “Go on”.",
    keys: "Press a, then Enter.",
    asks: "Retreat",
    target: '[data-key="option 0"]',
    sheet: "now",
  },
  {
    id: "submerge",
    title: "Your group may dive now",
    text: "From the second round on, groups that were turned up may submerge, where no enemy destroyer fights. There is little to fear here. Press “Fight on with all”.",
    keys: "Press a, then Tab to “Fight on with all”, then Enter.",
    asks: "SubmergeGroups",
    target: '[data-key="go"]',
    sheet: "now",
  },

  // The end of the turn
  {
    id: "noncombat",
    title: "Face down again",
    text: "What is left of your group turned face down again: but Japan has seen it, and will follow that token. How to shake Japan off comes in a moment. You need not move anything now: press “Done moving”.",
    keys: "Press a, then Enter on “Done moving”.",
    asks: "NoncombatMove",
    target: '[data-key="done"]',
    sheet: "now",
  },
  {
    id: "mobilize",
    title: "Nothing else to place",
    text: "New ships and land units would be placed here. Your submarine comes next, with its token. Press “Continue”.",
    asks: "MobilizeUnits",
    target: '[data-key="place"]',
    sheet: "now",
  },
  {
    id: "new",
    title: "Your new submarine",
    text: "It needs a token again. Press “+ token in SZ Hawaii”.",
    keys: "Press a, then Tab to the button of SZ Hawaii, then Enter.",
    asks: "PlaceSubs",
    unless: ["a new token is chosen"],
    target: '[data-key="new SZ Hawaii"]',
    sheet: "now",
  },
  {
    id: "new placed",
    title: "Your new submarine",
    text: "It needs a token: one in SZ Hawaii is proposed. Japan sees the token, and not what is under it. Press “Place them”. Then Japan plays.",
    asks: "PlaceSubs",
    target: '[data-key="place subs"]',
    sheet: "now",
  },
  {
    id: "shuffle",
    title: "Shuffle",
    text: "At the end of Japan's moves you have a window: a moment for your tokens alone. Shuffle the two tokens in SZ Midway: they get new numbers in an order that only you know. Japan goes on knowing what lies under the two together, but whatever it had guessed of either is worth nothing now. Press “Shuffle all 2”.",
    keys: "Press a, then Tab to “Shuffle all 2”, then Enter.",
    asks: "Window",
    when: ["the tokens at Midway can be shuffled"],
    target: '[data-key="shuffle SZ Midway"]',
    sheet: "now",
  },
  {
    id: "pass",
    title: "Pass",
    text: "You could also move submarines from one group to another here, if both lie in one zone. Press “Pass” to let Japan go on.",
    asks: "Window",
    target: '[data-key="pass"]',
    sheet: "now",
  },
  {
    id: "dice",
    title: "The dice fall",
    text: "Both players add to every die, and neither can know it before: no dice here are the program's own. The battle board shows who fires, and what is hit.",
    when: ["the other plays", "a battle goes on"],
    target: "#battle",
  },
  {
    id: "watch",
    title: "Japan's turn",
    text: "Nothing is asked of you. Everything that Japan does is shown step by step below the map; what may matter for the tokens is pointed out. Meanwhile you may look around.",
    when: ["the other plays"],
    target: "#playback",
  },
];
