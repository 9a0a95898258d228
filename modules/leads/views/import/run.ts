// Checks the rows of a list as the server would, and sends them a hundred at a time.
import { call } from "#dashboard/api.ts";
import { m } from "#messages";
import * as v from "valibot";
import { domainIn, importLeads, ImportRow, isOwnHost, MAX_ROWS, type RowOutcome } from "../../contract.ts";
import { fieldsOf, type Table } from "./table.ts";

export interface Row {
  /** As in the list, counted from 1 without the names of columns. */
  readonly number: number;
  readonly key: string;
  readonly fields: ReturnType<typeof fieldsOf>;
  /** Why it is left out, in a sentence. */
  readonly wrong?: string;
  readonly outcome?: RowOutcome;
}
/** The rows with what is wrong with each. A row keeps its key, so that an interrupted import goes on without doing anything twice. */
export const rowsOf = ({ rows, mapping }: Table, keys: readonly string[]): Row[] =>
  rows.map((cells, at) => {
    const fields = fieldsOf(cells, mapping);
    const key = keys[at] ?? crypto.randomUUID();
    return { number: at + 1, key, fields, ...wrongOf(key, fields) };
  });
function wrongOf(key: string, fields: Row["fields"]): { readonly wrong?: string } {
  // A page at a network of many companies says nothing of one.
  const host = fields.domain === undefined ? undefined : domainIn(fields.domain);
  const says = fields.name ?? fields.email ?? fields.company ?? (host !== undefined && !isOwnHost(host) ? undefined : fields.domain);
  if (says === undefined) return { wrong: m.leads_import_row_empty() };
  const parsed = v.safeParse(ImportRow, { key, ...fields }, { abortEarly: true });
  return parsed.success ? {} : { wrong: parsed.issues[0].message };
}

/** Sends what is not wrong. Calls `onProgress` with the rows after each part; stops when `signal` is aborted. Throws what the server refuses. */
export async function send(
  projectId: string,
  rows: readonly Row[],
  {
    dryRun,
    ownerId,
    signal,
    onProgress,
  }: { dryRun: boolean; ownerId: string; signal: AbortSignal; onProgress(done: readonly Row[]): void },
): Promise<readonly Row[]> {
  const outcomes = new Map<string, RowOutcome>();
  const merged = (): Row[] =>
    rows.map((row) => {
      const outcome = outcomes.get(row.key);
      return outcome === undefined ? row : { ...row, outcome };
    });
  const right = rows.filter(({ wrong }) => wrong === undefined);
  const seen = new Set<string>();
  for (let at = 0; at < right.length; at += MAX_ROWS) {
    signal.throwIfAborted();
    const part = right.slice(at, at + MAX_ROWS).filter(({ key, fields }) => {
      // In a dry run nothing of the earlier parts is stored, so the server does not know what they contain.
      const address = fields.email?.toLowerCase();
      const repeated = dryRun && address !== undefined && seen.has(address);
      if (address !== undefined) seen.add(address);
      if (repeated) outcomes.set(key, "duplicate");
      return !repeated;
    });
    if (part.length === 0) continue;
    const body = { dryRun, ...(ownerId === "" ? {} : { ownerId }), rows: part.map(({ key, fields }) => ({ key, ...fields })) };
    const answer = await call(importLeads, { params: { projectId } as never, body: body as never, signal });
    for (const { key, outcome } of answer.rows) outcomes.set(key, outcome);
    onProgress(merged());
  }
  return merged();
}
