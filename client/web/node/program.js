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
  const fetched = part("../program.bin");
  fetched.catch(() => undefined);
  const python = await load(options);
  unpack(python.FS, await fetched, "/program");
  python.runPython(BEGUN);
  return python;
}

/**
 * Have the files of a program in a folder. They stay where they were fetched: Pyodide's `unpackArchive`
 * would copy all of them twice.
 *
 * @param {Pick<import("pyodide").PyodideAPI["FS"], "mkdirTree" | "writeFile">} FS
 * @param {ArrayBuffer} joined as `tools.site` has joined them
 * @param {string} folder
 */
export function unpack(FS, joined, folder) {
  const head = new DataView(joined).getUint32(0);
  const listed = new TextDecoder().decode(new Uint8Array(joined, 4, head));
  let at = 4 + head;
  for (const [name, size] of /** @type {[string, number][]} */ (JSON.parse(listed))) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(joined, at, size), { canOwn: true });
    at += size;
  }
}

/** @param {string} name */
async function part(name) {
  const answer = await fetch(new URL(name, import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new Hindrance(UNFETCHED);
  return answer.arrayBuffer();
}
