// An account's address, and invitations by mail, which are bound to the address that the mail went to.
import { expect, test } from "vitest";
import { APP, cookieOf, linkIn, type MailingWorld, mailingWorld, PASSWORD, person, someAddress } from "./accounts-kit.ts";

interface Address {
  readonly email: string;
  readonly confirmedAt: string | null;
  readonly confirmation: { state: string; error: string | null } | null;
  readonly change: { email: string; mail: { state: string } | null } | null;
}
const address = async (world: MailingWorld, cookie: string) => (await world.as<Address>("/api/account/address", {}, cookie)).body;
const requestChange = (world: MailingWorld, cookie: string, email: string, password = PASSWORD) =>
  world.as<Address>("/api/account/address", { body: { email, password } }, cookie);

/** An account that joined by an invitation link passed on by hand: its address is not proved. */
async function joined(world: MailingWorld, email = someAddress(), projectId = world.projectId): Promise<{ email: string; cookie: string }> {
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const done = await world.call(new URL(body.link).pathname, { body: { name: "Jo", email, password: PASSWORD } });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return { email, cookie: cookieOf(done) };
}

test("an unproved address is confirmed by its link", async () => {
  const world = await mailingWorld({ now: "2035-01-01T12:00:00Z" });
  const { email, cookie } = await joined(world);
  expect(await address(world, cookie)).toMatchObject({ email, confirmedAt: null, confirmation: null, change: null, missing: [] });
  const asked = await world.as<Address>("/api/account/address/confirmation", { body: {} }, cookie);
  expect([asked.status, asked.body.confirmation]).toEqual([202, { state: "waiting", error: null }]);
  expect((await address(world, cookie)).confirmation).toEqual({ state: "sent", error: null });
  const link = linkIn(world.provider.to(email)[0]);
  expect((await world.call(link)).status).toBe(200);
  expect((await address(world, cookie)).confirmedAt).toBeNull();
  // Without a session, too: the link is the proof.
  const tries = await Promise.all(Array.from({ length: 10 }, () => world.call(link, { body: {} })));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  expect(await address(world, cookie)).toMatchObject({ confirmedAt: "2035-01-01T12:00:00.000Z", confirmation: null });
  expect((await world.as("/api/account/address/confirmation", { body: {} }, cookie)).status).toBe(409);
});

test("an account is told whether it is the installation's first owner", async () => {
  const world = await mailingWorld({ now: "2035-01-01T18:00:00Z" });
  const { cookie } = await joined(world);
  const isFirst = async (as?: string) => (await world.as<{ isFirstOwner: boolean }>("/api/account/me", {}, as)).body.isFirstOwner;
  expect([await isFirst(), await isFirst(cookie)]).toEqual([true, false]);
});

test("an account gets at most five mails about its address in an hour", async () => {
  const world = await mailingWorld({ now: "2035-01-02T12:00:00Z" });
  const { cookie } = await person(world);
  const answers = await Promise.all(Array.from({ length: 10 }, () => requestChange(world, cookie, someAddress())));
  expect(answers.filter(({ status }) => status === 202).length).toBe(5);
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ limit: "addressMailsPerAccountHour", retryAfter: 3600 });
});

test("a new address replaces the old one once it is proved, and ends the other sessions", async () => {
  const world = await mailingWorld({ now: "2035-01-03T12:00:00Z" });
  const me = await person(world);
  const elsewhere = cookieOf(await world.signIn(me.address, PASSWORD));
  const next = someAddress();
  expect((await requestChange(world, me.cookie, next, "not the password")).status).toBe(403);
  expect((await requestChange(world, me.cookie, me.address)).status).toBe(400);
  expect(world.provider.to(next)).toEqual([]);
  expect((await requestChange(world, me.cookie, next)).status).toBe(202);
  // The old address was proved, so it gets a notice, without a token and without the new address.
  const notice = world.provider.to(me.address).at(-1);
  expect(notice?.subject).toBe("Your email address is about to change");
  expect(notice?.text).not.toContain(next);
  expect(await address(world, me.cookie)).toMatchObject({ email: me.address, change: { email: next, mail: { state: "sent" } } });
  expect((await world.signIn(next, PASSWORD)).status).toBe(401);
  const link = linkIn(world.provider.to(next)[0]);
  const used = await world.as(link, { body: {} }, me.cookie);
  expect([used.status, used.body]).toEqual([200, { email: next }]);
  expect((await address(world, me.cookie)).email).toBe(next);
  expect((await world.as("/api/account/me", {}, elsewhere)).status).toBe(401);
  expect((await world.signIn(me.address, PASSWORD)).status).toBe(401);
  expect((await world.signIn(next, PASSWORD)).status).toBe(200);
  expect((await world.call(link, { body: {} })).status).toBe(404);
});

test("an unproved address gets no notice of a change", async () => {
  const world = await mailingWorld({ now: "2035-01-04T12:00:00Z" });
  const { email, cookie } = await joined(world);
  expect((await requestChange(world, cookie, someAddress())).status).toBe(202);
  expect(world.provider.to(email)).toEqual([]);
});

test("a taken address is answered like a free one, and its owner gets a notice", async () => {
  const world = await mailingWorld({ now: "2035-01-05T12:00:00Z" });
  const [me, other] = [await person(world), await person(world)];
  const free = await requestChange(world, me.cookie, someAddress());
  const taken = await requestChange(world, me.cookie, other.address);
  const shape = (body: Address) => JSON.stringify(body).replaceAll(/person[\w-]+@people\.example/g, "x");
  expect([taken.status, shape(taken.body)]).toEqual([free.status, shape(free.body)]);
  const notice = world.provider.to(other.address).at(-1);
  expect(notice?.text).toContain("Someone tried to use this address for their account");
  expect(notice?.text).not.toContain("/confirm/");
  expect((await address(world, me.cookie)).change?.mail?.state).toBe("sent");
});

test("an address taken by another account in the meantime stays with that account", async () => {
  const world = await mailingWorld({ now: "2035-01-06T12:00:00Z" });
  const me = await person(world);
  const next = someAddress();
  await requestChange(world, me.cookie, next);
  const link = linkIn(world.provider.to(next)[0]);
  await joined(world, next);
  expect((await world.call(link, { body: {} })).status).toBe(409);
  expect((await address(world, me.cookie)).email).toBe(me.address);
});

test("a change of address is withdrawn, replaced by the next one, and cancelled by a new password", async () => {
  const world = await mailingWorld({ now: "2035-01-07T12:00:00Z" });
  const me = await person(world);
  const [first, second, third] = [someAddress(), someAddress(), someAddress()];
  await requestChange(world, me.cookie, first);
  await requestChange(world, me.cookie, second);
  expect((await world.call(linkIn(world.provider.to(first)[0]))).status).toBe(404);
  expect((await world.as<Address>("/api/account/address/change", { method: "DELETE" }, me.cookie)).body.change).toBeNull();
  expect((await world.call(linkIn(world.provider.to(second)[0]), { body: {} })).status).toBe(404);
  await requestChange(world, me.cookie, third);
  world.clock.advance({ minutes: 11 });
  await world.call("/recover", { body: { email: me.address } });
  expect((await world.call(linkIn(world.provider.to(me.address).at(-1)), { body: { password: "an entirely new one" } })).status).toBe(200);
  expect((await world.call(linkIn(world.provider.to(third)[0]), { body: {} })).status).toBe(404);
});

test("a new password closes the other sessions' sockets", async () => {
  const world = await mailingWorld();
  const { email, cookie } = await joined(world);
  const path = `/api/dashboard/projects/${world.projectId}/socket`;
  const { body } = await world.as<{ ticket: string }>(`${path}-ticket`, { body: {} }, cookie);
  const live = await world.connect(path, body.ticket, APP);
  await live.until(({ type }) => type === "live");
  await world.call("/recover", { body: { email } });
  expect((await world.call(linkIn(world.provider.to(email)[0]), { body: { password: "an entirely new one" } })).status).toBe(200);
  await expect.poll(() => live.closed).toBeDefined();
});

interface Invitation {
  readonly id: string;
  readonly email: string | null;
  readonly mail: { state: string; error: string | null } | null;
}
const invitations = (world: MailingWorld) => `/api/management/projects/${world.projectId}/invitations`;
const invite = (world: MailingWorld, email: string, more: object = {}) =>
  world.as<{ invitation: Invitation; link: string | null; code?: string }>(invitations(world), {
    body: { clientId: crypto.randomUUID(), role: "operator", note: "secret words of the inviter", email, ...more },
  });
const list = async (world: MailingWorld) => (await world.as<{ items: Invitation[]; missing: string[] }>(invitations(world))).body;

test("an invitation by mail creates an account with its address, confirmed, and nobody else sees the link", async () => {
  const world = await mailingWorld({ now: "2035-01-08T12:00:00Z" });
  const email = someAddress();
  const clientId = crypto.randomUUID();
  const made = await invite(world, email, { clientId });
  expect([made.status, made.body]).toMatchObject([201, { link: null, invitation: { email, mail: { state: "waiting" } } }]);
  expect((await invite(world, email, { clientId })).status).toBe(200);
  expect((await invite(world, someAddress(), { clientId })).status).toBe(409);
  expect((await list(world)).items).toMatchObject([{ email, mail: { state: "sent", error: null } }]);
  const [mail] = world.provider.mails;
  expect([world.provider.mails.length, mail?.to, mail?.subject]).toEqual([1, email, "An invitation"]);
  expect(mail?.text).toContain("\u201cAcme\u201d");
  expect(JSON.stringify(mail)).not.toContain("secret words");
  const link = linkIn(mail);
  expect(String((await world.call<string>(link)).body)).toContain(email);
  expect((await world.call(link, { body: { name: "Ina", email: someAddress(), password: PASSWORD } })).status).toBe(400);
  const tries = await Promise.all(Array.from({ length: 10 }, () => world.call(link, { body: { name: "Ina", password: PASSWORD } })));
  expect(tries.filter(({ status }) => status === 200).length).toBe(1);
  const cookie = cookieOf(tries.find(({ status }) => status === 200) as (typeof tries)[number]);
  expect(await address(world, cookie)).toMatchObject({ email, confirmedAt: "2035-01-08T12:00:00.000Z" });
});

test("an invitation by mail can be accepted only by the account with its address", async () => {
  const world = await mailingWorld({ now: "2035-01-09T12:00:00Z" });
  const elsewhere = await world.as<{ project: { id: string } }>("/api/account/projects", {
    body: { clientId: crypto.randomUUID(), name: "Elsewhere" },
  });
  const right = await joined(world, someAddress(), elsewhere.body.project.id);
  const wrong = await person(world);
  await invite(world, right.email);
  const link = linkIn(world.provider.to(right.email).at(-1));
  const refused = await world.as<{ error: string }>(link, { body: {} }, wrong.cookie);
  expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("another address")]);
  expect((await world.as(link, {}, wrong.cookie)).status).toBe(403);
  expect(String((await world.call<string>(link)).body)).toContain("already exists");
  expect((await world.call(link, { body: { name: "Other", password: PASSWORD } })).status).toBe(409);
  expect((await world.as(link, { body: {} }, right.cookie)).status).toBe(200);
  expect(await address(world, right.cookie)).toMatchObject({ confirmedAt: "2035-01-09T12:00:00.000Z" });
});

test("a failed invitation mail is shown and sent again with a new link that replaces the old; after withdrawal no link works", async () => {
  const world = await mailingWorld({ now: "2035-01-10T12:00:00Z" });
  const email = someAddress();
  world.provider.trouble("refused");
  const { id } = (await invite(world, email)).body.invitation;
  expect((await list(world)).items[0]?.mail).toMatchObject({ state: "failed", error: expect.stringContaining("422") });
  const sendAgain = () => world.as<{ invitation: Invitation; code?: string }>(`${invitations(world)}/${id}/mail`, { body: {} });
  expect((await sendAgain()).status).toBe(202);
  const first = linkIn(world.provider.to(email)[0]);
  await world.rows("UPDATE system_mails SET state = 'sending' WHERE subject_id = ?", id);
  expect((await sendAgain()).status).toBe(409);
  await world.rows("UPDATE system_mails SET state = 'sent' WHERE subject_id = ?", id);
  expect((await sendAgain()).status).toBe(202);
  const second = linkIn(world.provider.to(email)[1]);
  expect([(await world.call(first)).status, (await world.call(second)).status]).toEqual([404, 200]);
  expect((await world.as(`${invitations(world)}/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await world.call(second)).status).toBe(404);
  expect((await sendAgain()).status).toBe(404);
});

test("a project sends at most fifty invitation mails a day, and without mail the invitation link still works", async () => {
  const world = await mailingWorld({ now: "2035-01-11T12:00:00Z" });
  const answers = await Promise.all(Array.from({ length: 55 }, () => invite(world, someAddress())));
  expect(answers.filter(({ status }) => status === 201).length).toBe(50);
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ limit: "invitationMailsPerProjectDay", retryAfter: 43_200 });
  const env = { ...world.env, EMAIL_API_KEY: undefined } as unknown as typeof world.env;
  const body = { clientId: crypto.randomUUID(), role: "operator" };
  expect(await world.as(invitations(world), { body: { ...body, email: someAddress() }, env })).toMatchObject({
    status: 503,
    body: { code: "not_configured", variables: ["EMAIL_API_KEY"] },
  });
  expect(await world.as(invitations(world), { body, env })).toMatchObject({
    status: 201,
    body: { link: expect.stringContaining("/invite/") },
  });
});
