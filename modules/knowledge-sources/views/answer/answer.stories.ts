// Stories of saving an answer as knowledge, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { source } from "../sources.fixtures.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T09:41:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const conversation = {
    ...{
      id: CONVERSATION,
      contact,
      status: "open",
      snoozedUntil: null,
      assigneeId: null,
      revision: 1,
      preview: "",
      previewRole: "operator",
    },
    ...{
      previewAutomatic: false,
      subject: null,
      createdAt: AT,
      lastActivityAt: AT,
      waitingSince: null,
      visitorMessages: 1,
      unread: 0,
      door: "widget",
    },
  };
  const actor = { role: "operator", id: fixtureId("acc", 2), name: "Mia Sol" };
  const message = (content: string) => ({
    ...{
      id: fixtureId("msg", 1),
      conversationId: CONVERSATION,
      revision: 1,
      authorRole: "operator",
      authorId: actor.id,
      authorName: actor.name,
    },
    ...{ createdAt: AT, content, attachments: [], origin: { door: "dashboard", automatic: null }, erased_at: null },
    clientId: "00000000-0000-4000-8000-000000000001",
  });
  const base = (content: string) => ({
    ...frame(),
    listContacts: answer({ items: [], next: null }),
    listConversations: answer({ items: [conversation], next: null, head: 1 }),
    openThread: answer({
      ...{ conversation, before: null, readRevision: 1, customerReadRevision: 0, drafts: [], head: 1 },
      contact: { ...contact, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: AT, lastPage: null },
      events: [{ revision: 1, createdAt: AT, actor, kind: "message", message: message(content) }],
    }),
    markRead: answer({ readRevision: 1 }),
    listSources: answer({
      items: [source("answers", { name: "Repairs" })],
      languages: ["en", "de"],
      crawler: { missing: [], allowed: true, mayOpen: false, opened: false },
    }),
  });
  const state = (name: string, content: string, more: ScreenState["answers"] = {}, act = ""): ScreenState => ({
    name,
    path: `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`,
    answers: { ...base(content), ...more },
    act: `click:Save as knowledge${act}`,
  });
  const KEEP = ";fill:Question=How long does a repair take?;click:Publish";
  return [
    state("use an answer", "A repair takes **two weeks**."),
    state("use an answer, long text", LONG),
    state(
      "use an answer, refused",
      "A repair takes two weeks.",
      { chooseAnswer: refusal(409, "conflict", "The customer of this conversation is being erased.") },
      KEEP,
    ),
    state("use an answer, offline", "A repair takes two weeks.", { chooseAnswer: "offline" }, KEEP),
  ];
}

export const answerStories = /* @__PURE__ */ (() => declare())();
