// pytest in the Python of a page: node tests/page/run.js PACKAGES WHEELS ARGUMENT…
// Temporary files lie where those of a page do.

import { fileSystem, Pool } from "../../client/web/node/files.js";
import { memoryDisk } from "./disk.js";
import { pythonOf } from "./python.js";

const [packages, wheels, ...args] = process.argv.slice(2);

const python = await pythonOf(packages, wheels);
const pool = new Pool(memoryDisk().open, 200);
await pool.begin([]);
let files = 0;
python.FS.mkdirTree("/files");
python.FS.mount(
  fileSystem(python.FS, pool, () => ++files),
  {},
  "/files",
);
python.globals.set("ARGUMENTS", python.toPy(args));
process.exitCode = python.runPython(`
import pytest
int(pytest.main([*ARGUMENTS, "-p", "no:cacheprovider", "-p", "no:rerunfailures", "-o", "timeout=0", "-o", "faulthandler_timeout=0", "--basetemp=/files/tmp"]))
`);
