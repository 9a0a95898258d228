// The website preview: who may open it, its limits, and what a hostile website reaches through it.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PreviewGrant } from "#modules/website-preview/contract";
import { BAD_ADDRESSES } from "../../kernel/testing/bad-addresses.ts";
import { CDN, HOSTILE_HEADERS, HostileSite, SITE } from "../doubles/hostile-site/index.ts";
import { article, collection, openHelp } from "./help-center-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

const PREVIEW = "https://look.example.test";
let world: World;
let site: HostileSite;
const operator = { cookie: "", id: "" };

beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:00Z", vars: { PREVIEW_ORIGIN: PREVIEW } });
  await world.as(`/api/management/projects/${world.projectId}/widget`, { method: "PATCH", body: { websiteOrigin: SITE } });
  const invitation = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const joined = await world.call(new URL(invitation.body.link).pathname, {
    body: { name: "Ola", email: "ola@example.com", password: "correct horse battery" },
  });
  operator.cookie = (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const [row] = await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = 'ola@example.com'");
  operator.id = row?.id ?? "";
});
beforeEach(() => {
  site = new HostileSite();
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit) => site.answer(new Request(to, init)));
});
afterEach(() => vi.unstubAllGlobals());

const grants = (rest = ""): string => `/api/management/projects/${world.projectId}/preview-grants${rest}`;
const create = (more: object = {}, cookie = world.cookie): Promise<Answer<PreviewGrant & { code: string; issues: { path: string }[] }>> =>
  world.as(
    grants(),
    {
      body: {
        ...{ clientId: crypto.randomUUID(), site: SITE, fileOrigins: [CDN], paths: ["/"], opens: "members", members: [] },
        ...{ scripts: false, validHours: 24, requestLimit: 1000 },
        ...more,
      },
    },
    cookie,
  );
const opened = (id: string, cookie = world.cookie): Promise<Answer<{ url: string; code: string }>> =>
  world.as(grants(`/${id}/open`), { body: {} }, cookie);
const visit = (url: string, init: RequestInit = {}): Promise<Response> =>
  world.response(new Request(new URL(url, PREVIEW), { redirect: "manual", ...init }));
/** Opens the grant; answers the session's prefix. */
async function session(id: string, cookie = world.cookie): Promise<string> {
  const { body } = await opened(id, cookie);
  const response = await visit(body.url);
  expect(response.status).toBe(303);
  return /^\/s\/[\w-]{43}/.exec(response.headers.get("location") ?? "")?.[0] ?? "";
}
async function begin(more: object = {}): Promise<{ grant: PreviewGrant; at: string }> {
  const { status, body } = await create(more);
  expect(status).toBe(201);
  return { grant: body, at: await session(body.id) };
}
/** The minute of the hour in which old ones are removed. */
async function atRemoval(): Promise<void> {
  world.clock.advance({ minutes: (61 - new Date(world.clock.now()).getUTCMinutes()) % 60 });
  await world.tick();
}
const listed = async (id: string): Promise<PreviewGrant | undefined> =>
  (await world.as<{ items: PreviewGrant[] }>(grants())).body.items.find((one) => one.id === id);
/** Status, title and sentence of a page that says why nothing is shown. */
const why = async (url: string): Promise<unknown[]> => {
  const response = await visit(url);
  const [, title, body] = /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/.exec(await response.text()) ?? [];
  return [response.status, title, body];
};
const shows = async (url: string, init?: RequestInit): Promise<[number, string]> => {
  const response = await visit(url, init);
  const text = await response.text();
  return [response.status, /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? text.slice(0, 80)];
};

test("a grant is created for the project's website alone, and repeated with its client id", async () => {
  const clientId = crypto.randomUUID();
  const first = await create({ clientId });
  expect([first.status, first.body.state, first.body.used]).toEqual([201, "valid", 0]);
  const again = await create({ clientId });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  expect((await create({ clientId, scripts: true })).status).toBe(409);
  const other = await create({ site: "https://else.example.test" });
  expect([other.status, other.body.issues[0]?.path]).toEqual([400, "site"]);
  for (const bad of ["http://shop.example.test", "https://127.0.0.1", "https://shop.example.test/x", "https://localhost"])
    expect([bad, (await create({ site: bad })).status]).toEqual([bad, 400]);
  for (const path of ["shop", "//x", "/a?b", "/a/../b", "/a#b", "/ä b"])
    expect([path, (await create({ paths: [path] })).status]).toEqual([path, 400]);
  expect((await create({ opens: "named" })).status).toBe(400);
  expect((await create({ opens: "named", members: ["acc_00000000000000000000000000"] })).status).toBe(409);
  expect((await create({}, operator.cookie)).status).toBe(403);
});

test("without PREVIEW_ORIGIN nothing is created, and the variable is named", async () => {
  const env = { ...world.env, PREVIEW_ORIGIN: undefined } as never;
  const answer = await world.as<{ code: string; variables: string[] }>(grants(), {
    body: {
      clientId: crypto.randomUUID(),
      site: SITE,
      fileOrigins: [],
      paths: ["/"],
      opens: "members",
      members: [],
      scripts: false,
      validHours: 1,
      requestLimit: 10,
    },
    env,
  });
  expect([answer.status, answer.body.code, answer.body.variables]).toEqual([503, "not_configured", ["PREVIEW_ORIGIN"]]);
  const list = await world.as<{ origin: string | null }>(grants(), { env });
  expect(list.body.origin).toBeNull();
});

test("the preview's host answers previews only, and the application's host answers none", async () => {
  const { at } = await begin();
  for (const path of [
    "/",
    "/health",
    "/login",
    "/setup",
    "/projects",
    "/api/account/me",
    "/help/x",
    "/api/widget/config?key=x",
    "/s/short/0/",
  ]) {
    const response = await visit(path, { headers: { cookie: world.cookie } });
    expect([path, response.status, (await response.text()).includes("There is nothing here")]).toEqual([path, 404, true]);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
  expect((await visit("/login", { method: "POST", body: "x" })).status).toBe(405);
  for (const path of [`${at}/0/`, "/open/x"]) expect((await world.call(path)).status).toBe(404);
  expect(site.requests).toEqual([]);
});

test("no route of the product exists on the preview's host, whoever asks, and a preview's token opens none elsewhere", async () => {
  const { at } = await begin();
  const before = await world.rows("SELECT count(*) AS n FROM audit_log");
  let asked = 0;
  for (const { route } of world.registry.routes) {
    const path = route.path
      .replace(/:projectId/, world.projectId)
      .replace(/:\w+\??/g, "x")
      .replace("*", "x");
    const init = { method: route.method, ...(route.method === "GET" ? {} : { body: "{}" }) };
    const headers = { cookie: world.cookie, origin: PREVIEW, "content-type": "application/json" };
    const there = await visit(path, { ...init, headers });
    expect([route.name, there.status, await there.text()]).toEqual([
      route.name,
      route.method === "GET" ? 404 : 405,
      expect.stringContaining("<h1>"),
    ]);
    if (!path.startsWith("/api/")) continue;
    const token = {
      authorization: `Bearer ${at.slice(3)}`,
      cookie: `session=${at.slice(3)}`,
      "content-type": "application/json",
      origin: "http://localhost:8787",
    };
    const anonymous = await world.call(path, { ...init, headers: { "content-type": "application/json" } } as never);
    const here = await world.call(path, { ...init, headers: token } as never);
    expect([route.name, here.status]).toEqual([route.name, here.status === 401 ? 401 : anonymous.status]);
    asked += 1;
  }
  expect(asked).toBeGreaterThan(200);
  expect(await world.rows("SELECT count(*) AS n FROM audit_log")).toEqual(before);
  expect(site.requests).toEqual([]);
});

test("a code counts once, within a minute, and the token is another one", async () => {
  const { body: grant } = await create();
  const { url } = (await opened(grant.id)).body;
  const first = await visit(`${url}?path=/cart%3Fx%3D1`);
  expect([first.status, first.headers.get("location")?.replace(/^\/s\/[\w-]{43}/, "")]).toEqual([303, "/0/cart?x=1"]);
  expect(first.headers.get("location")).not.toContain(url.split("/").at(-1));
  expect(await shows(url)).toEqual([410, "This link was used already"]);
  const late = (await opened(grant.id)).body.url;
  world.clock.advance({ seconds: 61 });
  expect(await shows(late)).toEqual([410, "This link was used already"]);
  for (const path of ["//evil.example.test/", "https://evil.example.test/", "/\\evil.example.test"]) {
    const answer = await visit(`${(await opened(grant.id)).body.url}?path=${encodeURIComponent(path)}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(await answer.text()).toContain("This isn’t a page of the website");
  }
  const [row] = await world.rows<{ text: string }>(
    "SELECT group_concat(coalesce(code_hash, '') || coalesce(token_hash, '')) AS text FROM preview_sessions",
  );
  expect(row?.text).not.toContain(first.headers.get("location")?.slice(3, 46));
});

test("only those may open it who are named, with the role that they have at each request", async () => {
  const { body: mine } = await create({ opens: "admins" });
  expect((await opened(mine.id, operator.cookie)).status).toBe(404);
  expect((await world.as<{ items: PreviewGrant[] }>(grants(), {}, operator.cookie)).body.items.map(({ id }) => id)).not.toContain(mine.id);
  const { body: theirs } = await create({ opens: "named", members: [operator.id] });
  const refused = await opened(theirs.id);
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  const at = await session(theirs.id, operator.cookie);
  expect((await shows(`${at}/0/`))[0]).toBe(200);
  expect([(await listed(theirs.id))?.lastOpenedBy, (await listed(theirs.id))?.used]).toEqual(["Ola", 1]);
  await world.rows("UPDATE memberships SET role = 'admin' WHERE account_id = ?", operator.id);
  const asAdmin = await session(mine.id, operator.cookie);
  expect((await shows(`${asAdmin}/0/`))[0]).toBe(200);
  await world.rows("UPDATE memberships SET role = 'operator' WHERE account_id = ?", operator.id);
  expect(await shows(`${asAdmin}/0/`)).toEqual([403, "This preview has ended"]);
  expect((await shows(`${at}/0/`))[0]).toBe(200);
});

test("the limit is exact under 50 parallel requests at its edge, with one row written for each", async () => {
  const { grant, at } = await begin({ requestLimit: 20 });
  const logged = vi.spyOn(console, "debug").mockImplementation(() => undefined);
  await world.response(new Request(`${PREVIEW}${at}/0/logo.png`), { ...world.env, LOG_REQUESTS: "1" });
  const said = logged.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .find(({ route }) => route === "websitePreview");
  logged.mockRestore();
  expect([said?.["roundTrips"], said?.["rowsWritten"]]).toEqual([1, 1]);
  // Bounded by the grant, its project and the member, however many there are.
  expect([said?.["rowsRead"], Number(said?.["rowsRead"]) < 30]).toEqual([said?.["rowsRead"], true]);
  await world.rows("UPDATE preview_grants SET used = 0 WHERE id = ?", grant.id);
  site.requests.length = 0;
  const answers = await Promise.all(Array.from({ length: 50 }, () => visit(`${at}/0/logo.png`)));
  const statuses = answers.map(({ status }) => status);
  expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length]).toEqual([20, 30]);
  expect(site.requests.length).toBe(20);
  expect([(await listed(grant.id))?.used, (await listed(grant.id))?.state]).toEqual([20, "spent"]);
  expect((await opened(grant.id)).status).toBe(409);
});

test("revoking ends it at once, also a page that is under way", async () => {
  const { grant, at } = await begin();
  const response = await visit(`${at}/0/drip`);
  const reader = response.body?.getReader();
  await reader?.read();
  const before = Date.now();
  expect((await world.as(grants(`/${grant.id}`), { method: "DELETE" }, operator.cookie)).status).toBe(403);
  expect((await world.as(grants(`/${grant.id}`), { method: "DELETE" })).status).toBe(200);
  expect(await shows(`${at}/0/`)).toEqual([403, "This preview has ended"]);
  let text = "";
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    text += new TextDecoder().decode(next.value);
  }
  expect(Date.now() - before).toBeLessThan(3000);
  expect(text).toContain("This preview has ended");
  expect(site.ended).toBe(1);
  expect((await world.as(grants(`/${grant.id}`), { method: "DELETE" })).status).toBe(200);
  expect((await listed(grant.id))?.state).toBe("revoked");
  const audit = await world.rows<{ action: string }>(
    "SELECT action FROM audit_log WHERE action LIKE 'preview_grant.%' AND detail LIKE '%shop%' ORDER BY rowid DESC LIMIT 2",
  );
  expect(audit.map(({ action }) => action)).toEqual(["preview_grant.revoked", "preview_grant.created"]);
});

test("revoking ends a page while the website is silent", async () => {
  const { grant, at } = await begin();
  const response = await visit(`${at}/0/silent`);
  const text = response.text();
  const before = Date.now();
  expect((await world.as(grants(`/${grant.id}`), { method: "DELETE" })).status).toBe(200);
  expect(await text).toMatch(/Silent[\s\S]*This preview has ended/);
  expect(Date.now() - before).toBeLessThan(3000);
  expect(site.ended).toBe(1);
});

test("a website that drips is given twenty seconds", async () => {
  const { at } = await begin();
  const limit = vi.spyOn(AbortSignal, "timeout");
  // The long form waits as a person would.
  const isLong = process.env["LONG"] === "1";
  if (!isLong) limit.mockImplementation(() => sooner());
  const sooner = (): AbortSignal => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), 400);
    return controller.signal;
  };
  try {
    const before = Date.now();
    expect(await (await visit(`${at}/0/drip`)).text()).toContain("The website took too long");
    expect(limit).toHaveBeenCalledWith(20_000);
    expect(Date.now() - before).toBeLessThan(isLong ? 23_000 : 3000);
    if (!isLong)
      await expect((await visit(`${at}/0/drip.png`, { headers: { "sec-fetch-dest": "image" } })).arrayBuffer()).rejects.toThrow();
  } finally {
    limit.mockRestore();
  }
  expect(site.ended).toBe(isLong ? 1 : 2);
});

test("character references in attributes are read and written as a browser does", async () => {
  const { at } = await begin();
  const text = await (await visit(`${at}/0/references`)).text();
  for (const part of [
    `id="a" href="${at}/0/cart?x=1&amp;y=2"`,
    `id="b" href="${at}/away?to=${encodeURIComponent("https://evil.example.test/?a=1&b=2")}"`,
    `style="background:url(&quot;${at}/0/bg.png&quot;)">x`,
    `style="background:url(&quot;${at}/0/bg.png&quot;)">y`,
    `srcset="${at}/0/a.png?x=1&amp;copy=2 1x, ${at}/0/b.png 2x"`,
    `alt="Tom &amp; Co &lt;b&gt;"`,
    `href="${at}/0/style.css"`,
    `id="c">Script`,
    `id="d" href="${at}/0/x?y=%22onmouseover=alert(1)"`,
  ])
    expect(text).toContain(part);
});

test("a page with more elements or addresses than are looked at is cut off, or loads no more", async () => {
  const { at } = await begin();
  const before = Date.now();
  const dense = await (await visit(`${at}/0/dense`)).text();
  expect(dense).toContain("This is too large for a preview");
  expect(dense).not.toContain("Last");
  expect(dense.split("<a href=").length - 1).toBeLessThan(20_001);
  expect(await (await visit(`${at}/0/deep`)).text()).toContain("This is too large for a preview");
  const candidates = await (await visit(`${at}/0/dense-srcset`)).text();
  expect(candidates.split(" 1x").length - 1).toBeLessThan(30_001);
  expect(candidates).toContain("Last");
  expect(Date.now() - before).toBeLessThan(60_000);
});

test("an article that is chosen comes with the first page, and nothing else passes there", async () => {
  const { body: grant } = await create();
  const location = async (query: string): Promise<string | undefined> =>
    (await visit(`${(await opened(grant.id)).body.url}?${query}`)).headers.get("location")?.replace(/^\/s\/[\w-]{43}/, "");
  expect(await location("path=/cart&article=art_01jzzzzzzzzzzzzzzzzzzzzzzz")).toBe(
    "/0/cart#seed-desk-article=art_01jzzzzzzzzzzzzzzzzzzzzzzz",
  );
  for (const bad of ["x", "con_01jzzzzzzzzzzzzzzzzzzzzzzz", "<b>", ""])
    expect([bad, await location(`path=/cart%23y&article=${encodeURIComponent(bad)}`)]).toEqual([bad, "/0/cart#y"]);
});

test("a page leads through the preview, and what acts is taken out", async () => {
  const { at } = await begin();
  const response = await visit(`${at}/0/`, { headers: { cookie: "session=secret", authorization: "Basic x", "accept-language": "de-AT" } });
  const text = await response.text();
  expect(Object.fromEntries(site.requests[0]?.headers ?? [])).toEqual({
    accept: "text/html, application/xhtml+xml;q=0.9, */*;q=0.5",
    "accept-language": "de-AT",
    "user-agent": "SeedDesk/1.0",
  });
  for (const part of [
    `id="within" href="${at}/0/shop/cart?x=1#y"`,
    `id="other" href="${at}/away?to=https%3A%2F%2Fevil.example.test%2Fpath"`,
    `id="script">Script`,
    `href="mailto:a@b.example"`,
    `srcset="${at}/0/logo.png 1x, ${at}/1/logo2.png 2x"`,
    `id="foreign" alt=""`,
    `body{background:url("${at}/0/shop/pattern.png")} @import "${at}/0/shop/more.css";`,
    `background-image:url(&quot;${at}/0/bg.png&quot;)`,
    `<image href="${at}/0/logo.png"`,
    "Ein von der Website eingebetteter Frame wird in der Vorschau nicht angezeigt",
    "/widget-preview.js",
  ])
    expect(text).toContain(part);
  const within = text.replace(/away\?to=[^"]*/g, "").replace(/<script type="module"[^>]*>/, "");
  expect(within).not.toMatch(
    /evil\.example|onload|http-equiv|<base|<object|<embed|<iframe|window\.ran|target=|integrity|dns-prefetch|ping=|formaction|action=/i,
  );
});

test("with the website's scripts they stay, and their addresses lead through the preview", async () => {
  const { at } = await begin({ scripts: true });
  const text = await (await visit(`${at}/0/`)).text();
  expect(text).toContain(`<script src="${at}/0/shop/app.js">`);
  expect(text).toContain('window.ran = "inline"');
  expect(text.replace(/away\?to=[^"]*/g, "")).not.toContain("evil.example.test/x.js");
  expect((await visit(`${at}/0/app.js`)).status).toBe(200);
  const { at: without } = await begin();
  expect((await visit(`${without}/0/app.js`)).status).toBe(415);
  expect((await visit(`${at}/0/sw.js`, { headers: { "service-worker": "script" } })).status).toBe(415);
});

test("no header of the website passes but its type, and every answer has the preview's own policy", async () => {
  const { at } = await begin();
  const response = await visit(`${at}/0/headers`);
  const headers = Object.fromEntries(response.headers);
  expect(headers["content-security-policy"]).toMatch(/^sandbox allow-scripts; default-src 'none'; .*base-uri 'none'; frame-ancestors /);
  expect(headers["content-security-policy"]).not.toMatch(
    /allow-same-origin|allow-top|allow-popups|unsafe-eval|script-src[^;]*unsafe-inline/,
  );
  for (const name of Object.keys(HOSTILE_HEADERS)) {
    const own = {
      "content-security-policy": 1,
      "access-control-allow-origin": 1,
      "cross-origin-opener-policy": 1,
      "referrer-policy": 1,
      "strict-transport-security": 1,
      "permissions-policy": 1,
    };
    if (!(name in own)) expect([name, headers[name]]).toEqual([name, undefined]);
    else expect(headers[name]).not.toBe(HOSTILE_HEADERS[name as keyof typeof HOSTILE_HEADERS]);
  }
  for (const path of ["/", `${at}/0/nothing`, `${at}/away?to=x`, "/open/x"]) {
    const { headers: own } = await visit(path);
    expect([
      path,
      own.get("content-security-policy")?.startsWith("sandbox"),
      own.get("x-content-type-options"),
      own.get("referrer-policy"),
      own.get("cache-control"),
    ]).toEqual([...[path, true, "nosniff", "no-referrer", "no-store"]]);
  }
});

test("the widget of a preview reads the public help center of its project, and each reading counts", async () => {
  const { grant, at } = await begin();
  const closed = await visit(`${at}/help/home`);
  expect([closed.status, closed.headers.get("access-control-allow-origin")]).toEqual([404, "null"]);
  await openHelp(world);
  const id = await article(world, {
    title: "How to return a vase",
    content: "Send the vase back to us.",
    collectionId: await collection(world, "Orders"),
  });
  const draft = await article(world, { title: "A draft about a vase", content: "Return nothing.", publish: false });
  const home = await (await visit(`${at}/help/home?locale=en`)).json<{ articles: { articleId: string; title: string }[] }>();
  expect(home.articles.map(({ title }) => title)).toEqual(["How to return a vase"]);
  const found = await (await visit(`${at}/help/search?q=return&locale=en`)).json<{ items: unknown[] }>();
  expect(found.items.length).toBe(1);
  const shown = await visit(`${at}/help/articles/${id}`);
  expect([shown.status, shown.headers.get("content-security-policy")?.startsWith("sandbox")]).toEqual([200, true]);
  for (const path of [`articles/${draft}`, "articles/x", "articles/art_00000000000000000000000000", "search", "else", "../help/settings"])
    expect([path, (await visit(`${at}/help/${path}`)).status]).toEqual([path, 404]);
  expect((await listed(grant.id))?.used).toBe(10);
  expect(site.requests).toEqual([]);
});

test("style sheets lead through the preview; other types are refused", async () => {
  const { at } = await begin();
  const css = await (await visit(`${at}/0/style.css`, { headers: { "sec-fetch-dest": "style" } })).text();
  expect(css).toBe(
    `@import "${at}/0/more.css"; body{background:url("${at}/0/bg.png")} @font-face{src:url("${at}/1/a.woff2")} p{background:url("")}`,
  );
  expect(await shows(`${at}/0/file.pdf`)).toEqual([415, "This kind of file isn’t shown"]);
  expect(await shows(`${at}/0/zstd`)).toEqual([415, "This kind of file isn’t shown"]);
  expect((await visit(`${at}/0/missing.png`)).status).toBe(502);
  expect(await shows(`${at}/0/not-there`)).toEqual([404, "The shop has no such page"]);
  expect((await visit(`${at}/1/page`)).status).toBe(403);
  expect((await visit(`${at}/7/`)).status).toBe(404);
  expect((await visit(`${at}/0/logo.png`, { method: "HEAD" })).status).toBe(200);
});

test("pages in another charset, and broken ones, are read as browsers do", async () => {
  const { at } = await begin();
  for (const path of ["latin", "latin-meta", "utf-16"]) {
    const response = await visit(`${at}/0/${path}`);
    expect([response.headers.get("content-type"), (await response.text()).includes("ü")]).toEqual(["text/html; charset=utf-8", true]);
  }
  const marked = await (await visit(`${at}/0/utf-16`)).text();
  expect(marked).toContain(`href="${at}/0/cart"`);
  expect(marked).not.toContain("refresh");
  const malformed = await (await visit(`${at}/0/malformed`)).text();
  expect(malformed).toContain(`href="${at}/0/cart"`);
});

test("links of pictures lead to the page that says where to, and a picture is no page", async () => {
  const { at } = await begin();
  const page = await (await visit(`${at}/0/svg-links`)).text();
  expect(page).toContain(`xlink:href="${at}/away?to=`);
  expect(page).not.toContain("<set");
  expect(await shows(`${at}/0/refreshing.svg`)).toEqual([415, "This kind of file isn’t shown"]);
  expect((await visit(`${at}/0/refreshing.svg`, { headers: { "sec-fetch-dest": "image" } })).status).toBe(200);
});

test("pages are shown under the paths of the grant, whatever they are spelled like", async () => {
  const { at } = await begin({ paths: ["/shop"] });
  expect((await shows(`${at}/0/shop/`))[0]).toBe(200);
  site.requests.length = 0;
  for (const path of ["admin", "shopping", "shop/../admin", "shop/%2e%2e/admin", "shop/..%2fadmin", "shop%2f..%2fadmin", ""])
    expect([path, (await shows(`${at}/0/${path}`))[1]]).toEqual([path, "This page isn’t part of the preview"]);
  expect(site.requests).toEqual([]);
  // A page that pretends to be wanted as a picture.
  expect(await shows(`${at}/0/admin`, { headers: { "sec-fetch-dest": "image" } })).toEqual([403, "This page isn’t part of the preview"]);
  expect((await visit(`${at}/0/logo.png`, { headers: { "sec-fetch-dest": "image" } })).status).toBe(200);
});

test("redirects inwards are followed by nobody; one at the website five times", async () => {
  const { at } = await begin({ requestLimit: 2000 });
  const elsewhere = BAD_ADDRESSES.filter((address) => /^\w+:/.test(address) && URL.canParse(address) && address.length < 2000);
  expect(elsewhere.length).toBeGreaterThan(120);
  for (const address of [
    ...elsewhere,
    "http://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1:8787/",
    PREVIEW,
    "//evil.example.test",
  ]) {
    site.requests.length = 0;
    const response = await visit(`${at}/0/to?to=${encodeURIComponent(address)}`);
    const next = response.headers.get("location");
    expect([address, site.requests.map(({ url }) => new URL(url).origin)]).toEqual([address, [SITE]]);
    // A redirect may only stay within the session; what it then names is judged again.
    if (next !== null) {
      expect([address, next.startsWith(`${at}/0.1/`)]).toEqual([address, true]);
    } else expect([address, response.status >= 200 && (await response.text()).includes("<h1>")]).toEqual([address, true]);
  }
  let where = `${at}/0/loop`;
  for (let hops = 0; ; hops += 1) {
    const response = await visit(where);
    if (response.status !== 302) {
      expect([hops, response.status, (await response.text()).includes("redirects too often")]).toEqual([5, 502, true]);
      break;
    }
    where = response.headers.get("location") ?? "";
  }
});

test("no address of the list is connected to as a grant's site or files, nor through the path", async () => {
  const { at } = await begin({ requestLimit: 2000 });
  const tried = BAD_ADDRESSES.map(async (address) => {
    expect([address, (await create({ site: address })).status]).toEqual([address, 400]);
    expect([address, (await create({ fileOrigins: [address] })).status]).toEqual([address, 400]);
    for (const path of [address, `/${address.replace(/^\w+:\/*/, "")}`])
      await (await visit(`${at}/0/${path}`.replace(/[\r\n\t]/g, ""))).text().catch(() => "");
  });
  await Promise.all(tried);
  expect(site.requests.length).toBeGreaterThan(120);
  expect([...new Set(site.requests.map(({ url }) => new URL(url).origin))]).toEqual([SITE]);
});

test("a website that never ends is cut off by size, with a note on the page", async () => {
  const { at } = await begin();
  const text = await (await visit(`${at}/0/endless`)).text();
  expect(text).toContain("This is too large for a preview");
  expect(text.length).toBeLessThan(5_200_000);
  await expect((await visit(`${at}/0/endless.png`)).arrayBuffer()).rejects.toThrow();
  expect([site.ended, site.sent < 20_000_000]).toEqual([2, true]);
  expect(await shows(`${at}/0/claims-large`)).toEqual([502, "This is too large for a preview"]);
});

test("whoever leaves the team is named by no grant, and what they have open ends", async () => {
  const { body: theirs } = await create({ opens: "named", members: [operator.id] });
  const at = await session(theirs.id, operator.cookie);
  expect((await shows(`${at}/0/`))[0]).toBe(200);
  const removed = await world.as(`/api/management/projects/${world.projectId}/members/${operator.id}`, { method: "DELETE" });
  expect(removed.status).toBe(200);
  expect(await shows(`${at}/0/`)).toEqual([403, "This preview has ended"]);
  expect((await listed(theirs.id))?.members).toEqual([]);
  expect(await world.rows("SELECT 1 FROM preview_sessions WHERE account_id = ?", operator.id)).toEqual([]);
});

test("a website that moved, an expired grant, and a deleted project end it; old ones are removed", async () => {
  const { grant, at } = await begin({ validHours: 1 });
  await world.as(`/api/management/projects/${world.projectId}/widget`, {
    method: "PATCH",
    body: { websiteOrigin: "https://moved.example.test" },
  });
  expect(await shows(`${at}/0/`)).toEqual([403, "This preview has ended"]);
  expect((await listed(grant.id))?.state).toBe("moved");
  await world.as(`/api/management/projects/${world.projectId}/widget`, { method: "PATCH", body: { websiteOrigin: SITE } });
  expect((await shows(`${at}/0/`))[0]).toBe(200);
  world.clock.advance({ minutes: 61 });
  expect(await shows(`${at}/0/`)).toEqual([403, "This preview has ended"]);
  expect((await listed(grant.id))?.state).toBe("expired");
  expect(site.requests.length).toBe(1);
  await world.tick();
  // A day long it can say why it shows nothing.
  expect(await world.rows("SELECT 1 FROM preview_sessions WHERE grant_id = ?", grant.id)).toHaveLength(1);
  world.clock.advance({ days: 1 });
  await atRemoval();
  expect(await world.rows("SELECT 1 FROM preview_sessions WHERE grant_id = ?", grant.id)).toEqual([]);
  expect((await listed(grant.id))?.state).toBe("expired");
  world.clock.advance({ days: 31 });
  await atRemoval();
  expect(await world.rows("SELECT 1 FROM preview_grants WHERE id = ?", grant.id)).toEqual([]);
});

test("a session that has ended says why, also where a link leads, and so does whoever opens the preview again", async () => {
  const signed = await world.signIn();
  world.cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const ENDED = "This preview has ended";
  const refused = async (id: string): Promise<string> =>
    (await world.as<{ error: string }>(grants(`/${id}/open`), { body: {} })).body.error;
  const { grant, at } = await begin({ validHours: 24 });
  world.clock.advance({ hours: 9 });
  await world.tick();
  const over = [403, ENDED, "What you opened lasts eight hours. Open the preview again from Seed Desk."];
  expect([await why(`${at}/0/`), await why(`${at}/away?to=x`)]).toEqual([over, over]);
  // The preview itself lasts: it is opened anew, until its own time is over.
  const again = await session(grant.id);
  expect((await shows(`${again}/0/`))[0]).toBe(200);
  world.clock.advance({ hours: 16 });
  await world.tick();
  const expired = [403, ENDED, "Its time is over. Ask an owner or admin for another one, or choose another one in Seed Desk."];
  expect(await why(`${again}/0/`)).toEqual(expired);
  expect(await refused(grant.id)).toBe("This preview has expired. Ask an owner or admin for another one.");
  const revoked = await begin();
  await world.as(grants(`/${revoked.grant.id}`), { method: "DELETE" });
  expect(await why(`${revoked.at}/0/`)).toEqual([
    ...[403, ENDED, "An owner or admin revoked it. Ask them for another one, or choose another one in Seed Desk."],
  ]);
  expect(await refused(revoked.grant.id)).toBe("This preview was revoked. Ask an owner or admin for another one.");
  const spent = await begin({ requestLimit: 10 });
  await world.rows("UPDATE preview_grants SET used = 10 WHERE id = ?", spent.grant.id);
  expect(await why(`${spent.at}/0/`)).toEqual([429, "All requests of this preview are used", "Ask an owner or admin for another one."]);
  expect(await refused(spent.grant.id)).toBe("All requests of this preview are used. Ask an owner or admin for another one.");
  const moved = await begin();
  await world.rows("UPDATE projects SET website_origin = 'https://moved.example.test' WHERE id = ?", world.projectId);
  expect(await why(`${moved.at}/0/`)).toEqual([
    ...[403, ENDED, "The project has another website by now. Ask an owner or admin for a preview of that one."],
  ]);
  expect(await refused(moved.grant.id)).toContain("another website");
  await world.rows("UPDATE projects SET website_origin = ? WHERE id = ?", SITE, world.projectId);
  // Nothing is known of a token that never was one, and nobody learns more by guessing.
  expect((await why(`/s/${"x".repeat(43)}/0/`))[2]).toContain("It expired, was revoked, or you may no longer open it.");
  site.requests.length = 0;
});

test("deleting the project deletes its grants and ends what is open", async () => {
  const signed = await world.signIn();
  world.cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const { grant, at } = await begin();
  const answer = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(answer.status).toBeLessThan(300);
  expect(await shows(`${at}/0/`)).toEqual([403, "This preview has ended"]);
  expect(await world.rows("SELECT 1 FROM preview_grants WHERE project_id = ?", world.projectId)).toEqual([]);
  expect([grant.state, site.requests]).toEqual(["valid", []]);
});
