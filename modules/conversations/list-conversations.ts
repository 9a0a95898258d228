// Lists a page of the inbox, or of one contact's conversations.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import type { ConversationSummary, View } from "./contract.ts";
import { registeredRowFields } from "./kinds/registered.ts";
import type { RowField } from "./kinds/row-field.ts";
import { readHead } from "./store/events.ts";
import { type Page, readInbox, readOfContact, readSilenced } from "./store/summaries.ts";

const PAGE = 50;

export async function listConversations(
  ctx: RequestCtx<MemberPrincipal>,
  query: { view: View; cursor?: string | undefined; contactId?: ContactId | undefined; filter?: string | undefined },
): Promise<{ items: ConversationSummary[]; next: string | null; head: number }> {
  const { projectId, accountId } = ctx.caller;
  const fields = registeredRowFields(ctx);
  const filter = query.filter === undefined ? undefined : filterOf(fields, query.filter);
  const wanted: Page = {
    ...{ projectId, me: accountId, fields },
    filter: filter?.when,
    before: decodeCursor(query.cursor),
    limit: PAGE + 1,
  };
  const [found, head] = await ctx.db.read(
    query.contactId !== undefined
      ? readOfContact(wanted, query.contactId)
      : query.view === "closed" && filter?.silenced === true
        ? readSilenced(wanted)
        : readInbox(wanted, query.view),
    readHead(projectId),
  );
  const last = found[PAGE - 1];
  return {
    items: found.slice(0, PAGE),
    next: found.length > PAGE && last ? encodeCursor([Date.parse(last.lastActivityAt), last.id]) : null,
    head,
  };
}

/** Parses `name:value`. Throws for a field or a value that no module declares. */
function filterOf(fields: readonly RowField[], filter: string): { when: SQL; silenced: boolean } {
  const [name, value = ""] = filter.split(":");
  const field = fields.find((each) => each.name === name);
  const when = field?.values.includes(value) === true ? sql`${field.expression} = ${value}` : field?.holds?.(value);
  if (!when) throw invalidRequest([{ path: "filter", message: m.conversations_no_such_filter() }]);
  return { when, silenced: field?.silences === true };
}
