// Rules that the outbox never breaks: unproved addresses, loops, erased contacts, header injection.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import { mailDesk, type MailDesk } from "./desk.ts";

let desk: MailDesk;
beforeAll(async () => {
  desk = await mailDesk("resend");
});
afterAll(() => desk.stop());
const newest = () => desk.double.mails.at(-1);
const hoursAgo = (hours: number) =>
  desk.tables.run(
    "UPDATE mail_deliveries SET created_at = created_at - ?, updated_at = updated_at - ?, due_at = due_at - ?",
    hours * 3_600_000,
    hours * 3_600_000,
    hours * 3_600_000,
  );

test("an unproved address gets no words of a visitor, no thread, and at most three mails an hour", async () => {
  const address = `${randomUUID().slice(0, 8)}@stranger.example`;
  const poison = {
    address,
    proved: false,
    content: "VISITORTEXT buy now",
    mail: { subject: "SUBJECTTEXT", headerId: "evil@attacker.example" },
  };
  const talks = [await desk.conversation(poison), await desk.conversation(poison)];
  const rival = await desk.owner.project("Rival", "https://rival.example");
  for (const [i, talk] of [0, 1, 0].entries()) await desk.until((await talks[talk]?.answer(`Answer ${i}`)) ?? "", "sent");
  for (const mail of desk.double.mails.slice(-3)) {
    assert.equal(mail.subject, "Your message to Acme");
    assert.doesNotMatch(JSON.stringify(mail), /VISITORTEXT|SUBJECTTEXT|evil@attacker/);
    assert.equal(mail.headers["In-Reply-To"], undefined);
  }
  const mails = desk.double.mails.length;
  const fourth = (await talks[1]?.answer("Answer 4")) ?? "";
  const held = await desk.until(fourth, "held");
  assert.match(String(held["error"]), /at most 3 emails an hour/);
  // The schedule, a person, and another project are all held to the same limit.
  await desk.later();
  const again = await desk.owner.post<{ code: string }>(desk.management(`/deliveries/${held["id"]}/retry`), {});
  assert.deepEqual([again.status, again.body.code], [409, "conflict"]);
  const test = await desk.owner.post<{ code: string }>(`/api/management/projects/${rival.id}/email/test`, {
    clientId: randomUUID(),
    to: address,
  });
  assert.deepEqual([test.status, test.body.code], [429, "rate_limited"]);
  assert.equal(desk.double.mails.length, mails);
  // It is sent by itself when the hour is over.
  hoursAgo(1.1);
  await desk.later();
  await desk.until(fourth, "sent");
  assert.equal(newest()?.to, address);
  // A proved address has no such limit.
  const proved = await desk.conversation();
  for (let i = 0; i < 4; i += 1) await desk.until(await proved.answer(`Proved ${i}`), "sent");
});

test("after five automatic replies in ten minutes further ones wait until a person sends them", async () => {
  const talk = await desk.conversation();
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const id = await talk.answer(`Operator ${i}`);
    await desk.until(id, "sent");
    ids.push(id);
  }
  // As an assistant leaves it behind: the last reply again, not written by a person.
  const [last = ""] = ids.slice(-1);
  desk.tables.run("UPDATE messages SET author_role = 'assistant', author_id = NULL WHERE id = ?", last);
  const retake = () => {
    desk.tables.run("DELETE FROM mail_deliveries WHERE message_id = ?", last);
    return desk.repeatJobs();
  };
  await retake();
  const held = await desk.until(last, "held");
  assert.match(String(held["error"]), /Someone on the team has to send it/);
  const mails = desk.double.mails.length;
  await desk.later();
  assert.equal(desk.double.mails.length, mails);
  assert.equal((await desk.owner.post(desk.management(`/deliveries/${held["id"]}/retry`), {})).status, 200);
  await desk.until(last, "sent");
  assert.equal(newest()?.headers["Auto-Submitted"], "auto-replied");
  assert.equal(newest()?.from, '"Acme" <desk@acme.example>');
});

test("user input cannot add a header", async () => {
  const mail = { subject: "Hi\r\nBcc: victim@example.com\u2028X: y", headerId: "a@b>\r\nBcc: victim@example.com" };
  const talk = await desk.conversation({ mail });
  const renamed = await desk.owner.call("/api/account/me", { method: "PATCH", body: { name: 'Olga\u202e "Q" <x@y.example>' } });
  assert.equal(renamed.status, 200);
  await desk.until(await talk.answer("Hello\r\nBcc: victim@example.com"), "sent");
  const sent = newest();
  assert.equal(sent?.subject, "Re: Hi Bcc: victim@example.com X: y");
  assert.deepEqual(Object.keys(sent?.headers ?? {}).sort(), ["Auto-Submitted", "Message-ID", "X-Auto-Response-Suppress"]);
  assert.doesNotMatch(JSON.stringify([sent?.from, sent?.subject, sent?.headers]), /\\[rn]|\u2028|\u202e/);
  await desk.owner.call("/api/account/me", { method: "PATCH", body: { name: "Olga Owner" } });
});

test("without configuration the operator sees that nothing was sent, and which variables are missing", async () => {
  const bare = await mailDesk("resend", { EMAIL_API_KEY: "", EMAIL_FROM: "nonsense" });
  try {
    const talk = await bare.conversation();
    const messageId = await talk.answer("Hello?");
    const row = await bare.until(messageId, "failed");
    assert.equal(row["error"], "Email isn’t set up, so this wasn’t sent. Missing: EMAIL_API_KEY, EMAIL_FROM.");
    const path = `/api/dashboard/projects/${bare.projectId}/conversations/${talk.id}/mails`;
    const { body } = await bare.owner.call<{ missing: string[]; answersTo: string; items: { messageId: string; delivery: unknown }[] }>(
      path,
    );
    assert.deepEqual([body.missing, body.answersTo], [["EMAIL_API_KEY", "EMAIL_FROM"], talk.address]);
    assert.deepEqual(body.items.at(-1)?.delivery, { state: "failed", error: row["error"], dueAt: null });
    for (const [path, body] of [
      ["/test", { clientId: randomUUID(), to: "a@b.example" }],
      [`/deliveries/${row["id"]}/retry`, {}],
    ] as const) {
      const refused = await bare.owner.post<{ code: string; variables: string[] }>(bare.management(path), body);
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.variables],
        [503, "not_configured", ["EMAIL_API_KEY", "EMAIL_FROM"]],
      );
    }
    assert.equal(bare.double.requests.length, 0);
  } finally {
    await bare.stop();
  }
});

test("nothing is sent to a blocked or erased contact, or for a deleted project", async () => {
  const wait = { status: 503 };
  const hidden = await desk.conversation();
  desk.double.trouble(wait);
  const first = await hidden.answer("One.");
  await desk.until(first, "queued");
  const contacts = `/api/dashboard/projects/${desk.projectId}/contacts`;
  assert.equal((await desk.owner.call(`${contacts}/${hidden.contactId}`, { method: "DELETE" })).status, 200);
  await desk.later();
  assert.match(String((await desk.until(first, "failed"))["error"]), /hidden or erased/);

  const gone = await desk.conversation({ mail: { subject: "Private", headerId: "p@q.example" } });
  const sent = await gone.answer("Sent before.");
  await desk.until(sent, "sent");
  desk.double.trouble(wait);
  const queued = await gone.answer("Waits.");
  await desk.until(queued, "queued");
  const mails = desk.double.mails.length;
  const erase = `/api/management/projects/${desk.projectId}/contacts/${gone.contactId}`;
  assert.equal((await desk.owner.post(`${erase}/erase`, {})).status, 202);
  for (;;) {
    const { body } = await desk.owner.call<{ erasure: { state: string } }>(`${erase}/erasure`);
    if (body.erasure.state === "erased") break;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  await desk.repeatJobs();
  for (const id of [sent, queued]) {
    const row = desk.delivery(id);
    assert.deepEqual([row?.["to_address"], row?.["subject"], row?.["header_id"], row?.["error"]], [null, null, null, null]);
    assert.notEqual(row?.["to_hash"], null);
  }
  assert.equal(desk.delivery(queued)?.["state"], "failed");
  assert.equal(desk.double.mails.length, mails);
  const log = await desk.owner.call<{ items: { messageId: string; to: string | null; subject: string | null }[] }>(
    desk.management("/deliveries"),
  );
  assert.deepEqual(
    log.body.items.filter((one) => [sent, queued].includes(one.messageId)).map(({ to, subject }) => [to, subject]),
    [
      [null, null],
      [null, null],
    ],
  );
  const again = await desk.owner.post(desk.management(`/deliveries/${desk.delivery(queued)?.["id"]}/retry`), {});
  assert.equal(again.status, 409);
  const thread = await desk.owner.call<{ items: unknown[]; answersTo: null }>(
    `/api/dashboard/projects/${desk.projectId}/conversations/${gone.id}/mails`,
  );
  assert.deepEqual([thread.body.items, thread.body.answersTo], [[], null]);

  const left = await desk.conversation();
  desk.double.trouble(wait);
  const unsent = await left.answer("Never.");
  await desk.until(unsent, "queued");
  assert.equal(
    (await desk.owner.call(`/api/management/projects/${desk.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status,
    200,
  );
  await desk.repeatJobs();
  assert.deepEqual([desk.delivery(unsent)?.["state"], desk.delivery(unsent)?.["error"]], ["failed", "The project was deleted."]);
  assert.equal(desk.double.mails.length, mails);
});
