// Lists and finds companies; lists the contacts of one, and their conversations.
import { base64urlToBytes, bytesToBase64url, type MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { CompanyId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx as ModuleCtx, provide } from "#kernel/module/index.ts";
import { m } from "#messages";
import { contactsOfCompany, readIdsAtDomain } from "#modules/contacts";
import { readLatestOfContacts, readSummaries, registeredRowFields } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import { type Belonging, type Company, MAX_LOOKED_AT } from "./contract.ts";
import { readBelonging, readCompanies, readCompany, readFound, readGiven } from "./queries.ts";
import { soughtWords } from "./words.ts";

const PAGE = 50;
type Ctx = RequestCtx<MemberPrincipal>;
interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

/** By name, or those that a search finds. */
export async function listCompanies(
  ctx: Ctx,
  { cursor, q }: { readonly cursor?: string | undefined; readonly q?: string | undefined },
): Promise<Page<Company>> {
  const { projectId } = ctx.caller;
  if (q !== undefined) {
    const sought = soughtWords(q);
    if (sought.length === 0) return { items: [], next: null };
    const [found] = await ctx.db.read(readFound(projectId, sought, PAGE));
    return { items: found, next: null };
  }
  const [rows] = await ctx.db.read(readCompanies(projectId, decodeAfter(cursor), PAGE + 1));
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return { items: rows.slice(0, PAGE).map(({ company }) => company), next: last ? encodeAfter(last.key, last.company.id) : null };
}
const ID_LENGTH = "cpy_".length + 26;
/** Names are no Latin text, so the place is bytes. */
const encodeAfter = (key: string, id: string): string => bytesToBase64url(new TextEncoder().encode(`${id}${key}`));
function decodeAfter(cursor: string | undefined): { key: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const text = textOf(cursor);
  if (!text?.startsWith("cpy_") || text.length < ID_LENGTH) throw invalidRequest([{ path: "cursor", message: m.kernel_not_a_cursor() }]);
  return { key: text.slice(ID_LENGTH), id: text.slice(0, ID_LENGTH) };
}
function textOf(cursor: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(base64urlToBytes(cursor));
  } catch {
    return undefined;
  }
}

/**
 * A page of the contacts of a company, newest first. Each source, what members said and each domain, is one range of an index, read up
 * to one page; the page ends where the first of them does. Reads no more than eleven pages of ids, whatever the number of contacts.
 */
async function readPage(
  db: ModuleCtx["db"],
  projectId: ProjectId,
  { id, domains }: Pick<Company, "id" | "domains">,
  { state = "active", before }: { readonly state?: "active" | "hidden"; readonly before?: string | undefined } = {},
): Promise<{ contacts: Belonging[]; next: string | null }> {
  const sources = await db.read(
    readGiven(projectId, id, before, PAGE),
    ...domains.map((domain) => readIdsAtDomain(projectId, domain, { state, before }, PAGE)),
  );
  const ends = sources.flatMap((ids) => (ids.length === PAGE ? (ids.at(-1) ?? []) : []));
  const end = ends.toSorted().at(-1);
  const ids = [...new Set(sources.flat())].filter((each) => end === undefined || each >= end);
  if (ids.length === 0) return { contacts: [], next: null };
  const [contacts] = await db.read(readBelonging(projectId, id, state, ids));
  return { contacts, next: end ?? null };
}
export async function listCompanyContacts(ctx: Ctx, id: CompanyId, cursor: string | undefined): Promise<Page<Belonging>> {
  const { projectId } = ctx.caller;
  const [company] = await ctx.db.read(readCompany(projectId, id));
  if (!company) throw notFound();
  const { contacts, next } = await readPage(ctx.db, projectId, company, { before: decodeCursor(cursor)?.id });
  return { items: contacts, next: next === null ? null : encodeCursor([0, next]) };
}
/** For the list of contacts: the contacts of the company. */
export const companyFilter = provide(contactsOfCompany, async (ctx, { projectId, companyId, state, before }) => {
  const [company] = await ctx.db.read(readCompany(projectId, companyId));
  if (!company) return undefined;
  const { contacts, next } = await readPage(ctx.db, projectId, company, { state, before });
  return { ids: contacts.map(({ id }) => id), next };
});
/** The latest conversation of each of the newest contacts, one look into an index for each. */
export async function listCompanyConversations(ctx: Ctx, id: CompanyId): Promise<{ items: ConversationSummary[] }> {
  const { projectId, accountId } = ctx.caller;
  const [company] = await ctx.db.read(readCompany(projectId, id));
  if (!company) throw notFound();
  const { contacts } = await readPage(ctx.db, projectId, company);
  if (contacts.length === 0) return { items: [] };
  const [ids] = await ctx.db.read(
    readLatestOfContacts(
      projectId,
      contacts.slice(0, MAX_LOOKED_AT).map((each) => each.id),
    ),
  );
  const [found] = await ctx.db.read(readSummaries(registeredRowFields(ctx), projectId, ids, accountId));
  return { items: found.filter(({ silenced }) => !silenced).toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt)) };
}
