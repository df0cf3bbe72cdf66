// Elements without markup strings: nothing that anybody typed is ever read as HTML.

/** @import { ComponentChildren, JSX, VNode } from "../vendor/preact.js" */

import { createElement } from "../vendor/preact.js";

/** @typedef {{ [data: `data-${string}`]: string | number | boolean | undefined | null }} Data */

/**
 * An element of HTML or SVG.
 *
 * @template {keyof JSX.IntrinsicElements} K
 * @param {K} tag
 * @param {JSX.IntrinsicElements[K] & Data} attributes
 * @param {...ComponentChildren} children
 * @returns {VNode}
 */
export const h = (tag, attributes, ...children) =>
  createElement(/** @type {string} */ (tag), attributes, ...children);

/**
 * The element of the page with this id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}
