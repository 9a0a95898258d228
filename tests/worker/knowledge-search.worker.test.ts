// Search in documents: what is found, by whom, and what remains of removed documents.
import { writeRemoveDocuments, articlesSourceId } from "#modules/retrieval";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { answer, ask, find, otherProject, projectOf, write } from "./knowledge-kit.ts";
import { makeWorld } from "./world.ts";

test("a document is found by its title, its headings, and its text, with the matching passage", async () => {
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
  // The quote does not repeat the heading above it.
  expect(hit?.quote).toBe("Open settings and choose the card.");
  expect(hit?.marks.map(([from, to]) => hit.quote.slice(from, to))).toEqual(expect.arrayContaining(["settings", "card"]));
  expect(hit?.text).toContain("[the card](https://example.test/secretaddress)");
});

test("documents of another project, audience, or locale, and those excluded from the assistant, are never found", async () => {
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

test("a rewritten document is found by its new words only, and a removed one not at all", async () => {
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

test("each language is searched by its own rules: endings, accents, scripts without spaces", async () => {
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
  const findInAnyLocale = (query: string) => find(world, query, { locales: undefined });
  expect(await findInAnyLocale("cancel subscription")).toEqual(["en"]);
  expect(await findInAnyLocale("Rechnung grosse")).toEqual(["de"]);
  expect(await findInAnyLocale("facture envoyee")).toEqual(["fr"]);
  expect(await findInAnyLocale("パスワード")).toEqual(["ja"]);
  expect(await findInAnyLocale("重置密码")).toEqual(["zh"]);
  expect(await findInAnyLocale("码")).toEqual(["zh"]);
  expect(await findInAnyLocale("รหัสผ่าน")).toEqual(["th"]);
  expect(await findInAnyLocale("비밀번호")).toEqual(["ko"]);
  expect(await findInAnyLocale("ПАРОЛЬ")).toEqual(["ru"]);
  expect(await find(world, "Rechnung", { locales: ["de", "en"] })).toEqual(["de"]);
});

test("while somebody types, the last word matches as a prefix", async () => {
  const world = await makeWorld();
  await write(world, { a: { title: "Changing settings", content: "words" }, b: { title: "Invoices", content: "words" } });
  const findWhileTyping = async (query: string) => (await find(world, query, { live: true })).toSorted();
  expect(await findWhileTyping("inv")).toEqual(["b"]);
  expect(await findWhileTyping("changing settin")).toEqual(["a"]);
  expect(await findWhileTyping("setting")).toEqual(["a"]);
  // Only the stemmed terms, ship and stop, are indexed.
  await write(world, { c: { content: "Shipping has stopped." } });
  for (const beginning of ["ship", "shipp", "shippi", "shippin", "shipping", "stop", "stopp", "stoppe", "stopped"])
    expect(await findWhileTyping(beginning)).toEqual(["c"]);
  expect(await find(world, "inv")).toEqual([]);
  expect(await findWhileTyping("inv ")).toEqual([]);
});

test("members search everything that their team may find, and a question that is too long is refused with a sentence", async () => {
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

test("a text of 200,000 three-byte characters is stored and found, within the platform's limits", async () => {
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

test("a misspelt word finds what it was meant for, and the answer reports the correction", async () => {
  const world = await makeWorld();
  await write(world, {
    password: { title: "Reset a password", content: "Ask for a new link on the sign-in page." },
    billing: { title: "Paying", content: "Every invoice is sent by mail. Mapping of fields. Your authentication lasts a day." },
    german: { title: "Größe ändern", content: "Die Größe der Überschriften.", locale: "de" },
    russian: { title: "Пароль", content: "Сбросить пароль.", locale: "ru" },
  });
  const read = async (query: string, more: Parameters<typeof answer>[2] = {}) => {
    const { hits, readAs } = await answer(world, query, more);
    return [hits[0]?.key, readAs];
  };
  expect(await read("Reset my pasword!")).toEqual(["password", "Reset my password!"]);
  expect(await read("oassword")).toEqual(["password", "password"]);
  expect(await read("invocie")).toEqual(["billing", "invoice"]);
  // Its ending is not part of the stemmed term, map.
  expect(await read("mappnig")).toEqual(["billing", "mapping"]);
  expect(await read("authentification")).toEqual(["billing", "authentication"]);
  expect(await read("grosee", { locales: ["de"] })).toEqual(["german", "größe"]);
  expect(await read("пороль", { locales: ["ru"] })).toEqual(["russian", "пароль"]);
  expect(await read("pasword", { live: true })).toEqual(["password", "password"]);
  expect(await read("reset pasword", { locales: undefined })).toEqual(["password", "reset password"]);
  // Existing words, numbers, codes, and short words are not corrected; two errors in a short word make another word.
  expect(await read("password")).toEqual(["password", null]);
  for (const nothing of ["pasword1", "lnk", "passsswrd", "pssword2024"]) expect(await read(nothing)).toEqual([undefined, null]);
  expect(await read("pasword", { onlyWords: true })).toEqual([undefined, null]);
});

test("a word that the caller may not find neither corrects a word, nor is revealed, nor blocks another correction", async () => {
  const world = await makeWorld();
  const other = await otherProject("beside");
  await write(world, {
    // More similar, and more frequent.
    secret: { title: "Pangolin", content: "Pangolin, pangolins.", audience: "members" },
    secrets: { title: "Pangolin", content: "The pangolin plan.", audience: "members" },
    typo: { title: "Zebar", content: "A zebar.", audience: "members" },
    foreign: { title: "Walrus", content: "Walrus", project: other },
    open: { title: "Zebra", content: "A zebra." },
  });
  const members = { audiences: ["public", "members"] } as const;
  for (const near of ["pangolni", "angolin", "pangoolin", "walrsu", "panggolinn"])
    expect(await answer(world, near)).toMatchObject({ hits: [], readAs: null });
  expect(await answer(world, "pangolni", members)).toMatchObject({ readAs: "pangolin" });
  // The team's documents contain the very word; a reader gets the result as without it.
  expect(await answer(world, "zebar")).toMatchObject({ hits: [{ key: "open" }], readAs: "zebra" });
  expect(await answer(world, "zebar", members)).toMatchObject({ hits: [{ key: "typo" }], readAs: null });
  await write(world, { near: { title: "Pangolim", content: "Pangolim." } });
  expect(await answer(world, "pangolin")).toMatchObject({ hits: [{ key: "near" }], readAs: "pangolim" });
  // Many words of the team that are as similar.
  const many = [..."abcdefghijklmnop"].map((letter) => `albatr${letter}ss`).join(" ");
  await write(world, {
    many: { content: many, audience: "members" },
    more: { content: many, audience: "members" },
    open: { content: "An albatrqss." },
  });
  expect(await answer(world, "albatrxss")).toMatchObject({ hits: [{ key: "open" }], readAs: "albatrqss" });
});

test("a misspelt question costs three round trips and a bounded number of rows, whatever else the project has", async () => {
  const world = await makeWorld();
  const many = Array.from(
    { length: 1500 },
    (_, n) => `pas${n.toString(26).replaceAll(/\d/g, (digit) => "klmnopqrst"[Number(digit)] ?? "")}`,
  ).join(" ");
  await write(world, { many: { content: many }, password: { content: "password" } });
  const { db } = world.ctx();
  const { searchWords } = await import("../../modules/retrieval/search/search-words.ts");
  const query = "password pasword pasworf passwrod";
  await searchWords({ db }, { projectId: projectOf(world), query, locales: ["en"], audiences: ["public"] });
  expect(db.cost.roundTrips).toBe(3);
  expect(db.cost.rowsRead).toBeLessThan(4000);

  const words = "password invoice shipping customer settings mailbox language delivery account security".split(" ");
  await write(world, {
    all: { content: words.join(" ") },
    hidden: { content: words.map((word) => `${word}s x${word}`).join(" "), audience: "members" },
  });
  const hostile = [
    ..."\" * ^ NEAR(a b) -a +b scope:y title:x {title}:x (a AND OR NOT \"\" ' '' ; -- /* %_ \\".split(" "),
    ...[
      "NEAR(password invoice, 2)",
      '" OR scope : "0ymembers',
      "a\0b",
      "\ud800password\udc00",
      "…,;!?",
      "\u202e",
      "😀",
      "e\u0301".repeat(300),
      "한",
      "x".repeat(10_000),
    ],
    ...["password ".repeat(1200), "пароль".repeat(900), "\u0e33".repeat(500), `${"pasword invioce ".repeat(600)}`],
  ];
  for (const query of hostile)
    for (const live of [false, true]) {
      const { hits, readAs } = await answer(world, query, { live, locales: live ? ["en"] : undefined });
      expect(
        hits.every(({ key }) => key !== "hidden"),
        query.slice(0, 40),
      ).toBe(true);
      if (readAs !== null) expect(readAs.isWellFormed()).toBe(true);
    }
  const { db: again } = world.ctx();
  const slips = words.flatMap((word) => [`${word.slice(0, 3)}${word.slice(4)}`, `${word.slice(0, 4)}x${word.slice(4)}`]);
  await searchWords({ db: again }, { projectId: projectOf(world), query: slips.join(" "), locales: undefined, audiences: ["public"] });
  expect(again.cost.roundTrips).toBeLessThanOrEqual(4);
  expect(again.cost.rowsRead).toBeLessThan(6000);
});
