// Stories of linked issues in the details of a conversation.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const row = {
  id: CONVERSATION,
  contact: { id: contact.id, name: contact.name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "The export fails", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
};

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}/details`;
  const remote = (number: number, title: string, more: object = {}) => ({
    ...{ repository: "acme/app", number, kind: "issue", title, state: "open", reason: null },
    ...{ url: `https://github.com/acme/app/issues/${number}`, ...more },
  });
  const issue = (number: number, title: string, more: object = {}) => ({
    ...remote(number, title),
    ...{ id: fixtureId("cis", number), fault: null, release: null, isShared: false, checkedAt: AT, linkedAt: AT, linkedBy: ME.id, ...more },
  });
  const event = (revision: number, name: string, data: object, actor: object) => ({
    ...{ revision, createdAt: AT, actor, kind: "activity", name },
    data: { issueId: fixtureId("cis", 7), repository: "acme/app", number: 7, kind: "issue", ...data },
  });
  const events = [
    event(2, "code_issue_linked", { linked: true }, { role: "operator", id: ME.id, name: ME.name }),
    event(3, "code_issue_state", { state: "closed", reason: "completed" }, { role: "system", id: fixtureId("cis", 7), name: null }),
    event(4, "code_issue_released", { tag: "v1.2.0" }, { role: "system", id: fixtureId("cis", 7), name: null }),
  ];
  const of = (...items: object[]) => answer({ items });
  const hosting = (more: object = {}) =>
    answer({
      ...{
        connection: "member",
        login: "octo",
        connectedAt: AT,
        missing: [],
        repositories: ["acme/app"],
        deleted: [],
        web: "https://github.com",
        locale: "en",
      },
      ...more,
    });
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    countConversations: answer({ all: 1, mine: 1, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: answer({ conversation: row, contact, events, before: null, readRevision: 3, customerReadRevision: 0, drafts: [], head: 0 }),
    readFollowers: answer({ accountIds: [] }),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 3 }),
    saveDraft: answer({ ok: true }),
    readCodeHosting: hosting(),
    readCopilot: answer({ obstacle: null }),
    listLinkedIssues: of(
      issue(7, "Export fails for names with more than 255 characters", {
        ...{ state: "closed", reason: "completed" },
        isShared: true,
        release: { tag: "v1.2.0", url: "https://github.com/acme/app/releases/tag/v1.2.0" },
      }),
      issue(12, "Dark mode for printed invoices", { state: "closed", reason: "not_planned" }),
      issue(15, "Retry the export in pieces", { kind: "pull", url: "https://github.com/acme/app/pull/15" }),
      issue(16, "Log what the export wrote", {
        kind: "pull",
        state: "closed",
        reason: "merged",
        url: "https://github.com/acme/app/pull/16",
      }),
    ),
    searchCodeIssues: of(remote(7, "Export fails for names with more than 255 characters"), remote(21, "Export of archived projects")),
  };
  const untold = (...items: object[]) =>
    answer({ issue: { ...remote(7, "Export fails"), state: "closed", reason: "completed", release: "v1.2.0" }, items });
  const customer = (nth: number, name: string | null, email: string | null = null) => ({
    ...{ conversationId: fixtureId("cnv", nth), contact: { id: fixtureId("con", nth), name, email }, lastActivityAt: AT },
  });
  const many = "click:Others to tell";
  const opened = "click:Link issue";
  return [
    { name: "linked issues", path, answers },
    { name: "tell the customer", path: path.replace("/details", ""), answers, act: "click:Tell the customer" },
    {
      name: "customers to tell",
      path,
      act: many,
      answers: { ...answers, listUntoldOfIssue: untold(customer(2, "Jonas Weber"), customer(3, null, "mia@northwind.example")) },
    },
    { name: "customers to tell, nobody", path, act: many, answers: { ...answers, listUntoldOfIssue: untold() } },
    { name: "customers to tell, loading", path, act: many, answers: { ...answers, listUntoldOfIssue: "hang" } },
    {
      name: "customers to tell, error",
      path,
      act: many,
      answers: { ...answers, listUntoldOfIssue: refusal(500, "internal", "Something went wrong.") },
    },
    {
      name: "customers to tell, long text",
      path,
      act: many,
      answers: { ...answers, listUntoldOfIssue: untold(customer(2, LONG), customer(3, null)) },
    },
    { name: "no linked issues", path, answers: { ...answers, listLinkedIssues: of() } },
    { name: "linked issues loading", path, answers: { ...answers, listLinkedIssues: "hang" } },
    { name: "linked issues, error", path, answers: { ...answers, listLinkedIssues: refusal(500, "internal", "Something went wrong.") } },
    {
      name: "linked issues not followed",
      path,
      answers: {
        ...answers,
        listLinkedIssues: of(
          issue(7, LONG, { fault: "unauthorized" }),
          issue(8, "Short", { fault: "gone" }),
          issue(9, "Moved on", { fault: "moved", repository: "acme/archive" }),
        ),
      },
    },
    { name: "link an issue", path, act: `${opened};fill:Issue or pull request=export`, answers },
    { name: "link an issue, no repositories", path, act: opened, answers: { ...answers, readCodeHosting: hosting({ repositories: [] }) } },
    {
      name: "link an issue, limit",
      path,
      act: `${opened};fill:Issue or pull request=export`,
      answers: { ...answers, searchCodeIssues: refusal(409, "conflict", "GitHub’s rate limit has been reached. Try again in 3 minutes.") },
    },
  ];
}
export const panelStories = /* @__PURE__ */ (() => declare())();
