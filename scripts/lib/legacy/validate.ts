// Checks an export: every line by its schema, every reference, every number, every object. Nothing is written to the installation.
import { createHash } from "node:crypto";
import { createReadStream, lstatSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { previewOf } from "../../../modules/conversations/rules.ts";
import { nameKey } from "../../../modules/tags/rules.ts";
import { End, FIELDS, Header, KINDS, type Kind, type LegacyRecord, type RecordOf, UNTRUSTED_FIELDS, UNTRUSTED_KINDS } from "./format.ts";
import { KnownRecords } from "./known.ts";
import { readLines } from "./lines.ts";

/** What is wrong with a line. */
export interface Fault {
  readonly line: number;
  /** The field, as `message.content`; empty for the whole line. */
  readonly path: string;
  readonly message: string;
}
/** A valid export. */
export interface Checked {
  readonly artifact: string;
  readonly header: Header;
  /** Lines that are imported. */
  readonly records: number;
  readonly bytes: number;
  readonly counts: Readonly<Record<string, number>>;
  /** How many are left out because they would give somebody authority, by kind or field. */
  readonly untrusted: Readonly<Record<string, number>>;
  /** How many have no place here, by kind or field. */
  readonly unplaced: Readonly<Record<string, number>>;
  readonly holds: Readonly<Record<string, number>>;
  readonly known: KnownRecords;
}
export type Checking = { readonly ok: true; readonly checked: Checked } | { readonly ok: false; readonly faults: readonly Fault[] };

/** Faults after which reading ends: more help nobody. */
const MOST_FAULTS = 20;
/** The key of a record without an id. */
export const keyOf = (record: LegacyRecord): string => {
  if (record.kind === "membership") return `${record.projectId} ${record.accountId}`;
  if (record.kind === "aiUsage") return `${record.projectId} ${record.day} ${record.purpose} ${record.provider} ${record.model}`;
  return record.id;
};
/** The folder with an export's objects. */
export const objectsOf = (file: string): string => `${file}.objects`;
/** Names of other kinds and fields are shown, so they must not carry anything else. */
const shown = (name: string): string => (/^[A-Za-z][\w.]{0,59}$/.test(name) ? name : "(an unreadable name)");

class Checks {
  readonly known = new KnownRecords();
  readonly faults: Fault[] = [];
  readonly counts: Record<string, number> = {};
  readonly untrusted: Record<string, number> = {};
  readonly unplaced: Record<string, number> = {};
  readonly holds: Record<string, number> = {};
  readonly #sequences = new Map<string, number>();
  readonly #names = new Set<string>();
  line = 0;

  fault(path: string, message: string): void {
    this.faults.push({ line: this.line, path, message });
  }
  count(where: Record<string, number>, name: string): void {
    where[name] = (where[name] ?? 0) + 1;
  }
  /** A record of a line before, of the same project unless it belongs to none. */
  #refer(path: string, id: string | null, project: string): void {
    if (id === null) return;
    const known = this.known.find(id);
    if (known === undefined)
      this.fault(path, `names ${id}, which no line before this one has (it is missing, comes later, or is part of a cycle)`);
    else if (known.project !== "" && known.project !== project) this.fault(path, `names ${id}, which belongs to another project`);
  }
  /** A value that only one record of a project may have. */
  #unique(path: string, scope: string, value: string | null): void {
    if (value === null) return;
    const key = `${scope} ${path} ${value}`;
    if (this.#names.has(key)) this.fault(path, "has a value that another record has, too");
    this.#names.add(key);
  }
  add(record: LegacyRecord): void {
    const before = this.faults.length;
    const project = record.kind === "account" ? "" : record.kind === "project" ? record.id : record.projectId;
    if (record.kind !== "account" && record.kind !== "project") this.#refer("projectId", record.projectId, record.projectId);
    this.#check(record, project);
    const of = record.kind === "conversation" ? record.contactId : "";
    if (!this.known.add(keyOf(record), { project, of })) this.fault("id", `is used by a line before this one: ${keyOf(record)}`);
    if (this.faults.length === before) this.count(this.counts, record.kind);
  }
  #check(record: LegacyRecord, project: string): void {
    const refer = (path: string, id: string | null): void => this.#refer(path, id, project);
    switch (record.kind) {
      case "account":
        return this.#unique("email", "", record.email);
      case "project":
        this.#unique("slug", "", record.slug);
        this.#unique("widgetKey", "", record.widgetKey);
        return refer("createdBy", record.createdBy);
      case "membership":
        return refer("accountId", record.accountId);
      case "contact":
        if (record.state === "erased" && (record.name ?? record.email ?? record.identifier) !== null)
          this.fault("state", "is erased, so name, email and identifier must be left out");
        if (record.identifier !== null && !this.known.add(`identifier ${project} ${record.identifier}`, { project, of: "" }))
          this.fault("identifier", "has a value that another record has, too");
        return refer("mergedInto", record.mergedInto);
      case "contactNote":
        refer("authorId", record.authorId);
        return refer("contactId", record.contactId);
      case "tag":
        this.#unique("name", `tag ${project}`, nameKey(record.name));
        if ((record.state === "merged") !== (record.mergedInto !== null))
          this.fault("mergedInto", "must be given for merged tags, and only for them");
        return refer("mergedInto", record.mergedInto);
      case "team":
        this.#unique("name", `team ${project}`, nameKey(record.name));
        return record.members.forEach((id, at) => refer(`members.${at}`, id));
      case "conversation":
        return this.#conversation(record, refer);
      case "event":
        return this.#event(record, refer);
      case "file":
        refer("messageId", record.messageId);
        if (this.faults.length === 0) this.known.addFile(this.known.find(record.messageId)?.of ?? "", record.messageId);
        return;
      case "delegation":
        refer("accountId", record.accountId);
        return refer("conversationId", record.conversationId);
      case "aiUsage":
        return;
      case "bucketSummary":
        return refer("contactId", record.contactId);
      case "work":
        this.count(this.holds, record.category);
        refer("contactId", record.contactId);
        return refer("conversationId", record.conversationId);
    }
  }
  #conversation(record: RecordOf<"conversation">, refer: (path: string, id: string | null) => void): void {
    refer("contactId", record.contactId);
    refer("assigneeId", record.assigneeId);
    refer("teamId", record.teamId);
    record.tags.forEach((id, at) => refer(`tags.${at}`, id));
    record.reads.forEach(({ accountId }, at) => refer(`reads.${at}.accountId`, accountId));
    if (new Set(record.tags).size !== record.tags.length) this.fault("tags", "names a tag twice");
    if (new Set(record.reads.map(({ accountId }) => accountId)).size !== record.reads.length) this.fault("reads", "names an account twice");
    if (record.snoozedUntil !== null && record.status !== "snoozed")
      this.fault("snoozedUntil", "must be given for snoozed conversations only");
  }
  #event(record: RecordOf<"event">, refer: (path: string, id: string | null) => void): void {
    const { projectId, conversationId, message, event, visible } = record;
    refer("conversationId", conversationId);
    const due = (this.#sequences.get(projectId) ?? 0) + 1;
    if (record.sequence !== due) this.fault("sequence", `must be ${due}, the next of its project, and is ${record.sequence}`);
    this.#sequences.set(projectId, record.sequence);
    const isText = event === "message" || event === "note";
    if (isText !== (message !== null)) this.fault("message", isText ? "is missing" : `must be left out for ${event}`);
    if (visible && !["message", "status", "erased"].includes(event))
      this.fault("visible", `must be false for ${event}: only the team sees it`);
    if (message !== null && !this.known.add(message.id, { project: projectId, of: conversationId }))
      this.fault("message.id", `is used by a line before this one: ${message.id}`);
    if (message !== null && message.erasedAt !== null && message.content !== "")
      this.fault("message.content", "must be empty, because it was erased");
    const thread = this.known.thread(conversationId);
    if (record.revision !== thread.revision + 1)
      this.fault("revision", `must be ${thread.revision + 1}, the next of its conversation, and is ${record.revision}`);
    const isMessage = event === "message";
    this.known.setThread(conversationId, {
      ...thread,
      revision: record.revision,
      visible: visible ? record.revision : thread.visible,
      visitorMessages: thread.visitorMessages + (isMessage && record.authorRole === "visitor" ? 1 : 0),
      teamMessages: thread.teamMessages + (isMessage && record.authorRole !== "visitor" ? 1 : 0),
      ...(message === null || message.erasedAt !== null
        ? {}
        : {
            previewOf: message.id,
            preview: previewOf(message.content, 0),
            previewRole: event === "note" ? "note" : record.authorRole,
            previewAutomatic: message.origin["automatic"] === null || message.origin["automatic"] === undefined ? 0 : 1,
            previewAuthor: record.authorRole === "operator" ? record.authorId : null,
            previewFiles: 0,
          }),
    });
  }
}

/** One line as a value; undefined after a fault. */
function valueOf(checks: Checks, text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) {
    checks.fault("", "has more than a million bytes");
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    checks.fault("", "is no JSON: it is cut off or damaged");
    return undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  checks.fault("", "must be an object");
  return undefined;
}

function parsed<S extends v.GenericSchema>(checks: Checks, schema: S, value: unknown): v.InferOutput<S> | undefined {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  for (const issue of issues.slice(0, 5)) checks.fault(v.getDotPath(issue) ?? "", saying(issue));
  return undefined;
}
/** The sentence of an issue, without the value: it may be personal. */
const saying = (issue: v.BaseIssue<unknown>): string =>
  issue.message.startsWith("must ")
    ? issue.message
    : issue.received === "undefined"
      ? "is missing"
      : `must be ${issue.expected ?? "something else"} (${issue.type})`;

/** What of a record is not imported. */
function leftOut(checks: Checks, kind: string, value: Record<string, unknown>): void {
  for (const field of Object.keys(value)) {
    if (FIELDS.get(kind)?.has(field)) continue;
    const name = `${kind}.${shown(field)}`;
    checks.count(UNTRUSTED_FIELDS.has(name) ? checks.untrusted : checks.unplaced, name);
  }
}

async function checkObject(checks: Checks, folder: string, file: RecordOf<"file">): Promise<void> {
  const path = join(folder, file.object);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return checks.fault("object", `${file.object} is not in ${folder}`);
  if (!found.isFile()) return checks.fault("object", `${file.object} is no plain file`);
  if (found.size !== file.size) return checks.fault("size", `is ${file.size}, and the object has ${found.size} bytes`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  if (hash.digest("hex") !== file.sha256) checks.fault("sha256", "is not that of the object");
}

/** Reads one line of the body. Returns the stated number of records when it is the last line. */
async function checkLine(checks: Checks, text: string | undefined, objects: string): Promise<number | undefined> {
  const value = valueOf(checks, text);
  if (value === undefined) return undefined;
  const kind = value["kind"];
  if (kind === "end") return parsed(checks, End, value)?.records;
  if (typeof kind !== "string") checks.fault("kind", "is missing");
  else if (UNTRUSTED_KINDS.has(kind)) checks.count(checks.untrusted, kind);
  else if (Object.hasOwn(KINDS, kind)) await checkRecord(checks, kind as Kind, value, objects);
  else checks.count(checks.unplaced, shown(kind));
  return undefined;
}

async function checkRecord(checks: Checks, kind: Kind, value: Record<string, unknown>, objects: string): Promise<void> {
  const record = parsed(checks, KINDS[kind] as v.GenericSchema<unknown, LegacyRecord>, value);
  if (record === undefined) return;
  checks.add(record);
  leftOut(checks, kind, value);
  if (record.kind === "file" && checks.faults.length === 0) await checkObject(checks, objects, record);
}

/** Checks an export. `progress` hears of lines and bytes. The caller closes `known` of a valid one. Throws what the file system throws. */
export async function checkExport(file: string, progress?: (lines: number, bytes: number) => void): Promise<Checking> {
  const checks = new Checks();
  const { lines, sha256, bytesRead } = readLines(file);
  let header: Header | undefined;
  let stated: number | undefined;
  try {
    for (const { number, text } of lines) {
      checks.line = number;
      if (number === 1) {
        const value = valueOf(checks, text);
        header = value === undefined ? undefined : parsed(checks, Header, value);
        if (header === undefined) break;
        continue;
      }
      if (stated !== undefined) {
        checks.fault("", "comes after the end");
        break;
      }
      stated = await checkLine(checks, text, objectsOf(file));
      // Every line is a record, whatever is made of it, so that a cut is seen.
      if (stated !== undefined && stated !== number - 2) checks.fault("records", `is ${stated}, and there are ${number - 2}`);
      if (checks.faults.length >= MOST_FAULTS) break;
      if (number % 10_000 === 0) progress?.(number, bytesRead());
    }
    if (checks.faults.length === 0 && header === undefined) checks.fault("", "is empty");
    if (checks.faults.length === 0 && stated === undefined)
      checks.fault("", 'is the last line, and no line is the "end": the export is cut off');
  } catch (error) {
    checks.known.close();
    throw error;
  }
  const { faults, counts, untrusted, unplaced, holds, known } = checks;
  if (faults.length > 0 || header === undefined) {
    known.close();
    return { ok: false, faults: faults.slice(0, MOST_FAULTS) };
  }
  const records = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { ok: true, checked: { artifact: sha256(), header, records, bytes: bytesRead(), counts, untrusted, unplaced, holds, known } };
}
