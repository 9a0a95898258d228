// The formatted field of the composer, by keyboard.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { isFormatted, markup, selection, written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;
let id = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("Where is my order?")).body.conversation.id;
  const invited = await project.owner.post<{ link: string }>(`/api/management/projects/${project.id}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
  });
  const joined = await fetch(new URL(new URL(invited.body.link).pathname, stage.served.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: stage.served.url },
    body: JSON.stringify({ name: "Tomás Álvarez", email: "tomas@mates.example", password: "seven quiet lamps" }),
  });
  assert.ok(joined.status < 400, `joined: ${joined.status}`);
});
test.afterAll(() => stage.stop());

const field = (at = page) => at.getByRole("textbox", { name: /^Reply to / });
const load = async (at = page): Promise<void> => {
  await at.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await at.getByRole("button", { name: "Emoji", exact: true }).waitFor();
};
const hasFocus = (at = page) => until("the field to have the focus", () => field(at).evaluate((node) => node === document.activeElement));
const open = async (at = page): Promise<void> => {
  await load(at);
  await isFormatted(field(at));
  await at.keyboard.press("r");
  await hasFocus(at);
};
const clear = async (): Promise<void> => {
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
};
const shows = (html: string) =>
  until(html, async () => (await markup(field())) === html).catch(async () => assert.equal(await markup(field()), html));
const lastMessage = async (): Promise<string> => {
  const { body } = await project.owner.call<{ events: { message?: { content: string } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations/${id}`,
  );
  return body.events.findLast((event) => event.message)?.message?.content ?? "";
};
const sent = (content: string) =>
  until(`${content} to be sent`, async () => (await lastMessage()) === content, 20_000).catch(async () =>
    assert.equal(await lastMessage(), content),
  );

test("text typed fast while the field changes stays whole, with focus and caret", async () => {
  await load();
  await page.keyboard.press("r");
  await hasFocus();
  const text = "The quick brown fox jumps over the lazy dog and types on";
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.type(text, { delay: 15 });
    await page.keyboard.press("Enter");
    await page.waitForTimeout(i === 1 ? 900 : 100);
  }
  await isFormatted(field());
  await hasFocus();
  await page.keyboard.type("end");
  assert.equal(await written(field()), `${`${text}\n`.repeat(4)}end`);
  await clear();
});

test("text typed faster than the page is drawn stays whole in the formatted field", async () => {
  await open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const text = "Pack my box with five dozen liquor jugs, then 2 * 3 (or 4) at 10:30; see https://example.org/a_b?c=[d]. ";
  const typed = text.repeat(2).trimEnd();
  // Without waiting for one key before the next.
  await Promise.all([...typed].map((sign) => devtools.send("Input.dispatchKeyEvent", { type: "char", text: sign })));
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await until("all of it", async () => (await written(field())) === typed).catch(async () => assert.equal(await written(field()), typed));
  await page.keyboard.press("Control+Enter");
  await sent(typed);
});

test("the field does not change while a character is composed", async () => {
  // Its code arrives while the character is composed.
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await page.route(/\/assets\/rich-field-[^/]+\.js$/, async (route) => {
    await begun;
    await route.continue();
  });
  await load();
  await page.keyboard.press("r");
  await hasFocus();
  const input = await page.context().newCDPSession(page);
  await input.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
  begin();
  await page.waitForTimeout(3000);
  assert.equal(await field().evaluate((node) => node.tagName), "TEXTAREA");
  await input.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  await input.send("Input.insertText", { text: "日本" });
  await isFormatted(field());
  await hasFocus();
  assert.equal(await written(field()), "日本");
  // And in the formatted field.
  await input.send("Input.imeSetComposition", { text: "ご", selectionStart: 1, selectionEnd: 1 });
  await input.send("Input.insertText", { text: "語" });
  await page.keyboard.type("!");
  assert.equal(await written(field()), "日本語!");
  await page.unroute(/\/assets\/rich-field-[^/]+\.js$/);
  await clear();
});

test("a mention is inserted in a note, behind formatted words", async () => {
  await open();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const note = page.getByRole("textbox", { name: /note/i });
  await until("the note to have the focus", () => note.evaluate((node) => node === document.activeElement));
  await isFormatted(note);
  await page.keyboard.type("**Ask** @tom");
  await page.getByRole("listbox", { name: "Mention a member" }).getByRole("option").getByText("Tomás Álvarez").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("now");
  assert.equal(await written(note), "**Ask** @Tomás Álvarez now");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("log").getByText("Mentioned:").waitFor({ state: "attached" });
  await page.getByRole("tab", { name: "Reply" }).click();
  await isFormatted(field());
});

test("marks by keys and by typing, lists, quotes and code become Markdown when they are sent", async () => {
  await open();
  await page.keyboard.type("It left on ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Monday");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(", **really**, 5 * 3 = 15, snake_case");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bye `code`");
  await shows(
    "<p>It left on <strong>Monday</strong>, <strong>really</strong>, 5 * 3 = 15, snake_case</p><ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul><p>Bye <code>code</code></p>",
  );
  await checkPage(page, "rich-composer", "Monday");
  await page.keyboard.press("Control+Enter");
  await sent("It left on **Monday**, **really**, 5 * 3 = 15, snake_case\n- one\n  - two\n\nBye `code`");
  await until("the field to be empty", async () => (await written(field())) === "");
  await hasFocus();
});

test("what typing made of signs is taken back by undo, and undo goes on from there", async () => {
  await open();
  await clear();
  await page.keyboard.type("1. ");
  await shows("<ol><li><p></p></li></ol>");
  await page.keyboard.press("Control+z");
  await shows("<p>1. </p>");
  await page.keyboard.type("x");
  await page.keyboard.press("Control+Enter");
  await sent("1\\. x");
  await page.keyboard.type("> quoted");
  await shows("<blockquote><p>quoted</p></blockquote>");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("*literal");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  await page.keyboard.type("* ");
  await clear();
});

test("the toolbar shows what the selection has, and a link is made by keyboard", async () => {
  await open();
  await page.keyboard.type("see the terms");
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("button", { name: "Formatting", exact: true }).press("Enter");
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await bar.getByRole("button", { name: "Bold" }).focus();
  assert.equal(await bar.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Enter");
  await hasFocus();
  await shows("<p>see the <strong>terms</strong></p>");
  await until("Bold to be on", async () => (await bar.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed")) === "true");
  await page.keyboard.press("Control+Shift+u");
  const form = page.getByRole("group", { name: "Link" });
  await form.getByLabel("Address").waitFor();
  await page.keyboard.type("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await form.getByRole("alert").waitFor();
  await checkPage(page, "rich-link", "Enter a web address");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("example.org/terms");
  await page.keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
  await hasFocus();
  await shows("<p>see the <strong><a>terms</a></strong></p>");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await checkPage(page, "rich-toolbar", "terms");
  await page.keyboard.press("Control+Enter");
  await sent("see the **[terms](https://example.org/terms)!**");
  await page.getByRole("button", { name: "Formatting", exact: true }).press("Enter");
});

test("pastes: a web page keeps its form, plain text stays what it is, and files are attached", async () => {
  await open();
  const paste = (types: Record<string, string>, file = false): Promise<void> =>
    field().evaluate(
      (node, [given, withFile]) => {
        const data = new DataTransfer();
        for (const [type, text] of Object.entries(given)) data.setData(type, text);
        if (withFile) data.items.add(new File(["x"], "note.txt", { type: "text/plain" }));
        node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [types, file] as const,
    );
  await page.keyboard.type("Read: ");
  await paste({
    "text/html": '<p style="color:red">A <b>bold</b> <a href="https://example.org/">link</a></p>',
    "text/plain": "A bold link",
  });
  await shows("<p>Read: A <strong>bold</strong> <a>link</a></p>");
  await page.keyboard.press("Control+z");
  await shows("<p>Read: </p>");
  await paste({ "text/plain": "*a*\n\n# b" });
  await shows("<p>Read: *a*</p><p></p><p># b</p>");
  await paste({}, true);
  await page
    .getByRole("list", { name: /attached/i })
    .getByText("note.txt")
    .waitFor();
  await page.getByText("Draft saved").waitFor();
  await page.keyboard.press("Control+Enter");
  await sent("Read: \\*a*\n\n\\# b");
});

test("a slash, two slashes and a colon work in the middle of formatted text", async () => {
  const reply = await project.owner.post(`/api/dashboard/projects/${project.id}/canned-replies`, {
    clientId: crypto.randomUUID(),
    shared: true,
    reply: { title: "Return", shortcut: "ret", text: "Send it **back** to {{order.id}}", files: [] },
  });
  assert.ok(reply.status < 300, JSON.stringify(reply.body));
  await open();
  await page.keyboard.type("Hi **you** end");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("/ret");
  const option = page.getByRole("listbox", { name: "Canned replies" }).getByRole("option");
  await until("the reply", async () => (await option.count()) === 1);
  await page.keyboard.press("Enter");
  await shows("<p>Hi <strong>you</strong> Send it <strong>back</strong> to {{order.id}}end</p>");
  assert.equal(await selection(field()), "{{order.id}}");
  await page.keyboard.type("us ");
  await shows("<p>Hi <strong>you</strong> Send it <strong>back</strong> to us end</p>");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await shows("<p>Hi <strong>you</strong> /retend</p>");
  await clear();
  await page.keyboard.type("Done :party");
  await page.getByRole("listbox", { name: "Emoji" }).getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await until("an emoji", async () => /^Done \p{Extended_Pictographic}/u.test(await written(field())));
  await page.keyboard.type(" //");
  await page.getByRole("dialog", { name: "Insert from help center" }).waitFor();
  await page.keyboard.press("Escape");
  await hasFocus();
  assert.match(await written(field()), /^Done \p{Extended_Pictographic} $/u);
  await clear();
});

test("a draft is formatted after a reload, and a text with a table is shown as source until it is gone", async () => {
  await open();
  await page.keyboard.type("- **one**");
  await page.getByText("Draft saved").waitFor();
  await open();
  await shows("<ul><li><p><strong>one</strong></p></li></ul>");
  await clear();
  await clear();
  // What is still to be saved would replace the draft.
  await page.waitForTimeout(1500);
  const table = "| a | b |\n| - | - |\n| c | d |";
  const saved = await project.owner.call(`/api/dashboard/projects/${project.id}/conversations/${id}/drafts/reply`, {
    method: "PUT",
    body: { content: table, attachments: [] },
  });
  assert.ok(saved.status < 300, JSON.stringify(saved.body));
  await load();
  await page.getByText("Shown as Markdown").waitFor();
  assert.equal(await written(field()), table);
  await checkPage(page, "rich-shown-as-source", "Shown as Markdown");
  await field().fill("");
  await isFormatted(field());
  assert.equal(await page.getByText("Shown as Markdown").count(), 0);
  // The next page begins without it.
  await page.waitForTimeout(1500);
});

test("Tab leaves the field, Escape too, and Ctrl+Z in an empty field takes back a held reply with its formatting", async () => {
  await open();
  await page.keyboard.press("Tab");
  assert.equal(await field().evaluate((node) => node === document.activeElement), false);
  await page.keyboard.press("Shift+Tab");
  await hasFocus();
  await page.keyboard.press("Escape");
  assert.equal(await field().evaluate((node) => node === document.activeElement), false);
  await project.owner.call(`/api/dashboard/projects/${project.id}/writing-settings`, {
    method: "PUT",
    body: { sendKey: "enter", afterHandling: "stay", signature: "", undoSeconds: 10 },
  });
  await open();
  await page.keyboard.type("- one");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await until("the field to be empty", async () => (await written(field())) === "");
  await page.keyboard.press("Control+z");
  await shows("<ul><li><p>one</p></li><li><p>two</p></li></ul>");
  await clear();
  await clear();
});

test("a member who prefers Markdown keeps the plain field", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/writing`);
  await page.getByLabel("Show replies and notes as").selectOption("plain");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Saved").first().waitFor();
  await load();
  await page.keyboard.press("r");
  await page.keyboard.type("**x**");
  await page.waitForTimeout(2500);
  assert.equal(await field().evaluate((node) => node.tagName), "TEXTAREA");
  await field().fill("");
});

test("it fits a phone", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await load(phone);
  await isFormatted(field(phone));
  await field(phone).tap();
  await phone.keyboard.type("A **long** reply with aVeryLongWordWithoutAnySpacesThatHasToBeBrokenSomewhereBecauseItIsWiderThanThePhone");
  await phone.getByRole("button", { name: "Formatting", exact: true }).tap();
  await phone.getByRole("toolbar", { name: "Formatting" }).waitFor();
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await checkPage(phone, "rich-phone", "reply with");
  await phone.close();
});
