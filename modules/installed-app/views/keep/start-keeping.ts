// Starts the service worker, and keeps what is opened for times without a connection. Where the browser has no service worker, as in some
// private windows, nothing is kept and all works as before.
import { call, connection, queryClient } from "#dashboard/api.ts";
import { isUnreachable, offlineNotice, onConnection, isOnline } from "#dashboard/online.ts";
import { CallError } from "#kernel/wire/route.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { formatter } from "#dashboard/ui/formatter.ts";
import { m } from "#messages";
import { readMe } from "#modules/accounts/contract";
import { loadDelivery } from "#modules/inbox/views";
import { checkKept } from "./check-kept.ts";
import { keepOpened } from "./keep-opened.ts";
import { lastKnown, restore } from "./restore.ts";
import { forgetKept } from "./store.ts";

const WORKER = "/app-worker.js";
const SCOPE = "/projects/";
/** How often an open dashboard looks for a newer build, in milliseconds. */
const LOOKS_EVERY = 3600_000;
const PROBES_EVERY = 5000;
const GATHERED_FOR = 2000;
const HEARD_WITHIN = 60_000;

const clock = formatter({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

/** The first file of this page's build, without the folder of its language. */
function firstFile(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]');
  return script ? new URL(script.src).pathname.slice("/assets/".length) : undefined;
}

/** What would change something is not even tried without a connection: whoever asked for it is told at once why not. */
function refuseChanges(init: RequestInit): void {
  if (init.method !== "GET" && !isOnline()) throw new CallError(0, { error: m.dashboard_offline_write(), code: "offline" }, undefined);
}

/** Starts it for the signed-in account. Call it once. */
export async function startKeeping(account: string): Promise<void> {
  const { gate } = connection;
  connection.gate = (init) => {
    refuseChanges(init);
    gate?.(init);
  };
  const first = firstFile();
  if (!("serviceWorker" in navigator) || first === undefined) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    await navigator.serviceWorker.ready;
    offerNewBuild(registration, first);
    sendFiles(registration, first);
  } catch {
    return;
  }
  const flush = keepOpened(account);
  const { end } = connection;
  connection.end = () => {
    end?.();
    void forgetKept().catch(() => undefined);
  };
  watchConnection(flush);
  if (isOnline()) void checkKept(account);
}

/** Says since when nothing is new, has conversations that were open before at hand, and reads again what is shown when there is a connection. */
function watchConnection(flush: () => Promise<void>): void {
  let lost: number | undefined = isUnreachable.get() ? (lastKnown() ?? Date.now()) : undefined;
  const look = (): void => {
    if (isOnline()) {
      if (lost !== undefined) void queryClient.invalidateQueries({ refetchType: "active" });
      lost = undefined;
      offlineNotice.set(undefined);
      return;
    }
    lost ??= lastKnown() ?? Date.now();
    offlineNotice.set(m.installed_app_offline({ time: clock(new Date(lost)) }));
    void flush().then(restore);
  };
  onConnection(look);
  if (!isOnline()) look();
  // The browser may be connected while the server is not.
  const probe = setInterval(() => {
    if (isUnreachable.get() && navigator.onLine) call(readMe, {}).catch(() => undefined);
  }, PROBES_EVERY);
  isUnreachable.subscribe(() => isUnreachable.get() || clearInterval(probe));
}

/** Offers to load a newer build, once for each. Nothing is loaded by itself: the next start of the dashboard has it anyway. */
function offerNewBuild(registration: ServiceWorkerRegistration, first: string): void {
  const own = first.split("/").at(-1);
  let offered: string | undefined;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ type?: string; build?: string } | undefined>) => {
    if (data?.type !== "seed.build" || data.build === undefined || data.build === own || data.build === offered) return;
    offered = data.build;
    const reload = { label: m.installed_app_reload(), run: () => location.reload() };
    toast({ title: m.installed_app_new(), body: m.installed_app_new_body(), lasts: HEARD_WITHIN, action: reload });
  });
  navigator.serviceWorker.startMessages();
  registration.active?.postMessage({ type: "seed.build?" });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < LOOKS_EVERY) return;
    looked = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Tells the worker which files this page uses, those too that it loads later. */
function sendFiles(registration: ServiceWorkerRegistration, first: string): void {
  const files = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    timer = undefined;
    registration.active?.postMessage({ type: "seed.files", first, files: [...files] });
  };
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const { origin, pathname } = new URL(name);
      if (origin === location.origin && pathname.startsWith("/assets/")) files.add(pathname);
    }
    timer ??= setTimeout(send, GATHERED_FOR);
  }).observe({ type: "resource", buffered: true });
  // What is drawn without a connection only, has to be there before.
  void loadDelivery().then((loaded) => loaded.loadToasts(), Boolean);
}
