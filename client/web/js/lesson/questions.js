// Five questions for whoever has played the guided turn, to be answered for oneself.

/**
 * @typedef {object} Question
 * @property {string} asks
 * @property {readonly string[]} options
 * @property {number} right which of them is
 * @property {string} why
 */

/** @type {readonly Question[]} */
export const QUESTIONS = [
  {
    asks: "A token lies face down in a sea zone. What does your opponent know of it?",
    options: [
      "Its owner and where it is, and what all groups together leave possible",
      "How many submarines it carries",
      "Nothing at all",
    ],
    right: 0,
    why: "Where a token is, everybody sees, and how large each group is, the tracker tells (SS-0.7). Which group lies under which token only the owner knows (SS-0.1).",
  },
  {
    asks: "What is a decoy?",
    options: [
      "A submarine that cannot attack",
      "A token whose group has no submarine",
      "A token that was turned up",
    ],
    right: 1,
    why: "A decoy moves like any other token, and like any other keeps transports without escort from landing, until it must show itself. Then it goes back to the supply (SS-2.0e, 3.6).",
  },
  {
    asks: "When are the tokens in a battle turned up?",
    options: [
      "After the last round",
      "One by one, as each is hit",
      "All that fight at once, before the first die",
    ],
    right: 2,
    why: "First both sides say which tokens submerge; all others are turned up at once (SS-3.1, 3.3). What is left at the end turns face down again (SS-3.7).",
  },
  {
    asks: "Who keeps submarines from diving out of a battle?",
    options: ["A destroyer of the other side", "A battleship of the other side", "Nobody"],
    right: 0,
    why: "Where the other side has a destroyer, submarines can neither submerge nor strike first (BG-7.4, 8.11).",
  },
  {
    asks: "You shuffle two of your tokens in one zone. What can your opponent still be sure of?",
    options: [
      "Which of the two carried the larger group",
      "That the same groups are still under those two tokens, in an order that is not known",
      "Nothing: the groups may be anywhere now",
    ],
    right: 1,
    why: "A shuffle changes only which of the two holds which group, and only you know how they lie now (SS-4.3). Your program proves that it has changed nothing else, and every other program checks that.",
  },
];
