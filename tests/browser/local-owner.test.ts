// The local owner's sign-in in a browser under `pnpm dev`: the self-submitting page, the session, signing out.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { Operator } from "../support/desk.ts";
import { copyForDev, startDev } from "../support/dev.ts";
import { launchChromium } from "./chromium.ts";

test("opening /projects or /login signs the single owner in, also after signing out", async () => {
  // The development server prepares every package before it answers for the first time.
  test.setTimeout(300_000);
  const checkout = copyForDev();
  const { url, stop } = await startDev(checkout, { shell: { SVC_LOCAL_OWNER_LOGIN: "1" } });
  const browser = await launchChromium();
  try {
    assert.equal((await new Operator(url).setup()).status, 201);
    for (const path of ["/projects", "/login"]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const accountStatus = async (): Promise<number> => (await context.request.get(`${url}/api/account/me`)).status();
      assert.equal(await accountStatus(), 401);
      const signedIn = () => page.waitForResponse(`${url}/login/local-owner`, { timeout: 20_000 });
      await Promise.all([signedIn(), page.goto(`${url}${path}`, { waitUntil: "commit" })]);
      assert.equal(await accountStatus(), 200, path);
      await page.waitForURL(`${url}/projects`, { waitUntil: "commit" });
      const again = signedIn();
      await page.evaluate(() => {
        const form = document.createElement("form");
        form.method = "post";
        form.action = "/logout";
        document.documentElement.append(form);
        form.submit();
      });
      await again;
      assert.equal(await accountStatus(), 200, "signed in again");
      await context.close();
    }
  } finally {
    await browser.close();
    await stop();
    rmSync(checkout, { recursive: true, force: true });
  }
});
