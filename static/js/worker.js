/* Keeps what a pad needs without a network: the files of the site, and those pages that the site
   marks for this device. A page is always asked for first; what is stored is the way out. A new
   version waits until a page says that nothing is waiting to be sent. */
"use strict";
const FILES = `files-${STORED.version}`;
const PAGES = "pages";
const PATIENCE = 4000;
const PAGES_MOST = 12;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((files) => files.addAll([...STORED.assets, STORED.device])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== FILES && name !== PAGES) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
});

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

async function store(path, answer) {
  const pages = await caches.open(PAGES);
  await pages.delete(path);
  await pages.put(path, answer);
  const paths = await pages.keys();
  for (const old of paths.slice(0, Math.max(0, paths.length - PAGES_MOST))) await pages.delete(old);
}

/* The site's answer, or null where it takes longer than somebody waits who has the page here. */
async function asked(request, path, hasPage) {
  const answer = fetch(request).then(async (found) => {
    if (found.ok && found.headers.has("Keep-Offline")) await store(path, found.clone());
    else if (found.status === 403 || found.status === 404) await (await caches.open(PAGES)).delete(path);
    return found;
  });
  if (!hasPage) return answer;
  answer.catch(() => {});
  return Promise.race([answer, new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); })]);
}

async function page(request) {
  const path = new URL(request.url).pathname;
  const known = await (await caches.open(PAGES)).match(path);
  try {
    const answer = await asked(request, path, Boolean(known));
    if (answer) return answer;
  } catch { /* no network */ }
  return known || (await caches.match(STORED.device)) || Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && STORED.leaving.includes(pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (pathname.startsWith(STORED.static)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
