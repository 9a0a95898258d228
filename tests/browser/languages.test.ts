// The language of the interface in a real browser: chosen per person, kept after signing out and in, and another person's is not touched;
// the dashboard from right to left.
import { type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { Visitor } from "../support/desk.ts";
import { OWNER, PASSWORD } from "../support/people.ts";
import { sideways, violations } from "./axe.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

const SHOTS = process.env["SHOTS"];
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

const language = (on: Page = page): Promise<string> =>
  on.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);

/** Chooses a language in the profile; the page comes again in it. */
async function choose(option: string): Promise<void> {
  await page.goto(`${stage.served.url}/account/profile`);
  await page.locator("select, [role=combobox]").first().waitFor();
  const before = await language();
  const box = page.getByRole("combobox", { name: /^(Language|Sprache|اللغة)$/ });
  if ((await box.evaluate((it) => it.tagName)) === "SELECT") await box.selectOption({ label: option });
  else {
    await box.click();
    await page.getByRole("option", { name: option }).click();
  }
  await until(`another language than ${before}`, async () => (await language().catch(() => before)) !== before);
}

async function shot(name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${SHOTS}/${name}-${scheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Opens the page at desk and phone: accessible, and nothing scrolls sideways. */
async function check(name: string, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, shape] of [
    ["desk", DESKTOP],
    ["phone", PHONE],
  ] as const) {
    await page.setViewportSize(shape.viewport);
    await page.goto(stage.served.url + path);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "hidden" });
    await page.locator("h1, h2").first().waitFor();
    await shot(`${name}-${width}`);
    found.push(...(await sideways(page)).map((one) => `${name}/${width}: ${one}`));
    found.push(...(await violations(page, undefined)).map((one) => `${name}/${width}: ${one}`));
  }
  await page.setViewportSize(DESKTOP.viewport);
  return found;
}

/** A conversation of a customer who writes Arabic, with an address and a number in it. */
async function conversation(): Promise<string> {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { body } = await visitor.open("مرحباً، لم يصلني الطلب رقم 4711 من https://shop.example/orders/4711 حتى الآن.");
  return body.conversation.id;
}

test("somebody chooses German and keeps it after signing out and in; somebody else stays in English", async () => {
  await page.goto(`${stage.served.url}/account/profile`);
  assert.equal(await language(), "en ltr");
  await choose("Deutsch");
  assert.equal(await language(), "de ltr");
  await page.getByRole("button", { name: "Abmelden" }).first().waitFor();
  await page.context().clearCookies();
  await page.goto(`${stage.served.url}/login`);
  assert.equal(await language(), "en ltr", "the sign-in page follows the browser");
  await page.getByLabel(/email/i).fill(OWNER);
  await page.getByLabel(/password/i).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/projects/);
  assert.equal(await language(), "de ltr");

  const mia = await project.owner.invite(project.id, "operator", "mia@acme.example");
  const other = await (await stage.context(DESKTOP, mia)).newPage();
  await other.goto(`${stage.served.url}/account/profile`);
  assert.equal(await language(other), "en ltr");
  await other.context().close();
});

test("the sign-in page comes in the browser's language", async () => {
  for (const [locale, expected, words] of [
    ["de-AT", "de ltr", "Anmelden"],
    ["ar-EG", "ar rtl", undefined],
    ["fr-FR", "en ltr", "Sign in"],
  ] as const) {
    const context = await stage.context({ ...PHONE, locale });
    const there = await context.newPage();
    await there.goto(`${stage.served.url}/login`);
    assert.equal(await language(there), expected);
    if (words !== undefined) await there.getByRole("heading", { name: words }).waitFor();
    assert.deepEqual(await sideways(there), []);
    assert.deepEqual(await violations(there, undefined), []);
    await context.close();
  }
});

for (const [option, code] of [
  ["Deutsch", "de"],
  ["العربية", "ar"],
] as const)
  test(`the main screens in ${option}: accessible, and nothing scrolls sideways`, async () => {
    test.setTimeout(180_000);
    await page.goto(`${stage.served.url}/account/profile`);
    if (!(await language()).startsWith(code)) await choose(option);
    const id = await conversation();
    const found: string[] = [];
    for (const [name, path] of [
      ["inbox", ""],
      ["conversation", `/inbox/all/${id}`],
      ["contacts", "/contacts"],
      ["articles", "/help/articles"],
      ["reports", "/reports"],
      ["settings", "/settings"],
    ] as const)
      found.push(...(await check(`${code}-${name}`, `/projects/${project.id}${path}`)));
    found.push(...(await check(`${code}-profile`, "/account/profile")));
    assert.deepEqual(found, []);
  });
