// The worker of a site that wants none: it removes itself and what another one kept.
/** @type {any} */
const remover = self;

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await remover.registration.unregister();
}

remover.addEventListener("install", () => remover.skipWaiting());
remover.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(remove()));
