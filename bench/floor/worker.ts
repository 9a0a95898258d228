// The floor worker, the least that a send can cost on this platform: one batch of three writes and one object that stores and broadcasts,
// without authentication or limits. The product is measured against it in the same run.
import { DurableObject } from "cloudflare:workers";

interface FloorEnv {
  readonly DB: D1Database;
  readonly ROOM: DurableObjectNamespace<Room>;
  readonly FILES: R2Bucket;
}

export class Room extends DurableObject<FloorEnv> {
  readonly #sql: SqlStorage;
  constructor(ctx: DurableObjectState, env: FloorEnv) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS said (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, body TEXT NOT NULL)");
  }
  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }
  async send(body: string): Promise<number> {
    const [row] = this.#sql.exec<{ seq: number }>("INSERT INTO said (at, body) VALUES (?, ?) RETURNING seq", Date.now(), body).toArray();
    const frame = JSON.stringify({ type: "event", seq: row?.seq, body });
    const sockets = this.ctx.getWebSockets();
    for (const socket of sockets) socket.send(frame);
    return sockets.length;
  }
}

async function store(db: D1Database, room: string, body: string): Promise<void> {
  const now = Date.now();
  await db.batch([
    db.prepare("INSERT INTO message (id, conversation, at, body) VALUES (?, ?, ?, ?)").bind(crypto.randomUUID(), room, now, body),
    db
      .prepare(
        "INSERT INTO conversation (id, last_at, revision) VALUES (?, ?, 1) ON CONFLICT (id) DO UPDATE SET last_at = excluded.last_at, revision = revision + 1",
      )
      .bind(room, now),
    db.prepare("INSERT INTO counter (key, n) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET n = n + 1").bind(room),
  ]);
}

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const name = searchParams.get("room") ?? "room";
    const room = env.ROOM.getByName(name);
    if (pathname === "/socket") return await room.fetch(request);
    if (pathname === "/object") {
      if (request.method === "PUT") await env.FILES.put("object", await request.text());
      const object = await env.FILES.get("object");
      return new Response(object?.body ?? null);
    }
    if (pathname === "/read") {
      const { results } = await env.DB.prepare("SELECT id, body FROM message WHERE conversation = ? ORDER BY at DESC LIMIT 50")
        .bind(name)
        .all();
      return Response.json({ items: results });
    }
    if (pathname !== "/full") return new Response("ok");
    const body = await request.text();
    await store(env.DB, name, body);
    return Response.json({ sockets: await room.send(body) });
  },
} satisfies ExportedHandler<FloorEnv>;
