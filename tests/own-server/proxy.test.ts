// An own server behind the documented proxy: limits count by the client address that the proxy reports, and ignore what a client claims.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { tooLarge } from "../../kernel/errors/index.ts";
import { MAX_FILE_BYTES } from "../../modules/files/contract.ts";
import { type Started, start } from "../support/start.ts";
import { NGINX, PROXIES, type Proxy } from "./proxies.ts";
import { ask, ORIGIN, socketUntil, visit } from "./through-proxy.ts";

const TOKEN = "a-setup-token-of-this-test-0123456789";
const SITE = "https://shop.example";
const PASSWORD = "correct horse battery";

test("nginx itself was tested", (t) => {
  t.skip(NGINX === undefined, "nginx is not installed here; only the stand-in ran");
  assert.ok(NGINX);
});

for (const kind of PROXIES) {
  describe(`through ${kind.name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "seed-desk-proxy-"));
    let desk: Started;
    let proxy: Proxy;
    let cookie = "";
    let project = "";
    let key = "";
    const asOwner = (path: string, json?: unknown): ReturnType<typeof ask> =>
      ask(proxy, path, { headers: { cookie }, ...(json === undefined ? {} : { json }) });

    beforeAll(async () => {
      const limits = JSON.stringify({ widgetSessionsPerIpHour: 2 });
      desk = await start(folder, { APP_ORIGIN: ORIGIN, SVC_SETUP_TOKEN: TOKEN, RATE_LIMITS: limits });
      proxy = await kind.start(desk.port, folder);
    });
    afterAll(async () => {
      await proxy?.stop();
      await desk?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test("setup asks for the token, whatever host the caller names", async () => {
      const setup = (setupToken: string) => ({ name: "Olga", email: "olga@example.test", password: PASSWORD, setupToken });
      // Asked directly: under another host only the machine's health is served.
      for (const [host, status] of [
        ["localhost", 404],
        ["127.0.0.1", 404],
        ["desk.example", 403],
      ] as const) {
        const direct = await ask({ port: desk.port, tls: false }, "/setup", { json: setup(""), headers: { host } });
        assert.equal(direct.status, status, `${host}: ${direct.text}`);
        assert.equal((await ask({ port: desk.port, tls: false }, "/health", { headers: { host } })).status, 200, host);
      }
      const forged = { "mf-original-url": `http://localhost:${desk.port}/setup`, "x-forwarded-proto": "http" };
      assert.equal((await ask(proxy, "/setup", { json: setup("wrong"), headers: forged })).status, 403);
      const made = await ask(proxy, "/setup", { json: setup(TOKEN) });
      assert.equal(made.status, 201, made.text);
      const set = made.headers["set-cookie"]?.[0] ?? "";
      assert.match(set, /^__Host-session=.*; HttpOnly; SameSite=Lax; Secure$/);
      cookie = set.split(";")[0] ?? "";
    });

    test("members work through the proxy, links use the public address, and a socket is live", async () => {
      const body = { clientId: randomUUID(), name: "Acme", websiteOrigin: SITE };
      const made = await asOwner("/api/account/projects", body);
      assert.equal(made.status, 201, made.text);
      project = (JSON.parse(made.text) as { project: { id: string } }).project.id;
      key = (JSON.parse((await asOwner(`/api/dashboard/projects/${project}/widget`)).text) as { key: string }).key;
      const invited = await asOwner(`/api/management/projects/${project}/invitations`, { clientId: randomUUID(), role: "operator" });
      assert.match((JSON.parse(invited.text) as { link: string }).link, /^https:\/\/desk\.example\//);
      const { ticket } = JSON.parse((await asOwner(`/api/dashboard/projects/${project}/socket-ticket`, {})).text) as { ticket: string };
      const frames = await socketUntil(proxy, `/api/dashboard/projects/${project}/socket`, ticket, "live");
      assert.equal(frames.at(-1)?.type, "live");
    });

    test("a client that claims another address each time still counts as one", async () => {
      const statuses: number[] = [];
      for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
        const forged = { "cf-connecting-ip": address, "x-forwarded-for": address, "x-real-ip": address };
        statuses.push((await visit(proxy, key, SITE, forged)).status);
      }
      assert.deepEqual(statuses, [201, 201, 429]);
      // Without the proxy the client's claim counts, which is why the port must stay on loopback.
      const direct = await visit({ port: desk.port, tls: false }, key, SITE, { "cf-connecting-ip": "203.0.113.9" });
      assert.equal(direct.status, 201);
    });

    test("a file above the limit is refused by the product's own error, every time", async () => {
      const raw = Buffer.alloc(MAX_FILE_BYTES + 1);
      const wanted = tooLarge(MAX_FILE_BYTES);
      for (let i = 0; i < 6; i++) {
        const sent = await ask(proxy, `/api/widget/files?name=big.bin&clientId=${randomUUID()}`, { raw, headers: { origin: SITE } });
        assert.equal(sent.status, 413, sent.text);
        assert.deepEqual(JSON.parse(sent.text), { error: wanted.message, code: wanted.code, ...wanted.details });
      }
    });

    test("a file of several megabytes passes; the runtime's internal paths and errors do not", async () => {
      const { token } = JSON.parse(
        (await visit({ port: desk.port, tls: false }, key, SITE, { "cf-connecting-ip": "203.0.113.10" })).text,
      ) as {
        token: string;
      };
      const headers = { origin: SITE, authorization: `Bearer ${token}` };
      const path = `/api/widget/files?name=big.bin&clientId=${randomUUID()}`;
      const sent = await ask(proxy, path, { raw: Buffer.alloc(3_000_000, 7), headers });
      assert.equal(sent.status, 201, sent.text);
      for (const path of [
        "/cdn-cgi/local/scheduled",
        "/cdn-cgi/local/email?from=a@b&to=c@d",
        "/cdn-cgi/local/platform-proxy",
        "/__cf_local/stream",
      ])
        assert.equal((await ask(proxy, path)).status, 404, path);
      // Nor directly with localhost as the host: a production server offers no test triggers.
      const direct = await ask({ port: desk.port, tls: false }, "/cdn-cgi/local/scheduled", {
        headers: { host: "localhost", origin: "http://localhost" },
      });
      assert.equal(direct.status, 404, direct.text);
      for (const words of [{ "mf-original-url": "http://localhost/health" }, { "mf-route-override": "other" }, { "mf-cf-blob": "{" }])
        assert.match((await ask(proxy, "/login", { headers: words })).text, /<h1>/, JSON.stringify(words));
    });
  });
}
