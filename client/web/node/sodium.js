// libsodium in a worker, for a program that signs, seals or proves.

import sodium from "libsodium-wrappers-sumo";
import { primitives } from "./primitives.js";

/**
 * Give a Python the browser's primitives, as `protocol.primitives.page` imports them.
 *
 * @param {Pick<import("pyodide").PyodideAPI, "registerJsModule">} python
 */
export async function addPrimitives(python) {
  await sodium.ready;
  python.registerJsModule("page_primitives", primitives(sodium));
}
