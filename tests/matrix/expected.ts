// The access table, written by hand from the specification and never generated. `ok` is the route's success status, which its block
// names. The columns, in this order:
//   anonymous  visitor  stranger  operator  admin  owner  rival  ended  left  program  computer
// A line without the last one: a computer is answered like a program.
// The rows say who owns the thing that the ids name: `own` = the project; `foreign` = the rival's project; `crossed` = the own
// project's path with a foreign thing; `lured` = the foreign project's path with an own thing; `missing` = the own project's path
// with nothing; `nowhere` = no such project; `inside` = internal data that no visitor may see.

export type Kind = "own" | "foreign" | "crossed" | "lured" | "missing" | "nowhere" | "inside";

interface Block {
  /** The rule, in the specification's words. */
  readonly rule: string;
  /** The routes and the status of their success. */
  readonly routes: Readonly<Record<string, number>>;
  /** Kinds of ids, and the answer to each principal. */
  readonly answers: Readonly<Record<string, string>>;
}

export const BLOCKS: readonly Block[] = [
  {
    rule: "The public homepage at `/`; GET /health, public.",
    routes: { homepage: 200, health: 200 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Setup closes permanently; afterwards /login. Forms only from the application's own pages.",
    routes: { setupPage: 409 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  { rule: "The same for its form.", routes: { setupOwner: 409 }, answers: { own: "ok 403 403 ok ok ok ok ok 403 ok" } },
  {
    rule: "A signed-in person is redirected to the dashboard.",
    routes: { loginPage: 200 },
    answers: { own: "ok ok ok 303 303 303 303 ok ok ok" },
  },
  {
    rule: "Password login at /login; forms only from the application's own pages.",
    routes: { login: 200 },
    answers: { own: "ok 403 403 ok ok ok ok ok 403 ok" },
  },
  {
    rule: "Registration that is not enabled is refused to everybody.",
    routes: { registerPage: 403, register: 403 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "A new password needs mail, which is not configured here.",
    routes: { recoverPage: 503 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  { rule: "The same for its form.", routes: { recover: 503 }, answers: { own: "ok 403 403 ok ok ok ok ok 403 ok" } },
  {
    rule: "A mailed link is its own proof, and only for its kind.",
    routes: { registerLinkPage: 404, recoverLinkPage: 404, confirmPage: 404 },
    answers: { "own foreign missing": "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "The same for their forms, which only the application's own pages send.",
    routes: { finishRegister: 404, finishRecover: 404, confirmAddress: 404 },
    answers: { "own foreign missing": "ok 403 403 ok ok ok ok ok 403 ok" },
  },
  {
    rule: "The link of an outreach mail is its own proof, for whoever opens it and from any page.",
    routes: { unsubscribePage: 404, unsubscribe: 404 },
    answers: { "own foreign missing": "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Signing out is for everybody and needs no session.",
    routes: { logout: 303 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Dashboard: HTML application routes of members, session cookie; others go to sign in.",
    routes: { projectsPage: 200, projectPages: 200, conversationsPage: 200, conversationPages: 200, accountPage: 200, accountPages: 200 },
    answers: { own: "303 303 303 ok ok ok ok 303 303 303" },
  },
  {
    rule: "/api/account/*: the signed-in person about themself.",
    routes: {
      readMe: 200,
      changeName: 200,
      changePassword: 200,
      listSessions: 200,
      endOtherSessions: 200,
      listProjects: 200,
      readAddress: 200,
      withdrawAddressChange: 200,
    },
    answers: { own: "401 401 401 ok ok ok ok 401 401 401" },
  },
  {
    rule: "Proving and changing one's address needs mail.",
    routes: { sendConfirmation: 503, changeAddress: 503 },
    answers: { own: "401 401 401 ok ok ok ok 401 401 401" },
  },
  {
    rule: "Without registration only the first owner creates projects.",
    routes: { createProject: 201 },
    answers: { own: "401 401 401 403 403 ok 403 401 401 401" },
  },
  {
    rule: "The installation’s first owner approves domains for projects, names the installation, and sees what all projects use of models.",
    routes: {
      listMailDomains: 200,
      approveMailDomain: 200,
      withdrawMailDomain: 200,
      readInstallationName: 200,
      changeInstallationName: 200,
      readInstallationUsage: 200,
    },
    answers: { own: "401 401 401 403 403 ok 403 401 401 401" },
  },
  {
    rule: "Looking for issues needs a connection with the code host, which this project does not have.",
    routes: { searchCodeIssues: 409, findIssueLinks: 409, readIssueChoices: 409 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins connect the project with the code host; asking it needs the connection.",
    routes: {
      ...{ disconnectCodeHosting: 200, removeCodeRepository: 200, readCodeHostingWebhook: 200, removeCodeHostingWebhook: 200 },
      ...{ readIssueCounts: 200, changeIssueCounts: 200 },
    },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for what asks the code host.",
    routes: { checkCodeHosting: 409, listCodeRepositories: 409, addCodeRepository: 409, createCodeHostingHook: 409 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Connecting needs variables that this installation does not have.",
    routes: { connectCodeHosting: 503, makeCodeHostingWebhookSecret: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Whoever comes back from the code host is signed in, and brings the state that their session began with.",
    routes: { finishConnectingCodeHosting: 400 },
    answers: { own: "401 401 401 ok ok ok ok 401 401 401" },
  },
  {
    rule: "Who is to be told of an issue is read by any member of its project.",
    routes: { listUntoldOfIssue: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins create preview grants.",
    routes: { createPreviewGrant: 201 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A conversation is linked, and an issue created from it, by any member of its project, once the project is connected.",
    routes: { linkIssue: 409, previewCodeIssue: 409, createCodeIssue: 409 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A link is taken back by any member of the conversation's project.",
    routes: { unlinkIssue: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A person ends their own sessions only (own: one of `operator`, foreign: one of `rival`).",
    routes: { endSession: 200 },
    answers: {
      own: "401 401 401 ok 404 404 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "/conversations/:conversationId resolves for members of its project.",
    routes: { locateConversation: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "/api/dashboard/*: any member of the project in the path.",
    routes: {
      readProject: 200,
      listContacts: 200,
      listLeads: 200,
      listOutreachReviews: 200,
      readOutreachResults: 200,
      readOutreachSettings: 200,
      readBusinessHours: 200,
      createOutreachTemplate: 201,
      countLeads: 200,
      readLeadCriteria: 200,
      createLead: 201,
      importLeads: 200,
      ...{ listSuppressions: 200, findSuppression: 200, addSuppressions: 200, readOutreachIdentity: 200 },
      listConversations: 200,
      countConversations: 200,
      readInboxSettings: 200,
      readCodeHosting: 200,
      listPreviewGrants: 200,
      listTags: 200,
      listDeviceGrants: 200,
      listWaitingWork: 200,
      listDelegatedWork: 200,
      countWaitingWork: 200,
      createTag: 201,
      listTeams: 200,
      readFollowSettings: 200,
      changeFollowSettings: 200,
      readAvailability: 200,
      setAvailability: 200,
      readWidgetSettings: 200,
      readNextSteps: 200,
      changeNextSteps: 200,
      readNotifications: 200,
      readBell: 200,
      readPush: 200,
      unsubscribePush: 200,
      listBell: 200,
      markBell: 200,
      readSearchState: 200,
      readAiUsage: 200,
      readProfileState: 200,
      searchKnowledge: 200,
      searchConversations: 200,
      listSavedSearches: 200,
      saveSearch: 201,
      saveNotifications: 200,
      memberTicket: 200,
      readCopilot: 200,
      listCannedReplies: 200,
      listContactAttributes: 200,
      readWritingSettings: 200,
      listDrafts: 200,
      saveWritingSettings: 200,
      uploadForCannedReply: 201,
      leaveProject: 200,
    },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members delete their own saved searches; one of somebody else is answered like one that is gone.",
    routes: { deleteSavedSearch: 200 },
    answers: {
      "own crossed missing": "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      lured: "401 401 401 404 404 404 ok 401 401 401",
      nowhere: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Push notifications need the installation's keys.",
    routes: { subscribePush: 503 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Operators: conversations, contacts (no erasure).",
    routes: {
      openThread: 200,
      listEvents: 200,
      readMails: 200,
      replyToConversation: 201,
      holdReply: 201,
      readPendingReplies: 200,
      readSharedDrafts: 200,
      shareDraft: 200,
      discardProgramDraft: 200,
      listDelegations: 200,
      undoReply: 200,
      sendPendingReply: 201,
      addNote: 201,
      changeStatus: 201,
      assignConversation: 201,
      setPriority: 201,
      tagConversation: 201,
      markSpam: 201,
      assignTeam: 201,
      readFollowers: 200,
      listLinkedIssues: 200,
      readIssueDraft: 200,
      saveIssueDraft: 200,
      discardIssueDraft: 200,
      followConversation: 200,
      markBellEntry: 200,
      findSimilarConversations: 200,
      markRead: 200,
      markUnread: 200,
      saveDraft: 200,
      uploadForReply: 201,
      useCannedReply: 200,
      readContact: 200,
      changeContact: 200,
      hideContact: 200,
      restoreContact: 200,
      setContactAttributes: 200,
      listContactNotes: 200,
      readLead: 200,
      changeLead: 200,
      deleteLead: 200,
      restoreLead: 200,
      readLeadOutreach: 200,
      // Its lead has no address, and nothing that sends mail is set up.
      draftOutreach: 409,
      draftOutreachByModel: 503,
      changeOutreach: 200,
      requestOutreachReview: 409,
      reviewOutreach: 409,
      stopOutreach: 200,
      changeOutreachTemplate: 200,
      deleteOutreachTemplate: 200,
      readContactOutreach: 200,
      readLeadResearch: 200,
      startLeadResearch: 503,
      cancelLeadResearch: 200,
      addLeadStatement: 201,
      changeLeadStatement: 200,
      deleteLeadStatement: 200,
      setLeadAnswer: 200,
      clearLeadAnswer: 200,
      readContactMerges: 200,
      previewContactMerge: 200,
      dismissContactMerge: 200,
      addContactNote: 201,
      takeOver: 201,
      stopRound: 200,
      listRounds: 200,
      listFeedback: 200,
      flagAnswer: 200,
      readRound: 200,
      readProfile: 200,
      addProfileStatement: 201,
      changeProfileStatement: 200,
      deleteProfileStatement: 200,
    },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "AI work with no provider configured: refused explicitly, to whoever may see the conversation.",
    routes: {
      requestAiReply: 503,
      suggestCodeIssue: 503,
      writeCustomerDraft: 503,
      draftReply: 503,
      rewriteText: 503,
      translateText: 503,
      translateMessage: 503,
      summariseConversation: 503,
      askConversation: 503,
      proposePriority: 503,
      proposeTags: 503,
    },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for a contact's profile.",
    routes: { updateProfile: 503 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins delete all profiles, but not while they are on.",
    routes: { deleteProfiles: 409 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members: files of a mail that begins a conversation, and the state of its address.",
    routes: { uploadForMail: 201, checkAddress: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members read the project's knowledge, and save answers of conversations as drafts.",
    routes: { listSources: 200, chooseAnswer: 201 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Operators: knowledge drafts. A snippet has no original.",
    routes: {
      readRepositorySource: 200,
      readSource: 200,
      listItems: 200,
      readItem: 200,
      writeSnippet: 201,
      changeItem: 200,
      readCrawl: 200,
      readOriginal: 404,
    },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: sources.",
    routes: { createSource: 201 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: sources from the code host; asking it needs the connection, which this project does not have.",
    routes: { readRepositoryChoices: 409, createRepositorySource: 409 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: the items of sources. Snippets take no files and are not fetched.",
    routes: {
      changeRepositorySource: 200,
      startRepositorySync: 200,
      changeSource: 200,
      removeSource: 200,
      removeItem: 200,
      abortCrawl: 200,
      uploadSourceFile: 409,
      sendFileText: 409,
      startCrawl: 409,
    },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members write mail; without a provider it is refused explicitly.",
    routes: { startMailConversation: 503 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for a forwarded message, and for one that is sent again.",
    routes: { forwardMessage: 503, resendAnswer: 503 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "/api/management/*: owner and admin.",
    routes: {
      renameProject: 200,
      changeInboxSettings: 200,
      changeTagSettings: 200,
      createTeam: 201,
      listInvitations: 200,
      createInvitation: 201,
      listApiTokens: 200,
      createApiToken: 201,
      changeWidgetSettings: 200,
      rotateWidgetKey: 200,
      rotateIdentitySecret: 200,
      readAuditLog: 200,
      readEmailSettings: 200,
      readModelSettings: 200,
      readProfileSettings: 200,
      switchProfiles: 200,
      saveLeadCriteria: 200,
      listAssistantActions: 200,
      listAssistantActionRuns: 200,
      saveAssistantActionHosts: 200,
      createAssistantAction: 201,
      readAddressProofs: 200,
      saveEmailSettings: 200,
      saveOutreachIdentity: 200,
      changeOutreachSettings: 200,
      changeBusinessHours: 200,
      addInboundAddress: 200,
      removeInboundAddress: 200,
      listDeliveries: 200,
    },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: members, invitations, erasure (operators are refused).",
    routes: {
      eraseContact: 202,
      previewErasure: 200,
      readErasure: 200,
      changeRole: 200,
      removeMember: 200,
      revokeInvitation: 200,
      revokeApiToken: 200,
      revokePreviewGrant: 200,
      removeSuppression: 200,
      readAssistantAction: 200,
      changeAssistantAction: 200,
      switchAssistantAction: 200,
      removeAssistantAction: 200,
      // Its host can't be reached from here: an outcome, no refusal.
      tryAssistantAction: 200,
    },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for the mail of an invitation; an invitation made as a link has none.",
    routes: { sendInvitation: 409 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for the proof of an address; a proved address needs none.",
    routes: { proveMailAddress: 409 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: the list of inbound mail.",
    routes: { listInboundEmails: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Without a provider mail is refused with the names of the missing variables, to every caller who might send.",
    routes: { sendTestMail: 503, checkDns: 503, askAddressCode: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: the stored evidence of a mail.",
    routes: { readInboundEmail: 200, readRawEmail: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for a delivery of the log.",
    routes: { retryDelivery: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Operators: knowledge drafts. Lists of articles and collections are of any member.",
    routes: { listCollections: 200, listArticles: 200, createArticle: 201, findToInsert: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for one article, its draft and its versions.",
    routes: { readArticle: 200, saveArticleText: 200, listVersions: 200, readVersion: 200, uploadForArticle: 201, readToInsert: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The settings of the help center are shown to any member.",
    routes: { readHelpSettings: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The preview of a draft, for any member.",
    routes: { previewArticle: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A social card, for any member; none for a text that is not public here.",
    routes: { readSocialCard: 200 },
    answers: {
      "own crossed missing": "401 401 401 ok ok ok 404 401 401 401",
      "foreign lured": "401 401 401 404 404 404 ok 401 401 401",
      nowhere: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "How social cards are drawn, and all of them, for any member.",
    routes: { readCardSettings: 200, listSocialCards: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins change how social cards are drawn.",
    routes: { saveCardSettings: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins store social cards; the help center is closed here, so there are none.",
    routes: { storeSocialCard: 404, describeSocialCard: 404, removeSocialCard: 404 },
    answers: {
      "own crossed missing": "401 401 401 403 ok ok 404 401 401 401",
      "foreign lured": "401 401 401 404 404 404 ok 401 401 401",
      nowhere: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The widget's images, for any member.",
    routes: { readWidgetImages: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins store and remove the widget's images. What they are for is a word, not an id.",
    routes: { storeWidgetImage: 201, removeWidgetImage: 200 },
    answers: {
      "own crossed missing": "401 401 401 403 ok ok 404 401 401 401",
      "foreign lured": "401 401 401 404 404 404 ok 401 401 401",
      nowhere: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Sets of questions and runs of them, for any member.",
    routes: { listQuestionSets: 200, readEvaluation: 200, listEvaluationRuns: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "One set with its questions, and one run with its results, for any member.",
    routes: { readQuestionSet: 200, listSetQuestions: 200, readEvaluationRun: 200, listEvaluationItems: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins create sets and start runs, for which no model is set up here.",
    routes: { createQuestionSet: 201, estimateEvaluationRun: 503, startEvaluationRun: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins change sets and runs.",
    routes: {
      archiveQuestionSet: 200,
      saveSetQuestion: 201,
      removeSetQuestion: 200,
      importSetQuestions: 200,
      exportSetQuestions: 200,
      addFromConversation: 201,
      changeEvaluationRun: 200,
      exportEvaluationRun: 200,
    },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners say whether questions may be made from conversations.",
    routes: { saveQuestionSettings: 200 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The image studio and its images, for any member.",
    routes: { readImageStudio: 200, listStudioImages: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins make images, for which nothing is set up here, and say how they look. An address of the own machine is not read.",
    routes: { startImageRun: 503, saveImageLook: 200, readSiteColors: 400 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins stop runs of the image studio, and change and delete images.",
    routes: { cancelImageRun: 200, changeStudioImage: 200, deleteStudioImage: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A social card for everybody, if there is one.",
    routes: { readCardImage: 404 },
    answers: { "own foreign crossed lured missing nowhere": "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Owners and admins: the help center's settings and images, and rendering its pages.",
    routes: { saveHelpSettings: 200, uploadHelpImage: 201, renderHelpCenter: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A closed help center is answered like a missing one. (Open ones: help-pages.worker.test.ts.)",
    routes: { openHelpCenter: 404, readHelpPage: 404 },
    answers: { "own foreign missing": "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "The same for its search, feedback, the contact form and the link of its mail.",
    routes: { searchHelpCenter: 404, thankReader: 404, readContactForm: 404, readContactRequest: 404 },
    answers: { "own foreign crossed lured missing nowhere": "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Its forms are accepted from its own pages only. (Open ones: contact-form.worker.test.ts.)",
    routes: { sendFeedback: 404, sendContactRequest: 404, confirmContactRequest: 404 },
    answers: { "own foreign crossed lured missing nowhere": "ok 403 403 ok ok ok ok ok 403 ok" },
  },
  {
    rule: "Owners and admins: collections and the order of articles.",
    routes: { createCollection: 201, orderCollections: 200, orderArticles: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: publishing, scheduling, archiving, and changes of one collection.",
    routes: {
      saveCollectionText: 200,
      removeCollection: 200,
      restoreCollection: 200,
      changeArticle: 200,
      publishArticle: 200,
      unpublishArticle: 200,
      scheduleArticle: 200,
      archiveArticle: 200,
      restoreArticle: 200,
      // Only an archived article can be deleted.
      deleteArticle: 409,
    },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Imports of help centers: the available help desks, and the runs.",
    routes: { readImportSources: 200, listImports: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Without a token nothing is read from a help desk: refused by name.",
    routes: { previewImport: 503, startImport: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The installation's first owner alone lets projects use its tokens.",
    routes: { openImports: 200, openCrawler: 200 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 403 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "One run of an import, which is finished and undone. Continuing it would need a token.",
    routes: { readImport: 200, listImportRows: 200, downloadImport: 200, abortImport: 409, resumeImport: 503, undoImport: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "/mail-view/:messageId: any member of its project.",
    routes: { viewMail: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "MCP: a program with an API token of the project, from no page of another origin.",
    routes: { callMcp: 200 },
    answers: { own: "401 403 403 401 401 401 401 401 403 ok 401" },
  },
  {
    rule: "/api/connector/*: a paired computer with its device token, from no page of another origin.",
    routes: { sendHeartbeat: 200, unpairDevice: 200, claimWork: 200 },
    answers: { own: "401 403 403 401 401 401 401 401 403 401 ok" },
  },
  {
    rule: "Work that is not the computer's, by whatever id, is answered with no data.",
    routes: { sendWorkHeartbeat: 200, reportWork: 200, askAboutWork: 200 },
    answers: { "own foreign missing": "401 403 403 401 401 401 401 401 403 401 ok" },
  },
  {
    rule: "Files of work that is not the computer's, by whatever id, are not there.",
    routes: { readWorkFile: 404 },
    answers: { "own foreign crossed lured missing nowhere": "401 401 401 401 401 401 401 401 401 401 404" },
  },
  {
    rule: "The same for storing one.",
    routes: { uploadForReport: 404 },
    answers: { "own foreign missing": "401 403 403 401 401 401 401 401 403 401 404" },
  },
  {
    rule: "Members delegate to computers of their own.",
    routes: { delegate: 201 },
    answers: {
      own: "401 401 401 ok 409 409 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Every member reviews what waits; this work does not.",
    routes: { reviewReport: 200 },
    answers: {
      own: "401 401 401 409 409 409 404 401 401 401",
      foreign: "401 401 401 404 404 404 409 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members send back reports of their own computers. The conversation of this work is not there.",
    routes: { sendBackReport: 201 },
    answers: { "own foreign crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401" },
  },
  {
    rule: "Members answer their own computers, and nobody else’s, whatever their role.",
    routes: { answerQuestion: 200 },
    answers: {
      own: "401 401 401 ok 404 404 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members cancel what they delegated, owners and admins everybody's.",
    routes: { cancelDelegation: 200, readDelegation: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing nowhere lured": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for what changes nothing.",
    routes: { readPairedDevice: 200 },
    answers: { own: "401 401 401 401 401 401 401 401 401 401 ok" },
  },
  {
    rule: "A computer that is not paired yet asks for codes and collects its token: the device code is its proof.",
    routes: { authorizeDevice: 200, collectDeviceToken: 200 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Whoever is signed in opens a pairing by its code.",
    routes: { openPairing: 200 },
    answers: { own: "401 401 401 ok ok ok ok 401 401 401" },
  },
  {
    rule: "A person denies a pairing that they opened themself.",
    routes: { denyPairing: 200 },
    answers: {
      own: "401 401 401 ok 404 404 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members approve a pairing that they opened themself, for a project of theirs.",
    routes: { approvePairing: 200 },
    answers: {
      own: "401 401 401 ok 404 404 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members open the previews that are for them.",
    routes: { openPreview: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members revoke their own computers and grants, owners and admins everybody's.",
    routes: { revokeDevice: 200, revokeDeviceGrant: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "MCP opens no stream and has no session, for anybody.",
    routes: { openMcpStream: 405, endMcpSession: 405 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Inbound mail: a gateway with the inbound token, which none of these callers has.",
    routes: { receiveFromGateway: 200, receiveParsed: 200 },
    answers: { own: "401 401 401 401 401 401 401 401 401 401" },
  },
  {
    rule: "What the code host tells is authenticated by its signature, which none of these callers has.",
    routes: { receiveCodeHosting: 200 },
    answers: {
      own: "401 401 401 401 401 401 401 401 401 401",
      foreign: "401 401 401 401 401 401 401 401 401 401",
      missing: "401 401 401 401 401 401 401 401 401 401",
    },
  },
  {
    rule: "Events of the mail provider: authenticated by their signature; without EMAIL_EVENTS_SECRET none is valid.",
    routes: { receiveEvents: 503 },
    answers: { own: "ok ok ok ok ok ok ok ok ok ok" },
  },
  {
    rule: "Members read whether the assistant answers, and how.",
    routes: { readAssistant: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins change the assistant.",
    routes: { saveAssistant: 200, listGuidanceVersions: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins ask in the assistant's playground; without a chosen model that is refused explicitly.",
    routes: { askPlayground: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members read how conversations of the assistant ended.",
    routes: { readAssistantReport: 200, listOutcomes: 200, listProposals: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members decide on proposals to change knowledge.",
    routes: { readProposal: 200, acceptProposal: 200, rejectProposal: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Every member inserts shared replies; owners and admins create them.",
    routes: { createCannedReply: 201 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for one shared reply.",
    routes: { changeCannedReply: 200, deleteCannedReply: 200, restoreCannedReply: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members see what is watched, and what it noticed.",
    routes: { listMonitoringRules: 200, listMonitoringLog: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members rate and resolve what monitoring noticed.",
    routes: { readMonitoringEntry: 200, rateMatch: 200, resolveMatch: 201, listConversationMatches: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members list views of the inbox, save their own, and filter.",
    routes: { listSavedViews: 200, createSavedView: 201, saveDraftView: 200, orderSavedViews: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins change shared views; whoever is no member learns nothing of them.",
    routes: { changeSavedView: 200, deleteSavedView: 200, restoreSavedView: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members act on many conversations at once.",
    routes: { startBulkAction: 202 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Only whoever started such an action reads it and takes it back (own: of `operator`, foreign: of `rival`).",
    routes: { readBulkAction: 200, undoBulkAction: 202 },
    answers: {
      own: "401 401 401 ok 404 404 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for stopping it; one that has ended cannot be stopped.",
    routes: { stopBulkAction: 409 },
    answers: {
      own: "401 401 401 ok 404 404 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A conversation that is no spam cannot be taken back.",
    routes: { markNotSpam: 409 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins define the attributes of contacts.",
    routes: { createContactAttribute: 201, orderContactAttributes: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Members merge contacts, but none into itself.",
    routes: { mergeContact: 409 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A note on a contact is changed by its author, here the owner.",
    routes: { changeContactNote: 200 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A note on a contact is deleted by its author, owners and admins.",
    routes: { deleteContactNote: 200, restoreContactNote: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: one tag, one team, and one attribute of contacts.",
    routes: { changeContactAttribute: 200, changeTag: 200, mergeTag: 202, changeTeam: 200, deleteTeam: 202 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins: what is watched, and dry runs.",
    routes: { createMonitoringRule: 201, listDryRuns: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "The same for one rule, and one dry run.",
    routes: { changeMonitoringRule: 200, deleteMonitoringRule: 200, readDryRun: 200, steerDryRun: 200 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed missing": "401 401 401 403 404 404 404 401 401 401",
      "lured nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Owners and admins price and start dry runs; without a chosen model that is refused explicitly.",
    routes: { estimateDryRun: 503, startDryRun: 503 },
    answers: {
      own: "401 401 401 403 ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Only owners test a model; without its provider's key that is refused explicitly.",
    routes: { testModel: 503 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Only owners see what an import holds.",
    routes: { listImportHolds: 200 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Only owners reconcile it.",
    routes: { reconcileImportHold: 200 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      crossed: "401 401 401 403 403 404 404 401 401 401",
      lured: "401 401 401 404 404 404 404 401 401 401",
      missing: "401 401 401 403 403 404 404 401 401 401",
      nowhere: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Only owners: delete the project, choose its models.",
    routes: { deleteProject: 200, saveModelSettings: 200 },
    answers: {
      own: "401 401 401 403 403 ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "An invitation's link is its proof; everybody who holds it may open it.",
    routes: { invitePage: 200 },
    answers: { "own foreign": "ok ok ok ok ok ok ok ok ok ok", missing: "404 404 404 404 404 404 404 404 404 404" },
  },
  {
    rule: "Accepting it on the application's own page makes a member; existing members get a conflict.",
    routes: { acceptInvitation: 200 },
    answers: {
      own: "ok 403 403 409 409 409 ok ok 403 ok",
      foreign: "ok 403 403 ok ok ok 409 ok 403 ok",
      missing: "404 403 403 404 404 404 404 404 403 404",
    },
  },
  {
    rule: "The widget: authenticated only by the public widget key and the project's exact allowed origin (which only visitors' pages send).",
    // A link that leads nowhere is refused to every caller who may ask.
    routes: { readConfig: 200, startSession: 201, comeBack: 409 },
    answers: { own: "403 ok ok 403 403 403 403 403 ok 403", "foreign missing": "403 403 403 403 403 403 403 403 403 403" },
  },
  {
    rule: "The help center in the widget, authenticated like the widget. It is closed here, so a search is answered but not recorded.",
    routes: { readWidgetHelp: 404, searchWidgetHelp: 404, noteWidgetSearch: 200, readWidgetArticle: 404, sendWidgetFeedback: 404 },
    answers: { own: "403 ok ok 403 403 403 403 403 ok 403", "foreign missing": "403 403 403 403 403 403 403 403 403 403" },
  },
  {
    rule: "Any member sees readers' searches and questions.",
    routes: { readInsights: 200, exportSearches: 200, listGaps: 200 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      missing: "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Operators too decide on a question, begin its article and read the feedback on one.",
    routes: { listComments: 200, settleGap: 200, writeGapArticle: 201 },
    answers: {
      own: "401 401 401 ok ok ok 404 401 401 401",
      foreign: "401 401 401 404 404 404 ok 401 401 401",
      "crossed lured missing nowhere": "401 401 401 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "Visitors: key, exact Origin and visitor token.",
    routes: {
      endVisitorSession: 200,
      listOwnConversations: 200,
      readOwnAddress: 200,
      // No code was mailed in this project; its state is shown to every caller who may ask.
      proveOwnAddress: 409,
      // No provider is configured: refused by name.
      askForCode: 503,
      openConversation: 201,
      sendWidgetEvents: 200,
      uploadFile: 201,
      visitorTicket: 200,
    },
    answers: { own: "401 ok ok 401 401 401 401 401 401 401" },
  },
  {
    rule: "A visitor's own conversations only.",
    routes: {
      postMessage: 201,
      listOwnEvents: 200,
      askForPerson: 200,
      stopOwnRound: 200,
      readOwnAssistant: 200,
      listOwnActionRequests: 200,
    },
    answers: { own: "401 ok 404 401 401 401 401 401 401 401", "foreign missing": "401 404 404 401 401 401 401 401 401 401" },
  },
  {
    // Its path names no project, so what is lured is the visitor's own.
    rule: "A visitor's thumbs on answers in their own conversations only.",
    routes: { rateOwnAnswer: 200 },
    answers: {
      "own lured": "401 ok 404 401 401 401 401 401 401 401",
      "foreign crossed missing nowhere": "401 404 404 401 401 401 401 401 401 401",
    },
  },
  {
    rule: "A visitor's own requests of the assistant only.",
    routes: { confirmActionRequest: 200, declineActionRequest: 200 },
    answers: { own: "401 ok 404 401 401 401 401 401 401 401", "foreign missing": "401 404 404 401 401 401 401 401 401 401" },
  },
  {
    rule: "A code for such a request: mail is not configured here, and none was mailed.",
    routes: { requestActionCode: 503, proveActionRequest: 409 },
    answers: { own: "401 ok 404 401 401 401 401 401 401 401", "foreign missing": "401 404 404 401 401 401 401 401 401 401" },
  },
  {
    rule: "AI work with no provider configured: refused explicitly, to the conversation's visitor.",
    routes: { requestOwnAiReply: 503 },
    answers: { own: "401 ok 404 401 401 401 401 401 401 401", "foreign missing": "401 404 404 401 401 401 401 401 401 401" },
  },
  {
    rule: "/files/:fileId: a member of its project (cookie), the visitor whose it is (bearer); notes are never serialised toward a visitor.",
    routes: { readFile: 200 },
    answers: {
      own: "401 ok 404 ok ok ok 404 401 401 401",
      inside: "401 404 404 ok ok ok 404 401 401 401",
      foreign: "401 404 404 404 404 404 ok 401 401 401",
      missing: "401 404 404 404 404 404 404 401 401 401",
    },
  },
  {
    rule: "A member's socket opens with a ticket of the same project only.",
    routes: { memberSocket: 101 },
    answers: {
      own: "401 401 401 ok ok ok 401 401 401 401",
      foreign: "401 401 401 401 401 401 ok 401 401 401",
      missing: "401 401 401 401 401 401 401 401 401 401",
    },
  },
  {
    rule: "A visitor's socket opens with a visitor's ticket only.",
    routes: { visitorSocket: 101 },
    answers: { own: "401 ok ok 401 401 401 401 401 401 401" },
  },
];
