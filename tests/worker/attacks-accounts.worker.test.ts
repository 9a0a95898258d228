// Somebody who knows a password, against its owner who has just chosen another: whatever was under way with the old one ends.
import type { Env } from "#kernel/module/index.ts";
import { expect, test } from "vitest";
import { ask, cookieOf, linkIn, type MailingWorld, mailingWorld, PASSWORD, person, someAddress } from "./accounts-kit.ts";

const NEW = "an entirely new one";
/** An environment in which something happens right before the batch that holds the words. */
function before(env: Env, words: string, act: () => Promise<unknown>): Env {
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
async function resets(world: MailingWorld, address: string): Promise<void> {
  await ask(world, "/recover", address);
  const done = await world.call(linkIn(world.outside.to(address).at(-1)), { body: { password: NEW } });
  expect(done.status).toBe(200);
}
const change = (world: MailingWorld, cookie: string, email: string, env = world.env) =>
  world.as("/api/account/address", { body: { email, password: PASSWORD }, env }, cookie);

test("a new password from the profile takes a change of the address back", async () => {
  const world = await mailingWorld({ now: "2036-01-01T12:00:00Z" });
  const me = await person(world);
  const thief = cookieOf(await world.signIn(me.address, PASSWORD));
  const theirs = someAddress();
  expect((await change(world, thief, theirs)).status).toBe(202);
  const changed = await world.as("/api/account/password", { body: { current: PASSWORD, next: NEW } }, me.cookie);
  expect(changed.status).toBe(200);
  expect((await world.call(linkIn(world.outside.to(theirs)[0]), { body: {} })).status).toBe(404);
  expect((await world.signIn(me.address, NEW)).status).toBe(200);
});

test("what began with a password that was replaced meanwhile does nothing", async () => {
  const world = await mailingWorld({ now: "2036-01-02T12:00:00Z" });
  const attempts: [string, (me: { address: string; cookie: string }, env: Env) => Promise<{ status: number }>][] = [
    ["INSERT INTO sessions", ({ address }, env) => world.call("/login", { body: { email: address, password: PASSWORD }, env })],
    [
      "UPDATE accounts SET password_hash",
      ({ cookie }, env) => world.as("/api/account/password", { body: { current: PASSWORD, next: "the choice of a thief" }, env }, cookie),
    ],
    ["INSERT INTO account_tokens", ({ cookie }, env) => change(world, cookie, someAddress(), env)],
  ];
  for (const [words, attempt] of attempts) {
    const me = await person(world);
    let ran = false;
    const env = before(world.env, words, async () => {
      ran = true;
      await resets(world, me.address);
    });
    const { status } = await attempt(me, env);
    expect([words, ran, status === 401 || status === 403]).toEqual([words, true, true]);
    expect(await world.rows("SELECT count(*) AS n FROM sessions WHERE account_id = ?", me.id)).toEqual([{ n: 1 }]);
    expect(await world.rows("SELECT * FROM account_tokens WHERE account_id = ?", me.id)).toEqual([]);
    expect((await world.signIn(me.address, NEW)).status).toBe(200);
  }
});
