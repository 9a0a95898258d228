// The part of GitHub's double that shows what repositories say: branches, trees, blobs, commits, and discussions by GraphQL.
import { parse, type SelectionSetNode } from "graphql";
import { createHash } from "node:crypto";
import type { HostedRepository } from "./shapes.ts";
import { user } from "./shapes.ts";

export interface HostedDiscussion {
  readonly number: number;
  title: string;
  body: string;
  category: string;
  /** The text of the answer; undefined: it has none. */
  answer: string | undefined;
  updatedAt: string;
}
interface HostedCommit {
  readonly message: string;
  readonly at: string;
  readonly parents?: number;
  readonly bot?: boolean;
}
/** A file, or what a tree has besides: a symbolic link, or a submodule. */
interface HostedEntry {
  readonly bytes: Buffer;
  readonly mode: "100644" | "100755" | "120000" | "160000";
}

export class Contents {
  readonly files = new Map<string, HostedEntry>();
  readonly discussions: HostedDiscussion[] = [];
  hasDiscussions = true;
  /** Whether the token has the permission to read discussions. */
  mayDiscuss = true;
  readonly commits: HostedCommit[] = [];
  branch = "main";
  /** Trees that are asked for with all below them are answered in part. */
  truncated = false;
  /** What has happened: names the newest commit. */
  #pushes = 0;

  /** Writes, or removes, a file, and commits that. */
  push(path: string, content: string | Uint8Array | undefined, mode: HostedEntry["mode"] = "100644"): void {
    if (content === undefined) this.files.delete(path);
    else this.files.set(path, { bytes: Buffer.from(content as Uint8Array), mode });
    this.#pushes += 1;
  }
  get head(): string {
    return sha1(`commit ${this.#pushes} ${[...this.files].map(([path, { bytes }]) => `${path}${blobOf(bytes)}`).join()}`);
  }

  /** Undefined for what is no part of it. */
  answer(request: Request, rest: string, url: URL, origin: string, of: HostedRepository): Response | undefined {
    const api = `${origin}/api/v3/repos/${of.name}`;
    const conditional = (etag: string, body: object): Response =>
      request.headers.get("if-none-match") === etag ? new Response(null, { status: 304, headers: { etag } }) : json(body, 200, { etag });
    const isEmpty = this.files.size === 0 && this.#pushes === 0;
    const ref = /^\/git\/ref\/heads\/(.+)$/.exec(decodeURIComponent(rest))?.[1];
    if (ref !== undefined) {
      if (isEmpty) return problem(409, "Git Repository is empty.");
      if (ref !== this.branch) return problem(404, "Not Found");
      const object = { type: "commit", sha: this.head, url: `${api}/git/commits/${this.head}` };
      return conditional(`"${this.head}"`, {
        ...{ ref: `refs/heads/${this.branch}`, node_id: "REF_1", url: `${api}/git/refs/heads/${this.branch}` },
        object,
      });
    }
    const tree = /^\/git\/trees\/([0-9a-f]{40})$/.exec(rest)?.[1];
    if (tree !== undefined) return this.#tree(tree, url.searchParams.has("recursive"), api);
    const blob = /^\/git\/blobs\/([0-9a-f]{40})$/.exec(rest)?.[1];
    if (blob !== undefined) {
      const found = [...this.files.values()].find(({ bytes }) => blobOf(bytes) === blob)?.bytes;
      if (!found) return problem(404, "Not Found");
      const content = found.toString("base64").replaceAll(/(.{60})/g, "$1\n");
      return json({ sha: blob, node_id: "B_1", size: found.length, url: `${api}/git/blobs/${blob}`, content, encoding: "base64" });
    }
    if (rest !== "/commits") return undefined;
    if (isEmpty) return problem(409, "Git Repository is empty.");
    const since = url.searchParams.get("since") ?? "";
    return tagged(
      request,
      this.commits
        .filter(({ at }) => at >= since)
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, Number(url.searchParams.get("per_page") ?? 30))
        .map((one, n) => commitShape(origin, api, of, one, n)),
    );
  }

  #tree(sha: string, isDeep: boolean, api: string): Response {
    const folder = sha === this.head ? "" : [...this.#folders()].find((path) => this.#treeSha(path) === sha);
    if (folder === undefined) return problem(404, "Not Found");
    const prefix = folder === "" ? "" : `${folder}/`;
    const below = [...this.files]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, entry]) => [path.slice(prefix.length), entry] as const);
    const files = below
      .filter(([path]) => isDeep || !path.includes("/"))
      .map(([path, { bytes, mode }]) => ({
        ...{ path, mode, type: mode === "160000" ? "commit" : "blob", sha: blobOf(bytes) },
        ...(mode === "160000" ? {} : { size: bytes.length, url: `${api}/git/blobs/${blobOf(bytes)}` }),
      }));
    const folders = [...this.#folders()]
      .filter((path) => path !== folder && path.startsWith(prefix) && (isDeep || !path.slice(prefix.length).includes("/")))
      .map((path) => ({
        path: path.slice(prefix.length),
        mode: "040000",
        type: "tree",
        sha: this.#treeSha(path),
        url: `${api}/git/trees/${this.#treeSha(path)}`,
      }));
    const all = [...files, ...folders].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const isCut = isDeep && this.truncated;
    return json({ sha, url: `${api}/git/trees/${sha}`, tree: isCut ? all.slice(0, Math.ceil(all.length / 2)) : all, truncated: isCut });
  }
  #folders(): Set<string> {
    return new Set(
      [...this.files.keys()].flatMap((path) =>
        path
          .split("/")
          .slice(0, -1)
          .map((_, n, parts) => parts.slice(0, n + 1).join("/")),
      ),
    );
  }
  #treeSha(folder: string): string {
    return sha1(
      `tree ${folder} ${[...this.files]
        .filter(([path]) => path.startsWith(`${folder}/`))
        .map(([path, { bytes }]) => path + blobOf(bytes))
        .join()}`,
    );
  }

  /** What the queries of Seed Desk ask for; a field that was not asked for is not part of the answer. */
  graph(query: string, variables: Readonly<Record<string, unknown>>, web: string): Response {
    const node = (one: HostedDiscussion): object => ({
      ...{ id: idOf(one), number: one.number, title: one.title, url: `${web}/discussions/${one.number}`, body: one.body },
      ...{ updatedAt: one.updatedAt, category: { slug: one.category }, answer: one.answer === undefined ? null : { body: one.answer } },
    });
    if (query.includes("nodes(ids: $ids)")) {
      const ids = variables["ids"] as string[];
      if (!this.mayDiscuss) return json({ data: { nodes: ids.map(() => null) }, errors: ids.map((_, n) => forbidden(["nodes", n])) });
      return nodesAnswer(query, ids, (id) => this.discussions.filter((one) => idOf(one) === id).map(node)[0]);
    }
    if (!this.mayDiscuss) {
      const field = query.includes("discussionCategories") ? "discussionCategories" : "discussions";
      const repository = { hasDiscussionsEnabled: this.hasDiscussions, [field]: null };
      return json({ data: { repository }, errors: [forbidden(["repository", field])] });
    }
    const slugs = [...new Set(["announcements", "q-a", ...this.discussions.map(({ category }) => category)])];
    const answered = this.discussions.filter(({ answer }) => answer !== undefined).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    const from = Number(variables["after"] ?? 0);
    const nodes = this.hasDiscussions ? answered.slice(from, from + 100) : [];
    const pageInfo = { hasNextPage: from + 100 < answered.length, endCursor: nodes.length === 0 ? null : String(from + nodes.length) };
    const data = {
      repository: {
        hasDiscussionsEnabled: this.hasDiscussions,
        discussionCategories: {
          nodes: slugs.map((slug) => ({ slug, name: slug === "q-a" ? "Q&A" : slug, isAnswerable: slug !== "announcements" })),
        },
        discussions: { pageInfo, nodes: nodes.map(node) },
      },
    };
    return json({ data: asked(query, data) });
  }
}
const forbidden = (path: readonly (string | number)[]): object => ({
  ...{ type: "FORBIDDEN", path, extensions: { saml_failure: false }, locations: [{ line: 1, column: 1 }] },
  message: "Resource not accessible by personal access token",
});
/** Only the fields that a query asks for, by their names: no query of Seed Desk renames any. */
function asked(query: string, data: unknown): unknown {
  const [first] = parse(query).definitions;
  if (first?.kind !== "OperationDefinition") throw new Error("not a query");
  return selected(first.selectionSet, data);
}
function selected(set: SelectionSetNode | undefined, value: unknown): unknown {
  if (!set || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => selected(set, one));
  const parts = set.selections.map((one) => {
    if (one.kind !== "Field") return one.kind === "InlineFragment" ? (selected(one.selectionSet, value) as object) : {};
    const name = one.name.value;
    return { [name]: selected(one.selectionSet, (value as Readonly<Record<string, unknown>>)[name]) };
  });
  return Object.assign({}, ...parts);
}

/** A node that is gone is null, with an error of its own. */
export function nodesAnswer(query: string, ids: readonly unknown[], find: (id: unknown) => object | undefined): Response {
  const nodes = ids.map((id) => find(id) ?? null);
  const errors = nodes.flatMap((node, n) => {
    const message = `Could not resolve to a node with the global id of '${String(ids[n])}'`;
    return node === null ? [{ type: "NOT_FOUND", path: ["nodes", n], locations: [{ line: 1, column: 1 }], message }] : [];
  });
  return json({ data: asked(query, { nodes }), ...(errors.length > 0 ? { errors } : {}) });
}
const idOf = ({ number }: HostedDiscussion): string => `D_${number}`;
const sha1 = (text: string | Buffer): string => createHash("sha1").update(text).digest("hex");
/** As git names a blob. */
const blobOf = (bytes: Buffer): string => sha1(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));

function commitShape(
  origin: string,
  api: string,
  of: HostedRepository,
  { message, at, parents = 1, bot = false }: HostedCommit,
  n: number,
): object {
  const sha = sha1(`${message}${at}${n}`);
  const person = { name: "Octo", email: "octo@users.noreply.example", date: at };
  const by = { ...user(origin, bot ? "renovate[bot]" : "octo"), ...(bot ? { type: "Bot" } : {}) };
  return {
    ...{
      url: `${api}/commits/${sha}`,
      sha,
      node_id: `C_${n}`,
      html_url: `${origin}/${of.name}/commit/${sha}`,
      comments_url: `${api}/commits/${sha}/comments`,
    },
    commit: {
      ...{ url: `${api}/git/commits/${sha}`, author: person, committer: person, message, comment_count: 0 },
      tree: { sha: sha1(`tree${sha}`), url: `${api}/git/trees/${sha}` },
      verification: { verified: false, reason: "unsigned", payload: null, signature: null, verified_at: null },
    },
    ...{ author: by, committer: by },
    parents: Array.from({ length: parents }, (_, p) => ({
      sha: sha1(`${sha}${p}`),
      url: `${api}/commits/${p}`,
      html_url: `${origin}/${of.name}/commit/${p}`,
    })),
  };
}
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json; charset=utf-8", ...headers } });
/** An answer with the entity tag of what it says, or 304 to whoever has it. */
export function tagged(request: Request, body: object): Response {
  const etag = `W/"${createHash("sha256").update(JSON.stringify(body)).digest("hex")}"`;
  return request.headers.get("if-none-match") === etag ? new Response(null, { status: 304, headers: { etag } }) : json(body, 200, { etag });
}
const problem = (status: number, message: string): Response => json({ message, status: String(status) }, status);
