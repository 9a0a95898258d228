// Builds a valid request for every route, and sends it.
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { pathOf, type Route } from "../../kernel/wire/route.ts";
import { DEFAULT_GUIDANCE } from "../../modules/assistant/contract/guidance.ts";
import { PNG } from "../support/desk.ts";
import { ACTION, ACTION_HOST, PASSWORD, outreachAddress, type Things, type World } from "./world.ts";

export interface TestRequest {
  readonly query?: Record<string, unknown>;
  /** A JSON body. */
  readonly body?: Record<string, unknown>;
  readonly raw?: Uint8Array<ArrayBuffer> | string;
  readonly headers?: Record<string, string>;
  /** The value of a path's `*`. */
  readonly rest?: string;
}
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const LOOK = { color: "#112233", title: "Ask us", greeting: "Hello", side: "left", launcher: "help", theme: "dark", offset: 12 };
const WATCHED = {
  ...{ name: "Legal threats", kind: "legal", looksFor: "", minutes: null, channels: [], languages: [] },
  ...{ notify: "nobody", members: [], handOver: false, enabled: true, perHour: 20 },
};
const FILTER = { conditions: [{ field: "status", is: "any", values: ["open"] }], sort: "activity" };
const MACRO = { title: "words of the request", text: "words of the request", kind: "note", steps: [] };
const AUTOMATION = {
  ...{ name: "words of the request", enabled: false, trigger: "created", minutes: null, words: [], conditions: [] },
  ...{ steps: [{ action: "priority", value: { priority: "low" } }], note: "" },
};
const CANNED = { title: "words of the request", shortcut: "", text: "words of the request", files: [] };
const SCENARIO = {
  ...{
    name: "words of the request",
    goal: "words of the request",
    temper: "calm",
    persona: "",
    facts: [],
    expected: "answer",
    success: [],
  },
  ...{ maxTurns: 1, locale: "en", channel: "widget" },
};
const SET_QUESTION = {
  ...{ question: "words of the request", topic: "", locale: "en", channel: "widget", asker: "everybody", outcome: "answer" },
  ...{ facts: [], forbidden: [], sources: [] },
};
const WEBHOOK = { url: "https://hooks.example.test/", description: "words of the request", events: ["message.created"] };
const CRITERION = { name: "words of the request", description: "words of the request", scale: 5 };
const ISSUE_DRAFT = {
  ...{ repository: "acme/app", title: "words of the request", body: "words of the request", isEdited: true, messages: [], files: [] },
  ...{ redacts: true, linksBack: true, labels: [], assignees: [], milestone: null, type: null, template: null, answers: {} },
};
const dryRunOf = (t: Things) => ({ ruleIds: [t.ruleId], from: "2026-01-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z", most: 10 });
const handlingFields = (t: Things) => ({ clientId: randomUUID(), frontier: t.revision });
const newMessage = () => ({ clientId: randomUUID(), content: "words of the request" });
const upload = (): TestRequest => ({ query: { name: "new.png", clientId: randomUUID() }, raw: PNG });
const nothing = (): TestRequest => ({});
/** What of a repository is read, and for whom. */
const repositorySource = () => ({
  ...{ name: "words of the request", audience: "members", assistant: true, locale: "en", confirmed: false },
  ...{ readme: true, docs: "docs", releases: true, discussions: [], commits: false, schedule: "daily" },
});
/** As far as its header says, a PNG of 64 × 64. */
const SQUARE = PNG.map((byte, at) => (at === 19 || at === 23 ? 64 : byte));
const empty = (): TestRequest => ({ body: {} });

/** What an allowed caller would send. Routes without a body are absent. */
const VALID: Readonly<Record<string, (things: Things) => TestRequest>> = {
  setupOwner: () => ({ body: { name: "Second", email: "second@example.test", password: PASSWORD } }),
  login: () => ({ body: { email: "mate@teamcanary.example", password: PASSWORD } }),
  register: () => ({ body: { email: `${randomUUID()}@example.test` } }),
  finishRegister: () => ({ body: { name: "New Person", password: PASSWORD } }),
  recover: () => ({ body: { email: "mate@teamcanary.example" } }),
  finishRecover: () => ({ body: { password: "an entirely new one" } }),
  confirmAddress: empty,
  sendConfirmation: empty,
  changeAddress: () => ({ body: { email: `${randomUUID()}@example.test`, password: PASSWORD } }),
  sendInvitation: empty,
  logout: () => ({ raw: "", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  changeInstallationName: () => ({ body: { name: "Harbour desk" } }),
  changeLanguage: () => ({ body: { language: "de" } }),
  changeName: () => ({ body: { name: "New name" } }),
  changePassword: () => ({ body: { current: PASSWORD, next: "an entirely new one" } }),
  endOtherSessions: empty,
  createContactAttribute: () => ({ body: { clientId: randomUUID(), key: randomUUID(), label: "words of the request", type: "text" } }),
  changeContactAttribute: () => ({ body: { label: "words of the request", choices: [], archived: false } }),
  orderContactAttributes: (t) => ({ body: { ids: [t.attributeId] } }),
  setContactAttributes: () => ({ body: { values: { seats: "words of the request" } } }),
  mergeContact: (t) => ({ body: { from: t.contactId } }),
  previewContactMerge: (t) => ({ query: { from: t.contactId } }),
  dismissContactMerge: (t) => ({ body: { other: t.contactId, dismissed: true } }),
  addContactNote: () => ({ body: newMessage() }),
  changeContactNote: () => ({ body: { content: "words of the request" } }),
  restoreContactNote: empty,
  createCompany: () => ({ body: { clientId: randomUUID(), name: "words of the request" } }),
  changeCompany: () => ({ body: { revision: 1, name: "words of the request" } }),
  setContactCompany: (t) => ({ body: { companyId: t.companyId } }),
  createLead: () => ({ body: { clientId: randomUUID(), name: "words of the request" } }),
  changeLead: () => ({ body: { revision: 1, stage: "contacted" } }),
  restoreLead: empty,
  draftOutreach: () => ({ body: { clientId: randomUUID(), mails: [{ waitDays: 0, subject: "words of the request", text: "text" }] } }),
  draftOutreachByModel: (t) => ({
    body: { clientId: randomUUID(), revision: null, templateId: t.templateId, about: "words of the request", tone: "plain", mails: 1 },
  }),
  changeOutreach: () => ({ body: { revision: 1, mails: [{ waitDays: 0, subject: "words of the request", text: "text" }] } }),
  requestOutreachReview: () => ({ body: { revision: 1 } }),
  reviewOutreach: () => ({ body: { mails: [{ position: 1, hash: "0".repeat(64) }] } }),
  stopOutreach: empty,
  changeAutoAssignment: () => ({ body: { teamId: null, mode: "off", cap: null, withinHours: true, leftOut: [], revision: 0 } }),
  changeBusinessHours: () => ({
    body: { on: true, timeZone: "Europe/Vienna", week: [[{ from: 540, to: 1020 }], [], [], [], [], [], []], exceptions: [], revision: 0 },
  }),
  changeResponsePolicies: (t) => ({
    body: {
      policies: [
        {
          ...{ id: randomUUID(), name: "words of the request", priorities: ["high"], teamId: t.teamId, tagId: t.tagId, channel: "widget" },
          ...{ first: 30, next: 60, resolution: null, counts: "business", warn: 5, assistantCounts: false },
        },
      ],
      revision: 0,
    },
  }),
  changeOutreachSettings: () => ({
    body: { anotherReviewer: true, timeZone: "Europe/Vienna", days: 31, fromMinute: 540, toMinute: 1020, dailyMost: 50 },
  }),
  createOutreachTemplate: () => ({ body: { clientId: randomUUID(), name: "words of the request", subject: "subject", text: "text" } }),
  changeOutreachTemplate: () => ({ body: { revision: 1, name: "words of the request", subject: "subject", text: "text" } }),
  exportReport: () => ({ query: { table: "days" } }),
  findSuppression: () => ({ query: { address: "words@request.example" } }),
  addSuppressions: () => ({ body: { reason: "by_hand", addresses: ["words@request.example"] } }),
  saveOutreachIdentity: (t) => ({
    body: {
      ...{ legalName: "words of the request", postalAddress: "words of the request", senderName: "words of the request" },
      replyAddress: outreachAddress(t.projectId),
    },
  }),
  unsubscribe: () => ({ raw: "List-Unsubscribe=One-Click", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  startLeadResearch: () => ({ body: { clientId: randomUUID(), addresses: [] } }),
  cancelLeadResearch: empty,
  addLeadStatement: () => ({ body: { clientId: randomUUID(), text: "words of the request", url: null, quote: null } }),
  changeLeadStatement: () => ({ body: { revision: 1, text: "words of the request", url: null, quote: null } }),
  setLeadAnswer: () => ({ body: { answer: "yes", reason: "words of the request", url: null, quote: null } }),
  saveLeadCriteria: () => ({ body: { revision: 1, criteria: [{ name: "words of the request", description: "", weight: 1 }] } }),
  importLeads: () => ({ body: { dryRun: false, rows: [{ key: randomUUID(), name: "words of the request" }] } }),
  changeContact: () => ({ body: { name: "Renamed", email: "renamed@example.test" } }),
  restoreContact: empty,
  eraseContact: empty,
  addNote: () => ({ body: newMessage() }),
  assignConversation: (t) => ({ body: { ...handlingFields(t), assigneeId: null } }),
  draftReply: () => ({ body: { proved: true } }),
  rewriteText: () => ({ body: { text: "words of the request", how: "shorter" } }),
  translateText: () => ({ body: { text: "words of the request" } }),
  translateMessage: (t) => ({ body: { messageId: t.spokenId, locale: "en" } }),
  summariseConversation: () => ({ body: { locale: "en" } }),
  askConversation: () => ({ body: { question: "What?", locale: "en" } }),
  proposeTags: () => ({ body: { locale: "en" } }),
  proposePriority: () => ({ body: { locale: "en" } }),
  findSimilarConversations: empty,
  createTag: () => ({ body: { clientId: randomUUID(), name: "words of the request" } }),
  changeTag: () => ({ body: { name: "words of the request", hue: 95, description: "words of the request", archived: false } }),
  mergeTag: (t) => ({ body: { into: t.otherTagId } }),
  changeTagSettings: () => ({ body: { everybodyCreates: false } }),
  tagConversation: (t) => ({ body: { clientId: randomUUID(), add: [t.otherTagId] } }),
  markSpam: (t) => ({ body: handlingFields(t) }),
  previewMerge: (t) => ({ query: { into: t.conversationId } }),
  mergeConversation: (t) => ({ body: { clientId: randomUUID(), into: t.conversationId } }),
  undoMerge: () => ({ body: { clientId: randomUUID() } }),
  previewMove: (t) => ({ query: { contactId: t.contactId } }),
  moveConversation: (t) => ({ body: { clientId: randomUUID(), contactId: t.contactId } }),
  undoMove: () => ({ body: { clientId: randomUUID() } }),
  previewSplit: (t) => ({ query: { messageId: t.spokenId } }),
  splitConversation: (t) => ({ body: { clientId: randomUUID(), messageId: t.spokenId, later: true } }),
  undoSplit: () => ({ body: { clientId: randomUUID() } }),
  markNotSpam: (t) => ({ body: handlingFields(t) }),
  createTeam: () => ({ body: { clientId: randomUUID(), name: "words of the request" } }),
  changeTeam: () => ({ body: { name: "words of the request", members: [], archived: false } }),
  assignTeam: (t) => ({ body: { ...handlingFields(t), teamId: t.teamId } }),
  followConversation: () => ({ body: { follow: true } }),
  setAvailability: () => ({ body: { availability: "busy" } }),
  changeFollowSettings: () => ({ body: { automatic: false } }),
  setPriority: () => ({ body: { clientId: randomUUID(), priority: "high" } }),
  changeStatus: (t) => ({ body: { ...handlingFields(t), status: "closed" } }),
  holdReply: (t) => ({ body: { ...handlingFields(t), content: "words of the request", undoSeconds: 5 } }),
  shareDraft: () => ({ body: { share: false } }),
  discardProgramDraft: () => ({ body: { discarded: true } }),
  undoReply: () => ({ body: { clientId: randomUUID() } }),
  sendPendingReply: () => ({ body: { clientId: randomUUID() } }),
  replyToConversation: (t) => ({ body: { ...handlingFields(t), content: "words of the request" } }),
  requestAiReply: (t) => ({ body: handlingFields(t) }),
  takeOver: () => ({ body: { clientId: randomUUID() } }),
  stopRound: empty,
  saveAssistant: () => ({ body: { clientId: randomUUID(), basedOn: 0, enabled: true, guidance: DEFAULT_GUIDANCE } }),
  askForPerson: () => ({ body: { clientId: randomUUID() } }),
  stopOwnRound: empty,
  acceptProposal: () => ({ body: { clientId: randomUUID(), revision: 0, title: "words of the request", content: "words of the request" } }),
  rejectProposal: () => ({ body: { state: "rejected" } }),
  changeSatisfactionSettings: () => ({
    body: {
      ...{ on: true, question: "words of the request", scale: "faces", inWidget: true, byMail: false, widgetDelay: 0, mailDelay: 60 },
      ...{ quietDays: 30, afterBulk: false, afterAssistant: false, revision: 0 },
    },
  }),
  noteQuestionShown: (t) => ({ body: { requestId: t.ratingId } }),
  rateOwnConversation: (t) => ({ body: { clientId: randomUUID(), requestId: t.ratingId, score: 4, comment: "words of the request" } }),
  rateByLink: () => ({ raw: "score=4", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  rateOwnAnswer: () => ({ body: { rating: "up" } }),
  flagAnswer: () => ({ body: { flag: { reason: "wrong", words: "words of the request" } } }),
  markRead: (t) => ({ body: { revision: t.revision } }),
  markUnread: empty,
  saveDraft: () => ({ body: { content: "words of the request" } }),
  uploadForReply: upload,
  memberTicket: empty,
  acceptInvitation: () => ({ body: { name: "New Person", email: `${randomUUID()}@example.test`, password: PASSWORD } }),
  changeRole: () => ({ body: { role: "admin" } }),
  changeWidgetSettings: () => ({ body: { websiteOrigin: "https://elsewhere.example", look: LOOK } }),
  createInvitation: () => ({ body: { clientId: randomUUID(), role: "operator", note: "for the request" } }),
  authorizeDevice: () => ({ body: { name: "words of the request", system: "Linux", version: "0.1.0", kinds: ["report"] } }),
  collectDeviceToken: (t) => ({ body: { deviceCode: t.deviceCode } }),
  sendHeartbeat: () => ({ body: { version: "0.1.0", system: "Linux", state: "idle" } }),
  unpairDevice: empty,
  openPreview: empty,
  createPreviewGrant: (t) => ({
    body: {
      ...{ clientId: randomUUID(), site: t.origin, fileOrigins: [], paths: ["/"], opens: "members", members: [], scripts: false },
      ...{ validHours: 1, requestLimit: 100 },
    },
  }),
  connectCodeHosting: empty,
  makeCodeHostingWebhookSecret: empty,
  createCodeHostingHook: () => ({ body: { repository: "acme/app" } }),
  receiveCodeHosting: () => ({ raw: "{}", headers: { "content-type": "application/json", "x-github-delivery": randomUUID() } }),
  addCodeRepository: () => ({ body: { name: "acme/app" } }),
  removeCodeRepository: () => ({ query: { name: "acme/app" } }),
  findIssueLinks: () => ({ query: { q: "words of the request" } }),
  searchCodeIssues: () => ({ query: { q: "words of the request" } }),
  changeIssueCounts: () => ({ body: { mode: "nothing" } }),
  linkIssue: () => ({ body: { clientId: randomUUID(), issue: "acme/app#7" } }),
  readIssueChoices: () => ({ query: { repository: "acme/app" } }),
  saveIssueDraft: () => ({ body: ISSUE_DRAFT }),
  previewCodeIssue: () => ({ body: ISSUE_DRAFT }),
  writeCustomerDraft: empty,
  suggestCodeIssue: () => ({ body: { messages: [1], redacts: true } }),
  createCodeIssue: () => ({ body: { clientId: randomUUID(), digest: "0".repeat(64) } }),
  unlinkIssue: () => ({ body: { clientId: randomUUID() } }),
  delegate: (t) => ({ body: { ...handlingFields(t), grantId: t.grantId, kind: "report", task: "words of the request" } }),
  cancelDelegation: empty,
  sendBackReport: (t) => ({ body: { ...handlingFields(t), note: "words of the request" } }),
  reviewReport: () => ({ body: { decision: "discard" } }),
  answerQuestion: () => ({ body: { turn: 1, answer: "words of the request" } }),
  claimWork: () => ({ body: { claimId: randomUUID() } }),
  sendWorkHeartbeat: () => ({ body: { claimId: randomUUID(), progress: "words of the request" } }),
  readWorkFile: () => ({ query: { claimId: randomUUID() } }),
  uploadForReport: () => ({ ...upload(), query: { ...upload().query, claimId: randomUUID() } }),
  reportWork: () => ({ body: { claimId: randomUUID(), outcome: "done", report: "words of the request" } }),
  askAboutWork: () => ({ body: { claimId: randomUUID(), question: "words of the request" } }),
  openPairing: (t) => ({ body: { code: t.userCode } }),
  denyPairing: () => ({ body: { revision: 2 } }),
  approvePairing: () => ({ body: { revision: 2, grant: { kinds: ["report"], days: 30, jobsPerDay: 5 } } }),
  createApiToken: () => ({ body: { clientId: randomUUID(), name: "Another", scopes: ["knowledge:read"], validDays: 30 } }),
  callMcp: (t) => ({
    body: {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        name: "propose_reply",
        arguments: { conversationId: t.conversationId, clientId: randomUUID(), reply: "words of the request" },
      },
    },
  }),
  createProject: () => ({ body: { clientId: randomUUID(), name: "Another", websiteOrigin: "https://another.example" } }),
  deleteProject: (t) => ({ body: { confirm: t.projectName } }),
  leaveProject: empty,
  changeNextSteps: () => ({ body: { hidden: true } }),
  renameProject: () => ({ body: { name: "Renamed" } }),
  changeInboxSettings: () => ({ body: { assignOnReply: true } }),
  saveModelSettings: () => ({ body: { reply: { provider: "openai", model: "gpt-5-mini" }, assist: null, context: null } }),
  updateProfile: () => ({ body: { clientId: randomUUID() } }),
  addProfileStatement: () => ({ body: { clientId: randomUUID(), kind: "other", text: "words of the request" } }),
  changeProfileStatement: () => ({ body: { revision: 1, pinned: true } }),
  switchProfiles: () => ({ body: { on: false } }),
  deleteProfiles: empty,
  askPlayground: () => ({ body: { question: "How long?", locale: "en", guidance: "", model: null } }),
  startBulkAction: (t) => ({
    body: {
      ...{ clientId: randomUUID(), action: "priority", value: { priority: "low" } },
      conversations: [{ id: t.conversationId, revision: t.revision }],
    },
  }),
  stopBulkAction: empty,
  undoBulkAction: empty,
  createSavedView: () => ({ body: { clientId: randomUUID(), kind: "personal", name: "Words of the request", ...FILTER, icon: "" } }),
  saveDraftView: () => ({ body: FILTER }),
  orderSavedViews: () => ({ body: { kind: "personal", ids: [] } }),
  changeSavedView: () => ({ body: { name: "Words of the request" } }),
  restoreSavedView: empty,
  saveWritingSettings: () => ({ body: { sendKey: "enter", afterHandling: "next", signature: "words of the request" } }),
  createAutomationRule: () => ({ body: { clientId: randomUUID(), rule: AUTOMATION } }),
  changeAutomationRule: () => ({ body: { revision: 1, rule: AUTOMATION } }),
  orderAutomationRules: () => ({ body: { ids: [] } }),
  tryAutomationRule: () => ({ body: { rule: AUTOMATION } }),
  createMacro: () => ({ body: { clientId: randomUUID(), shared: true, macro: MACRO } }),
  changeMacro: () => ({ body: { version: 1, macro: MACRO } }),
  restoreMacro: empty,
  applyMacro: () => ({ body: { clientId: randomUUID(), version: 1, frontier: 0 } }),
  undoMacro: empty,
  createCannedReply: () => ({ body: { clientId: randomUUID(), shared: true, reply: CANNED } }),
  changeCannedReply: () => ({ body: { version: 1, reply: CANNED } }),
  restoreCannedReply: empty,
  uploadForCannedReply: upload,
  useCannedReply: () => ({ body: { clientId: randomUUID() } }),
  createMonitoringRule: () => ({ body: { clientId: randomUUID(), rule: WATCHED } }),
  changeMonitoringRule: () => ({ body: { ...WATCHED, name: "Renamed" } }),
  rateMatch: () => ({ body: { verdict: "up" } }),
  resolveMatch: () => ({ body: { clientId: randomUUID(), state: "resolved" } }),
  estimateDryRun: (t) => ({ body: dryRunOf(t) }),
  startDryRun: (t) => ({ body: { ...dryRunOf(t), clientId: randomUUID(), atMostUsd: 1 } }),
  steerDryRun: () => ({ body: { state: "cancelled" } }),
  saveAssistantActionHosts: () => ({ body: { hosts: [ACTION_HOST, "api.harbour.example"] } }),
  createAssistantAction: () => ({ body: { clientId: randomUUID(), action: ACTION } }),
  changeAssistantAction: () => ({ body: { revision: 1, action: { ...ACTION, description: "words of the request" } } }),
  createWebhook: () => ({ body: { clientId: randomUUID(), ...WEBHOOK } }),
  changeWebhook: () => ({ body: { revision: 1, ...WEBHOOK } }),
  switchWebhook: () => ({ body: { on: false } }),
  renewWebhookSecret: () => ({ body: { revision: 1 } }),
  testWebhook: () => ({ body: {} }),
  redeliverWebhook: () => ({ body: {} }),
  switchAssistantAction: () => ({ body: { enabled: false } }),
  tryAssistantAction: () => ({ body: { clientId: randomUUID(), inputs: {}, contact: {}, confirmed: false } }),
  confirmActionRequest: (t) => ({ body: { clientId: randomUUID(), hash: t.requestHash } }),
  declineActionRequest: empty,
  requestActionCode: () => ({ body: { clientId: randomUUID(), email: "new@harbour.example" } }),
  proveActionRequest: () => ({ body: { code: "123456" } }),
  reconcileImportHold: () => ({ body: { outcome: "happened" } }),
  testModel: () => ({ body: { provider: "openai", model: "gpt-5-mini" } }),
  saveEmailSettings: () => ({ body: { sender: null, senderName: "Harbour Help", replyAddress: "help@harbour.example", signature: "Bye" } }),
  addInboundAddress: () => ({ body: { address: "new@harbour.example" } }),
  askAddressCode: () => ({ body: { clientId: randomUUID(), address: "new@harbour.example" } }),
  proveMailAddress: (t) => ({ body: { address: `${t.projectId}@mail.example`, code: "0000-0000" } }),
  approveMailDomain: (t) => ({ body: { domain: "harbour.example", projectId: t.projectId } }),
  withdrawMailDomain: (t) => ({ body: { domain: "harbour.example", projectId: t.projectId } }),
  removeInboundAddress: () => ({ body: { address: "old@harbour.example" } }),
  checkDns: empty,
  sendTestMail: () => ({ body: { clientId: randomUUID(), to: "try@harbour.example" } }),
  startMailConversation: () => ({ body: { ...newMessage(), to: "new@harbour.example", subject: "words" } }),
  uploadForMail: upload,
  searchConversations: () => ({ query: { q: "how to pay" } }),
  saveSearch: () => ({ body: { clientId: randomUUID(), name: "words of the request", q: "words of the request" } }),
  searchKnowledge: () => ({ query: { q: "how to pay" } }),
  checkAddress: () => ({ query: { address: "new@harbour.example" } }),
  forwardMessage: () => ({ body: { clientId: randomUUID(), to: "new@harbour.example" } }),
  resendAnswer: empty,
  createSource: () => ({
    body: { clientId: randomUUID(), kind: "snippets", name: "Another source", audience: "public", assistant: true, locale: "en" },
  }),
  changeSource: () => ({ body: { audience: "told" } }),
  readRepositoryChoices: () => ({ query: { repository: "acme/app" } }),
  createRepositorySource: () => ({ body: { ...repositorySource(), clientId: randomUUID(), repository: "acme/app" } }),
  changeRepositorySource: () => ({ body: repositorySource() }),
  startRepositorySync: empty,
  writeSnippet: () => ({ body: { clientId: randomUUID(), title: "Words", content: "of the request", publish: false } }),
  changeItem: () => ({ body: { revision: 1, title: "Words", content: "of the request", publish: false } }),
  chooseAnswer: (t) => ({
    body: { clientId: randomUUID(), messageId: t.messageId, question: "Words", answer: "of the request", publish: false },
  }),
  uploadSourceFile: () => ({ query: { name: "new.md", clientId: randomUUID() }, raw: "words of the request" }),
  sendFileText: () => ({ raw: "words of the request", headers: { "content-type": "text/plain" } }),
  startCrawl: () => ({ body: { clientId: randomUUID() } }),
  abortCrawl: empty,
  retryDelivery: empty,
  unsubscribePush: () => ({ body: { endpoint: "https://push.example.com/1" } }),
  subscribePush: () => ({
    body: { endpoint: "https://push.example.com/1", p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22), names: false },
  }),
  markBell: () => ({ body: { readUntil: new Date().toISOString() } }),
  markBellNotice: (t) => ({ body: { event: "assistantWorse", subjectId: t.regressionId, read: true } }),
  markBellEntry: () => ({ body: { read: true } }),
  saveNotifications: () => ({
    body: {
      events: {
        newUnassigned: true,
        replyToMine: false,
        replyUnassigned: true,
        assignedToMe: true,
        mineNotDelivered: true,
        monitored: true,
        replyToFollowed: true,
        noteInFollowed: false,
        mentioned: true,
      },
      quiet: { from: 1320, to: 420 },
      zone: "Europe/Berlin",
      days: [1, 2, 3],
    },
  }),
  openImports: () => ({ body: { open: true } }),
  openCrawler: () => ({ body: { open: true } }),
  previewImport: () => ({ body: { from: { platform: "zendesk", place: "harbour" } } }),
  startImport: () => ({
    body: {
      clientId: randomUUID(),
      name: "Move",
      from: { platform: "helpscout", place: "docs" },
      options: { drafts: "skip", restricted: "skip", locales: null, publish: false, audience: "members" },
      dry: true,
    },
  }),
  abortImport: empty,
  resumeImport: empty,
  undoImport: () => ({ body: { confirm: "Move" } }),
  createDeskExport: () => ({ body: { clientId: randomUUID(), platform: "zendesk" } }),
  putDeskExportPiece: () => ({ query: { kind: "tickets", n: "0" }, raw: "words of the request" }),
  checkDeskExport: empty,
  createContactImport: () => ({ body: { clientId: randomUUID(), name: "words of the request" } }),
  putContactImportFile: () => ({ raw: "Email\nperson@words.example\n" }),
  checkContactImport: () => ({ body: { mapping: ["email"], existing: "fill" } }),
  startContactImport: () => ({ body: { mapping: ["email"], existing: "fill" } }),
  stopContactImport: empty,
  resumeContactImport: empty,
  undoContactImport: empty,
  openDeskImports: () => ({ body: { open: true } }),
  previewDeskImport: () => ({ body: { from: { platform: "zendesk", place: "harbour" } } }),
  startDeskImport: () => ({
    body: {
      clientId: randomUUID(),
      name: "Move",
      from: { platform: "chatwoot", place: "7" },
      options: { statuses: {}, people: {}, tags: {}, fields: {}, files: false, everything: false },
      dry: true,
    },
  }),
  abortDeskImport: empty,
  resumeDeskImport: empty,
  undoDeskImport: () => ({ body: { confirm: "Move" } }),
  createCollection: () => ({ body: { clientId: randomUUID(), locale: "en", name: "words of the request" } }),
  saveCollectionText: () => ({ body: { name: "words of the request", description: "" } }),
  restoreCollection: empty,
  orderCollections: (t) => ({ body: { seen: [t.collectionId], order: [t.collectionId] } }),
  createArticle: () => ({ body: { clientId: randomUUID(), locale: "en", title: "words of the request" } }),
  saveArticleText: () => ({ body: { revision: 1, title: "words of the request", summary: "", content: "words" } }),
  changeArticle: () => ({ body: { assistant: false } }),
  orderArticles: (t) => ({ body: { collectionId: t.collectionId, seen: [t.articleId], order: [t.articleId] } }),
  publishArticle: () => ({ body: { revision: 1 } }),
  unpublishArticle: empty,
  scheduleArticle: () => ({ body: { revision: 1, at: "2099-01-01T09:00:00.000Z" } }),
  archiveArticle: empty,
  restoreArticle: empty,
  deleteArticle: (t) => ({ body: { confirm: t.articleId } }),
  uploadForArticle: upload,
  findToInsert: () => ({ query: { q: "words" } }),
  readToInsert: () => ({ query: { locale: "en" } }),
  saveCardSettings: () => ({ body: { revision: 0, drawn: true, design: "light", color: null } }),
  storeSocialCard: () => ({ query: { name: "new.png", clientId: randomUUID(), kind: "own", alt: "words of the request" }, raw: PNG }),
  createQuestionSet: () => ({ body: { clientId: randomUUID(), name: "words of the request" } }),
  saveSetQuestion: () => ({ body: { clientId: randomUUID(), replaces: null, origin: "hand", ...SET_QUESTION } }),
  importSetQuestions: () => ({ body: { clientId: randomUUID(), rows: [{ line: 2, question: "words of the request" }] } }),
  addFromConversation: (t) => ({ body: { clientId: randomUUID(), conversationId: t.conversationId } }),
  saveQuestionSettings: () => ({ body: { useConversations: false } }),
  estimateEvaluationRun: (t) => ({ query: { setId: t.questionSetId, model: "openai/gpt-5-mini" } }),
  startEvaluationRun: (t) => ({
    body: {
      clientId: randomUUID(),
      setId: t.questionSetId,
      model: "openai/gpt-5-mini",
      guidanceVersion: null,
      budgetUsd: 1,
      raised: false,
    },
  }),
  estimateJudging: () => ({ query: { model: "openai/gpt-5-mini" } }),
  startJudging: () => ({ body: { clientId: randomUUID(), model: "openai/gpt-5-mini", rubric: [CRITERION], budgetUsd: 1 } }),
  changeJudging: () => ({ body: { state: "cancelled" } }),
  startBlindGrading: (t) => ({ body: { clientId: randomUUID(), firstRunId: t.endedRunId, secondRunId: t.otherRunId } }),
  gradeBlindPair: () => ({ body: { choice: "same", comment: "words of the request" } }),
  finishBlindGrading: empty,
  gradeAnswer: () => ({ body: { verdict: "passed", comment: "words of the request" } }),
  listDisagreements: () => ({ query: { state: "decided" } }),
  decideDisagreement: () => ({ body: { verdict: "passed", comment: "words of the request" } }),
  changeEvaluationRun: () => ({ body: { state: "cancelled" } }),
  promote: (t) => ({
    body: { clientId: randomUUID(), runId: t.evaluationRunId, comparedRunId: t.evaluationRunId, worse: 0, share: 100 },
  }),
  saveRegressionPlan: (t) => ({
    body: {
      ...{ setId: t.plannedSetId, schedule: "off", weekday: 1, hour: 3, timeZone: "UTC", onKnowledge: false, gapHours: 6 },
      ...{ runBudgetUsd: 0.1, monthBudgetUsd: 1, revision: 1 },
    },
  }),
  decideRegression: () => ({ body: { state: "dismissed", reason: "words of the request" } }),
  raiseShare: () => ({ body: { share: 30 } }),
  stopRollout: empty,
  rollBack: () => ({ body: { clientId: randomUUID() } }),
  proposeQuestions: (t) => ({ body: { clientId: randomUUID(), articleId: t.citedArticleId, locale: null, model: null } }),
  estimateQuestionProposals: (t) => ({ query: { articleId: t.citedArticleId, model: "openai/gpt-5-mini" } }),
  decideQuestionProposals: (t) => ({
    body: { accept: [{ id: t.questionProposalId, question: "words of the request", facts: [] }], refuse: [] },
  }),
  createScenario: () => ({ body: { clientId: randomUUID(), content: SCENARIO } }),
  changeScenario: () => ({ body: { revision: 1, content: SCENARIO } }),
  estimateSimulationRun: () => ({ query: { customerModel: "openai/gpt-5-mini", model: "openai/gpt-5-mini" } }),
  startSimulationRun: (t) => ({
    body: {
      ...{ clientId: randomUUID(), scenarioIds: [t.scenarioId], customerModel: "openai/gpt-5-mini", model: "openai/gpt-5-mini" },
      ...{ guidanceVersion: null, budgetUsd: 1 },
    },
  }),
  changeSimulationRun: () => ({ body: { state: "cancelled" } }),
  startImageRun: () => ({ body: { clientId: randomUUID(), purpose: "header", prompt: "words of the request", wanted: 1, parentId: null } }),
  cancelImageRun: empty,
  saveImageLook: () => ({ body: { revision: 0, colors: ["#3b5bdb"], tone: "words of the request", keepDays: 30 } }),
  readSiteColors: () => ({ body: { url: "https://127.0.0.1/" } }),
  changeStudioImage: () => ({ body: { revision: 1, alt: "words of the request", kept: true } }),
  storeWidgetImage: () => ({ query: { name: "new.png", clientId: randomUUID() }, raw: SQUARE }),
  describeSocialCard: () => ({ body: { alt: "words of the request" } }),
  uploadHelpImage: () => ({ query: { name: "new.png", clientId: randomUUID(), use: "logo" }, raw: PNG }),
  saveHelpSettings: () => ({
    body: {
      revision: 0,
      open: false,
      title: "words of the request",
      description: "",
      defaultLocale: "en",
      locales: ["en"],
      links: [],
      contact: null,
    },
  }),
  renderHelpCenter: empty,
  sendFeedback: () => ({ raw: "helpful=1", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  sendContactRequest: () => ({
    raw: "message=Hello&email=vera%40example.test",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  }),
  confirmContactRequest: () => ({ raw: "", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  readHelpPage: () => ({ rest: "en/articles/a" }),
  receiveEvents: () => ({ raw: "{}", headers: { "content-type": "application/json" } }),
  rotateIdentitySecret: empty,
  rotateWidgetKey: empty,
  endVisitorSession: empty,
  askForCode: () => ({ body: { clientId: randomUUID(), email: "vera@example.test" } }),
  proveOwnAddress: () => ({ body: { code: "123456" } }),
  comeBack: (t) => ({ body: { key: t.key, clientId: randomUUID(), token: "x".repeat(43) } }),
  openConversation: () => ({ body: newMessage() }),
  postMessage: () => ({ body: newMessage() }),
  readConfig: (t) => ({ query: { key: t.key } }),
  requestOwnAiReply: () => ({ body: { clientId: randomUUID() } }),
  sendWidgetEvents: (t) => ({
    body: {
      events: [
        { kind: "page", page: { url: "https://harbour.example/a", title: "A" } },
        { kind: "claim", name: "Vera", email: "vera@example.test" },
        { kind: "metadata", metadata: { plan: "pro", seats: 3, beta: true } },
        { kind: "read", conversationId: t.conversationId, revision: 1 },
      ],
    },
  }),
  readWidgetHelp: (t) => ({ query: { key: t.key } }),
  searchWidgetHelp: (t) => ({ query: { key: t.key, q: "words" } }),
  readWidgetArticle: (t) => ({ query: { key: t.key } }),
  noteWidgetSearch: (t) => ({ body: { key: t.key, visit: randomUUID(), locale: "en", query: "words", results: 0 } }),
  sendWidgetFeedback: (t) => ({ body: { key: t.key, clientId: randomUUID(), articleId: t.articleId, locale: "en", helpful: true } }),
  settleGap: () => ({ body: { state: "ignored" } }),
  writeGapArticle: () => ({ body: { clientId: randomUUID(), title: "An article" } }),
  startSession: (t) => ({ body: { key: t.key, clientId: randomUUID() } }),
  uploadFile: upload,
  visitorTicket: empty,
  receiveFromGateway: () => ({ body: { message: "From: a@example.test\r\nTo: harbour@mail.example\r\n\r\nwords of the request" } }),
  receiveParsed: () => ({ raw: "to=harbour@mail.example", headers: { "content-type": "multipart/form-data; boundary=b" } }),
  projectPages: (t) => ({ rest: `${t.projectId}/inbox/all/${t.conversationId}` }),
  conversationPages: (t) => ({ rest: t.conversationId }),
  accountPages: () => ({ rest: "security" }),
};
/** A realistic request for the route. Throws for a write that has no entry in the table above. */
export function validRequest(route: Route, things: Things): TestRequest {
  const make = VALID[route.name] ?? (route.method === "GET" || route.method === "DELETE" ? nothing : undefined);
  if (make === undefined) throw new Error(`tests/matrix/requests.ts has no valid request for ${route.name}`);
  return make(things);
}

/** The URL of the route for these things. */
export function addressOf(route: Route, things: Things, request: TestRequest): string {
  // An erasure cannot be undone between two requests, so it targets a contact that was erased already.
  const erasing = route.name === "eraseContact" || route.name === "readErasure" ? { contactId: things.erasedId } : {};
  const params: Record<string, string> = {
    ...(things as unknown as Record<string, string>),
    kind: "reply",
    locale: "en",
    use: "launcher",
    version: "1",
    projectSlug: "harbour",
    requestToken: "none",
    unsubscribeToken: "none",
    ratingToken: "none",
    subject: things.articleId,
    hash: "0123456789abcdef",
    ...erasing,
  };
  return pathOf(route, params, request.query ?? {}).replace("*", request.rest ?? "");
}

export async function send(url: string, method: string, request: TestRequest, headers: Record<string, string>): Promise<TestAnswer> {
  const init: RequestInit = {
    method,
    redirect: "manual",
    headers: { ...(request.body === undefined ? {} : { "content-type": "application/json" }), ...headers, ...request.headers },
  };
  if (request.body !== undefined) init.body = JSON.stringify(request.body);
  else if (request.raw !== undefined) init.body = request.raw;
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Tries an upgrade; 101 when it succeeded (and closes at once). */
export function upgrade(url: string, protocols: readonly string[], headers: Record<string, string>): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const ws = new WebSocket(url.replace(/^http/, "ws"), [...protocols], {
      headers,
      perMessageDeflate: false,
      closeTimeout: 200,
    } as WebSocket.ClientOptions);
    ws.on("open", () => {
      ws.terminate();
      resolve({ status: 101, headers: new Headers(), text: "" });
    });
    ws.on("unexpected-response", (_, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const answered = new Headers();
        for (const [name, value] of Object.entries(response.headers)) answered.set(name, String(value));
        resolve({ status: response.statusCode ?? 0, headers: answered, text: Buffer.concat(chunks).toString("utf8") });
        ws.terminate();
      });
    });
    ws.on("error", reject);
  });
}

/** A ticket for the principal's own project, from whichever route issues one; empty when none does. */
export async function anyTicket(world: World, headers: Record<string, string>, projectId: string): Promise<string> {
  for (const path of [`/api/dashboard/projects/${projectId}/socket-ticket`, "/api/widget/socket-ticket"]) {
    const answer = await send(`${world.served.url}${path}`, "POST", { body: {} }, headers);
    if (answer.status === 200) return (JSON.parse(answer.text) as { ticket: string }).ticket;
  }
  return "";
}
