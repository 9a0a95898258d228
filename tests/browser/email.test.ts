// The email screens, opened by their stories: the frame of a foreign layout, focus, Escape, and polling.
import { test, type Locator, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import type { ScreenState } from "../../dashboard/screen.ts";
import { type StatePage, statePage } from "./open-state.ts";
import { readScreens } from "./screens.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let on: StatePage;
let page: Page;
const states = new Map(
  (await readScreens()).flatMap(({ name, states }) => states.map((each): [string, ScreenState] => [`${name}/${each.name}`, each])),
);
/** Opens a story without its own steps. */
async function open(name: string, change: Partial<ScreenState> = {}): Promise<void> {
  const { act: _, ...state } = states.get(name) as ScreenState;
  await on.show({ ...state, ...change });
}
const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const hasFocus = (locator: Locator): Promise<boolean> => locator.evaluate((it) => it === document.activeElement);

test.beforeAll(async () => {
  stage = await openStage();
  const project = await withProject(stage);
  on = await statePage(await stage.context(DESKTOP, project.owner), stage.served.url);
  page = on.page;
});
test.afterAll(async () => {
  await on.stop();
  await stage.stop();
});

test("a foreign layout is shown in a frame that runs nothing, and remote images load only on request", async () => {
  await open("email-channel/original layout");
  await button("Show original layout").click();
  const frame = page.locator("iframe");
  assert.equal(await frame.getAttribute("sandbox"), "allow-popups allow-popups-to-escape-sandbox");
  assert.equal(await frame.getAttribute("srcdoc"), null);
  const source = (await frame.getAttribute("src")) ?? "";
  assert.match(source, /^\/mail-view\/msg_[0-9a-z]{26}$/);
  await button("Load remote images").click();
  assert.equal(await frame.getAttribute("src"), `${source}?images=1`);
  await page.keyboard.press("Escape");
  await frame.waitFor({ state: "detached" });
  await until("the focus to be back", () => hasFocus(button("Show original layout")));
});

test("details expand and collapse by keyboard, and Escape does not leave the conversation", async () => {
  await open("email-channel/quoted");
  const quoted = button("Show quoted text");
  await quoted.focus();
  await page.keyboard.press("Enter");
  await page.getByText("On Fri, 20 Nov 2026").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("On Fri, 20 Nov 2026").waitFor({ state: "hidden" });
  assert.match(new URL(page.url()).pathname, /\/inbox\/all\/cnv_/);
});

test("closing the evidence returns the focus", async () => {
  await open("settings-email/evidence");
  const details = button("Details: Invoice for October");
  await details.click();
  await page.getByRole("dialog").getByText("Sender verified").waitFor();
  assert.match(
    (await page.getByRole("link", { name: "Download original email" }).getAttribute("href")) ?? "",
    /\/inbound-receipts\/rct_\w+\/raw$/,
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await until("the focus to be back", () => hasFocus(details));
});

test("the focus stays in place when an action removes its own button", async () => {
  const { answers } = states.get("settings-email/address added") as ScreenState;
  await open("settings-email/remove address", {
    answers: { ...states.get("settings-email/configured")?.answers, removeInboundAddress: answers?.["readEmailSettings"] ?? "hang" },
  });
  await button("Remove billing@acme.example").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await until("the list to have the focus", () => hasFocus(page.getByRole("group", { name: "Inbound addresses" })));

  await open("settings-email/sent again");
  await button("Send again: Re: Invoice for October").click();
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await until("the list to have the focus", () => hasFocus(page.getByRole("region", { name: "Deliveries" })));
});

test("a delivery in progress is polled every few seconds for at most two minutes", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const polls = (): number => asked.filter((path) => path.endsWith("/mails")).length;
  await open("email-channel/answer waiting");
  await button("Waiting to be sent").waitFor();
  const first = polls();
  await page.clock.runFor(3100);
  await until("a second look", async () => polls() > first);
  for (let i = 0; i < 50; i++) await page.clock.runFor(3000);
  const ended = polls();
  assert.ok(ended <= first + 41, `${ended - first} looks`);
  await page.clock.runFor(30_000);
  assert.equal(polls(), ended);
});

test("the chosen state filter of the log is part of the URL", async () => {
  await open("settings-email/deliveries in each state");
  await page.getByLabel("State").selectOption("needs_review");
  await until("the address to say so", async () => new URL(page.url()).search === "?state=needs_review");
  await page.getByLabel("State").selectOption("");
  await until("the address to be bare", async () => new URL(page.url()).search === "");
});
