// What a line of an export must be. Pure.
import { isObject, objects, sourceIdOf, text, timeOf } from "#modules/help-import";
import type { ExportPlatform, Fault, FileKind } from "./contract.ts";

export type Json = Readonly<Record<string, unknown>>;
/**
 * The record of a line; `opens` and `closes` for one that only begins or ends a list around the records, `nothing` for an empty one, `broken`
 * for one that is no JSON.
 */
export function recordOf(line: string): { readonly record: unknown } | "opens" | "closes" | "nothing" | "broken" {
  const written = line
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/,$/, "");
  if (written === "") return "nothing";
  if (/^(?:\[|\{\s*"\w+"\s*:\s*\[)$/.test(written)) return "opens";
  if (/^\]\}?$/.test(written)) return "closes";
  try {
    return { record: JSON.parse(written) as unknown };
  } catch {
    return "broken";
  }
}
/** Whether a last line that is no JSON was cut off, rather than of another kind of file. */
export const isCutOff = (line: string, n: number): boolean => n > 1 || /^\uFEFF?\s*[{[]/.test(line);

const FITS: Readonly<Record<FileKind, (one: Json) => boolean>> = {
  tickets: (one) => typeof one["status"] === "string" && one["type"] !== "conversation",
  users: (one) => typeof one["name"] === "string" && typeof one["role"] === "string",
  organizations: (one) => typeof one["name"] === "string" && one["role"] === undefined && one["comments"] === undefined,
  conversations: (one) => isObject(one["source"]),
  contacts: (one) => one["source"] === undefined && (one["email"] !== undefined || one["name"] !== undefined),
};
const hasMessages = (kind: FileKind, one: Json): boolean =>
  kind === "tickets" ? Array.isArray(one["comments"]) : kind === "conversations" ? isObject(one["conversation_parts"]) : true;
const hasTime = (kind: FileKind, one: Json): boolean =>
  (kind !== "tickets" && kind !== "conversations") || timeOf(one["created_at"]) !== undefined;
/** Lists that hold records, as exports and answers of an API are written. */
const isList = (record: unknown): boolean =>
  Array.isArray(record)
    ? record.some(isObject)
    : isObject(record) && sourceIdOf(record["id"]) === null && Object.values(record).some((value) => objects(value).length > 0);
/** A record of this file, or what is wrong with it. */
export function checkRecord(kind: FileKind, record: unknown): { readonly record: Json } | { readonly fault: Fault["code"] } {
  if (!isObject(record) || sourceIdOf(record["id"]) === null) return { fault: isList(record) ? "list" : "wrong_kind" };
  if (!FITS[kind](record)) return { fault: "wrong_kind" };
  if (!hasMessages(kind, record)) return { fault: "no_messages" };
  return hasTime(kind, record) ? { record } : { fault: "no_time" };
}

export interface TeamMate {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}
/** The people of the team that a record names. */
export function teamIn(platform: ExportPlatform, kind: FileKind, record: Json): TeamMate[] {
  const mateOf = (one: Json): TeamMate[] => {
    const id = sourceIdOf(one["id"]);
    return id === null ? [] : [{ id, name: text(one["name"]), email: text(one["email"]) || null }];
  };
  if (platform === "zendesk") return kind === "users" && (record["role"] === "agent" || record["role"] === "admin") ? mateOf(record) : [];
  if (kind !== "conversations") return [];
  const parts = isObject(record["conversation_parts"]) ? objects(record["conversation_parts"]["conversation_parts"]) : [];
  return [record["source"], ...parts]
    .map((one) => (isObject(one) && isObject(one["author"]) ? one["author"] : {}))
    .flatMap((author) => (author["type"] === "admin" ? mateOf(author) : []));
}
/** The files whose lines are looked up by id: people, and conversations, of which the last line of several with the same id counts. */
export const isLookedUp = (kind: FileKind): boolean => kind !== "organizations";
