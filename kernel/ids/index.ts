// Ids: a prefix for the kind, and a UUIDv7 (RFC 9562, section 5.7) in 26 sortable characters. Safe to load in a browser.
import * as v from "valibot";

// Crockford's base32 in lower case: sorts like the bytes, and has no i, l, o, u that could be misread.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export const PREFIXES = {
  account: "acc",
  session: "ses",
  project: "prj",
  invitation: "inv",
  contact: "con",
  visitorSession: "vis",
  conversation: "cnv",
  bulkAction: "blk",
  automationRule: "atr",
  automationRun: "atn",
  macro: "mac",
  macroRun: "mcr",
  event: "evt",
  message: "msg",
  file: "fil",
  job: "job",
  receipt: "rct",
  delivery: "dlv",
  accountToken: "tok",
  systemMail: "sym",
  addressVerification: "ask",
  audit: "aud",
  erasure: "era",
  knowledgeSource: "ksr",
  knowledgeDocument: "kdc",
  knowledgeItem: "kit",
  collection: "hcl",
  article: "art",
  helpFeedback: "hfb",
  helpSearch: "hsr",
  helpImport: "him",
  deskImport: "dki",
  deskExport: "dkx",
  contactImport: "cim",
  contactRequest: "hlt",
  crawl: "crl",
  gap: "gap",
  gapQuestion: "gqu",
  apiToken: "apt",
  modelCall: "mdl",
  monitoringRule: "mru",
  monitoringEntry: "mon",
  dryRun: "dry",
  webhook: "whk",
  webhookDelivery: "wdl",
  company: "cpy",
  profileStatement: "pst",
  assistantAction: "act",
  actionRequest: "arq",
  actionRun: "arn",
  round: "rnd",
  proposal: "prp",
  savedView: "svw",
  savedViewIndex: "svi",
  tag: "tag",
  team: "tea",
  savedSearch: "svs",
  cannedReply: "crp",
  pushSubscription: "psh",
  contactAttribute: "cat",
  contactNote: "cnt",
  lead: "led",
  outreachReview: "orv",
  outreachSequence: "osq",
  outreachTemplate: "otp",
  suppression: "sup",
  leadCriterion: "lcr",
  leadResearchRun: "lrr",
  leadStatement: "lst",
  device: "dev",
  deviceGrant: "dgr",
  codeIssue: "cis",
  previewGrant: "pvg",
  previewSession: "pvs",
  devicePairing: "dpr",
  deviceRevocation: "drv",
  delegation: "dlg",
  imageRun: "imr",
  studioImage: "img",
  legacyRecord: "lgc",
  questionSet: "qst",
  setQuestion: "qsq",
  evaluationRun: "evr",
  judging: "evj",
  blindGrading: "evb",
  promotion: "prm",
  questionProposal: "qpr",
  scenario: "scn",
  simulationRun: "smr",
  regression: "rgr",
  satisfactionRequest: "csr",
} as const;
export type IdKind = keyof typeof PREFIXES;

export type Id<K extends IdKind> = string & { readonly __id: K };
export type AccountId = Id<"account">;
export type SessionId = Id<"session">;
export type ProjectId = Id<"project">;
export type InvitationId = Id<"invitation">;
export type ContactId = Id<"contact">;
export type VisitorSessionId = Id<"visitorSession">;
export type ConversationId = Id<"conversation">;
export type EventId = Id<"event">;
export type MessageId = Id<"message">;
export type FileId = Id<"file">;
export type JobId = Id<"job">;
export type ErasureId = Id<"erasure">;
export type KnowledgeSourceId = Id<"knowledgeSource">;
export type KnowledgeDocumentId = Id<"knowledgeDocument">;
export type KnowledgeItemId = Id<"knowledgeItem">;
export type CollectionId = Id<"collection">;
export type ArticleId = Id<"article">;
export type HelpFeedbackId = Id<"helpFeedback">;
export type HelpSearchId = Id<"helpSearch">;
export type HelpImportId = Id<"helpImport">;
export type DeskImportId = Id<"deskImport">;
export type DeskExportId = Id<"deskExport">;
export type ContactImportId = Id<"contactImport">;
export type ContactRequestId = Id<"contactRequest">;
export type PushSubscriptionId = Id<"pushSubscription">;
export type CrawlId = Id<"crawl">;
export type GapId = Id<"gap">;
export type GapQuestionId = Id<"gapQuestion">;
export type ApiTokenId = Id<"apiToken">;
export type ModelCallId = Id<"modelCall">;
export type MonitoringRuleId = Id<"monitoringRule">;
export type SavedViewId = Id<"savedView">;
export type SavedViewIndexId = Id<"savedViewIndex">;
export type MonitoringEntryId = Id<"monitoringEntry">;
export type DryRunId = Id<"dryRun">;
export type WebhookId = Id<"webhook">;
export type WebhookDeliveryId = Id<"webhookDelivery">;
export type CompanyId = Id<"company">;
export type ProfileStatementId = Id<"profileStatement">;
export type AssistantActionId = Id<"assistantAction">;
export type ActionRequestId = Id<"actionRequest">;
export type ActionRunId = Id<"actionRun">;
export type SavedSearchId = Id<"savedSearch">;
export type RoundId = Id<"round">;
export type ProposalId = Id<"proposal">;
export type ContactAttributeId = Id<"contactAttribute">;
export type ContactNoteId = Id<"contactNote">;
export type LeadId = Id<"lead">;
export type OutreachReviewId = Id<"outreachReview">;
export type OutreachSequenceId = Id<"outreachSequence">;
export type OutreachTemplateId = Id<"outreachTemplate">;
export type SuppressionId = Id<"suppression">;
export type LeadCriterionId = Id<"leadCriterion">;
export type LeadResearchRunId = Id<"leadResearchRun">;
export type LeadStatementId = Id<"leadStatement">;
export type DeviceId = Id<"device">;
export type DeviceGrantId = Id<"deviceGrant">;
export type PreviewGrantId = Id<"previewGrant">;
export type PreviewSessionId = Id<"previewSession">;
export type CodeIssueId = Id<"codeIssue">;
export type SatisfactionRequestId = Id<"satisfactionRequest">;
export type LegacyRecordId = Id<"legacyRecord">;
export type DevicePairingId = Id<"devicePairing">;
export type ImageRunId = Id<"imageRun">;
export type StudioImageId = Id<"studioImage">;
export type QuestionSetId = Id<"questionSet">;
export type SetQuestionId = Id<"setQuestion">;
export type EvaluationRunId = Id<"evaluationRun">;
export type JudgingId = Id<"judging">;
export type BlindGradingId = Id<"blindGrading">;
export type PromotionId = Id<"promotion">;
export type QuestionProposalId = Id<"questionProposal">;
export type ScenarioId = Id<"scenario">;
export type SimulationRunId = Id<"simulationRun">;
export type RegressionId = Id<"regression">;
export type DelegationId = Id<"delegation">;
export type DeviceRevocationId = Id<"deviceRevocation">;
export type TagId = Id<"tag">;
export type BulkActionId = Id<"bulkAction">;
export type AutomationRuleId = Id<"automationRule">;
export type AutomationRunId = Id<"automationRun">;
export type MacroId = Id<"macro">;
export type MacroRunId = Id<"macroRun">;
export type TeamId = Id<"team">;
export type CannedReplyId = Id<"cannedReply">;
export type ReceiptId = Id<"receipt">;
export type DeliveryId = Id<"delivery">;
export type AccountTokenId = Id<"accountToken">;
export type SystemMailId = Id<"systemMail">;
export type AddressVerificationId = Id<"addressVerification">;

/** Encodes 16 bytes as 26 characters of 5 bits, after two leading zero bits. */
function encode(bytes: Uint8Array): string {
  let out = "";
  let held = 2;
  let bits = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (held += 8; held >= 5; held -= 5) out += ALPHABET[(bits >> (held - 5)) & 31];
  }
  return out;
}

/** A fresh id of the kind, sortable by `now` (milliseconds since 1970). */
export function newId<K extends IdKind>(kind: K, now: number): Id<K> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(now / 2 ** 32));
  view.setUint32(2, now % 2 ** 32);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `${PREFIXES[kind]}_${encode(bytes)}` as Id<K>;
}

/** The id of the kind derived from a text, always the same: for results that must not change when a request is repeated. */
export async function derivedId<K extends IdKind>(kind: K, from: string): Promise<Id<K>> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(from));
  return `${PREFIXES[kind]}_${encode(new Uint8Array(digest, 0, 16))}` as Id<K>;
}

const shapes = new Map<IdKind, RegExp>();
function shapeOf(kind: IdKind): RegExp {
  const known = shapes.get(kind) ?? new RegExp(`^${PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`);
  shapes.set(kind, known);
  return known;
}

/** The schema of an id of the kind; anything of another shape is an invalid request. */
// @__NO_SIDE_EFFECTS__
export function idOf<K extends IdKind>(kind: K) {
  return v.pipe(
    v.string(),
    v.regex(shapeOf(kind), `must be an id that begins with ${PREFIXES[kind]}_`),
    v.transform((id) => id as Id<K>),
  );
}

/** Whether the text has the shape of an id of the kind. */
export const isId = <K extends IdKind>(kind: K, text: string): text is Id<K> => shapeOf(kind).test(text);
