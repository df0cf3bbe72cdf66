import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHTML } from "linkedom";

import { held, nextTo } from "../../client/web/js/focus.js";
import { stepper } from "../../client/web/js/parts.js";
import { render } from "../../client/web/vendor/preact.js";

/**
 * A part of the page with a control of each of these classes, and the one that has the focus.
 *
 * @param {readonly string[]} classes
 * @param {number} focused
 */
function part(classes, focused) {
  const { document } = parseHTML("<!doctype html><body><section id=dock></section><button>");
  const dock = /** @type {HTMLElement} */ (document.querySelector("#dock"));
  dock.innerHTML = classes.map((name) => `<button class="${name}">${name}</button>`).join("");
  const controls = [...dock.querySelectorAll("button")];
  return { document, controls, at: held(controls[focused]) };
}

/** @param {Element} control */
const there = (control) => control.isConnected && !control.hasAttribute("disabled");

test("where a control is gone, the one before it has the focus, and none behind it", () => {
  const { controls, at } = part(["one", "two", "three", "four"], 2);
  controls[2].remove();
  assert.equal(nextTo(at, there), controls[1]);
  controls[1].setAttribute("disabled", "");
  assert.equal(nextTo(at, there), controls[0]);
  controls[0].remove();
  assert.equal(nextTo(at, there), null);
});

test("nothing that answers is next to what is gone", () => {
  const { controls, at } = part(["one", "primary", "start over"], 2);
  controls[2].setAttribute("disabled", "");
  assert.equal(nextTo(at, there), controls[0]);
});

test("a field is not next to what is gone: letters are to stay shortcuts", () => {
  const { document } = parseHTML("<!doctype html><body><section id=tab></section>");
  const panel = /** @type {HTMLElement} */ (document.querySelector("#tab"));
  panel.innerHTML = "<input type=checkbox><input><button>Bring</button>";
  const [box, , bring] = panel.children;
  const at = held(bring);
  bring.remove();
  assert.equal(nextTo(at, there), box);
});

test("a stepper at its end keeps the focus, does nothing and is passed over by Tab", () => {
  const { document } = parseHTML("<!doctype html><body>");
  Object.assign(globalThis, { document });
  /** @type {number[]} */
  const set = [];
  const change = (/** @type {number} */ value) => set.push(value);
  render(stepper({ label: "tank", value: 2, high: 2, change, key: "tank" }), document.body);
  const [less, more] = [...document.querySelectorAll("button")];
  assert.equal(more.hasAttribute("disabled"), false);
  assert.equal(more.getAttribute("aria-disabled"), "true");
  assert.match(more.outerHTML, /tabindex="-1"/i);
  more.click();
  assert.deepEqual(set, []);
  assert.equal(less.hasAttribute("aria-disabled"), false);
  less.click();
  assert.deepEqual(set, [1]);
});
