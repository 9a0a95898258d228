// Imports one ticket: one batch stores the conversation, its contact, messages, tags and the row of the report, or nothing of it. A ticket
// with very many messages takes several batches, of which the last one reports it.
import type { SQL } from "#kernel/db/index.ts";
import { sql } from "#kernel/db/index.ts";
import { type AccountId, type CompanyId, type ContactId, type ConversationId, type FileId, newId, type TeamId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactExists, writeAttributes, writeFromMail } from "#modules/contacts";
import { checkValue } from "#modules/contact-attributes/contract";
import type { readAttributes } from "#modules/contact-attributes";
import {
  IMPORT_SCOPE,
  type ImportedMessage,
  previewOf,
  readImported,
  storedAmong,
  writeImportedConversation,
  writeImportedMessages,
  writeImportedState,
} from "#modules/conversations";
import { MAX_CONTENT } from "#modules/conversations/contract";
import { writeAttach } from "#modules/files";
import { HelpDeskError, saidOf } from "#modules/help-import";
import { type TagsTaken, writeImportedTags } from "#modules/tags";
import { writeImportedTeam } from "#modules/teams";
import type { Outcome } from "./contract.ts";
import type { DeskMessage, DeskPerson, DeskReader, DeskTicket, Thread } from "#modules/help-desks";
import { importCompany } from "./import-companies.ts";
import { storeFiles } from "./import-files.ts";
import {
  isAttempt,
  isUnreported,
  isUntouched,
  type Item,
  type KnownPerson,
  type Note,
  readCompanyOf,
  readPerson,
  type Run,
  writeAdded,
  writeAddition,
  writeBelonging,
  writeCounted,
  writeItem,
  writeItemChanged,
  writeItemRevision,
  writeMadeTags,
  writePerson,
  writeRow,
} from "./queries.ts";
import { authorOf, contentOf, stateOf, tagsOf, uuidOf, waitingSince } from "./rules.ts";

/** Messages and characters of one batch: a bound value may have a megabyte. */
const MESSAGES = 100;
const CHARACTERS = 200_000;
/** Files that are downloaded for one ticket. */
const MOST_FILES = 40;
const MAX_NAME = 200;

type Attributes = ReturnType<typeof readAttributes> extends { parse(rows: never): infer T } ? T : never;
/** What is the same for all tickets of a slice. */
export interface Setting {
  readonly run: Run;
  readonly reader: DeskReader;
  /** Members here by the source's ids. */
  readonly members: ReadonlyMap<string, AccountId>;
  readonly attributes: Attributes;
  /** Teams here by the source's ids. */
  readonly teams: ReadonlyMap<string, TeamId>;
  /** What the source calls its teams. */
  readonly teamNames: ReadonlyMap<string, string>;
  /** Which of a ticket's tags there is room for. */
  readonly tagRoom: (names: readonly string[]) => TagsTaken;
}

/** What tells that a ticket changed at the source. */
const versionOf = ({ version, changedAt }: DeskTicket): string => version ?? String(changedAt);

export async function importTicket(ctx: Ctx, setting: Setting, listed: DeskTicket, item: Item | undefined): Promise<void> {
  const { run, reader } = setting;
  let ticket = listed;
  const state = stateOf(ticket, run.options, reader);
  const reason = ticket.deleted
    ? "deleted"
    : state === "skip"
      ? "status"
      : item?.isErased === true
        ? "erased_here"
        : item && item.revisionNow === null
          ? "removed_here"
          : undefined;
  if (reason !== undefined || state === "skip") return await report(ctx, run, ticket, item, "skipped", reason ?? "status");
  if (item && item.changed === versionOf(ticket))
    return await report(ctx, run, ticket, item, "unchanged", null, [], await belonging(ctx, run, ticket));
  if (reader.customer !== undefined)
    ticket = {
      ...ticket,
      customer: await reader.customer(ticket, Object.keys(run.options.fields).length > 0 || run.options.companies === true),
    };
  // Who was deleted there still had a conversation: it gets a contact without a name.
  const person: DeskPerson = ticket.customer ?? { id: `ticket-${ticket.id}`, name: null, email: null, verified: false, fields: {} };
  const [known] = await ctx.db.read(readPerson(run, person.id, person.email));
  if (known.isErased) return await report(ctx, run, ticket, item, "skipped", "erased_here");
  const gives = await belonging(ctx, run, ticket);
  const notes: Note[] = [
    ...ticket.lost,
    ...(ticket.customer === null ? [[ticket.isCustomerUnknown === true ? "customer_unknown" : "customer_deleted", ""] as const] : []),
    ...leftOut(setting, ticket, gives !== undefined),
  ];
  if (run.dry) return await report(ctx, run, ticket, item, item ? "updated" : "created", null, notes);
  const thread = await threadOf(reader, ticket);
  // Deleted there after the page was read.
  if (thread === undefined) return await report(ctx, run, ticket, item, "skipped", "deleted");
  const { unreadable = 0 } = thread;
  if (unreadable > 0) notes.push(["messages_unreadable", String(unreadable)]);
  if (thread.cut) notes.push(["messages_cut", String(thread.messages.length)]);
  if (thread.messages.length === 0) return await report(ctx, run, ticket, item, "skipped", "empty", notes);
  // Nothing was written later than now: it would stay on top of every list.
  const now = ctx.clock.now();
  if (thread.messages.some(({ at }) => at > now)) notes.push(["time_ahead", ""]);
  const messages = [...new Map(thread.messages.map((one) => [one.id, { ...one, at: Math.min(one.at, now) }])).values()];
  await store(ctx, setting, { ticket, item, person, known, state, messages, notes, gives });
}

const companyIdOf = ({ customer, companyId }: DeskTicket): string | null => customer?.companyId ?? companyId ?? null;
/** What the ticket names, and has no place here. */
function leftOut({ run, teams, teamNames }: Setting, ticket: DeskTicket, gives: boolean): Note[] {
  const teamId = ticket.teamId ?? null;
  const team = teamId === null || teams.has(teamId) ? undefined : teamNames.get(teamId);
  return [
    ...(run.options.ratings !== true && (ticket.rated === true || ticket.rating) ? [["satisfaction", ""] as const] : []),
    ...(companyIdOf(ticket) === null || gives || (run.dry && run.options.companies === true) ? [] : [["company", ""] as const]),
    // Every conversation is in an inbox; only teams were chosen for it.
    ...(team === undefined || teamId?.startsWith("inbox-") === true ? [] : [["team", team] as const]),
  ];
}
/** The statements that give the ticket's customer their company, if it is imported. */
async function belonging(ctx: Ctx, run: Run, ticket: DeskTicket): Promise<Gives | undefined> {
  const sourceId = companyIdOf(ticket);
  const { customer } = ticket;
  if (run.options.companies !== true || customer === null || sourceId === null) return undefined;
  if (customer.company !== undefined) await importCompany(ctx, run, customer.company);
  const [companyId] = await ctx.db.read(readCompanyOf(run, sourceId));
  if (companyId === undefined) return undefined;
  return { personId: customer.id, companyId };
}
interface Gives {
  readonly personId: string;
  readonly companyId: CompanyId;
}

async function threadOf(reader: DeskReader, ticket: DeskTicket): Promise<Thread | undefined> {
  try {
    return await reader.thread(ticket);
  } catch (error) {
    if (error instanceof HelpDeskError && error.reason === "missing") return undefined;
    throw error;
  }
}

/** Reports a ticket that cannot be imported, however often it is tried. */
export const passOver = (ctx: Ctx, run: Run, ticket: DeskTicket, item: Item | undefined): Promise<void> =>
  report(ctx, run, ticket, item, "skipped", "failed_here");

/** Reports a ticket of which nothing is stored. */
async function report(
  ctx: Ctx,
  run: Run,
  ticket: DeskTicket,
  item: Item | undefined,
  outcome: Outcome,
  reason: string | null,
  notes: readonly Note[] = [],
  gives?: Gives,
): Promise<void> {
  const now = ctx.clock.now();
  const attempt = newId("event", now);
  const mine = isAttempt(run, ticket.id, attempt);
  await ctx.db.commit([
    writeRow(
      run,
      {
        ...{ sourceId: ticket.id, outcome, reason, attempt, notes: reason === "erased_here" ? [] : notes, title: "" },
        conversationId: (item?.revisionNow ?? null) === null ? null : (item?.conversationId ?? null),
        contactId: item?.contactId ?? null,
      },
      sql`1`,
    ),
    writeCounted(run, outcome, mine),
    ...(gives && item && !run.dry ? writeBelonging(run, { ...gives, contactId: item.contactId, now }, mine) : []),
  ]);
}

interface Found {
  readonly ticket: DeskTicket;
  readonly item: Item | undefined;
  readonly person: DeskPerson;
  readonly known: KnownPerson;
  readonly state: "open" | "closed";
  readonly messages: readonly DeskMessage[];
  readonly notes: Note[];
  readonly gives: Gives | undefined;
}

async function store(ctx: Ctx, { run, members, attributes, teams, tagRoom }: Setting, found: Found): Promise<void> {
  const { ticket, item, person, known, state, messages, notes, gives } = found;
  const { projectId } = run;
  const now = ctx.clock.now();
  const contactId: ContactId = item?.contactId ?? known.contactId ?? newId("contact", Math.min(now, ticket.createdAt));
  const conversationId: ConversationId = item?.conversationId ?? newId("conversation", Math.min(now, ticket.createdAt));
  const place = { projectId, conversationId };
  const clientIdOf = (message: DeskMessage): string => uuidOf(`${run.platform} ${run.site} ${message.id}`);
  const [stored] = item ? await ctx.db.read(readImported(place, messages.map(clientIdOf))) : [new Set<string>()];
  const fresh: { readonly message: ImportedMessage; readonly files: readonly FileId[] }[] = [];
  const budget = { left: MOST_FILES };
  for (const one of messages) {
    if (stored.has(clientIdOf(one))) continue;
    const files = await storeFiles(ctx, run, one, budget, notes);
    const { content, cut } = contentOf(one.text, MAX_CONTENT);
    if (cut) notes.push(["text_cut", ""]);
    if (content === "" && files.length === 0) continue;
    const author = authorOf(one, { sourceId: person.id, contactId }, members);
    fresh.push({
      files,
      message: {
        ...{ eventId: newId("event", now), messageId: newId("message", one.at), clientId: clientIdOf(one), content, at: one.at },
        ...{ kind: one.internal ? "note" : "message", role: author.role, authorId: author.authorId },
        origin: { door: "import", automatic: null, ...(author.by === undefined ? {} : { imported: { by: author.by.slice(0, MAX_NAME) } }) },
      },
    });
  }
  const isTouched = item !== undefined && item.revision !== item.revisionNow;
  if (isTouched && fresh.length > 0) notes.push(["state_kept", ""]);
  const outcome: Outcome = item === undefined || item.changed === "" ? "created" : isTouched && fresh.length === 0 ? "kept" : "updated";
  // What this run adds to an earlier one's conversation, an undo of this run alone takes back.
  const adds = item !== undefined && outcome === "updated";
  const assigneeId = (ticket.assigneeId === null ? undefined : members.get(ticket.assigneeId)) ?? null;
  const shown = { status: state, assigneeId, waitingSince: waitingSince(messages, state) };
  const taken = tagRoom(tagsOf(ticket.tags, run.options));
  if (taken.left.length > 0) notes.push(["tags_left", taken.left.join(", ").slice(0, 200)]);
  const tags = taken.names.map((name) => ({
    ...{ id: newId("tag", now), name, clientId: uuidOf(`${run.platform} ${run.site} tag ${name}`) },
  }));
  const last = fresh.at(-1);
  const preview = {
    text: last === undefined ? "" : previewOf(last.message.content, last.files.length),
    role: last?.message.kind === "note" ? "note" : (last?.message.role ?? "visitor"),
    authorId: last?.message.role === "operator" ? last.message.authorId : null,
  };
  const attempt = newId("event", now);
  const chunks = chunksOf(fresh);
  for (const [i, chunk] of chunks.entries()) {
    const ends = i === chunks.length - 1;
    const guard = ends ? isAttempt(run, ticket.id, attempt) : isUnreported(run, ticket.id);
    const ids = chunk.map(({ message }) => message.eventId);
    const row = {
      ...{ sourceId: ticket.id, outcome, conversationId, contactId, attempt, notes: notes.slice(0, 50) },
      title: (ticket.subject ?? "").slice(0, 300),
      reason: outcome === "kept" ? "worked_on_here" : null,
    };
    await ctx.db.commit([
      ...(ends ? [writeRow(run, row, sql`1`)] : []),
      ...(i === 0
        ? [
            ...contactWrites(run, { person, known, contactId, item, attributes, at: Math.min(now, ticket.createdAt) }, guard),
            writeImportedConversation(
              place,
              {
                ...shown,
                ...{ contactId, clientId: uuidOf(`${run.id} ${ticket.id}`), subject: ticket.subject?.slice(0, 500) ?? null },
                // Otherwise an answer would reach nobody: the person has no widget here.
                channel: person.email === null ? "import" : "email",
                createdAt: Math.min(now, ticket.createdAt),
              },
              item ? sql`0` : guard,
            ),
            ...(item ? [] : [writeItem(run, ticket.id, conversationId, contactId, guard)]),
            ...(adds ? [writeAddition(run, ticket.id, conversationId, item.changed, isUntouched(run, ticket.id), guard)] : []),
            ...(item ? [writeImportedState(place, shown, sql`${guard} AND ${isUntouched(run, ticket.id)}`)] : []),
            ...(gives ? writeBelonging(run, { ...gives, contactId, now }, guard) : []),
            writeImportedTeam(place, teams.get(ticket.teamId ?? "") ?? null, sql`${guard} AND ${isUntouched(run, ticket.id)}`),
            ...writeImportedTags(projectId, conversationId, tags, now, sql`${guard} AND ${isUntouched(run, ticket.id)}`),
            writeMadeTags(
              run,
              tags.map(({ id }) => id),
              guard,
            ),
          ]
        : []),
      ...writeImportedMessages(
        place,
        chunk.map(({ message }) => message),
        preview,
        guard,
      ),
      ...chunk.flatMap(({ message, files }) =>
        files.length === 0
          ? []
          : [
              writeAttach(
                {
                  ...{ projectId, owner: IMPORT_SCOPE, fileIds: files, messageId: message.messageId },
                  contactId: message.kind === "message" ? sql`${contactId}` : null,
                },
                sql`${guard} AND EXISTS (SELECT 1 FROM messages WHERE id = ${message.messageId})`,
              ),
            ],
      ),
      writeItemRevision(run, ticket.id, conversationId, ids, guard),
      ...(adds ? [writeAdded(run, ticket.id, conversationId, guard)] : []),
      writeCounted(run, "messages", guard, storedAmong(ids)),
      ...(ends ? [writeItemChanged(run, ticket.id, versionOf(ticket), guard), writeCounted(run, outcome, guard)] : []),
    ]);
  }
}

/** The contact of a customer who is not known here yet, with the mapped fields. One who is known stays as they are here. */
function contactWrites(
  run: Run,
  c: {
    readonly person: DeskPerson;
    readonly known: KnownPerson;
    readonly contactId: ContactId;
    readonly item: Item | undefined;
    readonly attributes: Attributes;
    readonly at: number;
  },
  guard: SQL,
): SQL[] {
  const { person, known, contactId, item, attributes } = c;
  if (item) return [];
  const { projectId } = run;
  const { name, email, verified } = person;
  const created = known.contactId === null;
  const values = created ? valuesOf(person, run, attributes) : {};
  return [
    ...(created
      ? [
          writeFromMail(
            {
              id: contactId,
              projectId,
              name: name?.slice(0, MAX_NAME) ?? null,
              email: email?.toLowerCase() ?? null,
              verified: verified && email !== null,
              now: c.at,
            },
            sql`${guard} AND NOT ${contactExists(projectId, contactId)}`,
          ),
        ]
      : []),
    writePerson(run, person.id, contactId, created, guard),
    ...(Object.keys(values).length === 0 ? [] : [writeAttributes(projectId, contactId, values, guard)]),
  ];
}
/** Values of attributes for the source's fields; one that does not fit the attribute's type is left out. */
function valuesOf(person: DeskPerson, { options }: Run, attributes: Attributes): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [field, key] of Object.entries(options.fields)) {
    const attribute = attributes.find((one) => one.key === key && !one.archived);
    const given = saidOf(person.fields, field);
    const checked = attribute === undefined || given === undefined ? undefined : checkValue(attribute, given);
    if (checked?.value !== undefined) values[key] = checked.value;
  }
  return values;
}

/** At least one chunk, which may be empty. */
function chunksOf<T extends { readonly message: ImportedMessage }>(all: readonly T[]): T[][] {
  const chunks: T[][] = [[]];
  let size = 0;
  for (const one of all) {
    const current = chunks.at(-1) ?? [];
    if (current.length > 0 && (current.length >= MESSAGES || size + one.message.content.length > CHARACTERS)) {
      chunks.push([one]);
      size = 0;
    } else current.push(one);
    size += one.message.content.length;
  }
  return chunks;
}
