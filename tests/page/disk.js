// A disk in memory, whose power can fail: what was not flushed may then be there or not.

/** @import { Handle } from "../../client/web/node/files.js" */

/** One file: what is on the disk, and what was written to it since. */
class MemoryFile {
  /** @type {Uint8Array} */
  disk = new Uint8Array(0);
  /** What it held after each write since. @type {Uint8Array[]} */
  unflushed = [];

  get now() {
    return this.unflushed.at(-1) ?? this.disk;
  }

  /** @param {Uint8Array} bytes */
  change(bytes) {
    this.unflushed.push(bytes);
    if (this.unflushed.length > 8) this.unflushed.shift();
  }

  flush() {
    this.disk = this.now;
    this.unflushed = [];
  }
}

/** @param {Uint8Array} bytes @param {number} size */
function sized(bytes, size) {
  const other = new Uint8Array(size);
  other.set(bytes.subarray(0, size));
  return other;
}

/** A disk with room for so many bytes. */
export function memoryDisk(room = Number.POSITIVE_INFINITY) {
  /** @type {Map<string, MemoryFile>} */
  const files = new Map();
  const limit = { room };

  const used = () => [...files.values()].reduce((sum, file) => sum + file.now.length, 0);

  /** @param {MemoryFile} file @returns {Handle} */
  const handle = (file) => ({
    read(into, { at }) {
      const found = file.now.subarray(at, at + into.byteLength);
      new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(found);
      return found.length;
    },
    write(from, { at }) {
      const written = new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
      const size = Math.max(file.now.length, at + written.length);
      if (used() + size - file.now.length > limit.room)
        throw new DOMException("full", "QuotaExceededError");
      const whole = sized(file.now, size);
      whole.set(written, at);
      file.change(whole);
      return written.length;
    },
    flush: () => file.flush(),
    truncate: (size) => file.change(sized(file.now, size)),
    getSize: () => file.now.length,
    close: () => undefined,
  });

  return {
    limit,
    used,
    names: () => [...files.keys()],
    /** @param {string} name */
    open(name) {
      const file = files.get(name) ?? new MemoryFile();
      files.set(name, file);
      return Promise.resolve({ handle: handle(file), touched: 0 });
    },
    /**
     * Power fails: of what was written to a file and not flushed, a part has reached the disk.
     *
     * @param {(count: number) => number} chosen how many of so many writes
     */
    fail(chosen) {
      for (const file of files.values()) {
        file.disk = [file.disk, ...file.unflushed][chosen(file.unflushed.length)] ?? file.disk;
        file.unflushed = [];
      }
    },
  };
}
