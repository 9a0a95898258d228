// The API reference: searched, read, and its file downloaded.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

let stage: Stage;
test.beforeAll(async () => void (stage = await openStage()));
test.afterAll(() => stage.stop());

test("operations are found by words, shown with examples, and the file is the committed one", async () => {
  const { owner, id } = await withProject(stage);
  const page = await (await stage.context(DESKTOP, owner)).newPage();
  await page.goto(`${stage.served.url}/projects/${id}/settings/api-reference`);
  await page.getByRole("heading", { name: "webhooks" }).waitFor();
  await checkPage(page, "api-reference", "webhooks");
  await page.getByRole("searchbox", { name: "Search operations" }).fill("post assign conversation");
  await page.getByText("Assign conversation").waitFor();
  await page.getByText("Assign conversation").click();
  await page.getByText("With curl").waitFor();
  await page.getByText('"assigneeId"').first().waitFor();
  await checkPage(page, "api-reference-operation", "With curl");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "OpenAPI file" }).click();
  const file = await (await waiting).path();
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(readFileSync("docs/api/openapi.json", "utf8")));
});
