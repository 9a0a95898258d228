// The life of an article in the dashboard: written, kept through a lost connection and a reload, published, and reordered.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const list = (): string => `${stage.served.url}/projects/${project.id}/help/articles`;
const api = (path: string): string => `/api/dashboard/projects/${project.id}/help/articles${path}`;
const saved = (): Promise<void> => page.getByText("Saved", { exact: true }).waitFor();

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

test("an article is written, kept while the connection is lost, and published", async () => {
  await page.goto(list());
  await page.getByRole("button", { name: "Write the first article" }).click();
  // Typed right away: keys outside a field are shortcuts.
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type("Glaze a bowl");
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "Glaze a bowl");
  const text = page.getByRole("textbox", { name: "Article text" });
  await text.waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Stir the glaze well.");
  await saved();
  await page.context().setOffline(true);
  await page.keyboard.type(" Then dip the bowl.");
  await page.getByText("Not saved yet, kept in this browser").waitFor();
  await page.context().setOffline(false);
  await saved();
  await page.reload();
  await page.getByText("Stir the glaze well. Then dip the bowl.").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Glaze a bowl is published").waitFor();
  const { body } = await project.owner.call<{ items: { locales: { version: number; slug: string }[] }[] }>(api(""));
  assert.deepEqual(
    body.items.map(({ locales }) => locales.map(({ version, slug }) => [version, slug])),
    [[[1, "glaze-a-bowl"]]],
  );
});

test("a conflicting change by somebody else is shown, and the author's text is kept until they decide", async () => {
  const id = page.url().split("/").at(-1) ?? "";
  const path = api(`/${id}/texts/en`);
  const { body } = await project.owner.call<{ text: { revision: number } }>(api(`/${id}`));
  const theirs = { revision: body.text.revision, title: "Glaze a bowl", summary: "", content: "Theirs." };
  await project.owner.call(path, { method: "PUT", body: theirs });
  await page.getByRole("textbox", { name: "Title" }).fill("Glaze a cup");
  await page.getByText(/changed this text while you were writing/).waitFor();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved();
  const after = await project.owner.call<{ text: { title: string; content: string } }>(api(`/${id}`));
  assert.equal(after.body.text.title, "Glaze a cup");
  assert.match(after.body.text.content, /Stir the glaze/);
});

test("articles can be reordered by keyboard alone, and the new position is announced", async () => {
  for (const title of ["Fire the kiln", "Wedge the clay"])
    await project.owner.post(api(""), { clientId: crypto.randomUUID(), locale: "en", title });
  await page.goto(list());
  await page.getByRole("button", { name: "Move Glaze a cup" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByText("Glaze a cup: position 3 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.getByText("Glaze a cup dropped at position 3 of 3.").waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move Glaze a cup");
  const order = async (): Promise<string[]> => await page.locator("[data-row] a").allInnerTexts();
  const wanted = ["Fire the kiln", "Wedge the clay", "Glaze a cup"];
  await until("the order to be stored", async () => {
    const { body } = await project.owner.call<{ items: { locales: { title: string }[] }[] }>(api("?collection=none"));
    return body.items.map(({ locales }) => locales[0]?.title).join() === wanted.join();
  });
  assert.deepEqual(await order(), wanted);
  await page.getByRole("list").getByText("Unpublished changes", { exact: true }).waitFor();
});

test("articles can be reordered by dragging", async () => {
  const handle = await page.getByRole("button", { name: "Move Glaze a cup" }).boundingBox();
  const first = await page.getByRole("button", { name: "Move Fire the kiln" }).boundingBox();
  assert.ok(handle && first);
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(first.x + 8, first.y + 30, { steps: 6 });
  await page.mouse.move(first.x + 8, first.y - 4, { steps: 4 });
  await page.mouse.up();
  await until("the order to be stored", async () => {
    const { body } = await project.owner.call<{ items: { locales: { title: string }[] }[] }>(api("?collection=none"));
    return body.items[0]?.locales[0]?.title === "Glaze a cup";
  });
});

test("an article can be dragged into another collection and undone with one press, and several are published at once", async () => {
  const made = await project.owner.post<{ collection: { id: string } }>(`/api/management/projects/${project.id}/help/collections`, {
    clientId: crypto.randomUUID(),
    locale: "en",
    name: "Kilns",
  });
  const kilns = made.body.collection.id;
  await page.reload();
  const order = (list: string): Promise<string[]> => page.locator(`[data-list="${list}"] [data-row] a`).allInnerTexts();
  const startDragging = async (): Promise<void> => {
    const handle = await page.getByRole("button", { name: "Move Fire the kiln" }).boundingBox();
    const target = await page.locator(`[data-list="${kilns}"] h2`).boundingBox();
    assert.ok(handle && target);
    await page.mouse.move(handle.x + 8, handle.y + 8);
    await page.mouse.down();
    // Moves past a neighbour first: its row leaves the document for a moment.
    await page.mouse.move(handle.x + 8, handle.y + 60, { steps: 4 });
    await page.mouse.move(target.x + 60, target.y + 8, { steps: 6 });
    await page.mouse.up();
  };
  await until("the articles", async () => (await order("none")).length === 3);
  const before = await order("none");
  await startDragging();
  await until("the article in the collection", async () => (await order(kilns)).join() === "Fire the kiln");
  await page.getByRole("button", { name: "Undo" }).click();
  await until("the article in its place", async () => (await order("none")).join() === before.join());

  await page.getByRole("button", { name: "Move Fire the kiln" }).focus();
  for (const key of ["Space", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await page.getByText("Fire the kiln is over Kilns. Press Space to drop it there.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await until("the collection to have the focus", () =>
    page.evaluate((list) => document.activeElement?.closest("[data-list]")?.getAttribute("data-list") === list, kilns),
  );

  await page.getByRole("button", { name: "Select several" }).click();
  await page.getByRole("checkbox", { name: "Select Fire the kiln" }).check();
  await page.getByRole("checkbox", { name: "Select Wedge the clay" }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  // Neither article has a text.
  await page.getByText("0 articles done. 2 failed and stay selected.").waitFor();
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await page.getByText("2 articles done.").waitFor();
  await page.getByRole("button", { name: "Done selecting" }).click();
  assert.equal((await order("none")).join(), "Glaze a cup");
});

test("text that was not saved when its page was left is saved later, or shown for the author to decide", async () => {
  const { body } = await project.owner.post<{ article: { id: string } }>(api(""), {
    clientId: crypto.randomUUID(),
    locale: "en",
    title: "Kept",
  });
  const id = body.article.id;
  const makeDraftOlder = (): Promise<void> =>
    page.evaluate(() => {
      const own = JSON.parse(localStorage.getItem("seed.own") ?? "{}") as { items: { articles: { at: number }[] } };
      for (const one of own.items.articles) one.at -= 120_000;
      localStorage.setItem("seed.own", JSON.stringify(own));
    });
  await page.goto(`${list()}/${id}`);
  const text = page.getByRole("textbox", { name: "Article text" });
  await text.focus();
  await page.keyboard.type("Written.");
  await saved();
  const asked: string[] = [];
  page.on("dialog", (dialog) => void asked.push(dialog.type()));
  await page.context().setOffline(true);
  await page.keyboard.type(" Without a line.");
  await page.getByText("Not saved yet, kept in this browser").waitFor();
  await makeDraftOlder();
  // Left by navigation within the application; then the connection returns.
  await page.getByRole("link", { name: "Articles" }).first().click();
  await page.context().setOffline(false);
  await until("the words to be stored", async () => {
    const stored = await project.owner.call<{ text: { content: string } }>(api(`/${id}`));
    return stored.body.text.content === "Written. Without a line.";
  });
  const closed = await page.context().newPage();
  await closed.goto(`${list()}/${id}`);
  await closed.getByRole("textbox", { name: "Article text" }).focus();
  await closed.keyboard.press("Control+End");
  await closed.keyboard.type(" Closed at once.");
  await closed.close({ runBeforeUnload: true });
  await until("the last words to be stored", async () => {
    const stored = await project.owner.call<{ text: { content: string } }>(api(`/${id}`));
    return stored.body.text.content.endsWith("Closed at once.");
  });
  assert.deepEqual(asked, []);
});

test("the slug shown is the one stored, even when another article already has it", async () => {
  const create = (title: string) =>
    project.owner.post<{ article: { id: string } }>(api(""), { clientId: crypto.randomUUID(), locale: "en", title });
  await create("Clean the kiln");
  const { body } = await create("Cool the kiln");
  await page.goto(`${list()}/${body.article.id}`);
  const address = page.getByRole("textbox", { name: "Address" });
  await address.pressSequentially("-");
  // An incomplete slug is not an error.
  await page.getByText("Unsaved changes").waitFor();
  await saved();
  assert.equal(await page.getByText("Use lowercase letters, digits, and single hyphens.").count(), 0);
  await address.fill("clean-the-kiln");
  await until("the address to be the free one", async () => (await address.inputValue()) === "clean-the-kiln-2");
  const stored = await project.owner.call<{ text: { slug: string } }>(api(`/${body.article.id}`));
  assert.equal(stored.body.text.slug, "clean-the-kiln-2");
});

// This test is the last one because it ends the session.
test("signing out with unsaved text asks once before discarding it", async () => {
  const { body } = await project.owner.post<{ article: { id: string } }>(api(""), {
    clientId: crypto.randomUUID(),
    locale: "en",
    title: "Lost",
  });
  await page.goto(`${list()}/${body.article.id}`);
  await page.route("**/texts/en", (route) => route.abort("connectionfailed"));
  // A browser's own dialog would block the page.
  page.removeAllListeners("dialog").on("dialog", () => undefined);
  await page.getByRole("textbox", { name: "Article text" }).focus();
  await page.keyboard.type("Lost.");
  await page.getByText("Not saved yet, kept in this browser").waitFor();
  const signOut = async (): Promise<void> => {
    await page.getByRole("button", { name: "Olga Owner" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  const asked = page.getByRole("dialog", { name: "Sign out and lose unsaved work?" });
  await signOut();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "detached" });
  await page.getByText("Not saved yet, kept in this browser").waitFor();
  await signOut();
  if (process.env["SHOTS"] !== undefined) await page.screenshot({ path: `${process.env["SHOTS"]}/sign-out.png` });
  await asked.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login*");
});
