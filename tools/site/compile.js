// Python for a page, compiled by the Python that will run it:
// node tools/site/compile.js FOLDER < names
// Of the modules in FOLDER/program and FOLDER/library those stay that can be imported, each replaced
// by what it is compiled to, without its docstrings, which nobody shows. The names are JSON: `first`
// are imported without a statement, `never` are not, whatever names them, and `called` are imported
// here, for what their dataclasses compile. The program's end up in one file but for those that stay
// `apart` (precompiled.py).

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sodium from "libsodium-wrappers-sumo";
import { loadPyodide } from "pyodide";
import { primitives } from "../../client/web/node/primitives.js";

// Columns of a traceback are a fifth of everything, compressed; lines stay.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
for (const [root, at] of [
  [process.argv[2], "/folder"],
  [fileURLToPath(new URL(".", import.meta.url)), "/tools"],
]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
await sodium.ready;
python.registerJsModule("page_primitives", primitives(sodium));
python.registerJsModule("page_bots", {});
python.globals.set("NAMES", readFileSync(0, "utf8"));
process.exitCode = python.runPython(`
import compileall, importlib, json, marshal, py_compile, sys
from pathlib import Path

sys.path.insert(0, "/tools")
import docstrings, precompiled
from imports import imported, modules_in

names = json.loads(NAMES)
called, apart = names.pop("called"), names.pop("apart")
parts = {"library": 2, "program": 0}
modules = {name: file for part in parts for name, file in modules_in(Path("/folder", part)).items()}
kept = imported(modules, **names)
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
    file = modules[name]
    if file.is_relative_to("/folder/program"):
        code = docstrings.compiled(file.read_bytes(), str(file.relative_to("/folder/program")))
        header = file.with_suffix(".pyc").read_bytes()[:16]
        file.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))
    file.unlink()
codes = precompiled.record()
sys.path.insert(0, "/folder/program")
for name in called:
    importlib.import_module(name)
precompiled.pack(Path("/folder/program"), codes, apart)
0 if done else 1
`);
