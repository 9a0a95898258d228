// The job of an import: a dry run, the import itself, or its undo. It works in bounded slices. A batch takes the next rows, changes what they
// say and stores their receipts, all or nothing; a slice that is killed goes on behind the last batch.
import { keyFor, mac, randomToken } from "#kernel/auth/index.ts";
import { seconds } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { type CompanyId, type ContactId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type RunWork, sliceOf, workOfRun } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { nameKeyOf, readCompaniesNamed, readCompaniesOf, writeImportedBelongings, writeNamedCompanies } from "#modules/companies";
import { readAttributes } from "#modules/contact-attributes";
import { readSameNotes, writeImportedNotes } from "#modules/contact-notes";
import { type ImportedChange, readImportTargets, writeImportedChanges, writeImportedContacts } from "#modules/contacts";
import { listContacts } from "#modules/contacts/contract";
import { announceChanged } from "#modules/live-updates";
import * as v from "valibot";
import { PHONE } from "./contract.ts";
import { readBlock, type StoredRow } from "./stored-rows.ts";
import { companyKey, isMine, readMay, readRun, type Run, writeEnded, writeFailed, writeTaken } from "./queries.ts";
import * as rows from "./row-queries.ts";
import { type Given, type Here, isKept, keysOf, PHONE_ATTRIBUTE, type Plan, planFor, readRow, type Typed, whoIs } from "./rules.ts";
import { undoNext } from "./undo-import.ts";

/** A slice ends soon after this time, or so many statements. */
const SLICE = { ms: seconds(20), statements: 400 };
/** Characters of what one statement takes as JSON; beyond them fewer rows are taken at once. */
const MOST_JSON = 900_000;
const FORGOTTEN = 1000;

export const importJob = job("contact-import.run", v.object({ projectId: idOf("project"), contactImportId: idOf("contactImport") }));
/** The statements that set an import to work, and the id of the job to wake. */
export const startWork = (run: { id: Run["id"]; projectId: ProjectId }, now: number, when: SQL): RunWork =>
  workOfRun(importJob, run, { projectId: run.projectId, contactImportId: run.id }, now, when);

export const importJobHandler = handle(importJob, async (ctx, { projectId, contactImportId }) => {
  const isEnough = sliceOf(ctx, SLICE);
  let isChanged = false;
  let step: "more" | "end" = "more";
  let file: Block | undefined;
  while (step === "more") {
    const [run] = await ctx.db.read(readRun(projectId, contactImportId));
    if (!run || !["checking", "running", "undoing"].includes(run.state)) break;
    const [may] = await ctx.db.read(readMay(run));
    if (!may) {
      await ctx.db.commit([writeFailed(run, "member_gone", ctx.clock.now())]);
      break;
    }
    if (run.state === "undoing") step = await undoNext(ctx, run);
    else {
      if (file === undefined || file.objectKey !== run.objectKey || run.at < file.from || run.at >= file.until)
        file = await blockOf(ctx, run);
      step = await importNext(ctx, run, file);
    }
    isChanged ||= run.state !== "checking";
    if (step === "more" && isEnough()) break;
  }
  // Once for a slice, however many contacts changed: open lists read again what they show.
  if (isChanged) announceChanged(ctx, projectId, listContacts);
  return step === "more" && isEnough() ? "again" : undefined;
});

interface Block {
  readonly objectKey: string | null;
  readonly from: number;
  readonly until: number;
  readonly rows: readonly StoredRow[] | undefined;
}
async function blockOf(ctx: Ctx, run: Run): Promise<Block> {
  const found = run.objectKey === null ? undefined : await readBlock(ctx, run.objectKey, run.blocks, run.at);
  return { objectKey: run.objectKey, from: run.at, until: run.at + (found?.filter(({ n }) => n >= run.at).length ?? 0), rows: found };
}

async function importNext(ctx: Ctx, run: Run, block: Block): Promise<"more" | "end"> {
  const now = ctx.clock.now();
  if (run.at === 0 && run.pass > 1) {
    const changes = await ctx.db.commit(rows.writeForgetPasses(run, FORGOTTEN));
    if (changes.some((count) => count >= FORGOTTEN)) return "more";
  }
  if (run.at >= run.total) {
    const [gone = 0] = await ctx.db.commit([rows.writeForgetKeys(run, FORGOTTEN)]);
    if (gone >= FORGOTTEN) return "more";
    await ctx.db.commit([writeEnded(run, run.dry ? "checked" : "done", now)]);
    return "end";
  }
  const next = block.rows?.filter(({ n }) => n >= run.at) ?? [];
  if (block.rows === undefined || next.length === 0) {
    await ctx.db.commit([writeFailed(run, "file_gone", now)]);
    return "end";
  }
  const planned = await planRows(ctx, run, next);
  let taken = planned;
  let batch = await batchOf(ctx, run, taken, now);
  while (taken.length > 1 && batch.size > MOST_JSON) {
    taken = taken.slice(0, Math.ceil(taken.length / 2));
    batch = await batchOf(ctx, run, taken, now);
  }
  await ctx.db.commit(batch.statements);
  return "more";
}

interface Planned {
  readonly row: StoredRow;
  readonly plan: Plan;
  readonly keys: readonly string[];
  readonly who: Here | undefined;
}
/** What becomes of the rows, as things stand. */
async function planRows(ctx: Ctx, run: Run, next: readonly StoredRow[]): Promise<Planned[]> {
  const { projectId } = run;
  const [defined] = await ctx.db.read(readAttributes(projectId));
  const open: readonly Typed[] = defined.filter(({ archived }) => !archived);
  const attributes = open.some(({ key }) => key === PHONE) ? open : [...open, PHONE_ATTRIBUTE];
  const said = next.map((row) => ({ row, given: readRow(row.cells, run.mapping, attributes) }));
  const good = said.flatMap(({ given }) => ("reason" in given ? [] : [given]));
  const texts = (of: (given: Given) => string | undefined): string[] => [...new Set(good.flatMap((given) => of(given) ?? []))];
  const externalIds = texts(({ externalId }) => externalId);
  const [held] = await ctx.db.read(rows.readExternalIds(projectId, externalIds));
  const [found] = await ctx.db.read(
    readImportTargets(projectId, {
      ids: [...texts(({ id }) => id), ...held.map(({ contactId }) => contactId)],
      emails: texts(({ email }) => email),
      identifiers: externalIds,
    }),
  );
  const [own] = await ctx.db.read(
    rows.readExternalIdsOf(
      projectId,
      found.map(({ id }) => id),
    ),
  );
  const idsOf = Map.groupBy(own, ({ contactId }) => contactId);
  const here: readonly Here[] = found.map((one) => ({
    ...one,
    externalIds: (idsOf.get(one.id) ?? []).map(({ externalId }) => externalId),
  }));
  const byEmail = Map.groupBy(here, ({ email }) => email);
  const byId = new Map(here.map((one) => [one.id as string, one]));
  const byExternal = Map.groupBy(
    here.flatMap((one) => [...one.externalIds, ...(one.identifier === null ? [] : [one.identifier])].map((id) => [id, one] as const)),
    ([id]) => id,
  );
  const near = (given: Given): Here[] => [
    ...new Set([
      ...(given.id === undefined ? [] : [byId.get(given.id)].filter((one) => one !== undefined)),
      ...(given.email === undefined ? [] : (byEmail.get(given.email) ?? [])),
      ...(given.externalId === undefined ? [] : (byExternal.get(given.externalId) ?? []).map(([, one]) => one)),
    ]),
  ];
  const who = said.map(({ given }) => ("reason" in given ? undefined : whoIs(given, near(given))));
  const met = who.filter((one) => one !== undefined && one !== "ambiguous");
  const noted = said.flatMap(({ given }, at) => {
    const one = who[at];
    return "reason" in given || given.note === undefined || one === undefined || one === "ambiguous"
      ? []
      : [{ contactId: one.id, content: given.note }];
  });
  const ids = met.map(({ id }) => id);
  const [companies, notes] = await ctx.db.read(readCompaniesOf(projectId, ids), readSameNotes(projectId, noted));
  const key = await keyFor(ctx.env, ctx.db, "contact-import");
  const keys = await Promise.all(
    said.map(async ({ given }, at) => {
      const one = who[at];
      const texted = "reason" in given ? [] : keysOf(given, one === "ambiguous" ? undefined : one);
      return await Promise.all(texted.map(async (text) => ({ text, hash: (await mac(key, `${run.id} ${text}`)).slice(0, 22) })));
    }),
  );
  const [before] = await ctx.db.read(
    rows.readKeys(
      run,
      keys.flat().map(({ hash }) => hash),
    ),
  );
  const seen = new Set(before);
  return said.map(({ row, given }, at): Planned => {
    const one = who[at];
    const skipped = (reason: Plan["reason"], place: number | null = null): Planned => ({
      ...{ row, keys: [], who: undefined },
      plan: { outcome: "skipped", reason, place, contactId: null },
    });
    if ("reason" in given) return skipped(given.reason, given.place);
    const all = keys[at] ?? [];
    if (all.some(({ hash }) => seen.has(hash))) return skipped("duplicate");
    if (one === "ambiguous") return skipped("ambiguous");
    const { existing } = run;
    const company = one && companies.get(one.id)?.name;
    const plan = planFor(given, one, { existing, attributes, company, hasNote: one !== undefined && notes.has(one.id), nameKeyOf });
    const kept = all.flatMap(({ text, hash }) => (isKept(text, one, plan) ? [hash] : []));
    for (const each of kept) seen.add(each);
    return { row, keys: kept, who: one, plan };
  });
}

/** The batch that takes the rows: whoever takes them first changes what they say. `size`: characters of its largest JSON. */
async function batchOf(ctx: Ctx, run: Run, planned: readonly Planned[], now: number): Promise<{ statements: SQL[]; size: number }> {
  const { projectId, by } = run;
  const attempt = randomToken(12);
  const mine = isMine(run, attempt);
  const until = (planned.at(-1)?.row.n ?? run.at) + 1;
  const keys = planned.flatMap(({ row, keys: each }) => each.map((key) => ({ key, n: row.n })));
  const receipts: rows.NewRow[] = [];
  const made: Parameters<typeof writeImportedContacts>[1][number][] = [];
  const changed: ImportedChange[] = [];
  const externals: { externalId: string; contactId: ContactId }[] = [];
  const notes: Parameters<typeof writeImportedNotes>[1][number][] = [];
  const named = new Map(
    planned.flatMap(({ plan: { company } }) => (company === undefined ? [] : [[nameKeyOf(company), company] as const])),
  );
  const [known] =
    named.size === 0 || run.dry ? [new Map<string, CompanyId>()] : await ctx.db.read(readCompaniesNamed(projectId, [...named.keys()]));
  const fresh = [...named].filter(([key]) => !known.has(key)).map(([key, name]) => ({ key, name, id: newId("company", now) }));
  const companyIds = new Map([...known, ...fresh.map(({ key, id }) => [key, id] as const)]);
  const belongings: { contactId: ContactId; companyId: CompanyId }[] = [];
  for (const { row, plan, who } of planned) {
    const { n, line } = row;
    const { outcome, reason, place } = plan;
    const contactId = outcome === "created" ? newId("contact", now) : plan.contactId;
    let change: rows.Change | null = null;
    if (!run.dry && contactId !== null && (outcome === "created" || outcome === "updated")) {
      const fields = plan.fields && { ...plan.fields, attributes: JSON.stringify(plan.fields.attributes) };
      const was = who && { name: who.name, email: who.email, attributes: who.attributes };
      if (fields && was) changed.push({ id: contactId, ...fields, was });
      else if (fields) made.push({ id: contactId, ...fields });
      const noteId = plan.note === undefined ? undefined : newId("contactNote", now);
      if (plan.note !== undefined && noteId !== undefined)
        notes.push({ id: noteId, contactId, content: plan.note, clientId: `csv:${run.id}:${n}` });
      if (plan.externalId !== undefined) externals.push({ externalId: plan.externalId, contactId });
      const companyId = plan.company === undefined ? undefined : companyIds.get(nameKeyOf(plan.company));
      if (companyId !== undefined) belongings.push({ contactId, companyId });
      change = {
        ...(fields && was ? { before: was } : {}),
        ...(fields ? { after: fields } : {}),
        ...(plan.externalId === undefined ? {} : { externalId: plan.externalId }),
        ...(noteId === undefined ? {} : { noteId }),
        ...(companyId === undefined ? {} : { company: { id: companyId, at: now } }),
      };
    }
    receipts.push({ n, line, outcome, reason, place, contactId, change });
  }
  const given = { by, now };
  // Below the receipts: `k` is what a statement writes. A row that is skipped after all adds nothing.
  const changes = sql`${mine} AND k.value ->> 'contactId' IN ${rows.changedContacts(run, until)}`;
  const gives = sql`${mine} AND k.value ->> 'id' IN ${rows.givenCompanies(run, until)}`;
  const statements = [
    writeTaken(run, until, attempt, now),
    ...(keys.length === 0 ? [] : [rows.writeKeys(run, keys, mine)]),
    ...(made.length === 0 ? [] : [writeImportedContacts(projectId, made, now, mine)]),
    ...(changed.length === 0 ? [] : [writeImportedChanges(projectId, changed, mine)]),
    rows.writeRows(run, receipts, mine),
    ...(externals.length === 0 ? [] : [rows.writeExternalIds(projectId, externals, changes)]),
    ...(fresh.length === 0 ? [] : writeNamedCompanies(projectId, fresh, { ...given, key: companyKey(run) }, gives)),
    ...(belongings.length === 0 ? [] : [writeImportedBelongings(projectId, belongings, given, changes)]),
    ...(notes.length === 0 ? [] : [writeImportedNotes(projectId, notes, given, changes)]),
    rows.writeCounts(run, run.at, until, mine),
  ];
  return { statements, size: JSON.stringify([changed, receipts]).length };
}
