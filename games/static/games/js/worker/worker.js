// The worker of an installed site: it keeps hashed files, the rules and the page for whoever is offline. Everything else
// goes to the network and is never kept. `ABOUT` stands before it (games/pages/about/offline.py).
/** @type {any} */
const worker = self;
/** @type {{kept: string, files: string, rules: string[], offline: string}} */
const { kept, files, rules, offline } = worker.ABOUT;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const LINKED = /(?:href|src)="([^"#]+)/g;
const NESTED = /url\("?([^")#]+)/g;
const TAKE_OVER = "take over";

/** Keep a file, and those that a style sheet names. @param {Cache} cache @param {string} address */
async function keepFile(cache, address) {
  if (!HASHED.test(address) || (await cache.match(address))) return;
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok) return;
  await cache.put(address, answer.clone());
  if (!address.endsWith(".css")) return;
  const named = [...(await answer.text()).matchAll(NESTED)].map(([, name]) => new URL(name, answer.url).href);
  await Promise.all(named.map((each) => keepFile(cache, each)));
}

/** Keep a page as a stranger sees it, so that no name of anybody is in it, and its files. @param {Cache} cache @param {string} path */
async function keepPage(cache, path) {
  const answer = await fetch(path, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) return;
  await cache.put(path, answer.clone());
  const linked = [...(await answer.text()).matchAll(LINKED)].map(([, name]) => name);
  await Promise.all(linked.filter((name) => name.startsWith(files)).map((name) => keepFile(cache, name)));
}

async function install() {
  const cache = await caches.open(kept);
  await Promise.all([offline, ...rules].map((path) => keepPage(cache, path)));
}

/** Forget what other versions kept. */
async function activate() {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A hashed file never changes. @param {any} event */
async function file({ request }) {
  const cache = await caches.open(kept);
  const known = await cache.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

/** A new version takes over between two pages, if no other page is open and this one is no table. */
async function takeOver() {
  const { waiting } = worker.registration;
  if (!waiting) return null;
  const open = await worker.clients.matchAll();
  if (open.length > 1 || open.some((/** @type {{url: string}} */ { url }) => new URL(url).pathname.startsWith("/t/"))) return null;
  waiting.postMessage(TAKE_OVER);
  return new Response("", { headers: { Refresh: "0" } });
}

/** A page from the network; without one the rules, or the page that says so. @param {any} event */
async function page(event) {
  const path = new URL(event.request.url).pathname;
  try {
    const answer = (await takeOver()) ?? (await event.preloadResponse) ?? (await fetch(event.request));
    if (rules.includes(path)) event.waitUntil(caches.open(kept).then((cache) => keepPage(cache, path)));
    return answer;
  } catch {
    const cache = await caches.open(kept);
    const known = await cache.match(path, { ignoreVary: true });
    return known ?? (await cache.match(offline, { ignoreVary: true })) ?? Response.error();
  }
}

/** @param {any} event */
function handle(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(files) && HASHED.test(pathname)) event.respondWith(file(event));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", handle);
worker.addEventListener("message", (/** @type {any} */ event) => event.data === TAKE_OVER && worker.skipWaiting());
