// Macros by keyboard and by mouse: written in the settings, previewed on a conversation, applied, taken back, closing with the reply.
import { test, type Page } from "@playwright/test";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let conversationId = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversationId = (await visitor.open("Where is my vase?")).body.conversation.id;
});
test.afterAll(() => stage.stop());

const field = () => page.getByRole("textbox", { name: /^Reply to / });
const conversation = async (): Promise<{ status: string; assigneeId: string | null; fields?: Record<string, string> }> =>
  (
    await project.owner.call<{ conversation: { status: string; assigneeId: string | null; fields?: Record<string, string> } }>(
      `/api/dashboard/projects/${project.id}/conversations/${conversationId}`,
    )
  ).body.conversation;
const openConversation = async (): Promise<void> => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await page.getByRole("button", { name: "Apply a macro" }).waitFor();
};
async function preview(title: string): Promise<void> {
  await page.keyboard.press("m");
  await page.getByRole("combobox", { name: "Find a macro" }).waitFor();
  await page.keyboard.type(title.slice(0, 5));
  await page.getByRole("option", { name: new RegExp(title) }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: `Apply “${title}”` }).waitFor();
}

test("macros are created, changed, deleted and restored", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/macros`);
  await page.getByText("Nothing is shared yet.").waitFor();
  await page.getByRole("button", { name: "New macro: Shared" }).click();
  const dialog = page.getByRole("dialog", { name: "New shared macro" });
  await dialog.getByLabel("Title").fill("Lost parcel");
  await dialog.getByRole("button", { name: "Create macro" }).click();
  await dialog.getByText("this macro would do nothing").waitFor();
  await dialog.getByRole("button", { name: "Add an action" }).click();
  await dialog.getByLabel("What action 1 does").selectOption({ label: "Priority" });
  await dialog.getByLabel("Value of action 1").selectOption({ label: "High" });
  await dialog.getByRole("button", { name: "Add an action" }).click();
  await dialog.getByLabel("What action 2 does").selectOption({ label: "Assignee" });
  await dialog.getByLabel("Value of action 2").selectOption({ label: "Whoever applies it" });
  await dialog.getByRole("button", { name: "Add an action" }).click();
  await dialog.getByLabel("What action 3 does").selectOption({ label: "Status" });
  await dialog.getByLabel("Value of action 3").selectOption({ label: "Close" });
  await dialog.getByRole("button", { name: "Move action 2 up" }).click();
  await dialog.getByLabel("Text", { exact: true }).fill("Hi {{contact.first_name|there}}, we are looking for it.");
  await checkPage(page, "macro-dialog", "we are looking for it");
  await dialog.getByRole("button", { name: "Create macro" }).click();
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("listitem").filter({ hasText: "Lost parcel" });
  await row.getByText("Assignee: Whoever applies it").waitFor();
  await checkPage(page, "macro-settings", "Lost parcel");
  await row.getByRole("button", { name: "Delete Lost parcel" }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
});

test("a macro is found by a key, shows what it would do, and does that; the reply closes the conversation when it is sent", async () => {
  await openConversation();
  await preview("Lost parcel");
  const dialog = page.getByRole("dialog", { name: "Apply “Lost parcel”" });
  await dialog.getByText("When you send the reply.").waitFor();
  await dialog.getByText("we are looking for it").waitFor();
  await checkPage(page, "macro-preview", "When you send the reply");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await until("nothing to have changed", async () => (await conversation()).assigneeId === null);
  await preview("Lost parcel");
  const apply = dialog.getByRole("button", { name: "Apply" });
  await until("Apply to have the focus", () => apply.evaluate((it) => it === document.activeElement));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await until("the text", async () => (await written(field())) === "Hi there, we are looking for it.");
  await until(
    "the changes",
    async () => (await conversation()).assigneeId !== null && (await conversation()).fields?.["priority"] === "high",
  );
  await page.getByText("Closes the conversation").first().waitFor();
  await until("the conversation to be open still", async () => (await conversation()).status === "open");
  await checkPage(page, "macro-applied", "we are looking for it");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await until("the changes to be taken back", async () => (await conversation()).assigneeId === null);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await until("the reply to close it", async () => (await conversation()).status === "closed");
});

test("on a phone the preview fits, and a macro that everything holds for already says so", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await phone.getByRole("button", { name: "Apply a macro" }).click();
  await phone.getByRole("option", { name: /Lost parcel/ }).click();
  await phone.getByRole("dialog", { name: "Apply “Lost parcel”" }).waitFor();
  await phone.getByText("Assignee:").waitFor();
  await checkPage(phone, "macro-preview-phone", "Assignee:");
  await phone.context().close();
});
