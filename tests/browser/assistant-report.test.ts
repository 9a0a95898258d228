// The assistant's report and proposals in a real browser, against a model's double: customers are answered and rate, a member flags and answers,
// the report counts it, every number opens its conversations, and a proposal becomes a draft.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MODEL_KEY, Models } from "../doubles/models/index.ts";
import { startModels } from "../doubles/models/serve.ts";
import { Visitor } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, nextSocketLive, openStage, type Stage, until, withProject } from "./stage.ts";

const QUESTION = "how long do I have to return a parcel?";
const ANSWER = {
  ...{ kind: "answer", question: "", reason: "" },
  sentences: [
    {
      text: "You can return a parcel within 30 days of delivery.",
      citations: [{ source: "p1", quote: "return a parcel within **30 days**" }],
    },
  ],
};
test.describe.configure({ mode: "serial" });
const models = new Models();
const state = mkdtempSync(join(tmpdir(), "seed-desk-report-"));
let doubles: Awaited<ReturnType<typeof startModels>>;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  doubles = await startModels(models);
  stage = await openStage({ state, vars: { TEST_SCRYPT_LOG_N: "10", OPENAI_API_KEY: MODEL_KEY, OPENAI_BASE_URL: doubles.base.openai } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
  await doubles.stop();
  rmSync(state, { recursive: true, force: true });
});

const at = (path: string): string => `${stage.served.url}/projects/${project.id}/${path}`;
const api = (path: string): string => `/api/dashboard/projects/${project.id}/${path}`;

/** Published articles: one that answers, and others, because in a company with one document no word is rare. */
async function publish(title: string, content: string): Promise<string> {
  const { body } = await project.owner.post<{ article: { id: string } }>(api("help/articles"), {
    ...{ clientId: randomUUID(), locale: "en", title, content },
  });
  const { status } = await project.owner.post(`/api/management/projects/${project.id}/help/articles/${body.article.id}/texts/en/publish`, {
    revision: 1,
  });
  assert.equal(status, 200);
  return body.article.id;
}
/** A visitor with an answer of the assistant. */
async function answered(): Promise<{ visitor: Visitor; id: string; answerId: string }> {
  models.answer({ object: ANSWER });
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const id = (await visitor.open(QUESTION)).body.conversation.id;
  const answerId = await until("the assistant's answer", async () => {
    const { body } = await visitor.call<{ items: { message?: { id: string; authorRole: string } }[] }>(
      `/api/widget/conversations/${id}/events?after=0`,
    );
    return body.items.find(({ message }) => message?.authorRole === "assistant")?.message?.id;
  });
  return { visitor, id, answerId };
}
let articleId = "";

test("before the first answer the report says what will be there", async () => {
  await page.goto(at("assistant/report"));
  await page.getByText("No conversations yet").waitFor();
  await checkPage(page, "report-empty", "No conversations yet");
});

test("customers are answered, one says that it didn't help, and a member flags and answers", async () => {
  articleId = await publish(
    "Returning a parcel",
    "You can return a parcel within **30 days** of delivery. Gift cards cannot be returned. Returning a parcel is free of charge.",
  );
  for (const title of ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Delivery abroad", "Repairs", "Jobs"])
    await publish(title, `All about ${title.toLowerCase()}.`);
  await project.owner.call(`/api/management/projects/${project.id}/ai`, {
    method: "PUT",
    body: { reply: { provider: "openai", model: "gpt-5-mini" }, assist: null, context: null },
  });
  const held = (await project.owner.call<{ version: number; guidance: object }>(api("assistant"))).body;
  const on = await project.owner.post(`/api/management/projects/${project.id}/assistant`, {
    ...{ clientId: randomUUID(), basedOn: held.version, enabled: true, guidance: held.guidance },
  });
  assert.equal(on.status, 200);

  const thankful = await answered();
  await thankful.visitor.postMessage(thankful.id, "Great, thanks!");
  const disappointed = await answered();
  // The thumb reaches the thread that is open.
  const live = nextSocketLive(page);
  await page.goto(at(`inbox/all/${disappointed.id}`));
  await page.getByRole("button", { name: "Flag as wrong" }).waitFor();
  await live;
  const rated = await disappointed.visitor.call(`/api/widget/conversations/${disappointed.id}/messages/${disappointed.answerId}/rating`, {
    method: "PUT",
    body: { rating: "down" },
  });
  assert.equal(rated.status, 200);
  await page.getByText("Didn’t help the customer").waitFor();
  const wrong = await answered();
  await page.goto(at(`inbox/all/${wrong.id}`));
  await page.getByRole("button", { name: "Flag as wrong" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").selectOption({ label: "Its source is outdated" });
  await dialog.getByLabel("What would be right? (optional)").fill("Since May it is 14 days.");
  await checkPage(page, "report-flag", "What is wrong with this answer?");
  await dialog.getByRole("button", { name: "Flag answer" }).click();
  await page.getByText("Flagged: Its source is outdated").waitFor();
  await checkPage(page, "report-flagged", "Flagged: Its source is outdated");
});

test("the report counts them, and a number opens the conversations behind it, each with its trace", async () => {
  await stage.served.tick();
  await page.goto(at("assistant/report"));
  await page.getByRole("link", { name: "Negative: 2. Show the conversations", exact: true }).waitFor();
  await page.getByRole("link", { name: "Confirmed: 1. Show the conversations", exact: true }).waitFor();
  await page.getByText("Confirmed or assumed. Only the first is certain.").waitFor();
  await checkPage(page, "report", "Negative");
  await page.getByRole("link", { name: "Negative: 2. Show the conversations", exact: true }).click();
  const trace = page.getByRole("link", { name: /^How it was answered/ });
  await trace.first().waitFor();
  assert.equal(await trace.count(), 2);
  await checkPage(page, "report-list", "Negative");
  await trace.first().click();
  await page.getByText(QUESTION).first().waitFor();
  assert.deepEqual(complaints, { console: [], policy: [] });
});

test("what a member said would be right becomes a proposal, and by a click a draft that nobody reads yet", async () => {
  new Tables(state).run("UPDATE jobs SET due_at = 0 WHERE kind = 'assistant_learning.propose' AND state = 'queued'");
  await stage.served.tick();
  await page.goto(at("assistant/report"));
  await page.getByRole("link", { name: "Proposals" }).click();
  await page.getByRole("link", { name: "Change to “Returning a parcel”" }).first().waitFor();
  await checkPage(page, "proposals", "Change to “Returning a parcel”");
  await page.getByRole("link", { name: "Change to “Returning a parcel”" }).first().click();
  await page.getByText("Added: + Since May it is 14 days.").waitFor();
  await checkPage(page, "proposal", "Accept as draft");
  await page.getByLabel("Text (Markdown)").fill("You can return a parcel within **14 days** of delivery.");
  await page.getByRole("button", { name: "Accept as draft" }).click();
  await page.getByText("Accepted. Its draft waits for whoever publishes articles.").waitFor();
  await checkPage(page, "proposal-accepted", "Open the draft");
  const { body } = await project.owner.call<{ text: { content: string; changed: boolean; version: number } }>(
    api(`help/articles/${articleId}`),
  );
  assert.deepEqual(
    { content: body.text.content, changed: body.text.changed, version: body.text.version },
    { content: "You can return a parcel within **14 days** of delivery.", changed: true, version: 1 },
  );
  assert.deepEqual(complaints, { console: [], policy: [] });
});
