// The Python of a page in node, with the checkout, installed packages and wheels to import from.

import { fileURLToPath } from "node:url";
import sodium from "libsodium-wrappers-sumo";
import { primitives } from "../../client/web/node/primitives.js";
import { loadPython } from "../../client/web/node/python.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @param {string | undefined} packages a folder of installed packages
 * @param {string | undefined} wheels a folder of those that are compiled to WebAssembly
 */
export async function pythonOf(packages = "", wheels = "") {
  await sodium.ready;
  const python = await loadPython({ env: { CI: process.env.CI ?? "" } });
  for (const [folder, at] of [
    [checkout, "/checkout"],
    [packages, "/packages"],
    [wheels, "/wheels"],
  ]) {
    python.FS.mkdirTree(at);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
  }
  python.registerJsModule("page_primitives", primitives(sodium));
  python.runPython(`
import os, sys
sys.path[:0] = ["/checkout", "/wheels", "/packages"]
sys.dont_write_bytecode = True
os.chdir("/checkout")
`);
  return python;
}
