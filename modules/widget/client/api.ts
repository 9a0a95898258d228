// Paths of the widget's routes, and the one function that calls them. Written by hand, because route values would bring their schemas
// along; api.test.ts compares each with the contract.

const W = "/api/widget/";
const part = encodeURIComponent;

/** Those of every page; the open panel's are in panel/paths.ts. */
export const paths = {
  config: (key: string) => `${W}config?key=${part(key)}`,
  sessions: `${W}sessions`,
  logout: `${W}logout`,
  events: `${W}events`,
  conversations: (cursor?: string | null) => `${W}conversations${cursor ? `?cursor=${part(cursor)}` : ""}`,
};

/** Why a call failed: the server's words when there are any. `status` 0 = no answer came. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number;
  /** Nothing may be begun anew: the visitor was blocked, or the project is no more. */
  readonly final?: boolean;
}

export const OFFLINE: Refusal = { status: 0, code: "offline", error: "" };

/** Reads a refusal out of an answer that was not a success. */
export function refusalOf(status: number, answer: unknown, header: string | null): Refusal {
  const said = { code: "", error: "", ...(answer as Partial<Refusal> | undefined), status };
  const retryAfter = said.retryAfter ?? Number(header);
  return retryAfter > 0 ? { ...said, retryAfter } : said;
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

/**
 * Imports a later part of the widget; a failure may be repeated. Chromium remembers a failed import() until the page goes, so the
 * part's files are brought into the browser's cache before. Their names come with the build (vite.widget.config.ts).
 */
export const fetched = async <T>(files: `@${string}`, load: () => Promise<T>): Promise<T> => {
  await Promise.all(files.split(" ").map((file) => call(new URL(file, import.meta.url).href)));
  return load();
};

/** Whether a caught value is a refusal with this status. */
export const refused = (caught: unknown, status?: number): caught is Refusal =>
  typeof caught === "object" && caught !== null && "status" in caught && (status === undefined || caught.status === status);
