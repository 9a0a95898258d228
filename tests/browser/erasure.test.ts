// Erasing a contact's personal data, seen from every open screen: the owner who erases, an operator in the middle of a reply, and the
// visitor.
import { test, type BrowserContext, type Locator, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { PNG, Visitor } from "../support/desk.ts";
import { sideways } from "./axe.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, widgetOf, withProject, sendsAtOnce } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let owners: BrowserContext;
let operators: BrowserContext;
// Texts about the person that must not be found anywhere afterwards.
const SECRET = /secret|Lovelace|ada@example|passport/i;
const picture = { name: "passport.png", mimeType: "image/png", buffer: Buffer.from(PNG) };

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  owners = await stage.context(DESKTOP, project.owner);
  const mia = await project.owner.invite(project.id, "operator", "mia@example.test");
  await sendsAtOnce(mia, project.id);
  operators = await stage.context(DESKTOP, mia);
});
test.afterAll(() => stage.stop());

const screenUrl = (path: string): string => `${stage.served.url}/projects/${project.id}/${path}`;
const contactsApi = (id?: string): string => `/api/dashboard/projects/${project.id}/contacts${id === undefined ? "" : `/${id}`}`;
const erase = async (contactId: string): Promise<void> => {
  const answer = await project.owner.post(`/api/management/projects/${project.id}/contacts/${contactId}/erase`, {});
  assert.equal(answer.status, 202);
};
/** A contact with a name who wrote once. */
async function person(): Promise<{ contactId: string; conversationId: string }> {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const conversationId = (await visitor.open("my secret")).body.conversation.id;
  await project.owner.call(contactsApi(visitor.contactId), { method: "PATCH", body: { name: "Ada Lovelace", email: null } });
  return { contactId: visitor.contactId, conversationId };
}
/** Everything that a page shows and everything that its site stores in the browser. */
const contentsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const shown = (root: Document | ShadowRoot): string =>
      [...root.querySelectorAll("*")]
        .map((it) => (it.shadowRoot ? shown(it.shadowRoot) : ""))
        .concat(root instanceof Document ? root.documentElement.outerHTML : root.innerHTML)
        .concat([...root.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value))
        .join("\n");
    return [document.title, shown(document), ...Object.values(localStorage), ...Object.values(sessionStorage)].join("\n");
  });
/** Remaining occurrences of the person's texts, each with its surroundings. */
const remainsIn = async (page: Page): Promise<string[]> => {
  const all = await contentsOf(page);
  return [...all.matchAll(new RegExp(SECRET, "gi"))].map(({ index }) => all.slice(Math.max(0, index - 80), index + 40));
};
/** Sends a message from the widget and waits until the server has it. */
async function sendFromWidget(chat: ReturnType<typeof widgetOf>, text: string): Promise<void> {
  await chat.write(text);
  await chat.log.getByText(text, { exact: true }).waitFor();
  await until(`"${text}" to have arrived`, async () => (await chat.log.getByText("Sending…").count()) === 0);
}
const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: /Erase the personal data/ });
const action = (page: Page): Locator => page.getByRole("button", { name: "Erase personal data…" });
const record = (page: Page): Locator => page.getByRole("region", { name: /Personal data erased|Erasing personal data/ });

test("an owner erases a contact; operator and visitor lose the data at once and are informed", async () => {
  const visitors = await stage.context(DESKTOP);
  const shop = await visitors.newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(shop);
  await chat.open();
  await sendFromWidget(chat, "my secret");
  await chat.panel.locator("input[type=file]").setInputFiles(picture);
  await chat.panel.getByRole("button", { name: "Remove passport.png" }).waitFor();
  await until("the upload to finish", async () => (await chat.panel.locator("progress").count()) === 0);
  await sendFromWidget(chat, "the secret passport");
  await chat.field.fill("another secret begins");

  const first = (await project.owner.call<{ items: { id: string }[] }>(contactsApi())).body.items[0];
  const contactId = first?.id ?? "";
  await project.owner.call(contactsApi(contactId), { method: "PATCH", body: { name: "Ada Lovelace", email: "ada@example.test" } });

  // The operator has an unsent reply, a saved note, and a half-written reply with a file.
  const team = await operators.newPage();
  await team.goto(screenUrl("inbox/all"));
  await team.locator("[data-row]").first().click();
  const log = team.getByRole("log");
  await log.getByText("the secret passport").waitFor();
  const reply = team.getByRole("textbox", { name: /^Reply to / });
  await team.route("**/messages", (route) => route.fulfill({ status: 503, json: { error: "Out of order.", code: "unavailable" } }));
  await reply.fill("unsent secret");
  await reply.press("Control+Enter");
  await log.getByText("Not sent").waitFor();
  await team.unroute("**/messages");
  await team.locator("form input[type=file]").setInputFiles(picture);
  await reply.fill("Dear Ada, about your secret");
  await team.getByText("Draft saved").waitFor();
  await reply.pressSequentially(" Lovelace");
  assert.match(await contentsOf(team), /unsent secret/);
  const thumbnail = await team.locator("img[src^='blob:']").getAttribute("src");

  const page = await owners.newPage();
  await page.goto(screenUrl(`contacts/${contactId}`));
  await action(page).click();
  const dialog = dialogOf(page);
  const button = dialog.getByRole("button", { name: "Erase personal data" });
  for (const wrong of ["", "erase", "ERASED"]) {
    await dialog.getByRole("textbox").fill(wrong);
    assert.equal(await button.isDisabled(), true, `"${wrong}" is enough`);
  }
  await dialog.getByRole("textbox").fill("ERASE");
  await button.click();
  await record(page).getByRole("heading", { name: "Personal data erased" }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await record(page).getByText("Olga Owner").waitFor();
  const recordText = await record(page).innerText();
  assert.match(recordText, /2 messages, .*\bfiles?\b.*drafts?/);
  assert.match(recordText, /Backups, for up to 30 days/);
  assert.deepEqual(await remainsIn(page), []);

  await log.getByText("Personal data was erased").waitFor();
  await team.getByText("Your unsent text was discarded with it.").waitFor();
  assert.equal(await log.getByText("Content removed").count(), 2);
  assert.equal(await reply.count(), 0);
  await until("nothing to be left with the operator", async () => (await remainsIn(team)).length === 0);
  assert.equal(await team.locator("img[src^='blob:'], img[src*='/files/']").count(), 0);
  assert.equal(
    await team.evaluate(
      (url) =>
        fetch(url ?? "").then(
          () => true,
          () => false,
        ),
      thumbnail,
    ),
    false,
  );
  // Later than any save that was in flight.
  await team.waitForTimeout(1200);
  assert.deepEqual(await remainsIn(team), []);
  await team.getByRole("link", { name: "Closed" }).click();
  await team.locator("[data-row]").getByText("Erased contact").waitFor();
  await team.locator("[data-row]").getByText("Content removed").waitFor();
  await team.locator("[data-row]").click();

  await chat.panel.getByText("Your conversations were deleted.").waitFor();
  assert.deepEqual(await remainsIn(shop), []);
  await sendFromWidget(chat, "hello again");
  const { items } = (await project.owner.call<{ items: { id: string }[] }>(contactsApi())).body;
  assert.equal(items.length, 1);
  assert.notEqual(items[0]?.id, contactId);

  for (const again of [page, team, shop]) await again.reload();
  await record(page).getByText("Olga Owner").waitFor();
  await log.getByText("Personal data was erased").waitFor();
  await chat.open();
  await chat.log.getByText("hello again").waitFor();
  for (const again of [page, team, shop]) assert.deepEqual(await remainsIn(again), []);

  await page.goto(screenUrl("settings/audit"));
  await page
    .getByRole("row", { name: /Erased a contact’s personal data/ })
    .getByRole("link")
    .click();
  await page.waitForURL(`**/contacts/${contactId}`);
  for (const each of [page, team, shop]) await each.close();
  await visitors.close();
});

test("a visitor who was away during the erasure finds nothing and starts as a new contact", async () => {
  const visitors = await stage.context(PHONE);
  const first = await visitors.newPage();
  await first.goto(`${stage.hosts.origin}/plain`);
  const before = widgetOf(first);
  await before.open();
  await sendFromWidget(before, "my secret");
  const known = (await project.owner.call<{ items: { id: string }[] }>(contactsApi())).body.items[0]?.id ?? "";
  await first.close();
  await erase(known);
  const shop = await visitors.newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(shop);
  await chat.open();
  await sendFromWidget(chat, "hello");
  assert.equal(await chat.log.getByRole("button", { name: /again/i }).count(), 0);
  assert.deepEqual(await remainsIn(shop), []);
  const now = (await project.owner.call<{ items: { id: string }[] }>(contactsApi())).body.items[0]?.id;
  assert.notEqual(now, known);
  await visitors.close();
});

test("by keyboard alone: nothing happens before the confirmation word is right, Escape restores the focus, Enter erases", async () => {
  const { contactId } = await person();
  const page = await owners.newPage();
  let posts = 0;
  page.on("request", (request) => void (posts += Number(request.url().endsWith("/erase"))));
  await page.goto(screenUrl(`contacts/${contactId}`));
  const ready = () =>
    until("the focus in the field", () =>
      dialogOf(page)
        .getByRole("textbox")
        .evaluate((it) => it === document.activeElement),
    );
  await action(page).focus();
  await page.keyboard.press("Enter");
  await ready();
  await page.keyboard.type("erase");
  await page.keyboard.press("Enter");
  assert.equal(posts, 0);
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  await until("the focus on what opened it", () => action(page).evaluate((it) => it === document.activeElement));
  await page.keyboard.press("Enter");
  await ready();
  await page.keyboard.type("ERASE");
  await page.keyboard.press("Enter");
  await record(page).getByRole("heading", { name: "Personal data erased" }).waitFor();
  await until("the focus on the record", () => record(page).evaluate((it) => it === document.activeElement));
  assert.equal(posts, 1);
  await page.close();
});

test("a contact can be erased on a phone, even one that was blocked before", async () => {
  const { contactId } = await person();
  await project.owner.call(contactsApi(contactId), { method: "DELETE" });
  const phone = await stage.context(PHONE, project.owner);
  const page = await phone.newPage();
  await page.goto(screenUrl(`contacts/${contactId}`));
  await page.getByText("This contact is hidden and blocked.").waitFor();
  await action(page).tap();
  await dialogOf(page).getByRole("textbox").fill("ERASE");
  assert.deepEqual(await sideways(page), []);
  await dialogOf(page).getByRole("button", { name: "Erase personal data" }).tap();
  await record(page).getByRole("heading", { name: "Personal data erased" }).waitFor();
  assert.deepEqual(await sideways(page), []);
  await phone.close();
});

test("a refusal and a lost connection stay in the dialog, and a second try succeeds", async () => {
  const { contactId } = await person();
  const page = await owners.newPage();
  await page.goto(screenUrl(`contacts/${contactId}`));
  await action(page).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("textbox").fill("ERASE");
  const button = dialog.getByRole("button", { name: "Erase personal data" });
  await page.route("**/erase", (route) => route.abort("connectionfailed"));
  await button.click();
  await dialog.getByText("Couldn’t reach the server.").waitFor();
  await page.unroute("**/erase");
  await page.route("**/erase", (route) => route.fulfill({ status: 503, json: { code: "unavailable", error: "Not now." } }));
  await button.click();
  await dialog.getByText("Not now.").waitFor();
  await page.unroute("**/erase");
  await button.click();
  await record(page).getByRole("heading", { name: "Personal data erased" }).waitFor();
  await page.close();
});

test("progress is polled until the erasure is finished, and an interrupted one can be continued by hand", async () => {
  // No conversation may reveal to the page that the erasure is already over.
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { contactId } = visitor;
  await erase(contactId);
  const page = await owners.newPage();
  let reads = 0;
  const unfinished = { state: "erasing", finishedAt: null, progress: { done: 3, of: 10 }, startedAt: "2026-01-01T00:00:00.000Z" };
  await page.route("**/erasure", async (route) => {
    reads++;
    const response = await route.fetch();
    const { erasure } = (await response.json()) as { erasure: object };
    if (reads === 3) return await route.fulfill({ status: 503, json: { code: "unavailable", error: "Not now." } });
    await route.fulfill({ json: { erasure: { ...erasure, ...unfinished } } });
  });
  await page.route(`**/contacts/${contactId}`, async (route) => {
    if (route.request().resourceType() === "document") return await route.continue();
    const response = await route.fetch();
    const { contact } = (await response.json()) as { contact: object };
    await route.fulfill({ json: { contact: { ...contact, state: "erasing" } } });
  });
  await page.goto(screenUrl(`contacts/${contactId}`));
  await record(page).getByText("Step 4 of 10").waitFor();
  await record(page).getByText("It continues even if").waitFor();
  await until("it to be asked for again", () => reads >= 4);
  await record(page).getByRole("button", { name: "Continue now" }).click();
  await record(page).getByRole("heading", { name: "Personal data erased" }).waitFor();
  reads = 0;
  await page.waitForTimeout(1500);
  assert.equal(reads, 0);
  await page.close();
});

test("an operator sees the disabled action with its reason, and sees that a contact was erased but not the record", async () => {
  const { contactId } = await person();
  const page = await operators.newPage();
  const asked: string[] = [];
  page.on("request", (request) => void (/\/eras(e|ure)$/.test(request.url()) && asked.push(request.url())));
  await page.goto(screenUrl(`contacts/${contactId}`));
  await action(page).waitFor();
  assert.equal(await action(page).getAttribute("aria-disabled"), "true");
  const reason = await action(page).evaluate((it) => document.getElementById(it.getAttribute("aria-describedby") ?? "")?.textContent);
  assert.equal(reason, "Only owners and admins can erase personal data.");
  for (let i = 0; i < 30 && !(await action(page).evaluate((it) => it === document.activeElement)); i++) await page.keyboard.press("Tab");
  assert.equal(await action(page).evaluate((it) => it === document.activeElement), true, "the keyboard does not reach it");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Only owners and admins can erase personal data.").waitFor();
  assert.equal(await dialogOf(page).count(), 0);
  await erase(contactId);
  await page.getByText("This contact’s personal data was erased.").waitFor();
  assert.equal(await record(page).count(), 0);
  assert.deepEqual(asked, []);
  assert.doesNotMatch(await page.locator("main").innerHTML(), SECRET);
  await page.close();
});

test("an unsent reply is removed from the browser even when its conversation is not open", async () => {
  const { contactId, conversationId } = await person();
  const page = await operators.newPage();
  await page.goto(screenUrl(`inbox/all/${conversationId}`));
  await page.route("**/messages", (route) => route.fulfill({ status: 503, json: { error: "Out of order.", code: "unavailable" } }));
  await page.getByRole("textbox", { name: /^Reply to / }).fill("unsent secret");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("log").getByText("Not sent").waitFor();
  await page.goto(screenUrl("inbox/all"));
  await page.locator(`[data-row="${conversationId}"]`).getByText("Not sent").waitFor();
  await erase(contactId);
  await until("nothing to be left", async () => (await remainsIn(page)).length === 0);
  await page.close();
});

test("an open contact list drops the erased contact, and a save in flight does not bring the name back", async () => {
  const { contactId } = await person();
  const [list, one] = [await operators.newPage(), await operators.newPage()];
  await list.goto(screenUrl("contacts"));
  const link = list.locator(`a[href$="${contactId}"]`);
  await link.waitFor();
  await one.goto(screenUrl(`contacts/${contactId}`));
  const gone = Promise.withResolvers<void>();
  await one.route(`**/contacts/${contactId}`, async (route) => {
    if (route.request().method() !== "PATCH") return await route.continue();
    const response = await route.fetch();
    await gone.promise;
    await route.fulfill({ response });
  });
  const saved = one.waitForResponse((response) => response.request().method() === "PATCH");
  await one.getByLabel("Name").fill("Countess Lovelace");
  await one.getByRole("button", { name: "Save" }).click();
  await until("the change to be stored", async () => {
    const { contact } = (await project.owner.call<{ contact: { name: string } }>(contactsApi(contactId))).body;
    return contact.name === "Countess Lovelace";
  });
  await erase(contactId);
  await link.waitFor({ state: "detached" });
  await one.getByRole("heading", { name: "Erased contact" }).waitFor();
  gone.resolve();
  await saved;
  await one.getByText("This contact’s personal data was erased.").waitFor();
  await one.waitForTimeout(300);
  assert.deepEqual([...(await remainsIn(list)), ...(await remainsIn(one))], []);
  await Promise.all([list.close(), one.close()]);
});

test("a reply in flight during the erasure does not bring any data back", async () => {
  const { contactId, conversationId } = await person();
  const page = await operators.newPage();
  await page.goto(screenUrl("inbox/all"));
  const row = page.locator(`[data-row="${conversationId}"]`);
  await row.getByText("my secret").waitFor();
  const gone = Promise.withResolvers<void>();
  let held = false;
  await page.route(`**/conversations/${conversationId}`, async (route) => {
    const response = await route.fetch();
    held = true;
    await gone.promise;
    await route.fulfill({ response });
  });
  await row.click();
  await until("the answer to be held back", () => held);
  await erase(contactId);
  await row.waitFor({ state: "detached" });
  gone.resolve();
  await page.getByRole("log").getByText("Personal data was erased").waitFor();
  assert.equal(await page.getByRole("log").getByText("Content removed").count(), 1);
  assert.deepEqual(await remainsIn(page), []);
  await page.close();
});
