// What the page knows: the board, the picture as it was last sent, and what is chosen on this page.

export const store = {
  board: null,
  picture: {},
  /** Chosen on this page alone: the space looked at, and pieces picked up. */
  space: null,
  picked: new Set(),
  lit: {},
  /** What the question at hand is about: pieces chosen so far, and spaces that may be chosen. */
  chosen: new Set(),
  offered: new Set(),
};

const listeners = [];

/** Call `update(sections)` whenever one of these sections has changed; "*" for any. */
export function on(sections, update) {
  listeners.push([sections, update]);
}

export function changed(...sections) {
  for (const [wanted, update] of listeners) {
    if (sections.includes("*") || wanted.includes("*") || wanted.some((name) => sections.includes(name))) update(sections);
  }
}

export function snapshot(board, picture) {
  if (store.board && !board) return location.reload(); // the table was left: nothing of it stays on the page
  store.board = board;
  store.picture = picture;
  store.picked.clear();
  store.lit = {};
  changed("board", "*");
}

/** Set what has changed and remove what is gone, section by section. */
export function patch(changes, gone) {
  for (const [name, entries] of Object.entries(changes)) Object.assign((store.picture[name] ??= {}), entries);
  for (const [name, keys] of Object.entries(gone)) for (const key of keys) delete store.picture[name][key];
  changed(...Object.keys(changes), ...Object.keys(gone));
}

export const section = (name) => store.picture[name] ?? {};
export const ask = () => section("ask");
export const mine = (power) => Boolean(section("powers")[power]?.mine);

export function look(space) {
  store.space = space;
  changed("space");
}

/** Every piece of a space, figure or token, with what is known of it. */
export function pieces(space) {
  const here = section("spaces")[space];
  if (!here) return [];
  return [
    ...here.stacks.flatMap((stack) => stack.ids.map((id) => ({ ...stack, id, space }))),
    ...here.tokens.map((token) => ({ ...token, kind: "token", space })),
  ];
}

/** The space of a piece. */
export function whereIs(id) {
  for (const [name, here] of Object.entries(section("spaces"))) {
    if (here.tokens.some((t) => t.id === id) || here.stacks.some((st) => st.ids.includes(id))) return name;
  }
  return null;
}
