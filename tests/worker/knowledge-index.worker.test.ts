// The index of words holds no truth: lost, emptied or of another version, it is made anew from the pieces.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fillIndex } from "../../modules/knowledge/lexical/rebuild.ts";
import { find, projectOf, write } from "./knowledge-kit.ts";
import { makeWorld } from "./world.ts";

const indexed = (world: Awaited<ReturnType<typeof makeWorld>>) => world.rows("SELECT term, doc FROM knowledge_terms ORDER BY term");

test("a new installation's first minute fills nothing that is there already", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "otter" }, b: { content: "heron" } });
  const ctx = world.ctx();
  await fillIndex(ctx);
  expect(await world.rows("SELECT epoch FROM knowledge_index_state")).toEqual([{ epoch: 1 }]);
  expect(ctx.db.cost.trips).toBe(3);
  expect(await find(world, "otter")).toEqual(["a"]);
});

test("an index that a restored dump lacks, or that was emptied, is filled again; nothing is put in twice", async () => {
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
    // The mark's own term counts the fillings.
    const terms = (await indexed(world)).filter(({ term }) => !String(term).startsWith("0y"));
    expect(terms).toEqual(before.filter(({ term }) => !String(term).startsWith("0y")));
  }
  // Written while the pieces of others wait: both are there in the end.
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

test("until the first minute after a restored dump, writing and searching work; then everything is found", async () => {
  const world = await makeWorld();
  await write(world, { old: { content: "heron" } });
  for (const gone of ["knowledge_terms", "knowledge_words"]) await world.rows(`DROP TABLE ${gone}`);
  expect(await find(world, "heron")).toEqual([]);
  for (const gone of ["knowledge_terms", "knowledge_words"]) await world.rows(`DROP TABLE ${gone}`);
  await write(world, { new: { content: "heron" } });
  expect(await find(world, "heron")).toEqual(["new"]);
  await fillIndex(world.ctx());
  expect((await find(world, "heron")).toSorted()).toEqual(["new", "old"]);
  // Only what is declared is made, and another mistake stays one.
  await expect(world.ctx().db.commit([sql`DELETE FROM knowledge_word`])).rejects.toThrow("no such table");
});

test("when nothing is to be done, a minute costs one look", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "otter" } });
  await fillIndex(world.ctx());
  const ctx = world.ctx();
  await fillIndex(ctx);
  expect(ctx.db.cost).toMatchObject({ trips: 2, rowsWritten: 0 });
  expect(ctx.db.cost.rowsRead).toBeLessThan(10);
});

test("a source that was removed, and a document whose audience changed, are not found although the index still has them", async () => {
  const world = await makeWorld();
  await write(world, { a: { content: "heron" }, b: { content: "heron" } });
  await world
    .ctx()
    .db.commit([sql`UPDATE knowledge_documents SET audience = 'members' WHERE project_id = ${projectOf(world)} AND key = 'a'`]);
  expect(await find(world, "heron")).toEqual(["b"]);
  await world.ctx().db.commit([sql`UPDATE knowledge_sources SET removed_at = 1 WHERE project_id = ${projectOf(world)}`]);
  expect(await find(world, "heron")).toEqual([]);
});
