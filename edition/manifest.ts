// The ordered list of modules, lower floors first. The only place that knows every module.
import { buildRegistry } from "#kernel/module/index.ts";
import { accounts } from "../modules/accounts/module.ts";
import { apiTokens } from "../modules/api-tokens/module.ts";
import { ai } from "../modules/ai/module.ts";
import { assistant } from "../modules/assistant/module.ts";
import { assistantLearning } from "../modules/assistant-learning/module.ts";
import { assistantOutcomes } from "../modules/assistant-outcomes/module.ts";
import { assistantActions } from "../modules/assistant-actions/module.ts";
import { articles } from "../modules/articles/module.ts";
import { availability } from "../modules/availability/module.ts";
import { claimVerification } from "../modules/claim-verification/module.ts";
import { codeHosting } from "../modules/code-hosting/module.ts";
import { companies } from "../modules/companies/module.ts";
import { contactFormModule } from "../modules/contact-form/module.ts";
import { addressVerification } from "../modules/address-verification/module.ts";
import { webhooks } from "../modules/webhooks/module.ts";
import { businessHours } from "../modules/business-hours/module.ts";
import { widgetImages } from "../modules/widget-images/module.ts";
import { brandImages } from "../modules/brand-images/module.ts";
import { bulkActions } from "../modules/bulk-actions/module.ts";
import { cannedReplies } from "../modules/canned-replies/module.ts";
import { contactAttributes } from "../modules/contact-attributes/module.ts";
import { contactMergeModule } from "../modules/contact-merge/module.ts";
import { contactNotes } from "../modules/contact-notes/module.ts";
import { contacts } from "../modules/contacts/module.ts";
import { conversationMerge } from "../modules/conversation-merge/module.ts";
import { conversationSplit } from "../modules/conversation-split/module.ts";
import { conversationTransfer } from "../modules/conversation-transfer/module.ts";
import { conversationSearch } from "../modules/conversation-search/module.ts";
import { conversations } from "../modules/conversations/module.ts";
import { copilot } from "../modules/copilot/module.ts";
import { emailChannel } from "../modules/email-channel/module.ts";
import { emailSettings } from "../modules/email-settings/module.ts";
import { email } from "../modules/email/module.ts";
import { answerGrading } from "../modules/answer-grading/module.ts";
import { evaluation } from "../modules/evaluation/module.ts";
import { simulations } from "../modules/simulations/module.ts";
import { erasure } from "../modules/erasure/module.ts";
import { followers } from "../modules/followers/module.ts";
import { files } from "../modules/files/module.ts";
import { helpCenter } from "../modules/help-center/module.ts";
import { contactImport } from "../modules/contact-import/module.ts";
import { deskExports } from "../modules/desk-exports/module.ts";
import { deskImport } from "../modules/desk-import/module.ts";
import { helpDesks } from "../modules/help-desks/module.ts";
import { helpImport } from "../modules/help-import/module.ts";
import { helpInsights } from "../modules/help-insights/module.ts";
import { issueCreation } from "../modules/issue-creation/module.ts";
import { issueCounts } from "../modules/issue-counts/module.ts";
import { imageStudio } from "../modules/image-studio/module.ts";
import { inbox } from "../modules/inbox/module.ts";
import { leads } from "../modules/leads/module.ts";
import { legacyImport } from "../modules/legacy-import/module.ts";
import { outreach } from "../modules/outreach/module.ts";
import { leadResearch } from "../modules/lead-research/module.ts";
import { autoAssignment } from "../modules/auto-assignment/module.ts";
import { automation } from "../modules/automation/module.ts";
import { macros } from "../modules/macros/module.ts";
import { liveInbox } from "../modules/live-inbox/module.ts";
import { liveUpdates } from "../modules/live-updates/module.ts";
import { installedApp } from "../modules/installed-app/module.ts";
import { inboxSettings } from "../modules/inbox-settings/module.ts";
import { knowledgeSources } from "../modules/knowledge-sources/module.ts";
import { inboundEmail } from "../modules/inbound-email/module.ts";
import { mcp } from "../modules/mcp/module.ts";
import { missedReplies } from "../modules/missed-replies/module.ts";
import { monitoring } from "../modules/monitoring/module.ts";
import { notifications } from "../modules/notifications/module.ts";
import { operations } from "../modules/operations/module.ts";
import { delegatedWork } from "../modules/delegated-work/module.ts";
import { pairedComputers } from "../modules/paired-computers/module.ts";
import { priority } from "../modules/priority/module.ts";
import { profiles } from "../modules/profiles/module.ts";
import { promotion } from "../modules/promotion/module.ts";
import { projects } from "../modules/projects/module.ts";
import { regressions } from "../modules/regressions/module.ts";
import { questionSets } from "../modules/question-sets/module.ts";
import { reports } from "../modules/reports/module.ts";
import { repositoryKnowledge } from "../modules/repository-knowledge/module.ts";
import { responseTargets } from "../modules/response-targets/module.ts";
import { retrieval } from "../modules/retrieval/module.ts";
import { savedViews } from "../modules/saved-views/module.ts";
import { satisfaction } from "../modules/satisfaction/module.ts";
import { semanticSearch } from "../modules/semantic-search/module.ts";
import { sharedDraftsModule } from "../modules/shared-drafts/module.ts";
import { spam } from "../modules/spam/module.ts";
import { suppression } from "../modules/suppression/module.ts";
import { tags } from "../modules/tags/module.ts";
import { teams } from "../modules/teams/module.ts";
import { undoSend } from "../modules/undo-send/module.ts";
import { websitePreview } from "../modules/website-preview/module.ts";
import { widget } from "../modules/widget/module.ts";
import { widgetHelpCenter } from "../modules/widget-help-center/module.ts";
import { VARIABLES } from "./variables.ts";

export const modules = [
  accounts,
  projects,
  businessHours,
  apiTokens,
  pairedComputers,
  contacts,
  files,
  ai,
  retrieval,
  semanticSearch,
  knowledgeSources,
  articles,
  liveUpdates,
  conversations,
  undoSend,
  liveInbox,
  inbox,
  installedApp,
  inboxSettings,
  bulkActions,
  savedViews,
  contactAttributes,
  contactNotes,
  contactMergeModule,
  priority,
  conversationSearch,
  tags,
  spam,
  teams,
  availability,
  cannedReplies,
  macros,
  sharedDraftsModule,
  profiles,
  claimVerification,
  assistant,
  assistantOutcomes,
  helpInsights,
  assistantLearning,
  questionSets,
  evaluation,
  answerGrading,
  promotion,
  simulations,
  copilot,
  mcp,
  email,
  suppression,
  addressVerification,
  inboundEmail,
  emailChannel,
  missedReplies,
  notifications,
  regressions,
  followers,
  conversationMerge,
  conversationSplit,
  conversationTransfer,
  responseTargets,
  autoAssignment,
  delegatedWork,
  codeHosting,
  issueCreation,
  issueCounts,
  repositoryKnowledge,
  monitoring,
  webhooks,
  emailSettings,
  helpImport,
  deskExports,
  helpDesks,
  helpCenter,
  brandImages,
  widgetImages,
  imageStudio,
  contactFormModule,
  widget,
  widgetHelpCenter,
  assistantActions,
  satisfaction,
  automation,
  reports,
  websitePreview,
  leads,
  leadResearch,
  outreach,
  companies,
  deskImport,
  contactImport,
  legacyImport,
  erasure,
  operations,
];
export const registry = buildRegistry(modules, VARIABLES);
