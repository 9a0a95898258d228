// The assistant in the widget, against a model's double: it looks, writes and is stopped, names its sources, and leaves the conversation to
// people; the way to a person is there from the first message on.
import { test, type BrowserContextOptions, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { ANSWER, answerOf, chooseModel, PROVED, QUESTION, says, sentence, switchOn, teach } from "./assistant-stage.ts";
import { violations } from "./axe.ts";
import { DESKTOP, collectErrors, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

const SHOTS = process.env["SHOTS"];
const models = new Models();
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;

test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible } });
  project = await withProject(stage);
  await teach(project.owner, project.id);
  await chooseModel(project.owner, project.id);
  await switchOn(project.owner, project.id);
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});
test.beforeEach(() => models.reset());

/** Takes screenshots and checks accessibility: light, dark, and on a phone. */
async function checkPage(page: Page, name: string, shows: string): Promise<void> {
  assert.deepEqual(await violations(page, shows), [], name);
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${SHOTS}/${name}-dark.png` });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE.viewport);
  await page.screenshot({ path: `${SHOTS}/${name}-phone.png` });
  await page.setViewportSize(DESKTOP.viewport);
}
const LONG = answerOf(
  sentence(PROVED, "return a parcel within **30 days**"),
  sentence("Returning a parcel is free of charge.", "Returning a parcel is free of charge"),
  sentence("Gift cards cannot be returned.", "Gift cards cannot be returned"),
);
/** A new visitor with the open widget. */
async function visit(options: BrowserContextOptions = DESKTOP, path = "/plain") {
  const context = await stage.context(options);
  const page = await context.newPage();
  const errors = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}${path}`);
  const widget = widgetOf(page);
  return { page, errors, widget, person: widget.log.getByRole("button", { name: "Talk to a person" }) };
}

test("an answer is looked for, written sentence by sentence, and stays with its sources", async () => {
  models.answer({ object: LONG, delayMs: 1500, chunkMs: 400, chunk: 25 });
  const { page, errors, widget, person } = await visit();
  await widget.open();
  await widget.write(QUESTION);
  const began = Date.now();
  const seen: string[] = [];
  const watch = setInterval(() => void widget.log.innerText().then((text) => { const last = text.replaceAll("\n", " | "); if (seen.at(-1)?.slice(8) !== last) seen.push(`${String(Date.now() - began).padStart(6)}: ${last}`); }), 50);
  await page.waitForTimeout(300);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/0-at-once.png` });
  await widget.log.getByText("Writing…").waitFor();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/1-writing-empty.png` });
  await widget.log.getByText(PROVED).waitFor();
  await checkPage(page, "2-writing", PROVED);
  await widget.log.getByText("Sources:").waitFor({timeout: 30000});
  await checkPage(page, "3-answered", "Sources:");
  clearInterval(watch);
  console.log(seen.join("\n"));
  await person.waitFor();
  assert.deepEqual(errors, { console: [], policy: [] });
  await page.context().close();
});

test("unanswered", async () => {
  models.answer({ object: says("You can return a parcel within 60 days of delivery."), chunkMs: 100, chunk: 25 });
  const { page, widget } = await visit();
  await widget.open();
  await widget.write("which telescope shows the rings of saturn?");
  await widget.log.getByText("I can’t answer this").waitFor();
  await checkPage(page, "4-handed-over", "I can’t answer this");
  await page.reload();
  await widget.open();
  await page.waitForTimeout(1000);
  await checkPage(page, "5-handed-over-reloaded", "I can’t answer this");
  await page.context().close();
});

test("stop, reload, takeover", async () => {
  models.answer({ object: LONG, chunkMs: 400, chunk: 12, always: true });
  const { page, widget } = await visit();
  await widget.open();
  await widget.write(QUESTION);
  await widget.log.getByText(PROVED).waitFor();
  await page.reload();
  await widget.open();
  await page.waitForTimeout(600);
  await checkPage(page, "6-reloaded-amid", QUESTION);
  await widget.log.getByRole("button", { name: "Stop" }).click();
  await page.waitForTimeout(600);
  await checkPage(page, "7-stopped", QUESTION);
  await page.context().close();
  const two = await visit();
  await two.widget.open();
  await two.widget.write(QUESTION);
  await two.widget.log.getByText(PROVED).waitFor();
  await two.widget.log.getByRole("button", { name: "Talk to a person" }).click();
  await two.page.waitForTimeout(800);
  await checkPage(two.page, "8-person-asked", QUESTION);
  await two.page.context().close();
});

test("takeover", async () => {
  models.answer({ object: LONG, chunkMs: 400, chunk: 12, always: true });
  const two = await visit();
  await two.widget.open();
  await two.widget.write(QUESTION);
  await two.widget.log.getByText(PROVED).waitFor();
  const { body } = await project.owner.call<{ items: { id: string }[] }>(`/api/dashboard/projects/${project.id}/conversations?view=all`);
  const id = body.items[0]!.id;
  console.log(await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${id}/take-over`, { clientId: randomUUID() }));
  await two.page.waitForTimeout(800);
  await checkPage(two.page, "9-taken", QUESTION);
  await two.page.context().close();
});

test("german", async () => {
  models.answer({ object: ANSWER, chunkMs: 400, chunk: 12, always: true });
  const { page, widget } = await visit({ ...DESKTOP, locale: "de-DE" }, `/plain?html=${encodeURIComponent('lang="de"')}`);
  await widget.host.locator("button.l").click();
  const field = widget.panel.getByRole("textbox");
  await field.fill("Wie lange kann ich ein Paket zurückgeben? parcel return");
  await field.press("Enter");
  await page.waitForTimeout(1000);
  await checkPage(page, "10-german", "Paket");
  await page.waitForTimeout(10000);
  await checkPage(page, "11-german", "Paket");
  await page.context().close();
});
void until;
