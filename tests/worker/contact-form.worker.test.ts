// The contact form of help pages: a request reaches the team once, confirmed through its mailbox. The tests share one project, emptied
// before each, because a world is expensive. Hourly mail limits of an address span all tests, so each has its own addresses.
import { afterAll, expect, test, vi } from "vitest";
import { LONG } from "./long.ts";
import { type VisitorMailWorld, visitorMailWorld } from "./visitor-mail-kit.ts";
import { erase, failing, noConsumer, tick } from "./erasure-kit.ts";
import { Team } from "./help-kit.ts";
import { publish, setHelp, settleJobs } from "./help-pages-kit.ts";
import { deliverByGateway, raw } from "./mail-kit.ts";
import type { Answer } from "./world.ts";
import type { Env } from "#kernel/module/index.ts";

afterAll(() => vi.unstubAllGlobals());

/** Batches of a click on the link when nothing disturbs it. */
const BATCHES = 6;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
let network = 0;
const KEPT =
  "help_letters conversations conversation_events messages contacts visitor_sessions mail_contacts mail_deliveries mail_suppressions mails help_feedback help_questions help_searches inbound_mail_receipts jobs";
/** One site for the whole file; its tables are emptied before each test. */
let made: ReturnType<typeof makeSite> | undefined;
async function contactFormWorld() {
  made ??= makeSite();
  const site = await made;
  await site.world.env.DB.batch(KEPT.split(" ").map((table) => site.world.env.DB.prepare(`DELETE FROM ${table}`)));
  site.world.sent.length = 0;
  network += 1;
  return site;
}
async function makeSite() {
  const world = await visitorMailWorld();
  world.env = { ...world.env, APP_ORIGIN: "http://localhost:8787" };
  const { body } = await setHelp(world, { open: true, title: "Acme Help", locales: ["en", "de"] });
  const slug = new URL(body.address).pathname.split("/").at(-1) ?? "";
  await settleJobs(world);
  const owner = new Team(world, world.cookie);
  return {
    ...{ world, slug, settings: body, owner, operator: owner },
    get: (path: string): Promise<Answer<string>> => world.call<string>(`/help/${slug}/${path}`),
    post: (path: string, fields: Record<string, string>, env: Env = world.env, from = `192.0.2.${network}`): Promise<Answer<string>> =>
      world.call<string>(`/help/${slug}/${path}`, {
        method: "POST",
        raw: new URLSearchParams(fields).toString(),
        headers: { ...FORM, "cf-connecting-ip": from },
        env,
      }),
    /** Submits the form and answers the path of the mail's link below the help center. */
    async write(fields: Record<string, string>): Promise<string> {
      const before = world.sent.length;
      const answer = await this.post("en/contact", { message: "My order is lost.", form: crypto.randomUUID(), ...fields });
      expect([answer.status, answer.headers.get("location")], answer.body).toEqual([303, `/help/${slug}/en/contact?sent=1`]);
      expect(world.sent.length - before).toBe(1);
      return linkIn(world, slug);
    },
    conversations: async () => (await world.as<{ items: Row[] }>(world.conversations)).body.items,
    requests: () => world.rows("SELECT * FROM help_letters WHERE project_id = ?", world.projectId),
  };
}
interface Row {
  readonly id: string;
  readonly preview: string;
  readonly contact: { readonly id: string; readonly email: string; readonly emailVerified: boolean; readonly name: string };
}
const linkIn = (world: VisitorMailWorld, slug: string): string =>
  new RegExp(`http://localhost:8787/help/${slug}/(\\S+)`).exec(world.sent.at(-1)?.text ?? "")?.[1] ?? "no link";

test("a reader reads an article, answers no, writes, and confirms by link; the team replies in one conversation by mail", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  const article = await publish(at, "Sending parcels", "By post.");
  await settleJobs(world);
  const page = await at.get("en/articles/sending-parcels");
  expect(page.body).toContain(`/help/${at.slug}/en/contact?article=${article}`);
  const form = await at.get(`en/contact?article=${article}`);
  expect(form.status).toBe(200);
  for (const part of ["Help / Sending parcels", 'name="robots" content="noindex"', 'name="topic"']) expect(form.body).toContain(part);
  expect(form.headers.get("set-cookie")).toBeNull();
  expect(form.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'sha256-/);
  const link = await at.write({
    name: "Mallory <b>",
    email: "Reader@One.example",
    message: "My parcel, SECRETWORD",
    article,
    q: "lost parcel",
  });
  const [mail] = world.sent;
  expect(mail).toMatchObject({
    ...{ to: "reader@one.example", subject: "Confirm your message to Acme Help", replyTo: undefined },
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  });
  expect(mail?.whole).not.toMatch(/SECRETWORD|Mallory|parcel|lost/);
  // Opening the link changes nothing, however often; the mailbox owner does not see what was written.
  for (let i = 0; i < 3; i += 1) {
    const shown = await at.get(link);
    // Other sites learn only the origin.
    expect([shown.status, shown.headers.get("referrer-policy")]).toEqual([200, "strict-origin-when-cross-origin"]);
    expect(shown.body).toContain("Confirm your message to Acme Help");
    expect(shown.body).not.toMatch(/SECRETWORD|Mallory/);
  }
  expect(await at.conversations()).toEqual([]);
  expect(await world.rows("SELECT 1 FROM contacts WHERE project_id = ?", world.projectId)).toEqual([]);
  const live = await world.socket();
  expect((await at.post(link, {})).body).toContain("Your message was sent");
  expect((await at.post(link, {})).body).toContain("Your message was already sent");
  expect((await at.get(link)).body).toContain("Your message was already sent");
  await live.until((frame) => frame.event?.message?.content === "My parcel, SECRETWORD");
  const [conversation, ...others] = await at.conversations();
  expect(others).toEqual([]);
  expect(conversation?.contact).toMatchObject({ email: "reader@one.example", emailVerified: true, name: "Mallory <b>" });
  const id = conversation?.id ?? "";
  const thread = await world.as<{ events: { message?: { origin: unknown } }[] }>(`${world.conversations}/${id}`);
  expect(thread.body.events[0]?.message?.origin).toEqual({
    ...{ door: "email", automatic: null },
    help: { read: [{ id: article, title: "Sending parcels" }], searched: ["lost parcel"], contactForm: true },
  });
  // Of the request only the fact that it was confirmed is kept.
  expect(await at.requests()).toMatchObject([
    { state: "sent", name: null, email: null, message: null, article_id: null, query: null, visit: null },
  ]);
  world.sent.length = 0;
  await world.answer(id, "It is on its way.");
  await tick(world);
  expect(world.sent).toMatchObject([{ to: "reader@one.example" }]);
  expect(world.sent[0]?.text).toContain("It is on its way.");
  expect(world.sent[0]?.replyTo).toContain("help+");
  // A person's next request belongs to the same contact.
  const second = await at.write({ email: "reader@one.example", message: "Another thing." });
  await at.post(second, {});
  const all = await at.conversations();
  expect(all.map((one) => one.contact.id)).toEqual([conversation?.contact.id, conversation?.contact.id]);
});

test("a refused form keeps what was typed, a bot that fills every field sends nothing, and a double submit sends one mail", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  const bad = await at.post("de/contact", { message: "Text <b>mit</b> “Zeichen”", email: "nobody", name: "Ada" });
  expect(bad.status).toBe(400);
  for (const part of [
    "Text &lt;b&gt;mit&lt;/b&gt; “Zeichen”",
    'value="nobody"',
    'value="Ada"',
    'aria-invalid="true"',
    'id="p-email-e"',
    'role="alert"',
  ])
    expect(bad.body).toContain(part);
  expect((await at.post("en/contact", { message: " ", email: "ada@two.example" })).status).toBe(400);
  expect((await at.post("en/contact", { message: "x".repeat(8001), email: "ada@two.example" })).status).toBe(400);
  expect((await at.post("en/contact", { message: "Buy", email: "ada@two.example", topic: "spam" })).status).toBe(303);
  expect(await at.requests()).toEqual([]);
  const fields = { message: "Once", email: "ada@two.example", form: crypto.randomUUID() };
  for (let i = 0; i < 3; i += 1) expect((await at.post("en/contact", fields)).status).toBe(303);
  await Promise.all([at.post("en/contact", fields), at.post("en/contact", fields)]);
  expect(world.sent).toHaveLength(1);
  expect(await at.requests()).toHaveLength(1);
  expect((await at.get("en/contact?sent=1")).body).toContain("check your email");
});

test("limits apply to a network and to a mailbox with its plus forms, and the typed text is kept", async () => {
  const at = await contactFormWorld();
  const send = (n: number, more: Record<string, string> = {}, from?: string) =>
    at.post("en/contact", { message: `Message ${n}`, email: `eve${n}@three.example`, ...more }, at.world.env, from);
  for (let n = 0; n < 10; n += 1) expect((await send(n)).status).toBe(303);
  const refused = await send(11);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  for (const part of ["Message 11", 'value="eve11@three.example"', "try again later"]) expect(refused.body).toContain(part);
  for (let n = 0; n < 5; n += 1) expect((await send(n, { email: `mia+${n}@three.example` }, "198.51.100.1")).status, `mail ${n}`).toBe(303);
  expect((await send(6, { email: "mia+x@three.example" }, "198.51.100.1")).status).toBe(429);
  expect(await at.requests()).toHaveLength(15);
});

test("a link expires after two days, a request after seven; a link of another project and a forged one are refused", async () => {
  const at = await contactFormWorld();
  const link = await at.write({ email: "ann@four.example" });
  const [path = "", proof = ""] = link.split(".");
  for (const wrong of [`${path}.${proof.slice(1)}A`, path, `${path}.`, "en/contact/x"]) {
    expect((await at.get(wrong)).status, wrong).toBe(404);
    expect((await at.post(wrong, {})).status, wrong).toBe(404);
  }
  // The same link under another project's help center.
  const { body: other } = await at.world.as<{ project: { id: string; slug: string } }>("/api/account/projects", {
    body: { clientId: crypto.randomUUID(), name: "Other", websiteOrigin: "http://localhost:5998" },
  });
  const own = at.world.projectId;
  at.world.projectId = other.project.id;
  await setHelp(at.world, { open: true });
  at.world.projectId = own;
  await settleJobs(at.world);
  expect((await at.world.call(`/help/${other.project.slug}/en/contact`)).status).toBe(302);
  expect((await at.world.call(`/help/${other.project.slug}/${link}`, { method: "POST", raw: "", headers: FORM })).status).toBe(404);
  expect(await at.requests()).toMatchObject([{ state: "pending" }]);
  at.world.clock.advance({ hours: 47 });
  expect((await at.get(link)).status).toBe(200);
  at.world.clock.advance({ hours: 2 });
  expect((await at.get(link)).body).toContain("has expired or is incomplete");
  expect((await at.post(link, {})).status).toBe(404);
  expect(await at.conversations()).toEqual([]);
  expect(await at.world.rows("SELECT 1 FROM contacts WHERE project_id = ?", at.world.projectId)).toEqual([]);
  at.world.clock.advance({ days: 6 });
  await tick(at.world);
  expect(await at.requests()).toEqual([]);
  expect(await at.world.rows("SELECT to_address, subject FROM mail_deliveries WHERE project_id = ?", at.world.projectId)).toEqual([
    { to_address: null, subject: null },
  ]);
});

test("a confirmation that stopped between its two batches or after the last is completed once by the next click", async () => {
  const at = await contactFormWorld();
  const link = await at.write({ email: "tom@five.example" });
  let batches = 0;
  const dyingAfter = (after: number): Env => ({
    ...at.world.env,
    DB: new Proxy(at.world.env.DB, {
      get(on, name) {
        const value: unknown = Reflect.get(on, name);
        if (typeof value !== "function") return value;
        if (name !== "batch") return value.bind(on) as unknown;
        return async (statements: D1PreparedStatement[]) => {
          const writes = batches === after;
          batches += 1;
          if (writes) throw new Error("the machine stopped");
          return await on.batch(statements);
        };
      },
    }),
  });
  let died = 0;
  for (let after = 0; after < 12; after += 1) {
    batches = 0;
    const answer = await at.post(link, {}, dyingAfter(after));
    if (answer.status >= 500) died += 1;
    else break;
  }
  expect(died).toBeGreaterThan(1);
  await Promise.all([at.post(link, {}), at.post(link, {}), at.post(link, {})]);
  expect(await at.conversations()).toHaveLength(1);
  expect(await at.world.rows("SELECT email_verified FROM contacts WHERE project_id = ?", at.world.projectId)).toEqual([
    { email_verified: 1 },
  ]);
  expect(await at.world.rows("SELECT content FROM messages WHERE project_id = ?", at.world.projectId)).toEqual([
    { content: "My order is lost." },
  ]);
});

test("two requests of a new address confirmed at once belong to one contact, and a contact that only claims the address stays separate", async () => {
  const at = await contactFormWorld();
  const visitor = await at.world.visitor();
  await visitor.open("Hello");
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", email: "joe@six.example" }] } });
  const [one, two] = [await at.write({ email: "joe@six.example" }), await at.write({ email: "joe@six.example", message: "Two" })];
  await Promise.all([at.post(one, {}), at.post(two, {})]);
  const proved = (await at.conversations()).filter(({ contact }) => contact.emailVerified);
  expect(proved).toHaveLength(2);
  expect(new Set(proved.map(({ contact }) => contact.id)).size).toBe(1);
  expect(proved[0]?.contact.id).not.toBe(visitor.contactId);
});

test("blocked, suppressed, and unknown addresses get the same answer", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  const link = await at.write({ email: "kim@seven.example" });
  await at.post(link, {});
  const [first] = await at.conversations();
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${first?.contact.id ?? ""}`, { method: "DELETE" });
  expect(await world.rows("SELECT state FROM contacts WHERE id = ?", first?.contact.id)).toEqual([{ state: "hidden" }]);
  const again = await at.write({ email: "kim@seven.example" });
  expect((await at.post(again, {})).body).toContain("Your message was sent");
  expect(await world.rows("SELECT 1 FROM conversations WHERE project_id = ?", world.projectId)).toHaveLength(1);
  await world.rows(
    "INSERT INTO mail_suppressions (project_id, address_hash, reason, created_at) SELECT project_id, to_hash, 'bounced', 1 FROM mail_deliveries WHERE project_id = ? LIMIT 1",
    world.projectId,
  );
  world.sent.length = 0;
  const fields = { message: "More", email: "kim@seven.example" };
  const [suppressed, unknown] = [
    await at.post("en/contact", fields),
    await at.post("en/contact", { ...fields, email: "new@seven.example" }),
  ];
  expect([suppressed.status, suppressed.headers.get("location"), suppressed.body]).toEqual([
    unknown.status,
    unknown.headers.get("location"),
    unknown.body,
  ]);
  expect(world.sent.map(({ to }) => to)).toEqual(["new@seven.example"]);
  // Nor is mail sent to this installation's own addresses.
  expect((await at.post("en/contact", { ...fields, email: "desk@acme.example" })).status).toBe(303);
  expect(world.sent).toHaveLength(1);
});

test("an erasure removes pending requests with the address", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  await at.post(await at.write({ email: "zoe@eight.example" }), {});
  const [{ contact } = { contact: { id: "" } }] = await at.conversations();
  const waiting = await at.write({ email: "zoe@eight.example", message: "Forget me" });
  await at.write({ email: "yan@eight.example" });
  expect((await erase(world, { contactId: contact.id })).status).toBe(202);
  await tick(world);
  expect(await at.requests()).toMatchObject([{ email: "yan@eight.example", state: "pending" }]);
  expect((await at.post(waiting, {})).status).toBe(404);
  expect(
    await world.rows("SELECT 1 FROM mail_deliveries WHERE project_id = ? AND to_address = ?", world.projectId, "zoe@eight.example"),
  ).toEqual([]);
});

test("an article for the team only shows no title in the form or the conversation, and unknown ids are ignored", async () => {
  const at = await contactFormWorld();
  const secret = await publish(at, "Hidden prices", "None.", { audience: "members" });
  expect((await at.get(`en/contact?article=${secret}`)).body).not.toContain("Hidden prices");
  await at.post(await at.write({ email: "lou@nine.example", article: secret }), {});
  await at.post(await at.write({ email: "lou@nine.example", article: "art_x", q: "\u0000", reader: "nobody" }), {});
  const origins = await at.world.rows<{ origin: string }>("SELECT origin FROM messages WHERE project_id = ?", at.world.projectId);
  expect(origins.map(({ origin }) => (JSON.parse(origin) as { help: unknown }).help)).toEqual([
    { read: [], searched: [], contactForm: true },
    { read: [], searched: [], contactForm: true },
  ]);
});

test("after a no, the comment is stored as feedback, and with an address also as a contact request", async () => {
  const at = await contactFormWorld();
  const article = await publish(at, "Refunds", "Ask us.");
  const no = await at.post("en/feedback", { article, helpful: "0" });
  const thanks = await at.world.call<string>(no.headers.get("location") ?? "");
  expect(thanks.body).toContain("Your email, so we can reply");
  const reader = /name="reader" value="([^"]+)"/.exec(thanks.body)?.[1] ?? "";
  const fields = { article, helpful: "0", reader, comment: "How long does it take?" };
  const wrong = await at.post("en/feedback", { ...fields, email: "pia" });
  expect(wrong.status).toBe(400);
  for (const part of ["How long does it take?", 'value="pia"', "Enter an address"]) expect(wrong.body).toContain(part);
  // Browsers count a line break as one character and send two.
  const lines = await at.post("en/feedback", { ...fields, comment: `Long${"\r\n".repeat(1990)}ago`, email: "pia" });
  expect(lines.body).toContain('value="pia"');
  expect(await at.world.rows("SELECT comment FROM help_feedback WHERE project_id = ?", at.world.projectId)).toEqual([{ comment: null }]);
  for (let i = 0; i < 2; i += 1)
    expect((await at.post("en/feedback", { ...fields, email: "pia@ten.example" })).headers.get("location")).toBe(
      `/help/${at.slug}/en/contact?sent=1`,
    );
  expect(at.world.sent).toHaveLength(1);
  await at.post(linkIn(at.world, at.slug), {});
  const [conversation] = await at.conversations();
  expect(conversation?.preview).toBe("How long does it take?");
  expect(await at.world.rows("SELECT comment, contact_id FROM help_feedback WHERE project_id = ?", at.world.projectId)).toEqual([
    { comment: "How long does it take?", contact_id: conversation?.contact.id },
  ]);
});

test("all spellings of one mailbox are counted as one, and an invalid address is refused", async () => {
  const at = await contactFormWorld();
  const send = (n: number, email: string) => at.post("en/contact", { message: `Message ${n}`, email }, at.world.env, `198.51.100.${n}`);
  const same = [
    "max.may@bücher.example",
    "maxmay@bücher.example",
    "m.a.x.may@xn--bcher-kva.example",
    "MaxMay+a@bücher.example",
    "ｍaxmay@bücher.example",
  ];
  for (const [n, email] of same.entries()) expect((await send(n, email)).status, email).toBe(303);
  expect((await send(9, "ma.xmay@ＢÜCHER.example")).status).toBe(429);
  expect((await send(9, "+may@bücher.example")).status).toBe(303);
  const none = [
    ...'a@b|a@b.|@b.example|a@@b.example|a b@c.example|a@b.example, c@d.example|Ann <a@b.example>|"a"@b.example|a@b.example\r\nBcc: c@d.example'.split(
      "|",
    ),
    ...["a@b.example\u0000", "a@b.example\u2028x", `${"a".repeat(250)}@b.example`, "<script>@b.example"],
  ];
  const before = (await at.requests()).length;
  for (const email of none) expect((await send(20, email)).status, email).toBe(email.endsWith("\0") ? 303 : 400);
  expect((await at.requests()).length - before).toBe(1);
});

test("pages of the contact form are not cached or indexed, and accept no form of another site", async () => {
  const at = await contactFormWorld();
  const link = await at.write({ email: "amy@thirteen.example" });
  const foreign = await at.world.call(`/help/${at.slug}/${link}`, {
    method: "POST",
    raw: "",
    headers: { ...FORM, origin: "https://evil.example" },
  });
  expect(foreign.status).toBe(403);
  for (const answer of [
    await at.get("en/contact"),
    await at.get("en/contact?sent=1"),
    await at.get(link),
    await at.get(`${link}x`),
    await at.post(link, {}),
  ]) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.body).toContain('name="robots" content="noindex"');
    expect(answer.headers.get("content-security-policy")).toMatch(/form-action 'self'; base-uri 'none'$/);
  }
});

test("a request interrupted at any platform call ends as one row, one mail, and one conversation", async () => {
  const at = await contactFormWorld();
  // In the short run each call fails in one of these ways at most, in the long run in both.
  const step = LONG ? 1 : 3;
  for (const [first, when] of (["before", "after"] as const).entries())
    for (let n = 1 + first; ; n += step) {
      const name = `${when}${n}@fourteen.example`;
      const fields = { email: name, message: "Stopped", form: crypto.randomUUID() };
      at.world.sent.length = 0;
      network += 1;
      const { env, hit } = failing(noConsumer(at.world.env), { at: n, when, forGood: false });
      const answer = await at.post("en/contact", fields, env);
      if (answer.status >= 500) expect((await at.post("en/contact", fields)).status).toBe(303);
      await tick(at.world);
      for (let i = 0; i < 3 && at.world.sent.length === 0; i += 1) {
        at.world.clock.advance({ minutes: 31 });
        await tick(at.world);
      }
      // With one idempotency key, so the provider sends it once.
      expect(
        at.world.sent.map(({ to }) => to),
        `${when} ${n}: ${hit()}`,
      ).toContain(name);
      if (hit() === undefined) break;
    }
  expect((await at.requests()).length).toBeGreaterThan(20 / step);
  const link = linkIn(at.world, at.slug);
  for (let n = 1; ; n += 1) {
    const { env, hit } = failing(noConsumer(at.world.env), { at: n, when: "after", forGood: true });
    await at.post(link, {}, env);
    if (hit() === undefined) break;
  }
  expect(await at.conversations()).toHaveLength(1);
});

test("a contact blocked or erased during the confirmation gets no conversation; a help center closing meanwhile still gets one", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  const acts = {
    block: (id: string) => world.as(`/api/dashboard/projects/${world.projectId}/contacts/${id}`, { method: "DELETE" }),
    erase: (contactId: string) => erase(world, { contactId }),
    close: () => setHelp(world, { open: false }),
  };
  for (const [name, act] of Object.entries(acts))
    for (const last of [BATCHES, BATCHES - 1]) {
      const email = `${name}${last}@fifteen.example`;
      network += 1;
      await at.post(await at.write({ email }), {});
      const id = (await at.conversations()).find(({ contact }) => contact.email === email)?.contact.id ?? "";
      const link = await at.write({ email, message: "Second" });
      let calls = 0;
      const meanwhile: Env = {
        ...world.env,
        DB: new Proxy(world.env.DB, {
          get(on, key) {
            const value: unknown = Reflect.get(on, key);
            if (typeof value !== "function") return value;
            if (key !== "batch") return value.bind(on) as unknown;
            return async (statements: D1PreparedStatement[]) => {
              calls += 1;
              if (calls === last) await act(id);
              return await on.batch(statements);
            };
          },
        }),
      };
      const { status } = await at.post(link, {}, meanwhile);
      const again = await at.post(link, {});
      const what = `${name} before batch ${last}: ${status}, then ${again.status}`;
      const secondMessages = () => world.rows("SELECT 1 FROM messages WHERE project_id = ? AND content = 'Second'", world.projectId);
      if (name === "close") {
        expect(await secondMessages(), what).toHaveLength(1);
        await setHelp(world, { open: true });
      } else {
        expect(await secondMessages(), what).toEqual([]);
        expect(
          (await at.requests()).filter((one) => one["email"] === email),
          what,
        ).toEqual([]);
        expect([status, again.status], what).toEqual(name === "erase" ? [404, 404] : [last === BATCHES ? 404 : 200, 200]);
      }
      await world.rows("DELETE FROM messages WHERE project_id = ?", world.projectId);
    }
});

test("a form resubmitted much later sends another mail with the same link, even when the link has expired or the request is gone", async () => {
  const at = await contactFormWorld();
  const fields = { email: "una@twelve.example", form: crypto.randomUUID() };
  const link = await at.write(fields);
  const submitAgain = () => at.post("en/contact", { message: "My order is lost.", ...fields });
  at.world.clock.advance({ minutes: 9 });
  expect((await submitAgain()).status).toBe(303);
  expect(at.world.sent).toHaveLength(1);
  for (const wait of [{ minutes: 2 }, { hours: 49 }, { hours: 1 }]) {
    at.world.clock.advance(wait);
    // Expiry removes requests, and addresses from the log: these mails do not count for this hour.
    if (wait.hours === 1) {
      await at.world.rows("UPDATE help_letters SET created_at = 1");
      await at.world.rows("UPDATE jobs SET due_at = 1 WHERE kind = 'email.forget-test'");
      await tick(at.world);
      expect(await at.requests()).toEqual([]);
    }
    expect(await at.write(fields), JSON.stringify(wait)).toBe(link);
    expect(await at.requests()).toHaveLength(1);
  }
  expect((await at.post(link, {})).body).toContain("Your message was sent");
  at.world.clock.advance({ hours: 1 });
  const mails = at.world.sent.length;
  expect((await submitAgain()).status).toBe(303);
  expect(at.world.sent).toHaveLength(mails);
  expect((await at.post(link, {})).body).toContain("Your message was already sent");
  expect(await at.conversations()).toHaveLength(1);
});

test("without mail, or turned off, contact leads where the project says; an automatic answer to our mail is labelled", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  const home = async (): Promise<string> => (await at.get("en/")).body;
  expect(await home()).toContain("/en/contact");
  await at.write({ email: "bot@eleven.example" });
  const reply = raw({
    ...{ From: "bot@eleven.example", To: "desk@acme.example", Subject: "Away", "Message-ID": "<away@eleven.example>" },
    ...{ "Auto-Submitted": "auto-replied", "In-Reply-To": String(world.sent[0]?.headers["Message-ID"]) },
  });
  await deliverByGateway(world, { message: reply, envelopeFrom: "", envelopeTo: `help@${world.projectId.slice(-12)}.example` });
  await tick(world);
  expect(await world.rows("SELECT state, automatic FROM inbound_mail_receipts WHERE project_id = ?", world.projectId)).toMatchObject([
    { state: "admitted", automatic: 1 },
  ]);
  expect(await at.conversations()).toHaveLength(1);
  expect(await world.rows("SELECT waiting_since FROM conversations WHERE project_id = ?", world.projectId)).toEqual([
    { waiting_since: null },
  ]);
  const bare = { ...world.env, EMAIL_API_KEY: undefined } as unknown as Env;
  const away = await world.call(`/help/${at.slug}/en/contact`, { env: bare });
  expect([away.status, away.headers.get("location")]).toEqual([302, "http://localhost:5999"]);
  const settings = await world.as<typeof at.settings>(`/api/dashboard/projects/${world.projectId}/help/settings`, { env: bare });
  expect(settings.body).toMatchObject({ contactForm: true, contactFormNeeds: { variables: ["EMAIL_API_KEY"], replyAddress: true } });
  // No answer could arrive, so pages are rendered without the form.
  const mail = `/api/management/projects/${world.projectId}/email`;
  const { body: now } = await world.as<{ settings: object }>(mail);
  await world.as(mail, { method: "PUT", body: { ...now.settings, replyAddress: null } });
  await settleJobs(world);
  expect(await home()).not.toContain("/en/contact");
  await world.as(mail, { method: "PUT", body: now.settings });
  expect(await world.rows("SELECT 1 FROM jobs WHERE kind = 'help.render' AND state = 'queued'")).toHaveLength(1);
  await setHelp(world, { contactForm: false, contact: "mailto:us@acme.example" });
  await settleJobs(world);
  expect(await home()).toContain("mailto:us@acme.example");
  expect((await at.get("en/contact")).headers.get("location")).toBe("mailto:us@acme.example");
});

test("a deleted project's contact requests are removed", async () => {
  const at = await contactFormWorld();
  const { world } = at;
  await world.rows(
    "INSERT INTO help_letters (id, project_id, delivery_id, locale, email, message, created_at, expires_at) VALUES ('hlt_x', ?, 'dlv_x', 'en', 'x@x.example', 'x', ?, 1)",
    world.projectId,
    world.clock.now(),
  );
  const gone = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
  expect(await at.requests()).toEqual([]);
});
