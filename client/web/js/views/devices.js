// A seat that is played from one device and then from another: how it leaves, and how it comes.

/**
 * @import { SavedGame } from "../../schema.js"
 * @import { Acts } from "../acts.js"
 * @import { Here } from "./fields.js"
 */

import { RequestRefused } from "../connection.js";
import { h } from "../h.js";
import { buttons } from "../parts.js";
import { bytesOf, copy, save, textOf } from "../saving.js";
import { labelled } from "./fields.js";
import { qrCode } from "./qr.js";

const MOST = 6 << 20; // bytes of a seat that the page takes

/**
 * A seat that can leave this device.
 *
 * @param {Here} here
 * @param {SavedGame} game
 */
export function leaving({ typed, act }, game) {
  const to = typed.moves[game.id] ?? "";
  return h(
    "details",
    { key: `move ${game.id}` },
    h("summary", { "data-key": `fold move ${game.id}` }, "Move this seat to another device"),
    h(
      "small",
      {},
      "There, open this page and choose “Receive a seat here”. This device then plays the seat no more, unless you move it back.",
    ),
    labelled(
      "The code that the other device shows",
      h("input", {
        type: "text",
        spellcheck: false,
        autocomplete: "off",
        "data-key": `to ${game.id}`,
        value: to,
        onInput: (event) =>
          act.type({ moves: { ...typed.moves, [game.id]: event.currentTarget.value } }),
      }),
    ),
    buttons(
      h(
        "button",
        {
          "data-key": `move ${game.id}`,
          disabled: to.trim() === "",
          onClick: async () => {
            if (await move(act, game, to)) act.type({ moves: { ...typed.moves, [game.id]: "" } });
          },
        },
        "Move the seat",
      ),
    ),
  );
}

/**
 * A seat that has left: since when, and what can be done.
 *
 * @param {Here} here
 * @param {SavedGame} game
 */
export function left({ seen, act }, game) {
  if (game.moved === null) return null;
  const since = new Date(game.moved * 60000).toLocaleString();
  return [
    h("small", { class: "moved" }, `Moved to another device on ${since}: it plays there now.`),
    h(
      "small",
      {},
      "To play here again, move it back from there. If it has not come there, save its file again: only that device can open it. If that device is lost, bring your game back below, by any link to its table.",
    ),
    buttons(
      h(
        "button",
        {
          "data-key": `again ${game.id}`,
          disabled: seen.key !== "open",
          onClick: () => move(act, game, ""),
        },
        "Save its file again",
      ),
    ),
  ];
}

/**
 * Move a seat, and say how far it has come; its file is saved where it has to be carried.
 *
 * @param {Acts} act
 * @param {SavedGame} game
 * @param {string} to
 */
async function move(act, game, to) {
  const sealed = await act.request("move_seat", { game: game.id, to });
  if (!sealed) return false;
  if (sealed.delivered) {
    act.toast("The seat is on the other device.\nThis one plays it no more.");
    return true;
  }
  save(sealed.name, bytesOf(sealed.file), "application/octet-stream");
  const why = sealed.why ? `${sealed.why}.\n` : "";
  act.toast(
    `${why}This device plays the seat no more.\nIt is in the file ${sealed.name}: open that on the other device.`,
    sealed.why ? "refused" : undefined,
  );
  return true;
}

/**
 * A seat that comes to this device.
 *
 * @param {Here} here
 */
export function receiving(here) {
  const { seen } = here;
  const came = seen.came
    ? h("p", { role: "status" }, "The seat is here: resume its game above.")
    : null;
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "Receive a seat here"),
    came,
    seen.device ? waiting(here) : asking(here),
  );
}

/** @param {Here} here */
function asking({ seen, typed, act }) {
  const fresh = seen.key === "none";
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const done = await act.request("await_seat", { passphrase: typed.device });
    if (done) act.type({ device: "" });
  };
  return h(
    "form",
    { onSubmit: send },
    h(
      "p",
      { class: "quiet" },
      fresh
        ? "You play on another device, and want to go on here? Your key comes with the seat."
        : "You play on another device, and want to go on here?",
    ),
    labelled(
      fresh ? "A passphrase for this machine" : "Your passphrase",
      h("input", {
        type: "password",
        "data-key": "device",
        autocomplete: fresh ? "new-password" : "current-password",
        value: typed.device,
        onInput: (event) => act.type({ device: event.currentTarget.value }),
      }),
    ),
    buttons(
      h("button", { "data-key": "await", disabled: !typed.device }, "Show this device's code"),
    ),
  );
}

/** @param {Here} here */
function waiting({ seen, act }) {
  const { device } = seen;
  if (!device) return null;
  const take = async (/** @type {HTMLInputElement} */ input) => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    if (file.size > MOST) {
      const mib = MOST >> 20;
      act.refused(
        new RequestRefused(`${file.name} is larger than ${mib} MiB: use \`secret-subs receive\`.`),
      );
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await act.request("take_seat", {
      file: textOf(bytes),
    });
  };
  return [
    h(
      "p",
      { class: "quiet" },
      "Take this code to the device that has your seat, over a way that you trust: who exchanges it gets your key. There, choose “Move this seat to another device”.",
    ),
    qrCode(device, "QR code of this device"),
    h("input", {
      type: "text",
      readonly: true,
      "aria-label": "Code of this device",
      value: device.code,
      onFocus: (event) => event.currentTarget.select(),
    }),
    h(
      "p",
      { role: "status" },
      device.called
        ? "Waiting: in the same network the seat comes by itself. Else bring its file here."
        : "Waiting for its file: no other device can call this one.",
    ),
    buttons(
      h(
        "button",
        { "data-key": "copy device", onClick: () => copy(act, device.code) },
        "Copy the code",
      ),
      h(
        "label",
        { class: "file button" },
        h("input", {
          type: "file",
          accept: ".seat",
          class: "unseen",
          "data-key": "seat file",
          onChange: (event) => take(event.currentTarget),
        }),
        "Open its file",
      ),
      h(
        "button",
        {
          class: "quiet",
          "data-key": "stop waiting",
          onClick: () => act.request("stop_waiting", {}),
        },
        "Do not wait",
      ),
    ),
  ];
}
