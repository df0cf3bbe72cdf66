// The program in a worker: it audits logs, and does nothing else.

import { loadProgram } from "../../web/node/program.js";

const AUDIT = `
from protocol.audit import audit
from protocol.errors import Unreadable

def verdict(log):
    try:
        return audit(log.to_bytes()).to_text()
    except Unreadable as error:
        return f"unreadable: {error}"

verdict
`;

/** @param {URL | string} url */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

const begun = async () => (await loadProgram()).runPython(AUDIT);

/** @type {Promise<(log: ArrayBuffer) => string> | null} */
let audit = null;
/** @type {Map<string, ArrayBuffer>} */
const logs = new Map();

addEventListener("message", async ({ data }) => {
  try {
    if (!audit) postMessage({ text: "Loading the program…" });
    audit ??= begun();
    const log = logs.get(data) ?? (await fetched(data));
    logs.set(data, log);
    const said = await audit;
    postMessage({ text: "Auditing…" });
    postMessage({ text: said(log), done: true });
  } catch (error) {
    postMessage({ text: `It could not be audited here: ${error}`, done: true });
  }
});
