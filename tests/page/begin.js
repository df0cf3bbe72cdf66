// The program of a built site, begun: node tests/page/begin.js SITE
// Bots first, which have no primitives. Says as JSON how many texts of dataclasses were compiled when the
// site was built and how many only now, which modules of the program were found in folders, and how many
// texts of TOML were read anew while all scenarios were loaded.

import { readFileSync } from "node:fs";
import sodium from "libsodium-wrappers-sumo";
import { loadPyodide } from "pyodide";
import { primitives } from "../../client/web/node/primitives.js";
import { unpack } from "../../client/web/node/program.js";

const [site = ""] = process.argv.slice(2);

const python = await loadPyodide();
unpack(python.FS, Uint8Array.from(readFileSync(`${site}/program.bin`)).buffer, "/program");
python.runPython(`
import json, sys, tomllib
from pathlib import Path

read = []
loads = tomllib.loads
tomllib.loads = lambda text: read.append(text) or loads(text)
sys.path.insert(0, "/program")
import precompiled
program = precompiled.begin(Path("/program"))
before = len(program.codes)
import client.bots.apart
`);
await sodium.ready;
python.registerJsModule("page_primitives", primitives(sodium));
python.registerJsModule("page_bots", {});
process.stdout.write(
  python.runPython(`
import client.table.in_page
from engine.loading import builtin, builtin_names

for name in builtin_names():
    builtin(name)
packages = ("client", "engine", "p2p", "protocol", "pydantic")
elsewhere = [
    name for name, module in sys.modules.items()
    if name.partition(".")[0] in packages and not hasattr(module.__loader__, "packed")
]
json.dumps([before, len(program.codes) - before, elsewhere, len(read)])
`),
);
