// Draws the pictures of terms as files, for the glossary of docs/rules: `make pictures`.
//
// They are those of the page: the same functions draw them, and the same sheets of style. A file has
// both themes, and in its title what it shows.

/** @import { Board } from "../client/web/schema.js" */

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { parseHTML } from "linkedom";

import { BEGINNING } from "../client/web/js/state.js";
import { symbols } from "../client/web/js/units.js";
import { PICTURES, picture } from "../client/web/js/views/pictures.js";
import { render } from "../client/web/vendor/preact.js";

/** Where the pictures are. */
export const FOLDER = new URL("../docs/rules/pictures/", import.meta.url);

const SHEETS = ["map.css", "app.css"];

/** Two powers, and of units what pictures need. @type {Board} */
const BOARD = /** @type {Board} */ (
  /** @type {unknown} */ ({
    powers: {
      USA: { letter: "A", side: "Allies", capital: null, seat: 0 },
      Japan: { letter: "J", side: "Axis", capital: null, seat: 1 },
    },
    units: { complex: { name: "complex", several: "complexes", symbol: "complex" } },
    spaces: {},
    map: {},
    rules: [],
  })
);

/**
 * The file of a term.
 *
 * @param {string} name
 */
export const fileOf = (name) => `${name.replaceAll(" ", "-")}.svg`;

/**
 * All pictures, by the names of their files.
 *
 * @returns {Promise<Map<string, string>>}
 */
export async function drawn() {
  const { document } = parseHTML("<!doctype html><body></body>");
  Object.assign(globalThis, { document });
  const sheets = await Promise.all(
    SHEETS.map((name) => readFile(new URL(`../client/web/${name}`, import.meta.url), "utf8")),
  );
  const style = sheets.join("\n").replaceAll(/\/\*.*?\*\//gs, "");
  const body = /** @type {HTMLElement} */ (/** @type {unknown} */ (document.body));
  render(symbols(), body);
  const known = new Map(
    [...body.querySelectorAll("symbol, pattern")].map((one) => [one.id, one.outerHTML]),
  );
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [name, { words }] of Object.entries(PICTURES)) {
    render(picture({ ...BEGINNING, board: BOARD }, name), body);
    const svg = body.querySelector("svg");
    if (svg) files.set(fileOf(name), standalone(svg, words, style, known));
  }
  return files;
}

/**
 * A picture as a file of its own.
 *
 * @param {Element} svg
 * @param {string} words what it shows
 * @param {string} style of the page
 * @param {Map<string, string>} known what can be used in it, by id
 */
function standalone(svg, words, style, known) {
  const content = svg.innerHTML;
  const used = [...known].filter(([id]) => content.includes(`#${id}"`)).map(([, one]) => one);
  const box = svg.getAttribute("viewBox");
  const [wide, high] = [svg.getAttribute("width"), svg.getAttribute("height")];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="picture stack" role="img" width="${wide}" height="${high}" viewBox="${box}" text-anchor="middle">`,
    `<title>${words}</title>`,
    `<style>\n${rules(style, svg).join("\n")}\n</style>`,
    used.length ? `<defs>${used.join("")}</defs>` : "",
    content,
    "</svg>\n",
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * The rules of style that a picture needs: the colours of both themes, and what its classes say.
 *
 * @param {string} style
 * @param {Element} svg
 * @returns {string[]}
 */
function rules(style, svg) {
  const classes = new Set(["picture", "stack"]);
  for (const one of svg.querySelectorAll("[class]"))
    for (const name of (one.getAttribute("class") ?? "").split(" ")) classes.add(name);
  const plain = style.slice(0, style.indexOf("@media (max-width")).concat(after(style));
  const found = [...plain.matchAll(/^([^\s@{}][^{}@]*)\{([^{}]*)\}/gm)];
  const needed = found.flatMap(([, selectors, body]) => {
    const own = selectors.split(",").map((one) => one.trim());
    const fitting = own.filter((one) => /\./.test(one) && !/[:#[]/.test(one) && fits(one, classes));
    return fitting.length ? [`${fitting.join(", ")} {${squeezed(body)}}`] : [];
  });
  const names = new Set(needed.join().match(/--[\w-]+/g));
  const colours = (/** @type {string} */ theme) =>
    [...(style.match(theme)?.[1] ?? "").matchAll(/(--[\w-]+): ([^;]+);/g)]
      .filter(([, name]) => names.has(name))
      .map(([whole]) => whole)
      .join(" ");
  const light = colours(":root \\{([^}]*)\\}");
  const dark = colours(':root\\[data-theme="dark"\\] \\{([^}]*)\\}');
  return [
    `:root { ${light} }`,
    dark ? `@media (prefers-color-scheme: dark) { :root { ${dark} } }` : "",
    ...needed,
  ].filter(Boolean);
}

/**
 * What comes after the sheets' rules for small screens.
 *
 * @param {string} style
 */
const after = (style) => style.slice(style.lastIndexOf("\n.foot, "));

/**
 * @param {string} selector
 * @param {ReadonlySet<string>} classes
 */
const fits = (selector, classes) =>
  [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name));

/** @param {string} body */
const squeezed = (body) => ` ${body.trim().replaceAll(/\s+/g, " ")} `;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [name, content] of await drawn()) await writeFile(new URL(name, FOLDER), content);
