// The part of GitHub's double in which people speak about issues: comments and labels.
import type { HostedIssue } from "./hosted.ts";
import { label, type HostedRepository, user } from "./shapes.ts";

export interface HostedComment {
  readonly id: number;
  /** The issue's id. */
  issue: number;
  readonly login: string;
  body: string;
  /** When it was changed last. */
  at: string;
}
interface Asked {
  readonly origin: string;
  readonly repository: HostedRepository & { readonly issues: readonly HostedIssue[] };
  readonly login: string;
  readonly method: string;
  readonly rest: string;
  readonly url: URL;
  readonly body: string;
}
let nextId = 500_000;

export class Comments {
  readonly comments: HostedComment[] = [];
  /** Whether the token may comment, and may label. */
  mayComment = true;
  mayLabel = true;
  /** Whether the token may change the comments of others, as collaborators may. */
  mayEditOthers = true;
  /** Milliseconds. Unless a test says otherwise, after anything that the tests do here. */
  now = (): number => Date.parse("2031-01-02T00:00:00Z");
  /** What happens to the next comments that are made. */
  readonly faults: "lost after"[] = [];

  /** Undefined: it is not about comments or labels. */
  answer(asked: Asked): Response | undefined {
    const { repository, rest } = asked;
    const one = /^\/issues\/comments\/(\d+)$/.exec(rest);
    if (one) return this.#comment(asked, Number(one[1]));
    const [, number, what, name] = /^\/issues\/(\d+)\/(comments|labels)(?:\/(.+))?$/.exec(rest) ?? [];
    if (number === undefined) return undefined;
    const issue = repository.issues.find((each) => String(each.number) === number);
    if (!issue) return problem(404, "Not Found");
    return what === "comments" ? this.#comments(asked, issue) : this.#labels(asked, issue, name);
  }
  /** Comments go with an issue that is transferred, under other ids. */
  move(from: number, to: number): void {
    for (const comment of this.comments.filter(({ issue }) => issue === from))
      this.comments.splice(this.comments.indexOf(comment), 1, { ...comment, id: nextId++, issue: to });
  }
  /** Of one issue. */
  of(issue: HostedIssue): HostedComment[] {
    return this.comments.filter(({ issue: id }) => id === issue.id);
  }

  #comments(asked: Asked, issue: HostedIssue): Response {
    if (asked.method === "GET") {
      const { searchParams: search } = asked.url;
      const [size, page] = [Number(search.get("per_page") ?? 30), Number(search.get("page") ?? 1)];
      const all = this.of(issue).filter(({ at }) => Date.parse(at) >= Date.parse(search.get("since") ?? "1970-01-01"));
      return json(all.slice((page - 1) * size, page * size).map((each) => shown(asked, issue, each)));
    }
    if (!this.mayComment) return problem(403, "Resource not accessible by integration");
    const made = { id: nextId++, issue: issue.id, login: asked.login, body: textIn(asked.body), at: this.#at() };
    this.comments.push(made);
    if (this.faults.shift() === "lost after") throw new TypeError("network lost");
    return json(shown(asked, issue, made), 201);
  }
  #comment(asked: Asked, id: number): Response {
    const comment = this.comments.find((each) => each.id === id);
    const issue = asked.repository.issues.find((each) => each.id === comment?.issue);
    if (!comment || !issue) return problem(404, "Not Found");
    if (!this.mayComment || (asked.method !== "GET" && comment.login !== asked.login && !this.mayEditOthers))
      return problem(403, "Resource not accessible by integration");
    if (asked.method === "DELETE") {
      this.comments.splice(this.comments.indexOf(comment), 1);
      return new Response(null, { status: 204 });
    }
    if (asked.method === "PATCH") Object.assign(comment, { body: textIn(asked.body), at: this.#at() });
    return json(shown(asked, issue, comment));
  }
  #at(): string {
    return new Date(this.now()).toISOString().replace(/\.\d+/, "");
  }
  #labels({ origin, repository, method, body }: Asked, issue: HostedIssue, name: string | undefined): Response {
    const all = (): Response => json(issue.labels.map((each) => label(origin, repository, each)));
    if (method === "GET") return all();
    if (!this.mayLabel) return problem(403, "Must have triage rights to Repository.");
    if (method === "POST") issue.labels = [...new Set([...issue.labels, ...(JSON.parse(body) as { labels: string[] }).labels])];
    else {
      const gone = decodeURIComponent(name ?? "").toLowerCase();
      if (!issue.labels.some((each) => each.toLowerCase() === gone)) return problem(404, "Label does not exist");
      issue.labels = issue.labels.filter((each) => each.toLowerCase() !== gone);
    }
    return all();
  }
}

const textIn = (body: string): string => (JSON.parse(body) as { body: string }).body;
function shown({ origin, repository }: Asked, issue: HostedIssue, { id, login, body, at }: HostedComment): object {
  const api = `${origin}/api/v3/repos/${repository.name}/issues`;
  return {
    ...{ id, node_id: `IC_${id}`, url: `${api}/comments/${id}`, body, user: user(origin, login), created_at: at, updated_at: at },
    ...{ html_url: `${origin}/${repository.name}/issues/${issue.number}#issuecomment-${id}`, issue_url: `${api}/${issue.number}` },
    ...{ author_association: "MEMBER", performed_via_github_app: null },
  };
}
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json; charset=utf-8" } });
const problem = (status: number, message: string): Response => json({ message, status: String(status) }, status);
