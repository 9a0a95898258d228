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
  const formatted = (name: string, content: string, act: string): ScreenState => {
    const drafts = [{ kind: "reply", content, attachments: [], updatedAt: AT }];
    const openThread = answer({
      ...{ conversation, contact: whole, events: [], before: null, readRevision: 0, customerReadRevision: 0, drafts, head: 0 },
    });
    return { name, path, act, formatted: true, answers: { ...ready, openThread } };
  };
  const everything =
    "It left on **Monday**, see [the label](https://example.org/label) and `2214`:\n- one\n  1. deep\n- ~~two~~\n\n> _Where is it?_\n\n```\nconst here = true;\n```";
  return [
    state("formatting", "click:Formatting;click:Bold;click:Bulleted list"),
    state("formatting long text", `fill:Reply to Amara=${LONG.repeat(3)};click:Formatting;click:Quote`),
    formatted("formatted", everything, "click:Formatting;click:Bold"),
    formatted("formatted long text", `**${LONG.repeat(3)}**\n- ${LONG}`, "click:Formatting"),
    formatted(
      "formatted link",
      "See the terms",
      "click:Formatting;click:Link;fill:Address=javascript:;click:Set link;see:Enter a web address",
    ),
    formatted(
      "formatted link long text",
      "See the terms",
      `click:Formatting;click:Link;fill:Text to show=${LONG.repeat(2)};fill:Address=https://example.org/${"x".repeat(300)}`,
    ),
    formatted("shown as source", "# A heading", "see:Shown as Markdown"),
    state("emoji", "click:Emoji;see:Smileys"),
    state("emoji, none found", "click:Emoji;see:Smileys;fill:Search emoji=qqq;see:0 emoji"),
    state("emoji found", "click:Emoji;see:Smileys;fill:Search emoji=party;see:emoji"),
  ];
}
export const formattingStories = /* @__PURE__ */ (() => declare())();
