// A person at the served product, over real HTTP and sockets: what journeys, chaos and benchmarks drive it with.
import { randomUUID } from "node:crypto";
import WebSocket from "ws";

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}
export type Json = Record<string, never> & { [key: string]: unknown };

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly raw?: Uint8Array<ArrayBuffer> | string;
  readonly headers?: Record<string, string>;
}

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

/** A signed-in (or not yet signed-in) member of the team. */
export class Operator {
  readonly base: string;
  cookie = "";
  constructor(base: string, cookie = "") {
    this.base = base;
    this.cookie = cookie;
  }
  async call<T = Json>(path: string, options: Call = {}): Promise<Answer<T>> {
    const answer = await call<T>(`${this.base}${path}`, {
      ...options,
      headers: { origin: this.base, ...(this.cookie === "" ? {} : { cookie: this.cookie }), ...options.headers },
    });
    const set = answer.headers.get("set-cookie");
    if (set) this.cookie = set.split(";")[0] ?? "";
    return answer;
  }
  post<T = Json>(path: string, body: unknown): Promise<Answer<T>> {
    return this.call<T>(path, { body });
  }
  setup(email = "owner@example.test", password = "correct horse battery", setupToken?: string): Promise<Answer> {
    return this.post("/setup", { name: "Olga Owner", email, password, ...(setupToken === undefined ? {} : { setupToken }) });
  }
  login(email = "owner@example.test", password = "correct horse battery"): Promise<Answer> {
    return this.post("/login", { email, password });
  }
  /** A new project with a website origin; answers its id and widget key. */
  async project(name: string, websiteOrigin: string): Promise<{ id: string; key: string }> {
    const made = await this.post<{ project: { id: string } }>("/api/account/projects", { clientId: randomUUID(), name, websiteOrigin });
    if (made.status !== 201) throw new Error(`project: ${made.status} ${JSON.stringify(made.body)}`);
    const widget = await this.call<{ key: string }>(`/api/dashboard/projects/${made.body.project.id}/widget`);
    return { id: made.body.project.id, key: widget.body.key };
  }
  /** Invites somebody new into the project and answers them, signed in. */
  async invite(projectId: string, role: "owner" | "admin" | "operator", email: string): Promise<Operator> {
    const made = await this.post<{ link: string }>(`/api/management/projects/${projectId}/invitations`, { clientId: randomUUID(), role });
    const person = new Operator(this.base);
    const joined = await person.post(new URL(made.body.link).pathname, {
      name: email.split("@")[0],
      email,
      password: "correct horse battery",
    });
    if (joined.status !== 200) throw new Error(`invite: ${joined.status} ${JSON.stringify(joined.body)}`);
    return person;
  }
  async socket(projectId: string, after?: number): Promise<Socket> {
    const ticket = await this.post<{ ticket: string }>(`/api/dashboard/projects/${projectId}/socket-ticket`, {});
    return await Socket.open(
      `${this.base}/api/dashboard/projects/${projectId}/socket${after === undefined ? "" : `?after=${after}`}`,
      ticket.body.ticket,
      this.base,
    );
  }
}

export interface Posted {
  conversation: { id: string };
  event: { revision: number; message: { id: string; content: string; attachments: { id: string; name: string }[] } };
  repeated: boolean;
}

/** A visitor of a website with the widget. */
export class Visitor {
  readonly base: string;
  readonly key: string;
  readonly origin: string;
  readonly address: string | undefined;
  token = "";
  contactId = "";
  cursor = 0;
  constructor(base: string, key: string, origin: string, address?: string) {
    this.base = base;
    this.key = key;
    this.origin = origin;
    this.address = address;
  }
  call<T = Json>(path: string, options: Call = {}): Promise<Answer<T>> {
    const headers = {
      origin: this.origin,
      ...(this.token === "" ? {} : { authorization: `Bearer ${this.token}` }),
      ...(this.address === undefined ? {} : { "cf-connecting-ip": this.address }),
      ...options.headers,
    };
    return call<T>(`${this.base}${path}`, { ...options, headers });
  }
  async start(
    identity?: string,
    clientId = randomUUID(),
  ): Promise<Answer<{ token: string; contactId: string; verified: boolean; cursor: number }>> {
    const answer = await this.call<{ token: string; contactId: string; verified: boolean; cursor: number }>("/api/widget/sessions", {
      body: { key: this.key, clientId, ...(identity === undefined ? {} : { identity }) },
    });
    if (answer.status < 300) ({ token: this.token, contactId: this.contactId, cursor: this.cursor } = answer.body);
    return answer;
  }
  open(content: string, more: Record<string, unknown> = {}): Promise<Answer<Posted>> {
    return this.call<Posted>("/api/widget/conversations", { body: { clientId: randomUUID(), content, ...more } });
  }
  say(conversationId: string, content: string, more: Record<string, unknown> = {}): Promise<Answer<Posted>> {
    return this.call<Posted>(`/api/widget/conversations/${conversationId}/messages`, {
      body: { clientId: randomUUID(), content, ...more },
    });
  }
  upload(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    clientId = randomUUID(),
  ): Promise<Answer<{ file: { id: string; type: string; inline: boolean } }>> {
    return this.call(`/api/widget/files?name=${encodeURIComponent(name)}&clientId=${clientId}`, { raw: bytes });
  }
  async socket(after?: number): Promise<Socket> {
    const ticket = await this.call<{ ticket: string }>("/api/widget/socket-ticket", { body: {} });
    return await Socket.open(
      `${this.base}/api/widget/socket${after === undefined ? "" : `?after=${after}`}`,
      ticket.body.ticket,
      this.origin,
    );
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
  /** Waits until a frame fits, and answers the first that does. */
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
/** A tiny valid PNG. */
export const PNG: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
);
