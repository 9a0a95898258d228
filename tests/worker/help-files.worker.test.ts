// Images of articles: who may upload one, who may read it before, during, and after publication, and when it is removed.
import { expect, test } from "vitest";
import { storeArticleImage } from "../../modules/articles/files/index.ts";
import type { ArticleId, ProjectId } from "#kernel/ids/index.ts";
import { helpWorld, type Team } from "./help-kit.ts";
import { setHelp } from "./help-pages-kit.ts";
import { type Answer, PNG } from "./world.ts";

type Stored = Answer<{ file: { fileId: string; url: string; width: number | null; height: number | null }; code: string }>;
const store = (
  team: Team,
  articleId: string,
  bytes: Uint8Array<ArrayBuffer> = PNG,
  name = "a.png",
  clientId: string = crypto.randomUUID(),
): Promise<Stored> =>
  team.world.as(
    `/api/dashboard/projects/${team.world.projectId}/help/articles/${articleId}/files?name=${name}&clientId=${clientId}`,
    { raw: bytes, headers: { "content-length": String(bytes.byteLength) } },
    team.cookie,
  );
const ascii = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (c) => c.charCodeAt(0));
async function article(team: Team): Promise<string> {
  return (await team.create("Pictures")).body.article.id;
}
/** The status for an anonymous reader, an expired session, a member, a visitor, and the owner of another project. */
async function readers(team: Team, foreign: Team, url: string): Promise<number[]> {
  const { world } = team;
  const visitor = await world.visitor();
  return [
    (await world.call(url)).status,
    (await world.as(url, {}, `${world.cookie}x`)).status,
    (await world.as(url, {}, team.cookie)).status,
    (await visitor.call(url)).status,
    (await foreign.world.as(url, {}, foreign.cookie)).status,
  ];
}

test("an operator stores an image with its size, once per clientId, and other files are refused", async () => {
  const { operator, world } = await helpWorld();
  const id = await article(operator);
  const clientId = crypto.randomUUID();
  const first = await store(operator, id, PNG, "a.png", clientId);
  expect([first.status, first.body.file]).toEqual([
    201,
    { fileId: expect.stringMatching(/^fil_/), url: `/files/${first.body.file.fileId}`, width: 1, height: 1 },
  ]);
  const again = await store(operator, id, PNG, "a.png", clientId);
  expect([again.status, again.body.file]).toEqual([200, first.body.file]);
  expect(await world.rows("SELECT 1 FROM help_article_files WHERE project_id = ?", world.projectId)).toHaveLength(1);

  for (const [bytes, name] of [
    [ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'), "a.svg"],
    [ascii('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), "a.png"],
    [ascii("%PDF-1.7"), "a.pdf"],
    [ascii("<html><script>alert(1)</script>"), "a"],
    [ascii("words"), "a.txt"],
  ] as const) {
    const refused = await store(operator, id, bytes, name);
    expect([name, refused.status, refused.body.code]).toEqual([name, 415, "unsupported_type"]);
  }
  expect((await store(operator, id, new Uint8Array(10_000_001))).status).toBe(413);
  expect((await store(operator, id, new Uint8Array(0))).status).toBe(400);
  expect((await store(operator, `art_${"0".repeat(26)}`)).status).toBe(404);
  const { owner: rival } = await helpWorld();
  expect((await store(rival, id)).status).toBe(404);
  expect(
    (await world.call(`/api/dashboard/projects/${world.projectId}/help/articles/${id}/files?name=a&clientId=${clientId}`, { raw: PNG }))
      .status,
  ).toBe(401);
  // Nothing of a refused file is left.
  expect(await world.rows("SELECT state FROM files WHERE project_id = ? AND state <> 'removing'", world.projectId)).toEqual([
    { state: "attached" },
  ]);
});

test("anyone can read an image exactly while a published text of any language shows it", async () => {
  const { owner } = await helpWorld();
  await setHelp(owner.world, { open: true });
  // The first owner is a member of every project.
  const { operator: foreign, owner: theirOwner } = await helpWorld();
  const id = await article(owner);
  const { url, fileId } = (await store(owner, id)).body.file;
  const closed = [401, 401, 200, 404, 404];
  const open = [200, 200, 200, 200, 200];
  expect(await readers(owner, foreign, url)).toEqual(closed);
  // Saving a draft does not publish it.
  await owner.save(id, 1, { content: `![A](${url})` });
  expect(await readers(owner, foreign, url)).toEqual(closed);

  await owner.publish(id, 2);
  expect(await readers(owner, foreign, url)).toEqual(open);
  const { headers } = await owner.world.call(url);
  expect(
    Object.fromEntries(
      ["content-type", "cache-control", "content-security-policy", "x-content-type-options", "content-disposition"].map((name) => [
        name,
        headers.get(name),
      ]),
    ),
  ).toEqual({
    "content-type": "image/png",
    "cache-control": "private, max-age=300",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringContaining("inline"),
  });
  const fresh = await owner.world.call(url, { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect([fresh.status, fresh.headers.get("cache-control")]).toEqual([304, "private, max-age=300"]);

  // The draft drops the image; readers still see the published text.
  await owner.save(id, 2, { content: "Words." });
  expect(await readers(owner, foreign, url)).toEqual(open);
  await owner.publish(id, 3);
  expect(await readers(owner, foreign, url)).toEqual(closed);

  // In a second language.
  await owner.save(id, 0, { content: `![A](${url})` }, "de");
  await owner.publish(id, 1, "de");
  expect(await readers(owner, foreign, url)).toEqual(open);
  await owner.change(id, { audience: "members" });
  expect(await readers(owner, foreign, url)).toEqual(closed);
  await owner.change(id, { audience: "public" });
  expect(await readers(owner, foreign, url)).toEqual(open);
  await owner.unpublish(id, "de");
  expect(await readers(owner, foreign, url)).toEqual(closed);
  await owner.publish(id, 1, "de");
  expect(await readers(owner, foreign, url)).toEqual(open);
  // Closing the help center closes its images at once, and opening restores them.
  await setHelp(owner.world, { open: false });
  expect(await readers(owner, foreign, url)).toEqual(closed);
  await setHelp(owner.world, { open: true });
  expect(await readers(owner, foreign, url)).toEqual(open);
  await owner.setState(id, "archive");
  expect(await readers(owner, foreign, url)).toEqual(closed);

  // An article of another project that names the file does not publish it.
  const theirs = await article(foreign);
  await foreign.save(theirs, 1, { content: `![A](${url})` });
  await theirOwner.publish(theirs, 2);
  expect(await readers(owner, foreign, url)).toEqual(closed);
  // Another article of the project does.
  const other = await article(owner);
  await owner.save(other, 1, { content: `![A](${url})` });
  await owner.publish(other, 2);
  expect(await readers(owner, foreign, url)).toEqual(open);
  expect(await owner.world.rows("SELECT article_id FROM help_article_files WHERE file_id = ? AND published = 1", fileId)).toEqual([
    { article_id: other },
  ]);
});

test("an image in no draft and no version is removed after a week, and so are those of a deleted project", async () => {
  const { owner } = await helpWorld();
  const { world } = owner;
  const id = await article(owner);
  const [lost, drafted, published] = await Promise.all([store(owner, id), store(owner, id), store(owner, id)]).then((all) =>
    all.map(({ body }) => body.file),
  );
  if (!lost || !drafted || !published) throw new Error("no files");
  await owner.save(id, 1, { content: `![A](${published.url})` });
  await owner.publish(id, 2);
  await owner.save(id, 2, { content: `![A](${drafted.url})` });
  const existing = async (): Promise<boolean[]> =>
    await Promise.all([lost, drafted, published].map(async ({ url }) => (await world.as(url)).status === 200));
  const keys = (await world.rows<{ object_key: string }>("SELECT object_key FROM files WHERE project_id = ?", world.projectId)).map(
    (row) => row.object_key,
  );
  const objects = async (): Promise<number> =>
    (await Promise.all(keys.map((key) => world.env.FILES.head(key)))).filter((found) => found !== null).length;
  expect(await objects()).toBe(3);
  world.clock.advance({ days: 6 });
  await world.tick();
  await world.tick();
  expect(await existing()).toEqual([true, true, true]);
  world.clock.advance({ days: 2 });
  await world.tick();
  await world.tick();
  expect(await existing()).toEqual([false, true, true]);
  expect(await objects()).toBe(2);

  await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect((await world.call(published.url)).status).toBe(401);
  await world.tick();
  await world.tick();
  expect(await objects()).toBe(0);
});

test("an import stores an image once per source by its bytes, and accepts nothing but images", async () => {
  const { owner } = await helpWorld();
  const { world } = owner;
  const articleId = (await article(owner)) as ArticleId;
  const importImage = (bytes: Uint8Array, clientId: string) =>
    storeArticleImage(world.ctx(), { projectId: world.projectId as ProjectId, articleId, name: "picture.jpg", bytes, clientId });
  const first = await importImage(PNG, "zendesk-1");
  expect(first).toMatchObject({ width: 1, height: 1 });
  expect(await importImage(PNG, "zendesk-1")).toEqual(first);
  expect((await world.as(first?.url ?? "")).headers.get("content-type")).toBe("image/png");
  for (const bytes of [ascii("<svg></svg>"), ascii("%PDF-1.7"), new Uint8Array(0)])
    expect(await importImage(bytes, crypto.randomUUID())).toBeUndefined();
});
