// Paths of the widget's routes, and the function that calls them. Paths are written by hand, because route values would pull in their
// schemas; api.test.ts compares them with the contract.

const W = "/api/widget/";
const part = encodeURIComponent;

/** Paths used on every page; those of the open panel are in panel/paths.ts. */
export const paths = {
  config: (key: string, locale: string) => `${W}config?key=${part(key)}&locale=${part(locale)}`,
  sessions: `${W}sessions`,
  logout: `${W}logout`,
  events: `${W}events`,
  conversations: (cursor?: string | null) => `${W}conversations${cursor ? `?cursor=${part(cursor)}` : ""}`,
};

/** Why a call failed, with the server's message if there is one. `status` 0: no response. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  /** Which limit was reached. */
  readonly limit?: string;
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  /** The widget must not start anew: the visitor was blocked, or the project deleted. */
  readonly final?: boolean;
}

export const OFFLINE: Refusal = { status: 0, code: "offline", error: "" };

/** Builds a refusal from an unsuccessful response. */
export function refusalOf(status: number, answer: unknown, header: string | null): Refusal {
  const said = { code: "", error: "", ...(answer as Partial<Refusal> | undefined), status };
  const retryAfter = said.retryAfter ?? Number(header);
  return retryAfter > 0 ? { ...said, retryAfter } : said;
}

/** Calls a route (POST if there is a body, unless another method is given) and returns its JSON; throws a Refusal. The response is trusted and not validated again here. */
export async function call<T>(url: string, token?: string, body?: object, method = "POST"): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["authorization"] = `Bearer ${token}`;
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(url, {
    headers,
    credentials: "omit",
    ...(body ? { method, body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw OFFLINE;
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(response.status, answer, response.headers.get("retry-after"));
  return answer as T;
}

/**
 * Imports a part of the widget; a failed import can be repeated. Chromium caches a failed import() for the life of the page, so the part's
 * files are fetched into the HTTP cache first. Their names come from the build (vite.widget.config.ts).
 */
export const importPart = async <T>(files: `@${string}`, load: () => Promise<T>): Promise<T> => {
  await Promise.all(files.split(" ").map((file) => call(new URL(file, import.meta.url).href)));
  return load();
};

/** Whether a caught value is a refusal, with this status if given. */
export const refused = (caught: unknown, status?: number): caught is Refusal =>
  typeof caught === "object" && caught !== null && "status" in caught && (status === undefined || caught.status === status);
