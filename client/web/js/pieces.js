// Pieces and spaces in forms: found by number, put together where nothing tells them apart, named.

import { h } from "./dom.js";
import { reveal } from "./map.js";
import { look, pieces, section, whereIs } from "./store.js";
import { chip, tokenChip, unitName } from "./units.js";

/** A piece wherever it stands. */
export const piece = (id) => pieces(whereIs(id) ?? "").find((p) => p.id === id);

/** The name of a space, which shows it on the map. */
export const place = (space) => h("button", { class: "inline", onclick: () => { look(space); reveal(space); } }, space);

/** Where a question is about, if it is about one space. */
export const about = (asked) => (asked.space ? h("p", { class: "quiet" }, "In ", place(asked.space)) : null);

/** How a battle of yours there would go, or why odds cannot tell; nothing if none is planned or due. */
export function expected(space) {
  const plan = section("plans")[space];
  return plan ? plan.unforeseen ?? `${plan.ends}; you lose ${plan.cost} IPC, they ${plan.prize}` : null;
}

export const shown = (p, count) => (p.kind === "token" ? tokenChip(p) : chip(p.power, p.kind, count, noted(p)));
export const called = (p) => (p.kind === "token" ? `token #${p.id}` : unitName(p.kind));

/** A reason with figures called by what they are and where, as their numbers stand nowhere on the table; tokens by theirs. */
export const plain = (reason) => reason.replace(/\b(\w+) (\d+)\b/g, (words, word, id) => {
  const found = piece(Number(id));
  if (!found || ![found.kind, "piece"].includes(word)) return words;
  return found.kind === "token" ? `#${id}` : `the ${unitName(found.kind)} in ${found.space}`;
});

const noted = (p) => [p.damaged ? "damaged" : "", p.aboard !== undefined ? "aboard" : "", ...(p.marks ?? [])].filter(Boolean).join(", ");

/** Pieces that nothing tells from each other, in the order in which they are first met. */
export function alike(ids) {
  const groups = new Map();
  for (const p of ids.map(piece).filter(Boolean)) {
    const key = p.kind === "token" ? `#${p.id}` : JSON.stringify([p.space, p.power, p.kind, noted(p)]);
    (groups.get(key) ?? groups.set(key, []).get(key)).push(p);
  }
  return [...groups.values()];
}
