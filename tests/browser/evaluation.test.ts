// Evaluation in a real browser, with a double of a model: a set is written and imported, run, and its results are read.
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
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/assistant/${rest}`;

test("a set is created, a question written, and a table imported after its mistakes were named", async () => {
  await page.goto(place("question-sets"));
  await page.getByText("No question sets yet").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Telescopes");
  await page.getByRole("button", { name: "Create set" }).press("Enter");
  await page.getByRole("heading", { name: "Telescopes" }).waitFor();
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await question.fill("Which telescope shows the rings of Saturn?");
  await page.getByLabel("Expected outcome").selectOption("hand_over");
  await page.getByRole("textbox", { name: "Topic" }).fill("Telescopes");
  await page.getByRole("button", { name: "Add question" }).press("Enter");
  await page.getByText("Which telescope shows the rings of Saturn?").first().waitFor();
  const csv = page.getByRole("textbox", { name: "CSV" });
  await csv.fill("question,outcome,topic\nMay I talk to a person?,maybe,People");
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await page.getByText(/Line 2: “maybe” is no outcome/).waitFor();
  await csv.fill("question,outcome,topic\nMay I talk to a person?,hand_over,People\nDo you sell eyepieces?,answer,Telescopes");
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await page.getByText("2 questions imported.").waitFor();
  await page.getByText("Do you sell eyepieces?").first().waitFor();
  await checkPage(page, "question-set", "Telescopes");
});

test("the set is run with its price before, and the results say what failed and why", async () => {
  await page.goto(place("evaluation"));
  await page.getByLabel("Question set", { exact: true }).selectOption({ label: "Telescopes (3 questions)" });
  await page.getByText(/3 questions, at most/).waitFor();
  assert.equal(await page.getByLabel("Model").inputValue(), "own/local");
  await checkPage(page, "evaluation", "Start a run");
  await page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await page.getByRole("heading", { name: /Run of “Telescopes”/ }).waitFor();
  await until("the run to end", async () => {
    await stage.served.tick();
    return await page.getByText("Done.", { exact: true }).isVisible();
  });
  await page.getByText("2 of 3 passed").first().waitFor();
  await page.getByText("Expected: An answer. It was: Handed over to people.").waitFor();
  // Nothing fits any of the questions, so no model was asked.
  assert.equal(models.requests.length, 0);
  await page.getByRole("tab", { name: "Failed" }).press("Enter");
  await until("one result", async () => (await page.getByText("May I talk to a person?").count()) === 0);
  await checkPage(page, "evaluation-run", "Results");
  const runs = await project.owner.call<{ items: readonly { passed: number }[] }>(api("evaluation-runs"));
  assert.equal(runs.body.items[0]?.passed, 2);
});

test("after knowledge was added the set is run again, and the comparison says what got better", async () => {
  const source = await project.owner.post<{ source: { id: string } }>(api("knowledge/sources", "management"), {
    ...{ clientId: randomUUID(), kind: "snippets", name: "Shop", locale: "en", audience: "public", assistant: true },
  });
  const snippet = await project.owner.post(api(`knowledge/sources/${source.body.source.id}/snippets`), {
    ...{ clientId: randomUUID(), title: "Eyepieces", content: "We sell eyepieces of all kinds.", publish: true },
  });
  assert.equal(snippet.status, 201);
  models.answer({
    object: {
      kind: "answer",
      sentences: [{ text: "We sell eyepieces of all kinds.", citations: [{ source: "p1", quote: "sell eyepieces of all kinds" }] }],
      ...{ question: "", reason: "" },
    },
    usage: { input: 900, output: 80 },
  });
  await page.goto(place("evaluation"));
  await page.getByLabel("Question set", { exact: true }).selectOption({ label: "Telescopes (3 questions)" });
  await page.getByText(/3 questions, at most/).waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await page.getByRole("heading", { name: /Run of “Telescopes”/ }).waitFor();
  await until("the run to end", async () => {
    await stage.served.tick();
    return await page.getByText("Done.", { exact: true }).isVisible();
  });
  await page.getByText("3 of 3 passed").first().waitFor();
  assert.equal(models.requests.length, 1);
  await page.getByRole("button", { name: "Compare", exact: true }).press("Enter");
  await page.getByText("Passed questions: +33 points").waitFor();
  await page.getByText(/1 better, 0 worse, 2 the same/).waitFor();
  await page.getByText("Nothing got worse.").waitFor();
  await page.getByRole("heading", { name: "Got better (1)" }).waitFor();
  await page.getByText("Do you sell eyepieces?").first().waitFor();
  await page.getByText("If both were equally good, a difference like this would come about by chance in 100% of comparisons.").waitFor();
  await page.getByText(/Both runs tried the same model and guidance/).waitFor();
  await checkPage(page, "evaluation-compare", "Difference");
});
