// What is taken away from the page: files that are saved, and texts that are copied.

/** @import { Acts } from "./acts.js" */

import { $ } from "./h.js";

const AT_ONCE = 1 << 13; // bytes that are given as arguments

/** @param {Acts} act */
export async function saveLog(act) {
  const log = await act.request("keep", {});
  if (log) save(log.name, bytesOf(log.file), "application/octet-stream");
}

/**
 * Audit the log, and show the report.
 *
 * @param {Acts} act
 */
export async function audit(act) {
  act.open({ kind: "report", found: null });
  await act.player.toEnd(); // the report is of the whole game
  const log = await act.request("keep", {});
  const audited = log && (await act.request("report", {}));
  if (!log || !audited) {
    act.close();
    return;
  }
  const bytes = bytesOf(log.file);
  const found = { audit: audited, sha: await digest(bytes), log: { name: log.name, bytes } };
  act.fill({ kind: "report", found });
}

/**
 * Save the whole game as one page.
 *
 * @param {Acts} act
 */
export async function savePage(act) {
  act.toast("The game is gone through and audited; the page is saved when that is done.");
  const made = await act.request("page", {});
  if (made) save(made.name, made.page, "text/html");
}

/** Save the report that is open as a page of its own. */
export function saveReport() {
  const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith("/report.css"));
  const style = [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join("\n");
  const drawn = $("dialog").querySelector(".report");
  if (drawn) save("report.html", wholePage(drawn, style), "text/html");
}

/**
 * Save something that was made on this page as a file.
 *
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * @param {Acts} act
 * @param {string} text
 */
export async function copy(act, text) {
  try {
    await navigator.clipboard.writeText(text);
    act.toast("Copied.");
  } catch {
    act.toast("The browser does not let this page copy.\nSelect the text, and copy it.", "refused");
  }
}

/**
 * The bytes of a file that was sent as base64.
 *
 * @param {string} text
 */
export const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/**
 * Bytes as base64, to be sent.
 *
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  }
  return btoa(parts.join(""));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function digest(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A page that shows a report without this program.
 *
 * @param {Element} drawn
 * @param {string} style
 */
const wholePage = (drawn, style) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Secret Subs: report</title>
<style>body { margin: 0; background: light-dark(#f7f5ef, #12181f); color-scheme: light dark; }
${style}</style></head>
<body>${drawn.outerHTML}</body>
</html>
`;
