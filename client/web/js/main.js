// Where the page of an installed program begins: its node is the one that serves it.

import { begin } from "./page.js";

const TOKEN = /^#([\w-]{43})$/; // anything else is a place on the page

/**
 * The token of the link; a page that is loaded again remembers it.
 *
 * @returns {string}
 */
function tokenOfLink() {
  const token = TOKEN.exec(location.hash)?.[1] ?? sessionStorage.getItem("token") ?? "";
  if (token) sessionStorage.setItem("token", token);
  return token;
}

// A link that is put where the one before it stood differs behind the # alone: no browser loads it.
addEventListener("hashchange", () => {
  if (TOKEN.test(location.hash)) location.reload();
});
begin(() => new WebSocket(`ws://${location.host}/table`), tokenOfLink());
