// Undoes an import: contacts that it made and nobody used or changed since go; what it changed and nobody changed since is put back.
import { randomToken } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { ContactNoteId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readUnusedNamedCompanies, writeBelongingsBack, writeRemoveImportedCompanies } from "#modules/companies";
import { writeRemoveImportedNotes } from "#modules/contact-notes";
import { contactHas, type ImportedChange, readImportTargets, writeImportedChanges, writeRemoveUnused } from "#modules/contacts";
import { hasNoUses } from "#modules/desk-import";
import { companyKey, isMine, isState, type Run, writeEnded, writeTaken } from "./queries.ts";
import { type Fields, readUndoable, type Undoable, usedByOthers, writeNoExternalIds, writeUndone, writeUndoneMade } from "./row-queries.ts";

/** Rows at once: each contact that goes is a statement. */
const ROWS = 40;
/** Companies at once: each page passes those again that stay. */
const COMPANIES = 200;
type Values = Readonly<Record<string, string>>;

/** Undoes the next rows, or removes a page of the companies that the import made. */
export async function undoNext(ctx: Ctx, run: Run): Promise<"more" | "end"> {
  const [next] = await ctx.db.read(readUndoable(run, ROWS));
  const last = next.at(-1);
  if (last === undefined) return await undoCompanies(ctx, run);
  const { projectId } = run;
  const now = ctx.clock.now();
  const attempt = randomToken(12);
  const mine = isMine(run, attempt);
  const found = next.flatMap(({ contactId }) => contactId ?? []);
  const [here] = await ctx.db.read(readImportTargets(projectId, { ids: found, emails: [], identifiers: [] }));
  const current = new Map(here.map((one) => [one.id, one]));
  const back: ImportedChange[] = [];
  const restored: number[] = [];
  const kept: number[] = [];
  for (const { n, outcome, contactId, change } of next) {
    if (outcome !== "updated") continue;
    const one = contactId === null ? undefined : current.get(contactId);
    const { before, after } = change ?? {};
    const isMore = change !== null && (change.externalId ?? change.noteId ?? change.company) !== undefined;
    if (!one || change === null) {
      kept.push(n);
      continue;
    }
    const was = { name: one.name, email: one.email, attributes: one.attributes };
    const put = before && after ? putBack(was, before, after) : was;
    const isPut = put.name !== was.name || put.attributes !== was.attributes || (put.email !== was.email && !one.verified);
    if (isPut) back.push({ id: one.id, ...put, email: one.verified ? one.email : put.email, was });
    (isPut || isMore ? restored : kept).push(n);
  }
  const external = next.flatMap(({ contactId, change }) =>
    contactId === null || change?.externalId === undefined ? [] : [{ externalId: change.externalId, contactId }],
  );
  const notes = next.flatMap(({ change }) => change?.noteId ?? []) as ContactNoteId[];
  const said = next.flatMap(({ contactId, change }) => (contactId === null || !change?.company ? [] : [{ contactId, ...change.company }]));
  const made = next.filter(({ outcome }) => outcome === "created");
  await ctx.db.commit([
    writeTaken(run, last.n + 1, attempt, now),
    writeRemoveImportedNotes(projectId, notes, mine),
    writeNoExternalIds(projectId, external, mine),
    writeBelongingsBack(
      projectId,
      sql`SELECT value ->> 'contactId', value ->> 'id', value ->> 'at' FROM json_each(${JSON.stringify(said)}) WHERE ${mine}`,
    ),
    ...(back.length === 0 ? [] : [writeImportedChanges(projectId, back, mine)]),
    ...made.flatMap((row) => removal(run, row)).map(({ id, when }) => writeRemoveUnused(projectId, id, sql`${mine} AND ${when}`)),
    ...(made.length === 0
      ? []
      : writeUndoneMade(
          run,
          made.map(({ n }) => n),
          mine,
        )),
    ...(restored.length === 0 ? [] : writeUndone(run, "restored", restored, mine)),
    ...(kept.length === 0 ? [] : writeUndone(run, "kept", kept, mine)),
  ]);
  return "more";
}
/** The contact of a row that made it, and the condition that nobody has used or changed it since. */
function removal(run: Run, { contactId, change }: Undoable) {
  const after = change?.after;
  if (contactId === null || !after) return [];
  const id = sql`${contactId}`;
  const same = contactHas(run.projectId, id, {
    name: sql`${after.name}`,
    email: sql`${after.email}`,
    attributes: sql`${after.attributes}`,
  });
  const none = sql`NOT EXISTS (SELECT 1 FROM company_contacts WHERE project_id = ${run.projectId} AND contact_id = ${contactId}) AND NOT EXISTS (SELECT 1 FROM contact_external_ids WHERE project_id = ${run.projectId} AND contact_id = ${contactId})`;
  const unproved = sql`EXISTS (SELECT 1 FROM contacts WHERE id = ${contactId} AND project_id = ${run.projectId} AND email_verified = 0)`;
  return [
    {
      id: contactId,
      when: sql`${same} AND ${none} AND ${unproved} AND ${hasNoUses(run.projectId, id)} AND NOT ${usedByOthers(run.projectId, run.id, id)}`,
    },
  ];
}
/** The fields as they were before the import, where they are still as it left them. */
function putBack(now: Fields, before: Fields, after: Fields): Fields {
  const [has, had, got] = [now, before, after].map(({ attributes }) => JSON.parse(attributes) as Values) as [Values, Values, Values];
  const values = { ...has };
  for (const key of Object.keys(got)) {
    if (had[key] === got[key] || has[key] !== got[key]) continue;
    if (had[key] === undefined) delete values[key];
    else values[key] = had[key];
  }
  const isSame = Object.keys(has).length === Object.keys(values).length && Object.keys(has).every((key) => has[key] === values[key]);
  return {
    name: now.name === after.name ? before.name : now.name,
    email: now.email === after.email ? before.email : now.email,
    attributes: isSame ? now.attributes : JSON.stringify(values),
  };
}
async function undoCompanies(ctx: Ctx, run: Run): Promise<"more" | "end"> {
  const { projectId } = run;
  const [unused] = await ctx.db.read(readUnusedNamedCompanies(projectId, companyKey(run), COMPANIES));
  if (unused.length === 0) {
    await ctx.db.commit([writeEnded(run, "undone", ctx.clock.now())]);
    return "end";
  }
  const pairs = sql`SELECT value, 1 FROM json_each(${JSON.stringify(unused)})`;
  await ctx.db.commit(writeRemoveImportedCompanies(projectId, pairs, isState(projectId, run.id, "undoing")));
  return "more";
}
