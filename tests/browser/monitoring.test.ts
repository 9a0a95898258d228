// Monitoring in a real browser: an admin adds a rule, a customer threatens, the team sees it, rates and resolves it, and a dry run is priced first.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MODEL_KEY, Models } from "../doubles/models/index.ts";
import { startModels } from "../doubles/models/serve.ts";
import { Visitor } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

const QUOTE = "I will call my lawyer";
const models = new Models();
let doubles: Awaited<ReturnType<typeof startModels>>;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
let conversationId = "";
const state = mkdtempSync(join(tmpdir(), "seed-desk-monitoring-"));

test.beforeAll(async () => {
  doubles = await startModels(models);
  stage = await openStage({ state, vars: { TEST_SCRYPT_LOG_N: "10", OPENAI_API_KEY: MODEL_KEY, OPENAI_BASE_URL: doubles.base.openai } });
  project = await withProject(stage);
  const chosen = await project.owner.call(`/api/management/projects/${project.id}/ai`, {
    method: "PUT",
    body: { reply: null, assist: { provider: "openai", model: "gpt-5-mini" }, context: null },
  });
  assert.equal(chosen.status, 200);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
  models.answer(({ text }) => ({
    object: {
      language: "en",
      results: text.includes(QUOTE) ? [{ rule: "r1", match: true, quote: QUOTE, reason: "Announces legal steps." }] : [],
    },
  }));
});
test.afterAll(async () => {
  await stage.stop();
  await doubles.stop();
  rmSync(state, { recursive: true, force: true });
});

/** Runs what is due a minute after a message, without waiting for it. */
async function judge(): Promise<void> {
  new Tables(state).run("UPDATE jobs SET due_at = 0 WHERE kind LIKE 'monitoring.%' AND state = 'queued'");
  await stage.served.tick();
}

test("an admin adds a ready rule with a few keys, and sees what it costs", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/monitoring`);
  await page.getByText("Nothing is watched yet").waitFor();
  await checkPage(page, "monitoring-empty", "Nothing is watched yet");
  await page.getByRole("link", { name: "Set up rules" }).click();
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByRole("menuitem", { name: /^Legal threat/ }).click();
  const dialog = page.getByRole("dialog");
  assert.equal(await dialog.getByLabel("Name").inputValue(), "Legal threat");
  await checkPage(page, "monitoring-rule", "Who is notified");
  await dialog.getByLabel("Name").press("Enter");
  await page.getByText("Rule created").waitFor();
  await page.getByText(/1,000 judgements cost about/).waitFor();
  await checkPage(page, "monitoring-rules", "Dry run");
});

test("what a customer writes is noticed in the inbox, the thread and the log, rated and resolved", async () => {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversationId = (await visitor.open(`Refund me or ${QUOTE}.`)).body.conversation.id;
  await judge();
  assert.equal(models.requests.length, 1);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await page.getByText(`“Legal threat” matched: “${QUOTE}”`).waitFor();
  await page.getByRole("button", { name: "Monitoring: Legal threat" }).waitFor();
  await checkPage(page, "monitoring-thread", "matched");
  // The list's filter, by keyboard: of another kind there is nothing.
  const choose = async (button: string, kind: string): Promise<void> => {
    await page.getByRole("button", { name: button, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.type(kind);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Filter by what monitoring noticed: ${kind}` }).waitFor();
  };
  await choose("Filter by what monitoring noticed", "Risk of churn");
  await page.getByText("No matching conversations").waitFor();
  await choose("Filter by what monitoring noticed: Risk of churn", "Legal threat");
  await page.getByText("No matching conversations").waitFor({ state: "detached" });
  await checkPage(page, "monitoring-filtered", "Legal threat");
  await page.goto(`${stage.served.url}/projects/${project.id}/monitoring`);
  await page.getByText("Announces legal steps.").waitFor();
  await page.getByRole("button", { name: /^Right: / }).click();
  await page.getByText("100 % right").waitFor();
  await checkPage(page, "monitoring-log", "Announces legal steps.");
  // The same again takes it back.
  await page.getByRole("button", { name: /^Right: / }).click();
  await page.getByText("Not rated yet").waitFor();
  await page.getByRole("button", { name: /^Resolve: / }).click();
  await page.getByText("Resolved", { exact: true }).waitFor();
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await page.getByText("You resolved “Legal threat”").waitFor();
  assert.equal(await page.getByRole("button", { name: "Monitoring: Legal threat" }).count(), 0);
});

test("a dry run shows its price first, and then what would have matched", async () => {
  const asked = models.requests.length;
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/monitoring`);
  await page.getByRole("button", { name: "Show the price" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Costs at most").waitFor();
  assert.equal(models.requests.length, asked);
  await checkPage(page, "monitoring-price", "Costs at most");
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.getByText("Would have matched in 1 conversation").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await checkPage(page, "monitoring-dry-run", "Would have matched in 1 conversation");
  await until("the run to end", async () => (await page.getByText("Done", { exact: true }).count()) > 0);
  assert.equal(models.requests.length, asked + 1);
  assert.deepEqual([complaints.console, complaints.policy], [[], []]);
});
