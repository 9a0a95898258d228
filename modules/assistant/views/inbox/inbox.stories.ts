// Stories of the assistant in the inbox.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { CONVERSATION, QUESTION, REFUSED, ROUND, round, SETTINGS } from "../assistant.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const AT = "2026-11-20T10:02:00.000Z";
  const row = (n: number, name: string, answers: string | undefined, assigneeId: string | null = null) => ({
    id: fixtureId("cnv", n),
    contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
    ...{ status: "open", snoozedUntil: null, assigneeId, revision: 7, preview: QUESTION, previewRole: "visitor" },
    ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
    subject: null,
    ...(answers === undefined ? {} : { fields: { answers } }),
  });
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
  const said = (revision: number, role: "visitor" | "assistant", content: string, origin: object = {}) => ({
    ...{ revision, createdAt: AT, kind: "message", actor: { role, id: role === "assistant" ? ROUND : contact.id, name: null } },
    message: {
      ...{ id: fixtureId("msg", revision), conversationId: CONVERSATION, revision, authorRole: role, authorName: null },
      ...{ authorId: role === "assistant" ? ROUND : contact.id, createdAt: AT, content, attachments: [], erased_at: null },
      clientId: fixtureId("cid", revision),
      origin: { door: role === "assistant" ? "assistant" : "widget", automatic: null, ...origin },
    },
  });
  const TOMAS = { role: "operator", id: fixtureId("acc", 2), name: "Tomás Álvarez" };
  const MIA = { role: "operator", id: ME.id, name: ME.name };
  const ASSISTANT = { role: "assistant", id: ROUND, name: null };
  const VISITOR = { role: "visitor", id: contact.id, name: null };
  const hands = (revision: number, actor: object, to: string, reason: string, roundId: string | null = null) => ({
    ...{ revision, createdAt: AT, actor, kind: "activity", name: "answers", data: { to, reason, roundId } },
  });
  const skipped = (revision: number, reason: string, missing?: string[]) => ({
    ...{ revision, createdAt: AT, actor: ASSISTANT, kind: "ai_skipped", reason },
    ...(missing !== undefined && { missing }),
  });
  const proved = {
    answer: {
      sources: [
        { title: "Returns and refunds", url: "https://help.acme.example/returns" },
        { title: "Rückgabe", url: null },
      ],
      translated: true,
    },
  };
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${list}/${CONVERSATION}`;
  const thread = (answers: string | undefined, events: readonly object[]) =>
    answer({
      ...{ conversation: row(1, "Amara Okafor", answers), contact, events, before: null, readRevision: 7, customerReadRevision: 0 },
      ...{ drafts: [], head: 0 },
    });
  const rows = [
    row(1, "Amara Okafor", "assistant"),
    row(2, "Jonas Weber", "team"),
    row(3, "Li Na", "team", ME.id),
    row(4, "Priya Raman", undefined),
  ];
  const answered = [said(1, "visitor", QUESTION), said(2, "assistant", "You can return an item within 30 days of delivery.", proved)];
  const left = [
    said(1, "visitor", QUESTION),
    said(2, "assistant", "I can’t answer that for certain, so a person will."),
    hands(3, ASSISTANT, "team", "check", ROUND),
  ];
  const base = {
    ...frame(),
    listConversations: answer({ items: rows, next: null, head: 0 }),
    openThread: thread("assistant", answered),
    markRead: answer({ readRevision: 7 }),
    listFeedback: answer({ items: [], next: null }),
    readAssistant: answer({ ...SETTINGS, obstacle: { sentence: "OpenAI has no key.", variables: ["OPENAI_API_KEY"] } }),
    readRound: answer({ round: round({ state: "handed_over", reason: "check" }), question: QUESTION, trace: REFUSED }),
  };
  const refused = (name: string, status: number, code: string, error: string, more: object = {}): ScreenState => ({
    name,
    path,
    act: "press:t",
    answers: {
      ...base,
      openThread: thread("team", left),
      requestAiReply: { status, body: { code, error, ...more } },
    },
  });
  return [
    { name: "answered by the assistant", path, answers: base },
    { name: "filter", path: list, act: "click:Filter by who answers", answers: base },
    {
      name: "filtered",
      path: list,
      act: "click:Filter by who answers;click:The team answers",
      answers: { ...base, listConversations: answer({ items: rows.slice(1, 3), next: null, head: 0 }) },
    },
    {
      name: "who answered when",
      path,
      answers: {
        ...base,
        openThread: thread("team", [
          hands(1, TOMAS, "assistant", "given"),
          hands(2, TOMAS, "team", "taken"),
          hands(3, MIA, "assistant", "given"),
          hands(4, VISITOR, "team", "asked"),
          hands(5, MIA, "assistant", "given"),
          hands(6, MIA, "team", "taken"),
          hands(7, ASSISTANT, "team", "nothing_fits", ROUND),
        ]),
      },
    },
    { name: "left to the team", path, act: "click:What the assistant tried", answers: { ...base, openThread: thread("team", left) } },
    {
      name: "what was tried is not read",
      path,
      act: "click:What the assistant tried",
      answers: { ...base, openThread: thread("team", left), readRound: refusal(503, "unavailable", "The attempt could not be read.") },
    },
    {
      name: "replies skipped",
      path,
      answers: {
        ...base,
        openThread: thread(undefined, [
          said(1, "visitor", QUESTION),
          skipped(2, "ceiling"),
          skipped(3, "not_configured"),
          skipped(4, "not_configured", ["XAI_API_KEY"]),
        ]),
      },
    },
    { name: "taken over", path, act: "click:Take over", answers: { ...base, takeOver: "hang" } },
    refused("a ceiling is reached", 429, "ai_unavailable", "The assistant is not available at the moment.", { retryAfter: 3600 }),
    refused("no model is set up", 503, "not_configured", "No model is chosen for answers to customers."),
    refused("something new came first", 409, "stale_frontier", "The conversation has changed.", { revision: 7, events: [] }),
    refused("closed meanwhile", 409, "conflict", "This conversation is closed. Reopen it first."),
    { name: "given offline", path, act: "press:t", answers: { ...base, openThread: thread("team", left), requestAiReply: "offline" } },
    { name: "details of a phone", path: `${path}/details`, answers: base },
    {
      name: "long text of sources",
      path,
      answers: {
        ...base,
        openThread: thread("assistant", [
          said(1, "visitor", QUESTION),
          said(2, "assistant", "Unusuallylongword".repeat(20), {
            answer: {
              sources: [
                { title: "Unusuallylongword".repeat(8), url: "https://help.acme.example/long" },
                { title: LONG, url: null },
              ],
              translated: true,
            },
          }),
        ]),
      },
    },
  ];
}
export const inboxStories = /* @__PURE__ */ (() => declare())();
