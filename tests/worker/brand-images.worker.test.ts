// Social cards: what is due, what is stored, what pages and strangers get of it, and what is left behind.
import { beforeAll, expect, test } from "vitest";
import type { CardSettings, SocialCard } from "#modules/brand-images/contract";
import { article, collection, openHelp, publishText } from "./help-center-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

let world: World;
const operator = { cookie: "", id: "" };
let vase: string;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:00Z", vars: { APP_ORIGIN: "http://localhost:8787" } });
  await openHelp(world, { locales: ["en", "de"] });
  const invitation = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const joined = await world.call(new URL(invitation.body.link).pathname, {
    body: { name: "Ola", email: "ola@example.com", password: "correct horse battery" },
  });
  operator.cookie = (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const orders = await collection(world, "Orders");
  vase = await article(world, { title: "How to return a vase", content: "Send it back.", collectionId: orders });
  await article(world, { title: "For the team", content: "Hidden.", audience: "members" });
  await article(world, { title: "A draft", content: "Hidden.", publish: false });
  await world.as(management("help/render"), { method: "POST", body: {} });
}, 60_000);

/** The beginning of a PNG, which is what the server looks at. */
function png(width = 1200, height = 630, tail = ""): Uint8Array<ArrayBuffer> {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  const size = [width, height].flatMap((n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);
  return Uint8Array.from([...head, ...size, 8, 6, 0, 0, 0, ...new TextEncoder().encode(crypto.randomUUID() + tail)]);
}
const dashboard = (rest: string): string => `/api/dashboard/projects/${world.projectId}/${rest}`;
const management = (rest: string): string => `/api/management/projects/${world.projectId}/${rest}`;
const list = async (cookie = world.cookie): Promise<SocialCard[]> =>
  (await world.as<{ items: SocialCard[] }>(dashboard("social-cards"), {}, cookie)).body.items;
const cardOf = async (subject: string, locale = "en"): Promise<SocialCard> => {
  const { body } = await world.as<{ card: SocialCard | null }>(dashboard(`social-cards/${subject}/${locale}`));
  if (!body.card) throw new Error("there is no card");
  return body.card;
};
type Stored = Answer<{ file: SocialCard; code: string; issues: { path: string }[] }>;
function store(
  subject: string,
  query: Record<string, string>,
  raw: Uint8Array<ArrayBuffer> = png(),
  { locale = "en", cookie = world.cookie } = {},
): Promise<Stored> {
  const search = new URLSearchParams({ name: "card.png", clientId: crypto.randomUUID(), ...query });
  const headers = { "content-type": "image/png", "content-length": String(raw.byteLength) };
  return world.as(management(`social-cards/${subject}/${locale}?${search}`), { method: "POST", raw, headers }, cookie);
}
const draw = async (subject: string, more: Record<string, string> = {}, raw?: Uint8Array<ArrayBuffer>): Promise<Stored> => {
  const { title, look } = await cardOf(subject);
  return await store(subject, { kind: "drawn", title, look, ...more }, raw);
};
async function page(path: string): Promise<string> {
  for (let times = 0; times < 3; times += 1) {
    await world.tick();
    // Lists are rendered some seconds after the change.
    world.clock.advance({ seconds: 5 });
  }
  const answer = await world.call<string>(path, { method: "GET" });
  return answer.body;
}
const ogImage = (html: string): string | undefined => /property="og:image" content="([^"]+)"/.exec(html)?.[1];
const pathOfVase = async (): Promise<string> => {
  const [row] = await world.rows<{ slug: string; live_slug: string }>(
    "SELECT p.slug, t.live_slug FROM projects p JOIN help_article_texts t ON t.project_id = p.id WHERE t.article_id = ?",
    vase,
  );
  return `/help/${row?.slug}/en/articles/${row?.live_slug}`;
};

test("the start page in each language and published, public articles are due; nothing else has a card", async () => {
  const cards = await list();
  expect(cards.map(({ subject, locale, title, state, image }) => [subject, locale, title, state, image])).toEqual([
    ["start", "en", "Acme help", "missing", null],
    ["start", "de", "Acme help", "missing", null],
    [vase, "en", "How to return a vase", "missing", null],
  ]);
  expect((await list(operator.cookie)).length).toBe(3);
  const [hidden] = await world.rows<{ id: string }>("SELECT id FROM help_articles WHERE audience = 'members'");
  const nothing = await world.as<{ card: null }>(dashboard(`social-cards/${hidden?.id}/en`));
  expect([nothing.status, nothing.body.card]).toEqual([200, null]);
});

test("a drawn card is on the article's page, cached for ever, and stored once", async () => {
  expect(ogImage(await page(await pathOfVase()))).toBeUndefined();
  const clientId = crypto.randomUUID();
  const raw = png();
  const stored = await draw(vase, { clientId }, raw);
  expect([stored.status, stored.body.file.state, stored.body.file.image?.alt]).toEqual([201, "drawn", "How to return a vase"]);
  const again = await draw(vase, { clientId }, raw);
  expect([again.status, again.body.file.image?.url]).toEqual([200, stored.body.file.image?.url]);
  const html = await page(await pathOfVase());
  const address = ogImage(html) ?? "";
  expect(address).toMatch(/^http:\/\/localhost:8787\/files\/fil_\w+\/[0-9a-f]{16}$/);
  for (const part of [
    'property="og:image:width" content="1200"',
    'property="og:image:height" content="630"',
    'property="og:image:alt" content="How to return a vase"',
    'name="twitter:card" content="summary_large_image"',
  ])
    expect(html).toContain(part);
  const image = await world.response(new Request(address));
  expect([image.status, image.headers.get("content-type"), image.headers.get("cache-control")]).toEqual([
    ...[200, "image/png", "public, max-age=31536000, immutable"],
  ]);
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(raw);
  expect((await world.response(new Request(address.replace(/.$/, (c) => (c === "0" ? "1" : "0"))))).status).toBe(404);
});

test("only owners and admins store cards, and only what was drawn from the present title and look", async () => {
  const { title, look } = await cardOf(vase);
  expect((await store(vase, { kind: "drawn", title, look }, png(), { cookie: operator.cookie })).status).toBe(403);
  expect((await store(vase, { kind: "drawn", title: "Another", look })).body.code).toBe("conflict");
  expect((await store(vase, { kind: "drawn", title, look: "other" })).body.code).toBe("conflict");
  expect((await store(vase, { kind: "drawn", title, look }, png(1200, 600))).status).toBe(415);
  expect((await store(vase, { kind: "drawn", title, look }, Uint8Array.from(new TextEncoder().encode("<svg/>")))).status).toBe(415);
  expect((await store("art_01jzzzzzzzzzzzzzzzzzzzzzzz", { kind: "own", alt: "x" })).status).toBe(404);
  const [draft] = await world.rows<{ article_id: string }>("SELECT article_id FROM help_article_texts WHERE title = 'A draft'");
  expect((await store(draft?.article_id ?? "", { kind: "own", alt: "x" })).status).toBe(404);
  expect((await store(vase, { kind: "own", alt: "x" }, png(), { locale: "fr" })).status).toBe(404);
});

test("a new title makes it outdated and takes it off the page; a new look leaves it there until it is drawn again", async () => {
  const before = ogImage(await page(await pathOfVase()));
  expect((await world.as(management("widget"), { method: "PATCH", body: { look: await lookWith("#aa0000") } })).status).toBe(200);
  expect((await cardOf(vase)).state).toBe("outdated");
  expect(ogImage(await page(await pathOfVase()))).toBe(before);
  await world.as(dashboard(`help/articles/${vase}/texts/en`), {
    method: "PUT",
    body: { revision: 1, title: "Returning a vase", summary: "", content: "Send it back." },
  });
  await publishText(world, vase, "en", 2);
  expect((await cardOf(vase)).title).toBe("Returning a vase");
  expect(ogImage(await page(await pathOfVase()))).toBeUndefined();
  const [{ file_id: old } = { file_id: "" }] = await world.rows<{ file_id: string }>(
    "SELECT file_id FROM brand_cards WHERE subject = ?",
    vase,
  );
  expect((await draw(vase)).status).toBe(201);
  const now = ogImage(await page(await pathOfVase()));
  expect([now === before, now?.startsWith("http://localhost:8787/files/")]).toEqual([false, true]);
  expect(await world.rows("SELECT state FROM files WHERE id = ? AND state <> 'removing'", old)).toEqual([]);
});

async function lookWith(color: string): Promise<object> {
  const { look } = (await world.as<{ look: object }>(dashboard("widget"))).body;
  return { ...look, color };
}

test("an own image needs a description, is not replaced by a drawn one, and goes back to it when it is removed", async () => {
  const none = await store(vase, { kind: "own" });
  expect([none.status, none.body.issues[0]?.path]).toEqual([400, "alt"]);
  const small = await store(vase, { kind: "own", alt: "A vase" }, png(300, 200));
  expect([small.status, small.body.issues[0]?.path]).toEqual([400, "file"]);
  const own = await store(vase, { kind: "own", alt: "A vase on a table" }, png(1600, 900));
  expect([own.status, own.body.file.state, own.body.file.image?.width]).toEqual([201, "own", 1600]);
  expect((await draw(vase)).body.code).toBe("conflict");
  const described = await world.as<{ card: SocialCard }>(management(`social-cards/${vase}/en`), {
    method: "PATCH",
    body: { alt: "A blue vase" },
  });
  expect([described.status, described.body.card.image?.alt]).toEqual([200, "A blue vase"]);
  expect(await page(await pathOfVase())).toContain('property="og:image:alt" content="A blue vase"');
  for (let times = 0; times < 2; times += 1)
    expect((await world.as(management(`social-cards/${vase}/en`), { method: "DELETE" })).status).toBe(200);
  expect((await cardOf(vase)).state).toBe("missing");
  expect((await world.as(management(`social-cards/${vase}/en`), { method: "PATCH", body: { alt: "x" } })).status).toBe(404);
  const audit = await world.rows<{ action: string }>("SELECT action FROM audit_log WHERE action LIKE 'brand_images.%' ORDER BY rowid");
  expect(audit.map(({ action }) => action)).toEqual(["brand_images.uploaded", "brand_images.removed"]);
});

test("the start page's card stands for collections and for articles without an image", async () => {
  expect((await draw("start")).status).toBe(201);
  const [, help = ""] = /^(\/help\/[^/]+\/en)\//.exec(await pathOfVase()) ?? [];
  const start = ogImage(await page(`${help}/`));
  expect(start).toMatch(/\/files\//);
  const [shelf] = await world.rows<{ slug: string }>("SELECT slug FROM help_collection_texts WHERE name = 'Orders'");
  expect(ogImage(await page(`${help}/collections/${shelf?.slug}`))).toBe(start);
  await world.as(management("help/render"), { method: "POST", body: {} });
  expect(ogImage(await page(await pathOfVase()))).toBe(start);
});

test("cards that are turned off are shown by no page, and settings of two admins don't overwrite each other", async () => {
  const settings = (await world.as<CardSettings>(dashboard("social-card-settings"))).body;
  expect([settings.drawn, settings.design, settings.widgetColor, settings.revision]).toEqual([true, "color", "#aa0000", 0]);
  const save = (more: object, cookie = world.cookie): Promise<Answer<CardSettings & { code: string }>> =>
    world.as(
      management("social-card-settings"),
      { method: "PATCH", body: { revision: 0, drawn: true, design: "light", color: null, ...more } },
      cookie,
    );
  expect((await save({}, operator.cookie)).status).toBe(403);
  expect((await save({ color: "red" })).status).toBe(400);
  const saved = await save({ drawn: false, color: "#0B7285" });
  expect([saved.status, saved.body.revision, saved.body.color]).toEqual([200, 1, "#0b7285"]);
  expect((await save({ design: "dark" })).body.code).toBe("conflict");
  expect(ogImage(await page(await pathOfVase()))).toBeUndefined();
  expect((await list()).every(({ state, image }) => state === "missing" && image === null)).toBe(true);
  expect((await save({ revision: 1 })).status).toBe(200);
  expect((await cardOf("start")).state).toBe("outdated");
});

test("a card is read while its article is public, and not beyond", async () => {
  expect((await draw(vase)).status).toBe(201);
  const address = ogImage(await page(await pathOfVase())) ?? "";
  const status = async (): Promise<number> => (await world.response(new Request(address))).status;
  expect(await status()).toBe(200);
  const at = management(`help/articles/${vase}`);
  await world.as(at, { method: "PATCH", body: { audience: "members" } });
  expect(await status()).toBe(404);
  await world.as(at, { method: "PATCH", body: { audience: "public" } });
  expect(await status()).toBe(200);
  await world.rows("UPDATE help_centers SET open = 0 WHERE project_id = ?", world.projectId);
  expect([await status(), await list()]).toEqual([404, []]);
  await world.rows("UPDATE help_centers SET open = 1 WHERE project_id = ?", world.projectId);
});

test("the list is read in pages of a bounded number of texts", async () => {
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
     INSERT INTO help_articles (id, project_id, client_id, place, audience, assistant, created_at, created_by)
     SELECT printf('art_%026d', i), ?, printf('c%d', i), i, 'public', 1, 1, 'x' FROM n`,
    world.projectId,
  );
  await world.rows(
    `INSERT INTO help_article_texts (project_id, article_id, locale, slug, title, summary, content, revision, updated_at, updated_by, version, live_slug, live_revision, published_at)
     SELECT project_id, id, 'en', id, id, '', 'x', 1, 1, 'x', 1, id, 1, 1 FROM help_articles WHERE id LIKE 'art_000000%'`,
  );
  await world.rows(
    `INSERT INTO help_article_versions (project_id, article_id, locale, version, slug, title, summary, content, published_at, published_by)
     SELECT project_id, id, 'en', 1, id, id, '', 'x', 1, 'x' FROM help_articles WHERE id LIKE 'art_000000%'`,
  );
  const seen: string[] = [];
  let cursor: string | null = "";
  let pages = 0;
  while (cursor !== null) {
    const { body }: Answer<{ items: SocialCard[]; next: string | null }> = await world.as(
      dashboard(`social-cards${cursor ? `?cursor=${cursor}` : ""}`),
    );
    seen.push(...body.items.map(({ subject, locale }) => `${subject}/${locale}`));
    cursor = body.next;
    pages += 1;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([3, 253, 253]);
  expect((await world.as(dashboard("social-cards?cursor=x"))).status).toBe(400);
});

test("a deleted article's card and file go within a day, and all go with the project", async () => {
  const [{ file_id: file } = { file_id: "" }] = await world.rows<{ file_id: string }>(
    "SELECT file_id FROM brand_cards WHERE subject = ?",
    vase,
  );
  const at = management(`help/articles/${vase}`);
  expect((await world.as(`${at}/archive`, { body: {} })).status).toBe(200);
  expect((await world.as(`${at}/delete`, { body: { confirm: vase } })).status).toBe(200);
  await world.tick();
  expect(await world.rows("SELECT 1 AS one FROM brand_cards WHERE subject = ?", vase)).toEqual([{ one: 1 }]);
  // At the minute of the hour at which it looks.
  const minute = new Date(world.clock.now()).getUTCMinutes();
  world.clock.advance({ days: 1, minutes: (77 - minute) % 60 });
  await world.tick();
  expect(await world.rows("SELECT 1 FROM brand_cards WHERE subject = ?", vase)).toEqual([]);
  expect(await world.rows("SELECT 1 FROM files WHERE id = ? AND state <> 'removing'", file)).toEqual([]);
  const deleted = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(deleted.status).toBeLessThan(300);
  for (const table of ["brand_cards", "brand_card_settings"])
    expect([table, await world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, world.projectId)]).toEqual([table, []]);
});
