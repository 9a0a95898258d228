// Contacts as CSV with real content: a file in an encoding that nothing tells, thousands of rows, Arabic names and formulas; read anew,
// imported, exported, and looked at on a phone.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { checkPage, takeScreenshots } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
const ROWS = 3000;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(() => stage.stop());
const contacts = (): string => `${stage.served.url}/projects/${project.id}/contacts`;

const HIGH = new TextDecoder("windows-1256").decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));
/** The text in Windows-1256, which Node only reads. */
const arabic = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const at = HIGH.indexOf(letter);
      return at < 0 ? letter.charCodeAt(0) : at + 128;
    }),
  );
const NAMES = ["ليلى حداد", "Amara Okafor", '=HYPERLINK("https://example.com")', "عمر بن الخطاب الطويل الاسم جدا", "Zoé"];
const line = (n: number): string => {
  const name = NAMES[n % NAMES.length] ?? "";
  return `"${name.replaceAll('"', '""')}",p${n}@firma${n % 40}.example,${n % 3 === 0 ? "شركة النور" : `Firma ${n % 40}`},e-${n}`;
};
const FILE = `Name,Email,Company,External ID\r\n${Array.from({ length: ROWS }, (_, n) => line(n)).join("\r\n")}\r\n`;

test("a file that doesn't say its encoding is read anew by one choice of the keyboard, and its first rows are shown at once", async () => {
  await page.goto(`${contacts()}/import`);
  await page.locator("input[type=file]").setInputFiles({ name: "kontakte.csv", mimeType: "text/csv", buffer: arabic(FILE) });
  await page.getByText("so this is a guess", { exact: false }).waitFor();
  const rows = page.getByRole("group", { name: "First rows of the file" });
  await rows.getByText("áíáì ÍÏÇÏ").waitFor();
  const choice = page.getByLabel("Encoding");
  assert.equal(await choice.inputValue(), "windows-1252");
  await choice.focus();
  await page.keyboard.type("Windows-1256");
  await rows.getByText("ليلى حداد").waitFor();
  assert.ok(await choice.evaluate((element) => element === document.activeElement), "the focus stays");
  await page.getByText("so this is a guess", { exact: false }).waitFor({ state: "detached" });
  await checkPage(page, "contact-import-encoding", "ليلى حداد");
  // One in which it makes no sense is refused, and what was read stays.
  await choice.selectOption("utf-16le");
  await page.getByRole("alert").waitFor();
  assert.equal(await choice.inputValue(), "windows-1256");
  await rows.getByText("ليلى حداد").waitFor();
  await page.reload();
  await rows.getByText("ليلى حداد").waitFor();
  assert.ok(await choice.isDisabled());
  await page.getByText("To read it in another encoding, choose the file again", { exact: false }).waitFor();
});

test("thousands of contacts are checked, imported and listed, with their companies, and fit on a phone", async () => {
  await page.getByRole("button", { name: "Check" }).press("Enter");
  await page.getByRole("button", { name: /^Import 3,?000/ }).waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: /^Import/ }).press("Enter");
  for (let i = 0; i < 200 && (await page.getByRole("button", { name: "Undo import" }).count()) === 0; i += 1) {
    await stage.served.tick();
    await page.waitForTimeout(300);
  }
  await page.getByRole("button", { name: "Undo import" }).waitFor();
  await checkPage(page, "contact-import-done", "Undo import");
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  const fits = async (name: string): Promise<void> => {
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    await takeScreenshots(phone, name);
    await phone.setViewportSize(PHONE.viewport);
  };
  await phone.goto(contacts());
  await phone.getByText("Zoé").first().waitFor();
  await fits("newcomer-contacts");
  await phone.goto(`${stage.served.url}/projects/${project.id}/companies`);
  await phone.getByText("Firma 1", { exact: true }).waitFor();
  await fits("newcomer-companies");
  await page.goto(`${stage.served.url}/projects/${project.id}/companies`);
  await page.getByText("Firma 1", { exact: true }).waitFor();
  await checkPage(page, "newcomer-companies-wide", "Firma 1");
  await page.getByRole("searchbox").fill("النور");
  await page.getByRole("link", { name: /شركة النور/ }).press("Enter");
  await page.getByRole("heading", { name: "شركة النور", exact: true }).waitFor();
  await page.getByText("عمر بن الخطاب الطويل الاسم جدا").first().waitFor();
  await checkPage(page, "newcomer-company", "شركة النور");
  await phone.goto(page.url());
  await phone.getByText("عمر بن الخطاب الطويل الاسم جدا").first().waitFor();
  await fits("newcomer-company-phone");
  await phone.goto(`${contacts()}/export`);
  await phone.getByRole("heading", { level: 1 }).waitFor();
  await fits("newcomer-export");
  await phone.close();
});

test("the export has everybody, in the letters that they have, and no cell that a spreadsheet evaluates", async () => {
  await page.goto(`${contacts()}/export`);
  await checkPage(page, "contact-export", "Export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("main")
      .getByRole("link", { name: /export|download/i })
      .or(page.getByRole("main").getByRole("button", { name: /export|download/i }))
      .first()
      .press("Enter"),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const lines = text.split("\r\n").filter((each) => each !== "");
  assert.equal(lines.length, ROWS + 1);
  assert.ok(text.includes("ليلى حداد") && text.includes("شركة النور"));
  assert.equal(/(?:^|,)"[=+@-]/m.test(text), false);
  // The encoding that was refused.
  assert.deepEqual(
    complaints.console.filter((each) => !each.includes("400")),
    [],
  );
  assert.deepEqual(complaints.policy, []);
});
