// Stores public pages in the object store. A write stores what the database said after the object was last read, on the condition that the
// object has not changed since. So a slow job cannot undo a faster one.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import { unavailable } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import { namedObjectKey } from "#kernel/objects/index.ts";

export const pageKey = (projectId: ProjectId, path: string): string => namedObjectKey("help/", `${projectId}/${path}`);
/** The object with the site config: the help center as its pages show it (`Center`), found by the project's slug. */
export const siteConfigKey = (slug: string): string => namedObjectKey("help-slugs/", `${slug}.json`);

/** What an object of a page holds. */
export type Rendered =
  /** `shelf`: the collection that lists the article. `names`: ids of the articles that the page links to; `related`: those it calls related. */
  | {
      readonly kind: "page";
      readonly body: string;
      readonly policy: string;
      readonly shelf?: string | undefined;
      readonly names?: readonly string[] | undefined;
      readonly related?: readonly string[] | undefined;
      /** Hash of what other pages show of it, once those pages follow; absent keeps the stored one. */
      readonly line?: string | undefined;
    }
  | { readonly kind: "text"; readonly body: string; readonly type: string }
  /** `to`: the current path, below the help center. */
  | { readonly kind: "redirect"; readonly to: string }
  /** Visible to the team only, so the object holds nothing but the id. */
  | { readonly kind: "members"; readonly article: string; readonly locale: string }
  | { readonly kind: "gone" };
/** Stored in place of a page that no longer exists, so that a slow job cannot bring it back; readers get a 404. */
export const GONE: Rendered = { kind: "gone" };

/**
 * Length of the random prefix of every object. It makes entity tags unique, so that a conditional write cannot match an older version with
 * the same content. Readers are served what follows it.
 */
const MARK = 32;
const mark = (): string => `${randomToken(24)}\n`;
const TRIES = 6;

function objectOf(rendered: Rendered, before: R2Object | null): { body: string; meta: Record<string, string> } {
  switch (rendered.kind) {
    case "page":
      return {
        body: rendered.body,
        meta: {
          kind: "page",
          policy: rendered.policy,
          hash: sha256(rendered.body).slice(0, 32),
          ...(rendered.shelf === undefined ? {} : { shelf: rendered.shelf }),
          ...(rendered.names === undefined ? {} : { names: rendered.names.join(" ") }),
          ...(rendered.related === undefined ? {} : { related: rendered.related.join(" ") }),
          line: rendered.line ?? before?.customMetadata?.["line"] ?? "",
        },
      };
    case "text":
      return { body: rendered.body, meta: { kind: "text", type: rendered.type, hash: sha256(rendered.body).slice(0, 32) } };
    case "redirect":
      return { body: "", meta: { kind: "redirect", to: rendered.to } };
    case "members":
      return { body: "", meta: { kind: "members", article: rendered.article, locale: rendered.locale } };
    case "gone":
      return { body: "", meta: { kind: "gone" } };
  }
}

/**
 * Writes the result of `render` to the keys. `render` must read the database each time: it is called again if an object changed in between.
 * It gets the metadata of what it replaces. Undefined leaves an object as it is. Throws `unavailable` after six conflicts.
 */
export async function writeObjects(
  env: Env,
  keys: readonly string[],
  render: (replaced: readonly Readonly<Record<string, string>>[]) => Promise<readonly (Rendered | undefined)[]>,
): Promise<void> {
  for (let n = 0; n < TRIES; n += 1) {
    const before = await Promise.all(keys.map((key) => env.FILES.head(key)));
    const rendered = await render(before.map((object) => object?.customMetadata ?? {}));
    const written = await Promise.all(
      keys.map(async (key, i) => {
        const what = rendered[i];
        if (what === undefined) return true;
        const seen = before[i] ?? null;
        const { body, meta } = objectOf(what, seen);
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
/** Reads one object; only its metadata without `withBody`. */
export async function readStored(env: Env, key: string, withBody: boolean): Promise<Stored | undefined> {
  const object = withBody ? await env.FILES.get(key, { range: { offset: MARK } }) : await env.FILES.head(key);
  if (!object) return undefined;
  const body = "body" in object ? (object.body as ReadableStream) : undefined;
  return { meta: object.customMetadata ?? {}, size: Math.max(0, object.size - MARK), body };
}

/** Lists a project's pages after a key: when each was written, and which articles it links to. */
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
