// The assistant in the inbox, against a model's double: an owner switches it on, a visitor asks, members see the answer with its proof, take
// over, give it back, stop it, and see why something was left to them or skipped.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { Visitor } from "../support/desk.ts";
import { ANSWER, chooseModel, PROVED, QUESTION, says, teach } from "./assistant-stage.ts";
import { violations } from "./axe.ts";
import { DESKTOP, nextSocketLive, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

// The tests follow each other: after one has failed, the others would find an installation in which nothing is switched on.
test.describe.configure({ mode: "serial" });
const models = new Models();
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;

test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({
    vars: { TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible, AI_DAILY_CEILINGS: '{"repliesPerProject":6}' },
  });
  project = await withProject(stage);
  await teach(project.owner, project.id);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});

async function ask(text = QUESTION): Promise<{ visitor: Visitor; id: string; heard(): Promise<string[]> }> {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const id = (await visitor.open(text)).body.conversation.id;
  const heard = async (): Promise<string[]> => {
    const { body } = await visitor.call<{ items: { message?: { content: string; authorRole: string } }[] }>(
      `/api/widget/conversations/${id}/events?after=0`,
    );
    return body.items.flatMap(({ message }) => (message && message.authorRole !== "visitor" ? [message.content] : []));
  };
  return { visitor, id, heard };
}
const open = (id: string): Promise<unknown> => page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
const log = () => page.getByRole("log");

test("an owner sees what is missing, chooses a model, and switches the assistant on", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/assistant`);
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("dialog").getByText("Switch it on without a model?").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await chooseModel(project.owner, project.id);
  await page.reload();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("The assistant is on", { exact: true }).waitFor();
  assert.deepEqual(await violations(page, undefined), []);
});

test("guidance is saved as a version; faults stand at their fields; what somebody else saved meanwhile costs no text", async () => {
  await page.getByLabel("Share of conversations, in per cent").fill("many");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A whole number from 0 to 100.").waitFor();
  await page.getByText("Not saved. Look at the marked fields.").waitFor();
  await page.getByLabel("Share of conversations, in per cent").fill("100");
  await page.getByLabel("About", { exact: true }).fill("refunds");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It counts from the next message on.").waitFor();

  await page.getByLabel("Instructions").fill("Call our product “the Box”.");
  const path = `/projects/${project.id}/assistant`;
  const held = (await project.owner.call<{ version: number; guidance: object }>(`/api/dashboard${path}`)).body;
  const theirs = { ...held.guidance, tone: "friendly" };
  await project.owner.post(`/api/management${path}`, { clientId: randomUUID(), basedOn: held.version, enabled: true, guidance: theirs });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`saved version ${held.version + 1} meanwhile`).waitFor();
  assert.equal(await page.getByLabel("Instructions").inputValue(), "Call our product “the Box”.");
  assert.equal(await page.getByLabel("Tone").inputValue(), "friendly");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`Version ${held.version + 2}`).waitFor();
  await page.getByRole("button", { name: "Compare version 1 with" }).click();
  await page.getByText("refunds → Leave it to people").waitFor();
  await page.getByRole("button", { name: "Restore version 2" }).click();
  await page.getByText("Version 2 is in force again, as a new version").waitFor();
});

test("a visitor’s question is answered; the inbox shows sources, and why", async () => {
  models.answer({ object: ANSWER });
  const { id, heard } = await ask();
  await open(id);
  await log().getByText(PROVED).waitFor();
  assert.deepEqual(await heard(), [PROVED]);
  await log().getByText("Returning a parcel").waitFor();
  await page.locator(`[data-row="${id}"]`).getByText("Assistant", { exact: true }).waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await log().getByRole("link", { name: "Why this answer" }).click();
  await page.getByRole("heading", { name: "Why this answer" }).waitFor();
  await page.locator("mark").getByText("return a parcel within 30 days").waitFor();
  await page.getByText("own/local-model").waitFor();
  await page.getByText("Version of the guidance").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
});

test("whoever takes over by one key silences the assistant, and gives it back by the same", async () => {
  models.answer({ object: ANSWER });
  const { id, visitor, heard } = await ask();
  await open(id);
  await log().getByText(PROVED).waitFor();
  await page.getByRole("button", { name: "Take over" }).waitFor();
  await page.keyboard.press("t");
  await log().getByText("You took over from the assistant").waitFor();
  await visitor.postMessage(id, "And how long do I have to return a second parcel?");
  await log().getByText("a second parcel").waitFor();
  await page.waitForTimeout(1500);
  assert.deepEqual(await heard(), [PROVED]);
  models.answer({ object: ANSWER });
  await page.keyboard.press("t");
  await log().getByText("You gave the conversation to the assistant").waitFor();
  await until("the second answer", async () => (await heard()).length === 2);
  models.check();
});

test("what can’t be proved is left to the team, with a card that says why", async () => {
  models.answer({ object: says("You can return a parcel within 60 days of delivery.") });
  const { id } = await ask();
  await open(id);
  await log().getByText("The assistant left this to the team: its answer could not be proved").waitFor();
  await page.getByRole("button", { name: "What the assistant tried" }).click();
  await log().getByText("Not sent, because a sentence did not pass the check").waitFor();
  await log().getByText("The cited text does not say 60.").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await page.getByRole("button", { name: "Filter by who answers" }).click();
  await page.getByRole("menu").getByText("The team answers").click();
  await page.locator(`[data-row="${id}"]`).waitFor();
  await until("only the team’s", async () => (await page.locator("[data-row]").count()) === 1);
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  phone.setDefaultTimeout(30_000);
  await phone.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await phone.getByRole("button", { name: "What the assistant tried" }).click();
  await phone.getByText("The cited text does not say 60.").waitFor();
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.context().close();
});

test("a draft is seen while it is written, and stopped; nothing of it is sent", async () => {
  models.answer({ object: ANSWER, chunkMs: 1000, chunk: 8 });
  // The socket has to be live before the first frame.
  const live = nextSocketLive(page);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await live;
  const { id, heard } = await ask();
  await page.locator(`[data-row="${id}"]`).click();
  await log().getByText("The assistant is writing").waitFor();
  await log().getByText("You can return").waitFor();
  await page.getByRole("button", { name: "Take over" }).waitFor();
  await page.locator(`[data-row="${id}"]`).getByText("The assistant is answering…").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await page.getByRole("button", { name: "Stop the assistant" }).click();
  await page.getByText("Nothing was sent.").waitFor();
  await until("the line to vanish", async () => (await log().getByText("The assistant is writing").count()) === 0);
  await page.waitForTimeout(1500);
  assert.deepEqual(await heard(), []);
  // What the round had already sent does not bring it back.
  assert.equal(await page.getByText("The assistant is answering…").count(), 0);
});

test("past the day’s ceiling the thread says that no answer was written", async () => {
  models.answer({ object: ANSWER, always: true });
  let id = "";
  for (let n = 0; n < 8; n += 1) {
    const asked = await ask();
    id = asked.id;
    await until(
      "an answer or a skip",
      async () => {
        if ((await asked.heard()).length > 0) return true;
        const thread = await project.owner.call<{ events: { kind: string }[] }>(
          `/api/dashboard/projects/${project.id}/conversations/${id}`,
        );
        return thread.body.events.some(({ kind }) => kind === "ai_skipped");
      },
      20_000,
    );
    if ((await asked.heard()).length === 0) break;
  }
  await open(id);
  await log().getByText("Automatic AI reply skipped: a limit of the day is reached.").waitFor();
  assert.equal(await log().getByRole("link", { name: "AI usage" }).count(), 1);
  await page.keyboard.press("t");
  await page.getByText("The assistant can’t answer now").waitFor();
  await page.getByText("It answers again from").waitFor();
  await page.getByRole("button", { name: "AI usage" }).click();
  await page.getByRole("heading", { name: "AI usage" }).waitFor();
});
