// The widget in the visitor's language: a German walk, the ways to choose a language, a right-to-left page, what a returning visitor sees
// first, and messages that are sent again when the connection is back.
import { type BrowserContext, type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.ts";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

const SHOTS = process.env["SHOTS"];
type Texts = Record<string, string | Record<string, string>>;
const textsOf = (language: string): Texts =>
  Object.assign(
    {},
    ...["", "-parts"].map((part) => JSON.parse(readFileSync(inRoot(`modules/widget/client/languages/${language}${part}.json`), "utf8"))),
  ) as Texts;
const ENGLISH = textsOf("en");

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  const shelf = await project.owner.post<{ collection: { id: string } }>(`/api/management/projects/${project.id}/help/collections`, {
    ...{ clientId: randomUUID(), locale: "de", name: "Bestellungen" },
  });
  const { body } = await project.owner.post<{ article: { id: string } }>(`/api/dashboard/projects/${project.id}/help/articles`, {
    ...{ clientId: randomUUID(), locale: "de", title: "Versand und Lieferzeiten", collectionId: shelf.body.collection.id },
    content:
      "Wir versenden an jedem Werktag.\n\n> [!WARNING]\n> Im Dezember dauert alles zwei Tage länger.\n\n- [x] Verpackt\n- [ ] Versandt",
  });
  const published = await project.owner.post(`/api/management/projects/${project.id}/help/articles/${body.article.id}/texts/de/publish`, {
    revision: 1,
  });
  assert.equal(published.status, 200, JSON.stringify(published.body));
});
test.afterAll(() => stage.stop());

/** Opens or closes the help center; pages read it with the widget's settings. */
async function setHelp(open: boolean): Promise<void> {
  const db = await stage.served.runtime.getD1Database("DB");
  await db
    .prepare(
      "INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, ?, 'Hilfe', '', 'de', '[\"de\"]', '[]', 0, 'test') ON CONFLICT (project_id) DO UPDATE SET open = excluded.open",
    )
    .bind(project.id, open ? 1 : 0)
    .run();
}

/** A page whose first tag has these attributes. */
async function website(context: BrowserContext, html: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${stage.hosts.origin}/plain?html=${encodeURIComponent(html)}`);
  return page;
}
const callWidget = (page: Page, ...call: unknown[]): Promise<unknown> =>
  page.evaluate((args) => (window as unknown as { SeedDesk(...args: unknown[]): void }).SeedDesk(...args), call);

/** Checks accessibility in light, dark and on a phone, and takes pictures if they are wanted. */
async function checkPanel(page: Page, name: string, shows: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await violations(page, shows), [], `${name}, ${scheme}`);
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/${name}-${scheme}.png`, clip: { x: 0, y: 0, ...(page.viewportSize() ?? DESKTOP.viewport) } });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE.viewport);
  assert.deepEqual(await violations(page, shows), [], `${name}, phone`);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}-phone.png` });
  await page.setViewportSize(DESKTOP.viewport);
}

/** English texts that the widget shows or reads out; a German page should have none. */
function englishIn(page: Page): Promise<string[]> {
  const german = new Set(Object.values(textsOf("de")).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry))));
  const english = Object.values(ENGLISH)
    .flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry)))
    .filter((text) => !german.has(text))
    // Of a text with a value at most what stands before it is known.
    .map((text) => ({ start: text.split(/\{\w+\}/)[0]?.trim() ?? "", whole: !text.includes("{") }))
    .filter(({ start }) => start.length > 2);
  return page.evaluate((texts) => {
    const root = document.querySelector("[data-seed-desk]")?.shadowRoot as ShadowRoot;
    const said: string[] = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) said.push(walk.currentNode.textContent ?? "");
    for (const it of root.querySelectorAll("*"))
      for (const name of ["aria-label", "placeholder", "title", "alt"]) said.push(it.getAttribute(name) ?? "");
    return texts
      .filter(({ start, whole }) => said.some((one) => (whole ? one.trim() === start : one.trim().startsWith(start))))
      .map(({ start }) => start);
  }, english);
}

async function replyTo(text: string, words: string): Promise<string> {
  const at = `/api/dashboard/projects/${project.id}/conversations`;
  const row = await until(`the conversation "${text}"`, async () => {
    const { body } = await project.owner.call<{ items: { id: string; preview: string; revision: number }[] }>(at);
    return body.items.find(({ preview }) => preview === text);
  });
  const body = { clientId: randomUUID(), frontier: row.revision, content: words };
  const answer = await project.owner.post(`${at}/${row.id}/messages`, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return row.id;
}

test("on a German page the whole widget is German, whatever the browser's language: chat, list, help, refusals, offline", async () => {
  await setHelp(true);
  const context = await stage.context(DESKTOP);
  const page = await website(context, 'lang="de"');
  const { host, panel, launcher, log } = widgetOf(page);
  await launcher.waitFor();
  assert.equal(await launcher.getAttribute("aria-label"), "Chat öffnen");
  assert.equal(await host.locator(".s").getAttribute("lang"), "de");
  await launcher.click();
  const field = panel.getByRole("textbox", { name: "Nachricht" });
  const search = panel.getByRole("searchbox", { name: "Hilfe durchsuchen" });
  await panel.getByRole("button", { name: "Versand und Lieferzeiten" }).waitFor();
  assert.equal(await panel.getByRole("heading", { level: 2 }).innerText(), "Chatten Sie mit uns");
  await checkPanel(page, "de-help", "Versand und Lieferzeiten");
  assert.deepEqual(await englishIn(page), []);
  await search.fill("Zebrastreifen");
  await panel.getByText("Nichts gefunden zu „Zebrastreifen“.").waitFor();
  await search.fill("Lieferzeiten");
  await panel.getByText("1 Artikel gefunden").waitFor();
  await panel.getByRole("button", { name: "Versand und Lieferzeiten" }).click();
  await panel.getByRole("note").getByText("Warnung").waitFor();
  await panel.getByRole("img", { name: "Erledigt" }).waitFor();
  await panel.getByRole("button", { name: "Nein", exact: true }).click();
  await panel.getByLabel("Was hat gefehlt oder war falsch?").waitFor();
  await checkPanel(page, "de-article", "Warnung");
  assert.deepEqual(await englishIn(page), []);
  await panel.getByRole("button", { name: "Noch Fragen?" }).click();
  await field.waitFor();
  await log.getByText("Hallo! Wie können wir helfen?").waitFor();
  await panel.getByText("Gelesen: „Versand und Lieferzeiten“").waitFor();
  await checkPanel(page, "de-welcome", "Wird mit Ihrer Nachricht gesendet");
  assert.deepEqual(await englishIn(page), []);
  // Without conversations the way back leads to the help center.
  await panel.getByRole("button", { name: "Zurück zur Hilfe" }).click();
  await panel.getByText("War das hilfreich?").first().waitFor();
  await panel.getByRole("button", { name: "Noch Fragen?" }).click();

  await field.fill("Wann kommt mein Paket?");
  await field.press("Enter");
  await log.getByText("Wann kommt mein Paket?").waitFor();
  await log.getByText("Wird gesendet …").waitFor({ state: "detached" });
  await replyTo("Wann kommt mein Paket?", "Am Freitag.");
  await log.getByText("Am Freitag.").waitFor();
  await log.getByText("Heute").waitFor();
  assert.match(await log.locator("time").last().innerText(), /^\d{1,2}:\d\d$/);

  await page.setInputFiles("[data-seed-desk] input[type=file]", { name: "Rechnung.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await panel.getByRole("button", { name: "Rechnung.txt entfernen" }).click();
  const headers = { "access-control-allow-origin": stage.hosts.origin };
  const busy = { error: "This chat is very busy right now.", code: "rate_limited", limit: "conversationsPerProjectHour", retryAfter: 60 };
  await page.route("**/messages", (route) => route.fulfill({ status: 429, json: busy, headers }));
  await field.fill("Und die Tassen?");
  await field.press("Enter");
  await log.getByRole("alert").getByText("Nicht gesendet In diesem Chat ist gerade sehr viel los.").waitFor();
  await log.getByText(/Neuer Versuch in \d+ s möglich\./).waitFor();
  await checkPanel(page, "de-refused", "In diesem Chat ist gerade sehr viel los.");
  assert.deepEqual(await englishIn(page), []);
  await page.unroute("**/messages");
  await log.getByRole("button", { name: "Verwerfen" }).click();

  await panel.getByRole("button", { name: "Alle Unterhaltungen" }).click();
  await panel.getByRole("list", { name: "Unterhaltungen" }).getByText("Am Freitag.").waitFor();
  await checkPanel(page, "de-list", "Neue Unterhaltung");
  assert.deepEqual(await englishIn(page), []);
  await context.close();
});

test("the snippet's data-locale and the call update choose the language; unknown ones leave it to page and browser", async () => {
  await setHelp(false);
  const context = await stage.context({ ...DESKTOP, locale: "nl-BE" });
  const { body } = await project.owner.call<{ snippet: string }>(`/api/dashboard/projects/${project.id}/widget`);
  stage.hosts.use(body.snippet.replace("data-key=", 'data-locale="fr-CA" data-key='));
  const page = await website(context, 'lang="en"');
  const { host, launcher, panel } = widgetOf(page);
  const labelled = (label: string): Promise<unknown> =>
    until(label, async () => (await launcher.getAttribute("aria-label"))?.replaceAll("\u00a0", " ") === label);
  await labelled("Ouvrir le chat");
  assert.equal(await host.locator(".s").getAttribute("lang"), "fr-CA");
  await launcher.click();
  await panel.getByRole("textbox", { name: "Message" }).waitFor();
  await panel.getByPlaceholder("Écrivez un message…").waitFor();
  // An open panel follows, too.
  await callWidget(page, "update", { locale: "ja" });
  await panel.getByRole("textbox", { name: "メッセージ" }).waitFor();
  await labelled("チャットを閉じる");
  await checkPanel(page, "ja-welcome", "こんにちは。どのようなご用件でしょうか？");
  await callWidget(page, "update", { locale: "tlh" });
  await panel.getByPlaceholder("Write a message…").waitFor();

  stage.hosts.use(body.snippet);
  // A page in a language that the widget does not speak: the browser decides.
  const swedish = await website(context, 'lang="sv"');
  await until("Dutch", async () => (await widgetOf(swedish).launcher.getAttribute("aria-label")) === "Chat openen");
  await context.close();
  const odd = await stage.context({ ...DESKTOP });
  await odd.addInitScript(() => Object.defineProperty(navigator, "languages", { value: ["en-US@posix", "C"] }));
  const posix = await website(odd, "");
  await widgetOf(posix).open();
  assert.equal(await widgetOf(posix).host.locator(".s").getAttribute("lang"), "en-US");
  await odd.close();
});

test("on a right-to-left page sentences end and times stand on their own side, and names don't turn sentences around", async () => {
  await setHelp(false);
  const context = await stage.context({ ...DESKTOP, locale: "fa-IR" });
  const page = await website(context, 'lang="fa" dir="rtl"');
  const chat = widgetOf(page);
  await chat.open();
  const box = await chat.panel.boundingBox();
  assert.ok(box && box.x < 200, "mirrored like the page");
  /** Whether the text's last character stands to the right of its first one. */
  const endsRight = (text: string) =>
    chat.panel
      .getByText(text)
      .last()
      .evaluate((element) => {
        const nodes: Text[] = [];
        const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) if (walk.currentNode.textContent?.trim()) nodes.push(walk.currentNode as Text);
        const at = (node: Text, index: number): DOMRect => {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          return range.getBoundingClientRect();
        };
        const [first, last] = [nodes[0] as Text, nodes.at(-1) as Text];
        const [start, end] = [at(first, 0), at(last, last.data.trimEnd().length - 1)];
        return { right: end.left > start.left, left: end.left < start.left, line: Math.abs(end.top - start.top) < 4 };
      });
  await chat.write("مرحبا، هل الوعاء متوفر؟ شكرا.");
  await chat.log.getByText("Sending…").waitFor({ state: "detached" });
  assert.deepEqual(await endsRight("مرحبا"), { right: false, left: true, line: true });
  await replyTo("مرحبا، هل الوعاء متوفر؟ شكرا.", "Yes, it is.");
  await chat.log.getByText("Yes, it is.").waitFor();
  assert.deepEqual(await endsRight("Yes, it is."), { right: true, left: false, line: true });
  const time = chat.log.locator("time").last();
  assert.match(await time.innerText(), / [AP]M$/);
  assert.deepEqual(await endsRight(await time.innerText()), { right: true, left: false, line: true });
  await context.setOffline(true);
  await chat.write("ok.");
  await chat.log.getByText("Not sent – will be sent when you’re back online.").waitFor();
  await checkPanel(page, "rtl-thread", "Not sent – will be sent when you’re back online.");
  await context.setOffline(false);
  await chat.log.getByText("Not sent").waitFor({ state: "detached" });
  await chat.panel.getByRole("button", { name: "All conversations" }).click();
  await chat.panel.getByRole("list", { name: "Conversations" }).getByText("You: ok.").waitFor();
  assert.deepEqual(await endsRight("You: ok."), { right: true, left: false, line: true });
  await checkPanel(page, "rtl-list", "You: ok.");
  await context.close();
});

test("a returning visitor sees the running conversation first; the list and the help center are one click away", async () => {
  await setHelp(true);
  const context = await stage.context(DESKTOP);
  const page = await website(context, 'lang="en"');
  const chat = widgetOf(page);
  const search = chat.panel.getByRole("searchbox", { name: "Search for help" });
  const visitAgain = async (): Promise<void> => {
    await page.reload();
    await chat.launcher.click();
  };
  await chat.launcher.click();
  await search.waitFor();
  await chat.panel.getByRole("button", { name: "New conversation" }).click();
  await chat.write("Is the blue bowl dishwasher safe?");
  await chat.log.getByText("Sending…").waitFor({ state: "detached" });

  await visitAgain();
  await chat.log.getByText("Is the blue bowl dishwasher safe?").waitFor();
  assert.equal(await search.count(), 0);
  await checkPanel(page, "returning", "Is the blue bowl dishwasher safe?");
  await chat.panel.getByRole("button", { name: "Search for help" }).click();
  await search.waitFor();
  // The search has the keyboard, and the conversation is still in sight.
  await until("the focus in the search", () => search.evaluate((it) => (it.getRootNode() as ShadowRoot).activeElement === it));
  await chat.panel.getByRole("region", { name: /./ }).or(chat.panel.getByText("You: Is the blue bowl")).first().waitFor();
  await checkPanel(page, "returning-help", "You: Is the blue bowl");
  await chat.panel.getByRole("button", { name: "All conversations" }).click();
  await chat.panel.getByRole("list", { name: "Conversations" }).waitFor();
  assert.equal(await search.count(), 0);
  await checkPanel(page, "returning-list", "You: Is the blue bowl");
  // A second conversation: the one with the latest activity comes first.
  await chat.panel.getByRole("button", { name: "New conversation" }).click();
  await chat.write("And the green cup?");
  await chat.log.getByText("Sending…").waitFor({ state: "detached" });
  await visitAgain();
  await chat.log.getByText("And the green cup?").waitFor();

  // An unread reply in the other one comes before it.
  await chat.panel.getByRole("button", { name: "Close chat" }).click();
  await page.goto("about:blank");
  const first = await replyTo("Is the blue bowl dishwasher safe?", "It is.");
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.launcher.click();
  await chat.log.getByText("It is.").waitFor();
  await page.waitForTimeout(1500); // Read marks are sent within a second.

  // With everything closed the search comes first again.
  const at = `/api/dashboard/projects/${project.id}/conversations`;
  const { body } = await project.owner.call<{ items: { id: string; preview: string; revision: number }[] }>(at);
  for (const row of body.items.filter(({ id, preview }) => id === first || preview === "And the green cup?")) {
    const closed = await project.owner.post(`${at}/${row.id}/status`, { clientId: randomUUID(), frontier: row.revision, status: "closed" });
    assert.ok(closed.status < 300, JSON.stringify(closed.body));
  }
  await visitAgain();
  await search.waitFor();
  await chat.panel.getByText("You: And the green cup?").waitFor();
  await context.close();
});

test("messages written offline are sent once and in order when the connection is back; what was refused is not", async () => {
  await setHelp(false);
  const context = await stage.context(DESKTOP);
  const page = await website(context, 'lang="en"');
  const chat = widgetOf(page);
  await chat.open();
  await context.setOffline(true);
  for (const text of ["First, offline", "Second, offline", "Not this one", "Third, offline"]) await chat.write(text);
  await until("four to wait", async () => (await chat.log.getByText("Not sent – will be sent when you’re back online.").count()) === 4);
  const item = chat.log.getByRole("listitem").filter({ hasText: "Not this one" });
  await item.getByRole("button", { name: "Discard" }).click();
  await checkPanel(page, "offline", "Not sent – will be sent when you’re back online.");
  await context.setOffline(false);
  await chat.log.getByText("Not sent").first().waitFor({ state: "detached" });
  await until("all to be sent", async () => (await chat.log.getByText("Not sent").count()) === 0);
  assert.deepEqual(await chat.log.locator(".own .bub").allInnerTexts(), ["First, offline", "Second, offline", "Third, offline"]);
  const { body } = await project.owner.call<{ items: { id: string; preview: string }[] }>(
    `/api/dashboard/projects/${project.id}/conversations`,
  );
  const [mine, ...more] = body.items.filter(({ preview }) => preview.endsWith("offline"));
  assert.deepEqual([mine?.preview, more], ["Third, offline", []]);

  // Without a socket, which would bring the message before its answer.
  await page.route("**/socket-ticket", (route) => route.abort());
  await page.reload();
  await chat.open();
  await chat.log.getByText("Third, offline").waitFor();
  // The answer is lost, the page is left, and the next page sends it again without a click: under the same id, so it is there once.
  const ids: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/messages"))
      ids.push((request.postDataJSON() as { clientId: string }).clientId);
  });
  await page.route("**/messages", async (route) => {
    await route.fetch();
    await route.abort("connectionfailed");
  });
  await chat.write("Sent from the next page");
  await chat.log.getByText("Not sent – will be sent when you’re back online.").waitFor();
  const storedIds = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(":unsent")).length);
  assert.equal(await storedIds(), 1);
  await page.goto("about:blank");
  await page.unroute("**/messages");
  await page.goto(`${stage.hosts.origin}/plain`);
  // The panel stays closed.
  await until("nothing to be unsent", async () => (await storedIds()) === 0);
  assert.equal(await chat.panel.isVisible(), false);
  assert.equal(new Set(ids).size, 1, ids.join());
  await chat.launcher.click();
  await chat.log.getByText("Sent from the next page").waitFor();
  assert.equal(await chat.log.getByText("Sent from the next page").count(), 1);

  // Its answer may also arrive while the panel chooses what to show first.
  await page.route("**/messages", (route) => route.abort("connectionfailed"));
  await chat.write("Sent while the panel opens");
  await chat.log.getByText("Not sent").waitFor();
  await page.goto("about:blank");
  await page.unroute("**/messages");
  const listed = Promise.withResolvers<void>();
  await page.route("**/api/widget/conversations", async (route) => {
    await listed.promise;
    await route.continue();
  });
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/messages"));
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.launcher.click();
  await sent;
  listed.resolve();
  await chat.field.waitFor();
  await chat.log.getByText("Sent while the panel opens").waitFor();
  // It may be there before the page of the thread that it belongs to.
  await chat.log.getByText("First, offline").waitFor();
  assert.deepEqual(await chat.log.locator(".own .bub").allInnerTexts(), [
    ...["First, offline", "Second, offline", "Third, offline", "Sent from the next page", "Sent while the panel opens"],
  ]);

  // Refused once, it stays refused, also when the connection comes back.
  let posts = 0;
  const headers = { "access-control-allow-origin": stage.hosts.origin };
  await page.route("**/messages", async (route) => {
    posts++;
    await route.fulfill({ status: 429, json: { error: "Too many.", code: "rate_limited", retryAfter: 1 }, headers });
  });
  await chat.write("Too many");
  await chat.log.getByText("Too many.").waitFor();
  await context.setOffline(true);
  await context.setOffline(false);
  await page.waitForTimeout(2500);
  assert.equal(posts, 1);
  await context.close();
});
