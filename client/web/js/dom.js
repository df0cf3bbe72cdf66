// Elements without markup strings: nothing that anybody typed is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in { value: 1, disabled: 1, checked: 1, hidden: 1 }) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const $ = (id) => document.getElementById(id);

/** Replace what is in an element; what has the same `data-key` keeps the focus, and stays as folded as it was. */
export function put(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const open = new Map([...element.querySelectorAll("details[data-key]")].map((details) => [details.dataset.key, details.open]));
  const top = element.scrollTop;
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  element.scrollTop = top;
  for (const details of open.size ? element.querySelectorAll("details[data-key]") : []) details.open = open.get(details.dataset.key) ?? details.open;
  if (focused) [...element.querySelectorAll("[data-key]")].find((e) => e.dataset.key === focused)?.focus({ preventScroll: true });
}

/** A number with buttons for one more and one less. */
export function stepper(label, value, low, high, change, key) {
  const set = (to) => change(Math.max(low, Math.min(high, to)));
  return h("span", { class: "stepper", role: "group", "aria-label": label },
    h("button", { "data-key": `${key}-`, "aria-label": `less: ${label}`, disabled: value <= low, onclick: () => set(value - 1) }, "−"),
    h("output", {}, String(value)),
    h("button", { "data-key": `${key}+`, "aria-label": `more: ${label}`, disabled: value >= high, onclick: () => set(value + 1) }, "+"));
}
