// Keeps the site in the browser, so that it opens without a network and stays the same meanwhile.
// A newer site is fetched beside the one in use, checked against its own list, and takes its place
// once no page is open: never in the middle of a game.

/** SHA-256 of every file by its name; `make site` writes them here. @type {Record<string, string>} */
const FILES = {};
const VERSION = "";

const scope = /** @type {any} */ (self);
const cacheName = `secret-subs ${VERSION}`;

async function keep() {
  const cache = await caches.open(cacheName);
  await Promise.all(
    Object.entries(FILES).map(async ([name, digest]) => {
      const answer = await fetch(new URL(name, scope.registration.scope), { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      const found = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
      const hex = [...new Uint8Array(found)].map((byte) => byte.toString(16).padStart(2, "0"));
      if (hex.join("") !== digest) throw new Error(`${name} is not what the list of the site says`);
      await cache.put(new URL(name, scope.registration.scope), answer);
    }),
  );
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const name = url.pathname.slice(new URL(scope.registration.scope).pathname.length);
  const cache = await caches.open(cacheName);
  const kept = await cache.match(new URL(name || "index.html", scope.registration.scope));
  return kept ?? fetch(request);
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const ours = event.request.url.startsWith(scope.registration.scope);
  if (event.request.method === "GET" && ours) event.respondWith(answer(event.request));
});
