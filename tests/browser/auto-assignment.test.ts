// Automatic assignment in a real browser: the owner turns it on, conversations arrive in turn, somebody goes away, the cap is reached.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { type Operator, Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { openStage, DESKTOP, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let tom: Operator;
let page: Page;
let me: string;
let visitors = 0;
const arrived: string[] = [];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  me = (await project.owner.call<{ person: { id: string } }>("/api/account/me")).body.person.id;
  tom = await project.owner.invite(project.id, "operator", "tom@example.test");
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
});
const api = (path: string): string => `/api/dashboard/projects/${project.id}/${path}`;
const at = (path: string): string => `${stage.served.url}/projects/${project.id}/${path}`;
async function arrives(): Promise<string> {
  visitors += 1;
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin, `198.51.100.${visitors}`);
  await visitor.start();
  const { id } = (await visitor.open(`Question ${visitors}: where is my parcel?`)).body.conversation;
  arrived.push(id);
  return id;
}
const rowOf = async (id: string) =>
  (await project.owner.call<{ conversation: { assigneeId: string | null; revision: number } }>(api(`conversations/${id}`))).body
    .conversation;
/** Who was given it, once somebody was. */
async function givenTo(id: string): Promise<string> {
  return await until("an assignee", async () => (await rowOf(id)).assigneeId);
}

test("turned on, three conversations go to two members in turn", async () => {
  await page.goto(at("settings/assignment"));
  const mode = page.getByRole("combobox", { name: "Assign automatically" });
  await mode.selectOption("In turn");
  await page.getByRole("textbox", { name: "At most open for each member" }).fill("2");
  await page.keyboard.press("Enter");
  await page.getByText("Assignment saved").first().waitFor();
  const [a, b, c] = [await givenTo(await arrives()), await givenTo(await arrives()), await givenTo(await arrives())];
  assert.notEqual(a, b);
  assert.equal(c, a);
  await page.goto(at(`inbox/all/${arrived[0]}`));
  await page
    .getByText(/^Assigned to .+ automatically$/)
    .first()
    .waitFor();
});

test("whoever is away is given none; at the cap one waits, and closing one gives it", async () => {
  const away = await tom.call(api("availability"), { method: "PUT", body: { availability: "away" } });
  assert.equal(away.status, 200);
  for (const id of arrived) {
    const { assigneeId, revision } = await rowOf(id);
    if (assigneeId !== me) continue;
    await close(id, revision);
  }
  assert.equal(await givenTo(await arrives()), me);
  assert.equal(await givenTo(await arrives()), me);
  const waits = await arrives();
  await page.goto(at("settings/assignment"));
  await page.getByText("1 conversation waits.").waitFor();
  await page.getByText("Full, 2 of 2 open").waitFor();
  await page.getByText(/^Away, \d open$/).waitFor();
  await checkPage(page, "auto-assignment", "1 conversation waits.");
  assert.equal((await rowOf(waits)).assigneeId, null);
  const own = arrived.at(-2) ?? "";
  await close(own, (await rowOf(own)).revision);
  assert.equal(await givenTo(waits), me);
});
async function close(id: string, frontier: number): Promise<void> {
  const { status } = await project.owner.post(api(`conversations/${id}/status`), {
    clientId: crypto.randomUUID(),
    frontier,
    status: "closed",
  });
  assert.equal(status, 201);
}
