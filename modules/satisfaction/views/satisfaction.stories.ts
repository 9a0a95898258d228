// Stories of customer satisfaction.
import { answer as ok, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { SatisfactionRequest, SatisfactionSettings } from "../contract.ts";

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
const AT = "2026-11-20T10:02:00.000Z";
const rating = (n: number, name: string | null, score: 1 | 2 | 3 | 4 | 5, comment = ""): SatisfactionRequest => ({
  ...{ id: fixtureId("csr", n) as never, conversationId: fixtureId("cnv", n) as never, state: "answered", askedIn: "widget" },
  contact: { id: fixtureId("con", n) as never, name, state: name === null ? "erased" : "active" },
  ...{ score, comment, version: 1, closedAt: AT, ratedAt: AT, channel: "widget", teamId: null, imported: false },
  operator: { id: ME.id as never, name: "Mia Sol" },
});

// Functions, so that production builds can drop everything in them.
function ratings(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/satisfaction`;
  const items = [
    rating(1, "Amara Okafor", 5, "Quick and friendly, thank you!"),
    rating(2, "Jonas Weber", 2, "Nobody told me that the parcel was late.\nI had to ask twice."),
    { ...rating(3, null, 3), imported: true, askedIn: null },
    rating(4, "Li Na", 1, "لم يساعدني أحد"),
  ];
  const answers = { ...frame(), listRatings: ok({ items, next: "more" }), countRatings: ok({ counts: [3, 5, 8, 21, 63], isCut: false }) };
  return [
    { name: "ratings", path, answers },
    {
      name: "filtered",
      path,
      answers: { ...answers, listRatings: ok({ items: items.slice(1, 2), next: null }) },
      act: "select:Filter by rating=2",
    },
    {
      name: "none yet",
      path,
      answers: { ...answers, listRatings: ok({ items: [], next: null }), countRatings: ok({ counts: [0, 0, 0, 0, 0], isCut: false }) },
    },
    { name: "too many to count", path, answers: { ...answers, countRatings: ok({ counts: [1000, 1000, 2000, 3000, 3001], isCut: true }) } },
    { name: "operator", path, answers: { ...answers, ...frame("operator") } },
    {
      name: "long text",
      path,
      answers: { ...answers, listRatings: ok({ items: [rating(1, LONG.slice(0, 110), 4, LONG.slice(0, 1000))], next: null }) },
    },
    { name: "loading", path, answers: { ...answers, listRatings: "hang", countRatings: "hang" } },
    {
      name: "error",
      path,
      answers: {
        ...answers,
        listRatings: refusal(500, "internal", "Something went wrong."),
        countRatings: refusal(500, "internal", "Something went wrong."),
      },
    },
    { name: "offline", path, answers: { ...answers, listRatings: "offline", countRatings: "offline" } },
  ];
}
function settings(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/satisfaction`;
  const stored: SatisfactionSettings = {
    ...{ on: true, question: "", scale: "faces", inWidget: true, byMail: false, widgetDelay: 0, mailDelay: 60 },
    ...{ quietDays: 30, afterBulk: false, afterAssistant: false, revision: 3, missing: [] },
  };
  const answers = { ...frame(), readSatisfactionSettings: ok(stored) };
  const edit = "fill:Your own question=How did we do?;click:Save";
  return [
    { name: "settings", path, answers },
    { name: "never saved", path, answers: { ...answers, readSatisfactionSettings: ok({ ...stored, on: false, revision: 0 }) } },
    {
      name: "mail isn’t set up",
      path,
      answers: {
        ...answers,
        readSatisfactionSettings: ok({ ...stored, byMail: true, missing: ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM", "APP_ORIGIN"] }),
      },
    },
    {
      name: "saved",
      path,
      answers: { ...answers, changeSatisfactionSettings: ok({ ...stored, question: "How did we do?", revision: 4 }) },
      act: `${edit};see:Settings saved`,
    },
    {
      name: "not a number of days",
      path,
      answers: {
        ...answers,
        changeSatisfactionSettings: {
          status: 400,
          body: {
            code: "invalid_request",
            error: "Some fields are not valid.",
            issues: [{ path: "quietDays", message: "Choose 1 to 365 days." }],
          },
        },
      },
      act: "fill:Days between two questions to a customer=900;click:Save;see:Choose 1 to 365 days.",
    },
    {
      name: "changed meanwhile",
      path,
      answers: { ...answers, changeSatisfactionSettings: refusal(409, "conflict", "Somebody else changed these settings meanwhile.") },
      act: `${edit};see:Show what was saved`,
    },
    { name: "no permission", path, answers: { ...answers, ...frame("operator") } },
    {
      name: "long text",
      path,
      answers: { ...answers, ...frame("admin", LONG), readSatisfactionSettings: ok({ ...stored, question: LONG.slice(0, 200) }) },
    },
    { name: "loading", path, answers: { ...answers, readSatisfactionSettings: "hang" } },
    { name: "error", path, answers: { ...answers, readSatisfactionSettings: refusal(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...answers, readSatisfactionSettings: "offline" } },
  ];
}
function thread(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/closed`;
  const CONVERSATION = fixtureId("cnv", 2);
  const row = (n: number, name: string, score?: number) => ({
    id: fixtureId("cnv", n),
    contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
    ...{ status: "closed", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "Could you look at this?", previewRole: "visitor" },
    ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
    subject: null,
    ...(score === undefined ? {} : { fields: { satisfaction: String(score) } }),
  });
  const rated = (revision: number, score: number, changed: boolean) => ({
    ...{ revision, createdAt: AT, actor: { role: "visitor", id: fixtureId("con", 2), name: null } },
    ...{ kind: "activity", name: "satisfaction", data: { requestId: fixtureId("csr", 2), score, changed } },
  });
  const contact = {
    ...{ id: fixtureId("con", 2), name: "Jonas Weber", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
    ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
  };
  const mine = rating(2, "Jonas Weber", 2, "Nobody told me that the parcel was late.");
  const rows = [row(2, "Jonas Weber", 2), row(1, "Amara Okafor", 5), row(3, "Li Na")];
  const answers = {
    ...frame(),
    listConversations: ok({ items: rows, next: null, head: 0 }),
    countConversations: ok({ all: 0, mine: 0, unassigned: 0, snoozed: 0, closed: 3, unread: 0, head: 0 }),
    openThread: ok({
      ...{ conversation: rows[0], contact, before: null, readRevision: 3, customerReadRevision: 0, drafts: [], head: 0 },
      events: [rated(2, 4, false), rated(3, 2, true)],
    }),
    markRead: ok({ readRevision: 3 }),
    listConversationRatings: ok({ items: [mine], next: null }),
    listContactRatings: ok({ items: [mine, rating(7, "Jonas Weber", 5)], next: null }),
  };
  return [
    { name: "rating in the thread", path: `${list}/${CONVERSATION}`, answers },
    { name: "details of a phone with ratings", path: `${list}/${CONVERSATION}/details`, answers },
    {
      name: "filtered by rating",
      path: list,
      act: "click:Filter by rating;click:2 – Dissatisfied",
      answers: { ...answers, listConversations: ok({ items: rows.slice(0, 1), next: null, head: 0 }) },
    },
  ];
}
export const ratingsStories = /* @__PURE__ */ (() => ratings())();
export const settingsStories = /* @__PURE__ */ (() => settings())();
export const threadStories = /* @__PURE__ */ (() => thread())();
