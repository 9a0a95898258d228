// An owner reconciles held work of an import, by the keyboard, and the page says what was paid before.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tables } from "../support/tables.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, withProject } from "./stage.ts";

test("an owner reconciles held work by the keyboard", async () => {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-imported-"));
  const stage = await openStage({ state, vars: { TEST_SCRYPT_LOG_N: "10" } });
  try {
    const project = await withProject(stage);
    const tables = new Tables(state);
    for (const [n, category] of (["generation", "training"] as const).entries())
      tables.run(
        "INSERT INTO legacy_import_holds (project_id, id, run_id, category, recorded, provider, detail, started_at) VALUES (?, ?, 1, ?, 'started', 'openai', 'Answer to a question about a late parcel', ?)",
        ...[project.id, `lgc_0000000000000000000000000${n}`, category, Date.parse("2026-02-20T09:14:00.000Z")],
      );
    tables.run(
      "INSERT INTO legacy_financial_rows (project_id, day, purpose, provider, model, run_id, calls, failed, input_tokens, output_tokens, cost, estimated) VALUES (?, '2026-02-11', 'reply', 'openai', 'gpt', 1, 12, 0, 1, 1, 4200000, 0)",
      project.id,
    );
    tables.close();
    const page = await (await stage.context(DESKTOP, project.owner)).newPage();
    const complaints = await collectErrors(page);
    await page.goto(`${stage.served.url}/projects/${project.id}/settings/imported-data`);
    await page.getByText("$4.20 for 12 calls").waitFor();
    await checkPage(page, "imported-data", "Unfinished work");
    await page.getByRole("button", { name: /^Reconcile: Training/ }).press("Enter");
    const outcome = page.getByLabel("Outcome");
    await outcome.waitFor();
    await outcome.selectOption("not_happened");
    await page.getByRole("button", { name: "Save outcome" }).press("Enter");
    await page.getByText("It didn’t happen").waitFor();
    await page.getByText(/^Began .* Reconciled by /).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Reconcile:/ }).count(), 1);
    assert.deepEqual(complaints, { console: [], policy: [] });
  } finally {
    await stage.stop();
    rmSync(state, { recursive: true, force: true });
  }
});
