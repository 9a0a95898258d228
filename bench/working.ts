// `node bench/working.ts [--build <wrangler.json> …] [--runs 5] [--slower 4]`: how long an operator waits while working, on a processor that
// is so many times slower: from a key to the paint of what it changes, for what the browser can show by itself, and for a conversation that is at hand;
// and the longest frame while a list of 10,000 rows is scrolled. With several builds the runs alternate, and each is compared with the first:
// on a machine that others use too, only the ratios say something; the same key on a page of one line tells what the machine itself takes. `--processor` measures instead what the page's thread works between the
// key and the paint, times four: that hardly depends on what else the machine does, but leaves out the time until the next frame begins.
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
    runs: { type: "string", default: "5" },
    rows: { type: "string", default: "10000" },
    processor: { type: "boolean", default: false },
    slower: { type: "string", default: "4" },
  },
});
const SLOWER_PROCESSOR = Number(values.slower);
/** The page loads the next threads, menus and the palette while it has nothing else to do. */
const IDLE_MS = 4000;

/** Runs in the page, which keeps the promise: milliseconds from the next key to the frame after which `holds` does and has been painted. */
function untilPainted(holds: () => boolean): void {
  (window as unknown as { painted: Promise<number> }).painted = new Promise((done) => {
    let pressed = 0;
    let seen = false;
    const look = (): void => {
      if (seen || pressed === 0 || !holds()) return;
      seen = true;
      // A frame is painted after its callbacks; a task that is posted in one runs after the paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => done(performance.now() - pressed));
        port1.start();
        port2.postMessage(0);
      });
    };
    addEventListener("keydown", (event) => void (pressed ||= event.timeStamp), { capture: true, once: true });
    addEventListener("input", look, { once: true });
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  });
}
/** Runs in the page: marks in the trace when `holds` does for the first time. */
function markChanged(holds: () => boolean): void {
  let seen = false;
  const look = (): void => {
    if (seen || !holds()) return;
    seen = true;
    performance.mark("changed");
  };
  addEventListener("input", look, { once: true });
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
}
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, as the next two; `tdur` is the processor's. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}
const TRACE_MS = 750;
/** Milliseconds of the page's thread from a key until what it changes is in the document, and of the frame that paints it, times four. */
async function worked(page: Page, cdp: CDPSession, key: string, changed: string): Promise<number> {
  await page.evaluate(`(${String(markChanged)})(() => (${changed}))`);
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]));
  cdp.on("Tracing.dataCollected", collect);
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "blink.user_timing", "toplevel"] },
  });
  await page.keyboard.press(key);
  await page.waitForTimeout(TRACE_MS);
  const complete = new Promise<void>((done) => cdp.once("Tracing.tracingComplete", () => done()));
  await cdp.send("Tracing.end");
  await complete;
  cdp.off("Tracing.dataCollected", collect);
  const pressed = events.find((event) => event.name === "EventDispatch" && event.args?.data?.type === "keydown");
  const mark = events.find((event) => event.name === "changed");
  if (!pressed || !mark) throw new Error(`${key}: ${changed} never came`);
  const own = events.filter((event) => event.ph === "X" && event.pid === pressed.pid && event.tid === pressed.tid);
  const tasks = own.filter((event) => event.name === "ThreadControllerImpl::RunTask");
  const paint = own.filter((event) => event.name === "Paint" && event.ts > mark.ts).toSorted((a, b) => a.ts - b.ts)[0];
  const frame = paint && tasks.find((task) => task.ts <= paint.ts && paint.ts <= task.ts + (task.dur ?? 0));
  if (!frame) throw new Error(`${key}: nothing was painted`);
  const before = tasks.filter((task) => task !== frame && task.ts + (task.dur ?? 0) > pressed.ts && task.ts <= mark.ts);
  return ([...before, frame].reduce((sum, task) => sum + (task.tdur ?? 0), 0) / 1000) * SLOWER_PROCESSOR;
}
/** `changed`: an expression of the page. */
async function timed(page: Page, cdp: CDPSession, key: string, changed: string): Promise<number> {
  if (values.processor) return await worked(page, cdp, key, changed);
  // Before the key: a page that is busy would begin to look after it.
  await page.evaluate(`(${String(untilPainted)})(() => (${changed}))`);
  await page.keyboard.press(key);
  return await Promise.race([
    page.evaluate<number>("painted"),
    page.waitForTimeout(15_000).then(() => {
      throw new Error(`${key}: ${changed} never came`);
    }),
  ]);
}

type Part =
  | "J, a conversation at hand"
  | "E, the row leaves the list"
  | "I, assigned to me"
  | "A, its menu"
  | "X, selected"
  | "the first letter in the composer"
  | "the next letter";
async function work(browser: Browser, desk: Seeded): Promise<Record<Part, number>> {
  return await onPage(browser, desk, DESKTOP, async (page, cdp) => {
    await page.goto(`${desk.url}/projects/${desk.projectId}/inbox/all`);
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("j");
    await page.locator("textarea").first().waitFor();
    await page.waitForTimeout(IDLE_MS);
    if (!values.processor) await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    const second = await page.locator("[data-row]").nth(1).getAttribute("data-row");
    const open = await timed(
      page,
      cdp,
      "j",
      `location.pathname.endsWith("${second}") && document.querySelector("[data-thread] [role=log]")?.textContent.includes(document.querySelector('[data-row="${second}"] [dir=auto]')?.textContent ?? "-")`,
    );
    await page.waitForTimeout(1500);
    const select = await timed(
      page,
      cdp,
      "x",
      `document.querySelector("[data-row]") && document.querySelectorAll("input[type=checkbox]:checked").length > 0`,
    );
    await page.keyboard.press("Escape");
    await page.waitForTimeout(500);
    const take = await timed(page, cdp, "i", `document.querySelector('[data-row="${second}"]')?.textContent.includes("You")`);
    await page.waitForTimeout(1500);
    const menu = await timed(page, cdp, "a", `document.querySelector("[role=menu] [role^=menuitem]") !== null`);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(500);
    await page.keyboard.press("r");
    await page.waitForTimeout(1500);
    const letter = await timed(page, cdp, "h", `document.activeElement?.value === "h" || document.activeElement?.textContent === "h"`);
    const next = await timed(page, cdp, "h", `document.activeElement?.value === "hh" || document.activeElement?.textContent === "hh"`);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.locator("[data-row]").first().focus();
    await page.waitForTimeout(1000);
    const close = await timed(page, cdp, "e", `document.querySelector('[data-row="${second}"]') === null`);
    return {
      ...{ "J, a conversation at hand": open, "E, the row leaves the list": close, "I, assigned to me": take },
      ...{ "A, its menu": menu, "X, selected": select, "the first letter in the composer": letter, "the next letter": next },
    };
  });
}

/** The same measurement of a page that only writes one letter: what this machine takes without us. */
async function bare(browser: Browser): Promise<Record<string, number>> {
  const page = await browser.newPage({ viewport: DESKTOP.viewport });
  try {
    const cdp = await page.context().newCDPSession(page);
    await page.setContent("<textarea autofocus></textarea>");
    await page.locator("textarea").focus();
    if (!values.processor) await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    return { "a letter on an empty page": await timed(page, cdp, "h", 'document.querySelector("textarea").value === "h"') };
  } finally {
    await page.close();
  }
}

/** The longest and the median frame in milliseconds while a list of this many rows is scrolled, all of them loaded. */
async function scroll(browser: Browser, desk: Seeded, rows: number): Promise<{ longest: number; middle: number }> {
  return await onPage(browser, desk, DESKTOP, async (page, cdp) => {
    // One page of all rows: it is about drawing them, and reading them page by page would take minutes.
    await page.route(/\/conversations\?/, async (route) => {
      const answer = (await (await route.fetch()).json()) as { items: { id: string }[]; next: string | null };
      const items = Array.from({ length: rows }, (_, i) => ({
        ...answer.items[i % answer.items.length],
        id: `cnv_${String(i).padStart(26, "0")}`,
      }));
      await route.fulfill({ json: { ...answer, items, next: null } });
    });
    await page.goto(`${desk.url}/projects/${desk.projectId}/inbox/all`);
    await page.locator("[data-row]").first().waitFor();
    await page.waitForTimeout(IDLE_MS);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
    const list = await page.locator("[role=list]").boundingBox();
    if (list) await page.mouse.move(list.x + list.width / 2, list.y + list.height / 2);
    await page.evaluate(() => {
      const frames: number[] = [];
      (window as unknown as { frames: number[] }).frames = frames;
      let before = performance.now();
      const tick = (now: number): void => {
        frames.push(now - before);
        before = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    for (let turn = 0; turn < 150; turn += 1) await page.mouse.wheel(0, turn % 10 === 9 ? 20_000 : 240);
    const frames = (await page.evaluate(() => (window as unknown as { frames: number[] }).frames)).slice(2);
    const shown = await page.locator("[data-row]").count();
    if (shown < 5 || shown > 60) throw new Error(`${shown} rows are drawn`);
    return { longest: Math.max(...frames), middle: median(frames) };
  });
}

const ms = (n: number): string => `${n.toFixed(0)} ms`;
const range = (all: readonly number[]): string => `${ms(median(all))} (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`;
const LONGEST = `${Number(values.rows).toLocaleString("en")} rows scrolled, longest frame`;
const MIDDLE = "the same, middle frame";
const SCROLLS = 3;
const desks = await Promise.all(values.build.map((build) => seeded(build, 30)));
const browser = await launchChromium();
try {
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, ${values.runs} runs, ${SLOWER_PROCESSOR} × slower processor\n`);
  const figures = desks.map(() => new Map<string, number[]>());
  for (let run = 0; run < Number(values.runs); run += 1)
    for (const [at, desk] of desks.entries()) {
      const figure: Record<string, number> = { ...(await work(browser, desk)), ...(await bare(browser)) };
      if (run < SCROLLS && !values.processor) {
        const { longest, middle } = await scroll(browser, desk, Number(values.rows));
        Object.assign(figure, { [LONGEST]: longest, [MIDDLE]: middle });
      }
      for (const [part, took] of Object.entries(figure)) figures[at]?.set(part, [...(figures[at].get(part) ?? []), took]);
    }
  for (const [part, first] of figures[0] ?? []) {
    const others = figures.slice(1).map((figure) => figure.get(part) ?? []);
    const compared = others.map((all) => `; ${range(all)}, ratio ${(median(all) / median(first)).toFixed(2)}`);
    process.stdout.write(`  ${part}: ${range(first)}${compared.join("")}\n`);
  }
} finally {
  await browser.close();
  await Promise.all(desks.map((desk) => desk.stop()));
}
process.exit(0);
