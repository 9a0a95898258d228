// Checks a page, and takes screenshots of it if SHOTS names a folder: light, dark, and on a phone.
import type { Page } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { violations } from "./axe.ts";
import { DESKTOP, PHONE } from "./stage.ts";

const SHOTS = process.env["SHOTS"];

export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${SHOTS}/${name}-dark.png` });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE.viewport);
  await page.screenshot({ path: `${SHOTS}/${name}-phone.png` });
  await page.setViewportSize(DESKTOP.viewport);
}

/** Checks the page in light, and in dark too where the screenshots are taken. `shows`: words that stand on it. */
export async function checkPage(page: Page, name: string, shows: string): Promise<void> {
  assert.deepEqual(await violations(page, shows), [], name);
  if (SHOTS !== undefined) {
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page, shows), [], `${name}, dark`);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await takeScreenshots(page, name);
}
