// Sets up worlds for tests of mail to visitors: sent mails, their codes and links, and the team's replies.
import { vi } from "vitest";
import { noConsumer, tick } from "./erasure-kit.ts";
import { mailWorld } from "./mail-kit.ts";
import { type Sent, sentIn } from "./sent-mail.ts";
import type { Answer, Visitor } from "./world.ts";

/** A world whose provider accepts every mail, and whose answers return to `help…@`. */
export async function visitorMailWorld(vars: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const fetched = vi.fn(async (_url: string, init: RequestInit) => {
    sent.push(sentIn(String(init.body)));
    return Response.json({ id: crypto.randomUUID() });
  });
  vi.stubGlobal("fetch", fetched);
  const world = await mailWorld({
    now: "2030-01-02T03:00:10Z",
    vars: {
      ...{ EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_test_0123456789", EMAIL_FROM: "Acme <desk@acme.example>" },
      RATE_LIMITS: JSON.stringify({
        ...{ projectsPerAccountDay: 1000, widgetSessionsPerIpHour: 100_000, widgetSessionsPerProjectHour: 100_000 },
        ...{ conversationsPerIpHour: 100_000, conversationsPerProjectHour: 100_000 },
      }),
      ...vars,
    },
  });
  world.env = noConsumer(world.env);
  // Finishes jobs that an earlier test left waiting.
  await world.rows("UPDATE jobs SET state = 'done', finished_at = 1 WHERE state = 'queued'");
  await world.rows("UPDATE inbound_addresses SET address = ? WHERE address = ?", `help@${world.projectId.slice(-12)}.example`, world.at);
  const at = `help@${world.projectId.slice(-12)}.example`;
  await world.rows("INSERT INTO email_settings (project_id, reply_address, updated_at) VALUES (?, ?, 1)", world.projectId, at);
  return Object.assign(world, {
    sent,
    fetched,
    /** Replies as the team; answers the message's id. */
    async answer(conversationId: string, content: string): Promise<string> {
      const path = `${world.conversations}/${conversationId}`;
      const { body: thread } = await world.as<{ conversation: { revision: number } }>(path);
      const reply = await world.as<{ event: { message: { id: string } } }>(`${path}/messages`, {
        body: { clientId: crypto.randomUUID(), frontier: thread.conversation.revision, content },
      });
      if (reply.status !== 201) throw new Error(`answer: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body.event.message.id;
    },
    async later(minutes: number): Promise<void> {
      world.clock.advance({ minutes });
      await tick(world);
    },
    ask: (visitor: Visitor, email: string, clientId: string = crypto.randomUUID()): Promise<Answer<{ state: string; error: string }>> =>
      visitor.call("/api/widget/address", { body: { clientId, email } }),
    prove: (visitor: Visitor, code: string): Promise<Answer<{ state: string; reason: string; error: string }>> =>
      visitor.call("/api/widget/address/prove", { body: { code } }),
    /** A visitor who has written and whose address is proved. */
    async proved(email: string): Promise<{ visitor: Visitor; conversationId: string }> {
      const visitor = await world.visitor();
      const { body } = await visitor.open("Where is my order?");
      const asked = await this.ask(visitor, email);
      if (asked.status !== 202) throw new Error(`ask: ${asked.status} ${JSON.stringify(asked.body)}`);
      const done = await this.prove(visitor, codeIn(sent.at(-1)));
      if (done.status !== 200) throw new Error(`prove: ${done.status} ${JSON.stringify(done.body)}`);
      sent.length = 0;
      return { visitor, conversationId: body.conversation.id };
    },
  });
}
export type VisitorMailWorld = Awaited<ReturnType<typeof visitorMailWorld>>;

export const codeIn = (mail: Sent | undefined): string => /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "no code";
/** The token of a link that leads back to the chat. */
export const tokenIn = (mail: Sent | undefined): string => /#seed-desk=cnv_\w{26}\.([\w-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "no token";
/** A code that is not the given one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
