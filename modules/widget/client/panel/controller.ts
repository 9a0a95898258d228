// The panel's controller: fetches data, handles frames, opens and closes the socket. State is in state.ts, drawing in the .tsx files.
import type { ConversationEvent, VisitorFrame } from "#modules/conversations/contract";
import type { VisitorConversation } from "../../contract.ts";
import { importPart, paths, type Refusal } from "../api.ts";
import { unreadOf, withEvent, withRead, withRows } from "./list-state.ts";
import type { Change } from "../session.ts";
import { makeSocket } from "./socket.ts";
import { hasGap, newestForeign, onlyOutgoing } from "./thread-state.ts";
import type { Engine } from "../types.ts";
import { makeLog } from "./log.ts";
import { panelPaths } from "./paths.ts";
import { makeSender } from "./sending.ts";
import { type Language, loadLanguage, type TextKey, translate, type Values } from "./language.ts";
import { explainIn } from "./refusals.ts";
import { ARRIVING, HELP, HOME, isThread, makeStore, NEW } from "./state.ts";
import { keepUnsent } from "./unsent.ts";
import type { Uploads } from "../lazy/uploads.ts";

// A closed or hidden panel keeps its connection for a while, because a reply often arrives soon after.
const LINGER = 5 * 60_000;
const AGAIN = 3000;
const TYPING_EVERY = 3000;
const TYPING_SHOWN = 5000;

type Page = { items: ConversationEvent[]; before: number | null };
type Own = { items: VisitorConversation[]; next: string | null; cursor: number };
/** Whether a view is a conversation that exists on the server. */
const isStored = (view: string): view is VisitorConversation["id"] => isThread(view) && view !== NEW;
export type PanelController = ReturnType<typeof makeController>;

/** Connects store, session and socket. */
export function makeController(engine: Engine, language: Language) {
  const { session } = engine;
  const { help } = engine.config;
  const store = makeStore(session.draft.read() ?? {});
  const text = (key: TextKey, values?: Values) => translate(language, key, values);
  const explain = (refusal: Refusal, own?: Readonly<Record<string, TextKey>>) => explainIn(language, refusal, own);
  const locale = () => language.locale;
  let withParts: Promise<void> | undefined;
  const speak = async (parts: boolean) => {
    language = await loadLanguage(engine.config.locale, parts);
  };
  /** Loads the texts of the parts that are loaded later. */
  const loadParts = () =>
    (withParts ??= speak(true).catch((error: unknown) => {
      withParts = undefined;
      throw error;
    }));
  /** Why the chat has ended, if it has. */
  const ending = () => {
    const final = session.final();
    return final && explain(final, { blocked: "blocked" });
  };
  let cursor: number | undefined;
  let chosen = false;
  let lingering = 0;
  let typingShown = 0;
  let typedAt = 0;
  const filling = new Set<string>();

  const socket = makeSocket({
    session,
    cursor: () => cursor ?? 0,
    onFrame,
    onLine: (line) => {
      store.set({ line });
      if (line !== "live") return;
      look();
      sender.resend();
      // What failed without a connection; while it failed, the engine's count did not change either.
      if (store.get().listing === "failed") void refresh();
    },
    onStubborn: () => void refresh(),
  });
  /** Files that were chosen before the upload code has loaded. */
  const waiting: { view: string }[] = [];
  const sender = makeSender(store, session, explain, (id, opened) => {
    if (opened) for (const to of waiting) if (to.view === NEW) to.view = id;
    // Before the panel was opened, and while its first view is being chosen, this is fetched with everything else.
    const { open, listing, view } = store.get();
    if (view === ARRIVING || (!open && listing === "idle")) return;
    if (store.thread(id).frontier === null) void loadThread(id);
    cursor ??= 0;
    chosen = true;
    if (listing === "idle") store.set({ listing: "ready" });
    updateConnection();
  });
  let uploads: Promise<Uploads> | undefined;
  /** Most conversations have no files, so the upload code is loaded with the first one. */
  const withUploads = (use: (uploads: Uploads) => void): void => {
    const token = session.stored()?.token;
    (uploads ??= Promise.all([importPart("@uploads", () => import("../lazy/uploads.ts")), loadParts()]).then(([{ makeUploads }]) =>
      makeUploads(store, session, { text, explain, locale }),
    )).then(use, () => {
      uploads = undefined;
      store.set({ hint: text("noAnswer") });
      // The chosen files wait, so that the visitor need not choose them again, unless somebody else uses the panel by then.
      setTimeout(() => token === session.stored()?.token && withUploads(use), AGAIN);
    });
  };

  let title: Promise<(unread: number) => void> | undefined;
  const inTitle = (unread: number) => {
    if (unread || title)
      (title ??= importPart("@title", () => import("../lazy/title.ts")).then((it) => it.showInTitle)).then(
        (show) => show(unread),
        () => (title = undefined),
      );
  };

  /** Loads all pages, because unread conversations may be on any of them. */
  async function loadList() {
    if (store.get().listing === "loading") return;
    store.set({ listing: "loading" });
    try {
      let next: string | null = null;
      do {
        const own: Own = await session.request(paths.conversations(next));
        // Only the first response sets the cursor: later ones may be newer than the frames received so far.
        cursor ??= own.cursor;
        store.set({ list: withRows(store.get().list, own.items) });
        for (const row of own.items) store.act(row.id, { type: "seen", revision: row.operatorReadRevision });
        next = own.next;
      } while (next);
      store.set({ listing: "ready" });
    } catch {
      if (session.stored()) store.set({ listing: "failed" });
    }
  }

  async function loadThread(id: string, older = false) {
    const { before } = store.thread(id);
    if (store.get().loading[id] || (older && before === null)) return;
    store.set({ loading: { ...store.get().loading, [id]: true } });
    const token = session.stored()?.token;
    const { items, before: rest } = await session
      .request<Page>(older ? panelPaths.thread(id, "before", before ?? 0) : panelPaths.thread(id))
      .catch((): Partial<Page> => ({}));
    if (token !== session.stored()?.token) return;
    const { [id]: _, ...loading } = store.get().loading;
    store.set({ loading: items ? loading : { ...loading, [id]: false } });
    if (items) {
      store.act(id, { type: older ? "older" : "page", items, before: rest ?? null });
      sender.confirm(items);
    }
    settleReading();
  }

  /** Fetches events between the frontier and a frame that arrived early. */
  async function fill(id: string) {
    if (filling.has(id)) return;
    filling.add(id);
    try {
      for (let rounds = 0; hasGap(store.thread(id)) && rounds < 50; rounds++) await catchUp(id);
    } catch {
      setTimeout(() => hasGap(store.thread(id)) && void fill(id), 3000);
    }
    filling.delete(id);
  }
  const catchUp = async (id: string) => {
    const { items } = await session.request<Page>(panelPaths.thread(id, "after", store.thread(id).frontier ?? 0));
    store.act(id, { type: "after", items });
  };

  /** Refreshes everything that can be fetched without a socket. */
  async function refresh() {
    const { view } = store.get();
    await loadList();
    if (store.thread(view).frontier !== null) await catchUp(view).catch(() => 0);
    settleReading();
  }

  function onFrame(frame: VisitorFrame) {
    if (frame.type === "event") onEvent(frame);
    else if (frame.type === "seen") store.act(frame.conversationId, { type: "seen", revision: frame.revision });
    else if (frame.type === "assistant") store.set({ assistant: frame });
    else if (frame.type === "typing") {
      clearTimeout(typingShown);
      store.set({ typing: { id: frame.conversationId, name: frame.name } });
      typingShown = setTimeout(() => store.set({ typing: null }), TYPING_SHOWN);
    } else if (frame.type === "reset") {
      cursor = undefined;
      const { view } = store.get();
      store.set({ list: [], threads: onlyOutgoing(store.get().threads) });
      void loadList();
      if (isStored(view)) void loadThread(view);
    } else if (frame.type === "closed") {
      if (frame.reason === "blocked") session.judge({ status: 401, code: "blocked", error: text("blocked"), final: true });
      else if (frame.reason === "erased") session.end("erased");
      // Other closures are judged by the next ticket request, which knows whether they are final.
    }
  }

  function onEvent({ conversationId: id, event, previous, cursor: at }: Extract<VisitorFrame, { type: "event" }>) {
    cursor = at;
    const before = store.get().list;
    const list = withEvent(before, id, event);
    const fresh = list !== before;
    if (list) store.set({ list });
    else void loadList();
    store.act(id, { type: "frame", event, previous });
    sender.confirm([event]);
    if (hasGap(store.thread(id))) void fill(id).then(settleReading);
    if (event.kind === "message" && event.message.authorRole !== "visitor") {
      if (store.get().typing?.id === id) store.set({ typing: null });
      const { id: messageId, authorRole, authorName, content } = event.message;
      if (fresh) engine.emit("message", { conversationId: id, id: messageId, authorRole, authorName, content });
    }
    settleReading();
  }

  const attended = () => store.get().open && document.visibilityState === "visible" && document.hasFocus();

  /** Marks what is visible as read, and counts the rest. */
  function settleReading() {
    const { view, list } = store.get();
    const thread = store.thread(view);
    const row = list.find(({ id }) => id === view);
    const revision = thread.events.at(-1)?.revision ?? 0;
    const fresh = row && (row.unread > 0 || row.readRevision < newestForeign(thread));
    if (attended() && revision > 0 && fresh) {
      store.set({ list: withRead(list, view, revision) });
      session.track({ kind: "read", conversationId: row.id, revision });
    }
    // Until the list is loaded the engine's own count is used.
    if (store.get().listing === "ready" || !session.stored()) engine.setUnread(unreadOf(store.get().list));
    inTitle(store.get().open ? 0 : unreadOf(store.get().list));
  }

  const look = () => {
    const { open, view } = store.get();
    socket.say({ type: "viewing", conversationId: open && isStored(view) ? view : null });
  };

  /** Opens the connection while the visitor is present, and closes it some minutes later. */
  function updateConnection() {
    clearTimeout(lingering);
    if (store.get().open && document.visibilityState === "visible") {
      if (session.stored() && cursor !== undefined) socket.start();
    } else lingering = setTimeout(socket.stop, LINGER);
    settleReading();
  }

  function show(view: string) {
    store.set({ view, hint: "", news: false });
    if (isStored(view) && store.thread(view).frontier === null) void loadThread(view);
    look();
    settleReading();
  }

  /** Chooses the first view: what is unread, else the conversation that is going on, else the search of the help center. */
  function chooseView() {
    const { list, listing, view } = store.get();
    if (chosen || view !== ARRIVING) return;
    if (listing !== "ready") return show(HOME);
    chosen = true;
    const news = list.filter(({ unread }) => unread > 0);
    const running = news[0] ?? list.find(({ status }) => status !== "closed") ?? (help || list.length > 1 ? undefined : list[0]);
    if (store.thread(NEW).outgoing.length > 0) show(NEW);
    else if (news.length > 1) show(HOME);
    else show(running?.id ?? (help ? HELP : list.length > 0 ? HOME : NEW));
  }

  async function arrive() {
    if (session.stored() && !session.final() && store.get().listing === "idle") {
      if (!chosen) store.set({ view: ARRIVING });
      await loadList();
      chooseView();
    }
    updateConnection();
  }

  session.onChange((change: Change) => {
    // The session started here or in another tab, which may then already have sent a message.
    if (change === "started") return store.get().open && store.thread(NEW).outgoing.length === 0 ? void arrive() : updateConnection();
    socket.stop();
    cursor = undefined;
    chosen = false;
    const kept = change === "expired" || change === "blocked";
    const words = ending() ?? text("expired");
    // What was written but not stored belongs to the visitor: only they remove it.
    const outgoing = kept ? Object.values(store.get().threads).flatMap((thread) => thread.outgoing) : [];
    const failure = { error: words, retryAt: change === "blocked" ? null : 0 };
    const saved = outgoing.map((out) => ({ ...out, attachments: [], target: undefined, failure }));
    const drafts = kept ? { [NEW]: store.get().drafts[store.get().view] ?? "" } : {};
    const had = store.get().list.length > 0 || saved.length > 0;
    store.set({
      view: NEW,
      list: [],
      listing: "idle",
      threads: saved.length > 0 ? { [NEW]: { ...store.thread(NEW), outgoing: saved } } : {},
      loading: {},
      typing: null,
      hint: "",
      drafts,
      notice: change === "erased" ? text("erasedAll") : change === "blocked" || (change === "expired" && had) ? words : null,
    });
    void uploads?.then((it) => it.ended(kept ? words : null));
    settleReading();
    if (store.get().open) void arrive();
  });
  // The engine may have been notified before the panel was loaded.
  const rereadUnsent = keepUnsent(store, session, text("noAnswer"), text("notKept"));
  addEventListener("storage", ({ key }) => key === session.unsent.key && rereadUnsent());
  addEventListener("online", () => sender.resend());
  sender.resend();
  store.set({ notice: ending() ?? null, view: help && store.thread(NEW).outgoing.length === 0 ? HELP : NEW });
  document.addEventListener("visibilitychange", updateConnection);
  // A visitor who uses the page reclaims the connection that a newer tab took.
  for (const used of ["focus", "pointerdown", "keydown"]) addEventListener(used, () => store.get().open && updateConnection(), true);

  return {
    engine,
    store,
    text,
    explain,
    locale,
    loadParts,
    /** Follows a change of the config's language. */
    speak: () => speak(withParts !== undefined),
    log: makeLog(store),
    sender,
    attach(files: readonly File[]) {
      const to = { view: store.get().view };
      waiting.push(to);
      withUploads((it) => it.add(files, to.view));
    },
    retryUpload: (clientId: string) => withUploads((it) => it.retry(clientId)),
    detach: (clientId: string) => withUploads((it) => it.remove(clientId)),
    show,
    reload: loadList,
    loadThread,
    open() {
      store.set({ open: true });
      engine.setOpen(true);
      sender.resend();
      if (!session.stored()) chosen = true;
      void arrive();
      look();
    },
    close() {
      store.set({ open: false });
      engine.setOpen(false);
      look();
      updateConnection();
    },
    draft(key: string, value: string) {
      const drafts = { ...store.get().drafts, [key]: value };
      store.set({ drafts });
      session.draft.write(drafts);
      const row = store.get().list.find(({ id }) => id === key);
      if (!row || !value || Date.now() - typedAt < TYPING_EVERY) return;
      typedAt = Date.now();
      socket.say({ type: "typing", conversationId: row.id });
    },
    submit(key: string) {
      const content = (store.get().drafts[key] ?? "").trim();
      // Uploaded files are sent with the message; unfinished and refused ones stay.
      const files = store.get().uploads.flatMap(({ thread, done }) => (thread === key && done) || []);
      if (!content && files.length === 0) return;
      const drafts = { ...store.get().drafts, [key]: "" };
      store.set({ drafts, uploads: store.get().uploads.filter(({ thread, done }) => thread !== key || !done), hint: "" });
      session.draft.write(drafts);
      typedAt = 0;
      void sender.send(key, content, files);
    },
  };
}
