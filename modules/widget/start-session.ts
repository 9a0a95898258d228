// A visitor's session: counted in the batch that makes it. Without a signature the visitor is a new, anonymous contact.
import { keyedHash, randomToken, type WidgetPrincipal } from "#kernel/auth/index.ts";
import { iso, minutes } from "#kernel/clock/index.ts";
import { col, onePart } from "#kernel/db/index.ts";
import { conflict, forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { belowLimits, counter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { identifiedContact, readStarted, VISITOR_TTL, visitorSessionExists, writeAnonymous, writeVerified, writeVisitorSession, writeVisitorToken } from "#modules/contacts";
import { readContactHead } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import { sha256 } from "#kernel/auth/index.ts";
import { sql } from "drizzle-orm";
import { readIdentity } from "./identity.ts";
import { tokenOf } from "./visitor.ts";

export async function startSession(ctx: RequestCtx<WidgetPrincipal>, input: { clientId: string; identity?: string | undefined }) {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [widget, started] = await ctx.db.read(readWidget(projectId), readStarted(projectId, input.clientId));
  if (!widget) throw notFound();
  const identity = input.identity === undefined ? undefined : await readIdentity(input.identity, widget.identitySecret, now);
  const secret = randomToken();
  const tokenHash = await sha256(secret);
  if (started) {
    // A retry of an answer that was lost; later the same clientId would be somebody who copied it.
    if (now - started.createdAt > minutes(1) || identity) throw conflict("This clientId was used already.");
    await ctx.db.commit([writeVisitorToken(projectId, input.clientId, tokenHash, now)]);
    ctx.reply.status = 200;
    return { token: tokenOf(projectId, started.contactId, secret), contactId: started.contactId, verified: false, expiresAt: iso(now + VISITOR_TTL), cursor: 0 };
  }
  const limits = ctx.config.rateLimits;
  const counters = [counter(limits, "widgetSessionsPerProjectHour", projectId, now)];
  if (ctx.address !== undefined) counters.unshift(counter(limits, "widgetSessionsPerIpHour", await keyedHash(ctx.env, ctx.db, ctx.address), now));
  const fresh = newId("contact", now);
  const sessionId = newId("visitorSession", now);
  const below = belowLimits(counters);
  const contactId = identity ? identifiedContact(projectId, identity.identifier) : sql`(SELECT id FROM contacts WHERE id = ${fresh})`;
  const made = visitorSessionExists(sessionId);
  const [verdict] = await ctx.db.decide(
    [
      identity ? writeVerified({ id: fresh, projectId, now, identity }, below) : writeAnonymous({ id: fresh, projectId, now }, below),
      writeVisitorSession({ id: sessionId, projectId, contactId, tokenHash, clientId: input.clientId, verified: identity !== undefined, now }, below),
      writeCounters(counters, made),
    ],
    onePart(sql`SELECT ${made} AS made, ${firstFull(counters)} AS full, (SELECT contact_id FROM visitor_sessions WHERE id = ${sessionId}) AS contact_id`, (row) => ({ made: col.truth(row, "made"), full: col.numberOrNull(row, "full"), contactId: col.idOrNull<typeof fresh>(row, "contact_id") })),
  );
  if (!verdict || !verdict.made || verdict.contactId === null) {
    const full = counters[verdict?.full ?? -1];
    throw full ? limitRefusal(full, now) : forbidden("This chat is not available to you.");
  }
  const [cursor] = identity ? await ctx.db.read(readContactHead(projectId, verdict.contactId)) : [0];
  return { token: tokenOf(projectId, verdict.contactId, secret), contactId: verdict.contactId, verified: identity !== undefined, expiresAt: iso(now + VISITOR_TTL), cursor };
}
