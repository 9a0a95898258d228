// Lists a project's contacts, newest first: all of them, or those that a search finds.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { findContacts } from "./find-contacts.ts";
import { readContacts } from "./queries.ts";

const PAGE = 50;

export async function listContacts(
  ctx: RequestCtx<MemberPrincipal>,
  query: { cursor?: string | undefined; q?: string | undefined; hidden?: "0" | "1" | undefined },
) {
  const list = {
    projectId: ctx.caller.projectId,
    state: query.hidden === "1" ? ("hidden" as const) : ("active" as const),
    before: decodeCursor(query.cursor)?.id,
  };
  const { contacts, stoppedAt } =
    query.q === undefined || query.q === ""
      ? { contacts: (await ctx.db.read(readContacts(list.projectId, list.state, list.before, PAGE + 1)))[0], stoppedAt: null }
      : await findContacts(ctx.db, list, query.q, PAGE + 1);
  const next = contacts.length > PAGE ? (contacts[PAGE - 1]?.id ?? null) : stoppedAt;
  return { items: contacts.slice(0, PAGE), next: next === null ? null : encodeCursor([0, next]) };
}
