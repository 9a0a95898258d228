// The OpenAPI document of this release, as far as the reference shows it. It is loaded with the page.
import documentUrl from "../../../../docs/api/openapi.json?url";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema?: {
    readonly type?: string;
    readonly enum?: readonly (string | number)[];
    readonly format?: string;
    readonly default?: string | number | boolean;
  };
}
interface Content {
  readonly "application/json"?: { readonly example?: unknown };
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
  readonly "x-codes": readonly string[];
  readonly "x-limits"?: readonly string[];
}
export interface Listed extends Operation {
  readonly method: string;
  readonly path: string;
}
export interface Reference {
  readonly version: string;
  readonly groups: readonly { readonly name: string; readonly description: string; readonly operations: readonly Listed[] }[];
}
interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
export { documentUrl };

/** Reads the document, grouped by its tags. Throws if it can't be loaded. */
export async function readReference(signal: AbortSignal): Promise<Reference> {
  const response = await fetch(documentUrl, { signal });
  if (!response.ok) throw new Error(`the API reference could not be loaded: ${response.status}`);
  const { info, tags, paths } = (await response.json()) as Document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return {
    version: info.version,
    groups: tags.map(({ name, description }) => ({ name, description, operations: all.filter((each) => each.tags?.[0] === name) })),
  };
}

/** Whether the operation has all words of a search, in its name, path, summary or group. */
export function fits(operation: Listed, search: string): boolean {
  const text = [operation.operationId, operation.method, operation.path, operation.summary, ...(operation.tags ?? [])]
    .join(" ")
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The status of success with its example. */
export function replyOf({
  responses,
}: Listed): { readonly status: string; readonly description: string; readonly example: unknown } | undefined {
  const [status, reply] = Object.entries(responses).find(([each]) => /^[123]\d\d$/.test(each)) ?? [];
  if (status === undefined || !reply) return undefined;
  return { status, description: reply.description ?? "", example: reply.content?.["application/json"]?.example };
}

/** A call of the operation with curl, as whoever may call it would write it. */
export function curlOf(operation: Listed, origin: string): string {
  const { method, path, security, requestBody } = operation;
  const body = requestBody?.content["application/json"]?.example;
  const names = security.flatMap((one) => Object.keys(one));
  const token = ["apiToken", "deviceToken", "visitor", "inboundToken"].find((name) => names.includes(name));
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${origin}${path}'`,
    ...(token === undefined ? [] : [`-H 'Authorization: Bearer <token>'`]),
    ...(token === undefined && names.includes("session")
      ? [`-b '<session cookie>'`, ...(method === "GET" ? [] : [`-H 'Origin: ${origin}'`])]
      : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return lines.join(" \\\n  ");
}
