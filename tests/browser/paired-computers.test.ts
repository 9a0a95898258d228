// Pairing a computer by keyboard alone: signed out, from the link that the connector shows, to a token that works; then taking it back.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { OWNER, PASSWORD } from "../support/people.ts";
import { call } from "../support/desk.ts";
import { collectErrors, DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
});
test.afterAll(() => stage.stop());

/** What the connector does, without its own pauses. */
const authorize = async (name: string) =>
  (
    await call<{ deviceCode: string; userCode: string; verificationUriComplete: string }>(
      `${stage.served.url}/api/connector/device-authorization`,
      { body: { name, system: "Linux 6.8 x64", version: "0.1.0", kinds: ["report", "reply"] } },
    )
  ).body;
const collect = (deviceCode: string) =>
  call<{ token: string; code: string; grant: { kinds: string[]; jobsPerDay: number } }>(`${stage.served.url}/api/connector/token`, {
    body: { deviceCode },
  });
const heartbeat = (token: string) =>
  call<{ code: string; reason: string }>(`${stage.served.url}/api/connector/heartbeat`, {
    body: { version: "0.1.0", system: "Linux 6.8 x64", state: "idle" },
    headers: { authorization: `Bearer ${token}` },
  });
/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, role: string, name: RegExp): Promise<void> {
  const target = page.getByRole(role as "button", { name }).first();
  await target.waitFor();
  for (let i = 0; i < 60; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to the ${role} ${name}`);
}

test("a person who is signed out opens the link, signs in, reviews, pairs, and revokes, all by keyboard", async () => {
  test.setTimeout(120_000);
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const complaints = await collectErrors(page);
  const asked = await authorize("Build box");
  await page.goto(asked.verificationUriComplete);
  await page.getByLabel("Email").waitFor();
  await page.getByLabel("Email").focus();
  await page.keyboard.type(OWNER);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  // Back from signing in, with the code filled in and focused; nothing was opened yet.
  const code = page.getByRole("textbox", { name: "Code" });
  await code.waitFor();
  assert.equal(await code.inputValue(), asked.userCode);
  await until("the code has the focus", () => code.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Is this your computer?" }).waitFor();
  for (const text of ["Build box", "Linux 6.8 x64", asked.userCode]) await page.getByText(text).first().waitFor();
  await tabTo(page, "checkbox", /Write replies/);
  await page.keyboard.press("Space");
  await tabTo(page, "textbox", /Jobs a day/);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("7");
  await tabTo(page, "button", /^Pair computer$/);
  await page.keyboard.press("Enter");
  await page.getByText("Build box is paired").waitFor();
  const collected = await collect(asked.deviceCode);
  assert.deepEqual([collected.status, collected.body.grant.kinds, collected.body.grant.jobsPerDay], [200, ["report"], 7]);
  assert.equal((await heartbeat(collected.body.token)).status, 200);

  // A second computer under the same grant, by its code alone.
  const second = await authorize("Notebook");
  await page.goto(`${stage.served.url}/account/pair`);
  await code.waitFor();
  await until("the code has the focus", () => code.evaluate((element) => element === document.activeElement));
  await page.keyboard.type(second.userCode.toLowerCase().replace("-", ""));
  await page.keyboard.press("Enter");
  await tabTo(page, "combobox", /^Grant$/);
  await page.keyboard.press("ArrowDown");
  await page.getByText("At most 7 jobs a day").waitFor();
  await tabTo(page, "button", /^Pair computer$/);
  await page.keyboard.press("Enter");
  await page.getByText("Notebook is paired").waitFor();
  const other = await collect(second.deviceCode);
  assert.equal((await heartbeat(other.body.token)).status, 200);
  await tabTo(page, "link", /Open paired computers/);
  await page.keyboard.press("Enter");

  // Revoking one names the other, and ends both.
  await page.waitForURL(`**/projects/${project.id}/settings/paired-computers`);
  await tabTo(page, "button", /^Revoke the computer Build box$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Notebook").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal((await heartbeat(collected.body.token)).status, 200);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await tabTo(page, "button", /^Revoke$/);
  await page.keyboard.press("Enter");
  await page.getByText("2 computers revoked").waitFor();
  await page.getByText("Revoked together with another computer").waitFor();
  for (const { body } of [collected, other]) {
    const refused = await heartbeat(body.token);
    assert.deepEqual([refused.status, refused.body.reason], [401, "revoked"]);
  }
  assert.deepEqual([complaints.console, complaints.policy], [[], []]);
  await context.close();
});

test("a denied computer and a wrong code are told, and another code can be entered", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  const page = await context.newPage();
  const asked = await authorize("Not mine");
  await page.goto(`${stage.served.url}/account/pair`);
  const code = page.getByRole("textbox", { name: "Code" });
  await code.fill("BBBB-BBBB");
  await page.keyboard.press("Enter");
  await page.getByText("No computer is waiting with this code").waitFor();
  await code.fill(asked.userCode);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", /^Deny$/);
  await page.keyboard.press("Enter");
  await page.getByText("Pairing denied").waitFor();
  assert.deepEqual([(await collect(asked.deviceCode)).body.code], ["access_denied"]);
  await tabTo(page, "button", /^Enter another code$/);
  await page.keyboard.press("Enter");
  await code.waitFor();
  await context.close();
});
