// Makes the rows of a record: what the product's own code would have written, without its jobs, mails and notifications.
import { createHash } from "node:crypto";
import { nameKey } from "../../../modules/tags/rules.ts";
import type { KnownRecords, Thread } from "./known.ts";
import type { LegacyRecord, RecordOf } from "./format.ts";

export type Value = string | number | null;
export interface Row {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly values: Readonly<Record<string, Value>>;
}
export interface RowContext {
  readonly runId: number;
  /** SHA-256 of the export. */
  readonly artifact: string;
  readonly exportedAt: string;
  readonly thread: (conversationId: string) => Thread;
  readonly find: KnownRecords["find"];
  /** Whether the contact was erased here, or is being erased: nothing of it comes back. */
  readonly isErased: (contactId: string) => boolean;
}

const ms = (at: string): number => Date.parse(at);
const msOrNull = (at: string | null | undefined): number | null => (at === null || at === undefined ? null : Date.parse(at));
const flag = (value: boolean): number => (value ? 1 : 0);
/** Every request has a UUID of its client, and an import has none: one that is always the same for the record. */
const clientIdOf = (id: string): string => {
  const hex = createHash("sha256").update(`import ${id}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
/** The key of a file's object. It does not reveal what it belongs to, and is the same when the import goes on. */
export const objectKeyOf = (artifact: string, fileId: string): string =>
  `f/${createHash("sha256").update(`object ${artifact} ${fileId}`).digest("base64url").slice(0, 32)}`;
/** Nobody can sign in by it: it is no hash of any password. A link by mail sets one. */
export const NO_PASSWORD = "imported";
/** Of a message whose contact was erased. */
const NO_ORIGIN = JSON.stringify({ door: "import", automatic: null });
/** Who asked for what an import stored. */
export const SCOPE = "import";

const row = (table: string, key: readonly string[], values: Record<string, Value>): Row => ({ table, key, values });
const ID = ["id"];
const IN_PROJECT = ["project_id", "id"];

/** The rows of a record, in the order in which they are written. Empty: it is left out. */
export function rowsOf(record: LegacyRecord, context: RowContext): readonly Row[] {
  switch (record.kind) {
    case "account":
      return [
        row("accounts", ID, {
          ...{ id: record.id, email: record.email, name: record.name, password_hash: NO_PASSWORD },
          ...{ created_at: ms(record.createdAt), disabled_at: msOrNull(record.disabledAt), email_verified_at: null },
        }),
      ];
    case "project":
      return [
        row("projects", ID, {
          ...{ id: record.id, name: record.name, slug: record.slug, created_by: record.createdBy, client_id: clientIdOf(record.id) },
          ...{ created_at: ms(record.createdAt), widget_key: record.widgetKey, website_origin: record.websiteOrigin },
          ...{ identity_secret: null, look: JSON.stringify(record.look) },
        }),
      ];
    case "membership":
      return [
        row("memberships", ["project_id", "account_id"], {
          ...{ project_id: record.projectId, account_id: record.accountId, role: record.role, joined_at: ms(record.joinedAt) },
        }),
      ];
    case "contact":
      return context.isErased(record.id) ? [] : contactRows(record);
    case "contactNote":
      if (context.isErased(record.contactId)) return [];
      return [
        row("contact_notes", ID, {
          ...{ id: record.id, project_id: record.projectId, contact_id: record.contactId, content: record.content },
          ...{ author_id: record.authorId, client_id: clientIdOf(record.id), created_at: ms(record.createdAt) },
          edited_at: msOrNull(record.editedAt),
        }),
      ];
    case "tag":
      return [
        row("tags", IN_PROJECT, {
          ...{ project_id: record.projectId, id: record.id, name: record.name, name_key: nameKey(record.name), hue: record.hue },
          ...{ description: record.description, state: record.state, merged_into: record.mergedInto },
          ...{ client_id: clientIdOf(record.id), created_at: ms(record.createdAt) },
        }),
      ];
    case "team":
      return [
        row("teams", IN_PROJECT, {
          ...{ project_id: record.projectId, id: record.id, name: record.name, name_key: nameKey(record.name), state: record.state },
          ...{ client_id: clientIdOf(record.id), created_at: ms(record.createdAt) },
        }),
        ...record.members.map((accountId) =>
          row("team_members", ["project_id", "team_id", "account_id"], {
            ...{ project_id: record.projectId, team_id: record.id, account_id: accountId },
          }),
        ),
      ];
    case "conversation":
      return conversationRows(record, context);
    case "event":
      return eventRows(record, context);
    case "file":
      return fileRows(record, context);
    case "delegation":
      return delegationRows(record, context);
    case "aiUsage":
      return [
        row("legacy_financial_rows", ["project_id", "day", "purpose", "provider", "model"], {
          ...{ project_id: record.projectId, day: record.day, purpose: record.purpose, provider: record.provider, model: record.model },
          ...{ run_id: context.runId, calls: record.calls, failed: record.failed, input_tokens: record.inputTokens },
          ...{ output_tokens: record.outputTokens, cost: record.cost, estimated: record.estimated },
        }),
      ];
    case "bucketSummary":
      if (context.isErased(record.contactId)) return [];
      return [
        row("legacy_bucket_summaries", IN_PROJECT, {
          ...{ project_id: record.projectId, id: record.id, contact_id: record.contactId, bucket: record.bucket },
          ...{ objects: record.objects, bytes: record.bytes, summary: record.summary, created_at: ms(record.createdAt) },
        }),
      ];
    case "work":
      return holdRows(record, context);
  }
}

function contactRows(record: RecordOf<"contact">): Row[] {
  return [
    row("contacts", ID, {
      ...{ id: record.id, project_id: record.projectId, name: record.name, email: record.email },
      ...{ email_verified: flag(record.emailVerified), identifier: record.identifier, metadata: JSON.stringify(record.metadata) },
      ...{ state: record.state, created_at: ms(record.createdAt), last_seen_at: msOrNull(record.lastSeenAt) },
      merged_into: record.mergedInto,
    }),
  ];
}

function conversationRows(record: RecordOf<"conversation">, { thread, isErased }: RowContext): Row[] {
  const t = thread(record.id);
  const place = { project_id: record.projectId, conversation_id: record.id };
  const erased = isErased(record.contactId);
  return [
    row("conversations", IN_PROJECT, {
      ...{ project_id: record.projectId, id: record.id, contact_id: record.contactId, client_id: clientIdOf(record.id) },
      ...{ door: record.channel, status: erased ? "closed" : record.status, snoozed_until: erased ? null : msOrNull(record.snoozedUntil) },
      ...{ assignee_id: record.assigneeId, revision: t.revision, visible_revision: t.visible, created_at: ms(record.createdAt) },
      ...{ last_activity_at: ms(record.lastActivityAt), waiting_since: erased ? null : msOrNull(record.waitingSince) },
      ...{ visitor_messages: t.visitorMessages, team_messages: t.teamMessages, preview: erased ? "" : previewText(t) },
      ...{ preview_role: t.previewRole, preview_automatic: t.previewAutomatic, preview_author_id: t.previewAuthor },
      ...{ customer_read_revision: record.customerReadRevision, customer_read_count: record.customerReadCount },
      ...{ team_read_revision: record.teamReadRevision, subject: erased ? null : record.subject, rank: record.rank },
      silenced: flag(record.silenced),
    }),
    ...(record.priority === null
      ? []
      : [row("conversation_priorities", ["project_id", "conversation_id"], { ...place, priority: record.priority })]),
    ...(record.teamId === null ? [] : [row("conversation_teams", ["project_id", "conversation_id"], { ...place, team_id: record.teamId })]),
    ...record.tags.map((tagId) => row("conversation_tags", ["project_id", "conversation_id", "tag_id"], { ...place, tag_id: tagId })),
    ...record.reads.map(({ accountId, revision, visitorMessages }) =>
      row("conversation_reads", ["project_id", "conversation_id", "account_id"], {
        ...{ ...place, account_id: accountId, revision, visitor_messages: visitorMessages },
      }),
    ),
  ];
}
/** As `previewOf` says it of a message without text. */
const previewText = (t: Thread): string =>
  t.preview !== "" || t.previewFiles === 0 ? t.preview : t.previewFiles === 1 ? "📎 1 file" : `📎 ${t.previewFiles} files`;

/** The contact of a record's conversation. */
const contactOf = (conversationId: string, { find }: RowContext): string => find(conversationId)?.of ?? "";

function eventRows(record: RecordOf<"event">, context: RowContext): Row[] {
  const { message } = record;
  const contactId = contactOf(record.conversationId, context);
  const isErased = context.isErased(contactId);
  return [
    ...(message === null
      ? []
      : [
          row("messages", ID, {
            ...{ id: message.id, project_id: record.projectId, conversation_id: record.conversationId },
            ...{ kind: record.event === "note" ? "note" : "message", revision: record.revision, author_role: record.authorRole },
            ...{
              author_id: record.authorId,
              content: isErased ? "" : message.content,
              origin: isErased ? NO_ORIGIN : JSON.stringify(message.origin),
            },
            ...{ client_id: clientIdOf(message.id), created_at: ms(record.createdAt) },
            erased_at: msOrNull(message.erasedAt) ?? (isErased ? ms(context.exportedAt) : null),
          }),
        ]),
    row("conversation_events", ["project_id", "sequence"], {
      ...{ project_id: record.projectId, sequence: record.sequence, id: record.id, conversation_id: record.conversationId },
      ...{ contact_id: contactId, revision: record.revision, kind: record.event, visible: flag(record.visible) },
      ...{ actor_role: record.authorRole, actor_id: record.authorId, scope: SCOPE, client_id: clientIdOf(record.id) },
      ...{ fingerprint: "", message_id: message?.id ?? null, data: JSON.stringify(record.data), created_at: ms(record.createdAt) },
    }),
  ];
}

function fileRows(record: RecordOf<"file">, context: RowContext): Row[] {
  const contactId = contactOf(context.find(record.messageId)?.of ?? "", context);
  if (context.isErased(contactId)) return [];
  return [
    row("files", ID, {
      ...{ id: record.id, project_id: record.projectId, object_key: objectKeyOf(context.artifact, record.id), name: record.name },
      ...{ type: record.type, size: record.size, sha256: record.sha256, inline: flag(record.inline), state: "attached", owner: SCOPE },
      ...{ client_id: clientIdOf(record.id), contact_id: record.forCustomer ? contactId : null, message_id: record.messageId },
      ...{ counted: "[]", created_at: ms(record.createdAt) },
    }),
  ];
}

/** Started work was never finished here: its authority is gone. Queued work is held, and nothing starts it. */
function delegationRows(record: RecordOf<"delegation">, context: RowContext): Row[] {
  if (context.isErased(contactOf(record.conversationId, context))) return [];
  const { status } = record;
  const ended = msOrNull(record.completedAt);
  const end =
    status === "started"
      ? { status: "revoked", delivery_state: "authority_revoked", ended_at: ended ?? ms(context.exportedAt) }
      : status === "queued"
        ? { status: "cancelled", delivery_state: "held", ended_at: ended ?? ms(context.exportedAt) }
        : { status, delivery_state: record.deliveryState, ended_at: ended };
  return [
    row("delegations", ID, {
      ...{ id: record.id, project_id: record.projectId, conversation_id: record.conversationId, account_id: record.accountId },
      ...{ grant_id: record.grantId, kind: record.work, task: record.task, frontier: record.frontier, client_id: clientIdOf(record.id) },
      ...end,
      ...{ outcome: record.outcome, report: record.report, created_at: ms(record.createdAt), started_at: msOrNull(record.startedAt) },
    }),
  ];
}

function holdRows(record: RecordOf<"work">, context: RowContext): Row[] {
  const contactId = record.contactId ?? (record.conversationId === null ? null : contactOf(record.conversationId, context));
  if (contactId !== null && context.isErased(contactId)) return [];
  return [
    row("legacy_import_holds", IN_PROJECT, {
      ...{ project_id: record.projectId, id: record.id, run_id: context.runId, category: record.category, recorded: record.state },
      ...{ provider: record.provider, detail: record.detail, contact_id: contactId, conversation_id: record.conversationId },
      started_at: ms(record.startedAt),
    }),
    // The assistant makes no attempt of its own where nobody knows how the last one ended: a member has to leave it the conversation.
    ...(record.category === "generation" && record.conversationId !== null
      ? [
          row("assistant_conversations", ["project_id", "conversation_id"], {
            ...{ project_id: record.projectId, conversation_id: record.conversationId, answers: "team", reason: "taken" },
            ...{ since: ms(context.exportedAt), sent: 0, given: 0 },
          }),
        ]
      : []),
  ];
}

/** Whether a record belongs to a contact who was erased here: a row that is here instead is not a conflict, and nothing is changed. */
export function isOfErased(record: LegacyRecord, context: RowContext): boolean {
  if (record.kind === "conversation") return context.isErased(record.contactId);
  return record.kind === "event" && context.isErased(contactOf(record.conversationId, context));
}

/** A record with the accounts of this installation in place of those that the export names. */
export function withAccounts<R extends LegacyRecord>(record: R, accounts: ReadonlyMap<string, string>): R {
  if (accounts.size === 0) return record;
  const replace = (value: unknown): unknown => {
    if (typeof value === "string") return accounts.get(value) ?? value;
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replace(each)]));
  };
  return replace(record) as R;
}
