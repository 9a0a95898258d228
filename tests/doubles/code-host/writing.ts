// The part of GitHub's double that takes new issues: labels, assignees, milestones, templates, and lost answers.
import type { HostedIssue } from "./hosted.ts";

interface Around {
  readonly repository: { readonly name: string; readonly hasIssues: boolean; readonly issues: HostedIssue[] };
  add(issue: Partial<HostedIssue> & { title: string }): HostedIssue;
  shape(issue: HostedIssue): object;
}
type Fault = "lost before" | "lost after" | "garbled" | "hangs" | "unprocessable";

export class Writing {
  labels: string[] = ["bug", "docs"];
  assignees: string[] = ["ada", "octo"];
  milestones: { number: number; title: string }[] = [{ number: 3, title: "Spring" }];
  types: string[] = [];
  /** Source by file name. */
  readonly templates = new Map<string, string>();
  readonly archived = new Set<string>();
  mayWrite = true;
  /** What happens to the next creations, one each. */
  readonly faults: Fault[] = [];
  /** What happens as one is created. */
  goesDown: (() => void) | undefined;
  /** Lists of issues that are answered without the newest ones. */
  lags = 0;

  async answer(request: Request, rest: string, url: URL, body: string, around: Around): Promise<Response | undefined> {
    const paged = (items: readonly object[]): Response => {
      const [size, page] = [Number(url.searchParams.get("per_page") ?? 30), Number(url.searchParams.get("page") ?? 1)];
      return json(items.slice((page - 1) * size, page * size));
    };
    if (rest === "/labels") return paged(this.labels.map((name, id) => ({ id, name, color: "ededed", description: null })));
    if (rest === "/assignees") return paged(this.assignees.map((login, id) => ({ id, login, type: "User" })));
    if (rest === "/milestones") return paged(this.milestones.map((one) => ({ ...one, state: "open" })));
    const file = /^\/contents\/\.github\/ISSUE_TEMPLATE(?:\/(.+))?$/.exec(rest);
    if (file) return this.#contents(file[1]);
    if (rest !== "/issues") return undefined;
    if (!around.repository.hasIssues) return problem(410, "Issues has been disabled in this repository.");
    return request.method === "POST" ? await this.#create(JSON.parse(body) as Record<string, unknown>, around) : this.#list(paged, around);
  }

  #contents(name: string | undefined): Response {
    if (this.templates.size === 0) return problem(404, "Not Found");
    if (name === undefined) return json([...this.templates.keys()].map((one) => ({ name: one, type: "file", path: one })));
    const source = this.templates.get(decodeURIComponent(name));
    if (source === undefined) return problem(404, "Not Found");
    return json({
      name,
      type: "file",
      encoding: "base64",
      content: Buffer.from(source)
        .toString("base64")
        .replaceAll(/(.{60})/g, "$1\n"),
    });
  }

  #list(paged: (items: readonly object[]) => Response, { repository, shape }: Around): Response {
    const newest = repository.issues.toReversed();
    const hidden = this.lags > 0 ? 1 : 0;
    this.lags = Math.max(0, this.lags - 1);
    return paged(newest.slice(hidden).map(shape));
  }

  async #create(asked: Readonly<Record<string, unknown>>, { add, shape }: Around): Promise<Response> {
    const fault = this.faults.shift();
    this.goesDown?.();
    if (fault === "lost before") throw new TypeError("network lost");
    if (fault === "hangs") return await new Promise<Response>(() => undefined);
    const title = typeof asked["title"] === "string" ? asked["title"] : "";
    if (fault === "unprocessable" || title === "")
      return json({ message: "Validation Failed", errors: [{ resource: "Issue", field: "labels", code: "invalid" }] }, 422);
    const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
    const issue = add({
      ...{ title, body: String(asked["body"] ?? ""), labels: names(asked["labels"]), assignees: names(asked["assignees"]) },
      ...{ milestone: (asked["milestone"] as number | undefined) ?? null, type: (asked["type"] as string | undefined) ?? null },
    });
    if (fault === "lost after") throw new TypeError("network lost");
    return fault === "garbled" ? new Response("{", { status: 201 }) : json(shape(issue), 201);
  }
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json; charset=utf-8" } });
const problem = (status: number, message: string): Response => json({ message, status: String(status) }, status);
