// Social cards in a real browser: drawn when an article is published in the editor, for everything else on their own screen, and replaced by
// an own image. What is drawn is looked at by its pixels, and by people with SHOTS.
import { type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import type { SocialCard } from "#modules/brand-images/contract";
import type { Operator } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, type PageErrors, PHONE, type Stage, until, withProject } from "./stage.ts";

// The tests follow each other: after one has failed, the others would find no card.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let errors: PageErrors;

/** Titles that are hard to draw: long, from right to left, without spaces, with emoji, and one word. */
const TITLES = [
  "How to change the billing address of an organisation that has several owners and no administrator left",
  "كيف أعيد طلبًا وصل تالفًا؟ (خلال 30 يومًا)",
  "返品の手続きと、よくある質問について知っておくべきこと",
  "🎉 Willkommen! 👩‍👩‍👧‍👦 So laden Sie Ihr Team ein",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "Fees",
];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  await openHelp(project.owner);
  const context = await stage.context(DESKTOP, project.owner);
  page = await context.newPage();
  errors = await collectErrors(page);
});
test.afterAll(() => stage.stop());

const api = (rest: string, area = "dashboard"): string => `/api/${area}/projects/${project.id}/${rest}`;
async function openHelp(owner: Operator): Promise<void> {
  const { body } = await owner.call<Record<string, unknown>>(api("help/settings"));
  const kept = ["title", "description", "defaultLocale", "locales", "links", "contact", "authors", "revision"];
  const saved = await owner.call(api("help/settings", "management"), {
    method: "PUT",
    body: {
      ...Object.fromEntries(kept.map((name) => [name, body[name]])),
      open: true,
      images: { logo: null, logoDark: null, cover: null },
    },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
}
async function written(title: string, publish = true): Promise<string> {
  const { body } = await project.owner.post<{ article: { id: string } }>(api("help/articles"), {
    ...{ clientId: crypto.randomUUID(), locale: "en", title, content: "Words." },
  });
  const { id } = body.article;
  if (publish) await project.owner.post(api(`help/articles/${id}/texts/en/publish`, "management"), { revision: 1 });
  return id;
}
const cards = async (): Promise<SocialCard[]> => (await project.owner.call<{ items: SocialCard[] }>(api("social-cards"))).body.items;
const cardOf = async (id: string): Promise<SocialCard | undefined> => (await cards()).find(({ subject }) => subject === id);
const bytesOf = async (card: SocialCard): Promise<Buffer> => {
  const { url = "" } = card.image ?? {};
  return await (await page.context().request.get(`${stage.served.url}${url}`)).body();
};

test("publishing in the editor draws the card and shows it beside the article", async () => {
  const id = await written("Returning a vase", false);
  await page.goto(`${stage.served.url}/projects/${project.id}/help/articles/${id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const image = page.getByRole("img", { name: "Returning a vase" });
  await image.waitFor();
  await until("the picture", () => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth === 1200 && shown.naturalHeight === 630));
  const card = await cardOf(id);
  assert.equal(card?.state, "drawn");
  assert.ok((await bytesOf(card)).byteLength < 200_000, "a card is small");
  // A new title is drawn when it is published.
  await page.getByRole("textbox", { name: "Title" }).fill("Returning two vases");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByRole("img", { name: "Returning two vases" }).waitFor();
  assert.equal((await cardOf(id))?.title, "Returning two vases");
});

test("cards of articles that were published elsewhere are drawn on the screen, with progress", async () => {
  for (const title of TITLES) await written(title);
  await page.goto(`${stage.served.url}/projects/${project.id}/help/social-cards`);
  await page.getByText(/All cards are drawn/).waitFor({ timeout: 30_000 });
  const drawn = await cards();
  assert.deepEqual(
    drawn.filter(({ state }) => state !== "drawn").map(({ title }) => title),
    [],
  );
  assert.equal(drawn.length, TITLES.length + 2);
  const folder = process.env["SHOTS"];
  for (const [i, card] of drawn.entries()) {
    const bytes = await bytesOf(card);
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/social-card-${i}.png`, bytes);
    }
    assert.ok(bytes.byteLength > 5000, `${card.title} is drawn`);
  }
  // Another look at the screen finds nothing to do.
  await page.reload();
  await page.getByText("Returning two vases").first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.getByText(/cards drawn|All cards are drawn/).count(), 0);
  // What a program publishes while the screen is open waits, and is drawn with one key.
  await page.getByText("No card is due.").waitFor();
  const late = await written("Published by a program");
  await page.getByRole("button", { name: "Draw what is due" }).press("Enter");
  await page.getByText("All cards are drawn: 1 new ones.").waitFor({ timeout: 30_000 });
  assert.equal((await cardOf(late))?.state, "drawn");
  await checkPage(page, "social-cards", "Social cards");
});

test("another look draws all again, and a title is nowhere cut by the edge", async () => {
  // Nothing is left of what the last drawing said.
  await page.reload();
  await page.getByText("No card is due.").waitFor();
  await page.getByLabel("Background").selectOption({ label: "White" });
  await page.getByRole("img", { name: /Sample card/ }).waitFor();
  const before = await cards();
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText(/All cards are drawn/).waitFor({ timeout: 30_000 });
  const after = await cards();
  assert.ok(after.every(({ state }) => state === "drawn"));
  assert.ok(after.every(({ image }, i) => image?.url !== before[i]?.image?.url));
  // On a white ground everything else is ink: none of it may be within the margin.
  for (const card of after) {
    const ink = await page.evaluate(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      pen.drawImage(bitmap, 0, 0);
      const { data, width } = pen.getImageData(0, 0, bitmap.width, 600);
      let [margin, inside] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const isInk = (data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 600;
        const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
        if (isInk && (x < 60 || x >= width - 60 || y < 60)) margin += 1;
        else if (isInk) inside += 1;
      }
      return { margin, inside };
    }, card.image?.url ?? "");
    assert.equal(ink.margin, 0, `${card.title}: within the margin`);
    assert.ok(ink.inside > 1000, `${card.title}: something is drawn`);
  }
});

test("an own image with a description takes the place of a drawn card, and goes again", async () => {
  const actions = page.getByRole("button", { name: "Actions for the card of “Fees”" });
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Upload an image" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("Describe what the image shows.").waitFor();
  await dialog.getByLabel("What the image shows").fill("A list of fees on a blackboard");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("Choose an image.").waitFor();
  const [some] = await cards();
  await dialog.getByLabel("Image", { exact: true }).setInputFiles({
    ...{ name: "fees.png", mimeType: "image/png", buffer: await bytesOf(some as SocialCard) },
  });
  // The part that is shown is chosen by keyboard.
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  await page.keyboard.press("End");
  await dialog.getByText(/This part is too small/).waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await dialog.getByText(/This part is too small/).waitFor({ state: "detached" });
  await checkPage(page, "social-card-upload", "What the image shows");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("img", { name: "A list of fees on a blackboard" }).waitFor();
  const own = (await cards()).find(({ title }) => title === "Fees");
  assert.equal(own?.state, "own");
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Use a drawn card" }).press("Enter");
  await page.getByRole("button", { name: "Use a drawn card", exact: true }).press("Enter");
  await page.getByRole("img", { name: "Fees", exact: true }).waitFor();
  await until("a drawn card", async () => (await cards()).find(({ title }) => title === "Fees")?.state === "drawn");
});

test("an operator sees cards and draws none; on a phone all fits", async () => {
  const operator = await project.owner.invite(project.id, "operator", "ola@example.test");
  const id = await written("Not drawn by an operator");
  const context = await stage.context(PHONE, operator);
  const theirs = await context.newPage();
  await theirs.goto(`${stage.served.url}/projects/${project.id}/help/social-cards`);
  await theirs.getByText("Not drawn yet").waitFor();
  await theirs.goto(`${stage.served.url}/projects/${project.id}/help/articles/${id}`);
  await theirs.getByText("Not drawn yet").waitFor();
  assert.equal(await theirs.getByRole("button", { name: /Actions for the card/ }).count(), 0);
  assert.ok(await theirs.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.equal((await cardOf(id))?.state, "missing");
  await context.close();
  assert.deepEqual(errors.policy, []);
});
