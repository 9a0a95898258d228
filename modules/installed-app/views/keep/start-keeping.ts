// Starts the service worker, and keeps what is opened for times without a connection. Where the browser has no service worker, as in some
// private windows, nothing is kept and all works as before.
import { call, connection, queryClient } from "#dashboard/api.ts";
import { connectionDoubt, isOnline, lastHeard, lose, offlineNotice, onConnection } from "#dashboard/online.ts";
import { CallError } from "#kernel/wire/route.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { formatter } from "#dashboard/ui/formatter.ts";
import { m } from "#messages";
import { readMe } from "#modules/accounts/contract";
import { loadDelivery } from "#modules/inbox/views";
import { hasWaiting } from "#modules/live-inbox/views";
import { checkKept } from "./check-kept.ts";
import { keepOpened } from "./keep-opened.ts";
import { type Probe, startProbe } from "./probe.ts";
import { lastKnown, restore } from "./restore.ts";
import { forgetKept } from "./store.ts";

const WORKER = "/app-worker.js";
const SCOPE = "/projects/";
/** How often an open dashboard looks for a newer build, in milliseconds. */
const LOOKS_EVERY = 3600_000;
const GATHERED_FOR = 2000;
const HEARD_WITHIN = 60_000;

const clock = formatter({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

/** The first file of this page's build, without the folder of its language. */
function firstFile(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]');
  return script ? new URL(script.src).pathname.slice("/assets/".length) : undefined;
}

/** What would change something is not even tried without a connection: whoever asked for it is told at once why not. */
function refuseChanges(init: RequestInit, probe: Probe): void {
  if (init.method === "GET" || isOnline()) return;
  probe.wanted();
  const error = navigator.onLine ? m.installed_app_unreachable_write() : m.dashboard_offline_write();
  throw new CallError(0, { error, code: "offline" }, undefined);
}

/** Whether the server answers, whatever its answer is. It says too if the session is over. */
const isAnswering = (within: number): Promise<boolean> =>
  call(readMe, { signal: AbortSignal.timeout(within) }).then(
    () => true,
    (cause: unknown) => cause instanceof CallError && cause.status !== 0,
  );

/** Finds out whether there is a connection, from now on. */
function probeConnection(account: string): Probe {
  const isHidden = (): boolean => document.visibilityState === "hidden";
  const probe = startProbe({
    ask: isAnswering,
    lastHeard,
    isLost: () => !isOnline(),
    lose,
    isHidden,
    waits: () => hasWaiting(account),
    hasNoNetwork: () => !navigator.onLine,
    now: Date.now,
    random: Math.random,
    wait: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  connectionDoubt.raise = probe.doubt;
  addEventListener("online", probe.hint);
  addEventListener("offline", probe.hint);
  addEventListener("pageshow", ({ persisted }) => persisted && probe.hint());
  document.addEventListener("visibilitychange", () => isHidden() || probe.shown());
  // It may have said so before anybody listened.
  if (!navigator.onLine || !isOnline()) probe.hint();
  return probe;
}

/** Starts it for the signed-in account. Call it once. */
export async function startKeeping(account: string): Promise<void> {
  const probe = probeConnection(account);
  const { gate } = connection;
  connection.gate = (init) => {
    refuseChanges(init, probe);
    gate?.(init);
  };
  // Until it is known that something is kept.
  const say = (): void => offlineNotice.set(isOnline() ? undefined : m.dashboard_offline_banner());
  const stop = onConnection(say);
  say();
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
  stop();
  watchConnection(flush);
  if (isOnline()) void checkKept(account);
}

/** Says since when nothing is new, has conversations that were open before at hand, and reads again what is shown when there is a connection. */
function watchConnection(flush: () => Promise<void>): void {
  let isLost = false;
  const look = (): void => {
    const wasLost = isLost;
    isLost = !isOnline();
    if (!isLost) {
      if (wasLost) void queryClient.invalidateQueries({ refetchType: "active" });
      offlineNotice.set(undefined);
      return;
    }
    const time = clock(new Date(lastHeard() ?? lastKnown() ?? Date.now()));
    offlineNotice.set(navigator.onLine ? m.installed_app_unreachable({ time }) : m.installed_app_offline({ time }));
    void flush().then(restore);
  };
  onConnection(look);
  // Which of the two it is may change.
  addEventListener("online", look);
  addEventListener("offline", look);
  look();
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
