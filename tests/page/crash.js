// Power failures under the stores of a page: node tests/page/crash.js PACKAGES WHEELS SEED ROUNDS
// Each round opens a store on a disk, writes to it and stops anywhere; part of what was not flushed
// is on the disk then. What was acknowledged must be there in the next round, and nothing half-done.

import { fileSystem, Pool } from "../../client/web/node/files.js";
import { memoryDisk } from "./disk.js";
import { pythonOf } from "./python.js";

const [packages, wheels, seed, rounds] = process.argv.slice(2);
let state = Number(seed);
/** A whole number below `bound`: a small generator, so that a failure can be repeated. @param {number} bound */
function random(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
const python = await pythonOf(packages, wheels);
const disk = memoryDisk();
let files = 0;
python.runPython(`
from pathlib import Path
from p2p.changes import EntryStored, LobbyStored, PlaceSigned
from p2p.errors import StoreFailed
from p2p.store import Store
from p2p.system import replace_private

TABLE, KEY, FIRST = b"t" * 32, b"k" * 32, bytes(32)

class Round:
    """What a store holds at the beginning, and what it acknowledged since."""

    def __init__(self, folder, known):
        path = Path(folder) / "tables" / "table.db"
        self.store = (Store.open if known else Store.create)(path, TABLE, KEY)
        contents = self.store.read()
        assert contents.entries[: len(known)] == tuple(known), (len(contents.entries), len(known))
        assert len(contents.signed) == len(contents.entries), "an entry without its signature"
        if known:
            assert (Path(folder) / "note").read_bytes() in (b"%d" % len(known), b"%d" % (len(known) - 1))
        self.folder, self.known = Path(folder), list(contents.entries)

    def step(self, content):
        place = len(self.known) + 1
        self.store.write([EntryStored(place, content, b""), PlaceSigned(FIRST, place, content[:32])])
        self.known.append(content)
        replace_private(self.folder / "note", b"%d" % place)
`);
const Round = python.globals.get("Round");
let known = python.toPy([]);
for (let round = 0; round < Number(rounds); round += 1) {
  const pool = new Pool(disk.open);
  await pool.begin(disk.names());
  const folder = `/disk${round}`;
  python.FS.mkdirTree(folder);
  python.FS.mount(
    fileSystem(python.FS, pool, () => ++files),
    {},
    folder,
  );
  const played = Round(folder, known);
  const steps = 1 + random(6);
  for (let step = 0; step < steps; step += 1) {
    if (step === steps - 1 && random(3) === 0) disk.limit.room = disk.used() + random(6000);
    try {
      played.step(python.runPython("import os; os.urandom(40)"));
    } catch (error) {
      if (disk.limit.room === Number.POSITIVE_INFINITY) throw error;
      if (!/StoreFailed|No space left/.test(String(error))) throw error;
    }
  }
  known = played.known;
  disk.limit.room = Number.POSITIVE_INFINITY;
  disk.fail((count) => random(count + 1)); // with the store open, as a page ends that is killed
}
process.stdout.write(`${rounds} rounds, ${known.length} entries\n`);
