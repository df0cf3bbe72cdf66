// What Rules of Warfare lets pieces do besides moving: kamikaze vows, laying mines.

import { h } from "./dom.js";
import { alike, called, place, shown } from "./pieces.js";
import { ask } from "./store.js";

const ACTS = {
  vow: { tag: "kamikaze", title: "Kamikaze: fighters that will not come back (WK-1)", verb: "Vow", hint: "A vow cannot be taken back; sends what is staged." },
  lay: { tag: "lay_mine", title: "Lay mines (WM-2)", verb: "Lay a mine", hint: "The transport then moves no more; sends what is staged." },
};

export function actions(act) {
  const offered = ask().actions;
  return Object.entries(ACTS).filter(([verb]) => offered[verb]?.length).map(([verb, { title, hint, verb: word, tag }]) => h("details", { class: "actions", "data-key": `to ${verb}` }, h("summary", {}, title), h("p", { class: "quiet" }, hint),
    h("ul", { class: "rows" }, alike(offered[verb]).map((group) => h("li", {}, place(group[0].space), shown(group[0], group.length), h("span", { class: "name" }, called(group[0])),
      h("button", { "data-key": `${verb} ${group[0].id}`, onclick: () => act({ do: "act", action: tag, piece: group[0].id }) }, word))))));
}
