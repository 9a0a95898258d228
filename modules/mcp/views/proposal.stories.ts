// Stories of a proposed reply in the thread.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const AT = "2026-11-20T10:02:00.000Z";
  const id = fixtureId("cnv", 1);
  const path = `/projects/${PROJECT_ID}/inbox/all/${id}`;
  const person = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const row = {
    ...{ id, contact: person, status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 2, preview: "You can return it" },
    ...{ previewRole: "note", previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: AT, visitorMessages: 1 },
    ...{ unread: 0, door: "widget", subject: null },
  };
  const text = (revision: number, kind: "message" | "note", content: string, by: object, origin: object, erased = false) => {
    const message = {
      ...{ id: fixtureId("msg", revision), conversationId: id, revision, authorId: null, authorName: null, createdAt: AT },
      ...{ content: erased ? "" : content, attachments: [], erased_at: erased ? AT : null },
      ...{ clientId: `00000000-0000-4000-8000-00000000000${revision}`, origin: { automatic: null, ...origin }, ...by },
    };
    return { revision, createdAt: AT, actor: { role: "system", id: null, name: null }, kind, [kind]: message };
  };
  const asked = text(1, "message", "Can I return the blue vase?", { authorRole: "visitor" }, { door: "widget" });
  const proposed = (content: string, by: string, erased = false) => {
    const author = { authorRole: "system", authorId: fixtureId("apt", 1), authorName: by };
    return text(2, "note", content, author, { door: "api", proposal: { by } }, erased);
  };
  const PROPOSAL = "Yes: within **30 days**, unused and in its box. The label is in your parcel.";
  const answers = (events: readonly object[]) => ({
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    openThread: answer({
      ...{ conversation: row, events, before: null, readRevision: 2, customerReadRevision: 0, drafts: [], head: 0 },
      contact: { ...person, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: null, lastPage: null },
    }),
    markRead: answer({ readRevision: 2 }),
    saveDraft: answer({ ok: true }),
  });
  return [
    { name: "proposed reply", path, answers: answers([asked, proposed(PROPOSAL, "Reply helper")]) },
    {
      name: "proposal in the composer",
      path,
      answers: answers([asked, proposed(PROPOSAL, "Reply helper")]),
      act: "click:Use as reply",
    },
    { name: "erased proposal", path, answers: answers([asked, proposed("", "Reply helper", true)]) },
    { name: "long proposal", path, answers: answers([asked, proposed(`${LONG} `.repeat(12), LONG)]) },
  ];
}
export const proposalStories = /* @__PURE__ */ (() => declare())();
