// Expiry of access: sessions, sign-in attempts, invitations, visitor sessions.
import { expect, test } from "vitest";
import { makeWorld, OWNER, type World } from "./world.ts";

const accountStatus = (world: World): Promise<number> => world.as("/api/account/me").then((answer) => answer.status);

test("a session ends seven days after its last use", async () => {
  const world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  world.clock.advance({ days: 6, hours: 23 });
  expect(await accountStatus(world)).toBe(200);
  world.clock.advance({ days: 6, hours: 23 });
  expect(await accountStatus(world)).toBe(200);
  world.clock.advance({ days: 7 });
  expect(await accountStatus(world)).toBe(401);
});

test("a page that names another account than that of the session is answered as if nobody were signed in", async () => {
  const world = await makeWorld();
  const [{ id } = {}] = await world.rows("SELECT id FROM accounts");
  const project = `/api/dashboard/projects/${world.projectId}/conversations?view=all`;
  for (const path of ["/api/account/me", project]) {
    expect((await world.as(path, { headers: { "x-account": String(id) } })).status, path).toBe(200);
    expect((await world.as(path, { headers: { "x-account": "acc_00000000000000000000000000" } })).status, path).toBe(401);
  }
});

test("a session ends thirty days after sign-in, however much it is used", async () => {
  const world = await makeWorld({ now: "2030-02-01T00:00:00Z" });
  for (let day = 0; day < 29; day += 1) {
    world.clock.advance({ days: 1 });
    expect(await accountStatus(world), `day ${day}`).toBe(200);
  }
  world.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
  expect(await accountStatus(world)).toBe(200);
  world.clock.advance({ seconds: 1 });
  expect(await accountStatus(world)).toBe(401);
  await world.tick();
  world.clock.advance({ seconds: 1 });
  await world.tick();
  expect(await world.rows("SELECT id FROM sessions WHERE expires_at < ?", world.clock.now())).toEqual([]);
});

test("the time of last use is written once in ten minutes, not at every request", async () => {
  const world = await makeWorld({ now: "2030-04-01T00:00:00Z" });
  const used = async (): Promise<unknown> => (await world.rows("SELECT max(last_used_at) AS at FROM sessions"))[0]?.["at"];
  const first = await used();
  world.clock.advance({ minutes: 10 });
  await accountStatus(world);
  expect(await used()).toBe(first);
  world.clock.advance({ seconds: 1 });
  await accountStatus(world);
  expect(await used()).toBe(world.clock.now());
});

test("after ten wrong passwords from one address nobody can sign in there until the quarter of an hour is over", async () => {
  const world = await makeWorld({ now: "2030-05-01T10:03:20.500Z" });
  const trySignIn = (password?: string, address = "203.0.113.7"): ReturnType<World["signIn"]> => world.signIn(OWNER, password, address);
  for (let i = 0; i < 10; i += 1) expect((await trySignIn("wrong wrong wrong")).status, `try ${i}`).toBe(401);
  const refused = await trySignIn();
  expect([refused.status, refused.body["code"], refused.body["limit"]]).toEqual([429, "rate_limited", "signInsPerPerson"]);
  // 10:15:00 less 10:03:20.5, rounded up to whole seconds.
  expect([refused.headers.get("retry-after"), refused.body["retryAfter"]]).toEqual(["700", 700]);
  // The person can sign in elsewhere, and others can sign in here.
  expect((await trySignIn(undefined, "203.0.113.8")).status).toBe(200);
  expect((await world.signIn("other@example.test", "wrong wrong wrong", "203.0.113.7")).status).toBe(401);
  world.clock.advance({ seconds: 699 });
  const last = await trySignIn();
  expect([last.status, last.headers.get("retry-after")]).toEqual([429, "1"]);
  world.clock.set("2030-05-01T10:15:00.000Z");
  expect((await trySignIn()).status).toBe(200);
});

test("a successful sign-in releases its own attempt, so that a busy office is not locked out", async () => {
  const world = await makeWorld({ now: "2030-05-02T10:00:00Z" });
  for (let i = 0; i < 15; i += 1) expect((await world.signIn(OWNER, undefined, "203.0.113.9")).status).toBe(200);
});

test("an IPv6 network counts as one address", async () => {
  const world = await makeWorld({ now: "2030-05-03T10:00:00Z" });
  for (let i = 0; i < 10; i += 1) expect((await world.signIn(OWNER, "wrong wrong wrong", `2001:db8:1:2::${i}`)).status).toBe(401);
  expect((await world.signIn(OWNER, undefined, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await world.signIn(OWNER, undefined, "2001:db8:1:3::1")).status).toBe(200);
});

test("an invitation works for seven days and once", async () => {
  const world = await makeWorld({ now: "2030-06-01T12:00:00Z" });
  const invite = async (): Promise<string> =>
    new URL(
      (
        await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
          body: { clientId: crypto.randomUUID(), role: "operator" },
        })
      ).body.link,
    ).pathname;
  const [late, good] = [await invite(), await invite()];
  const person = { name: "Mia", email: `mia-${crypto.randomUUID()}@example.test`, password: "correct horse battery" };
  world.clock.advance({ days: 3 });
  expect(await accountStatus(world)).toBe(200);
  world.clock.advance({ days: 3, hours: 23, minutes: 59, seconds: 59 });
  expect((await world.call(good)).status).toBe(200);
  expect((await world.call(good, { body: person })).status).toBe(200);
  expect((await world.call(good, { body: { ...person, email: `x-${person.email}` } })).status).toBe(404);
  world.clock.advance({ seconds: 1 });
  expect((await world.call(late)).status).toBe(404);
  expect((await world.call(late, { body: { ...person, email: `y-${person.email}` } })).status).toBe(404);
  expect((await world.as<{ items: unknown[] }>(`/api/management/projects/${world.projectId}/invitations`)).body.items).toEqual([]);
});

test("a visitor's session ends thirty days after its last use and is removed", async () => {
  const world = await makeWorld({ now: "2030-07-01T12:00:00Z" });
  const visitor = await world.visitor();
  const list = (): Promise<number> => visitor.call("/api/widget/conversations").then((a) => a.status);
  world.clock.advance({ days: 29 });
  expect(await list()).toBe(200);
  world.clock.advance({ days: 29 });
  expect(await list()).toBe(200);
  world.clock.advance({ days: 30, seconds: 1 });
  expect(await list()).toBe(401);
  await world.tick();
  expect(await world.rows("SELECT id FROM visitor_sessions WHERE contact_id = ?", visitor.contactId)).toEqual([]);
});
