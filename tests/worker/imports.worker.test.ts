// Imports of help centers against doubles of four help desks: complete, repeated, changed, edited, interrupted, undone.
import { expect, test } from "vitest";
import { HELP_DESK_VARS, sampleDesk } from "../doubles/help-desks/index.ts";
import { BAD_ADDRESSES } from "../../kernel/testing/bad-addresses.ts";
import { LONG } from "./long.ts";
import { tick } from "./erasure-kit.ts";
import { importWorld, SOURCES, ZENDESK } from "./imports-kit.ts";

test("Zendesk: every published article is published, with its pictures, links, languages, and old addresses", async () => {
  const imports = await importWorld();
  const run = await imports.runToEnd();
  expect(run).toMatchObject({ state: "done", counts: { created: 9, updated: 0, skipped: 0, published: 8 } });
  const texts = await imports.texts();
  expect(texts.map(({ title, locale, version, audience, name }) => [title, locale, version, audience, name])).toEqual([
    ["How to do thing 1", "en", 1, "public", "Getting started"],
    ["How to do thing 2", "en", 1, "public", "Billing & invoices"],
    ["How to do thing 3", "en", null, "public", "Getting started"],
    ["How to do thing 4", "en", 1, "members", "Billing & invoices"],
    ["How to do thing 5", "en", 1, "public", "Getting started"],
    ["How to do thing 6", "en", 1, "public", "Billing & invoices"],
    ["How to do thing 7", "en", 1, "public", "Getting started"],
    ["How to do thing 8", "en", 1, "public", "Billing & invoices"],
    ["Wie man Ding 2 macht", "de", 1, "public", "Billing & invoices"],
  ]);
  const slug = (await imports.world.rows<{ slug: string }>("SELECT slug FROM projects WHERE id = ?", imports.world.projectId))[0]?.slug;
  expect(texts[0]?.content).toMatch(
    new RegExp(
      `^## Thing 1\n\nDo \\*\\*this\\*\\*, then see \\[the next thing\\]\\(/help/${slug}/en/articles/how-to-do-thing-2\\)\\.\n\n!\\[Picture 1\\]\\(/files/fil_[0-9a-z]{26}\\)$`,
    ),
  );
  expect(imports.desks.pictures.toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `/pic-${i + 1}.png`));
  expect(imports.desks.strays).toEqual([]);
  const redirects = await imports.world.rows<{ path: string }>(
    "SELECT path FROM help_redirects WHERE project_id = ? ORDER BY path",
    imports.world.projectId,
  );
  expect(redirects.map(({ path }) => path)).toContain("hc/en-us/articles/1001-How-to-do-thing-1");
  expect(redirects.map(({ path }) => path)).toContain("hc/en-us/articles/1001");
  const report = await imports.report(run.id);
  expect(report.find(({ sourceId }) => sourceId === "1001")?.notes).toEqual([{ code: "labels_dropped", detail: "setup, first steps" }]);
  expect(report.find(({ sourceId }) => sourceId === "1008")?.notes).toEqual([
    { code: "link_unknown", detail: "https://acme.zendesk.com/hc/en-us/articles/1009-How-to-do-thing-9#more" },
  ]);
});

test.for(SOURCES)("$platform: a complete import, and a second one that changes nothing", async (from) => {
  const imports = await importWorld();
  const first = await imports.runToEnd(from);
  const before = await imports.texts();
  expect(first.state).toBe("done");
  // Help Scout Docs has no languages.
  expect(before.length).toBe(from.platform === "helpscout" ? 8 : 9);
  expect(first.counts).toMatchObject({ created: before.length, published: before.filter(({ version }) => version !== null).length });
  expect(before.filter(({ content }) => content.includes("](/files/fil_"))).toHaveLength(8);
  expect(before.filter(({ content }) => content.includes("](/help/"))).toHaveLength(7);
  expect(before.filter(({ name }) => name === "Billing & invoices").length).toBeGreaterThanOrEqual(4);
  const pictures = imports.desks.pictures.length;
  const second = await imports.runToEnd(from);
  expect(second).toMatchObject({ state: "done", counts: { created: 0, updated: 0, unchanged: before.length, published: 0 } });
  expect(await imports.texts()).toEqual(before);
  expect(imports.desks.pictures).toHaveLength(pictures);
  expect(imports.desks.strays).toEqual([]);
});

test("Freshdesk: translations come with folder names, a monolingual account has none, and articles without a folder are reported", async () => {
  const imports = await importWorld();
  const { desks } = imports;
  const [one, two] = desks.desk.articles;
  if (!one || !two) throw new Error("no articles");
  one.attachments = ["plan.pdf"];
  one.html += '<p><a href="https://acme.freshdesk.com/helpdesk/attachments/77">Plan</a> <a href="https://acme.example/x.zip">x</a></p>';
  const from = { platform: "freshdesk", place: "acme" };
  const run = await imports.runToEnd(from);
  expect(run).toMatchObject({ state: "done", counts: { created: 9, published: 8 } });
  expect((await imports.texts()).find(({ locale }) => locale === "de")).toMatchObject({ title: "Wie man Ding 2 macht", version: 1 });
  const names = await imports.world.rows(
    "SELECT locale, name FROM help_collection_texts WHERE project_id = ? ORDER BY locale, name",
    imports.world.projectId,
  );
  expect(names).toEqual([
    { locale: "de", name: "Erste Schritte" },
    { locale: "en", name: "Billing & invoices" },
    { locale: "en", name: "Getting started" },
  ]);
  // One list request per folder and language, none per article.
  expect(desks.requests.filter((path) => path.includes("/articles"))).toEqual(
    [
      ...["11/articles?page=1", "11/articles?page=2", "12/articles?page=1", "12/articles?page=2"],
      ...["11/articles/de?page=1", "12/articles/de?page=1"],
    ].map((path) => `freshdesk /api/v2/solutions/folders/${path}&per_page=30`),
  );
  expect(
    (await imports.report(run.id)).find(({ sourceId }) => sourceId === "1001")?.notes.map(({ code, detail }) => `${code} ${detail}`),
  ).toEqual([
    "labels_dropped setup, first steps",
    "attachment_dropped plan.pdf",
    "file_link https://acme.freshdesk.com/helpdesk/attachments/77",
    "file_link https://acme.example/x.zip",
  ]);
  // The server is busy in the middle of the outline: the import resumes and changes nothing.
  desks.requests.length = 0;
  desks.trouble = (n) => (n === 4 ? new Response(null, { status: 429, headers: { "retry-after": "60" } }) : undefined);
  expect(await imports.runToEnd(from, { dry: true })).toMatchObject({ state: "done", counts: { unchanged: 9 } });
  // An account with one language, or a token that may not list languages.
  for (const alone of [
    () => void (desks.desk.locales = ["en-us"]),
    () => void (desks.trouble = (_, path) => (path.includes("settings") ? new Response(null, { status: 403 }) : undefined)),
  ]) {
    desks.desk.locales = ["en-us", "de"];
    alone();
    const { body } = await imports.world.as<{ locales: { locale: string }[] }>(`${imports.path}/import-preview`, { body: { from } });
    expect(body.locales.map(({ locale }) => locale)).toEqual(["en"]);
  }
});

test("changes at the source are imported, edits made here are kept, and both are reported", async () => {
  const imports = await importWorld();
  await imports.runToEnd();
  const [one, two, three] = imports.desks.desk.articles;
  if (!one || !two || !three) throw new Error("no articles");
  one.html = "<p>New words, and <a href='https://acme.zendesk.com/hc/en-us/articles/1002'>thing 2</a>.</p>";
  two.html = "<p>Theirs.</p>";
  const edited = (await imports.texts()).find(({ title }) => title === "How to do thing 2");
  await imports.world.rows(
    "UPDATE help_article_texts SET content = 'Ours.', revision = revision + 1 WHERE slug = ? AND project_id = ?",
    edited?.slug,
    imports.world.projectId,
  );
  await imports.world.rows(
    "DELETE FROM help_articles WHERE project_id = ? AND client_id = 'import:zendesk:acme:1005'",
    imports.world.projectId,
  );
  const run = await imports.runToEnd();
  expect(run.counts).toMatchObject({ created: 0, updated: 1, kept: 2, unchanged: 6, published: 1 });
  const report = await imports.report(run.id);
  expect(report.filter(({ outcome }) => outcome === "kept").map(({ sourceId, reason }) => [sourceId, reason])).toEqual([
    ["1002", "edited_here"],
    ["1005", "removed_here"],
  ]);
  const texts = await imports.texts();
  expect(texts.find(({ title }) => title === "How to do thing 2")?.content).toBe("Ours.");
  expect(texts[0]).toMatchObject({
    version: 2,
    content: expect.stringMatching(/^New words, and \[thing 2\]\(\/help\/.*\/how-to-do-thing-2\)\.$/) as unknown,
  });
});

test("drafts, restricted articles, and languages are imported as chosen; a dry run reports the same and stores no article", async () => {
  const imports = await importWorld();
  const options = { drafts: "skip", restricted: "skip", locales: ["en"], publish: false, audience: "members" };
  const dry = await imports.runToEnd(ZENDESK, { dry: true, options });
  expect(dry).toMatchObject({ state: "done", counts: { created: 6, skipped: 3, published: 0 } });
  expect(await imports.texts()).toEqual([]);
  expect(imports.desks.pictures).toEqual([]);
  expect(await imports.world.rows("SELECT id FROM help_collections WHERE project_id = ?", imports.world.projectId)).toEqual([]);
  const run = await imports.runToEnd(ZENDESK, { options });
  expect(run.counts).toEqual(dry.counts);
  const why = (rows: Awaited<ReturnType<typeof imports.report>>) =>
    rows.map(({ sourceId, locale, outcome, reason }) => [sourceId, locale, outcome, reason]);
  expect(why(await imports.report(run.id))).toEqual(why(await imports.report(dry.id)));
  expect(why(await imports.report(run.id)).filter(([, , , reason]) => reason !== null)).toEqual([
    ["1002", "de", "skipped", "locale"],
    ["1003", "en", "skipped", "draft"],
    ["1004", "en", "skipped", "restricted"],
  ]);
  expect((await imports.texts()).every(({ version, audience }) => version === null && audience === "members")).toBe(true);
});

test("a preview counts and stores nothing", async () => {
  const imports = await importWorld();
  const { status, body } = await imports.world.as(`${imports.path}/import-preview`, { body: { from: ZENDESK } });
  expect([status, body]).toEqual([
    200,
    {
      ...{ collections: 2, articles: 8, texts: 9, drafts: 1, restricted: 1, narrowed: 0, images: 8, total: null, complete: true },
      locales: [
        { locale: "en", texts: 8 },
        { locale: "de", texts: 1 },
      ],
    },
  ]);
  expect(await imports.world.rows("SELECT id FROM help_import_runs WHERE project_id = ?", imports.world.projectId)).toEqual([]);
});

/** What is stored when nothing went wrong. */
async function whatIsLeft(imports: Awaited<ReturnType<typeof importWorld>>): Promise<unknown> {
  const plain = (text: string): string => text.replaceAll(/fil_\w{26}/g, "fil").replaceAll(/\/help\/[\w-]+\//g, "/help/p/");
  const count = async (table: string): Promise<unknown> =>
    (await imports.world.rows(`SELECT count(*) AS n FROM ${table} WHERE project_id = ?`, imports.world.projectId))[0]?.["n"];
  return {
    texts: (await imports.texts()).map(({ content, ...more }) => ({ ...more, content: plain(content), revision: 0 })),
    articles: await count("help_articles"),
    collections: await count("help_collections"),
    versions: await count("help_article_versions"),
    redirects: await count("help_redirects"),
    items: await count("help_import_items"),
    files: await count("help_article_files"),
  };
}

test("an import killed anywhere, before or after any write and at any page, resumes without doubling", async () => {
  const calm = await importWorld();
  let writes = 0;
  calm.world.env = { ...calm.world.env, DB: counting(calm.world.env.DB, () => void (writes += 1)) };
  await calm.runToEnd();
  const expected = await whatIsLeft(calm);
  const requests = calm.desks.requests.length;
  const step = LONG ? 1 : 97;
  for (let n = 1; n <= requests; n += LONG ? 1 : 13) {
    const imports = await importWorld();
    // Twice, so that the immediate retry fails too.
    imports.desks.trouble = (i) => (i === n || i === n + 1 ? "cut" : undefined);
    expect(await imports.runToEnd(), `request ${n}`).toMatchObject({ state: "done", counts: { created: 9, published: 8 } });
    expect(await whatIsLeft(imports), `request ${n}`).toEqual(expected);
  }
  for (let n = 4; n <= writes; n += step) {
    const imports = await importWorld();
    let i = 0;
    const db = imports.world.env.DB;
    imports.world.env = {
      ...imports.world.env,
      DB: counting(
        db,
        () => {
          i += 1;
          if (i === n && n % 2 === 0) throw new Error("killed before");
        },
        () => {
          if (i === n && n % 2 === 1) throw new Error("killed after");
        },
      ),
    };
    const { body } = await imports.start().catch(() => ({ body: { run: undefined } }));
    if (body.run === undefined) continue;
    expect(await imports.untilEnded(body.run.id, 80), `write ${n}`).toMatchObject({ state: "done", counts: { created: 9, published: 8 } });
    expect(await whatIsLeft(imports), `write ${n}`).toEqual(expected);
  }
}, 600_000);

test("an import waits for a rate-limited help desk, retries an unreachable one, and waits for a person after a refusal", async () => {
  const imports = await importWorld();
  const { desks, world } = imports;
  desks.trouble = (n) => (n === 3 ? new Response(null, { status: 429, headers: { "retry-after": "600" } }) : undefined);
  const { body } = await imports.start();
  const asked = desks.requests.length;
  expect(await imports.read(body.run.id)).toMatchObject({ state: "running", error: "busy", resumeAt: "2030-01-01T00:10:00.000Z" });
  world.clock.advance({ minutes: 9 });
  await world.tick();
  expect(desks.requests).toHaveLength(asked);
  expect(await imports.untilEnded(body.run.id)).toMatchObject({ state: "done", error: null });

  // A person sees how long the wait is.
  desks.trouble = () => new Response(null, { status: 429, headers: { "retry-after": "600" } });
  expect((await world.as(`${imports.path}/import-preview`, { body: { from: ZENDESK } })).body).toMatchObject({
    reason: "busy",
    error: "The help desk is limiting requests. Try again in 10 minutes.",
  });
  desks.trouble = () => new Response("<html>", { status: 502 });
  const away = await imports.start();
  expect(await imports.untilEnded(away.body.run.id, 100)).toMatchObject({ state: "failed", error: "unavailable" });
  desks.trouble = () => Response.json({}, { status: 403 });
  expect((await imports.act(away.body.run.id, "resume")).status).toBe(200);
  expect(await imports.untilEnded(away.body.run.id)).toMatchObject({ state: "failed", error: "refused" });
  desks.trouble = () => undefined;
  await imports.act(away.body.run.id, "resume");
  expect(await imports.untilEnded(away.body.run.id)).toMatchObject({ state: "done", counts: { unchanged: 9 } });
});

test("a wrong token or name is reported, and nothing is stored", async () => {
  const wrong = await importWorld({
    ...HELP_DESK_VARS,
    ZENDESK_API_TOKEN: "x",
    FRESHDESK_API_KEY: "x",
    INTERCOM_ACCESS_TOKEN: "x",
    HELPSCOUT_API_KEY: "x",
  });
  for (const from of SOURCES) {
    expect((await wrong.world.as(`${wrong.path}/import-preview`, { body: { from } })).body).toMatchObject({
      code: "conflict",
      reason: "refused",
    });
    expect(await wrong.runToEnd(from)).toMatchObject({ state: "failed", error: "refused" });
  }
  expect(await wrong.texts()).toEqual([]);
  const other = await wrong.world.as(`${wrong.path}/import-preview`, { body: { from: { platform: "zendesk", place: "nobody" } } });
  expect(other.body).toMatchObject({ code: "conflict", reason: "missing" });
  for (const place of ["a.b", "evil.example/", "acme@evil", "..", "-a", "a#", "acme:80", ""])
    expect((await wrong.start({ platform: "zendesk", place })).status, place).toBe(400);
  expect((await wrong.start({ platform: "intercom", place: "cn" })).status).toBe(400);
  const none = await importWorld({});
  const refused = await none.start();
  expect([refused.status, refused.body]).toMatchObject([
    503,
    { code: "not_configured", variables: ["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"] },
  ]);
  expect(none.desks.strays).toEqual([]);
});

test("a stopped run stays stopped, and can be undone as far as it got", async () => {
  const imports = await importWorld();
  const { desks } = imports;
  desks.desk = sampleDesk(30);
  const { body } = await imports.start();
  for (let i = 0; i < 3; i += 1) {
    imports.world.clock.advance({ minutes: 1 });
    await imports.world.tick();
  }
  expect((await imports.act(body.run.id, "undo", { confirm: "Move" })).status).toBe(409);
  expect((await imports.start()).body).toMatchObject({ code: "conflict" });
  expect((await imports.act(body.run.id, "abort")).body.run).toMatchObject({ state: "aborted" });
  imports.world.clock.advance({ minutes: 5 });
  await imports.world.tick();
  const stopped = await imports.read(body.run.id);
  expect(stopped.state).toBe("aborted");
  expect(stopped.counts.created).toBeGreaterThan(0);
  expect(stopped.counts.created).toBeLessThan(30);
  expect((await imports.act(body.run.id, "undo", { confirm: "Move" })).status).toBe(200);
  const undone = await imports.untilEnded(body.run.id);
  expect(undone).toMatchObject({ state: "undone", counts: { removed: stopped.counts.created, spared: 0 } });
  expect(await whatIsLeft(imports)).toMatchObject({ texts: [], articles: 0, items: 0, versions: 0, redirects: 0 });
});

test("a large import keeps each invocation within its budget; an active run cannot be undone, and two undos remove each article once", async () => {
  const many = LONG ? 500 : 15;
  const imports = await importWorld();
  const { desks, world } = imports;
  desks.most = 100;
  desks.desk = sampleDesk(many);
  // Each call of a request, or minute of the schedule, is one invocation.
  let asked = 0;
  let most = 0;
  const invocation = async <T>(run: () => Promise<T>): Promise<T> => {
    asked = 0;
    const done = await run();
    most = Math.max(most, asked);
    return done;
  };
  const db = world.env.DB;
  world.env = {
    ...world.env,
    DB: new Proxy(db, {
      get: (target, name) =>
        name === "batch"
          ? async (statements: D1PreparedStatement[]) => {
              asked += statements.length;
              return await target.batch(statements);
            }
          : (target[name as keyof D1Database] as (...given: unknown[]) => unknown).bind(target),
    }),
  };
  const minute = async (): Promise<void> => {
    world.clock.advance({ minutes: 1 });
    await invocation(async () => await tick(world));
  };
  const { body } = await invocation(async () => await imports.start());
  const { id } = body.run;
  expect((await imports.act(id, "undo", { confirm: "Move" })).status).toBe(409);
  let minutes = 0;
  for (; (await imports.read(id)).state === "running" && minutes < 200; minutes += 1) await minute();
  const done = await imports.read(id);
  expect(done).toMatchObject({ state: "done" });
  await Promise.all([1, 2].map(async () => await invocation(async () => await imports.act(id, "undo", { confirm: "Move" }))));
  // Another run has to wait for it.
  if ((await imports.read(id)).state === "undoing") expect((await imports.start()).status).toBe(409);
  let back = 0;
  for (; (await imports.read(id)).state === "undoing" && back < 200; back += 1) await minute();
  expect(await imports.read(id)).toMatchObject({ state: "undone", counts: { removed: done.counts.created, spared: 0 } });
  expect(await whatIsLeft(imports)).toMatchObject({ texts: [], articles: 0, items: 0, versions: 0 });
  console.debug(`${many} articles: ${minutes} minutes to import, ${back} to undo, at most ${most} statements`);
  expect(most).toBeLessThanOrEqual(900);
}, 600_000);

test("an undo removes unchanged articles, restores replaced ones, and leaves the rest", async () => {
  const imports = await importWorld();
  const first = await imports.runToEnd();
  const before = await imports.texts();
  for (const article of imports.desks.desk.articles.slice(0, 2)) article.html = "<p>Changed.</p>";
  const second = await imports.runToEnd();
  expect(second.counts).toMatchObject({ updated: 2, published: 2 });
  expect((await imports.act(second.id, "undo", { confirm: "another" })).status).toBe(409);
  await imports.act(second.id, "undo", { confirm: "Move" });
  expect(await imports.untilEnded(second.id)).toMatchObject({ state: "undone", counts: { restored: 2, removed: 0, spared: 0 } });
  const content = (texts: typeof before): string[] => texts.map((text) => text.content);
  expect(content(await imports.texts())).toEqual(content(before));
  const live = await imports.world.rows<{ content: string }>(
    "SELECT v.content FROM help_article_versions v JOIN help_article_texts t ON t.article_id = v.article_id AND t.locale = v.locale AND t.version = v.version WHERE v.project_id = ? AND v.content LIKE '%Changed%'",
    imports.world.projectId,
  );
  expect(live).toEqual([]);
  // The first run no longer owns what the second one changed; a person's edit is never removed.
  await imports.world.rows(
    "UPDATE help_article_texts SET revision = revision + 1 WHERE project_id = ? AND title = 'How to do thing 7'",
    imports.world.projectId,
  );
  await imports.act(first.id, "undo", { confirm: "Move" });
  const undone = await imports.untilEnded(first.id);
  expect(undone).toMatchObject({ state: "undone", counts: { removed: 6, spared: 3 } });
  expect((await imports.texts()).map(({ title }) => title)).toEqual(["How to do thing 1", "How to do thing 2", "How to do thing 7"]);
});

test("another project sees nothing of an import, and the first owner's tokens are not available to everybody", async () => {
  const [one, two] = [await importWorld(), await importWorld()];
  const run = await one.runToEnd();
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/rows"],
    ["GET", "/report.csv"],
    ["POST", "/abort"],
    ["POST", "/resume"],
    ["POST", "/undo"],
  ] as const)
    expect(
      (
        await two.world.as(`${two.path}/imports/${run.id}${path}`, {
          method,
          ...(method === "POST" ? { body: path === "/undo" ? { confirm: "Move" } : {} } : {}),
        })
      ).status,
      path,
    ).toBe(404);
  expect((await two.world.as<{ items: unknown[] }>(`${two.path}/imports`)).body.items).toEqual([]);
  // The project is handed to another owner: the installation's first owner is only an admin of it.
  await two.world.rows("UPDATE memberships SET role = 'admin' WHERE project_id = ?", two.world.projectId);
  expect((await two.start()).body).toMatchObject({ code: "conflict", allowed: false });
  expect((await two.world.as(`${two.path}/import-preview`, { body: { from: ZENDESK } })).status).toBe(409);
  expect((await two.world.as(`${two.path}/import-sources`)).body).toMatchObject({ allowed: false, mayOpen: true, opened: false });
  expect((await two.world.as(`${two.path}/import-access`, { method: "PUT", body: { open: true } })).status).toBe(200);
  expect((await two.start()).status).toBe(201);
});

test("no picture's URL opens a connection to a forbidden address", async () => {
  const imports = await importWorld();
  imports.desks.desk = sampleDesk(1);
  const [article] = imports.desks.desk.articles;
  if (!article) throw new Error("no article");
  article.html = BAD_ADDRESSES.map((address) => `<img src="${address.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" alt="x">`).join(
    "",
  );
  const run = await imports.runToEnd({ platform: "intercom", place: "eu" });
  expect(run).toMatchObject({ state: "done", counts: { created: 1 } });
  // safe-fetch checks every other URL before it is requested; relative ones belong to the help desk itself.
  expect(imports.desks.strays.filter((address) => !address.startsWith("https://help.acme.example/"))).toEqual([]);
  expect(imports.desks.pictures).toEqual([]);
  expect((await imports.texts())[0]?.content).not.toContain("![");
});

test("the report is a file that a spreadsheet opens without evaluating formulas", async () => {
  const imports = await importWorld();
  const [article] = imports.desks.desk.articles;
  if (article) article.title = '=HYPERLINK("https://evil.example")';
  const run = await imports.runToEnd();
  const { body, headers } = await imports.world.as<string>(`${imports.path}/imports/${run.id}/report.csv`);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = body.trim().split("\r\n");
  expect(lines).toHaveLength(10);
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
});

/** A database that calls `before` and `after` around each batch. */
function counting(db: D1Database, before: () => void, after: () => void = () => undefined): D1Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          before();
          const result = await target.batch(statements);
          after();
          return result;
        };
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
