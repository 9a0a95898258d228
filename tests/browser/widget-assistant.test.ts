// The assistant in the widget, against a model's double: it looks, writes and is stopped, names its sources, and leaves the conversation to
// people; the way to a person is there from the first message on.
import { test, type BrowserContextOptions } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { ANSWER, answerOf, chooseModel, PROVED, QUESTION, sentence, switchOn, teach } from "./assistant-stage.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, collectErrors, openStage, type Stage, until, widgetOf, withProject } from "./stage.ts";

const models = new Models();
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;

test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible } });
  project = await withProject(stage);
  await teach(project.owner, project.id);
  await teach(project.owner, project.id, "de", { "Paket zurückgeben": "Sie können ein Paket innerhalb von 30 Tagen zurückgeben." });
  await teach(project.owner, project.id, "ar", { "إرجاع الطلبات": "يمكنك إرجاع الطلبات خلال 30 يومًا من الاستلام." });
  await chooseModel(project.owner, project.id);
  await switchOn(project.owner, project.id);
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});
test.beforeEach(() => models.reset());

const LONG = answerOf(
  sentence(PROVED, "return a parcel within **30 days**"),
  sentence("Returning a parcel is free of charge.", "Returning a parcel is free of charge"),
  sentence("Gift cards cannot be returned.", "Gift cards cannot be returned"),
);
/** So slow that a test can look while it is written. */
const SLOWLY = { object: LONG, chunkMs: 500, chunk: 12 };
/** A new visitor with the open widget. */
async function visit(options: BrowserContextOptions = DESKTOP, path = "/plain") {
  const context = await stage.context(options);
  const page = await context.newPage();
  const errors = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}${path}`);
  const widget = widgetOf(page);
  const person = widget.log.getByRole("button", { name: "Talk to a person" });
  const stop = widget.log.getByRole("button", { name: "Stop" });
  return { context, page, errors, widget, person, stop };
}
const bubbles = (widget: ReturnType<typeof widgetOf>): Promise<string[]> => widget.log.locator("ol > .m .bub").allInnerTexts();

test("an answer is written sentence by sentence and stays with its sources; the way to a person is there before it", async () => {
  models.answer({ ...SLOWLY, delayMs: 2000 });
  const { context, page, errors, widget, person, stop } = await visit();
  await widget.open();
  await widget.write(QUESTION);
  await person.waitFor();
  assert.equal(await widget.log.locator("ol > .assistant").count(), 0);
  await widget.log.getByText("Writing…").waitFor();
  await widget.log.getByText(PROVED).waitFor();
  await stop.waitFor();
  assert.ok(await person.isVisible());
  await checkPage(page, "assistant-writing", PROVED);
  await widget.log.getByText("Sources:").waitFor({ timeout: 60_000 });
  await stop.waitFor({ state: "detached" });
  const whole = `${PROVED} Returning a parcel is free of charge. Gift cards cannot be returned.`;
  assert.deepEqual(await bubbles(widget), [QUESTION, whole]);
  await checkPage(page, "assistant-answered", "Sources:");

  models.answer({ object: ANSWER });
  await widget.write(`And ${QUESTION}`);
  await until("the second answer", async () => (await bubbles(widget)).length === 4);
  assert.deepEqual(await bubbles(widget), [QUESTION, whole, `And ${QUESTION}`, PROVED]);
  assert.ok(await person.isVisible());

  // Whether it helped: answered here in place of the server, by the agreed wire.
  const rated: unknown[] = [];
  await page.route("**/messages/*/rating", async (route) => {
    assert.equal(route.request().method(), "PUT");
    rated.push(route.request().postDataJSON());
    await route.fulfill({ json: route.request().postDataJSON() as object, headers: { "access-control-allow-origin": stage.hosts.origin } });
  });
  const thumbs = widget.log.getByRole("group", { name: "Was this helpful?" });
  assert.equal(await thumbs.count(), 2);
  const [yes, no] = ["Yes", "No"].map((name) => thumbs.last().getByRole("button", { name }));
  await yes?.click();
  await widget.log.locator(".up[aria-pressed=true]").waitFor();
  await no?.click();
  await widget.log.locator(".down[aria-pressed=true]").waitFor();
  assert.equal(await widget.log.locator(".up[aria-pressed=true]").count(), 0);
  await checkPage(page, "assistant-rated", "Was this helpful?");
  await no?.click();
  await until("all ratings", () => rated.length === 3);
  assert.deepEqual(rated, [{ rating: "up" }, { rating: "down" }, { rating: null }]);
  assert.deepEqual(errors, { console: [], policy: [] });
  await context.close();
});

test("what nothing answers is left to people, and said so", async () => {
  const { context, page, widget, person } = await visit();
  await widget.open();
  await widget.write("which telescope shows the rings of saturn?");
  await widget.log.getByText("I can’t answer this with certainty").waitFor();
  await person.waitFor({ state: "detached" });
  await checkPage(page, "assistant-handed-over", "I can’t answer this");
  await page.reload();
  await widget.open();
  await widget.log.getByText("I can’t answer this with certainty").waitFor();
  await widget.write("Hello?");
  await widget.log.getByText("A person will answer you here.").waitFor();
  assert.equal(await person.count(), 0);
  await checkPage(page, "assistant-team", "A person will answer you here.");
  await context.close();
});

test("amid a round the visitor reloads the page, and stops it; nothing of it is said", async () => {
  models.answer(SLOWLY);
  const { context, page, widget, person, stop } = await visit();
  await widget.open();
  await widget.write(QUESTION);
  await widget.log.getByText(PROVED).waitFor();
  await page.reload();
  await widget.open();
  await stop.waitFor();
  await widget.log.getByText(PROVED).waitFor();
  await checkPage(page, "assistant-reloaded", QUESTION);
  await stop.click();
  await stop.waitFor({ state: "detached" });
  // What the worker still sends does not bring it back.
  for (let looks = 0; looks < 25; looks += 1) {
    assert.equal(await stop.count(), 0);
    await page.waitForTimeout(100);
  }
  assert.deepEqual(await bubbles(widget), [QUESTION]);
  assert.ok(await person.isVisible());
  await context.close();
});

test("a member who takes over, or a visitor who asks for a person, silences it amid a sentence", async () => {
  models.answer({ ...SLOWLY, always: true });
  const taken = await visit();
  await taken.widget.open();
  await taken.widget.write(QUESTION);
  await taken.widget.log.getByText(PROVED).waitFor();
  const at = `/api/dashboard/projects/${project.id}/conversations`;
  const { body } = await project.owner.call<{ items: { id: string }[] }>(`${at}?view=all`);
  const { status } = await project.owner.post(`${at}/${body.items[0]?.id}/take-over`, { clientId: randomUUID() });
  assert.equal(status, 201);
  await taken.widget.log.getByText("A person will answer you here.").waitFor();
  await checkPage(taken.page, "assistant-taken", "A person will answer you here.");
  assert.deepEqual(await bubbles(taken.widget), [QUESTION]);
  await taken.context.close();

  const { context, page, widget, person, stop } = await visit();
  await widget.open();
  await widget.write(QUESTION);
  await widget.log.getByText(PROVED).waitFor();
  await person.click();
  await widget.log.getByText("A person will answer you here.").waitFor();
  for (let looks = 0; looks < 25; looks += 1) {
    assert.equal(await stop.count(), 0);
    assert.ok(await widget.log.getByText("A person will answer you here.").isVisible());
    await page.waitForTimeout(100);
  }
  assert.deepEqual(await bubbles(widget), [QUESTION]);
  await context.close();
});

test("a person can be asked for while the first message is still being sent", async () => {
  models.answer({ ...SLOWLY, always: true });
  const { context, page, widget, person } = await visit();
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/api/widget/conversations", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await widget.open();
  await widget.write(QUESTION);
  await person.click();
  await widget.log.getByText("A person will answer you here.").waitFor();
  const asked = page.waitForResponse((response) => response.url().endsWith("/person"));
  release();
  assert.equal((await asked).status(), 200);
  await widget.log.getByText("A person will answer you here.").waitFor();
  assert.deepEqual(await bubbles(widget), [QUESTION]);
  await context.close();
});

test("in German", async () => {
  const quote = "ein Paket innerhalb von 30 Tagen zurückgeben";
  models.answer((asked) => {
    const source = /<passage id="(p\d+)"[^>]*>\s*<title>Paket zurück/u.exec(asked.text)?.[1] ?? "p1";
    return {
      object: answerOf(sentence("Sie können ein Paket innerhalb von 30 Tagen zurückgeben.", quote, source)),
      chunkMs: 400,
      chunk: 12,
    };
  });
  const { context, page, widget } = await visit({ ...DESKTOP, locale: "de-DE" }, `/plain?html=${encodeURIComponent('lang="de"')}`);
  await widget.launcher.click();
  const field = widget.panel.getByRole("textbox", { name: "Nachricht", exact: true });
  await field.fill("Wie lange kann ich ein Paket zurückgeben?");
  await field.press("Enter");
  await widget.log.getByRole("button", { name: "Mit einem Menschen sprechen" }).waitFor();
  await widget.log.getByText("Schreibt …").waitFor();
  await checkPage(page, "assistant-german-writing", "Anhalten");
  await widget.log.getByText("Quellen:").waitFor({ timeout: 60_000 });
  await checkPage(page, "assistant-german", "Paket zurückgeben");
  await context.close();
});

test("in Arabic it is greeted, answered and handed over in that language, from right to left", async () => {
  models.answer((asked) => {
    const source = /<passage id="(p\d+)"[^>]*>\s*<title>إرجاع الطلبات/u.exec(asked.text)?.[1] ?? "p1";
    return { object: answerOf(sentence("يمكنك إرجاع طلبك خلال ثلاثين يومًا من الاستلام.", "إرجاع الطلبات خلال 30 يومًا", source)) };
  });
  const { context, page, errors, widget } = await visit(
    { ...DESKTOP, locale: "ar-EG" },
    `/plain?html=${encodeURIComponent('lang="ar" dir="rtl"')}`,
  );
  await widget.launcher.click();
  const field = widget.panel.getByRole("textbox").first();
  const say = async (text: string): Promise<void> => {
    await field.fill(text);
    await field.press("Enter");
  };
  await say("السلام عليكم");
  await widget.log.getByText("مرحبًا! كيف يمكنني مساعدتك؟").waitFor();
  await say("كم يومًا لدي لإرجاع طلبي؟");
  await widget.log.getByText("المصادر:").waitFor({ timeout: 60_000 });
  await checkPage(page, "assistant-arabic", "إرجاع الطلبات");
  await say("أريد التحدث مع موظف");
  await widget.log.getByText("سيرد عليك أحد أعضاء الفريق هنا.").waitFor();
  await checkPage(page, "assistant-arabic-handed-over", "حوّلت رسالتك");
  assert.deepEqual(errors, { console: [], policy: [] });
  await context.close();
});
