// From a token to a sent reply: an admin creates a token, a program proposes with it, a member uses the proposal, and the token is revoked.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { call, Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let secret = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

const callTool = (name: string, args: object) =>
  call<{ result: { isError?: boolean } }>(`${stage.served.url}/api/mcp`, {
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    headers: { authorization: `Bearer ${secret}` },
  });

test("an admin creates a token, which is shown once", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/api-tokens`);
  await page.getByText("No tokens yet").waitFor();
  await page.getByText(`${stage.served.url}/api/mcp`).waitFor();
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Reply helper");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByText("Choose at least one thing the token may do.").waitFor();
  await dialog.getByLabel("Propose replies").check();
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByText("it’s shown only this once").waitFor();
  secret = (await dialog.locator("code").textContent()) ?? "";
  assert.match(secret, /^sdt_[0-9A-Za-z]{46}$/);
  assert.deepEqual(await violations(page, undefined), []);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("Reply helper").waitFor();
  assert.equal(await page.getByText(secret).count(), 0);
});

test("a proposed reply arrives in the open thread, and becomes a reply only when a member sends it", async () => {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const conversationId = (await visitor.open("Can I return the vase?")).body.conversation.id;
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  const field = page.getByRole("textbox", { name: /^Reply to / });
  await field.fill("Kind regards");
  const proposed = await callTool("propose_reply", { conversationId, clientId: randomUUID(), reply: "Within **30 days**." });
  assert.deepEqual([proposed.status, proposed.body.result.isError], [200, undefined]);
  const use = page.getByRole("button", { name: "Use as reply" });
  await use.waitFor();
  await page.getByRole("log").getByText("Reply helper").first().waitFor();
  await use.click();
  assert.equal(await written(field), "Within **30 days**.\n\nKind regards");
  const texts = async (): Promise<string[]> => {
    const { body } = await visitor.call<{ items: { message?: { content: string } }[] }>(
      `/api/widget/conversations/${conversationId}/events?after=0`,
    );
    return body.items.flatMap(({ message }) => message?.content ?? []);
  };
  assert.deepEqual(await texts(), ["Can I return the vase?"]);
  await page.keyboard.press("Control+Enter");
  await until("the reply to arrive", async () => (await texts()).length === 2);
  assert.deepEqual(await texts(), ["Can I return the vase?", "Within **30 days**.\n\nKind regards"]);
});

test("a revoked token stops working, and the audit log says both", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/api-tokens`);
  await page.getByText("Last used").waitFor();
  await page.getByRole("button", { name: "Revoke the token Reply helper" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No tokens yet").waitFor();
  assert.equal((await callTool("list_conversations", {})).status, 401);
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/audit`);
  await page.getByText("Created the API token “Reply helper” (notes:write)").waitFor();
  await page.getByText("Revoked the API token “Reply helper” (notes:write)").waitFor();
});
