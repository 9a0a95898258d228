// Searches and feedback of readers are counted by day; unanswered questions are grouped, decided, answered, and removed after 90 days.
import { expect, test } from "vitest";
import { recordGap, recordSearch } from "#modules/help-insights";
import type { Gap, Insights } from "#modules/help-insights/contract";
import { readerErasure } from "../../modules/help-insights/erasure.ts";
import { groupQuestions } from "../../modules/help-insights/cron.ts";
import { article, openHelp, publishText } from "./help-center-kit.ts";
import { makeWorld, type World } from "./world.ts";

const helpPath = (world: World): string => `/api/dashboard/projects/${world.projectId}/help`;
const insights = async (world: World, days = 30): Promise<Insights> =>
  (await world.as<Insights>(`${helpPath(world)}/insights?days=${days}`)).body;
const gaps = async (world: World, state = "open"): Promise<Gap[]> =>
  (await world.as<{ items: Gap[] }>(`${helpPath(world)}/gaps?state=${state}`)).body.items;
const callFrom = (world: World, address?: string) => ({ ...world.ctx(), address });
const searches = (world: World, query: string, more: object = {}, address?: string) =>
  recordSearch(callFrom(world, address), {
    ...{ projectId: world.projectId as never, locale: "en", query, place: "widget", results: 2, visit: crypto.randomUUID() },
    ...more,
  });
const askUnanswered = (world: World, question: string, n = 1) =>
  recordGap(world.ctx(), {
    ...{ projectId: world.projectId as never, question, locale: "en", from: "assistant" },
    contactId: `con_${String(n).padStart(26, "0")}` as never,
    conversationId: `cnv_${String(n).padStart(26, "0")}` as never,
  });

test("a search counts once per visit, by its words and day, and the opened result is added later", async () => {
  const world = await makeWorld({ now: "2030-03-10T23:50:00Z" });
  await openHelp(world);
  const id = (await article(world, { title: "Shipping", content: "Two days." })) as never;
  const visit = crypto.randomUUID();
  await searches(world, "Shipping  times", { visit });
  await searches(world, "shipping times", { visit });
  world.clock.advance({ minutes: 20 });
  // An article that is not public, of another project, or missing does not count as opened.
  const draft = (await article(world, { title: "Draft", content: "Not yet.", publish: false })) as never;
  for (const opened of [draft, `art_${"0".repeat(26)}` as never]) await searches(world, "shipping times", { visit, opened });
  expect((await insights(world, 7)).days.map((it) => it.opened)).not.toContain(1);
  expect(await world.rows("SELECT 1 FROM help_searches WHERE opened IS NOT NULL")).toEqual([]);
  // After midnight, a result of the previous day's search.
  await searches(world, "shipping times", { visit, opened: id });
  await searches(world, "shipping times", { visit, opened: id });
  await searches(world, "SHIPPING TIMES");
  await searches(world, "zebra", { results: 0 });
  await searches(world, "   ");
  const { days, top, without } = await insights(world, 7);
  expect(days.slice(-2)).toEqual([
    { day: "2030-03-10", searches: 1, without: 0, opened: 1 },
    { day: "2030-03-11", searches: 2, without: 1, opened: 0 },
  ]);
  expect(top).toEqual([
    { terms: "shipping times", locale: "en", searches: 2, without: 0, opened: 1, nearest: null },
    { terms: "zebra", locale: "en", searches: 1, without: 1, opened: 0, nearest: null },
  ]);
  expect(without).toEqual([{ terms: "zebra", locale: "en", searches: 1, without: 1, opened: 0, nearest: null }]);
  expect(days).toHaveLength(7);

  const csv = await world.as<string>(`${helpPath(world)}/insights/searches.csv?days=7`);
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(csv.body).toContain('"shipping times","en","2","0","1"\r\n');

  // Pages without scripts: the same address and day count once, and no address is stored.
  for (const address of ["203.0.113.77", "203.0.113.77", "203.0.113.78"])
    await searches(world, "bowls", { visit: undefined, place: "page" }, address);
  expect((await insights(world, 7)).top.find(({ terms }) => terms === "bowls")?.searches).toBe(2);
  expect(JSON.stringify(await world.rows("SELECT * FROM help_searches"))).not.toContain("203.0.113");

  // With a closed help center nothing is recorded.
  await openHelp(world, { open: 0 });
  await searches(world, "secret");
  expect((await insights(world, 7)).top.map(({ terms }) => terms)).not.toContain("secret");
});

test("beyond its limits nothing is recorded, and the reader does not notice", async () => {
  const world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  await openHelp(world);
  for (let i = 0; i < 125; i += 1) await searches(world, `words ${i}`, {}, "203.0.113.5");
  expect((await insights(world, 7)).days.at(-1)?.searches).toBe(120);
});

test("feedback can be changed and commented, and counts once, for the day it was given", async () => {
  const world = await makeWorld({ now: "2030-03-10T12:00:00Z" });
  await openHelp(world);
  const id = await article(world, { title: "Shipping", content: "Two days." });
  const visitor = await world.visitor();
  const clientId = crypto.randomUUID();
  const giveFeedback = (body: object) =>
    visitor.call("/api/widget/help/feedback", { body: { key: world.key, clientId, articleId: id, locale: "en", helpful: true, ...body } });
  expect((await giveFeedback({})).status).toBe(200);
  world.clock.advance({ days: 1 });
  expect((await giveFeedback({ helpful: false })).status).toBe(200);
  expect((await giveFeedback({ helpful: false, comment: "And to Iceland?" })).status).toBe(200);
  expect((await giveFeedback({ helpful: false })).status).toBe(200);
  expect((await insights(world)).articles).toEqual([{ articleId: id, title: "Shipping", helpful: 0, answers: 1 }]);
  const comments = await world.as<{ items: { comment: string; helpful: boolean }[] }>(
    `${helpPath(world)}/insights/articles/${id}/comments`,
  );
  expect(comments.body.items).toMatchObject([{ comment: "And to Iceland?", helpful: false }]);
  const other = await article(world, { title: "Paying", content: "By card." });
  expect((await giveFeedback({ articleId: other })).status).toBe(409);
  await world.tick();
  expect((await gaps(world)).map(({ question, examples }) => [question, examples[0]?.source, examples[0]?.article?.title])).toEqual([
    ["And to Iceland?", "feedback", "Shipping"],
  ]);
});

test("questions with the same meaning are grouped, whatever their source, and a repeated schedule changes nothing", async () => {
  const world = await makeWorld();
  const asked = ["Do you ship to Iceland?", "shipping to iceland", "Can I pay by invoice?", "ship Iceland", "???"];
  for (const [n, question] of asked.entries()) await askUnanswered(world, question, n);
  await askUnanswered(world, "Do you ship to Iceland?", 0);
  await Promise.all([world.tick(), world.tick()]);
  await world.tick();
  const found = await gaps(world);
  expect(found.map(({ question, questions, examples }) => [question, questions, examples.length])).toEqual([
    ["Do you ship to Iceland?", 3, 3],
    ["Can I pay by invoice?", 1, 1],
  ]);
});

test("a question becomes an article once, is answered when that is published, and is closed when a search finds it", async () => {
  const world = await makeWorld();
  await openHelp(world);
  await askUnanswered(world, "Do you ship to Iceland?");
  await askUnanswered(world, "How do I return a broken lamp?", 2);
  await world.tick();
  const [iceland, lamp] = ["Iceland", "lamp"].map((word) => (all: Gap[]) => all.find(({ question }) => question.includes(word)) as Gap);
  const path = `${helpPath(world)}/gaps/${iceland?.(await gaps(world)).id}`;
  const write = (title: string) => world.as<{ articleId: string }>(`${path}/article`, { body: { clientId: crypto.randomUUID(), title } });
  const [first, second] = [await write("Where we ship to"), await write("Where else we ship to")];
  expect([first.status, second.status, second.body.articleId === first.body.articleId]).toEqual([201, 200, true]);
  const id = first.body.articleId;
  const draft = await world.as<{ text: { title: string; revision: number } }>(`${helpPath(world)}/articles/${id}`);
  expect(draft.body.text.title).toBe("Where we ship to");
  expect((await gaps(world, "written")).map(({ article: it }) => it)).toEqual([
    { articleId: id, title: "Where we ship to", published: false },
  ]);
  const saved = await world.as<{ text: { revision: number } }>(`${helpPath(world)}/articles/${id}/texts/en`, {
    method: "PUT",
    body: { revision: draft.body.text.revision, title: "Shipping to Iceland", summary: "", content: "Yes, in six days." },
  });
  await publishText(world, id, "en", saved.body.text.revision);
  expect((await gaps(world, "written"))[0]?.article?.published).toBe(true);

  // The other question is answered by an article that nobody linked to it.
  const other = await article(world, { title: "Returning a broken lamp", content: "Send it back." });
  await world.rows("UPDATE help_gaps SET look_at = 0");
  await world.tick();
  const stands = lamp?.(await gaps(world));
  expect(stands?.found).toEqual({ articleId: other, title: "Returning a broken lamp" });
  const decide = (body: object, gapId = stands?.id) => world.as<Gap>(`${helpPath(world)}/gaps/${gapId}`, { method: "PATCH", body });
  expect((await decide({ state: "written", articleId: other })).body.article?.articleId).toBe(other);
  expect((await decide({ state: "ignored" })).body).toMatchObject({ state: "ignored", article: null });
  expect((await decide({ state: "written", articleId: "art_00000000000000000000000000" })).status).toBe(404);
  expect((await gaps(world, "ignored")).map(({ question }) => question)).toEqual(["How do I return a broken lamp?"]);
  // Asked again, it stays dismissed.
  await askUnanswered(world, "returning a broken lamp", 3);
  await world.tick();
  expect((await gaps(world, "ignored"))[0]?.questions).toBe(2);
});

test("after 90 days words are removed, with the groups that contain only them", async () => {
  const world = await makeWorld({ now: "2030-01-01T12:00:00Z" });
  await openHelp(world);
  await askUnanswered(world, "Do you ship to Iceland?");
  await askUnanswered(world, "Can I pay by invoice?", 2);
  await searches(world, "iceland");
  await world.tick();
  world.clock.advance({ days: 60 });
  await askUnanswered(world, "pay with an invoice", 3);
  await world.tick();
  world.clock.advance({ days: 31 });
  for (let i = 0; i < 3; i += 1) await world.tick();
  expect(await world.rows("SELECT question, questions FROM help_gaps WHERE project_id = ?", world.projectId)).toEqual([
    { question: "pay with an invoice", questions: 1 },
  ]);
  const left = JSON.stringify([
    await world.rows("SELECT * FROM help_searches WHERE project_id = ?", world.projectId),
    await world.rows("SELECT * FROM help_search_terms WHERE project_id = ?", world.projectId),
    await world.rows("SELECT * FROM help_questions WHERE project_id = ?", world.projectId),
    await world.rows("SELECT * FROM help_gap_terms WHERE project_id = ?", world.projectId),
  ]).toLowerCase();
  expect(left).not.toContain("iceland");
  expect(left).toContain("invoice");
});

test("an article is never begun in the words of one visitor, so their erasure leaves none of them", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const articleContains = async (query: string) => {
    const visitor = await world.visitor();
    const visit = crypto.randomUUID();
    await visitor.call("/api/widget/help/searches", { body: { key: world.key, visit, locale: "en", query, results: 0 } });
    await visitor.open("Help", { help: { visit, locale: "en", read: [], searched: [query] } });
    await world.tick();
    return visitor.contactId;
  };
  const one = await articleContains("My zqcanary lamp is broken");
  const [gap] = await gaps(world);
  expect(gap).toMatchObject({ question: "My zqcanary lamp is broken", shared: null });
  const write = (body: object) =>
    world.as<{ issues?: { path: string }[] }>(`${helpPath(world)}/gaps/${gap?.id}/article`, {
      body: { clientId: crypto.randomUUID(), ...body },
    });
  for (const body of [{}, { title: "" }, { title: gap?.question }, { title: "  my ZQCANARY lamp is broken " }]) {
    const refused = await write(body);
    expect([body, refused.status, refused.body.issues?.[0]?.path]).toEqual([body, 400, "title"]);
  }
  expect(await world.rows("SELECT id FROM help_articles WHERE project_id = ?", world.projectId)).toEqual([]);
  expect((await write({ title: "A lamp that is broken" })).status).toBe(201);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${one}/erase`, { body: {} });
  await world.tick();
  const tables = await world.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'help\\_%' ESCAPE '\\'",
  );
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables)
    expect([name, JSON.stringify(await world.rows(`SELECT * FROM ${name}`)).includes("zqcanary")]).toEqual([name, false]);

  // A question that two people asked in the same words belongs to nobody. The same person twice counts as one.
  const again = await articleContains("Do you repair zebras?");
  const zebras = async () => (await gaps(world)).find(({ question }) => question.includes("zebras"));
  await recordGap(world.ctx(), {
    ...{ projectId: world.projectId as never, question: "do you repair zebras?", locale: "en", from: "assistant" },
    ...{ contactId: again as never, conversationId: "cnv_other" as never },
  });
  await world.tick();
  expect(await zebras()).toMatchObject({ questions: 2, shared: null });
  await askUnanswered(world, "Do you repair zebras?", 40);
  await world.tick();
  expect((await zebras())?.shared).toBe("Do you repair zebras?");
  const begun = await world.as(`${helpPath(world)}/gaps/${(await zebras())?.id}/article`, {
    body: { clientId: crypto.randomUUID(), title: "Do you repair zebras?" },
  });
  expect(begun.status).toBe(201);
});

test("when one of several askers is erased, the group remains in the others' words", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const visit = crypto.randomUUID();
  const [one, two] = [await world.visitor(), await world.visitor()];
  for (const [visitor, query] of [
    [one, "my zqcanary lamp is broken"],
    [two, "broken lamp"],
  ] as const) {
    await visitor.call("/api/widget/help/searches", { body: { key: world.key, visit, locale: "en", query, results: 0 } });
    await visitor.open("Help", { help: { visit, locale: "en", read: [], searched: [query] } });
    await world.tick();
  }
  expect((await gaps(world)).map(({ question, questions }) => [question, questions])).toEqual([["my zqcanary lamp is broken", 2]]);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${one.contactId}/erase`, { body: {} });
  await world.tick();
  expect((await gaps(world)).map(({ question, questions }) => [question, questions])).toEqual([["broken lamp", 1]]);
  for (const table of ["help_gaps", "help_gap_terms", "help_questions", "help_searches", "help_search_terms"])
    expect([table, JSON.stringify(await world.rows(`SELECT * FROM ${table}`)).includes("zqcanary")]).toEqual([table, false]);
});

test("an erasure concurrent with the schedule leaves no group in the erased words, and nothing is recorded afterwards", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const visitor = await world.visitor();
  const visit = crypto.randomUUID();
  const query = "my zqcanary lamp is broken";
  await visitor.call("/api/widget/help/searches", { body: { key: world.key, visit, locale: "en", query, results: 0 } });
  await visitor.open("Help", { help: { visit, locale: "en", read: [], searched: [query] } });
  const who = { projectId: world.projectId as never, contactId: visitor.contactId as never };
  const ctx = world.ctx();
  // Read by the erasure, grouped by the schedule, then cleared.
  const [keys] = await ctx.db.read(readerErasure.listKeys(who, undefined, 100));
  await groupQuestions(ctx);
  expect(await world.rows("SELECT question FROM help_gaps WHERE project_id = ?", world.projectId)).toHaveLength(1);
  await ctx.db.commit(readerErasure.clear(who, keys, world.clock.now(), ctx.config).map(({ statement }) => statement));
  await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  await recordGap(ctx, { ...who, question: "my zqcanary lamp", locale: "en", from: "assistant", conversationId: "cnv_x" as never });
  await world.tick();
  for (const table of ["help_gaps", "help_gap_terms", "help_questions"])
    expect(await world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, world.projectId)).toEqual([]);
});

test("a period's cost does not grow with searches of earlier times or other projects", async () => {
  const world = await makeWorld({ now: "2030-06-01T12:00:00Z" });
  await openHelp(world);
  const day = Math.floor(world.clock.now() / 86_400_000);
  // 400 different searches on each of 90 days, and as many in another project.
  for (const project of [world.projectId, "prj_other"])
    await world.rows(
      `WITH RECURSIVE d(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM d WHERE i < 89), w(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM w WHERE j < 399)
       INSERT INTO help_search_terms (project_id, day, locale, terms, searches, without, opened) SELECT ?, ? - i, 'en', 'words ' || j, 400 - j, 0, 0 FROM d, w`,
      project,
      day,
    );
  const ctx = world.ctx();
  const { readSearched } = await import("../../modules/help-insights/search-queries.ts");
  const before = ctx.db.cost.rowsRead;
  const [top] = await ctx.db.read(readSearched(world.projectId as never, day, 7, "searches"));
  expect(top).toHaveLength(50);
  expect(top[0]).toMatchObject({ terms: "words 0", searches: 2800 });
  expect(ctx.db.cost.rowsRead - before).toBeLessThan(7 * 100 * 5);
});
