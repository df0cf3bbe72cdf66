// Canals: drawn where the two waters that they join meet between the lands they go through.

import { s } from "./dom.js";

/** How far, in units of the map, a canal may lie from where its waters meet. */
const NEAR = 60;

/** Every canal as a mark with its name and whose land it goes through. */
export function canals(board) {
  return s("g", { class: "canals" }, board.canals.map((canal) => {
    const outlines = (name) => parts(board.map.spaces[name]?.path ?? "");
    const [some, others] = canal.zones.map((name) => outlines(name).flat());
    const lands = canal.lands.map(outlines);
    const ends = narrows(lands.flat(), meeting(some, others, lands.map((land) => land.flat()))) ?? nearest(some, others);
    if (!ends) return null;
    const [[ax, ay], [bx, by]] = ends;
    const d = `M${ax} ${ay}L${bx} ${by}`;
    return s("g", {}, s("title", {}, `${canal.name}: between ${canal.zones.join(" and ")}, open to who holds ${canal.lands.join(" and ")} since before the turn`), s("path", { class: "canal bank", d }), s("path", { class: "canal", d }));
  }));
}

/** The corners of each part of a path of lines, as maps have them; none of any other path. */
function parts(path) {
  if (/[^Mlz\d\s.,-]/.test(path)) return [];
  return [...path.matchAll(/M([^l]*)l?([^z]*)z/g)].map(([, begin, rest]) => {
    let [x, y] = numbers(begin);
    const found = [[x, y]];
    const steps = numbers(rest);
    for (let i = 0; i + 1 < steps.length; i += 2) found.push([(x += steps[i]), (y += steps[i + 1])]);
    return found;
  });
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

/** Where two parts of the lands come near each other beside where the waters meet: the canal itself. */
function narrows(outlines, at) {
  if (!at) return null;
  const near = outlines.map((outline) => outline.filter(([x, y]) => Math.hypot(x - at[0][0], y - at[0][1]) < NEAR)).filter((outline) => outline.length);
  const gaps = near.flatMap((one, i) => near.slice(i + 1).map((other) => nearest(one, other)));
  const [gap] = gaps.map(([a, b]) => ({ wide: Math.hypot(a[0] - b[0], a[1] - b[1]), at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] })).filter(({ wide }) => wide > 0.5).sort((a, b) => a.wide - b.wide);
  return gap ? [gap.at, gap.at] : at;
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
