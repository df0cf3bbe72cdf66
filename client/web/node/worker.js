// The program in a worker of the page: the Python that is installed elsewhere, on files that last.

import { Bots } from "./bots.js";
import { fileSystem, Pool } from "./files.js";
import { Hindrance, loadProgram } from "./program.js";
import { loadPython } from "./python.js";

/** @import { FromWorker } from "./line.js" */

const LOCK = "secret-subs";
const TRIES = 30; // ten a second: a browser gives a worker that is busy two seconds to end
const ELSEWHERE =
  "Secret Subs is open in another tab or window of this browser.\nGo on there, or close it and reload this page: one seat is played from one page.";
const NO_STORAGE =
  "This browser keeps no files for this page, so a game could be lost with it.\nPrivate windows and some settings forbid it: use an ordinary window, or allow the page to keep data.";
const FULL =
  "The disk is full, so nothing can be kept.\nMake room and reload this page: what was played is still there.";
const STOPPED =
  "The program in this page has stopped.\nReload the page to go on: your games are saved as far as they were played.";

/** Why files cannot be had, by the error that tells so. @type {Record<string, string>} */
const WHY_NOT = { NoModificationAllowedError: ELSEWHERE, QuotaExceededError: FULL };

const say = (/** @type {FromWorker} */ told) => postMessage(told);

/**
 * Have this page be the only one, for as long as it lasts. A page that is loaded again may find the
 * lock of what it was for a moment still.
 */
async function alone() {
  if (!navigator.locks) throw new Hindrance(NO_STORAGE);
  for (let left = TRIES; left > 0; left -= 1) {
    const got = await new Promise((resolve) => {
      navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise(() => {}) : undefined;
      });
    });
    if (got) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Hindrance(ELSEWHERE);
}

async function files() {
  try {
    const root = await navigator.storage.getDirectory();
    return await Pool.of(await root.getDirectoryHandle("files", { create: true }));
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw new Hindrance(WHY_NOT[name] ?? NO_STORAGE, { cause: error });
  }
}

async function start() {
  say({ step: "Loading the program…" });
  await alone();
  const env = {
    HOME: "/files",
    SECRET_SUBS_HOME: "/files/home",
    SECRET_SUBS_SITE: new URL("../", import.meta.url).href,
    XDG_DATA_HOME: "/files/data",
    XDG_STATE_HOME: "/files/state",
  };
  const [pool, python] = await Promise.all([files(), loadProgram({ env }, loadPython)]);
  const random = () => {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return (high % 2 ** 16) * 2 ** 32 + low;
  };
  python.FS.mkdirTree("/files");
  python.FS.mount(fileSystem(python.FS, pool, random), {}, "/files");
  python.registerJsModule("page_bots", new Bots());
  say({ step: "Starting the program…" });
  const node = python.pyimport("client.table.in_page");
  const heard = node.start(
    (/** @type {string} */ text) => say({ said: text }),
    (/** @type {string} */ why) => {
      say({ failed: STOPPED });
      reportError(why);
    },
  );
  addEventListener("message", ({ data }) => heard(data));
  say({ ready: true });
}

start().catch((error) => {
  if (error instanceof Hindrance) return say({ failed: error.message });
  say({ failed: STOPPED });
  reportError(error);
});
