// The widget on awkward websites: it works on each, violates no policy, shifts no content, and loads nothing before it is used.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { showsWords } from "./axe.ts";
import { hostPaths, serveHosts } from "./hosts/serve-hosts.ts";
import { DESKTOP, collectErrors, openStage, type Stage, until, widgetOf, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
});
test.afterAll(() => stage.stop());

interface Shift {
  value: number;
  startTime: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Stands for an element in the panel's shadow tree, which the page cannot see. */
const INSIDE = "an element of the panel";

/** Records layout shifts of the page: how much, when, and from where to where. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript((inside) => {
    const layoutShifts: string[] = [];
    Object.assign(window, { moved: layoutShifts });
    const rect = (r: DOMRectReadOnly): string => [r.x, r.y, r.width, r.height].map(Math.round).join(",");
    new PerformanceObserver((list) => {
      for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
        if (hadRecentInput) continue;
        const places = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.outerHTML.slice(0, 80) ?? inside} ${rect(previousRect)} -> ${rect(currentRect)}`;
        });
        layoutShifts.push(`${value} at ${Math.round(startTime)} ms: ${places.join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, INSIDE);

async function replyTo(text: string, words: string): Promise<void> {
  const { owner, id } = project;
  const at = `/api/dashboard/projects/${id}/conversations`;
  const { body } = await owner.call<{ items: { id: string; preview: string; revision: number }[] }>(at);
  const row = body.items.find(({ preview }) => preview === text);
  assert.ok(row, `no conversation "${text}"`);
  const answer = await owner.post(`${at}/${row.id}/messages`, { clientId: crypto.randomUUID(), frontier: row.revision, content: words });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

// `/opaque` has its own test; `/early-calls` opens the chat by itself.
test.describe("the widget on each website", () => {
  for (const path of hostPaths.filter((each) => each !== "/opaque" && each !== "/early-calls")) {
    test(`${path}: the widget does nothing while closed and works when opened`, async () => {
      const context = await stage.context({ ...DESKTOP, ...(path === "/rtl" ? { locale: "fa-IR" } : {}) });
      const page = await context.newPage();
      const complaints = await collectErrors(page);
      await watchShifts(page);
      const asked: string[] = [];
      page.on("request", (request) => void (request.url().startsWith(stage.served.url) && asked.push(new URL(request.url()).pathname)));
      await page.goto(stage.hosts.origin + path);
      const shows = path === "/rtl" ? "سفال شمال" : path === "/sandboxed" ? "Preview" : "Northwind Pottery";
      if (path !== "/hostile-css") assert.ok(await showsWords(page, shows), `does not show “${shows}”`);
      const place = path === "/sandboxed" ? page.frameLocator("iframe") : page;
      const widget = widgetOf(place);
      await widget.launcher.waitFor();
      await page.waitForTimeout(3000);
      // Only the loader, the engine, and the settings.
      assert.equal(asked.filter((at) => at.startsWith("/api/")).length, 1, asked.join("\n"));
      assert.ok(asked.at(-1)?.startsWith("/api/widget/config"), asked.join("\n"));

      if (path === "/spa") {
        await page.locator("#go").click();
        await page.getByRole("heading", { name: "Second page" }).waitFor();
        await widget.launcher.waitFor();
      }
      if (path === "/hostile-css") {
        const looks = await widget.launcher.evaluate((button) =>
          [getComputedStyle(button).position, getComputedStyle(button).width, getComputedStyle(button).transform].join(" "),
        );
        assert.equal(looks, "fixed 56px none");
      }
      if (path === "/own-launcher") {
        await page.locator("#ask").click();
        await widget.field.waitFor();
        assert.equal(new URL(page.url()).pathname, path);
      } else await widget.open();
      const box = await widget.panel.boundingBox();
      assert.ok(box && box.width > 300 && box.height > 300, JSON.stringify(box));
      if (path === "/rtl") {
        assert.ok(box.x < 200, "mirrored like the page");
        assert.equal(await widget.host.locator(".s").getAttribute("lang"), "en");
      }
      const layoutShifts = (): Promise<string[]> => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
      assert.deepEqual(await layoutShifts(), [], "opening moves nothing, here or in the panel");
      const text = `Hello from ${path}`;
      await widget.write(text);
      await widget.log.getByText(text).waitFor();
      await until("the message to be stored", async () => (await widget.log.getByText("Sending…").count()) === 0);
      await replyTo(text, `Welcome to ${path}`);
      await widget.log.getByText(`Welcome to ${path}`).waitFor();
      // The texts are English, and so are their numbers, whatever the languages of page and reader.
      assert.match(await widget.log.locator("time").last().innerText(), /^\d?\d:\d\d( [AP]M)?$/);
      if (path === "/quirks")
        assert.equal(await page.evaluate(() => (window as unknown as { keys?: number }).keys ?? 0), 0, "the page heard the visitor type");
      if (path === "/no-storage") assert.equal(await page.evaluate(() => document.cookie), "");

      // The browser's own warning about how that page frames the shop.
      const warnings = complaints.console.filter((line) => !line.includes("can escape its sandboxing"));
      assert.deepEqual([warnings, complaints.policy], [[], []]);
      // A reply shifts rows inside the panel, which the page sees without a name.
      assert.deepEqual(
        (await layoutShifts()).filter((line) => !line.includes(INSIDE)),
        [],
        "nothing on the page moved",
      );
      await context.close();
    });
  }
});

test("/opaque: a frame without an origin gets no launcher and one console line that explains why", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}/opaque`);
  await until("the line", () => complaints.console.length > 0);
  await page.waitForTimeout(1000);
  assert.equal(complaints.console.length, 1, complaints.console.join("\n"));
  assert.match(complaints.console[0] ?? "", /Seed Desk: not shown/);
  assert.equal(await page.frameLocator("iframe").locator("[data-seed-desk]").count(), 0);
  await context.close();
});

test("another website with the same key gets no chat and no exception", async () => {
  const foreign = await serveHosts(
    stage.served.url,
    `<script async src="${stage.served.url}/widget.js" data-key="${project.key}"></script>`,
  );
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${foreign.origin}/plain`);
  await until("the line", () => complaints.console.some((line) => line.includes("Seed Desk: not shown")));
  assert.equal(await page.locator("[data-seed-desk]").count(), 0);
  assert.ok(!complaints.console.some((line) => line.startsWith("uncaught")), complaints.console.join("\n"));
  await context.close();
  await foreign.stop();
});
