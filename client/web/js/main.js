// Where the page of an installed program begins: its node is the one that serves it.

import { begin } from "./page.js";

/**
 * The token of the link; a page that is loaded again remembers it.
 *
 * @returns {string}
 */
function tokenOfLink() {
  const token = location.hash.slice(1) || sessionStorage.getItem("token") || "";
  if (token) sessionStorage.setItem("token", token);
  return token;
}

begin(() => new WebSocket(`ws://${location.host}/table`), tokenOfLink());
