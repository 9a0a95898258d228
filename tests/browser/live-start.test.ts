// What happens while a page loads: data read at different moments, and a connection that resumes at one of them. Nothing falls between them.
import { test, type Page, type Route } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { DESKTOP, nextSocketLive, openStage, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let visitor: Visitor;
let id: string;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
});
test.beforeEach(async () => {
  id = (await visitor.open("Is anybody there?")).body.conversation.id;
});
test.afterAll(() => stage.stop());

const api = (rest: string): string => `**/api/dashboard/projects/${project.id}/${rest}`;

/** Lets the server answer the next call of this address now, and the page have the answer only when `released` has come. */
async function holdAnswer(page: Page, address: string, released: Promise<unknown>): Promise<{ readonly read: Promise<void> }> {
  const answered = Promise.withResolvers<void>();
  await page.route(
    address,
    async (route: Route) => {
      const response = await route.fetch();
      answered.resolve();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { read: answered.promise };
}

test("a thread that was read before the list, and comes after the connection is live, has what was written in between", async () => {
  const page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const written = Promise.withResolvers<void>();
  const live = nextSocketLive(page);
  const held = await holdAnswer(page, api(`conversations/${id}`), live);
  await page.route(api("conversations?*"), async (route) => {
    await written.promise;
    await route.continue();
  });
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await held.read;
  await visitor.postMessage(id, "I am still waiting.");
  written.resolve();
  await page.getByRole("log").getByText("I am still waiting.").waitFor();
  assert.deepEqual(await page.getByRole("log").getByText("I am still waiting.").count(), 1);
});

test("a list that was read before the thread has the conversation that began in between", async () => {
  const page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const written = Promise.withResolvers<void>();
  const live = nextSocketLive(page);
  const held = await holdAnswer(page, api("conversations?*"), live);
  await page.route(api(`conversations/${id}`), async (route) => {
    await written.promise;
    await route.continue();
  });
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await held.read;
  const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await other.start();
  const late = (await other.open("I came late.")).body.conversation.id;
  written.resolve();
  await page.locator(`[data-row="${late}"]`).waitFor();
});

test("counts that were read before the list count a conversation that began in between, once", async () => {
  const page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const written = Promise.withResolvers<void>();
  const live = nextSocketLive(page);
  const held = await holdAnswer(page, api("conversation-counts"), live);
  await page.route(api("conversations?*"), async (route) => {
    await written.promise;
    await route.continue();
  });
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await held.read;
  const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await other.start();
  await other.open("I came late.");
  written.resolve();
  const { all } = (await project.owner.call<{ all: number }>(`/api/dashboard/projects/${project.id}/conversation-counts`)).body;
  await live;
  await until(
    "the count",
    async () => (await page.getByRole("link", { name: /^All/ }).first().innerText()).replaceAll(/\D/g, "") === `${all}`,
  );
});
