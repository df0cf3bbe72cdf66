// Where the focus goes when what had it is gone: who plays by keys goes on from there.

/**
 * @import { Store } from "./store.js"
 */

import { sameQuestion } from "./state.js";

const CONTROLS = "a[href], button, input, select, summary";
/** Kept for as long as the tab is open, if its player used keys last. */
const BY_KEYS = "by keys";
/** Parts of the page; where a control of one is gone, another of the same part has the focus. */
const PARTS = "#dialog, #dock, #away, #tab, #battle, #playback, #guide";

/**
 * A control that has the focus, and those before it in its part of the page, the nearest first.
 *
 * @typedef {object} Held
 * @property {Element} control
 * @property {Element | null} part
 * @property {readonly Element[]} earlier
 */

/**
 * @param {Element} control
 * @returns {Held}
 */
export function held(control) {
  const part = control.closest(PARTS);
  const all = part ? [...part.querySelectorAll(CONTROLS)] : [];
  return { control, part, earlier: all.slice(0, Math.max(0, all.indexOf(control))).reverse() };
}

/**
 * Whether a control can have the focus.
 *
 * @param {Element} control
 */
const stands = (control) =>
  control.isConnected && !control.hasAttribute("disabled") && control.getClientRects().length > 0;

/**
 * What is next to a control that is gone: nothing that answers, as the key that took it away may be
 * pressed once more, and no field, in which letters are no shortcuts.
 *
 * @param {Held} held
 * @param {(control: Element) => boolean} [usable]
 */
export const nextTo = ({ part, earlier }, usable = stands) =>
  earlier.find(
    (one) =>
      usable(one) &&
      part?.contains(one) &&
      one.getAttribute("aria-disabled") !== "true" &&
      !one.matches(".primary, .danger, .inline, #dock .menu *, input:not([type=checkbox])"),
  ) ?? null;

/**
 * Whoever answers by keys goes on by keys: where the focus is lost with what was answered, the next
 * question has it. Its heading takes it, as no key that is pressed once more is to answer. Where a
 * control is gone and the question is not, what is next to it takes the focus.
 *
 * @param {Store} store
 * @param {HTMLElement} dock
 */
export function followFocus(store, dock) {
  let byKeys = sessionStorage.getItem(BY_KEYS) !== null; // another game loads the page again
  let led = false; // by the page, since the key went down that is still held
  /** @type {Held | null} */
  let last = null;
  let asked = store.state;
  const note = () => {
    const now = document.activeElement;
    if (!now || now === document.body) return;
    last = held(now);
    asked = store.state;
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (led && event.repeat) return event.preventDefault();
      byKeys = true;
      led = false;
      note();
    },
    true,
  );
  document.addEventListener("pointerdown", () => {
    byKeys = false;
  });
  document.addEventListener("focusin", note);
  addEventListener("pagehide", () => {
    if (byKeys) sessionStorage.setItem(BY_KEYS, "");
    else sessionStorage.removeItem(BY_KEYS);
  });

  const lead = (/** @type {Element | null} */ to) => {
    led = true;
    take(to);
  };
  const isLost = () => {
    const now = document.activeElement;
    return byKeys && (now === document.body || (now === last?.control && !stands(now)));
  };
  const regain = (/** @type {boolean} */ settled) => {
    const { state } = store;
    if (!isLost() || state.settling) return;
    const gone = last && !stands(last.control) ? last : null;
    const part = last?.part && stands(last.part) ? last.part : null;
    const same = sameQuestion(state, asked); // else what is next to it is about something else
    if (gone && part?.matches("#tab, #dialog"))
      lead((same && nextTo(gone)) || (part.id === "tab" ? part : part.querySelector("h3")));
    else if (state.dialog) return;
    else if (settled || (gone && !state.picture.ask)) lead(dock.querySelector("h2") ?? dock);
    else if (gone && same) lead((part && nextTo(gone)) || (dock.querySelector("h2") ?? dock));
  };
  store.subscribe((state, before) => {
    const came = !before.picture.ask && state.picture.ask; // as in another game
    const settled = (before.settling && !state.settling) || Boolean(came);
    if (isLost()) setTimeout(() => regain(settled)); // a dialog that closes gives it back by itself
  });
}

/**
 * Have a dialog read from its top, where the first control lies further down than is seen.
 *
 * @param {HTMLElement} dialog that has just been opened
 */
export function beginAbove(dialog) {
  const first = document.activeElement?.getBoundingClientRect();
  if (first && first.bottom > dialog.getBoundingClientRect().bottom)
    take(dialog.querySelector("h3"));
}

/** @param {Element | null} element a control, a part of the page or a heading */
function take(element) {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches(`${CONTROLS}, [tabindex]`)) element.tabIndex = -1;
  element.focus();
}
