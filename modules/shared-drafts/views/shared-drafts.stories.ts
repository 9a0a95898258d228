// Stories of drafts in rows of the inbox, and of those that members share or programs wrote.
import { answer, fixtureId, frame, LONG, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T09:41:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const conversation = {
    ...{ id: CONVERSATION, contact, status: "open", snoozedUntil: null, assigneeId: null, revision: 0, preview: "Can you check?" },
    ...{ previewRole: "visitor", previewAutomatic: false, subject: null, createdAt: AT, lastActivityAt: AT, waitingSince: AT },
    ...{ visitorMessages: 1, unread: 0, door: "widget" },
  };
  const whole = { ...contact, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: AT, lastPage: null };
  const draft = { kind: "reply", content: "The credit note is on its way.", attachments: [], updatedAt: AT };
  const thread = (drafts: readonly object[]) =>
    answer({ ...{ conversation, contact: whole, events: [], before: null, readRevision: 0, customerReadRevision: 0, head: 0 }, drafts });
  const ready = {
    ...frame(),
    listConversations: answer({ items: [conversation], next: null, head: 0 }),
    openThread: thread([draft]),
    markRead: answer({ readRevision: 0 }),
    saveDraft: answer({ ok: true }),
    listDrafts: answer({ conversationIds: [CONVERSATION], byPrograms: [] }),
    readSharedDrafts: answer({ own: false, others: [], programs: [] }),
    shareDraft: answer({ own: true, others: [], programs: [] }),
  };
  const of = (n: number, content: string, files = 0) => ({ accountId: fixtureId("acc", n), content, files, updatedAt: AT });
  const program = (n: number, content: string, name = "Answer helper", isBehind = false) => ({
    ...{ tokenId: fixtureId("apt", n), name, content, updatedAt: AT, isBehind },
  });
  const drafted = {
    openThread: thread([]),
    readSharedDrafts: answer({ own: false, others: [], programs: [program(1, "Your refund was **sent** on Monday.")] }),
    discardProgramDraft: answer({ own: false, others: [], programs: [] }),
  };
  const state = (name: string, answers: object = {}, act?: string): ScreenState => ({
    ...{ name, path, answers: { ...ready, ...answers } },
    ...(act === undefined ? {} : { act }),
  });
  return [
    { ...state("own draft"), path: `/projects/${PROJECT_ID}/inbox/all` },
    state("own draft shared", {}, "click:Share draft with the team;see:Your team can read"),
    state("draft of a colleague", {
      openThread: thread([]),
      readSharedDrafts: answer({
        own: false,
        others: [of(2, "Your refund was **sent** on Monday. It takes three days.", 2)],
        programs: [],
      }),
    }),
    state("shared drafts long text", {
      readSharedDrafts: answer({
        own: true,
        others: [of(2, `${LONG} `.repeat(20), 1), of(99, "Short")],
        programs: [program(1, `${LONG} `.repeat(20), LONG, true)],
      }),
    }),
    state(
      "nothing to share",
      {
        shareDraft: { status: 409, body: { error: "Write something first.", code: "conflict" } },
      },
      "click:Share draft with the team;see:Write something first",
    ),
    state("draft of a program", drafted),
    state("draft of a program discarded", drafted, "click:Discard;see:Draft discarded"),
    {
      ...state("row with a draft of a program", { listDrafts: answer({ conversationIds: [], byPrograms: [CONVERSATION] }) }),
      path: `/projects/${PROJECT_ID}/inbox/all`,
    },
    state("shared drafts offline", { listDrafts: "offline", readSharedDrafts: "offline" }),
  ];
}
export const sharedStories = /* @__PURE__ */ (() => declare())();
