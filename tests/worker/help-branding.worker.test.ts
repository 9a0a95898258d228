// How a company makes its help center its own: texts by language, logo and cover, and its own domain in front of the pages.
import { expect, test } from "vitest";
import type { HelpImage, HelpSettings, ImageUse } from "#modules/help-center/contract";
import { helpWorld } from "./help-kit.ts";
import { openSite, publish, setHelp, settingsPath, settleJobs, type Site } from "./help-pages-kit.ts";
import { type Answer, Visitor } from "./world.ts";

/** The beginning of a PNG of this size, which is all that is looked at. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}
type Uploaded = Answer<{ file: HelpImage; code: string; error: string }>;
const upload = (
  { world }: Pick<Site, "world">,
  use: ImageUse,
  bytes: Uint8Array<ArrayBuffer>,
  { cookie = world.cookie, clientId = crypto.randomUUID() as string, name = "a.png" } = {},
): Promise<Uploaded> =>
  world.as(
    `/api/management/projects/${world.projectId}/help/images?${new URLSearchParams({ name, clientId, use })}`,
    { raw: bytes, headers: { "content-length": String(bytes.byteLength) } },
    cookie,
  );
const getPage = ({ world, slug }: Site, path: string): Promise<Answer<string>> => world.call<string>(`/help/${slug}/${path}`);
/** Saves parts of the settings as the form does. */
async function save({ world }: Site, change: object): Promise<Answer<HelpSettings & { code: string; issues?: { path: string }[] }>> {
  const { body: now } = await world.as<HelpSettings>(`/api/dashboard/projects/${world.projectId}/help/settings`);
  const { open, title, description, defaultLocale, locales, links, contact, authors, revision } = now;
  return await world.as(settingsPath(world), {
    method: "PUT",
    body: { open, title, description, defaultLocale, locales, links, contact, authors, revision, ...change },
  });
}
const read = async ({ world }: Site, url: string): Promise<number> => (await world.call(url)).status;

test("name and description follow the reader's language, and fall back to the default one", async () => {
  const site = await openSite();
  await publish(site, "Glaze", "Dip it.");
  const { body } = await save(site, {
    translations: {
      de: { title: "Acme Hilfe", description: "" },
      fr: { title: "Aide", description: "" },
      en: { title: "No", description: "" },
    },
  });
  // Only offered languages other than the default one are kept.
  expect(body.translations).toEqual({ de: { title: "Acme Hilfe", description: "" } });
  await settleJobs(site.world);
  const german = (await getPage(site, "de/")).body;
  expect(german).toContain("<title>Acme Hilfe</title>");
  expect(german).toMatch(/<h1 dir="auto">Acme Hilfe<\/h1>/);
  expect(german).toContain('<meta property="og:site_name" content="Acme Hilfe" />');
  expect(german).toContain('<meta name="description" content="Answers." />');
  expect((await getPage(site, "de/articles/glaze")).body).toContain("<title>Glaze · Acme Hilfe</title>");
  expect((await getPage(site, "en/articles/glaze")).body).toContain("<title>Glaze · Acme Help</title>");
  // Pages that are made for the request, too.
  expect((await getPage(site, "de/search?q=glaze")).body).toContain("· Acme Hilfe</title>");
  expect((await getPage(site, "en/search?q=glaze")).body).toContain("· Acme Help</title>");
  const widget = async (locale: string): Promise<string> =>
    (await new Visitor(site.world).call<{ title: string }>(`/api/widget/help?${new URLSearchParams({ key: site.world.key, locale })}`)).body
      .title;
  expect([await widget("de"), await widget("en")]).toEqual(["Acme Hilfe", "Acme Help"]);
  // A client that does not know of translations keeps them; a removed language loses its own.
  expect((await setHelp(site.world, { description: "More answers." })).body.translations).toEqual({
    de: { title: "Acme Hilfe", description: "" },
  });
  expect((await setHelp(site.world, { locales: ["en"] })).body.translations).toEqual({});
});

test("a logo and a cover are safe raster images that readers see once they are saved, and only while the help center is open", async () => {
  const site = await openSite();
  const { world } = site;
  await publish(site, "Glaze", "Dip it.");
  const svg = Uint8Array.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>', (c) => c.charCodeAt(0));
  expect((await upload(site, "logo", svg, { name: "a.svg" })).status).toBe(415);
  expect((await upload(site, "logo", new Uint8Array(2_000_001))).status).toBe(413);
  // It begins like an image, but its size cannot be read.
  expect((await upload(site, "logo", png(0, 0))).body.code).toBe("unsupported_type");
  const small = await upload(site, "cover", png(599, 600));
  expect([small.status, small.body.error]).toEqual([400, "Use an image of at least 600 × 315 pixels."]);
  const clientId = crypto.randomUUID();
  const logo = await upload(site, "logo", png(640, 128), { clientId });
  expect([logo.status, logo.body.file]).toEqual([
    201,
    { fileId: logo.body.file.fileId, url: `/files/${logo.body.file.fileId}`, width: 640, height: 128 },
  ]);
  const again = await upload(site, "logo", png(640, 128), { clientId });
  expect([again.status, again.body.file]).toEqual([200, logo.body.file]);
  const cover = await upload(site, "cover", png(1200, 630));
  const dark = await upload(site, "logoDark", png(300, 300));
  expect(await read(site, logo.body.file.url)).toBe(401);

  const images = { logo: logo.body.file.fileId, logoDark: null, cover: cover.body.file.fileId };
  const saved = await save(site, { images });
  expect(saved.body.images).toEqual({ logo: logo.body.file, logoDark: null, cover: cover.body.file });
  await settleJobs(world);
  const home = (await getPage(site, "en/")).body;
  // Scaled to the header, with the name as its text.
  expect(home).toMatch(
    new RegExp(`<a class="brand"[^>]*><picture class="plate"><img src="${logo.body.file.url}" alt="Acme Help" width="160" height="32"`),
  );
  expect(home).toContain(`<img class="cover" src="${cover.body.file.url}" alt="" width="1200" height="630" />`);
  expect(home).toMatch(new RegExp(`<meta property="og:image" content="[^"]*${cover.body.file.url}" />`));
  expect((await getPage(site, "en/articles/glaze")).body).toMatch(new RegExp(`og:image" content="[^"]*${cover.body.file.url}"`));
  expect([await read(site, logo.body.file.url), await read(site, cover.body.file.url)]).toEqual([200, 200]);

  // A version for dark backgrounds needs no plate behind the logo.
  await save(site, { images: { ...images, logoDark: dark.body.file.fileId } });
  await settleJobs(world);
  expect((await getPage(site, "en/")).body).toContain(
    `<picture><source media="(prefers-color-scheme:dark)" srcset="${dark.body.file.url}" /><img src="${logo.body.file.url}"`,
  );
  // Saving without images keeps them; closing hides them.
  await setHelp(world, { open: false });
  expect([await read(site, logo.body.file.url), await read(site, cover.body.file.url)]).toEqual([401, 401]);
  await setHelp(world, { open: true });
  expect(await read(site, logo.body.file.url)).toBe(200);
  // What is replaced is no longer public, and is removed.
  expect((await save(site, { images: { logo: null, logoDark: null, cover: images.cover } })).status).toBe(200);
  expect(await read(site, logo.body.file.url)).toBe(401);
  expect(await world.rows("SELECT state FROM files WHERE id IN (?, ?) ORDER BY id", logo.body.file.fileId, dark.body.file.fileId)).toEqual([
    { state: "removing" },
    { state: "removing" },
  ]);
  const gone = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(gone.status).toBe(200);
  expect(await world.rows("SELECT state FROM files WHERE id = ?", images.cover)).toEqual([{ state: "removing" }]);
});

test("saving the settings publishes no other file: neither another project's, nor a teammate's, nor one from elsewhere in the project", async () => {
  const site = await openSite();
  const { world, operator } = site;
  const rival = await helpWorld();
  const foreign = await upload({ world: rival.world }, "logo", png(64, 64));
  const article = (await operator.create("Pictures")).body.article.id;
  const picture = await world.as<{ file: HelpImage }>(
    `/api/dashboard/projects/${world.projectId}/help/articles/${article}/files?name=a.png&clientId=${crypto.randomUUID()}`,
    { raw: png(64, 64), headers: { "content-length": "64" } },
  );
  const own = await upload(site, "logo", png(64, 64));
  for (const fileId of [foreign.body.file.fileId, picture.body.file.fileId, `fil_${"0".repeat(26)}`]) {
    const refused = await save(site, { images: { logo: fileId, logoDark: null, cover: own.body.file.fileId } });
    expect([refused.status, refused.body.code, refused.body.issues?.map(({ path }) => path)]).toEqual([400, "invalid_request", ["images"]]);
    expect(await read(site, `/files/${fileId}`)).toBe(401);
  }
  // The refusals changed nothing: the upload can still be used.
  expect(await read(site, own.body.file.url)).toBe(401);
  expect((await save(site, { images: { logo: own.body.file.fileId, logoDark: null, cover: null } })).status).toBe(200);
  expect(await read(site, own.body.file.url)).toBe(200);
  expect((await upload(site, "logo", png(64, 64), { cookie: operator.cookie })).status).toBe(403);
});

test("with a domain of its own, every absolute address names it", async () => {
  const site = await openSite();
  await publish(site, "Glaze", "Dip it.");
  for (const domain of [
    "help.acme.example",
    "http://help.acme.example",
    "https://help.acme.example/help",
    "https://u:p@help.acme.example",
    "https://",
  ])
    expect((await save(site, { domain })).status).toBe(400);
  const { body } = await save(site, { domain: "https://Help.acme.example/" });
  expect([body.domain, body.address]).toEqual(["https://help.acme.example", `https://help.acme.example/help/${site.slug}`]);
  await settleJobs(site.world);
  const at = `https://help.acme.example/help/${site.slug}`;
  const page = (await getPage(site, "en/articles/glaze")).body;
  expect(page).toContain(`<link rel="canonical" href="${at}/en/articles/glaze" />`);
  expect(page).toContain(`<meta property="og:url" content="${at}/en/articles/glaze" />`);
  const home = (await getPage(site, "en/")).body;
  expect(home).toContain(`<link rel="alternate" hreflang="de" href="${at}/de/" />`);
  expect(home).toContain(`<link rel="alternate" hreflang="x-default" href="${at}/en/" />`);
  expect((await getPage(site, "sitemap.xml")).body).toContain(`<loc>${at}/sitemap-1.xml</loc>`);
  expect((await getPage(site, "sitemap-1.xml")).body).toContain(`<loc>${at}/en/articles/glaze</loc>`);
  expect((await getPage(site, "llms.txt")).body).toContain(`${at}/en/articles/glaze.md`);
  for (const found of [page, home]) expect(found).not.toContain("https://desk.example");
  // Links stay on whichever origin the reader uses.
  expect(home).toContain(`href="/help/${site.slug}/`);
  await save(site, { domain: null });
  await settleJobs(site.world);
  expect((await getPage(site, "en/articles/glaze")).body).not.toContain("help.acme.example");
});
