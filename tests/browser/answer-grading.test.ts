// Grading in a real browser, with a double of a model: a judge, people with the keyboard, agreement, a decision, and two runs side by side.
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
const runs: string[] = [];
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
  // Nothing fits any of the questions, so that both runs hand all over without asking a model.
  const set = await project.owner.post<{ set: { id: string } }>(api("question-sets", "management"), {
    ...{ clientId: randomUUID(), name: "Telescopes" },
  });
  const questions = [
    ["Which telescope shows the rings of Saturn?", "hand_over"],
    ["May I talk to a person?", "hand_over"],
    ["Do you sell eyepieces?", "answer"],
  ];
  for (const [question, outcome] of questions) {
    const saved = await project.owner.post(api(`question-sets/${set.body.set.id}/questions`, "management"), {
      ...{ clientId: randomUUID(), replaces: null, origin: "hand", question, topic: "", locale: "en", channel: "widget" },
      ...{ asker: "everybody", outcome, facts: [], forbidden: [], sources: [] },
    });
    assert.equal(saved.status, 201);
  }
  for (let at = 0; at < 2; at += 1) {
    const started = await project.owner.post<{ run: { id: string } }>(api("evaluation-runs", "management"), {
      ...{ clientId: randomUUID(), setId: set.body.set.id, model: "own/local", guidanceVersion: null, budgetUsd: 1, raised: false },
    });
    runs.push(started.body.run.id);
    await until("the run to end", async () => {
      await stage.served.tick();
      const read = await project.owner.call<{ run: { state: string } }>(api(`evaluation-runs/${started.body.run.id}`));
      return read.body.run.state === "done";
    });
  }
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/assistant/evaluation/${rest}`;

test("a judge scores each answer by the rubric, with a reason, within its budget", async () => {
  const judged = (verdict: "pass" | "fail") => ({
    object: { scores: [1, 2, 3].map((criterion) => ({ criterion, score: 4, reason: "It hands over, as expected." })), verdict },
    usage: { input: 900, output: 80 },
  });
  models.answer(judged("pass"), judged("pass"), judged("fail"));
  await page.goto(place(runs[0] ?? ""));
  await page.getByRole("link", { name: "Grade this run" }).press("Enter");
  await page.getByText("Only the rule has graded this run so far.").waitFor();
  await page.getByText(/3 answers, at most/).waitFor();
  await page.getByRole("button", { name: "Remove criterion 4" }).press("Enter");
  await page.getByRole("textbox", { name: "Criterion 3", exact: true }).fill("Supported");
  await checkPage(page, "answer-grading", "Rubric");
  await page.getByRole("button", { name: "Start judging" }).press("Enter");
  await page.getByRole("heading", { name: "Judging", exact: true }).waitFor();
  await until("the judging to end", async () => {
    await stage.served.tick();
    return await page.getByText("Done.", { exact: true }).isVisible();
  });
  await page.getByText("3 of 3 answers judged.").waitFor();
  await page.getByText("Supported 4 of 5:").first().waitFor();
  await page.getByText("It hands over, as expected.").first().waitFor();
  assert.equal(models.requests.length, 3);
  await checkPage(page, "answer-judging", "Judgements");
});

test("a person grades by keys before the other grades are shown; agreement and the disagreement follow, and it is decided", async () => {
  await page.goto(`${place(runs[0] ?? "")}/grading/answers`);
  await page.getByRole("heading", { name: "Which telescope shows the rings of Saturn?" }).waitFor();
  assert.equal(await page.getByText("Judge", { exact: true }).count(), 0);
  await checkPage(page, "answer-verdicts", "Pass (1)");
  await page.keyboard.press("1");
  await page.getByRole("heading", { name: "May I talk to a person?" }).waitFor();
  await page.getByRole("textbox", { name: "Comment" }).fill("It should say when somebody answers.");
  await page.getByRole("button", { name: "Fail (2)" }).press("Enter");
  await page.getByRole("heading", { name: "Do you sell eyepieces?" }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "May I talk to a person?" }).waitFor();
  await page.getByText("Judge", { exact: true }).waitFor();
  await page.getByText("It should say when somebody answers.").waitFor();
  await page.goto(`${place(runs[0] ?? "")}/grading`);
  await page.getByRole("rowheader", { name: "Rule, Judge" }).waitFor();
  await page.getByRole("cell", { name: "3 of 3" }).waitFor();
  await page.getByText("On 1 answer the grades differ and nobody has decided.").waitFor();
  await page.getByRole("link", { name: "See disagreements" }).press("Enter");
  await page.getByText("May I talk to a person?").waitFor();
  await checkPage(page, "answer-disagreements", "To decide");
  await page.getByRole("textbox", { name: "Comment" }).fill("Handing over is enough.");
  await page.getByRole("button", { name: "Pass", exact: true }).press("Enter");
  await page.getByText("Nothing to decide").waitFor();
  await page.getByRole("tab", { name: "Decided" }).press("Enter");
  await page.getByText(/Pass, decided by/).waitFor();
  await page.getByText("Handing over is enough.").waitFor();
});

test("two runs are graded blindly by keys: nothing names them until one has finished, and one may come back later", async () => {
  const seen: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/blind-gradings")) void response.text().then((text) => seen.push(text));
  });
  await page.goto(`${place(runs[1] ?? "")}/compare/${runs[0]}`);
  await page.getByRole("button", { name: "Grade both runs blindly" }).press("Enter");
  await page.getByRole("heading", { name: "Which telescope shows the rings of Saturn?" }).waitFor();
  await checkPage(page, "blind-grading", "Answer 2");
  await page.keyboard.press("1");
  await page.getByRole("heading", { name: "May I talk to a person?" }).waitFor();
  await page.keyboard.press("0");
  await page.getByRole("heading", { name: "Do you sell eyepieces?" }).waitFor();
  await page.getByText("2 of 3 graded").waitFor();
  // Later it goes on at the first question that is not graded, and one can go back and choose otherwise.
  await page.reload();
  await page.getByRole("heading", { name: "Do you sell eyepieces?" }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "May I talk to a person?" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Same (0)" }).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("9");
  await page.getByRole("heading", { name: "Do you sell eyepieces?" }).waitFor();
  await page.keyboard.press("9");
  await page.getByText("That was the last question.").waitFor();
  // Until the page knows, the button asks whether to finish early.
  await page.getByText("3 of 3 graded").waitFor();
  const shown = `${await page.locator("main").innerHTML()} ${seen.join(" ")}`;
  for (const secret of [...runs, "own/local", "costUsd", "configHash"]) assert.ok(!shown.includes(secret), secret);
  await page.getByRole("button", { name: "Finish and see results" }).press("Enter");
  await page.getByRole("heading", { name: "Results" }).waitFor();
  await page
    .getByText(/own\/local/)
    .first()
    .waitFor();
  await checkPage(page, "blind-grading-results", "Results");
});
