// Generates the text of `edition/schema.ts`: the types of all tables, read from the migrated database.
import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { inRoot } from "./paths.ts";
import type { TableNotes } from "./table-notes.ts";
import type { Cells } from "./table-report.ts";

// A column `thing_id` is a `ThingId` if `kernel/ids` has that type. The maps below list what SQLite and the names cannot tell.
/** The type of a table's own `id`, or of an id column with another name. */
const IDS: Readonly<Record<string, string>> = {
  "account_tokens.id": "AccountTokenId",
  "accounts.id": "AccountId",
  "api_tokens.id": "ApiTokenId",
  "api_tokens.created_by": "AccountId",
  "webhooks.id": "WebhookId",
  "webhooks.created_by": "AccountId",
  "webhook_deliveries.id": "WebhookDeliveryId",
  "companies.id": "CompanyId",
  "companies.created_by": "AccountId",
  "company_contacts.set_by": "AccountId",
  "ai_calls.id": "ModelCallId",
  "assistant_rounds.id": "RoundId",
  "learning_proposals.id": "ProposalId",
  "learning_proposals.decided_by": "AccountId",
  "assistant_rounds.call_id": "ModelCallId",
  "assistant_guidance.created_by": "AccountId",
  "assistant_flags.flagged_by": "AccountId",
  "address_claims.asked_by": "AccountId",
  "assistant_action_requests.id": "ActionRequestId",
  "assistant_action_runs.id": "ActionRunId",
  "assistant_actions.id": "AssistantActionId",
  "contact_attributes.id": "ContactAttributeId",
  "contact_erasures.id": "ErasureId",
  "contact_notes.author_id": "AccountId",
  "contact_notes.id": "ContactNoteId",
  "legacy_import_holds.id": "LegacyRecordId",
  "legacy_import_holds.reconciled_by": "AccountId",
  "legacy_bucket_summaries.id": "LegacyRecordId",
  "response_clocks.ended_by": "AccountId",
  "leads.contact_id": "ContactId",
  "leads.created_by": "AccountId",
  "leads.id": "LeadId",
  "leads.owner_id": "AccountId",
  "lead_words.lead_id": "LeadId",
  "outreach_mails.delivery_id": "DeliveryId",
  "outreach_mails.edited_by": "AccountId",
  "outreach_mails.review_id": "OutreachReviewId",
  "outreach_mails.sequence_id": "OutreachSequenceId",
  "outreach_reviews.id": "OutreachReviewId",
  "outreach_reviews.reviewed_by": "AccountId",
  "outreach_reviews.sequence_id": "OutreachSequenceId",
  "outreach_reviews.written_by": "AccountId",
  "outreach_sequences.contact_id": "ContactId",
  "outreach_sequences.created_by": "AccountId",
  "outreach_sequences.id": "OutreachSequenceId",
  "outreach_sequences.lead_id": "LeadId",
  "outreach_templates.created_by": "AccountId",
  "outreach_templates.id": "OutreachTemplateId",
  "outreach_identities.updated_by": "AccountId",
  "satisfaction_requests.id": "SatisfactionRequestId",
  "satisfaction_requests.assignee_id": "AccountId",
  "satisfaction_requests.answered_by": "AccountId",
  "satisfaction_requests.closed_by": "AccountId",
  "satisfaction_requests.close_id": "EventId",
  "satisfaction_requests.team_id": "TeamId",
  "satisfaction_requests.delivery_id": "DeliveryId",
  "suppressions.created_by": "AccountId",
  "suppressions.id": "SuppressionId",
  "question_sets.created_by": "AccountId",
  "question_sets.id": "QuestionSetId",
  "set_questions.created_by": "AccountId",
  "set_questions.id": "SetQuestionId",
  "set_questions.set_id": "QuestionSetId",
  "question_settings.updated_by": "AccountId",
  "promotions.created_by": "AccountId",
  "promotions.id": "PromotionId",
  "promotions.run_id": "EvaluationRunId",
  "promotions.compared_run_id": "EvaluationRunId",
  "promotion_sides.promotion_id": "PromotionId",
  "regression_plans.set_id": "QuestionSetId",
  "regression_plans.updated_by": "AccountId",
  "regressions.id": "RegressionId",
  "regressions.set_id": "QuestionSetId",
  "regressions.run_id": "EvaluationRunId",
  "regressions.baseline_run_id": "EvaluationRunId",
  "regression_reviews.regression_id": "RegressionId",
  "regression_reviews.decided_by": "AccountId",
  "regression_baselines.set_id": "QuestionSetId",
  "regression_baselines.run_id": "EvaluationRunId",
  "evaluation_runs.created_by": "AccountId",
  "evaluation_runs.id": "EvaluationRunId",
  "evaluation_runs.set_id": "QuestionSetId",
  "evaluation_items.call_id": "ModelCallId",
  "evaluation_items.question_id": "SetQuestionId",
  "evaluation_items.run_id": "EvaluationRunId",
  "judgings.created_by": "AccountId",
  "judgings.id": "JudgingId",
  "judgings.run_id": "EvaluationRunId",
  "judgements.call_id": "ModelCallId",
  "judgements.question_id": "SetQuestionId",
  "judgements.run_id": "EvaluationRunId",
  "blind_gradings.created_by": "AccountId",
  "blind_gradings.first_run": "EvaluationRunId",
  "blind_gradings.id": "BlindGradingId",
  "blind_gradings.second_run": "EvaluationRunId",
  "blind_gradings.set_id": "QuestionSetId",
  "blind_choices.grader": "AccountId",
  "blind_choices.grading_id": "BlindGradingId",
  "blind_choices.question_id": "SetQuestionId",
  "answer_verdicts.grader": "AccountId",
  "answer_verdicts.question_id": "SetQuestionId",
  "answer_verdicts.run_id": "EvaluationRunId",
  "graders.grader": "AccountId",
  "graded_answers.decided_by": "AccountId",
  "graded_answers.question_id": "SetQuestionId",
  "graded_answers.run_id": "EvaluationRunId",
  "question_proposals.created_by": "AccountId",
  "question_proposals.id": "QuestionProposalId",
  "question_proposals.set_id": "QuestionSetId",
  "question_proposal_calls.call_id": "ModelCallId",
  "question_proposal_calls.set_id": "QuestionSetId",
  "scenarios.created_by": "AccountId",
  "scenarios.id": "ScenarioId",
  "simulation_runs.created_by": "AccountId",
  "simulation_runs.id": "SimulationRunId",
  "simulation_items.call_id": "ModelCallId",
  "simulation_items.run_id": "SimulationRunId",
  "simulation_items.scenario_id": "ScenarioId",
  "image_looks.updated_by": "AccountId",
  "image_runs.call_id": "ModelCallId",
  "image_runs.created_by": "AccountId",
  "image_runs.id": "ImageRunId",
  "image_runs.parent_id": "StudioImageId",
  "studio_images.id": "StudioImageId",
  "studio_images.parent_id": "StudioImageId",
  "studio_images.run_id": "ImageRunId",
  "lead_answers.author_id": "AccountId",
  "lead_answers.criterion_id": "LeadCriterionId",
  "lead_criteria.updated_by": "AccountId",
  "lead_research.erasing": "ContactId",
  "lead_research_runs.created_by": "AccountId",
  "lead_research_runs.id": "LeadResearchRunId",
  "lead_research_pages.run_id": "LeadResearchRunId",
  "lead_statements.author_id": "AccountId",
  "lead_statements.id": "LeadStatementId",
  "lead_statements.run_id": "LeadResearchRunId",
  "contact_merges.from_id": "ContactId",
  "contact_merges.into_id": "ContactId",
  "contact_merges.merged_by": "AccountId",
  "contact_merge_dismissals.contact_id": "ContactId",
  "contact_merge_dismissals.other_id": "ContactId",
  "contacts.id": "ContactId",
  "contacts.merged_into": "ContactId",
  "conversation_events.id": "EventId",
  "conversations.assignee_id": "AccountId",
  "conversations.preview_author_id": "AccountId",
  "conversations.id": "ConversationId",
  "devices.id": "DeviceId",
  "device_grants.id": "DeviceGrantId",
  "device_pairings.id": "DevicePairingId",
  "devices.grant_id": "DeviceGrantId",
  "device_pairings.grant_id": "DeviceGrantId",
  "devices.revoked_by": "AccountId",
  "device_grants.revoked_by": "AccountId",
  "devices.revocation_id": "DeviceRevocationId",
  "device_grants.revocation_id": "DeviceRevocationId",
  "device_pairings.opened_by": "AccountId",
  "delegations.id": "DelegationId",
  "delegations.grant_id": "DeviceGrantId",
  "code_issues.id": "CodeIssueId",
  "code_issue_links.issue_id": "CodeIssueId",
  "code_issue_counts.issue_id": "CodeIssueId",
  "code_issue_links.linked_by": "AccountId",
  "code_hosting_connections.connected_by": "AccountId",
  "code_hosting_webhooks.made_by": "AccountId",
  "delegation_effects.delegation_id": "DelegationId",
  "desk_import_access.opened_by": "AccountId",
  "desk_import_replies.reply_id": "CannedReplyId",
  "desk_import_runs.created_by": "AccountId",
  "desk_import_runs.given_by": "AccountId",
  "desk_import_runs.id": "DeskImportId",
  "files.id": "FileId",
  "help_article_texts.publish_by": "AccountId",
  "help_articles.id": "ArticleId",
  "help_articles.left_collection_id": "CollectionId",
  "help_collections.id": "CollectionId",
  "help_feedback.id": "HelpFeedbackId",
  "help_gaps.id": "GapId",
  "help_import_runs.given_by": "AccountId",
  "help_import_runs.id": "HelpImportId",
  "help_letters.id": "ContactRequestId",
  "help_questions.id": "GapQuestionId",
  "help_searches.id": "HelpSearchId",
  "inbound_mail_receipts.id": "ReceiptId",
  "installation.first_owner_id": "AccountId",
  "invitations.id": "InvitationId",
  "jobs.id": "JobId",
  "knowledge_crawls.id": "CrawlId",
  "knowledge_documents.id": "KnowledgeDocumentId",
  "knowledge_items.id": "KnowledgeItemId",
  "knowledge_sources.id": "KnowledgeSourceId",
  "mail_deliveries.id": "DeliveryId",
  "mail_deliveries.strangers_by": "AccountId",
  "automation_rules.created_by": "AccountId",
  "automation_rules.id": "AutomationRuleId",
  "automation_runs.id": "AutomationRunId",
  "automation_runs.rule_id": "AutomationRuleId",
  "macro_runs.account_id": "AccountId",
  "macro_runs.id": "MacroRunId",
  "macros.created_by": "AccountId",
  "macros.id": "MacroId",
  "macros.owner_id": "AccountId",
  "messages.id": "MessageId",
  "canned_replies.created_by": "AccountId",
  "canned_replies.id": "CannedReplyId",
  "canned_replies.owner_id": "AccountId",
  "monitoring_dry_runs.created_by": "AccountId",
  "monitoring_dry_runs.id": "DryRunId",
  "monitoring_log.id": "MonitoringEntryId",
  "monitoring_log.resolved_by": "AccountId",
  "monitoring_log.verdict_by": "AccountId",
  "monitoring_rules.id": "MonitoringRuleId",
  "preview_grants.id": "PreviewGrantId",
  "preview_grants.created_by": "AccountId",
  "preview_grants.last_opened_by": "AccountId",
  "preview_sessions.id": "PreviewSessionId",
  "preview_sessions.grant_id": "PreviewGrantId",
  "profile_refusals.statement_id": "ProfileStatementId",
  "profile_statements.id": "ProfileStatementId",
  "projects.id": "ProjectId",
  "sessions.id": "SessionId",
  "system_mails.id": "SystemMailId",
  "tags.id": "TagId",
  "tags.merged_into": "TagId",
  "teams.id": "TeamId",
  "visitor_sessions.id": "VisitorSessionId",
};
/** The type of an id column by its name, in all tables with a prefix. */
const IDS_BY_NAME: readonly (readonly [table: RegExp, column: string, id: string])[] = [
  [/^(?:knowledge_|repository_knowledge$)/, "source_id", "KnowledgeSourceId"],
  [/^knowledge_/, "document_id", "KnowledgeDocumentId"],
  [/^help_/, "run_id", "HelpImportId"],
  [/^desk_import_/, "run_id", "DeskImportId"],
  [/^assistant_action_/, "run_id", "ActionRunId"],
  [/^assistant_action_/, "action_id", "AssistantActionId"],
  [/^help_/, "feedback_id", "HelpFeedbackId"],
  [/^monitoring_/, "rule_id", "MonitoringRuleId"],
  [/^monitoring_/, "run_id", "DryRunId"],
  [/^(?:conversation_|desk_import_)/, "tag_id", "TagId"],
  [/^(conversation|team)_/, "team_id", "TeamId"],
  [/^webhook_/, "webhook_id", "WebhookId"],
  [/^company_/, "company_id", "CompanyId"],
];
/** Columns with JSON that only the product writes. */
const JSON_COLUMNS = new Set([
  "api_tokens.scopes",
  "webhooks.events",
  "assistant_action_hosts.hosts",
  "assistant_action_requests.inputs",
  "assistant_action_runs.inputs",
  "assistant_actions.definition",
  "assistant_actions.secret_names",
  "assistant_outcomes.sources",
  "audit_log.changes",
  "audit_log.detail",
  "canned_replies.file_ids",
  "contact_erasures.cursor",
  "contact_erasures.removed",
  "contact_attributes.choices",
  "contacts.attributes",
  "contacts.metadata",
  "conversation_events.data",
  "delegations.files",
  "delegations.report_files",
  "device_grants.kinds",
  "device_pairings.kinds",
  "desk_import_additions.state",
  "desk_import_additions.tags",
  "desk_import_rows.notes",
  "desk_import_runs.options",
  "drafts.file_ids",
  "automation_rules.conditions",
  "automation_rules.steps",
  "automation_rules.words",
  "automation_runs.outcomes",
  "automation_runs.raised",
  "automation_runs.steps",
  "macro_runs.steps",
  "macros.steps",
  "help_centers.images",
  "help_centers.links",
  "help_centers.locales",
  "help_centers.translations",
  "help_gaps.terms",
  "help_import_rows.before",
  "help_import_rows.notes",
  "help_import_runs.options",
  "help_import_runs.outline",
  "help_questions.terms",
  "knowledge_websites.addresses",
  "knowledge_websites.exclude",
  "knowledge_websites.include",
  "mails.cc_list",
  "mails.to_list",
  "messages.origin",
  "monitoring_dry_items.found",
  "monitoring_dry_runs.rules",
  "monitoring_rules.channels",
  "monitoring_rules.languages",
  "monitoring_rules.members",
  "notice_mails.conversations",
  "pending_replies.file_ids",
  "pending_replies.intent",
  "pending_replies.mail",
  "preview_grants.file_origins",
  "preview_grants.members",
  "preview_grants.paths",
  "profile_refusals.numbers",
  "profile_refusals.terms",
  "projects.look",
]);

/** The type of a column whose values the table's CHECK lists. */
function listedValues(sql: string, column: string): string | undefined {
  const list = new RegExp(`\\bCHECK \\(${column} IN \\(((?:'[^']*'(?:, )?)+)\\)\\)`).exec(sql)?.[1];
  return list === undefined
    ? undefined
    : list
        .split(", ")
        .map((value) => JSON.stringify(value.slice(1, -1)))
        .join(" | ");
}

const pascal = (name: string): string => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The text of the generated file. Throws if a note or a map above names a missing column, or no module owns a table. */
export function schemaTypes(db: DatabaseSync, notes: TableNotes): string {
  const kinds = new Set(
    [...readFileSync(inRoot("kernel/ids/index.ts"), "utf8").matchAll(/^export type (\w+Id) =/gm)].map(([, name = ""]) => name),
  );
  const used = new Set<string>();
  const seen = new Set<string>();
  const wrong: string[] = [];
  const idOf = (table: string, column: string): string | undefined => {
    const path = `${table}.${column}`;
    const found = IDS[path] ?? IDS_BY_NAME.find(([tables, name]) => name === column && tables.test(table))?.[2] ?? pascal(column);
    if (kinds.has(found)) used.add(found);
    else if (path in IDS) throw new Error(`${path}: kernel/ids has no ${found}`);
    return kinds.has(found) ? found : undefined;
  };
  const tables = db
    .prepare(
      "SELECT name, type, (SELECT sql FROM sqlite_master m WHERE m.name = t.name) AS sql FROM pragma_table_list t WHERE schema = 'main' AND type IN ('table', 'virtual', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
    )
    .all() as Cells[];
  const interfaces = tables.map((table) => {
    const name = String(table["name"]);
    const columns = db.prepare("SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1").all(name) as Cells[];
    const lines = columns.map((column) => {
      const [own, declared] = [String(column["name"]), String(column["type"]).toUpperCase()];
      const path = `${name}.${own}`;
      seen.add(path);
      const plain = declared === "INTEGER" || declared === "REAL" ? "number" : declared === "BLOB" ? "ArrayBuffer" : "string";
      const text = JSON_COLUMNS.has(path) ? "JsonText" : (idOf(name, own) ?? listedValues(String(table["sql"]), own) ?? "string");
      // Columns of a virtual table have no declared type: they are text, except the counts of FTS.
      const type = table["type"] === "virtual" ? (["doc", "cnt"].includes(own) ? "number" : "string") : plain === "string" ? text : plain;
      const nullable = table["type"] === "table" && !column["notnull"] && !column["pk"];
      const comment = notes.get(name)?.columns[own];
      return `${comment === undefined ? "" : `      /** ${comment} */\n`}      readonly ${own}: ${type}${nullable ? " | null" : ""};`;
    });
    const note = notes.get(name);
    if (table["type"] === "table" && note === undefined) wrong.push(`${name}: no columns.json lists it`);
    for (const column of Object.keys(note?.columns ?? {}))
      if (!seen.has(`${name}.${column}`)) wrong.push(`${name}.${column} of columns.json is not there`);
    return `${note?.note === undefined ? "" : `    /** ${note.note} */\n`}    readonly ${name}: {\n${lines.join("\n")}\n    };`;
  });
  for (const path of [...Object.keys(IDS), ...JSON_COLUMNS])
    if (!seen.has(path)) wrong.push(`${path} of scripts/lib/schema-types.ts is not there`);
  for (const name of notes.keys()) if (!tables.some((table) => table["name"] === name)) wrong.push(`${name} of columns.json is not there`);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return `// Generated from the migrations by \`pnpm migrations:prepare\`; \`pnpm check\` compares it.
/* oxlint-disable eslint/max-lines */
import type { ${[...used].sort().join(", ")} } from "#kernel/ids/index.ts";

declare module "#kernel/db/tables.ts" {
  interface Tables {
${interfaces.join("\n")}
  }
}
`;
}
