// Every file of a folder compressed once, for servers that send what is ready:
// node tools/site/compress.js FOLDER KEPT QUALITY
// Beside a file lie the same with .br and .gz, where that is worth it. What has been compressed before
// is taken from KEPT, where it lies under the SHA-256 of its file: the best takes a second for 300 kB.
// QUALITY is that of Brotli, 11 at best.

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const LEAST = 512; // bytes below which nothing is gained
const WORTH = 0.95;

const [folder, kept, quality] = process.argv.slice(2);

/** @param {Buffer} content */
const brotli = (content) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: Number(quality),
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** @param {Buffer} content */
const gzipped = (content) => promisify(gzip)(content, { level: 9 });

/** @param {string} path */
async function compress(path) {
  const content = readFileSync(path);
  if (content.length < LEAST) return;
  const digest = createHash("sha256").update(content).digest("hex");
  for (const [ending, pack] of /** @type {const} */ ([
    [".br", brotli],
    [".gz", gzipped],
  ])) {
    const before = join(kept, digest + ending);
    if (!existsSync(before)) writeFileSync(before, await pack(content));
    if (readFileSync(before).length < content.length * WORTH) copyFileSync(before, path + ending);
  }
}

mkdirSync(kept, { recursive: true });
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
  one.isFile(),
);
const paths = files.map((one) => join(one.parentPath, one.name)).values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const path of paths) await compress(path);
  }),
);
