// Python compiled by the Python that will run it: node tools/site/compile.js FOLDER
// Each module of the folder is replaced by what it is compiled to.

import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.FS.mkdirTree("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[2] }, "/folder");
process.exitCode = python.runPython(`
import compileall, pathlib, py_compile
done = compileall.compile_dir(
    "/folder", maxlevels=30, quiet=1, legacy=True, stripdir="/folder", optimize=0,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
for source in pathlib.Path("/folder").rglob("*.py"):
    source.unlink()
0 if done else 1
`);
