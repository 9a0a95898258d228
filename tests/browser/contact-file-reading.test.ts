// How a file of contacts is read, while it is changed: what waits for it, what begins anew, and what is said of the encoding.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());
const choose = (buffer: Buffer): Promise<void> =>
  page.locator("input[type=file]").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
async function begin(buffer: Buffer): Promise<void> {
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts/import`);
  await choose(buffer);
  await rows().waitFor();
}
const rows = () => page.getByRole("group", { name: "First rows of the file" });
const guess = () => page.getByText("so this is a guess", { exact: false });
const button = (name: string | RegExp) => page.getByRole("button", { name });
/** “Zoé” in Windows-1252 and its relatives. */
const LATIN = Buffer.from("Name,Email\r\nZo\xe9,zoe@firma.example\r\n", "latin1");

test("nothing is checked or imported while the file is being read in another encoding, nor is a chosen one said to be a guess", async () => {
  await begin(LATIN);
  await guess().waitFor();
  await button("Check").press("Enter");
  await button(/^Import 1/).waitFor({ timeout: 60_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/file?encoding=windows-1251", async (route) => {
    await promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/file?encoding=windows-1251");
  await page.getByLabel("Encoding").selectOption("windows-1251");
  await asked;
  assert.ok(await button("Check").isDisabled());
  assert.ok(await button(/^Import 1/).isDisabled());
  resolve();
  await rows().getByText("Zoй").waitFor();
  await button(/^Import 1/).waitFor({ state: "detached" });
  assert.ok(await button("Check").isEnabled());
  await page.getByLabel("Encoding").selectOption("windows-1252");
  await rows().getByText("Zoé").waitFor();
  await guess().waitFor({ state: "detached" });
  await button("Check").press("Enter");
  await button(/^Import 1/).waitFor({ timeout: 60_000 });
  assert.equal(await guess().count(), 0, "it was chosen");
});

test("another file that is chosen brings its own columns", async () => {
  await begin(Buffer.from("Name,Email\r\nAda,ada@firma.example\r\n"));
  assert.equal(await page.getByLabel("Email", { exact: true }).inputValue(), "email");
  await page.reload();
  await button("Choose the file again").first().waitFor();
  await page.getByLabel("Email", { exact: true }).waitFor();
  await choose(Buffer.from("Email,Name\r\ngrace@firma.example,Grace\r\n"));
  await rows().getByText("Grace", { exact: true }).waitFor();
  await page.getByLabel("Email", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Email", { exact: true }).inputValue(), "email");
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "name");
});

test("a file that says its encoding is not said to be guessed", async () => {
  await begin(Buffer.from("\ufeffName,Email\r\nZoé,zoe@firma.example\r\n", "utf16le"));
  await rows().getByText("Zoé").waitFor();
  assert.equal(await page.getByLabel("Encoding").inputValue(), "utf-16le");
  assert.equal(await guess().count(), 0);
});
