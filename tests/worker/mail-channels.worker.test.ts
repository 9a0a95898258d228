// The three inbound channels: each authenticates its mail, stores it whole before it answers, and stores it once.
import { expect, test } from "vitest";
import type { Env } from "#kernel/module/index.ts";
import { mailboxAddress } from "../../modules/email/addresses/base-form.ts";
import {
  basic,
  bearer,
  deliverByHostedParse,
  deliverByGateway,
  INBOUND,
  mailWorld,
  messages,
  objects,
  PARSE,
  deliverByPlatform,
  deliverRaw,
  raw,
  rawOf,
  receipts,
  ownAddress,
  TOKEN,
} from "./mail-kit.ts";
import { makeWorld, type World } from "./world.ts";

const ADA = { From: "Ada Lovelace <ada@example.test>", Subject: "A question" };
const mailTo = (at: string, more: Record<string, string> = {}, text?: string): string =>
  raw({ ...ADA, To: at, "Message-ID": `<${crypto.randomUUID()}@example.test>`, ...more }, text);
const accepted = { status: 200, body: { status: "accepted" } };
const ignored = { status: 200, body: { status: "ignored" } };
/** Asserts that nothing was kept: every object in the bucket belongs to a receipt. */
const expectNothingKept = async (world: World): Promise<void> => {
  expect(await receipts(world)).toEqual([]);
  expect(await messages(world)).toEqual([]);
  const kept = await world.rows<{ key: string }>(
    "SELECT object_key AS key FROM inbound_mail_receipts UNION SELECT html_key FROM mails UNION SELECT text_key FROM mails",
  );
  expect((await objects(world)).filter((key) => !kept.some((one) => one.key === key))).toEqual([]);
  expect(await world.rows("SELECT * FROM mail_uploads")).toEqual([]);
};

test("a gateway that is not configured is refused by name, one with a wrong token without a name", async () => {
  const without = await makeWorld();
  for (const route of [INBOUND, PARSE]) {
    const answer = await without.call(route, { raw: "x", headers: bearer });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: "not_configured", capability: "email", variables: ["INBOUND_EMAIL_TOKEN"] },
    });
  }
  const world = await mailWorld();
  const wrong = [
    {},
    { authorization: "" },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: TOKEN },
    { authorization: `Basic ${btoa(`${TOKEN}:x`)}` },
    { authorization: `Basic ${btoa(TOKEN)}` },
    { authorization: "Basic %%%" },
    { cookie: world.cookie },
  ];
  for (const route of [INBOUND, PARSE])
    for (const headers of wrong) expect((await world.call(route, { raw: mailTo(world.at), headers })).status).toBe(401);
  await expectNothingKept(world);
  for (const headers of [bearer, basic]) expect(await deliverRaw(world, mailTo(world.at), headers)).toMatchObject(accepted);
});

test("a raw mail becomes a message of a new contact, with a row that records how it came", async () => {
  const world = await mailWorld();
  expect(
    await deliverRaw(world, mailTo(world.at), { "x-envelope-from": "<bounce@example.test>", "x-envelope-to": world.at }),
  ).toMatchObject(accepted);
  const [receipt] = await receipts(world);
  expect(receipt).toMatchObject({
    state: "admitted",
    door: "gateway",
    envelope_from: "bounce@example.test",
    envelope_to: world.at,
    automatic: 0,
    attempts: 1,
    error: null,
  });
  const [message] = await messages(world);
  expect(message).toMatchObject({
    content: "Words of the mail.",
    author_role: "visitor",
    status: "open",
    origin: { door: "email", automatic: null },
  });
  expect(message?.waiting_since).not.toBeNull();
  expect(await world.rows("SELECT name, email, email_verified FROM contacts WHERE id = ?", message?.contact_id)).toEqual([
    { name: "Ada Lovelace", email: "ada@example.test", email_verified: 0 },
  ]);
  expect(await world.rows("SELECT from_name, subject, direction, authentication FROM mails WHERE message_id = ?", message?.id)).toEqual([
    { from_name: "Ada Lovelace", subject: "A question", direction: "in", authentication: null },
  ]);
  const list = await world.as<{ items: { id: string; preview: string; door: string }[] }>(world.conversations);
  expect(list.body.items).toMatchObject([{ id: message?.conversation_id, preview: "Words of the mail.", door: "email" }]);
  expect(await world.rows("SELECT * FROM mail_uploads")).toEqual([]);
});

test("the gateway accepts JSON with fields, with a whole mail, or with a mail and its results; unknown fields are ignored", async () => {
  const world = await mailWorld();
  const fields = {
    from: { address: "bea@example.test", name: "Bea" },
    to: [world.at],
    subject: "S",
    text: "From fields",
    extra: 1,
    messageId: "<f@x>",
  };
  expect(await deliverByGateway(world, { message: fields, id: 7, nested: { a: [] } })).toMatchObject(accepted);
  expect(
    await deliverByGateway(world, { message: mailTo("someone@elsewhere.example", {}, "From a string"), envelopeTo: [`<${world.at}>`] }),
  ).toMatchObject(accepted);
  expect(
    await deliverByGateway(world, {
      message: mailTo(world.at, {}, "With headers"),
      headers: { "Auto-Submitted": "auto-replied" },
      envelopeFrom: "x@example.test",
      subject: null,
    }),
  ).toMatchObject(accepted);
  expect((await messages(world)).map(({ content, origin }) => [content, origin.automatic !== null])).toEqual([
    ["From fields", false],
    ["From a string", false],
    ["With headers", true],
  ]);
  // Without the optional fields automatic mail may be treated as customer mail; the null sender is one of them.
  await deliverByGateway(world, { message: { from: "c@example.test", to: world.at, text: "null sender" }, envelopeFrom: "" });
  expect((await messages(world)).at(-1)?.origin.automatic?.reasons.map(({ rule }) => rule)).toEqual(["null-sender"]);
});

test("a body that is no mail is answered and not kept, or kept as unreadable where its recipient is known", async () => {
  const world = await mailWorld();
  for (const body of ["{", "[]", "{}", '{"message":7}', '{"message":null}', "", "null"]) {
    const answer = await world.call(INBOUND, { raw: body, headers: { ...bearer, "content-type": "application/json" } });
    expect(answer).toMatchObject(ignored);
  }
  await expectNothingKept(world);
  const known = { ...bearer, "content-type": "application/json", "x-envelope-to": world.at };
  expect(await world.call(INBOUND, { raw: "{", headers: known })).toMatchObject(accepted);
  expect(
    await deliverRaw(world, Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256) as Uint8Array<ArrayBuffer>, {
      "x-envelope-to": world.at,
    }),
  ).toMatchObject(accepted);
  expect((await receipts(world)).map(({ state, message_id }) => [state, message_id])).toEqual([
    ["unreadable", null],
    ["unreadable", null],
  ]);
  expect(await messages(world)).toEqual([]);
  // An automatic mail is still reported and its original kept: here an unreadable delivery report.
  for (const [i, envelope] of ["", "mailer-daemon@mx.example"].entries())
    expect(await world.call(INBOUND, { raw: "{".repeat(i + 2), headers: { ...known, "x-envelope-from": envelope } })).toMatchObject(
      accepted,
    );
  expect((await receipts(world)).slice(2).map(({ state, automatic, object_key }) => [state, automatic, object_key !== null])).toEqual([
    ["admitted", 1, true],
    ["admitted", 1, true],
  ]);
  const unread: unknown = expect.stringContaining("(This automatic email couldn’t be read. The original is kept.)");
  expect((await messages(world)).map(({ content }) => content)).toEqual([unread, unread]);
  const [first] = await receipts(world);
  expect(await world.as(rawOf(world, first?.id))).toMatchObject({ status: 200, body: "{" });
});

test("an automatic mail without a sender address belongs to a contact without an address", async () => {
  const world = await mailWorld();
  for (const From of ["Mail Delivery System", "MAILER-DAEMON", "MAILER-DAEMON", "<>"]) await deliverRaw(world, mailTo(world.at, { From }));
  const all = await messages(world);
  expect(all.map(({ origin }) => origin.automatic !== null)).toEqual([true, true, true, true]);
  expect(new Set(all.map(({ contact_id }) => contact_id)).size).toBe(3);
  expect(await world.rows("SELECT name, email FROM contacts WHERE project_id = ? ORDER BY rowid", world.projectId)).toEqual([
    { name: "Mail Delivery System", email: null },
    { name: "MAILER-DAEMON", email: null },
    { name: null, email: null },
  ]);
});

test("the hosted parse: fields in their charsets, files, the raw mode, and sender checks", async () => {
  const world = await mailWorld();
  const envelope = JSON.stringify({ to: [world.at], from: "ada@mail.example.test" });
  const fields = {
    ...{ headers: `Message-ID: <p1@x>\nFrom: Ada <ada@example.test>\n`, from: "Ada <ada@example.test>", to: world.at },
    subject: "Parsed",
    text: "Parsed text",
    envelope,
  };
  const more = { charsets: '{"text":"utf-8"}', SPF: "pass", dkim: "{@other.example : pass}" };
  expect(
    await deliverByHostedParse(world, { ...fields, ...more, attachment1: new File(["a,b"], "a.csv", { type: "text/csv" }) }),
  ).toMatchObject(accepted);
  expect(await deliverByHostedParse(world, { email: mailTo(world.at, {}, "Raw text"), envelope, SPF: "fail", dkim: "none" })).toMatchObject(
    accepted,
  );
  expect((await messages(world)).map(({ content }) => content)).toEqual(["Parsed text", "Raw text"]);
  const seen = await world.rows<{ authentication: string }>(
    "SELECT authentication FROM mails WHERE project_id = ? ORDER BY rowid",
    world.projectId,
  );
  expect(seen.map(({ authentication }) => JSON.parse(authentication) as unknown)).toEqual([
    // SPF passed for mail.example.test, a subdomain of the sender's domain.
    { spf: "pass", dkim: "pass", dmarc: null, aligned: true },
    { spf: "fail", dkim: null, dmarc: null, aligned: false },
  ]);
  expect(await world.rows("SELECT name, type, state FROM files WHERE project_id = ?", world.projectId)).toEqual([
    { name: "a.csv", type: "text/csv", state: "attached" },
  ]);
  expect(
    await world.rows("SELECT email_verified FROM contacts WHERE email = 'ada@example.test' AND project_id = ?", world.projectId),
  ).toEqual([{ email_verified: 1 }]);
});

test("only an empty envelope sender is refused, and nothing of that mail is stored; an absent one is not empty", async () => {
  const world = await mailWorld();
  const fields = { headers: "From: a@example.test\n", to: world.at, text: "x" };
  for (const from of ["", "<>", " "]) {
    const answer = await deliverByHostedParse(world, { ...fields, envelope: JSON.stringify({ to: [world.at], from }) });
    expect(answer).toMatchObject({ status: 400, body: { error: "Envelope sender required" } });
  }
  await expectNothingKept(world);
  for (const envelope of [
    {},
    { envelope: "{}" },
    { envelope: "nonsense" },
    { envelope: "null" },
    { envelope: JSON.stringify({ to: [world.at], from: null }) },
    { envelope: JSON.stringify({ to: [world.at] }) },
  ])
    expect(await deliverByHostedParse(world, { ...fields, ...envelope })).toMatchObject(accepted);
  expect(await world.call(PARSE, { raw: "no form", headers: { ...basic, "content-type": "text/plain" } })).toMatchObject(ignored);
});

test("the platform handler rejects the null sender and unknown recipients, and accepts the rest", async () => {
  const world = await mailWorld();
  for (const from of ["", "<>"])
    expect(await deliverByPlatform(world, { from, to: world.at, raw: mailTo(world.at) })).toBe("Envelope sender required");
  expect(await deliverByPlatform(world, { from: "a@example.test", to: "nobody@acme.example", raw: mailTo("nobody@acme.example") })).toBe(
    "This address does not take mail here",
  );
  await expectNothingKept(world);
  const results =
    "mx.cloudflare.net; dkim=pass header.d=example.test; spf=none smtp.mailfrom=x@y.example; dmarc=pass header.from=example.test";
  expect(
    await deliverByPlatform(world, {
      from: "a@example.test",
      to: world.at,
      raw: `Authentication-Results: ${results}\r\n${mailTo(world.at)}`,
    }),
  ).toBeUndefined();
  expect(await receipts(world)).toMatchObject([{ state: "admitted", door: "platform" }]);
  expect(await world.rows("SELECT authentication FROM mails WHERE project_id = ?", world.projectId)).toEqual([
    { authentication: '{"spf":"none","dkim":"pass","dmarc":"pass","aligned":true}' },
  ]);
});

test("an authentication result is trusted only from our own mail server, in the topmost header", async () => {
  const world = await mailWorld();
  const pass = "mx.cloudflare.net; dmarc=pass header.from=example.test";
  const stack = (...values: string[]): string => values.map((value) => `Authentication-Results: ${value}\r\n`).join("") + mailTo(world.at);
  for (const mail of [
    stack("mx.evil.example; dmarc=pass"),
    stack("mx.evil.example; dmarc=fail", pass),
    stack(`mx.cloudflare.net.evil.example; dmarc=pass`),
  ])
    await deliverByPlatform(world, { from: "a@example.test", to: world.at, raw: mail });
  await deliverRaw(world, stack(pass));
  expect(await world.rows("SELECT email_verified FROM contacts WHERE project_id = ?", world.projectId)).toEqual([{ email_verified: 0 }]);
  expect(
    (await world.rows("SELECT DISTINCT authentication FROM mails WHERE project_id = ?", world.projectId)).map(
      (row) => row["authentication"],
    ),
  ).toEqual([null]);
});

test("an unknown recipient is answered with success and leaves nothing", async () => {
  const world = await mailWorld();
  expect(await deliverRaw(world, mailTo("nobody@acme.example"))).toMatchObject(ignored);
  expect(await deliverByGateway(world, { message: { from: "a@b.example", to: "nobody@acme.example", text: "x" } })).toMatchObject(ignored);
  expect(await deliverByHostedParse(world, { to: "nobody@acme.example", text: "x", from: "a@b.example" })).toMatchObject(ignored);
  await expectNothingKept(world);
});

test("the project is found by the envelope, a plus form, or a forwarder's headers, in any case, and each project gets its own mail", async () => {
  const world = await mailWorld();
  for (const mail of [
    mailTo("x@y.example", { "Delivered-To": world.at }),
    mailTo("x@y.example", { "X-Original-To": `<${world.at.toUpperCase()}>` }),
    mailTo("x@y.example", { Cc: `"Help, please" <${world.at.replace("@", "+tag@")}>` }),
  ])
    expect(await deliverRaw(world, mail)).toMatchObject(accepted);
  expect(await deliverRaw(world, mailTo("x@y.example"), { "x-envelope-to": `a@b.example, ${world.at}` })).toMatchObject(accepted);
  expect(await receipts(world)).toHaveLength(4);
  const other = await mailWorld();
  expect(await deliverRaw(world, mailTo(`${world.at}, ${other.at}`))).toMatchObject(accepted);
  expect(await receipts(world)).toHaveLength(5);
  const [theirs] = await receipts(other);
  expect(theirs).toMatchObject({ state: "admitted", envelope_to: other.at });
  const keys = (await receipts(world)).map(({ object_key }) => object_key);
  expect(keys).not.toContain(theirs?.object_key);
  expect(new Set([...keys, theirs?.object_key]).size).toBe(6);
  expect(mailboxAddress("Help+X@Acme.Example")).toBe("help@acme.example");
});

test("a mail delivered three times at once, and again later, is stored once, even in another form", async () => {
  const world = await mailWorld();
  const mail = mailTo(world.at);
  const before = (await objects(world)).length;
  const answers = await Promise.all([deliverRaw(world, mail), deliverRaw(world, mail), deliverRaw(world, mail)]);
  for (const answer of answers) expect(answer).toMatchObject(accepted);
  expect(await deliverRaw(world, mail)).toMatchObject(accepted);
  expect(await deliverByGateway(world, { message: mail })).toMatchObject(accepted);
  expect(await receipts(world)).toHaveLength(1);
  expect(await messages(world)).toHaveLength(1);
  expect(await objects(world)).toHaveLength(before + 1);
  expect(await world.rows("SELECT * FROM mail_uploads")).toEqual([]);
  // The hosted parse uses a new boundary, and may rate spam differently.
  const fields = { headers: "Message-ID: <again@x>\nFrom: a@example.test\n", to: world.at, text: "Again" };
  for (const spam_score of ["0.1", "2.2"]) expect(await deliverByHostedParse(world, { ...fields, spam_score })).toMatchObject(accepted);
  expect(await messages(world)).toHaveLength(2);
});

test("a mail of 25 MB is kept whole and its text is read, even without a Content-Length", { timeout: 120_000 }, async () => {
  const world = await mailWorld();
  const head = new TextEncoder().encode(
    raw(
      { ...ADA, To: world.at, "Content-Type": "multipart/mixed; boundary=b" },
      `--b\r\n\r\nLarge words\r\n--b\r\nContent-Type: application/pdf; name=large.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    ),
  );
  const bytes = new Uint8Array(25 * 1024 * 1024).fill(65);
  for (let i = 76; i < bytes.length; i += 78) bytes.set([13, 10], i);
  bytes.set(head);
  expect(await deliverRaw(world, bytes)).toMatchObject(accepted);
  const [receipt] = await receipts(world);
  expect(receipt).toMatchObject({ state: "admitted", size: bytes.byteLength });
  expect((await messages(world))[0]?.content).toContain("Large words");
  const stored = await world.env.FILES.get(receipt?.object_key ?? "");
  expect(stored?.size).toBe(bytes.byteLength);
  await stored?.body.cancel();
  const stream = new Response(new TextEncoder().encode(mailTo(world.at, {}, "Streamed"))).body as ReadableStream<Uint8Array>;
  const streamed = await world.response(
    new Request(`http://localhost:8787${INBOUND}`, {
      method: "POST",
      body: stream.pipeThrough(new TransformStream()),
      headers: { ...bearer, "content-type": "message/rfc822" },
    }),
  );
  expect(streamed.status).toBe(200);
  expect((await messages(world)).at(-1)?.content).toBe("Streamed");
});

test(
  "JSON and forms beyond the parsing limit are accepted: their text is read, and large files stay in the original",
  { timeout: 120_000 },
  async () => {
    const world = await mailWorld();
    const content = "QUJD".repeat(1_000_000);
    const attachments = ["a.bin", "b.bin", "c.bin"].map((filename) => ({ filename, contentType: "application/octet-stream", content }));
    const fields = {
      from: "ada@example.test",
      to: [world.at],
      subject: "Large",
      text: "Words before it",
      messageId: "<large@x>",
      attachments,
    };
    expect(await deliverByGateway(world, { message: fields, envelopeFrom: "ada@example.test" })).toMatchObject(accepted);
    const [first] = await receipts(world);
    expect(first).toMatchObject({ state: "admitted", error: null, envelope_from: "ada@example.test" });
    expect((await messages(world))[0]?.content).toBe("Words before it\n\n(Only in the original email: c.bin)");
    expect((await world.env.FILES.head(first?.object_key ?? ""))?.size).toBeGreaterThan(12_000_000);
    // The same bytes again are the same mail; a mail for an unknown recipient leaves nothing.
    expect(await deliverByGateway(world, { message: fields, envelopeFrom: "ada@example.test" })).toMatchObject(accepted);
    expect(await receipts(world)).toHaveLength(1);
    expect(await deliverByGateway(world, { message: { ...fields, to: ["nobody@elsewhere.example"] } })).toMatchObject(ignored);
    const whole = `${mailTo("x@y.example", {}, "Whole words")}${"x".repeat(8_500_000)}`;
    expect(await deliverByGateway(world, { message: whole, envelopeTo: world.at, envelopeFrom: "" })).toMatchObject(accepted);
    const last = (await messages(world)).at(-1);
    expect(last?.content).toMatch(/^Whole words/);
    expect(last?.origin.automatic?.reasons.map(({ rule }) => rule)).toEqual(["null-sender"]);
    const file = new File([new Uint8Array(9_000_000)], "large.bin");
    expect(
      await deliverByHostedParse(world, {
        headers: "Message-ID: <lf@x>\nFrom: a@b.example\n",
        to: world.at,
        text: "Form words",
        attachment1: file,
      }),
    ).toMatchObject(accepted);
    expect((await messages(world)).at(-1)?.content).toMatch(/^Form words/);
    expect(await world.rows("SELECT * FROM mail_uploads")).toEqual([]);
  },
);

test("a failing store is answered as a failure, and the mail sent again is stored once", async () => {
  const world = await mailWorld();
  const mail = mailTo(world.at);
  const failing = { ...world.env, FILES: { put: () => Promise.reject(new Error("no store")) } } as unknown as Env;
  expect((await deliverRaw(world, mail, {}, failing)).status).toBeGreaterThanOrEqual(500);
  expect(await receipts(world)).toEqual([]);
  expect(await deliverRaw(world, mail)).toMatchObject(accepted);
  expect(await messages(world)).toHaveLength(1);
});

test("a deleted project accepts no mail", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mailTo(world.at));
  const gone = await world.as(`/api/management/projects/${world.projectId}/delete`, { body: { confirm: "Acme" } });
  const status =
    gone.status === 404
      ? (await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status
      : gone.status;
  expect(status).toBe(200);
  expect(await world.rows("SELECT * FROM inbound_addresses WHERE project_id = ?", world.projectId)).toEqual([]);
  await ownAddress(world, world.at);
  expect(await deliverRaw(world, mailTo(world.at))).toMatchObject(ignored);
  expect(await receipts(world)).toHaveLength(1);
});

test("a mail whose job died is shown as failed, and retried six hours later", async () => {
  const world = await mailWorld();
  await deliverRaw(world, raw({ From: "ada@example.test", To: world.at, "Message-ID": "<died@example.test>" }));
  const [receipt] = await receipts(world);
  await world.rows("UPDATE inbound_mail_receipts SET state = 'admitting' WHERE id = ?", receipt?.id ?? "");
  await world.rows("DELETE FROM messages WHERE project_id = ?", world.projectId);
  await world.rows("DELETE FROM conversation_events WHERE project_id = ?", world.projectId);
  await world.rows("DELETE FROM mails WHERE project_id = ?", world.projectId);
  await world.rows(
    "UPDATE jobs SET state = 'dead', attempts = 11, finished_at = ? WHERE key = ?",
    world.clock.now(),
    `email.admit:${receipt?.id}`,
  );
  world.clock.advance({ minutes: 6 });
  await world.tick();
  expect((await receipts(world)).map(({ state, error }) => [state, error])).toEqual([
    ["failed", "The email couldn’t be processed. We’ll retry every six hours while the original is kept."],
  ]);
  world.clock.advance({ minutes: 353 });
  await world.tick();
  expect((await receipts(world)).map(({ state }) => state)).toEqual(["failed"]);
  world.clock.advance({ minutes: 2 });
  await world.tick();
  await world.tick();
  expect((await receipts(world)).map(({ state, error }) => [state, error])).toEqual([["admitted", null]]);
  expect(await messages(world)).toHaveLength(1);
});
