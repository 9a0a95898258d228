// Members and visitors of a served product over real HTTP and sockets, which journeys, chaos tests, and benchmarks use.
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { type Answer, type Call, PASSWORD, TeamMember, type Transport, WidgetVisitor } from "./people.ts";

export type { Answer, Posted } from "./people.ts";
export { PNG } from "./people.ts";

export type Json = Record<string, never> & { [key: string]: unknown };

/** One call; JSON bodies in and out. Redirects are not followed. */
export async function call<T = Json>(url: string, { method, body, raw, headers = {} }: Call = {}): Promise<Answer<T>> {
  const init: RequestInit = { method: method ?? (body === undefined && raw === undefined ? "GET" : "POST"), headers, redirect: "manual" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json", ...headers };
  } else if (raw !== undefined) init.body = raw;
  const response = await fetch(url, init);
  const text = await response.text();
  const json = (response.headers.get("content-type") ?? "").includes("json") && text !== "";
  return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
}

const overHttp = (base: string): Transport<Socket> => ({
  call: (path, options) => call(`${base}${path}`, options),
  connect: (path, ticket, origin, after) => Socket.open(`${base}${path}${after === undefined ? "" : `?after=${after}`}`, ticket, origin),
});

/** A member of the team, signed in or not yet. */
export class Operator extends TeamMember<Socket> {
  constructor(base: string, cookie = "") {
    super(overHttp(base), base, cookie);
  }
  override call<T = Json>(path: string, options?: Call): Promise<Answer<T>> {
    return super.call<T>(path, options);
  }
  override post<T = Json>(path: string, body: unknown): Promise<Answer<T>> {
    return super.post<T>(path, body);
  }
  /** Invites a new person into the project and answers them, signed in. */
  async invite(projectId: string, role: "owner" | "admin" | "operator", email: string): Promise<Operator> {
    const made = await this.post<{ link: string }>(`/api/management/projects/${projectId}/invitations`, { clientId: randomUUID(), role });
    const person = new Operator(this.base);
    const joined = await person.post(new URL(made.body.link).pathname, { name: email.split("@")[0], email, password: PASSWORD });
    if (joined.status !== 200) throw new Error(`invite: ${joined.status} ${JSON.stringify(joined.body)}`);
    return person;
  }
}

/** A visitor of a website with the widget. */
export class Visitor extends WidgetVisitor<Socket> {
  readonly base: string;
  constructor(base: string, key: string, origin: string, address?: string) {
    super(overHttp(base), key, origin, address);
    this.base = base;
  }
  override call<T = Json>(path: string, options?: Call): Promise<Answer<T>> {
    return super.call<T>(path, options);
  }
}

export interface Frame {
  readonly type: string;
  readonly seq?: number;
  readonly cursor?: number;
  readonly revision?: number;
  readonly previous?: number;
  readonly conversationId?: string;
  readonly reason?: string;
  readonly head?: number;
  readonly event?: { kind: string; message?: { content: string }; note?: { content: string } };
  readonly [more: string]: unknown;
}

/** A live socket that keeps every frame. */
export class Socket {
  readonly frames: Frame[] = [];
  pongs = 0;
  closed: { code: number; reason: string } | undefined;
  readonly #ws: WebSocket;
  readonly #waiting = new Set<() => void>();
  constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      if (text === "pong") return void (this.pongs += 1);
      this.frames.push(JSON.parse(text) as Frame);
      for (const wake of this.#waiting) wake();
    });
    ws.on("close", (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      for (const wake of this.#waiting) wake();
    });
    ws.on("error", () => undefined);
  }
  /** Opens with a ticket; throws with the HTTP status when the upgrade is refused. */
  static open(url: string, ticket: string, origin: string, protocols = ["seed.v1", `ticket.${ticket}`]): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(url.replace(/^http/, "ws"), protocols, {
        origin,
        perMessageDeflate: false,
        closeTimeout: 500,
      } as WebSocket.ClientOptions);
      const socket = new Socket(ws);
      ws.on("open", () => resolve(socket));
      ws.on("unexpected-response", (_, response) => reject(new Error(`upgrade refused: ${response.statusCode}`)));
      ws.on("error", reject);
    });
  }
  send(frame: unknown): void {
    this.#ws.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }
  /** Waits for a frame that matches, and answers the first that does. */
  async until(fits: (frame: Frame) => boolean, ms = 8000): Promise<Frame> {
    return await this.wait(() => this.frames.find(fits), ms, "frame");
  }
  async untilClosed(ms = 8000): Promise<{ code: number; reason: string }> {
    return await this.wait(() => this.closed, ms, "close");
  }
  async wait<T>(look: () => T | undefined, ms: number, what: string): Promise<T> {
    const end = Date.now() + ms;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const left = end - Date.now();
      if (left <= 0) throw new Error(`no ${what} within ${ms} ms; frames: ${JSON.stringify(this.frames).slice(0, 1500)}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.min(left, 250));
        this.#waiting.add(wake);
      });
    }
  }
  events(): Frame[] {
    return this.frames.filter((f) => f.type === "event");
  }
  drop(): void {
    this.#ws.terminate();
  }
  close(): void {
    this.#ws.close(1000);
  }
}
