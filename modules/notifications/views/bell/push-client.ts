// This browser's part of push notifications: the service worker, the permission, and the subscription.
const WORKER = "/app-worker.js";
const SCOPE = "/projects/";

/** Whether this browser can get push notifications; on iOS only a site that was added to the home screen can. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
/** Whether the person has forbidden notifications for this site. */
export const isForbidden = (): boolean => Notification.permission === "denied";

const registration = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration(SCOPE);
export async function subscriptionOf(): Promise<PushSubscription | undefined> {
  if (!canPush()) return undefined;
  return (await (await registration())?.pushManager.getSubscription()) ?? undefined;
}

/** Asks for the permission and subscribes. Undefined if the person says no. A subscription with another key is replaced. */
export async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const ready = await navigator.serviceWorker.ready;
  const key = Uint8Array.from(atob(publicKey.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const held = await ready.pushManager.getSubscription();
  if (held && !isSame(held.options.applicationServerKey, key)) await held.unsubscribe();
  return await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
const isSame = (held: ArrayBuffer | null, key: Uint8Array): boolean =>
  held !== null && held.byteLength === key.length && new Uint8Array(held).every((byte, i) => byte === key[i]);

/** Its parts, as the server stores them. */
export function partsOf(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, p256dh, auth };
}

/**
 * Answers the service worker whether this window shows a conversation, and calls the listener with the path of a notification that was
 * clicked while the dashboard is open. Answers how to stop.
 */
export function answerServiceWorker(listener: (path: string) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const heard = ({ data, ports }: MessageEvent<{ type?: string; path?: string; conversationId?: string } | undefined>): void => {
    if (data?.type === "seed.watching") ports[0]?.postMessage(location.pathname.split("/").includes(data.conversationId ?? ""));
    if (data?.type === "seed.open" && data.path?.startsWith("/projects/") === true) listener(data.path);
  };
  navigator.serviceWorker.addEventListener("message", heard);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener("message", heard);
}
