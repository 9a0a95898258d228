// Visitors and team members for every suite, over either transport: real HTTP and sockets (tests/support/desk.ts), or calls inside workerd
// (tests/worker/world.ts).

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}
export interface Call {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly raw?: Uint8Array<ArrayBuffer> | string;
  readonly headers?: Record<string, string>;
  /** Other bindings for this call alone, where the worker runs inside the test. */
  readonly env?: object;
}
/** Carries requests to an installation, and opens its sockets. */
export interface Transport<Line> {
  call<T>(path: string, options: Call): Promise<Answer<T>>;
  /** `after`: the cursor from which the socket resumes. */
  connect(path: string, ticket: string, origin: string, after?: number): Promise<Line>;
}

export interface Posted {
  conversation: { id: string };
  event: { revision: number; message: { id: string; content: string; attachments: { id: string; name: string }[] } };
  repeated: boolean;
}
export interface Session {
  token: string;
  contactId: string;
  verified: boolean;
  cursor: number;
  expiresAt: string;
}

/** A visitor of a website with the widget. */
export class WidgetVisitor<Line> {
  readonly #transport: Transport<Line>;
  readonly key: string;
  readonly origin: string;
  /** The IP address of its requests, when it matters. */
  readonly address: string | undefined;
  token = "";
  contactId = "";
  cursor = 0;
  constructor(transport: Transport<Line>, key: string, origin: string, address?: string) {
    this.#transport = transport;
    this.key = key;
    this.origin = origin;
    this.address = address;
  }
  call<T = Record<string, unknown>>(path: string, options?: Call): Promise<Answer<T>> {
    const headers = {
      origin: this.origin,
      ...(this.token === "" ? {} : { authorization: `Bearer ${this.token}` }),
      ...(this.address === undefined ? {} : { "cf-connecting-ip": this.address }),
      ...options?.headers,
    };
    return this.#transport.call<T>(path, { ...options, headers });
  }
  /** Begins a session, or resumes the one of an identity. */
  async start(identity?: string, clientId: string = crypto.randomUUID()): Promise<Answer<Session>> {
    const body = { key: this.key, clientId, ...(identity === undefined ? {} : { identity }) };
    const answer = await this.call<Session>("/api/widget/sessions", { body });
    if (answer.status < 300) ({ token: this.token, contactId: this.contactId, cursor: this.cursor } = answer.body);
    return answer;
  }
  open(content: string, more: Record<string, unknown> = {}, options?: Call): Promise<Answer<Posted>> {
    const body = { clientId: crypto.randomUUID(), content, ...more };
    return this.call<Posted>("/api/widget/conversations", { ...options, body });
  }
  postMessage(conversationId: string, content: string, more: Record<string, unknown> = {}, options?: Call): Promise<Answer<Posted>> {
    const body = { clientId: crypto.randomUUID(), content, ...more };
    return this.call<Posted>(`/api/widget/conversations/${conversationId}/messages`, { ...options, body });
  }
  upload(
    name: string,
    raw: Uint8Array<ArrayBuffer>,
    clientId: string = crypto.randomUUID(),
    options?: Call,
  ): Promise<Answer<{ file: { id: string; type: string; inline: boolean } }>> {
    return this.call(`/api/widget/files?name=${encodeURIComponent(name)}&clientId=${clientId}`, { ...options, raw });
  }
  async socket(after?: number): Promise<Line> {
    const { body } = await this.call<{ ticket: string }>("/api/widget/socket-ticket", { body: {} });
    return await this.#transport.connect("/api/widget/socket", body.ticket, this.origin, after);
  }
}

/** A member of the team, signed in or not yet. */
export class TeamMember<Line> {
  readonly #transport: Transport<Line>;
  readonly base: string;
  cookie: string;
  constructor(transport: Transport<Line>, base: string, cookie = "") {
    this.#transport = transport;
    this.base = base;
    this.cookie = cookie;
  }
  async call<T = Record<string, unknown>>(path: string, options?: Call): Promise<Answer<T>> {
    const headers = { origin: this.base, ...(this.cookie === "" ? {} : { cookie: this.cookie }), ...options?.headers };
    const answer = await this.#transport.call<T>(path, { ...options, headers });
    const set = answer.headers.get("set-cookie");
    if (set) this.cookie = set.split(";")[0] ?? "";
    return answer;
  }
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<T>> {
    return this.call<T>(path, { body });
  }
  setup(email = OWNER, password = PASSWORD, setupToken?: string): Promise<Answer> {
    return this.post("/setup", { name: "Olga Owner", email, password, ...(setupToken === undefined ? {} : { setupToken }) });
  }
  login(email = OWNER, password = PASSWORD): Promise<Answer> {
    return this.post("/login", { email, password });
  }
  /** Creates a project with a website origin; answers its id and widget key. */
  async project(name: string, websiteOrigin: string): Promise<{ id: string; key: string }> {
    const body = { clientId: crypto.randomUUID(), name, websiteOrigin };
    const made = await this.post<{ project: { id: string } }>("/api/account/projects", body);
    if (made.status !== 201) throw new Error(`project: ${made.status} ${JSON.stringify(made.body)}`);
    const widget = await this.call<{ key: string }>(`/api/dashboard/projects/${made.body.project.id}/widget`);
    return { id: made.body.project.id, key: widget.body.key };
  }
  async socket(projectId: string, after?: number): Promise<Line> {
    const path = `/api/dashboard/projects/${projectId}/socket`;
    const { body } = await this.post<{ ticket: string }>(`${path}-ticket`, {});
    return await this.#transport.connect(path, body.ticket, this.base, after);
  }
}

export const OWNER = "owner@example.test";
export const PASSWORD = "correct horse battery";

/** A PNG of one pixel. */
export const PNG: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (c) => c.charCodeAt(0),
);
