// Runs a whole installation inside workerd with a clock that tests move. One project per world; the first owner is shared by a file.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import { makeApp } from "#kernel/http/index.ts";
import type { Env, AppRegistry } from "#kernel/module/index.ts";
import { registry as product } from "../../edition/manifest.ts";
import { systemCtx } from "../../edition/worker.ts";
import { type Answer, type Call, OWNER, PASSWORD, type Transport, WidgetVisitor } from "../support/people.ts";

export type { Answer } from "../support/people.ts";
export { OWNER, PNG } from "../support/people.ts";

const BASE = "http://localhost:8787";
const SITE = "http://localhost:5999";

/**
 * The runtime's own consumer has the real time and none of the world's variables, so it would take jobs whose lease is over by its clock
 * only. Jobs run after the response that stored them, or with `tick`.
 */
const NO_CONSUMER = { send: async () => undefined, sendBatch: async () => undefined } as unknown as Env["JOBS"];

interface Steps {
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
  readonly days?: number;
}
export interface Options {
  /** ISO 8601. Without it the real time, which sockets need: Durable Objects keep their own clock. */
  readonly now?: string;
  readonly vars?: Record<string, string>;
  readonly registry?: AppRegistry;
}

export interface Frame {
  readonly type: string;
  readonly seq?: number;
  readonly revision?: number;
  readonly reason?: string;
  readonly event?: { readonly kind: string; readonly message?: { readonly content: string } };
  readonly [more: string]: unknown;
}
/** An accepted socket that keeps its frames. */
export class Live {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  closed: number | undefined;
  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener(
      "message",
      ({ data }) => void (typeof data === "string" && data !== "pong" && this.frames.push(JSON.parse(data) as Frame)),
    );
    socket.addEventListener("close", ({ code }) => (this.closed = code));
    socket.accept();
  }
  async until(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (let i = 0; i < 200; i += 1) {
      const found = this.frames.find(fits);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no such frame among ${JSON.stringify(this.frames)}`);
  }
  contents(): (string | undefined)[] {
    return this.frames.filter((f) => f.type === "event").map((f) => f.event?.message?.content ?? f.event?.kind);
  }
}

export class World implements Transport<Live> {
  #now: number;
  readonly registry: AppRegistry;
  env: Env;
  projectId = "";
  key = "";
  cookie = "";
  readonly clock = {
    now: (): number => this.#now,
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Steps): void => {
      this.#now += seconds * 1000 + minutes * 60_000 + hours * 3_600_000 + days * 86_400_000;
    },
    set: (iso: string): void => {
      this.#now = Date.parse(iso);
    },
  };
  readonly #app: ReturnType<typeof makeApp>;

  constructor({ now, vars = {}, registry = product }: Options) {
    this.#now = now === undefined ? Date.now() : Date.parse(now);
    this.registry = registry;
    this.env = { ...(bindings as unknown as Env), JOBS: NO_CONSUMER, TEST_SCRYPT_LOG_N: "4", TEST_CHECK_REPLIES: "1", ...vars };
    this.#app = makeApp(registry, { clock: this.clock });
  }

  /** Sends one request and awaits the work it leaves after the answer. A full URL is requested under its own host. */
  async call<T = Record<string, unknown>>(
    path: string,
    { method, body, raw, headers = {}, env = this.env }: Call = {},
  ): Promise<Answer<T>> {
    const sends = body !== undefined || raw !== undefined;
    const init: RequestInit = {
      method: method ?? (sends ? "POST" : "GET"),
      headers: { origin: BASE, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    };
    if (sends) init.body = raw ?? JSON.stringify(body);
    const response = await this.response(new Request(new URL(path, BASE), init), env as Env);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (/json(?!l)/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text) as T,
    };
  }
  async response(request: Request, env: Env = this.env): Promise<Response> {
    const execution = createExecutionContext();
    const response = await this.#app.fetch(request, env, execution);
    await waitOnExecutionContext(execution);
    return response;
  }
  /** Runs the minute schedule once. */
  async tick(env: Env = this.env): Promise<void> {
    for (const task of this.registry.cron) {
      const execution = createExecutionContext();
      await task.run({ ...systemCtx(env, execution, this.clock), registry: this.registry });
      await waitOnExecutionContext(execution);
    }
  }
  /** The context of a job or a cron task. */
  ctx(): ReturnType<typeof systemCtx> {
    return { ...systemCtx(this.env, createExecutionContext(), this.clock), registry: this.registry };
  }
  async rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (
      await this.env.DB.prepare(sql)
        .bind(...values)
        .all<T>()
    ).results;
  }

  // --- people -----------------------------------------------------------------

  signIn(email = OWNER, password = PASSWORD, address?: string): Promise<Answer> {
    return this.call("/login", {
      body: { email, password },
      ...(address === undefined ? {} : { headers: { "cf-connecting-ip": address } }),
    });
  }
  /** Calls as the owner, unless another cookie is given. */
  as<T = Record<string, unknown>>(path: string, options: Call = {}, cookie = this.cookie): Promise<Answer<T>> {
    return this.call<T>(path, { ...options, headers: { cookie, ...options.headers } });
  }
  /** The conversation's revision, as a member sees it who has just read: the frontier for the next reply. */
  async revision(conversationId: string): Promise<number> {
    return (await this.rows<{ revision: number }>("SELECT revision FROM conversations WHERE id = ?", conversationId))[0]?.revision ?? 0;
  }
  get conversations(): string {
    return `/api/dashboard/projects/${this.projectId}/conversations`;
  }
  async visitor(address?: string): Promise<Visitor> {
    const visitor = new Visitor(this, address);
    const started = await visitor.start();
    if (started.status !== 201) throw new Error(`visitor: ${started.status} ${JSON.stringify(started.body)}`);
    return visitor;
  }
  async socket(after?: number): Promise<Live> {
    const { body } = await this.as<{ ticket: string }>(`/api/dashboard/projects/${this.projectId}/socket-ticket`, { body: {} });
    return await this.connect(`/api/dashboard/projects/${this.projectId}/socket`, body.ticket, BASE, after);
  }
  async connect(path: string, ticket: string, origin: string, after?: number): Promise<Live> {
    const headers = { upgrade: "websocket", origin, "sec-websocket-protocol": `seed.v1, ticket.${ticket}` };
    const { webSocket, status } = await this.response(
      new Request(`${BASE}${path}${after === undefined ? "" : `?after=${after}`}`, { headers }),
    );
    if (!webSocket) throw new Error(`upgrade refused: ${status}`);
    return new Live(webSocket);
  }
}

/** A visitor of the world's website, with an IP address or none. */
export class Visitor extends WidgetVisitor<Live> {
  constructor(world: World, address?: string) {
    super(world, world.key, SITE, address);
  }
  override upload(
    name: string,
    raw: Uint8Array<ArrayBuffer>,
    clientId?: string,
    options?: Call,
  ): ReturnType<WidgetVisitor<Live>["upload"]> {
    const headers = { "content-length": String(raw.byteLength), ...options?.headers };
    return super.upload(name, raw, clientId, { ...options, headers });
  }
}

/** A world with its own project, whose owner is signed in. */
export async function makeWorld(options: Options = {}): Promise<World> {
  const world = new World(options);
  const made = await world.call("/setup", { body: { name: "Olga", email: OWNER, password: PASSWORD } });
  const signed = made.status === 201 ? made : await world.signIn();
  if (signed.status >= 300) throw new Error(`owner: ${signed.status} ${JSON.stringify(signed.body)}`);
  world.cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const project = await world.as<{ project: { id: string } }>("/api/account/projects", {
    body: { clientId: crypto.randomUUID(), name: "Acme", websiteOrigin: SITE },
  });
  if (project.status !== 201) throw new Error(`project: ${project.status} ${JSON.stringify(project.body)}`);
  world.projectId = project.body.project.id;
  world.key = (await world.as<{ key: string }>(`/api/dashboard/projects/${world.projectId}/widget`)).body.key;
  return world;
}
