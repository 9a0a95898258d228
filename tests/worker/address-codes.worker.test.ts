// A visitor proves an address by a mailed code, and in no other way.
// The tests share one database, and with it the hourly mail limits of an address: each test has its own addresses.
import { afterEach, expect, test, vi } from "vitest";
import { LONG } from "./long.ts";
import { codeIn, visitorMailWorld, wrongCode } from "./visitor-mail-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { makeWorld } from "./world.ts";

afterEach(() => vi.unstubAllGlobals());

test("a code proves the address once, and an earlier claim is shown as unverified", async () => {
  const world = await visitorMailWorld();
  const visitor = await world.visitor();
  expect((await visitor.call("/api/widget/address")).body).toEqual({ address: null, state: "none" });
  expect(await world.ask(visitor, "Ada@Example.test")).toMatchObject({
    status: 202,
    body: { address: "ada@example.test", state: "waiting" },
  });
  const contact = () => world.rows("SELECT email, email_verified FROM contacts WHERE id = ?", visitor.contactId);
  expect(await contact()).toEqual([{ email: "ada@example.test", email_verified: 0 }]);
  expect(world.sent).toHaveLength(1);
  const code = codeIn(world.sent[0]);
  expect(world.sent[0]).toMatchObject({
    ...{ to: "ada@example.test", subject: "Your code for Acme", replyTo: undefined },
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  });
  const stored = JSON.stringify([
    await world.rows("SELECT * FROM address_codes"),
    await world.rows("SELECT * FROM jobs"),
    await world.rows("SELECT * FROM mail_deliveries"),
  ]);
  expect(stored).not.toContain(code);
  expect((await world.prove(visitor, wrongCode(code))).body).toMatchObject({ reason: "wrong" });
  expect(await world.prove(visitor, code)).toMatchObject({ status: 200, body: { address: "ada@example.test", state: "proved" } });
  expect(await contact()).toEqual([{ email: "ada@example.test", email_verified: 1 }]);
  // A code does not work later, and a proved address is neither asked for again nor replaced.
  expect(await world.prove(visitor, code)).toMatchObject({ status: 409, body: { reason: "used" } });
  expect((await world.ask(visitor, "other@example.test")).status).toBe(409);
  expect((await visitor.call("/api/widget/address")).body).toEqual({ address: "ada@example.test", state: "proved" });
});

test("a code ends after five wrong tries, after fifteen minutes, or with a newer code", async () => {
  const world = await visitorMailWorld();
  const visitor = await world.visitor();
  expect((await world.prove(visitor, "123456")).body).toMatchObject({ reason: "none" });
  await world.ask(visitor, "cleo@example.test");
  const first = codeIn(world.sent[0]);
  for (let i = 0; i < 5; i += 1) expect((await world.prove(visitor, wrongCode(first))).status).toBe(409);
  expect(await world.prove(visitor, first)).toMatchObject({ status: 409, body: { reason: "too_many" } });
  expect(await world.ask(visitor, "cleo@example.test")).toMatchObject({ status: 429 });
  world.clock.advance({ seconds: 61 });
  // The visitor claims another address: the first one's code does not prove it.
  expect((await world.ask(visitor, "cleo2@example.test")).status).toBe(202);
  const second = codeIn(world.sent[1]);
  expect((await world.prove(visitor, first)).body).toMatchObject({ reason: first === second ? undefined : "wrong" });
  world.clock.advance({ minutes: 15 });
  expect((await world.prove(visitor, second)).body).toMatchObject({ reason: "expired" });
  expect(await world.rows("SELECT email, email_verified FROM contacts WHERE id = ?", visitor.contactId)).toEqual([
    { email: "cleo2@example.test", email_verified: 0 },
  ]);
  expect((await world.prove(visitor, "12345x")).status).toBe(400);
  await world.later(1);
  expect(await world.rows("SELECT * FROM address_codes WHERE contact_id = ?", visitor.contactId)).toEqual([]);
});

test("a code works only for its visitor, and neither touches nor reveals another contact with the address", async () => {
  const world = await visitorMailWorld();
  const { visitor: owner } = await world.proved("dora@example.test");
  const eve = await world.visitor();
  expect(await world.ask(eve, "dora@example.test")).toMatchObject({
    status: 202,
    body: { address: "dora@example.test", state: "waiting" },
  });
  const code = codeIn(world.sent.at(-1));
  const other = await world.visitor();
  await world.ask(other, "eve@example.test");
  const own = codeIn(world.sent.at(-1));
  if (own !== code) expect((await world.prove(other, code)).status).toBe(409);
  expect((await world.prove(eve, code)).status).toBe(200);
  expect((await eve.call<{ items: unknown[] }>("/api/widget/conversations")).body.items).toEqual([]);
  expect((await owner.call<{ items: unknown[] }>("/api/widget/conversations")).body.items).toHaveLength(1);
  expect(
    await world.rows("SELECT id FROM contacts WHERE project_id = ? AND email = 'dora@example.test' ORDER BY id", world.projectId),
  ).toHaveLength(2);
});

const MANY = LONG ? 1000 : 12;
test(
  `${MANY} sessions that name one address cause three mails in an hour, with nothing that an attacker wrote`,
  { timeout: 600_000 },
  async () => {
    const world = await visitorMailWorld();
    const codes: number[] = [];
    for (let i = 0; i < MANY; i += 1) {
      const visitor = await world.visitor();
      const events = [
        { kind: "claim", name: "EvilName buy at evil.example" },
        { kind: "metadata", metadata: { plan: "EvilMetadata" } },
        { kind: "page", page: { url: "http://localhost:5999/EvilPage", title: "EvilTitle" } },
      ];
      await visitor.call("/api/widget/events", { body: { events } });
      const { body } = await visitor.open("EvilMessage");
      codes.push((await world.ask(visitor, "victim@example.test")).status);
      if (i < 5) await world.answer(body.conversation.id, "EvilAnswer quoted by somebody");
      if (i >= 3) expect(await world.rows("SELECT email FROM contacts WHERE id = ?", visitor.contactId)).toEqual([{ email: null }]);
    }
    expect(codes.filter((status) => status === 202)).toHaveLength(3);
    expect(new Set(codes.slice(3))).toEqual(new Set([429]));
    await world.later(11);
    await world.later(30);
    expect(world.sent).toHaveLength(3);
    // Missed replies that waited for the hour are mailed then, three at most, without any user's text.
    await world.later(30);
    await world.later(61);
    expect(world.sent.length).toBeLessThanOrEqual(6);
    expect(world.sent.length).toBeGreaterThan(3);
    for (const mail of world.sent) {
      expect(mail.whole).not.toMatch(/evil/i);
      expect(["Your code for Acme", "New reply from Acme"]).toContain(mail.subject);
      expect(mail.whole).not.toContain("#seed-desk=");
      expect(mail.replyTo).toBeUndefined();
    }
  },
);

test("a repeated call sends no second mail, and one visitor can write to a limited number of addresses", async () => {
  const world = await visitorMailWorld();
  const visitor = await world.visitor();
  const clientId = crypto.randomUUID();
  for (let i = 0; i < 2; i += 1) expect((await world.ask(visitor, "fay@example.test", clientId)).status).toBe(202);
  expect((await world.ask(visitor, "fay2@example.test", clientId)).status).toBe(409);
  expect(world.sent).toHaveLength(1);
  const statuses: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    world.clock.advance({ seconds: 61 });
    statuses.push((await world.ask(visitor, `stranger${i}@example.test`)).status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
});

test("without a provider the widget does not ask for an address and codes are refused by name; a project may turn them off", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const config = () => visitor.call<{ mail: boolean }>(`/api/widget/config?key=${world.key}`);
  expect((await config()).body.mail).toBe(false);
  const refused = await visitor.call("/api/widget/address", { body: { clientId: crypto.randomUUID(), email: "ida@example.test" } });
  expect(refused).toMatchObject({
    status: 503,
    body: { code: "not_configured", variables: ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"] },
  });
  const asking = await visitorMailWorld();
  const readConfig = async () => (await (await asking.visitor()).call<{ mail: boolean }>(`/api/widget/config?key=${asking.key}`)).body.mail;
  expect(await readConfig()).toBe(true);
  const settings = { sender: null, senderName: null, replyAddress: null, signature: "" };
  const path = `/api/management/projects/${asking.projectId}/email`;
  await asking.as(path, { method: "PUT", body: { ...settings, askAddress: false } });
  expect(await readConfig()).toBe(false);
  // Omitted settings are kept.
  const saved = await asking.as<{ settings: object }>(path, { method: "PUT", body: settings });
  expect(saved.body.settings).toMatchObject({ askAddress: false, mailUnseen: true });
});

test("a code that expires while waiting for the provider is not sent, and an erasure removes it", async () => {
  const world = await visitorMailWorld();
  const visitor = await world.visitor();
  world.fetched.mockImplementationOnce(async () => Response.json({ message: "busy" }, { status: 503 }));
  await world.ask(visitor, "gil@example.test");
  expect(world.sent).toHaveLength(0);
  await world.later(20);
  expect(world.sent).toHaveLength(0);
  expect(await world.rows("SELECT state FROM mail_deliveries WHERE contact_id = ?", visitor.contactId)).toEqual([{ state: "failed" }]);
  expect((await world.ask(visitor, "gil@example.test")).status).toBe(202);
  expect((await erase(world, visitor)).status).toBe(202);
  await tick(world);
  for (const table of ["address_codes", "return_tokens"])
    expect(await world.rows(`SELECT * FROM ${table} WHERE contact_id = ?`, visitor.contactId)).toEqual([]);
  expect((await world.prove(visitor, codeIn(world.sent.at(-1)))).status).toBe(401);
});
