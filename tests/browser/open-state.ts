// Opens one story of a screen: the real dashboard, with API responses replaced as the story says.
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { frame } from "../../dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "../../dashboard/screen.ts";
import type { Route } from "../../kernel/wire/route.ts";
import { declaredRoutes } from "../matrix/registry.ts";
import { PNG } from "../support/desk.ts";

// The time at which the fixtures take place.
const NOW = new Date("2026-11-20T10:12:00.000Z");
const MAIL = "<p style='font: 16px Georgia'>Hi,<br><br>the invoice for <b>October</b> shows two seats.</p>";
type Answer = NonNullable<ScreenState["answers"]>[string];

/** A page that shows stories, one after the other. */
export interface StatePage {
  readonly page: Page;
  /** Shows a story; answers the names of requested routes for which it has no response. */
  show(state: ScreenState): Promise<string[]>;
  stop(): Promise<void>;
}

/** Serves the product at its own address, with the story's API responses. Intercepting in the browser would disable its cache. */
async function serveStates(product: string) {
  const patterns = (await declaredRoutes()).map((route: Route) => ({
    route,
    path: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`),
  }));
  const now = { answers: {} as Readonly<Record<string, Answer>>, unanswered: [] as string[], running: 0, lastDone: 0 };

  function count(response: ServerResponse): void {
    now.running++;
    response.on("close", () => {
      now.running--;
      now.lastDone = performance.now();
    });
  }
  function proxy(request: IncomingMessage, response: ServerResponse): void {
    // Code that a step needs may have to be fetched first.
    count(response);
    const onward = ask(
      product + request.url,
      { method: request.method, headers: { ...request.headers, host: new URL(product).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }
  function sendJson(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" }).end(JSON.stringify(body));
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", product);
    if (pathname.startsWith("/files/")) return void response.writeHead(200, { "content-type": "image/png" }).end(PNG);
    if (pathname.startsWith("/mail-view/")) return void response.writeHead(200, { "content-type": "text/html" }).end(MAIL);
    if (!pathname.startsWith("/api/")) return proxy(request, response);
    const name = patterns.find(({ route, path }) => route.method === request.method && path.test(pathname))?.route.name ?? pathname;
    const given = now.answers[name];
    if (given === "hang") return;
    count(response);
    request.resume();
    if (given === "offline") return void request.socket.destroy();
    if (given === undefined) now.unanswered.push(name);
    sendJson(response, given?.status ?? 503, given?.body ?? { code: "unavailable", error: `No answer declared for ${name}.` });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    now,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Opens a page in this context on such a server. */
export async function statePage(context: BrowserContext, product: string): Promise<StatePage> {
  const server = await serveStates(product);
  const page = await context.newPage();
  await page.clock.install({ time: NOW });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.enable");

  const waitForQuiet = async (quiet: number): Promise<void> => {
    const began = performance.now();
    const { now } = server;
    // A step's requests start a moment after it, so wait until nothing is requested.
    while (performance.now() < began + 3000 && (now.running > 0 || performance.now() - Math.max(now.lastDone, began) < quiet))
      await new Promise((wake) => setTimeout(wake, 10));
    await settled(page);
  };

  return {
    page,
    stop: server.stop,
    async show(state) {
      // What it left in the tab's storage: choices that last as long as the tab. Before the first story there is none.
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
      // Late responses of the previous story must not reach this one.
      await page.goto("about:blank");
      // Remove what it left in browser storage: an unsent reply, an unsaved text.
      await devtools.send("Storage.clearDataForOrigin", { origin: server.url, storageTypes: "local_storage,indexeddb" });
      // Every page with a customer asks whether there are profiles, and the widget's appearance for its images.
      const off = {
        readProfileState: { status: 200, body: { on: false, any: false } },
        readWidgetImages: { status: 200, body: { launcher: null, assistant: null } },
      };
      server.now.answers = { ...frame(), ...off, ...state.answers };
      server.now.unanswered = [];
      // The clock goes on while stories are shown, so the last of many would show other ages than the first.
      await page.clock.setSystemTime(NOW);
      const { identifier } = await devtools.send("Page.addScriptToEvaluateOnNewDocument", {
        source: state.formatted ? "" : preferPlain(server.now.answers["readMe"]),
      });
      await page.goto(server.url + state.path, { waitUntil: "load" });
      await devtools.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
      // Wait for the frame, which handles keys and buttons: the `main` shown while loading does not.
      await page
        .locator(state.act === undefined ? "main" : "main#main")
        .first()
        .waitFor();
      await waitForQuiet(60);
      // Retries (0.4 s, 0.8 s) and delayed skeletons belong to the story: advance the clock past them.
      const slow = Object.entries(server.now.answers).some(
        ([name, given]) => name !== "memberTicket" && (typeof given === "string" || given.status >= 500),
      );
      for (let i = 0; slow && i < 2; i++) {
        await page.clock.runFor(900);
        await waitForQuiet(20);
      }
      if (state.formatted) {
        await page.clock.runFor(2000);
        await page.locator("[contenteditable=true]").or(page.getByText("Shown as Markdown")).first().waitFor();
      }
      for (const step of state.act?.split(";") ?? []) {
        await perform(page, step);
        await waitForQuiet(40);
        // React replaces a fallback with late content after 0.3 s.
        await page.clock.runFor(350);
        await waitForQuiet(20);
      }
      return server.now.unanswered;
    },
  };
}

/** A script that makes the signed-in member one who writes in the plain field, so that a story does not depend on when it changes. */
function preferPlain(me: unknown): string {
  const account = (me as { body?: { person?: { id: string } } } | undefined)?.body?.person?.id;
  if (account === undefined) return "";
  const own = JSON.stringify(JSON.stringify({ account, items: { plainField: true } }));
  return `try { if (localStorage.getItem("seed.own") === null) localStorage.setItem("seed.own", ${own}); } catch {}`;
}

/** Waits two frames and until no animation is running. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((next) => requestAnimationFrame(next));
    const moving = document.getAnimations().filter((it) => it.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((it) => it.finished));
  });

async function perform(page: Page, step: string): Promise<void> {
  const [verb = "", rest = ""] = [step.slice(0, step.indexOf(":")), step.slice(step.indexOf(":") + 1)];
  if (verb === "press") return await page.keyboard.press(rest);
  if (verb === "click") return await (await named(page, rest)).click();
  if (verb === "see") return await page.getByText(rest).filter({ visible: true }).first().waitFor({ timeout: 5000 });
  if (verb === "select") {
    const [label = "", value = ""] = rest.split("=");
    return void (await page.getByLabel(label, { exact: true }).and(page.locator("select")).first().selectOption(value));
  }
  if (verb !== "fill") throw new Error(`unknown step "${step}"`);
  const [label = "", ...text] = rest.split("=");
  await page.getByLabel(label, { exact: true }).and(page.locator("input, textarea, [contenteditable=true]")).first().fill(text.join("="));
}

/** The visible control of this name: an exact match, else one whose name contains it. */
async function named(page: Page, name: string): Promise<Locator> {
  const roles = [
    "button",
    "link",
    "menuitem",
    "menuitemradio",
    "menuitemcheckbox",
    "switch",
    "checkbox",
    "radio",
    "tab",
    "option",
  ] as const;
  const find = (exact: boolean): Locator =>
    roles
      .map((role) => page.getByRole(role, { name, exact }))
      .concat(page.getByText(name, { exact }).and(page.locator("summary")))
      .reduce((all, each) => all.or(each))
      .filter({ visible: true })
      .first();
  await find(false).waitFor();
  // What the previous step opened may still be loading while a control behind it has a similar name.
  const isThere = await find(true)
    .waitFor({ timeout: 1500 })
    .then(() => true)
    .catch(() => false);
  return find(isThere);
}
