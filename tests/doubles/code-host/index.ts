// GitHub as a GitHub Enterprise Server shows it: OAuth for web applications, and the parts of REST that Seed Desk asks, with its errors,
// entity tags, renamed repositories, and rate limits. Shapes after https://docs.github.com/rest and @octokit/openapi.
import { createHash } from "node:crypto";
import type { HostedIssue } from "./hosted.ts";
import { Contents, nodesAnswer, tagged } from "./contents.ts";
import { Writing } from "./writing.ts";
import { Comments } from "./comments.ts";
import * as shapes from "./shapes.ts";

export type { HostedIssue } from "./hosted.ts";

/** A loopback name: what answers there stands in for github.com. At another one it is a GitHub Enterprise Server. */
export const CODE_HOST = "https://github.localhost";
export const CLIENT = { id: "Iv1.0123456789abcdef", secret: "ghs_canary_client_secret" } as const;
/** Tokens of accounts; canaries too: they must never be seen anywhere else. */
export const FIXED_TOKEN = "ghp_canary_fixed_3f1c5a";

/** Ids are never used again, as at GitHub, also among the doubles of one file. */
let nextId = 1000;

export interface Repository {
  readonly id: number;
  name: string;
  /** Names that it had before. */
  readonly before: string[];
  isPrivate: boolean;
  hasIssues: boolean;
  readonly issues: HostedIssue[];
  /** Issues that were transferred, by their number here. */
  readonly moved: Map<number, { readonly repository: string; readonly number: number }>;
  /** The highest number that was given. */
  numbers: number;
  readonly releases: shapes.HostedRelease[];
  readonly hooks: HostedHook[];
  /** What it says: files, commits, discussions. */
  readonly contents: Contents;
}
interface HostedHook {
  readonly id: number;
  url: string;
  secret: string;
  events: readonly string[];
}
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}
type Trouble = "limited" | "secondary" | "secondary without a time" | "sso" | "suspended" | "forbidden" | "down" | "garbage";

export class CodeHost {
  readonly seen: SeenRequest[] = [];
  readonly repositories: Repository[] = [];
  /** Login by access token. */
  readonly tokens = new Map<string, string>([[FIXED_TOKEN, "desk-bot"]]);
  /** What the next requests of REST get instead of an answer. */
  trouble: Trouble | undefined;
  /** Whether the token may set up webhooks. */
  mayHook = true;
  /** Access tokens end after eight hours, as those of GitHub Apps do. */
  expiring = false;
  origin: string;
  /** What repositories offer for new issues, and faults of creating them. */
  readonly writing = new Writing();
  /** Comments and labels. */
  readonly spoken = new Comments();
  readonly #codes = new Map<string, { challenge: string; redirect: string; login: string }>();
  readonly #refreshes = new Map<string, string>();

  constructor(origin: string = CODE_HOST) {
    this.origin = origin;
  }

  addRepository(name: string, more: Partial<Pick<Repository, "isPrivate" | "hasIssues">> = {}): Repository {
    const repository = {
      id: nextId++,
      name,
      before: [],
      isPrivate: true,
      hasIssues: true,
      issues: [],
      moved: new Map(),
      numbers: 0,
      releases: [],
      hooks: [],
      contents: new Contents(),
      ...more,
    };
    this.repositories.push(repository);
    return repository;
  }
  addIssue(name: string, title: string, more: Partial<HostedIssue> = {}): HostedIssue {
    const repository = this.#repository(name) ?? this.addRepository(name);
    repository.numbers += 1;
    const issue: HostedIssue = {
      ...{ id: nextId++, number: repository.numbers, title, state: "open", reason: null },
      ...{ pull: false, merged: false, updated: 1, body: "", labels: [], assignees: [] },
      ...more,
    };
    repository.issues.push(issue);
    return issue;
  }
  close(issue: HostedIssue, reason = "completed"): void {
    Object.assign(issue, { state: "closed", reason, updated: issue.updated + 1 });
  }
  reopen(issue: HostedIssue): void {
    Object.assign(issue, { state: "open", reason: "reopened", updated: issue.updated + 1 });
  }
  rename(from: string, to: string): void {
    const repository = this.#repository(from);
    repository?.before.push(repository.name);
    if (repository) repository.name = to;
  }
  /** Transfers one issue: there it has another id and number, and its old address leads to it. */
  transfer(issue: HostedIssue, from: string, to: string): HostedIssue {
    const source = this.#repository(from);
    const { id: _, number: before, ...kept } = issue;
    const moved = this.addIssue(to, issue.title, { ...kept, updated: issue.updated + 1 });
    source?.issues.splice(source.issues.indexOf(issue), 1);
    this.spoken.move(issue.id, moved.id);
    source?.moved.set(before, { repository: to, number: moved.number });
    return moved;
  }
  /** Publishes a release; `at` in seconds of the double's time, at which an issue with as many changes was closed. */
  publish(name: string, tag: string, at: number, more: Partial<shapes.HostedRelease> = {}): shapes.HostedRelease {
    const made = { id: nextId++, tag, publishedAt: momentOf(at), prerelease: false, draft: false, ...more };
    this.#repository(name)?.releases.push(made);
    return made;
  }
  revoke(token: string): void {
    this.tokens.delete(token);
  }
  count(path: RegExp): number {
    return this.seen.filter((one) => path.test(one.path)).length;
  }

  /** What a person's browser does at the address: agrees, and is sent back. */
  agree(address: string, login = "octo"): URL {
    const asked = new URL(address).searchParams;
    const back = new URL(asked.get("redirect_uri") ?? "");
    if (asked.get("client_id") !== CLIENT.id || asked.get("code_challenge_method") !== "S256") throw new Error("asked wrongly");
    const code = createHash("sha256").update(`${nextId++}`).digest("hex").slice(0, 20);
    this.#codes.set(code, { challenge: asked.get("code_challenge") ?? "", redirect: back.href, login });
    back.search = new URLSearchParams({ code, state: asked.get("state") ?? "" }).toString();
    return back;
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const body = request.method === "GET" ? "" : await request.text();
    this.seen.push({ method: request.method, path: url.pathname + url.search, authorization: request.headers.get("authorization"), body });
    if (url.pathname === "/login/oauth/access_token") return this.#grant(JSON.parse(body) as Record<string, string>);
    // Whoever has agreed before is sent back at once.
    if (url.pathname === "/login/oauth/authorize")
      return new Response(null, { status: 302, headers: { location: this.agree(url.href).href } });
    if (url.pathname === "/api/graphql") return this.#graph(request, body);
    if (!url.pathname.startsWith("/api/v3/")) return new Response("<html>", { status: 404 });
    if (!request.headers.get("user-agent")) return problem(403, "Request forbidden by administrative rules.");
    return this.#rest(request, url.pathname.slice("/api/v3".length), url, body);
  }

  async #rest(request: Request, path: string, url: URL, body: string): Promise<Response> {
    const trouble = this.#troubled();
    if (trouble) return trouble;
    const application = /^\/applications\/([^/]+)\/(grant|token)$/.exec(path);
    if (application) return this.#revoke(request, decodeURIComponent(application[1] ?? ""), application[2] === "grant", body);
    const token = /^(?:Bearer|token) (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    const login = this.tokens.get(token);
    if (login === undefined) return problem(401, "Bad credentials");
    if (path === "/user") return json(shapes.account(this.origin, login), 200, { "x-oauth-scopes": "repo" });
    if (path === "/user/repos") {
      const [size, page] = [Number(url.searchParams.get("per_page") ?? 30), Number(url.searchParams.get("page") ?? 1)];
      return json(this.repositories.slice((page - 1) * size, page * size).map((one) => this.#shape(one)));
    }
    if (path === "/search/issues") return this.#search(url.searchParams.get("q") ?? "", token);
    const organization = /^\/orgs\/([^/]+)\/issue-types$/.exec(path)?.[1];
    if (organization !== undefined)
      return this.writing.types.length > 0
        ? json(this.writing.types.map((name, id) => ({ id, name, is_enabled: true })))
        : problem(404, "Not Found");
    const byId = /^\/repositories\/(\d+)(\/.*)?$/.exec(path);
    const byName = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path);
    const repository = byId
      ? this.repositories.find(({ id }) => String(id) === byId[1])
      : this.#repository(decodeURIComponent(byName?.[1] ?? ""));
    const rest = (byId ?? byName)?.[2] ?? "";
    if (!repository) {
      const moved = this.repositories.find(({ before }) => before.some((name) => same(name, byName?.[1] ?? "")));
      if (!moved) return problem(404, "Not Found");
      const to = `${this.origin}/api/v3/repositories/${moved.id}${rest}${url.search}`;
      return json({ message: "Moved Permanently", url: to }, 301, { location: to });
    }
    if (rest === "") return json({ ...shapes.fullRepository(this.origin, repository), ...this.#rightsAt(repository) });
    const written = await this.writing.answer(request, rest, url, body, {
      repository,
      add: (issue) => this.addIssue(repository.name, issue.title, issue),
      shape: (issue) => this.#issueShape(repository, issue),
    });
    if (written) return written;
    const number = /^\/issues\/(\d+)(?=\/|$)/.exec(rest)?.[1];
    const gone = repository.moved.get(Number(number));
    const to = gone && this.#repository(gone.repository);
    if (to) {
      const address = `${this.origin}/api/v3/repositories/${to.id}/issues/${gone.number}${rest.slice(`/issues/${number ?? ""}`.length)}${url.search}`;
      return json({ message: "Moved Permanently", url: address }, 301, { location: address });
    }
    const answered = this.spoken.answer({ origin: this.origin, repository, login, method: request.method, rest, url, body });
    if (answered) return answered;
    if (rest.startsWith("/hooks")) return this.#hooks(repository, request.method, rest, body);
    const known = repository.contents.answer(request, rest, url, this.origin, repository);
    if (known) return known;
    if (rest === "/releases") {
      const [size, page] = [Number(url.searchParams.get("per_page") ?? 30), Number(url.searchParams.get("page") ?? 1)];
      const every = repository.releases.map((one) => shapes.release(this.origin, repository, one)).toReversed();
      const all = every.slice((page - 1) * size, page * size);
      return tagged(request, all);
    }
    const tag = /^\/releases\/tags\/(.+)$/.exec(rest)?.[1];
    if (tag !== undefined) {
      const named = repository.releases.find((one) => one.tag === decodeURIComponent(tag) && !one.draft);
      return named ? json(shapes.release(this.origin, repository, named)) : problem(404, "Not Found");
    }
    if (rest === "/releases/latest") {
      const latest = repository.releases.findLast(({ draft, prerelease }) => !draft && !prerelease);
      return latest ? tagged(request, shapes.release(this.origin, repository, latest)) : problem(404, "Not Found");
    }
    if (number === undefined || rest !== `/issues/${number}`) return problem(404, "Not Found");
    if (!repository.hasIssues) return problem(410, "Issues has been disabled in this repository.");
    const issue = repository.issues.find((one) => String(one.number) === number);
    if (!issue) return problem(404, "Not Found");
    const etag = `W/"${issue.id}-${issue.updated}-${repository.name}"`;
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
    return json(this.#issueShape(repository, issue), 200, { etag });
  }

  /** Its faults come with status 200, but for those of tokens and limits. */
  #graph(request: Request, body: string): Response {
    const trouble = this.#troubled();
    if (trouble) return trouble;
    const token = /^(?:Bearer|token) (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if (!this.tokens.has(token)) return problem(401, "Bad credentials");
    const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
    const ids = variables["ids"];
    const name = `${String(variables["owner"])}/${String(variables["name"])}`;
    const repository = Array.isArray(ids) ? this.repositories.find((one) => this.#holds(one, ids)) : this.#repository(name);
    if (repository) return repository.contents.graph(query, variables, `${this.origin}/${repository.name}`);
    if (Array.isArray(ids)) return nodesAnswer(query, ids, () => undefined);
    const message = `Could not resolve to a Repository with the name '${name}'.`;
    return json({ data: { repository: null }, errors: [{ type: "NOT_FOUND", path: ["repository"], message }] });
  }
  #holds({ contents }: Repository, ids: readonly unknown[]): boolean {
    return contents.discussions.some(({ number }) => ids.includes(`D_${number}`));
  }

  #troubled(): Response | undefined {
    switch (this.trouble) {
      case "limited":
        return problem(403, "API rate limit exceeded", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" });
      case "secondary":
        return problem(403, "You have exceeded a secondary rate limit.", { "retry-after": "120" });
      case "secondary without a time":
        return problem(403, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.");
      case "sso":
        return problem(403, "Resource protected by organization SAML enforcement.", {
          "x-github-sso": "required; url=https://github.com/orgs/acme/sso",
        });
      case "suspended":
        return problem(403, "This installation has been suspended");
      case "forbidden":
        return problem(403, "Resource not accessible by integration");
      case "down":
        return new Response("<html>Unicorn!</html>", { status: 502 });
      case "garbage":
        return new Response('{"login":', { headers: { "content-type": "application/json" } });
      case undefined:
        return undefined;
    }
  }

  #grant(asked: Readonly<Record<string, string>>): Response {
    const refused = (error: string) => json({ error, error_description: "It is explained here.", error_uri: "https://docs.github.com" });
    if (asked["client_id"] !== CLIENT.id || asked["client_secret"] !== CLIENT.secret) return refused("incorrect_client_credentials");
    if (asked["grant_type"] === "refresh_token") {
      const login = this.#refreshes.get(asked["refresh_token"] ?? "");
      this.#refreshes.delete(asked["refresh_token"] ?? "");
      return login === undefined ? refused("bad_refresh_token") : json(this.#newToken(login));
    }
    const code = this.#codes.get(asked["code"] ?? "");
    this.#codes.delete(asked["code"] ?? "");
    if (!code) return refused("bad_verification_code");
    if (code.redirect !== asked["redirect_uri"]) return refused("redirect_uri_mismatch");
    const challenge = createHash("sha256")
      .update(asked["code_verifier"] ?? "")
      .digest("base64url");
    if (challenge !== code.challenge) return refused("bad_verification_code");
    return json(this.#newToken(code.login));
  }
  #newToken(login: string): object {
    // Those of GitHub Apps have other first letters.
    const access = `${this.expiring ? "ghu" : "gho"}_canary_${nextId++}`;
    this.tokens.set(access, login);
    if (!this.expiring) return { access_token: access, token_type: "bearer", scope: "repo" };
    const refresh = `ghr_canary_${nextId++}`;
    this.#refreshes.set(refresh, login);
    return {
      access_token: access,
      expires_in: 28_800,
      refresh_token: refresh,
      refresh_token_expires_in: 15_897_600,
      scope: "",
      token_type: "bearer",
    };
  }
  /** One token, or the whole grant: every token that the application has of the account. */
  #revoke(request: Request, id: string, isGrant: boolean, body: string): Response {
    if (request.headers.get("authorization") !== `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` || id !== CLIENT.id)
      return problem(404, "Not Found");
    const token = (JSON.parse(body) as { access_token: string }).access_token;
    const login = this.tokens.get(token);
    if (login === undefined) return problem(422, "Validation Failed");
    for (const [other, of] of this.tokens) if (other === token || (isGrant && of === login)) this.tokens.delete(other);
    return new Response(null, { status: 204 });
  }

  /** As its advanced search does: qualifiers side by side must all hold, and more than five operators are refused. */
  #search(q: string, token: string): Response {
    const kind = /\sis:(issue|pull-request)$/.exec(q)?.[1];
    if (kind === undefined && token.startsWith("ghu_")) return problem(422, "Query must include 'is:issue' or 'is:pull-request'");
    if ([...q.matchAll(/\b(?:AND|OR|NOT)\b/g)].length > 5) return problem(422, "Validation Failed");
    const group = /\((repo:[^\s()]+(?: OR repo:[^\s()]+)*)\)/.exec(q);
    const named = [...(group?.[1] ?? q).matchAll(/repo:([^\s")]+)/g)].map(([, name = ""]) => name);
    const within = group ? named : named.slice(0, 1).filter((one) => named.every((other) => same(one, other)));
    const words = q
      .replace(group?.[0] ?? "", "")
      .replaceAll(/\S+:\S+/g, "")
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const items = this.repositories
      .filter(({ name }) => within.some((one) => same(one, name)))
      .flatMap((repository) =>
        repository.issues
          .filter(
            ({ title, pull }) =>
              (kind === undefined || pull === (kind !== "issue")) && words.every((word) => title.toLowerCase().includes(word)),
          )
          .map((issue) => ({ ...this.#issueShape(repository, issue), score: 1 })),
      );
    return json({ total_count: items.length, incomplete_results: false, items });
  }
  #repository(name: string): Repository | undefined {
    return this.repositories.find((one) => same(one.name, name));
  }
  #rightsAt({ name, contents }: Repository): object {
    const { archived, mayWrite } = this.writing;
    return {
      default_branch: contents.branch,
      archived: archived.has(name),
      permissions: { admin: false, maintain: false, push: mayWrite, triage: mayWrite, pull: true },
    };
  }
  #shape(repository: Repository): object {
    return { ...shapes.repository(this.origin, repository), ...this.#rightsAt(repository) };
  }
  #issueShape(repository: Repository, issue: HostedIssue): object {
    return {
      ...shapes.issue(this.origin, repository, shownOf(issue)),
      ...{ body: issue.body === "" ? null : issue.body, labels: issue.labels.map((name) => shapes.label(this.origin, repository, name)) },
      assignees: issue.assignees.map((login) => shapes.user(this.origin, login)),
    };
  }

  #hooks(repository: Repository, method: string, path: string, body: string): Response {
    if (!this.mayHook) return problem(404, "Not Found");
    const shown = (one: HostedHook) => shapes.hook(this.origin, repository, one);
    if (method === "GET") return json(repository.hooks.map(shown));
    const asked = JSON.parse(body) as { events: string[]; config: { url: string; secret: string } };
    const known = repository.hooks.find(({ id }) => path === `/hooks/${id}`);
    if (method === "PATCH") {
      if (!known) return problem(404, "Not Found");
      Object.assign(known, { ...asked.config, events: asked.events });
      return json(shown(known));
    }
    if (repository.hooks.some(({ url }) => url === asked.config.url)) return problem(422, "Hook already exists on this repository");
    const made = { id: nextId++, ...asked.config, events: asked.events };
    repository.hooks.push(made);
    return json(shown(made), 201);
  }
}

/** As shapes show it. */
export const shownOf = (issue: HostedIssue) => ({ ...issue, updatedAt: momentOf(issue.updated) });
/** A second for each change, after anything that the tests do here; of one that changed long before the number is below zero. */
const momentOf = (updated: number): string =>
  new Date(Date.parse("2031-01-02T00:00:00Z") + updated * 1000).toISOString().replace(".000", "");
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "4990",
      ...headers,
    },
  });
const problem = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  json({ message, documentation_url: "https://docs.github.com/rest", status: String(status) }, status, headers);
