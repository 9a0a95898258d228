// `node bench/first-paint.ts [--build <wrangler.json>]…`: when the inbox is painted on a slow phone, what was fetched until then, and how long
// the first J, the first menu and the first palette take from the key to the paint. Builds alternate within each run, so that two can be
// compared; without `--build` it measures the checkout's. `--timeline` prints the requests of each build's median run.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { BUILT_CONFIG } from "../scripts/lib/paths.ts";
import { launchChromium } from "../tests/browser/chromium.ts";
import { DESKTOP, PHONE } from "../tests/browser/stage.ts";
import { onPage, seeded, type Seeded } from "./seeded-desk.ts";
import { median } from "./load.ts";

const { values } = parseArgs({
  options: {
    build: { type: "string", multiple: true, default: [BUILT_CONFIG] },
    runs: { type: "string", default: "5" },
    conversations: { type: "string", default: "30" },
    timeline: { type: "boolean", default: false },
    paint: { type: "boolean", default: true },
    keys: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const RUNS = Number(values.runs);
/** What Lighthouse calls slow 4G, as the browser's own throttling: milliseconds for each request, bytes per second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const SLOWER_PROCESSOR = 4;
/** After the last paint of the list; the page loads menus and palette while it has nothing else to do. */
const IDLE_MS = 4000;

interface Painted {
  readonly first: number;
  readonly largest: number;
  readonly element: string;
  /** Each time something larger was painted. */
  readonly steps: readonly string[];
  /** When the list's first row was in the page. */
  readonly list: number;
  readonly requests: readonly {
    readonly path: string;
    readonly from: number;
    readonly first: number;
    readonly to: number;
    readonly bytes: number;
  }[];
}

async function paint(browser: Browser, desk: Seeded): Promise<Painted> {
  return await onPage(browser, desk, PHONE, async (page, cdp) => {
    await page.addInitScript(() => {
      const seen = { steps: [] as { at: number; size: number; what: string }[], list: 0 };
      (window as unknown as { seen: typeof seen }).seen = seen;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { size: number; element: Element | null })[]) {
          const text = entry.element?.textContent?.trim().replace(/\s+/g, " ").slice(0, 50);
          const row = entry.element?.closest("[data-row]") ? "in a row " : "";
          seen.steps.push({
            at: entry.startTime,
            size: entry.size,
            what: `${row}<${entry.element?.localName ?? "removed"}> “${text ?? ""}”`,
          });
        }
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new MutationObserver(() => {
        if (seen.list === 0 && document.querySelector("[data-row]")) seen.list = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", SLOW);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    await page.goto(`${desk.url}/projects/${desk.projectId}/inbox/all`, { waitUntil: "commit" });
    await page.locator("[data-row]").first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(2500);
    return await page.evaluate(() => {
      const { steps, list } = (window as unknown as { seen: { steps: { at: number; size: number; what: string }[]; list: number } }).seen;
      const entries = [
        ...(performance.getEntriesByType("navigation") as PerformanceResourceTiming[]),
        ...(performance.getEntriesByType("resource") as PerformanceResourceTiming[]),
      ];
      const last = steps.at(-1);
      return {
        first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        largest: last?.at ?? Number.NaN,
        element: last?.what ?? "none",
        steps: steps.map(({ at, size, what }) => `${at.toFixed(0)} ms ${size} px² ${what}`),
        list,
        requests: entries
          .filter(({ name }) => !name.startsWith("data:"))
          .map(({ name, startTime, responseStart, responseEnd, encodedBodySize }) => ({
            path: new URL(name).pathname,
            from: startTime,
            first: responseStart,
            to: responseEnd,
            bytes: encodedBodySize,
          })),
      };
    });
  });
}

type Part = "J, the thread's place" | "J, the conversation" | "menu" | "palette";
/** Milliseconds from the key to the frame after which the element has been painted, by part. */
async function keys(browser: Browser, desk: Seeded, rate: number): Promise<Record<Part, number>> {
  const measured = async (key: string, wanted: readonly string[], focus?: string): Promise<number[]> =>
    await onPage(browser, desk, DESKTOP, async (page, cdp) => {
      await page.goto(`${desk.url}/projects/${desk.projectId}/inbox/all`);
      await page.locator("[data-row]").first().waitFor();
      await page.waitForTimeout(IDLE_MS);
      if (focus !== undefined) await page.locator(focus).first().focus();
      await cdp.send("Emulation.setCPUThrottlingRate", { rate });
      const result = page.evaluate(
        (selectors) =>
          new Promise<number[]>((done) => {
            const times = selectors.map(() => 0);
            let pressed = 0;
            const look = (): void => {
              const found = selectors.map((one) => document.querySelector(one) !== null);
              const due = found.flatMap((is, i) => (is && times[i] === 0 ? [i] : []));
              for (const i of due) times[i] = -1;
              // A frame is painted after its callbacks; a task that is posted in one runs after the paint.
              if (due.length > 0)
                requestAnimationFrame(() => {
                  const { port1, port2 } = new MessageChannel();
                  port1.addEventListener("message", () => {
                    for (const i of due) times[i] = performance.now() - pressed;
                    if (times.every((time) => time > 0)) done(times);
                  });
                  port1.start();
                  port2.postMessage(0);
                });
            };
            addEventListener(
              "keydown",
              (event) => {
                if (pressed > 0 || event.key === "Control") return;
                pressed = event.timeStamp;
                new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
              },
              true,
            );
          }),
        wanted,
      );
      await page.waitForTimeout(100);
      await page.keyboard.press(key);
      return await result;
    });
  const [place = 0, conversation = 0] = await measured("j", [
    "[data-row][aria-current]",
    "[data-thread] [role=log] [data-message], [data-thread] textarea",
  ]);
  const [menu = 0] = await measured("Enter", ["[role=menu] [role^=menuitem]"], "button[aria-haspopup=menu]");
  const [palette = 0] = await measured("Control+k", ["[role=dialog] [role=combobox]"]);
  return { "J, the thread's place": place, "J, the conversation": conversation, menu, palette };
}

const ms = (n: number): string => `${n.toFixed(0)} ms`;
const range = (all: readonly number[]): string => `${ms(median(all))} (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`;

const desks: Seeded[] = [];
for (const build of values.build) desks.push(await seeded(build, Number(values.conversations)));
const browser = await launchChromium();
const alternating = async <T>(work: (desk: Seeded) => Promise<T>): Promise<Map<Seeded, T[]>> => {
  const all = new Map<Seeded, T[]>(desks.map((desk) => [desk, []]));
  for (let run = 0; run < RUNS; run += 1)
    for (const desk of run % 2 === 0 ? desks : desks.toReversed()) all.get(desk)?.push(await work(desk));
  return all;
};
try {
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, ${RUNS} runs, ${values.conversations} conversations\n`);
  if (values.paint) {
    process.stdout.write("\nThe inbox on a slow phone (150 ms, 1.6 Mbit/s, 4 × slower processor, nothing in the cache):\n");
    for (const [desk, runs] of await alternating((desk) => paint(browser, desk))) {
      const middle = runs.toSorted((a, b) => a.largest - b.largest)[Math.floor(runs.length / 2)];
      const [largest, first, list] = (["largest", "first", "list"] as const).map((part) => range(runs.map((run) => run[part])));
      process.stdout.write(`${desk.name}\n  largest paint ${largest}, first paint ${first}, first row in the page ${list}\n`);
      for (const step of middle?.steps ?? []) process.stdout.write(`    ${step}\n`);
      if (values.timeline)
        for (const { path, from, first: began, to, bytes } of middle?.requests ?? [])
          process.stdout.write(
            `    ${[from, began, to].map((n) => n.toFixed(0).padStart(5)).join(" ")} ${String(bytes).padStart(7)}  ${path}\n`,
          );
    }
  }
  if (values.keys)
    for (const rate of [1, SLOWER_PROCESSOR]) {
      process.stdout.write(`\nFrom the first key to the paint, ${rate} × slower processor:\n`);
      for (const [desk, runs] of await alternating((desk) => keys(browser, desk, rate))) {
        process.stdout.write(`${desk.name}\n`);
        for (const part of Object.keys(runs[0] ?? {}) as Part[])
          process.stdout.write(`  ${part}: ${range(runs.map((run) => run[part]))}\n`);
      }
    }
} finally {
  await browser.close();
  await Promise.all(desks.map((desk) => desk.stop()));
}
process.exit(0);
