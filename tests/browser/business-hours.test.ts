// An owner sets business hours by the keyboard; a second window is late and reads what was saved; the widget says when the team is back.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { checkPage, takeScreenshots } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, widgetOf, withProject } from "./stage.ts";

test("hours and a holiday are saved, a late window is told, and visitors read when the team is back", async () => {
  const stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  try {
    const project = await withProject(stage);
    const context = await stage.context({ ...DESKTOP, timezoneId: "UTC" }, project.owner);
    const [page, late] = [await context.newPage(), await context.newPage()];
    const complaints = await collectErrors(page);
    for (const each of [page, late]) {
      await each.goto(`${stage.served.url}/projects/${project.id}/settings/hours`);
      await each.getByText("Your team counts as there around the clock.", { exact: true }).waitFor();
    }
    await page.getByRole("switch", { name: "Use business hours" }).press("Space");
    await page.getByLabel("Time zone").fill("UTC");
    await page.getByRole("button", { name: "Add a day" }).press("Enter");
    await page.getByLabel("Date").fill(new Date().toISOString().slice(0, 10));
    await page.getByRole("textbox", { name: "Name" }).fill("Stocktaking");
    await page.getByText(/^With these hours your team is away now, and back /).waitFor();
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByText("Business hours saved").waitFor();
    await checkPage(page, "business-hours", "Holidays and other days");

    await late.getByRole("switch", { name: "Use business hours" }).press("Space");
    await late.getByRole("button", { name: "Save" }).press("Enter");
    await late.getByText("Somebody else changed the business hours meanwhile.").waitFor();
    await late.getByRole("button", { name: "Show what was saved" }).press("Enter");
    await late.getByLabel("Name").waitFor();
    assert.equal(await late.getByLabel("Name").inputValue(), "Stocktaking");

    const shop = await (await stage.context({ ...DESKTOP, locale: "en-GB" })).newPage();
    await shop.goto(`${stage.hosts.origin}/plain`);
    const widget = widgetOf(shop);
    await widget.launcher.waitFor();
    await widget.open();
    await widget.panel.getByText(/^Back on \w+day at \d\d?:\d\d$/).waitFor();
    await takeScreenshots(shop, "business-hours-widget");
    assert.deepEqual(complaints, { console: [], policy: [] });
  } finally {
    await stage.stop();
  }
});
