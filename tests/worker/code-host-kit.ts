// A world with a project that is connected with the double of GitHub.
import { expect, vi } from "vitest";
import type { LinkedIssue, Webhook } from "#modules/code-hosting/contract";
import { CLIENT, CODE_HOST, CodeHost, type HostedIssue, type Repository, shownOf } from "../doubles/code-host/index.ts";
import { deliver, type Delivered, Payloads } from "../doubles/code-host/webhooks.ts";
import { KEY } from "./actions-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

export const VARS = {
  INTEGRATION_ENCRYPTION_KEY: KEY,
  ...{ CODEHOST_CLIENT_ID: CLIENT.id, CODEHOST_CLIENT_SECRET: CLIENT.secret, CODEHOST_BASE_URL: CODE_HOST },
};
export const payloads = new Payloads(CODE_HOST);
export interface SaidEvent {
  readonly kind: string;
  readonly name?: string;
  readonly data?: Record<string, unknown>;
  readonly revision: number;
}

export class HostedWorld {
  readonly world: World;
  readonly visitor: Visitor;
  host = new CodeHost();
  private constructor(world: World, visitor: Visitor) {
    this.world = world;
    this.visitor = visitor;
  }
  static async make(now = "2030-01-02T03:00:10Z"): Promise<HostedWorld> {
    return await HostedWorld.of(await makeWorld({ now, vars: VARS }));
  }
  static async of(world: World): Promise<HostedWorld> {
    return new HostedWorld(world, await world.visitor());
  }
  /** Answers for GitHub from now on. */
  answers(host = new CodeHost()): CodeHost {
    this.host = host;
    vi.stubGlobal("fetch", async (to: string | URL | Request, init?: RequestInit) => await host.answer(new Request(to, init)));
    return host;
  }
  /** What another test left: its issues have the places of this one's. */
  async forget(): Promise<void> {
    for (const table of [
      "code_issues",
      "code_issue_links",
      "code_hosting_deliveries",
      "code_hosting_repositories",
      "code_hosting_webhooks",
    ])
      await this.world.rows(`DELETE FROM ${table} WHERE project_id = ?`, this.world.projectId);
  }
  management(rest: string): string {
    return `/api/management/projects/${this.world.projectId}/code-hosting/${rest}`;
  }
  async connectWith(name: string): Promise<Repository> {
    const begun = await this.world.as<{ url: string }>(this.management("connection"), { body: {} });
    const to = this.host.agree(begun.body.url);
    const back = await this.world.response(
      new Request(`http://localhost:8787${to.pathname}${to.search}`, { headers: { cookie: this.world.cookie }, redirect: "manual" }),
    );
    expect(back.headers.get("location")).toContain("outcome=connected");
    const repository = this.host.repositories.find((one) => one.name === name) ?? this.host.addRepository(name);
    expect((await this.world.as(this.management("repositories"), { body: { name } })).status).toBe(201);
    return repository;
  }
  async conversation(): Promise<string> {
    return (await this.visitor.open("The export fails")).body.conversation.id;
  }
  async link(id: string, issue: string): Promise<void> {
    const linked = await this.world.as(`${this.world.conversations}/${id}/code-issues`, { body: { clientId: crypto.randomUUID(), issue } });
    expect(linked.status).toBe(201);
  }
  async linked(id: string): Promise<LinkedIssue[]> {
    return (await this.world.as<{ items: LinkedIssue[] }>(`${this.world.conversations}/${id}/code-issues`)).body.items;
  }
  /** The events of GitHub in a conversation, in their order: states, and tags of releases. */
  async said(id: string): Promise<unknown[]> {
    const { body } = await this.world.as<{ events: SaidEvent[] }>(`${this.world.conversations}/${id}`);
    return body.events.flatMap(({ name, data }) =>
      name === "code_issue_state" ? [data?.["state"]] : name === "code_issue_released" ? [data?.["tag"]] : [],
    );
  }
  async webhook(): Promise<Webhook> {
    return (await this.world.as<Webhook>(this.management("webhook"))).body;
  }
  async secret(): Promise<string> {
    const made = await this.world.as<{ secret: string }>(this.management("webhook/secret"), { body: {} });
    expect(made.status).toBe(201);
    return made.body.secret;
  }
  async send({ headers, body }: Delivered, projectId = this.world.projectId): Promise<Answer<Record<string, unknown>>> {
    return await this.world.call(`/api/integrations/code-hosting/${projectId}`, { raw: body, headers });
  }
  /** An issue's event, as the host has the issue at this moment. */
  async tell(action: "closed" | "reopened" | "edited", of: Repository, issue: HostedIssue, secret: string): Promise<number> {
    return (await this.send(deliver("issues", payloads.issues(action, of, shownOf(issue)), secret))).status;
  }
  /** Lets the minute schedule pass. */
  async wait(minutes: number): Promise<void> {
    this.world.clock.advance({ minutes });
    await this.world.tick();
  }
}
