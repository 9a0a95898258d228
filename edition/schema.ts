// Generated from the migrations by `pnpm migrations:prepare`; `pnpm check` compares it.
import type {
  AccountId,
  AccountTokenId,
  ArticleId,
  CollectionId,
  ContactId,
  ConversationId,
  CrawlId,
  DeliveryId,
  ErasureId,
  EventId,
  FileId,
  GapId,
  GapQuestionId,
  HelpFeedbackId,
  HelpImportId,
  HelpLetterId,
  HelpSearchId,
  InvitationId,
  JobId,
  KnowledgeDocumentId,
  KnowledgeItemId,
  KnowledgeSourceId,
  MessageId,
  ProjectId,
  ReceiptId,
  SessionId,
  SystemMailId,
  VisitorSessionId,
} from "#kernel/ids/index.ts";

declare module "#kernel/db/tables.ts" {
  interface Tables {
    readonly abuse_counters: {
      readonly key: string;
      readonly window: number;
      readonly n: number;
      readonly expires_at: number;
    };
    readonly account_tokens: {
      readonly id: AccountTokenId;
      readonly kind: "register" | "reset" | "confirm" | "change";
      readonly account_id: AccountId | null;
      readonly address: string;
      readonly hash: string | null;
      readonly expires_at: number;
      readonly used_at: number | null;
      readonly used_by: string | null;
      readonly created_at: number;
    };
    readonly accounts: {
      readonly id: AccountId;
      readonly email: string;
      readonly name: string;
      readonly password_hash: string;
      readonly created_at: number;
      readonly disabled_at: number | null;
      readonly email_verified_at: number | null;
    };
    readonly address_claims: {
      readonly project_id: ProjectId;
      readonly address: string;
      readonly domain: string;
      readonly takes_mail: number;
      readonly created_at: number;
      readonly ask_id: string | null;
      readonly asked_by: AccountId | null;
      readonly asked_at: number | null;
      readonly code_hash: string | null;
      readonly tries: number;
      readonly expires_at: number | null;
      readonly arrived_at: number | null;
      readonly proved_at: number | null;
    };
    readonly address_codes: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly delivery_id: DeliveryId;
      readonly address: string;
      readonly code_hash: string | null;
      readonly tries: number;
      readonly used_by: string | null;
      readonly created_at: number;
      readonly expires_at: number;
    };
    readonly audit_log: {
      readonly id: string;
      readonly project_id: ProjectId;
      readonly actor: string;
      readonly action: string;
      readonly detail: JsonText;
      readonly created_at: number;
    };
    readonly contact_erasure_objects: {
      readonly erasure_id: ErasureId;
      readonly object_key: string;
      readonly removed_at: number | null;
    };
    readonly contact_erasures: {
      readonly id: ErasureId;
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly erased_by: string;
      readonly started_at: number;
      readonly finished_at: number | null;
      readonly removed: JsonText;
      readonly step: string;
      readonly cursor: JsonText;
    };
    readonly contacts: {
      readonly id: ContactId;
      readonly project_id: ProjectId;
      readonly name: string | null;
      readonly email: string | null;
      readonly email_verified: number;
      readonly identifier: string | null;
      readonly metadata: JsonText;
      readonly state: "active" | "hidden" | "erasing" | "erased";
      readonly created_at: number;
      readonly last_seen_at: number | null;
      readonly last_page: string | null;
    };
    readonly conversation_events: {
      readonly project_id: ProjectId;
      readonly sequence: number;
      readonly id: EventId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly revision: number;
      readonly kind: string;
      readonly visible: number;
      readonly previous_visible: number;
      readonly actor_role: string;
      readonly actor_id: string | null;
      readonly scope: string;
      readonly client_id: string;
      readonly fingerprint: string;
      readonly message_id: MessageId | null;
      readonly data: JsonText;
      readonly created_at: number;
    };
    readonly conversation_reads: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      readonly revision: number;
      readonly visitor_messages: number;
    };
    readonly conversations: {
      readonly project_id: ProjectId;
      readonly id: ConversationId;
      readonly contact_id: ContactId;
      readonly client_id: string;
      readonly door: string;
      readonly status: "open" | "snoozed" | "closed";
      readonly snoozed_until: number | null;
      readonly assignee_id: AccountId | null;
      readonly revision: number;
      readonly visible_revision: number;
      readonly created_at: number;
      readonly last_activity_at: number;
      readonly waiting_since: number | null;
      readonly visitor_messages: number;
      readonly team_messages: number;
      readonly preview: string;
      readonly preview_role: string;
      readonly preview_automatic: number;
      readonly customer_read_revision: number;
      readonly customer_read_count: number;
      readonly team_read_revision: number;
      readonly subject: string | null;
    };
    readonly drafts: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      readonly kind: "reply" | "note";
      readonly content: string;
      readonly file_ids: JsonText;
      readonly updated_at: number;
    };
    readonly email_settings: {
      readonly project_id: ProjectId;
      readonly sender: string | null;
      readonly sender_name: string | null;
      readonly reply_address: string | null;
      readonly signature: string;
      readonly updated_at: number;
      readonly ask_address: number;
      readonly mail_unseen: number;
    };
    readonly files: {
      readonly id: FileId;
      readonly project_id: ProjectId;
      readonly object_key: string;
      readonly name: string;
      readonly type: string;
      readonly size: number;
      readonly sha256: string | null;
      readonly inline: number;
      readonly state: "pending" | "stored" | "attached" | "removing";
      readonly owner: string;
      readonly client_id: string;
      readonly contact_id: ContactId | null;
      readonly message_id: MessageId | null;
      readonly counted: string;
      readonly created_at: number;
      readonly conversation_id: ConversationId | null;
    };
    readonly help_article_files: {
      readonly project_id: ProjectId;
      readonly article_id: ArticleId;
      readonly file_id: FileId;
      readonly width: number | null;
      readonly height: number | null;
      readonly published: number;
      readonly check_at: number;
    };
    readonly help_article_texts: {
      readonly project_id: ProjectId;
      readonly article_id: ArticleId;
      readonly locale: string;
      readonly slug: string;
      readonly title: string;
      readonly summary: string;
      readonly content: string;
      readonly revision: number;
      readonly updated_at: number;
      readonly updated_by: string;
      readonly version: number | null;
      readonly live_slug: string | null;
      readonly live_revision: number | null;
      readonly published_at: number | null;
      readonly publish_at: number | null;
      readonly publish_by: AccountId | null;
      readonly slug_kept: number;
      readonly folded: string;
      readonly schedule_failed_at: number | null;
      readonly schedule_failed: "giver" | "text" | "trouble" | null;
    };
    readonly help_article_versions: {
      readonly project_id: ProjectId;
      readonly article_id: ArticleId;
      readonly locale: string;
      readonly version: number;
      readonly slug: string;
      readonly title: string;
      readonly summary: string;
      readonly content: string;
      readonly published_at: number;
      readonly published_by: string;
    };
    readonly help_articles: {
      readonly id: ArticleId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly collection_id: CollectionId | null;
      readonly place: number;
      readonly audience: "public" | "members" | "told";
      readonly assistant: number;
      readonly created_at: number;
      readonly created_by: string;
      readonly archived_at: number | null;
      readonly left_collection_id: CollectionId | null;
    };
    readonly help_centers: {
      readonly project_id: ProjectId;
      readonly open: number;
      readonly title: string;
      readonly description: string;
      readonly default_locale: string;
      readonly locales: JsonText;
      readonly links: JsonText;
      readonly updated_at: number;
      readonly updated_by: string;
      readonly contact: string | null;
      readonly revision: number;
      readonly letters: number | null;
      readonly authors: number;
    };
    readonly help_collection_texts: {
      readonly project_id: ProjectId;
      readonly collection_id: CollectionId;
      readonly locale: string;
      readonly slug: string;
      readonly name: string;
      readonly description: string;
    };
    readonly help_collections: {
      readonly id: CollectionId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly place: number;
      readonly created_at: number;
      readonly removed_at: number | null;
    };
    readonly help_feedback: {
      readonly id: HelpFeedbackId;
      readonly project_id: ProjectId;
      readonly article_id: ArticleId;
      readonly locale: string;
      readonly client_id: string;
      readonly helpful: number;
      readonly comment: string | null;
      readonly contact_id: ContactId | null;
      readonly created_at: number;
    };
    readonly help_feedback_days: {
      readonly project_id: ProjectId;
      readonly day: number;
      readonly article_id: ArticleId;
      readonly helpful: number;
      readonly answers: number;
    };
    readonly help_gap_terms: {
      readonly project_id: ProjectId;
      readonly locale: string;
      readonly term: string;
      readonly gap_id: GapId;
    };
    readonly help_gaps: {
      readonly id: GapId;
      readonly project_id: ProjectId;
      readonly locale: string;
      readonly question: string;
      readonly terms: JsonText;
      readonly questions: number;
      readonly state: "open" | "ignored" | "written";
      readonly article_id: ArticleId | null;
      readonly found: string | null;
      readonly created_at: number;
      readonly last_at: number;
      readonly changed_by: string | null;
      readonly look_at: number | null;
    };
    readonly help_import_access: {
      readonly project_id: ProjectId;
      readonly opened_at: number;
      readonly opened_by: string;
    };
    readonly help_import_items: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly locale: string;
      readonly article_id: ArticleId;
      readonly run_id: HelpImportId;
      readonly hash: string;
      readonly revision: number;
      readonly audience: "public" | "members" | "told" | null;
      readonly publish: number;
    };
    readonly help_import_rows: {
      readonly project_id: ProjectId;
      readonly run_id: HelpImportId;
      readonly source_id: string;
      readonly locale: string;
      readonly title: string;
      readonly url: string | null;
      readonly outcome: "created" | "updated" | "unchanged" | "kept" | "skipped";
      readonly reason: string | null;
      readonly article_id: ArticleId | null;
      readonly attempt: string;
      readonly notes: JsonText;
      readonly open: number;
      readonly publish: number;
      readonly before: JsonText | null;
      readonly undone: string | null;
    };
    readonly help_import_runs: {
      readonly id: HelpImportId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly name: string;
      readonly platform: string;
      readonly place: string;
      readonly options: JsonText;
      readonly dry: number;
      readonly state: "running" | "failed" | "aborted" | "done" | "undoing" | "undone";
      readonly phase: "outline" | "articles" | "finish" | "undo";
      readonly at: string | null;
      readonly outline: JsonText | null;
      readonly total: number | null;
      readonly created: number;
      readonly updated: number;
      readonly unchanged: number;
      readonly kept: number;
      readonly skipped: number;
      readonly published: number;
      readonly removed: number;
      readonly restored: number;
      readonly spared: number;
      readonly failures: number;
      readonly error: string | null;
      readonly resume_at: number | null;
      readonly created_at: number;
      readonly created_by: string;
      readonly updated_at: number;
      readonly finished_at: number | null;
      readonly given_by: AccountId;
      readonly narrowed: number;
    };
    readonly help_letters: {
      readonly id: HelpLetterId;
      readonly project_id: ProjectId;
      readonly state: "pending" | "sent";
      readonly delivery_id: DeliveryId;
      readonly locale: string;
      readonly name: string | null;
      readonly email: string | null;
      readonly message: string | null;
      readonly article_id: ArticleId | null;
      readonly query: string | null;
      readonly visit: string | null;
      readonly feedback: string | null;
      readonly contact_id: ContactId | null;
      readonly created_at: number;
      readonly expires_at: number;
    };
    readonly help_questions: {
      readonly id: GapQuestionId;
      readonly project_id: ProjectId;
      readonly locale: string;
      readonly question: string;
      readonly terms: JsonText;
      readonly source: "search" | "feedback" | "assistant";
      readonly article_id: ArticleId | null;
      readonly conversation_id: ConversationId | null;
      readonly feedback_id: HelpFeedbackId | null;
      readonly contact_id: ContactId | null;
      readonly gap_id: GapId | null;
      readonly created_at: number;
    };
    readonly help_redirects: {
      readonly project_id: ProjectId;
      readonly locale: string;
      readonly path: string;
      readonly article_id: ArticleId;
      readonly created_at: number;
    };
    readonly help_render_runs: {
      readonly project_id: ProjectId;
      readonly job_id: JobId;
      readonly cursor: string;
      readonly created_at: number;
    };
    readonly help_renders: {
      readonly project_id: ProjectId;
      readonly whole_run: string | null;
      readonly sitemap_run: string | null;
      readonly begun_at: number | null;
      readonly rendered_at: number | null;
    };
    readonly help_search_days: {
      readonly project_id: ProjectId;
      readonly day: number;
      readonly searches: number;
      readonly without: number;
      readonly opened: number;
    };
    readonly help_search_terms: {
      readonly project_id: ProjectId;
      readonly day: number;
      readonly locale: string;
      readonly terms: string;
      readonly searches: number;
      readonly without: number;
      readonly opened: number;
    };
    readonly help_searches: {
      readonly id: HelpSearchId;
      readonly project_id: ProjectId;
      readonly locale: string;
      readonly query: string;
      readonly terms: string;
      readonly place: "page" | "widget";
      readonly results: number;
      readonly opened: string | null;
      readonly contact_id: ContactId | null;
      readonly created_at: number;
    };
    readonly inbound_addresses: {
      readonly address: string;
      readonly project_id: ProjectId;
      readonly created_at: number;
      readonly held_at: number | null;
      readonly takes_mail: number;
    };
    readonly inbound_mail_receipts: {
      readonly id: ReceiptId;
      readonly project_id: ProjectId;
      readonly identity_hash: string;
      readonly object_key: string | null;
      readonly envelope_from: string | null;
      readonly envelope_to: string | null;
      readonly subject: string | null;
      readonly size: number;
      readonly door: string;
      readonly state: "received" | "admitting" | "admitted" | "failed" | "unreadable" | "dropped";
      readonly attempts: number;
      readonly message_id: MessageId | null;
      readonly error: string | null;
      readonly received_at: number;
      readonly admitted_at: number | null;
      readonly classified_at: number | null;
      readonly automatic: number | null;
      readonly reasons: string | null;
      readonly contact_id: ContactId | null;
      readonly waits_for: string | null;
    };
    readonly installation: {
      readonly id: number;
      readonly key: string;
      readonly first_owner_id: AccountId;
      readonly created_at: number;
    };
    readonly invitations: {
      readonly id: InvitationId;
      readonly project_id: ProjectId;
      readonly token_hash: string;
      readonly role: "owner" | "admin" | "operator";
      readonly note: string;
      readonly created_by: string;
      readonly client_id: string;
      readonly created_at: number;
      readonly expires_at: number;
      readonly used_at: number | null;
      readonly used_by: string | null;
      readonly address: string | null;
    };
    readonly jobs: {
      readonly id: JobId;
      readonly project_id: ProjectId | null;
      readonly kind: string;
      readonly key: string;
      readonly payload: string;
      readonly state: "queued" | "running" | "done" | "dead";
      readonly attempts: number;
      readonly due_at: number;
      readonly lease: string | null;
      readonly lease_until: number | null;
      readonly created_at: number;
      readonly finished_at: number | null;
      readonly error: string | null;
      readonly contact_id: ContactId | null;
    };
    readonly knowledge_chunks: {
      readonly id: number;
      readonly project_id: ProjectId;
      readonly document_id: KnowledgeDocumentId;
      readonly position: number;
      readonly heading: string;
      readonly content: string;
      readonly title_words: number;
      readonly heading_words: number;
      readonly body_words: number;
      readonly epoch: number;
    };
    readonly knowledge_crawler_access: {
      readonly project_id: ProjectId;
      readonly opened_at: number;
      readonly opened_by: string;
    };
    readonly knowledge_crawls: {
      readonly id: CrawlId;
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      readonly way: "crawler" | "pages" | "sitemap";
      readonly state: "starting" | "running" | "reading" | "removing" | "done" | "failed" | "aborted";
      readonly abort_asked: number;
      readonly tried_at: number | null;
      readonly provider_run_id: string | null;
      readonly dataset_id: string | null;
      readonly position: number;
      readonly waits: number;
      readonly complete: number;
      readonly found: number;
      readonly stored: number;
      readonly unchanged: number;
      readonly skipped: number;
      readonly failed: number;
      readonly removed: number;
      readonly cost_usd: number | null;
      readonly error: string | null;
      readonly started_by: string;
      readonly client_id: string;
      readonly created_at: number;
      readonly finished_at: number | null;
    };
    readonly knowledge_documents: {
      readonly id: KnowledgeDocumentId;
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      readonly key: string;
      readonly title: string;
      readonly url: string | null;
      readonly locale: string;
      readonly audience: "public" | "members" | "told";
      readonly assistant: number;
      readonly hash: string;
      readonly updated_at: number;
    };
    readonly knowledge_embedding_usage: {
      readonly project_id: ProjectId;
      readonly day: string;
      readonly tokens: number;
      readonly cost: number;
    };
    readonly knowledge_index_state: {
      readonly id: number;
      readonly epoch: number;
      readonly removed: number;
      readonly merge_began_at: number;
      readonly merge_until: number | null;
    };
    readonly knowledge_indexes: {
      readonly number: number;
      readonly project_id: ProjectId;
      readonly next: number;
      readonly chunks: number;
      readonly title_words: number;
      readonly heading_words: number;
      readonly body_words: number;
    };
    readonly knowledge_items: {
      readonly id: KnowledgeItemId;
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      readonly key: string;
      readonly title: string;
      readonly content: string;
      readonly url: string | null;
      readonly state: "draft" | "waiting" | "ready" | "skipped" | "failed" | "removing";
      readonly error: string | null;
      readonly hash: string;
      readonly etag: string | null;
      readonly object_key: string | null;
      readonly text_key: string | null;
      readonly type: string | null;
      readonly size: number;
      readonly parts: number;
      readonly message_id: MessageId | null;
      readonly contact_id: ContactId | null;
      readonly crawl_id: CrawlId | null;
      readonly tries: number;
      readonly revision: number;
      readonly client_id: string | null;
      readonly created_by: string | null;
      readonly created_at: number;
      readonly updated_at: number;
    };
    readonly knowledge_sources: {
      readonly id: KnowledgeSourceId;
      readonly project_id: ProjectId;
      readonly kind: "articles" | "snippets" | "files" | "answers" | "website";
      readonly name: string;
      readonly audience: "public" | "members" | "told";
      readonly locale: string;
      readonly assistant: number;
      readonly created_by: string;
      readonly client_id: string;
      readonly created_at: number;
      readonly synced_at: number | null;
      readonly removed_at: number | null;
      readonly removing: number;
    };
    readonly knowledge_terms: {
      readonly term: string;
      readonly doc: number;
      readonly cnt: number;
    };
    readonly knowledge_vector_ends: {
      readonly project_id: ProjectId;
      readonly due_at: number;
    };
    readonly knowledge_vector_stores: {
      readonly name: string;
      readonly dimension: number | null;
      readonly generation: number;
      readonly checked_at: number;
      readonly retry_at: number;
      readonly error: string | null;
    };
    readonly knowledge_vectors: {
      readonly document_id: KnowledgeDocumentId;
      readonly project_id: ProjectId;
      readonly revision: number;
      readonly place: string;
      readonly hash: string;
      readonly due_at: number | null;
      readonly attempts: number;
      readonly error: string | null;
    };
    readonly knowledge_websites: {
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      readonly way: "crawler" | "pages" | "sitemap";
      readonly addresses: JsonText;
      readonly include: JsonText;
      readonly exclude: JsonText;
      readonly max_pages: number;
      readonly schedule: "manual" | "daily" | "weekly";
      readonly next_at: number | null;
      readonly given_by: string | null;
    };
    readonly knowledge_words: {
      readonly title: string;
      readonly heading: string;
      readonly body: string;
      readonly scope: string;
    };
    readonly mail_contacts: {
      readonly project_id: ProjectId;
      readonly address_hash: string;
      readonly contact_id: ContactId;
      readonly created_at: number;
    };
    readonly mail_copies: {
      readonly delivery_id: DeliveryId;
      readonly place: number;
      readonly project_id: ProjectId;
      readonly kind: "cc" | "bcc";
      readonly address: string | null;
      readonly to_hash: string;
      readonly proved: number;
      readonly updated_at: number;
    };
    readonly mail_deliveries: {
      readonly id: DeliveryId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId | null;
      readonly message_id: MessageId | null;
      readonly contact_id: ContactId | null;
      readonly kind: string;
      readonly cause: string;
      readonly to_address: string | null;
      readonly to_hash: string;
      readonly proved: number;
      readonly subject: string | null;
      readonly header_id: string | null;
      readonly provider: string | null;
      readonly state: "queued" | "sending" | "sent" | "bounced" | "failed" | "needs_review" | "suppressed" | "held";
      readonly attempts: number;
      readonly provider_id: string | null;
      readonly error: string | null;
      readonly created_at: number;
      readonly updated_at: number;
      readonly due_at: number | null;
      readonly strangers: number;
      readonly strangers_by: AccountId | null;
    };
    readonly mail_domains: {
      readonly domain: string;
      readonly project_id: ProjectId;
      readonly approved_by: string;
      readonly approved_at: number;
    };
    readonly mail_forwards: {
      readonly delivery_id: DeliveryId;
      readonly project_id: ProjectId;
      readonly message_id: MessageId;
      readonly content: string;
    };
    readonly mail_suppressions: {
      readonly project_id: ProjectId;
      readonly address_hash: string;
      readonly reason: string;
      readonly created_at: number;
    };
    readonly mail_uploads: {
      readonly object_key: string;
      readonly created_at: number;
    };
    readonly mails: {
      readonly message_id: MessageId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly direction: "in" | "out";
      readonly header_id: string | null;
      readonly header_hash: string | null;
      readonly from_address: string | null;
      readonly from_name: string | null;
      readonly to_list: JsonText;
      readonly cc_list: JsonText;
      readonly subject: string | null;
      readonly authentication: string | null;
      readonly html_key: string | null;
      readonly text_key: string | null;
      readonly quoted: string | null;
      readonly created_at: number;
      readonly sender_hash: string | null;
    };
    readonly memberships: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly role: "owner" | "admin" | "operator";
      readonly joined_at: number;
      readonly opened_at: number;
    };
    readonly messages: {
      readonly id: MessageId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly kind: "message" | "note";
      readonly revision: number;
      readonly author_role: "visitor" | "operator" | "assistant" | "system";
      readonly author_id: string | null;
      readonly content: string;
      readonly origin: JsonText;
      readonly client_id: string;
      readonly created_at: number;
      readonly erased_at: number | null;
    };
    readonly notice_mails: {
      readonly project_id: ProjectId;
      readonly delivery_id: DeliveryId;
      readonly account_id: AccountId;
      readonly kind: "conversation" | "summary" | "more" | "refused";
      readonly conversations: JsonText;
      readonly total: number;
      readonly quiet_since: number | null;
      readonly created_at: number;
    };
    readonly notice_progress: {
      readonly id: number;
      readonly events_at: number;
      readonly events_id: string;
      readonly mails_at: number;
      readonly mails_id: string;
    };
    readonly notice_settings: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly events: number;
      readonly quiet_from: number | null;
      readonly quiet_to: number | null;
      readonly zone: string;
      readonly days: number;
      readonly updated_at: number;
    };
    readonly notices: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly cause: string;
      readonly events: number;
      readonly since_revision: number;
      readonly revision: number;
      readonly quiet_since: number | null;
      readonly due_at: number;
    };
    readonly project_heads: {
      readonly project_id: ProjectId;
      readonly sequence: number;
      readonly changed_at: number;
    };
    readonly projects: {
      readonly id: ProjectId;
      readonly name: string;
      readonly slug: string;
      readonly created_by: string;
      readonly client_id: string;
      readonly created_at: number;
      readonly widget_key: string | null;
      readonly website_origin: string | null;
      readonly identity_secret: string | null;
      readonly look: JsonText;
      readonly seen_at: number | null;
      readonly deleted_at: number | null;
      readonly deleted_by: string | null;
    };
    readonly return_tokens: {
      readonly token_hash: string;
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly conversation_id: ConversationId;
      readonly used_by: string | null;
      readonly expires_at: number;
    };
    readonly sessions: {
      readonly id: SessionId;
      readonly account_id: AccountId;
      readonly token_hash: string;
      readonly device: string;
      readonly created_at: number;
      readonly last_used_at: number;
      readonly expires_at: number;
    };
    readonly system_mails: {
      readonly id: SystemMailId;
      readonly kind: string;
      readonly subject_id: string;
      readonly cause: string;
      readonly to_hash: string;
      readonly proved: number;
      readonly provider: string | null;
      readonly provider_id: string | null;
      readonly state: "queued" | "sending" | "sent" | "bounced" | "failed" | "needs_review" | "dropped";
      readonly attempts: number;
      readonly attempt_key: string | null;
      readonly error: string | null;
      readonly created_at: number;
      readonly updated_at: number;
    };
    readonly unseen_mails: {
      readonly delivery_id: DeliveryId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly after_revision: number;
      readonly up_to_revision: number;
      readonly created_at: number;
    };
    readonly visitor_sessions: {
      readonly id: VisitorSessionId;
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly token_hash: string;
      readonly client_id: string;
      readonly verified: number;
      readonly created_at: number;
      readonly last_used_at: number;
      readonly expires_at: number;
    };
  }
}
