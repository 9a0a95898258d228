// Lists a page of the inbox, or of one contact's conversations.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import type { AnswerOf } from "#kernel/wire/route.ts";
import type { Sort } from "./contract/conditions.ts";
import { isFixedView, type listConversations as listConversationsRoute } from "./contract.ts";
import { otherViews } from "./extension.ts";
import { registeredRowFields } from "./kinds/registered.ts";
import type { RowField } from "./kinds/row-field.ts";
import { readHead } from "./store/events.ts";
import { type ListedPage, type Page, readInbox, readOfContact, readOtherView } from "./store/summaries.ts";

const PAGE = 50;

type Listed = AnswerOf<typeof listConversationsRoute>;
interface ListQuery {
  readonly view: string;
  readonly sort?: Sort | undefined;
  readonly cursor?: string | undefined;
  readonly contactId?: ContactId | undefined;
  readonly filter?: string | undefined;
}
export async function listConversations(ctx: RequestCtx<MemberPrincipal>, query: ListQuery): Promise<Listed> {
  const { projectId, accountId } = ctx.caller;
  const fields = registeredRowFields(ctx);
  const wanted: Page = {
    ...{ projectId, me: accountId, fields },
    filter: query.filter === undefined ? undefined : filterOf(fields, query.filter),
    before: decodeCursor(query.cursor),
    limit: PAGE,
  };
  const { view, sort, contactId } = query;
  const rows = contactId !== undefined ? readOfContact(wanted, contactId) : isFixedView(view) ? readInbox(wanted, view, sort) : undefined;
  if (!rows) return await listOther(ctx, wanted, view, sort);
  const [page, head] = await ctx.db.read(rows, readHead(projectId));
  return answerOf(page, head);
}

/** A view that another module keeps. */
async function listOther(ctx: RequestCtx<MemberPrincipal>, wanted: Page, view: string, wish: Sort | undefined): Promise<Listed> {
  const [open] = ctx.registry.extensions.of(otherViews);
  const found = await open?.(ctx, view, wish);
  if (!found) throw notFound();
  const { conditions, sort, first, filling } = found;
  const [page, head] = await ctx.db.commitAndRead(first, readOtherView(wanted, found, sort), readHead(wanted.projectId));
  return { ...answerOf(page, head), view: { conditions, sort, filling } };
}

const answerOf = ({ items, next }: ListedPage, head: number): Listed => ({
  items: [...items],
  next: next === null ? null : encodeCursor([next.at, next.id]),
  head,
});

/** Parses `name:value`. Throws for a field or a value that no module declares. */
function filterOf(fields: readonly RowField[], filter: string): SQL {
  const [name, value = ""] = filter.split(":");
  const field = fields.find((each) => each.name === name);
  const when = field?.values.includes(value) === true ? sql`${field.expression} = ${value}` : field?.holds?.(value);
  if (!when) throw invalidRequest([{ path: "filter", message: m.conversations_no_such_filter() }]);
  return when;
}
