// What is found in documents, by whom, and what remains of those that are gone.
import { writeRemoveDocuments, articlesSourceId } from "#modules/knowledge";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ask, find, otherProject, projectOf, write } from "./knowledge-kit.ts";
import { makeWorld } from "./world.ts";

test("a document is found by its title, its headings and its text, with the place that answers", async () => {
  const world = await makeWorld();
  await write(world, {
    billing: {
      title: "Invoices and payment",
      content: "You pay monthly.\n\n## Changing your card\n\nOpen **settings** and choose [the card](https://example.test/secretaddress).",
    },
    password: { title: "Reset a password", content: "Ask for a new link on the sign-in page." },
  });
  expect(await find(world, "payments")).toEqual(["billing"]);
  expect(await find(world, "how do I reset my password?")).toEqual(["password"]);
  expect(await find(world, "secretaddress")).toEqual([]);
  const [hit] = await ask(world, "card in the settings");
  expect(hit).toMatchObject({ key: "billing", heading: "Changing your card", kind: "articles", locale: "en" });
  // The heading stands above it.
  expect(hit?.quote).toBe("Open settings and choose the card.");
  expect(hit?.marks.map(([from, to]) => hit.quote.slice(from, to))).toEqual(expect.arrayContaining(["settings", "card"]));
  expect(hit?.text).toContain("[the card](https://example.test/secretaddress)");
});

test("another project, audience, locale and what the assistant may not use is never found", async () => {
  const world = await makeWorld();
  const other = await otherProject("other");
  await write(world, {
    public: { content: "zebra" },
    members: { content: "zebra", audience: "members" },
    told: { content: "zebra", audience: "told" },
    german: { content: "zebra", locale: "de" },
    brazil: { content: "zebra", locale: "pt-BR" },
    unused: { content: "zebra", assistant: false },
    foreign: { content: "zebra", project: other },
  });
  const sorted = async (more = {}) => (await find(world, "zebra", more)).toSorted();
  expect(await sorted()).toEqual(["public", "unused"]);
  expect(await sorted({ onlyAssistant: true })).toEqual(["public"]);
  expect(await sorted({ audiences: ["public", "told"] })).toEqual(["public", "told", "unused"]);
  expect(await sorted({ locales: ["de", "pt-BR"] })).toEqual(["brazil", "german"]);
  expect(await sorted({ locales: undefined, audiences: ["public", "members", "told"] })).toEqual([
    "brazil",
    "german",
    "members",
    "public",
    "told",
    "unused",
  ]);
  expect(await sorted({ kinds: ["articles"] })).toEqual(["public", "unused"]);
  expect(await sorted({ kinds: ["website"] })).toEqual([]);
  expect(await find(world, "zebra", { projectId: other })).toEqual(["foreign"]);
});

test("a document that is written again is found by its new words only; nothing of a removed one remains", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "walrus" }, b: { content: "walrus" } });
  await write(world, { a: { content: "penguin" } });
  await write(world, { b: { content: "penguin" } }, sql`0`);
  expect(await find(world, "walrus")).toEqual(["b"]);
  expect(await find(world, "penguin")).toEqual(["a"]);
  const source = await articlesSourceId(projectOf(world));
  await world.ctx().db.commit(writeRemoveDocuments(projectOf(world), source, sql`key = 'b'`, sql`1`));
  expect(await find(world, "walrus")).toEqual([]);
  expect(await world.rows("SELECT term FROM knowledge_terms WHERE term LIKE '%walrus'")).toEqual([]);
  await world.ctx().db.commit(writeRemoveDocuments(projectOf(world), source, sql`1`, sql`1`));
  expect(
    await world.rows("SELECT chunks, title_words, heading_words, body_words FROM knowledge_indexes WHERE project_id = ?", world.projectId),
  ).toEqual([{ chunks: 0, title_words: 0, heading_words: 0, body_words: 0 }]);
  expect(await world.rows("SELECT * FROM knowledge_documents WHERE project_id = ?", world.projectId)).toEqual([]);
});

test("every language is found by its own words: endings, accents, scripts without spaces", async () => {
  const world = await makeWorld();
  await write(world, {
    en: { content: "Cancelling subscriptions stops further charges.", locale: "en" },
    de: { content: "Rechnungen werden monatlich verschickt. Größen ändern.", locale: "de" },
    fr: { content: "Les factures sont envoyées chaque mois.", locale: "fr" },
    ja: { content: "パスワードを忘れた場合は再設定できます。", locale: "ja" },
    zh: { content: "如果您忘记了密码，可以重置密码。", locale: "zh-Hans" },
    th: { content: "หากคุณลืมรหัสผ่าน คุณสามารถตั้งรหัสใหม่ได้", locale: "th" },
    ko: { content: "비밀번호를 잊어버린 경우 다시 설정할 수 있습니다.", locale: "ko" },
    ru: { content: "Чтобы сбросить пароль, откройте настройки.", locale: "ru" },
  });
  const anywhere = (query: string) => find(world, query, { locales: undefined });
  expect(await anywhere("cancel subscription")).toEqual(["en"]);
  expect(await anywhere("Rechnung grosse")).toEqual(["de"]);
  expect(await anywhere("facture envoyee")).toEqual(["fr"]);
  expect(await anywhere("パスワード")).toEqual(["ja"]);
  expect(await anywhere("重置密码")).toEqual(["zh"]);
  expect(await anywhere("码")).toEqual(["zh"]);
  expect(await anywhere("รหัสผ่าน")).toEqual(["th"]);
  expect(await anywhere("비밀번호")).toEqual(["ko"]);
  expect(await anywhere("ПАРОЛЬ")).toEqual(["ru"]);
  expect(await find(world, "Rechnung", { locales: ["de", "en"] })).toEqual(["de"]);
});

test("while somebody types, the last word is a beginning", async () => {
  const world = await makeWorld();
  await write(world, { a: { title: "Changing settings", content: "words" }, b: { title: "Invoices", content: "words" } });
  const typed = async (query: string) => (await find(world, query, { live: true })).toSorted();
  expect(await typed("inv")).toEqual(["b"]);
  expect(await typed("changing settin")).toEqual(["a"]);
  expect(await typed("setting")).toEqual(["a"]);
  expect(await find(world, "inv")).toEqual([]);
  expect(await typed("inv ")).toEqual([]);
});

test("members search everything that their team may find; a long question is refused with a sentence", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "walrus", audience: "members" }, b: { content: "walrus", locale: "de" } });
  const at = `/api/dashboard/projects/${world.projectId}/knowledge`;
  const found = await world.as<{ hits: { key: string; quote: string }[]; semantic: string }>(`${at}?q=walrus`);
  expect(found.status).toBe(200);
  expect(found.body.semantic).toBe("off");
  expect(found.body.hits.map(({ key }) => key).toSorted()).toEqual(["a", "b"]);
  expect((await world.as<{ hits: { key: string }[] }>(`${at}?q=walrus&locale=de`)).body.hits.map(({ key }) => key)).toEqual(["b"]);
  expect((await world.as<{ hits: unknown[] }>(`${at}?q=walrus&kind=website`)).body.hits).toEqual([]);
  const long = await world.as(`${at}?q=${"x".repeat(401)}`);
  expect(long.status).toBe(400);
  expect(JSON.stringify(long.body)).toContain("Use at most 400 characters.");
});

test("a text of 200,000 characters of three bytes is stored and found, within what the platform takes", async () => {
  const world = await makeWorld();
  await write(world, { huge: { content: `${"知識".repeat(100_000 - 2)}終幕`, locale: "ja" } });
  expect(await find(world, "終幕", { locales: ["ja"] })).toEqual(["huge"]);
  const [{ n, most } = { n: 0, most: 0 }] = await world.rows<{ n: number; most: number }>(
    "SELECT count(*) AS n, max(length(content)) AS most FROM knowledge_chunks WHERE project_id = ?",
    world.projectId,
  );
  expect(n).toBeGreaterThan(100);
  expect(most).toBeLessThanOrEqual(4000);
});
