// The article editor in a real browser: writing with the keyboard alone, images, saving as Markdown, and never running pasted code.
import { test, type Locator, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { PNG, Visitor } from "../support/desk.ts";
import { XSS_PAYLOADS } from "../../kernel/testing/xss-payloads.ts";
import { randomUUID } from "node:crypto";
import { settled } from "./open-state.ts";
import { type PageErrors, DESKTOP, collectErrors, openStage, type Stage, until, withProject } from "./stage.ts";

interface Draft {
  readonly article: { readonly id: string };
  readonly text: { readonly content: string; readonly revision: number };
}
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const ran: string[] = [];
let complaints: PageErrors;
const api = (path: string): string => `/api/dashboard/projects/${project.id}/help/${path}`;
async function create(title: string, content = ""): Promise<Draft> {
  const { status, body } = await project.owner.post<Draft>(api("articles"), { clientId: randomUUID(), locale: "en", title, content });
  assert.equal(status, 201);
  return body;
}
const contentOf = async (id: string): Promise<string> => (await project.owner.call<Draft>(api(`articles/${id}`))).body.text.content;
async function open(id: string): Promise<Locator> {
  await page.goto(`${stage.served.url}/projects/${project.id}/help/articles/${id}`);
  const text = page.locator(".article-text");
  await text.waitFor();
  return text;
}
const focus = (): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
const paste = (data: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    document.querySelector(".article-text")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
  await page.exposeFunction("xss", () => void ran.push(page.url()));
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
});
test.afterAll(() => stage.stop());

test("an article is written with the keyboard alone", async () => {
  const { article } = await create("Keys");
  const text = await open(article.id);
  await text.focus();
  await page.keyboard.type("## Begin");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Press ");
  await page.keyboard.press("Alt+F10");
  assert.equal(await focus(), "Text style: Text");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focus(), "Bold");
  await page.keyboard.press("Enter");
  await page.keyboard.type("this");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" see ");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Link" });
  await dialog.getByLabel("Address").fill("javascript:xss()");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("Enter an address").waitFor();
  await dialog.getByLabel("Address").fill("example.org/a_b");
  await dialog.getByLabel("Link text").fill("the [page]");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("deep");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Enter");
  // The toolbar remembers which button had the focus.
  await page.keyboard.press("Alt+F10");
  assert.equal(await focus(), "Bold");
  await page.keyboard.press("End");
  assert.equal(await focus(), "Markdown source");
  await page.keyboard.press("Escape");
  await until("the text to have the focus", async () => (await focus()) === "Article text");
  await page.keyboard.type("Ends with *a star and <b>.");
  await page.keyboard.press("Control+Alt+c");
  const wanted =
    "## Begin\n\nPress **this** see [the \\[page\\]](https://example.org/a_b)\n\n- one\n  - deep\n\n```\nEnds with *a star and <b>.\n```";
  await until("the draft to be saved", async () => (await contentOf(article.id)) === wanted).catch(async () =>
    assert.equal(await contentOf(article.id), wanted),
  );
});

test("a link is set by searching for an article's title, tasks are toggled by keyboard, and a menu choice returns to the text", async () => {
  const other = await create("Refund a broken cup", "Send a photo.");
  const at = `/api/management/projects/${project.id}/help/articles/${other.article.id}/texts/en/publish`;
  assert.equal((await project.owner.post(at, { revision: 1 })).status, 200);
  const { article } = await create("Linked");
  const text = await open(article.id);
  await text.focus();
  await page.keyboard.type("- [ ] See ");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Link" });
  await dialog.getByRole("combobox").fill("linked");
  await dialog.getByText("No article titles match.").waitFor();
  await dialog.getByRole("combobox").fill("broken CUP");
  await dialog.getByRole("option", { name: "Refund a broken cup", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.keyboard.type("done");
  await page.keyboard.press("Control+Enter");
  for (let i = 0; i < 2; i++) await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Callout" }).click();
  await page.getByRole("menuitemradio", { name: "Tip" }).click();
  await until("the text to have the focus", async () => (await focus()) === "Article text");
  await page.keyboard.type("Quick.");
  const { text: shown } = (await project.owner.call<{ text: { liveSlug: string } }>(api(`articles/${other.article.id}`))).body;
  const link = new RegExp(
    `^- \\[ \\] See \\[Refund a broken cup\\]\\(/help/[\\w-]+/en/articles/${shown.liveSlug}\\)\\n- \\[x\\] done\\n\\n> \\[!TIP\\]\\n> Quick.$`,
  );
  await until("the draft to be saved", async () => link.test(await contentOf(article.id))).catch(async () =>
    assert.match(await contentOf(article.id), link),
  );
});

test("content pasted from Google Docs, Word, and a code editor keeps its structure", async () => {
  const { article } = await create("Pasted");
  const text = await open(article.id);
  await text.focus();
  const docs = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400;">A </span><span style="font-weight:700;">full</span><span style="font-style:italic;"> refund</span></p></b><table><tbody><tr><td><p><span>Plan</span></p></td></tr><tr><td><p>Free</p><p>of charge</p></td></tr></tbody></table>`;
  await paste({ "text/html": docs, "text/plain": "x" });
  // The editor notices a moved selection one frame later.
  await text.locator(":scope > p:last-child").waitFor();
  await page.keyboard.press("Control+End");
  await settled(page);
  const item = (words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>·&nbsp;</span><![endif]>${words}<o:p></o:p></p>`;
  await paste({ "text/html": `<p class=MsoNormal>Word:</p>${item("one")}${item("two")}`, "text/plain": "x" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await settled(page);
  await paste({
    "text/html": `<div style="white-space: pre;"><div>## Code</div></div>`,
    "text/plain": "## Code",
    "vscode-editor-data": "{}",
  });
  const wanted = "A **full** _refund_\n\n| Plan |\n| --- |\n| Free of charge |\n\nWord:\n\n- one\n- two\n\n## Code";
  await until("the draft to be saved", async () => (await contentOf(article.id)) === wanted).catch(async () =>
    assert.equal(await contentOf(article.id), wanted),
  );
});

test("an image is stored with a description under its own address, and a refused one stays out of the text", async () => {
  const { article } = await create("Pictures", "Words.");
  const text = await open(article.id);
  await text.focus();
  await page.keyboard.press("Control+End");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Image" }).click()]);
  await chooser.setFiles([
    { name: "cup.png", mimeType: "image/png", buffer: Buffer.from(PNG) },
    { name: "not.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=xss()>") },
  ]);
  await text.getByText("The file’s content doesn’t match its name").waitFor();
  await page.getByLabel("Alternative text").fill("A cup");
  // The image is still selected: typed text goes after it.
  await text.focus();
  await page.keyboard.type("Next.");
  await until("the image in the draft", async () => /^Words\.!\[A cup\]\(\/files\/fil_\w{26}\)Next\.$/.test(await contentOf(article.id)));
  await text.getByRole("button", { name: "Remove" }).click();
  await text.getByText("The file’s content").waitFor({ state: "detached" });
  assert.equal(await text.getByRole("img", { name: "A cup" }).evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
});

test("nothing pasted, typed as Markdown, or stored as an article runs as code", async () => {
  const hostile = XSS_PAYLOADS.join("\n\n").replaceAll("\0", "");
  const { article } = await create("Hostile", hostile);
  const text = await open(article.id);
  const unsafe = (): Promise<string[]> =>
    text.evaluate((root) =>
      [...root.querySelectorAll("*")].flatMap((element) => [
        ...(["SCRIPT", "IFRAME", "OBJECT", "EMBED", "SVG", "MATH", "FORM", "STYLE", "INPUT", "VIDEO"].includes(
          element.tagName.toUpperCase(),
        )
          ? [element.outerHTML]
          : []),
        ...element.getAttributeNames().flatMap((name) => {
          const value = (element.getAttribute(name) ?? "").replaceAll(/[^\x21-\x7e]/g, "");
          return name.startsWith("on") || ((name === "href" || name === "src") && !/^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(value))
            ? [`${name}=${value}`]
            : [];
        }),
      ]),
    );
  assert.deepEqual(await unsafe(), []);
  // Opening an article does not change it.
  assert.equal(await contentOf(article.id), hostile);

  await text.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  // Pasted one by one, because an unclosed construct would swallow the next one. The long run pastes all of them.
  const some = XSS_PAYLOADS.filter((_, i) => process.env["LONG"] !== undefined || i % 6 === 0);
  for (const payload of some) await paste({ "text/html": payload, "text/plain": "x" });
  assert.deepEqual(await unsafe(), []);
  for (const payload of some) await paste({ "text/plain": payload });
  assert.deepEqual(await unsafe(), []);

  await page.getByRole("button", { name: "Markdown source" }).click();
  await page.getByRole("textbox", { name: /Markdown source/ }).fill(some.join("\n\n").replaceAll("\0", ""));
  await page.getByRole("button", { name: "Back to the editor" }).click();
  await text.waitFor();
  assert.deepEqual(await unsafe(), []);
  await new Promise((wake) => setTimeout(wake, 300));
  // The page's policy would stop a script, but none may even be tried and no other host requested. The policy does stop inline styles of
  // pasted content.
  assert.deepEqual([ran, complaints.policy.filter((line) => !line.startsWith("style-src"))], [[], []]);
  await page.evaluate(() => (document.body.insertAdjacentHTML("beforeend", "<img src=/nowhere onerror=xss()>"), undefined));
  await until("the listener to hear what tries", () => complaints.policy.some((line) => line.startsWith("script-src")));
});

test("a link to an article or its text can be inserted into a reply; one for the team only asks for confirmation first", async () => {
  const publish = async (title: string, content: string): Promise<string> => {
    const { article, text } = await create(title, content);
    const at = `/api/management/projects/${project.id}/help/articles/${article.id}`;
    assert.equal((await project.owner.post(`${at}/texts/en/publish`, { revision: text.revision })).status, 200);
    return at;
  };
  await publish("Refund a damaged vase", "Send a **photo** of the vase.");
  const secret = await publish("Refund limits for the team", "At most 40 refunds.");
  assert.equal((await project.owner.call(secret, { method: "PATCH", body: { audience: "members" } })).status, 200);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const opened = await visitor.open("My vase arrived broken");
  const { id } = (opened.body as { conversation: { id: string } }).conversation;
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  const answer = page.getByRole("textbox", { name: "Reply" });
  await answer.focus();
  await page.getByRole("button", { name: "Insert from help center" }).waitFor();
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Insert from help center" });
  await dialog.getByRole("combobox").fill("refund limits");
  await dialog.getByRole("option", { name: /Refund limits/ }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("Only your team can read this").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Insert link" }).isDisabled(), true);
  await dialog.getByRole("combobox").fill("damaged vase");
  await dialog.getByText("1 result", { exact: true }).waitFor();
  await page.keyboard.press("Control+Enter");
  await until("the text in the answer", async () => (await answer.inputValue()) === "Send a **photo** of the vase.");
  await page.getByRole("button", { name: "Insert from help center" }).click();
  await dialog.getByRole("combobox").fill("damaged vase");
  await dialog.getByText("1 result", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await until("the text in the answer again", async () => (await answer.inputValue()).split("vase.").length === 3);
  await until("the answer to have the focus", () => answer.evaluate((field) => field === document.activeElement));
});
