// Builds the platform API's response envelope and its error responses.
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const envelope = (success: boolean, errors: readonly object[], result: unknown, info?: object): object => ({
  success,
  errors,
  messages: [],
  result,
  ...(info === undefined ? {} : { result_info: info }),
});

export const ok = (result: unknown, status = 200): Answer => ({ status, body: envelope(true, [], result) });

export const refuse = (status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: envelope(false, [{ code, message }], null),
  headers,
});

/** One page of a list, by `page` and `per_page`. */
export function page(items: readonly unknown[], query: URLSearchParams): Answer {
  const number = Number(query.get("page") ?? 1);
  const size = Number(query.get("per_page") ?? 20);
  const part = items.slice((number - 1) * size, number * size);
  const info = { page: number, per_page: size, count: part.length, total_count: items.length, total_pages: Math.ceil(items.length / size) };
  return { status: 200, body: envelope(true, [], part, info) };
}

export const notAuthenticated = (): Answer => refuse(401, 10_000, "Authentication error");
export const notPermitted = (): Answer => refuse(403, 10_000, "Authentication error");
export const noScript = (): Answer => refuse(404, 10_007, "This Worker does not exist on your account.");
