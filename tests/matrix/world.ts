// Sets up the matrix's world: two projects that must not see each other, and every kind of caller.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "../../kernel/ids/index.ts";
import { LIMIT_NAMES } from "../../edition/variables.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, PNG, Visitor } from "../support/desk.ts";
import { changes, type Dump, Tables } from "../support/tables.ts";

/**
 * `visitor` and `stranger` are two visitors of the project; `operator`, `admin` and `owner` its members (the owner is the installation's
 * first); `rival` owns the other project; `ended` was signed out, `left` is a visitor who logged out; `program`
 * has an API token of the project with every scope of its own; `agent` has one of `owner` that acts for them (`api:write`), and has no column
 * in the table; `computer` is a computer of `operator`, paired with the project.
 */
export const PRINCIPALS = [
  "anonymous",
  "visitor",
  "stranger",
  "operator",
  "admin",
  "owner",
  "rival",
  "ended",
  "left",
  "program",
  "computer",
] as const;
export type Principal = (typeof PRINCIPALS)[number] | "agent";
export const TEAM: readonly Principal[] = ["operator", "admin", "owner"];

/** A set of ids that a path or a body can name. */
export interface Things {
  readonly projectId: string;
  readonly projectName: string;
  readonly key: string;
  readonly origin: string;
  readonly conversationId: string;
  readonly revision: number;
  /** The message with which the conversation begins. */
  readonly spokenId: string;
  /** A proposal to change knowledge. */
  readonly proposalId: string;
  /** A search that the owner keeps. */
  readonly searchId: string;
  /** An answer of the assistant. */
  readonly answerId: string;
  /** A question how the conversation was, which the widget shows. */
  readonly ratingId: string;
  readonly contactId: string;
  readonly statementId: string;
  /** An erased contact. */
  readonly erasedId: string;
  readonly fileId: string;
  /** A file of a note. */
  readonly noteFileId: string;
  /** Ids of a mail that came in. */
  readonly messageId: string;
  readonly receiptId: string;
  /** A failed delivery. */
  readonly deliveryId: string;
  /** A source of snippets with a draft and a finished crawl. */
  readonly sourceId: string;
  readonly itemId: string;
  readonly crawlId: string;
  /** A monitoring rule, its open match, and a paused dry run. */
  readonly ruleId: string;
  /** An ended action of `operator` or `rival` on many conversations. */
  readonly bulkActionId: string;
  readonly automationRuleId: string;
  readonly macroId: string;
  readonly macroRunId: string;
  /** A shared view of the inbox. */
  readonly viewId: string;
  readonly replyId: string;
  readonly entryId: string;
  readonly runId: string;
  /** A tag of the conversation, another one, and a team that it is not assigned to. */
  readonly tagId: string;
  readonly otherTagId: string;
  readonly attributeId: string;
  readonly noteId: string;
  readonly leadId: string;
  readonly companyId: string;
  readonly suppressionId: string;
  readonly holdId: string;
  /** A draft of outreach, and a template. */
  readonly sequenceId: string;
  readonly templateId: string;
  /** A run that is under way, a statement, and a criterion of the project. */
  readonly researchRunId: string;
  readonly leadStatementId: string;
  readonly imageRunId: string;
  /** A set with one question, and a run of it that is under way. */
  readonly questionSetId: string;
  readonly setQuestionId: string;
  readonly evaluationRunId: string;
  /** Two ended runs of it, a judging of the first that is under way, and a blind grading of both. */
  readonly endedRunId: string;
  readonly otherRunId: string;
  readonly judgingId: string;
  readonly blindGradingId: string;
  /** A configuration that is being rolled out. */
  readonly promotionId: string;
  /** A set that a plan of regression runs asks, and a run of it that found something worse, whose review is open. */
  readonly plannedSetId: string;
  readonly regressionId: string;
  readonly questionProposalId: string;
  /** A published article that the assistant may cite. */
  readonly citedArticleId: string;
  readonly scenarioId: string;
  readonly simulationRunId: string;
  readonly studioImageId: string;
  readonly criterionId: string;
  readonly teamId: string;
  /** An unanswered question. */
  readonly gapId: string;
  /** A finished import. */
  readonly importId: string;
  readonly deskImportId: string;
  readonly deskExportId: string;
  readonly contactImportId: string;
  /** A round of the assistant. */
  readonly roundId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly invitationId: string;
  readonly token: string;
  /** An API token. */
  readonly tokenId: string;
  /** A published article for the team, in a collection. */
  readonly articleId: string;
  readonly collectionId: string;
  /** An action of the assistant, and a request of it that waits for the visitor. */
  readonly actionId: string;
  readonly webhookId: string;
  readonly webhookDeliveryId: string;
  readonly requestId: string;
  readonly requestHash: string;
  /** A paired computer of `operator` or `rival` with its grant, a pairing that this person opened, one that nobody did, and an approved one. */
  readonly deviceId: string;
  readonly grantId: string;
  readonly pairingId: string;
  /** Queued work for that computer. */
  readonly delegationId: string;
  /** An issue of the code host that `conversationId` is linked with. */
  readonly issueId: string;
  readonly previewGrantId: string;
  readonly userCode: string;
  readonly deviceCode: string;
}

export interface World {
  readonly served: Served;
  readonly tables: Tables;
  readonly before: Dump;
  /** The project of all principals but `rival`. */
  readonly own: Things;
  /** The project of `rival`. */
  readonly foreign: Things;
  /** Ids of the right shape that name nothing. */
  readonly missing: Things;
  readonly operators: Readonly<Record<"operator" | "admin" | "owner" | "rival" | "ended", Operator>>;
  readonly visitors: Readonly<Record<"visitor" | "stranger" | "left", Visitor>>;
  headersOf(principal: Principal): Record<string, string>;
  /** Describes what differs from the beginning, and restores it. Empty when nothing differs. */
  undo(): string;
  stop(): Promise<void>;
}

/** How often everything is restored until nothing differs any more. */
const RESTORES = 5;
/** Milliseconds without a change after which no work goes on, and looks at that. */
const QUIET_MS = 10;
const LOOKS = 100;
const sleeping = new Int32Array(new SharedArrayBuffer(4));
/** Waits until the work that an accepted request left behind has ended: it goes on after the answer. */
function settle(tables: Tables): void {
  for (let look = 0; look < LOOKS; look += 1) {
    const at = tables.version();
    Atomics.wait(sleeping, 0, 0, QUIET_MS);
    if (tables.version() === at && tables.all("SELECT 1 FROM jobs WHERE state = 'running' LIMIT 1").length === 0) return;
  }
}

/** A text that only some callers may read. Each is in one field only, so that a leak names its source. */
export interface Secret {
  readonly text: string;
  readonly readers: readonly Principal[];
}
const keep: Secret[] = [];
const secret = (text: string, readers: readonly Principal[]): string => {
  if (!keep.some((s) => s.text === text.toLowerCase())) keep.push({ text: text.toLowerCase(), readers });
  return text;
};
export const secrets: readonly Secret[] = keep;

const HIGH = 100_000_000_000;
export const PASSWORD = "correct horse battery";
export const VARS = {
  TEST_CHECK_REPLIES: "1",
  TEST_SCRYPT_LOG_N: "10",
  PREVIEW_ORIGIN: "https://look.example.test",
  INBOUND_EMAIL_TOKEN: "inbound-email-token-of-the-matrix",
  RATE_LIMITS: JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, HIGH]))),
};
export const OWN_SITE = "https://harbour.example";
const OTHER_SITE = "https://qcanary-site.example";

async function must<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(`the world could not be made: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A project's conversation with every kind of content, each marked. */
async function fill(
  tables: Tables,
  project: { id: string; key: string },
  site: string,
  team: { writer: Operator; mate: Operator; mateId: string },
  mark: (field: string, inside: boolean) => string,
  /** The same for texts that only owners and admins may read. */
  managed: (field: string) => string,
  served: Served,
) {
  const { writer, mate } = team;
  const visitor = new Visitor(served.url, project.key, site);
  await must(visitor.start());
  const events = [
    { kind: "claim", name: mark("contact name", false), email: `${mark("contact-email", false)}@example.test` },
    { kind: "metadata", metadata: { plan: mark("metadata", true) } },
    { kind: "page", page: { url: `https://example.test/${mark("page-url", true)}`, title: mark("page title", true) } },
  ];
  await must(visitor.call("/api/widget/events", { body: { events } }));
  tables.run("UPDATE contacts SET identifier = ? WHERE id = ?", mark("identifier", true), visitor.contactId);
  const file = await must(visitor.upload(`${mark("file", false)}.png`, PNG));
  const opened = await must(visitor.open(mark("message", false), { attachments: [file.file.id] }));
  const conversationId = opened.conversation.id;
  const path = `/api/dashboard/projects/${project.id}/conversations/${conversationId}`;
  await must(writer.post(`${path}/messages`, { clientId: randomUUID(), frontier: 1, content: mark("answer", false) }));
  const noteFile = await must(
    writer.call<{ file: { id: string } }>(`${path}/files?name=${mark("note-file", true)}.png&clientId=${randomUUID()}`, { raw: PNG }),
  );
  await must(writer.post(`${path}/notes`, { clientId: randomUUID(), content: mark("note", true), attachments: [noteFile.file.id] }));
  const assigned = await must(
    writer.post<{ conversation: { revision: number } }>(`${path}/assign`, { clientId: randomUUID(), frontier: 3, assigneeId: team.mateId }),
  );
  await must(mate.call(`${path}/drafts/reply`, { method: "PUT", body: { content: mark("draft", true) } }));
  const deliveryId = newId("delivery", Date.now());
  tables.run(
    "INSERT INTO mail_deliveries (id, project_id, conversation_id, contact_id, kind, cause, to_address, to_hash, subject, state, error, created_at, updated_at) VALUES (?, ?, ?, ?, 'reply', 'reply:none', ?, 'hash', ?, 'failed', ?, 1, 1)",
    deliveryId,
    project.id,
    conversationId,
    visitor.contactId,
    `${managed("delivery-to")}@example.test`,
    managed("delivery subject"),
    managed("delivery error"),
  );
  const importId = newId("helpImport", Date.now());
  tables.run(
    "INSERT INTO help_import_runs (id, project_id, client_id, name, platform, place, options, dry, state, phase, created_at, created_by, updated_at) VALUES (?, ?, ?, 'Move', 'zendesk', ?, ?, 0, 'done', 'finish', 1, 'acc_none', 1)",
    importId,
    project.id,
    randomUUID(),
    managed("import place"),
    JSON.stringify({ drafts: "skip", restricted: "skip", locales: null, publish: false, audience: "members" }),
  );
  tables.run(
    "INSERT INTO help_import_rows (project_id, run_id, source_id, locale, title, outcome, reason, attempt, notes) VALUES (?, ?, '1', 'en', ?, 'skipped', 'draft', 'none', '[]')",
    project.id,
    importId,
    managed("import title"),
  );
  const deskImportId = newId("deskImport", Date.now());
  tables.run(
    "INSERT INTO desk_import_runs (id, project_id, client_id, name, platform, place, options, dry, state, phase, created_at, created_by, given_by, updated_at) VALUES (?, ?, ?, 'Move', 'zendesk', ?, ?, 0, 'done', 'tickets', 1, 'acc_none', 'acc_none', 1)",
    deskImportId,
    project.id,
    randomUUID(),
    managed("desk import place"),
    JSON.stringify({ statuses: {}, people: {}, tags: {}, fields: {}, files: false, everything: false }),
  );
  tables.run(
    "INSERT INTO desk_import_rows (project_id, run_id, source_id, title, outcome, reason, attempt, notes) VALUES (?, ?, '1', ?, 'skipped', 'deleted', 'none', '[]')",
    project.id,
    deskImportId,
    managed("desk import title"),
  );
  const deskExportId = newId("deskExport", Date.now());
  tables.run(
    "INSERT INTO desk_exports (id, project_id, client_id, platform, state, lines, created_by, created_at) VALUES (?, ?, ?, 'zendesk', 'checked', ?, 'acc_none', ?)",
    ...[deskExportId, project.id, randomUUID(), JSON.stringify({ [managed("desk export lines")]: 1 }), Date.now()],
  );
  const contactImportId = newId("contactImport", Date.now());
  tables.run(
    "INSERT INTO contact_imports (id, project_id, client_id, name, state, dry, pass, mapping, created_by, given_by, created_at, updated_at) VALUES (?, ?, ?, ?, 'undone', 0, 1, '[]', 'acc_none', 'acc_none', 1, 1)",
    ...[contactImportId, project.id, randomUUID(), managed("contact import name")],
  );
  const roundId = newId("round", Date.now());
  tables.run(
    "INSERT INTO assistant_rounds (id, project_id, conversation_id, command, state, explicit, frontier, attempts, lease_until, guidance_version, counted, cost, created_at, ended_at) VALUES (?, ?, ?, ?, 'handed_over', 0, 1, 1, 1, 0, '[]', 0, 1, 1)",
    roundId,
    project.id,
    conversationId,
    randomUUID(),
  );
  const answerId = newId("message", Date.now());
  tables.run(
    "INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at) VALUES (?, ?, ?, 'message', 900, 'assistant', ?, 'An answer', ?, ?, 1)",
    ...[answerId, project.id, conversationId, roundId],
    JSON.stringify({ door: "assistant", automatic: null, answer: { sources: [], translated: false } }),
    randomUUID(),
  );
  const ratingId = newId("satisfactionRequest", Date.now());
  tables.run(
    "INSERT INTO satisfaction_requests (id, project_id, conversation_id, contact_id, close_id, state, asked_in, widget_at, asked_at, expires_at, closed_at, channel) VALUES (?, ?, ?, ?, ?, 'asked', 'widget', 1, 1, 99999999999999, 1, 'widget')",
    ...[ratingId, project.id, conversationId, visitor.contactId, newId("event", Date.now())],
  );
  const proposalId = newId("proposal", Date.now());
  tables.run(
    "INSERT INTO learning_proposals (id, project_id, conversation_id, contact_id, cause, locale, question, answer, title, content, worded, cost, state, created_at) VALUES (?, ?, ?, ?, 'corrected', 'en', ?, ?, ?, ?, 'reply', 0, 'open', 1)",
    ...[proposalId, project.id, conversationId, visitor.contactId],
    ...["question", "answer", "title", "content"].map((field) => mark(`proposal ${field}`, true)),
  );
  const searchId = newId("savedSearch", Date.now());
  tables.run(
    "INSERT INTO saved_searches (id, project_id, account_id, client_id, name, q, created_at) SELECT ?, project_id, account_id, ?, ?, 'is:open', 1 FROM memberships WHERE project_id = ? AND role = 'owner' LIMIT 1",
    ...[searchId, randomUUID(), mark("saved search", true), project.id],
  );
  const trace = {
    instructions: mark("trace", true),
    sources: [],
    sentences: [],
    asksBack: null,
    explanation: null,
    retrieval: null,
    call: null,
    tools: [],
  };
  tables.run(
    "INSERT INTO assistant_traces (round_id, project_id, conversation_id, question, trace) VALUES (?, ?, ?, ?, ?)",
    roundId,
    project.id,
    conversationId,
    mark("trace question", true),
    JSON.stringify(trace),
  );
  tables.run(
    "INSERT INTO mails (message_id, project_id, conversation_id, direction, from_address, from_name, to_list, subject, quoted, created_at) SELECT id, project_id, conversation_id, 'in', ?, ?, json_array(json_object('name', '', 'address', ?)), ?, ?, 1 FROM messages WHERE conversation_id = ? AND revision = 1",
    `${mark("mail-from", true)}@example.test`,
    mark("mail name", true),
    `${mark("mail-to", true)}@example.test`,
    mark("mail subject", true),
    mark("mail quote", true),
    conversationId,
  );
  const statementId = newId("profileStatement", Date.now());
  tables.run("INSERT INTO profile_settings (project_id, is_on, switched_at) VALUES (?, 1, 1)", project.id);
  tables.run("INSERT INTO profiles (project_id, contact_id) VALUES (?, ?)", project.id, visitor.contactId);
  tables.run(
    "INSERT INTO profile_statements (id, project_id, contact_id, kind, content, quote, said_at, created_at, changed_at) VALUES (?, ?, ?, 'other', ?, ?, 1, 1, 1)",
    ...[statementId, project.id, visitor.contactId, mark("profile statement", true), "their words"],
  );
  return {
    visitor,
    conversationId,
    statementId,
    ...knowledgeSources(tables, project.id, mark),
    ...monitored(tables, { projectId: project.id, conversationId, contactId: visitor.contactId }, mark, managed),
    viewId: savedView(tables, project.id, conversationId, mark("view name", true)),
    ...triaged(tables, project.id, conversationId, mark),
    ...noted(tables, project.id, { contactId: visitor.contactId, ownerId: team.mateId }, mark),
    ...cannedReply(tables, project.id, mark),
    ...macro(tables, project.id, mark),
    ...automationRule(tables, project.id, mark),
    ...assistantAction(tables, project.id, conversationId, visitor.contactId, managed),
    ...webhook(tables, project.id, managed),
    deliveryId,
    importId,
    deskImportId,
    deskExportId,
    contactImportId,
    roundId,
    answerId,
    ratingId,
    proposalId,
    searchId,
    revision: assigned.conversation.revision,
    spokenId: String(tables.all("SELECT id FROM messages WHERE conversation_id = ? AND revision = 1", conversationId)[0]?.["id"]),
    contactId: visitor.contactId,
    fileId: file.file.id,
    noteFileId: noteFile.file.id,
    ...(await inboundMail(served, tables, project.id, mark)),
  };
}

/** A monitoring rule with an open match and a paused dry run. */
function monitored(
  tables: Tables,
  { projectId, conversationId, contactId }: { projectId: string; conversationId: string; contactId: string },
  mark: (field: string, inside: boolean) => string,
  adminMark: (field: string) => string,
) {
  const now = Date.now();
  const [ruleId, entryId, runId] = [newId("monitoringRule", now), newId("monitoringEntry", now), newId("dryRun", now)];
  const name = mark("rule name", true);
  tables.run(
    "INSERT INTO monitoring_rules (id, project_id, name, kind, looks_for, channels, languages, notify, members, hand_over, enabled, per_hour, version, client_id, created_at, changed_at) VALUES (?, ?, ?, 'topic', ?, '[]', '[]', 'nobody', '[]', 0, 0, 5, 1, ?, 1, 1)",
    ...[ruleId, projectId, name, mark("rule topic", true), randomUUID()],
  );
  tables.run(
    "INSERT INTO monitoring_log (id, project_id, key, kind, state, conversation_id, contact_id, rule_id, rule_name, rule_kind, rule_version, quote, reason, revision, notified, handed_over, created_at) VALUES (?, ?, ?, 'match', 'open', ?, ?, ?, ?, 'topic', 1, ?, ?, 1, 0, 0, 1)",
    ...[entryId, projectId, randomUUID(), conversationId, contactId, ruleId, name, mark("match quote", true), mark("match reason", true)],
  );
  tables.run(
    "INSERT INTO monitoring_dry_runs (id, project_id, client_id, state, why, turn, rules, provider, model, from_at, until_at, total, judged, failed, cost, at_most, created_by, created_at) VALUES (?, ?, ?, 'paused', 'asked', 1, ?, 'openai', 'gpt-5-mini', 1, 2, 1, 1, 0, 1, 2, 'x', 1)",
    ...[runId, projectId, randomUUID(), JSON.stringify([{ id: ruleId, name: adminMark("dry rule"), kind: "topic" }])],
  );
  tables.run(
    "INSERT INTO monitoring_dry_items (run_id, place, project_id, conversation_id, contact_id, state, found) VALUES (?, 0, ?, ?, ?, 'judged', ?)",
    ...[runId, projectId, conversationId, contactId, JSON.stringify([{ ruleId, quote: adminMark("dry quote"), reason: "" }])],
  );
  return { ruleId, entryId, runId };
}

/** An action of this member on many conversations that has ended. */
function bulkAction(tables: Tables, projectId: string, accountId: string): string {
  const id = newId("bulkAction", Date.now());
  tables.run(
    "INSERT INTO bulk_actions (project_id, id, account_id, client_id, action, value, state, created_at, ended_at) VALUES (?, ?, ?, ?, 'status', ?, 'done', 1, 1)",
    ...[projectId, id, accountId, randomUUID(), JSON.stringify({ status: "closed", until: null })],
  );
  return id;
}

/** A macro that this member applied. */
function macroRun(tables: Tables, projectId: string, accountId: string): string {
  const now = Date.now();
  const id = newId("macroRun", now);
  tables.run(
    "INSERT INTO macro_runs (id, project_id, macro_id, conversation_id, account_id, client_id, steps, created_at) VALUES (?, ?, ?, ?, ?, ?, '[]', ?)",
    ...[id, projectId, newId("macro", now), newId("conversation", now), accountId, randomUUID(), now],
  );
  return id;
}

/** A shared view of the inbox, filled. */
function savedView(tables: Tables, projectId: string, conversationId: string, name: string): string {
  const now = Date.now();
  const [viewId, indexId] = [newId("savedView", now), newId("savedViewIndex", now)];
  tables.run(
    "INSERT INTO saved_views (project_id, id, kind, name, icon, place, conditions, sort, index_id, client_id, created_by, created_at, changed_at) VALUES (?, ?, 'shared', ?, '', 1, '[]', 'activity', ?, ?, 'seed', 1, 1)",
    ...[projectId, viewId, name, indexId, randomUUID()],
  );
  tables.run("INSERT INTO saved_view_indexes (project_id, id, matches) VALUES (?, ?, '[]')", projectId, indexId);
  tables.run("INSERT INTO saved_view_walks (project_id, sequence, walked_at) VALUES (?, 1000000, ?)", projectId, now + 86_400_000);
  tables.run(
    "INSERT INTO saved_view_rows (project_id, index_id, conversation_id, by_activity, by_created, by_priority, by_waiting) VALUES (?, ?, ?, 1, 1, 1, 1)",
    ...[projectId, indexId, conversationId],
  );
  return viewId;
}

/** Two tags, of which the conversation has one, and a team. */
function triaged(tables: Tables, projectId: string, conversationId: string, mark: (field: string, inside: boolean) => string) {
  const now = Date.now();
  const [tagId, otherTagId, teamId] = [newId("tag", now), newId("tag", now), newId("team", now)];
  for (const [id, name] of [
    [tagId, mark("tag name", true)],
    [otherTagId, mark("other tag", true)],
  ] as const)
    tables.run(
      "INSERT INTO tags (project_id, id, name, name_key, hue, description, state, client_id, created_at) VALUES (?, ?, ?, ?, 25, ?, 'active', ?, 1)",
      ...[projectId, id, name, name.toLowerCase(), mark("tag description", true), randomUUID()],
    );
  tables.run("INSERT INTO conversation_tags (project_id, conversation_id, tag_id) VALUES (?, ?, ?)", projectId, conversationId, tagId);
  const team = mark("team name", true);
  tables.run(
    "INSERT INTO teams (project_id, id, name, name_key, state, client_id, created_at) VALUES (?, ?, ?, ?, 'active', ?, 1)",
    ...[projectId, teamId, team, team.toLowerCase(), randomUUID()],
  );
  return { tagId, otherTagId, teamId };
}

/** An address of the project at which its mail arrives. */
export const outreachAddress = (projectId: string): string => `outreach@${projectId.slice(4)}.example`;
/** An attribute of contacts with a value, a note of the owner, a lead that another member takes care of, a company, and a suppressed address. */
function noted(
  tables: Tables,
  projectId: string,
  { contactId, ownerId }: { contactId: string; ownerId: string },
  mark: (field: string, inside: boolean) => string,
) {
  const now = Date.now();
  const [attributeId, noteId, leadId] = [newId("contactAttribute", now), newId("contactNote", now), newId("lead", now)];
  const suppressionId = newId("suppression", now);
  tables.run(
    "INSERT INTO contact_attributes (project_id, id, key, label, type, place, client_id, created_at) VALUES (?, ?, 'seats', ?, 'text', 1, ?, 1)",
    ...[projectId, attributeId, mark("attribute label", true), randomUUID()],
  );
  tables.run("UPDATE contacts SET attributes = json_object('seats', ?) WHERE id = ?", mark("attribute value", true), contactId);
  tables.run(
    "INSERT INTO contact_notes (id, project_id, contact_id, content, author_id, client_id, created_at) VALUES (?, ?, ?, ?, (SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1), ?, 1)",
    ...[noteId, projectId, contactId, mark("contact note", true), projectId, randomUUID()],
  );
  tables.run(
    "INSERT INTO leads (id, project_id, client_id, name, domain, stage, owner_id, notes, same_key, revision, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 'acme.example', 'new', ?, ?, 'key', 1, (SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1), 1, 1)",
    ...[leadId, projectId, randomUUID(), mark("lead name", true), ownerId, mark("lead notes", true), projectId],
  );
  const companyId = newId("company", now);
  const named = mark("company name", true);
  tables.run(
    "INSERT INTO companies (id, project_id, client_id, name, name_key, notes, revision, change_key, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 1, 'key', (SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1), 1, 1)",
    ...[companyId, projectId, randomUUID(), named, named.toLowerCase(), mark("company notes", true), projectId],
  );
  tables.run(
    "INSERT INTO company_contacts (project_id, contact_id, company_id, set_by, set_at) VALUES (?, ?, ?, NULL, 1)",
    ...[projectId, contactId, companyId],
  );
  tables.run(
    "INSERT INTO suppressions (id, project_id, address_hash, reason, everywhere, address, created_at) VALUES (?, ?, ?, 'by_hand', 0, ?, 1)",
    ...[suppressionId, projectId, randomUUID(), `${mark("suppressed", true)}@acme.example`],
  );
  tables.run(
    "INSERT INTO inbound_addresses (address, project_id, created_at, held_at, takes_mail) VALUES (?, ?, 1, 1, 1)",
    ...[outreachAddress(projectId), projectId],
  );
  const more = {
    ...researched(tables, projectId, leadId, mark),
    ...outreachOf(tables, projectId, leadId, mark),
    ...imagesOf(tables, projectId, mark),
    ...importedWork(tables, projectId, mark),
    ...evaluationOf(tables, projectId, mark),
  };
  return { attributeId, noteId, leadId, companyId, suppressionId, ...more };
}
/** A template, and of a lead a draft of one mail. */
function outreachOf(tables: Tables, projectId: string, leadId: string, mark: (field: string, inside: boolean) => string) {
  const now = Date.now();
  const [sequenceId, templateId] = [newId("outreachSequence", now), newId("outreachTemplate", now)];
  const owner = "(SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1)";
  tables.run(
    `INSERT INTO outreach_templates (id, project_id, client_id, name, subject, text, revision, created_by, created_at) VALUES (?, ?, ?, ?, 'subject', 'text', 1, ${owner}, 1)`,
    ...[templateId, projectId, randomUUID(), mark("outreach template", true), projectId],
  );
  tables.run(
    `INSERT INTO outreach_sequences (id, project_id, client_id, lead_id, address, address_hash, suppression_key, state, to_review, step, revision, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'hash', 'key', 'draft', 0, 0, 1, ${owner}, 1, 1)`,
    ...[sequenceId, projectId, randomUUID(), leadId, `${mark("outreach address", true)}@acme.example`, projectId],
  );
  tables.run(
    `INSERT INTO outreach_mails (sequence_id, position, project_id, wait_days, subject, text, edited_by) VALUES (?, 1, ?, 0, 'subject', ?, ${owner})`,
    ...[sequenceId, projectId, mark("outreach text", true), projectId],
  );
  return { sequenceId, templateId };
}
/** Work that an import holds. */
function importedWork(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const holdId = newId("legacyRecord", Date.now());
  tables.run(
    "INSERT INTO legacy_import_holds (project_id, id, run_id, category, recorded, detail, started_at) VALUES (?, ?, 1, 'generation', 'started', ?, 1)",
    ...[projectId, holdId, mark("import hold", true)],
  );
  return { holdId };
}
/** A set of questions with one, and a run of it that is under way and has one result. Questions may be made from conversations. */
function evaluationOf(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const now = Date.now();
  const [questionSetId, setQuestionId] = [newId("questionSet", now), newId("setQuestion", now)];
  const evaluationRunId = newId("evaluationRun", now);
  const owner = "(SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1)";
  tables.run("INSERT INTO question_settings (project_id, use_conversations, updated_by, updated_at) VALUES (?, 1, 'x', 1)", projectId);
  tables.run(
    `INSERT INTO question_sets (id, project_id, client_id, name, version, questions, next_place, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1, 2, ${owner}, ?, ?)`,
    ...[questionSetId, projectId, randomUUID(), mark("question set", true), projectId, now, now],
  );
  tables.run(
    `INSERT INTO set_questions (id, project_id, set_id, client_id, place, since, question, topic, locale, channel, asker, outcome, facts, forbidden, sources, origin, created_by, created_at) VALUES (?, ?, ?, ?, 1, 1, ?, '', 'en', 'widget', 'everybody', 'answer', '[]', '[]', '[]', 'hand', ${owner}, ?)`,
    ...[setQuestionId, projectId, questionSetId, randomUUID(), mark("set question", true), projectId, now],
  );
  tables.run(
    `INSERT INTO evaluation_runs (id, project_id, client_id, set_id, set_version, model, guidance_version, guidance, config_hash, budget, most, raised, state, wanted, passed, failed, review, cost, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 'own/m', 0, '{}', 'hash', 1, 1, 0, 'running', 1, 0, 1, 0, 0, ${owner}, ?, ?)`,
    ...[evaluationRunId, projectId, randomUUID(), questionSetId, projectId, now, now],
  );
  const transcript = { sentences: [], asksBack: null, explanation: mark("transcript", true), sources: [] };
  tables.run(
    "INSERT INTO evaluation_items (project_id, run_id, place, question_id, state, outcome, faults, transcript, cost, took, updated_at) VALUES (?, ?, 1, ?, 'failed', 'handed_over', '[]', ?, 0, 0, 1)",
    ...[projectId, evaluationRunId, setQuestionId, JSON.stringify(transcript)],
  );
  const promotionId = newId("promotion", now);
  tables.run(
    `INSERT INTO promotions (id, project_id, client_id, kind, state, share, run_id, compared_run_id, worse, from_model, from_version, from_hash, to_model, to_version, to_hash, decision, created_by, created_at) VALUES (?, ?, ?, 'promotion', 'rolling', 20, ?, ?, 0, 'own/m', 0, 'hash', ?, 0, 'hash', 'x', ${owner}, 1)`,
    ...[promotionId, projectId, randomUUID(), evaluationRunId, evaluationRunId, `own/${mark("promoted model", true)}`, projectId],
  );
  const [plannedSetId, regressionId] = [newId("questionSet", now), newId("regression", now)];
  tables.run(
    `INSERT INTO question_sets (id, project_id, client_id, name, version, questions, next_place, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1, 2, ${owner}, ?, ?)`,
    ...[plannedSetId, projectId, randomUUID(), mark("planned question set", true), projectId, now, now],
  );
  tables.run(
    `INSERT INTO regression_plans (project_id, set_id, schedule, weekday, hour, time_zone, on_knowledge, gap_hours, run_budget, month_budget, revision, run_mark, seen_mark, updated_by, updated_at) VALUES (?, ?, 'off', 1, 3, 'UTC', 0, 6, 1, 1, 1, '', '', ${owner}, 1)`,
    ...[projectId, plannedSetId, projectId],
  );
  tables.run(
    "INSERT INTO regressions (id, project_id, cause, due_at, month, set_id, run_id, budget, state, baseline_run_id, worse, better, compared, created_at, ended_at) VALUES (?, ?, 'schedule', 1, '2026-01', ?, ?, 1, 'compared', ?, 1, 0, 1, 1, 1)",
    ...[regressionId, projectId, plannedSetId, evaluationRunId, evaluationRunId],
  );
  tables.run(
    "INSERT INTO regression_reviews (project_id, regression_id, state, worse, created_at) VALUES (?, ?, 'open', ?, 1)",
    ...[projectId, regressionId, JSON.stringify([setQuestionId])],
  );
  tables.run(
    `INSERT INTO subject_notices (project_id, account_id, event, subject_id, listed, at) SELECT ?, account_id, 'assistantWorse', ?, 1, ? FROM memberships WHERE project_id = ?`,
    ...[projectId, regressionId, now, projectId],
  );
  const [questionProposalId, scenarioId] = [newId("questionProposal", now), newId("scenario", now)];
  const [simulationRunId, citedArticleId] = [newId("simulationRun", now), newId("article", now)];
  tables.run(
    "INSERT INTO help_articles (id, project_id, client_id, place, audience, assistant, created_at, created_by, archived_at) VALUES (?, ?, ?, 9, 'told', 1, ?, 'x', NULL)",
    ...[citedArticleId, projectId, randomUUID(), now],
  );
  tables.run(
    "INSERT INTO help_article_texts (project_id, article_id, locale, slug, title, summary, content, revision, updated_at, updated_by, version, live_slug, live_revision, published_at) VALUES (?, ?, 'en', 'cited', 'Cited', '', 'c', 1, ?, 'x', 1, 'cited', 1, ?)",
    ...[projectId, citedArticleId, now, now],
  );
  tables.run(
    "INSERT INTO help_article_versions (project_id, article_id, locale, version, slug, title, summary, content, published_at, published_by) VALUES (?, ?, 'en', 1, 'cited', 'Cited', '', 'c', ?, 'x')",
    ...[projectId, citedArticleId, now],
  );
  tables.run(
    `INSERT INTO question_proposals (id, project_id, set_id, article_id, locale, version, wording, title, question, facts, method, state, created_by, created_at) VALUES (?, ?, ?, 'art_gone', 'en', 1, 'w', 'Title', ?, '[]', 'headings', 'open', ${owner}, ?)`,
    ...[questionProposalId, projectId, questionSetId, mark("question proposal", true), projectId, now],
  );
  const content = {
    ...{ name: mark("scenario", true), goal: "g", temper: "calm", persona: "", facts: [], expected: "answer", success: [] },
    ...{ maxTurns: 1, locale: "en", channel: "widget" },
  };
  tables.run(
    `INSERT INTO scenarios (id, project_id, client_id, content, revision, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 1, ${owner}, ?, ?)`,
    ...[scenarioId, projectId, randomUUID(), JSON.stringify(content), projectId, now, now],
  );
  tables.run(
    `INSERT INTO simulation_runs (id, project_id, client_id, customer_model, model, guidance_version, guidance, config_hash, budget, most_customer, most_answer, state, wanted, passed, failed, review, cost, created_by, created_at, updated_at) VALUES (?, ?, ?, 'own/m', 'own/m', 0, '{}', 'hash', 1, 1, 1, 'running', 1, 0, 1, 0, 0, ${owner}, ?, ?)`,
    ...[simulationRunId, projectId, randomUUID(), projectId, now, now],
  );
  const turn = { by: "customer", text: mark("simulated turn", true), outcome: null, reason: null, cites: [], refused: [] };
  tables.run(
    "INSERT INTO simulation_items (project_id, run_id, place, scenario_id, scenario, state, ending, missing, turns, cost, took, updated_at) VALUES (?, ?, 1, ?, ?, 'failed', 'gave_up', '[]', ?, 0, 0, 1)",
    ...[projectId, simulationRunId, scenarioId, JSON.stringify(content), JSON.stringify([turn])],
  );
  return {
    ...{
      questionSetId,
      setQuestionId,
      evaluationRunId,
      promotionId,
      plannedSetId,
      regressionId,
      questionProposalId,
      citedArticleId,
      scenarioId,
      simulationRunId,
    },
    ...gradingOf(tables, projectId, { questionSetId, setQuestionId }, mark),
  };
}
/** Two ended runs that answered the question, on which rule and judge of the first differ. */
function gradingOf(
  tables: Tables,
  projectId: string,
  { questionSetId, setQuestionId }: { questionSetId: string; setQuestionId: string },
  mark: (field: string, inside: boolean) => string,
) {
  const now = Date.now();
  const owner = "(SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1)";
  const run = (): string => {
    const id = newId("evaluationRun", now);
    tables.run(
      `INSERT INTO evaluation_runs (id, project_id, client_id, set_id, set_version, model, guidance_version, guidance, config_hash, budget, most, raised, state, wanted, passed, failed, review, cost, created_by, created_at, updated_at, ended_at) VALUES (?, ?, ?, ?, 1, 'own/m', 0, '{}', 'hash', 1, 1, 0, 'done', 1, 0, 1, 0, 0, ${owner}, ?, ?, ?)`,
      ...[id, projectId, randomUUID(), questionSetId, projectId, now, now, now],
    );
    const transcript = {
      sentences: [{ text: mark("graded answer", true), citations: [], faults: [] }],
      asksBack: null,
      explanation: null,
      sources: [],
    };
    tables.run(
      "INSERT INTO evaluation_items (project_id, run_id, place, question_id, state, outcome, faults, transcript, cost, took, updated_at) VALUES (?, ?, 1, ?, 'failed', 'answered', '[]', ?, 0, 0, 1)",
      ...[projectId, id, setQuestionId, JSON.stringify(transcript)],
    );
    return id;
  };
  const [endedRunId, otherRunId] = [run(), run()];
  const [judgingId, blindGradingId] = [newId("judging", now), newId("blindGrading", now)];
  tables.run(
    `INSERT INTO judgings (id, project_id, client_id, run_id, model, rubric, budget, most, state, wanted, passed, failed, review, cost, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 'own/m', '[]', 1, 1, 'running', 1, 1, 0, 0, 0, ${owner}, ?, ?)`,
    ...[judgingId, projectId, randomUUID(), endedRunId, projectId, now, now],
  );
  tables.run(
    "INSERT INTO judgements (project_id, judging_id, run_id, place, question_id, state, scores, cost, took, updated_at) VALUES (?, ?, ?, 1, ?, 'passed', ?, 0, 0, 1)",
    ...[
      projectId,
      judgingId,
      endedRunId,
      setQuestionId,
      JSON.stringify([{ name: "Tone", score: 1, scale: 5, reason: mark("judged", true) }]),
    ],
  );
  tables.run(
    "INSERT INTO graded_answers (project_id, run_id, place, question_id, rule, judge, people_passed, people_failed, disagrees, decision, decided_at, comment, updated_at) VALUES (?, ?, 1, ?, 'failed', 'passed', 0, 0, 1, 'passed', 1, ?, 1)",
    ...[projectId, endedRunId, setQuestionId, mark("decision", true)],
  );
  tables.run(
    `INSERT INTO blind_gradings (id, project_id, client_id, set_id, first_run, second_run, seed, wanted, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, 'seed', 1, ${owner}, ?)`,
    ...[blindGradingId, projectId, randomUUID(), questionSetId, endedRunId, otherRunId, projectId, now],
  );
  return { endedRunId, otherRunId, judgingId, blindGradingId };
}
/** A run of the image studio that is under way, with one image. */
function imagesOf(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const now = Date.now();
  const [imageRunId, studioImageId, fileId] = [newId("imageRun", now), newId("studioImage", now), newId("file", now)];
  const owner = "(SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1)";
  tables.run(
    `INSERT INTO image_runs (id, project_id, client_id, purpose, prompt, colors, tone, wanted, made, state, model, size, quality, cost, created_by, created_at, updated_at) VALUES (?, ?, ?, 'header', ?, '[]', '', 2, 1, 'running', 'own/m', '1024x1024', 'low', 0, ${owner}, ?, ?)`,
    ...[imageRunId, projectId, randomUUID(), mark("image prompt", true), projectId, now, now],
  );
  tables.run(
    "INSERT INTO studio_images (id, project_id, run_id, place, version, file_id, type, size, width, height, signed, alt, kept, cost, revision, created_at) VALUES (?, ?, ?, 0, 1, ?, 'image/png', 1, 1, 1, 0, ?, 1, 0, 1, ?)",
    ...[studioImageId, projectId, imageRunId, fileId, mark("image alt", true), now],
  );
  return { imageRunId, studioImageId };
}
/** A criterion of the project, and of a lead a run that is under way and a statement by hand. */
function researched(tables: Tables, projectId: string, leadId: string, mark: (field: string, inside: boolean) => string) {
  const now = Date.now();
  const [researchRunId, leadStatementId, criterionId] = [
    newId("leadResearchRun", now),
    newId("leadStatement", now),
    newId("leadCriterion", now),
  ];
  const owner = "(SELECT account_id FROM memberships WHERE project_id = ? AND role = 'owner' ORDER BY account_id LIMIT 1)";
  const criteria = JSON.stringify([{ id: criterionId, name: mark("lead criterion", true), description: "", weight: 1 }]);
  tables.run(
    `INSERT INTO lead_criteria (project_id, criteria, revision, updated_by, updated_at) VALUES (?, ?, 1, ${owner}, 1)`,
    ...[projectId, criteria, projectId],
  );
  tables.run("INSERT INTO lead_research (lead_id, project_id) VALUES (?, ?)", leadId, projectId);
  tables.run(
    `INSERT INTO lead_research_runs (id, project_id, lead_id, client_id, state, addresses, queue, model, dropped, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 'fetching', '[]', '[]', 'openai/gpt-5-mini', 0, ${owner}, ?, ?)`,
    ...[researchRunId, projectId, leadId, randomUUID(), projectId, now, now],
  );
  tables.run(
    `INSERT INTO lead_statements (id, project_id, lead_id, client_id, content, author_id, revision, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ${owner}, 1, 1, 1)`,
    ...[leadStatementId, projectId, leadId, randomUUID(), mark("lead statement", true), projectId],
  );
  return { researchRunId, leadStatementId, criterionId };
}

/** A reply that the project shares. */
function cannedReply(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const replyId = newId("cannedReply", Date.now());
  tables.run(
    "INSERT INTO canned_replies (id, project_id, title, shortcut, content, created_by, client_id, created_at, changed_at) VALUES (?, ?, ?, ?, ?, 'x', ?, 1, 1)",
    ...[replyId, projectId, mark("reply title", true), "late", mark("reply text", true), randomUUID()],
  );
  return { replyId };
}

/** An automation rule that is off. */
function automationRule(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const automationRuleId = newId("automationRule", Date.now());
  tables.run(
    "INSERT INTO automation_rules (project_id, id, name, place, enabled, trigger_name, words, conditions, steps, note, created_by, client_id, created_at, changed_at) VALUES (?, ?, ?, 1, 0, 'created', '[]', '[]', '[]', ?, 'x', ?, 1, 1)",
    ...[projectId, automationRuleId, mark("automation rule", true), mark("automation note", true), randomUUID()],
  );
  return { automationRuleId };
}

/** A macro that the project shares. */
function macro(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const macroId = newId("macro", Date.now());
  tables.run(
    "INSERT INTO macros (id, project_id, title, content, content_kind, steps, created_by, client_id, created_at, changed_at) VALUES (?, ?, ?, ?, 'note', '[]', 'x', ?, 1, 1)",
    ...[macroId, projectId, mark("macro title", true), mark("macro text", true), randomUUID()],
  );
  return { macroId };
}

/** The project's knowledge besides articles. */
function knowledgeSources(tables: Tables, projectId: string, mark: (field: string, inside: boolean) => string) {
  const now = Date.now();
  const [sourceId, itemId, crawlId] = [newId("knowledgeSource", now), newId("knowledgeItem", now), newId("crawl", now)];
  tables.run(
    "INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at) VALUES (?, ?, 'snippets', ?, 'members', 'en', 1, 'x', ?, 1)",
    sourceId,
    projectId,
    mark("source name", true),
    randomUUID(),
  );
  tables.run(
    "INSERT INTO knowledge_items (id, project_id, source_id, key, title, content, state, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'draft', 1, 1)",
    itemId,
    projectId,
    sourceId,
    itemId,
    mark("snippet title", true),
    mark("snippet text", true),
  );
  tables.run(
    "INSERT INTO knowledge_crawls (id, project_id, source_id, way, state, error, started_by, client_id, created_at, finished_at) VALUES (?, ?, ?, 'pages', 'failed', ?, 'x', ?, 1, 2)",
    crawlId,
    projectId,
    sourceId,
    mark("run error", true),
    randomUUID(),
  );
  tables.run(
    `INSERT INTO repository_knowledge (project_id, source_id, repository, remote_id, branch, is_private, readme, docs, releases, discussions, commits, schedule)
      VALUES (?, ?, ?, '1', 'main', 1, 1, NULL, 0, NULL, 0, 'manual')`,
    projectId,
    sourceId,
    `acme/${mark("repository", true).replaceAll(/[^\w-]/g, "-")}`,
  );
  return { sourceId, itemId, crawlId };
}

export const ACTION_HOST = "api.actions.test";
/** What an action is made of, as it is saved. */
export const ACTION = {
  ...{ name: "Service status", description: "Whether the service runs.", kind: "reads", personal: false, method: "GET", body: null },
  ...{ url: `https://${ACTION_HOST}/status`, headers: [], inputs: [], told: [{ path: "status", label: "Status" }] },
};
/** An action of the assistant that is on, a request of it that waits for the visitor, and a run. */
function assistantAction(
  tables: Tables,
  projectId: string,
  conversationId: string,
  contactId: string,
  managed: (field: string) => string,
): { actionId: string; requestId: string; requestHash: string } {
  const now = Date.now();
  const [actionId, requestId] = [newId("assistantAction", now), newId("actionRequest", now)];
  const requestHash = "a".repeat(64);
  tables.run("INSERT INTO assistant_action_hosts (project_id, hosts) VALUES (?, json_array(?))", projectId, ACTION_HOST);
  tables.run(
    "INSERT INTO assistant_actions (id, project_id, name, host, definition, secret_names, enabled, revision, client_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, '[]', 1, 1, ?, 1, 1)",
    ...[actionId, projectId, ACTION.name, ACTION_HOST],
    JSON.stringify({ ...ACTION, description: managed("action description") }),
    randomUUID(),
  );
  tables.run(
    "INSERT INTO assistant_action_requests (id, project_id, conversation_id, contact_id, action_id, action_revision, cause, inputs, inputs_hash, state, created_at, expires_at) VALUES (?, ?, ?, ?, ?, 1, 'none', '{}', ?, 'waiting', 1, ?)",
    ...[requestId, projectId, conversationId, contactId, actionId, requestHash],
    now + 86_400_000,
  );
  tables.run(
    "INSERT INTO assistant_action_runs (id, project_id, action_id, action_name, kind, conversation_id, contact_id, started_by, cause, inputs, state, outcome, told, started_at) VALUES (?, ?, ?, 'Service status', 'reads', ?, ?, 'assistant', 'none', ?, 'done', 'done', '[]', 1)",
    ...[newId("actionRun", now), projectId, actionId, conversationId, contactId],
    JSON.stringify({ number: managed("action input") }),
  );
  return { actionId, requestId, requestHash };
}

/** A paused webhook with a delivery: one that is on would work beside the requests that are tested. */
function webhook(tables: Tables, projectId: string, managed: (field: string) => string): { webhookId: string; webhookDeliveryId: string } {
  const now = Date.now();
  const [webhookId, webhookDeliveryId] = [newId("webhook", now), newId("webhookDelivery", now)];
  tables.run(
    "INSERT INTO webhooks (id, project_id, url, description, events, secret, state, revision, sequence, created_by, client_id, created_at) VALUES (?, ?, 'https://hooks.example/', ?, '[\"conversation.erased\"]', 'none', 'paused', 1, 0, 'none', ?, 1)",
    ...[webhookId, projectId, managed("webhook name"), randomUUID()],
  );
  tables.run(
    "INSERT INTO webhook_deliveries (id, project_id, webhook_id, type, sequence, state, attempts, due_at, give_up_at, created_at) VALUES (?, ?, ?, 'message.created', 1, 'delivered', 1, 1, 1, 1)",
    ...[webhookDeliveryId, projectId, webhookId],
  );
  return { webhookId, webhookDeliveryId };
}

/** A mail that came in for the project; answers its message and its receipt. */
async function inboundMail(
  served: Served,
  tables: Tables,
  projectId: string,
  mark: (field: string, inside: boolean) => string,
): Promise<{ messageId: string; receiptId: string }> {
  const address = `${projectId}@mail.example`;
  tables.run("INSERT INTO inbound_addresses (address, project_id, created_at, held_at) VALUES (?, ?, 1, 1)", address, projectId);
  tables.run(
    "INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at, proved_at) VALUES (?, ?, 'mail.example', 1, 1, 1)",
    projectId,
    address,
  );
  const answer = await fetch(`${served.url}/api/integrations/email/inbound`, {
    method: "POST",
    headers: { authorization: `Bearer ${VARS.INBOUND_EMAIL_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({
      message: {
        from: `${mark("mail-name", true)} <${mark("mail-address", true)}@example.test>`,
        to: address,
        subject: mark("mail-subject", true),
        html: `<p>${mark("mail-text", true)}</p>`,
      },
    }),
  });
  if (!answer.ok) throw new Error(`mail: ${answer.status} ${await answer.text()}`);
  for (;;) {
    const [row] = tables.all("SELECT id, message_id FROM inbound_mail_receipts WHERE project_id = ? AND state = 'admitted'", projectId);
    if (row) {
      const messageId = String(row["message_id"]);
      // Stored as if it were our reply, so that there is a mail to send again: any member may.
      tables.run(
        "INSERT INTO mail_deliveries (id, project_id, conversation_id, message_id, contact_id, kind, cause, to_address, to_hash, subject, state, created_at, updated_at) SELECT ?, m.project_id, m.conversation_id, m.id, c.contact_id, 'reply', 'reply:' || m.id, 'a@example.test', 'hash', 's', 'failed', 1, 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = ?",
        newId("delivery", Date.now()),
        messageId,
      );
      return { messageId, receiptId: String(row["id"]) };
    }
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

/** A collection with a team-only article, whose version 1 is published. */
async function publishedArticle(
  by: Operator,
  projectId: string,
  mark: (field: string, inside: boolean) => string,
): Promise<{ articleId: string; collectionId: string }> {
  const management = `/api/management/projects/${projectId}/help`;
  const named = { clientId: randomUUID(), locale: "en", name: mark("collection name", true), description: mark("collection text", true) };
  const { collection } = await must(by.post<{ collection: { id: string } }>(`${management}/collections`, named));
  const written = { title: mark("article title", true), content: mark("article text", true), collectionId: collection.id };
  const { article } = await must(
    by.post<{ article: { id: string } }>(`/api/dashboard/projects/${projectId}/help/articles`, {
      clientId: randomUUID(),
      locale: "en",
      ...written,
    }),
  );
  await must(by.call(`${management}/articles/${article.id}`, { method: "PATCH", body: { audience: "members" } }));
  await must(by.post(`${management}/articles/${article.id}/texts/en/publish`, { revision: 1 }));
  return { articleId: article.id, collectionId: collection.id };
}

/** An unanswered question. */
function unansweredQuestion(tables: Tables, projectId: string, question: string): string {
  const id = newId("gap", Date.now());
  const values = [id, projectId, question, JSON.stringify([question])];
  tables.run(
    "INSERT INTO help_gaps (id, project_id, locale, question, terms, questions, state, created_at, last_at) VALUES (?, ?, 'en', ?, ?, 1, 'open', 1, 1)",
    ...values,
  );
  return id;
}

/** An erased contact. */
async function erasedContact(served: Served, by: Operator, project: { id: string; key: string }, site: string): Promise<string> {
  const visitor = new Visitor(served.url, project.key, site);
  await must(visitor.start());
  const path = `/api/management/projects/${project.id}/contacts/${visitor.contactId}`;
  await must(by.post(`${path}/erase`, {}));
  for (;;) {
    const { erasure } = await must(by.call<{ erasure: { state: string } }>(`${path}/erasure`));
    if (erasure.state === "erased") return visitor.contactId;
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

async function idOf(person: Operator): Promise<string> {
  return (await must(person.call<{ person: { id: string } }>("/api/account/me"))).person.id;
}
/** Signs the person in again; answers the new session's id. */
async function secondSession(person: Operator, email: string): Promise<string> {
  const elsewhere = new Operator(person.base);
  await must(elsewhere.login(email));
  const { items } = await must(elsewhere.call<{ items: { id: string; current: boolean }[] }>("/api/account/sessions"));
  return items.find((s) => s.current)?.id ?? "";
}
async function invitation(by: Operator, projectId: string, note: string): Promise<{ id: string; token: string }> {
  const made = await must(
    by.post<{ invitation: { id: string }; link: string }>(`/api/management/projects/${projectId}/invitations`, {
      clientId: randomUUID(),
      role: "operator",
      note,
    }),
  );
  return { id: made.invitation.id, token: made.link.split("/").at(-1) ?? "" };
}

/** Creates an API token with every scope; answers its id and its text. */
const OF_TOOLS = ["knowledge:read", "conversations:read", "notes:write"];
async function apiToken(by: Operator, projectId: string, name: string, scopes = OF_TOOLS): Promise<{ tokenId: string; secret: string }> {
  const made = await must(
    by.post<{ token: { id: string }; secret: string }>(`/api/management/projects/${projectId}/api-tokens`, {
      ...{ clientId: randomUUID(), name, validDays: null },
      scopes,
    }),
  );
  return { tokenId: made.token.id, secret: secret(made.secret, []) };
}

/** A computer of a member, paired over the wire, and pairings in each state that a route needs. */
async function computer(served: Served, person: Operator, projectId: string, name: string) {
  const anybody = new Operator(served.url);
  // Whoever has a code learns the name behind it, so those that routes name by a code have no secret one.
  const ask = (called = "Another computer") =>
    must(
      anybody.post<{ deviceCode: string; userCode: string }>("/api/connector/device-authorization", {
        ...{ name: called, system: "Linux", version: "0.1.0", kinds: ["report"] },
      }),
    );
  const open = async (code: string) =>
    (await must(person.post<{ pairing: { id: string } }>("/api/account/pairings/open", { code }))).pairing.id;
  const approved = async (grant: object, called?: string) => {
    const asked = await ask(called);
    await must(
      person.post(`/api/dashboard/projects/${projectId}/device-pairings/${await open(asked.userCode)}/approve`, { revision: 2, grant }),
    );
    return asked.deviceCode;
  };
  const collect = async (deviceCode: string) =>
    await must(anybody.post<{ token: string; device: { id: string } }>("/api/connector/token", { deviceCode }));
  const { token, device } = await collect(await approved({ kinds: ["report"], days: 30, jobsPerDay: 5 }, name));
  await must(
    anybody.call("/api/connector/heartbeat", {
      body: { version: "0.1.0", system: "Linux", state: "idle" },
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  const { items } = await must(
    person.call<{ items: { id: string; devices: { id: string }[] }[] }>(`/api/dashboard/projects/${projectId}/device-grants`),
  );
  const grantId = items.find(({ devices }) => devices.some(({ id }) => id === device.id))?.id ?? "";
  const waiting = await open((await ask()).userCode);
  const { userCode } = await ask();
  const deviceCode = await approved({ id: grantId });
  return { secret: secret(token, []), deviceId: device.id, grantId, pairingId: waiting, userCode, deviceCode };
}

export async function makeWorld(vars: Record<string, string> = {}): Promise<World> {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-matrix-"));
  const served = await serveBuild({ tick: false, state, vars: { ...VARS, ...vars } });
  const tables = new Tables(state);
  const owner = new Operator(served.url);
  await must(owner.setup("founder@teamcanary.example", PASSWORD));
  secret("teamcanary.example", TEAM);
  const own = await owner.project("Harbour", OWN_SITE);
  const otherName = secret("Qcanary project name", ["rival"]);
  const other = await owner.project(otherName, OTHER_SITE);
  secret("qcanary-project-name", ["rival"]);
  secret(OTHER_SITE, ["rival"]);
  secret(other.key, ["rival"]);

  const [admin, operator, mate, ended] = [
    await owner.invite(own.id, "admin", "ada@teamcanary.example"),
    await owner.invite(own.id, "operator", "oskar@teamcanary.example"),
    await owner.invite(own.id, "operator", "mate@teamcanary.example"),
    await owner.invite(own.id, "operator", "ended@teamcanary.example"),
  ];
  await owner.invite(own.id, "owner", "second-owner@teamcanary.example");
  const rival = await owner.invite(other.id, "owner", `${secret("qcanary-rival", ["rival"])}@example.test`);
  const rivalMate = await owner.invite(other.id, "owner", `${secret("qcanary-mate", ["rival"])}@example.test`);
  await must(owner.post(`/api/dashboard/projects/${other.id}/leave`, {}));
  const [mateId, rivalMateId] = [await idOf(mate), await idOf(rivalMate)];

  const inOwn = await fill(
    tables,
    own,
    OWN_SITE,
    { writer: operator, mate, mateId },
    (field, inside) =>
      field === "draft" ? secret("mates own draft", []) : secret(`vcanary-${field}`, inside ? TEAM : ["visitor", ...TEAM]),
    (field) => secret(`vcanary-${field}`, ["admin", "owner"]),
    served,
  );
  const inOther = await fill(
    tables,
    other,
    OTHER_SITE,
    { writer: rival, mate: rivalMate, mateId: rivalMateId },
    (field) => (field === "draft" ? secret("qcanary draft of the mate", []) : secret(`qcanary-${field}`, ["rival"])),
    (field) => secret(`qcanary-${field}`, ["rival"]),
    served,
  );
  await must(
    rival.call(`/api/management/projects/${other.id}/widget`, {
      method: "PATCH",
      body: {
        look: {
          color: "#3b5bdb",
          title: secret("qcanary look title", ["rival"]),
          greeting: secret("qcanary greeting", ["rival"]),
          side: "right",
          launcher: "chat",
          theme: "auto",
          offset: 20,
        },
      },
    }),
  );
  const { secret: identitySecret } = await must(
    rival.post<{ secret: string }>(`/api/management/projects/${other.id}/widget/identity-secret`, {}),
  );
  secret(identitySecret, []);

  const ownHelp = await publishedArticle(owner, own.id, (field) => secret(`vcanary-${field}`, TEAM));
  const otherHelp = await publishedArticle(rival, other.id, (field) => secret(`qcanary-${field}`, ["rival"]));
  secret("vcanary-article-title", TEAM);
  secret("qcanary-article-title", ["rival"]);

  const [stranger, left] = [new Visitor(served.url, own.key, OWN_SITE), new Visitor(served.url, own.key, OWN_SITE)];
  await must(stranger.start());
  await must(stranger.open(secret("wcanary-message", ["stranger", ...TEAM])));
  await must(left.start());
  await must(left.call("/api/widget/logout", { body: {} }));
  const cookieOfEnded = ended.cookie;
  await ended.call("/logout", { raw: "", headers: { "content-type": "application/x-www-form-urlencoded" } });
  ended.cookie = cookieOfEnded;

  const [erasedId, otherErasedId] = [
    await erasedContact(served, owner, own, OWN_SITE),
    await erasedContact(served, rival, other, OTHER_SITE),
  ];

  const [ownInvitation, otherInvitation] = [
    await invitation(owner, own.id, secret("admincanary invitation", ["admin", "owner"])),
    await invitation(rival, other.id, secret("qcanary invitation note", ["rival"])),
  ];
  const agentToken = await apiToken(owner, own.id, "Agent", ["api:write"]);
  const [ownToken, otherToken] = [
    await apiToken(owner, own.id, secret("admincanary token", ["admin", "owner"])),
    await apiToken(rival, other.id, secret("qcanary token", ["rival"])),
  ];
  const { secret: deviceToken, ...ownComputer } = await computer(
    served,
    operator,
    own.id,
    secret("vcanary-computer", [...TEAM, "computer"]),
  );
  const { secret: _, ...otherComputer } = await computer(served, rival, other.id, secret("qcanary-computer", ["rival"]));
  const now = Date.now();
  const asking = (projectId: string, grantId: string, task: string, question: string): string => {
    const id = newId("delegation", now);
    tables.run(
      `INSERT INTO delegations (id, project_id, conversation_id, account_id, grant_id, kind, task, frontier, client_id, status, created_at, started_at, asked_at)
        SELECT ?1, project_id, ?2, account_id, id, 'report', ?3, 1, ?1, 'queued', ?4, ?4, ?4 FROM device_grants WHERE id = ?5 AND project_id = ?6`,
      ...[id, newId("conversation", now), task, now, grantId, projectId],
    );
    tables.run(
      `INSERT INTO delegation_turns (delegation_id, turn, project_id, round, kind, device_id, claim_id, said, said_at) VALUES (?1, 1, ?2, 1, 'question', ?1, ?1, ?3, ?4)`,
      ...[id, projectId, question, now],
    );
    return id;
  };
  const ownWork = asking(own.id, ownComputer.grantId, secret("wcanary-task", TEAM), secret("wcanary-asked", TEAM));
  const otherWork = asking(other.id, otherComputer.grantId, secret("qcanary-task", ["rival"]), secret("qcanary-asked", ["rival"]));
  const linkedIssue = (projectId: string, conversationId: string, title: string): string => {
    const id = newId("codeIssue", now);
    tables.run(
      `INSERT INTO code_issues (project_id, id, remote_id, repository, number, kind, title, state, url, checked_at, due_at)
        VALUES (?1, ?2, ?2, 'acme/app', 7, 'issue', ?3, 'open', 'https://github.com/acme/app/issues/7', ?4, ?5)`,
      ...[projectId, id, title, now, now + 86_400_000],
    );
    tables.run(
      "INSERT INTO code_issue_links (project_id, conversation_id, issue_id, linked_by, linked_at) VALUES (?, ?, ?, ?, ?)",
      ...[projectId, conversationId, id, newId("account", now), now],
    );
    return id;
  };
  const previewGrant = (projectId: string, site: string, path: string): string => {
    const id = newId("previewGrant", now);
    tables.run(
      `INSERT INTO preview_grants (id, project_id, site, file_origins, paths, opens, members, scripts, request_limit, used, created_by, client_id, created_at, expires_at)
        VALUES (?1, ?2, ?3, '[]', json_array(?4), 'members', '[]', 0, 1000, 0, ?1, ?1, ?5, ?6)`,
      ...[id, projectId, site, path, now, now + 86_400_000],
    );
    return id;
  };
  const things: Things = {
    projectId: own.id,
    projectName: "Harbour",
    key: own.key,
    origin: OWN_SITE,
    ...inOwn,
    ...ownHelp,
    gapId: unansweredQuestion(tables, own.id, secret("vcanary-question", TEAM)),
    erasedId,
    accountId: mateId,
    sessionId: await secondSession(operator, "oskar@teamcanary.example"),
    bulkActionId: bulkAction(tables, own.id, await idOf(operator)),
    macroRunId: macroRun(tables, own.id, await idOf(operator)),
    invitationId: ownInvitation.id,
    token: ownInvitation.token,
    tokenId: ownToken.tokenId,
    ...ownComputer,
    delegationId: ownWork,
    issueId: linkedIssue(own.id, inOwn.conversationId, secret("wcanary-issue", TEAM)),
    previewGrantId: previewGrant(own.id, OWN_SITE, secret("/vcanary-path", TEAM)),
  };
  const foreign: Things = {
    projectId: other.id,
    projectName: otherName,
    key: other.key,
    origin: OTHER_SITE,
    ...inOther,
    ...otherHelp,
    gapId: unansweredQuestion(tables, other.id, secret("qcanary-question", ["rival"])),
    erasedId: otherErasedId,
    accountId: rivalMateId,
    sessionId: await secondSession(rival, "qcanary-rival@example.test"),
    bulkActionId: bulkAction(tables, other.id, await idOf(rival)),
    macroRunId: macroRun(tables, other.id, await idOf(rival)),
    invitationId: otherInvitation.id,
    token: otherInvitation.token,
    tokenId: otherToken.tokenId,
    ...otherComputer,
    delegationId: otherWork,
    issueId: linkedIssue(other.id, inOther.conversationId, secret("qcanary-issue", ["rival"])),
    previewGrantId: previewGrant(other.id, OTHER_SITE, secret("/qcanary-path", ["rival"])),
  };
  const missing: Things = {
    projectId: newId("project", now),
    projectName: "Nothing",
    key: `pk_${"A".repeat(32)}`,
    origin: "https://nothing.example",
    conversationId: newId("conversation", now),
    actionId: newId("assistantAction", now),
    webhookId: newId("webhook", now),
    webhookDeliveryId: newId("webhookDelivery", now),
    requestId: newId("actionRequest", now),
    requestHash: "b".repeat(64),
    revision: 1,
    spokenId: newId("message", now),
    answerId: newId("message", now),
    ratingId: newId("satisfactionRequest", now),
    proposalId: newId("proposal", now),
    searchId: newId("savedSearch", now),
    contactId: newId("contact", now),
    statementId: newId("profileStatement", now),
    erasedId: newId("contact", now),
    fileId: newId("file", now),
    noteFileId: newId("file", now),
    messageId: newId("message", now),
    deliveryId: newId("delivery", now),
    sourceId: newId("knowledgeSource", now),
    itemId: newId("knowledgeItem", now),
    crawlId: newId("crawl", now),
    importId: newId("helpImport", now),
    deskImportId: newId("deskImport", now),
    deskExportId: newId("deskExport", now),
    contactImportId: newId("contactImport", now),
    roundId: newId("round", now),
    receiptId: newId("receipt", now),
    ruleId: newId("monitoringRule", now),
    viewId: newId("savedView", now),
    bulkActionId: newId("bulkAction", now),
    replyId: newId("cannedReply", now),
    automationRuleId: newId("automationRule", now),
    macroId: newId("macro", now),
    macroRunId: newId("macroRun", now),
    entryId: newId("monitoringEntry", now),
    runId: newId("dryRun", now),
    tagId: newId("tag", now),
    otherTagId: newId("tag", now),
    attributeId: newId("contactAttribute", now),
    noteId: newId("contactNote", now),
    leadId: newId("lead", now),
    companyId: newId("company", now),
    suppressionId: newId("suppression", now),
    holdId: newId("legacyRecord", now),
    sequenceId: newId("outreachSequence", now),
    templateId: newId("outreachTemplate", now),
    researchRunId: newId("leadResearchRun", now),
    leadStatementId: newId("leadStatement", now),
    imageRunId: newId("imageRun", now),
    questionSetId: newId("questionSet", now),
    setQuestionId: newId("setQuestion", now),
    evaluationRunId: newId("evaluationRun", now),
    endedRunId: newId("evaluationRun", now),
    otherRunId: newId("evaluationRun", now),
    judgingId: newId("judging", now),
    blindGradingId: newId("blindGrading", now),
    promotionId: newId("promotion", now),
    plannedSetId: newId("questionSet", now),
    regressionId: newId("regression", now),
    questionProposalId: newId("questionProposal", now),
    citedArticleId: newId("article", now),
    scenarioId: newId("scenario", now),
    simulationRunId: newId("simulationRun", now),
    studioImageId: newId("studioImage", now),
    criterionId: newId("leadCriterion", now),
    teamId: newId("team", now),
    gapId: newId("gap", now),
    accountId: newId("account", now),
    sessionId: newId("session", now),
    invitationId: newId("invitation", now),
    token: "A".repeat(43),
    tokenId: newId("apiToken", now),
    deviceId: newId("device", now),
    grantId: newId("deviceGrant", now),
    pairingId: newId("devicePairing", now),
    delegationId: newId("delegation", now),
    issueId: newId("codeIssue", now),
    previewGrantId: newId("previewGrant", now),
    userCode: "BBBB-BBBB",
    deviceCode: "A".repeat(43),
    articleId: newId("article", now),
    collectionId: newId("collection", now),
  };
  // A first read records its time: do that now, so that it is not taken for an effect later.
  tables.run("UPDATE memberships SET opened_at = ?", now + 86_400_000);
  tables.run("UPDATE projects SET seen_at = ?", now + 86_400_000);

  // A search indexes what was written since the last minute.
  await owner.call(`/api/dashboard/projects/${own.id}/conversation-search?q=words`);
  await rival.call(`/api/dashboard/projects/${other.id}/conversation-search?q=words`);

  const operators = { operator, admin, owner, rival, ended };
  const visitors = { visitor: inOwn.visitor, stranger, left };
  const before = tables.dump();
  let version = tables.version();
  return {
    served,
    tables,
    before,
    own: things,
    foreign,
    missing,
    operators,
    visitors,
    headersOf(principal) {
      if (principal === "anonymous") return { origin: served.url };
      if (principal === "agent") return { authorization: `Bearer ${agentToken.secret}` };
      if (principal === "program") return { authorization: `Bearer ${ownToken.secret}` };
      if (principal === "computer") return { authorization: `Bearer ${deviceToken}` };
      if (principal in visitors) return { origin: OWN_SITE, authorization: `Bearer ${visitors[principal as "visitor"].token}` };
      return { origin: served.url, cookie: operators[principal as "owner"].cookie };
    },
    undo() {
      if (tables.version() === version) return "";
      settle(tables);
      version = tables.version();
      const changed = changes(before, tables.dump());
      for (let tries = 0, left = changed; left !== "" && tries < RESTORES; tries += 1) {
        tables.restore(before);
        settle(tables);
        version = tables.version();
        left = changes(before, tables.dump());
      }
      return changed;
    },
    async stop() {
      tables.close();
      await served.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
