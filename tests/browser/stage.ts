// Sets up what every browser suite needs: the built product, websites with the widget, a browser, and a collector of page errors.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { type Served, type ServeOptions, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";
import { launchChromium } from "./chromium.ts";
import { serveHosts } from "./hosts/serve-hosts.ts";

export const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  reducedMotion: "reduce",
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

export interface Stage {
  readonly served: Served;
  readonly browser: Browser;
  readonly hosts: Awaited<ReturnType<typeof serveHosts>>;
  /** A browser context with a member's session, or with none. */
  context(options: BrowserContextOptions, member?: Operator): Promise<BrowserContext>;
  stop(): Promise<void>;
}

/** A free port, for a product that must know its own address before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

export interface StageOptions extends ServeOptions {
  /**
   * true: the dashboard gets its service worker, which keeps each file that a page used and passes on each request: a sixth of the
   * processor time of such tests. Without it the dashboard works as in a private window.
   */
  readonly serviceWorker?: boolean;
}

/** Runs in each page before its scripts: starting a service worker fails, as in a private window. */
function refuseServiceWorkers(): void {
  // A page that may have none, such as one without a secure context, has no such class.
  if (!("ServiceWorkerContainer" in globalThis)) return;
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("None in this test.", "SecurityError"));
}

/** Starts all of it; call `stop` at the end. */
export async function openStage({ serviceWorker = false, ...options }: StageOptions = {}): Promise<Stage> {
  const [served, browser] = await Promise.all([serveBuild({ tick: false, ...options }), launchChromium()]);
  const hosts = await serveHosts(served.url);
  return {
    served,
    browser,
    hosts,
    async context(shape, member) {
      const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", colorScheme: "light", ...shape });
      context.setDefaultTimeout(10_000);
      if (!serviceWorker) await context.addInitScript(refuseServiceWorkers);
      if (member) {
        const [name = "", ...value] = member.cookie.split("=");
        await context.addCookies([{ name, value: value.join("="), url: served.url }]);
      }
      return context;
    },
    async stop() {
      await browser.close();
      await hosts.stop();
      await served.stop();
    },
  };
}

/** What this member writes is to arrive at once; undo send has a suite of its own. */
export const sendsAtOnce = (member: Operator, projectId: string) =>
  member.call(`/api/dashboard/projects/${projectId}/writing-settings`, {
    method: "PUT",
    body: { sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 0 },
  });

/** An owner and a project whose website is the host pages' origin. */
export async function withProject(
  stage: Stage,
  name = "Northwind Pottery",
  setupToken?: string,
): Promise<{ owner: Operator; id: string; key: string }> {
  const owner = new Operator(stage.served.url);
  await owner.setup(undefined, undefined, setupToken);
  const project = await owner.project(name, stage.hosts.origin);
  const { body } = await owner.call<{ snippet: string }>(`/api/dashboard/projects/${project.id}/widget`);
  stage.hosts.use(body.snippet);
  await sendsAtOnce(owner, project.id);
  return { owner, ...project };
}

export interface PageErrors {
  /** Console messages above the log level, and uncaught errors. */
  readonly console: string[];
  /** Violations of the page's Content-Security-Policy, Trusted Types included. */
  readonly policy: string[];
}

/** Collects a page's errors; call before the first navigation. */
export async function collectErrors(page: Page): Promise<PageErrors> {
  const found: PageErrors = { console: [], policy: [] };
  page.on("console", (message) => {
    if (message.type() !== "log" && message.type() !== "debug") found.console.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.console.push(`uncaught: ${error.message}`));
  await page.exposeFunction("reportViolation", (text: string) => void found.policy.push(text));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      void (window as unknown as { reportViolation(text: string): void }).reportViolation(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return found;
}

/** Waits until `look` answers a truthy value; the error names what was awaited. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | undefined | null> | T | false | undefined | null,
  ms = 10_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`still not: ${what}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/**
 * Resolves when the page's next socket is live; call it before what opens the socket. Events without a sequence (typing, seen, a new name)
 * reach only subscribers that are already live.
 */
export const nextSocketLive = (page: Page): Promise<unknown> =>
  page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"type":"live"')));

/** Drives the widget on a page, or in a frame of it. */
export function widgetOf(place: { locator(selector: string): Locator }) {
  const host = place.locator("[data-seed-desk]");
  const panel = host.locator("#panel");
  return {
    host,
    launcher: host.locator("button.l"),
    panel,
    field: panel.getByRole("textbox", { name: "Message", exact: true }),
    log: panel.getByRole("log"),
    async open(): Promise<void> {
      await host.locator("button.l").click();
      await panel.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    },
    async write(text: string): Promise<void> {
      await panel.getByRole("textbox", { name: "Message", exact: true }).fill(text);
      await panel.getByRole("textbox", { name: "Message", exact: true }).press("Enter");
    },
  };
}
