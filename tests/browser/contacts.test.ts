// Contacts by keyboard alone: attributes from their definition to a filter, the list, notes with undo, blocking several, and merging.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { sideways, violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
const people: Visitor[] = [];
const NAMES = ["Amara Okafor", "Jonas Weber", "Priya Raman"];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  for (const [n, name] of NAMES.entries()) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    await visitor.open(`Hello, this is ${name}.`);
    const seen = (path: string) => ({ kind: "page", page: { url: `${stage.hosts.origin}/${path}`, title: `The page ${path}` } });
    const events = [{ kind: "claim", name, email: `person${n}@example.test` }, seen("prices"), seen("start")];
    assert.equal((await visitor.call("/api/widget/events", { body: { events } })).status, 200);
    people.push(visitor);
  }
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});

const at = (path: string): string => `${stage.served.url}/projects/${project.id}/${path}`;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const undo = (said: string): Promise<void> =>
  page.getByRole("dialog").filter({ hasText: said }).getByRole("button", { name: "Undo" }).press("Enter");
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");

test("an owner defines an attribute with choices", async () => {
  await page.goto(at("settings/contact-attributes"));
  await button("New attribute").press("Enter");
  await page.getByLabel("Label", { exact: true }).focus();
  await page.keyboard.type("Plan");
  await page.keyboard.press("Tab");
  // The native select takes the first letters of a choice.
  await page.keyboard.type("Cho");
  await page.getByLabel("Choices").focus();
  await page.keyboard.type("Free\nPro");
  assert.equal(await page.getByLabel("Key").inputValue(), "plan");
  await button("Create attribute").press("Enter");
  await page.getByText("Choice · plan · Free, Pro").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
});

test("arrows and letters move in the list, Enter opens, and a value set on the page can be undone and filtered by", async () => {
  await page.goto(at("contacts"));
  await page.getByRole("link", { name: "Priya Raman" }).waitFor();
  await page.keyboard.press("j");
  assert.match(await focused(), /Priya Raman/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /Amara Okafor/);
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Jonas Weber", level: 1 }).waitFor();
  await page.getByText("The page start").first().waitFor();
  await button("Show 1 page before").press("Enter");
  await page.getByText("The page prices").waitFor();

  await page.getByRole("button", { name: "Add Plan" }).press("Enter");
  await page.getByLabel("Plan", { exact: true }).focus();
  await page.keyboard.type("Pro");
  await button("Save value").press("Enter");
  await undo("Plan was saved");
  await page.getByRole("button", { name: "Add Plan" }).waitFor();
  await page.getByRole("button", { name: "Add Plan" }).press("Enter");
  await page.keyboard.type("Pro");
  await button("Save value").press("Enter");
  await button("Edit Plan").waitFor();
  assert.deepEqual(await violations(page, undefined), []);

  await page.goto(at("contacts"));
  await button("Filters").press("Enter");
  await page.locator("option", { hasText: "Plan" }).waitFor({ state: "attached" });
  await page.getByLabel("Filter by").focus();
  await page.keyboard.type("Plan");
  await page.getByLabel("Plan", { exact: true }).focus();
  await page.keyboard.type("Pro");
  await page.getByRole("link", { name: "Priya Raman" }).waitFor({ state: "detached" });
  assert.equal(await page.locator("a[data-contact]").count(), 1);
  await page.getByText("This filter lists the newest contacts first.").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  // Opening one and coming back leaves the filter.
  await page.getByRole("link", { name: "Jonas Weber" }).press("Enter");
  await page.getByRole("heading", { name: "Jonas Weber", level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Filters, 1 on" }).waitFor();
  assert.equal(await page.locator("a[data-contact]").count(), 1);
  await button("Clear filters").press("Enter");
  await page.getByRole("link", { name: "Priya Raman" }).waitFor();
});

test("columns are chosen and remembered", async () => {
  await button("Columns").press("Enter");
  await page
    .getByRole("menuitemcheckbox", { name: "Plan" })
    .or(page.getByRole("menuitemradio", { name: "Plan" }))
    .or(page.getByRole("menuitem", { name: "Plan" }))
    .first()
    .press("Enter");
  await page.getByRole("columnheader", { name: "Plan" }).waitFor();
  await page.reload();
  await page.getByRole("columnheader", { name: "Plan" }).waitFor();
  await page.getByRole("cell", { name: "Pro" }).waitFor();
});

test("selected contacts are blocked together, with a question before and undo after", async () => {
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await button("Hide and block").press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Hide and block" }).press("Enter");
  await page.getByRole("link", { name: "Priya Raman" }).waitFor({ state: "detached" });
  await undo("2 contacts are hidden and blocked");
  await page.getByRole("link", { name: "Priya Raman" }).waitFor();
});

test("a note is written, changed and deleted, and comes back by undo", async () => {
  await page.goto(at(`contacts/${people[1]?.contactId}`));
  await button("Add note").first().press("Enter");
  await page.keyboard.type("Prefers a call **before ten**.");
  await page.keyboard.press("Control+Enter");
  const note = page.getByRole("listitem").filter({ hasText: "Prefers a call" });
  await note.getByText("before ten").waitFor();
  await note.getByRole("button", { name: /Actions of the note/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
  await page.getByLabel("Note", { exact: true }).fill("Prefers a call before nine.");
  await page.keyboard.press("Control+Enter");
  await note.getByText("edited").waitFor();
  await note.getByRole("button", { name: /Actions of the note/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await note.waitFor({ state: "detached" });
  await undo("Note deleted");
  await note.getByText("before nine").waitFor();
  await page.reload();
  await note.getByText("before nine").waitFor();
});

test("next to a conversation a value is set, too, and is there when one comes back", async () => {
  const rows = await project.owner.call<{ items: { id: string; contact: { id: string } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations?view=all`,
  );
  const of = (n: number): string => rows.body.items.find(({ contact }) => contact.id === people[n]?.contactId)?.id ?? "none";
  await page.goto(at(`inbox/all/${of(0)}`));
  await page.getByRole("button", { name: "Add Plan" }).press("Enter");
  await page.getByLabel("Plan", { exact: true }).focus();
  await page.keyboard.type("Free");
  await button("Save value").press("Enter");
  await button("Edit Plan").waitFor();
  await page
    .getByRole("link", { name: /Jonas Weber/ })
    .first()
    .click();
  await page.getByText("Prefers a call before nine.").waitFor();
  await page
    .getByRole("link", { name: /Amara Okafor/ })
    .first()
    .click();
  await page.getByRole("definition").filter({ hasText: "Free" }).waitFor();
  await checkPage(page, "details-of-a-contact", "Attributes");
});

test("two contacts become one: found, looked at, merged; the address of the other leads to it, and who reads its conversation sees it", async () => {
  const rows = await project.owner.call<{ items: { id: string; contact: { id: string } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations?view=all`,
  );
  const theirs = rows.body.items.find(({ contact }) => contact.id === people[2]?.contactId);
  const tom = await project.owner.invite(project.id, "operator", "tom@example.test");
  const other = await (await stage.context(DESKTOP, tom)).newPage();
  await other.goto(at(`inbox/all/${theirs?.id}`));
  await other.getByRole("complementary", { name: "Details" }).getByText("Priya Raman").waitFor();
  await page.goto(at(`contacts/${people[1]?.contactId}`));
  await button("Merge…").press("Enter");
  await page.getByRole("searchbox", { name: "Find the other contact" }).focus();
  await page.keyboard.type("priya");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Priya Raman/ })
    .press("Enter");
  await page.getByText("1 conversation", { exact: true }).waitFor();
  await page.getByText("The name Priya Raman").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).press("Enter");
  await page.getByText("Jonas Weber is now one contact").waitFor();
  await page.getByText("Hello, this is Priya Raman.").waitFor();
  await other.getByRole("complementary", { name: "Details" }).getByText("Jonas Weber").first().waitFor();
  await other.close();
  await page.goto(at(`contacts/${people[2]?.contactId}`));
  await page.getByRole("heading", { name: "Jonas Weber", level: 1 }).waitFor();
  await until("the address is that of the contact that stays", () => page.url().endsWith(people[1]?.contactId ?? "none"));
  await page.goto(at("contacts"));
  await page.getByRole("link", { name: "Jonas Weber" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Priya Raman" }).count(), 0);
});

test("on a phone, dark, the list is cards and nothing is wider than the screen", async () => {
  const context = await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner);
  const phone = await context.newPage();
  await phone.goto(at("contacts"));
  await phone.getByRole("list", { name: "Contacts" }).getByRole("link", { name: "Jonas Weber" }).waitFor();
  await phone.getByRole("button", { name: "Filters" }).tap();
  assert.deepEqual([await sideways(phone), await violations(phone, undefined)], [[], []]);
  await phone.getByRole("link", { name: "Jonas Weber" }).tap();
  await phone.getByText("before nine").waitFor();
  assert.deepEqual([await sideways(phone), await violations(phone, undefined)], [[], []]);
  await context.close();
  assert.deepEqual([complaints.policy, complaints.console.filter((text) => !text.includes("401"))], [[], []]);
});
