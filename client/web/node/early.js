// The first page before the program runs: as it was left here, or as it is where nothing was kept.

/** @import { Entrance, PageSettings, Picture } from "../schema.js" */

const KEPT = "entrance";

/**
 * What of a first page is the same when the program begins again.
 *
 * @typedef {object} Kept
 * @property {string} site the first page of the site that it belongs to
 * @property {PageSettings} page
 * @property {Pick<Entrance, "name" | "learning">} entrance
 * @property {boolean} key whether there is one
 * @property {boolean} games whether there are any to go on with
 */

/** @typedef {{ picture: Picture, early: "first" | "again" }} FirstPage */

/** The first page of this site where nothing was kept, as the site was built with it. */
async function built() {
  const answer = await fetch(new URL("../entrance.json", import.meta.url));
  return answer.ok ? answer.text() : "";
}

/** The first page, until the program tells what it is. */
export class Early {
  #storage;
  #site = "";
  /** @type {Kept | null} */
  #kept = null;

  /** @param {() => Pick<Storage, "getItem" | "setItem">} storage which a browser may refuse */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * What the program will show; null if that cannot be told.
   *
   * @param {() => Promise<string>} [read]
   * @returns {Promise<FirstPage | null>}
   */
  async picture(read = built) {
    try {
      this.#site = await read();
      /** @type {Picture} */
      const picture = JSON.parse(this.#site);
      const { entrance } = picture;
      /** @type {Kept | null} */
      const kept = JSON.parse(this.#storage().getItem(KEPT) ?? "null");
      if (!entrance || kept?.site !== this.#site) return { picture, early: "first" };
      const key = kept.key ? "sealed" : "none";
      return {
        picture: { ...picture, page: kept.page, entrance: { ...entrance, ...kept.entrance, key } },
        early: kept.games ? "again" : "first",
      };
    } catch {
      return null; // then the page waits for the program
    }
  }

  /**
   * Keep what the program shows, for the next time; of a key and of games no more than that they are there.
   *
   * @param {Picture} picture
   */
  keep({ page, entrance, table }) {
    if (!this.#site) return;
    if (entrance) {
      const { name, learning, key, saved } = entrance;
      const games = saved.length > 0;
      this.#kept = {
        site: this.#site,
        page,
        entrance: { name, learning },
        key: key !== "none",
        games,
      };
    } else if (this.#kept && table.mode !== "replay" && !table.lesson) {
      this.#kept = { ...this.#kept, games: true };
    } else return;
    try {
      this.#storage().setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // a full storage keeps what it had, and the program tells the rest
    }
  }
}
