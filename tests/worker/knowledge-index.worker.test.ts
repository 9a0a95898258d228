// The word index is derived data: when it is lost, emptied, or of another version, it is rebuilt from the chunks.
import { articlesSourceId, writeRemoveDocuments } from "#modules/retrieval";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { parseStructure } from "../../modules/retrieval/indexing/segments.ts";
import { mergeSegments } from "../../modules/retrieval/indexing/merge-segments.ts";
import { fillIndex } from "../../modules/retrieval/indexing/fill-index.ts";
import { find, projectOf, write } from "./knowledge-kit.ts";
import { makeWorld } from "./world.ts";

const indexed = (world: Awaited<ReturnType<typeof makeWorld>>) => world.rows("SELECT term, doc FROM knowledge_terms ORDER BY term");

test("a new installation's first minute indexes nothing twice", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "otter" }, b: { content: "heron" } });
  const ctx = world.ctx();
  await fillIndex(ctx);
  expect(await world.rows("SELECT epoch FROM knowledge_index_state")).toEqual([{ epoch: 1 }]);
  expect(ctx.db.cost.roundTrips).toBe(3);
  expect(await find(world, "otter")).toEqual(["a"]);
});

test("an index that is missing after a restore, or was emptied, is filled again without duplicates", async () => {
  const world = await makeWorld();
  const { projectId } = world;
  await write(world, {
    a: { content: "# Otters\n\nswim fast", locale: "en" },
    b: { content: "Die Größen der Otter", locale: "de", audience: "members", assistant: false },
    c: { content: "カワウソは泳ぐ", locale: "ja" },
  });
  await world.tick();
  const before = await indexed(world);
  const search = async () => [
    await find(world, "swimming otter"),
    await find(world, "größe", { audiences: ["members"], locales: ["de"] }),
    await find(world, "カワウソ", { locales: undefined }),
  ];
  expect(await search()).toEqual([["a"], ["b"], ["c"]]);
  for (const lose of [
    ["DROP TABLE knowledge_terms", "DROP TABLE knowledge_words"],
    ["INSERT INTO knowledge_words (knowledge_words) VALUES ('delete-all')"],
    ["DELETE FROM knowledge_words WHERE rowid = 1"],
  ]) {
    for (const statement of lose) await world.rows(statement);
    await fillIndex(world.ctx());
    expect(await search()).toEqual([["a"], ["b"], ["c"]]);
    // The marker term counts how often the index was filled.
    const terms = (await indexed(world)).filter(({ term }) => !String(term).startsWith("0y"));
    expect(terms).toEqual(before.filter(({ term }) => !String(term).startsWith("0y")));
  }
  // Written while other chunks still wait: both are indexed in the end.
  await world.rows("DELETE FROM knowledge_words WHERE rowid = 1");
  await write(world, { d: { content: "beavers swim" } });
  await fillIndex(world.ctx());
  expect((await find(world, "swim")).toSorted()).toEqual(["a", "d"]);
  expect(
    await world.rows(
      "SELECT count(*) AS n FROM knowledge_chunks WHERE project_id = ? AND epoch < (SELECT epoch FROM knowledge_index_state)",
      projectId,
    ),
  ).toEqual([{ n: 0 }]);
});

test("after a restore writing and searching work at once, and after the first minute everything is found", async () => {
  const world = await makeWorld();
  await write(world, { old: { content: "heron" } });
  for (const gone of ["knowledge_terms", "knowledge_words"]) await world.rows(`DROP TABLE ${gone}`);
  expect(await find(world, "heron")).toEqual([]);
  for (const gone of ["knowledge_terms", "knowledge_words"]) await world.rows(`DROP TABLE ${gone}`);
  await write(world, { new: { content: "heron" } });
  expect(await find(world, "heron")).toEqual(["new"]);
  await fillIndex(world.ctx());
  expect((await find(world, "heron")).toSorted()).toEqual(["new", "old"]);
  // Only the declared tables are recreated; other errors are still thrown.
  await expect(world.ctx().db.commit([sql`DELETE FROM knowledge_word`])).rejects.toThrow("no such table");
});

test("a minute without index work costs one query", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "otter" } });
  await fillIndex(world.ctx());
  const ctx = world.ctx();
  await fillIndex(ctx);
  expect(ctx.db.cost).toMatchObject({ roundTrips: 2, rowsWritten: 0 });
  expect(ctx.db.cost.rowsRead).toBeLessThan(10);
});

test("a removed source, and a document with a changed audience, are not found even while the index still has them", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "heron" }, b: { content: "heron" } });
  await world
    .ctx()
    .db.commit([sql`UPDATE knowledge_documents SET audience = 'members' WHERE project_id = ${projectOf(world)} AND key = 'a'`]);
  expect(await find(world, "heron")).toEqual(["b"]);
  await world.ctx().db.commit([sql`UPDATE knowledge_sources SET removed_at = 1 WHERE project_id = ${projectOf(world)}`]);
  expect(await find(world, "heron")).toEqual([]);
});

test("an hour after a removal its words are also gone from the index's blocks, in bounded steps, and the rest is still found", async () => {
  const world = await makeWorld();
  const inBlocks = async (word: string) =>
    (await world.rows(`SELECT count(*) AS n FROM knowledge_words_data WHERE instr(hex(block), hex('${word}')) > 0`))[0];
  const structure = async () => {
    const [row] = await world.rows("SELECT hex(block) AS block FROM knowledge_words_data WHERE id = 10");
    return parseStructure(String(row?.["block"]));
  };
  const remove = async (key: string) => {
    const project = projectOf(world);
    await world.ctx().db.commit(writeRemoveDocuments(project, await articlesSourceId(project), sql`key = ${key}`, sql`1`));
  };
  // Enough text for several blocks of several segments.
  const text = (n: number): string => Array.from({ length: 1500 }, (_, i) => `w${(i * 7919 + n * 104_729).toString(36)}`).join(" ");
  for (let n = 0; n < 12; n += 1) await write(world, { [`text${n}`]: { content: text(n) } });
  await write(world, { kept: { content: "heron" }, gone: { content: "zqsecretword heron" } });
  await remove("gone");
  expect(await find(world, "zqsecretword")).toEqual([]);
  expect(await inBlocks("qsecretword")).toEqual({ n: 1 });
  expect((await structure())?.segments.some(({ removed }) => removed > 0)).toBe(true);

  await mergeSegments(world.ctx());
  expect(await inBlocks("qsecretword")).toEqual({ n: 0 });
  expect(await structure()).toMatchObject({ merging: false, segments: [{ removed: 0 }] });
  expect(await world.rows("SELECT removed, merge_until FROM knowledge_index_state")).toEqual([{ removed: 0, merge_until: null }]);
  expect(await find(world, "heron")).toEqual(["kept"]);
  expect(await find(world, `w${(7919 + 3 * 104_729).toString(36)}`)).toEqual(["text3"]);

  // The next hour's removals together; and no work while nothing was removed.
  await remove("kept");
  await mergeSegments(world.ctx());
  expect((await structure())?.segments.some(({ removed }) => removed > 0)).toBe(true);
  world.clock.advance({ hours: 1 });
  await mergeSegments(world.ctx());
  expect((await structure())?.segments.every(({ removed }) => removed === 0)).toBe(true);
  world.clock.advance({ hours: 1 });
  const ctx = world.ctx();
  await mergeSegments(ctx);
  expect(ctx.db.cost).toMatchObject({ roundTrips: 1, rowsWritten: 0 });

  // Killed at each of its batches, and two at once: the next minute resumes, and a missing index stops nothing.
  for (let n = 0; n < 12; n += 1) await write(world, { [`text${n}`]: { content: text(n + 50) } });
  await write(world, { gone: { content: "zqsecretword" } });
  await remove("gone");
  world.clock.advance({ hours: 1 });
  let kills = 0;
  for (let left = 1; left > 0; kills += 1) {
    let batches = 0;
    const dying = world.ctx();
    const commit = dying.db.commit.bind(dying.db);
    Object.assign(dying.db, {
      commit: (statements: Parameters<typeof commit>[0]) => {
        batches += 1;
        return batches > 1 ? Promise.reject(new Error("killed")) : commit(statements);
      },
    });
    await mergeSegments(dying).catch(() => undefined);
    left = batches > 1 ? 1 : 0;
    if (kills === 0) await Promise.all([mergeSegments(dying).catch(() => undefined), mergeSegments(dying).catch(() => undefined)]);
  }
  expect(kills).toBeGreaterThan(1);
  await Promise.all([mergeSegments(world.ctx()), mergeSegments(world.ctx())]);
  expect(await inBlocks("qsecretword")).toEqual({ n: 0 });
  expect(await world.rows("SELECT removed, merge_until FROM knowledge_index_state")).toEqual([{ removed: 0, merge_until: null }]);
  expect(await find(world, `w${(7919 + 53 * 104_729).toString(36)}`)).toEqual(["text3"]);
});
