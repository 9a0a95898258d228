// The audit log's coverage on the emitted build: each administrative route, called by the owner, adds an entry with what was before and
// after, and adds none when it is called again and changes nothing. What adds no entry is named here, with the reason.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, test } from "vitest";
import type { Route } from "../../kernel/wire/route.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { auditWords } from "../support/audit-words.ts";
import { assertNone } from "./none.ts";
import { declaredRoutes, isWrite } from "./registry.ts";
import { addressOf, send, type TestRequest, validRequest } from "./requests.ts";
import { makeWorld, type Things, type World } from "./world.ts";

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
const listed = (lists: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(lists).flatMap(([reason, names]) => words(names).map((name) => [name, reason])));

/** Routes that add no entry, by the reason. */
const NO_ENTRY = listed({
  "content of a conversation, which its own events tell": `
    takeOver stopRound linkIssue unlinkIssue createCodeIssue saveIssueDraft discardIssueDraft mergeConversation undoMerge replyToConversation
    addNote changeStatus assignConversation assignTeam tagConversation setPriority markSpam markNotSpam holdReply undoReply sendPendingReply
    forwardMessage startMailConversation resendAnswer applyMacro undoMacro useCannedReply shareDraft saveDraft discardProgramDraft
    resolveMatch rateMatch flagAnswer requestAiReply writeCustomerDraft splitConversation undoSplit`,
  "work on conversations, which their events and the work's own list tell":
    "startBulkAction stopBulkAction undoBulkAction answerQuestion sendBackReport reviewReport delegate",
  "data of a contact, which the log must not keep": `
    setContactCompany clearContactCompany setContactAttributes dismissContactMerge addContactNote changeContactNote deleteContactNote
    restoreContactNote changeContact addProfileStatement changeProfileStatement deleteProfileStatement updateProfile`,
  "data of a lead, who may be a person": `
    createLead changeLead deleteLead restoreLead addLeadStatement changeLeadStatement deleteLeadStatement setLeadAnswer clearLeadAnswer
    draftOutreach changeOutreach draftOutreachByModel requestOutreachReview reviewOutreach stopOutreach startLeadResearch cancelLeadResearch`,
  "the person's own preference, mark or draft": `
    changeName changeLanguage changeAddress withdrawAddressChange sendConfirmation changePassword endSession endOtherSessions setAvailability
    saveSearch deleteSavedSearch saveDraftView saveWritingSettings followConversation changeFollowSettings markRead markUnread
    saveNotifications markBell markBellEntry markBellNotice subscribePush unsubscribePush changeNextSteps memberTicket openPreview`,
  "changes nothing that lasts": `
    draftReply rewriteText translateText translateMessage summariseConversation askConversation findSimilarConversations proposePriority
    proposeTags previewCodeIssue suggestCodeIssue previewDeskImport previewImport checkDns estimateDryRun tryAutomationRule
    askPlayground readSiteColors renderHelpCenter testModel`,
  "a file that nothing uses yet": `
    uploadForArticle uploadForCannedReply uploadForReply uploadForMail uploadHelpImage createContactImport putContactImportFile
    checkContactImport deleteContactImportFile createDeskExport putDeskExportPiece checkDeskExport`,
  "a draft, a proposal or a grade: what comes of it has an entry, or keeps who did it": `
    createArticle saveArticleText acceptProposal rejectProposal settleGap writeGapArticle writeSnippet changeItem chooseAnswer
    uploadSourceFile sendFileText proposeQuestions decideQuestionProposals startBlindGrading gradeBlindPair finishBlindGrading gradeAnswer
    changeStudioImage describeSocialCard`,
  "a version of a question set, which keeps all of them": "saveSetQuestion removeSetQuestion importSetQuestions addFromConversation",
  "a run of something, in its own list with who started it": `
    startCrawl abortCrawl startRepositorySync startImageRun cancelImageRun startDryRun steerDryRun tryAssistantAction testWebhook
    redeliverWebhook sendTestMail`,
  "asks for a proof; the proof has an entry": "askAddressCode openPairing denyPairing",
  "nobody can read the log of a deleted project, whose row keeps who deleted it": "deleteProject",
});

/** Routes that lack something here (GitHub, a model, mail, a key, an uploaded file), with the action of the entry that they add where it is. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  words(`
    connectCodeHosting=code_hosting.connected disconnectCodeHosting=code_hosting.disconnected addCodeRepository=code_hosting.repository_added
    removeCodeRepository=code_hosting.repository_removed makeCodeHostingWebhookSecret=code_hosting.webhook_secret
    removeCodeHostingWebhook=code_hosting.webhook_removed createCodeHostingHook=code_hosting.webhook_created
    createRepositorySource=knowledge.source_created startContactImport=contacts.import_started resumeContactImport=contacts.import_resumed
    startDeskImport=desk.import_started resumeDeskImport=desk.import_resumed startImport=help.import_started
    moveConversation=contact.conversation_moved undoMove=contact.move_undone
    resumeImport=help.import_resumed eraseContact=contact.erased mergeContact=contact.merged promote=promotion.promoted
    raiseShare=promotion.share_raised rollBack=promotion.rolled_back startJudging=answer_grading.judging_started
    startEvaluationRun=evaluation.run_started startSimulationRun=simulations.run_started createWebhook=webhooks.created
    renewWebhookSecret=webhooks.secret_renewed approvePairing=device.paired storeSocialCard=brand_images.uploaded
    removeSocialCard=brand_images.removed sendInvitation=member.invitation_mailed proveMailAddress=email.address_proved
    retryDelivery=email.delivery_retried orderAutomationRules=automation.ordered`).map((pair) => pair.split("=") as [string, string]),
);

/** Entries of changes that name no field. */
const NO_FIELDS = listed({
  "the action says it all": `decideDisagreement changeJudging changeEvaluationRun changeSimulationRun openDeskImports openImports openCrawler
    switchProfiles`,
  "the order of a list": "orderSavedViews orderArticles orderCollections orderContactAttributes",
});
/** Requests that change something each time. */
const EACH_TIME = words("rotateWidgetKey rotateIdentitySecret deleteProfiles");

/** What happens before, so that there is something to change. */
const FIRST: Readonly<Record<string, string>> = {
  withdrawMailDomain: "approveMailDomain",
  restoreCollection: "removeCollection",
  restoreArticle: "archiveArticle",
  deleteArticle: "archiveArticle",
  publishArticle: "unpublishArticle",
  orderCollections: "createCollection",
  deleteProfiles: "switchProfiles",
  removeInboundAddress: "addInboundAddress",
  removeWidgetImage: "storeWidgetImage",
  restoreCannedReply: "deleteCannedReply",
  restoreMacro: "deleteMacro",
  restoreContact: "hideContact",
  restoreSavedView: "deleteSavedView",
};
const idsOf = (query: string, id: string): string[] => world.tables.all(query, id).map((row) => String(row["id"]));
/** Another request than the matrix sends, which would change nothing. */
const OTHER: Readonly<Record<string, (things: Things) => TestRequest>> = {
  changeAutoAssignment: () => ({ body: { teamId: null, mode: "turn", cap: 3, withinHours: true, leftOut: [], revision: 0 } }),
  changeInboxSettings: () => ({ body: { assignOnReply: false } }),
  changeIssueCounts: () => ({ body: { mode: "comment" } }),
  createSavedView: () => ({
    body: {
      clientId: randomUUID(),
      kind: "shared",
      name: "Words",
      conditions: [{ field: "status", is: "any", values: ["open"] }],
      sort: "activity",
      icon: "",
    },
  }),
  orderArticles: (t) => {
    const seen = idsOf("SELECT id FROM help_articles WHERE collection_id = ? AND archived_at IS NULL ORDER BY place, id", t.collectionId);
    return { body: { collectionId: t.collectionId, seen, order: seen.toReversed() } };
  },
  orderCollections: (t) => {
    const seen = idsOf("SELECT id FROM help_collections WHERE project_id = ? AND removed_at IS NULL ORDER BY place, id", t.projectId);
    return { body: { seen, order: seen.toReversed() } };
  },
  orderSavedViews: (t) => ({ body: { kind: "shared", ids: [t.viewId] } }),
  removeInboundAddress: () => ({ body: { address: "new@harbour.example" } }),
};
/** What the world has to be like before. */
const BEFORE: Readonly<Record<string, string>> = {
  orderArticles:
    "UPDATE help_articles SET collection_id = (SELECT o.collection_id FROM help_articles o WHERE o.project_id = help_articles.project_id AND o.collection_id IS NOT NULL)",
  orderSavedViews: "UPDATE saved_views SET place = 7",
  orderContactAttributes: "UPDATE contact_attributes SET place = 7",
  stopContactImport: "UPDATE contact_imports SET state = 'running'",
  undoContactImport: "UPDATE contact_imports SET state = 'done'",
  abortDeskImport: "UPDATE desk_import_runs SET state = 'running'",
  abortImport: "UPDATE help_import_runs SET state = 'running'",
  switchWebhook: "UPDATE webhooks SET state = 'on'",
};

let world: World;
let routes: readonly Route[];
beforeAll(async () => {
  routes = (await declaredRoutes()).filter((route) => isWrite(route) && ["member", "admin", "owner", "account"].includes(route.who));
  world = await makeWorld();
});
afterAll(() => world.stop());

interface Entry {
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
}
/** The entries that were added since the beginning. */
function added(): Entry[] {
  const before = new Set(world.before["audit_log"]?.map((row) => row["id"]));
  return world.tables
    .all("SELECT id, action, changes FROM audit_log ORDER BY created_at, id")
    .filter((row) => !before.has(row["id"]))
    .map((row) => ({ action: String(row["action"]), changes: JSON.parse(String(row["changes"] ?? "[]")) as Entry["changes"] }));
}
const ask = (route: Route, request: TestRequest) =>
  send(`${world.served.url}${addressOf(route, world.own, request)}`, route.method, request, world.headersOf("owner"));
const requestOf = (route: Route): TestRequest => (OTHER[route.name] ?? ((things: Things) => validRequest(route, things)))(world.own);
function routeOf(name: string): Route {
  const route = routes.find((one) => one.name === name);
  assert.ok(route, `${name} is no route`);
  return route;
}

test(
  "every administrative change adds an entry with before and after, and one that changes nothing adds none",
  { timeout: 600_000 },
  async () => {
    const wrong: string[] = [];
    const { areas } = await auditWords();
    for (const route of routes) {
      const { name } = route;
      const first = FIRST[name];
      if (first !== undefined) await ask(routeOf(first), requestOf(routeOf(first)));
      const before = BEFORE[name];
      if (before !== undefined) world.tables.run(before);
      const earlier = added().length;
      const request = requestOf(route);
      const { status, text } = await ask(route, request);
      const entries = added().slice(earlier);
      const [entry] = entries;
      if (NO_ENTRY.has(name)) {
        if (entry) wrong.push(`${name} has an entry after all: ${entry.action}`);
      } else if (ELSEWHERE.has(name)) {
        if (entry) wrong.push(`${name} can be tested here: ${entry.action}`);
      } else if (!entry) wrong.push(`${name} adds no entry (${status} ${status >= 400 ? text.slice(0, 160) : ""})`);
      else {
        if (entries.length > 1) wrong.push(`${name} adds several entries: ${entries.map(({ action }) => action).join(", ")}`);
        const isChange = ["PUT", "PATCH"].includes(route.method);
        if (isChange && (entry.changes.length === 0) !== NO_FIELDS.has(name))
          wrong.push(`${name}: before and after of ${entry.action}: ${JSON.stringify(entry.changes)}`);
        for (const { from, to } of entry.changes)
          if ((from ?? "") === (to ?? "")) wrong.push(`${name} tells of what did not change: ${JSON.stringify(entry.changes)}`);
        const names = areas[entry.action.split(".")[0] ?? ""]?.fields ?? {};
        for (const { field } of entry.changes)
          if (names[field] === undefined) wrong.push(`${name}: ${field} of ${entry.action} has no name`);
        await ask(route, request);
        if (added().length !== earlier + entries.length && !EACH_TIME.includes(name))
          wrong.push(`${name} adds another entry when it is repeated: ${JSON.stringify(added().at(-1))}`);
      }
      world.undo();
    }
    assertNone(wrong);
  },
);

test("the lists name routes, each once", () => {
  const named = [...NO_ENTRY.keys(), ...ELSEWHERE.keys()];
  for (const name of [...named, ...NO_FIELDS.keys(), ...EACH_TIME]) routeOf(name);
  assert.equal(new Set(named).size, named.length);
  const sources = globSync("modules/*/**/*.ts", { cwd: inRoot("."), exclude: (path) => /\/(views|client|messages)$/.test(path) })
    .map((file) => readFileSync(inRoot(file), "utf8"))
    .join("\n");
  assert.deepEqual(
    [...ELSEWHERE].filter(([, action]) => !sources.includes(`"${action}"`)),
    [],
  );
});
