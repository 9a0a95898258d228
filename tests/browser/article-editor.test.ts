// The article editor in a real browser: writing with the keyboard alone, images, saving as Markdown, and never running pasted code.
import { test, type Locator, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { PNG, Visitor } from "../support/desk.ts";
import { XSS_PAYLOADS } from "../../kernel/testing/xss-payloads.ts";
import { randomUUID } from "node:crypto";
import { violations } from "./axe.ts";
import { settled } from "./open-state.ts";
import { type PageErrors, DESKTOP, collectErrors, openStage, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

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

test("a slash in an empty line opens a menu that inserts everything an article can have, by keyboard and with a screen reader", async () => {
  const { article } = await create("Slashes", "First words.");
  const text = await open(article.id);
  const menu = page.getByRole("listbox", { name: "Insert" });
  const selected = async (): Promise<string> => (await menu.getByRole("option", { selected: true }).innerText()).split("\n")[0] ?? "";
  await text.getByText("First words.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and/or ");
  assert.equal(await menu.count(), 0);
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await menu.waitFor();
  assert.equal(await selected(), "Heading 2");
  assert.deepEqual(await violations(page, "Heading 2"), []);
  await page.keyboard.press("ArrowUp");
  assert.equal(await selected(), "Caution");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await selected(), "Heading 3");
  // The text keeps the focus and names the selected entry.
  assert.equal(await focus(), "Article text");
  const named = await text.evaluate((element) => document.getElementById(element.getAttribute("aria-activedescendant") ?? "")?.textContent);
  assert.match(named ?? "", /^Heading 3/);
  await page.getByText(/^17 things to insert/).waitFor({ state: "attached" });
  await page.keyboard.type("zzz");
  await page.getByText("Nothing to insert matches.").waitFor({ state: "attached" });
  assert.equal(await menu.count(), 0);
  assert.equal(await text.getAttribute("aria-activedescendant"), null);
  for (let i = 0; i < 3; i++) await page.keyboard.press("Backspace");
  await menu.waitFor();
  // Escape closes the menu, keeps what was typed, and leaves the page open.
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  assert.match(page.url(), new RegExp(article.id));
  await page.keyboard.press("Backspace");
  for (const [typed, words] of [
    ["/h3", "Parts"],
    ["/numb", "one"],
  ] as const) {
    await page.keyboard.type(typed);
    await menu.waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  }
  // Out of the list.
  await page.keyboard.press("Enter");
  await page.keyboard.type("/youtube");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Video" });
  await dialog.getByLabel("Address of the video").fill("example.org/film");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("Enter the address of a video").waitFor();
  await dialog.getByLabel("Address of the video").fill("youtu.be/dQw4w9WgXcQ");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await until("the text to have the focus", async () => (await focus()) === "Article text");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/warn");
  await menu.getByRole("option", { name: "Warning" }).click();
  await page.keyboard.type("Hot.");
  for (let i = 0; i < 2; i++) await page.keyboard.press("Enter");
  await page.keyboard.type("/divi");
  await page.keyboard.press("Tab");
  await page.keyboard.type("End.");
  const wanted = "First words. and/or\n\n### Parts\n\n1. one\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n> [!WARNING]\n> Hot.\n\n---\n\nEnd.";
  await until("the draft to be saved", async () => (await contentOf(article.id)) === wanted).catch(async () =>
    assert.equal(await contentOf(article.id), wanted),
  );
});

test("bars for tables, code, and links float: the text stays where it is, and the cursor's line stays visible", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `| Row ${i} | ${i} |`).join("\n");
  const { article } = await create(
    "Floats",
    `Above.\n\n| Plan | Price |\n| --- | --- |\n| Free | 0 |\n\n\`\`\`js\ncode\n\`\`\`\n\nSee [there](https://example.org).\n\n| Long | Table |\n| --- | --- |\n${rows}\n\nLast.`,
  );
  const text = await open(article.id);
  const last = text.getByText("Last.");
  const topOf = (at: Locator): Promise<number> =>
    at.evaluate((element) => element.getBoundingClientRect().top + element.closest("[class*=overflow-y]")!.scrollTop);
  const before = await topOf(last);
  for (const [place, bar] of [
    [text.getByText("Free"), "Table"],
    [text.locator("pre"), "Code block"],
    [text.getByText("there", { exact: true }), "Link"],
    [text.getByText("Row 20"), "Table"],
  ] as const) {
    await place.click();
    const group = page.getByRole("group", { name: bar, exact: true });
    await group.waitFor();
    assert.equal(await topOf(last), before);
    const [line, floats] = await Promise.all([place.boundingBox(), group.boundingBox()]);
    assert(line && floats);
    const covers = floats.y < line.y + line.height && floats.y + floats.height > line.y;
    assert(!covers, `${bar}: ${JSON.stringify([line, floats])}`);
    assert(floats.y >= 0 && floats.y + floats.height <= 900);
  }
  await text.getByText("Free").click();
  await page.getByRole("button", { name: "Add row below" }).click();
  assert.equal(await focus(), "Article text");
  await text.getByText("Above.").click();
  await page.getByRole("group", { name: "Table", exact: true }).waitFor({ state: "detached" });
});

test("who writes without a pause is saved within ten seconds, and a crash loses no more than two", async () => {
  const { article } = await create("Flow");
  const text = await open(article.id);
  await text.focus();
  const started = Date.now();
  let stored: { at: number; length: number } | undefined;
  let crashLoses = 0;
  let saysSaving = 0;
  let typed = "";
  while (Date.now() - started < 10_500) {
    await page.keyboard.type("ab ");
    typed += "ab ";
    await page.waitForTimeout(100);
    if (Date.now() - started > 4000 && crashLoses === 0) {
      const local = await page.evaluate(() => Object.values(localStorage).join(""));
      crashLoses = typed.length - (/"content":"([^"]*)"/.exec(local.replaceAll('\\"', '"'))?.[1] ?? "").length;
    }
    if (stored === undefined) {
      const { length } = await contentOf(article.id);
      if (length > 0) stored = { at: Date.now() - started, length };
      else saysSaving += await page.getByText("Saving…").count();
    }
  }
  assert(stored && stored.at <= 10_000, JSON.stringify(stored));
  // Nothing is being saved, so nothing says so; but the first save may be on its way when this looks.
  assert(saysSaving <= 3, String(saysSaving));
  // Three characters each 100 ms or slower.
  assert(crashLoses < 3 * 21, String(crashLoses));
  await until("everything to be saved", async () => (await contentOf(article.id)) === typed.trim());
  await page.getByText("Saved", { exact: true }).waitFor();
});

test("publishing keeps the focus on its button, and Preview beside it shows the draft", async () => {
  const { article } = await create("Focus", "Words.");
  const text = await open(article.id);
  await text.getByText("Words.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" More words.");
  const [preview] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: "Preview" }).click()]);
  await preview.getByText("Words. More words.").waitFor();
  await preview.close();
  await page.getByRole("button", { name: "Publish", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Focus is published").waitFor();
  const button = page.getByRole("button", { name: "Update", exact: true });
  await button.waitFor();
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  assert(await button.evaluate((element) => element === document.activeElement));
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
  await page.keyboard.type("//");
  const dialog = page.getByRole("dialog", { name: "Insert from help center" });
  await dialog.getByRole("combobox").fill("refund limits");
  await dialog.getByRole("option", { name: /Refund limits/ }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("Only your team can read this").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Insert link" }).isDisabled(), true);
  await dialog.getByRole("combobox").fill("damaged vase");
  await dialog.getByRole("option").first().getByText("Refund a damaged vase").waitFor();
  await page.keyboard.press("Control+Enter");
  await until("the text in the answer", async () => (await written(answer)) === "Send a **photo** of the vase.");
  await page.getByRole("button", { name: "Insert from help center" }).click();
  await dialog.getByRole("combobox").fill("damaged vase");
  await dialog.getByRole("option").first().getByText("Refund a damaged vase").waitFor();
  await page.keyboard.press("Enter");
  await until("the text in the answer again", async () => (await written(answer)).split("vase.").length === 3);
  await until("the answer to have the focus", () => answer.evaluate((field) => field === document.activeElement));
});
