// A mail round trip: a mail comes in, is answered, and the customer's answer returns to its conversation.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "vitest";
import { call } from "../support/desk.ts";
import { mailDesk } from "./desk.ts";

const TOKEN = "a-token-of-the-gateway";

test("an answer to our reply joins the same conversation, proves its address, and is answered in the thread", async () => {
  const desk = await mailDesk("resend", { INBOUND_EMAIL_TOKEN: TOKEN });
  try {
    const settings = { sender: null, senderName: null, replyAddress: "help@acme.example", signature: "Acme" };
    assert.equal((await desk.owner.call(desk.management(), { method: "PUT", body: settings })).status, 200);
    desk.proveAddresses();
    const deliverMail = async (to: string, subject: string, text: string, more: Record<string, unknown> = {}): Promise<void> => {
      const message = {
        from: "Ada Berg <ada@customer.example>",
        to,
        subject,
        text,
        messageId: `<${randomUUID()}@customer.example>`,
        ...more,
      };
      const body = { message, envelopeFrom: "ada@customer.example", envelopeTo: to };
      const taken = await call(`${desk.served.url}/api/integrations/email/inbound`, {
        body,
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      assert.equal(taken.status, 200, JSON.stringify(taken.body));
    };
    type Listed = { items: { id: string; revision: number; visitorMessages: number; contact: { emailVerified: boolean } }[] };
    const list = async (visitorMessages: number) => {
      for (;;) {
        const { body } = await desk.owner.call<Listed>(`/api/dashboard/projects/${desk.projectId}/conversations`);
        if (body.items[0]?.visitorMessages === visitorMessages) return body.items;
        await new Promise((wake) => setTimeout(wake, 30));
      }
    };
    const answer = async (id: string, frontier: number, content: string): Promise<void> => {
      const path = `/api/dashboard/projects/${desk.projectId}/conversations/${id}/messages`;
      const reply = await desk.owner.post<{ event: { message: { id: string } } }>(path, { clientId: randomUUID(), frontier, content });
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      await desk.until(reply.body.event.message.id, "sent");
    };

    await deliverMail("help@acme.example", "Broken lamp", "My lamp is broken.");
    const [first] = await list(1);
    assert.equal(first?.contact.emailVerified, false);
    await answer(first?.id ?? "", first?.revision ?? 0, "Which one?");
    const [ours] = desk.double.mails;
    // A gateway does not authenticate the sender.
    assert.equal(ours?.subject, "Your message to Acme");
    assert.ok(!ours?.text.includes("lamp is broken"));
    assert.match(ours?.replyTo ?? "", /^help\+[0-9a-z]{52}@acme\.example$/);

    const quoted = (ours?.text ?? "").split("\n").map((line) => `> ${line}`);
    const answerText = `The tall one.\n\nOn Wed, Jan 2, 2030 at 4:00 AM Olga Owner at Acme <desk@acme.example> wrote:\n${quoted.join("\n")}`;
    await deliverMail(ours?.replyTo ?? "", `Re: ${ours?.subject}`, answerText);
    const after = await list(2);
    assert.deepEqual([after.length, after[0]?.id, after[0]?.contact.emailVerified], [1, first?.id, true]);
    await answer(first?.id ?? "", after[0]?.revision ?? 0, "It is on its way.");
    const second = desk.double.mails.at(-1);
    assert.equal(second?.subject, "Re: Your message to Acme");
    // The reply quotes what the person wrote, without their quotation of us.
    assert.match(second?.text ?? "", /\n> The tall one\.\n$/);
    assert.match(second?.headers["In-Reply-To"] ?? "", /@customer\.example>$/);
    assert.equal(second?.headers["References"]?.split(" ").length, 3);
    assert.equal(second?.replyTo, ours?.replyTo);
  } finally {
    await desk.stop();
  }
});
