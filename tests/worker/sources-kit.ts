// Sets up knowledge sources for tests: shortcuts, a website on a test name, and the crawler provider, both reached through ctx.fetch.
import { runJob } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { retrieve } from "#modules/retrieval";
import type { Audience } from "#modules/retrieval/contract";
import type { Crawl, Item, Source } from "#modules/knowledge-sources/contract";
import { startCrawl } from "../../modules/knowledge-sources/website/start-crawl.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

/** A website on a test name. Records its requests; a request for any other name counts as a foreign connection. */
export class Site {
  pages: Record<string, Page | (() => Page)>;
  readonly asked: string[] = [];
  readonly elsewhere: string[] = [];
  readonly host: string;
  constructor(pages: Record<string, Page | (() => Page)>, host = "docs.example.test") {
    this.pages = pages;
    this.host = host;
  }
  count = (path: string): number => this.asked.filter((one) => one === path).length;
  fetch: Fetch = async (address, init) => {
    const url = new URL(address);
    if (url.host !== this.host || url.protocol !== "https:") {
      this.elsewhere.push(address);
      throw new TypeError("no such host");
    }
    this.asked.push(url.pathname);
    const found = this.pages[url.pathname];
    const page = typeof found === "function" ? found() : found;
    if (!page) return new Response("none", { status: 404 });
    const etag = page.headers?.["etag"];
    if (etag !== undefined && new Headers(init.headers).get("if-none-match") === etag) return new Response(null, { status: 304 });
    const { status = 200, type = "text/html; charset=utf-8", body = "", headers = {} } = page;
    return new Response(status === 304 ? null : (body as BodyInit), { status, headers: { "content-type": type, ...headers } });
  };
}
export const html = (title: string, text: string): Page => ({
  body: `<!doctype html><html lang="en"><head><title>${title} | Acme</title><script>alert(1)</script></head><body><nav>Menu words</nav><main><h1>${title}</h1><p>${text}</p></main><footer>Foot words</footer></body></html>`,
});

export interface Sources {
  readonly world: World;
  readonly dashboard: string;
  readonly management: string;
  /** Everything that jobs fetch. */
  fetch: Fetch;
  add(kind: string, more?: Record<string, unknown>): Promise<Source>;
  snippet(sourceId: string, title: string, content: string, more?: Record<string, unknown>): Promise<Answer<{ item: Item }>>;
  find(query: string, audiences?: Audience[], more?: Record<string, unknown>): Promise<string[]>;
  items(sourceId: string): Promise<Item[]>;
  source(id: string): Promise<Source>;
  /** As the owner, unless another member is named. */
  start(sourceId: string, accountId?: string): Promise<Crawl>;
  crawl(id: string): Promise<Crawl>;
  /** Runs the due jobs, each once a round; `minutes` pass before each further round. */
  work(rounds?: number, minutes?: number): Promise<void>;
  ctx(): Ctx;
}

export async function makeSources(vars: Record<string, string> = {}): Promise<Sources> {
  const world = await makeWorld({
    now: "2030-01-01T00:00:00Z",
    vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000}', TEST_CRAWLER_PACE: "0", ...vars },
  });
  const dashboard = `/api/dashboard/projects/${world.projectId}/knowledge`;
  const management = `/api/management/projects/${world.projectId}/knowledge`;
  const clientId = (): string => crypto.randomUUID();
  const kit: Sources = {
    world,
    dashboard,
    management,
    fetch: () => Promise.reject(new TypeError("nothing is to be fetched")),
    ctx: () => ({ ...world.ctx(), fetch: (url, init) => kit.fetch(url, init) }),
    async add(kind, more = {}) {
      const made = await world.as<{ source: Source }>(`${management}/sources`, {
        body: { clientId: clientId(), kind, name: `My ${kind}`, audience: "public", assistant: true, locale: "en", ...more },
      });
      if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
      return made.body.source;
    },
    snippet: (sourceId, title, content, more = {}) =>
      world.as(`${dashboard}/sources/${sourceId}/snippets`, { body: { clientId: clientId(), title, content, publish: true, ...more } }),
    async find(query, audiences = ["public"], more = {}) {
      const { hits } = await retrieve(world.ctx(), {
        projectId: world.projectId as never,
        query,
        locales: ["en"],
        audiences,
        limit: 20,
        ...more,
      });
      return hits.map(({ title }) => title);
    },
    items: async (sourceId) => (await world.as<{ items: Item[] }>(`${dashboard}/sources/${sourceId}/items`)).body.items,
    source: async (id) => (await world.as<{ source: Source }>(`${dashboard}/sources/${id}`)).body.source,
    async start(sourceId, by) {
      // Not through the app: work continued after its answer would use the platform's own fetch.
      const after: Promise<unknown>[] = [];
      const accountId = by ?? (await world.rows<{ id: string }>("SELECT first_owner_id AS id FROM installation"))[0]?.id;
      const caller = { kind: "member", projectId: world.projectId, accountId, role: "owner" };
      const ctx = {
        ...kit.ctx(),
        caller,
        after: (work: Promise<unknown>) => void after.push(work),
        reply: { status: undefined, headers: new Headers() },
      };
      const { crawl } = await startCrawl(ctx as never, sourceId as never, { clientId: clientId() });
      await Promise.all(after);
      return crawl as Crawl;
    },
    crawl: async (id) => (await world.as<{ crawl: Crawl }>(`${dashboard}/crawls/${id}`)).body.crawl,
    async work(rounds = 30, minutes = 1) {
      for (let i = 0; i < rounds; i += 1) {
        const due = await world.rows<{ id: string }>(
          "SELECT id FROM jobs WHERE project_id = ? AND state = 'queued' AND due_at <= ?",
          world.projectId,
          world.clock.now(),
        );
        if (due.length === 0) {
          const later = await world.rows("SELECT id FROM jobs WHERE project_id = ? AND state = 'queued'", world.projectId);
          if (later.length === 0 || minutes === 0) return;
          world.clock.advance({ minutes });
        }
        for (const { id } of due) await runJob(kit.ctx(), id);
      }
    },
  };
  return kit;
}
