// What syncs ask of GitHub, and what they take out of its answers: https://docs.github.com/rest, https://docs.github.com/graphql.
// Each throws `CodeHostError`.
import { sha256 } from "#kernel/auth/crypto.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { askCodeHost, CodeHostError, type CodeHostFault, GRAPH, isPublic } from "#modules/code-hosting";
import { MAX_COMMITS, MAX_DISCUSSIONS, MAX_FILE, MAX_FILES, MAX_RELEASES } from "../contract.ts";
import type { Note, UnreleasedMark } from "../queries.ts";
import { BODIES_QUERY, CATEGORIES_QUERY, TOPICS_QUERY } from "./discussion-queries.ts";
import { readmeAmong, textKindOf } from "./file-text.ts";

/** Whom to ask about which repository. */
export interface Asked {
  readonly ctx: Pick<Ctx, "fetch" | "config" | "clock">;
  readonly token: string;
  readonly repository: string;
}
const ask = async ({ ctx, token, repository }: Asked, rest: string, etag?: string | null) =>
  await askCodeHost(ctx, token, `/repos/${repository}${rest}`, etag === undefined ? {} : { etag });
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A list that GitHub always answers. Without it the answer was cut or garbled, which must not count as that there is nothing any more. */
function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new CodeHostError("unavailable");
  return value;
}
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const shaOf = (value: unknown): string | undefined => (typeof value === "string" && SHA.test(value) ? value : undefined);
async function unless<T>(faults: readonly CodeHostFault[], run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CodeHostError && faults.includes(error.fault)) return undefined;
    throw error;
  }
}
/** Undefined if GitHub answers that there is no such thing. */
const unlessMissing = async <T>(run: () => Promise<T>): Promise<T | undefined> => await unless(["missing"], run);
const unlessRefused = async <T>(run: () => Promise<T>): Promise<T | undefined> => await unless(["missing", "forbidden"], run);

export interface RemoteRepository {
  readonly name: string;
  readonly remoteId: string;
  readonly branch: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}
export async function readRepository(asked: Asked): Promise<RemoteRepository> {
  const { body } = await ask(asked, "");
  const [name, branch, id] = [textOf(fieldOf(body, "full_name")), textOf(fieldOf(body, "default_branch")), fieldOf(body, "id")];
  if (name === undefined || branch === undefined || typeof id !== "number") throw new CodeHostError("unavailable");
  // Whatever is not public counts as private: internal repositories, and all of an enterprise's own server.
  return {
    name,
    branch,
    remoteId: String(id),
    isPrivate: !isPublic(asked.ctx.config, body),
    isArchived: fieldOf(body, "archived") === true,
  };
}

/** The newest commit of the branch. Null: as it was with this entity tag. Undefined: there is none yet. */
export async function readHead(
  asked: Asked,
  branch: string,
  etag: string | null,
): Promise<{ sha: string; etag: string | null } | null | undefined> {
  const path = branch.split("/").map(encodeURIComponent).join("/");
  const answer = await unlessMissing(async () => await ask(asked, `/git/ref/heads/${path}`, etag));
  if (answer?.status === 304) return null;
  if (answer === undefined) return undefined;
  const sha = shaOf(fieldOf(answer.body, "object", "sha"));
  if (sha === undefined) throw new CodeHostError("unavailable");
  return { sha, etag: answer.etag };
}

interface TreeEntry {
  readonly path: string;
  readonly sha: string;
  readonly size: number;
  readonly isFolder: boolean;
}
const FILE_MODES: readonly unknown[] = ["100644", "100755"];
/** Files and folders: symbolic links lead elsewhere, and submodules are other repositories. */
async function readTree(asked: Asked, sha: string, isDeep: boolean): Promise<{ entries: TreeEntry[]; isWhole: boolean }> {
  const { body } = await ask(asked, `/git/trees/${sha}${isDeep ? "?recursive=1" : ""}`);
  const entries = listIn(fieldOf(body, "tree")).flatMap((one): TreeEntry[] => {
    const [path, found, size] = [textOf(fieldOf(one, "path")), shaOf(fieldOf(one, "sha")), fieldOf(one, "size")];
    const isFolder = fieldOf(one, "type") === "tree";
    if (path === undefined || found === undefined || !(isFolder || FILE_MODES.includes(fieldOf(one, "mode")))) return [];
    return [{ path, sha: found, size: typeof size === "number" ? size : 0, isFolder }];
  });
  return { entries, isWhole: fieldOf(body, "truncated") !== true };
}

export interface RemoteFile {
  readonly path: string;
  readonly sha: string;
  readonly size: number;
}
export interface Listed {
  readonly files: readonly RemoteFile[];
  /** False: there may be more, so nothing is removed for not being among them. */
  readonly isWhole: boolean;
  readonly notes: readonly Note[];
}
/** Longer ones would not fit where they are stored. */
const MAX_PATH = 700;
/** The README and the texts of the folder, as they are in the commit. */
export async function listFiles(asked: Asked, commit: string, { readme, docs }: { readme: boolean; docs: string | null }): Promise<Listed> {
  const notes: Note[] = [];
  const root = await readTree(asked, commit, false);
  const files = new Map<string, RemoteFile>();
  const name = readme ? readmeAmong(root.entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path)) : undefined;
  const found = root.entries.find(({ path, isFolder }) => path === name && !isFolder);
  if (found) files.set(found.path, found);
  else if (readme) notes.push("no_readme");
  let isWhole = true;
  if (docs !== null) {
    const at = docs === "" ? { path: "", sha: commit, size: 0, isFolder: true } : await entryAt(asked, root.entries, docs);
    if (at === undefined) notes.push("no_folder");
    else if (at.isFolder) {
      const deep = await readTree(asked, at.sha, true);
      isWhole = deep.isWhole;
      for (const one of deep.entries) {
        const path = docs === "" ? one.path : `${docs}/${one.path}`;
        if (!one.isFolder && textKindOf(path) !== undefined && path.length <= MAX_PATH) files.set(path, { ...one, path });
      }
    } else if (textKindOf(docs) !== undefined) files.set(docs, { path: docs, sha: at.sha, size: at.size });
  }
  if (!isWhole) notes.push("truncated");
  // The README first, then those near the root: of too many the deepest are left out.
  const depth = (path: string): number => (path === name ? 0 : path.split("/").length);
  const all = [...files.values()].toSorted((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
  if (all.length > MAX_FILES) notes.push("too_many");
  return { files: all.slice(0, MAX_FILES), isWhole, notes };
}
async function entryAt(asked: Asked, root: readonly TreeEntry[], path: string): Promise<TreeEntry | undefined> {
  let entries = root;
  const parts = path.split("/");
  for (const [n, part] of parts.entries()) {
    const entry = entries.find((one) => one.path === part);
    if (!entry || n === parts.length - 1) return entry;
    if (!entry.isFolder) return undefined;
    ({ entries } = await readTree(asked, entry.sha, false));
  }
  return undefined;
}
/** Folders at the top in which documentation may be, the likely ones first. */
export async function listFolders(asked: Asked, branch: string): Promise<string[]> {
  const head = await readHead(asked, branch, null);
  if (!head) return [];
  const { entries } = await readTree(asked, head.sha, false);
  const likely = (name: string): number => (/^(?:docs?|documentation|guides?|manual|website|wiki)$/i.test(name) ? 0 : 1);
  return entries
    .filter(({ isFolder, path }) => isFolder && !path.startsWith("."))
    .map(({ path }) => path)
    .toSorted((a, b) => likely(a) - likely(b) || (a < b ? -1 : 1))
    .slice(0, 50);
}

/** The bytes of a file; undefined for one that is larger than what is read. */
export async function readBlob(asked: Asked, sha: string): Promise<Uint8Array | undefined> {
  const { body } = await ask(asked, `/git/blobs/${sha}`);
  const [content, encoding, size] = [fieldOf(body, "content"), fieldOf(body, "encoding"), fieldOf(body, "size")];
  if (typeof content !== "string" || typeof size !== "number") throw new CodeHostError("unavailable");
  if (size > MAX_FILE) return undefined;
  if (encoding !== "base64") return new TextEncoder().encode(content);
  try {
    return Uint8Array.from(atob(content.replaceAll(/\s/g, "")), (char) => char.charCodeAt(0));
  } catch {
    throw new CodeHostError("unavailable");
  }
}

/** A text that GitHub gives with its list. */
export interface RemoteText {
  readonly key: string;
  readonly version: string;
  readonly title: string;
  readonly url: string;
  readonly content: string;
}
const MAX_BODY = 100_000;
const wordsOf = (value: unknown, max: number): string => (textOf(value) ?? "").slice(0, max).toWellFormed();
const day = (moment: string): string => moment.slice(0, 10);
export const RELEASES = "release:";
/** Of long notes a longer page would be larger than what is read of one answer. */
const RELEASES_PAGE = 30;
/** Published ones, without prereleases, which customers do not have. Null: as they were with these entity tags, one of each page. */
export async function listReleases(asked: Asked, etags: string | null): Promise<{ texts: RemoteText[]; etag: string | null } | null> {
  const page = async (n: number, etag: string | null) => await ask(asked, `/releases?per_page=${RELEASES_PAGE}&page=${n}`, etag);
  const known = etags?.split(" ") ?? [];
  let same = 0;
  while (same < known.length && (await page(same + 1, known[same] ?? null)).status === 304) same += 1;
  if (known.length > 0 && same === known.length) return null;
  const [listed, tags]: [unknown[], (string | null)[]] = [[], []];
  for (let n = 1; listed.length < MAX_RELEASES; n += 1) {
    const { body, etag } = await page(n, null);
    const some = listIn(body);
    listed.push(...some);
    tags.push(etag);
    if (some.length < RELEASES_PAGE) break;
  }
  const texts = listed.slice(0, MAX_RELEASES).flatMap((one): RemoteText[] => {
    const [id, tag, url, at] = [
      fieldOf(one, "id"),
      wordsOf(fieldOf(one, "tag_name"), 100),
      textOf(fieldOf(one, "html_url")),
      textOf(fieldOf(one, "published_at")),
    ];
    if (typeof id !== "number" || tag === "" || url === undefined || at === undefined) return [];
    if (fieldOf(one, "draft") !== false || fieldOf(one, "prerelease") !== false) return [];
    const name = wordsOf(fieldOf(one, "name"), 150).trim();
    const title = name === "" || name === tag ? tag : name.includes(tag) ? name : `${name} (${tag})`;
    const content = `${tag} · ${day(at)}\n\n${wordsOf(fieldOf(one, "body"), MAX_BODY)}`;
    return [{ key: `${RELEASES}${id}`, version: sha256(`${title}\n${content}`), title, url, content }];
  });
  return { texts, etag: tags.includes(null) ? null : tags.join(" ") };
}

export const COMMITS = "commits:";
/** Commits of which a customer notices nothing, by the words with which they begin (https://www.conventionalcommits.org), and merges. */
const INWARD = /^(?:chore|ci|test|tests|style|build|refactor|docs|wip|release|bump|merge|revert "|fixup!|squash!)\b/i;
/** What was committed since the last release, as one text, undefined if that is nothing. Null: it is as it was with `known`. */
export async function readUnreleased(
  asked: Asked,
  branch: string,
  web: string,
  known: UnreleasedMark | null,
): Promise<{ text: RemoteText | undefined; mark: UnreleasedMark | null } | null> {
  const release = await unlessMissing(async () => await ask(asked, "/releases/latest", known?.release));
  // Without a release everything is unreleased, which says nothing.
  if (release === undefined) return { text: undefined, mark: null };
  const latest = release.status === 304 ? known : null;
  const [tag, since] = latest
    ? [latest.tag, latest.since]
    : [textOf(fieldOf(release.body, "tag_name")), textOf(fieldOf(release.body, "created_at"))];
  if (tag === undefined || since === undefined) throw new CodeHostError("unavailable");
  const query = new URLSearchParams({ sha: branch, since, per_page: String(MAX_COMMITS) });
  const answer = await unlessMissing(async () => await ask(asked, `/commits?${query.toString()}`, latest?.commits));
  if (answer?.status === 304) return null;
  const [releaseEtag, commits] = [latest?.release ?? release.etag, answer?.etag ?? null];
  const mark = releaseEtag === null || commits === null ? null : { release: releaseEtag, tag, since, commits };
  const lines = listIn(answer === undefined ? [] : answer.body).flatMap((one): string[] => {
    const [message, at] = [wordsOf(fieldOf(one, "commit", "message"), 2000), textOf(fieldOf(one, "commit", "committer", "date"))];
    const isMerge = listOf(fieldOf(one, "parents")).length > 1;
    const isBot = fieldOf(one, "author", "type") === "Bot";
    const subject = message.split("\n", 1)[0]?.trim().slice(0, 300) ?? "";
    // A release's own commit is the last one before it.
    return subject === "" || isMerge || isBot || INWARD.test(subject) || at === undefined || at <= since
      ? []
      : [`- ${day(at)}: ${subject}`];
  });
  if (lines.length === 0) return { text: undefined, mark };
  const content = `These changes were made after the release ${tag}. They are not released yet.\n\n${lines.join("\n")}`;
  const url = `${web}/${asked.repository}/compare/${encodeURIComponent(tag)}...${encodeURIComponent(branch)}`;
  const title = `Changes after ${tag} that are not released yet`;
  return { text: { key: `${COMMITS}unreleased`, version: sha256(content), title, url, content }, mark };
}

// --- discussions -------------------------------------------------------------------

export const DISCUSSIONS = "discussion:";
interface Topic {
  readonly id: string;
  readonly key: string;
  readonly version: string;
}
/** A node that is gone is null in the list of nodes. */
const isGoneNode = (error: unknown): boolean =>
  textOf(fieldOf(error, "type")) === "NOT_FOUND" && listOf(fieldOf(error, "path"))[0] === "nodes";
/** Throws for what its answer says went wrong, which comes with status 200. */
async function query({ ctx, token }: Asked, text: string, variables: object): Promise<unknown> {
  const { body } = await askCodeHost(ctx, token, GRAPH, { method: "POST", body: { query: text, variables } });
  const [first] = listOf(fieldOf(body, "errors")).filter((error) => !isGoneNode(error));
  if (first !== undefined) {
    const type = textOf(fieldOf(first, "type"));
    const faults = { NOT_FOUND: "missing", FORBIDDEN: "forbidden", INSUFFICIENT_SCOPES: "forbidden", RATE_LIMITED: "limited" } as const;
    const fault = type !== undefined && Object.hasOwn(faults, type) ? faults[type as keyof typeof faults] : "invalid";
    throw new CodeHostError(fault, fault === "limited" ? 600 : 0);
  }
  return fieldOf(body, "data");
}
const namesOf = ({ repository }: Asked): { owner: string; name: string } => {
  const [owner = "", name = ""] = repository.split("/");
  return { owner, name };
};
/** Null: the repository has no discussions, or the token may not read them, without which all else can be read. */
export async function listCategories(asked: Asked): Promise<{ slug: string; name: string; isAnswerable: boolean }[] | null> {
  const data = await unlessRefused(async () => await query(asked, CATEGORIES_QUERY, namesOf(asked)));
  if (fieldOf(data, "repository", "hasDiscussionsEnabled") !== true) return null;
  return listIn(fieldOf(data, "repository", "discussionCategories", "nodes")).flatMap((one) => {
    const [slug, name] = [textOf(fieldOf(one, "slug")), textOf(fieldOf(one, "name"))];
    return slug === undefined || name === undefined ? [] : [{ slug, name, isAnswerable: fieldOf(one, "isAnswerable") === true }];
  });
}
/** The answered discussions of these categories, or of all; null: the repository has none. */
export async function listTopics(asked: Asked, categories: readonly string[]): Promise<{ topics: Topic[]; isWhole: boolean } | null> {
  const topics: Topic[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_DISCUSSIONS / 50; page += 1) {
    const data: unknown = await query(asked, TOPICS_QUERY, { ...namesOf(asked), after });
    const has = fieldOf(data, "repository", "hasDiscussionsEnabled");
    if (typeof has !== "boolean") throw new CodeHostError("unavailable");
    if (!has) return null;
    for (const one of listIn(fieldOf(data, "repository", "discussions", "nodes"))) {
      const [id, number, version] = [textOf(fieldOf(one, "id")), fieldOf(one, "number"), textOf(fieldOf(one, "updatedAt"))];
      const slug = textOf(fieldOf(one, "category", "slug")) ?? "";
      if (id === undefined || typeof number !== "number" || version === undefined) continue;
      if (categories.length === 0 || categories.includes(slug)) topics.push({ id, key: `${DISCUSSIONS}${number}`, version });
    }
    const info = fieldOf(data, "repository", "discussions", "pageInfo");
    after = textOf(fieldOf(info, "endCursor")) ?? null;
    if (fieldOf(info, "hasNextPage") !== true || after === null)
      return { topics: topics.slice(0, MAX_DISCUSSIONS), isWhole: topics.length <= MAX_DISCUSSIONS };
    if (topics.length >= MAX_DISCUSSIONS) break;
  }
  return { topics: topics.slice(0, MAX_DISCUSSIONS), isWhole: false };
}
/** What they ask and what was chosen as their answer; those that are gone meanwhile are left out. */
export async function readDiscussions(asked: Asked, topics: readonly Topic[]): Promise<RemoteText[]> {
  const data = await query(asked, BODIES_QUERY, { ids: topics.map(({ id }) => id) });
  return listIn(fieldOf(data, "nodes")).flatMap((one): RemoteText[] => {
    const topic = topics.find(({ id }) => id === fieldOf(one, "id"));
    const [title, url, answer] = [
      wordsOf(fieldOf(one, "title"), 200),
      textOf(fieldOf(one, "url")),
      wordsOf(fieldOf(one, "answer", "body"), MAX_BODY),
    ];
    if (!topic || url === undefined || answer === "") return [];
    return [{ ...topic, title: title || topic.key, url, content: `${wordsOf(fieldOf(one, "body"), MAX_BODY)}\n\n## Answer\n\n${answer}` }];
  });
}
