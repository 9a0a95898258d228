// Regression runs in a real browser: an owner plans them, a run after the guidance was changed finds that it got worse, a notice leads to the review,
// and it is accepted.
import { type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
const models = new Models();
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const api = (rest: string, area = "dashboard"): string => `/api/${area}/projects/${project.id}/${rest}`;
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/assistant/${rest}`;
let guidanceVersion = 0;
async function saveGuidance(change: object): Promise<void> {
  const { guidance } = (await project.owner.call<{ guidance: object }>(api("assistant"))).body;
  const body = { clientId: randomUUID(), basedOn: guidanceVersion, enabled: true, guidance: { ...guidance, ...change } };
  assert.equal((await project.owner.post(api("assistant", "management"), body)).status, 200);
  guidanceVersion += 1;
}
/** Lets the plan be due, and its run end and be compared. */
async function runByPlan(count: number): Promise<void> {
  await stage.served.runtime.getD1Database("DB").then((db) =>
    db
      .prepare("UPDATE regression_plans SET next_at = ?")
      .bind(Date.now() - 1)
      .run(),
  );
  await until("the run to be compared", async () => {
    await stage.served.tick();
    const { items } = (await project.owner.call<{ items: { state: string }[] }>(api("regressions"))).body;
    return items.length === count && items[0]?.state !== "running";
  });
}

test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({
    vars: {
      ...{ TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible },
      ...{ AI_MODEL_PRICES: '{"own/local":{"input":1,"output":4}}', TRAINING_PRICE_CEILINGS: '{"own/local":{"input":2,"output":8}}' },
    },
  });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  await project.owner.call(api("ai", "management"), {
    method: "PUT",
    body: { reply: { provider: "own", model: "local" }, assist: null, context: null },
  });
  await saveGuidance({});
  const set = (
    await project.owner.post<{ set: { id: string } }>(api("question-sets", "management"), { clientId: randomUUID(), name: "Shop" })
  ).body.set;
  await project.owner.post(api(`question-sets/${set.id}/questions`, "management"), {
    ...{ clientId: randomUUID(), replaces: null, origin: "hand", question: "What about the lawsuit?", outcome: "hand_over", topic: "law" },
    ...{ locale: "en", channel: "widget", asker: "everybody", facts: [], forbidden: [], sources: [] },
  });
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});

test("an owner plans runs, and the first result is what later ones are compared with", async () => {
  await page.goto(place("regressions"));
  await page.getByText("No runs yet").waitFor();
  await page.getByLabel("Set of questions").selectOption("Shop");
  await page.getByLabel("Schedule").selectOption("Every day");
  await page.getByLabel("Hour", { exact: true }).selectOption("3");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("checkbox", { name: "Also after the knowledge changed" }).press("Space");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Plan saved").waitFor();
  await runByPlan(1);
  await page.reload();
  await page.getByText("First result", { exact: true }).waitFor();
});

test("a worsening opens a review, a notice leads there, and accepting it makes the new baseline", async () => {
  // What was handed over is declined from now on.
  await saveGuidance({ forbidden: ["lawsuit"] });
  await runByPlan(2);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page
    .getByRole("button", { name: /^Notifications/ })
    .first()
    .press("Enter");
  await page.getByRole("link", { name: /The assistant got worse in a regression run/ }).press("Enter");
  await page.getByRole("heading", { name: "1 of 1 questions got worse" }).waitFor();
  await page.getByText("What about the lawsuit?").waitFor();
  await checkPage(page, "regression-review", "To review (1)");
  await page.getByRole("button", { name: "Accept as the new baseline" }).press("Enter");
  await page.getByRole("dialog", { name: "Accept this result?" }).getByRole("button", { name: "Accept", exact: true }).press("Enter");
  await page.getByText("Accepted", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "To review (1)" }).waitFor({ state: "detached" });
  await runByPlan(3);
  await page.reload();
  await page.getByText("No regression", { exact: true }).waitFor();
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/audit`);
  await page.getByText(/accepted a regression run of the set Shop/).waitFor();
});
