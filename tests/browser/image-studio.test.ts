// The image studio in a real browser, with a double of an image model: look, price, progress, versions, alternative text, and an image that
// becomes a social card and the header of an article, with words over it.
import { type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { Models } from "../doubles/models/index.ts";
import { picture } from "../doubles/models/picture.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
const models = new Models();
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let articleId: string;

/** The website whose colours are read. */
const network = (): Promise<Response> =>
  Promise.resolve(
    new Response('<!doctype html><meta name="theme-color" content="#1f6feb"><style>a{color:#fab005}</style>', {
      headers: { "content-type": "text/html" },
    }),
  );
const api = (rest: string, area = "dashboard"): string => `/api/${area}/projects/${project.id}/${rest}`;
test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({
    vars: {
      ...{ TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible, AI_MODEL_PRICES: '{"own/flux":{"input":5,"output":40}}' },
      ...{ BRAND_IMAGE_MODEL: "own/flux", BRAND_IMAGE_SIZE: "1536x1024", BRAND_IMAGE_QUALITY: "low" },
    },
    network,
  });
  project = await withProject(stage);
  const { body } = await project.owner.call<Record<string, unknown>>(api("help/settings"));
  const kept = ["title", "description", "defaultLocale", "locales", "links", "contact", "authors", "revision"];
  await project.owner.call(api("help/settings", "management"), {
    method: "PUT",
    body: { ...Object.fromEntries(kept.map((name) => [name, body[name]])), open: true },
  });
  const made = await project.owner.post<{ article: { id: string } }>(api("help/articles"), {
    ...{ clientId: crypto.randomUUID(), locale: "en", title: "Crossing the bridge", content: "Walk." },
  });
  articleId = made.body.article.id;
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});
const place = (): string => `${stage.served.url}/projects/${project.id}/help/images`;
async function ticking(what: string, seen: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await stage.served.tick();
    return await seen();
  });
}

test("the look is read from a website, and completed by hand", async () => {
  await page.goto(place());
  await page.getByRole("textbox", { name: "Website" }).fill("acme.example");
  await page.getByRole("button", { name: "Read colors" }).press("Enter");
  await page.getByLabel("Color 2", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Color 1", { exact: true }).inputValue(), "#1f6feb");
  await page.getByRole("textbox", { name: "Tone" }).fill("Calm, flat shapes");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Look saved").first().waitFor();
});

test("images are made in that look, with their price before and after", async () => {
  const usage = { input: 100, output: 408 };
  models.answer(
    { picture: picture({ width: 768, height: 512, signed: true }), usage },
    { picture: picture({ width: 768, height: 512, ground: [60, 120, 90] }), usage },
  );
  await page.getByRole("textbox", { name: "What the image shows" }).fill("A bridge at noon");
  await page.getByLabel("Variants").selectOption("2");
  await page.getByText(/At most (?:US)?\$0\.\d+ · own\/flux, 1536x1024, low/).waitFor();
  await page.getByRole("button", { name: "Make images", exact: true }).press("Enter");
  await ticking("the run to end", () => page.getByText(/2 images are ready/).isVisible());
  await page.getByText(/This cost (?:US)?\$0\.03364/).waitFor();
  await until("both images", async () => (await page.getByRole("button", { name: /Open version 1/ }).count()) === 2);
  assert.match(models.requests[0]?.text ?? "", /#1f6feb, #fab005/);
  assert.match(models.requests[0]?.text ?? "", /Calm, flat shapes/);
  models.check();
  await checkPage(page, "image-studio", "A bridge at noon");
});

test("an image says where it comes from, and is described by a person", async () => {
  await page
    .getByRole("button", { name: /Open version 1/ })
    .last()
    .press("Enter");
  const dialog = page.getByRole("dialog", { name: "Image", exact: true });
  await dialog.getByText("own/flux").waitFor();
  await dialog.getByText(/has a C2PA manifest/).waitFor();
  await dialog.getByRole("textbox", { name: "Alternative text" }).fill("A bridge over a river");
  await checkPage(page, "image-studio-image", "Origin");
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await until("the text", async () => (await page.getByText("No alternative text").count()) === 1);
});

test("words change an image into a version of its own", async () => {
  models.answer({ picture: picture({ width: 768, height: 512, ground: [10, 14, 40] }), usage: { input: 100, output: 408 } });
  await page
    .getByRole("button", { name: /Open version 1/ })
    .last()
    .press("Enter");
  await page.getByRole("button", { name: "Change by words" }).press("Enter");
  await page.getByRole("textbox", { name: "What to change" }).fill("At night");
  await page.getByRole("button", { name: "Change the image" }).press("Enter");
  await ticking("the version", () => page.getByRole("button", { name: "Open version 2 of “At night”" }).isVisible());
  assert.deepEqual([models.requests.at(-1)?.path, models.requests.at(-1)?.images], ["/images/edits", ["image/png"]]);
  models.check();
});

async function use(as: string, where: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Open version 2 of “At night”" }).press("Enter");
  await page.getByRole("dialog", { name: "Image", exact: true }).getByRole("button", { name: "Use", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Use the image" });
  await dialog.getByLabel("As", { exact: true }).selectOption({ label: as });
  const list = dialog.getByLabel("Where");
  let label: string | undefined;
  await until("the places", async () => {
    label = (await list.locator("option").allTextContents()).find((one) => where.test(one));
    return label !== undefined;
  });
  await list.selectOption({ label: label ?? "" });
}
const used = async (): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: "Use the image" });
  await dialog.getByRole("button", { name: "Use", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
};

test("an image becomes a social card, with words that we write", async () => {
  await use("Social card", /^(?!Crossing)/);
  const dialog = page.getByRole("dialog", { name: "Use the image" });
  await dialog.getByLabel("Zoom").fill("1.5");
  await dialog.getByRole("textbox", { name: "Words over the image" }).fill("Crossing the bridge by night & day");
  await dialog.getByRole("button", { name: "Use", exact: true }).press("Enter");
  await dialog.getByText("Describe what the image shows.").waitFor();
  await dialog.getByRole("textbox", { name: "Alternative text" }).fill("A bridge at night");
  await checkPage(page, "image-studio-use", "Words over the image");
  await used();
  await page.getByText("Used as social card").first().waitFor();
  type Card = { subject: string; state: string; image: { url: string; alt: string; width: number; height: number } | null };
  const { items } = (await project.owner.call<{ items: Card[] }>(api("social-cards"))).body;
  const card = items.find(({ subject }) => subject === "start");
  assert.equal(card?.state, "own");
  assert.deepEqual([card.image?.alt, card.image?.width, card.image?.height], ["A bridge at night", 1200, 630]);
  const bytes = await (await page.context().request.get(`${stage.served.url}${card.image?.url}`)).body();
  const folder = process.env["SHOTS"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/studio-card.jpg`, bytes);
  }
  // The words are in the lower part: it is not of one colour.
  const shades = await page.evaluate(async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
    const pen = canvas.getContext("2d");
    pen?.drawImage(image, 0, 0);
    const { data = new Uint8ClampedArray() } = pen?.getImageData(64, 480, 600, 100) ?? {};
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => (data[i * 4] ?? 0) >> 4)).size;
  }, card.image?.url ?? "");
  assert.ok(shades > 8, `${shades} shades`);
});

test("an image is put at the top of an article's draft", async () => {
  await use("Header of an article", /Crossing the bridge/);
  await used();
  await page.getByText("Put at the top of the article’s draft").first().waitFor();
  const { text } = (await project.owner.call<{ text: { content: string } }>(api(`help/articles/${articleId}?locale=en`))).body;
  assert.match(text.content, /^!\[A bridge at night\]\(\/files\/\w+\)\n\nWalk\.$/);
});

test("an image becomes the launcher of the widget and the assistant's avatar, and the launcher's is removed", async () => {
  const dialog = page.getByRole("dialog", { name: "Use the image" });
  for (const [as, done] of [
    ["Launcher of the widget", "The launcher shows this image now."],
    ["Assistant’s avatar", "The assistant has this avatar now."],
  ] as const) {
    await page.getByRole("button", { name: "Open version 2 of “At night”" }).press("Enter");
    await page.getByRole("dialog", { name: "Image", exact: true }).getByRole("button", { name: "Use", exact: true }).press("Enter");
    await dialog.getByLabel("As", { exact: true }).selectOption({ label: as });
    assert.equal(await dialog.getByLabel("Where").count(), 0, "there is one place");
    await used();
    await page.getByText(done).first().waitFor();
  }
  // A new browser each time: what is known of the widget is kept for a minute.
  const visit = async (): Promise<Page> => {
    const visited = await (await stage.context(DESKTOP)).newPage();
    await visited.goto(`${stage.hosts.origin}/plain?key=${project.key}`);
    await visited.getByRole("button", { name: /Open/ }).waitFor();
    return visited;
  };
  const site = await visit();
  const shown = site.getByRole("button", { name: /Open/ }).locator("img");
  await shown.waitFor();
  assert.deepEqual(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.alt]), [256, ""]);
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await site.screenshot({ path: `${folder}/launcher-image.png` });
  await site.getByRole("button", { name: /Open/ }).press("Enter");
  await until("the way to close", async () => (await shown.count()) === 0);
  // In the settings of the appearance it is replaced and removed by keyboard.
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/look`);
  await page.getByRole("button", { name: "Replace Launcher image" }).press("Enter");
  const upload = page.getByRole("dialog", { name: "Launcher image" });
  await upload.getByRole("button", { name: "Use image" }).press("Enter");
  await upload.getByText("Choose an image.").waitFor();
  await upload.getByLabel("Image", { exact: true }).setInputFiles({ name: "not.png", mimeType: "image/png", buffer: Buffer.from("words") });
  await upload.getByText("This browser can’t read the file as an image.").waitFor();
  const buffer = Buffer.from(picture({ width: 300, height: 200, ground: [200, 40, 40] }));
  await upload.getByLabel("Image", { exact: true }).setInputFiles({ name: "red.png", mimeType: "image/png", buffer });
  await upload.getByLabel("Zoom").waitFor();
  await checkPage(page, "widget-image", "A square is cut out");
  await upload.getByRole("button", { name: "Use image" }).press("Enter");
  await upload.waitFor({ state: "detached" });
  const { body } = await project.owner.call<{ launcher: string; assistant: string }>(api("widget-images"));
  assert.equal((await fetch(`${stage.served.url}${body.launcher}`)).status, 200);
  await page.getByRole("button", { name: "Remove Launcher image" }).press("Enter");
  await page.getByRole("button", { name: "Upload Launcher image" }).waitFor();
  assert.equal((await fetch(`${stage.served.url}${body.launcher}`)).status, 401);
  const later = await visit();
  await later.waitForLoadState("networkidle");
  assert.equal(await later.getByRole("button", { name: /Open/ }).locator("img").count(), 0);
  await page.goto(place());
});

test("what is used is kept, and an image is deleted after a question", async () => {
  await page.reload();
  await page.getByText("Kept", { exact: true }).waitFor();
  await page
    .getByRole("button", { name: /Open version 1/ })
    .first()
    .press("Enter");
  await page.getByRole("dialog", { name: "Image", exact: true }).getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("dialog", { name: "Delete this image?" }).getByRole("button", { name: "Delete" }).press("Enter");
  await until("the image to go", async () => (await page.getByRole("button", { name: /^Open version/ }).count()) === 2);
});

test("fits a phone, in the dark", async () => {
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  await phone.goto(place());
  await phone.getByText("At night").first().waitFor();
  await phone.waitForLoadState("networkidle");
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.context().close();
});
