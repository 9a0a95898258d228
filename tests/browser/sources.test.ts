// Knowledge sources in a real browser: file formats that the browser reads, also hostile ones.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { docxOf, pdfOf } from "../support/office-files.ts";
import { Visitor } from "../support/desk.ts";
import { openStage, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const ran: string[] = [];
const api = (): string => `/api/dashboard/projects/${project.id}/knowledge`;
const searchTitles = async (q: string): Promise<string[]> =>
  (await project.owner.call<{ hits: { title: string }[] }>(`${api()}?q=${encodeURIComponent(q)}`)).body.hits.map(({ title }) => title);

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const context = await stage.context({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" }, project.owner);
  page = await context.newPage();
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
});
test.afterAll(() => stage.stop());

const XSS = `<script>alert("file")</script><img src=x onerror=alert("image")>`;

test("PDF, DOCX, and HTML are read, shown, and found by search, and nothing in them runs", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/help/sources`);
  await page.getByRole("button", { name: "Add source" }).click();
  await page.getByRole("radio", { name: "Files" }).check();
  await page.getByLabel("Name").fill("Manuals");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  for (const [name, mimeType, buffer, reviewed] of [
    ["pump.pdf", "application/pdf", pdfOf("The impeller needs grease.", XSS), "impeller"],
    ["valve.docx", "application/octet-stream", docxOf("# Valves", `Turn the spindle clockwise. ${XSS}`), "## Valves"],
    ["hose.html", "text/html", Buffer.from(`<main><h1>Hoses</h1><p>Replace the gasketring.</p>${XSS}</main>`), undefined],
  ] as const) {
    await page.getByRole("button", { name: "Upload files" }).click();
    await page.getByLabel("Choose files").setInputFiles({ name, mimeType, buffer });
    if (reviewed !== undefined) assert.match(await page.getByLabel("Text", { exact: true }).inputValue(), new RegExp(reviewed));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText(`${name} uploaded`).first().waitFor();
    await page.getByRole("button", { name, exact: true }).waitFor();
  }
  // Of several files, an unreadable one is reported and the others continue.
  await page.getByRole("button", { name: "Upload files" }).click();
  await page.getByLabel("Choose files").setInputFiles([
    { name: "torn.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 torn") },
    { name: "oil.md", mimeType: "text/markdown", buffer: Buffer.from("# Oil\n\nChange the sumpoil.") },
  ]);
  await page.getByText("Couldn’t read torn.pdf").waitFor();
  await page.getByRole("button", { name: "Continue with oil.md" }).click();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("button", { name: "oil.md", exact: true }).waitFor();
  await until(
    "all is found",
    async () =>
      (await searchTitles("gasketring")).length > 0 &&
      (await searchTitles("spindle")).length > 0 &&
      (await searchTitles("sumpoil")).length > 0,
  );
  assert.deepEqual(
    [await searchTitles("impeller"), await searchTitles("spindle"), await searchTitles("gasketring")],
    [["pump.pdf"], ["valve.docx"], ["hose.html"]],
  );
  await page.reload();
  await page.getByRole("button", { name: "valve.docx", exact: true }).click();
  await page.getByText("Turn the spindle clockwise.").waitFor();
  assert.deepEqual(ran, []);
});

test("an answer is saved from its conversation and edited", async () => {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { id } = (await visitor.open("How hot for rye bread?")).body.conversation;
  await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${id}/messages`, {
    clientId: crypto.randomUUID(),
    frontier: 1,
    content: "Dear Ida, bake it at two hundred degrees.",
  });
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await page.getByRole("button", { name: "Save as knowledge" }).click();
  await page.getByText("Creates a new source, “Saved answers”, which only your team can read.").waitFor();
  await page.getByLabel("Question").fill("Temperature for rye bread");
  await page.getByLabel("Answer", { exact: true }).last().fill("Bake at **two hundred** degrees.");
  await page.getByRole("tab", { name: "Preview" }).click();
  await page.getByRole("region", { name: "Preview" }).getByText("two hundred").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Saved as knowledge").first().waitFor();
  assert.deepEqual(await searchTitles("rye bread temperature"), ["Temperature for rye bread"]);
  assert.deepEqual(ran, []);
});
