// Double of Apify's API as its reference describes it, as one function from request to answer: actor runs, their states, paged results,
// their input, and faults on demand. `server.ts` serves it on a port; tests in workerd call it through ctx.fetch.

export const CRAWLER_TOKEN = "apify_api_double_0123456789";
export const CRAWLER_ACTOR = "apify~website-content-crawler";

export interface Item {
  readonly url: string;
  readonly markdown?: string;
  readonly text?: string;
  readonly metadata?: { readonly title?: string };
  readonly crawl?: { readonly loadedUrl?: string; readonly httpStatusCode?: number; readonly depth?: number };
}
interface Run {
  readonly id: string;
  readonly input: unknown;
  readonly startedAt: string;
  readonly dataset: string;
  readonly store: string;
  status: string;
  polls: number;
  usageTotalUsd: number;
}
interface Trouble {
  readonly status: number;
  readonly retryAfter?: number;
}

const error = (status: number, type: string, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error: { type, message } }, { status, headers });
const ERRORS: Readonly<Record<number, string>> = {
  401: "user-or-token-not-found",
  402: "not-enough-usage-to-run-paid-actor",
  404: "record-not-found",
  429: "rate-limit-exceeded",
  500: "internal-server-error",
};

export class Apify {
  /** The results of the next run. */
  items: Item[] = [];
  /** Its final status, and the number of polls until then. */
  endsAs = "SUCCEEDED";
  polls = 1;
  readonly runs: Run[] = [];
  /** Method and path of every request. */
  readonly asked: string[] = [];
  /** Faults for the next requests whose path matches. */
  readonly troubles: { readonly path: RegExp; readonly with: Trouble; times: number }[] = [];
  /** Called when a run has begun, before it is answered: a test may lose the answer here. */
  begun: (() => void) | undefined;
  now: () => number = Date.now;

  trouble(path: RegExp, answer: Trouble, times = 1): void {
    this.troubles.push({ path, with: answer, times });
  }

  async answer(request: {
    readonly method: string;
    readonly path: string;
    readonly search: URLSearchParams;
    readonly authorization: string | null;
    body(): Promise<string>;
  }): Promise<Response> {
    const { method, path, search } = request;
    this.asked.push(`${method} ${path}`);
    const trouble = this.troubles.find((one) => one.times > 0 && one.path.test(`${method} ${path}`));
    if (trouble) {
      trouble.times -= 1;
      const { status, retryAfter } = trouble.with;
      return error(status, ERRORS[status] ?? "unknown", "Trouble.", retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
    }
    if (request.authorization !== `Bearer ${CRAWLER_TOKEN}`)
      return error(401, "user-or-token-not-found", "User was not found or authentication token is not valid");
    const [, actor] = /^\/acts\/([^/]+)\/runs$/.exec(path) ?? [];
    if (actor !== undefined) {
      if (decodeURIComponent(actor) !== CRAWLER_ACTOR) return error(404, "record-not-found", "Actor was not found");
      return method === "POST" ? this.#begin(await request.body()) : this.#list(search);
    }
    const [, id, abort] = /^\/actor-runs\/([^/]+)(\/abort)?$/.exec(path) ?? [];
    const run = this.runs.find((one) => one.id === id);
    if (run) return this.#run(run, abort !== undefined && method === "POST");
    const [, dataset, items] = /^\/datasets\/([^/]+)(\/items)?$/.exec(path) ?? [];
    const of = this.runs.find((one) => one.dataset === dataset);
    if (of)
      return items === undefined
        ? Response.json({ data: { id: dataset, itemCount: of.status === "READY" ? 0 : this.items.length } })
        : this.#items(search);
    const [, store] = /^\/key-value-stores\/([^/]+)\/records\/INPUT$/.exec(path) ?? [];
    const kept = this.runs.find((one) => one.store === store);
    if (kept) return Response.json(kept.input);
    return error(404, "record-not-found", "We have bad news: there is no API endpoint or record at this URL.");
  }

  #begin(body: string): Response {
    let input: { startUrls?: unknown; maxCrawlPages?: unknown };
    try {
      input = JSON.parse(body) as typeof input;
    } catch {
      return error(400, "invalid-input", "Input is not valid JSON");
    }
    if (!Array.isArray(input.startUrls) || input.startUrls.length === 0)
      return error(400, "invalid-input", "Input is not valid: Field input.startUrls is required");
    const n = this.runs.length + 1;
    const run: Run = {
      id: `run${n}`,
      input,
      startedAt: new Date(this.now()).toISOString(),
      dataset: `data${n}`,
      store: `store${n}`,
      status: "READY",
      polls: 0,
      usageTotalUsd: 0,
    };
    this.runs.push(run);
    this.begun?.();
    return Response.json({ data: this.#shown(run) }, { status: 201 });
  }
  #shown = (run: Run) => ({
    id: run.id,
    actId: "aYG0l9s7dbB7j3gbS",
    status: run.status,
    startedAt: run.startedAt,
    defaultDatasetId: run.dataset,
    defaultKeyValueStoreId: run.store,
    usageTotalUsd: run.usageTotalUsd,
  });
  #list(search: URLSearchParams): Response {
    const limit = Number(search.get("limit") ?? 1000);
    const items = (search.get("desc") === "1" ? this.runs.toReversed() : this.runs).slice(0, limit).map((run) => this.#shown(run));
    return Response.json({ data: { total: this.runs.length, offset: 0, limit, desc: true, count: items.length, items } });
  }
  #run(run: Run, abort: boolean): Response {
    if (abort) run.status = "ABORTED";
    else if (run.status === "READY" || run.status === "RUNNING") {
      run.polls += 1;
      run.usageTotalUsd = Math.round(run.polls * 13) / 1000;
      run.status = run.polls > this.polls ? this.endsAs : "RUNNING";
    }
    return Response.json({ data: this.#shown(run) });
  }
  #items(search: URLSearchParams): Response {
    const offset = Number(search.get("offset") ?? 0);
    const limit = Number(search.get("limit") ?? 999_999);
    return Response.json(this.items.slice(offset, offset + limit), {
      headers: {
        "x-apify-pagination-total": String(this.items.length),
        "x-apify-pagination-offset": String(offset),
        "x-apify-pagination-limit": String(limit),
      },
    });
  }
}
