// The dashboard's service worker: shows push notifications, opens the conversation on a click, and answers with the page and the files of
// the dashboard that this device has kept when there is no connection. It never keeps an answer of the API: modules/installed-app/SPEC.md.
// A script of its own, because a service worker is fetched by the browser itself; scope: /projects/.

/** The first file of the build that this worker came with; the build writes it here (scripts/lib/languages-of-build.ts). */
const BUILD = "__FIRST_FILE__";

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const ANSWERS_WITHIN = 500;
/** Whether somebody looks at the conversation right now. The window is asked: its address here is the one with which it was opened. */
const isWatched = (client, conversationId) =>
  new Promise((resolve) => {
    if (client.visibilityState !== "visible" || !client.focused) return resolve(false);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWERS_WITHIN);
    client.postMessage({ type: "seed.watching", conversationId }, [port2]);
  });

// What is kept belongs to the page that names it, so a new worker may take over at once: it cannot mix two builds.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
      for (const client of await windows()) client.postMessage({ type: "seed.build", build: BUILD });
    })(),
  ),
);

// One cache for each build and language: the page, and the files that it has used. Their names hold a hash of what is in them.
const SHELL = "seed-shell ";
const PAGE = "/dashboard-page";
/** In a cache that has all that its page has used so far. */
const WHOLE = "/whole";
const MOST_FILES = 500;
/** How long a server may take to answer before the kept page is shown, in milliseconds. */
const ANSWERS_PAGE_WITHIN = 8000;
const HEADERS = ["content-type", "content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options"];

/** The first file that a page names: another one in each build and language. */
const firstFileOf = (html) => /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(html)?.[1];
const shells = async () => (await caches.keys()).filter((name) => name.startsWith(SHELL));

/** Keeps the page itself. It is the same for everybody: what it shows is read by its code. */
async function keepPage(response) {
  if (!response.ok || response.redirected || !response.headers.get("content-type")?.startsWith("text/html")) return;
  const html = await response.text();
  const first = firstFileOf(html);
  if (first === undefined) return;
  const headers = HEADERS.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : []));
  const cache = await caches.open(SHELL + first);
  await cache.put(PAGE, new Response(html, { headers }));
}

/** The page of the newest shell that has all of its files, marked as kept. */
async function keptPage() {
  const names = (await shells()).reverse();
  const found = await Promise.all(names.map(async (name) => ({ cache: await caches.open(name) })));
  for (const { cache } of found) {
    const [page, whole] = await Promise.all([cache.match(PAGE), cache.match(WHOLE)]);
    if (!page || !whole) continue;
    const html = await page.text();
    return new Response(html.replace("<html ", "<html data-kept "), { headers: page.headers });
  }
  return undefined;
}

async function answerPage(event) {
  let timer;
  const network = (async () => (await event.preloadResponse) ?? (await fetch(event.request)))();
  const slow = new Promise((_, tooLate) => (timer = setTimeout(() => tooLate(new Error("slow")), ANSWERS_PAGE_WITHIN)));
  try {
    const response = await Promise.race([network, slow]);
    // The only redirect of a page of the dashboard leads to the sign-in: the session is over.
    if (response.type === "opaqueredirect") event.waitUntil(forget());
    else event.waitUntil(keepPage(response.clone()).catch(() => undefined));
    return response;
  } catch {
    return (await keptPage()) ?? (await network);
  } finally {
    clearTimeout(timer);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (BUILD.startsWith("__") || request.method !== "GET") return;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate") return event.respondWith(answerPage(event));
  // Files with a hash in their name never change.
  if (url.pathname.startsWith("/assets/"))
    event.respondWith((async () => (await caches.match(url.pathname, { ignoreVary: true })) ?? (await fetch(request)))());
});

/** Keeps the files that a page has used. With the first complete list of a new build the others go. */
async function keepFiles(first, files) {
  const name = SHELL + first;
  // The page may be older than this worker. The server answers the same page at each address of the dashboard.
  if (!(await shells()).includes(name)) await keepPage(await fetch("/projects/last"));
  if (!(await shells()).includes(name)) return;
  const cache = await caches.open(name);
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  const come = files.filter((file) => /^\/assets\/[\w./-]+$/.test(file) && !kept.has(file)).slice(0, Math.max(0, MOST_FILES - kept.size));
  const stored = await Promise.all(
    come.map(async (file) => {
      const response = await fetch(file);
      // Of another build: it is not there any more.
      if (!response.ok) return false;
      await cache.put(file, response);
      return true;
    }),
  );
  if (stored.includes(false)) return;
  await cache.put(WHOLE, new Response(""));
  // A page of an older build that is still open must not remove the newer one.
  const all = await shells();
  if (all.at(-1) === name) for (const other of all) if (other !== name) await caches.delete(other);
}

/** Removes what this device keeps of a person. */
const forget = () =>
  new Promise((done) => {
    const request = indexedDB.deleteDatabase("seed-desk");
    request.onsuccess = request.onerror = request.onblocked = done;
  });

self.addEventListener("message", (event) => {
  const { type, first, files } = event.data ?? {};
  if (type === "seed.files" && typeof first === "string" && Array.isArray(files))
    event.waitUntil(keepFiles(first, files).catch(() => undefined));
  if (type === "seed.forget") event.waitUntil(forget());
  if (type === "seed.build?") event.source?.postMessage({ type: "seed.build", build: BUILD });
});

self.addEventListener("push", (event) => {
  event.waitUntil(
    (async () => {
      let content;
      try {
        content = event.data.json();
      } catch {
        return;
      }
      const { title, body, tag, conversationId, path } = content;
      if (typeof title !== "string" || typeof path !== "string" || !path.startsWith("/projects/")) return;
      const watched = await Promise.all((await windows()).map((client) => isWatched(client, conversationId)));
      if (watched.includes(true)) return;
      // The same tag replaces what is shown, so that one event is shown once.
      await self.registration.showNotification(title, { body, tag, renotify: true, icon: "/favicon.svg", data: { path } });
    })(),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const { path } = event.notification.data;
      const open = (await windows()).find((client) => new URL(client.url).pathname.startsWith("/projects/"));
      if (!open) return await self.clients.openWindow(path);
      await open.focus();
      // The page itself goes there, without losing what somebody writes.
      open.postMessage({ type: "seed.open", path });
    })(),
  );
});
