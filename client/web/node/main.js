// Where the page of a site begins: its node runs in a worker of the page itself.

/** @import { FromWorker } from "./line.js" */

import { Early } from "./early.js";
import { WorkerLine } from "./line.js";

const NO_WEBASSEMBLY =
  "This browser does not run WebAssembly, so the program cannot start here.\nUse a current Firefox, Chrome, Edge or Safari without a mode that turns it off, or install the program.";
const INSECURE =
  "This page was not loaded over https, and so the browser keeps nothing for it.\nOpen the same page with https:// before its name, or on this machine itself.";
const LINKED = /^#(secret-subs:|log=)/;
const CRASHED =
  "The program in this page has stopped.\nReload the page to go on: your games are saved as far as they were played.";

/** Why the program cannot run in this browser; empty if it can, as far as can be told at once. */
function hindrance() {
  if (typeof WebAssembly !== "object") return NO_WEBASSEMBLY;
  if (!isSecureContext) return INSECURE;
  return "";
}

/**
 * The invite behind the `#` of the link that was opened, which no server was sent. It is taken out of
 * the address, so that it stays in no list of pages seen; a page that is loaded again remembers it.
 */
function inviteOfLink() {
  const given = location.hash.slice(1);
  if (given.startsWith("secret-subs:")) {
    sessionStorage.setItem("invite", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("invite");
}

/**
 * The log behind the `#` of the link that was opened, as in `#log=../logs/GAME.sslog`; of this very
 * host, since the page asks no other for one. It is fetched at once, and then needs no network.
 *
 * @returns {Pick<File, "name" | "size" | "arrayBuffer"> | null}
 */
function logOfLink() {
  const given = new URLSearchParams(location.hash.slice(1)).get("log");
  if (given === null) return null;
  history.replaceState(null, "", location.pathname);
  const url = new URL(given, location.href);
  const log = fetched(url);
  log.catch(() => undefined); // who opens it is told
  return { name: url.pathname.split("/").at(-1) ?? "", size: 0, arrayBuffer: () => log };
}

/** The relay beside which this site is served; empty if it tells of none. */
async function relayOfSite() {
  try {
    const answer = await fetch(new URL("../relay.txt", import.meta.url));
    const text = answer.ok ? (await answer.text()).trim() : "";
    return /^wss?:\/\/\S+$/.test(text) ? text : "";
  } catch {
    return ""; // without a network there is no relay either
  }
}

/** @param {URL} url */
async function fetched(url) {
  if (url.origin !== location.origin) throw new Error("it is on another host");
  const answer = await fetch(url, { mode: "same-origin" }); // nor where it is sent on to
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * Show the page, and have it talk with the worker, or with that of a log that is watched.
 *
 * @param {Worker} worker
 */
async function start(worker) {
  const told = queue(worker);
  const early = new Early(() => localStorage);
  const first = early.picture();
  let linked = logOfLink();
  const [{ begin }, { LogReader }] = await Promise.all([
    import("../js/page.js"),
    import("./reading.js"),
  ]);
  /** @type {WorkerLine | null} */
  let line = null;
  /** @type {import("./reading.js").LogReader | null} */
  let reader = null;
  let ready = false;
  let failed = false;
  const store = begin(
    () => {
      const watched = reader?.line();
      if (watched) return watched;
      line = new WorkerLine(worker, ready);
      return line;
    },
    "",
    (made, reconnect) => {
      reader = new LogReader(made, reconnect);
      return reader;
    },
  );
  const fail = (/** @type {string} */ why) => {
    if (failed) return;
    failed = true;
    worker.terminate();
    store.update({ link: "failed", linkNote: why });
  };
  const why = hindrance();
  if (why) fail(why); // before the worker's word, which would tell of its consequence
  worker.onerror = () => fail(CRASHED);
  told((said) => {
    if ("said" in said) line?.heard(said.said);
    else if ("step" in said) {
      if (store.state.link === "opening") store.update({ linkNote: said.step });
    } else if ("failed" in said) fail(said.failed);
    else {
      ready = true;
      line?.opened();
      navigator.storage.persist(); // or the browser may clear it away when its disk gets full
      keepSite();
    }
  });
  first.then((shown) => {
    if (shown && store.state.link === "opening") store.update(shown);
  });
  store.subscribe(({ link, picture }, before) => {
    if (link === "open" && picture.entrance !== before.picture.entrance) early.keep(picture);
  });
  let proposed = false;
  store.subscribe(async ({ typed }) => {
    if (typed.bots || proposed) return;
    proposed = true; // once: who plays alone has the site asked for nothing
    const reach = await relayOfSite();
    if (reach && store.state.typed.reach === null)
      store.update({ typed: { ...store.state.typed, reach } });
  });
  const invite = inviteOfLink();
  if (invite) store.update({ typed: { ...store.state.typed, invite } });
  const atEntrance = () => {
    const { link, picture } = store.state;
    return link === "open" && picture.table.mode === "entrance";
  };
  takeDrops((file) => {
    if (atEntrance()) reader?.open(file);
  });
  store.subscribe(() => {
    if (!linked || !atEntrance()) return;
    reader?.open(linked);
    linked = null;
  });
}

/**
 * Keep what a worker says until somebody hears it.
 *
 * @param {Worker} worker
 */
function queue(worker) {
  /** @type {FromWorker[]} */
  const said = [];
  let failed = false;
  worker.onmessage = ({ data }) => said.push(data);
  worker.onerror = () => {
    failed = true;
  };
  return (/** @type {(told: FromWorker) => void} */ hear) => {
    worker.onmessage = ({ data }) => hear(data);
    for (const told of said) hear(told);
    if (failed) hear({ failed: CRASHED });
  };
}

/**
 * Have the browser keep the site, so that it opens without a network. Everything is fetched once more
 * for that, so not while the program begins.
 */
function keepSite() {
  const script = new URL("../service.js", import.meta.url);
  navigator.serviceWorker?.register(script).catch(() => undefined); // then it opens with the network alone
}

/** @param {(file: File) => void} take what is dropped anywhere on the page */
function takeDrops(take) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) take(file);
  });
}

// A link that is put where the one before it stood differs behind the # alone: no browser loads it.
addEventListener("hashchange", () => {
  if (LINKED.test(location.hash)) location.reload();
});

// The worker first: it has the most to fetch.
start(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
