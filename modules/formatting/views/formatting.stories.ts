// Stories of formatting and emoji in the composer.
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
  const ready = {
    ...frame(),
    listConversations: answer({ items: [conversation], next: null, head: 0 }),
    openThread: answer({
      ...{ conversation, contact: whole, events: [], before: null, readRevision: 0, customerReadRevision: 0, drafts: [], head: 0 },
    }),
    markRead: answer({ readRevision: 0 }),
    saveDraft: answer({ ok: true }),
  };
  const state = (name: string, act: string): ScreenState => ({ name, path, act, answers: ready });
  return [
    state("formatting", "click:Formatting;click:Bold;click:Bulleted list"),
    state("formatting long text", `fill:Reply to Amara=${LONG.repeat(3)};click:Formatting;click:Quote`),
    state("emoji", "click:Emoji;see:Smileys"),
    state("emoji, none found", "click:Emoji;see:Smileys;fill:Search emoji=qqq;see:0 emoji"),
    state("emoji found", "click:Emoji;see:Smileys;fill:Search emoji=party;see:emoji"),
  ];
}
export const formattingStories = /* @__PURE__ */ (() => declare())();
