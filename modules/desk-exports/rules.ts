// What a line of an export must be. Pure.
import { isObject, objects, sourceIdOf, text } from "#modules/help-import";
import type { ExportPlatform, FileKind } from "./contract.ts";

export type Json = Readonly<Record<string, unknown>>;
/** The record of a line; `nothing` for one that only opens or closes a list around the records, `broken` for one that is no JSON. */
export function recordOf(line: string): { readonly record: unknown } | "nothing" | "broken" {
  const written = line
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/,$/, "");
  if (written === "" || /^(?:\[|\]|\]\}|\{\s*"\w+"\s*:\s*\[)$/.test(written)) return "nothing";
  try {
    return { record: JSON.parse(written) as unknown };
  } catch {
    return "broken";
  }
}
const isTime = (value: unknown): boolean => typeof value === "number" || (typeof value === "string" && Number.isFinite(Date.parse(value)));
const FITS: Readonly<Record<FileKind, (one: Json) => boolean>> = {
  tickets: (one) => isTime(one["created_at"]) && typeof one["status"] === "string" && Array.isArray(one["comments"]),
  users: (one) => typeof one["name"] === "string" && typeof one["role"] === "string",
  organizations: (one) => typeof one["name"] === "string" && one["role"] === undefined && one["comments"] === undefined,
  conversations: (one) => isTime(one["created_at"]) && isObject(one["source"]) && isObject(one["conversation_parts"]),
  contacts: (one) => one["source"] === undefined && (one["email"] !== undefined || one["name"] !== undefined),
};
/** Whether it is a record of this file. */
export const fitsKind = (kind: FileKind, record: unknown): record is Json =>
  isObject(record) && sourceIdOf(record["id"]) !== null && FITS[kind](record);

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
/** The files whose lines are looked up by id. */
export const isLookedUp = (kind: FileKind): boolean => kind === "users" || kind === "contacts";
