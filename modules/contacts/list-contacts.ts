// Lists a project's contacts: a range of an index in its order, or those that a search finds.
import { base64urlToBytes, bytesToBase64url, type MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { CompanyId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import type { Contact, ContactSort } from "./contract.ts";
import { contactsOfCompany } from "./extension.ts";
import { findContacts } from "./find-contacts.ts";
import { problemOf, type Wanted } from "./contract/list-rules.ts";
import { readContactRange, readContactsAmong } from "./queries.ts";

const PAGE = 50;
const ID_LENGTH = "con_".length + 26;

/** A page of contacts, at most `most`; of a search or a company always 50. Throws `invalid_request` for filters and orders that do not go together, and for a cursor of another order. */
export async function listContacts(
  ctx: RequestCtx<MemberPrincipal>,
  query: Omit<Wanted, "company"> & {
    readonly company?: CompanyId | undefined;
    readonly cursor?: string | undefined;
    readonly hidden?: "0" | "1" | undefined;
  },
  most = PAGE,
): Promise<{ items: Contact[]; next: string | null }> {
  const problem = problemOf(query);
  if (problem) throw invalidRequest([problem]);
  const { projectId } = ctx.caller;
  const state = query.hidden === "1" ? ("hidden" as const) : ("active" as const);
  if (query.q) {
    const found = await findContacts(ctx.db, { projectId, state, before: decodeCursor(query.cursor)?.id }, query.q, PAGE + 1);
    const next = found.contacts.length > PAGE ? (found.contacts[PAGE - 1]?.id ?? null) : found.stoppedAt;
    return { items: found.contacts.slice(0, PAGE), next: next === null ? null : encodeCursor([0, next]) };
  }
  if (query.company !== undefined) {
    const of = { projectId, companyId: query.company, state, before: decodeCursor(query.cursor)?.id };
    const [find] = ctx.registry.extensions.of(contactsOfCompany);
    const found = await find?.(ctx, of);
    if (!found) throw notFound();
    const [contacts] = found.ids.length === 0 ? [[]] : await ctx.db.read(readContactsAmong(projectId, found.ids));
    return { items: contacts, next: found.next === null ? null : encodeCursor([0, found.next]) };
  }
  const { sort = "created", address, language, attribute, value, seenAfter, seenBefore } = query;
  const [rows] = await ctx.db.read(
    readContactRange(
      {
        ...{ projectId, state, sort, address, language },
        attribute: attribute === undefined || value === undefined ? undefined : { key: attribute, value },
        seenAfter: seenAfter === undefined ? undefined : Date.parse(seenAfter),
        seenBefore: seenBefore === undefined ? undefined : Date.parse(seenBefore),
        after: decodeAfter(sort, query.cursor),
      },
      most + 1,
    ),
  );
  const last = rows.length > most ? rows[most - 1] : undefined;
  return { items: rows.slice(0, most).map(({ contact }) => contact), next: last ? encodeAfter(sort, last.key, last.contact.id) : null };
}

/** Names are no Latin text, so theirs are bytes. */
const encodeAfter = (sort: ContactSort, key: string | number, id: string): string =>
  sort === "name" ? bytesToBase64url(new TextEncoder().encode(`${id}${key}`)) : encodeCursor([Number(key), id]);
function decodeAfter(sort: ContactSort, cursor: string | undefined): { key: string | number; id: string } | undefined {
  if (sort !== "name" || cursor === undefined) {
    const keys = decodeCursor(cursor);
    return keys && { key: keys.at, id: keys.id };
  }
  const text = textOf(cursor);
  if (!text?.startsWith("con_")) throw invalidRequest([{ path: "cursor", message: m.kernel_not_a_cursor() }]);
  return { key: text.slice(ID_LENGTH), id: text.slice(0, ID_LENGTH) };
}
function textOf(cursor: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(base64urlToBytes(cursor));
  } catch {
    return undefined;
  }
}
