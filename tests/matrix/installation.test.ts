// An installation's variables on the emitted build: headers with and without MANAGEMENT_ORIGIN, access before the first owner, cookies by
// scheme, and invalid limits.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import type { Route } from "../../kernel/wire/route.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { call, Operator, PNG, Visitor } from "../support/desk.ts";
import { changes, Tables } from "../support/tables.ts";
import { rawRequest } from "./raw-http.ts";
import { declaredRoutes } from "./registry.ts";
import { addressOf, send, validRequest } from "./requests.ts";
import type { Things } from "./world.ts";

const TOKEN = "a setup token of more than 32 characters";
const APP = "https://desk.example.test";
const MANAGEMENT = "https://manage.example.test";
const PASSWORD = "correct horse battery";

async function withBuild(vars: Record<string, string>, run: (served: Served) => Promise<void>, state?: string): Promise<void> {
  const served = await serveBuild({
    tick: false,
    vars: { TEST_CHECK_REPLIES: "1", TEST_SCRYPT_LOG_N: "10", ...vars },
    ...(state === undefined ? {} : { state }),
  });
  try {
    await run(served);
  } finally {
    await served.stop();
  }
}
/** POSTs JSON with any Host header. */
function post(served: Served, path: string, body: unknown, headers: Record<string, string>) {
  const bytes = Buffer.from(JSON.stringify(body));
  return rawRequest(`${served.url}${path}`, {
    headers: { "content-type": "application/json", "content-length": String(bytes.byteLength), ...headers },
    chunks: [bytes],
  });
}
const get = (served: Served, path: string, headers: Record<string, string>) =>
  rawRequest(`${served.url}${path}`, { method: "GET", headers });
/** The public host of an installation with APP_ORIGIN. */
const NAMED = { host: "desk.example.test" };
const codeOf = (text: string): unknown => (JSON.parse(text) as { code: unknown }).code;

/** Checks the specified headers on every kind of answer, for a signed-in owner. */
async function checkHeaders(
  served: Served,
  cookie: string,
  expected: Readonly<Record<string, string | null>>,
  projectId: string,
  host: Record<string, string> = {},
): Promise<void> {
  const paths: readonly (readonly [string, number, Record<string, string>])[] = [
    ["/", 200, {}],
    ["/health", 200, {}],
    ["/setup", 409, {}],
    ["/login", 303, {}],
    ["/projects", 200, {}],
    [`/projects/${projectId}/inbox/all`, 200, {}],
    ["/invite/aaaaaaaaaaaaaaaaaaaaaaaa", 404, {}],
    ["/api/account/me", 200, {}],
    ["/api/account/projects", 200, {}],
    [`/api/dashboard/projects/${projectId}/conversations`, 200, {}],
    [`/api/dashboard/projects/${projectId}/conversations?view=x`, 400, {}],
    [`/api/dashboard/projects/${projectId}/socket`, 426, {}],
    ["/api/widget/config?key=pk_aaaaaaaaaaaaaaaaaaaaaaaa", 403, {}],
    ["/api/widget/conversations", 401, {}],
    ["/api/nothing", 404, {}],
    ["/api", 404, {}],
    ["/nothing", 404, {}],
    ["/nothing", 404, { accept: "text/html" }],
    ["/files/x", 404, {}],
    [`/files/fil_${"0".repeat(26)}`, 404, {}],
  ];
  for (const [path, status, more] of paths) {
    const answer = await get(served, path, { cookie, ...host, ...more });
    const headers = Object.fromEntries(
      answer.head
        .split("\r\n")
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
    );
    assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 200)}`);
    for (const [name, value] of Object.entries(expected)) assert.equal(headers[name] ?? null, value, `${path}: ${name}`);
    assert.match(headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/, path);
    assert.equal(headers["cache-control"], "no-store", path);
    const wantsHtml =
      more["accept"] === "text/html" ||
      !(path.startsWith("/api") || path.startsWith("/files") || path === "/health" || path === "/nothing");
    if (status >= 400 && !wantsHtml) assert.equal(typeof codeOf(answer.text), "string", path);
    else if (wantsHtml && status !== 303) assert.match(headers["content-type"] ?? "", /^text\/html/, path);
  }
  // Public help pages have their own policy, which allows framing.
  const help = await get(served, "/help/x", host);
  assert.equal(help.status, 404);
  assert.match(help.head, /\r\ncontent-security-policy: default-src 'none'; script-src '(?!.*frame-)/i);
  assert.doesNotMatch(help.head, /frame-ancestors|x-frame-options/i);
  // The widget's script is static and carries none of these (specification, Authentication 9).
  const script = await get(served, "/widget.js", host);
  assert.equal(script.status, 200);
  assert.match(script.head, /\r\ncontent-type: text\/javascript/i);
  for (const name of Object.keys(expected)) assert.doesNotMatch(script.head, new RegExp(`\r\n${name}:`, "i"), name);
  const [file = ""] = globSync("assets/index-*.js", { cwd: inRoot("dist/client") });
  const asset = await get(served, `/${file}`, host);
  assert.equal(asset.status, 200);
  assert.match(asset.head, /\r\ncache-control: public, max-age=31536000, immutable/i);
  assert.doesNotMatch(asset.head, /content-security-policy|x-frame-options/i);
}

test("a missing asset is not cached, and only the worker serves the page among the assets", async () => {
  await withBuild({}, async (served) => {
    for (const path of ["/assets/missed-by-a-deployment.js", "/w/engine-00000000.js", "/w/", "/assets", "/widget.js.map"]) {
      const answer = await get(served, path, {});
      assert.deepEqual([path, answer.status, codeOf(answer.text)], [path, 404, "not_found"]);
      assert.match(answer.head, /\r\ncache-control: no-store/i, path);
    }
    for (const path of [
      "/dashboard",
      "/dashboard/",
      "/dashboard/index.html",
      "/dashboard/index",
      "//dashboard/",
      "/%64ashboard/",
      "/x/../dashboard/",
    ]) {
      const answer = await get(served, path, {});
      assert.ok([307, 308, 404].includes(answer.status), `${path}: ${answer.status}`);
      if (answer.status === 404) assert.match(answer.head, /\r\ncontent-security-policy: frame-ancestors 'self'/i, path);
    }
  });
});

test("on loopback, setup is open under loopback hosts only, and headers name no management origin", async () => {
  await withBuild({}, async (served) => {
    const { port } = new URL(served.url);
    const person = { name: "Olga", email: "olga@example.test", password: PASSWORD };
    for (const host of ["desk.example.test", "localhost.evil.example", "127.0.0.1.evil.example", `10.0.0.1:${port}`, "xlocalhost"]) {
      const page = await get(served, "/setup", { host });
      assert.equal(page.status, 503, `${host}: ${page.text.slice(0, 300)}`);
      const made = await post(served, "/setup", person, { host });
      assert.deepEqual(
        [made.status, codeOf(made.text), (JSON.parse(made.text) as { variables: unknown }).variables],
        [503, "not_configured", ["SVC_SETUP_TOKEN"]],
        host,
      );
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.equal((await get(served, "/setup", { host })).status, 200, host);
    assert.equal((await call(`${served.url}/setup`, { body: { ...person, password: "seed desk 123" } })).status, 400);
    assert.equal((await call(`${served.url}/setup`, { body: person, headers: { origin: "https://evil.example" } })).status, 403);

    const owner = new Operator(served.url);
    assert.equal((await owner.setup()).status, 201);
    const { id } = await owner.project("Acme", "https://www.example.test");
    assert.match(owner.cookie, /^session=/);
    await checkHeaders(
      served,
      owner.cookie,
      {
        "content-security-policy": "frame-ancestors 'self'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "x-frame-options": "SAMEORIGIN",
        "strict-transport-security": null,
      },
      id,
    );
    // The same worker under a public host: https is assumed, and the plain cookie is not read.
    const outside = await post(served, "/login", { email: "owner@example.test", password: PASSWORD }, { host: "desk.example.test" });
    assert.match(outside.head, /\r\nset-cookie: __Host-session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure/i);
    assert.equal((await get(served, "/api/account/me", { host: "desk.example.test", cookie: owner.cookie })).status, 401);
    for (const host of [`localhost:${port}`, "desk.example.test"])
      assert.equal((await get(served, "/setup", { host })).status, 409, "closed for good");
    assert.equal(
      (
        await call(`${served.url}/login/local-owner`, {
          raw: "next=/",
          headers: { origin: served.url, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
        })
      ).status,
      404,
      "no local sign-in in a production build",
    );
  });
});

test("on a public origin: setup needs the token, the owner's address is configured, cookies are https, and headers name the management origin", async () => {
  await withBuild(
    { APP_ORIGIN: APP, MANAGEMENT_ORIGIN: MANAGEMENT, SVC_SETUP_TOKEN: TOKEN, SVC_SETUP_OWNER_EMAIL: "Owner@Example.test" },
    async (served) => {
      const person = { name: "Olga", email: "owner@example.test", password: PASSWORD };
      for (const host of ["desk.example.test", "desk.example.test:8443"]) {
        const page = await get(served, "/setup", { host });
        assert.deepEqual([page.status, page.text.includes("setupToken"), page.text.includes(TOKEN)], [200, true, false], host);
        for (const setupToken of ["", "wrong", TOKEN.slice(0, -1), `${TOKEN}x`, TOKEN.toUpperCase()]) {
          const refused = await post(served, "/setup", { ...person, setupToken }, { host, origin: APP });
          assert.deepEqual([refused.status, codeOf(refused.text)], [403, "forbidden"], `${host} ${setupToken}`);
        }
        assert.equal((await post(served, "/setup", person, { host, origin: APP })).status, 403, "no token");
        const other = await post(served, "/setup", { ...person, email: "other@example.test", setupToken: TOKEN }, { host, origin: APP });
        assert.equal(other.status, 403);
        assert.ok(!other.text.toLowerCase().includes("owner@example.test"), "says whose address it must be");
        for (const origin of [served.url, "http://desk.example.test", "https://desk.example.test:8443", "https://evil.example", "null"])
          assert.equal((await post(served, "/setup", { ...person, setupToken: TOKEN }, { host, origin })).status, 403, origin);
      }
      const made = await post(served, "/setup", { ...person, setupToken: TOKEN }, { ...NAMED, origin: APP });
      assert.equal(made.status, 201, made.text);
      const cookie =
        /\r\nset-cookie: (__Host-session=[^;]+); Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure\r\n/i.exec(
          `${made.head}\r\n`,
        )?.[1] ?? "";
      assert.notEqual(cookie, "", made.head);
      assert.equal((await get(served, "/api/account/me", { ...NAMED, cookie })).status, 200);
      assert.equal(
        (await get(served, "/api/account/me", { ...NAMED, cookie: cookie.replace("__Host-", "") })).status,
        401,
        "the plain cookie is of another scheme",
      );

      const created = await post(
        served,
        "/api/account/projects",
        { clientId: randomUUID(), name: "Acme" },
        { ...NAMED, cookie, origin: APP },
      );
      assert.equal(created.status, 201, created.text);
      const { id } = (JSON.parse(created.text) as { project: { id: string } }).project;
      assert.equal(
        (await post(served, "/api/account/projects", { clientId: randomUUID(), name: "Acme" }, { ...NAMED, cookie, origin: served.url }))
          .status,
        403,
        "the address of the request is not the application's origin",
      );
      const invited = await post(
        served,
        `/api/management/projects/${id}/invitations`,
        { clientId: randomUUID(), role: "operator" },
        { ...NAMED, cookie, origin: APP, "x-forwarded-host": "evil.example" },
      );
      assert.ok((JSON.parse(invited.text) as { link: string }).link.startsWith(`${APP}/invite/`), invited.text);
      const headers = {
        "content-security-policy": `frame-ancestors 'self' ${MANAGEMENT}`,
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "x-frame-options": null,
        "strict-transport-security": "max-age=31536000",
      };
      await checkHeaders(served, cookie, headers, id, NAMED);
      // Under any other host the application serves nothing to anybody; health probes use the machine's address.
      const { port } = new URL(served.url);
      for (const host of [
        `localhost:${port}`,
        `127.0.0.1:${port}`,
        "evil.example",
        "preview.example.test",
        "seed-desk.acme.workers.dev",
        "desk.example.test.",
        "manage.example.test",
      ]) {
        for (const path of [
          "/",
          "/setup",
          "/login",
          "/projects",
          "/api/account/me",
          `/api/dashboard/projects/${id}/conversations`,
          "/api/widget/config?key=pk_a",
          "/help/acme/en/",
          "/files/x",
        ]) {
          const answer = await get(served, path, { cookie, host });
          assert.deepEqual([host, path, answer.status, codeOf(answer.text)], [host, path, 404, "not_found"]);
          assert.match(answer.head, /\r\ncontent-security-policy: frame-ancestors 'self'/i);
        }
        assert.equal(
          (await post(served, "/login", { email: "owner@example.test", password: PASSWORD }, { host, origin: APP })).status,
          404,
        );
        const preflight = await rawRequest(`${served.url}/api/widget/sessions`, {
          method: "OPTIONS",
          headers: { host, origin: "https://x.example" },
        });
        assert.equal(preflight.status, 404);
        assert.equal((await get(served, "/health", { host })).status, 200, host);
      }
    },
  );
});

test("on a public origin without a token, setup stays closed under every host", async () => {
  await withBuild({ APP_ORIGIN: APP }, async (served) => {
    const { port } = new URL(served.url);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.equal((await get(served, "/setup", { host })).status, 404, host);
    for (const host of ["desk.example.test", "desk.example.test:443"]) {
      assert.equal((await get(served, "/setup", { host })).status, 503, host);
      const refused = await post(served, "/setup", { email: "olga@example.test", password: PASSWORD }, { host, origin: APP });
      assert.deepEqual([refused.status, codeOf(refused.text)], [503, "not_configured"], host);
    }
    assert.equal((await get(served, "/health", {})).status, 200);
    // There is no owner and no sign-in, but also no failure.
    assert.equal((await post(served, "/login", { email: "olga@example.test", password: PASSWORD }, { ...NAMED, origin: APP })).status, 401);
    assert.equal((await get(served, "/login", NAMED)).status, 303);
  });
});

test("invalid variables close setup and are named without their values", async () => {
  await withBuild(
    { APP_ORIGIN: APP, MANAGEMENT_ORIGIN: "https://manage.elsewhere.test", SVC_SETUP_TOKEN: "too short a token" },
    async (served) => {
      const refused = await post(
        served,
        "/setup",
        { email: "olga@example.test", password: PASSWORD, setupToken: "too short a token" },
        { ...NAMED, origin: APP },
      );
      assert.deepEqual([refused.status, codeOf(refused.text)], [503, "misconfigured"], refused.text);
      assert.deepEqual((JSON.parse(refused.text) as { variables: string[] }).variables.toSorted(), [
        "MANAGEMENT_ORIGIN",
        "SVC_SETUP_TOKEN",
      ]);
      assert.doesNotMatch(refused.text, /too short|elsewhere/);
      assert.equal((await get(served, "/setup", NAMED)).status, 503);
    },
  );
});

test("invalid limits close what they limit, and nothing else", async () => {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-limits-"));
  const site = "https://www.example.test";
  try {
    let owner = new Operator("");
    let visitor = new Visitor("", "", "");
    let things = {} as Things;
    await withBuild(
      {},
      async (served) => {
        owner = new Operator(served.url);
        await owner.setup();
        const project = await owner.project("Acme", site);
        visitor = new Visitor(served.url, project.key, site);
        await visitor.start();
        const opened = await visitor.open("hello");
        things = { projectId: project.id, key: project.key, conversationId: opened.body.conversation.id, revision: 1 } as Things;
      },
      state,
    );
    const limited: readonly Route[] = (await declaredRoutes()).filter((route) => route.limits.length > 0);
    assert.ok(limited.length >= 6);
    for (const value of ["not JSON", '{"messagesPerContactHour":0}', '{"unknownKey":5}']) {
      await withBuild(
        { RATE_LIMITS: value, AI_DAILY_CEILINGS: '{"spendUsdPerProject":-1}' },
        async (served) => {
          const tables = new Tables(state);
          const before = tables.dump();
          const member = new Operator(served.url, owner.cookie);
          const guest = new Visitor(served.url, things.key, site);
          guest.token = visitor.token;
          for (const route of limited) {
            const request = validRequest(route, things);
            const headers: Record<string, string> =
              route.who === "account"
                ? { origin: served.url, cookie: owner.cookie }
                : route.who === "anyone"
                  ? { origin: served.url }
                  : { origin: site, authorization: `Bearer ${guest.token}` };
            const answer = await send(`${served.url}${addressOf(route, things, request)}`, route.method, request, headers);
            assert.equal(answer.status, 503, `${route.name}: ${answer.text}`);
            const body = JSON.parse(answer.text) as Record<string, unknown>;
            assert.deepEqual(
              [body["code"], body["variables"], body["requestId"]],
              ["misconfigured", ["RATE_LIMITS"], answer.headers.get("x-request-id")],
              route.name,
            );
            assert.equal(changes(before, tables.dump()), "", route.name);
          }
          assert.equal((await call(`${served.url}/health`)).status, 200);
          assert.equal((await new Operator(served.url).login()).status, 200);
          assert.equal((await new Operator(served.url).login("owner@example.test", "wrong password")).status, 401);
          // Members are never limited, and existing data can be read.
          const path = `/api/dashboard/projects/${things.projectId}/conversations/${things.conversationId}`;
          assert.equal((await member.post(`${path}/notes`, { clientId: randomUUID(), content: "what is wrong here?" })).status, 201);
          assert.equal((await member.call(`${path}/files?name=a.png&clientId=${randomUUID()}`, { raw: PNG })).status, 201);
          assert.equal((await guest.call("/api/widget/conversations")).status, 200);
          tables.close();
        },
        state,
      );
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
});
