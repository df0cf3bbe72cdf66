// The program in a worker: Python, and the packages that it needs.

import { loadPyodide } from "pyodide";

/** Something that the player can do something about. */
export class Hindrance extends Error {}

const UNFETCHED =
  "A part of the program could not be loaded.\nReload the page when the connection is back.";

const BEGUN = `
import sys
from pathlib import Path

sys.path.insert(0, "/program")
sys.dont_write_bytecode = True

import precompiled
precompiled.begin(Path("/program"))
`;

/**
 * Python, with the program to be imported, and the browser's primitives.
 *
 * @param {Parameters<typeof loadPyodide>[0]} [options]
 * @param {typeof loadPyodide} [load]
 */
export async function loadProgram(options, load = loadPyodide) {
  const signing = import("./sodium.js").catch(() => null);
  const python = await loadWithoutPrimitives(options, load);
  const sodium = await signing;
  if (sodium === null) throw new Hindrance(UNFETCHED);
  await sodium.addPrimitives(python);
  return python;
}

/**
 * Python, with the program to be imported as far as it signs, seals and proves nothing.
 *
 * @param {Parameters<typeof loadPyodide>[0]} [options]
 * @param {typeof loadPyodide} [load]
 */
export async function loadWithoutPrimitives(options, load = loadPyodide) {
  const fetched = part("../program.zip");
  fetched.catch(() => undefined);
  const python = await load(options);
  python.unpackArchive(await fetched, "zip", { extractDir: "/program" });
  python.runPython(BEGUN);
  return python;
}

/** @param {string} name */
async function part(name) {
  const answer = await fetch(new URL(name, import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new Hindrance(UNFETCHED);
  return answer.arrayBuffer();
}
