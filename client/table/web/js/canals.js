// Canals: drawn where the two waters that they join meet between the lands they go through.

import { s } from "./dom.js";

/** Every canal as a mark with its name and whose land it goes through. */
export function canals(board) {
  return s("g", { class: "canals" }, board.canals.map((canal) => {
    const [some, others, ...lands] = [...canal.zones, ...canal.lands].map((name) => corners(board.map.spaces[name]?.path ?? ""));
    const ends = meeting(some, others, lands) ?? nearest(some, others);
    if (!ends) return null;
    const [[ax, ay], [bx, by]] = ends;
    const d = `M${ax} ${ay}L${bx} ${by}`;
    return s("g", {}, s("title", {}, `${canal.name}: between ${canal.zones.join(" and ")}, open to who holds ${canal.lands.join(" and ")} since before the turn`), s("path", { class: "canal bank", d }), s("path", { class: "canal", d }));
  }));
}

/** The corners of a path of lines, as maps have them; none of any other path. */
function corners(path) {
  if (/[^Mlz\d\s.,-]/.test(path)) return [];
  const found = [];
  for (const [, begin, rest] of path.matchAll(/M([^l]*)l?([^z]*)z/g)) {
    let [x, y] = numbers(begin);
    found.push([x, y]);
    const steps = numbers(rest);
    for (let i = 0; i + 1 < steps.length; i += 2) found.push([(x += steps[i]), (y += steps[i + 1])]);
  }
  return found;
}

const numbers = (text) => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);

/** A corner that both waters have, the one that is nearest to the lands; null if they have none. */
function meeting(some, others, lands) {
  const known = new Set(others.map(rounded));
  const [, at] = some.filter((point) => known.has(rounded(point))).reduce(([least, best], point) => {
    const far = lands.reduce((sum, land) => sum + Math.min(...land.map(([x, y]) => Math.hypot(x - point[0], y - point[1]))), 0);
    return far < least ? [far, point] : [least, best];
  }, [Infinity, null]);
  return at && [at, at];
}

const rounded = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

/** Of two lists of points, those that are nearest to each other. */
function nearest(some, others) {
  let [best, ends] = [Infinity, null];
  for (const a of some) {
    for (const b of others) {
      const far = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
      if (far < best) [best, ends] = [far, [a, b]];
    }
  }
  return ends;
}
