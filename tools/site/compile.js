// Python for a page, compiled by the Python that will run it:
// node tools/site/compile.js FOLDER < names
// Of the modules in FOLDER/program and FOLDER/library those stay that can be imported, each replaced
// by what it is compiled to; without its docstrings in the library, which nobody shows. The names are
// JSON: `first` are imported without a statement, `never` are not, whatever names them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

// Columns of a traceback are a fifth of everything, compressed; lines stay.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
for (const [root, at] of [
  [process.argv[2], "/folder"],
  [fileURLToPath(new URL(".", import.meta.url)), "/tools"],
]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.globals.set("NAMES", readFileSync(0, "utf8"));
process.exitCode = python.runPython(`
import compileall, json, py_compile, sys
from pathlib import Path

sys.path.insert(0, "/tools")
from imports import imported, modules_in

parts = {"library": 2, "program": 0}
modules = {name: file for part in parts for name, file in modules_in(Path("/folder", part)).items()}
kept = imported(modules, **json.loads(NAMES))
for name in modules.keys() - kept:
    modules[name].unlink()
done = all(
    compileall.compile_dir(
        f"/folder/{part}", maxlevels=30, quiet=1, legacy=True, stripdir=f"/folder/{part}",
        optimize=optimize, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    for part, optimize in parts.items()
)
for name in kept:
    modules[name].unlink()
0 if done else 1
`);
