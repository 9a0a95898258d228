// Promotion in a real browser: a run with another guidance is compared with one of what is in force, rolled out to a share, finished, and rolled back.
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
let present = "";
let tried = "";
const api = (rest: string, area = "dashboard"): string => `/api/${area}/projects/${project.id}/${rest}`;
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/assistant/${rest}`;

async function runOf(setId: string, guidanceVersion: number | null): Promise<string> {
  const body = { clientId: randomUUID(), setId, model: "own/local", guidanceVersion, budgetUsd: 1, raised: false };
  const { body: started } = await project.owner.post<{ run: { id: string } }>(api("evaluation-runs", "management"), body);
  await until("the run to end", async () => {
    await stage.served.tick();
    return (await project.owner.call<{ run: { state: string } }>(api(`evaluation-runs/${started.run.id}`))).body.run.state === "done";
  });
  return started.run.id;
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
  const { guidance } = (await project.owner.call<{ guidance: object }>(api("assistant"))).body;
  const save = (basedOn: number, change: object) =>
    project.owner.post(api("assistant", "management"), {
      ...{ clientId: randomUUID(), basedOn, enabled: true },
      guidance: { ...guidance, ...change },
    });
  // The first version declines what the other one hands over.
  assert.equal((await save(0, { forbidden: ["lawsuit"] })).status, 200);
  assert.equal((await save(1, {})).status, 200);
  const set = (
    await project.owner.post<{ set: { id: string } }>(api("question-sets", "management"), { clientId: randomUUID(), name: "Shop" })
  ).body.set;
  for (const [question, outcome] of [
    ["What about the lawsuit?", "hand_over"],
    ["Which telescope shows the rings of Saturn?", "hand_over"],
  ])
    await project.owner.post(api(`question-sets/${set.id}/questions`, "management"), {
      ...{ clientId: randomUUID(), replaces: null, origin: "hand", question, outcome, topic: "", locale: "en", channel: "widget" },
      ...{ asker: "everybody", facts: [], forbidden: [], sources: [] },
    });
  present = await runOf(set.id, null);
  tried = await runOf(set.id, 1);
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});

test("what got worse has to be confirmed before the configuration is rolled out to a share", async () => {
  await page.goto(place("promotions"));
  await page.getByText("Nothing was promoted yet").waitFor();
  await page.goto(place(`evaluation/${tried}/compare/${present}`));
  await page.getByRole("button", { name: "Promote this configuration…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Promote this configuration?" });
  await dialog.getByText("What about the lawsuit?").waitFor();
  await dialog.getByRole("textbox", { name: "Share of new conversations in per cent" }).fill("20");
  // Not confirmed: nothing happens.
  await dialog.getByRole("button", { name: "Promote", exact: true }).press("Enter");
  await dialog.getByText("Confirm that you have looked at what got worse.").waitFor();
  await dialog.getByRole("checkbox", { name: "I have looked at the question that got worse." }).press("Space");
  await checkPage(page, "promote-dialog", "Promote this configuration?");
  await dialog.getByRole("button", { name: "Promote", exact: true }).press("Enter");
  await page.getByText("20% of new conversations have own/local · Guidance: version 1.").waitFor();
  await checkPage(page, "promotions", "In force");
});

test("the roll-out is finished for all, and rolled back by one click", async () => {
  await page.getByRole("button", { name: "Put in force for all" }).press("Enter");
  await page.getByText("own/local · Guidance: version 3", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Roll back", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Roll back the last promotion?" });
  await dialog.getByRole("button", { name: "Roll back", exact: true }).press("Enter");
  await page.getByText("own/local · Guidance: version 4", { exact: true }).waitFor();
  await page.getByText("Rollback", { exact: true }).waitFor();
  const { body } = await project.owner.call<{ guidance: { forbidden: string[] }; version: number }>(api("assistant"));
  assert.deepEqual([body.version, body.guidance.forbidden], [4, []]);
  // The audit log says it with both configurations.
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/audit`);
  await page
    .getByText(/changed the assistant’s guidance from version 3 to version 2/)
    .first()
    .waitFor();
});
