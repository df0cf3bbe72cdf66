// The program of a built site, begun: node tests/page/begin.js SITE
// Says how many texts of dataclasses were compiled when the site was built, and how many only now.

import { readFileSync } from "node:fs";
import sodium from "libsodium-wrappers-sumo";
import { loadPyodide } from "pyodide";
import { primitives } from "../../client/web/node/primitives.js";

const [site = ""] = process.argv.slice(2);

await sodium.ready;
const python = await loadPyodide();
python.registerJsModule("page_primitives", primitives(sodium));
python.registerJsModule("page_bots", {});
const archive = Uint8Array.from(readFileSync(`${site}/program.zip`));
python.unpackArchive(archive.buffer, "zip", { extractDir: "/program" });
process.stdout.write(
  python.runPython(`
import sys
sys.path.insert(0, "/program")
import precompiled
with open("/program/precompiled.bin", "rb") as codes:
    precompiled.use(codes.read())
before = len(precompiled.codes)
import client.table.in_page
f"{before} {len(precompiled.codes) - before}"
`),
);
