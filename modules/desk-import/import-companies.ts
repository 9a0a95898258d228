// Imports companies. Each is one batch with its row of the report; a company here that has one of the domains is tied to the source's instead.
import { sha256 } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { type CompanyId, newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  domainOf,
  type ImportedCompany,
  isCompanyIn,
  MAX_DOMAINS,
  MAX_NAME,
  MAX_NOTES,
  problemOfDomain,
  readCompanyRevisions,
  readDomainOwners,
  websiteOf,
  writeFollowedCompany,
  writeImportedCompany,
} from "#modules/companies";
import { HelpDeskError } from "#modules/help-import";
import type { Outcome } from "./contract.ts";
import type { DeskCompany, DeskReader } from "#modules/help-desks";
import {
  type CompanyItem,
  isAttempt,
  isUnreported,
  type Note,
  readCompanyItems,
  readReported,
  type Run,
  writeCompanyItem,
  writeCounted,
  writeRow,
  writeUnchangedRows,
} from "./queries.ts";
import { rowIdOf } from "./row-kinds.ts";
import { uuidOf } from "./rules.ts";

const rowId = (id: string): string => rowIdOf("company", id);
const hashOf = ({ name, domains, website, notes }: DeskCompany): string =>
  sha256(JSON.stringify([name, domains, website, notes])).slice(0, 32);

/**
 * Imports a page, as far as the slice goes. Returns the cursor of the next one, null after the last, undefined if this one is not complete.
 * A token that may not read companies costs them alone.
 */
export async function importCompanies(
  ctx: Ctx,
  run: Run,
  reader: DeskReader,
  at: string | null,
  isEnough: () => boolean,
): Promise<string | null | undefined> {
  if (reader.companies === undefined) return null;
  let page: Awaited<ReturnType<typeof reader.companies>>;
  try {
    page = await reader.companies(at);
  } catch (error) {
    if (!(error instanceof HelpDeskError) || (error.reason !== "refused" && error.reason !== "missing")) throw error;
    await report(ctx, run, { id: "", name: "" }, "skipped", "companies_refused");
    return null;
  }
  return (await importAll(ctx, run, page.items, isEnough)) ? page.next : undefined;
}
/** A company that the source gives with its contacts. */
export async function importCompany(ctx: Ctx, run: Run, company: DeskCompany): Promise<void> {
  await importAll(ctx, run, [company], () => false);
}

/** Whether all of them are reported now. */
async function importAll(ctx: Ctx, run: Run, all: readonly DeskCompany[], isEnough: () => boolean): Promise<boolean> {
  const ids = all.map(({ id }) => id);
  const [reported, items] = await ctx.db.read(readReported(run, ids.map(rowId)), readCompanyItems(run, ids));
  const [here] = await ctx.db.read(
    readCompanyRevisions(
      run.projectId,
      items.map(({ companyId }) => companyId),
    ),
  );
  const fresh = all.filter(({ id }) => !reported.has(rowId(id)));
  const itemOf = (company: DeskCompany): CompanyItem | undefined => items.find(({ sourceId }) => sourceId === company.id);
  const isAsBefore = (company: DeskCompany): boolean => {
    const item = itemOf(company);
    return item !== undefined && item.changed === hashOf(company) && here.some(({ id }) => id === item.companyId);
  };
  const unchanged = fresh.filter(isAsBefore);
  if (unchanged.length > 0) {
    const rows = unchanged.map(({ id, name }) => ({ sourceId: rowId(id), title: name.slice(0, 300) }));
    await ctx.db.commit([writeUnchangedRows(run, rows, newId("event", ctx.clock.now()))]);
  }
  for (const company of fresh) {
    if (unchanged.includes(company)) continue;
    if (isEnough()) return false;
    const item = itemOf(company);
    if (item === undefined) await create(ctx, run, company);
    else await follow(ctx, run, company, item, here.find(({ id }) => id === item.companyId)?.revision);
  }
  return true;
}

interface Fitting {
  readonly company: Omit<ImportedCompany, "id">;
  readonly notes: readonly Note[];
}
/** The company as it may be stored here, and what was left out of it. */
function fit(given: DeskCompany): Fitting {
  const notes: Note[] = [];
  const domains: string[] = [];
  for (const written of given.domains) {
    const domain = domainOf(written);
    if (domain === undefined) notes.push(["company_domain_bad", written.slice(0, 100)]);
    else if (problemOfDomain(domain) !== undefined) notes.push(["company_domain_anybody", domain]);
    else if (domains.includes(domain)) continue;
    else if (domains.length >= MAX_DOMAINS) notes.push(["company_domain_room", domain]);
    else domains.push(domain);
  }
  const website = given.website === null ? null : (websiteOf(given.website.trim()) ?? null);
  if (given.website !== null && website === null) notes.push(["company_website", given.website.slice(0, 100)]);
  const text = given.notes?.replaceAll("\u0000", "").trim() ?? "";
  if (text.length > MAX_NOTES) notes.push(["company_notes_cut", ""]);
  const name =
    given.name
      .replaceAll(/\p{Cc}|\s+/gu, " ")
      .trim()
      .slice(0, MAX_NAME) ||
    domains[0] ||
    "";
  return { company: { name, domains, website, notes: text.slice(0, MAX_NOTES) || null }, notes: notes.slice(0, 50) };
}

async function create(ctx: Ctx, run: Run, given: DeskCompany): Promise<void> {
  const { company, notes } = fit(given);
  if (company.name === "") return await report(ctx, run, given, "skipped", "company_unnamed", notes);
  const { projectId } = run;
  const [[owner]] = await ctx.db.read(readDomainOwners(projectId, company.domains));
  if (owner !== undefined) return await tie(ctx, run, given, owner, notes);
  if (run.dry) return await report(ctx, run, given, "created", null, notes);
  const now = ctx.clock.now();
  const id = newId("company", now);
  const isThere = isCompanyIn(projectId, id, 1);
  const open = isUnreported(run, rowId(given.id));
  const attempt = newId("event", now);
  const [stored] = await ctx.db.commit([
    // Of this run: what an earlier one made may have been removed.
    ...writeImportedCompany(projectId, { id, ...company }, { clientId: uuidOf(`${run.id} ${rowId(given.id)}`), by: run.by, now }, open),
    writeCompanyItem(run, { sourceId: given.id, companyId: id, changed: hashOf(given), revision: 1 }, sql`${isThere} AND ${open}`),
    writeRow(run, rowOf(given, "created", null, attempt, notes), isThere),
    writeCounted(run, "companies", isAttempt(run, rowId(given.id), attempt)),
  ]);
  if (stored !== 0) return;
  // Somebody gave one of the domains to another company in this moment.
  const [[since]] = await ctx.db.read(readDomainOwners(projectId, company.domains));
  if (since !== undefined) await tie(ctx, run, given, since, notes);
}

/** A company here has one of the domains: it stays as it is, and contacts of the source's belong to it. */
async function tie(
  ctx: Ctx,
  run: Run,
  given: DeskCompany,
  owner: { readonly id: CompanyId; readonly name: string; readonly domain: string },
  notes: readonly Note[],
): Promise<void> {
  const row = rowOf(given, "kept", "company_tied", newId("event", ctx.clock.now()), [
    ["company_tied", `${owner.name} (${owner.domain})`],
    ...notes,
  ]);
  const item = { sourceId: given.id, companyId: owner.id, changed: hashOf(given), revision: null };
  await ctx.db.commit([...(run.dry ? [] : [writeCompanyItem(run, item, isUnreported(run, rowId(given.id)))]), writeRow(run, row, sql`1`)]);
}

/** Follows the source, unless somebody has changed the company here. */
async function follow(ctx: Ctx, run: Run, given: DeskCompany, item: CompanyItem, revision: number | undefined): Promise<void> {
  const { projectId } = run;
  if (revision === undefined) return await report(ctx, run, given, "skipped", "removed_here");
  if (item.revision === null) return await report(ctx, run, given, "kept", "company_tied");
  if (revision !== item.revision) return await report(ctx, run, given, "kept", "worked_on_here");
  const fitting = fit(given);
  if (fitting.company.name === "") return await report(ctx, run, given, "skipped", "company_unnamed", fitting.notes);
  const [owners] = await ctx.db.read(readDomainOwners(projectId, fitting.company.domains));
  const taken = owners.filter(({ id }) => id !== item.companyId);
  const notes = [...fitting.notes, ...taken.map(({ name, domain }): Note => ["company_domain_taken", `${domain} (${name})`])];
  if (run.dry) return await report(ctx, run, given, "updated", null, notes);
  const company = {
    ...fitting.company,
    id: item.companyId,
    domains: fitting.company.domains.filter((domain) => !taken.some((one) => one.domain === domain)),
  };
  const now = ctx.clock.now();
  const next = item.revision + 1;
  const open = isUnreported(run, rowId(given.id));
  const isThere = isCompanyIn(projectId, item.companyId, next);
  const attempt = newId("event", now);
  const [stored] = await ctx.db.commit([
    ...writeFollowedCompany(projectId, company, item.revision, now, open),
    writeCompanyItem(run, { ...item, changed: hashOf(given), revision: next }, sql`${isThere} AND ${open}`),
    writeRow(run, rowOf(given, "updated", null, attempt, notes), isThere),
    writeCounted(run, "companies", isAttempt(run, rowId(given.id), attempt)),
  ]);
  if (stored === 0) await report(ctx, run, given, "kept", "worked_on_here");
}

const rowOf = (
  company: Pick<DeskCompany, "id" | "name">,
  outcome: Outcome,
  reason: string | null,
  attempt: string,
  notes: readonly Note[],
) => ({
  ...{ sourceId: rowId(company.id), title: company.name.slice(0, 300), outcome, reason, attempt, notes },
  ...{ conversationId: null, contactId: null },
});
/** Reports a company of which nothing is stored. */
async function report(
  ctx: Ctx,
  run: Run,
  company: Pick<DeskCompany, "id" | "name">,
  outcome: Outcome,
  reason: string | null,
  notes: readonly Note[] = [],
): Promise<void> {
  await ctx.db.commit([writeRow(run, rowOf(company, outcome, reason, newId("event", ctx.clock.now()), notes), sql`1`)]);
}
