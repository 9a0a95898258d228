// Writing and publishing articles: concurrent drafts, slugs, atomic publication, the schedule, lists, and permissions.
import { expect, test } from "vitest";
import { publishScheduled } from "../../modules/articles/publish-scheduled.ts";
import { failing, noConsumer } from "./erasure-kit.ts";
import { helpWorld, type Team } from "./help-kit.ts";

const WORDS = { title: "Reset your password", content: "Press **Forgot password**." };
/** Creates an article with a text, at revision 1. */
async function createWritten(team: Team, more: object = {}): Promise<string> {
  const { status, body } = await team.create(WORDS.title, { content: WORDS.content, ...more });
  expect(status).toBe(201);
  return body.article.id;
}

test("a draft is created once, saved by revision, and a conflict names whose change came between", async () => {
  const { owner, operator } = await helpWorld();
  const clientId = crypto.randomUUID();
  const first = await operator.create(WORDS.title, { clientId });
  expect([first.status, first.body.text.revision, first.body.text.slug]).toEqual([201, 1, "reset-your-password"]);
  const again = await operator.create(WORDS.title, { clientId });
  expect([again.status, again.body.article.id]).toEqual([200, first.body.article.id]);
  expect((await operator.create("Another", { clientId })).status).toBe(409);

  const { id } = first.body.article;
  const mine = await operator.save(id, 1, WORDS);
  expect([mine.status, mine.body.text.revision]).toEqual([200, 2]);
  // As if the answer was lost.
  expect((await operator.save(id, 1, WORDS)).body.text.revision).toBe(2);
  const theirs = await owner.save(id, 1, { ...WORDS, content: "Other words." });
  expect([theirs.status, theirs.body.code, theirs.body.revision, theirs.body.updatedBy]).toEqual([409, "stale_frontier", 2, "Oskar"]);
  expect((await owner.save(id, 2, { ...WORDS, content: "Other words." })).status).toBe(200);
  expect((await owner.read(id)).body.text).toMatchObject({ revision: 3, content: "Other words.", updatedBy: "Olga" });
});

test("of two simultaneous saves of one revision one succeeds and the other gets a conflict", async () => {
  const { owner, operator } = await helpWorld();
  const id = await createWritten(owner);
  const both = await Promise.all([owner.save(id, 1, { content: "one" }), operator.save(id, 1, { content: "two" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a slug belongs to one article, also when requested at once, and follows the title until it is published", async () => {
  const { owner, world } = await helpWorld();
  const made = await Promise.all(Array.from({ length: 4 }, () => owner.create("Über uns")));
  expect(made.map(({ body }) => body.text.slug).sort()).toEqual(["uber-uns", "uber-uns-2", "uber-uns-3", "uber-uns-4"]);
  expect((await owner.create("帮助")).body.text.slug).toMatch(/^article-[0-9a-z]{8}$/);
  const id = await createWritten(owner);
  expect((await owner.save(id, 1, { title: "New name" })).body.text.slug).toBe("new-name");
  expect((await owner.save(id, 2, { title: "New name", slug: "by-hand" })).body.text).toMatchObject({ slug: "by-hand", slugKept: true });
  expect((await owner.save(id, 3, { title: "Third name" })).body.text.slug).toBe("by-hand");
  expect((await owner.save(id, 4, { title: "Third name", slug: null })).body.text).toMatchObject({ slug: "third-name", slugKept: false });
  await owner.publish(id, 5);
  expect((await owner.save(id, 5, { title: "Fourth name" })).body.text.slug).toBe("third-name");

  // A published slug is kept until another one is published; then the old one redirects.
  expect((await owner.save(id, 6, { title: "Fourth name", slug: "fourth" })).body.text.slug).toBe("fourth");
  expect((await owner.create("Third name")).body.text.slug).toBe("third-name-2");
  const moved = await owner.publish(id, 7);
  expect(moved.body.text).toMatchObject({ liveSlug: "fourth", version: 2 });
  const redirects = () => world.rows("SELECT path, article_id FROM help_redirects WHERE project_id = ?", world.projectId);
  expect(await redirects()).toEqual([{ path: "articles/third-name", article_id: id }]);
  const other = await owner.create("Third name", { content: "Mine now." });
  expect(other.body.text.slug).toBe("third-name");
  await owner.publish(other.body.article.id, 1);
  expect(await redirects()).toEqual([]);
});

test("publishing twice, at once or later, makes one version", async () => {
  const { owner, world } = await helpWorld();
  const id = await createWritten(owner);
  const all = await Promise.all([1, 2, 3].map(() => owner.publish(id, 1)));
  expect(all.map(({ status, body }) => [status, body.text.version])).toEqual([
    [200, 1],
    [200, 1],
    [200, 1],
  ]);
  expect((await owner.publish(id, 1)).body.text.version).toBe(1);
  const [counts] = await world.rows(
    `SELECT (SELECT count(*) FROM help_article_versions WHERE article_id = ?1) AS versions, (SELECT count(*) FROM audit_log WHERE project_id = ?2 AND action = 'help.published') AS told,
     (SELECT count(*) FROM jobs WHERE project_id = ?2 AND kind = 'help.render') AS drawn`,
    id,
    world.projectId,
  );
  expect(counts).toEqual({ versions: 1, told: 1, drawn: 1 });
  expect((await owner.publish(id, 7)).body.code).toBe("stale_frontier");
  const empty = await owner.create("");
  expect((await owner.publish(empty.body.article.id, 1)).status).toBe(409);
  expect((await owner.save(empty.body.article.id, 1, { content: " \n\t" })).status).toBe(200);
  expect((await owner.publish(empty.body.article.id, 2)).body.error).toMatch(/Add some text before you publish/);
});

test("a publication interrupted before or after any call is complete or absent", async () => {
  const { owner, world } = await helpWorld();
  for (const when of ["before", "after"] as const) {
    for (let at = 1; ; at += 1) {
      const id = await createWritten(owner);
      const { env, hit } = failing(noConsumer(world.env), { at, when, forGood: false });
      const { status } = await owner.publish(id, 1, "en", env);
      if (hit() === undefined) break;
      const [found] = await world.rows<Record<string, number>>(
        `SELECT (SELECT count(*) FROM help_article_versions WHERE article_id = ?1) AS versions, (SELECT count(*) FROM help_article_texts WHERE article_id = ?1 AND version = 1 AND live_slug = slug) AS live,
         (SELECT count(*) FROM knowledge_documents WHERE key LIKE '%' || substr(?1, -20) || '/en') AS found, (SELECT count(*) FROM audit_log WHERE action = 'help.published' AND detail LIKE '%' || substr(?1, -20) || '%') AS told, (SELECT count(*) FROM jobs WHERE kind = 'help.render' AND payload LIKE '%' || substr(?1, -20) || '%') AS drawn`,
        id,
      );
      const n = found?.["versions"] ?? 0;
      expect([n, found], `${when} ${at} ${hit()}`).toEqual([n, { versions: n, live: n, found: n, told: n, drawn: n }]);
      if (status === 200) expect(n).toBe(1);
      expect((await owner.publish(id, 1)).body.text.version, `${when} ${at} ${hit()}`).toBe(1);
    }
  }
});

test("unpublishing, archiving, and restoring keep the drafts; deleting forever removes everything", async () => {
  const { owner, world } = await helpWorld();
  const id = await createWritten(owner);
  await owner.save(id, 0, { title: "Passwort", content: "Hier." }, "de");
  await owner.publish(id, 1);
  await owner.publish(id, 1, "de");
  expect((await owner.unpublish(id)).body.text).toMatchObject({ version: null, liveSlug: null, revision: 1 });
  expect((await owner.publish(id, 1)).body.text.version).toBe(2);
  expect((await owner.remove(id)).status).toBe(409);
  const archived = await owner.setState(id, "archive");
  expect(archived.body.article.locales.map(({ version }) => version)).toEqual([null, null]);
  expect((await owner.setState(id, "archive")).body.article.archivedAt).toBe(archived.body.article.archivedAt);
  expect((await owner.save(id, 1)).status).toBe(409);
  expect((await owner.publish(id, 1)).status).toBe(409);
  expect((await owner.list("?collection=none")).body.items).toEqual([]);
  expect((await owner.list("?state=archived")).body.items.map((a) => a.id)).toEqual([id]);
  expect((await owner.setState(id, "restore")).body.article.archivedAt).toBeNull();
  expect((await owner.list("?collection=none")).body.items.map((a) => a.id)).toEqual([id]);
  expect((await owner.versions(id)).body.items.map(({ version }) => version)).toEqual([2, 1]);
  expect((await owner.version(id, 1)).body).toMatchObject({ title: WORDS.title, content: WORDS.content, publishedBy: "Olga" });
  await owner.setState(id, "archive");
  expect((await owner.remove(id)).status).toBe(200);
  for (const table of ["help_article_texts", "help_article_versions", "help_redirects"])
    expect(await world.rows(`SELECT * FROM ${table} WHERE article_id = ?`, id), table).toEqual([]);
  expect((await owner.read(id)).status).toBe(404);
});

test("a scheduled publication happens once, for whoever scheduled it, under overlapping ticks", async () => {
  const { owner, operator, world } = await helpWorld({ now: new Date(Date.now() + 86_400_000).toISOString() });
  const id = await createWritten(owner);
  const at = new Date(world.clock.now() + 3_600_000).toISOString();
  expect((await owner.schedule(id, 1, new Date(world.clock.now() - 1).toISOString())).status).toBe(409);
  expect((await owner.schedule(id, 1, at)).body.text).toMatchObject({ publishAt: at, publishBy: "Olga", version: null });
  expect((await owner.list("?state=scheduled")).body.items.map((a) => a.id)).toEqual([id]);
  // A change that nobody with the right to publish has seen is not published.
  expect((await operator.save(id, 1, { content: "Unseen." })).status).toBe(409);
  expect((await owner.save(id, 1, { ...WORDS, content: "Later words." })).status).toBe(200);
  await publishScheduled(world.ctx());
  expect((await owner.read(id)).body.text.version).toBeNull();
  world.clock.advance({ minutes: 61 });
  await Promise.all([publishScheduled(world.ctx()), publishScheduled(world.ctx()), publishScheduled(world.ctx())]);
  await publishScheduled(world.ctx());
  expect((await owner.read(id)).body.text).toMatchObject({ version: 1, publishAt: null, publishedBy: "Olga", changed: false });
  expect((await owner.versions(id)).body.items).toHaveLength(1);

  // A schedule that cannot be carried out is cancelled and reported.
  await owner.save(id, 2, { content: "More." });
  await owner.schedule(id, 3, new Date(world.clock.now() + 60_000).toISOString());
  await owner.save(id, 3, { content: "" });
  world.clock.advance({ minutes: 2 });
  await publishScheduled(world.ctx());
  expect((await owner.read(id)).body.text).toMatchObject({ version: 1, publishAt: null, changed: true });
  expect(
    await world.rows("SELECT 1 FROM audit_log WHERE project_id = ? AND action = 'help.schedule_failed'", world.projectId),
  ).toHaveLength(1);
});

test("collections are created once, ordered, removed with their articles kept, and restored with them", async () => {
  const { owner, world } = await helpWorld();
  const clientId = crypto.randomUUID();
  const [a, b] = [await owner.createCollection("Start", { clientId }), await owner.createCollection("Billing")];
  expect([a.status, (await owner.createCollection("Start", { clientId })).status]).toEqual([201, 200]);
  expect((await owner.createCollection("Start")).body.collection.texts[0]?.slug).toBe("start-2");
  const [start, billing] = [a.body.collection.id, b.body.collection.id];
  expect((await owner.rename(start, "de", "Anfang")).body.collection.texts.map(({ slug }) => slug)).toEqual(["anfang", "start"]);
  const ids = (await owner.collections()).body.items.map((c) => c.id);
  const reversed = ids.toReversed();
  expect((await owner.orderCollections(ids, reversed)).body.order).toEqual(reversed);
  expect((await owner.orderCollections(ids, reversed)).status).toBe(200);
  expect((await owner.orderCollections(ids, ids)).body.order).toEqual(reversed);
  expect((await owner.orderCollections(ids, [ids[0] as string])).status).toBe(400);

  const one = await createWritten(owner, { collectionId: start });
  const two = await createWritten(owner, { collectionId: start });
  const three = await createWritten(owner, { collectionId: billing });
  const inside = async (which: string) => (await owner.list(`?collection=${which}`)).body.items.map((x) => x.id);
  expect(await inside(start)).toEqual([one, two]);
  expect((await owner.order(start, [one, two], [two, three, one])).body.order).toEqual([two, three, one]);
  expect(await inside(billing)).toEqual([]);
  expect((await owner.order(start, [one, two], [one, two])).body).toMatchObject({ code: "stale_frontier", order: [two, three, one] });
  expect((await owner.removeCollection(start)).status).toBe(200);
  expect((await owner.removeCollection(start)).status).toBe(200);
  expect(await inside("none")).toEqual([two, three, one]);
  await owner.change(three, { collectionId: billing });
  expect((await owner.create("X", { collectionId: start })).status).toBe(409);
  expect((await owner.restoreCollection(start)).body.collection.articles).toBe(2);
  expect([await inside(start), await inside(billing)]).toEqual([[two, one], [three]]);
  expect(world.projectId).not.toBe("");
});

test("lists filter by state and title in bounded pages", async () => {
  const { owner, world } = await helpWorld();
  const id = await createWritten(owner);
  const draft = (await owner.create("Änderungen im Café")).body.article.id;
  await owner.publish(id, 1);
  const idsFound = async (query: string) => (await owner.list(query)).body.items.map((a) => a.id);
  expect(await idsFound("?state=published")).toEqual([id]);
  expect(await idsFound("?state=draft")).toEqual([draft]);
  expect(await idsFound("?state=changed")).toEqual([]);
  await owner.save(id, 1, WORDS);
  expect(await idsFound("?state=changed")).toEqual([]);
  await owner.save(id, 1, { ...WORDS, content: "Else." });
  expect(await idsFound("?state=changed")).toEqual([id]);
  expect(await idsFound("?q=cafe")).toEqual([draft]);
  expect(await idsFound("?q=ANDERUNGEN")).toEqual([draft]);
  // The state is that of the requested language, and filters combine.
  const inside = (await owner.createCollection("Billing")).body.collection.id;
  await owner.change(draft, { collectionId: inside });
  await owner.save(id, 0, { title: "Passwort", content: "Neu." }, "de");
  expect([await idsFound("?locale=de"), await idsFound("?missing=de"), await idsFound("?missing=en")]).toEqual([[id], [draft], []]);
  expect([await idsFound("?locale=en&state=published"), await idsFound("?locale=de&state=published")]).toEqual([[id], []]);
  expect(await idsFound("?locale=de&state=draft")).toEqual([id]);
  expect([await idsFound(`?collection=${inside}&state=draft`), await idsFound(`?collection=${inside}&q=password`)]).toEqual([[draft], []]);
  expect([await idsFound("?collection=none&missing=fr&q=pass"), await idsFound("?collection=none&missing=fr&q=cafe")]).toEqual([[id], []]);
  await owner.change(draft, { collectionId: null });
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 230) INSERT INTO help_articles (id, project_id, client_id, collection_id, place, audience, assistant, created_at, created_by)
     SELECT 'art_' || printf('%026d', i), ?, 'many' || i, NULL, 100 + i % 7, 'public', 1, 1, 'acc_none' FROM n`,
    world.projectId,
  );
  const all: string[] = [];
  for (let next: string | null = ""; next !== null;) {
    const page: Awaited<ReturnType<Team["list"]>> = await owner.list(`?collection=none${next && `&cursor=${next}`}`);
    all.push(...page.body.items.map((a) => a.id));
    ({ next } = page.body);
  }
  expect([all.length, new Set(all).size]).toEqual([232, 232]);
});

test("search results follow what readers may see", async () => {
  const { owner, world } = await helpWorld();
  const id = await createWritten(owner);
  const searchDocuments = () =>
    world.rows("SELECT key, audience, title, url FROM knowledge_documents WHERE project_id = ? ORDER BY key", world.projectId);
  await owner.publish(id, 1);
  const url = expect.stringMatching(/^\/help\/acme[^/]*\/en\/articles\/reset-your-password$/) as string;
  expect(await searchDocuments()).toEqual([{ key: `${id}/en`, audience: "public", title: WORDS.title, url }]);
  expect((await owner.change(id, { audience: "members" })).body.article.audience).toBe("members");
  expect(await searchDocuments()).toMatchObject([{ key: `${id}/en`, audience: "members" }]);
  await owner.unpublish(id);
  expect(await searchDocuments()).toEqual([]);
  await owner.publish(id, 1);
  expect(await searchDocuments()).toMatchObject([{ audience: "members" }]);
  await owner.setState(id, "archive");
  expect(await searchDocuments()).toEqual([]);
});

test("operators cannot write or publish, and ids of another project are not found", async () => {
  const { owner, operator } = await helpWorld();
  const id = await createWritten(operator);
  const collection = (await owner.createCollection("Start")).body.collection.id;
  const refused = [
    operator.publish(id, 1),
    operator.unpublish(id),
    operator.schedule(id, 1, null),
    operator.change(id, { audience: "members" }),
    operator.setState(id, "archive"),
    operator.setState(id, "restore"),
    operator.remove(id),
    operator.order(null, [id], [id]),
    operator.createCollection("Mine"),
    operator.rename(collection, "en", "Mine"),
    operator.removeCollection(collection),
    operator.restoreCollection(collection),
    operator.orderCollections([collection], [collection]),
  ];
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403));
  const elsewhere = (await helpWorld()).owner;
  const foreign = [
    elsewhere.read(id),
    elsewhere.save(id, 1),
    elsewhere.save(id, 0, {}, "de"),
    elsewhere.publish(id, 1),
    elsewhere.unpublish(id),
    elsewhere.schedule(id, 1, null),
    elsewhere.change(id, { audience: "members" }),
    elsewhere.setState(id, "archive"),
    elsewhere.setState(id, "restore"),
    elsewhere.remove(id),
    elsewhere.versions(id),
    elsewhere.version(id, 1),
    elsewhere.rename(collection, "en", "Mine"),
    elsewhere.removeCollection(collection),
    elsewhere.restoreCollection(collection),
    elsewhere.order(collection, [], []),
  ];
  expect((await Promise.all(foreign)).map(({ status }) => status)).toEqual(foreign.map(() => 404));
  expect((await elsewhere.create("X", { collectionId: collection })).status).toBe(409);
  expect((await owner.read(id)).body.text).toMatchObject({ revision: 1, version: null });
});
