// What each provider receives for a reply, and how the outbox handles the provider's answers and failures.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, test } from "vitest";
import { newId } from "../../kernel/ids/index.ts";
import { BOUNCES } from "../doubles/mail/cloudflare.ts";
import { mailDesk, type MailDesk, type Provider } from "./desk.ts";

const PROVIDERS: readonly Provider[] = ["resend", "cloudflare", "sendgrid"];
/** Whether the provider has idempotency keys, which make a repetition safe. */
const hasKeys = (provider: Provider): boolean => provider === "resend";

for (const provider of PROVIDERS)
  describe(provider, () => {
    let desk: MailDesk;
    beforeAll(async () => {
      desk = await mailDesk(provider);
      const saved = await desk.owner.call(desk.management(), {
        method: "PUT",
        body: { sender: null, senderName: null, replyAddress: "help@acme.example", signature: "Acme Ltd\nHarbour 1" },
      });
      assert.equal(saved.status, 200);
      desk.proveAddresses();
    });
    afterAll(() => desk.stop());
    const newest = () => desk.double.mails.at(-1);

    test("a reply to a proved address continues its thread and quotes it", async () => {
      const mail = { subject: "AW: RE: Order 17", headerId: "a1@customer.example" };
      const talk = await desk.conversation({ mail, content: "Where is **my** order?" });
      const messageId = await talk.answer("It left *today*: [track it](https://track.example/?a=1&b=2)");
      const row = await desk.until(messageId, "sent");
      const sent = newest();
      assert.ok(sent);
      assert.equal(sent.from, '"Olga Owner at Acme" <desk@acme.example>');
      assert.equal(sent.to, talk.address);
      assert.match(sent.replyTo ?? "", /^help\+[0-9a-z]{52}@acme\.example$/);
      assert.equal(sent.subject, "Re: Order 17");
      assert.match(
        sent.text,
        /^It left today: track it \(https:\/\/track\.example\/\?a=1&b=2\)\n\n-- \nAcme Ltd\nHarbour 1\n\nOn \d{4}-\d\d-\d\d \d\d:\d\d UTC, you wrote:\n> Where is my order\?\n$/,
      );
      assert.match(sent.html, /<em>today<\/em>: <a href="https:\/\/track\.example\/\?a=1&amp;b=2">track it<\/a>/);
      assert.match(sent.html, /<blockquote type="cite"><p dir="auto">Where is <strong>my<\/strong> order\?<\/p><\/blockquote>/);
      const threads = { "In-Reply-To": "<a1@customer.example>", References: "<a1@customer.example>" };
      const own = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", "Message-ID": `<${row["id"]}@acme.example>` };
      assert.deepEqual(sent.headers, provider === "cloudflare" ? threads : { ...own, ...threads });
      assert.equal(row["provider"], provider);
      assert.equal(row["provider_id"], provider === "cloudflare" ? null : sent.id);

      const second = await talk.answer("And it has arrived.");
      await desk.until(second, "sent");
      const references = newest()?.headers["References"]?.split(" ");
      // The reply in between is referenced too if it had a Message-ID of ours; the customer's comes last.
      assert.deepEqual(references?.at(-1), "<a1@customer.example>");
      assert.equal(references?.length, provider === "cloudflare" ? 1 : 2);
    });

    test("repeated jobs and a queue that delivers twice send no second mail", async () => {
      const talk = await desk.conversation();
      const messageId = await talk.answer("Once.");
      await desk.until(messageId, "sent");
      const requests = desk.double.requests.length;
      await desk.repeatJobs();
      await desk.repeatJobs();
      assert.equal(desk.double.requests.length, requests);
      assert.equal(desk.tables.all("SELECT count(*) AS n FROM mail_deliveries WHERE message_id = ?", messageId)[0]?.["n"], 1);
      assert.equal(desk.delivery(messageId)?.["attempts"], 1);
    });

    test("a mail accepted just before the connection broke is not sent twice", async () => {
      const talk = await desk.conversation();
      const mails = desk.double.mails.length;
      desk.double.trouble("lose");
      const messageId = await talk.answer("Only once.");
      if (hasKeys(provider)) {
        const waiting = await desk.until(messageId, "queued");
        assert.equal(waiting["attempts"], 1);
        assert.match(String(waiting["error"]), /broke before it answered\. We’ll try again\./);
        await desk.later();
        assert.equal((await desk.until(messageId, "sent"))["attempts"], 2);
        const [first, second] = desk.double.requests.slice(-2);
        assert.equal(first?.headers["idempotency-key"], desk.delivery(messageId)?.["id"]);
        assert.equal(second?.headers["idempotency-key"], first?.headers["idempotency-key"]);
        assert.equal(second?.raw, first?.raw);
      } else {
        const row = await desk.until(messageId, "needs_review");
        assert.match(String(row["error"]), /It may have been sent/);
        const requests = desk.double.requests.length;
        await desk.later();
        await desk.repeatJobs();
        assert.equal(desk.double.requests.length, requests);
      }
      assert.equal(desk.double.mails.length, mails + 1);
    });

    test("a mail counts as possibly sent when the provider does not answer in time", async () => {
      const talk = await desk.conversation();
      desk.double.trouble("hang");
      const messageId = await talk.answer("Slowly.");
      const taken = await desk.until(messageId, "sending");
      // A second job for the same attempt, while the first waits for the answer.
      desk.tables.run(
        "INSERT INTO jobs (id, project_id, kind, key, payload, due_at, created_at) VALUES (?, ?, 'email.send', ?, json_object('deliveryId', ?, 'attempt', 1, 'round', 0), 0, 0)",
        newId("job", Date.now()),
        desk.projectId,
        randomUUID(),
        String(taken["id"]),
      );
      await desk.served.tick();
      const row = await desk.until(messageId, hasKeys(provider) ? "queued" : "needs_review");
      assert.match(String(row["error"]), /didn’t answer in time/);
      assert.deepEqual([row["attempts"], desk.double.requests.filter(({ raw }) => raw.includes("Slowly.")).length], [1, 1]);
    });

    test("after a crash while sending, a mail is retried only where that is safe", async () => {
      const talk = await desk.conversation();
      desk.double.trouble({ status: 503 });
      const messageId = await talk.answer("Interrupted.");
      const row = await desk.until(messageId, "queued");
      const requests = desk.double.requests.length;
      // As the database is when the machine stops between the claim and the provider's answer.
      desk.tables.run("UPDATE mail_deliveries SET state = 'sending', attempts = 2 WHERE id = ?", row["id"] ?? null);
      desk.tables.run(
        "UPDATE jobs SET state = 'running', attempts = 1, lease = 'gone', lease_until = 1 WHERE kind = 'email.send' AND state = 'queued' AND payload ->> 'deliveryId' = ?",
        row["id"] ?? null,
      );
      await desk.served.tick();
      const after = await desk.until(messageId, hasKeys(provider) ? "sent" : "needs_review");
      assert.equal(desk.double.requests.length, requests + (hasKeys(provider) ? 1 : 0));
      if (!hasKeys(provider)) assert.match(String(after["error"]), /Sending was interrupted/);
    });

    test("a busy provider is asked again when it says", async () => {
      const talk = await desk.conversation();
      const body =
        provider === "resend"
          ? { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests." }
          : { errors: [{ code: 10_004, message: "too many requests" }], success: false };
      desk.double.trouble({ status: 429, body, headers: { "retry-after": "600" } });
      const began = Date.now();
      const messageId = await talk.answer("Later.");
      const row = await desk.until(messageId, "queued");
      assert.match(String(row["error"]), /answered 429: too many requests\. We’ll try again\./i);
      const dueAt = () =>
        Number(
          desk.tables.all(
            "SELECT due_at FROM jobs WHERE kind = 'email.send' AND state = 'queued' AND payload ->> 'deliveryId' = ?",
            row["id"] ?? null,
          )[0]?.["due_at"],
        );
      assert.ok(dueAt() >= began + 600_000 && dueAt() < Date.now() + 601_000, String(dueAt() - began));
      const requests = desk.double.requests.length;
      await desk.served.tick();
      assert.equal(desk.double.requests.length, requests);
      await desk.later();
      assert.equal((await desk.until(messageId, "sent"))["attempts"], 2);
    });

    test("a refusal is final and gives the reason; a person may send again, under a new key", async () => {
      const talk = await desk.conversation();
      const message = "The acme.example domain is not verified for re_double_0123456789";
      const body =
        provider === "resend"
          ? { statusCode: 403, name: "validation_error", message }
          : { success: false, errors: [{ code: 10_105, message }] };
      desk.double.trouble({ status: 403, body });
      const messageId = await talk.answer("Refused.");
      const row = await desk.until(messageId, "failed");
      assert.match(String(row["error"]), /answered 403: The acme\.example domain is not verified for …$/);
      const again = await desk.owner.post(desk.management(`/deliveries/${row["id"]}/retry`), {});
      assert.equal(again.status, 200, JSON.stringify(again.body));
      assert.equal((await desk.until(messageId, "sent"))["attempts"], 2);
      if (provider === "resend") assert.equal(desk.double.requests.at(-1)?.headers["idempotency-key"], `${row["id"]}.1`);
    });

    test("an error of the provider itself is retried where that is safe, and otherwise left for a person to check", async () => {
      const talk = await desk.conversation();
      desk.double.trouble({ status: 500, body: "<html>oops" });
      const messageId = await talk.answer("Oops.");
      await desk.until(messageId, hasKeys(provider) ? "queued" : "needs_review");
      desk.double.trouble({ status: 200, body: "not json" });
      const second = await talk.answer("Unreadable.");
      await desk.until(second, hasKeys(provider) ? "queued" : "needs_review");
    });

    test("files are attached, or named when they are too large together", async () => {
      const talk = await desk.conversation();
      const upload = async (name: string, size: number): Promise<string> => {
        const path = `/api/dashboard/projects/${desk.projectId}/conversations/${talk.id}/files?name=${name}&clientId=${randomUUID()}`;
        const answer = await desk.owner.call<{ file: { id: string } }>(path, { raw: new Uint8Array(size).fill(65) });
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        return answer.body.file.id;
      };
      await desk.until(await talk.answer("See.", [await upload("note.txt", 5000)]), "sent");
      const [file] = newest()?.attachments ?? [];
      assert.deepEqual([file?.name, file?.bytes.length, newest()?.text.includes("Too large")], ["note.txt", 5000, false]);
      await desk.until(await talk.answer("Much.", [await upload("a.bin", 3_000_000), await upload("b.bin", 2_500_000)]), "sent");
      assert.equal(newest()?.attachments.length, 0);
      assert.match(newest()?.text ?? "", /Too large to be attached: a\.bin, b\.bin\./);
    });
  });

test("a mail that bounces at once is recorded, and nothing more is sent to the address", async () => {
  const desk = await mailDesk("cloudflare");
  try {
    const talk = await desk.conversation({ address: `x${BOUNCES}` });
    const row = await desk.until(await talk.answer("Hello?"), "bounced");
    assert.match(String(row["error"]), /doesn’t accept email/);
    const requests = desk.double.requests.length;
    const second = await desk.until(await talk.answer("Still there?"), "suppressed");
    assert.match(String(second["error"]), /bounced before/);
    assert.equal(desk.double.requests.length, requests);
    // A member who sends again lifts the suppression.
    assert.equal((await desk.owner.post(desk.management(`/deliveries/${second["id"]}/retry`), {})).status, 200);
    await desk.until(String(second["message_id"]), "bounced");
    assert.equal(desk.double.requests.length, requests + 1);
  } finally {
    await desk.stop();
  }
});

test("an unreachable provider is reported, and the mail stays queued", async () => {
  const desk = await mailDesk("sendgrid", { TEST_EMAIL_BASE_URL: "http://127.0.0.1:9" });
  try {
    const talk = await desk.conversation();
    const row = await desk.until(await talk.answer("Nobody home."), "queued");
    assert.equal(row["error"], "SendGrid couldn’t be reached. We’ll try again.");
  } finally {
    await desk.stop();
  }
});
