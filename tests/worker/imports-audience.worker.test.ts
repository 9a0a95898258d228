// The audience of an imported article follows every run: narrowed at once for readers, searches, the sitemap, and pictures; widened as
// chosen.
import { expect, test } from "vitest";
import { retrieve } from "#modules/retrieval";
import { registry as product } from "../../edition/manifest.ts";
import { sampleDesk } from "../doubles/help-desks/index.ts";
import { Team } from "./help-kit.ts";
import { setHelp, settleJobs } from "./help-pages-kit.ts";
import { type Imports, importWorld, OPTIONS, type RunBody, ZENDESK } from "./imports-kit.ts";

type Texts = Awaited<ReturnType<Imports["texts"]>>;
const TITLE = "How to do thing 1";
const textWithTitle = (texts: Texts): Texts[number] | undefined => texts.find(({ title }) => title === TITLE);
const runAgain = (imports: Imports, options: Record<string, unknown> = {}, more: object = {}, from: object = ZENDESK): Promise<RunBody> =>
  imports.runToEnd(from, { options: { ...OPTIONS, ...options }, ...more });
const articleId = async ({ world }: Imports): Promise<string> =>
  (
    await world.rows<{ article_id: string }>(
      "SELECT article_id FROM help_article_texts WHERE project_id = ? AND title = ?",
      world.projectId,
      TITLE,
    )
  )[0]?.article_id ?? "";
const notes = async (imports: Imports, run: RunBody): Promise<string[]> =>
  (await imports.report(run.id))
    .filter(({ sourceId }) => sourceId === "1001")
    .flatMap((row) => row.notes.map(({ code, detail }) => `${code} ${detail}`.trim()))
    .filter((note) => /narrowed|widened|kept/.test(note));

/** An open, rendered help center with a first import in it. */
async function withReaders(from: object = ZENDESK): Promise<Imports & { readonly base: string }> {
  const imports = await importWorld();
  imports.desks.desk = sampleDesk(2);
  (imports.world.registry.jobs as Map<string, unknown>).set("help.render", product.jobs.get("help.render"));
  const { body } = await setHelp(imports.world, { open: true, title: "Acme", description: "", locales: ["en", "de"] });
  await runAgain(imports, {}, {}, from);
  await settleJobs(imports.world);
  return Object.assign(imports, { base: new URL(body.address).pathname });
}
/** What an anonymous reader gets of the article, in every way. */
async function reach(imports: Imports & { readonly base: string }) {
  const { world, base } = imports;
  const [{ file = "" } = {}] = await world.rows<{ file: string }>(
    "SELECT file_id AS file FROM help_article_files WHERE project_id = ? AND article_id = ?",
    world.projectId,
    await articleId(imports),
  );
  const page = await world.call<string>(`${base}/en/articles/how-to-do-thing-1`);
  const [{ path = "" } = {}] = await world.rows<{ path: string }>(
    "SELECT path FROM help_redirects WHERE project_id = ? AND article_id = ? ORDER BY path",
    world.projectId,
    await articleId(imports),
  );
  const old = await world.call(`${base}/${path}`);
  const map = await world.call<string>(`${base}/sitemap-1.xml`);
  const { hits } = await retrieve(world.ctx(), {
    projectId: world.projectId as never,
    ...{ query: "thing 1 next", locales: ["en"], audiences: ["public"], limit: 20 },
  });
  return {
    page: page.status === 200 && page.body.includes("Thing 1"),
    old: old.status < 400,
    sitemap: map.body.includes("/how-to-do-thing-1<"),
    found: hits.some(({ title }) => title === TITLE),
    picture: (await world.call(`/files/${file}`)).status === 200,
  };
}
const EVERYWHERE = { page: true, old: true, sitemap: true, found: true, picture: true };

// Restrictions of each help desk, and the audience that the run derives.
test.for([
  ["Zendesk", ZENDESK, "articles", "members"],
  ["Freshdesk", { platform: "freshdesk", place: "acme" }, "sections", "skip"],
  ["Help Scout", { platform: "helpscout", place: "docs" }, "categories", "draft"],
] as const)(
  "%s: an article restricted there since the first run is for the team only after the next run",
  async ([, from, what, restricted]) => {
    const imports = await withReaders(from);
    expect(await reach(imports)).toEqual(EVERYWHERE);
    const [first]: { restricted?: boolean }[] = imports.desks.desk[what];
    if (first) first.restricted = true;
    const dry = await runAgain(imports, { restricted }, { dry: true }, from);
    expect(dry.counts.narrowed).toBeGreaterThan(0);
    expect(await reach(imports)).toEqual(EVERYWHERE);
    const { body } = await imports.world.as(`${imports.path}/import-preview`, { body: { from } });
    expect(body["narrowed"]).toBe(dry.counts.narrowed);
    const run = await runAgain(imports, { restricted }, {}, from);
    expect(run).toMatchObject({ state: "done", counts: { narrowed: dry.counts.narrowed } });
    await settleJobs(imports.world);
    expect(await reach(imports)).toEqual({ page: false, old: false, sitemap: false, found: false, picture: false });
    expect(textWithTitle(await imports.texts())).toMatchObject({
      audience: "members",
      ...(restricted === "draft" ? { version: null } : {}),
    });
    expect(await notes(imports, run)).toContain("narrowed members");
    // A further run narrows nothing more.
    expect((await runAgain(imports, { restricted }, {}, from)).counts.narrowed).toBe(0);
  },
);

test("an article restricted there and edited here keeps its text and loses its readers", async () => {
  const imports = await withReaders();
  const team = new Team(imports.world, imports.world.cookie);
  const id = await articleId(imports);
  const { text } = (await team.read(id)).body;
  const saved = await team.save(id, text.revision, { title: TITLE, content: "Thing 1 in our own words." });
  await team.publish(id, saved.body.text.revision);
  (imports.desks.desk.articles[0] as { restricted?: boolean }).restricted = true;
  const run = await runAgain(imports);
  expect(run.counts).toMatchObject({ kept: 1, narrowed: 1 });
  await settleJobs(imports.world);
  expect(await reach(imports)).toMatchObject({ page: false, sitemap: false, found: false });
  expect(textWithTitle(await imports.texts())).toMatchObject({ audience: "members", content: "Thing 1 in our own words." });
  // Reopened there after an edit here: a person decides whether to open it.
  (imports.desks.desk.articles[0] as { restricted?: boolean }).restricted = false;
  const wider = await runAgain(imports);
  expect(textWithTitle(await imports.texts())?.audience).toBe("members");
  expect(await notes(imports, wider)).toEqual(["audience_kept"]);
});

test("an article restricted and reopened there, unedited here, becomes public again, as chosen", async () => {
  const imports = await withReaders();
  const [article] = imports.desks.desk.articles as { restricted?: boolean }[];
  if (!article) throw new Error("no article");
  article.restricted = true;
  await runAgain(imports);
  article.restricted = false;
  expect(await notes(imports, await runAgain(imports))).toEqual(["widened public"]);
  await settleJobs(imports.world);
  expect(await reach(imports)).toEqual(EVERYWHERE);
  // A person's decision to close it here is kept.
  const team = new Team(imports.world, imports.world.cookie);
  await team.change(await articleId(imports), { audience: "members" });
  expect(await notes(imports, await runAgain(imports))).toEqual(["audience_kept"]);
  expect(textWithTitle(await imports.texts())?.audience).toBe("members");
});

test("an article unpublished there is unpublished here and returns; one deleted there stays", async () => {
  const imports = await withReaders();
  const { desk } = imports.desks;
  const [article] = desk.articles;
  if (!article) throw new Error("no article");
  for (const drafts of ["skip", "draft"]) {
    article.draft = true;
    const run = await runAgain(imports, { drafts });
    expect(run.counts.narrowed).toBe(1);
    expect(await notes(imports, run)).toEqual(["narrowed unpublished"]);
    await settleJobs(imports.world);
    expect(await reach(imports)).toMatchObject({ page: false, sitemap: false, found: false, picture: false });
    article.draft = false;
    await runAgain(imports, { drafts });
    await settleJobs(imports.world);
    expect(await reach(imports)).toEqual(EVERYWHERE);
  }
  desk.articles.shift();
  expect((await runAgain(imports)).counts.narrowed).toBe(0);
  await settleJobs(imports.world);
  expect(await reach(imports)).toEqual(EVERYWHERE);
});

test("a run with other choices applies them to earlier articles", async () => {
  const imports = await importWorld();
  await runAgain(imports, { publish: false, audience: "members" });
  expect((await imports.texts()).filter(({ version }) => version !== null)).toEqual([]);
  const run = await runAgain(imports, { publish: true, audience: "told" });
  expect(run.counts).toMatchObject({ created: 0, updated: 8, published: 8, narrowed: 0 });
  expect(textWithTitle(await imports.texts())).toMatchObject({ version: 1, audience: "told" });
  expect(textWithTitle((await runAgain(imports, { audience: "public" }), await imports.texts()))).toMatchObject({
    version: 1,
    audience: "public",
  });
  // Seven articles, one of them in two languages; the restricted one was for the team already.
  const narrower = await runAgain(imports, { audience: "members" });
  expect(narrower.counts).toMatchObject({ updated: 0, narrowed: 7 });
  expect(new Set((await imports.texts()).map(({ audience }) => audience))).toEqual(new Set(["members"]));
  // Unpublished by a person: the same choice does not publish it again.
  const team = new Team(imports.world, imports.world.cookie);
  await team.unpublish(await articleId(imports));
  expect((await runAgain(imports, { audience: "members" })).counts).toMatchObject({ updated: 0, published: 0 });
  expect(textWithTitle(await imports.texts())?.version).toBeNull();
});

test("revoking a project's access to the tokens stops its run at the next page, and granting it resumes the run", async () => {
  const imports = await importWorld();
  const { world } = imports;
  // Another owner's project, opened by the first owner.
  await world.rows("UPDATE memberships SET role = 'admin' WHERE project_id = ?", world.projectId);
  const setAccess = (is: boolean) => world.as(`${imports.path}/import-access`, { method: "PUT", body: { open: is } });
  await setAccess(true);
  const { id } = (await imports.start()).body.run;
  await setAccess(false);
  const asked = imports.desks.requests.length;
  expect(await imports.untilEnded(id)).toMatchObject({ state: "failed", error: "closed" });
  expect(imports.desks.requests).toHaveLength(asked);
  expect((await imports.act(id, "resume")).status).toBe(409);
  await setAccess(true);
  expect((await imports.act(id, "resume")).status).toBe(200);
  expect(await imports.untilEnded(id)).toMatchObject({ state: "done", error: null, counts: { created: 9, published: 8 } });
});
