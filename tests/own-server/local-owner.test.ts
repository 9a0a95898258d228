// The local owner's sign-in under the real `pnpm dev` (specification, Authentication 5), with its variable in the shell or in .dev.vars.
import assert from "node:assert/strict";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, test } from "vitest";
import { call, Operator } from "../support/desk.ts";
import { copyForDev, startDev } from "../support/dev.ts";
import { rawRequest } from "../matrix/raw-http.ts";

const checkout = copyForDev();
afterAll(() => rmSync(checkout, { recursive: true, force: true }));
const FLAG = { SVC_LOCAL_OWNER_LOGIN: "1" };
const FORM = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

/** What a browser posts from the self-submitting page. */
const signIn = (url: string, headers: Record<string, string> = {}, next = "/projects") =>
  call<string>(`${url}/login/local-owner`, { raw: `next=${encodeURIComponent(next)}`, headers: { ...FORM, origin: url, ...headers } });
const isSelfSubmitting = (body: unknown): boolean => String(body).includes('action="/login/local-owner"');

/** Makes exactly the accounts with these addresses active owners. */
function setActiveOwners(...emails: string[]): void {
  const [file = ""] = globSync(join(checkout, ".wrangler/state/v3/d1/*/*.sqlite")).filter((name) => !name.includes("metadata"));
  const db = new DatabaseSync(file);
  db.exec("PRAGMA busy_timeout = 5000");
  db.prepare("UPDATE accounts SET disabled_at = CASE WHEN email IN (SELECT value FROM json_each(?)) THEN NULL ELSE 1 END").run(
    JSON.stringify(emails),
  );
  db.close();
}

test("with the variable in the shell, opening the dashboard signs the single owner in, and nobody else", async () => {
  const { url, stop } = await startDev(checkout, { shell: FLAG });
  try {
    assert.equal((await call(`${url}/login`)).headers.get("location"), "/setup", "nobody to sign in: setup applies");
    const refusedEarly = await signIn(url);
    assert.deepEqual([refusedEarly.status, refusedEarly.headers.get("location")], [303, "/login?manual=1"], "no owner is made");

    const owner = new Operator(url);
    assert.equal((await owner.setup()).status, 201);
    const { id } = await owner.project("Harbour", "http://localhost:5999");

    // Without a session: both addresses lead to the self-submitting page, and that to a session.
    const opened = await call(`${url}/projects`);
    assert.deepEqual([opened.status, opened.headers.get("location")], [303, "/login?next=%2Fprojects"]);
    const page = await call(`${url}/login?next=%2Fprojects`);
    assert.ok(page.status === 200 && isSelfSubmitting(page.body), String(page.body));
    const made = await signIn(url);
    assert.deepEqual([made.status, made.headers.get("location")], [303, `/projects/${id}`], "the only project is opened");
    const cookie = made.headers.get("set-cookie") ?? "";
    assert.match(cookie, /^session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const signed = new Operator(url, cookie.split(";")[0]);
    const me = await signed.call<{ person: { email: string } }>("/api/account/me");
    assert.equal(me.body.person.email, "owner@example.test");
    assert.equal((await signed.call("/projects")).status, 200);
    // An ordinary, listed session; opening the page again creates no second one.
    const list = await signed.call<{ items: unknown[] }>("/api/account/sessions");
    assert.equal(list.body.items.length, 2);
    assert.deepEqual(
      [(await signed.call("/login")).status, (await signed.call("/login")).headers.get("location")],
      [303, `/projects/${id}`],
    );

    // The password still works, and the ordinary form is available.
    assert.equal((await new Operator(url).login()).status, 200);
    assert.ok(!isSelfSubmitting((await call(`${url}/login?manual=1`)).body));

    // Signing out ends this session and returns to the page that signs in.
    const out = await signed.call("/logout", { raw: "", headers: { "content-type": "application/x-www-form-urlencoded" } });
    assert.deepEqual([out.status, out.headers.get("location")], [303, "/login"]);
    assert.ok(isSelfSubmitting((await call(`${url}/login`)).body));

    // Only a browser's post from a page of this very origin on this computer is accepted.
    const port = new URL(url).port;
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: `http://localhost:${port}` },
      { origin: "null" },
      { origin: "" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "" },
      { "x-forwarded-for": "203.0.113.7" },
      { "cf-connecting-ip": "203.0.113.7" },
    ] as Record<string, string>[]) {
      const refused = await signIn(url, headers);
      assert.deepEqual([refused.status, refused.headers.get("set-cookie")], [403, null], JSON.stringify(headers));
    }
    const elsewhere = await rawRequest(`${url}/login/local-owner`, {
      headers: { ...FORM, host: "desk.example", origin: "http://desk.example", "content-length": "0" },
    });
    assert.equal(elsewhere.status, 403, "a host that is not loopback");
    assert.equal((await call(`${url}/login/local-owner`)).status, 404, "opening an address signs nobody in");
    assert.equal((await signIn(url, {}, "https://evil.example")).headers.get("location"), `/projects/${id}`);

    // With no owner, or several: the ordinary form.
    await owner.invite(id, "operator", "ota@example.test");
    assert.ok(isSelfSubmitting((await call(`${url}/login`)).body), "an operator is no owner");
    await owner.invite(id, "owner", "second@example.test");
    for (const active of [["owner@example.test", "second@example.test"], []]) {
      setActiveOwners(...active);
      assert.ok(!isSelfSubmitting((await call(`${url}/login`)).body), `${active.length} active owners`);
      const none = await signIn(url);
      assert.deepEqual([none.headers.get("location"), none.headers.get("set-cookie")], ["/login?manual=1", null]);
    }
    setActiveOwners("second@example.test");
    const other = new Operator(url, ((await signIn(url)).headers.get("set-cookie") ?? "").split(";")[0]);
    assert.equal((await other.call<{ person: { email: string } }>("/api/account/me")).body.person.email, "second@example.test");
  } finally {
    await stop();
  }
});

/** Starting the development server takes seconds; LONG=1 tries every way. */
const WAYS = [
  { set: { file: FLAG }, on: true },
  ...(process.env["LONG"] === undefined
    ? []
    : [
        { set: {}, on: false },
        { set: { shell: { SVC_LOCAL_OWNER_LOGIN: "true" } }, on: false },
        { set: { shell: FLAG, file: { APP_ORIGIN: "http://localhost:5173" } }, on: false },
      ]),
];
test("the variable in .dev.vars works the same; without it, or with another value, there is no such sign-in", async () => {
  setActiveOwners("owner@example.test");
  for (const { set, on } of WAYS) {
    const { url, stop } = await startDev(checkout, set);
    try {
      assert.equal(isSelfSubmitting((await call(`${url}/login`)).body), on, JSON.stringify(set));
      assert.equal((await signIn(url)).status, on ? 303 : 403);
    } finally {
      await stop();
    }
  }
});
