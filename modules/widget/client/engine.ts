// The engine, which runs on every page: settings, launcher, calls from the page. The panel is loaded on first use.
import type { VisitorConversation, WidgetConfig } from "../contract.ts";
import { call, importPart, paths, refused } from "./api.ts";
import { makeLauncher } from "./launcher.ts";
import { pageOf, watchPages } from "./pages.ts";
import { createSession } from "./session.ts";
import type { Engine, Identity, PageEvents, Panel, SeedDesk } from "./types.ts";

type Page = { items: VisitorConversation[]; next: string | null };
type Handler = (detail: never) => unknown;

/** Starts the widget: reads its settings once, then does nothing until the visitor acts. `locale` comes before the page's language. */
export async function boot(key: string, origin: string, desk: SeedDesk, locale?: string): Promise<void> {
  let config: WidgetConfig;
  const readConfig = () =>
    call<WidgetConfig>(origin + paths.config(key, [locale, document.documentElement.lang, ...navigator.languages].join()));
  try {
    config = await readConfig();
  } catch (caught) {
    desk.q = { push: () => 0 };
    return console.warn(`Seed Desk: not shown. ${(refused(caught) && caught.error) || "Couldn’t reach the server."}`);
  }

  const session = createSession(key, origin);
  const launcher = makeLauncher(config, origin);
  const { host, stage, button, adopt } = launcher;
  const handlers = new Map<string, Set<Handler>>();
  let ready = false;
  let open = false;
  let panel: Promise<Panel> | undefined;

  const run = (handler: Handler, detail?: unknown) => {
    try {
      (handler as (detail: unknown) => unknown)(detail);
    } catch (error) {
      console.error(error);
    }
  };
  const emit: Engine["emit"] = (name, detail) => handlers.get(name)?.forEach((handler) => run(handler, detail));

  let unread = 0;
  const setUnread = (count: number) => {
    if (count === unread) return;
    unread = count;
    launcher.set({ unread });
    emit("unread", count);
  };
  const setOpen = (now: boolean) => {
    if (now === open) return;
    open = now;
    launcher.set({ open });
    emit(open ? "open" : "close", undefined);
  };

  const engine: Engine = { key, origin, config, session, host, stage, emit, setUnread, setOpen, adopt };
  /** Loads the panel once; after a failure the next click retries. */
  const load = () =>
    (panel ??= importPart("@mount", () => import("./panel/mount.tsx").then((chunk) => chunk.mountPanel(engine))).catch((error: unknown) => {
      panel = undefined;
      throw error;
    }));
  const withPanel = async (use: (panel: Panel) => void) => {
    button.ariaBusy = "true";
    await load().then(use, () => launcher.set({ failed: true }));
    button.ariaBusy = "false";
  };
  const show = () => void withPanel((it) => it.open());
  const hide = () => void panel?.then((it) => it.close());
  const preload = () => void load().catch(() => 0);

  const commands: Record<string, (...args: never[]) => void> = {
    open: show,
    close: hide,
    show: () => launcher.set({ hidden: false }),
    hide: () => (hide(), launcher.set({ hidden: true })),
    identify: (who: Identity = {}) =>
      session.queue(() => importPart("@identify", () => import("./identify.ts")).then((chunk) => chunk.identify(session, who))),
    update: (change: { locale?: string } = {}) =>
      session.queue(async () => {
        locale = change.locale ?? locale;
        Object.assign(config, await readConfig());
        launcher.speak();
        await panel?.then((it) => it.refresh());
      }),
    logout: () => session.logout(),
    on: (name: keyof PageEvents, handler: Handler) => {
      if (typeof handler !== "function") return;
      handlers.set(name, (handlers.get(name) ?? new Set()).add(handler));
      if (name === "ready" && ready) run(handler);
    },
    off: (name: string, handler: Handler) => handlers.get(name)?.delete(handler),
  };
  const runCall = ([name, ...args]: ArrayLike<unknown> & Iterable<unknown>) => {
    const command = Object.hasOwn(commands, String(name)) ? commands[String(name)] : undefined;
    if (!command) return void import("./lazy/commands.ts").then((it) => it.runCommand(engine, load, String(name), args[0])).catch(() => 0);
    run(() => command(...(args as never[])));
  };

  button.addEventListener("click", () => (open ? hide() : show()));
  for (const reach of ["pointerenter", "focus"]) button.addEventListener(reach, preload, { once: true });
  document.addEventListener("click", (event) => {
    if (!event.composedPath().some((at) => at instanceof Element && at.hasAttribute("data-seed-desk-open"))) return;
    event.preventDefault();
    show();
  });
  session.onChange(() => setUnread(0));

  const earlier = desk.q;
  // The page may have stored the function itself, so the queue is replaced and the function kept.
  desk.q = { push: (args) => runCall(Array.from(args) as unknown[]) };
  for (const args of (earlier as ArrayLike<unknown>[] | undefined) ?? []) desk.q.push(args);
  ready = true;
  emit("ready", undefined);

  // A mail's link returns to a conversation.
  if (location.hash.startsWith("#seed-desk")) import("./lazy/mail-link.ts").then((it) => it.openMailLink(engine, load)).catch(() => 0);

  const trackPage = () => session.track({ kind: "page", page: pageOf(location, document.title) });
  watchPages(trackPage);
  session.onChange((change) => change === "started" && trackPage());

  // The panel sends what could not be sent from an earlier page.
  if (session.unsent.read()?.some(({ failure }) => !failure || failure.waiting)) preload();
  await session.queue(() => 0);
  if (!session.stored() || panel) return;
  const count = async (cursor?: string): Promise<number> => {
    const { items, next } = await session.request<Page>(paths.conversations(cursor));
    return items.reduce((sum, row) => sum + row.unread, next ? await count(next) : 0);
  };
  setUnread(await count().catch(() => 0));
  if (unread) preload();
}
