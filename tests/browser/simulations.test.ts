// Simulations in a real browser with the built-in customer and model: a scenario is written, played and read; questions are taken from an article.
import { type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const api = (rest: string, area = "management"): string => `/api/${area}/projects/${project.id}/${rest}`;
test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10", ENABLE_SYNTHETIC_EVALUATION: "true" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/assistant/${rest}`;

test("a scenario is begun with a template, changed, and played; its conversation says how it ended", async () => {
  await page.goto(place("simulations"));
  await page.getByText("No scenarios yet").waitFor();
  await page.getByRole("button", { name: "An angry complaint" }).press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await until("the template to be taken", async () => (await name.inputValue()) === "An angry complaint");
  await name.fill("A lost parcel");
  await page.getByRole("button", { name: "Create scenario" }).press("Enter");
  const choice = page.getByRole("checkbox", { name: "A lost parcel" });
  await choice.waitFor();
  await choice.check();
  await page.getByText(/1 scenario, at most/).waitFor();
  await checkPage(page, "simulations", "Scenarios");
  await page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "Simulation", exact: true }).waitFor();
  await until("the run to end", async () => {
    await stage.served.tick();
    return await page.getByText("Done.", { exact: true }).isVisible();
  });
  await page.getByText("Handed over to people.", { exact: true }).waitFor();
  await page.getByText("Conversation of 2 messages").click();
  await page
    .getByText(/I want to talk to a person/)
    .first()
    .waitFor();
  await checkPage(page, "simulation", "Conversations");
});

test("questions are taken from the headings of an article, one is changed and accepted, and the others are refused", async () => {
  const made = await project.owner.post<{ article: { id: string } }>(api("help/articles", "dashboard"), {
    ...{ clientId: randomUUID(), locale: "en", title: "Returning a parcel", content: "Within 30 days.\n\n## Who pays?\n\nWe do." },
  });
  assert.equal(made.status, 201);
  const published = await project.owner.post(api(`help/articles/${made.body.article.id}/texts/en/publish`), { revision: 1 });
  assert.equal(published.status, 200);
  const set = await project.owner.post<{ set: { id: string } }>(api("question-sets"), { clientId: randomUUID(), name: "Parcels" });
  await page.goto(place(`question-sets/${set.body.set.id}`));
  await page.getByRole("link", { name: "From articles" }).press("Enter");
  await page.getByRole("heading", { name: "Questions from articles" }).waitFor();
  await page.getByLabel("Article", { exact: true }).selectOption({ label: "Returning a parcel (English)" });
  await page.getByRole("button", { name: "Take the headings" }).press("Enter");
  await page.getByText("2 questions proposed.").waitFor();
  const first = page.getByRole("textbox", { name: "Question" }).first();
  await first.waitFor();
  await checkPage(page, "question-proposals", "Proposals");
  await first.fill("Until when can I send it back?");
  await page.getByRole("button", { name: "Accept “Returning a parcel?”" }).press("Enter");
  await until("one proposal", async () => (await page.getByRole("textbox", { name: "Question" }).count()) === 1);
  await page.getByRole("button", { name: "Refuse all" }).press("Enter");
  await page.getByText("No proposals").waitFor();
  const { body } = await project.owner.call<{ items: readonly { question: string; sources: string[] }[] }>(
    api(`question-sets/${set.body.set.id}/questions`, "dashboard"),
  );
  assert.deepEqual(
    body.items.map(({ question, sources }) => [question, sources]),
    [["Until when can I send it back?", ["Returning a parcel"]]],
  );
});
