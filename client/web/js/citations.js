// Numbers of rules in sentences: SS-4.3b, R6, ruling 25. What Python finds too (client.rulebook.citations),
// by the same patterns; tests/client/rulebook/citations.json holds the two together.

/**
 * A number with its chapter.
 *
 * @param {readonly string[]} chapters
 */
const first = (chapters) =>
  new RegExp(
    "(?<![\\w.-])(?:" +
      `(?<chapter>${chapters.join("|") || "(?!)"})-` +
      "(?:\\d+\\.\\d+(?:[a-z](?:\\.\\d)?)?|\\d+[a-zA-J]?|[AV]\\d+|T\\d*)" +
      "|R\\d{1,2}|EX-[A-Z]\\d?|(?<ruling>rulings?) (?<among>\\d{1,2}))(?!\\w)",
    "g",
  );

const LINK = "(?:, (?:and )?|/|; | and | or | to )";

/** Another number of the same chapter, without its letters; a bare 7 only before a bracket. */
const NEXT_POINT = new RegExp(
  `${LINK}(?<number>\\d+\\.\\d+[a-z]?|\\d+[A-J]|A\\d{1,2}|\\d+(?=\\)))(?![\\w-])`,
  "y",
);

/** The same where numbers have no point, as in "SW-4, 5" and "rulings 5 and 10". */
const NEXT_WHOLE = new RegExp(
  `${LINK}(?<number>\\d{1,2})(?=[),.;:]| and\\b| to\\b|$)(?!\\.\\d)`,
  "y",
);

/**
 * A sentence in parts: words, and those that cite a rule, with its number in full.
 *
 * @param {string} sentence
 * @param {readonly string[]} chapters letters that numbers of rules begin with
 * @returns {{ text: string, number: string | null }[]}
 */
export function citations(sentence, chapters) {
  const parts = [];
  let at = 0;
  for (const { start, end, number } of cited(sentence, chapters)) {
    if (at < start) parts.push({ text: sentence.slice(at, start), number: null });
    parts.push({ text: sentence.slice(start, end), number });
    at = end;
  }
  if (at < sentence.length) parts.push({ text: sentence.slice(at), number: null });
  return parts;
}

/**
 * Where a sentence cites a rule, and which.
 *
 * @param {string} sentence
 * @param {readonly string[]} chapters
 * @returns {{ start: number, end: number, number: string }[]}
 */
function cited(sentence, chapters) {
  const found = [];
  let after = 0;
  for (const match of sentence.matchAll(first(chapters))) {
    if (match.index < after) continue;
    const { chapter, ruling, among } = match.groups ?? {};
    const family = ruling ? "ruling" : chapter;
    const number = among ? `ruling ${among}` : match[0];
    after = match.index + match[0].length;
    found.push({ start: match.index, end: after, number });
    const pattern = number.includes(".") ? NEXT_POINT : NEXT_WHOLE;
    while (family) {
      pattern.lastIndex = after;
      const more = pattern.exec(sentence)?.groups?.number;
      if (more === undefined) break;
      after = pattern.lastIndex;
      found.push({ start: after - more.length, end: after, number: inFull(family, more) });
    }
  }
  return found;
}

/**
 * @param {string} chapter
 * @param {string} number without it
 */
function inFull(chapter, number) {
  if (chapter === "ruling") return `ruling ${number}`;
  return `${number.startsWith("A") ? "SS" : chapter}-${number}`;
}
