// Files that last, for the Python of a page: a file system of Emscripten over the files that a
// browser keeps for a site (the origin private file system), written at once and in place.
//
// A browser opens such a file asynchronously and serves it synchronously from then on, so the files
// are opened in advance: a pool of slots, which have numbers for names. What a slot is called lies
// in its first bytes, written twice in turn, so that power may fail in the middle of it. Folders are
// what the names say; an empty one does not outlast the page.

const HEAD = 4096; // bytes before the content of a slot: two halves, of which the later valid holds
const HALF = HEAD / 2;
const MAGIC = "secret-subs file 1\n";
const SPARE = 24; // slots that are kept free, so that files can be made without waiting
const TRIES = 50; // to open a file that another worker still holds
const PAUSE = 100; // between two tries, in milliseconds

// Numbers of errors as WASI has them.
const [EEXIST, EINVAL, EIO, ENOENT, ENOSPC, ENOTEMPTY, EPERM] = [20, 28, 29, 44, 51, 55, 63];

/**
 * A file that is open for good: a `FileSystemSyncAccessHandle`, in tests one of memory.
 *
 * @typedef {object} Handle
 * @property {(into: ArrayBufferView, options: { at: number }) => number} read
 * @property {(from: ArrayBufferView, options: { at: number }) => number} write
 * @property {() => void} flush
 * @property {(size: number) => void} truncate
 * @property {() => number} getSize
 * @property {() => void} close
 */

/**
 * What a slot is called, and its number as a file: no other file ever had the same.
 *
 * @typedef {{ path: string, ino: number, turn: number }} Label
 */

let devices = 1; // that file systems have had; Emscripten's own has the first

/** One file of the pool. */
class Slot {
  /**
   * @param {Handle} handle
   * @param {number} touched in milliseconds since 1970
   */
  constructor(handle, touched) {
    this.handle = handle;
    this.touched = touched;
    this.label = label(handle);
  }

  get size() {
    return Math.max(0, this.handle.getSize() - HEAD);
  }

  /**
   * Call it something else; on return that has reached the disk.
   *
   * @param {string} path empty: it is free
   * @param {number} ino
   */
  name(path, ino) {
    const turn = this.label.turn + 1;
    const text = new TextEncoder().encode(`${MAGIC}${JSON.stringify({ path, ino, turn })}\n`);
    if (text.length + 8 > HALF) throw new Failure(EINVAL);
    const half = new Uint8Array(HALF);
    half.set(text);
    new DataView(half.buffer).setUint32(HALF - 8, text.length);
    new DataView(half.buffer).setUint32(HALF - 4, checksum(half.subarray(0, HALF - 4)));
    written(this.handle.write(half, { at: (turn % 2) * HALF }), HALF);
    this.handle.flush();
    this.label = { path, ino, turn };
  }

  free() {
    this.name("", 0);
    this.handle.truncate(HEAD);
  }
}

/** What goes wrong, by its number. */
class Failure extends Error {
  /** @param {number} number */
  constructor(number) {
    super(`error ${number}`);
    this.number = number;
  }
}

/**
 * A disk may take less than it is given.
 *
 * @param {number} count
 * @param {number} wanted
 */
function written(count, wanted) {
  if (count !== wanted) throw new Failure(ENOSPC);
}

/** @param {Handle} handle @returns {Label} */
function label(handle) {
  const found = [0, 1].flatMap((half) => {
    const bytes = new Uint8Array(HALF);
    if (handle.read(bytes, { at: half * HALF }) !== HALF) return [];
    const view = new DataView(bytes.buffer);
    if (view.getUint32(HALF - 4) !== checksum(bytes.subarray(0, HALF - 4))) return [];
    const text = new TextDecoder().decode(bytes.subarray(0, view.getUint32(HALF - 8)));
    return text.startsWith(MAGIC)
      ? [/** @type {Label} */ (JSON.parse(text.slice(MAGIC.length)))]
      : [];
  });
  return found.reduce((one, other) => (other.turn > one.turn ? other : one), {
    path: "",
    ino: 0,
    turn: 0,
  });
}

/**
 * FNV-1a, 32 bits: against halves that were being written, not against people.
 *
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}

/**
 * The way into a file, which one worker has at a time. A page that is loaded again after its worker
 * has died may find it taken for a moment still.
 *
 * @param {any} file
 */
async function handleOf(file) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      const taken = error instanceof DOMException && error.name === "NoModificationAllowedError";
      if (!taken || !left) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** The files of a folder that a browser keeps. */
export class Pool {
  /** @type {Slot[]} */
  #slots = [];
  #open;
  #spare;
  #made = 0;
  /** @type {Promise<void> | null} */
  #growing = null;

  /**
   * @param {(name: string) => Promise<{ handle: Handle, touched: number }>} open by name, made if it is not there
   * @param {number} spare slots that are kept free
   */
  constructor(open, spare = SPARE) {
    this.#open = open;
    this.#spare = spare;
  }

  /**
   * The files of a folder.
   *
   * @param {FileSystemDirectoryHandle} folder
   */
  static async of(folder) {
    const pool = new Pool(async (name) => {
      /** @type {any} */ // the types of a page have nothing that only workers have
      const file = await folder.getFileHandle(name, { create: true });
      const { lastModified } = await file.getFile();
      return { handle: await handleOf(file), touched: lastModified };
    });
    const names = [];
    for await (const name of folder.keys()) names.push(name);
    await pool.begin(names);
    return pool;
  }

  /**
   * Open what is there, and some more.
   *
   * @param {readonly string[]} names
   */
  async begin(names) {
    this.#made = 1 + Math.max(-1, ...names.map(Number).filter(Number.isInteger));
    await Promise.all(names.map((name) => this.#add(name)));
    const byPath = new Map();
    for (const slot of this.#slots) {
      const { path, turn } = slot.label;
      if (!path) continue;
      const other = byPath.get(path);
      // A file took the place of another, and the page ended before that was freed.
      if (other) (other.label.turn > turn ? slot : other).free();
      if (!other || other.label.turn < turn) byPath.set(path, slot);
    }
    await this.#grow();
  }

  /** @param {string} name */
  async #add(name) {
    const { handle, touched } = await this.#open(name);
    this.#slots.push(new Slot(handle, touched));
  }

  async #grow() {
    while (this.#slots.filter((slot) => !slot.label.path).length < this.#spare) {
      this.#made += 1;
      await this.#add(String(this.#made - 1));
    }
    this.#growing = null;
  }

  get files() {
    return this.#slots.filter((slot) => slot.label.path);
  }

  /** A free slot; more are made meanwhile. */
  take() {
    const free = this.#slots.filter((slot) => !slot.label.path);
    if (free.length <= this.#spare / 2) this.#growing ??= this.#grow().catch(() => undefined);
    if (!free[0]) throw new Failure(ENOSPC);
    return free[0];
  }

  /** Let everything go, so that another page can have it. */
  close() {
    for (const { handle } of this.#slots) handle.close();
    this.#slots = [];
  }
}

/**
 * A file system of Emscripten; what it needs of Emscripten's `FS` is not in its types.
 *
 * @param {any} FS
 * @param {Pool} pool
 * @param {() => number} random a whole number that no other file has
 */
export function fileSystem(FS, pool, random) {
  devices += 1;
  const device = devices;
  const failed = (/** @type {number} */ number) => new FS.ErrnoError(number);

  /** @template T @param {() => T} act @returns {T} */
  const attempt = (act) => {
    try {
      return act();
    } catch (error) {
      if (error instanceof Failure) throw failed(error.number);
      if (error instanceof DOMException)
        throw failed(error.name === "QuotaExceededError" ? ENOSPC : EIO);
      throw error;
    }
  };

  const created = (
    /** @type {any} */ parent,
    /** @type {string} */ name,
    /** @type {number} */ mode,
  ) => {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodes;
    node.stream_ops = streams;
    node.atime = node.mtime = node.ctime = Date.now();
    if (FS.isDir(mode)) node.contents = {};
    if (parent !== node && parent) parent.contents[name] = node;
    return node;
  };

  const path = (/** @type {any} */ node, /** @type {string} */ name) => {
    let whole = name;
    for (let at = node; at !== at.mount.root; at = at.parent) whole = `${at.name}/${whole}`;
    return whole;
  };

  const below = (/** @type {any} */ node, /** @type {(file: any) => void} */ act) => {
    if (FS.isFile(node.mode)) act(node);
    else for (const child of Object.values(node.contents)) below(child, act);
  };

  const nodes = {
    /** @param {any} node */
    getattr(node) {
      const size = FS.isFile(node.mode) ? node.slot.size : HEAD;
      return {
        dev: device,
        ino: FS.isFile(node.mode) ? node.slot.label.ino : node.id,
        mode: node.mode,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size,
        atime: new Date(node.atime),
        mtime: new Date(node.mtime),
        ctime: new Date(node.ctime),
        blksize: HEAD,
        blocks: Math.ceil(size / 512),
      };
    },
    /** @param {any} node @param {any} attr */
    setattr(node, attr) {
      for (const key of ["mode", "atime", "mtime", "ctime"])
        if (attr[key] != null) node[key] = attr[key];
      if (attr.size !== undefined) attempt(() => node.slot.handle.truncate(HEAD + attr.size));
    },
    lookup() {
      throw failed(ENOENT);
    },
    /** @param {any} parent @param {string} name @param {number} mode */
    mknod(parent, name, mode) {
      if (!FS.isFile(mode) && !FS.isDir(mode)) throw failed(EPERM);
      if (FS.isDir(mode)) return created(parent, name, mode);
      const slot = attempt(() => {
        const free = pool.take();
        free.handle.truncate(HEAD);
        free.name(path(parent, name), random());
        return free;
      });
      const node = created(parent, name, mode);
      node.slot = slot;
      return node;
    },
    /** @param {any} node @param {any} folder @param {string} name */
    rename(node, folder, name) {
      const replaced = folder.contents[name];
      if (replaced && FS.isDir(replaced.mode) && Object.keys(replaced.contents).length)
        throw failed(ENOTEMPTY);
      attempt(() => {
        const old = path(node.parent, node.name);
        below(node, (file) => {
          const whole = path(folder, name) + path(file.parent, file.name).slice(old.length);
          const turn = Math.max(file.slot.label.turn, replaced?.slot?.label.turn ?? 0);
          file.slot.label = { ...file.slot.label, turn };
          file.slot.name(whole, file.slot.label.ino);
        });
        replaced?.slot?.free();
      });
      if (replaced) FS.hashRemoveNode?.(replaced);
      delete node.parent.contents[node.name];
      folder.contents[name] = node;
      node.name = name;
    },
    /** @param {any} parent @param {string} name */
    unlink(parent, name) {
      attempt(() => parent.contents[name].slot.free());
      delete parent.contents[name];
    },
    /** @param {any} parent @param {string} name */
    rmdir(parent, name) {
      if (Object.keys(parent.contents[name].contents).length) throw failed(ENOTEMPTY);
      delete parent.contents[name];
    },
    /** @param {any} node */
    readdir(node) {
      return [".", "..", ...Object.keys(node.contents)];
    },
    symlink() {
      throw failed(EPERM);
    },
  };

  const streams = {
    /** @param {any} stream @param {Int8Array} buffer @param {number} offset @param {number} length @param {number} at */
    read(stream, buffer, offset, length, at) {
      const into = buffer.subarray(offset, offset + length);
      return attempt(() => stream.node.slot.handle.read(into, { at: HEAD + at }));
    },
    /** @param {any} stream @param {Int8Array} buffer @param {number} offset @param {number} length @param {number} at */
    write(stream, buffer, offset, length, at) {
      const from = buffer.subarray(offset, offset + length);
      stream.node.mtime = stream.node.ctime = Date.now();
      attempt(() => written(stream.node.slot.handle.write(from, { at: HEAD + at }), length));
      return length;
    },
    /** @param {any} stream @param {number} offset @param {number} whence */
    llseek(stream, offset, whence) {
      const before = [0, stream.position, FS.isFile(stream.node.mode) ? stream.node.slot.size : 0];
      const position = offset + (before[whence] ?? 0);
      if (position < 0) throw failed(EINVAL);
      return position;
    },
    /** @param {any} stream */
    fsync(stream) {
      if (stream.node.slot) attempt(() => stream.node.slot.handle.flush());
      return 0;
    },
  };

  return {
    /** @param {any} mount */
    mount(mount) {
      const root = created(null, "/", 0o40700);
      root.mount = mount;
      for (const slot of pool.files) {
        const parts = slot.label.path.split("/");
        const name = /** @type {string} */ (parts.pop());
        let folder = root;
        for (const part of parts) folder = folder.contents[part] ?? created(folder, part, 0o40700);
        if (folder.contents[name]) throw failed(EEXIST);
        const node = created(folder, name, 0o100600);
        node.slot = slot;
        node.atime = node.mtime = node.ctime = slot.touched;
      }
      return root;
    },
  };
}
