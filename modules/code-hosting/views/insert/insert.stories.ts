// Stories of inserting the link of an issue into what one writes.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const row = {
    ...{ id: CONVERSATION, contact, status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 1, preview: "The export fails" },
    ...{ previewRole: "visitor", previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1 },
    ...{ unread: 0, door: "widget", subject: null },
  };
  const found = (number: number, title: string, isPrivate: boolean | null, more: object = {}) => ({
    ...{ repository: "acme/app", number, kind: "issue", title, state: "open", reason: null, isPrivate },
    ...{ url: `https://github.com/acme/app/issues/${number}`, ...more },
  });
  const items = [
    found(7, "Export fails for names with more than 255 characters", true),
    found(12, "Export of archived projects", false, { repository: "acme/website", state: "closed", reason: "completed" }),
    found(15, `Export: ${LONG}`, null, { kind: "pull" }),
  ];
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    countConversations: answer({ all: 1, mine: 1, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: answer({
      ...{ conversation: row, contact: { ...contact, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: null, lastPage: null } },
      ...{ events: [], before: null, readRevision: 1, customerReadRevision: 0, drafts: [], head: 0 },
    }),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 1 }),
    readCodeHosting: answer({
      ...{ connection: "member", login: "octo", connectedAt: AT, missing: [], repositories: ["acme/app"], web: "https://github.com" },
    }),
    listLinkedIssues: answer({ items: [] }),
    findIssueLinks: answer({ items }),
  };
  const open = "press:Control+k;fill:Search=Insert a link;press:Enter;fill:Words of the issue or pull request=export";
  return [
    { name: "insert an issue", path, act: open, answers },
    { name: "insert an issue, private", path, act: `${open};see:Export fails for names;click:Export fails for names`, answers },
    { name: "insert an issue, perhaps private", path, act: `${open};see:Export: Internationale;click:Export: Internationale`, answers },
    { name: "insert an issue, nothing found", path, act: open, answers: { ...answers, findIssueLinks: answer({ items: [] }) } },
    { name: "insert an issue, loading", path, act: open, answers: { ...answers, findIssueLinks: "hang" } },
    {
      name: "insert an issue, limit",
      path,
      act: open,
      answers: { ...answers, findIssueLinks: refusal(409, "conflict", "GitHub’s rate limit has been reached. Try again in 3 minutes.") },
    },
  ];
}
export const insertStories = /* @__PURE__ */ (() => declare())();
