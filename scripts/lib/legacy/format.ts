// The export format, version 1: one JSON value in each line. docs/guides/legacy-import.md describes it; `legacySchema` publishes it as JSON Schema.
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { idOf } from "../../../kernel/ids/index.ts";

/** The `format` of the first line. */
export const FORMAT = "seed-desk-export";
export const VERSION = 1;
/** Bytes of a line at most: a message of 16,000 characters with its data stays far below. */
export const MAX_LINE = 1_000_000;
/** Bytes of an object at most. */
export const MAX_OBJECT = 100_000_000;
/** Nesting of JSON in a free field. */
const MAX_DEPTH = 8;
/** Characters of a free field as JSON. */
const MAX_JSON = 20_000;

const line = (most: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^\P{Cc}*$/u, "must have no control characters"));
const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const ordinal = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "must be a time such as 2026-11-29T08:00:00.000Z"),
  v.check((at) => !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at, "must be a time that exists"),
);
const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-29"),
  v.check((on) => !Number.isNaN(Date.parse(on)), "must be a day that exists"),
);
const email = v.pipe(
  v.string(),
  v.maxLength(254),
  v.regex(/^[^\s@]+@[^\s@]+$/, "must be an address"),
  v.check((address) => address === address.toLowerCase(), "must be in lower case"),
);
const optional = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);

/** Whether a JSON value is nested no deeper than `most`. Does not recurse into anything deeper. */
const isShallow = (value: unknown, most: number): boolean =>
  typeof value !== "object" || value === null || (most > 0 && Object.values(value).every((each) => isShallow(each, most - 1)));
const json = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => !Array.isArray(value), "must be an object"),
  v.check((value) => isShallow(value, MAX_DEPTH), `must not be nested deeper than ${MAX_DEPTH} levels`),
  v.check((value) => !isShallow(value, MAX_DEPTH) || JSON.stringify(value).length <= MAX_JSON, `must have at most ${MAX_JSON} characters`),
);

const projectId = idOf("project");
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be the SHA-256 in hexadecimal characters"));
const Message = v.object({
  id: idOf("message"),
  /** Markdown. */
  content: text(200_000),
  origin: json,
  erasedAt: optional(time),
});

/** The records that are imported, by kind. A record may name only records of lines before it. */
export const KINDS = {
  account: v.object({
    kind: v.literal("account"),
    id: idOf("account"),
    email,
    name: line(200),
    createdAt: time,
    disabledAt: optional(time),
  }),
  project: v.object({
    kind: v.literal("project"),
    id: projectId,
    name: line(200),
    slug: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/, "must have lower-case letters, digits and hyphens")),
    createdBy: idOf("account"),
    createdAt: time,
    widgetKey: optional(v.pipe(v.string(), v.regex(/^pk_[A-Za-z0-9_-]{8,80}$/, "must begin with pk_"))),
    websiteOrigin: optional(v.pipe(v.string(), v.maxLength(300), v.regex(/^https?:\/\/[^\s/]+$/, "must be an origin"))),
    look: json,
  }),
  membership: v.object({
    kind: v.literal("membership"),
    projectId,
    accountId: idOf("account"),
    role: v.picklist(["owner", "admin", "operator"]),
    joinedAt: time,
  }),
  contact: v.object({
    kind: v.literal("contact"),
    id: idOf("contact"),
    projectId,
    name: optional(text(500)),
    email: optional(email),
    emailVerified: v.optional(v.boolean(), false),
    identifier: optional(line(500)),
    metadata: v.optional(json, () => ({})),
    state: v.optional(v.picklist(["active", "hidden", "erased"]), "active"),
    createdAt: time,
    lastSeenAt: optional(time),
    mergedInto: optional(idOf("contact")),
  }),
  contactNote: v.object({
    kind: v.literal("contactNote"),
    id: idOf("contactNote"),
    projectId,
    contactId: idOf("contact"),
    authorId: idOf("account"),
    content: text(20_000),
    createdAt: time,
    editedAt: optional(time),
  }),
  tag: v.object({
    kind: v.literal("tag"),
    id: idOf("tag"),
    projectId,
    name: line(100),
    hue: v.picklist([25, 62, 95, 155, 195, 235, 268, 320]),
    description: v.optional(text(1000), ""),
    state: v.optional(v.picklist(["active", "archived", "merged"]), "active"),
    mergedInto: optional(idOf("tag")),
    createdAt: time,
  }),
  team: v.object({
    kind: v.literal("team"),
    id: idOf("team"),
    projectId,
    name: line(100),
    state: v.optional(v.picklist(["active", "archived"]), "active"),
    createdAt: time,
    members: v.optional(v.pipe(v.array(idOf("account")), v.maxLength(1000)), () => []),
  }),
  conversation: v.object({
    kind: v.literal("conversation"),
    id: idOf("conversation"),
    projectId,
    contactId: idOf("contact"),
    channel: line(40),
    subject: optional(text(1000)),
    status: v.picklist(["open", "snoozed", "closed"]),
    snoozedUntil: optional(time),
    assigneeId: optional(idOf("account")),
    waitingSince: optional(time),
    createdAt: time,
    lastActivityAt: time,
    silenced: v.optional(v.boolean(), false),
    priority: optional(v.picklist(["low", "normal", "high", "urgent"])),
    rank: v.optional(count, 0),
    teamId: optional(idOf("team")),
    tags: v.optional(v.pipe(v.array(idOf("tag")), v.maxLength(200)), () => []),
    customerReadRevision: v.optional(count, 0),
    customerReadCount: v.optional(count, 0),
    teamReadRevision: v.optional(count, 0),
    /** How far members have read it. */
    reads: v.optional(
      v.pipe(v.array(v.object({ accountId: idOf("account"), revision: count, visitorMessages: count })), v.maxLength(1000)),
      () => [],
    ),
  }),
  event: v.object({
    kind: v.literal("event"),
    id: idOf("event"),
    projectId,
    conversationId: idOf("conversation"),
    /** 1, 2, 3 … of the project, in the order of the lines. */
    sequence: ordinal,
    /** 1, 2, 3 … of the conversation. */
    revision: ordinal,
    event: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/, "must have lower-case letters and underscores")),
    visible: v.boolean(),
    authorRole: v.picklist(["visitor", "operator", "assistant", "system"]),
    authorId: optional(line(100)),
    data: v.optional(json, () => ({})),
    createdAt: time,
    /** Of the events `message` and `note`. */
    message: optional(Message),
  }),
  file: v.object({
    kind: v.literal("file"),
    id: idOf("file"),
    projectId,
    messageId: idOf("message"),
    /** Whether the customer may read it: the message is visible to them. */
    forCustomer: v.boolean(),
    name: line(255),
    type: v.pipe(v.string(), v.regex(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, "must be a media type")),
    size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_OBJECT)),
    sha256,
    inline: v.optional(v.boolean(), false),
    createdAt: time,
    /** Name of a file in the folder of objects beside the export. */
    object: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "must be a plain name of a file in the folder of objects")),
  }),
  delegation: v.object({
    kind: v.literal("delegation"),
    id: idOf("delegation"),
    projectId,
    conversationId: idOf("conversation"),
    accountId: idOf("account"),
    grantId: idOf("deviceGrant"),
    work: v.picklist(["report", "reply"]),
    task: text(20_000),
    frontier: count,
    status: v.picklist(["queued", "started", "completed", "revoked", "cancelled"]),
    deliveryState: optional(v.picklist(["held", "authority_revoked", "membership_lost", "authorization_lost", "review"])),
    outcome: optional(v.picklist(["done", "failed"])),
    report: optional(text(100_000)),
    createdAt: time,
    startedAt: optional(time),
    completedAt: optional(time),
  }),
  aiUsage: v.object({
    kind: v.literal("aiUsage"),
    projectId,
    day,
    purpose: line(60),
    provider: line(60),
    model: line(200),
    calls: count,
    failed: count,
    inputTokens: count,
    outputTokens: count,
    /** Millionths of a US dollar. */
    cost: count,
    estimated: count,
  }),
  bucketSummary: v.object({
    kind: v.literal("bucketSummary"),
    id: idOf("legacyRecord"),
    projectId,
    contactId: idOf("contact"),
    bucket: line(200),
    objects: count,
    bytes: count,
    summary: text(20_000),
    createdAt: time,
  }),
  /** Work at a provider that had begun and of which the export does not know how it ended. */
  work: v.object({
    kind: v.literal("work"),
    id: idOf("legacyRecord"),
    projectId,
    category: v.picklist(["generation", "training", "provider"]),
    state: v.picklist(["started", "unknown"]),
    provider: optional(line(100)),
    detail: optional(text(2000)),
    contactId: optional(idOf("contact")),
    conversationId: optional(idOf("conversation")),
    startedAt: time,
  }),
} as const;
export type Kind = keyof typeof KINDS;
export type LegacyRecord = { [K in Kind]: v.InferOutput<(typeof KINDS)[K]> }[Kind];
export type RecordOf<K extends Kind> = v.InferOutput<(typeof KINDS)[K]>;

/** Records that would give somebody authority: named in the plan, never imported. */
export const UNTRUSTED_KINDS = new Set([
  ...["session", "visitorSession", "passwordToken", "accountToken", "deviceGrant", "device", "deviceToken", "devicePairing"],
  ...["apiToken", "invitation", "pushSubscription", "previewGrant"],
]);
/** Fields of imported records that would do so. */
export const UNTRUSTED_FIELDS = new Set([
  "account.passwordHash",
  "account.password",
  "account.emailVerifiedAt",
  "project.identitySecret",
  "delegation.deviceId",
  "delegation.claimId",
]);

/** The first line. */
export const Header = v.object({
  kind: v.literal("export"),
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  exportedAt: time,
});
export type Header = v.InferOutput<typeof Header>;
/** The last line; without it the export is cut off. */
export const End = v.object({ kind: v.literal("end"), records: count });

/** The fields of each kind, so that others can be named. */
export const FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KINDS).map(([kind, schema]) => [kind, new Set(Object.keys(schema.entries))]),
);

/** The format as a JSON Schema of one line. */
export function legacySchema(): object {
  const options = { errorMode: "ignore", typeMode: "input" } as const;
  const lines = [Header, ...Object.values(KINDS), End].map((schema) => {
    const { $schema: _, ...rest } = toJsonSchema(schema as v.GenericSchema, options) as Record<string, unknown>;
    return { title: String((rest["properties"] as Record<string, { const?: string }>)["kind"]?.const), ...rest };
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: `${FORMAT} version ${VERSION}: one line`,
    description: `The first line is "export", the last one "end". Records name only records of lines before them. Not imported: ${[...UNTRUSTED_KINDS].join(", ")}.`,
    oneOf: lines,
  };
}
