// Files of a page that is loaded again while the worker it had is still dying.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Pool } from "../../client/web/node/files.js";
import { memoryDisk } from "../page/disk.js";

/**
 * A folder of a browser whose files are taken for the first few tries.
 *
 * @param {number} tries
 * @param {string} error
 */
function folder(tries, error) {
  const disk = memoryDisk();
  let left = tries;
  return {
    async *keys() {},
    getFileHandle: async (/** @type {string} */ name) => ({
      getFile: async () => ({ lastModified: 0 }),
      createSyncAccessHandle: async () => {
        if (left) {
          left -= 1;
          throw new DOMException("taken", error);
        }
        return (await disk.open(name)).handle;
      },
    }),
  };
}

test("a file that is taken is had as soon as it is left", async () => {
  assert.ok(await Pool.of(/** @type {any} */ (folder(3, "NoModificationAllowedError"))));
});

test("what is forbidden is not asked for again", async () => {
  const asked = Pool.of(/** @type {any} */ (folder(1, "SecurityError")));
  await assert.rejects(asked, { name: "SecurityError" });
});
