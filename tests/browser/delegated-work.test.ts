// Delegated work by keyboard alone: handed to a computer, asked back, answered, and reported.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { call, Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { collectErrors, DESKTOP, openStage, type PageErrors, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let token = "";
let page: Page;
let complaints: PageErrors;
let conversationId = "";

/** What the connector calls, as it does. */
const connector = <T>(path: string, body: object) =>
  call<{ data: T | null }>(`${stage.served.url}/api/connector/${path}`, { body, headers: { authorization: `Bearer ${token}` } });
const claim = async (): Promise<{ id: string; task: string; claimId: string }> => {
  const claimId = randomUUID();
  const { status, body } = await connector<{ id: string; task: string }>("claim", { claimId });
  assert.equal(status, 200);
  if (!body.data) throw new Error("nothing to claim");
  return { ...body.data, claimId };
};
async function tabTo(role: "button" | "textbox" | "link" | "tab", name: RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await target.waitFor();
  for (let i = 0; i < 80; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to the ${role} ${name}`);
}

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const machine = { name: "Build box", system: "Linux 6.8 x64", version: "0.1.0", kinds: ["report", "reply"] };
  const { body: asked } = await call<{ deviceCode: string; userCode: string }>(`${stage.served.url}/api/connector/device-authorization`, {
    body: machine,
  });
  const { body: opened } = await project.owner.post<{ pairing: { id: string; revision: number } }>("/api/account/pairings/open", {
    code: asked.userCode,
  });
  const { id, revision } = opened.pairing;
  await project.owner.post(`/api/dashboard/projects/${project.id}/device-pairings/${id}/approve`, {
    revision,
    grant: { kinds: ["report", "reply"], days: 30, jobsPerDay: 20 },
  });
  const collected = await call<{ token: string }>(`${stage.served.url}/api/connector/token`, { body: { deviceCode: asked.deviceCode } });
  token = collected.body.token;
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversationId = (await visitor.open("Where is order 4711?")).body.conversation.id;
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(() => stage.stop());

test("a member delegates, is asked back in the thread, answers, and reads the report, all by keyboard", async () => {
  test.setTimeout(120_000);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await page.getByRole("log").getByText("Where is order 4711?").waitFor();
  // In a project with one member, no group of the menu is empty between two lines.
  await page.keyboard.press("a");
  await page.getByRole("menuitem", { name: "My computer" }).waitFor();
  assert.equal(await page.getByRole("menu").locator("[role=separator] + [role=separator]").count(), 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).waitFor();
  await page.keyboard.type("Delegate");
  await page.getByRole("option", { name: /Delegate to my computer/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "What is to be done?" }).waitFor();
  await page.keyboard.type("Look into the logs");
  await tabTo("button", /^Delegate$/);
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for a computer").waitFor();

  const first = await claim();
  await page.getByText("Build box is working on it").waitFor();
  const asked = await connector(`jobs/${first.id}/question`, { claimId: first.claimId, question: "Which of the two shops?" });
  assert.equal(asked.status, 200);
  await page.getByText("Build box asks").waitFor();
  await page.getByText("Which of the two shops?").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await tabTo("textbox", /^Your answer$/);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Write an answer.").waitFor();
  await page.keyboard.type("The one in Lagos.");
  await tabTo("button", /^Answer$/);
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for a computer").waitFor();

  const second = await claim();
  assert.equal(second.id, first.id);
  assert.match(second.task, /^Look into the logs\n[\s\S]*Which of the two shops\?[\s\S]*The one in Lagos\.$/);
  await connector(`jobs/${second.id}/report`, { claimId: second.claimId, outcome: "done", report: "It left Lagos on Monday." });
  await page.getByText("Build box reported").waitFor();
  await page.getByRole("log").getByText("It left Lagos on Monday.").waitFor();

  await tabTo("button", /^Send the report back/);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "What should be looked at again?" }).waitFor();
  await page.keyboard.type("Look also at the mails.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("You sent the report back to your computer").waitFor();
  await page.getByText("Build box reported, and the report was sent back").waitFor();
  await page.getByText("Waiting for a computer").waitFor();
  const third = await claim();
  assert.match(third.task, /It left Lagos on Monday\.[\s\S]*Look also at the mails\.$/);
  await connector(`jobs/${third.id}/report`, { claimId: third.claimId, outcome: "done", report: "A mail says Tuesday." });
  await page.getByText("Build box reported", { exact: true }).waitFor();
  await page.getByRole("log").getByText("A mail says Tuesday.").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  assert.deepEqual([complaints.console, complaints.policy], [[], []]);
});

test("what waits is found from the inbox and the palette, and decided by keyboard, with a way back", async () => {
  test.setTimeout(120_000);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const id = (await visitor.open("Can I still cancel?")).body.conversation.id;
  const { body: listed } = await project.owner.call<{ items: { id: string }[] }>(`/api/dashboard/projects/${project.id}/device-grants`);
  const made = await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${id}/delegations`, {
    ...{ clientId: randomUUID(), frontier: 1, grantId: listed.items[0]?.id, kind: "reply", task: "Answer this" },
  });
  assert.equal(made.status, 201);
  const work = await claim();
  await visitor.postMessage(id, "And get my money back?");
  const file = await call<{ file: { id: string } }>(
    `${stage.served.url}/api/connector/jobs/${work.id}/files?claimId=${work.claimId}&clientId=${randomUUID()}&name=terms.csv`,
    { raw: new TextEncoder().encode("a,b"), headers: { authorization: `Bearer ${token}` } },
  );
  await connector(`jobs/${work.id}/report`, {
    ...{ claimId: work.claimId, outcome: "done", report: "Yes, until Friday.", files: [file.body.file.id] },
  });
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.getByRole("link", { name: "1 piece of delegated work waits for you" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).waitFor();
  await page.keyboard.type("Work that waits for you");
  await page.getByRole("option", { name: "Work that waits for you", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Work that waits for you" }).waitFor();
  await page.getByText("Yes, until Friday.").waitFor();
  // What would be attached is seen, and can be opened, before anybody decides.
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "terms.csv" }).click()]);
  assert.equal(download.suggestedFilename(), "terms.csv");
  assert.deepEqual(await violations(page, undefined), []);
  await tabTo("button", /^Discard$/);
  await page.keyboard.press("Enter");
  await page.getByText("Nothing waits", { exact: true }).waitFor();
  await tabTo("button", /^Undo$/);
  await page.keyboard.press("Enter");
  await page.getByText("Yes, until Friday.").waitFor();
  await tabTo("button", /^Add as a proposed reply$/);
  await page.keyboard.press("Enter");
  await page.getByText("Added to the conversation").waitFor();
  await page.getByText("Nothing waits", { exact: true }).waitFor();
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await page.getByRole("log").getByText("Yes, until Friday.").first().waitFor();
  await page.getByRole("button", { name: "Use as reply" }).waitFor();
  assert.deepEqual([complaints.console, complaints.policy], [[], []]);
});
