// Adds a statement by hand.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, type MessageId, newId } from "#kernel/ids/index.ts";
import { readOwnMessage } from "#modules/conversations";
import { m } from "#messages";
import { quoteIn } from "../check/quote.ts";
import { hasSecret } from "../check/sensitive.ts";
import { type Kind, MAX_STATEMENTS, type Statement } from "../contract.ts";
import { contactIsErased, profilesAreOff, tooManyStatements } from "../errors.ts";
import {
  contactIsThere,
  type NewStatement,
  readStanding,
  readStatementBy,
  type Who,
  writeByPerson,
  writeProfileRow,
  writeTouched,
} from "../queries.ts";
import { isOn } from "../settings-queries.ts";
import { sql } from "#kernel/db/index.ts";

interface Wanted {
  readonly clientId: string;
  readonly kind: Kind;
  readonly text: string;
  readonly source?: { readonly messageId: MessageId; readonly quote: string } | undefined;
  readonly pinned: boolean;
}
type Ctx = RequestCtx<MemberPrincipal>;

/** What a person may not write into a profile either, as far as code recognises it. */
export function mustHoldNoSecret(text: string): void {
  if (hasSecret(text)) throw invalidRequest([{ path: "text", message: m.profiles_no_secrets() }]);
}

export async function addStatement(ctx: Ctx, contactId: ContactId, wanted: Wanted): Promise<{ statement: Statement; repeated: boolean }> {
  const who: Who = { projectId: ctx.caller.projectId, contactId };
  mustHoldNoSecret(wanted.text);
  const now = ctx.clock.now();
  const source = await sourceOf(ctx, who, wanted.source);
  const { clientId, kind, text, pinned } = wanted;
  const id = newId("profileStatement", now);
  const [statement, standing] = await ctx.db.commitAndRead(
    [
      writeProfileRow(who, sql`${isOn(who.projectId)} AND ${contactIsThere(who)}`),
      writeByPerson(
        who,
        {
          ...{ id, kind, text, pinned, clientId, now, authorId: ctx.caller.accountId },
          ...{ source: source?.source ?? null, saidAt: source?.saidAt ?? now },
        },
        MAX_STATEMENTS,
      ),
      writeTouched(who),
    ],
    readStatementBy(who, clientId),
    readStanding(who),
  );
  if (!statement) {
    if (!standing.exists) throw notFound();
    throw !standing.there ? contactIsErased() : !standing.on ? profilesAreOff() : tooManyStatements();
  }
  if (statement.id === id) return { statement, repeated: false };
  if (statement.text !== text || statement.kind !== kind) throw conflict(m.profiles_same_client_id());
  ctx.reply.status = 200;
  return { statement, repeated: true };
}

/** The source, if its quote is in that message of this contact. */
async function sourceOf(ctx: Ctx, who: Who, wanted: Wanted["source"]): Promise<Pick<NewStatement, "source" | "saidAt"> | undefined> {
  if (wanted === undefined) return undefined;
  const [message] = await ctx.db.read(readOwnMessage(who.projectId, who.contactId, wanted.messageId));
  const quote = message && quoteIn(message.content, wanted.quote);
  if (message === undefined || quote === undefined || hasSecret(quote))
    throw invalidRequest([{ path: "source", message: m.profiles_not_in_message() }]);
  const { id: messageId, conversationId, createdAt: saidAt } = message;
  return { source: { messageId, conversationId, quote: quote.replace(/\s+/g, " ") }, saidAt };
}
