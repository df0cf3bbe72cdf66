// Numbers of rules in sentences: SS-4.3b, BG-8.13.

const RULE = /\b([A-Z]{2}-\d+(?:\.\d+)*[a-z]?)\b/;

/**
 * A sentence in parts: words, and the numbers of rules that they cite.
 *
 * @param {string} sentence
 * @returns {{ text: string, cites: boolean }[]}
 */
export function citations(sentence) {
  return sentence
    .split(RULE)
    .map((text, place) => ({ text, cites: place % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
