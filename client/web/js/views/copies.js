// All that this browser or machine keeps, in one file: saved, and brought back.

/**
 * @import { CopyBrought } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { Here } from "./fields.js"
 */

import { RequestRefused } from "../connection.js";
import { h } from "../h.js";
import { buttons } from "../parts.js";
import { bytesOf, save, textOf } from "../saving.js";
import { amount } from "../units.js";
import { labelled } from "./fields.js";

const MOST = 48 << 20; // bytes of a copy that the page takes

/**
 * Where a copy is made and opened.
 *
 * @param {Here} here
 */
export function copies({ seen, typed, act }) {
  const fresh = seen.key === "none";
  const make = async () => {
    const made = await act.request("copy_home", { passphrase: typed.copy });
    if (!made) return;
    save(made.name, bytesOf(made.file), "application/octet-stream");
    act.type({ copy: "" });
    const out = made.left_out.map((line) => `Not in it: ${line}.`);
    act.toast([`${made.name} holds ${amount(null, made.games, "game")}.`, ...out].join("\n"));
  };
  const bring = async (/** @type {HTMLInputElement} */ input) => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    if (file.size > MOST) {
      act.refused(
        new RequestRefused(`${file.name} is larger than ${MOST >> 20} MiB: it is no copy.`),
      );
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fields = { file: textOf(bytes), passphrase: typed.copy };
    const brought = await act.request("bring_copy", fields);
    if (!brought) return;
    act.type({ copy: "" });
    act.open({ kind: "brought", brought });
  };
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "Keep a copy"),
    h(
      "p",
      { class: "quiet" },
      "All games, your key and your settings in one file, which only your passphrase opens: for the day on which this browser or machine is lost. To go on with one game on another device, move its seat instead.",
    ),
    labelled(
      fresh ? "A passphrase for the copy, or that of the copy you open" : "Your passphrase",
      h("input", {
        type: "password",
        "data-key": "copy passphrase",
        autocomplete: "current-password",
        value: typed.copy,
        onInput: (event) => act.type({ copy: event.currentTarget.value }),
      }),
    ),
    buttons(
      h("button", { "data-key": "make copy", disabled: !typed.copy, onClick: make }, "Save a copy"),
      typed.copy
        ? h(
            "label",
            { class: "file button" },
            h("input", {
              type: "file",
              accept: ".copy",
              class: "unseen",
              "data-key": "open copy",
              onChange: (event) => bring(event.currentTarget),
            }),
            "Open a copy",
          )
        : null,
    ),
  );
}

/**
 * What came of a copy.
 *
 * @param {Acts} act
 * @param {CopyBrought} brought
 */
export const broughtDialog = (act, { came, stayed }) => [
  h("h3", {}, came.length ? "The copy is here" : "Nothing in it was missing here"),
  listed("Here now", came),
  listed("Not brought", stayed),
  buttons(h("button", { class: "primary", onClick: () => act.close() }, "Close")),
];

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
const listed = (title, lines) =>
  lines.length
    ? [
        h("h4", {}, title),
        h(
          "ul",
          {},
          lines.map((line) => h("li", { key: line }, line)),
        ),
      ]
    : null;
