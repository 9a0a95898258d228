// Stories of inserting articles into an answer.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Insertable } from "../../contract.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T09:41:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: "amara@northwind.example", emailVerified: true, state: "active" };
  const conversation = {
    id: CONVERSATION,
    contact,
    status: "open",
    snoozedUntil: null,
    assigneeId: null,
    revision: 0,
    preview: "",
    previewRole: "visitor",
    previewAutomatic: false,
    subject: null,
    createdAt: AT,
    lastActivityAt: AT,
    waitingSince: AT,
    visitorMessages: 1,
    unread: 0,
    door: "widget",
  };
  const whole = { ...contact, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: AT, lastPage: null };
  const base = {
    ...frame(),
    listContacts: answer({ items: [], next: null }),
    listConversations: answer({ items: [conversation], next: null, head: 0 }),
    openThread: answer({
      conversation,
      contact: whole,
      events: [],
      before: null,
      readRevision: 0,
      customerReadRevision: 0,
      drafts: [],
      head: 0,
    }),
    markRead: answer({ readRevision: 0 }),
    saveDraft: answer({ ok: true }),
  };
  const found = (n: number, title: string, change: Partial<Insertable> = {}): Insertable => ({
    documentId: fixtureId("kdc", n) as Insertable["documentId"],
    title,
    locale: "en",
    audience: "public",
    quote: "Press “Forgot password”, write your email address, and open the mail. Its link works for an hour.",
    article: { id: fixtureId("art", n) as never, locale: "en" },
    text: "Press **Forgot password**.",
    url: `https://desk.example/help/acme/en/articles/article-${n}`,
    coverage: 1,
    confidence: 0.8,
    ...change,
  });
  const state = (name: string, items: readonly Insertable[], more = "", semantic = "off", fits = items.length > 0): ScreenState => ({
    name,
    path,
    answers: { ...base, findToInsert: answer({ items, semantic, readAs: null, fits }) },
    act: `${OPEN};fill:Search articles and snippets=password${more}`,
  });
  const OPEN = "click:Insert from help center";
  const team = found(2, "Refund limits", { audience: "members", url: null });
  return [
    { name: "insert", path, answers: base, act: OPEN },
    state("insert found", [
      found(1, "Reset your password"),
      team,
      found(3, "A snippet", { article: null, url: null }),
      found(4, "إعادة تعيين كلمة المرور", { locale: "ar" }),
    ]),
    state("insert team only", [team], ";see:Refund limits;press:Control+Enter"),
    state("insert long", [found(1, `${LONG}: ${LONG}`, { quote: `${LONG} `.repeat(6) })]),
    state("insert words only", [found(1, "Reset your password")], "", "down"),
    state("insert nothing", []),
    state("insert nothing fits", [found(1, "Reset your password", { coverage: 0.3, confidence: 0.2 })], "", "off", false),
    {
      name: "insert loading",
      path,
      answers: { ...base, findToInsert: "hang" },
      act: `${OPEN};fill:Search articles and snippets=password`,
    },
    {
      name: "insert error",
      path,
      answers: { ...base, findToInsert: refusal(503, "unavailable", "The service is unavailable right now. Try again in a moment.") },
      act: `${OPEN};fill:Search articles and snippets=password`,
    },
    {
      name: "insert offline",
      path,
      answers: { ...base, findToInsert: "offline" },
      act: `${OPEN};fill:Search articles and snippets=password`,
    },
  ];
}
export const insertStories = /* @__PURE__ */ (() => declare())();
