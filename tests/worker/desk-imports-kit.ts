// Sets up worlds for imports of conversations: help desks are doubles, and nothing else can be reached.
import type { AppRegistry } from "#kernel/module/index.ts";
import type { JobHandler, RegisteredRoute } from "#kernel/module/types.ts";
import { registry as product } from "../../edition/manifest.ts";
import { HELP_DESK_VARS, HelpDesks } from "../doubles/help-desks/index.ts";
import { tick } from "./erasure-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

export interface RunBody {
  readonly id: string;
  readonly state: string;
  readonly phase: string;
  readonly since: string | null;
  readonly error: string | null;
  readonly resumeAt: string | null;
  readonly counts: Record<
    "created" | "updated" | "unchanged" | "kept" | "skipped" | "messages" | "replies" | "companies" | "ratings" | "removed" | "spared",
    number
  >;
}
export const OPTIONS = { statuses: {}, people: {}, tags: {}, fields: {}, files: true, everything: false };
export const ZENDESK = { platform: "zendesk", place: "acme" } as const;
export const INTERCOM = { platform: "intercom", place: "us" } as const;
export const FRESHDESK = { platform: "freshdesk", place: "acme" } as const;
export const HELPSCOUT = { platform: "helpscout", place: "inbox" } as const;
export const CHATWOOT = { platform: "chatwoot", place: "7" } as const;

/** Directs the fetches of jobs and routes to the doubles. */
function withDoubles(desks: HelpDesks): AppRegistry {
  const jobs = new Map(product.jobs);
  const handler = product.jobs.get("desk.import") as JobHandler;
  jobs.set("desk.import", { ...handler, run: (ctx, payload, meta) => handler.run({ ...ctx, fetch: desks.fetch }, payload, meta) });
  const routes = product.routes.map((served): RegisteredRoute =>
    served.route.name === "previewDeskImport"
      ? { ...served, handle: (ctx, input, rows) => served.handle({ ...ctx, fetch: desks.fetch }, input, rows) }
      : served,
  );
  return { ...product, jobs, routes };
}

export class DeskImports {
  readonly world: World;
  readonly desks: HelpDesks;
  constructor(world: World, desks: HelpDesks) {
    this.world = world;
    this.desks = desks;
  }
  get path(): string {
    return `/api/management/projects/${this.world.projectId}`;
  }
  start(from: object = ZENDESK, more: Record<string, unknown> = {}): Promise<Answer<{ run: RunBody; code?: string }>> {
    return this.world.as(`${this.path}/desk-imports`, {
      body: { clientId: crypto.randomUUID(), name: "Move", from, options: OPTIONS, dry: false, ...more },
    });
  }
  async read(id: string): Promise<RunBody> {
    return (await this.world.as<{ run: RunBody }>(`${this.path}/desk-imports/${id}`)).body.run;
  }
  act(id: string, what: string, body: object = {}): Promise<Answer<{ run: RunBody; code?: string }>> {
    return this.world.as(`${this.path}/desk-imports/${id}/${what}`, { body });
  }
  /** Runs the schedule until the run has ended. */
  async untilEnded(id: string, ticks = 30): Promise<RunBody> {
    for (let i = 0; i < ticks; i += 1) {
      const run = (await this.read(id)) as RunBody | undefined;
      if (run && run.state !== "running" && run.state !== "undoing") return run;
      this.world.clock.advance({ minutes: 1 });
      await tick(this.world);
    }
    return await this.read(id);
  }
  async runToEnd(from: object = ZENDESK, more: Record<string, unknown> = {}): Promise<RunBody> {
    const { status, body } = await this.start(from, more);
    if (status !== 201) throw new Error(`start: ${status} ${JSON.stringify(body)}`);
    return await this.untilEnded(body.run.id);
  }
  async undo(id: string): Promise<RunBody> {
    await this.act(id, "undo", { confirm: "Move" });
    return await this.untilEnded(id);
  }
  async report(id: string): Promise<
    {
      kind: string;
      sourceId: string;
      title: string;
      outcome: string;
      reason: string | null;
      undone: string | null;
      notes: { code: string; detail: string }[];
    }[]
  > {
    return (await this.world.as<{ items: never[] }>(`${this.path}/desk-imports/${id}/rows`)).body.items;
  }
  conversations(): Promise<Record<string, unknown>[]> {
    return this.world.rows(
      `SELECT c.subject, c.status, c.door, c.created_at, c.last_activity_at, c.waiting_since, c.visitor_messages, c.team_messages, c.revision, c.visible_revision, c.customer_read_revision, c.preview, c.assignee_id IS NOT NULL AS assigned, k.name, k.email, k.email_verified,
        (SELECT group_concat(g.name) FROM conversation_tags t JOIN tags g ON g.id = t.tag_id WHERE t.conversation_id = c.id) AS tags
       FROM conversations c JOIN contacts k ON k.id = c.contact_id WHERE c.project_id = ? ORDER BY c.created_at`,
      this.world.projectId,
    );
  }
  count(table: string): Promise<number> {
    return this.world
      .rows<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE project_id = ?`, this.world.projectId)
      .then(([row]) => row?.n ?? 0);
  }
}

export async function deskWorld(vars: Record<string, string> = HELP_DESK_VARS): Promise<DeskImports> {
  const desks = new HelpDesks();
  const world = await makeWorld({
    now: "2030-01-01T00:00:00Z",
    vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000}', ...vars },
    registry: withDoubles(desks),
  });
  return new DeskImports(world, desks);
}
