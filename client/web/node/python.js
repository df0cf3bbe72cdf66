// Python in a worker, on files that last.

import { loadPyodide } from "pyodide";

/**
 * Python, whose fdatasync does what fsync does. Emscripten's own returns without doing anything, and
 * SQLite, which calls it after all that must last, would be told that it does.
 *
 * @param {Parameters<typeof loadPyodide>[0]} options
 */
export async function loadPython(options) {
  /** @type {any} */
  let FS = null;
  let found = false;
  const sync = (/** @type {number} */ fd) => {
    try {
      const stream = FS?.getStream(fd);
      stream?.stream_ops?.fsync?.(stream);
      return 0;
    } catch (error) {
      if (error instanceof FS.ErrnoError) return -(/** @type {any} */ (error).errno);
      throw error;
    }
  };
  const { instantiate, instantiateStreaming } = WebAssembly;
  const imported = (/** @type {any} */ imports) => {
    if (imports?.env && "__syscall_fdatasync" in imports.env) {
      imports.env.__syscall_fdatasync = sync;
      found = true;
    }
    return imports;
  };
  /** @type {any} */ (WebAssembly).instantiate = (
    /** @type {any} */ code,
    /** @type {any} */ imports,
  ) => instantiate.call(WebAssembly, code, imported(imports));
  WebAssembly.instantiateStreaming = (code, imports) =>
    instantiateStreaming.call(WebAssembly, code, imported(imports));
  try {
    const python = await loadPyodide(options);
    if (!found) throw new Error("this Pyodide has no fdatasync that could be made to work");
    FS = python.FS;
    return python;
  } finally {
    Object.assign(WebAssembly, { instantiate, instantiateStreaming });
  }
}
