// Exchanges a mail's link for a session of its contact: rate-limited like any session, once, and only on the project's website.
import { keyedHash, randomToken, sha256, type WidgetPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, type ConversationId, newId } from "#kernel/ids/index.ts";
import { belowLimits, counter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { isNewSession, VISITOR_TTL, visitorSessionExists, writeVisitorSession } from "#modules/contacts";
import { contactOfReturnLink, conversationOfReturnLink, writeReturnLinkUsed } from "#modules/address-verification";
import { projectIsLive } from "#modules/projects";
import { m } from "#messages";
import { tokenOf } from "./authenticate-visitor.ts";
import { widgetLimitsOf } from "./limits.ts";

/**
 * Starts a session of the contact that the link was mailed to. Links that are used, expired, of another project or of a removed contact get
 * the same refusal.
 */
export async function exchangeMailLink(ctx: RequestCtx<WidgetPrincipal>, input: { clientId: string; token: string }) {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const tokenHash = sha256(input.token);
  const secret = randomToken();
  const sessionId = newId("visitorSession", now);
  const limits = widgetLimitsOf(ctx.config);
  const counters = [counter(limits, "widgetSessionsPerProjectHour", projectId, now)];
  if (ctx.address !== undefined)
    counters.unshift(counter(limits, "widgetSessionsPerIpHour", await keyedHash(ctx.env, ctx.db, ctx.address), now));
  const made = visitorSessionExists(sessionId);
  const [verdict] = await ctx.db.commitAndRead(
    [
      writeVisitorSession(
        {
          ...{ id: sessionId, projectId, tokenHash: sha256(secret), clientId: input.clientId, verified: false, now },
          contactId: contactOfReturnLink(projectId, tokenHash, now),
        },
        sql`${belowLimits(counters)} AND ${isNewSession(projectId, input.clientId)} AND ${projectIsLive(projectId)}`,
      ),
      writeReturnLinkUsed(projectId, tokenHash, sessionId, made),
      writeCounters(counters, made),
    ],
    queryOne(
      sql`SELECT ${made} ${as.number("made")}, ${firstFull(counters)} ${as.numberOrNull("full")}, ${conversationOfReturnLink(projectId, tokenHash, sessionId)} ${as.of<{ conversation_id: ConversationId | null }>("conversation_id")}, (SELECT contact_id FROM visitor_sessions WHERE id = ${sessionId}) ${as.of<{ contact_id: ContactId | null }>("contact_id")}`,
      (row) => ({
        made: row.made !== 0,
        full: row.full,
        contactId: row.contact_id,
        conversationId: row.conversation_id,
      }),
    ),
  );
  if (!verdict?.made || verdict.contactId === null || verdict.conversationId === null) {
    const full = counters[verdict?.full ?? -1];
    throw full ? limitRefusal(full, now) : conflict(m.widget_link_expired());
  }
  return {
    token: tokenOf(projectId, verdict.contactId, secret),
    contactId: verdict.contactId,
    conversationId: verdict.conversationId,
    expiresAt: iso(now + VISITOR_TTL),
  };
}
