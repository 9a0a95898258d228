// A mail in the dashboard's frame in a real browser: its own images are shown, and nothing in it runs, loads, or navigates.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

const TOKEN = "inbound-email-token-of-the-browser";
let stage: Stage;
let state: string;
test.beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "seed-desk-mail-"));
  stage = await openStage({ state, vars: { INBOUND_EMAIL_TOKEN: TOKEN, TEST_SCRYPT_LOG_N: "10" } });
});
test.afterAll(async () => {
  await stage.stop();
  rmSync(state, { recursive: true, force: true });
});

const HOSTILE = [
  "<script>parent.document.title='run';document.title='run'</script>",
  "<img src=x onerror=\"document.title='run'\">",
  "<svg onload=\"document.title='run'\"></svg>",
  '<img src="https://tracker.example/pixel.png">',
  '<p style="background:url(https://tracker.example/style.png)">styled</p>',
  "<style>@import 'https://tracker.example/style.css';</style>",
  '<form action="/api/account/sessions/end-others" method="post"><button id="send">Send</button></form>',
  '<iframe src="https://tracker.example/frame"></iframe>',
  '<meta http-equiv="refresh" content="0;url=https://tracker.example/moved">',
  '<base href="https://tracker.example/">',
].join("");

test("the mail's own image is shown, nothing else is requested, and nothing runs", async () => {
  const { owner, id } = await withProject(stage);
  const tables = new Tables(state);
  tables.run("INSERT INTO inbound_addresses (address, project_id, created_at, held_at) VALUES ('help@mail.example', ?, 1, 1)", id);
  const message = {
    from: "Ada <ada@example.test>",
    to: "help@mail.example",
    subject: "S",
    html: `<p>Words of the mail</p><img id="own" src="cid:pic" width="10" height="10">${HOSTILE}`,
    attachments: [{ filename: "pic.png", contentType: "image/png", contentId: "<pic>", content: Buffer.from(PNG).toString("base64") }],
  };
  const answer = await fetch(`${stage.served.url}/api/integrations/email/inbound`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ message }),
  });
  assert.equal(answer.status, 200);
  let messageId = "";
  for (let i = 0; i < 100 && messageId === ""; i += 1) {
    messageId = String(tables.all("SELECT message_id FROM inbound_mail_receipts WHERE state = 'admitted'")[0]?.["message_id"] ?? "");
    await new Promise((wake) => setTimeout(wake, 50));
  }
  tables.close();
  const context = await stage.context(DESKTOP, owner);
  const page = await context.newPage();
  const asked: string[] = [];
  const stopped: string[] = [];
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText === "csp") stopped.push(request.url());
  });
  page.on("request", (request) => void asked.push(request.url()));
  await page.goto(`${stage.served.url}/login`);
  await page.waitForLoadState("networkidle");
  const title = await page.title();
  asked.length = 0;
  await page.evaluate((src) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
    frame.src = src;
    document.body.append(frame);
  }, `/mail-view/${messageId}`);
  const frame = page.frameLocator("iframe");
  await frame.getByText("Words of the mail").waitFor();
  await page.waitForTimeout(500);
  const [image] = await Promise.all(
    page
      .frames()
      .slice(1)
      .map((one) =>
        one
          .locator("img")
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth)
          .catch((error: unknown) => String(error)),
      ),
  );
  assert.equal(image, 1);
  // A browser reports a request even when its policy blocks it; the request then fails at once.
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(stage.served.url)),
    stopped,
  );
  // Remote images load only when somebody asks for them.
  assert.deepEqual([...new Set(stopped)], ["https://tracker.example/pixel.png"]);
  assert.equal(await page.title(), title);
  await context.close();
});
