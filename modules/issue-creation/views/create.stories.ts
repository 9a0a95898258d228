// Stories of creating an issue from a conversation.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const thread = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const path = `${thread}/details`;
  const contact = {
    ...{
      id: fixtureId("con", 1),
      name: "Amara Okafor",
      email: null,
      emailVerified: false,
      identifier: null,
      metadata: {},
      state: "active",
    },
    ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
  };
  const row = {
    id: CONVERSATION,
    contact: { id: contact.id, name: contact.name, email: null, emailVerified: false, state: "active" },
    ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "The export fails", previewRole: "visitor" },
    ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 2, unread: 0, door: "widget" },
    subject: null,
  };
  const message = (revision: number, authorRole: string, content: string, attachments: object[] = []) => ({
    ...{ revision, createdAt: AT, kind: "message", actor: { role: authorRole, id: contact.id, name: null } },
    message: {
      ...{
        id: fixtureId("msg", revision),
        revision,
        createdAt: AT,
        authorRole,
        authorId: contact.id,
        authorName: null,
        content,
        attachments,
      },
      ...{ status: "sent", erased_at: null, origin: { door: "widget", automatic: null } },
    },
  });
  const threadOf = (events: object[]) =>
    answer({ conversation: row, contact, events, before: null, readRevision: 3, customerReadRevision: 0, drafts: [], head: 0 });
  const file = { id: fixtureId("fil", 1), name: "export.csv", type: "text/csv", size: 18_204, inline: false };
  const events = [
    message(1, "visitor", "The export of my invoices fails. I am Amara, amara@example.test."),
    message(2, "operator", "Thank you, we are looking into it."),
    message(3, "visitor", "It fails for names with more than 255 characters.", [file]),
  ];
  const hosting = (repositories: string[]) =>
    answer({ connection: "member", login: "octo", connectedAt: AT, missing: [], repositories, web: "https://github.com" });
  const choices = (more: object = {}) =>
    answer({
      ...{ repository: "acme/app", isPrivate: true, canWrite: true, closed: null, labels: ["bug", "export"], assignees: ["ada", "octo"] },
      ...{ milestones: [{ number: 3, title: "Spring" }], types: ["Bug", "Feature"], templates: [], allowsBlank: true, incomplete: [] },
      ...more,
    });
  const question = (key: string, kind: string, label: string, more: object = {}) => ({
    ...{ key, kind, label, description: "", placeholder: "", value: "", multiple: false, options: [], required: false, ...more },
  });
  const form = {
    ...{
      file: "bug.yml",
      name: "Bug report",
      about: "Something does not work",
      title: "[Bug]",
      labels: ["bug"],
      assignees: [],
      type: "Bug",
      body: "",
    },
    questions: [
      question("what", "textarea", "What happened?", { required: true, description: "Also tell us what you expected." }),
      question("version", "dropdown", "Version", {
        options: [
          { label: "1.0", required: false },
          { label: "2.0", required: false },
        ],
      }),
      question("agreed", "checkboxes", "Before you send it", { options: [{ label: "I have searched for it", required: true }] }),
    ],
  };
  const draft = {
    ...{
      repository: "acme/app",
      title: "Export fails for long names",
      body: "It fails with 255 characters.",
      isEdited: true,
      messages: [3],
    },
    ...{
      files: [file.id],
      redacts: true,
      linksBack: true,
      labels: ["bug"],
      assignees: ["ada"],
      milestone: 3,
      type: null,
      template: null,
      answers: {},
    },
  };
  const creation = (state: string, more: object = {}) => ({
    ...{ state, repository: "acme/app", number: null, url: null, fault: null, problems: [], accountId: ME.id, createdAt: AT, nextAt: null },
    ...more,
  });
  const state = (more: object = {}) => answer({ draft: null, repository: null, creation: null, ...more });
  const preview = (more: object = {}) =>
    answer({
      ...{ repository: "acme/app", title: "Export fails for long names", labels: ["bug"], assignees: ["ada"], milestone: 3, type: null },
      body: `**Customer**\n\n> The export of my invoices fails. I am […], […].\n\n[The conversation (it opens for members of the support team only)](https://desk.example${thread})\n\n<!-- desk:6wQb2qzVh1 -->`,
      ...{ digest: "d", leftOut: 2, isPrivate: true, canWrite: true, ...more },
    });
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    countConversations: answer({ all: 1, mine: 1, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: threadOf(events),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 3 }),
    readCodeHosting: hosting(["acme/app", "acme/website"]),
    listLinkedIssues: answer({ items: [] }),
    readIssueDraft: state(),
    readIssueChoices: choices(),
    saveIssueDraft: answer({ ok: true }),
    discardIssueDraft: answer({ ok: true }),
    previewCodeIssue: preview(),
    readCopilot: answer({ obstacle: null }),
    createCodeIssue: answer(creation("failed", { fault: "invalid", problems: ["labels: invalid"] }), 201),
  };
  const { listProjects, readProject } = frame("operator");
  const asOperator = { listProjects, readProject };
  const noModel = {
    message: "No provider of models is set up. Set the key of one of them, or MODEL_SERVER_URL for a server of your own.",
    variables: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "MODEL_SERVER_URL"],
  };
  const open = "click:Create issue;see:Nothing leaves before";
  const shown = `${open};click:Preview`;
  const sent = `${shown};see:Exactly this leaves;click:Create issue`;
  return [
    { name: "create an issue", path, act: open, answers },
    { name: "create an issue, kept draft", path, act: open, answers: { ...answers, readIssueDraft: state({ draft }) } },
    {
      name: "create an issue, form",
      path,
      act: open,
      answers: {
        ...answers,
        readIssueDraft: state({ draft: { ...draft, template: "bug.yml" } }),
        readIssueChoices: choices({ templates: [form], allowsBlank: false, isPrivate: false, canWrite: false, incomplete: ["labels"] }),
      },
    },
    {
      name: "create an issue, required answers",
      path,
      act: shown,
      answers: {
        ...answers,
        readIssueDraft: state({ draft: { ...draft, template: "bug.yml" } }),
        readIssueChoices: choices({ templates: [form] }),
        previewCodeIssue: answer(
          {
            ...{ code: "invalid_request", error: "Some fields need attention." },
            issues: [{ path: "answers.what", message: "The form needs an answer here." }],
          },
          400,
        ),
      },
    },
    {
      name: "create an issue, no model",
      path,
      act: open,
      answers: {
        ...answers,
        readCopilot: answer({ obstacle: noModel }),
      },
    },
    {
      name: "create an issue, no model, operator",
      path,
      act: open,
      answers: { ...answers, ...asOperator, readCopilot: answer({ obstacle: noModel }) },
    },
    {
      name: "create an issue, model fails",
      path,
      act: `${open};click:Write with AI`,
      answers: { ...answers, suggestCodeIssue: refusal(503, "unavailable", "The model does not respond. Try again in a moment.") },
    },
    { name: "create an issue, loading", path, act: open, answers: { ...answers, readIssueDraft: "hang" } },
    {
      name: "create an issue, error",
      path,
      act: open,
      answers: { ...answers, readIssueDraft: refusal(403, "forbidden", "You can’t see this conversation.") },
    },
    { name: "create an issue, no repositories", path, act: open, answers: { ...answers, readCodeHosting: hosting([]) } },
    {
      name: "create an issue, limit",
      path,
      act: open,
      answers: {
        ...answers,
        openThread: threadOf([]),
        readIssueChoices: refusal(409, "conflict", "GitHub’s rate limit has been reached. Try again in 3 minutes."),
      },
    },
    { name: "create an issue, archived", path, act: open, answers: { ...answers, readIssueChoices: choices({ closed: "archived" }) } },
    { name: "issue preview", path, act: shown, answers },
    {
      name: "issue preview, public",
      path,
      act: shown,
      answers: {
        ...answers,
        previewCodeIssue: preview({ isPrivate: false, leftOut: 0, canWrite: false, title: LONG, body: `${LONG}\n\n${LONG.repeat(8)}` }),
      },
    },
    { name: "issue refused", path, act: sent, answers },
    {
      name: "issue preview changed",
      path,
      act: sent,
      answers: {
        ...answers,
        createCodeIssue: answer(
          {
            ...{ code: "conflict", changed: true },
            error:
              "The draft has changed since the preview, or somebody else has created an issue from this conversation. Look at the preview again.",
          },
          409,
        ),
      },
    },
    { name: "issue being looked for", path, act: open, answers: { ...answers, readIssueDraft: state({ creation: creation("looking") }) } },
    {
      name: "issue being looked for, limit",
      path,
      act: open,
      answers: {
        ...answers,
        readIssueDraft: state({ creation: creation("looking", { fault: "limited", nextAt: "2026-11-20T11:30:00.000Z" }) }),
      },
    },
    {
      name: "create an issue, repository gone",
      path,
      act: open,
      answers: { ...answers, readIssueDraft: state({ draft: { ...draft, repository: "acme/old-name" } }) },
    },
    {
      name: "create an issue, another one being created",
      path,
      act: shown,
      answers: {
        ...answers,
        previewCodeIssue: answer(
          {
            ...{ code: "conflict", open: true },
            error:
              "An issue is being created from this conversation, and its outcome isn’t known yet. Your draft is kept: show the preview again once the conversation says what became of it.",
          },
          409,
        ),
      },
    },
    {
      name: "issue refused, repository changed",
      path,
      act: sent,
      answers: { ...answers, createCodeIssue: answer(creation("failed", { fault: "changed" }), 201) },
    },
    { name: "issue being created", path, act: open, answers: { ...answers, readIssueDraft: state({ creation: creation("sending") }) } },
    { name: "issue preview offline", path, act: `${open};click:Preview`, answers: { ...answers, previewCodeIssue: "offline" } },
  ];
}
export const createStories = /* @__PURE__ */ (() => declare())();
