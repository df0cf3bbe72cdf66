// What a player's hand does on the map.

/** @import { State } from "../../client/web/js/state.js" */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Hand } from "../../client/web/js/hand.js";
import { Store } from "../../client/web/js/store.js";
import { ask, asking, GO_ON, ORDERS, space, stack } from "./samples.js";

/**
 * What is told after both infantry of Plains were called to SZ 1, and the picture has come to be so.
 *
 * @param {(state: State) => State["picture"]} then
 */
async function told(then) {
  const begun = asking(ask("a.0", ORDERS));
  const spaces = { Plains: space(stack("infantry", [1, 2])), "SZ 1": space() };
  const store = new Store({ ...begun, picture: { ...begun.picture, spaces } });
  /** @type {string[]} */
  const toasts = [];
  const act = /** @type {any} */ ({
    give: () => {
      store.update({ picture: then(store.state) });
      return Promise.resolve(true);
    },
    request: () => Promise.resolve({ legal: false, rule: "BG-7.9", why: "there is no room" }),
    toast: (/** @type {string} */ text) => toasts.push(text),
  });
  await new Hand(store, act).bring([1, 2], "SZ 1");
  await new Promise((done) => setTimeout(done));
  return toasts;
}

test("BG-7.9: of those who are called it is told who stays, and why", async () => {
  const spaces = { Plains: space(stack("infantry", [2])), "SZ 1": space(stack("infantry", [1])) };
  const one = await told(({ picture }) => ({ ...picture, spaces }));
  assert.deepEqual(one, ["1 infantry stays behind: there is no room (BG-7.9)"]);
  const both = { Plains: space(), "SZ 1": space(stack("infantry", [1, 2])) };
  assert.deepEqual(await told(({ picture }) => ({ ...picture, spaces: both })), []);
});

test("of who is on the way, while dice or others come first, nobody is said to stay", async () => {
  assert.deepEqual(await told(({ picture }) => ({ ...picture, ask: ask("b.0", GO_ON) })), []);
  assert.deepEqual(await told(({ picture }) => ({ ...picture, ask: null })), []);
});
