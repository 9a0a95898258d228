// Public account requests: the same answer for every address, the human check, and exact limits.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeApp } from "#kernel/http/index.ts";
import { APP, ask, CHALLENGED, linkIn, type MailingWorld, mailingWorld, PASSWORD, person, someAddress } from "./accounts-kit.ts";

const systemMails = (world: MailingWorld) =>
  world.rows<{ kind: string; state: string; error: string | null }>("SELECT kind, state, error FROM system_mails ORDER BY rowid DESC");
const runDueMails = async (world: MailingWorld): Promise<void> => {
  await world.rows("UPDATE jobs SET due_at = 0 WHERE kind = 'email.system' AND state = 'queued'");
  await world.tick();
};

test("installations that are closed or not configured say so", async () => {
  const world = await mailingWorld({ now: "2034-01-01T12:00:00Z" });
  const at = (path: string, vars: Record<string, string | undefined>, body?: object) =>
    world.call(path, { env: { ...world.env, ...vars } as typeof world.env, ...(body ? { body } : {}) });
  const email = someAddress();
  for (const body of [undefined, { email }]) {
    expect(await at("/register", { REGISTRATION_ENABLED: "false" }, body)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await at("/register", { APP_ORIGIN: undefined }, body)).toMatchObject({
      status: 503,
      body: { code: "not_configured", variables: ["APP_ORIGIN"] },
    });
    expect(await at("/recover", { EMAIL_API_KEY: undefined, EMAIL_FROM: undefined }, body)).toMatchObject({
      status: 503,
      body: { code: "not_configured", variables: ["EMAIL_API_KEY", "EMAIL_FROM"] },
    });
  }
  expect(await at("/register", { CHALLENGE_SECRET: "s".repeat(20) }, { email })).toMatchObject({
    status: 503,
    body: { code: "misconfigured", variables: ["CHALLENGE_SITE_KEY"] },
  });
  const login = async (vars: Record<string, string | undefined>) => String((await at("/login", vars)).body);
  expect(await login({})).toMatch(/href="\/recover".*href="\/register"/s);
  expect(await login({ REGISTRATION_ENABLED: undefined })).not.toContain("/register");
  expect(await login({ EMAIL_FROM: undefined })).not.toMatch(/\/recover|\/register/);
  expect(await systemMails(world)).toEqual([]);
});

test("of registrations from one IP address in a day the sixth is refused, also among fifty at once", async () => {
  const world = await mailingWorld({ now: "2034-01-02T22:59:59.500Z" });
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(world, "/register", someAddress(), "203.0.113.9")));
  expect(answers.filter(({ status }) => status === 202).length).toBe(5);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(45);
  expect(refused[0]?.body).toMatchObject({ code: "rate_limited", limit: "registrationsPerIpDay", retryAfter: 3601 });
  expect(refused[0]?.headers.get("retry-after")).toBe("3601");
  expect(world.provider.mails.length).toBe(5);
  expect(await world.rows("SELECT n FROM abuse_counters WHERE key LIKE 'registrationsPerIpDay:%'")).toEqual([{ n: 5 }]);
  expect((await ask(world, "/register", someAddress(), "203.0.113.10")).status).toBe(202);
  world.clock.set("2034-01-03T00:00:00.000Z");
  expect((await ask(world, "/register", someAddress(), "203.0.113.9")).status).toBe(202);
});

test("at most one password mail is sent in ten minutes, also of fifty requests at once, and all get the same answer", async () => {
  const world = await mailingWorld({ now: "2034-01-04T12:00:00Z" });
  const { address } = await person(world);
  const before = world.provider.mails.length;
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(world, "/recover", address, `198.51.100.${i}`)));
  expect(new Set(answers.map(({ status, body }) => `${status}${JSON.stringify(body)}`)).size).toBe(1);
  expect(world.provider.mails.length).toBe(before + 1);
  world.clock.advance({ minutes: 9, seconds: 59 });
  await ask(world, "/recover", address);
  expect(world.provider.mails.length).toBe(before + 1);
  world.clock.advance({ seconds: 1 });
  await ask(world, "/recover", address);
  expect(world.provider.mails.length).toBe(before + 2);
  // The newest link works, and the previous one until its hour ends; using one ends both.
  const [first, second] = world.provider.to(address).slice(-2).map(linkIn);
  expect((await world.call(first ?? "", { body: { password: "an entirely new one" } })).status).toBe(200);
  expect((await world.call(second ?? "", { body: { password: "yet another new one" } })).status).toBe(404);
});

test("requests for a new password from one IP address are limited, whichever addresses they name", async () => {
  const world = await mailingWorld({ now: "2034-01-05T12:30:00Z" });
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(world, "/recover", someAddress(), "203.0.113.11")));
  expect(answers.filter(({ status }) => status === 202).length).toBe(20);
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ limit: "recoveriesPerIpHour", retryAfter: 1800 });
  expect(world.provider.mails).toEqual([]);
});

test("an unproved address gets at most three mails an hour, of registrations, invitations, and projects together", async () => {
  const world = await mailingWorld({ now: "2034-01-06T12:00:00Z" });
  const address = someAddress();
  await world.as(`/api/management/projects/${world.projectId}/email/test`, { body: { clientId: crypto.randomUUID(), to: address } });
  await world.as(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator", email: address },
  });
  await Promise.all(Array.from({ length: 50 }, (_, i) => ask(world, "/register", address, `198.51.100.${i}`)));
  expect(world.provider.to(address).length).toBe(3);
  expect((await systemMails(world)).filter(({ state }) => state === "failed").length).toBe(49);
  // The project's own mails stop as well.
  expect(
    (await world.as(`/api/management/projects/${world.projectId}/email/test`, { body: { clientId: crypto.randomUUID(), to: address } }))
      .status,
  ).toBe(429);
  world.clock.advance({ hours: 1, seconds: 1 });
  await ask(world, "/register", address);
  expect(world.provider.to(address).length).toBe(4);
});

test("a mail that was certainly not sent is retried with another token; one that may have been sent is not", async () => {
  const world = await mailingWorld({ now: "2034-01-07T12:00:00Z" });
  const address = someAddress();
  world.provider.trouble("busy", "busy");
  await ask(world, "/register", address);
  expect((await systemMails(world))[0]).toMatchObject({ state: "queued", error: expect.stringContaining("We’ll try again") });
  await runDueMails(world);
  await runDueMails(world);
  expect((await systemMails(world))[0]).toMatchObject({ state: "sent" });
  expect(world.provider.to(address).length).toBe(1);
  expect((await world.call(linkIn(world.provider.to(address)[0]), { body: { name: "Pia", password: PASSWORD } })).status).toBe(201);

  const other = someAddress();
  world.provider.trouble("lost");
  await ask(world, "/register", other);
  expect((await systemMails(world))[0]).toMatchObject({ state: "needs_review" });
  await world.rows("UPDATE jobs SET due_at = 0, state = 'queued', finished_at = NULL WHERE kind = 'email.system'");
  await world.tick();
  expect(world.provider.to(other).length).toBe(1);
  // The mail did arrive, and its link works; the person may also ask again.
  expect((await world.call(linkIn(world.provider.to(other)[0]))).status).toBe(200);
  await ask(world, "/register", other);
  expect(new Set(world.provider.to(other).map(linkIn)).size).toBe(2);

  const wrong = someAddress();
  world.provider.trouble("refused");
  await ask(world, "/register", wrong);
  expect((await systemMails(world))[0]).toMatchObject({ state: "failed", error: expect.stringContaining("422") });
  await runDueMails(world);
  expect(world.provider.to(wrong)).toEqual([]);
});

test("a worker that stopped while sending leaves the mail for a person to check", async () => {
  const world = await mailingWorld({ now: "2034-01-08T12:00:00Z" });
  const address = someAddress();
  world.provider.trouble("busy");
  await ask(world, "/register", address);
  await world.rows("UPDATE system_mails SET state = 'sending', attempt_key = 'x'");
  await world.rows("UPDATE jobs SET attempts = 1, due_at = 0 WHERE kind = 'email.system' AND state = 'queued'");
  await world.tick();
  expect((await systemMails(world))[0]).toMatchObject({ state: "needs_review" });
  expect(world.provider.mails).toEqual([]);
});

test("after a bounce nothing is sent to the address for a day", async () => {
  const world = await mailingWorld({ now: "2034-01-09T12:00:00Z" });
  const address = someAddress();
  await ask(world, "/register", address);
  await world.rows("UPDATE system_mails SET state = 'bounced'");
  world.clock.advance({ hours: 2 });
  await ask(world, "/register", address);
  expect((await systemMails(world))[0]).toMatchObject({ state: "failed", error: expect.stringContaining("bounced") });
  world.clock.advance({ hours: 23 });
  await ask(world, "/register", address);
  expect(world.provider.to(address).length).toBe(2);
});

test("a bounce that the provider reports later counts as well", async () => {
  const secret = btoa("a secret of the provider's events");
  const world = await mailingWorld({ now: "2034-01-12T12:00:00Z", vars: { EMAIL_EVENTS_SECRET: `whsec_${secret}` } });
  const address = someAddress();
  await ask(world, "/register", address);
  const id = world.provider.to(address)[0]?.key.split(".")[0] ?? "";
  const raw = JSON.stringify({
    type: "email.bounced",
    data: { tags: { delivery: id }, bounce: { type: "Permanent", message: "No such box." } },
  });
  const timestamp = String(world.clock.now() / 1000);
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(atob(secret)), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`e1.${timestamp}.${raw}`)));
  const headers = {
    "content-type": "application/json",
    "svix-id": "e1",
    "svix-timestamp": timestamp,
    "svix-signature": `v1,${btoa(String.fromCharCode(...signed))}`,
  };
  expect((await world.call("/api/integrations/email/events", { raw, headers })).status).toBe(200);
  expect(await world.rows("SELECT state, error FROM system_mails WHERE id = ?", id)).toEqual([
    { state: "bounced", error: "The email bounced. No such box." },
  ]);
});

test("the human check is valid for its page and form, and once; without it nothing happens", async () => {
  const world = await mailingWorld({ now: "2034-01-10T12:00:00Z", vars: CHALLENGED });
  const { challenge } = world.provider;
  const email = someAddress();
  const submitWithResponse = async (path: "/register" | "/recover", response: unknown) =>
    (await ask(world, path, email, "203.0.113.77", response === undefined ? {} : { "cf-turnstile-response": response })).status;
  const page = await world.call<string>("/register");
  expect(page.body).toMatch(/script-src https:\/\/challenges\.cloudflare\.com; frame-src https:\/\/challenges\.cloudflare\.com"/);
  expect(page.body).toMatch(/data-sitekey="0x4AAAAAAA-double-site" data-action="register"/);
  expect((await world.call<string>("/login")).body).not.toContain("challenges.cloudflare.com");

  for (const wrong of [undefined, "", "made up", "x".repeat(2049), challenge.pass("recover"), challenge.pass("register", "evil.example")])
    expect(await submitWithResponse("/register", wrong)).toBe(403);
  expect(await submitWithResponse("/recover", challenge.pass("register"))).toBe(403);
  for (const wrong of [["a"], null, 5]) expect(await submitWithResponse("/register", wrong)).toBe(400);
  const late = challenge.pass("register");
  world.clock.advance({ minutes: 5, seconds: 1 });
  expect(await submitWithResponse("/register", late)).toBe(403);
  for (const trouble of ["down", "nonsense", "reset after body", "internal error"] as const) {
    challenge.trouble(trouble);
    const response = challenge.pass("register");
    const answer = await ask(world, "/register", email, undefined, { "cf-turnstile-response": response });
    expect([trouble, answer.status, answer.body["code"]]).toEqual([trouble, 503, "unavailable"]);
  }
  expect(world.provider.mails).toEqual([]);
  expect(await world.rows("SELECT 1 FROM account_tokens WHERE address = ?", email)).toEqual([]);
  expect(
    await world.rows(
      "SELECT n FROM abuse_counters WHERE key LIKE 'registrationsPerIpDay:%' AND window >= ?",
      Date.parse("2034-01-10T00:00:00Z"),
    ),
  ).toEqual([]);

  const right = challenge.pass("register");
  expect(await submitWithResponse("/register", right)).toBe(202);
  expect(challenge.requests.at(-1)).toMatchObject({ remoteip: "203.0.113.77", response: right });
  expect(await submitWithResponse("/register", right)).toBe(403);
  expect(world.provider.mails.length).toBe(1);
  const misconfigured = await world.call("/register", {
    body: { email, "cf-turnstile-response": challenge.pass("register") },
    env: { ...world.env, CHALLENGE_SECRET: "another" },
  });
  expect([misconfigured.status, misconfigured.body]).toMatchObject([503, { code: "misconfigured", variables: ["CHALLENGE_SECRET"] }]);
});

/** Mean of the middle half of the measurements: workerd's clock counts whole milliseconds. */
function interquartileMean(list: readonly number[]): number {
  const half = list.toSorted((a, b) => a - b).slice(Math.floor(list.length / 4), Math.ceil((list.length * 3) / 4));
  return half.reduce((sum, one) => sum + one, 0) / half.length;
}
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

test("neither answer nor response time reveals whether there is an account", { timeout: 600_000 }, async () => {
  const isLong = Boolean((env as unknown as { LONG?: string }).LONG);
  const [tries, each] = isLong ? [200, 3] : [60, 1];
  const world = await mailingWorld({ now: "2034-01-11T12:00:00Z" });
  const app = makeApp(world.registry, { clock: world.clock });
  const known: string[] = [];
  for (let i = 0; i < 10; i += 1) known.push((await person(world)).address);
  const answers = new Set<string>();
  /** Time until the answer; work that is left after it is awaited outside the measurement. */
  async function timeToAnswer(path: string, address: string): Promise<number> {
    world.clock.advance({ minutes: 11 });
    const execution = createExecutionContext();
    const request = new Request(`${APP}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "cf-connecting-ip": `2001:db8:${(answers.size + Math.floor(Math.random() * 65_000)).toString(16)}::1`,
      },
      body: JSON.stringify({ email: address }),
    });
    const began = performance.now();
    const response = await app.fetch(request, world.env, execution);
    const took = performance.now() - began;
    answers.add(`${response.status} ${await response.text()} ${[...response.headers.keys()].join()}`);
    await waitOnExecutionContext(execution);
    return took;
  }
  /** Times of known and of unknown addresses, and how far they are apart. */
  async function compareTimes(path: string): Promise<{ known: number; unknown: number; apart: number }> {
    const times: [number[], number[]] = [[], []];
    // Alternating in changing order, so that a slow moment of the machine affects both.
    for (let i = 0; i < tries; i += 1) {
      for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        let took = 0;
        for (let n = 0; n < each; n += 1)
          took += await timeToAnswer(path, which === 0 ? (known[(i + n) % known.length] ?? "") : someAddress());
        times[which].push(took);
      }
    }
    const [there = 0, nobody = 0] = isLong ? times.map(median) : times.map(interquartileMean);
    return { known: there, unknown: nobody, apart: Math.abs(there - nobody) / Math.max(there, nobody) };
  }
  const limit = isLong ? 0.1 : 0.3;
  for (const path of ["/register", "/recover"]) {
    let times = await compareTimes(path);
    // A difference that comes from the code is there every time, one that comes from a busy machine is not.
    for (let again = 0; again < 2 && times.apart >= limit; again += 1) times = await compareTimes(path);
    expect([...answers].filter((answer) => answer.startsWith("202")).length).toBe(1);
    expect(answers.size).toBe(1);
    expect([path, times.apart < limit, times]).toEqual([path, true, times]);
  }
});
