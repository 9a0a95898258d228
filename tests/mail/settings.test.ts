// Email settings, the log of sent mail, and the provider's events.
import assert from "node:assert/strict";
import { createHmac, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, test } from "vitest";
import { call } from "../support/desk.ts";
import { mailDesk, type MailDesk } from "./desk.ts";

interface Overview {
  settings: Record<string, unknown>;
  addresses: { address: string }[];
  sending: Record<string, unknown>;
  receiving: Record<string, unknown>;
}
interface Log {
  items: { id: string; state: string; to: string; kind: string; attempts: number; error: string | null; createdAt: string }[];
  next: string | null;
}
const SVIX_KEY = Buffer.from("a key of Svix's double").toString("base64");
const wait = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

describe("settings and log", () => {
  let desk: MailDesk;
  beforeAll(async () => {
    desk = await mailDesk("resend", { EMAIL_EVENTS_SECRET: `whsec_${SVIX_KEY}` });
  });
  afterAll(() => desk.stop());
  const save = (more: Record<string, unknown>, path = desk.management()) =>
    desk.owner.call<Overview & { error: string; code: string }>(path, {
      method: "PUT",
      body: { sender: null, senderName: null, replyAddress: null, signature: "", ...more },
    });

  test("the settings are shown with the installation's configuration and the inbound addresses", async () => {
    const { body } = await desk.owner.call<Overview>(desk.management());
    assert.deepEqual(body.settings, {
      ...{ sender: null, senderName: null, replyAddress: null, signature: "" },
      ...{ askAddress: true, mailUnseen: true },
    });
    assert.deepEqual(body.sending, { provider: "resend", from: "desk@acme.example", missing: [], events: true, checksDns: false });
    assert.deepEqual(body.receiving, {
      missing: ["INBOUND_EMAIL_TOKEN"],
      inbound: `${desk.served.url}/api/integrations/email/inbound`,
      parse: `${desk.served.url}/api/integrations/email/parse`,
      events: `${desk.served.url}/api/integrations/email/events`,
    });
    const saved = await save({ sender: "Care@Acme.example", senderName: "Acme Care", replyAddress: "care@acme.example", signature: "Bye" });
    assert.deepEqual(saved.body.settings, {
      sender: "care@acme.example",
      senderName: "Acme Care",
      replyAddress: "care@acme.example",
      signature: "Bye",
      ...{ askAddress: true, mailUnseen: true },
    });
    // Answers need an inbound address of the project.
    assert.deepEqual(
      saved.body.addresses.map(({ address }) => address),
      ["care@acme.example"],
    );
    const talk = await desk.conversation();
    await desk.until(await talk.answer("Hello"), "sent");
    // The sender's ownership is not proved yet.
    assert.equal(desk.double.mails.at(-1)?.from, '"Olga Owner at Acme Care" <desk@acme.example>');
    desk.proveAddresses();
    await desk.until(await talk.answer("Hello again"), "sent");
    assert.equal(desk.double.mails.at(-1)?.from, '"Olga Owner at Acme Care" <care@acme.example>');
    for (const wrong of [
      { replyAddress: "muchtoolongforit@acme.example" },
      { replyAddress: "a+b@acme.example" },
      { senderName: "a\tb" },
      { sender: "x" },
    ])
      assert.equal((await save(wrong)).status, 400, JSON.stringify(wrong));
  });

  test("an address belongs to one project only, however often it is requested", async () => {
    const rival = await desk.owner.project("Rival", "https://rival.example");
    const path = `/api/management/projects/${rival.id}/email`;
    const add = (address: string, where = desk.management()) =>
      desk.owner.post<Overview & { code: string }>(`${where}/addresses`, { address });
    for (let i = 0; i < 2; i += 1) assert.equal((await add("Support+Shop@Acme.example")).status, 200);
    const listed = (await add("support@acme.example")).body.addresses.map(({ address }) => address);
    assert.deepEqual(listed, ["care@acme.example", "support@acme.example"]);
    desk.proveAddresses();
    const refused = await add("support@acme.example", path);
    assert.deepEqual([refused.status, refused.body.code], [409, "conflict"]);
    const reply = await save({ replyAddress: "care@acme.example" }, path);
    assert.deepEqual([reply.status, reply.body.code], [409, "conflict"]);
    assert.equal((await desk.owner.call<Overview>(path)).body.settings["replyAddress"], null);
    // No project may send as another project, nor receive mail at another's sender address.
    for (const sender of ["care@acme.example", "Support@Acme.example"]) {
      const named = await save({ sender }, path);
      assert.deepEqual([named.status, named.body.code], [409, "conflict"], sender);
    }
    assert.equal((await desk.owner.call<Overview>(path)).body.settings["sender"], null);
    assert.equal((await save({ sender: "rival@rival.example" }, path)).status, 200);
    desk.proveAddresses();
    assert.equal((await add("rival@rival.example")).status, 409);
    assert.equal((await save({ sender: "Rival@rival.example" })).status, 409);
    // The installation's sender belongs to no single project.
    assert.equal((await save({ sender: "desk@acme.example" }, path)).status, 200);
    // The reply address cannot be removed while it is in use.
    const remove = (address: string) => desk.owner.post<Overview>(desk.management("/addresses/remove"), { address });
    assert.equal((await remove("care@acme.example")).status, 409);
    assert.deepEqual(
      (await remove("support@acme.example")).body.addresses.map(({ address }) => address),
      ["care@acme.example"],
    );
    assert.equal((await remove("support@acme.example")).status, 200);
    for (let i = 0; i < 19; i += 1) assert.equal((await add(`a${i}@acme.example`)).status, 200);
    assert.equal((await add("one-more@acme.example")).status, 409);
    const log = await desk.owner.call<{ items: { action: string; detail: Record<string, string> }[] }>(
      `/api/management/projects/${desk.projectId}/audit-log`,
    );
    const actions = log.body.items.filter(({ action }) => action.startsWith("email."));
    assert.ok(actions.some(({ action, detail }) => action === "email.address_removed" && detail["address"] === "support@acme.example"));
    assert.equal(actions.filter(({ action }) => action === "email.settings_changed").length, 1);
    assert.equal(actions.filter(({ detail }) => detail["address"] === "support@acme.example").length, 2);
  });

  test("a test mail is sent once for its clientId", async () => {
    const body = { clientId: randomUUID(), to: "Try@Acme.example" };
    const send = () => desk.owner.post<{ delivery: Log["items"][number]; code: string }>(desk.management("/test"), body);
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status, second.body.delivery.id], [202, 202, first.body.delivery.id]);
    for (let i = 0; i < 100 && (await send()).body.delivery.state !== "sent"; i += 1) await wait(30);
    const mails = desk.double.mails.filter(({ to }) => to === "try@acme.example");
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.subject ?? "", /^Test email from Acme$/);
    assert.deepEqual(mails[0]?.headers, {});
    assert.equal((await desk.owner.post(desk.management("/test"), { ...body, to: "other@acme.example" })).status, 409);
  });

  test("the log is paged, newest first, and can be filtered by state", async () => {
    desk.tables.run(
      `INSERT INTO mail_deliveries (id, project_id, kind, cause, to_address, to_hash, subject, state, created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
        SELECT 'dlv_' || printf('%026d', i), ?, 'reply', 'old:' || i, 'p@q.example', 'old', 'S', CASE WHEN i % 2 THEN 'sent' ELSE 'needs_review' END, i, i FROM n`,
      desk.projectId,
    );
    const read = async (state: string): Promise<string[]> => {
      const found: string[] = [];
      let cursor = "";
      do {
        const { body, status } = await desk.owner.call<Log>(desk.management(`/deliveries?${state}${cursor}`));
        assert.equal(status, 200);
        found.push(...body.items.map(({ id }) => id));
        cursor = body.next === null ? "" : `&cursor=${body.next}`;
      } while (cursor !== "");
      return found;
    };
    const all = await read("");
    assert.deepEqual(all, [...new Set(all)].toSorted().toReversed());
    assert.ok(all.length > 120);
    assert.equal((await read("state=needs_review")).length, 60);
    assert.equal((await read("state=sent")).filter((id) => id.startsWith("dlv_0000")).length, 60);
    const plan = (where: string) =>
      desk.tables
        .all(`EXPLAIN QUERY PLAN SELECT * FROM mail_deliveries d WHERE d.project_id = 'x' AND ${where} ORDER BY d.id DESC LIMIT 50`)
        .map((row) => String(row["detail"]))
        .join();
    assert.match(plan("d.state = 'failed' AND d.state <> 'sent'"), /mail_deliveries_state \(project_id=\? AND state=\?\)/);
    assert.equal((await desk.owner.post(desk.management(`/deliveries/dlv_${"0".repeat(25)}1/retry`), {})).status, 409);
  });

  test("events count only with a valid and recent signature", async () => {
    const talk = await desk.conversation();
    const row = await desk.until(await talk.answer("Hello"), "sent");
    const url = `${desk.served.url}/api/integrations/email/events`;
    const postEvents = (event: unknown, { at = Date.now(), key = SVIX_KEY, signature = "" } = {}) => {
      const body = JSON.stringify(event);
      const [id, timestamp] = ["msg_1", String(Math.floor(at / 1000))];
      const right = createHmac("sha256", Buffer.from(key, "base64")).update(`${id}.${timestamp}.${body}`).digest("base64");
      const headers = {
        "svix-id": id,
        "svix-timestamp": timestamp,
        "svix-signature": signature || `v1,AAAA v1,${right}`,
        "content-type": "application/json",
      };
      return call<{ code?: string }>(url, { raw: body, headers });
    };
    const bounced = {
      type: "email.bounced",
      data: { email_id: row["provider_id"], to: [talk.address], bounce: { type: "Permanent", message: "No such user" } },
    };
    for (const wrong of [
      { at: Date.now() - 400_000 },
      { at: Date.now() + 400_000 },
      { key: Buffer.from("another").toString("base64") },
      { signature: "v1,%%%" },
      { signature: "v2,AAAA" },
    ]) {
      const { status, body } = await postEvents(bounced, wrong);
      assert.deepEqual([status, body.code], [401, "unauthenticated"], JSON.stringify(wrong));
    }
    assert.equal((await call(url, { raw: JSON.stringify(bounced) })).status, 401);
    for (const idle of [
      { type: "email.delivered", data: {} },
      { type: "email.bounced", data: { email_id: row["provider_id"], bounce: { type: "Transient" } } },
      [],
      5,
      { type: "email.bounced" },
    ])
      assert.equal((await postEvents(idle)).status, 200);
    assert.equal(desk.delivery(String(row["message_id"]))?.["state"], "sent");
    for (let i = 0; i < 2; i += 1) assert.equal((await postEvents(bounced)).status, 200);
    const after = desk.delivery(String(row["message_id"]));
    assert.deepEqual([after?.["state"], after?.["error"]], ["bounced", "The email bounced. No such user."]);
    await desk.until(await talk.answer("Again"), "suppressed");
    // By the id that we sent along, when the event arrives before we have stored the provider's id.
    const other = await desk.conversation();
    const second = await desk.until(await other.answer("Hello"), "sent");
    await postEvents({ type: "email.complained", data: { email_id: "unknown", tags: { delivery: second["id"] } } });
    assert.equal(desk.delivery(String(second["message_id"]))?.["state"], "bounced");
    assert.deepEqual(
      desk.tables.all("SELECT reason FROM mail_suppressions ORDER BY created_at").map((one) => one["reason"]),
      ["bounced", "complained"],
    );
  });

  test("a thread shows the state of its mails and where a reply goes", async () => {
    const talk = await desk.conversation({ mail: { subject: "Order 9", headerId: "o9@customer.example" } });
    const messageId = await talk.answer("On its way");
    await desk.until(messageId, "sent");
    const { body } = await desk.owner.call<{ items: Record<string, unknown>[]; answersTo: string; proved: boolean; missing: string[] }>(
      `/api/dashboard/projects/${desk.projectId}/conversations/${talk.id}/mails`,
    );
    assert.deepEqual([body.answersTo, body.proved, body.missing], [talk.address, true, []]);
    const [inbound, outbound] = body.items;
    assert.deepEqual([inbound?.["direction"], inbound?.["subject"], inbound?.["delivery"]], ["in", "Order 9", null]);
    assert.deepEqual(outbound, {
      messageId,
      direction: "out",
      from: { name: "Olga Owner at Acme Care", address: "care@acme.example" },
      to: [{ name: "", address: talk.address }],
      cc: [],
      bcc: [],
      subject: "Re: Order 9",
      authentication: null,
      html: false,
      long: false,
      quoted: null,
      forwarded: false,
      delivery: { state: "sent", error: null, dueAt: null },
    });
  });
});

test("SendGrid's events are verified with its public key", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const desk = await mailDesk("sendgrid", { EMAIL_EVENTS_SECRET: publicKey.export({ type: "spki", format: "der" }).toString("base64") });
  try {
    const url = `${desk.served.url}/api/integrations/email/events`;
    const postEvents = (events: unknown, at = Date.now(), change = "") => {
      const body = JSON.stringify(events);
      const timestamp = String(Math.floor(at / 1000));
      const signature = createSign("sha256")
        .update(timestamp + body)
        .sign(privateKey)
        .toString("base64");
      const headers = { "x-twilio-email-event-webhook-signature": signature, "x-twilio-email-event-webhook-timestamp": timestamp };
      return call(url, { raw: body + change, headers });
    };
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push(String((await desk.until(await (await desk.conversation()).answer("Hello"), "sent"))["id"]));
    const providerId = (i: number) =>
      desk.tables.all("SELECT provider_id FROM mail_deliveries WHERE id = ?", ids[i] ?? "")[0]?.["provider_id"];
    const events = [
      { event: "bounce", type: "bounce", delivery: ids[0], reason: "550 5.1.1 no such user" },
      { event: "bounce", type: "blocked", delivery: ids[1], reason: "mailbox full" },
      { event: "dropped", sg_message_id: `${providerId(2)}.filter0001`, reason: "Bounced Address" },
      { event: "spamreport", delivery: ids[3] },
      { event: "open", delivery: ids[1] },
      null,
    ];
    assert.equal((await postEvents(events, Date.now() - 400_000)).status, 401);
    assert.equal((await postEvents(events, Date.now(), " ")).status, 401);
    assert.equal((await postEvents(events)).status, 200);
    const states = ids.map((id) => desk.tables.all("SELECT state FROM mail_deliveries WHERE id = ?", id)[0]?.["state"]);
    assert.deepEqual(states, ["bounced", "sent", "bounced", "bounced"]);
    // For outreach these addresses are suppressed in all projects.
    const suppressed = desk.tables.all("SELECT reason FROM suppressions WHERE everywhere = 1 ORDER BY reason").map(({ reason }) => reason);
    assert.deepEqual(suppressed, ["complaint", "hard_bounce", "hard_bounce"]);
    // Many signatures, so that their numbers have every length of DER.
    for (let i = 0; i < 40; i += 1) assert.equal((await postEvents([{ event: "open", i }])).status, 200);
  } finally {
    await desk.stop();
  }
});

test("without a secret no event is accepted, and a provider without events has no valid signature", async () => {
  const desk = await mailDesk("cloudflare");
  try {
    const answer = await call<{ code: string; variables: string[] }>(`${desk.served.url}/api/integrations/email/events`, { raw: "{}" });
    assert.deepEqual([answer.status, answer.body.code, answer.body.variables], [503, "not_configured", ["EMAIL_EVENTS_SECRET"]]);
  } finally {
    await desk.stop();
  }
});

test("the address of a test mail is removed from the log after thirty days", async () => {
  const desk = await mailDesk("resend");
  try {
    const { body } = await desk.owner.post<{ delivery: { id: string } }>(desk.management("/test"), {
      clientId: randomUUID(),
      to: "try@acme.example",
    });
    const row = () => desk.tables.all("SELECT state, to_address, subject FROM mail_deliveries WHERE id = ?", body.delivery.id)[0];
    for (let i = 0; i < 200 && row()?.["state"] !== "sent"; i += 1) await wait(30);
    await desk.served.tick();
    assert.deepEqual({ ...row() }, { state: "sent", to_address: "try@acme.example", subject: "Test email from Acme" });
    const due = desk.tables.all("SELECT due_at - created_at AS waits FROM jobs WHERE kind = 'email.forget-test'");
    assert.deepEqual(
      due.map(({ waits }) => waits),
      [30 * 24 * 3_600_000],
    );
    desk.tables.run("UPDATE jobs SET due_at = 0 WHERE kind = 'email.forget-test'");
    await desk.served.tick();
    assert.deepEqual({ ...row() }, { state: "sent", to_address: null, subject: null });
  } finally {
    await desk.stop();
  }
});
