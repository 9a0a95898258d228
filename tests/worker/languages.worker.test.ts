// In which language the worker answers and writes: the request's, or that of whoever a mail goes to.
import { expect, test } from "vitest";
import { ask, type MailingWorld, mailingWorld, person, someAddress } from "./accounts-kit.ts";
import { notificationWorld } from "./notifications-kit.ts";

const GERMAN = { "accept-language": "de-AT,en;q=0.5" };
const choose = (world: Pick<MailingWorld, "as">, language: string | null, cookie?: string) =>
  world.as("/api/account/language", { method: "PUT", body: { language } }, cookie);

test("a refusal and a page come in the language of the cookie, else in the one that the browser asks for", async () => {
  const world = await mailingWorld();
  const refused = async (headers: Record<string, string>) =>
    (await world.call<{ error: string }>("/api/account/me", { headers })).body.error;
  expect(await refused({})).toBe("Sign in first.");
  expect(await refused(GERMAN)).toBe("Melden Sie sich zuerst an.");
  expect(await refused({ ...GERMAN, cookie: "language=en" })).toBe("Sign in first.");
  expect(await refused({ "accept-language": "fr, ar;q=0.2, de;q=0.1" })).toMatch(/\p{Script=Arabic}/u);
  expect(await refused({ ...GERMAN, cookie: "language=xx" })).toBe("Melden Sie sich zuerst an.");
  // Requests at the same time keep theirs apart.
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => refused(i % 2 === 0 ? GERMAN : {})));
  expect(new Set(answers.filter((_, i) => i % 2 === 0))).toEqual(new Set(["Melden Sie sich zuerst an."]));
  expect(new Set(answers.filter((_, i) => i % 2 === 1))).toEqual(new Set(["Sign in first."]));
});

test("a language is chosen for oneself alone, and any other is refused", async () => {
  const world = await mailingWorld();
  const [pia, jo] = [await person(world), await person(world)];
  const chosen = await choose(world, "ar", pia.cookie);
  expect(chosen.status).toBe(200);
  expect(chosen.headers.get("set-cookie")).toMatch(/^language=ar; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax/);
  const languageOf = async (cookie: string) => (await world.as<{ language: string | null }>("/api/account/me", {}, cookie)).body.language;
  expect([await languageOf(pia.cookie), await languageOf(jo.cookie)]).toEqual(["ar", null]);
  expect((await choose(world, "fr", pia.cookie)).status).toBe(400);
  expect((await choose(world, null, pia.cookie)).headers.get("set-cookie")).toMatch(/^language=; Path=\/; Max-Age=0/);
  expect(await languageOf(pia.cookie)).toBeNull();
});

test("a mail about an account is in the language in which it was asked for", async () => {
  const world = await mailingWorld();
  const address = someAddress();
  await world.call("/register", { body: { email: address }, headers: GERMAN });
  const other = someAddress();
  await ask(world, "/register", other);
  const [german, english] = [world.provider.to(address)[0], world.provider.to(other)[0]];
  expect(german?.subject).not.toBe(english?.subject);
  expect(german?.text).toMatch(/Konto/);
  expect(english?.text).toMatch(/account/);
});

test("an invitation is in the language of whoever invites, from right to left", async () => {
  const world = await mailingWorld();
  await choose(world, "ar");
  const address = someAddress();
  const made = await world.as(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator", email: address },
  });
  expect(made.status).toBe(201);
  const [mail] = world.provider.to(address);
  expect(mail?.subject).toMatch(/\p{Script=Arabic}/u);
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
});

test("a member is told of a conversation in their own language", async () => {
  const world = await notificationWorld();
  await choose(world, "de");
  await (await world.visitor()).open("Where is my order?");
  await world.pass(4);
  await world.pass(5);
  expect(world.sent[0]?.subject).toContain("Konversation");
  expect(world.sent[0]?.text).not.toContain("Open the conversation");
});
