// `node bench/publishing.ts [--build <wrangler.json>]…`: publishes articles one by one and eight at a time, waits until readers see them, and
// searches the public pages with five readers at once. Each build gets the same articles and questions, so that two builds can be compared
// in one run; without `--build` it measures the checkout's.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { BUILT_CONFIG } from "../scripts/lib/paths.ts";
import { type Served, serveBuild } from "../scripts/lib/serve.ts";
import { Operator } from "../tests/support/desk.ts";
import { median } from "./load.ts";

const { values } = parseArgs({
  options: {
    build: { type: "string", multiple: true, default: [BUILT_CONFIG] },
    /** Published one by one, and as many in parallel. */
    articles: { type: "string", default: "300" },
    lanes: { type: "string", default: "8" },
    readers: { type: "string", default: "5" },
    searches: { type: "string", default: "200" },
    rounds: { type: "string", default: "1" },
  },
});
const [ARTICLES, LANES, READERS, SEARCHES, ROUNDS] = [values.articles, values.lanes, values.readers, values.searches, values.rounds].map(
  Number,
) as [number, number, number, number, number];
const COLLECTIONS = 6;

const SUBJECTS = ["invoice", "parcel", "password", "refund", "delivery address", "subscription", "discount code", "gift card", "warranty"];
const VERBS = ["change", "cancel", "track", "download", "renew", "share", "report", "find"];
const titleOf = (i: number): string => `How to ${VERBS[i % VERBS.length]} your ${SUBJECTS[i % SUBJECTS.length]} number ${i}`;
const contentOf = (i: number): string =>
  [0, 1, 2, 3]
    .map((part) => {
      const [verb, subject] = [VERBS[(i + part) % VERBS.length], SUBJECTS[(i * 3 + part) % SUBJECTS.length]];
      const sentence = `Open the account page, choose the ${subject} in question and select “${verb}”. You receive a mail that confirms it within ${(i % 7) + 1} hours, otherwise write to us and name order ${i * 7 + part}.`;
      return `## ${verb} the ${subject}\n\n${sentence}\n\n- Sign in first.\n- Check the ${subject}.\n\n${sentence}`;
    })
    .join("\n\n");

/** Runs the work for each item, `lanes` at a time. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const quantile = (all: readonly number[], q: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(q * all.length))] ?? Number.NaN;

/** Milliseconds of processor time that the runtime, a child of this process, has used: unlike the time that passes, other work on the machine hardly changes it. Linux only; NaN elsewhere. */
function processorTime(): number {
  try {
    const ours = readdirSync("/proc").flatMap((pid) => {
      if (!/^\d+$/.test(pid)) return [];
      try {
        // After the name in parentheses: state, parent, …, and at 11 and 12 the time in hundredths of a second.
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        return Number(fields[1]) === process.pid ? [10 * (Number(fields[11]) + Number(fields[12]))] : [];
      } catch {
        return [];
      }
    });
    return ours.reduce((sum, one) => sum + one, 0);
  } catch {
    return Number.NaN;
  }
}

interface Draft {
  readonly id: string;
  readonly title: string;
}
interface Published {
  /** Until all are published, and until no render job is left, in milliseconds. */
  readonly total: number;
  readonly settled: number;
  readonly processor: number;
  /** Of each request, and from its response until its page is there. */
  readonly requests: number[];
  readonly visible: number[];
}
interface Measured {
  readonly serial: Published;
  readonly parallel: Published;
  readonly atRest: number[];
  /** Of one search at rest. */
  readonly searchProcessor: number;
  readonly whilePublishing: number[];
}

async function measure(build: string): Promise<Measured> {
  const vars = { TEST_SCRYPT_LOG_N: "4" };
  const served: Served = await serveBuild({ config: build, vars });
  try {
    const owner = new Operator(served.url);
    await owner.setup();
    const { id: project } = await owner.project("Acme", "http://localhost:5999");
    const [management, dashboard] = [`/api/management/projects/${project}/help`, `/api/dashboard/projects/${project}/help`];
    const ok = async <T>(path: string, method: string, body: unknown): Promise<T> => {
      const answer = await owner.call<T>(path, { method, body });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const { body: settings } = await owner.call<Record<string, unknown> & { address: string }>(`${dashboard}/settings`);
    const slug = new URL(settings.address, served.url).pathname.split("/")[2] ?? "";
    const kept = ["revision", "title", "description", "defaultLocale", "locales", "links", "contact"];
    await ok(`${management}/settings`, "PUT", { ...Object.fromEntries(kept.map((name) => [name, settings[name]])), open: true });
    const collections: string[] = [];
    for (let i = 0; i < COLLECTIONS; i += 1) {
      const words = { clientId: randomUUID(), locale: "en", name: `Chapter ${i}` };
      collections.push((await ok<{ collection: { id: string } }>(`${management}/collections`, "POST", words)).collection.id);
    }
    const drafts = async (from: number, to: number): Promise<Draft[]> => {
      const made: Draft[] = [];
      await inLanes(
        Array.from({ length: to - from }, (_, i) => from + i),
        4,
        async (i) => {
          const words = { clientId: randomUUID(), locale: "en", title: titleOf(i), content: contentOf(i) };
          const body = { ...words, collectionId: collections[i % COLLECTIONS] };
          made.push({ id: (await ok<{ article: { id: string } }>(`${dashboard}/articles`, "POST", body)).article.id, title: titleOf(i) });
        },
      );
      return made;
    };
    const db = await served.runtime.getD1Database("DB");
    const waiting = async (): Promise<number> => {
      const { results } = await db
        .prepare("SELECT count(*) AS n FROM jobs WHERE kind = 'help.render' AND state IN ('queued', 'running')")
        .all();
      return Number(results[0]?.["n"]);
    };
    const settle = async (): Promise<void> => {
      while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const isThere = async (liveSlug: string): Promise<boolean> => {
      const response = await fetch(`${served.url}/help/${slug}/en/articles/${liveSlug}`);
      await response.arrayBuffer();
      return response.status === 200;
    };
    const publishAll = async (items: readonly Draft[], lanes: number): Promise<Published> => {
      const [requests, visible, watched] = [[] as number[], [] as number[], [] as Promise<void>[]];
      const [began, usedBefore] = [performance.now(), processorTime()];
      let n = 0;
      await inLanes(items, lanes, async ({ id }) => {
        let liveSlug = "";
        requests.push(
          await timed(async () => {
            const path = `${management}/articles/${id}/texts/en/publish`;
            liveSlug = (await ok<{ text: { liveSlug: string } }>(path, "POST", { revision: 1 })).text.liveSlug;
          }),
        );
        n += 1;
        // A sample, because watching costs requests too.
        if (n % 10 !== 0) return;
        const since = performance.now();
        watched.push(
          (async () => {
            while (!(await isThere(liveSlug))) await new Promise((resolve) => setTimeout(resolve, 50));
            visible.push(performance.now() - since);
          })(),
        );
      });
      const total = performance.now() - began;
      await Promise.all(watched);
      await settle();
      return { total, settled: performance.now() - began, processor: processorTime() - usedBefore, requests, visible };
    };
    let searched = 0;
    const search = async (): Promise<number> => {
      const i = (searched += 1);
      const q = encodeURIComponent(`how do I ${VERBS[i % VERBS.length]} the ${SUBJECTS[(i * 5) % SUBJECTS.length]}`);
      return await timed(async () => {
        const headers = { "cf-connecting-ip": `203.0.113.${i % 250}` };
        const response = await fetch(`${served.url}/help/${slug}/en/search?q=${q}`, { headers });
        const page = await response.text();
        if (response.status !== 200 || !page.includes("<mark>")) throw new Error(`search: ${response.status}`);
      });
    };
    const searchAll = async (while_?: Promise<unknown>): Promise<number[]> => {
      const times: number[] = [];
      let over = false;
      void while_?.finally(() => (over = true)).catch(() => undefined);
      await inLanes(
        Array.from({ length: SEARCHES }, (_, i) => i),
        READERS,
        async () => {
          if (!over) times.push(await search());
        },
      );
      return times;
    };

    const first = await drafts(0, ARTICLES);
    await settle();
    const serial = await publishAll(first, 1);
    const second = await drafts(ARTICLES, 2 * ARTICLES);
    await settle();
    const parallel = await publishAll(second, LANES);
    await searchAll();
    const usedBefore = processorTime();
    const atRest = await searchAll();
    const searchProcessor = (processorTime() - usedBefore) / atRest.length;
    const third = await drafts(2 * ARTICLES, 2 * ARTICLES + Math.min(ARTICLES, 100));
    const publishing = publishAll(third, LANES);
    const whilePublishing = await searchAll(publishing);
    await publishing;
    return { serial, parallel, atRest, searchProcessor, whilePublishing };
  } finally {
    await served.stop();
  }
}

const ms = (n: number): string => `${n.toFixed(0)} ms`;
const seconds = (n: number): string => `${(n / 1000).toFixed(1)} s`;
const publishedLine = (name: string, { total, settled, processor, requests, visible }: Published): string =>
  `  ${name}: ${seconds(total)} (${ms(total / requests.length)} each), all pages after ${seconds(settled)}, processor ${ms(processor / requests.length)} each; a request ${ms(median(requests))}, its page ${ms(median(visible))} later (90 %: ${ms(quantile(visible, 0.9))})`;
const timesLine = (name: string, times: readonly number[]): string =>
  `  ${name}: median ${ms(median(times))}, 90 % ${ms(quantile(times, 0.9))} (${times.length})`;

for (let round = 0; round < ROUNDS; round += 1)
  for (const build of values.build) {
    process.stdout.write(`${build}, load ${loadavg()[0]?.toFixed(1)}\n`);
    const { serial, parallel, atRest, searchProcessor, whilePublishing } = await measure(build);
    process.stdout.write(
      `${[
        publishedLine(`${ARTICLES} articles one by one`, serial),
        publishedLine(`${ARTICLES} articles, ${LANES} at a time`, parallel),
        `  ratio ${(serial.total / parallel.total).toFixed(2)}, until all pages are there ${(serial.settled / parallel.settled).toFixed(2)}`,
        `${timesLine(`public search, ${READERS} at a time`, atRest)}, processor ${ms(searchProcessor)} each`,
        timesLine(`the same while articles are published`, whilePublishing),
      ].join("\n")}\n`,
    );
  }
process.exit(0);
