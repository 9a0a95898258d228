// Reader of an uploaded export, which the check found good: tickets line by line, and the people that they name by their places in the files.
import type { DeskExportId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  BEGINNING,
  type ExportFile,
  exportFiles,
  lineAt,
  LineFault,
  linesFrom,
  readExport,
  readExportLines,
  readExportTeam,
  recordOf,
} from "#modules/desk-exports";
import { HelpDeskError, isObject, objects, sourceIdOf, text } from "#modules/help-import";
import * as intercom from "./intercom.ts";
import { type DeskPerson, type DeskReader, type DeskTicket, type ListPage, personWithAttributes, type Thread, timeOf } from "./reader.ts";
import * as zendesk from "./zendesk.ts";

type Json = Readonly<Record<string, unknown>>;
type FilesCtx = Pick<Ctx, "db" | "env">;
/** Records of one page, and about how many bytes. */
const TICKETS = 50;
const COMPANIES = 100;
const BYTES = 4 * 1024 * 1024;
/** Messages of a ticket. */
const MESSAGES = 1000;

export async function exportReader(ctx: FilesCtx, projectId: ProjectId, id: DeskExportId): Promise<DeskReader> {
  const [found] = await ctx.db.read(readExport(projectId, id));
  if (!found) throw new HelpDeskError("missing");
  const files = await exportFiles(ctx, found);
  const page: PageOf = (of, at, most) => pageOf(ctx, { projectId, id }, of, at, most);
  const file = (kind: ExportFile["kind"]): ExportFile | undefined => files.find((one) => one.kind === kind);
  const people = lookUp(ctx, projectId, id, file("users") ?? file("contacts"));
  const outline = async () => ({
    agents: (await readExportTeam(ctx, found)).map(({ id: mate, name, email }) => ({ id: mate, name, email })),
    fields: [],
    teams: [],
  });
  const total = found.shown.lines[found.platform === "zendesk" ? "tickets" : "conversations"] ?? null;
  return found.platform === "zendesk"
    ? zendeskFiles(page, { tickets: file("tickets"), organizations: file("organizations") }, people, outline, total)
    : intercomFiles(page, file("conversations"), people, outline, total);
}

interface Place {
  readonly projectId: ProjectId;
  readonly id: DeskExportId;
}
type PageOf = (file: ExportFile | undefined, at: string | null, most: number) => Promise<ListPage<Json>>;
interface Found {
  readonly record: Json;
  readonly piece: number;
  readonly at: number;
}
/** The records of a page, from the place that its cursor names. */
async function pageOf(ctx: FilesCtx, where: Place, file: ExportFile | undefined, at: string | null, most: number): Promise<ListPage<Json>> {
  if (file === undefined) return { items: [], next: null };
  const [piece = 0, offset = 0, line = 1] = (at ?? "").split("|").filter(Boolean).map(Number);
  const found: Found[] = [];
  let bytes = 0;
  let next: string | null = null;
  try {
    for await (const one of linesFrom(ctx, file, at === null ? BEGINNING : { piece, at: offset, line })) {
      const read = recordOf(one.text);
      if (typeof read === "object" && isObject(read.record)) found.push({ record: read.record, piece: one.piece, at: one.at });
      bytes += one.size;
      if (found.length >= most || bytes > BYTES) {
        if (!one.isLast) next = `${one.next.piece}|${one.next.at}|${one.next.line}`;
        break;
      }
    }
  } catch (error) {
    return gone(error);
  }
  return { items: await latest(ctx, where, file.kind, found), next };
}
/** Of several lines with the same id the last one counts: where exports were put together, earlier ones are older. */
async function latest(ctx: FilesCtx, { projectId, id }: Place, kind: ExportFile["kind"], found: readonly Found[]): Promise<Json[]> {
  const ids = found.map(({ record }) => sourceIdOf(record["id"]) ?? "");
  const [places] = await ctx.db.read(readExportLines(projectId, id, kind, ids));
  const last = new Map(places.map((place) => [place.sourceId, place]));
  return found.flatMap(({ record, piece, at }, i) => {
    const place = last.get(ids[i] ?? "");
    return place === undefined || (place.piece === piece && place.at === at) ? [record] : [];
  });
}
/** A piece is gone: the files were removed meanwhile. */
function gone(error: unknown): never {
  throw error instanceof LineFault ? new HelpDeskError("missing") : error;
}

/** Finds people by their ids, each once for a slice. */
type LookUp = (ids: readonly (string | null)[]) => Promise<ReadonlyMap<string, Json>>;
function lookUp(ctx: FilesCtx, projectId: ProjectId, id: DeskExportId, file: ExportFile | undefined): LookUp {
  const known = new Map<string, Json>();
  const asked = new Set<string>();
  return async (ids) => {
    const fresh = [...new Set(ids)].filter((one): one is string => one !== null && !asked.has(one));
    for (const one of fresh) asked.add(one);
    if (file !== undefined && fresh.length > 0) {
      const [places] = await ctx.db.read(readExportLines(projectId, id, file.kind, fresh));
      await Promise.all(
        places.map(async (place) => {
          const read = recordOf(await lineAt(ctx, file, place).catch(gone));
          if (typeof read === "object" && isObject(read.record)) known.set(place.sourceId, read.record);
        }),
      );
    }
    return known;
  };
}

type Outline = DeskReader["outline"];
function zendeskFiles(
  page: PageOf,
  files: { readonly tickets: ExportFile | undefined; readonly organizations: ExportFile | undefined },
  people: LookUp,
  outline: Outline,
  total: number | null,
): DeskReader {
  const comments = new Map<string, readonly Json[]>();
  const named = new Map<string, readonly Json[]>();
  /** People whom the ticket itself holds; some exports name them by their ids alone. */
  const inside = (one: Json): Json[] => ["requester", "submitter", "assignee"].flatMap((role) => (isObject(one[role]) ? [one[role]] : []));
  return {
    ...{ statuses: zendesk.STATUSES, hasRatings: true, outline },
    async page(at) {
      const { items, next } = await page(files.tickets, at, TICKETS);
      const idOf = (one: Json, role: string): string | null =>
        sourceIdOf(one[`${role}_id`]) ?? (isObject(one[role]) ? sourceIdOf(one[role]["id"]) : null);
      const found = await people(items.map((one) => idOf(one, "requester")));
      const tickets = items.flatMap((one): DeskTicket[] => {
        const known = new Map([...found, ...inside(one).map((person) => [sourceIdOf(person["id"]) ?? "", person] as const)]);
        const group = isObject(one["organization"]) ? sourceIdOf(one["organization"]["id"]) : null;
        const whole = {
          ...{ requester_id: idOf(one, "requester"), assignee_id: idOf(one, "assignee") },
          organization_id: sourceIdOf(one["organization_id"]) ?? group,
        };
        return zendesk.ticketOf({ ...one, ...whole }, known).map((ticket): DeskTicket => {
          comments.set(ticket.id, objects(one["comments"]));
          named.set(ticket.id, inside(one));
          const given = isObject(one["satisfaction_rating"]) ? one["satisfaction_rating"] : {};
          return {
            ...ticket,
            isCustomerUnknown: true,
            rating: zendesk.ratingOf(given, ticket.id, timeOf(given["updated_at"]) ?? ticket.changedAt)[0] ?? null,
          };
        });
      });
      return { tickets, next, total };
    },
    async thread(ticket): Promise<Thread> {
      const all = comments.get(ticket.id) ?? [];
      const found = await people(all.map((one) => sourceIdOf(one["author_id"])));
      const authors = new Map([...found, ...(named.get(ticket.id) ?? []).map((one) => [sourceIdOf(one["id"]) ?? "", one] as const)]);
      const taken = all.slice(0, MESSAGES);
      const messages = taken.flatMap((one) => zendesk.messageOf(one, authors, ticket));
      return {
        messages: messages.toSorted((a, b) => a.at - b.at),
        cut: all.length > MESSAGES,
        unreadable: taken.length - messages.length,
      };
    },
    async companies(at) {
      const { items, next } = await page(files.organizations, at, COMPANIES);
      return { items: items.flatMap(zendesk.companyOf), next };
    },
  };
}

function intercomFiles(page: PageOf, file: ExportFile | undefined, people: LookUp, outline: Outline, total: number | null): DeskReader {
  const bodies = new Map<string, Json>();
  return {
    ...{ statuses: intercom.STATUSES, hasRatings: true, outline },
    async page(at) {
      const { items, next } = await page(file, at, TICKETS);
      const tickets = items.flatMap((one) =>
        intercom.ticketOf(one).map((ticket) => {
          bodies.set(ticket.id, one);
          return ticket;
        }),
      );
      return { tickets, next, total };
    },
    /** From the file of contacts, else as the first message names its author. */
    async customer({ id, customer }): Promise<DeskPerson | null> {
      if (customer === null) return null;
      const found = (await people([customer.id])).get(customer.id);
      if (found) return intercom.contactOf(found);
      const body = bodies.get(id) ?? {};
      const author = isObject(body["source"]) && isObject(body["source"]["author"]) ? body["source"]["author"] : {};
      if (sourceIdOf(author["id"]) !== customer.id) return customer;
      return personWithAttributes({ id: customer.id, name: text(author["name"]), email: text(author["email"]) });
    },
    async thread(ticket) {
      return intercom.threadOf(bodies.get(ticket.id) ?? {}, ticket.id);
    },
  };
}
