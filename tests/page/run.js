// pytest in the Python of a page: node tests/page/run.js PACKAGES WHEELS ARGUMENT…
// PACKAGES is a folder of installed packages, WHEELS one of those compiled to WebAssembly.

import { fileURLToPath } from "node:url";
import sodium from "libsodium-wrappers-sumo";
import { loadPyodide } from "pyodide";
import { primitives } from "../../client/web/node/primitives.js";

const [packages, wheels, ...args] = process.argv.slice(2);
const checkout = fileURLToPath(new URL("../..", import.meta.url));

await sodium.ready;
const python = await loadPyodide({ env: { CI: process.env.CI ?? "" } });
for (const [folder, at] of [
  [checkout, "/checkout"],
  [packages, "/packages"],
  [wheels, "/wheels"],
]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
}
python.registerJsModule("page_primitives", primitives(sodium));
python.globals.set("ARGUMENTS", python.toPy(args));
process.exitCode = python.runPython(`
import os, sys
sys.path[:0] = ["/checkout", "/wheels", "/packages"]
sys.dont_write_bytecode = True
os.chdir("/checkout")
import pytest
int(pytest.main([*ARGUMENTS, "-p", "no:cacheprovider", "-o", "timeout=0"]))
`);
