// Stories of canned replies in the composer.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { REPLIES, reply } from "../canned.fixtures.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T09:41:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const conversation = {
    ...{
      id: CONVERSATION,
      contact,
      status: "open",
      snoozedUntil: null,
      assigneeId: null,
      revision: 0,
      preview: "",
      previewRole: "visitor",
    },
    ...{ previewAutomatic: false, subject: null, createdAt: AT, lastActivityAt: AT, waitingSince: AT, visitorMessages: 1, unread: 0 },
    door: "widget",
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
    listCannedReplies: answer({ items: REPLIES }),
    useCannedReply: answer({ attachments: [] }),
  };
  const state = (name: string, act: string, answers: object = {}): ScreenState => ({ name, path, act, answers: { ...ready, ...answers } });
  const OPEN = "click:Insert canned reply";
  const none = answer({ items: [] });
  return [
    state("canned replies", `${OPEN};see:Opening hours`),
    state("canned replies found", `${OPEN};see:Opening hours;press:r;press:e;press:t`),
    state("canned replies, none", `${OPEN};see:There are no canned replies yet.`, { listCannedReplies: none }),
    state("canned replies loading", OPEN, { listCannedReplies: "hang" }),
    state("canned replies error", `${OPEN};see:could not be reached`, {
      listCannedReplies: refusal(503, "unavailable", "The database could not be reached. Try again in a moment."),
    }),
    state("canned replies offline", `${OPEN};see:Check your connection`, { listCannedReplies: "offline" }),
    state("canned replies long text", `${OPEN};see:Internationale`, {
      listCannedReplies: answer({
        items: [
          reply(9, `${LONG}: ${LONG}`, { shortcut: "unverhaeltnismaessig-langes-kuerz", text: `${LONG} `.repeat(9), uses: 99 }),
          ...REPLIES,
        ],
      }),
    }),
    state("held back by a placeholder", "fill:Reply to Amara=Your order {{order.id}} is on its way.;click:Send;see:Send anyway"),
  ];
}
export const composerStories = /* @__PURE__ */ (() => declare())();
