// The help center in the widget's panel: what any page of the website may read, and what is attached to a conversation.
import { expect, test } from "vitest";
import { article, collection, openHelp, publishText } from "./help-center-kit.ts";
import { makeWorld, PNG, Visitor, type World } from "./world.ts";

interface ResultLine {
  readonly articleId: string;
  readonly locale: string;
  readonly title: string;
}
const help = <T = Record<string, unknown>>(world: World, path: string, more: Record<string, string> = {}, address?: string) =>
  new Visitor(world, address).call<T>(`/api/widget/help${path}?${new URLSearchParams({ key: world.key, ...more })}`);
const search = (world: World, q: string, more: Record<string, string> = {}) =>
  help<{ items: (ResultLine & { quote: string })[] }>(world, "/search", { q, ...more });

test("before a session, the website can search and read public articles, and nothing else", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const shelf = await collection(world, "Account");
  const id = await article(world, {
    title: "Reset your password",
    content: "## Steps\n\nOpen the *settings* and choose **Reset**.\n\n> [!TIP]\n> Use a long one.",
    collectionId: shelf,
  });
  const hidden = await article(world, { title: "Password rules of the team", content: "Reset nothing.", audience: "members" });
  const assistantOnly = await article(world, { title: "Password secrets", content: "Reset it quietly.", audience: "told" });
  const draft = await article(world, { title: "Password draft", content: "Reset soon.", publish: false });

  const home = await help<{ title: string; articles: ResultLine[]; path: string }>(world, "");
  expect([home.status, home.body.title, home.body.articles.map(({ articleId }) => articleId)]).toEqual([200, "Acme help", [id]]);
  const found = await search(world, "reset passw");
  expect(found.body.items.map(({ articleId }) => articleId)).toEqual([id]);
  expect(found.body.items[0]?.quote).toContain("Reset");
  // Corrected words are reported; words of articles that are not public never appear.
  expect((await search(world, "reset pasword")).body).toMatchObject({ items: [{ articleId: id }], readAs: "reset password" });
  expect((await search(world, "secrtes quietyl")).body).toMatchObject({ items: [], readAs: null });
  const read = await help<{ title: string; tree: { type: string }[]; path: string; foreign: boolean }>(world, `/articles/${id}`);
  expect([read.body.title, read.body.tree.map(({ type }) => type), read.body.foreign]).toEqual([
    "Reset your password",
    ["heading", "paragraph", "callout"],
    false,
  ]);
  expect(read.body.path).toMatch(/^\/help\/acme[\w-]*\/en\/articles\/reset-your-password$/);
  expect(read.headers.get("access-control-allow-origin")).toBe("http://localhost:5999");
  for (const other of [hidden, assistantOnly, draft]) expect((await help(world, `/articles/${other}`)).status).toBe(404);

  // Another website, no key, a closed help center.
  expect((await world.call(`/api/widget/help?key=${world.key}`, { headers: { origin: "https://other.example.test" } })).status).toBe(403);
  expect((await help(world, "", { key: "pk_none0000000000000000000" })).status).toBe(403);
  await openHelp(world, { open: 0 });
  for (const path of ["", `/articles/${id}`]) expect((await help(world, path)).status).toBe(404);
  expect((await search(world, "reset")).status).toBe(404);
  const config = await new Visitor(world).call<{ help: boolean }>(`/api/widget/config?key=${world.key}`);
  expect(config.body.help).toBe(false);
});

test("an article is only found under its own project", async () => {
  const [world, other] = [await makeWorld(), await makeWorld()];
  for (const one of [world, other]) await openHelp(one);
  const id = await article(other, { title: "Theirs", content: "Unfindable zebra." });
  expect((await help(world, `/articles/${id}`)).status).toBe(404);
  expect((await search(world, "zebra")).body.items).toEqual([]);
  const body = { key: world.key, clientId: crypto.randomUUID(), articleId: id, locale: "en", helpful: true };
  expect((await new Visitor(world).call("/api/widget/help/feedback", { body })).status).toBe(404);
});

test("a reader gets the page's language or the default one with a notice, and links stay in the panel", async () => {
  const world = await makeWorld();
  await openHelp(world, { locales: ["en", "de"] });
  const english = await article(world, { title: "Only in English", content: "Invoices are monthly." });
  const both = await article(world, { title: "Cancel an order", content: "First text." });
  const slug = (await help<{ path: string }>(world, `/articles/${english}`)).body.path;
  const saved = await world.as<{ text: { revision: number } }>(
    `/api/dashboard/projects/${world.projectId}/help/articles/${both}/texts/de`,
    { method: "PUT", body: { revision: 0, title: "Bestellung stornieren", summary: "", content: `Siehe [Rechnungen](${slug}).` } },
  );
  await publishText(world, both, "de", saved.body.text.revision);
  type Read = ResultLine & { foreign: boolean; links: Record<string, string> };
  const german = await help<Read>(world, `/articles/${both}`, { locale: "de-AT" });
  expect([german.body.title, german.body.locale, german.body.foreign]).toEqual(["Bestellung stornieren", "de", false]);
  expect(german.body.links).toEqual({ [slug]: english });
  const fallback = await help<Read>(world, `/articles/${english}`, { locale: "de" });
  expect([fallback.body.title, fallback.body.foreign]).toEqual(["Only in English", true]);
  expect((await search(world, "stornieren", { locale: "de" })).body.items.map(({ title }) => title)).toEqual(["Bestellung stornieren"]);
  expect((await search(world, "invoices", { locale: "de" })).body.items.map(({ title }) => title)).toEqual(["Only in English"]);
});

test("a picture of a published article can be fetched by any page without a session", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const id = await article(world, { title: "With a picture", content: "Soon.", publish: false });
  const at = `/api/dashboard/projects/${world.projectId}/help/articles/${id}`;
  const uploaded = await world.as<{ file: { fileId: string } }>(`${at}/files?name=bowl.png&clientId=${crypto.randomUUID()}`, {
    raw: PNG,
    headers: { "content-length": String(PNG.byteLength) },
  });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const path = `/files/${uploaded.body.file.fileId}`;
  const saved = await world.as<{ text: { revision: number } }>(`${at}/texts/en`, {
    method: "PUT",
    body: { revision: 1, title: "With a picture", summary: "", content: `![A bowl](${path})` },
  });
  const fetched = () => world.call(path, { headers: { origin: "https://shop.example.test" } });
  expect([401, 404]).toContain((await fetched()).status);
  await publishText(world, id, "en", saved.body.text.revision);
  const answer = await fetched();
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
});

test("searches are limited per address, and others in the project can still search", async () => {
  const world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  await openHelp(world);
  const searchFrom = (address: string) => help(world, "/search", { q: "x" }, address);
  const answers = await Promise.all(Array.from({ length: 91 }, () => searchFrom("203.0.113.9")));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await searchFrom("203.0.113.10")).status).toBe(200);
  world.clock.advance({ minutes: 1 });
  expect((await searchFrom("203.0.113.9")).status).toBe(200);
});

test("articles read and searches made are attached to the conversation for the team only, and an unanswered search is a question", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const id = await article(world, { title: "Shipping times", content: "Two days." });
  const visit = crypto.randomUUID();
  const visitor = await world.visitor();
  const note = (query: string, results: number, opened?: string) =>
    visitor.call("/api/widget/help/searches", {
      body: { key: world.key, visit, locale: "en", query, results, ...(opened ? { opened } : {}) },
    });
  for (const [query, results, opened] of [
    ["Shipping", 1, id],
    ["how do I return a broken lamp?", 0],
  ] as const)
    expect((await note(query, results, opened)).status).toBe(200);
  const feedback = crypto.randomUUID();
  await visitor.call("/api/widget/help/feedback", {
    body: { key: world.key, clientId: feedback, articleId: id, locale: "en", helpful: false, comment: "And to Iceland?" },
  });
  const clientId = crypto.randomUUID();
  const carried = {
    ...{ visit, locale: "en", read: [id, "art_00000000000000000000000000"], feedback: [feedback] },
    searched: ["Shipping", "how do I return a broken lamp?"],
  };
  const opened = await visitor.open("My lamp is broken", { help: carried, clientId });
  expect(opened.status).toBe(201);
  expect(JSON.stringify(opened.body)).not.toContain("Shipping");
  const again = await visitor.open("My lamp is broken", { help: carried, clientId });
  expect(again.status).toBe(200);

  const conversation = opened.body.conversation.id;
  const thread = await world.as<{ events: { items: { message: { origin: unknown } }[] } }>(`${world.conversations}/${conversation}`);
  const threadText = JSON.stringify(thread.body);
  expect(threadText).toContain(
    `"help":{"read":[{"id":"${id}","title":"Shipping times"}],"searched":["Shipping","how do I return a broken lamp?"]}`,
  );
  const own = await visitor.call(`/api/widget/conversations/${conversation}/events`);
  expect(JSON.stringify(own.body)).not.toContain("broken lamp?");

  await world.tick();
  const gaps = await world.as<{ items: { question: string; examples: { source: string; conversationId: string | null }[] }[] }>(
    `/api/dashboard/projects/${world.projectId}/help/gaps`,
  );
  expect(gaps.body.items.map(({ question }) => question).toSorted()).toEqual(["And to Iceland?", "how do I return a broken lamp?"]);
  expect(gaps.body.items.flatMap(({ examples }) => examples.map((it) => it.conversationId))).toEqual([conversation, conversation]);
  const { contactId } = visitor;
  const mine = await world.rows<{ n: number }>(
    "SELECT (SELECT count(*) FROM help_searches WHERE contact_id = ?1) + (SELECT count(*) FROM help_feedback WHERE contact_id = ?1) + (SELECT count(*) FROM help_questions WHERE contact_id = ?1) AS n",
    contactId,
  );
  expect(mine[0]?.n).toBe(5);

  await world.as(`/api/management/projects/${world.projectId}/contacts/${contactId}/erase`, { body: {} });
  await world.tick();
  const left = await world.rows<{ n: number }>(
    "SELECT (SELECT count(*) FROM help_searches) + (SELECT count(*) FROM help_feedback) + (SELECT count(*) FROM help_questions) + (SELECT count(*) FROM help_gaps) + (SELECT count(*) FROM help_gap_terms) + (SELECT count(*) FROM help_search_terms WHERE project_id = ?) AS n",
    world.projectId,
  );
  expect(left[0]?.n).toBe(0);
  expect(JSON.stringify((await world.as(`${world.conversations}/${conversation}`)).body)).not.toContain("lamp");
});

test("a language that the help center no longer offers is not shown in the panel", async () => {
  const world = await makeWorld();
  await openHelp(world, { locales: ["en", "de"] });
  const id = await article(world, { title: "Export", content: "Words." });
  const saved = await world.as<{ text: { revision: number } }>(`/api/dashboard/projects/${world.projectId}/help/articles/${id}/texts/de`, {
    method: "PUT",
    body: { revision: 0, title: "Ausfuhr", summary: "", content: "Wörter." },
  });
  await publishText(world, id, "de", saved.body.text.revision);
  const shown = async () => [
    (await help<{ title: string }>(world, `/articles/${id}`, { locale: "de" })).body.title,
    ...(await help<{ articles: ResultLine[] }>(world, "", { locale: "de" })).body.articles.map(({ title }) => title),
  ];
  expect(await shown()).toEqual(["Ausfuhr", "Ausfuhr"]);
  await world.rows("UPDATE help_centers SET locales = '[\"en\"]' WHERE project_id = ?", world.projectId);
  expect(await shown()).toEqual(["Export", "Export"]);
});
