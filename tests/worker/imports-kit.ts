// Sets up worlds for imports: help desks are doubles, and nothing else can be reached.
import type { AppRegistry } from "#kernel/module/index.ts";
import type { JobHandler, RegisteredRoute } from "#kernel/module/types.ts";
import { renderJob } from "../../modules/articles/render-job.ts";
import { registry as product } from "../../edition/manifest.ts";
import { HELP_DESK_VARS, HelpDesks } from "../doubles/help-desks/index.ts";
import { tick } from "./erasure-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly kept: number;
  readonly skipped: number;
  readonly published: number;
  readonly removed: number;
  readonly restored: number;
  readonly spared: number;
  readonly narrowed: number;
}
export interface RunBody {
  readonly id: string;
  readonly state: string;
  readonly phase: string;
  readonly error: string | null;
  readonly resumeAt: string | null;
  readonly counts: Counts;
}
export const OPTIONS = { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" } as const;
export const ZENDESK = { platform: "zendesk", place: "acme" } as const;
export const SOURCES = [
  ZENDESK,
  { platform: "intercom", place: "eu" },
  { platform: "freshdesk", place: "acme" },
  { platform: "helpscout", place: "docs" },
] as const;

/** Directs the fetches of jobs and routes to the doubles. */
function withDoubles(desks: HelpDesks): AppRegistry {
  const jobs = new Map(product.jobs);
  const handler = product.jobs.get("help.import") as JobHandler;
  jobs.set("help.import", { ...handler, run: (ctx, payload, meta) => handler.run({ ...ctx, fetch: desks.fetch }, payload, meta) });
  // Rendering pages is not tested here.
  jobs.set("help.render", { job: renderJob, run: () => Promise.resolve() });
  const routes = product.routes.map((served): RegisteredRoute =>
    served.route.name === "previewImport"
      ? { ...served, handle: (ctx, input, rows) => served.handle({ ...ctx, fetch: desks.fetch }, input, rows) }
      : served,
  );
  // The rest of the schedule takes a hundred statements a minute that have nothing to do with imports.
  const cron = product.cron.filter(({ name }) => /import|job/.test(name));
  return { ...product, jobs, routes, cron };
}

export class Imports {
  readonly world: World;
  readonly desks: HelpDesks;
  constructor(world: World, desks: HelpDesks) {
    this.world = world;
    this.desks = desks;
  }
  get path(): string {
    return `/api/management/projects/${this.world.projectId}/help`;
  }
  start(from: object = ZENDESK, more: Record<string, unknown> = {}): Promise<Answer<{ run: RunBody; code?: string }>> {
    return this.world.as(`${this.path}/imports`, {
      body: { clientId: crypto.randomUUID(), name: "Move", from, options: OPTIONS, dry: false, ...more },
    });
  }
  async read(id: string): Promise<RunBody> {
    return (await this.world.as<{ run: RunBody }>(`${this.path}/imports/${id}`)).body.run;
  }
  act(id: string, what: string, body: object = {}): Promise<Answer<{ run: RunBody; code?: string }>> {
    return this.world.as(`${this.path}/imports/${id}/${what}`, { body });
  }
  /** Runs the schedule until the run has ended. */
  async untilEnded(id: string, ticks = 40): Promise<RunBody> {
    for (let i = 0; i < ticks; i += 1) {
      // Undefined: the read itself was killed.
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
  async report(id: string): Promise<
    {
      sourceId: string;
      locale: string;
      title: string;
      outcome: string;
      reason: string | null;
      undone: string | null;
      notes: { code: string; detail: string }[];
    }[]
  > {
    return (await this.world.as<{ items: never[] }>(`${this.path}/imports/${id}/rows`)).body.items;
  }
  texts(): Promise<
    {
      locale: string;
      title: string;
      content: string;
      version: number | null;
      slug: string;
      live_slug: string | null;
      revision: number;
      audience: string;
      name: string | null;
    }[]
  > {
    return this.world.rows(
      `SELECT t.locale, t.title, t.content, t.version, t.slug, t.live_slug, t.revision, a.audience, (SELECT name FROM help_collection_texts c WHERE c.collection_id = a.collection_id AND c.project_id = a.project_id ORDER BY locale DESC LIMIT 1) AS name
       FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id WHERE t.project_id = ? ORDER BY t.title, t.locale`,
      this.world.projectId,
    );
  }
}

export async function importWorld(vars: Record<string, string> = HELP_DESK_VARS): Promise<Imports> {
  const desks = new HelpDesks();
  const world = await makeWorld({
    now: "2030-01-01T00:00:00Z",
    vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000}', ...vars },
    registry: withDoubles(desks),
  });
  return new Imports(world, desks);
}
