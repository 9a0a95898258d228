// Reads the audit log: by page for the screen, and as a CSV file.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { type CsvPart, csvFile } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readAudit } from "./audit.ts";
import type { AuditEntry, AuditFilters } from "./contract.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;
/** Entries of one part of the file. */
const PART = 500;

async function read(ctx: Ctx, filters: AuditFilters, cursor: string | undefined, size: number) {
  const [found] = await ctx.db.read(readAudit(ctx.caller.projectId, filters, decodeCursor(cursor), size + 1));
  const last = found[size - 1];
  return {
    items: found.slice(0, size).map(({ at: _, ...entry }): AuditEntry => entry),
    next: found.length > size && last ? encodeCursor([last.at, last.id]) : null,
  };
}

export const auditLogPage = (ctx: Ctx, { cursor, ...filters }: AuditFilters & { readonly cursor?: string | undefined }) =>
  read(ctx, filters, cursor, PAGE);

/** Names of columns are for programs too, so they are not translated. */
const HEAD = ["Time", "Person", "API token", "Action", "Setting", "Before", "After", "Details", "Entry ID"];
/** A line for each setting that changed, and one for an entry without any. */
export async function exportAuditLog(ctx: Ctx, filters: AuditFilters): Promise<Response> {
  const part = async (cursor: string | undefined): Promise<CsvPart<string>> => {
    const { items, next } = await read(ctx, filters, cursor, PART);
    const rows = items.flatMap(({ id, createdAt, actor, program, action, member, detail, changes }) =>
      (changes.length === 0 ? [{ field: "", from: null, to: null }] : changes).map(({ field, from, to }) => [
        ...[createdAt, actor, program ?? "", action, field, from ?? "", to ?? ""],
        ...[
          Object.entries({ ...detail, ...(member === null ? {} : { member }) })
            .map(([key, value]) => `${key}: ${value}`)
            .join("; "),
          id,
        ],
      ]),
    );
    return { rows, next: next ?? undefined };
  };
  const first = await part(undefined);
  return csvFile("audit-log.csv", { ...first, rows: [HEAD, ...first.rows] }, part);
}
