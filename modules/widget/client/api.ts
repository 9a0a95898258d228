// The addresses of the widget's routes and one way to call them. Written by hand, because the route values bring their
// schemas along; api.test.ts compares each with the contract.

const W = "/api/widget/";
const part = encodeURIComponent;

export const paths = {
  config: (key: string) => `${W}config?key=${part(key)}`,
  sessions: `${W}sessions`,
  logout: `${W}logout`,
  events: `${W}events`,
  ticket: `${W}socket-ticket`,
  socket: (after: number) => `${W}socket?after=${after}`,
  conversations: (cursor?: string | null) => `${W}conversations${cursor ? `?cursor=${part(cursor)}` : ""}`,
  messages: (id: string) => `${W}conversations/${part(id)}/messages`,
  thread: (id: string, range?: "before" | "after", revision?: number) =>
    `${W}conversations/${part(id)}/events${range ? `?${range}=${revision}` : ""}`,
  upload: (name: string, clientId: string) => `${W}files?name=${part(name)}&clientId=${clientId}`,
  file: (id: string) => `/files/${part(id)}`,
};

/** Why a call failed: the server's words when there are any. `status` 0 = no answer came. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number;
}

export const OFFLINE: Refusal = { status: 0, code: "offline", error: "" };

/** Reads a refusal out of an answer that was not a success. */
export function refusalOf(status: number, answer: unknown, header: string | null): Refusal {
  const { error, code, retryAfter } = (answer ?? {}) as { error?: string; code?: string; retryAfter?: number };
  const seconds = retryAfter ?? Number(header);
  return { status, code: code ?? "", error: error ?? "", ...(seconds > 0 ? { retryAfter: seconds } : {}) };
}

/** Calls a route (POST when there is a body) and answers its JSON; throws a Refusal. The shape is the server's promise and is not checked again here. */
export async function call<T>(url: string, token?: string, body?: object): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["authorization"] = `Bearer ${token}`;
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(url, {
    headers,
    credentials: "omit",
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw OFFLINE;
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(response.status, answer, response.headers.get("retry-after"));
  return answer as T;
}

/** Whether a caught value is a refusal with this status. */
export const refused = (caught: unknown, status?: number): caught is Refusal =>
  typeof caught === "object" && caught !== null && "status" in caught && (status === undefined || caught.status === status);
