// Public pages in the bucket. A write always stores what the database said after the object was last read, on the condition that the object
// has not changed since, so that a slow job cannot undo a fast one.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import { unavailable } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import { namedObjectKey } from "#kernel/objects/index.ts";

export const pageKey = (projectId: ProjectId, path: string): string => namedObjectKey("help/", `${projectId}/${path}`);
export const manifestKey = (slug: string): string => namedObjectKey("help-slugs/", `${slug}.json`);

export type Drawn =
  /** `shelf` = the collection that lists it; `names` = the other articles that it leads to. */
  | {
      readonly kind: "page";
      readonly body: string;
      readonly policy: string;
      readonly shelf?: string | undefined;
      readonly names?: readonly string[] | undefined;
      /** How other pages name it, when those follow; without one what the object says of that stays. */
      readonly line?: string | undefined;
    }
  | { readonly kind: "text"; readonly body: string; readonly type: string }
  /** `to` = where it is now, below the help center. */
  | { readonly kind: "redirect"; readonly to: string }
  /** Only the team may read it, so only its id stands here. */
  | { readonly kind: "members"; readonly article: string; readonly locale: string }
  | { readonly kind: "gone" };
export const GONE: Drawn = { kind: "gone" };

/** Begins every object: two writes are never equal, so an entity tag tells them apart. Readers get the line's end alone. */
const MARK = 32;
const mark = (): string => `${randomToken(24)}\n`;
const TRIES = 6;

function parts(drawn: Drawn, before: R2Object | null): { body: string; meta: Record<string, string> } {
  switch (drawn.kind) {
    case "page":
      return {
        body: drawn.body,
        meta: {
          kind: "page",
          policy: drawn.policy,
          hash: sha256(drawn.body).slice(0, 32),
          ...(drawn.shelf === undefined ? {} : { shelf: drawn.shelf }),
          ...(drawn.names === undefined ? {} : { names: drawn.names.join(" ") }),
          line: drawn.line ?? before?.customMetadata?.["line"] ?? "",
        },
      };
    case "text":
      return { body: drawn.body, meta: { kind: "text", type: drawn.type, hash: sha256(drawn.body).slice(0, 32) } };
    case "redirect":
      return { body: "", meta: { kind: "redirect", to: drawn.to } };
    case "members":
      return { body: "", meta: { kind: "members", article: drawn.article, locale: drawn.locale } };
    case "gone":
      return { body: "", meta: { kind: "gone" } };
  }
}

/**
 * Writes what `draw` says to the keys. `draw` reads the database anew each time: it is asked again when somebody wrote in between.
 * Undefined: the object is left as it is.
 */
export async function settle(env: Env, keys: readonly string[], draw: () => Promise<readonly (Drawn | undefined)[]>): Promise<void> {
  for (let n = 0; n < TRIES; n += 1) {
    const before = await Promise.all(keys.map((key) => env.FILES.head(key)));
    const drawn = await draw();
    const written = await Promise.all(
      keys.map(async (key, i) => {
        const what = drawn[i];
        if (what === undefined) return true;
        const seen = before[i] ?? null;
        const { body, meta } = parts(what, seen);
        const put = await env.FILES.put(key, mark() + body, {
          onlyIf: seen ? { etagMatches: seen.etag } : new Headers({ "if-none-match": "*" }),
          customMetadata: meta,
        });
        return put !== null;
      }),
    );
    if (written.every(Boolean)) return;
  }
  throw unavailable();
}

export interface Stored {
  readonly meta: Readonly<Record<string, string>>;
  readonly size: number;
  readonly body: ReadableStream | undefined;
}
/** One object; without its body when only that it is there is asked. */
export async function readStored(env: Env, key: string, withBody: boolean): Promise<Stored | undefined> {
  const object = withBody ? await env.FILES.get(key, { range: { offset: MARK } }) : await env.FILES.head(key);
  if (!object) return undefined;
  const body = "body" in object ? (object.body as ReadableStream) : undefined;
  return { meta: object.customMetadata ?? {}, size: Math.max(0, object.size - MARK), body };
}

/** Keys of a project's pages after one, with when each was written, and the articles that it leads to. */
export async function listPages(
  env: Env,
  projectId: ProjectId,
  limit: number,
  after?: string,
): Promise<{ objects: { key: string; uploadedAt: number; names: string }[]; more: boolean }> {
  const { objects, truncated } = await env.FILES.list({
    prefix: pageKey(projectId, ""),
    limit,
    include: ["customMetadata"],
    ...(after === undefined ? {} : { startAfter: after }),
  });
  return {
    objects: objects.map(({ key, uploaded, customMetadata }) => ({
      key,
      uploadedAt: uploaded.getTime(),
      names: customMetadata?.["names"] ?? "",
    })),
    more: truncated,
  };
}
export async function removePages(env: Env, keys: string[]): Promise<void> {
  if (keys.length > 0) await env.FILES.delete(keys);
}
