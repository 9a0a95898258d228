// Drafts, by keyboard: marked in the list, shared with the team, and inserted by a colleague.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let theirs: Page;
let id = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const mate = await project.owner.invite(project.id, "operator", "mate@example.test");
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  theirs = await (await stage.context(DESKTOP, mate)).newPage();
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("Where is my order?")).body.conversation.id;
});
test.afterAll(() => stage.stop());

const open = async (at: Page): Promise<void> => {
  await at.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await at.getByRole("button", { name: "Share draft with the team" }).waitFor();
};
const field = (at: Page) => at.getByRole("textbox", { name: /^Reply to / });
/** What is written, whichever field is shown. */
const textOf = (at: Page): Promise<string> =>
  field(at).evaluate((node) => (node instanceof HTMLTextAreaElement ? node.value : (node.textContent ?? "")));
const chip = (at: Page) => at.locator(`[data-row="${id}"]`).getByText("Draft", { exact: true });

test("a draft is marked in the list of its author, and a colleague reads and inserts what is shared", async () => {
  await Promise.all([open(page), open(theirs)]);
  await page.keyboard.press("r");
  await until("the field to have the focus", () => field(page).evaluate((node) => node === document.activeElement));
  await page.keyboard.type("It left us on Monday");
  await chip(page).waitFor();
  await page.getByText("Draft saved").waitFor();
  assert.equal(await chip(theirs).count(), 0);
  await page.getByRole("button", { name: "Share draft with the team" }).press("Enter");
  await page.getByText("Your team can read this draft").waitFor();
  await checkPage(page, "draft-shared", "Your team can read this draft");
  await theirs.getByText("Olga Owner shared a draft").waitFor();
  await checkPage(theirs, "draft-of-colleague", "It left us on Monday");
  await theirs.getByRole("button", { name: "Insert", exact: true }).press("Enter");
  await until("the text", async () => (await written(field(theirs))) === "It left us on Monday");
  await page.getByRole("button", { name: "Share draft with the team" }).press("Enter");
  await theirs.getByText("Olga Owner shared a draft").waitFor({ state: "detached" });
  await field(page).fill("");
  await chip(page).waitFor({ state: "detached" });
});

test("a program's draft waits above the composer: discarded, taken back, inserted", async () => {
  const made = await project.owner.post<{ secret: string }>(`/api/management/projects/${project.id}/api-tokens`, {
    ...{ clientId: crypto.randomUUID(), name: "Answer helper", scopes: ["conversations:read", "notes:write"], validDays: null },
  });
  await open(page);
  const drafted = await fetch(`${stage.served.url}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${made.body.secret}` },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "draft_reply", arguments: { conversationId: id, reply: "It is with the **carrier**.", revision: 1 } },
    }),
  });
  assert.equal(drafted.status, 200);
  const says = page.getByText("Answer helper drafted a reply");
  await says.waitFor();
  await checkPage(page, "draft-of-program", "It is with the carrier.");
  await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
  await says.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await says.waitFor();
  await page.getByRole("button", { name: "Insert", exact: true }).press("Enter");
  await until("the text", async () => (await textOf(page)).includes("carrier"));
  await says.waitFor({ state: "detached" });
  await field(page).fill("");
});
