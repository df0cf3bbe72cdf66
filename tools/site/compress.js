// Every file of a folder compressed once, for servers that send what is ready:
// node tools/site/compress.js FOLDER
// Beside a file lie the same with .br and .gz, where that is worth it.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const LEAST = 512; // bytes below which nothing is gained
const WORTH = 0.95;
const QUALITY = 9; // 11 takes minutes for an eighth less

const files = readdirSync(process.argv[2], { recursive: true, withFileTypes: true });
for (const file of files.filter((one) => one.isFile())) {
  const path = join(file.parentPath, file.name);
  const content = readFileSync(path);
  if (content.length < LEAST) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  for (const [ending, packed] of /** @type {const} */ ([
    [".br", brotliCompressSync(content, { params })],
    [".gz", gzipSync(content, { level: 9 })],
  ])) {
    if (packed.length < content.length * WORTH) writeFileSync(path + ending, packed);
  }
}
