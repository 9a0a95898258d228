// Shows push notifications of the dashboard, and opens the conversation on a click. It never answers a request of a page.
// A script of its own, because a service worker is fetched by the browser itself; scope: /projects/.

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

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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
