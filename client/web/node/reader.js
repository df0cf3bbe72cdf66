// A log in a worker of its own: audited first, then to be looked at. Nothing of it is kept.

import { Hindrance, loadProgram } from "./program.js";

/** @import { FromReader } from "./reading.js" */

const say = (/** @type {FromReader} */ told) => postMessage(told);

/** @param {ArrayBuffer} log */
async function read(log) {
  say({ step: "Loading the program…" });
  const python = await loadProgram();
  const opened = python.pyimport("client.table.opened_log");
  const heard = opened.start(new Uint8Array(log), (/** @type {string} */ told) =>
    say(JSON.parse(told)),
  );
  addEventListener("message", ({ data }) => heard(data));
}

addEventListener(
  "message",
  ({ data }) => {
    read(data).catch((error) => {
      const why = error instanceof Hindrance ? error.message : `The program failed: ${error}`;
      say({ failed: why });
    });
  },
  { once: true },
);
