// Stories of thumbs and flags at the assistant's answers in the thread.
import { answer, fixtureId, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { feedback } from "../report.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const AT = "2026-11-20T10:02:00.000Z";
  const [conversationId, contactId, roundId] = [fixtureId("cnv", 1), fixtureId("con", 1), fixtureId("rnd", 1)];
  const row = {
    ...{ id: conversationId, contact: { id: contactId, name: "Amara Okafor", email: null, emailVerified: false, state: "active" } },
    ...{
      status: "open",
      snoozedUntil: null,
      assigneeId: null,
      revision: 7,
      preview: "",
      previewRole: "assistant",
      previewAutomatic: false,
    },
    ...{ createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget", subject: null },
    fields: { answers: "assistant" },
  };
  const contact = {
    ...{ id: contactId, name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
    ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
  };
  const said = (revision: number, role: "visitor" | "assistant", content: string, origin: object) => {
    const by = role === "assistant" ? roundId : contactId;
    return {
      ...{ revision, createdAt: AT, kind: "message", actor: { role, id: by, name: null } },
      message: {
        ...{ id: fixtureId("msg", revision), conversationId, revision, authorRole: role, authorName: null, authorId: by, createdAt: AT },
        ...{ content, attachments: [], erased_at: null, clientId: fixtureId("cid", revision) },
        origin: { door: role === "assistant" ? "assistant" : "widget", automatic: null, ...origin },
      },
    };
  };
  const thread = (rating?: "up" | "down") =>
    answer({
      ...{ conversation: row, contact, before: null, readRevision: 7, customerReadRevision: 0, drafts: [], head: 0 },
      events: [
        said(1, "visitor", "How long do I have to return a parcel?", {}),
        said(2, "assistant", "You can return it within 30 days of delivery.", {
          answer: {
            sources: [{ title: "Returns and refunds", url: null }],
            translated: false,
            ...(rating === undefined ? {} : { rating }),
          },
        }),
      ],
    });
  const path = `/projects/${PROJECT_ID}/inbox/all/${conversationId}`;
  const base = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    openThread: thread(),
    markRead: answer({ readRevision: 7 }),
    listFeedback: answer({ items: [], next: null }),
  };
  const flagged = { ...base, openThread: thread("down"), listFeedback: answer({ items: [feedback(fixtureId("msg", 2))], next: null }) };
  return [
    { name: "answer without feedback", path, answers: base },
    { name: "answer that helped", path, answers: { ...base, openThread: thread("up") } },
    { name: "flagged answer", path, answers: flagged },
    { name: "flagging an answer", path, act: "click:Flag as wrong", answers: base },
    { name: "changing a flag", path, act: "click:Change flag", answers: flagged },
    {
      name: "flag refused",
      path,
      act: "click:Flag as wrong;click:Flag answer",
      answers: { ...base, flagAnswer: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
  ];
}
export const threadStories = /* @__PURE__ */ (() => declare())();
