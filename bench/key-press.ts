// `node bench/key-press.ts [--build <wrangler.json>]…`: how long from a key to the end of the frame that shows what it did, on a processor four
// times slower. Builds take turns within each run, so that two can be compared; without `--build` it measures the checkout's.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { BUILT_CONFIG } from "../scripts/lib/paths.ts";
import { launchChromium } from "../tests/browser/chromium.ts";
import { DESKTOP } from "../tests/browser/stage.ts";
import { median } from "./load.ts";
import { onPage, seeded, type Seeded } from "./seeded-desk.ts";

const { values } = parseArgs({
  options: {
    build: { type: "string", multiple: true, default: [BUILT_CONFIG] },
    rounds: { type: "string", default: "3" },
    presses: { type: "string", default: "5" },
    rate: { type: "string", default: "4" },
  },
});
/** Each key with what it shows: the thread of another conversation, or anything in the page. */
const KEYS = { x: "select", i: "assign to me", e: "close", j: "open the next, which is prefetched" } as const;
type Key = keyof typeof KEYS;

/** An event of Chromium's tracing; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly ts: number;
  readonly dur?: number;
}
/** Milliseconds from the key to the end of the main thread's commit of the first frame with the change; undefined if none was seen. */
async function press(page: Page, cdp: CDPSession, key: Key): Promise<number | undefined> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as TraceEvent[]));
  cdp.on("Tracing.dataCollected", collect);
  await page.evaluate((isThread) => {
    const thread = (): Element | null => document.querySelector("[data-thread] [role=log] li");
    const before = thread();
    const press = (event: KeyboardEvent): void => {
      performance.mark("pressed", { startTime: event.timeStamp });
      const observer = new MutationObserver(() => {
        if (isThread && (thread() === null || thread() === before)) return;
        performance.mark("changed");
        observer.disconnect();
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
    };
    addEventListener("keydown", press, { once: true, capture: true });
  }, key === "j");
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "blink"] },
  });
  await page.keyboard.press(key);
  await page.waitForTimeout(800);
  const ended = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await ended;
  cdp.off("Tracing.dataCollected", collect);
  const pressed = events.find(({ name }) => name === "pressed");
  const changed = events.find(({ name }) => name === "changed");
  if (!pressed || !changed) return undefined;
  const shown = events
    .filter(({ name, pid, ts, dur }) => name === "Commit" && dur !== undefined && pid === pressed.pid && ts > changed.ts)
    .toSorted((a, b) => a.ts - b.ts)[0];
  return shown && (shown.ts + (shown.dur ?? 0) - pressed.ts) / 1000;
}
async function measure(browser: Browser, desk: Seeded, into: Map<Key, number[]>): Promise<void> {
  await onPage(browser, desk, DESKTOP, async (page, cdp) => {
    await page.goto(`${desk.url}/projects/${desk.projectId}/inbox/all`);
    await page.locator("[data-row]").first().waitFor();
    // What is loaded on intent is loaded while the page has nothing else to do.
    await page.waitForTimeout(4000);
    await page.keyboard.press("j");
    await page.locator("[data-thread] [role=log] li").first().waitFor();
    await page.waitForTimeout(2000);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: Number(values.rate) });
    for (const key of Object.keys(KEYS) as Key[])
      // Assigning oneself again changes nothing.
      for (let n = 0; n < (key === "i" ? 1 : Number(values.presses)); n += 1) {
        const took = await press(page, cdp, key);
        if (took !== undefined) into.set(key, [...(into.get(key) ?? []), took]);
      }
  });
}

const desks: { readonly desk: Seeded; readonly times: Map<Key, number[]> }[] = [];
for (const build of values.build) desks.push({ desk: await seeded(build, 30), times: new Map() });
const browser = await launchChromium();
try {
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const { desk, times } of round % 2 === 0 ? desks : desks.toReversed()) await measure(browser, desk, times);
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, ${values.rate} × slower processor, from the key to the end of its frame:\n`);
  for (const { desk, times } of desks) {
    process.stdout.write(`${desk.name}\n`);
    for (const [key, all] of times)
      process.stdout.write(
        `  ${key} (${KEYS[key]}): median ${median(all).toFixed(0)} ms, ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}, ${all.length} presses\n`,
      );
  }
} finally {
  await browser.close();
  await Promise.all(desks.map(({ desk }) => desk.stop()));
}
process.exit(0);
