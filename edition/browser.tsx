// Starts the dashboard with every module's screens and slot registrations.
import { call, reading } from "#dashboard/api.ts";
import { startDashboard } from "#dashboard/start.tsx";
import { readMe } from "#modules/accounts/contract";
import * as accounts from "#modules/accounts/views";
import * as apiTokens from "#modules/api-tokens/views";
import * as ai from "#modules/ai/views";
import * as assistant from "#modules/assistant/views";
import * as assistantActions from "#modules/assistant-actions/views";
import * as assistantLearning from "#modules/assistant-learning/views";
import * as assistantOutcomes from "#modules/assistant-outcomes/views";
import * as articles from "#modules/articles/views";
import * as availability from "#modules/availability/views";
import * as webhooks from "#modules/webhooks/views";
import * as businessHours from "#modules/business-hours/views";
import * as widgetImages from "#modules/widget-images/views";
import * as brandImages from "#modules/brand-images/views";
import * as cannedReplies from "#modules/canned-replies/views";
import * as autoAssignment from "#modules/auto-assignment/views";
import * as automation from "#modules/automation/views";
import * as macros from "#modules/macros/views";
import * as codeHosting from "#modules/code-hosting/views";
import * as contactAttributes from "#modules/contact-attributes/views";
import * as contactMerge from "#modules/contact-merge/views";
import * as contactNotes from "#modules/contact-notes/views";
import * as contacts from "#modules/contacts/views";
import * as conversationSearch from "#modules/conversation-search/views";
import { locateConversation, threadPath } from "#modules/conversations/contract";
import * as copilot from "#modules/copilot/views";
import * as emailChannel from "#modules/email-channel/views";
import * as emailSettings from "#modules/email-settings/views";
import * as bulkActions from "#modules/bulk-actions/views";
import * as inbox from "#modules/inbox/views";
import * as installedApp from "#modules/installed-app/views";
import * as inboxSettings from "#modules/inbox-settings/views";
import * as issueCounts from "#modules/issue-counts/views";
import * as issueCreation from "#modules/issue-creation/views";
import * as answerGrading from "#modules/answer-grading/views";
import * as evaluation from "#modules/evaluation/views";
import * as promotion from "#modules/promotion/views";
import * as regressions from "#modules/regressions/views";
import * as simulations from "#modules/simulations/views";
import * as questionSets from "#modules/question-sets/views";
import * as followers from "#modules/followers/views";
import * as erasure from "#modules/erasure/views";
import * as formatting from "#modules/formatting/views";
import * as helpCenter from "#modules/help-center/views";
import * as contactImport from "#modules/contact-import/views";
import * as deskImport from "#modules/desk-import/views";
import * as helpImport from "#modules/help-import/views";
import * as helpInsights from "#modules/help-insights/views";
import * as legacyImport from "#modules/legacy-import/views";
import * as companies from "#modules/companies/views";
import * as leads from "#modules/leads/views";
import * as outreach from "#modules/outreach/views";
import * as imageStudio from "#modules/image-studio/views";
import * as leadResearch from "#modules/lead-research/views";
import * as knowledgeSources from "#modules/knowledge-sources/views";
import * as mcp from "#modules/mcp/views";
import * as monitoring from "#modules/monitoring/views";
import * as notifications from "#modules/notifications/views";
import * as pairedComputers from "#modules/paired-computers/views";
import * as responseTargets from "#modules/response-targets/views";
import * as priority from "#modules/priority/views";
import * as profiles from "#modules/profiles/views";
import { listProjects, readProject } from "#modules/projects/contract";
import * as projects from "#modules/projects/views";
import * as reports from "#modules/reports/views";
import * as repositoryKnowledge from "#modules/repository-knowledge/views";
import * as satisfaction from "#modules/satisfaction/views";
import * as savedViews from "#modules/saved-views/views";
import * as sharedDrafts from "#modules/shared-drafts/views";
import * as delegatedWork from "#modules/delegated-work/views";
import * as conversationMerge from "#modules/conversation-merge/views";
import * as conversationSplit from "#modules/conversation-split/views";
import * as conversationTransfer from "#modules/conversation-transfer/views";
import * as spam from "#modules/spam/views";
import * as websitePreview from "#modules/website-preview/views";
import * as suppression from "#modules/suppression/views";
import * as tags from "#modules/tags/views";
import * as teams from "#modules/teams/views";

projects.setAuditSentences([
  apiTokens.auditSentences,
  questionSets.auditSentences,
  leadResearch.auditSentences,
  leads.auditSentences,
  savedViews.auditSentences,
  pairedComputers.auditSentences,
  delegatedWork.auditSentences,
  cannedReplies.auditSentences,
  macros.auditSentences,
  automation.auditSentences,
  emailSettings.auditSentences,
  articles.auditSentences,
  helpCenter.auditSentences,
  brandImages.auditSentences,
  imageStudio.auditSentences,
  businessHours.auditSentences,
  autoAssignment.auditSentences,
  webhooks.auditSentences,
  responseTargets.auditSentences,
  companies.auditSentences,
  widgetImages.auditSentences,
  helpImport.auditSentences,
  contactImport.auditSentences,
  deskImport.auditSentences,
  knowledgeSources.auditSentences,
  ai.auditSentences,
  assistant.auditSentences,
  promotion.auditSentences,
  regressions.auditSentences,
  evaluation.auditSentences,
  simulations.auditSentences,
  monitoring.auditSentences,
  profiles.auditSentences,
  assistantActions.auditSentences,
  codeHosting.auditSentences,
  issueCounts.auditSentences,
  repositoryKnowledge.auditSentences,
  websitePreview.auditSentences,
  contactAttributes.auditSentences,
  tags.auditSentences,
  teams.auditSentences,
  suppression.auditSentences,
  outreach.auditSentences,
  answerGrading.auditSentences,
  legacyImport.auditSentences,
  satisfaction.auditSentences,
]);
installedApp.startInstalled(() =>
  startDashboard({
    screens: [
      ...inbox.screens,
      ...inboxSettings.screens,
      ...businessHours.screens,
      ...autoAssignment.screens,
      ...webhooks.screens,
      ...responseTargets.screens,
      ...contacts.screens,
      ...companies.screens,
      ...leads.screens,
      ...outreach.screens,
      ...legacyImport.screens,
      ...suppression.screens,
      ...conversationSearch.screens,
      ...articles.screens,
      ...helpInsights.screens,
      ...helpImport.screens,
      ...contactImport.screens,
      ...deskImport.screens,
      ...helpCenter.screens,
      ...brandImages.screens,
      ...imageStudio.screens,
      ...knowledgeSources.screens,
      ...projects.screens,
      ...websitePreview.screens,
      ...cannedReplies.screens,
      ...macros.screens,
      ...automation.screens,
      ...emailSettings.screens,
      ...notifications.screens,
      ...apiTokens.screens,
      ...codeHosting.screens,
      ...pairedComputers.screens,
      ...delegatedWork.screens,
      ...ai.screens,
      ...assistant.screens,
      ...reports.screens,
      ...assistantOutcomes.screens,
      ...assistantLearning.screens,
      ...questionSets.screens,
      ...evaluation.screens,
      ...answerGrading.screens,
      ...promotion.screens,
      ...regressions.screens,
      ...simulations.screens,
      ...monitoring.screens,
      ...profiles.screens,
      ...contactAttributes.screens,
      ...leadResearch.screens,
      ...tags.screens,
      ...teams.screens,
      ...assistantActions.screens,
      ...satisfaction.screens,
      ...accounts.screens,
    ],
    slotRegistrations: [
      ...inbox.slotRegistrations,
      ...bulkActions.slotRegistrations,
      ...satisfaction.slotRegistrations,
      ...savedViews.slotRegistrations,
      ...contactAttributes.slotRegistrations,
      ...contactMerge.slotRegistrations,
      ...contactNotes.slotRegistrations,
      ...companies.slotRegistrations,
      ...leads.slotRegistrations,
      ...outreach.slotRegistrations,
      ...leadResearch.slotRegistrations,
      ...priority.slotRegistrations,
      ...responseTargets.slotRegistrations,
      ...tags.slotRegistrations,
      ...conversationMerge.slotRegistrations,
      ...conversationSplit.slotRegistrations,
      ...conversationTransfer.slotRegistrations,
      ...spam.slotRegistrations,
      ...delegatedWork.slotRegistrations,
      ...codeHosting.slotRegistrations,
      ...contactImport.slotRegistrations,
      ...deskImport.slotRegistrations,
      ...issueCreation.slotRegistrations,
      ...issueCounts.slotRegistrations,
      ...websitePreview.slotRegistrations,
      ...teams.slotRegistrations,
      ...availability.slotRegistrations,
      ...installedApp.slotRegistrations,
      ...notifications.slotRegistrations,
      ...followers.slotRegistrations,
      ...conversationSearch.slotRegistrations,
      ...formatting.slotRegistrations,
      ...cannedReplies.slotRegistrations,
      ...macros.slotRegistrations,
      ...sharedDrafts.slotRegistrations,
      ...assistant.slotRegistrations,
      ...promotion.slotRegistrations,
      ...assistantOutcomes.slotRegistrations,
      ...answerGrading.slotRegistrations,
      ...profiles.slotRegistrations,
      ...copilot.slotRegistrations,
      ...mcp.slotRegistrations,
      ...monitoring.slotRegistrations,
      ...emailChannel.slotRegistrations,
      ...knowledgeSources.slotRegistrations,
      ...repositoryKnowledge.slotRegistrations,
      ...erasure.slotRegistrations,
      ...helpInsights.slotRegistrations,
      ...helpCenter.slotRegistrations,
      ...brandImages.slotRegistrations,
      ...widgetImages.slotRegistrations,
    ],
    session: {
      me: () => reading(readMe, {}),
      projects: () => reading(listProjects, {}),
      project: (projectId) => reading(readProject, { params: { projectId } }),
      locate: async (conversationId) => (await call(locateConversation, { params: { conversationId } })).projectId,
      conversationPath: threadPath,
    },
  }),
);
