// What GitHub tells by webhooks, signed as it does.
import { createHmac, randomUUID } from "node:crypto";
import { type HostedRelease, type HostedRepository, installation, issue, pullRequest, release, repository, user } from "./shapes.ts";

export interface Delivered {
  readonly headers: Record<string, string>;
  readonly body: string;
}
/** Signs a payload and gives it the headers of a delivery. */
export function deliver(event: string, payload: object, secret: string, guid: string = randomUUID()): Delivered {
  const body = JSON.stringify(payload);
  return { headers: headersOf(event, body, secret, guid), body };
}
/** The same as the field of a form, which GitHub's settings have chosen at first. */
export function deliverForm(event: string, payload: object, secret: string): Delivered {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return { headers: { ...headersOf(event, body, secret, randomUUID()), "content-type": "application/x-www-form-urlencoded" }, body };
}
const headersOf = (event: string, body: string, secret: string, guid: string): Record<string, string> => ({
  ...{ "content-type": "application/json", "user-agent": "GitHub-Hookshot/044aadd", "x-github-event": event, "x-github-delivery": guid },
  ...{ "x-github-hook-id": "1", "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` },
});

type Of = Parameters<typeof issue>[2];
/** The payloads, as the host at `origin` sends them. */
export class Payloads {
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }
  #by(action: string, of: HostedRepository): Record<string, unknown> {
    return { action, repository: repository(this.#origin, of), sender: user(this.#origin, "octo") };
  }
  issues(action: "opened" | "closed" | "reopened" | "edited" | "deleted", of: HostedRepository, one: Of): object {
    return { ...this.#by(action, of), issue: issue(this.#origin, of, one), ...(action === "edited" ? { changes: {} } : {}) };
  }
  transferred(of: HostedRepository, one: Of, to: HostedRepository, there: Of): object {
    const changes = { new_issue: issue(this.#origin, to, there), new_repository: repository(this.#origin, to) };
    return { ...this.#by("transferred", of), issue: issue(this.#origin, of, one), changes };
  }
  pull(action: "closed" | "reopened", of: HostedRepository, one: Of): object {
    return { ...this.#by(action, of), number: one.number, pull_request: pullRequest(this.#origin, of, one) };
  }
  release(action: "published" | "released" | "prereleased" | "deleted" | "unpublished", of: HostedRepository, one: HostedRelease): object {
    return { ...this.#by(action, of), release: release(this.#origin, of, one) };
  }
  renamed(of: HostedRepository, from: string, updatedAt: string): object {
    const payload = this.#by("renamed", of);
    return {
      ...payload,
      repository: { ...repository(this.#origin, of), updated_at: updatedAt },
      changes: { repository: { name: { from } } },
    };
  }
  repositoryDeleted(of: HostedRepository, updatedAt: string): object {
    return { ...this.#by("deleted", of), repository: { ...repository(this.#origin, of), updated_at: updatedAt } };
  }
  repositoryTransferred(of: HostedRepository, fromLogin: string, updatedAt: string): object {
    return {
      ...this.#by("transferred", of),
      repository: { ...repository(this.#origin, of), updated_at: updatedAt },
      changes: { owner: { from: { user: user(this.#origin, fromLogin) } } },
    };
  }
  installation(action: "suspend" | "unsuspend" | "deleted" | "created", login: string, updatedAt: string): object {
    const shown = installation(this.#origin, login, { updatedAt, isSuspended: action === "suspend" });
    const more = action === "created" || action === "deleted" ? { repositories: [] } : {};
    return { action, installation: shown, ...more, sender: user(this.#origin, "octo") };
  }
  push(of: HostedRepository): object {
    const api = `${this.#origin}/${of.name}`;
    const { action: _, ...by } = this.#by("", of);
    const sha = (digit: string): string => digit.repeat(40);
    const repo = {
      ...repository(this.#origin, of),
      created_at: 1_893_456_000,
      pushed_at: 1_893_542_400,
      stargazers: 0,
      master_branch: "main",
    };
    return {
      ...{
        ...by,
        repository: repo,
        ref: "refs/heads/main",
        before: sha("1"),
        after: sha("2"),
        created: false,
        deleted: false,
        forced: false,
      },
      ...{
        base_ref: null,
        compare: `${api}/compare/1...2`,
        commits: [],
        head_commit: null,
        pusher: { name: "octo", email: "octo@users.noreply.example" },
      },
    };
  }
  ping(of: HostedRepository): object {
    const { action: _, ...by } = this.#by("", of);
    return { zen: "Keep it logically awesome.", hook_id: 1, hook: {}, ...by };
  }
}
