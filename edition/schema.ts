// Generated from the migrations by `pnpm migrations:prepare`; `pnpm check` compares it.
/* oxlint-disable eslint/max-lines */
import type { AccountId, AccountTokenId, ActionRequestId, ActionRunId, ApiTokenId, ArticleId, AssistantActionId, AutomationRuleId, AutomationRunId, BlindGradingId, BulkActionId, CannedReplyId, CodeIssueId, CollectionId, CompanyId, ContactAttributeId, ContactId, ContactNoteId, ContactRequestId, ConversationId, CrawlId, DelegationId, DeliveryId, DeskImportId, DeviceGrantId, DeviceId, DevicePairingId, DeviceRevocationId, DryRunId, ErasureId, EvaluationRunId, EventId, FileId, GapId, GapQuestionId, HelpFeedbackId, HelpImportId, HelpSearchId, ImageRunId, InvitationId, JobId, JudgingId, KnowledgeDocumentId, KnowledgeItemId, KnowledgeSourceId, LeadCriterionId, LeadId, LeadResearchRunId, LeadStatementId, LegacyRecordId, MacroId, MacroRunId, MessageId, ModelCallId, MonitoringEntryId, MonitoringRuleId, OutreachReviewId, OutreachSequenceId, OutreachTemplateId, PreviewGrantId, PreviewSessionId, ProfileStatementId, ProjectId, PromotionId, ProposalId, QuestionProposalId, QuestionSetId, ReceiptId, RegressionId, RoundId, SatisfactionRequestId, ScenarioId, SessionId, SetQuestionId, SimulationRunId, StudioImageId, SuppressionId, SystemMailId, TagId, TeamId, VisitorSessionId, WebhookDeliveryId, WebhookId } from "#kernel/ids/index.ts";

declare module "#kernel/db/tables.ts" {
  interface Tables {
    readonly abuse_counters: {
      /** Name of the limit and its subject; addresses only as keyed hashes. */
      readonly key: string;
      /** Start of the window, milliseconds since 1970. */
      readonly window: number;
      readonly n: number;
      readonly expires_at: number;
    };
    /** Requests made by mail. A row has no token until its mail is sent. */
    readonly account_tokens: {
      readonly id: AccountTokenId;
      readonly kind: "register" | "reset" | "confirm" | "change";
      /** The account concerned; null when the request must not check whether there is one. */
      readonly account_id: AccountId | null;
      /** The recipient, in lower case: the token verifies this address and no other. */
      readonly address: string;
      /** SHA-256 of the token in the newest mail; null until one is sent. */
      readonly hash: string | null;
      readonly expires_at: number;
      readonly used_at: number | null;
      /** A random name of the one use. */
      readonly used_by: string | null;
      readonly created_at: number;
      /** Of the interface when the mail was asked for. */
      readonly language: string | null;
    };
    readonly accounts: {
      readonly id: AccountId;
      /** Lower case. */
      readonly email: string;
      readonly name: string;
      readonly password_hash: string;
      readonly created_at: number;
      readonly disabled_at: number | null;
      /** When a link sent to the address was used; null: the address is not verified. */
      readonly email_verified_at: number | null;
      /** Of the interface, chosen by the person; null: as the browser says. */
      readonly language: string | null;
      /** Which of the interface's languages a browser of theirs last asked for. */
      readonly browser_language: string | null;
    };
    /** Addresses that a project says are its own, each with the code that it was asked to prove it by. */
    readonly address_claims: {
      readonly project_id: ProjectId;
      readonly address: string;
      readonly domain: string;
      /** 0: the project only sends from it. */
      readonly takes_mail: number;
      readonly created_at: number;
      /** Names the newest code: its mail is about it. */
      readonly ask_id: string | null;
      /** Only this person may type the code. */
      readonly asked_by: AccountId | null;
      readonly asked_at: number | null;
      /** Keyed hash of the code; null until its mail is made, and once it is void. */
      readonly code_hash: string | null;
      readonly tries: number;
      readonly expires_at: number | null;
      /** When a code came in at a channel of ours: the domain is routed to the desk, and a code proves nothing there. */
      readonly arrived_at: number | null;
      /** When the code was typed. Null: it waits, or its domain is approved. */
      readonly proved_at: number | null;
    };
    /** The address that a contact is proving, one at a time. */
    readonly address_codes: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      /** The mail that carries the code. */
      readonly delivery_id: DeliveryId;
      readonly address: string;
      /** Keyed hash of the code; null until its mail is made. */
      readonly code_hash: string | null;
      readonly tries: number;
      /** The call that used it up. */
      readonly used_by: string | null;
      readonly created_at: number;
      readonly expires_at: number;
    };
    /** Calls of models, with tokens and cost; kept for 40 days. They hold no text. */
    readonly ai_calls: {
      readonly id: ModelCallId;
      readonly project_id: ProjectId;
      readonly purpose: string;
      readonly provider: string;
      readonly model: string;
      readonly state: "started" | "done" | "failed" | "lost";
      readonly started_at: number;
      readonly deadline_at: number;
      readonly ended_at: number | null;
      readonly estimate: number;
      readonly input_tokens: number | null;
      readonly cached_tokens: number | null;
      readonly output_tokens: number | null;
      readonly cost: number | null;
      readonly price_source: string | null;
      readonly provider_request: string | null;
      readonly error: string | null;
      readonly counted: string;
    };
    /** What the last test of a model found out. */
    readonly ai_model_tests: {
      readonly project_id: ProjectId;
      readonly provider: string;
      readonly model: string;
      readonly tested_at: number;
      readonly works: number;
      readonly tools: number | null;
      readonly images: number | null;
    };
    /** The model that a project has chosen for a purpose. */
    readonly ai_models: {
      readonly project_id: ProjectId;
      readonly purpose: "reply" | "assist" | "context";
      readonly provider: string;
      readonly model: string;
    };
    /** Sums of a day (UTC), for ceilings and screens; kept for 400 days. */
    readonly ai_usage: {
      readonly project_id: ProjectId;
      readonly day: string;
      readonly purpose: string;
      readonly provider: string;
      readonly model: string;
      readonly calls: number;
      readonly failed: number;
      readonly input_tokens: number;
      readonly output_tokens: number;
      readonly cost: number;
      readonly estimated: number;
    };
    /** Whether a person finds an answer of a run good. Given once. */
    readonly answer_verdicts: {
      readonly project_id: ProjectId;
      readonly run_id: EvaluationRunId;
      /** The question's place in the set. */
      readonly place: number;
      /** Who gave it. */
      readonly grader: AccountId;
      /** The question as it was in the run. */
      readonly question_id: SetQuestionId;
      /** Whose words the question was made from. */
      readonly contact_id: ContactId | null;
      readonly verdict: "passed" | "failed";
      readonly comment: string;
      readonly created_at: number;
    };
    /** Revoking deletes the row. */
    readonly api_tokens: {
      readonly id: ApiTokenId;
      readonly project_id: ProjectId;
      readonly name: string;
      readonly token_hash: string;
      /** The last four characters, by which people recognise the token. */
      readonly hint: string;
      /** JSON list of scopes. */
      readonly scopes: JsonText;
      readonly created_by: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      readonly expires_at: number | null;
      /** Stored at most once an hour. */
      readonly last_used_at: number | null;
    };
    /** The hosts that actions of the project may call. */
    readonly assistant_action_hosts: {
      readonly project_id: ProjectId;
      /** JSON list of host names. */
      readonly hosts: JsonText;
    };
    /** Actions that wait until the visitor confirms them or proves their address; kept for a day. */
    readonly assistant_action_requests: {
      readonly id: ActionRequestId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly action_id: AssistantActionId;
      readonly action_revision: number;
      /** What asked for it; the same cause makes one request. */
      readonly cause: string;
      /** JSON object. */
      readonly inputs: JsonText;
      /** Of action, revision and inputs: what is confirmed is what runs. */
      readonly inputs_hash: string;
      readonly state: "waiting" | "used" | "declined";
      /** The one run that used it. */
      readonly run_id: ActionRunId | null;
      readonly created_at: number;
      readonly expires_at: number;
    };
    /** The log of runs; kept for 90 days. It holds no secret. */
    readonly assistant_action_runs: {
      readonly id: ActionRunId;
      readonly project_id: ProjectId;
      readonly action_id: AssistantActionId;
      readonly action_name: string;
      readonly kind: "reads" | "changes";
      readonly conversation_id: ConversationId | null;
      readonly contact_id: ContactId | null;
      readonly started_by: "assistant" | "visitor" | "console";
      /** What caused it; the same cause makes one run. */
      readonly cause: string;
      readonly inputs: JsonText;
      readonly state: "started" | "done" | "failed" | "unknown";
      readonly outcome: string | null;
      readonly status: number | null;
      /** JSON list of the labelled fields of the answer that may be told. */
      readonly told: string | null;
      /** Milliseconds. */
      readonly took: number | null;
      readonly started_at: number;
      readonly ended_at: number | null;
    };
    /** HTTP actions of the assistant that a project defines. */
    readonly assistant_actions: {
      readonly id: AssistantActionId;
      readonly project_id: ProjectId;
      readonly name: string;
      readonly host: string;
      /** JSON: description, method, URL and body templates, inputs, what may be told. */
      readonly definition: JsonText;
      /** JSON list of the secret headers that have a value. */
      readonly secret_names: JsonText;
      /** Encrypted JSON object of these headers. */
      readonly secrets: string | null;
      readonly enabled: number;
      /** Counts changes; a request of an older one can no longer be confirmed. */
      readonly revision: number;
      readonly client_id: string;
      readonly created_at: number;
      readonly updated_at: number;
    };
    /** The documents that sent answers cite. */
    readonly assistant_cited: {
      readonly project_id: ProjectId;
      readonly document_id: string;
      readonly round_id: RoundId;
    };
    /** Who answers. Conversations that the assistant never touched have no row. */
    readonly assistant_conversations: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly answers: "assistant" | "team";
      readonly reason: string;
      readonly since: number;
      readonly sent: number;
      /** The revision at which a member left it to the assistant, 0 if nobody did. */
      readonly given: number;
    };
    /** Answers of the assistant that a member found wrong. */
    readonly assistant_flags: {
      readonly project_id: ProjectId;
      readonly message_id: MessageId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly round_id: RoundId;
      readonly reason: "wrong" | "incomplete" | "outdated" | "tone" | "hand_over";
      /** The member's own; emptied with the contact. */
      readonly words: string;
      readonly flagged_by: AccountId;
      readonly flagged_at: number;
    };
    /** Versions are never changed, so that each round can name the one it followed. */
    readonly assistant_guidance: {
      readonly project_id: ProjectId;
      readonly version: number;
      readonly content: string;
      readonly created_at: number;
      readonly created_by: AccountId;
      readonly client_id: string;
    };
    /** Counts of a day, changed in the batch that changes an outcome; kept for 400 days. */
    readonly assistant_outcome_days: {
      readonly project_id: ProjectId;
      /** By what they are counted. */
      readonly kind: "all" | "language" | "topic" | "source" | "reason";
      /** Days since 1970, UTC. */
      readonly day: number;
      /** A language, a document, a reason; empty for all. */
      readonly value: string;
      readonly conversations: number;
      readonly open: number;
      readonly confirmed: number;
      readonly assumed: number;
      readonly escalated: number;
      readonly abandoned: number;
      readonly reopened: number;
      readonly negative: number;
      /** In millionths of a US dollar. */
      readonly cost: number;
    };
    /** The documents that a conversation's answers cite. */
    readonly assistant_outcome_sources: {
      readonly project_id: ProjectId;
      readonly document_id: string;
      readonly began_at: number;
      readonly conversation_id: ConversationId;
    };
    /** How a conversation that the assistant touched ended. Holds no text; kept for 400 days. */
    readonly assistant_outcomes: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly outcome: "open" | "confirmed" | "assumed" | "escalated" | "abandoned" | "reopened" | "negative";
      /** Of an escalated one: why people answered. */
      readonly reason: string | null;
      /** When the assistant first touched it; the day under which it is counted. */
      readonly began_at: number;
      /** When it is looked at again; null once it is final. */
      readonly due_at: number | null;
      /** Goes up with each look that stored something; 0: not looked at yet, and not counted. */
      readonly version: number;
      /** Goes up whenever something happened that is to be looked at. */
      readonly touched: number;
      /** Of the first round that knew it; empty if none did. */
      readonly locale: string;
      /** The document that its first answer cites first; empty without one. */
      readonly topic: string;
      /** JSON list of the documents that its answers cite, at most ten. */
      readonly sources: JsonText;
      /** The round whose trace is opened: the one that decided, else the last. */
      readonly round_id: RoundId | null;
      /** In millionths of a US dollar, of all its rounds. */
      readonly cost: number;
    };
    /** What a customer thinks of an answer of the assistant. */
    readonly assistant_ratings: {
      readonly project_id: ProjectId;
      readonly message_id: MessageId;
      readonly conversation_id: ConversationId;
      readonly round_id: RoundId;
      readonly rating: "up" | "down";
      readonly rated_at: number;
    };
    /** Attempts to answer a customer. They hold no text. */
    readonly assistant_rounds: {
      readonly id: RoundId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** What asked for it, with the canonical name of who did. */
      readonly command: string;
      readonly state: "requested" | "retrieving" | "generating" | "checking" | "sent" | "asked_back" | "handed_over" | "declined" | "skipped" | "failed" | "stopped";
      readonly reason: string | null;
      readonly explicit: number;
      /** The last revision that it answers. */
      readonly frontier: number;
      readonly attempts: number;
      readonly lease: string | null;
      readonly lease_until: number;
      readonly guidance_version: number;
      /** Counters of the day that it reserved, given back when nothing is sent. */
      readonly counted: string;
      readonly locale: string | null;
      readonly provider: string | null;
      readonly model: string | null;
      readonly call_id: ModelCallId | null;
      readonly message_id: MessageId | null;
      /** In millionths of a US dollar. */
      readonly cost: number;
      readonly created_at: number;
      readonly ended_at: number | null;
    };
    /** Projects that never opened the page have no row. */
    readonly assistant_settings: {
      readonly project_id: ProjectId;
      readonly enabled: number;
      /** Of the guidance in force. */
      readonly version: number;
    };
    /** What no longer fits into a model's window, in a model's words. Cleared with the contact. */
    readonly assistant_summaries: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** The last revision that it contains. */
      readonly up_to: number;
      readonly content: string;
      readonly written_at: number;
    };
    /** What a round asked, found, was told and refused. Cleared with the contact, and after 90 days. */
    readonly assistant_traces: {
      readonly round_id: RoundId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly question: string;
      readonly trace: string;
    };
    readonly audit_log: {
      readonly id: string;
      readonly project_id: ProjectId;
      readonly actor: string;
      readonly action: string;
      readonly detail: JsonText;
      readonly created_at: number;
      /** JSON list of { field, from, to }, each a text or null; null: the entry changed no setting. */
      readonly changes: JsonText | null;
    };
    /** Members that the pool of conversations without a team leaves out. */
    readonly auto_assignment_left_out: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
    };
    /** How conversations are assigned by themselves. A pool is a team's id, or empty for conversations without a team; without a row it is off. */
    readonly auto_assignment_pools: {
      readonly project_id: ProjectId;
      readonly pool: string;
      /** `turn`: whoever was given one longest ago; `balanced`: whoever has the fewest open ones. */
      readonly mode: "off" | "turn" | "balanced";
      /** Open conversations of a member from which on they are given none; null for no limit. */
      readonly cap: number | null;
      /** 1 while conversations wait outside business hours. */
      readonly within_hours: number;
      readonly revision: number;
    };
    /** When a member was last given a conversation of a pool. */
    readonly auto_assignment_turns: {
      readonly project_id: ProjectId;
      readonly pool: string;
      readonly account_id: AccountId;
      /** Rises with each turn of the pool, so that two of one moment differ. */
      readonly at: number;
    };
    /** Conversations that are to be assigned, oldest first. */
    readonly auto_assignment_waiting: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly pool: string;
      readonly since: number;
      /** Identifies this waiting: the conversation is assigned once for it. */
      readonly cause: string;
    };
    /** Up to which event rules have looked. */
    readonly automation_progress: {
      readonly project_id: ProjectId;
      /** The sequence of the last event that was looked at. */
      readonly sequence: number;
    };
    /** When a rule last sent a reply in a conversation; kept for a day. */
    readonly automation_replies: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly rule_id: string;
      /** When it was sent. */
      readonly sent_at: number;
    };
    /** What a project has done by itself: when something happens, if conditions are met, then actions. */
    readonly automation_rules: {
      readonly project_id: ProjectId;
      readonly id: AutomationRuleId;
      readonly name: string;
      /** Its place in the order in which rules are looked at, from 1. */
      readonly place: number;
      readonly enabled: number;
      /** What it waits for, such as `customer_message`. */
      readonly trigger_name: string;
      /** How long a customer has to have waited; only of the trigger `waiting`. */
      readonly minutes: number | null;
      /** JSON list of words or phrases of which the message has to contain one; empty for any message. */
      readonly words: JsonText;
      /** JSON list of conditions, as those of saved views. */
      readonly conditions: JsonText;
      /** JSON list of actions with their kept values, as those of macros. */
      readonly steps: JsonText;
      /** A note that is added to the conversation; empty for none. */
      readonly note: string;
      /** Goes up with every change of the rule. */
      readonly revision: number;
      /** How often it ran. */
      readonly runs: number;
      readonly last_run_at: number | null;
      readonly created_by: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      readonly changed_at: number;
      /** JSON list of how the assistant's round has to end; only of the trigger `assistant_outcome`. */
      readonly outcomes: string;
    };
    /** What rules did, kept for 30 days. */
    readonly automation_runs: {
      readonly project_id: ProjectId;
      readonly id: AutomationRunId;
      readonly rule_id: AutomationRuleId;
      /** As it was then. */
      readonly rule_name: string;
      readonly conversation_id: ConversationId;
      /** What it followed from: `event:` and a sequence, `waiting:` or `target:` with conversation and time. */
      readonly cause: string;
      /** The trigger of the rule, which may have been raised by a rule before it. */
      readonly trigger_name: string;
      /** `running` until all actions were tried, `done`, or `held`: too many runs in this conversation within an hour. */
      readonly state: "running" | "done" | "held";
      /** JSON list of what became of each action. */
      readonly outcomes: JsonText;
      /** JSON list of the triggers that its own changes raised. */
      readonly raised: JsonText;
      readonly created_at: number;
      /** JSON list of the actions of the rule when the run began. */
      readonly steps: JsonText;
      /** The note of the rule when the run began; empty for none. */
      readonly note: string;
      /** 1: its members were notified. */
      readonly notified: number;
    };
    /** What the bell lists: one entry for each member, conversation and event, which what happens later renews. */
    readonly bell_entries: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly conversation_id: ConversationId;
      readonly event: string;
      readonly contact_id: ContactId;
      /** What renewed it last: the id of an event, of a mail with its attempt, of a match, or of an action of a rule. */
      readonly cause: string;
      /** Of the first event that the member had not read. */
      readonly since_revision: number;
      /** Of the newest one. */
      readonly revision: number;
      /** 0: the member wants no such entries in the bell, only push notifications. */
      readonly listed: number;
      /** When it was made or renewed. */
      readonly at: number;
      /** When the member marked it as read. What they have read in the conversation counts too. */
      readonly read_at: number | null;
      /** The name of the rule that notified, as it was then; null for everything else. */
      readonly title: string | null;
    };
    readonly bell_marks: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      /** Entries up to this time are read. */
      readonly read_until: number;
    };
    /** Which of two answers a person found better. */
    readonly blind_choices: {
      readonly project_id: ProjectId;
      readonly grading_id: BlindGradingId;
      /** Who chose. */
      readonly grader: AccountId;
      /** The question's place in the set. */
      readonly place: number;
      /** The question as it was in the runs. */
      readonly question_id: SetQuestionId;
      /** Whose words the question was made from. */
      readonly contact_id: ContactId | null;
      /** `first` or `second` run, `same`, or `both_bad`. */
      readonly choice: "first" | "second" | "same" | "both_bad";
      readonly comment: string;
      readonly created_at: number;
      readonly updated_at: number;
    };
    /** Pairs of runs whose answers people compare without knowing which is which. */
    readonly blind_gradings: {
      readonly id: BlindGradingId;
      readonly project_id: ProjectId;
      /** Of the request that started it. */
      readonly client_id: string;
      readonly set_id: QuestionSetId;
      /** The run that choices call `first`. */
      readonly first_run: EvaluationRunId;
      /** The run that choices call `second`. */
      readonly second_run: EvaluationRunId;
      /** Random; decides with grader and question which answer stands first. */
      readonly seed: string;
      /** Questions that both runs had answered when it was started. */
      readonly wanted: number;
      readonly created_by: AccountId;
      readonly created_at: number;
    };
    /** How social cards are drawn. Without a row they are drawn in the widget's colour. */
    readonly brand_card_settings: {
      readonly project_id: ProjectId;
      /** 1: cards are drawn. Uploaded ones are shown either way. */
      readonly drawn: number;
      /** The ground: the brand's colour, a light one or a dark one. */
      readonly design: "color" | "light" | "dark";
      /** Six-digit hex; null for the widget's colour. */
      readonly color: string | null;
      readonly revision: number;
    };
    /** The card of an article in a language, or of the start page. Its file is kept without a message. */
    readonly brand_cards: {
      readonly project_id: ProjectId;
      /** An article's id, or 'start'. */
      readonly subject: string;
      readonly locale: string;
      /** Drawn in a member's browser, or uploaded. */
      readonly kind: "drawn" | "own";
      readonly file_id: FileId;
      /** The beginning of the SHA-256 of its bytes, which its public address has. */
      readonly hash: string;
      readonly width: number;
      readonly height: number;
      /** Alternative text; of a drawn card what it says. */
      readonly alt: string;
      /** What a drawn card says; empty for an uploaded one. */
      readonly title: string;
      /** A hash of everything else that it was drawn from; empty for an uploaded one. */
      readonly look: string;
      /** When the schedule looks whether the article still exists. */
      readonly check_at: number;
    };
    /** The conversations of bulk actions. */
    readonly bulk_action_items: {
      readonly project_id: ProjectId;
      readonly bulk_action_id: BulkActionId;
      readonly place: number;
      readonly conversation_id: ConversationId;
      /** The revision that the member had seen, or at which it was gathered. */
      readonly revision: number;
      /** The revision on which `inverse` is based; the action applies only to that one. */
      readonly before_revision: number | null;
      /** The value of the action that takes it back, JSON; null if that is not possible. */
      readonly inverse: string | null;
      /** Null until the action was tried. */
      readonly outcome: "changed" | "same" | "stale" | "refused" | null;
      /** Null until taking back was tried. */
      readonly undo: "undone" | "kept" | null;
    };
    /** Actions on many conversations at once, kept for a day. */
    readonly bulk_actions: {
      readonly project_id: ProjectId;
      readonly id: string;
      /** Who started it: it runs with their rights. */
      readonly account_id: AccountId;
      readonly client_id: string;
      /** The name under which a module declares it. */
      readonly action: string;
      /** What it sets, JSON: ids and choices. */
      readonly value: string;
      /** The view whose conversations it takes, JSON; null if they were chosen one by one. */
      readonly list: string | null;
      /** Where gathering goes on in that view. */
      readonly cursor: string | null;
      /** `gathering` conversations, `running`, `done`, `stopped`, `undoing`, `undone`. */
      readonly state: "gathering" | "running" | "done" | "stopped" | "undoing" | "undone";
      /** Its items. */
      readonly conversations: number;
      readonly changed: number;
      /** Items that were so already. */
      readonly same: number;
      /** Items left as they are, because of something new in them or a refusal. */
      readonly passed_over: number;
      readonly undone: number;
      /** Items that taking back left, because somebody changed them since. */
      readonly kept: number;
      /** 1: the view had more conversations than one action may have. */
      readonly more: number;
      readonly created_at: number;
      /** Null while a job works on it. */
      readonly ended_at: number | null;
    };
    /** When a project's team works. Without a row, or while it is off, the team is there around the clock. */
    readonly business_hours: {
      readonly project_id: ProjectId;
      /** 1 while the hours apply. */
      readonly is_on: number;
      /** IANA's name of the zone that the hours are in. */
      readonly time_zone: string;
      /** Hours of each day as text, a line each: `Mo 09:00-12:00,13:00-17:00`. A day without hours has none. */
      readonly week: string;
      /** Days with other hours, a line each: the date, the hours or `closed`, and its name. */
      readonly exceptions: string;
      readonly revision: number;
    };
    /** Texts that members insert into replies. Deleted ones are kept for a day, so that a deletion can be undone. */
    readonly canned_replies: {
      readonly id: CannedReplyId;
      readonly project_id: ProjectId;
      /** The member whose own it is; null: shared by the project. */
      readonly owner_id: AccountId | null;
      readonly title: string;
      /** The word after `/`, in lower case; null without one. */
      readonly shortcut: string | null;
      /** Markdown with variables. */
      readonly content: string;
      /** JSON list of the files that are sent with it. */
      readonly file_ids: JsonText;
      /** Goes up with every change. */
      readonly version: number;
      /** How often it was inserted. */
      readonly uses: number;
      readonly used_at: number | null;
      /** The client's id of the last insertion, so that a repetition is not counted. */
      readonly last_use: string | null;
      readonly created_by: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      readonly changed_at: number;
      readonly deleted_at: number | null;
    };
    /** Connecting that has begun: what the answer of GitHub is checked against, once. */
    readonly code_hosting_attempts: {
      /** SHA-256 of the state. */
      readonly state_hash: string;
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly session_id: SessionId;
      /** The verifier of PKCE (RFC 7636), encrypted. */
      readonly sealed_verifier: string;
      readonly expires_at: number;
    };
    /** The account at GitHub that a project is connected with. */
    readonly code_hosting_connections: {
      readonly project_id: ProjectId;
      /** The tokens, encrypted with INTEGRATION_ENCRYPTION_KEY for this project. */
      readonly sealed: string;
      readonly login: string;
      /** Of the access token; null if it does not expire. */
      readonly expires_at: number | null;
      /** While one request refreshes the token, nobody else does. */
      readonly refreshing_until: number | null;
      readonly connected_by: AccountId;
      readonly connected_at: number;
    };
    /** Deliveries that were taken, so that each has one effect. Kept for seven days. */
    readonly code_hosting_deliveries: {
      readonly project_id: ProjectId;
      /** Of GitHub's header, which is not signed. */
      readonly guid: string;
      /** SHA-256 of the body. */
      readonly digest: string;
      readonly received_at: number;
    };
    /** The repositories in which a project's members look for issues. */
    readonly code_hosting_repositories: {
      readonly project_id: ProjectId;
      readonly name: string;
      readonly added_at: number;
      /** GitHub's own time of the last renaming or deletion. */
      readonly changed_at: number;
      /** When GitHub said that it was deleted. */
      readonly deleted_at: number | null;
      /** Of the last answer about its releases. */
      readonly releases_etag: string | null;
      /** When its releases are looked at again. */
      readonly releases_due_at: number;
    };
    /** The secret with which GitHub signs what it tells a project, and when it last did. */
    readonly code_hosting_webhooks: {
      readonly project_id: ProjectId;
      /** The secret, encrypted with INTEGRATION_ENCRYPTION_KEY for this project. */
      readonly sealed: string;
      readonly made_by: AccountId;
      readonly made_at: number;
      /** Of the last delivery whose signature was right. */
      readonly received_at: number | null;
      /** Of the last delivery whose signature was wrong, to a minute. */
      readonly failed_at: number | null;
      /** What GitHub said last of the installation of its App; null: it works, or there is none. */
      readonly installation_state: "suspended" | "deleted" | null;
      readonly installation_account: string | null;
      /** GitHub's own time of that. */
      readonly installation_at: number;
    };
    /** Whether a project keeps the number of customers of an issue at GitHub. */
    readonly code_issue_count_settings: {
      readonly project_id: ProjectId;
      readonly mode: "nothing" | "comment" | "label";
      /** After a change, up to which issue they were marked to be brought up to date; null: all. */
      readonly walked: string | null;
    };
    /** What of the number of customers stands at GitHub, by issue. Links mark it by triggers; the minute schedule gathers the changes. */
    readonly code_issue_counts: {
      readonly project_id: ProjectId;
      readonly issue_id: CodeIssueId;
      /** When it is compared with what is linked. */
      readonly due_at: number;
      /** Until then GitHub is left in peace. */
      readonly not_before: number;
      /** Goes up with each link and unlinking, so that one during a look is not missed. */
      readonly changes: number;
      /** Where it was written, also when nobody is linked with the issue any more. */
      readonly repository: string | null;
      readonly number: number | null;
      /** How it stands there; null: it does not. */
      readonly mode: "comment" | "label" | null;
      /** The number that stands there. */
      readonly count: number | null;
      /** Random; a comment within the comment holds it, by which the comment is known again. */
      readonly marker: string | null;
      /** Of GitHub. */
      readonly comment_id: string | null;
      /** When GitHub was last asked to write, before its answer. */
      readonly written_at: number | null;
      /** Why it could not be written the last time. */
      readonly fault: string | null;
    };
    /** Issues that members created from conversations. While due_at is set the outcome is open. */
    readonly code_issue_creations: {
      readonly project_id: ProjectId;
      readonly id: string;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      readonly client_id: string;
      readonly repository: string;
      /** SHA-256 of the preview that was confirmed. */
      readonly digest: string;
      /** JSON of what is sent, with the random mark by which the issue is known again; null once it is settled. */
      readonly request: string | null;
      readonly state: "sending" | "looking" | "created" | "failed";
      /** Why it failed, or could not be looked for the last time. */
      readonly fault: string | null;
      /** JSON: fields that GitHub refused, in its words. */
      readonly problems: string | null;
      /** How often it was sent. */
      readonly sends: number;
      /** How often it was looked for. */
      readonly looks: number;
      readonly number: number | null;
      readonly url: string | null;
      readonly created_at: number;
      /** When it is looked for, if nobody has settled it by then. */
      readonly due_at: number | null;
      /** How often GitHub answered that it is not there. */
      readonly absent: number;
    };
    /** What a member writes for an issue that is not created yet. */
    readonly code_issue_drafts: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      /** JSON, as IssueDraft of the contract. */
      readonly draft: string;
      readonly saved_at: number;
      /** JSON of exactly what was shown and may be sent; null once the draft has changed. */
      readonly preview: string | null;
      /** SHA-256 of the preview. */
      readonly digest: string | null;
      readonly previewed_at: number | null;
    };
    /** Which conversations are linked with which issues. */
    readonly code_issue_links: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly issue_id: CodeIssueId;
      readonly linked_by: AccountId;
      readonly linked_at: number;
      /** The version of the issue up to which the conversation was told. */
      readonly told_version: number;
      /** The state that it was told last, or was linked with. */
      readonly told_state: string | null;
      /** The release that it was told. */
      readonly told_release: string | null;
      /** How many messages of the team the customer had then; null while there is nothing to tell them. */
      readonly told_messages: number | null;
      /** The conversation's revision then; with a person's message after it they were told. Null as told_messages is, and for what an earlier release noted, where any message of the team tells. */
      readonly told_revision: number | null;
    };
    /** Issues and pull requests that conversations are linked with, as they were last seen. */
    readonly code_issues: {
      readonly project_id: ProjectId;
      readonly id: CodeIssueId;
      /** Of GitHub: stays when the repository is renamed; a transferred issue gets another one. */
      readonly remote_id: string;
      readonly repository: string;
      readonly number: number;
      readonly kind: "issue" | "pull";
      readonly title: string;
      readonly state: "open" | "closed";
      readonly reason: string | null;
      readonly url: string;
      /** Goes up with each change of which conversations are told: the state, and the release. */
      readonly version: number;
      /** Of the last answer, so that an unchanged issue costs nothing. */
      readonly etag: string | null;
      /** Why it could not be read the last time; `moved`: it is in a repository that the project has not chosen. */
      readonly fault: string | null;
      readonly checked_at: number;
      /** When it is read again. */
      readonly due_at: number;
      /** GitHub's own time of the newest change that is known; an older one is never stored over it. */
      readonly changed_at: number;
      readonly closed_at: number | null;
      /** The first release after it was closed as completed; empty if that was too long ago to be found. */
      readonly release_tag: string | null;
      readonly release_url: string | null;
      /** 0: it was closed before that was seen here, so the releases since have to be read before one is named. */
      readonly releases_known: number;
      /** When the release was published. */
      readonly released_at: number | null;
    };
    /** Companies of a project's contacts. */
    readonly companies: {
      readonly id: CompanyId;
      readonly project_id: ProjectId;
      /** Of the request that created it. */
      readonly client_id: string;
      readonly name: string;
      /** The name's words, folded: its place in the list. */
      readonly name_key: string;
      /** An address with its scheme. */
      readonly website: string | null;
      readonly notes: string | null;
      /** Goes up with each change. */
      readonly revision: number;
      /** A new id with each change: tells it from others of the same revision. */
      readonly change_key: string;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
    };
    /** What members said of a contact's company, which wins over the domain of its address. */
    readonly company_contacts: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      /** NULL: it has none, whatever its address. */
      readonly company_id: CompanyId | null;
      /** NULL: nobody, it came with a merge. */
      readonly set_by: AccountId | null;
      readonly set_at: number;
    };
    /** The domains of companies: who has an address there belongs to the company, unless members said otherwise. */
    readonly company_domains: {
      readonly project_id: ProjectId;
      /** In lower case and ASCII, without `www.`. */
      readonly domain: string;
      readonly company_id: CompanyId;
    };
    /** What a search finds a company by: words of its name and domains, folded. */
    readonly company_words: {
      readonly project_id: ProjectId;
      readonly word: string;
      readonly company_id: CompanyId;
    };
    /** The values of `contacts.attributes` as rows, so that the contacts with a value are one range. Triggers on `contacts` keep them. */
    readonly contact_attribute_values: {
      readonly contact_id: ContactId;
      readonly key: string;
      /** Its first 100 characters, plain letters in lower case. */
      readonly value: string;
      readonly project_id: ProjectId;
      readonly state: "active" | "hidden";
    };
    /** Which attributes a project's contacts have. Their values are in `contacts.attributes`. */
    readonly contact_attributes: {
      readonly project_id: ProjectId;
      readonly id: ContactAttributeId;
      readonly key: string;
      readonly label: string;
      readonly type: "text" | "number" | "date" | "choice" | "link";
      /** JSON array of texts; empty unless the type is `choice`. */
      readonly choices: JsonText;
      /** The attributes' order; archived ones keep theirs. */
      readonly place: number;
      readonly archived: number;
      readonly client_id: string;
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
      /** The step it is at; empty before the first and after the last. */
      readonly step: string;
      /** The last key that the step cleared, as JSON. */
      readonly cursor: JsonText;
    };
    /** Ids that other systems have for contacts; they prove nothing. */
    readonly contact_external_ids: {
      readonly project_id: ProjectId;
      readonly external_id: string;
      readonly contact_id: ContactId;
    };
    /** Objects of imports: every one is named here before it is there and until it is gone. */
    readonly contact_import_files: {
      readonly object_key: string;
      readonly project_id: ProjectId;
      readonly import_id: string;
      readonly state: "pending" | "stored" | "removing";
      /** Since when it is in its state. */
      readonly changed_at: number;
    };
    /** Which row of a pass was the first with an address or id; removed as the pass ends. */
    readonly contact_import_keys: {
      readonly project_id: ProjectId;
      readonly import_id: string;
      readonly pass: number;
      /** A keyed hash. */
      readonly key: string;
      readonly n: number;
    };
    /** What became of each row of a file. */
    readonly contact_import_rows: {
      readonly project_id: ProjectId;
      readonly import_id: string;
      readonly pass: number;
      /** Its number among the rows, from 0. */
      readonly n: number;
      /** The line of the file on which it begins, from 1. */
      readonly line: number;
      readonly outcome: "created" | "updated" | "unchanged" | "skipped";
      readonly reason: string | null;
      /** The column that the reason is about, from 0. */
      readonly place: number | null;
      readonly contact_id: ContactId | null;
      /** JSON: the contact's values before and after. */
      readonly change: string | null;
      readonly undone: "removed" | "restored" | "kept" | null;
    };
    /** Imports of contacts from CSV files. */
    readonly contact_imports: {
      readonly id: string;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly name: string;
      readonly state: "waiting" | "ready" | "checking" | "checked" | "running" | "done" | "stopped" | "failed" | "undoing" | "undone";
      /** 1: the latest pass only says what it would do. */
      readonly dry: number;
      /** Goes up with each check and with the import itself. */
      readonly pass: number;
      /** What happens to contacts that are here: `fill` what is empty, `overwrite`, or `leave`. */
      readonly existing: "fill" | "overwrite" | "leave";
      /** JSON: what each column is; null for one that is left out. */
      readonly mapping: string;
      /** JSON: the names of the columns. */
      readonly headings: string;
      /** JSON: [first row, byte] of each block of the stored file. */
      readonly blocks: string;
      readonly encoding: string | null;
      readonly delimiter: string | null;
      /** Rows of the file. */
      readonly total: number;
      /** The row that is next. */
      readonly at: number;
      /** The batch that wrote `at`. */
      readonly attempt: string | null;
      readonly created: number;
      readonly updated: number;
      readonly unchanged: number;
      readonly skipped: number;
      readonly removed: number;
      readonly restored: number;
      readonly kept: number;
      readonly error: string | null;
      readonly created_by: string;
      /** For whom it works: who checked, started, resumed or undid it last. */
      readonly given_by: string;
      readonly created_at: number;
      readonly updated_at: number;
      readonly finished_at: number | null;
    };
    /** Pairs of contacts that are not offered as one person any more. */
    readonly contact_merge_dismissals: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly other_id: ContactId;
    };
    /** Which contacts became part of others, and how far their data has been moved. */
    readonly contact_merges: {
      readonly project_id: ProjectId;
      readonly from_id: ContactId;
      readonly into_id: ContactId;
      /** `moving`: data and writes may still be at the one that goes. `sweeping`: it takes no writes any more, and what came last follows. `done`. */
      readonly state: "moving" | "sweeping" | "done";
      readonly step: string;
      readonly conversations: number;
      readonly merged_by: AccountId;
      readonly started_at: number;
      readonly finished_at: number | null;
    };
    /** What members noted about contacts. */
    readonly contact_notes: {
      readonly id: ContactNoteId;
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly content: string;
      readonly author_id: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      readonly edited_at: number | null;
      /** Set by deleting; an hour later the schedule removes the row. */
      readonly deleted_at: number | null;
    };
    /** The first 1, 2, 4 and 7 characters of the words of each contact's name and address. Triggers on `contacts` keep them. */
    readonly contact_terms: {
      readonly contact_id: ContactId;
      readonly term: string;
      readonly project_id: ProjectId;
      readonly state: "active" | "hidden";
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
      /** JSON: browser, system, language, timeZone and referrer of the latest visit. */
      readonly visit: string | null;
      /** The name's words, folded to small letters without accents. NULL while a cron task has to fold them. */
      readonly name_words: string | null;
      /** 1 when `name_words` and the terms are up to date; 0 for contacts from before search by words. */
      readonly words_made: number;
      /** JSON: values of the project's attributes by key, each as text. Only members, tokens and signed identities set them. */
      readonly attributes: JsonText;
      /** JSON: the latest visit's pages (url, title, at), oldest first, at most 20. A page after a pause of 30 minutes begins a new visit. */
      readonly visit_pages: string | null;
      /** The contact that this one is part of. From then on its own data are only what erasing that contact has to find and clear. */
      readonly merged_into: ContactId | null;
      readonly imports: number;
    };
    /** How many conversations each fixed view has. Triggers on `conversations` keep them; a cron task compares them once a day. */
    readonly conversation_counts: {
      readonly project_id: ProjectId;
      /** A status; of open ones also `unassigned`, or `assigned:` and whose. */
      readonly list: string;
      readonly conversations: number;
      /** When the project was last counted; of the row `open` only. */
      readonly checked_at: number;
    };
    readonly conversation_events: {
      readonly project_id: ProjectId;
      readonly sequence: number;
      readonly id: EventId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly revision: number;
      readonly kind: string;
      /** Whether the visitor may see it. */
      readonly visible: number;
      /** The visible revision before this one. */
      readonly previous_visible: number;
      readonly actor_role: string;
      readonly actor_id: string | null;
      /** The caller for whom `clientId` is unique: the canonical actor, or the key of a command. */
      readonly scope: string;
      readonly client_id: string;
      /** Hash of what was asked for: the same clientId with another body is a conflict. */
      readonly fingerprint: string;
      readonly message_id: MessageId | null;
      readonly data: JsonText;
      readonly created_at: number;
    };
    /** Members who follow a conversation. Ends with the membership, by a job. */
    readonly conversation_followers: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
    };
    /** Whom the notes of a conversation mention, once each. */
    readonly conversation_mentions: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
    };
    /** Conversations that are merged into another one now. The row goes when that is undone. */
    readonly conversation_merges: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly into_id: string;
      readonly merged_at: number;
      /** The member who merged. */
      readonly merged_by: string;
      /** How many merges lead one after the other to `into_id` by this one; 1 if nothing was merged into the conversation before. */
      readonly depth: number;
      /** Of the conversation before, as the two columns after it: what undoing brings back. */
      readonly status: "open" | "snoozed" | "closed";
      readonly snoozed_until: number | null;
      readonly waiting_since: number | null;
      /** Of the one that stays, right after: while that is its revision, undoing brings back its state, too. */
      readonly into_revision: number;
      /** Of the one that stays, before, as the two columns after it. */
      readonly into_status: "open" | "snoozed" | "closed";
      readonly into_snoozed_until: number | null;
      readonly into_waiting_since: number | null;
    };
    /** Undone merges before the last one. A trigger on `conversations` writes them. */
    readonly conversation_partings: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** Where `merged_into` led. */
      readonly led_to: string;
    };
    /** Conversations without a priority have no row. */
    readonly conversation_priorities: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly priority: "low" | "normal" | "high" | "urgent";
    };
    readonly conversation_reads: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      readonly revision: number;
      /** `visitor_messages` of the conversation when it was read. */
      readonly visitor_messages: number;
    };
    /** One for each message or note with text. Ids grow with the project's sequence. */
    readonly conversation_search_entries: {
      readonly id: number;
      readonly project_id: ProjectId;
      readonly message_id: MessageId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly author_id: string | null;
      /** Ids of the terms it has, so that an erasure finds its postings. */
      readonly terms: string;
      readonly created_at: number;
    };
    /** One for each project. `number` is what the project is called in the vocabulary. */
    readonly conversation_search_indexes: {
      readonly number: number;
      readonly project_id: ProjectId;
      /** The sequence of the project's last event that was indexed. */
      readonly indexed_through: number;
      /** The languages of the project's messages, as far as they were recognised. */
      readonly languages: string;
      /** Since when events wait to be indexed; null for none. */
      readonly due_since: number | null;
      /** When the project was deleted; its rows are removed in pages. */
      readonly removed_at: number | null;
    };
    readonly conversation_search_postings: {
      readonly term: number;
      readonly entry: number;
    };
    readonly conversation_search_state: {
      readonly id: number;
      /** Up to when new events were looked at for projects that have something to index. */
      readonly events_until: number;
      /** The last project that was registered of those that existed before; null once all are. */
      readonly projects_after: string | null;
    };
    readonly conversation_search_terms: {
      readonly id: number;
      readonly number: number;
      /** A folded word, or a pair of characters of a script without spaces. */
      readonly term: string;
    };
    /** A project without a row has the defaults. */
    readonly conversation_settings: {
      readonly project_id: ProjectId;
      /** Whether a reply assigns an unassigned conversation to its author. */
      readonly assign_on_reply: number;
    };
    /** The orders of the inbox beside that by last activity, all descending. Triggers on `conversations` keep them. */
    readonly conversation_sort_keys: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly status: string;
      readonly assignee_id: string | null;
      readonly by_created: number;
      /** The rank, then the time of creation. */
      readonly by_priority: number;
      /** Larger the longer the customer waits; negative where nobody does, the newest first. */
      readonly by_waiting: number;
      /** When the next response-time target is due; null where none runs. Its order puts what is due first before the newest others. */
      readonly due_at: number | null;
    };
    /** Conversations that were split off, and where their messages were written. The row goes when that is undone. */
    readonly conversation_splits: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly from_id: string;
      readonly split_at: number;
      /** The member who split it off. */
      readonly split_by: string;
      /** Since when the customer waited in the other one before, if they wait in this one alone since. */
      readonly from_waiting_since: number | null;
    };
    /** Conversations without tags have no row. */
    readonly conversation_tags: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly tag_id: TagId;
    };
    /** Conversations without a team have no row. */
    readonly conversation_teams: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly team_id: TeamId;
    };
    /** Conversations that go on with another contact, and those that they were moved from. The row goes when that is undone. */
    readonly conversation_transfers: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly from_id: string;
      readonly moved_at: number;
      /** The member who moved it. */
      readonly moved_by: string;
      /** Of the former contact's, right after: while that is its revision, undoing brings back its state. */
      readonly from_revision: number;
      /** Of the former contact's before, as the two columns after it. */
      readonly status: "open" | "snoozed" | "closed";
      readonly snoozed_until: number | null;
      readonly waiting_since: number | null;
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
      /** The last revision that the visitor may see. */
      readonly visible_revision: number;
      readonly created_at: number;
      readonly last_activity_at: number;
      readonly waiting_since: number | null;
      /** Messages of the customer in all; unread counts are differences of it. */
      readonly visitor_messages: number;
      /** Messages that the customer reads, in all. */
      readonly team_messages: number;
      readonly preview: string;
      readonly preview_role: string;
      readonly preview_automatic: number;
      readonly customer_read_revision: number;
      readonly customer_read_count: number;
      readonly team_read_revision: number;
      /** Of the mail that it began with. */
      readonly subject: string | null;
      /** The member who wrote the text of `preview`. */
      readonly preview_author_id: AccountId | null;
      /** By how much it comes before others in the order by priority; whoever declares priorities sets it. */
      readonly rank: number;
      /** 1: left out of all views; a customer's message neither reopens it nor notifies anybody. */
      readonly silenced: number;
      /** The conversation that goes on in its place; while it is set, nothing is written here. */
      readonly merged_into: string | null;
      /** Where `merged_into` led before the last merge was undone. */
      readonly parted_from: string | null;
      /** 1: it was split off, and that was undone; its customer is not shown it. */
      readonly withdrawn: number;
    };
    /** What a report does in its conversation, with a receipt for each. */
    readonly delegation_effects: {
      readonly delegation_id: DelegationId;
      readonly project_id: ProjectId;
      readonly kind: "note" | "reply";
      readonly state: "pending" | "done" | "blocked" | "needs_review";
      /** The receipt: the event that it made. */
      readonly revision: number | null;
      readonly attempts: number;
      readonly changed_at: number;
      /** Who added or discarded what waited for a person; null where nobody had to. */
      readonly decided_by: string | null;
    };
    /** What a computer said when it gave work back, and what the member said to it. */
    readonly delegation_turns: {
      readonly delegation_id: DelegationId;
      /** From 1, in their order. */
      readonly turn: number;
      readonly project_id: ProjectId;
      readonly round: number;
      readonly kind: "question" | "report";
      readonly device_id: DeviceId;
      /** Of the claim that ended with it; it gets no work any more. */
      readonly claim_id: string;
      readonly outcome: "done" | "failed" | null;
      readonly said: string;
      readonly said_at: number;
      /** Null while a question waits. */
      readonly answer: string | null;
      readonly answered_by: string | null;
      readonly answered_at: number | null;
      readonly effect: "note" | "reply" | null;
      readonly effect_state: "done" | "needs_review" | null;
      /** The receipt of a report that was sent back: the event that it had made. */
      readonly revision: number | null;
      /** JSON list of the ids of the files of a report. */
      readonly files: string;
    };
    /** Work on a conversation that a member delegated to their paired computers: the jobs that connectors claim. */
    readonly delegations: {
      readonly id: DelegationId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      readonly grant_id: DeviceGrantId;
      readonly kind: "report" | "reply";
      readonly task: string;
      /** The revision of the conversation that the member had seen. */
      readonly frontier: number;
      readonly client_id: string;
      readonly status: "queued" | "started" | "completed" | "revoked" | "cancelled";
      /** Why it ended as it did, or that its reply waits for a person. */
      readonly delivery_state: "held" | "authority_revoked" | "membership_lost" | "authorization_lost" | "review" | null;
      /** Of the connector; it gets the same job again by it while the job is started. */
      readonly claim_id: string | null;
      readonly device_id: DeviceId | null;
      /** When the computer counts as silent. It ends its work by then if it cannot reach the service. */
      readonly lease_until: number | null;
      /** The last line that the computer sent while it worked. */
      readonly progress: string | null;
      readonly progress_at: number | null;
      readonly outcome: "done" | "failed" | null;
      readonly report: string | null;
      readonly created_at: number;
      readonly started_at: number | null;
      readonly ended_at: number | null;
      /** Since when a question waits for its answer; queued work that no computer gets. */
      readonly asked_at: number | null;
      /** Of the report that is to come, or has come: 1, and one more with each that was sent back. */
      readonly round: number;
      /** JSON list of the ids of the files that the computer gets with the task. */
      readonly files: JsonText;
      /** JSON list of the ids of the files that came with the report. */
      readonly report_files: JsonText;
    };
    /** Where a person or company stands in the files of an export. */
    readonly desk_export_lines: {
      readonly export_id: string;
      readonly kind: string;
      readonly source_id: string;
      readonly project_id: ProjectId;
      readonly piece: number;
      /** Byte of the piece where the line begins. */
      readonly at: number;
      /** Bytes; it may go on in the next piece. */
      readonly size: number;
    };
    /** Pieces of the files of an export, in the bucket. */
    readonly desk_export_pieces: {
      readonly export_id: string;
      readonly kind: string;
      /** Their order, from 0. */
      readonly n: number;
      readonly project_id: ProjectId;
      /** Bytes. */
      readonly size: number;
      readonly object_key: string;
    };
    /** Exports of other help desks that somebody uploads to import from. */
    readonly desk_exports: {
      readonly id: string;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly platform: "zendesk" | "intercom";
      readonly state: "open" | "checking" | "checked" | "faulty" | "removing";
      /** JSON: where the check goes on. */
      readonly at: string | null;
      /** JSON: what is wrong with the files. */
      readonly fault: string | null;
      /** JSON: lines of each kind that the check has seen. */
      readonly lines: string;
      readonly created_by: string;
      readonly created_at: number;
    };
    /** Projects of others that may import conversations with the installation's tokens. */
    readonly desk_import_access: {
      readonly project_id: ProjectId;
      readonly opened_at: number;
      readonly opened_by: AccountId;
    };
    /** What a run added to a conversation that an earlier run had made. */
    readonly desk_import_additions: {
      readonly project_id: ProjectId;
      readonly run_id: DeskImportId;
      readonly source_id: string;
      readonly conversation_id: ConversationId;
      /** The conversation's revision before the run's first message. */
      readonly before_revision: number;
      /** The one after its last message. */
      readonly after_revision: number;
      /** The ticket's last change at the source before. */
      readonly changed: string;
      readonly last_activity_at: number;
      /** JSON: status, assignee and waiting before; null where the run left them. */
      readonly state: JsonText | null;
      /** JSON list of the conversation's tags before. */
      readonly tags: JsonText;
    };
    /** What became of a company of a source. */
    readonly desk_import_companies: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly company_id: CompanyId;
      readonly run_id: DeskImportId;
      /** A hash of what the source says. */
      readonly changed: string;
      /** The company's revision that the import wrote last; NULL: it was here before. */
      readonly revision: number | null;
    };
    /** What became of a ticket of a source. */
    readonly desk_import_items: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly run_id: DeskImportId;
      /** The ticket's last change at the source; '' until its messages are complete. */
      readonly changed: string;
      /** The conversation's revision that the import wrote last. */
      readonly revision: number;
    };
    /** What became of a customer of a source. */
    readonly desk_import_people: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly contact_id: ContactId;
      readonly run_id: DeskImportId;
      /** 1 = the run made the contact. */
      readonly created: number;
      /** The run that gave them the company. */
      readonly company_run: string | null;
      /** The company that an import gave them by hand; NULL for none. */
      readonly company_id: CompanyId | null;
      /** When it did. */
      readonly company_set_at: number | null;
    };
    /** What became of a rating of a source. */
    readonly desk_import_ratings: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly conversation_id: ConversationId;
      /** The rating here. */
      readonly request_id: string;
      readonly run_id: DeskImportId;
      /** A hash of what the source says. */
      readonly changed: string;
    };
    /** What became of a canned reply of a source. */
    readonly desk_import_replies: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly reply_id: CannedReplyId;
      readonly run_id: DeskImportId;
      /** A hash of what the source says. */
      readonly changed: string;
      /** The reply's version that the import wrote last. */
      readonly version: number;
    };
    readonly desk_import_rows: {
      readonly project_id: ProjectId;
      readonly run_id: DeskImportId;
      /** The ticket's number; with `reply:`, `company:` or `rating:` that of another thing. */
      readonly source_id: string;
      readonly title: string;
      readonly outcome: "created" | "updated" | "unchanged" | "kept" | "skipped";
      readonly reason: string | null;
      readonly conversation_id: ConversationId | null;
      readonly contact_id: ContactId | null;
      readonly attempt: string;
      /** JSON list of [code, detail]. */
      readonly notes: JsonText;
      readonly undone: string | null;
    };
    readonly desk_import_runs: {
      readonly id: DeskImportId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly name: string;
      readonly platform: string;
      /** Subdomain or number of an account. */
      readonly place: string;
      /** JSON: the mapping that members chose. */
      readonly options: JsonText;
      readonly dry: number;
      readonly state: "running" | "failed" | "aborted" | "done" | "undoing" | "undone";
      readonly phase: "tickets" | "undo" | "contacts";
      /** Where the phase goes on. */
      readonly at: string | null;
      /** Only tickets that changed at the source since then. */
      readonly since: number | null;
      /** The newest change at the source that the run has seen. */
      readonly seen_until: number | null;
      readonly total: number | null;
      readonly created: number;
      readonly updated: number;
      readonly unchanged: number;
      readonly kept: number;
      readonly skipped: number;
      readonly messages: number;
      readonly removed: number;
      readonly spared: number;
      readonly failures: number;
      readonly error: string | null;
      readonly resume_at: number | null;
      readonly created_at: number;
      readonly created_by: AccountId;
      /** For whom it works: who started it, went on with it or undid it last. */
      readonly given_by: AccountId;
      readonly updated_at: number;
      readonly finished_at: number | null;
      readonly replies: number;
      readonly companies: number;
      readonly ratings: number;
      /** The uploaded export that it reads; NULL: the help desk itself. */
      readonly export_id: string | null;
    };
    /** Tags that a run made. */
    readonly desk_import_tags: {
      readonly project_id: ProjectId;
      readonly tag_id: TagId;
      readonly run_id: DeskImportId;
      /** The name that the run gave it. */
      readonly name: string;
    };
    /** What a member lets their own paired computers do in a project. It ends by an end of its own or by revocation. */
    readonly device_grants: {
      readonly id: DeviceGrantId;
      readonly project_id: ProjectId;
      /** The member whose computers it backs. */
      readonly account_id: AccountId;
      /** JSON list of kinds of work. */
      readonly kinds: JsonText;
      /** Jobs in a UTC day at most. */
      readonly jobs_per_day: number;
      readonly created_at: number;
      readonly expires_at: number;
      readonly revoked_at: number | null;
      /** Null if nobody did it, as when it expired. */
      readonly revoked_by: AccountId | null;
      readonly revoked_why: "revoked" | "with_device" | "with_grant" | "unpaired" | "token_reused" | "expired" | "membership_lost" | "signed_out" | "project_deleted" | null;
      /** The revocation that ended it, which other modules join to end what rested on it. */
      readonly revocation_id: DeviceRevocationId | null;
    };
    /** Device authorisations (RFC 8628), deleted a day after they expired. */
    readonly device_pairings: {
      readonly id: DevicePairingId;
      readonly device_code_hash: string;
      /** A keyed hash: the code is short. */
      readonly user_code_hash: string;
      readonly name: string;
      readonly system: string;
      readonly version: string;
      /** JSON list of the kinds of work that the computer asks for. */
      readonly kinds: JsonText;
      readonly state: "pending" | "approved" | "denied";
      /** Counts up with each change of what a person was shown. */
      readonly revision: number;
      /** Whoever entered the code first: nobody else can decide. */
      readonly opened_by: AccountId | null;
      readonly project_id: ProjectId | null;
      readonly grant_id: DeviceGrantId | null;
      /** Of the device that comes into being when its token is collected. */
      readonly device_id: DeviceId | null;
      readonly decided_at: number | null;
      readonly created_at: number;
      readonly expires_at: number;
      /** How long the connector has to wait between two polls. */
      readonly poll_seconds: number;
      readonly polled_at: number | null;
      /** Whether the last poll came before that. */
      readonly polled_early: number;
    };
    /** Tokens of devices, also replaced ones, by which their reuse is noticed. */
    readonly device_tokens: {
      readonly token_hash: string;
      readonly project_id: ProjectId;
      readonly device_id: DeviceId;
      /** Counts up from 1. */
      readonly generation: number;
      readonly issued_at: number;
    };
    /** A paired computer. Its grant says what it may do. */
    readonly devices: {
      readonly id: DeviceId;
      readonly project_id: ProjectId;
      readonly grant_id: DeviceGrantId;
      /** That of its grant. */
      readonly account_id: AccountId;
      /** As the computer calls itself. */
      readonly name: string;
      readonly system: string;
      readonly version: string;
      readonly state: "idle" | "working" | "stopped";
      /** That of the newest token that was used; older ones are replaced, and the next may be on its way. */
      readonly generation: number;
      readonly paired_at: number;
      /** Of the first heartbeat, and of those that changed something; the project's coordinator knows later ones. Null before the first. */
      readonly last_seen_at: number | null;
      readonly revoked_at: number | null;
      readonly revoked_by: AccountId | null;
      readonly revoked_why: "revoked" | "with_device" | "with_grant" | "unpaired" | "token_reused" | "expired" | "membership_lost" | "signed_out" | "project_deleted" | null;
      /** As in `device_grants`. */
      readonly revocation_id: DeviceRevocationId | null;
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
    /** Questions of a run, with what came of them. */
    readonly evaluation_items: {
      readonly project_id: ProjectId;
      readonly run_id: EvaluationRunId;
      /** The question's place in the set. */
      readonly place: number;
      /** The question as it was in that version. */
      readonly question_id: SetQuestionId;
      /** Whose words the question was made from. */
      readonly contact_id: ContactId | null;
      readonly state: "waiting" | "asking" | "passed" | "failed" | "needs_review" | "erased";
      /** The call that is being made, or whose outcome nobody knows. */
      readonly call_id: ModelCallId | null;
      /** How the round ended. */
      readonly outcome: string | null;
      /** Why, in the words of the assistant. */
      readonly reason: string | null;
      /** JSON: what failed. */
      readonly faults: string;
      /** JSON: what was answered, with its sources. */
      readonly transcript: string | null;
      /** In millionths of a US dollar. */
      readonly cost: number;
      /** Milliseconds of the model. */
      readonly took: number;
      readonly updated_at: number;
    };
    /** Runs of question sets against the assistant: at most one of a project is open. */
    readonly evaluation_runs: {
      readonly id: EvaluationRunId;
      readonly project_id: ProjectId;
      /** Of the request that started it. */
      readonly client_id: string;
      readonly set_id: QuestionSetId;
      /** The version of the set that it asks. */
      readonly set_version: number;
      /** `provider/model`, or `synthetic`. */
      readonly model: string;
      /** The version of the guidance that it tries; 0: none was saved. */
      readonly guidance_version: number;
      /** JSON: that guidance. */
      readonly guidance: string;
      /** SHA-256 of model and guidance: two runs with the same one tried the same. */
      readonly config_hash: string;
      /** The most that it may cost, in millionths of a US dollar. */
      readonly budget: number;
      /** Reserved for each question, in millionths of a US dollar. */
      readonly most: number;
      /** 1: an owner let it spend more than half of the project's day. */
      readonly raised: number;
      readonly state: "running" | "paused" | "done" | "failed" | "cancelled";
      /** Why it stands or failed: one of the words of the contract. */
      readonly reason: string | null;
      /** A sentence of ours about the model's provider. */
      readonly detail: string | null;
      /** Questions that it asks. */
      readonly wanted: number;
      readonly passed: number;
      readonly failed: number;
      /** Questions whose outcome nobody knows. */
      readonly review: number;
      /** In millionths of a US dollar; of a question whose outcome nobody knows, the most. */
      readonly cost: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      readonly ended_at: number | null;
      /** Who started it: `member`, `schedule` of a plan of regression runs, or `knowledge` that changed. */
      readonly origin: "member" | "schedule" | "knowledge";
    };
    readonly files: {
      readonly id: FileId;
      readonly project_id: ProjectId;
      /** Random: it does not reveal the owner. */
      readonly object_key: string;
      readonly name: string;
      readonly type: string;
      readonly size: number;
      readonly sha256: string | null;
      readonly inline: number;
      readonly state: "pending" | "stored" | "attached" | "removing";
      /** Who uploaded it: `visitor:<contact>` or `operator:<account>`. */
      readonly owner: string;
      readonly client_id: string;
      /** The visitor who may read it; null for members only. */
      readonly contact_id: ContactId | null;
      readonly message_id: MessageId | null;
      /** What was counted for the upload, to give back when it fails. */
      readonly counted: string;
      readonly created_at: number;
      /** The conversation for which a member uploaded it; null for a visitor's upload, which has `contactId`. */
      readonly conversation_id: ConversationId | null;
      /** Until when it stays although nothing names it, as it is to be sent at a later time; null: a week from its upload. */
      readonly kept_until: number | null;
    };
    /** Members who changed nothing have no row. */
    readonly follower_settings: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      /** 0: replying, writing a note and being assigned does not make them follow. */
      readonly automatic: number;
    };
    /** Answers that a judge or a person has graded, with all grades. */
    readonly graded_answers: {
      readonly project_id: ProjectId;
      readonly run_id: EvaluationRunId;
      /** The question's place in the set. */
      readonly place: number;
      /** The question as it was in the run. */
      readonly question_id: SetQuestionId;
      /** Whose words the question was made from. */
      readonly contact_id: ContactId | null;
      /** `passed` or `failed`, by the rule. */
      readonly rule: string;
      /** The same by the newest judgement. */
      readonly judge: string | null;
      /** People who find it good. */
      readonly people_passed: number;
      /** People who don't. */
      readonly people_failed: number;
      /** 1: rule, judge and people differ. */
      readonly disagrees: number;
      /** What a person decided where they differ. */
      readonly decision: "passed" | "failed" | null;
      /** Who decided. */
      readonly decided_by: AccountId | null;
      readonly decided_at: number | null;
      /** What they wrote with it. */
      readonly comment: string;
      readonly updated_at: number;
    };
    /** Who grades a run or a blind grading: at most ten people each. */
    readonly graders: {
      readonly project_id: ProjectId;
      /** The run, or the blind grading. */
      readonly subject_id: string;
      readonly grader: AccountId;
      /** Grades that they have given. */
      readonly given: number;
      /** From then on they see the results of a blind grading, and grade no more. */
      readonly finished_at: number | null;
    };
    readonly help_article_files: {
      readonly project_id: ProjectId;
      readonly article_id: ArticleId;
      readonly file_id: FileId;
      readonly width: number | null;
      readonly height: number | null;
      /** The article's readers see it: anyone may read the file. */
      readonly published: number;
      /** From when on it is looked at whether the article still holds it. */
      readonly check_at: number;
    };
    /** One text per locale: the draft, and which version of it readers see. */
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
      /** The version that readers see; null: none. */
      readonly version: number | null;
      /** Of that version, so that an address is of one article only. */
      readonly live_slug: string | null;
      /** The draft's revision that became that version. */
      readonly live_revision: number | null;
      readonly published_at: number | null;
      /** When the schedule publishes the draft, and who asked for it. */
      readonly publish_at: number | null;
      readonly publish_by: AccountId | null;
      /** A person wrote the slug, or readers know it: it no longer follows the title. */
      readonly slug_kept: number;
      /** The title as a search compares it. */
      readonly folded: string;
      readonly schedule_failed_at: number | null;
      /** Why the schedule did not publish it. */
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
      /** Its collection before that one was removed, so that the removal can be undone. */
      readonly left_collection_id: CollectionId | null;
    };
    readonly help_centers: {
      readonly project_id: ProjectId;
      readonly open: number;
      readonly title: string;
      readonly description: string;
      readonly default_locale: string;
      /** JSON list of the locales that it is written in, the default among them. */
      readonly locales: JsonText;
      /** JSON list of { label, url }: imprint, privacy and the like. */
      readonly links: JsonText;
      readonly updated_at: number;
      readonly updated_by: string;
      /** Where readers reach people: a web or mail address; null: the website. */
      readonly contact: string | null;
      readonly revision: number;
      /** Readers write from the public pages. */
      readonly letters: number | null;
      /** Articles name who published them. */
      readonly authors: number;
      /** JSON of { title, description } by locale, for other languages than the default one; an empty text falls back to it. */
      readonly translations: JsonText;
      /** JSON of { fileId, width, height } for logo, logoDark and cover. */
      readonly images: JsonText;
      /** The company’s own origin in front of the pages, which canonical addresses name; null: the installation’s. */
      readonly domain: string | null;
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
    /** Pages that changes of articles leave to be rendered once for many changes. */
    readonly help_due_pages: {
      readonly project_id: ProjectId;
      readonly page: string;
      readonly token: string;
      readonly at: string | null;
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
    /** Questions that mean the same. It goes with the last question in it. */
    readonly help_gaps: {
      readonly id: GapId;
      readonly project_id: ProjectId;
      readonly locale: string;
      /** As one of them was asked, and its stems as a JSON list. */
      readonly question: string;
      readonly terms: JsonText;
      readonly questions: number;
      readonly state: "open" | "ignored" | "written";
      /** The article that answers it, as a person says. */
      readonly article_id: ArticleId | null;
      /** The article in which a search for it finds an answer by now. */
      readonly found: string | null;
      readonly created_at: number;
      readonly last_at: number;
      readonly changed_by: string | null;
      /** When it is searched for again; null: not while it is ignored. */
      readonly look_at: number | null;
      /** The article that comes nearest, as long as none is found. */
      readonly maybe: string | null;
    };
    /** Projects of others that may import with the installation's tokens. */
    readonly help_import_access: {
      readonly project_id: ProjectId;
      readonly opened_at: number;
      readonly opened_by: string;
    };
    /** What became of an article of a source. */
    readonly help_import_items: {
      readonly project_id: ProjectId;
      readonly platform: string;
      readonly place: string;
      readonly source_id: string;
      readonly locale: string;
      readonly article_id: ArticleId;
      readonly run_id: HelpImportId;
      readonly hash: string;
      /** The draft that the import wrote last. */
      readonly revision: number;
      /** Who may read the article as an import last said; null = a person may have chosen it. */
      readonly audience: "public" | "members" | "told" | null;
      /** Whether an import last wanted readers to see the text. */
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
      /** JSON list of [code, detail]. */
      readonly notes: JsonText;
      /** Links and publication are still to be done. */
      readonly open: number;
      readonly publish: number;
      /** What an update replaced. */
      readonly before: JsonText | null;
      readonly undone: string | null;
    };
    readonly help_import_runs: {
      readonly id: HelpImportId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly name: string;
      readonly platform: string;
      /** Subdomain or region. */
      readonly place: string;
      readonly options: JsonText;
      readonly dry: number;
      readonly state: "running" | "failed" | "aborted" | "done" | "undoing" | "undone";
      readonly phase: "outline" | "articles" | "finish" | "undo";
      /** Where the phase goes on. */
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
      /** For whom it works: who started it, went on with it or undid it last. */
      readonly given_by: AccountId;
      /** Articles that fewer people may read since the run. */
      readonly narrowed: number;
    };
    /** Messages from the contact form. Once confirmed, only the fact is kept, until the row is removed by its age. */
    readonly help_letters: {
      readonly id: ContactRequestId;
      readonly project_id: ProjectId;
      readonly state: "pending" | "sent";
      /** The mail with the link. */
      readonly delivery_id: DeliveryId;
      readonly locale: string;
      readonly name: string | null;
      readonly email: string | null;
      readonly message: string | null;
      /** Where the reader came from: the article, the search and its visit, and the feedback on the article. */
      readonly article_id: ArticleId | null;
      readonly query: string | null;
      readonly visit: string | null;
      readonly feedback: string | null;
      /** Set on confirmation; on a pending request only by the erasure that is taking it. */
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
      /** The answer about an article whose words it is. */
      readonly feedback_id: HelpFeedbackId | null;
      readonly contact_id: ContactId | null;
      /** Null until the schedule has put it to others like it. */
      readonly gap_id: GapId | null;
      readonly created_at: number;
    };
    readonly help_redirects: {
      readonly project_id: ProjectId;
      readonly locale: string;
      /** Below the help center: `articles/<slug>`, or any old path of an import. */
      readonly path: string;
      readonly article_id: ArticleId;
      readonly created_at: number;
    };
    /** Where a job goes on that did a part of its work. */
    readonly help_render_runs: {
      readonly project_id: ProjectId;
      readonly job_id: JobId;
      readonly cursor: string;
      readonly created_at: number;
    };
    readonly help_renders: {
      readonly project_id: ProjectId;
      /** The job that draws everything anew: the latest to begin; an earlier one stops. */
      readonly whole_run: string | null;
      readonly sitemap_run: string | null;
      readonly begun_at: number | null;
      readonly rendered_at: number | null;
      /** The job that renders due pages: the latest to begin; an earlier one stops. */
      readonly due_run: string | null;
      /** From when on the next such job may begin. */
      readonly due_from: number | null;
    };
    readonly help_search_days: {
      readonly project_id: ProjectId;
      readonly day: number;
      readonly searches: number;
      /** Of these, those that found nothing that fits, and those after which an article was opened. */
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
      /** The best result of the last of these searches, if it does not fit well. */
      readonly nearest: string | null;
    };
    readonly help_searches: {
      readonly id: HelpSearchId;
      readonly project_id: ProjectId;
      readonly locale: string;
      readonly query: string;
      /** As equal ones are counted together. */
      readonly terms: string;
      readonly place: "page" | "widget";
      readonly results: number;
      /** The article that was opened from it. */
      readonly opened: string | null;
      readonly contact_id: ContactId | null;
      readonly created_at: number;
      /** The best result, if it does not fit well. */
      readonly nearest: string | null;
    };
    /** How generated images of a project look, and how long unused ones stay. */
    readonly image_looks: {
      readonly project_id: ProjectId;
      /** JSON: six-digit hex, the most important first. */
      readonly colors: string;
      /** Style and tone in words. */
      readonly tone: string;
      /** Days that an unused image stays; null: for ever. */
      readonly keep_days: number | null;
      /** Goes up with each change. */
      readonly revision: number;
      readonly updated_by: AccountId;
      readonly updated_at: number;
    };
    /** Requests for images: at most one of a project is open. */
    readonly image_runs: {
      readonly id: ImageRunId;
      readonly project_id: ProjectId;
      /** Of the request that started it. */
      readonly client_id: string;
      /** The image that it changes. */
      readonly parent_id: StudioImageId | null;
      readonly purpose: string;
      /** What the member wrote. */
      readonly prompt: string;
      /** The look when it started. */
      readonly colors: string;
      readonly tone: string;
      /** Images that were asked for. */
      readonly wanted: number;
      /** Images that were made. A run without any is forgotten a day after its end. */
      readonly made: number;
      /** `running`, `done`, `failed` or `cancelled`. */
      readonly state: "running" | "done" | "failed" | "cancelled";
      /** Why it failed: one of the words of the contract. */
      readonly reason: string | null;
      /** A sentence of ours about the failure. */
      readonly detail: string | null;
      /** `provider/model`. */
      readonly model: string;
      readonly size: string;
      readonly quality: string;
      /** The call that is being made, or whose outcome nobody stored. */
      readonly call_id: ModelCallId | null;
      /** Of all its calls that were answered, in millionths of a US dollar. */
      readonly cost: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      readonly ended_at: number | null;
    };
    /** Whose an address is: proved by a code, or of an approved domain. Base forms only. */
    readonly inbound_addresses: {
      readonly address: string;
      readonly project_id: ProjectId;
      readonly created_at: number;
      /** Null in rows of an earlier version: nobody has proved the address. */
      readonly held_at: number | null;
      /** 0: the project only sends from it. */
      readonly takes_mail: number;
    };
    readonly inbound_mail_receipts: {
      readonly id: ReceiptId;
      readonly project_id: ProjectId;
      /** Keyed hash of recipient, Message-ID and raw mail: stays after erasure, so that a redelivery is dropped. */
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
      /** Whose mail it turned out to be; an erasure finds by it what was not admitted. */
      readonly contact_id: ContactId | null;
      /** The address that it came to, until it is decided. Dropped with it: it waits for the proof of that address. */
      readonly waits_for: string | null;
    };
    readonly installation: {
      readonly id: number;
      /** 256 random bits, base64url. */
      readonly key: string;
      readonly first_owner_id: AccountId;
      readonly created_at: number;
      /** What public pages call the installation; null: they have the product's name. */
      readonly name: string | null;
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
      /** Whom it was mailed to, in lower case; null: the link is passed on by hand. */
      readonly address: string | null;
    };
    readonly jobs: {
      readonly id: JobId;
      readonly project_id: ProjectId | null;
      readonly kind: string;
      /** Derived from the cause, so that the same cause makes only one job. */
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
      /** The contact whose data the job is about; an erasure ends the job. */
      readonly contact_id: ContactId | null;
    };
    /** Answers of a judging, with what the model said of them. */
    readonly judgements: {
      readonly project_id: ProjectId;
      readonly judging_id: JudgingId;
      readonly run_id: EvaluationRunId;
      /** The question's place in the set. */
      readonly place: number;
      /** The question as it was in the run. */
      readonly question_id: SetQuestionId;
      /** Whose words the question was made from. */
      readonly contact_id: ContactId | null;
      readonly state: "waiting" | "asking" | "passed" | "failed" | "needs_review" | "erased";
      /** The call that is being made, or whose outcome nobody knows. */
      readonly call_id: ModelCallId | null;
      /** Why it needs a review. */
      readonly reason: string | null;
      /** JSON: score and reason by criterion. */
      readonly scores: string;
      /** In millionths of a US dollar. */
      readonly cost: number;
      /** Milliseconds of the model. */
      readonly took: number;
      readonly updated_at: number;
    };
    /** Runs in which a model judges the answers of an evaluation's run: at most one of a project is open. */
    readonly judgings: {
      readonly id: JudgingId;
      readonly project_id: ProjectId;
      /** Of the request that started it. */
      readonly client_id: string;
      readonly run_id: EvaluationRunId;
      /** `provider/model`, or `synthetic`. */
      readonly model: string;
      /** JSON: the criteria with their scales. */
      readonly rubric: string;
      /** The most that it may cost, in millionths of a US dollar. */
      readonly budget: number;
      /** Reserved for each answer, in millionths of a US dollar. */
      readonly most: number;
      readonly state: "running" | "paused" | "done" | "failed" | "cancelled";
      /** Why it stands or failed: one of the words of the contract. */
      readonly reason: string | null;
      /** A sentence of ours about the model's provider. */
      readonly detail: string | null;
      /** Answers that it judges. */
      readonly wanted: number;
      readonly passed: number;
      readonly failed: number;
      /** Answers without a judgement that can be read, or of which nobody knows what the model said. */
      readonly review: number;
      /** In millionths of a US dollar; of an answer of which nobody knows, the most. */
      readonly cost: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      readonly ended_at: number | null;
      /** 1: an owner let it spend more than half of the project's day. */
      readonly raised: number;
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
      /** The filling of the index that has its words. */
      readonly epoch: number;
    };
    /** Projects of others whose websites the installation's crawler fetches. */
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
      /** When the provider was first asked to begin: its answer may have been lost. */
      readonly tried_at: number | null;
      readonly provider_run_id: string | null;
      readonly dataset_id: string | null;
      /** How many of the provider's results were stored. */
      readonly position: number;
      /** How often it waited: names the job that goes on. */
      readonly waits: number;
      /** Everything was seen: what was not seen is gone. */
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
      /** The source's own name of it, such as an article's id with its locale, or the address of a page. */
      readonly key: string;
      readonly title: string;
      /** Where people can read it; null: nowhere. */
      readonly url: string | null;
      readonly locale: string;
      readonly audience: "public" | "members" | "told";
      readonly assistant: number;
      /** Of title and content: the same needs no new index. */
      readonly hash: string;
      readonly updated_at: number;
    };
    /** Sums of versions before the module ai, which counts embeddings now. Empty; kept for a rollback. */
    readonly knowledge_embedding_usage: {
      readonly project_id: ProjectId;
      readonly day: string;
      readonly tokens: number;
      readonly cost: number;
    };
    /** One row: which filling of the index of words is the current one. */
    readonly knowledge_index_state: {
      readonly id: number;
      readonly epoch: number;
      /** Documents that were removed since the last merging of all blocks began. */
      readonly removed: number;
      readonly merge_began_at: number;
      /** Up to which flush of the index the merging goes that is under way. */
      readonly merge_until: number | null;
    };
    readonly knowledge_indexes: {
      /** Stands before every term of the project's in the index. */
      readonly number: number;
      readonly project_id: ProjectId;
      /** How many pieces the project ever had. */
      readonly next: number;
      readonly chunks: number;
      readonly title_words: number;
      readonly heading_words: number;
      readonly body_words: number;
    };
    /** Snippets, files, chosen answers and pages. Each has one document or, when it is long, several. */
    readonly knowledge_items: {
      readonly id: KnowledgeItemId;
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      /** The source's own name of it: the address of a page, else its id. */
      readonly key: string;
      readonly title: string;
      /** Markdown of snippets and answers; what files and pages say stands in their documents. */
      readonly content: string;
      readonly url: string | null;
      /** `draft` and `waiting` ones are not found yet; `skipped` and `failed` say why in `error`. */
      readonly state: "draft" | "waiting" | "ready" | "skipped" | "failed" | "removing";
      readonly error: string | null;
      /** Of what was indexed: the same needs no new documents. */
      readonly hash: string;
      readonly etag: string | null;
      /** The uploaded original, and the text that was made of it elsewhere. */
      readonly object_key: string | null;
      readonly text_key: string | null;
      readonly type: string | null;
      readonly size: number;
      /** How many documents it has. */
      readonly parts: number;
      /** Of a chosen answer. */
      readonly message_id: MessageId | null;
      readonly contact_id: ContactId | null;
      /** The run that saw it last. */
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
      /** Whether the assistant uses it. */
      readonly assistant: number;
      readonly created_by: string;
      readonly client_id: string;
      readonly created_at: number;
      readonly synced_at: number | null;
      readonly removed_at: number | null;
      /** Its items are still being taken away. */
      readonly removing: number;
      readonly filled_by: string | null;
      readonly filled_state: "running" | "failed" | null;
    };
    readonly knowledge_terms: {
      readonly term: string;
      readonly doc: number;
      readonly cnt: number;
    };
    /** Deleted projects whose vectors go. */
    readonly knowledge_vector_ends: {
      readonly project_id: ProjectId;
      readonly due_at: number;
    };
    /** The stores that were used: how large a model's vectors are, and what the store or the provider said last. */
    readonly knowledge_vector_stores: {
      readonly name: string;
      readonly dimension: number | null;
      readonly generation: number;
      readonly checked_at: number;
      readonly retry_at: number;
      readonly error: string | null;
    };
    /** Which documents have vectors in the store, and which wait for them. A row stays until the store has confirmed that they are gone. */
    readonly knowledge_vectors: {
      readonly document_id: KnowledgeDocumentId;
      readonly project_id: ProjectId;
      readonly revision: number;
      /** Where its vectors are or may be; '' = nowhere. */
      readonly place: string;
      /** The document's hash when they were made. */
      readonly hash: string;
      /** When there is something to do; null: nothing. */
      readonly due_at: number | null;
      readonly attempts: number;
      readonly error: string | null;
    };
    readonly knowledge_websites: {
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      readonly way: "crawler" | "pages" | "sitemap";
      /** JSON lists. */
      readonly addresses: JsonText;
      readonly include: JsonText;
      readonly exclude: JsonText;
      readonly max_pages: number;
      readonly schedule: "manual" | "daily" | "weekly";
      readonly next_at: number | null;
      /** Who set the schedule. */
      readonly given_by: string | null;
    };
    readonly knowledge_words: {
      readonly title: string;
      readonly heading: string;
      readonly body: string;
      readonly scope: string;
    };
    /** How a lead meets the project's criteria, by run and by hand. */
    readonly lead_answers: {
      readonly lead_id: LeadId;
      readonly run_id: string;
      readonly criterion_id: LeadCriterionId;
      readonly project_id: ProjectId;
      /** `yes`, `partly`, `no` or `unknown`. */
      readonly answer: string;
      /** Why, in a sentence. */
      readonly reason: string;
      readonly url: string | null;
      readonly quote: string | null;
      /** The member who answered by hand. */
      readonly author_id: AccountId | null;
      readonly updated_at: number;
    };
    /** What a project asks of every lead. */
    readonly lead_criteria: {
      readonly project_id: ProjectId;
      /** JSON: `{id, name, description, weight}` each, in the order of the screen. */
      readonly criteria: string;
      /** Goes up with each change. */
      readonly revision: number;
      readonly updated_by: AccountId;
      readonly updated_at: number;
    };
    /** One row for each lead of which anything was found out; an erasure finds it here after the lead is gone. */
    readonly lead_research: {
      readonly lead_id: LeadId;
      readonly project_id: ProjectId;
      /** The contact that is being erased and was this lead. */
      readonly erasing: ContactId | null;
    };
    /** Pages that a run read or tried to read. A later run within a day takes the text from here. */
    readonly lead_research_pages: {
      readonly run_id: LeadResearchRunId;
      readonly place: number;
      readonly project_id: ProjectId;
      readonly lead_id: LeadId;
      readonly url: string;
      readonly title: string;
      /** `read`, `failed` or `denied` (by robots.txt). */
      readonly state: string;
      /** Why it was not read, as a sentence. */
      readonly problem: string | null;
      /** Plain text as the model gets it; emptied when a later run ends. */
      readonly content: string;
      /** JSON: addresses of the same site that the page links to. */
      readonly links: string;
      /** When it was fetched; of a page from the cache, when that was. */
      readonly fetched_at: number;
    };
    /** Runs of a lead's research: at most one is open, and the last five are kept. */
    readonly lead_research_runs: {
      readonly id: LeadResearchRunId;
      readonly project_id: ProjectId;
      readonly lead_id: LeadId;
      /** Of the request that started it. */
      readonly client_id: string;
      /** `waiting`, `fetching`, `asking`, `done`, `failed` or `cancelled`. */
      readonly state: string;
      /** Why it failed: one of the words of the contract. */
      readonly reason: string | null;
      /** A sentence of ours about the failure. */
      readonly detail: string | null;
      /** JSON: what a member added to the lead's own site. */
      readonly addresses: string;
      /** JSON: the addresses to read, in order; the links of the front page join when it was read. */
      readonly queue: string;
      /** When reading pages ends, whatever is left. */
      readonly fetch_until: number | null;
      /** `provider/model`. */
      readonly model: string;
      /** Statements and answers of the model whose quote was not in the page. */
      readonly dropped: number;
      /** 0 to 100, computed from the answers of this run when it ended; empty if nothing is known. */
      readonly score: number | null;
      /** In millionths of a US dollar; empty until a model has answered. */
      readonly cost: number | null;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      readonly ended_at: number | null;
    };
    /** What is known of a lead: a sentence each, with the page and the words that say it. */
    readonly lead_statements: {
      readonly id: LeadStatementId;
      readonly project_id: ProjectId;
      readonly lead_id: LeadId;
      /** The run that found it; empty for what a member wrote. */
      readonly run_id: LeadResearchRunId | null;
      /** Of the request that added it; of a run, made from its place. */
      readonly client_id: string;
      /** The statement. */
      readonly content: string;
      readonly url: string | null;
      readonly quote: string | null;
      /** Who wrote it or changed it; no later run replaces it then. */
      readonly author_id: AccountId | null;
      /** Goes up with each change. */
      readonly revision: number;
      readonly created_at: number;
      readonly updated_at: number;
    };
    /** What a search finds a lead by: words of its name, company, domain and address, folded. */
    readonly lead_words: {
      readonly project_id: ProjectId;
      readonly word: string;
      readonly lead_id: LeadId;
    };
    /** People and companies that may become customers. */
    readonly leads: {
      readonly id: LeadId;
      readonly project_id: ProjectId;
      /** Of the request that created it; of an import, made from the import's and the row's. */
      readonly client_id: string;
      readonly name: string | null;
      readonly email: string | null;
      readonly company: string | null;
      /** The host of the company's website, in lower case and without `www.`; leads of one company share it. */
      readonly domain: string | null;
      readonly role: string | null;
      /** `new`, `contacted`, `in_conversation`, `won` or `lost`. */
      readonly stage: string;
      /** The member who takes care of it. */
      readonly owner_id: AccountId | null;
      /** The contact that it is, if that is known: the one it was made of, or who has proved its address. */
      readonly contact_id: ContactId | null;
      readonly next_step: string | null;
      /** A day, as `2026-11-28`. */
      readonly next_step_on: string | null;
      /** Only of lost ones. */
      readonly lost_reason: string | null;
      readonly notes: string | null;
      /** The folded name, empty for the company itself: a row of an import without an address is a duplicate of a lead with the same host and key. */
      readonly same_key: string;
      /** Goes up with each change. */
      readonly revision: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      /** Set by deleting; within the second hour after it the schedule removes the row. */
      readonly deleted_at: number | null;
    };
    /** Proposed changes to knowledge, at most one for a conversation; kept for 180 days. */
    readonly learning_proposals: {
      readonly id: ProposalId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly round_id: RoundId | null;
      readonly cause: "unanswered" | "corrected" | "negative" | "flagged";
      /** The article that it changes; null: a new one. Once accepted, the one with the draft. */
      readonly article_id: ArticleId | null;
      readonly locale: string;
      /** What the customer asked, without what names them. */
      readonly question: string;
      /** What people answered, or wrote with a flag, without what names the customer. */
      readonly answer: string;
      readonly title: string;
      /** Markdown: the whole proposed text. */
      readonly content: string;
      /** Whether a model worded it, or it is the reply as it was written. */
      readonly worded: "model" | "reply";
      readonly model: string | null;
      /** In millionths of a US dollar. */
      readonly cost: number;
      /** `erased`: the customer was erased, and with them its texts. */
      readonly state: "open" | "accepted" | "rejected" | "erased";
      readonly decided_by: AccountId | null;
      readonly decided_at: number | null;
      readonly created_at: number;
      /** The snippet that it changes; else null. */
      readonly item_id: string | null;
      /** The source of that snippet. */
      readonly source_id: string | null;
    };
    /** Summaries of what the older installation stored about contacts in buckets. */
    readonly legacy_bucket_summaries: {
      readonly project_id: ProjectId;
      readonly id: LegacyRecordId;
      readonly contact_id: ContactId;
      readonly bucket: string;
      readonly objects: number;
      readonly bytes: number;
      readonly summary: string;
      readonly created_at: number;
    };
    /** What the older installation paid for models: sums of a day. Never changed, and no ceiling counts them. */
    readonly legacy_financial_rows: {
      readonly project_id: ProjectId;
      readonly day: string;
      readonly purpose: string;
      readonly provider: string;
      readonly model: string;
      readonly run_id: number;
      readonly calls: number;
      readonly failed: number;
      readonly input_tokens: number;
      readonly output_tokens: number;
      /** Millionths of a US dollar. */
      readonly cost: number;
      /** How many of the calls have an estimated cost. */
      readonly estimated: number;
    };
    /** Work at providers of which the export does not know how it ended. */
    readonly legacy_import_holds: {
      readonly project_id: ProjectId;
      readonly id: LegacyRecordId;
      readonly run_id: number;
      readonly category: "generation" | "training" | "provider";
      /** What the export says of it. */
      readonly recorded: "started" | "unknown";
      readonly provider: string | null;
      /** What the work was, in words of the export. */
      readonly detail: string | null;
      readonly contact_id: ContactId | null;
      readonly conversation_id: ConversationId | null;
      readonly started_at: number;
      /** What a person found out; null while it is open. */
      readonly outcome: "happened" | "not_happened" | "set_aside" | null;
      readonly reconciled_by: AccountId | null;
      readonly reconciled_at: number | null;
    };
    /** A receipt for each imported record, without its content. */
    readonly legacy_import_rows: {
      /** Empty for accounts, which belong to no project. */
      readonly project_id: ProjectId;
      readonly run_id: number;
      /** Of the record in the export. */
      readonly kind: string;
      /** The record's id; of a record without one its key. */
      readonly record_id: string;
    };
    /** Imports of older data, one for each artifact. */
    readonly legacy_import_runs: {
      readonly id: number;
      /** SHA-256 of the export. */
      readonly artifact: string;
      readonly exported_at: number;
      /** Records of the export. */
      readonly records: number;
      /** How often the import of this artifact was begun. */
      readonly starts: number;
      readonly started_at: number;
      /** Null while it is unfinished: the same command goes on with it. */
      readonly finished_at: number | null;
    };
    /** Macros that were applied to a conversation, kept for a day so that they can be taken back. */
    readonly macro_runs: {
      readonly id: MacroRunId;
      readonly project_id: ProjectId;
      readonly macro_id: MacroId;
      readonly conversation_id: ConversationId;
      /** Who applied it. */
      readonly account_id: AccountId;
      readonly client_id: string;
      /** JSON list: each action with its value, and the value that takes it back. */
      readonly steps: JsonText;
      readonly created_at: number;
    };
    /** Several changes of a conversation, with a text, that members apply together. Deleted ones are kept for a day, so that a deletion can be undone. */
    readonly macros: {
      readonly id: MacroId;
      readonly project_id: ProjectId;
      /** The member whose own it is; null: shared by the project. */
      readonly owner_id: AccountId | null;
      readonly title: string;
      /** Markdown with variables that is put into the composer; empty without one. */
      readonly content: string;
      /** Whether the text is a reply or a note. */
      readonly content_kind: "reply" | "note";
      /** JSON list of what it does, in order: the name of a bulk action with the value that is kept for it. */
      readonly steps: JsonText;
      /** Goes up with every change. */
      readonly version: number;
      /** How often it was applied. */
      readonly uses: number;
      readonly used_at: number | null;
      readonly created_by: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      readonly changed_at: number;
      readonly deleted_at: number | null;
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
      /** Keyed hash of the address, for ceilings across projects. */
      readonly to_hash: string;
      readonly proved: number;
      /** When it was written or last taken for an attempt. */
      readonly updated_at: number;
    };
    readonly mail_deliveries: {
      readonly id: DeliveryId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId | null;
      readonly message_id: MessageId | null;
      readonly contact_id: ContactId | null;
      readonly kind: string;
      /** What it is sent for; one cause makes one mail. */
      readonly cause: string;
      readonly to_address: string | null;
      /** Keyed hash of the address, for ceilings across projects. */
      readonly to_hash: string;
      /** Whether the address was proved when it was decided. */
      readonly proved: number;
      readonly subject: string | null;
      /** Our own Message-ID, for providers that take one. */
      readonly header_id: string | null;
      readonly provider: string | null;
      readonly state: "queued" | "sending" | "sent" | "bounced" | "failed" | "needs_review" | "suppressed" | "held";
      readonly attempts: number;
      readonly provider_id: string | null;
      readonly error: string | null;
      readonly created_at: number;
      readonly updated_at: number;
      /** When a held mail goes by itself; null for one that needs a person. */
      readonly due_at: number | null;
      /** Recipients of a waiting mail that the ceiling of mail to strangers has yet to count. */
      readonly strangers: number;
      /** The person for whom they count, while they are to be counted. */
      readonly strangers_by: AccountId | null;
    };
    /** Domains that the installation's first owner approved for a project. */
    readonly mail_domains: {
      readonly domain: string;
      readonly project_id: ProjectId;
      readonly approved_by: string;
      readonly approved_at: number;
    };
    readonly mail_forwards: {
      readonly delivery_id: DeliveryId;
      readonly project_id: ProjectId;
      /** The message that is passed on. */
      readonly message_id: MessageId;
      readonly content: string;
    };
    readonly mail_suppressions: {
      readonly project_id: ProjectId;
      readonly address_hash: string;
      readonly reason: string;
      readonly created_at: number;
    };
    /** Objects that are being stored: until a row names them this one does, and the schedule removes what nobody took. */
    readonly mail_uploads: {
      readonly object_key: string;
      readonly created_at: number;
    };
    readonly mails: {
      readonly message_id: MessageId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly direction: "in" | "out";
      /** Message-ID without its angle brackets. */
      readonly header_id: string | null;
      /** Keyed hash of it, by which an answer finds its conversation. */
      readonly header_hash: string | null;
      readonly from_address: string | null;
      readonly from_name: string | null;
      readonly to_list: JsonText;
      readonly cc_list: JsonText;
      readonly subject: string | null;
      /** What our own channel saw of SPF, DKIM and DMARC, as JSON. */
      readonly authentication: string | null;
      /** The sanitised HTML in the bucket. */
      readonly html_key: string | null;
      /** The whole text in the bucket, when the message holds less of it. */
      readonly text_key: string | null;
      /** The quoted history below what was written, when it is short enough for a row. */
      readonly quoted: string | null;
      readonly created_at: number;
      /** Keyed hash of the sender's address where somebody else wrote into the contact's conversation; empty = not known yet. */
      readonly sender_hash: string | null;
    };
    /** What members chose. Those who are online have no row; being away for want of input is not stored. */
    readonly member_availability: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly availability: "busy" | "away";
    };
    readonly memberships: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly role: "owner" | "admin" | "operator";
      readonly joined_at: number;
      readonly opened_at: number;
      /** When the member hid the next steps of a new project; null: they are shown. */
      readonly steps_hidden_at: number | null;
    };
    /** Translations of messages and notes for the team, one for each language that a member asked for. */
    readonly message_translations: {
      readonly project_id: ProjectId;
      readonly message_id: MessageId;
      /** The language of the translation. */
      readonly locale: string;
      /** The contact of the conversation, with whose erasure it goes. */
      readonly contact_id: ContactId;
      readonly content: string;
      readonly provider: string;
      readonly model: string;
      readonly created_at: number;
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
    /** The conversations of a dry run. */
    readonly monitoring_dry_items: {
      readonly run_id: DryRunId;
      readonly place: number;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** Null after an erasure. */
      readonly contact_id: ContactId | null;
      readonly state: "waiting" | "judged" | "failed";
      /** JSON list of rule, quote and reason. */
      readonly found: JsonText;
    };
    /** The newest ten of a project, for 90 days. */
    readonly monitoring_dry_runs: {
      readonly id: DryRunId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly state: "running" | "paused" | "done" | "cancelled";
      /** Why it is paused: `asked`, `ceiling`, `price`, `not_configured`, `provider`. */
      readonly why: string | null;
      /** Goes up when it is resumed; jobs of earlier turns end. */
      readonly turn: number;
      /** JSON: the rules as they were when it began. */
      readonly rules: JsonText;
      readonly provider: string;
      readonly model: string;
      readonly from_at: number;
      readonly until_at: number;
      readonly total: number;
      readonly judged: number;
      readonly failed: number;
      readonly cost: number;
      /** Millionths of a US dollar: what was agreed to. */
      readonly at_most: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly ended_at: number | null;
    };
    /** Matches, and messages that could not be judged; kept for 400 days. */
    readonly monitoring_log: {
      readonly id: MonitoringEntryId;
      readonly project_id: ProjectId;
      /** What makes it one of its kind: of a match its rule and the newest message judged, of the others message and version, or rule and hour. */
      readonly key: string;
      readonly kind: "match" | "skipped";
      readonly state: "open" | "resolved";
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      readonly rule_id: MonitoringRuleId | null;
      readonly rule_name: string;
      readonly rule_kind: string | null;
      readonly rule_version: number | null;
      /** Of a skipped one: `ceiling`, `not_configured`, `failed`, `unreadable`, `hour`. */
      readonly why: string | null;
      /** Words of the customer's own message; empty for a rule about waiting, and after an erasure. */
      readonly quote: string;
      /** The model's, in a few words. */
      readonly reason: string;
      /** Of the conversation, up to which it was judged. */
      readonly revision: number;
      readonly notified: number;
      readonly handed_over: number;
      readonly verdict: "up" | "down" | null;
      readonly verdict_by: AccountId | null;
      readonly resolved_by: AccountId | null;
      readonly resolved_at: number | null;
      readonly erased_at: number | null;
      readonly created_at: number;
    };
    /** How far a conversation was judged; rows are kept for 90 days. */
    readonly monitoring_progress: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** Of the newest customer's message that was judged. */
      readonly revision: number;
      /** Of the project's rules at that time. */
      readonly version: number;
      /** The job that is judging; null if none is. */
      readonly claim: string | null;
      readonly claimed_until: number;
      readonly judged_at: number;
    };
    /** Rules that watch conversations; deleting one deletes the row. */
    readonly monitoring_rules: {
      readonly id: MonitoringRuleId;
      readonly project_id: ProjectId;
      readonly name: string;
      readonly kind: "frustration" | "churn" | "legal" | "safety" | "topic" | "waiting";
      /** What a topic looks for, in the team's own words; empty for ready rules. */
      readonly looks_for: string;
      /** Of a rule about waiting: after how long it matches. */
      readonly minutes: number | null;
      /** JSON list; empty: all. */
      readonly channels: JsonText;
      /** JSON list of language codes; empty: all. */
      readonly languages: JsonText;
      readonly notify: "nobody" | "chosen" | "everybody";
      /** JSON list of the accounts that are notified, if `notify` is `chosen`. */
      readonly members: JsonText;
      readonly hand_over: number;
      readonly enabled: number;
      readonly per_hour: number;
      /** Goes up when the rule looks for something else; precision counts from there. */
      readonly version: number;
      /** Of this version, as are `ups` and `downs`. */
      readonly matches: number;
      readonly ups: number;
      readonly downs: number;
      readonly client_id: string;
      readonly created_at: number;
      readonly changed_at: number;
    };
    /** The version of all rules of a project together; goes up with every change. */
    readonly monitoring_sets: {
      readonly project_id: ProjectId;
      readonly version: number;
    };
    /** What a mail of the kind `notice` is about. Its words are made when it is sent. */
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
    /** How far events have become notices. One row. */
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
      /** Of mails: one bit for each event. */
      readonly events: number;
      /** Minutes of the local day; both or none. */
      readonly quiet_from: number | null;
      readonly quiet_to: number | null;
      readonly zone: string;
      /** One bit for each day, Monday first. */
      readonly days: number;
      readonly updated_at: number;
      /** Of the bell, as `events`. Null: the defaults of the role. */
      readonly bell: number | null;
      /** Of push notifications, as `events`. Null: the defaults of the role. */
      readonly push: number | null;
    };
    /** Notices that wait: one for each person and conversation, which later events join. */
    readonly notices: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      /** What began it: the id of an event, or of a mail with its attempt. */
      readonly cause: string;
      readonly events: number;
      readonly since_revision: number;
      readonly revision: number;
      /** Since when it waits for the end of quiet hours. */
      readonly quiet_since: number | null;
      readonly due_at: number;
      /** JSON list of the names of rules that notified; null without any. */
      readonly titles: string | null;
    };
    /** Numbers of the results page, by day of UTC. */
    readonly outreach_days: {
      readonly project_id: ProjectId;
      readonly day: string;
      readonly sent: number;
      readonly answered: number;
      readonly opted_out: number;
      readonly bounced: number;
    };
    /** Who a project's outreach comes from. */
    readonly outreach_identities: {
      readonly project_id: ProjectId;
      /** The company, as it is registered. */
      readonly legal_name: string;
      /** Where post arrives; several lines. */
      readonly postal_address: string;
      /** The name in the mail's From. */
      readonly sender_name: string;
      /** One of the project's verified addresses at which mail arrives. */
      readonly reply_address: string;
      readonly updated_by: AccountId;
      readonly updated_at: number;
    };
    /** The mails of a sequence: a draft until it is handed to the outbox. */
    readonly outreach_mails: {
      readonly sequence_id: OutreachSequenceId;
      readonly position: number;
      readonly project_id: ProjectId;
      /** Days after the mail before. */
      readonly wait_days: number;
      readonly subject: string;
      readonly text: string;
      /** Who last changed the words. */
      readonly edited_by: AccountId;
      /** Of exactly these words; null once they differ. */
      readonly review_id: OutreachReviewId | null;
      /** Its row of the outbox; never changes. */
      readonly delivery_id: DeliveryId | null;
      /** The address that it was sent from. */
      readonly sender: string | null;
      /** The day of UTC on which it was handed over, by which ceilings count. */
      readonly sent_day: string | null;
      readonly sent_at: number | null;
      /** 1: a model wrote the words, and nobody has changed them since. */
      readonly by_model: number;
    };
    /** The exact mail that a person reviewed. Never changed; sending takes the text from here. */
    readonly outreach_reviews: {
      readonly id: OutreachReviewId;
      readonly project_id: ProjectId;
      readonly sequence_id: OutreachSequenceId;
      readonly position: number;
      /** SHA-256 of the canonical form of sender, recipient, subject, text and footer. */
      readonly hash: string;
      readonly recipient: string;
      readonly sender_address: string;
      readonly sender_name: string;
      readonly subject: string;
      readonly text: string;
      /** What stands below the text. */
      readonly footer: string;
      /** Who last changed the words. */
      readonly written_by: AccountId;
      readonly reviewed_by: AccountId;
      readonly reviewed_at: number;
    };
    /** Mails of a sender by day of UTC, over all projects, for its warm-up. */
    readonly outreach_sender_days: {
      readonly sender: string;
      readonly day: string;
      readonly sent: number;
      /** How many bounced or were complained of until its next day with mail; null before. */
      readonly returned: number | null;
    };
    /** At most four mails to one lead, one sequence of a lead at a time. */
    readonly outreach_sequences: {
      readonly id: OutreachSequenceId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly lead_id: LeadId;
      /** The contact that the lead is, for its erasure. */
      readonly contact_id: ContactId | null;
      /** The lead's address when it was drafted; another one stops it. */
      readonly address: string;
      /** Keyed hash of it, by which answers find it. */
      readonly address_hash: string;
      /** Keyed hash of the folded address, by which suppressions find it. */
      readonly suppression_key: string;
      readonly state: "draft" | "in_review" | "running" | "ended";
      /** Why nothing more is sent. */
      readonly ended_reason: string | null;
      /** 1: a mail that was not sent lacks a review. */
      readonly to_review: number;
      /** What the next mail waits for. */
      readonly waits_for: string | null;
      /** When its next mail is looked at; null where a person has to do something. */
      readonly next_at: number | null;
      /** Goes up with each look at it; names the job of the next one. */
      readonly step: number;
      readonly revision: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      /** Since when it waits for a review. */
      readonly requested_at: number | null;
      /** When a person answered, also after the end. */
      readonly answered_at: number | null;
      /** When a mail of it bounced or was complained of, also after the end. */
      readonly returned_at: number | null;
      /** When its recipient opted out, also after the end. */
      readonly opted_out_at: number | null;
    };
    /** When and how much outreach a project sends, and who reviews it. */
    readonly outreach_settings: {
      readonly project_id: ProjectId;
      /** 1: whoever wrote a text may not review it. */
      readonly another_reviewer: number;
      /** For recipients whose own is not known. */
      readonly time_zone: string;
      /** Days with mail, one bit each, Monday first. */
      readonly days: number;
      /** Minute of the recipient's day. */
      readonly from_minute: number;
      /** Minute of the recipient's day. */
      readonly to_minute: number;
      /** Mails of the project in a day of UTC. */
      readonly daily_most: number;
      readonly updated_at: number;
    };
    /** Texts with placeholders, of which drafts are made. */
    readonly outreach_templates: {
      readonly id: OutreachTemplateId;
      readonly project_id: ProjectId;
      readonly client_id: string;
      readonly name: string;
      readonly subject: string;
      readonly text: string;
      readonly revision: number;
      readonly created_by: AccountId;
      readonly created_at: number;
    };
    /** Replies that are not sent yet, and those that came back; a member has at most one in a conversation. */
    readonly pending_replies: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      /** Of the message that it becomes. */
      readonly client_id: string;
      /** Other than `waiting`: it was not sent when it was due. Its text is the author's draft then, and the row is only the notice. */
      readonly state: "waiting" | "stale" | "refused";
      readonly content: string;
      readonly file_ids: JsonText;
      /** Whether the reply closes or snoozes the conversation, as JSON. */
      readonly intent: JsonText;
      /** The recipients of its mail, if the author chose them, as JSON. */
      readonly mail: JsonText | null;
      /** The revision that its author had seen. */
      readonly frontier: number;
      readonly created_at: number;
      readonly due_at: number;
    };
    /** What members may look at in the website preview. Deleted 30 days after the end. */
    readonly preview_grants: {
      readonly id: PreviewGrantId;
      readonly project_id: ProjectId;
      /** The origin of the project's website, as it was when the grant was created. A grant for another one does not work. */
      readonly site: string;
      /** JSON list of further origins, from which styles, pictures, fonts and scripts are loaded, but no pages. */
      readonly file_origins: JsonText;
      /** JSON list of the paths under which pages are shown. */
      readonly paths: JsonText;
      /** Who may open it: every member, owners and admins, or the members named. */
      readonly opens: "members" | "admins" | "named";
      /** JSON list of account ids; empty unless `opens` is `named`. */
      readonly members: JsonText;
      /** 1: the website's own scripts run. */
      readonly scripts: number;
      readonly request_limit: number;
      /** Requests so far. Never above `request_limit`. */
      readonly used: number;
      readonly created_by: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      readonly expires_at: number;
      readonly revoked_at: number | null;
      readonly last_opened_at: number | null;
      readonly last_opened_by: AccountId | null;
    };
    /** An opened preview: first its code, which counts once, then its token. */
    readonly preview_sessions: {
      readonly id: PreviewSessionId;
      readonly project_id: ProjectId;
      readonly grant_id: PreviewGrantId;
      readonly account_id: AccountId;
      /** SHA-256 of the code; null once it was exchanged. */
      readonly code_hash: string | null;
      readonly code_expires_at: number;
      /** SHA-256 of the token in the preview's addresses; null until then. */
      readonly token_hash: string | null;
      readonly expires_at: number;
    };
    /** What people deleted, as keyed hashes, so that no run adds it again. */
    readonly profile_refusals: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly statement_id: ProfileStatementId;
      /** JSON list of keyed hashes of its words. */
      readonly terms: JsonText;
      /** JSON list of keyed hashes of its numbers. */
      readonly numbers: JsonText;
      readonly negated: number;
      readonly created_at: number;
    };
    /** Whether a project keeps profiles. One that never switched them on has no row. */
    readonly profile_settings: {
      readonly project_id: ProjectId;
      readonly is_on: number;
      /** Changes with each switch, so that a run that began before it writes nothing. */
      readonly switched_at: number;
      /** Messages up to this sequence are not read any more: it is set when all profiles are deleted. */
      readonly from_sequence: number;
      /** When the deletion of all profiles began; null when none is under way. */
      readonly deleting_since: number | null;
      /** When the last deletion ended. */
      readonly deleted_at: number | null;
      readonly deleted_profiles: number;
      readonly deleted_statements: number;
      /** Profiles that there were when the deletion began, counted up to 1,001. */
      readonly deleting_profiles: number;
    };
    /** What is known of a contact. */
    readonly profile_statements: {
      readonly id: ProfileStatementId;
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly kind: "product" | "setup" | "preference" | "open_matter" | "other";
      readonly content: string;
      readonly message_id: MessageId | null;
      readonly conversation_id: ConversationId | null;
      /** The words of the message that prove it. */
      readonly quote: string | null;
      /** When the message was written, or the statement if a person wrote it. */
      readonly said_at: number;
      /** The member who wrote it or changed its text last; null while only the model has written it. */
      readonly author_id: string | null;
      readonly pinned: number;
      readonly confirmed_by: string | null;
      readonly confirmed_at: number | null;
      readonly client_id: string | null;
      readonly revision: number;
      readonly created_at: number;
      readonly changed_at: number;
    };
    /** One row for each contact that had a context run or a statement. */
    readonly profiles: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      /** Changes with each change by a person or a run: a run writes only if nobody was faster. */
      readonly revision: number;
      /** The contact's messages have been read up to this sequence of the project. */
      readonly read_sequence: number;
      /** The run under way; null when there is none. */
      readonly run_id: string | null;
      /** When the run under way counts as dead. */
      readonly run_until: number | null;
      /** When the last run began. */
      readonly ran_at: number | null;
      readonly outcome: "done" | "failed" | "skipped" | null;
      /** Statements that the last run added; the other counts are of it too. */
      readonly added: number;
      /** Statements that said what was known. */
      readonly merged: number;
      /** Statements that the messages made outdated. */
      readonly removed: number;
      /** Statements that did not pass the check. */
      readonly dropped: number;
      /** Of the last update that a member requested. */
      readonly client_id: string | null;
    };
    /** Replies that programs draft for the team. A trigger on `conversation_events` deletes them when somebody answers. */
    readonly program_drafts: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly token_id: string;
      readonly content: string;
      /** The newest revision that the program had read. */
      readonly revision: number;
      readonly updated_at: number;
      /** Set by discarding, and by putting the text into the composer. */
      readonly discarded_at: number | null;
    };
    /** Neither read nor written since 0105: a project's head is its newest event. Kept because a migration only adds. */
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
      /** base64url of 32 bytes; signs the identity tokens of visitors. */
      readonly identity_secret: string | null;
      readonly look: JsonText;
      readonly seen_at: number | null;
      readonly deleted_at: number | null;
      readonly deleted_by: string | null;
    };
    /** Which side of a roll-out a conversation is on. */
    readonly promotion_sides: {
      readonly project_id: ProjectId;
      readonly promotion_id: PromotionId;
      readonly conversation_id: ConversationId;
      /** `candidate` or `previous`. */
      readonly side: "candidate" | "previous";
    };
    /** Configurations of the assistant that were promoted from a run, and rollbacks. */
    readonly promotions: {
      readonly id: PromotionId;
      readonly project_id: ProjectId;
      /** Of the request that made it. */
      readonly client_id: string;
      /** `promotion` or `rollback`. */
      readonly kind: "promotion" | "rollback";
      /** `rolling`, `done`, or `stopped`. */
      readonly state: "rolling" | "done" | "stopped";
      /** Per cent of new conversations that have it while it is rolling. */
      readonly share: number;
      /** The run that tried it; null for a rollback. */
      readonly run_id: EvaluationRunId | null;
      /** The run of the configuration before it. */
      readonly compared_run_id: EvaluationRunId | null;
      /** Questions that got worse, as they were confirmed. */
      readonly worse: number;
      /** `provider/model` before. */
      readonly from_model: string;
      /** The version of the guidance before; 0: none was saved. */
      readonly from_version: number;
      /** SHA-256 of model and guidance before. */
      readonly from_hash: string;
      /** `provider/model` that is promoted. */
      readonly to_model: string;
      /** The version of the guidance that is promoted; 0: none was saved. */
      readonly to_version: number;
      /** SHA-256 of model and guidance that are promoted. */
      readonly to_hash: string;
      /** The last request that changed it. */
      readonly decision: string;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly ended_at: number | null;
    };
    /** The browsers that get push notifications of a project for a member, as their push services address them. */
    readonly push_subscriptions: {
      readonly id: string;
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      /** Of the sign-in in this browser; nothing is pushed after its end. */
      readonly session_id: SessionId;
      readonly endpoint: string;
      /** The browser's public key. */
      readonly p256dh: string;
      /** The browser's secret for the encryption (RFC 8291). */
      readonly auth: string;
      /** 1: what is pushed names the customer. */
      readonly names: number;
      /** When it was made, or last found to be alive. */
      readonly created_at: number;
    };
    /** What a model was asked for proposals: nothing is asked twice by the same request. */
    readonly question_proposal_calls: {
      readonly project_id: ProjectId;
      /** Of the request that asked. */
      readonly client_id: string;
      readonly set_id: QuestionSetId;
      /** The call that was made. */
      readonly call_id: ModelCallId;
      /** `asking`: being asked, or nobody knows whether the model answered. */
      readonly state: "asking" | "done";
      /** Proposals that came of it. */
      readonly added: number;
      /** In millionths of a US dollar. */
      readonly cost: number;
      readonly created_at: number;
    };
    /** Questions that articles answer, proposed for a set. */
    readonly question_proposals: {
      readonly id: QuestionProposalId;
      readonly project_id: ProjectId;
      readonly set_id: QuestionSetId;
      /** The article that answers it. */
      readonly article_id: ArticleId;
      readonly locale: string;
      /** Of the article's published text in its language. */
      readonly version: number;
      /** The question in lower case with single spaces: it is proposed once. */
      readonly wording: string;
      /** The article's title then, which the answer is expected to cite. */
      readonly title: string;
      readonly question: string;
      /** JSON: words of the article that the answer has to say. */
      readonly facts: string;
      /** `headings`: by rule from the title and the headings. `model`: by a model. */
      readonly method: "headings" | "model";
      /** `open` until somebody accepts or refuses it. */
      readonly state: "open" | "accepted" | "refused";
      readonly created_by: AccountId;
      readonly created_at: number;
      /** When it was accepted or refused. */
      readonly decided_at: number | null;
    };
    /** Sets of questions by which the assistant is evaluated. */
    readonly question_sets: {
      readonly id: QuestionSetId;
      readonly project_id: ProjectId;
      /** Of the request that created it. */
      readonly client_id: string;
      readonly name: string;
      /** Goes up with each change of the questions; 0: none yet. */
      readonly version: number;
      /** Questions of the newest version. */
      readonly questions: number;
      /** The place of the next question. */
      readonly next_place: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      /** An archived set is not listed and not run; results of its runs stay. */
      readonly archived_at: number | null;
    };
    /** Whether questions may be made from conversations. */
    readonly question_settings: {
      readonly project_id: ProjectId;
      /** 1: an owner has allowed it. */
      readonly use_conversations: number;
      readonly updated_by: AccountId;
      readonly updated_at: number;
    };
    /** The run of a configuration that was accepted last for a set: later ones are compared with it. */
    readonly regression_baselines: {
      readonly project_id: ProjectId;
      readonly set_id: QuestionSetId;
      /** SHA-256 of model and guidance, as runs have it. */
      readonly config_hash: string;
      readonly run_id: EvaluationRunId;
      readonly accepted_at: number;
    };
    /** When a project's assistant is evaluated without anybody starting it, and what that may cost. */
    readonly regression_plans: {
      readonly project_id: ProjectId;
      /** The set whose newest version runs ask. */
      readonly set_id: QuestionSetId;
      /** `off`, `daily` or `weekly`. */
      readonly schedule: "off" | "daily" | "weekly";
      /** Of a weekly schedule: 1 is Monday, 7 Sunday. */
      readonly weekday: number;
      /** Of the local day, 0 to 23. */
      readonly hour: number;
      /** IANA's name of the zone that day and hour are in. */
      readonly time_zone: string;
      /** 1: a change of the knowledge starts a run too. */
      readonly on_knowledge: number;
      /** Hours that lie at least between a run and the next one that a change of the knowledge starts. */
      readonly gap_hours: number;
      /** The most that a run may cost, in millionths of a US dollar. */
      readonly run_budget: number;
      /** The most that the runs of a local month may cost, in millionths of a US dollar. */
      readonly month_budget: number;
      readonly revision: number;
      /** When the schedule is due. Null: it is off. */
      readonly next_at: number | null;
      /** When the knowledge is looked at. Null: never. */
      readonly check_at: number | null;
      /** When a run was started last, or left out with a reason. */
      readonly last_at: number | null;
      /** Tells the knowledge that the last run had from any other. */
      readonly run_mark: string;
      /** The same of the knowledge when it was looked at last. */
      readonly seen_mark: string;
      /** Who saved it: it starts nothing once they are no admin any more. */
      readonly updated_by: AccountId;
      readonly updated_at: number;
    };
    /** What got worse in a regression run, until somebody accepts or dismisses it. */
    readonly regression_reviews: {
      readonly project_id: ProjectId;
      readonly regression_id: RegressionId;
      readonly state: "open" | "accepted" | "dismissed";
      /** JSON: ids of the questions that got worse, those first whose failure alone opens a review. */
      readonly worse: string;
      /** Why it was dismissed, or a remark of whoever accepted it. */
      readonly reason: string | null;
      /** The request that decided it. */
      readonly decision: string | null;
      readonly decided_by: AccountId | null;
      readonly decided_at: number | null;
      readonly created_at: number;
    };
    /** Each time that a plan was due: the run that it started with what its comparison found, or why none was started. */
    readonly regressions: {
      readonly id: RegressionId;
      readonly project_id: ProjectId;
      /** `schedule`, or `knowledge` that changed. */
      readonly cause: "schedule" | "knowledge";
      /** The time for which it is noted once. */
      readonly due_at: number;
      /** The local month in which it counts, such as `2026-11`. */
      readonly month: string;
      readonly set_id: QuestionSetId;
      /** The run of the evaluation. Null: none was started. */
      readonly run_id: EvaluationRunId | null;
      /** Of the run, in millionths of a US dollar. */
      readonly budget: number;
      readonly state: "running" | "first" | "compared" | "not_run" | "not_finished";
      /** Why none was started or it did not finish: one of the words of the contract. */
      readonly reason: string | null;
      /** A sentence of ours about what is missing. */
      readonly detail: string | null;
      /** The run that it was compared with. */
      readonly baseline_run_id: EvaluationRunId | null;
      readonly worse: number;
      readonly better: number;
      /** Questions with a result in both runs. */
      readonly compared: number;
      /** Of the shares of passed questions, in thousandths. */
      readonly difference: number | null;
      /** The lower end of its interval, in thousandths. */
      readonly low: number | null;
      /** The upper end of its interval, in thousandths. */
      readonly high: number | null;
      readonly created_at: number;
      readonly ended_at: number | null;
    };
    /** A conversation as far as its events are counted; kept for 400 days after its last event. */
    readonly report_conversations: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly channel: string;
      /** JSON list of its tags, a merged one as what it became part of. */
      readonly tags: string;
      /** 1 for spam: its facts are kept, and count in no rollup. */
      readonly excluded: number;
      /** JSON: what the next events depend on; `Thread` of counting/fold.ts. */
      readonly thread: string;
      readonly counted_at: number;
    };
    /** What happened, as measures; kept for 400 days. */
    readonly report_facts: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** Names the event, clock or rating that it comes from, and the measure. */
      readonly id: string;
      readonly measure: string;
      readonly at: number;
      /** The member who did it; null for nobody. */
      readonly operator_id: string | null;
      /** The conversation's team at that time. */
      readonly team_id: TeamId | null;
      /** Of a duration whole seconds, of a rating its score, of a target which one; else 0. */
      readonly value: number;
    };
    /** Sums of facts of a day, by what they are grouped; kept for 400 days. */
    readonly report_rollups: {
      readonly project_id: ProjectId;
      readonly generation: number;
      readonly dimension: "all" | "operator" | "team" | "tag" | "channel" | "hour";
      /** Days since 1970, in the project's time zone. */
      readonly day: number;
      /** Of the dimension: an id, a channel, an hour; empty for none. */
      readonly key: string;
      readonly measure: string;
      /** Of a duration the class of its length, of a rating its score, of a target which one; else 0. */
      readonly bucket: number;
      readonly count: number;
      /** The sum of the values. */
      readonly total: number;
    };
    /** How far the events of a project are counted. Without a row nothing was counted yet. */
    readonly report_states: {
      readonly project_id: ProjectId;
      /** Goes up with every batch that changes the project's facts or rollups: whoever read an older one writes nothing. */
      readonly version: number;
      /** The newest event that is counted. */
      readonly sequence: number;
      /** Up to when everything is counted. */
      readonly counted_at: number;
      /** The time zone by which the rollups have their days. */
      readonly zone: string;
      /** JSON object: tags that count as others, as the rollups were made. */
      readonly merged_tags: string;
      /** Which rollups are in force. */
      readonly generation: number;
      /** JSON: zone and merged tags of the rollups that are being made, and up to which conversation; null if none are. */
      readonly building: string | null;
      /** When they were last compared. */
      readonly checked_at: number | null;
      /** The day that was compared last; the next night goes on before it. */
      readonly checked_day: number | null;
      /** The conversation that was compared last. */
      readonly checked_conversation: string;
      /** Days and conversations that the last night compared. */
      readonly compared: number;
      /** Those of them that differed, and were put right. */
      readonly differed: number;
      /** When something differed last. */
      readonly differed_at: number | null;
    };
    /** Sources of knowledge that are read from repositories at GitHub. What they say stands in `knowledge_items` and their documents. */
    readonly repository_knowledge: {
      readonly project_id: ProjectId;
      readonly source_id: KnowledgeSourceId;
      /** As the project has chosen it. */
      readonly repository: string;
      /** GitHub's id of it: another repository under the same name is not read. */
      readonly remote_id: string;
      /** The default branch, as last seen. */
      readonly branch: string;
      readonly is_private: number;
      readonly readme: number;
      /** The folder, empty for the whole repository; null: no files. */
      readonly docs: string | null;
      readonly releases: number;
      /** JSON list of the categories, empty for all; null: none. */
      readonly discussions: string | null;
      readonly commits: number;
      readonly schedule: "manual" | "hourly" | "daily";
      readonly next_at: number | null;
      /** Which sync it is; one that was superseded stores nothing more. */
      readonly syncs: number;
      /** How often the sync waited: names the job that goes on. */
      readonly waits: number;
      /** How often GitHub did not answer in a row. */
      readonly tries: number;
      /** What the running sync does; null: none runs. */
      readonly step: "start" | "files" | "releases" | "commits" | "discussions" | "removing" | "emptying" | null;
      /** The commit that the sync reads. */
      readonly commit_sha: string | null;
      /** Of the branch when its files were last stored completely. */
      readonly ref_etag: string | null;
      /** Of the releases when they were last stored completely. */
      readonly releases_etag: string | null;
      readonly found: number;
      readonly stored: number;
      readonly skipped: number;
      readonly removed: number;
      /** JSON list of words: what the sync could not read. */
      readonly notes: string;
      /** Why the last sync failed, or the running one waits. */
      readonly fault: string | null;
      /** When the running sync goes on. */
      readonly wait_until: number | null;
      /** Since when GitHub refuses access; seven days later the texts are removed. */
      readonly lost_at: number | null;
      readonly started_at: number | null;
      readonly finished_at: number | null;
      /** JSON: of the latest release and of the commits after it when they were last stored, with the release's tag and time. */
      readonly commits_etag: string | null;
    };
    /** One row for each time that a target began to count in a conversation. What happened is written with the event that caused it; what follows from it (policy, due, outcome) is computed right after, and again when policies or hours change. */
    readonly response_clocks: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      /** `first`: the first answer by a person; `next`: each later one; `resolution`: closing. */
      readonly target: "first" | "next" | "resolution";
      readonly started_at: number;
      /** JSON list of pairs of times between which a resolution did not count. */
      readonly pauses: string;
      /** Since when it does not count; null while it does. */
      readonly paused_at: number | null;
      /** When the assistant first answered in it. */
      readonly assistant_at: number | null;
      /** When it was answered, closed or cancelled; null while it is open. */
      readonly ended_at: number | null;
      readonly ended_how: "answered" | "closed" | "cancelled" | null;
      /** The member whose answer ended it. */
      readonly ended_by: AccountId | null;
      /** The policy that applied, a UUID of its list; null for none. */
      readonly policy_id: string | null;
      /** The target: so much counted time from its start to its due time; null if its policy has none. */
      readonly minutes: number | null;
      /** Whether time counts in business hours or around the clock. */
      readonly counts: "business" | "always" | null;
      /** 1 if the assistant's answer ends it. */
      readonly assistant_counts: number;
      /** When less than the policy's warning is left. */
      readonly warn_at: number | null;
      readonly due_at: number | null;
      /** When its warning was sent; it is sent once. */
      readonly warned_at: number | null;
      /** When it was found missed; that stays. */
      readonly missed_at: number | null;
      readonly outcome: "met" | "missed" | "cancelled" | "untracked" | null;
      /** Counted time from its start to its end. */
      readonly worked_seconds: number | null;
      /** The conversation's team at its end. */
      readonly team_id: TeamId | null;
      /** 1 while it is open, or its end was not computed. */
      readonly live: number;
      /** 1 while something happened that was not computed yet. */
      readonly stale: number;
      /** Goes up with everything that happens to it. */
      readonly version: number;
      /** When the schedule looks at it: to warn, to find it missed, or to compute what was not. */
      readonly check_at: number | null;
    };
    /** A project's policies of response times, as a whole. Without a row, or with an empty list, nothing is counted. */
    readonly response_policies: {
      readonly project_id: ProjectId;
      /** JSON list in the order in which they are tried; `Policy` of the contract. */
      readonly policies: string;
      /** The same with the names that teams and tags had then, as the audit log keeps it: JSON, or words of an earlier release. */
      readonly summary: string;
      readonly revision: number;
      /** While open clocks are computed anew: the conversation up to which they were, empty at the beginning. Null: nothing waits. */
      readonly recount_after: string | null;
    };
    /** Links in mails that lead back to a conversation. */
    readonly return_tokens: {
      readonly token_hash: string;
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      readonly conversation_id: ConversationId;
      /** The session that it became. */
      readonly used_by: string | null;
      readonly expires_at: number;
    };
    /** One question to one contact about one closing of a conversation, and the answer. */
    readonly satisfaction_requests: {
      readonly id: SatisfactionRequestId;
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly contact_id: ContactId;
      /** The event of the closing: there is at most one question for it. */
      readonly close_id: EventId;
      readonly state: "due" | "asked" | "answered" | "expired" | "cancelled";
      /** Where it was put first; it is put nowhere else. */
      readonly asked_in: "widget" | "mail" | null;
      /** From when on the widget shows it; null for never. */
      readonly widget_at: number | null;
      /** When it is mailed, unless the widget was first; null for never. */
      readonly mail_at: number | null;
      /** Of the mail that puts it. */
      readonly delivery_id: DeliveryId | null;
      readonly expires_at: number;
      /** Since when it counts as put. */
      readonly asked_at: number | null;
      /** 1 to 5, worst to best; null without an answer. */
      readonly score: number | null;
      /** What the customer wrote beside the score. */
      readonly comment: string;
      /** Of the first answer; changes leave it. */
      readonly rated_at: number | null;
      /** Goes up with each answer. */
      readonly version: number;
      readonly closed_at: number;
      /** The member who closed it; null for the assistant. */
      readonly closed_by: AccountId | null;
      /** The member it was assigned to when it was closed. */
      readonly assignee_id: AccountId | null;
      /** The member who wrote last before the closing. */
      readonly answered_by: AccountId | null;
      /** The team that the conversation was assigned to when it was closed. */
      readonly team_id: TeamId | null;
      /** Channel of the conversation. */
      readonly channel: string;
      /** 1: the rating was given at another help desk, and an import brought it. */
      readonly imported: number;
    };
    /** Whether, where and how often a project asks its customers how a conversation was. Without a row it does not. */
    readonly satisfaction_settings: {
      readonly project_id: ProjectId;
      /** 1 while anything is asked. */
      readonly is_on: number;
      /** Empty for the default, which the widget has in its languages. */
      readonly question: string;
      /** How the five answers are drawn. */
      readonly scale: "faces" | "numbers";
      /** 1: below closed conversations of the widget. */
      readonly in_widget: number;
      /** 1: to a contact with a proved address. */
      readonly by_mail: number;
      /** Minutes between the closing and the question in the widget. */
      readonly widget_delay: number;
      /** Minutes between the closing and the mail. */
      readonly mail_delay: number;
      /** A contact is asked at most once in so many days. */
      readonly quiet_days: number;
      /** 1: also when many conversations were closed at once. */
      readonly ask_bulk: number;
      /** 1: also when no person answered, only the assistant. */
      readonly ask_assistant: number;
      readonly revision: number;
    };
    /** Of one member, shown to nobody else. */
    readonly saved_searches: {
      readonly id: string;
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly client_id: string;
      readonly name: string;
      readonly q: string;
      readonly created_at: number;
    };
    /** Conversations that changed without an event of their own, until they are compared. */
    readonly saved_view_changed: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
    };
    /** Contacts whose details changed since their conversations were compared. */
    readonly saved_view_contacts: {
      readonly project_id: ProjectId;
      readonly contact_id: ContactId;
      /** The clientId of the last conversation that was. */
      readonly after: string;
    };
    /** Domains of addresses whose company changed, until the conversations of their contacts are compared. */
    readonly saved_view_domains: {
      readonly project_id: ProjectId;
      readonly domain: string;
      /** The state of the contacts that are looked at: `active` or `hidden`. */
      readonly state: string;
      /** The last contact that was. */
      readonly after: string;
    };
    /** The conversations of a view, and how far they are entered. */
    readonly saved_view_indexes: {
      readonly project_id: ProjectId;
      readonly id: string;
      /** The conditions as they are compared, JSON. */
      readonly matches: string;
      /** The oldest conversation that was looked at; null once all were. */
      readonly entered_to: string | null;
      readonly looked_at: number;
      /** Its rows, counted by triggers. */
      readonly conversations: number;
      /** No view uses it: it is emptied page by page. */
      readonly dropped_at: number | null;
    };
    /** A conversation in a view, with the keys of the orders. See `conversation_sort_keys`. */
    readonly saved_view_rows: {
      readonly project_id: ProjectId;
      readonly index_id: string;
      readonly conversation_id: ConversationId;
      readonly by_activity: number;
      readonly by_created: number;
      readonly by_priority: number;
      readonly by_waiting: number;
      readonly due_at: number | null;
    };
    /** A project with views. */
    readonly saved_view_walks: {
      readonly project_id: ProjectId;
      /** The events up to it are entered into all indexes. */
      readonly sequence: number;
      /** Whether a view asks for details of contacts. */
      readonly by_contact: number;
      readonly walked_at: number;
    };
    /** Views of the inbox that people save, and those of modules once they were opened. */
    readonly saved_views: {
      readonly project_id: ProjectId;
      readonly id: string;
      /** `draft`: a filter that its member has not saved. */
      readonly kind: "personal" | "shared" | "draft" | "module";
      /** Of a personal view or a draft; else null. */
      readonly owner_id: string | null;
      /** Of a module's view: the name under which it is declared. */
      readonly name: string;
      /** A symbol's name, an emoji, or empty. */
      readonly icon: string;
      readonly place: number;
      /** JSON, as on the wire. */
      readonly conditions: string;
      readonly sort: string;
      /** Other conditions make another index. */
      readonly index_id: string;
      readonly client_id: string;
      readonly created_by: string;
      readonly created_at: number;
      readonly changed_at: number;
      readonly deleted_at: number | null;
    };
    /** Scenarios: what a customer wants, whom a model plays. */
    readonly scenarios: {
      readonly id: ScenarioId;
      readonly project_id: ProjectId;
      /** Of the request that created it. */
      readonly client_id: string;
      /** JSON: name, goal, temper, persona, known facts, what counts as success, turns, language, channel. */
      readonly content: string;
      /** Goes up with each change. */
      readonly revision: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      /** An archived scenario is not listed and not run; results of its runs stay. */
      readonly archived_at: number | null;
    };
    /** The same for replies that are sent at a time that their authors chose; a member has at most one in a conversation. */
    readonly scheduled_replies: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      /** Of the message that it becomes. */
      readonly client_id: string;
      /** Other than `waiting`: it was not sent when it was due. Its text is the author's draft then, and the row is only the notice. */
      readonly state: "waiting" | "stale" | "refused";
      readonly content: string;
      readonly file_ids: string;
      /** Whether the reply closes or snoozes the conversation, as JSON. */
      readonly intent: string;
      /** The recipients of its mail, if the author chose them, as JSON. */
      readonly mail: string | null;
      /** The revision that its author had seen. */
      readonly frontier: number;
      readonly created_at: number;
      readonly due_at: number;
    };
    readonly sessions: {
      readonly id: SessionId;
      readonly account_id: AccountId;
      /** SHA-256 of the token in the cookie. */
      readonly token_hash: string;
      readonly device: string;
      readonly created_at: number;
      readonly last_used_at: number;
      /** The absolute end, 30 days after sign-in. */
      readonly expires_at: number;
    };
    /** Questions of sets. A changed question is a row of its own at the same place. */
    readonly set_questions: {
      readonly id: SetQuestionId;
      readonly project_id: ProjectId;
      readonly set_id: QuestionSetId;
      /** Of the request that stored it. */
      readonly client_id: string;
      /** Its place in the set; the same for all versions of a question. */
      readonly place: number;
      /** The first version of the set that has it. */
      readonly since: number;
      /** The first version that does not have it any more; null: the newest one has it. */
      readonly until: number | null;
      readonly question: string;
      /** A word by which results are grouped; may be empty. */
      readonly topic: string;
      readonly locale: string;
      /** The channel on which it is asked. */
      readonly channel: string;
      /** `everybody` or `verified`: who asks. */
      readonly asker: string;
      /** The expected outcome. */
      readonly outcome: string;
      /** JSON: what the answer has to say. */
      readonly facts: string;
      /** JSON: what the answer must not say. */
      readonly forbidden: string;
      /** JSON: titles or addresses of which one has to be cited. */
      readonly sources: string;
      /** `hand`, `import`, `gap`, `article` or `conversation`. */
      readonly origin: string;
      /** Whose words it was made from; null for nobody's. */
      readonly contact_id: ContactId | null;
      /** The conversation that it was made from. */
      readonly conversation_id: ConversationId | null;
      readonly created_by: AccountId;
      readonly created_at: number;
      /** When the contact was erased: the text is gone, and it is not asked any more. */
      readonly erased_at: number | null;
    };
    /** Replies that members let the team read while they write them. */
    readonly shared_drafts: {
      readonly project_id: ProjectId;
      readonly conversation_id: ConversationId;
      readonly account_id: AccountId;
      readonly shared_at: number;
    };
    /** Scenarios of a run, with their conversations. */
    readonly simulation_items: {
      readonly project_id: ProjectId;
      readonly run_id: SimulationRunId;
      /** The scenario's place in the run. */
      readonly place: number;
      readonly scenario_id: ScenarioId;
      /** JSON: the scenario as it was when the run began. */
      readonly scenario: string;
      readonly state: "waiting" | "asking" | "passed" | "failed" | "needs_review";
      /** The call that is being made, or whose outcome nobody knows. */
      readonly call_id: ModelCallId | null;
      /** How the conversation ended: one of the words of the contract. */
      readonly ending: string | null;
      /** JSON: words that the assistant had to say and did not. */
      readonly missing: string;
      /** JSON: the conversation, with what the checker refused. */
      readonly turns: string;
      /** In millionths of a US dollar. */
      readonly cost: number;
      /** Milliseconds of both models. */
      readonly took: number;
      readonly updated_at: number;
    };
    /** Runs of scenarios: at most one of a project is open. */
    readonly simulation_runs: {
      readonly id: SimulationRunId;
      readonly project_id: ProjectId;
      /** Of the request that started it. */
      readonly client_id: string;
      /** Plays the customer: `provider/model`, or `synthetic`. */
      readonly customer_model: string;
      /** Answers: `provider/model`, or `synthetic`. */
      readonly model: string;
      /** The version of the guidance that it tries; 0: none was saved. */
      readonly guidance_version: number;
      /** JSON: that guidance. */
      readonly guidance: string;
      /** SHA-256 of both models and the guidance: two runs with the same one tried the same. */
      readonly config_hash: string;
      /** The most that it may cost, in millionths of a US dollar. */
      readonly budget: number;
      /** Reserved for a message of the customer, in millionths of a US dollar. */
      readonly most_customer: number;
      /** Reserved for an answer, in millionths of a US dollar. */
      readonly most_answer: number;
      readonly state: "running" | "paused" | "done" | "failed" | "cancelled";
      /** Why it stands or failed: one of the words of the contract. */
      readonly reason: string | null;
      /** A sentence of ours about a model's provider. */
      readonly detail: string | null;
      /** Scenarios that it plays. */
      readonly wanted: number;
      readonly passed: number;
      readonly failed: number;
      /** Scenarios in which nobody knows how a call ended. */
      readonly review: number;
      /** In millionths of a US dollar; of a call whose outcome nobody knows, the most. */
      readonly cost: number;
      readonly created_by: AccountId;
      readonly created_at: number;
      readonly updated_at: number;
      readonly ended_at: number | null;
      /** 1: an owner let it spend more than half of the project's day. */
      readonly raised: number;
    };
    /** Images that a model made. Their files are kept without a message, with the bytes as they came. */
    readonly studio_images: {
      readonly id: StudioImageId;
      readonly project_id: ProjectId;
      readonly run_id: ImageRunId;
      /** Among the images of the run. */
      readonly place: number;
      /** The image that it was made from; it may be gone. */
      readonly parent_id: StudioImageId | null;
      /** 1, or one more than its parent's. */
      readonly version: number;
      readonly file_id: FileId;
      readonly type: string;
      readonly size: number;
      readonly width: number;
      readonly height: number;
      /** 1: the bytes have a C2PA manifest. */
      readonly signed: number;
      /** Alternative text; empty until a member writes it. */
      readonly alt: string;
      /** 1: used, or kept by a member. */
      readonly kept: number;
      /** In millionths of a US dollar. */
      readonly cost: number;
      /** Goes up with each change. */
      readonly revision: number;
      readonly created_at: number;
      /** When it is removed because nobody uses it; null: never. */
      readonly sweep_at: number | null;
    };
    /** What members are told of that is no conversation: one row for each member, event and thing. */
    readonly subject_notices: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      readonly event: string;
      /** The id of what it is about. */
      readonly subject_id: string;
      /** 0: the member wants no such entries in the bell, only mail. */
      readonly listed: number;
      /** When it was found. */
      readonly at: number;
      readonly read_at: number | null;
      /** When it is mailed, if it is still news then. Null: not, or done. */
      readonly due_at: number | null;
      /** The mail of the outbox. */
      readonly delivery_id: DeliveryId | null;
    };
    /** Addresses that get no outreach, by a keyed hash; one row for each reason of a project. */
    readonly suppressions: {
      readonly id: SuppressionId;
      /** Null once the project is deleted: what acts everywhere goes on by its hash. */
      readonly project_id: ProjectId | null;
      /** Keyed hash of the folded address, with a key of its own. */
      readonly address_hash: string;
      /** The hash by which mail knows the address as it was spelled; null once the address is gone. */
      readonly mail_hash: string | null;
      readonly reason: "opted_out" | "complaint" | "hard_bounce" | "by_hand" | "imported" | "answered_no";
      /** 1: acts in all projects. */
      readonly everywhere: number;
      /** For the list; null when it was never known or is erased. */
      readonly address: string | null;
      /** The member who added it. */
      readonly created_by: AccountId | null;
      readonly created_at: number;
    };
    /** Mails of the product itself. What they say is written anew for each attempt and is not kept. */
    readonly system_mails: {
      readonly id: SystemMailId;
      readonly kind: string;
      /** What the kind of account mail is asked about. */
      readonly subject_id: string;
      /** One cause makes one mail. */
      readonly cause: string;
      /** Keyed hash of the address, for the ceiling that it shares with mails of projects. */
      readonly to_hash: string;
      /** Whether the address was proved when the mail was written. */
      readonly proved: number;
      readonly provider: string | null;
      readonly provider_id: string | null;
      readonly state: "queued" | "sending" | "sent" | "bounced" | "failed" | "needs_review" | "dropped";
      readonly attempts: number;
      /** Names the attempt, also to the provider: each has a token of its own, so no attempt repeats another. */
      readonly attempt_key: string | null;
      readonly error: string | null;
      readonly created_at: number;
      readonly updated_at: number;
    };
    /** Projects that changed nothing have no row. */
    readonly tag_settings: {
      readonly project_id: ProjectId;
      readonly everybody_creates: number;
    };
    /** A project's tags. A merged one stays, so that its name and its events lead to the tag that it became part of. */
    readonly tags: {
      readonly project_id: ProjectId;
      readonly id: TagId;
      readonly name: string;
      /** The name in lower case; unique in the project. */
      readonly name_key: string;
      readonly hue: number;
      readonly description: string;
      readonly state: "active" | "archived" | "merging" | "merged";
      /** Never a merged tag itself: merging that one changes this, too. */
      readonly merged_into: TagId | null;
      /** How many conversations have it; kept by triggers of conversation_tags. */
      readonly conversations: number;
      /** Conversations that a merge had to move when it began. */
      readonly to_move: number | null;
      readonly client_id: string;
      readonly created_at: number;
    };
    /** Who is in a team; ends with the membership of the project. */
    readonly team_members: {
      readonly project_id: ProjectId;
      readonly team_id: TeamId;
      readonly account_id: AccountId;
    };
    /** Teams of a project; deleting one removes the row once its conversations are unassigned. */
    readonly teams: {
      readonly project_id: ProjectId;
      readonly id: TeamId;
      readonly name: string;
      /** The name in lower case; unique in the project. */
      readonly name_key: string;
      readonly state: "active" | "archived" | "deleting";
      /** How many conversations are assigned to it; kept by triggers of conversation_teams. */
      readonly conversations: number;
      readonly client_id: string;
      readonly created_at: number;
    };
    /** Which answers a mail of unseen ones holds; the highest of a conversation says what was mailed already. */
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
      /** SHA-256 of the token that the page keeps. */
      readonly token_hash: string;
      readonly client_id: string;
      readonly verified: number;
      readonly created_at: number;
      readonly last_used_at: number;
      /** 30 days after the last use. */
      readonly expires_at: number;
    };
    /** What became of contacts, where a webhook of the project asks for it; kept for 30 days. Triggers of `contacts` write it. */
    readonly webhook_contact_changes: {
      readonly id: number;
      readonly project_id: ProjectId;
      /** The contact. It stays when that is merged. */
      readonly told_contact: string;
      /** `created`, `changed`, `merged` or `erased`. */
      readonly kind: string;
      /** Of a merge: the contact that stays. */
      readonly into_contact: string | null;
      readonly at: number;
    };
    /** One event for one webhook. It holds no text: what is sent is read from the event each time. */
    readonly webhook_deliveries: {
      /** Sent as `webhook-id`, the same at each attempt. */
      readonly id: WebhookDeliveryId;
      readonly project_id: ProjectId;
      readonly webhook_id: WebhookId;
      readonly type: string;
      /** Of the event; 0 for a test, and for what is no event. */
      readonly sequence: number;
      readonly state: "waiting" | "delivered" | "failed";
      readonly attempts: number;
      /** When the next attempt may be made. */
      readonly due_at: number;
      /** After which it is not tried again. */
      readonly give_up_at: number;
      readonly last_at: number | null;
      /** HTTP status of the last attempt. */
      readonly last_status: number | null;
      /** Why the last attempt failed, if not by its status. */
      readonly last_fault: string | null;
      /** Milliseconds of the last attempt. */
      readonly last_took: number | null;
      readonly created_at: number;
      /** What it tells of, if that is no event: the id of a run of a rule, or of a change of a contact. */
      readonly subject: string | null;
    };
    /** Addresses of other systems that are told about events of conversations. */
    readonly webhooks: {
      readonly id: WebhookId;
      readonly project_id: ProjectId;
      readonly url: string;
      readonly description: string;
      /** JSON list of the types of events that it gets. */
      readonly events: JsonText;
      /** The signing secret, encrypted. */
      readonly secret: string;
      /** The secret before it, encrypted: what is sent until `previous_until` is signed with both. */
      readonly previous_secret: string | null;
      readonly previous_until: number | null;
      /** `on`; `paused` by a member; `failing`: paused because nothing was accepted for days. */
      readonly state: "on" | "paused" | "failing";
      readonly revision: number;
      /** The project's sequence up to which events have become deliveries. */
      readonly sequence: number;
      /** Attempts one after the other that failed, whatever they carried. */
      readonly failures: number;
      /** Since when nothing was accepted. */
      readonly failing_since: number | null;
      /** Nothing is sent before, while the other system fails. */
      readonly next_at: number;
      /** When something was last accepted. */
      readonly delivered_at: number | null;
      readonly created_by: AccountId;
      readonly client_id: string;
      readonly created_at: number;
      /** The change of a contact up to which there are deliveries; only of webhooks that ask for contacts. */
      readonly contact_change: number;
      /** When it was stopped; that of an earlier time while it is on. */
      readonly stopped_at: number | null;
      /** `gone`: the other system answered 410; `nothing_accepted` for three days. */
      readonly stopped_for: string | null;
      /** HTTP status of the attempt before it was stopped. */
      readonly stopped_status: number | null;
      /** Why that attempt failed, if not by its status. */
      readonly stopped_fault: string | null;
    };
    /** The image of a project's launcher, and the avatar of its assistant. Their files are kept without a message. */
    readonly widget_images: {
      readonly project_id: ProjectId;
      /** Where the widget shows it. */
      readonly use: "launcher" | "assistant";
      readonly file_id: FileId;
    };
    /** How a member writes in a project; without a row the defaults. */
    readonly writing_settings: {
      readonly project_id: ProjectId;
      readonly account_id: AccountId;
      /** Which key sends: Enter, or Ctrl or Cmd with it. */
      readonly send_key: "mod_enter" | "enter";
      /** What is open after a reply that closes or snoozes. */
      readonly after_handling: "stay" | "next";
      /** Markdown below the member's replies by mail; empty for none. */
      readonly signature: string;
      /** For how long a reply can be taken back; 0: it goes at once. */
      readonly undo_seconds: number;
    };
  }
}
