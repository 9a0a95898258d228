// Links in account mails: each works once, for an hour, for one address, and leads to the installation's own origin.
import { expect, test, vi } from "vitest";
import { APP, ask, cookieOf, linkIn, mailingWorld, PASSWORD, person, someAddress } from "./accounts-kit.ts";

const NOW = "2033-01-01T12:00:00Z";
const RIGHT: Record<string, object> = {
  "/register/": { name: "Pia", password: PASSWORD },
  "/recover/": { password: PASSWORD },
  "/confirm/": {},
  "/invite/": {},
};
const register = { name: "Pia", password: PASSWORD };

test("a person registers, signs in, and resets the password by mail", async () => {
  const world = await mailingWorld({ now: NOW });
  const address = someAddress();
  const asked = await ask(world, "/register", address);
  expect([asked.status, asked.body]).toMatchObject([202, { ok: true }]);
  const [mail] = world.provider.mails;
  expect(mail).toMatchObject({ to: address, subject: "Your registration", headers: { "Auto-Submitted": "auto-generated" } });
  const link = linkIn(mail);
  // Mail programs open links too, so opening one changes nothing.
  for (let i = 0; i < 3; i += 1) expect((await world.call(link)).status).toBe(200);
  const made = await world.call(link, { body: register });
  expect([made.status, made.body]).toMatchObject([201, { person: { email: address, name: "Pia" } }]);
  const cookie = cookieOf(made);
  expect((await world.as("/api/account/me", {}, cookie)).body).toMatchObject({ person: { email: address } });
  expect((await world.as("/api/account/address", {}, cookie)).body).toMatchObject({ confirmedAt: "2033-01-01T12:00:00.000Z" });
  expect((await world.call(link, { body: register })).status).toBe(404);
  expect((await world.call(link)).status).toBe(404);

  expect((await ask(world, "/recover", address)).status).toBe(202);
  const recover = linkIn(world.provider.mails[1]);
  expect((await world.call(recover, { body: { password: "short" } })).status).toBe(400);
  const reset = await world.call(recover, { body: { password: "an entirely new one" } });
  expect([reset.status, reset.body]).toMatchObject([200, { person: { email: address } }]);
  expect((await world.as("/api/account/me", {}, cookie)).status).toBe(401);
  expect((await world.as("/api/account/me", {}, cookieOf(reset))).status).toBe(200);
  expect((await world.signIn(address, PASSWORD)).status).toBe(401);
  expect((await world.signIn(address, "an entirely new one")).status).toBe(200);
  expect((await world.call(recover, { body: { password: "yet another new one" } })).status).toBe(404);
});

test("a link expires exactly an hour after its mail was sent", async () => {
  const world = await mailingWorld({ now: NOW });
  const { address } = await person(world);
  await ask(world, "/recover", address);
  const link = linkIn(world.provider.to(address).at(-1));
  world.clock.advance({ minutes: 59, seconds: 59.999 });
  expect((await world.call(link)).status).toBe(200);
  world.clock.advance({ seconds: 0.001 });
  expect((await world.call(link)).status).toBe(404);
  expect((await world.call(link, { body: { password: "an entirely new one" } })).status).toBe(404);
  expect((await world.signIn(address, PASSWORD)).status).toBe(200);
});

test("of many simultaneous uses of a link exactly one succeeds", async () => {
  const world = await mailingWorld({ now: NOW });
  const address = someAddress();
  await ask(world, "/register", address);
  const link = linkIn(world.provider.to(address)[0]);
  const made = await Promise.all(Array.from({ length: 20 }, () => world.call(link, { body: register })));
  expect(made.filter(({ status }) => status === 201).length).toBe(1);
  expect(made.every(({ status }) => status === 201 || status === 404 || status === 409)).toBe(true);
  expect(await world.rows("SELECT count(*) AS n FROM accounts WHERE email = ?", address)).toEqual([{ n: 1 }]);
  expect(
    await world.rows("SELECT count(*) AS n FROM sessions WHERE account_id = (SELECT id FROM accounts WHERE email = ?)", address),
  ).toEqual([{ n: 1 }]);

  await ask(world, "/recover", address);
  const recover = linkIn(world.provider.to(address)[1]);
  const reset = await Promise.all(
    Array.from({ length: 10 }, (_, i) => world.call(recover, { body: { password: `an entirely new one ${i}` } })),
  );
  expect(reset.filter(({ status }) => status === 200).length).toBe(1);
  const mine = reset.findIndex(({ status }) => status === 200);
  expect((await world.signIn(address, `an entirely new one ${mine}`)).status).toBe(200);
});

test("two requests for one address create one account", async () => {
  const world = await mailingWorld({ now: NOW });
  const address = someAddress();
  await ask(world, "/register", address);
  await ask(world, "/register", address);
  const links = world.provider.to(address).map(linkIn);
  const made = await Promise.all(links.map((link) => world.call(link, { body: register })));
  expect(made.map(({ status }) => status).sort()).not.toEqual([201, 201]);
  expect(made.filter(({ status }) => status === 201).length).toBe(1);
  expect(await world.rows("SELECT count(*) AS n FROM accounts WHERE email = ?", address)).toEqual([{ n: 1 }]);
});

test("an invalid token never matches, even while a request has none yet, and a link works only for its own kind", async () => {
  const world = await mailingWorld({ now: NOW });
  const { address } = await person(world);
  // Requested but not sent: the row has no hash yet.
  world.provider.trouble("busy");
  await ask(world, "/recover", address);
  for (const token of ["", "null", "undefined", "%00", "[]", "0".repeat(43), "%5B%5D", `${"A".repeat(43)}%00`, "..%2f..%2flogin"]) {
    for (const path of Object.keys(RIGHT)) {
      const got = await world.call(path + token);
      if (token !== "") expect([path + token, got.status]).toEqual([path + token, 404]);
      if (token !== "") expect((await world.call(path + token, { body: RIGHT[path] })).status).toBe(404);
    }
  }
  for (const password of [null, [], {}, "", 5]) {
    const broken = await world.call(`/recover/${"A".repeat(43)}`, { body: { password } });
    expect([400, 404]).toContain(broken.status);
  }
  await world.rows("UPDATE jobs SET due_at = 0 WHERE kind = 'email.system' AND state = 'queued'");
  await world.tick();
  const token = linkIn(world.provider.to(address).at(-1)).split("/").at(-1) ?? "";
  for (const path of ["/register/", "/confirm/", "/invite/"]) expect((await world.call(path + token)).status).toBe(404);
  expect((await world.call(`/recover/${token}`)).status).toBe(200);
  expect((await world.call(`/recover/${token.toLowerCase()}`)).status).toBe(404);
});

test("a request with a forged Host is answered 404, and links are made from APP_ORIGIN", async () => {
  const world = await mailingWorld({ now: NOW });
  const { address } = await person(world);
  const ask = (origin: string) =>
    world.response(
      new Request(`${origin}/recover`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
        body: JSON.stringify({ email: address }),
      }),
    );
  expect((await ask("http://evil.example")).status).toBe(404);
  expect(world.provider.to(address).at(-1)?.text ?? "").not.toContain("/recover/");
  expect((await ask(APP)).status).toBe(202);
  const mail = world.provider.to(address).at(-1);
  expect(mail?.text).toContain(`${APP}/recover/`);
  expect(JSON.stringify(mail)).not.toContain("evil");
});

test("no token is in a job, in a log line, or unhashed in a table", async () => {
  const lines: string[] = [];
  const spies = (["debug", "log", "info", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void lines.push(words.map(String).join(" "))),
  );
  const world = await mailingWorld({ now: NOW, vars: { LOG_REQUESTS: "1" } });
  const { address, cookie } = await person(world);
  world.provider.trouble("busy", "lost");
  await ask(world, "/recover", address);
  await ask(world, "/register", someAddress());
  await world.as("/api/account/address", { body: { email: someAddress(), password: PASSWORD } }, cookie);
  await world.as(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator", email: someAddress() },
  });
  await world.rows("UPDATE jobs SET due_at = 0 WHERE kind = 'email.system' AND state = 'queued'");
  await world.tick();
  for (const spy of spies) spy.mockRestore();
  const tokens = world.provider.mails.flatMap(({ text }) => [...text.matchAll(/\/([A-Za-z0-9_-]{43})$/gm)].map(([, token]) => token ?? ""));
  expect(tokens.length).toBeGreaterThanOrEqual(5);
  expect(lines.length).toBeGreaterThan(5);
  const tables = await world.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_%' ESCAPE '\\'",
  );
  let kept = "";
  for (const { name } of tables) kept += JSON.stringify(await world.rows(`SELECT * FROM "${name}"`));
  for (const token of tokens) {
    expect(kept.includes(token)).toBe(false);
    expect(lines.some((line) => line.includes(token))).toBe(false);
  }
  expect(
    (await world.rows<{ payload: string }>("SELECT payload FROM jobs WHERE kind = 'email.system'")).every(({ payload }) =>
      /^\{"systemMailId":"sym_\w{26}"\}$/.test(payload),
    ),
  ).toBe(true);
});
