// The limit of sockets per member: a tab that lost its connection to newer tabs says so, pauses, and resumes when it is used.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { MAX_SOCKETS } from "../../modules/live-updates/subscriber.ts";
import type { Socket } from "../support/desk.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

const { SHOTS } = process.env;
let stage: Stage;
test.beforeAll(async () => {
  stage = await openStage();
});
test.afterAll(() => stage.stop());

test("a dashboard that lost its connection to newer tabs pauses, and resumes with the next click", async () => {
  const { owner, id } = await withProject(stage);
  const page = await (await stage.context(DESKTOP, owner)).newPage();
  let sockets = 0;
  page.on("websocket", () => (sockets += 1));
  await page.goto(`${stage.served.url}/projects/${id}/inbox/all`);
  await until("the tab to be connected", () => sockets === 1);
  const others: Socket[] = [];
  for (let i = 0; i < MAX_SOCKETS.member; i += 1) {
    const socket = await owner.socket(id);
    await socket.until((f) => f.type === "live");
    others.push(socket);
  }
  const notice = page.getByText("Updates are paused in this tab");
  await notice.waitFor();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/paused.png` });
  await page.waitForTimeout(2000);
  assert.equal(sockets, 1, "it does not come back by itself");
  assert.ok(others.every((socket) => socket.closed === undefined));
  await page.locator("main").first().click();
  await notice.waitFor({ state: "detached" });
  await until("the tab to be connected again", () => sockets === 2);
  await until("the oldest of the others to have left", () => others[0]?.closed !== undefined);
  assert.equal(others[0]?.closed?.code, 4409);
  for (const socket of others) socket.close();
});
