// Attacks with a known password after the owner has chosen another: everything begun with the old one ends.
import type { Env } from "#kernel/module/index.ts";
import { expect, test } from "vitest";
import { ask, cookieOf, linkIn, type MailingWorld, mailingWorld, PASSWORD, person, someAddress } from "./accounts-kit.ts";

const NEW = "an entirely new one";
/** An environment that runs `act` right before the batch whose SQL contains `words`. */
function actBefore(env: Env, words: string, act: () => Promise<unknown>): Env {
  let [armed, met] = [true, false];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare")
        return (text: string) => {
          met ||= armed && text.includes(words);
          return target.prepare(text);
        };
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          if (armed && met) {
            armed = false;
            await act();
          }
          return await target.batch(statements);
        };
      return Reflect.get(target, name) as unknown;
    },
  });
  return { ...env, DB };
}
async function resetPassword(world: MailingWorld, address: string): Promise<void> {
  await ask(world, "/recover", address);
  const done = await world.call(linkIn(world.provider.to(address).at(-1)), { body: { password: NEW } });
  expect(done.status).toBe(200);
}
const requestChange = (world: MailingWorld, cookie: string, email: string, env = world.env) =>
  world.as("/api/account/address", { body: { email, password: PASSWORD }, env }, cookie);

test("a new password from the profile cancels a pending change of the address", async () => {
  const world = await mailingWorld({ now: "2036-01-01T12:00:00Z" });
  const me = await person(world);
  const thief = cookieOf(await world.signIn(me.address, PASSWORD));
  const theirs = someAddress();
  expect((await requestChange(world, thief, theirs)).status).toBe(202);
  const changed = await world.as("/api/account/password", { body: { current: PASSWORD, next: NEW } }, me.cookie);
  expect(changed.status).toBe(200);
  expect((await world.call(linkIn(world.provider.to(theirs)[0]), { body: {} })).status).toBe(404);
  expect((await world.signIn(me.address, NEW)).status).toBe(200);
});

test("a request that began with a replaced password has no effect", async () => {
  const world = await mailingWorld({ now: "2036-01-02T12:00:00Z" });
  const attempts: [string, (me: { address: string; cookie: string }, env: Env) => Promise<{ status: number }>][] = [
    ["INSERT INTO sessions", ({ address }, env) => world.call("/login", { body: { email: address, password: PASSWORD }, env })],
    [
      "UPDATE accounts SET password_hash",
      ({ cookie }, env) => world.as("/api/account/password", { body: { current: PASSWORD, next: "the choice of a thief" }, env }, cookie),
    ],
    ["INSERT INTO account_tokens", ({ cookie }, env) => requestChange(world, cookie, someAddress(), env)],
  ];
  for (const [words, attempt] of attempts) {
    const me = await person(world);
    let ran = false;
    const env = actBefore(world.env, words, async () => {
      ran = true;
      await resetPassword(world, me.address);
    });
    const { status } = await attempt(me, env);
    expect([words, ran, status === 401 || status === 403]).toEqual([words, true, true]);
    expect(await world.rows("SELECT count(*) AS n FROM sessions WHERE account_id = ?", me.id)).toEqual([{ n: 1 }]);
    expect(await world.rows("SELECT * FROM account_tokens WHERE account_id = ?", me.id)).toEqual([]);
    expect((await world.signIn(me.address, NEW)).status).toBe(200);
  }
});

test("a registration link creates no account once registration is closed", async () => {
  const world = await mailingWorld({ now: "2036-01-03T12:00:00Z" });
  const address = someAddress();
  await ask(world, "/register", address);
  const link = linkIn(world.provider.to(address)[0]);
  const env = { ...world.env, REGISTRATION_ENABLED: "false" };
  const closed = await world.call(link, { body: { name: "Pia", password: PASSWORD }, env });
  expect([closed.status, await world.rows("SELECT id FROM accounts WHERE email = ?", address)]).toEqual([403, []]);
  expect((await world.call(link, { body: { name: "Pia", password: PASSWORD } })).status).toBe(201);
});

test("of a change, a registration, and an invitation that race for one address exactly one gets it", async () => {
  const world = await mailingWorld({ now: "2036-01-04T12:00:00Z" });
  const [one, other, contested] = [await person(world), await person(world), someAddress()];
  await requestChange(world, one.cookie, contested);
  await requestChange(world, other.cookie, contested);
  await ask(world, "/register", contested);
  world.clock.advance({ hours: 1 });
  // The earlier links have expired; new ones, and an invitation.
  await requestChange(world, one.cookie, contested);
  await requestChange(world, other.cookie, contested);
  await world.as(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator", email: contested },
  });
  const links = world.provider.to(contested).slice(-3).map(linkIn);
  expect(links.map((link) => link.split("/")[1]).toSorted()).toEqual(["confirm", "confirm", "invite"]);
  const done = await Promise.all(
    links.map((link) => world.call(link, { body: link.startsWith("/invite/") ? { name: "Pia", password: PASSWORD } : {} })),
  );
  expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(done.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(await world.rows("SELECT count(*) AS n FROM accounts WHERE email = ?", contested)).toEqual([{ n: 1 }]);
});

test("a link to a former address of an account resets nothing, and an invitation to it admits nobody else", async () => {
  const world = await mailingWorld({ now: "2036-01-05T12:00:00Z" });
  const me = await person(world);
  await ask(world, "/recover", me.address);
  const recover = linkIn(world.provider.to(me.address).at(-1));
  await world.as(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator", email: me.address },
  });
  const invite = linkIn(world.provider.to(me.address).at(-1));
  const next = someAddress();
  await requestChange(world, me.cookie, next);
  expect((await world.call(linkIn(world.provider.to(next)[0]), { body: {}, headers: { cookie: me.cookie } })).status).toBe(200);
  expect((await world.call(recover, { body: { password: NEW } })).status).toBe(404);
  expect((await world.as(invite, { body: {} }, me.cookie)).status).toBe(403);
  expect((await world.signIn(next, PASSWORD)).status).toBeLessThan(400);
});

test("account links accept no form of another page, and no body that is not an object", async () => {
  const world = await mailingWorld({ now: "2036-01-06T12:00:00Z" });
  const me = await person(world);
  await ask(world, "/recover", me.address);
  const link = linkIn(world.provider.to(me.address).at(-1));
  const form = { raw: `password=${encodeURIComponent(NEW)}`, type: "application/x-www-form-urlencoded" };
  for (const origin of ["https://evil.example", "null", "http://localhost:8787.evil.example", "https://localhost:8787"])
    expect((await world.call(link, { raw: form.raw, headers: { "content-type": form.type, origin } })).status, origin).toBe(403);
  for (const body of [
    null,
    [],
    [{ password: NEW }],
    {},
    { password: [NEW] },
    { password: null },
    { password: NEW, email: "x@y.example" },
    "text",
  ])
    expect((await world.call(link, { body })).status, JSON.stringify(body)).toBe(400);
  expect((await world.call(link, { raw: form.raw, headers: { "content-type": "text/plain" } })).status).toBe(415);
  expect((await world.call(link, { raw: form.raw, headers: { "content-type": form.type } })).status).toBe(303);
});
