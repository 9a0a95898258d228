// The first hour of a project: sign-in leads into it, and next steps appear with the first visitor, ticked as they are taken.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { OWNER, PASSWORD } from "../support/people.ts";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
test.beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP)).newPage();
});
test.afterAll(() => stage.stop());
const website = (): string => `${stage.served.url}/projects/${project.id}/settings/website`;
const steps = () => page.getByRole("region", { name: "Next steps" }).or(page.locator("section").filter({ hasText: "Next steps" }));
const left = (count: string) => page.getByText(`Your site is connected. ${count} left.`).waitFor();

test("with one project, sign-in opens its inbox", async () => {
  await page.goto(`${stage.served.url}/login`);
  await page.getByLabel("Email").fill(OWNER);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/projects/${project.id}/inbox/**`);
});

test("the next steps appear once the widget was seen, and are ticked as they are taken", async () => {
  await page.goto(website());
  await page.getByText(`Not seen on ${stage.hosts.origin} yet`).waitFor();
  assert.equal(await steps().count(), 0);
  const site = await (await stage.context(DESKTOP)).newPage();
  await site.goto(`${stage.hosts.origin}/plain`);
  await left("4 steps are");
  await page.getByText(/^Seen on .+, just now$/).waitFor();
  assert.deepEqual(await violations(page, "Next steps"), []);

  await page.getByRole("link", { name: /Invite a colleague/ }).click();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  // The second click must not replace the link, which is shown only once.
  await page.getByRole("button", { name: "Create link" }).dblclick();
  await page.getByRole("heading", { name: "Invitation link" }).waitFor();
  await page.getByText(/\/invite\/[\w-]{43}/).waitFor();
  await page.goto(website());
  await left("3 steps are");
  await page.getByRole("link", { name: "Invite a colleague (done)" }).waitFor();

  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  await visitor.open("Does it work?");
  await page.getByRole("link", { name: /Open the inbox/ }).click();
  const read = page.waitForResponse((response) => response.url().endsWith("/read"));
  await page.locator("[data-row]").first().click();
  await page.getByRole("log").getByText("Does it work?").waitFor();
  await read;
  await page.goto(website());
  await left("2 steps are");
});

test("hidden steps stay hidden, and come back on request", async () => {
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  const show = page.getByRole("button", { name: "Show next steps" });
  await show.waitFor();
  await page.reload();
  await show.waitFor();
  await show.click();
  await left("2 steps are");
  await page.reload();
  await left("2 steps are");
});

test("a letter of Latin-Extended is drawn with Inter, whose file only a page with such a letter loads", async () => {
  const fonts: string[] = [];
  page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
  await page.goto(`${stage.served.url}/account/profile`);
  const name = page.getByLabel("Name", { exact: true });
  await name.waitFor();
  await page.evaluate(() => document.fonts.ready);
  assert.equal(fonts.filter((url) => url.includes("latin-ext")).length, 0);
  const loaded = page.waitForResponse((response) => /inter-latin-ext.*\.woff2$/.test(response.url()));
  await name.fill("Mikołaj");
  assert.equal((await loaded).status(), 200);
  await name.fill("Olga");
});
