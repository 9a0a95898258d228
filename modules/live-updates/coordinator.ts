// The live coordinator, a Durable Object. It keeps sockets, a head and spent tickets, but no conversation data, which is read from D1.
import { days, minutes, seconds, systemClock } from "#kernel/clock/index.ts";
import { Database } from "#kernel/db/index.ts";
import type { AppRegistry, Env } from "#kernel/module/index.ts";
import { DurableObject } from "cloudflare:workers";
import { CLOSE, type ClosedReason, type MemberLiveFrame, SUBPROTOCOL } from "./contract.ts";
import { eventSourceOf } from "./extension.ts";
import { readFrame } from "./client-frames.ts";
import { type Frame, liveFrame, presenceOf } from "./frames.ts";
import { Coalescer } from "#kernel/limits/coalescer.ts";
import { readEndedAuthority } from "./prove-subscribers.ts";
import { type Item, place } from "./order.ts";
import { type Mark, Relay } from "./relay.ts";
import { CHUNK, readReplay } from "./replay.ts";
import type { CoordinatorRpc } from "./rpc.ts";
import { isRound, StoppedRounds } from "./stopped-rounds.ts";
import type { Waiter } from "./wakes.ts";
import { admit, type SocketAttachment, matches, type RevocationFilter, type Subscriber, countFrame } from "./subscriber.ts";

const TICKET_MEMORY = seconds(120);
// Presence changes within this time are sent as one frame. The timer only runs after a change, so it never wakes a hibernating coordinator.
const PRESENCE_WINDOW = seconds(0.2);
/** Interval at which all subscribers are proved again while anybody is connected. */
const PROOF_EVERY = minutes(1);
/** How exactly it is known when somebody was seen, and for how long it is. */
const SEEN_EVERY = minutes(5);
const SEEN_MEMORY = days(400);
/** Frames that say what has changed, and are not replayed. */
const UNNUMBERED_CHANGES = new Set(["contact", "rated", "changed", "fields"]);
/** Sessions that one query proves. */
const PROVED_AT_ONCE = 200;

export abstract class Coordinator extends DurableObject<Env> implements CoordinatorRpc {
  /** Provided by the edition, because the platform constructs the coordinator without a context. */
  protected abstract readonly registry: AppRegistry;
  /** All live subscribers have been sent everything up to here. Undefined until a subscriber is live. */
  #head: number | undefined;
  /** Serialises work that must not overlap, such as sending in order while a gap is read. */
  #turn: Promise<void> = Promise.resolve();
  readonly #relay: Relay;
  readonly #marks = new Coalescer();
  readonly #stopped = new StoppedRounds();
  #presenceDue = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS spent (ticket TEXT PRIMARY KEY, at INTEGER NOT NULL); CREATE TABLE IF NOT EXISTS head (id INTEGER PRIMARY KEY, cursor INTEGER NOT NULL); CREATE TABLE IF NOT EXISTS online (contact_id TEXT PRIMARY KEY); CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY, at INTEGER NOT NULL); CREATE TABLE IF NOT EXISTS changed (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)",
    );
    this.#head = ctx.storage.sql.exec<{ cursor: number }>("SELECT cursor FROM head WHERE id = 1").toArray()[0]?.cursor;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#relay = new Relay(env, ctx.storage.sql, () => eventSourceOf(this.registry.extensions));
  }

  override async fetch(request: Request): Promise<Response> {
    const waiter = request.headers.get("x-waiter");
    if (waiter !== null) return this.#admitWaiter(JSON.parse(waiter) as Waiter & { readonly at: number });
    const { subscriber, ticket, after } = JSON.parse(request.headers.get("x-subscriber") ?? "null") as {
      subscriber: Subscriber;
      ticket: string;
      after: number | null;
    };
    const now = systemClock.now();
    this.ctx.storage.sql.exec("DELETE FROM spent WHERE at < ?", now - TICKET_MEMORY);
    if (this.ctx.storage.sql.exec("INSERT INTO spent (ticket, at) VALUES (?, ?) ON CONFLICT DO NOTHING", ticket, now).rowsWritten === 0)
      return new Response(null, { status: 401 });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + PROOF_EVERY);
    const { 0: client, 1: server } = new WebSocketPair();
    const { connectedAt, evicted } = admit(subscriber, this.#subscribers(), now);
    this.ctx.acceptWebSocket(server);
    this.#keep(server, { subscriber, live: false, viewingConversationId: null, connectedAt, window: { startedAt: now, count: 0 } });
    for (const { socket } of evicted) socket.close(CLOSE.tooMany, "too many sockets");
    this.ctx.waitUntil(this.#join(server, subscriber, after).catch((error: unknown) => this.#drop(server, error)));
    return new Response(null, { status: 101, webSocket: client, headers: { "sec-websocket-protocol": SUBPROTOCOL } });
  }

  /** A socket without an attachment: it is no subscriber, and gets nothing but a wake. */
  #admitWaiter({ channel, id, at }: Waiter & { readonly at: number }): Response {
    for (const earlier of this.ctx.getWebSockets(`waiter:${id}`)) earlier.close(1000);
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [`wake:${channel}`, `waiter:${id}`]);
    this.#noteSeen(id, at);
    return new Response(null, { status: 101, webSocket: client });
  }
  async wake(channel: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(`wake:${channel}`)) {
      try {
        socket.send("wake");
        socket.close(1000);
      } catch {
        // The socket is closing: nobody waits any more.
      }
    }
  }
  async noteSeen(id: string, at: number): Promise<void> {
    this.#noteSeen(id, at);
  }
  #noteSeen(id: string, at: number): void {
    const { rowsWritten } = this.ctx.storage.sql.exec(
      "INSERT INTO seen (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE excluded.at - at >= ?",
      ...[id, at, SEEN_EVERY],
    );
    if (rowsWritten > 0) this.ctx.storage.sql.exec("DELETE FROM seen WHERE at < ?", at - SEEN_MEMORY);
  }
  async readSeen(): Promise<Record<string, number>> {
    const rows = this.ctx.storage.sql.exec<{ id: string; at: number }>("SELECT id, at FROM seen").toArray();
    return Object.fromEntries(rows.map(({ id, at }) => [id, at]));
  }

  /** Replays what the subscriber missed, then makes it live. Every chunk is read together with the proof that it still may. */
  async #join(socket: WebSocket, subscriber: Subscriber, after: number | null): Promise<void> {
    const db = new Database(this.env.DB);
    let cursor = after;
    for (;;) {
      const chunk = await readReplay(db, this.registry.extensions, subscriber, cursor ?? Number.MAX_SAFE_INTEGER, systemClock.now());
      if (socket.readyState !== WebSocket.OPEN) return;
      if (chunk.ended) return this.#close(socket, chunk.ended);
      if (cursor === null) cursor = chunk.head;
      if (cursor > chunk.head) {
        this.#send(socket, { type: "reset", reason: "future_cursor" });
        cursor = chunk.head;
        break;
      }
      for (const item of chunk.items) socket.send(item.frame);
      cursor = chunk.items.at(-1)?.cursor ?? cursor;
      if (chunk.items.length < CHUNK) break;
    }
    const reached = cursor;
    await this.#inTurn(async () => {
      const attachment = attachmentOf(socket);
      if (!attachment || socket.readyState !== WebSocket.OPEN) return;
      // Without live subscribers the stored head is outdated.
      if (!this.#subscribers().some((s) => s.attachment.live)) this.#setHead(reached);
      await this.#advance(subscriber, Math.min(reached, this.#head ?? reached), { socket, cursor: reached });
      this.#keep(socket, { ...attachment, live: true });
      this.#send(socket, liveFrame(this.#head ?? reached, subscriber.kind === "member" ? this.#changedAgo() : undefined));
      this.#arrived(socket, subscriber);
    });
  }

  /** Reads everything after a cursor and sends each live subscriber what it missed. A joining subscriber has its own cursor. */
  async #advance(subscriber: Subscriber, from: number, joining?: { socket: WebSocket; cursor: number }): Promise<void> {
    const db = new Database(this.env.DB);
    let cursor = from;
    for (;;) {
      const { items, ended } = await readReplay(db, this.registry.extensions, subscriber, cursor, systemClock.now());
      for (const item of items) {
        if (this.#head !== undefined && item.cursor > this.#head) this.#broadcast(item.frame);
        if (joining && !ended && item.cursor > joining.cursor) joining.socket.send(item.frame);
        cursor = item.cursor;
      }
      this.#setHead(Math.max(cursor, this.#head ?? cursor));
      if (items.length < CHUNK) return;
    }
  }

  async announce(items: Item[]): Promise<void> {
    await this.#inTurn(async () => {
      // Asked for once: the platform makes a list of all sockets each time.
      const sockets = this.ctx.getWebSockets();
      const subscriber = this.#anySubscriber(sockets);
      if (!subscriber || this.#head === undefined) return;
      for (const item of items) {
        const where = place(this.#head, item);
        if (where === "known") continue;
        if (where === "gap") return await this.#advance(subscriber, this.#head);
        this.#broadcast(item.frame, undefined, sockets);
        this.#setHead(item.cursor);
      }
    });
  }

  /** Called by the cron task with the head: proves all subscribers, then reads and sends events whose publication was lost. */
  async nudge(head: number): Promise<void> {
    await this.#prove();
    await this.#inTurn(async () => {
      const subscriber = this.#anySubscriber();
      if (subscriber && this.#head !== undefined && this.#head < head) await this.#advance(subscriber, this.#head);
    });
  }

  /** Runs once a minute while somebody is connected. Sets the next alarm first, so that a failure is retried. */
  override async alarm(): Promise<void> {
    if (!this.#anySubscriber()) return;
    await this.ctx.storage.setAlarm(systemClock.now() + PROOF_EVERY);
    await this.#prove();
  }

  /** Closes subscribers that lost their authority unnoticed, because a session expired or a call to `end` was lost. */
  async #prove(): Promise<void> {
    // Only subscribers present now: those that connect meanwhile are proved when they join.
    const sessions = [...Map.groupBy(this.#subscribers(), ({ attachment }) => attachment.subscriber.sessionId).values()];
    const db = new Database(this.env.DB);
    for (let i = 0; i < sessions.length; i += PROVED_AT_ONCE) {
      const [one, ...more] = sessions.slice(i, i + PROVED_AT_ONCE);
      if (!one) return;
      const subscriberOf = (sockets: typeof one): Subscriber => (sockets[0] as (typeof one)[0]).attachment.subscriber;
      const [reasons] = await db.read(readEndedAuthority([subscriberOf(one), ...more.map(subscriberOf)], systemClock.now()));
      for (const [index, sockets] of [one, ...more].entries()) {
        const reason = reasons[index];
        if (reason) for (const { socket } of sockets) this.#close(socket, reason);
      }
    }
  }

  /** Sends a frame without a sequence to all live subscribers, or to those of these accounts. */
  async publish(frame: Frame, only?: readonly string[]): Promise<boolean> {
    if (UNNUMBERED_CHANGES.has(frame.type)) this.#noteChanged();
    if (frame.type === "typing") this.#mark(frame as Mark);
    else this.#broadcast(JSON.stringify(frame), undefined, only && this.#socketsOf(only));
    return isRound(frame) && this.#stopped.learn(frame);
  }

  /** Whoever connects later was not told: the time is kept, and a subscriber that may have missed the change reads again. */
  #noteChanged(): void {
    const sql = "INSERT INTO changed (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
    this.ctx.storage.sql.exec(sql, systemClock.now());
  }
  #changedAgo(): number | undefined {
    const [changed] = this.ctx.storage.sql.exec<{ at: number }>("SELECT at FROM changed WHERE id = 1").toArray();
    return changed && Math.max(0, systemClock.now() - changed.at);
  }

  /** Closes the revoked subscribers and answers their number. */
  async end(filter: RevocationFilter): Promise<number> {
    let closed = 0;
    for (const socket of this.ctx.getWebSockets()) {
      const subscriber = attachmentOf(socket)?.subscriber;
      if (!subscriber || !matches(filter, subscriber)) continue;
      this.#close(socket, filter.reason);
      closed += 1;
    }
    if (filter.reason === "erased") this.#forget();
    if (filter.reason === "project_deleted") this.ctx.storage.sql.exec("DELETE FROM seen");
    return closed;
  }

  async noteOnline(contactId: string, online: boolean): Promise<void> {
    this.#relay.noteOnline(contactId, online);
    this.#mark({ type: "online", contactId, online });
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const attachment = attachmentOf(socket);
    if (!attachment || socket.readyState !== WebSocket.OPEN) return;
    const window = countFrame(attachment.window, systemClock.now());
    if (!window) return socket.close(CLOSE.flooding, "too many frames");
    const frame = readFrame(raw);
    if (!frame) return socket.close(CLOSE.badFrame, "bad frame");
    this.#keep(socket, {
      ...attachment,
      window,
      viewingConversationId: frame.type === "viewing" ? frame.conversationId : attachment.viewingConversationId,
      idle: frame.type === "idle" ? frame.idle : attachment.idle === true,
    });
    if (frame.type === "viewing" || frame.type === "idle") {
      if (attachment.subscriber.kind === "member") this.#presence();
      return;
    }
    if (!this.#relay.mayType(attachment.subscriber, systemClock.now())) return;
    const { own } = await this.#relay.typing(attachment.subscriber, frame.conversationId, frame.note === true);
    if (own) this.#mark(own, socket);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    const subscriber = attachmentOf(socket)?.subscriber;
    try {
      socket.close(code === 1005 || code === 1006 ? 1000 : code);
    } catch {
      // The socket is closed already.
    }
    if (subscriber) await this.#left(socket, subscriber);
  }
  override async webSocketError(socket: WebSocket): Promise<void> {
    const subscriber = attachmentOf(socket)?.subscriber;
    if (subscriber) await this.#left(socket, subscriber);
  }

  #arrived(socket: WebSocket, subscriber: Subscriber): void {
    if (subscriber.kind === "member") {
      for (const contactId of this.#relay.online()) this.#send(socket, { type: "online", contactId, online: true });
      this.#presence();
    } else if (this.#subscribers().length === 1) this.ctx.waitUntil(this.#relay.announceOnline(subscriber, true));
  }
  async #left(socket: WebSocket, subscriber: Subscriber): Promise<void> {
    if (subscriber.kind === "member") this.#presence();
    else if (this.#subscribers().filter((s) => s.socket !== socket).length === 0) await this.#relay.announceOnline(subscriber, false);
  }
  #presence(): void {
    if (this.#presenceDue) return;
    this.#presenceDue = true;
    setTimeout(() => {
      this.#presenceDue = false;
      this.#broadcast(JSON.stringify(presenceOf(this.#subscribers().map((s) => s.attachment))));
    }, PRESENCE_WINDOW);
  }

  /** Sends typing and online signals, at most one a second for each sender. */
  #mark(frame: Mark, without?: WebSocket): void {
    const typing = frame.type === "typing";
    const key = typing ? `${frame.conversationId} ${"id" in frame ? frame.id : ""}` : frame.contactId;
    this.#marks.pass(key, () => this.#broadcast(JSON.stringify(frame), without), typing);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
  /** Clears the storage when nobody will connect to this coordinator again. */
  #forget(): void {
    this.#head = undefined;
    this.ctx.storage.sql.exec("DELETE FROM spent; DELETE FROM head; DELETE FROM online; DELETE FROM changed");
    this.ctx.waitUntil(this.ctx.storage.deleteAlarm());
  }
  #subscribers(): { socket: WebSocket; attachment: SocketAttachment }[] {
    return this.ctx.getWebSockets().flatMap((socket) => {
      const attachment = socket.readyState === WebSocket.OPEN ? attachmentOf(socket) : undefined;
      return attachment ? [{ socket, attachment }] : [];
    });
  }
  #anySubscriber(sockets = this.ctx.getWebSockets()): Subscriber | undefined {
    for (const socket of sockets) {
      const attachment = socket.readyState === WebSocket.OPEN ? attachmentOf(socket) : undefined;
      if (attachment) return attachment.subscriber;
    }
    return undefined;
  }
  #setHead(cursor: number): void {
    if (cursor === this.#head) return;
    this.#head = cursor;
    this.ctx.storage.sql.exec(
      "INSERT INTO head (id, cursor) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor",
      cursor,
    );
  }
  #socketsOf(accountIds: readonly string[]): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => {
      const subscriber = attachmentOf(socket)?.subscriber;
      return subscriber?.kind === "member" && accountIds.includes(subscriber.accountId);
    });
  }
  #broadcast(frame: string, without?: WebSocket, sockets = this.ctx.getWebSockets()): void {
    for (const socket of sockets) {
      if (socket === without || attachmentOf(socket)?.live !== true) continue;
      try {
        socket.send(frame);
      } catch {
        // The socket is closing; its client resumes from its own cursor.
      }
    }
  }
  #send(socket: WebSocket, frame: MemberLiveFrame): void {
    socket.send(JSON.stringify(frame));
  }
  #close(socket: WebSocket, reason: ClosedReason): void {
    try {
      this.#send(socket, { type: "closed", reason });
      socket.close(CLOSE.unauthorized, reason);
    } catch {
      // The socket is closed already.
    }
  }
  #drop(socket: WebSocket, error: unknown): void {
    // It was closed while joining, or replaced by a newer socket.
    if (socket.readyState !== WebSocket.OPEN) return;
    console.error(JSON.stringify({ level: "error", message: "a socket could not be joined", error: String(error) }));
    try {
      socket.close(1011, "try again");
    } catch {
      // The socket is closed already.
    }
  }
  #keep(socket: WebSocket, attachment: SocketAttachment): void {
    socket.serializeAttachment(attachment);
    remembered.set(socket, attachment);
  }
}

/** Caches parsed attachments while the coordinator is awake: parsing them each time would be slow with a thousand subscribers. */
const remembered = new WeakMap<WebSocket, SocketAttachment>();
function attachmentOf(socket: WebSocket): SocketAttachment | undefined {
  const known = remembered.get(socket) ?? (socket.deserializeAttachment() as SocketAttachment | null) ?? undefined;
  if (known) remembered.set(socket, known);
  return known;
}
