// The reports in a real browser: what customers and members did is counted, grouped and narrowed, by mouse and by keyboard alone; tables, files,
// chosen dates, and what an operator sees.
import { expect, test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Visitor } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

test.describe.configure({ mode: "serial" });
const state = mkdtempSync(join(tmpdir(), "seed-desk-reports-"));
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  stage = await openStage({ state, vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
  rmSync(state, { recursive: true, force: true });
});

const at = (search = ""): string => `${stage.served.url}/projects/${project.id}/reports${search}`;
const api = (path: string): string => `/api/dashboard/projects/${project.id}/${path}`;
/** A customer writes, and a member answers and closes. */
async function handled(team?: string): Promise<void> {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { id } = (await visitor.open("Where is my parcel?")).body.conversation;
  if (team !== undefined)
    assert.equal(
      (await project.owner.post(api(`conversations/${id}/team`), { clientId: randomUUID(), frontier: 1, teamId: team })).status,
      201,
    );
  const frontier = team === undefined ? 1 : 2;
  const body = { clientId: randomUUID(), frontier, content: "On its way.", close: true };
  assert.equal((await project.owner.post(api(`conversations/${id}/messages`), body)).status, 201);
}
const figure = (label: string) => page.locator("dl > div").filter({ hasText: label }).locator("dd").first();

test("a project without conversations says what will appear", async () => {
  await page.goto(at());
  await checkPage(page, "reports-empty", "Nothing happened in these days");
});

test("what happened is counted, and narrowed by a team by mouse and by keyboard", async () => {
  const { body } = await project.owner.post<{ team: { id: string } }>(`/api/management/projects/${project.id}/teams`, {
    ...{ clientId: randomUUID(), name: "=Billing" },
  });
  await handled();
  await handled(body.team.id);
  // What is newer than two minutes is not counted yet.
  new Tables(state).run("UPDATE conversation_events SET created_at = created_at - 600000");
  await page.reload();
  await expect(figure("New conversations")).toHaveText("2");
  await expect(figure("Replies")).toHaveText("2");
  await expect(figure("Closed")).toHaveText("2");
  await checkPage(page, "reports", "When customers write");
  // By mouse, from the table of groups.
  await page.getByRole("button", { name: "Show only =Billing" }).click();
  await expect(figure("Replies")).toHaveText("1");
  await expect(page.getByLabel("Show", { exact: true })).toHaveValue(`team:${body.team.id}`);
  await expect(page.getByText("Only known for everything together.")).toBeVisible();
  // By keyboard: back to everything, then another period, then another grouping.
  await page.getByLabel("Show", { exact: true }).focus();
  await page.keyboard.press("Home");
  await expect(figure("Replies")).toHaveText("2");
  await page.getByRole("tab", { name: "30 days" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "90 days" })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/days=90/);
  await page.getByRole("tab", { name: "Team", exact: true }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("row").filter({ hasText: "Replies" }).first()).toBeVisible();
  await expect(page).toHaveURL(/by=operator/);
});

test("every chart has its table, and every table its file", async () => {
  await page.goto(at("?by=team"));
  const chart = page.getByRole("img", { name: /^Replies by day, .*: at most 2, on / });
  await expect(chart).toBeVisible();
  const table = page.getByText("Table: Replies");
  await table.focus();
  await page.keyboard.press("Enter");
  const rows = page.getByRole("group", { name: "Replies", exact: true }).getByRole("row");
  await expect(rows).toHaveCount(31);
  await expect(rows.getByRole("cell", { name: "2", exact: true })).toHaveCount(1);
  for (const [name, first, holds] of [
    ["By day", '"day","conversations"', '"2","0","2","2"'],
    ["Team", '"key","name"', `"'=Billing"`],
    ["When customers write", '"weekday","00:00"', '"1"'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: `Download as CSV: ${name}` }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    assert.ok(text.startsWith(`\ufeff${first}`), text.slice(0, 60));
    assert.ok(text.includes(holds), text);
  }
  assert.deepEqual(complaints, { console: [], policy: [] });
});

test("chosen dates stand in the address", async () => {
  await page.goto(at());
  await page.getByRole("tab", { name: "Dates" }).click();
  await page.getByLabel("First day").fill("2020-01-01");
  await page.getByLabel("Last day").fill("2020-01-31");
  // Nothing is read for a date that is half typed: only with Enter, or once both fields are left.
  await expect(page).not.toHaveURL(/2020/);
  await page.getByLabel("Last day").press("Enter");
  await expect(page).toHaveURL(/from=2020-01-01&until=2020-01-31/);
  await expect(page.getByText("Nothing happened in these days")).toBeVisible();
  // More than a year is refused, with the reason.
  await page.getByLabel("Last day").fill("2026-01-31");
  await page.getByLabel("Last day").blur();
  await expect(page.getByText("Choose a first day and a last day, at most 366 days.")).toBeVisible();
  assert.deepEqual(complaints.policy, []);
});
