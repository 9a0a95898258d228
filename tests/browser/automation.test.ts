// Automation rules: built as a sentence, tried on past conversations, run on the next message, and found in the log.
import { test, type Page } from "@playwright/test";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  await visitor.open("I would like a refund for my vase");
});
test.afterAll(() => stage.stop());

const settings = (): string => `${stage.served.url}/projects/${project.id}/settings/automation`;

test("a rule is built, tried on what is there, saved, and moved", async () => {
  await page.goto(settings());
  await page.getByText("Nothing happens by itself yet").waitFor();
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule" });
  await dialog.getByLabel("Name").fill("Refunds");
  await dialog.getByLabel("What happens").selectOption({ label: "A customer writes" });
  await dialog.getByLabel("And the message contains").fill("refund, money back");
  await dialog.getByRole("button", { name: "Add condition" }).click();
  await dialog.getByLabel("Field of condition 1").selectOption({ label: "Channel" });
  await dialog.getByRole("checkbox", { name: "Widget" }).check();
  await dialog.getByRole("button", { name: "Add an action" }).click();
  await dialog.getByLabel("What action 1 does").selectOption({ label: "Priority" });
  await dialog.getByLabel("Value of action 1").selectOption({ label: "Urgent" });
  await dialog.getByLabel("And add a note").fill("Please check the order first.");
  await dialog.getByRole("button", { name: "Dry run" }).click();
  await dialog.getByText("1 of the newest 1 conversations meets them.").waitFor();
  await dialog.getByText("Would be changed").waitFor();
  await checkPage(page, "automation-dialog", "Would be changed");
  await dialog.getByRole("button", { name: "Create rule" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("the message contains “refund” or “money back”").waitFor();
  await page.getByRole("button", { name: "New rule" }).click();
  await dialog.getByLabel("Name").fill("Second");
  await dialog.getByRole("button", { name: "Add an action" }).click();
  // What was entered is not lost by a press beside it, nor by Escape.
  await page.mouse.click(5, 5);
  await dialog.getByLabel("Name").press("Escape");
  const asked = page.getByRole("dialog", { name: "Discard this rule?" });
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await asked.waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Create rule" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Move Second up" }).click();
  await until("the order", async () => ((await page.getByRole("listitem").first().textContent()) ?? "").includes("Second"));
  await page.reload();
  await page.getByRole("button", { name: "Edit Second" }).waitFor();
  await until("the order after a reload", async () => ((await page.getByRole("listitem").first().textContent()) ?? "").includes("Second"));
  await checkPage(page, "automation-rules", "Refunds");
});

test("it runs on the next message, which the log and the conversation show; switched off, it does not", async () => {
  await page.getByRole("switch", { name: "Second is on" }).click();
  await page.getByText("“Second” was switched off").waitFor();
  const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await other.start();
  const { id } = (await other.open("REFUND please")).body.conversation;
  await until("the priority", async () => {
    const { body } = await project.owner.call<{ conversation: { fields?: Record<string, string> } }>(
      `/api/dashboard/projects/${project.id}/conversations/${id}`,
    );
    return body.conversation.fields?.["priority"] === "urgent";
  });
  await page.reload();
  await page.getByRole("link", { name: "Ran 1 time" }).click();
  await page.getByRole("heading", { name: "Automation log" }).waitFor();
  await page.getByText("Done").first().waitFor();
  await checkPage(page, "automation-log", "Automation log");
  await page.getByRole("link", { name: "Open the conversation" }).click();
  await page.getByRole("log").getByText("Please check the order first.").waitFor();
  await page.getByRole("log").getByText("Refunds", { exact: true }).first().waitFor();
  await checkPage(page, "automation-thread", "Please check the order first.");
});

test("a reply, a notification and the assistant's outcome are built by keyboard alone, refused where they lack something, and done", async () => {
  await page.goto(settings());
  await page.getByRole("button", { name: "New rule" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New rule" });
  await dialog.getByLabel("Name").focus();
  await page.keyboard.type("Away");
  const choose = async (label: string, letters: string): Promise<void> => {
    await dialog.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(letters);
  };
  await choose("What happens", "The assistant answers");
  await dialog.getByRole("checkbox", { name: "The assistant declines" }).press("Space");
  await choose("What happens", "A customer writes");
  await dialog.getByRole("button", { name: "Add an action" }).press("Enter");
  await choose("What action 1 does", "Send a reply");
  await dialog.getByLabel("Text of action 1").focus();
  await page.keyboard.type("Hello {{contact.first_name}}, we are back on Monday.");
  await dialog.getByRole("button", { name: "Add an action" }).press("Enter");
  await choose("What action 2 does", "Notify");
  await dialog.getByRole("checkbox", { name: "The assignee" }).press("Space");
  await dialog.getByRole("button", { name: "Create rule" }).press("Enter");
  await dialog.getByText(/Nobody looks before this is sent/).waitFor();
  await checkPage(page, "automation-actions", "Nobody looks before this is sent");
  await dialog.getByLabel("Text of action 1").fill("Hello {{contact.first_name|there}}, we are back on Monday.");
  await dialog.getByRole("button", { name: "Dry run" }).press("Enter");
  await dialog.getByText("Would be changed").first().waitFor();
  await dialog.getByRole("button", { name: "Create rule" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await other.start();
  const { id } = (await other.open("Is anybody there?")).body.conversation;
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await page.getByRole("log").getByText("Hello there, we are back on Monday.").waitFor();
  await page.getByRole("log").getByText("Automatic reply").waitFor();
  await checkPage(page, "automation-reply", "we are back on Monday");
});

test("operators read the rules and change nothing; a rule is deleted after a question", async () => {
  const operator = await project.owner.invite(project.id, "operator", "tom@example.test");
  const theirs = await (await stage.context(PHONE, operator)).newPage();
  await theirs.goto(settings());
  await theirs.getByText("Only owners and admins change rules.").waitFor();
  await until("no buttons", async () => (await theirs.getByRole("button", { name: /^(Edit|Delete|New rule)/ }).count()) === 0);
  await checkPage(theirs, "automation-operator", "Refunds");
  await theirs.context().close();
  await page.goto(settings());
  await page.getByRole("button", { name: "Delete Second" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Delete rule" }).click();
  await page.getByText("“Second” was deleted").waitFor();
});
