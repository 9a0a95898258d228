// Profiles in the real product: switched on, filled by a run over a visitor's messages, corrected by a member, switched off and deleted.
import { expect, test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

// Each test goes on where the one before it ended.
test.describe.configure({ mode: "serial" });

const models = new Models();
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;
let conversationId = "";
const FOLDER = process.env["SHOTS"];
/** For people who look at the screens: `SHOTS=<folder>`. */
async function shot(name: string): Promise<void> {
  if (FOLDER === undefined) return;
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `${FOLDER}/${name}-${scheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({ vars: { MODEL_SERVER_URL: served.base.compatible, CONTEXT_MODEL: "own/local-model" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  page.setDefaultTimeout(30_000);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversationId = (await visitor.open("Hello! We run version 3.2 of the shop plugin on Debian 12.")).body.conversation.id;
  for (const more of [
    "Please keep answers short, I read them on my phone.",
    "And I’m still waiting for the corrected invoice for March.",
    ...Array.from({ length: 12 }, (_, i) => `Something else that takes room, number ${i + 1}.`),
  ])
    await visitor.postMessage(conversationId, more);
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});

const panel = () => page.getByRole("region", { name: "Profile" });
const thread = (): string => `${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`;
const settings = (): string => `${stage.served.url}/projects/${project.id}/settings/profiles`;
const actOn = async (text: string, action: string): Promise<void> => {
  await panel()
    .getByRole("button", { name: `Actions for “${text}”` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

test("an owner reads what profiles are and switches them on; before that there is no panel", async () => {
  await page.goto(thread());
  await page.getByText("Something else that takes room, number 12.").first().waitFor();
  await page.getByRole("heading", { name: "Other conversations" }).waitFor();
  assert.equal(await panel().count(), 0);
  await page.goto(settings());
  const toggle = page.getByRole("switch", { name: "Keep profiles" });
  await toggle.waitFor();
  await page.getByText("own/local-model").waitFor();
  assert.equal(await toggle.isChecked(), false);
  await toggle.click();
  await page.getByText("Profiles are switched on").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await shot("settings-on");
});

test("an update shows what the messages prove, with a source that leads to the message", async () => {
  await page.goto(thread());
  await panel().getByText("Nothing is known of this customer yet.").waitFor();
  models.answer({
    object: {
      statements: [
        {
          kind: "setup",
          text: "Runs version 3.2 of the shop plugin on Debian 12",
          message: "m1",
          quote: "We run version 3.2 of the shop plugin on Debian 12",
        },
        {
          kind: "preference",
          text: "Likes short answers, reads them on the phone",
          message: "m2",
          quote: "Please keep answers short, I read them on my phone",
        },
        {
          kind: "open_matter",
          text: "Waits for the corrected invoice for March",
          message: "m3",
          quote: "waiting for the corrected invoice for March",
        },
        { kind: "product", text: "Uses the Enterprise plan", message: "m1", quote: "our Enterprise plan" },
      ],
      outdated: [],
    },
  });
  await panel().getByRole("button", { name: "Update now" }).click();
  await panel().getByText("Updated: 3 new statements.").waitFor();
  await panel().getByText("1 statement wasn’t proved and was dropped").waitFor();
  assert.equal(await panel().getByText("Enterprise").count(), 0);
  await shot("panel");
  const setup = panel().getByRole("listitem").filter({ hasText: "Debian 12" });
  await setup.getByRole("button", { name: "Source" }).click();
  await shot("panel-source");
  assert.deepEqual(await violations(page, undefined), []);
  await setup.getByRole("link", { name: "Show the message" }).click();
  await expect(page.locator("[data-revision='1']")).toBeInViewport();
  await expect(page.locator("[data-revision='15']")).not.toBeInViewport();
  await panel().getByRole("button", { name: "Update now" }).click();
  await panel().getByText("Nothing new since the last update.").waitFor();
});

test("a member confirms, pins, corrects, adds and deletes, and takes a deletion back", async () => {
  const waits = "Waits for the corrected invoice for March";
  await actOn(waits, "Confirm");
  await panel().getByText("Confirmed by").waitFor();
  await actOn("Likes short answers, reads them on the phone", "Pin");
  await expect(panel().getByRole("listitem").first()).toContainText("Likes short answers");
  await actOn("Runs version 3.2 of the shop plugin on Debian 12", "Edit");
  const field = panel().getByRole("textbox", { name: "Statement" });
  await expect(field).toBeFocused();
  await shot("panel-editing");
  assert.deepEqual(await violations(page, undefined), []);
  await field.fill("Runs version 3.2 of the shop plugin on Debian 12, in two places");
  await page.keyboard.press("Enter");
  await panel().getByText("in two places").waitFor();
  await panel().getByText("Written by").waitFor();
  await panel().getByRole("button", { name: "Add a statement" }).click();
  await panel().getByRole("textbox", { name: "Statement" }).fill("Card 4242 4242 4242 4242");
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  await panel().getByText("This looks like payment data, a key or a password. Leave it out.").waitFor();
  await panel().getByRole("textbox", { name: "Statement" }).fill("Prefers to be called by first name");
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  await panel().getByText("Prefers to be called by first name").waitFor();
  await actOn(waits, "Delete statement");
  await expect(panel().getByText(waits)).toHaveCount(0);
  await page.getByText("Statement deleted").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await panel().getByText(waits).waitFor();
  await panel().getByRole("listitem").filter({ hasText: waits }).getByRole("button", { name: "Source" }).waitFor();
  await shot("panel-people");
});

test("the contact's page and a phone show the same", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts/${visitor.contactId}`);
  await panel().getByText("Prefers to be called by first name").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await shot("contact");
  const desktop = page;
  page = await (await stage.context(PHONE, project.owner)).newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${thread()}/details`);
  await panel().getByText("Prefers to be called by first name").waitFor();
  await panel().getByText("Prefers to be called by first name").scrollIntoViewIfNeeded();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(await violations(page, undefined), []);
  await shot("phone");
  await page.goto(settings());
  await page.getByRole("switch", { name: "Keep profiles" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await shot("phone-settings");
  await page.context().close();
  page = desktop;
});

test("switched off, all profiles can be deleted by typing; then nothing is left", async () => {
  await page.goto(settings());
  await page.getByRole("switch", { name: "Keep profiles" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 customer has a profile.").waitFor();
  await expect(dialog.getByRole("button", { name: "Delete all profiles" })).toBeDisabled();
  await shot("settings-asks");
  assert.deepEqual(await violations(page, undefined), []);
  await dialog.getByLabel("Type “DELETE” to confirm").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete all profiles" }).click();
  await page.getByText("1 profile was deleted").waitFor();
  await shot("settings-deleted");
  await page.goto(thread());
  await page.getByRole("heading", { name: "Other conversations" }).waitFor();
  assert.equal(await panel().count(), 0);
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/audit`);
  await page.getByText("Deleted all customer profiles").first().waitFor();
});
