// Starts a visitor's session; the rate limit is part of the batch that creates it. Without a signature the visitor is a new, anonymous
// contact.
import { keyedHash, randomToken, sha256, type WidgetPrincipal } from "#kernel/auth/index.ts";
import { iso, minutes } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { belowLimits, counter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import {
  identifiedContact,
  type Identity,
  isNewSession,
  readStarted,
  type Started,
  VISITOR_TTL,
  visitorSessionExists,
  writeAnonymous,
  writeAttributes,
  writeVerified,
  writeVisitorSession,
  writeVisitorToken,
} from "#modules/contacts";
import { readAttributes, valuesOfIdentity } from "#modules/contact-attributes";
import { readContactHead } from "#modules/conversations";
import { writeEndReturnLinks } from "#modules/address-verification";
import { readWidget } from "#modules/projects";
import { m } from "#messages";
import { readIdentity } from "./identity.ts";
import { chatEnded, tokenOf } from "./authenticate-visitor.ts";
import { widgetLimitsOf } from "./limits.ts";

export async function startSession(ctx: RequestCtx<WidgetPrincipal>, input: { clientId: string; identity?: string | undefined }) {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [widget, started] = await ctx.db.read(readWidget(projectId), readStarted(projectId, input.clientId));
  if (!widget) throw notFound();
  const identity = input.identity === undefined ? undefined : await readIdentity(input.identity, widget.identitySecret, now);
  if (started) return await repeat(ctx, input.clientId, started, identity);
  const values = identity ? await attributesOf(ctx, identity) : {};
  const secret = randomToken();
  const tokenHash = sha256(secret);
  const limits = widgetLimitsOf(ctx.config);
  const counters = [counter(limits, "widgetSessionsPerProjectHour", projectId, now)];
  if (ctx.address !== undefined)
    counters.unshift(counter(limits, "widgetSessionsPerIpHour", await keyedHash(ctx.env, ctx.db, ctx.address), now));
  const fresh = newId("contact", now);
  const sessionId = newId("visitorSession", now);
  const mayBegin = sql`${belowLimits(counters)} AND ${isNewSession(projectId, input.clientId)}`;
  const contactId = identity ? identifiedContact(projectId, identity.identifier) : sql`(SELECT id FROM contacts WHERE id = ${fresh})`;
  const made = visitorSessionExists(sessionId);
  const [verdict] = await ctx.db.commitAndRead(
    [
      // Links mailed to an address that is no longer the contact's end here.
      ...(identity === undefined || identity.email === null
        ? []
        : [writeEndReturnLinks(projectId, contactId, sql`${identity.email}`, mayBegin)]),
      identity ? writeVerified({ id: fresh, projectId, now, identity }, mayBegin) : writeAnonymous({ id: fresh, projectId, now }, mayBegin),
      ...(Object.keys(values).length === 0 ? [] : [writeAttributes(projectId, contactId, values, mayBegin)]),
      writeVisitorSession(
        { id: sessionId, projectId, contactId, tokenHash, clientId: input.clientId, verified: identity !== undefined, now },
        mayBegin,
      ),
      writeCounters(counters, made),
    ],
    queryOne(
      sql`SELECT ${made} ${as.number("made")}, ${firstFull(counters)} ${as.numberOrNull("full")}, (SELECT contact_id FROM visitor_sessions WHERE id = ${sessionId}) ${as.of<{ contact_id: typeof fresh | null }>("contact_id")}`,
      (row) => ({
        made: row.made !== 0,
        full: row.full,
        contactId: row.contact_id,
      }),
    ),
  );
  if (!verdict || !verdict.made || verdict.contactId === null) {
    // Another attempt with this clientId may have been faster.
    const [other] = await ctx.db.read(readStarted(projectId, input.clientId));
    if (other) return await repeat(ctx, input.clientId, other, identity);
    const full = counters[verdict?.full ?? -1];
    throw full ? limitRefusal(full, now) : chatEnded();
  }
  const [cursor] = identity ? await ctx.db.read(readContactHead(projectId, verdict.contactId)) : [0];
  return {
    token: tokenOf(projectId, verdict.contactId, secret),
    contactId: verdict.contactId,
    verified: identity !== undefined,
    expiresAt: iso(now + VISITOR_TTL),
    cursor,
  };
}

/** The attributes that a signed identity sets; what a page says without a signature never becomes one. */
async function attributesOf({ db, caller }: RequestCtx<WidgetPrincipal>, { metadata }: Identity): Promise<Record<string, string | null>> {
  if (Object.keys(metadata).length === 0) return {};
  const [attributes] = await db.read(readAttributes(caller.projectId));
  return valuesOfIdentity(attributes, metadata);
}

/**
 * A retry after a lost response: a new token for the same contact. Later, or with another identity, somebody else may have copied the
 * clientId.
 */
async function repeat(ctx: RequestCtx<WidgetPrincipal>, clientId: string, started: Started, identity: Identity | undefined) {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  if (now - started.createdAt > minutes(1) || started.identifier !== (identity?.identifier ?? null))
    throw conflict(m.widget_same_client_id());
  const secret = randomToken();
  await ctx.db.commit([writeVisitorToken(projectId, clientId, sha256(secret), now)]);
  const [cursor] = identity ? await ctx.db.read(readContactHead(projectId, started.contactId)) : [0];
  ctx.reply.status = 200;
  return {
    token: tokenOf(projectId, started.contactId, secret),
    contactId: started.contactId,
    verified: identity !== undefined,
    expiresAt: iso(now + VISITOR_TTL),
    cursor,
  };
}
