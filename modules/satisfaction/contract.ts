// Wire contract of customer satisfaction: settings, ratings, and the question in the widget. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import { ContactIdField } from "#modules/contacts/contract";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

/** Worst to best. */
export const SCORES = [1, 2, 3, 4, 5] as const;
export const Score = v.picklist(SCORES);
export type Score = v.InferOutput<typeof Score>;
/** At most this is a bad rating, of which the assignee is notified. */
export const BAD = 2;
/** How the five answers are drawn; each has its words beside it either way. */
export const SCALES = ["faces", "numbers"] as const;
/** Characters of a question, and of a comment. */
export const MAX_QUESTION = 200;
export const MAX_COMMENT = 1000;
/** Minutes that a question can wait after the closing. */
export const MAX_DELAY = 7 * 24 * 60;
export const MAX_QUIET_DAYS = 365;

const inProject = { projectId: idOf("project") };
// @__NO_SIDE_EFFECTS__
const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const GivenSettings = v.strictObject({
  on: v.boolean(),
  /** Empty: the default, in the customer's language in the widget. */
  question: line(MAX_QUESTION, 0),
  scale: v.picklist(SCALES),
  inWidget: v.boolean(),
  byMail: v.boolean(),
  /** Minutes after the closing. */
  widgetDelay: whole(0, MAX_DELAY),
  mailDelay: whole(0, MAX_DELAY),
  /** A contact is asked at most once in so many days. */
  quietDays: whole(1, MAX_QUIET_DAYS),
  /** Also when many conversations were closed at once. */
  afterBulk: v.boolean(),
  /** Also when no person answered, only the assistant. */
  afterAssistant: v.boolean(),
  /** Of the settings that were changed; 0 if none were ever saved. */
  revision: Revision,
});
export type GivenSettings = v.InferOutput<typeof GivenSettings>;
export const SatisfactionSettings = v.object({
  ...GivenSettings.entries,
  question: v.string(),
  /** Names of the variables without which no question is mailed. */
  missing: v.array(v.string()),
});
export type SatisfactionSettings = v.InferOutput<typeof SatisfactionSettings>;

export const readSatisfactionSettings = route({
  name: "readSatisfactionSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/satisfaction-settings",
  who: "member",
  params: inProject,
  reply: SatisfactionSettings,
});
/** Replaces the settings. 409 `conflict` if somebody changed them since `revision`; 503 when asking by mail lacks variables. */
export const changeSatisfactionSettings = route({
  name: "changeSatisfactionSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/satisfaction-settings",
  who: "admin",
  params: inProject,
  body: GivenSettings,
  reply: SatisfactionSettings,
  errors: ["conflict", "not_configured"],
});

export const RatingIdField = idOf("satisfactionRequest");
export const REQUEST_STATES = ["due", "asked", "answered", "expired", "cancelled"] as const;
/** A question about one closing of a conversation, with the answer if there is one. */
export const SatisfactionRequest = v.object({
  id: RatingIdField,
  conversationId: ConversationIdField,
  /** `name` is null for a contact without one, and for one that was erased. */
  contact: v.object({ id: ContactIdField, name: v.nullable(v.string()), state: v.string() }),
  state: v.picklist(REQUEST_STATES),
  /** Where it was asked; null before that. */
  askedIn: v.nullable(v.picklist(["widget", "mail"])),
  score: v.nullable(Score),
  comment: v.string(),
  /** How often it was answered or changed. */
  version: v.number(),
  closedAt: Time,
  ratedAt: v.nullable(Time),
  /** The channel of the conversation. */
  channel: v.string(),
  /** Who was assigned when it was closed, else who answered last; null for nobody. */
  operator: v.nullable(v.object({ id: idOf("account"), name: v.nullable(v.string()) })),
  teamId: v.nullable(idOf("team")),
  /** The customer gave it at another help desk, and an import brought it: it was never asked here. */
  imported: v.boolean(),
});
export type SatisfactionRequest = v.InferOutput<typeof SatisfactionRequest>;

const ScoreParam = v.pipe(
  v.picklist(["1", "2", "3", "4", "5"]),
  v.transform((text) => Number(text) as Score),
);
/** Ratings, newest first; with `score` those alone. */
export const listRatings = route({
  name: "listRatings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/ratings",
  who: "member",
  params: inProject,
  query: v.object({ score: v.optional(ScoreParam), cursor: v.optional(Cursor) }),
  reply: page(SatisfactionRequest),
});
/** Ratings of the last 30 days by score, among the newest 10,000 of them; `isCut`: there are more. */
export const countRatings = route({
  name: "countRatings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/ratings/counts",
  who: "member",
  params: inProject,
  reply: v.object({ counts: v.pipe(v.array(v.number()), v.length(5)), isCut: v.boolean() }),
});
/** The newest 5,000 ratings as CSV. */
export const exportRatings = route({
  name: "exportRatings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/ratings/export",
  who: "member",
  params: inProject,
  reply: "raw",
});
/** The questions about a conversation, newest first; at most 20. */
export const listConversationRatings = route({
  name: "listConversationRatings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/ratings",
  who: "member",
  params: { ...inProject, conversationId: ConversationIdField },
  reply: v.object({ items: v.array(SatisfactionRequest), next: v.null() }),
});
/** What a contact said, newest first; at most 20. */
export const listContactRatings = route({
  name: "listContactRatings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/ratings",
  who: "member",
  params: { ...inProject, contactId: ContactIdField },
  reply: v.object({ items: v.array(SatisfactionRequest), next: v.null() }),
});

// --- in the widget --------------------------------------------------------------

/** The question as the visitor sees it. */
export const OwnQuestion = v.object({
  requestId: RatingIdField,
  /** Null: the default, which the widget has in its languages. */
  question: v.nullable(v.string()),
  scale: v.picklist(SCALES),
  /** `due`: to be shown from `opensAt` on. */
  state: v.picklist(["due", "asked", "answered"]),
  opensAt: Time,
  score: v.nullable(Score),
  comment: v.string(),
});
export type OwnQuestion = v.InferOutput<typeof OwnQuestion>;
const Own = v.object({ question: v.nullable(OwnQuestion) });
const ofOwn = { who: "visitor", params: { conversationId: ConversationIdField } } as const;
/** The question that is open in an own conversation, or whose answer can still be changed. */
export const readOwnQuestion = route({
  ...ofOwn,
  name: "readOwnQuestion",
  method: "GET",
  path: "/api/widget/conversations/:conversationId/rating",
  reply: Own,
});
/** The widget shows the question: from now on it counts as asked, and is not mailed. Repeating is safe. Null: it was asked elsewhere. */
export const noteQuestionShown = route({
  ...ofOwn,
  name: "noteQuestionShown",
  method: "POST",
  path: "/api/widget/conversations/:conversationId/rating/shown",
  body: v.strictObject({ requestId: RatingIdField }),
  reply: Own,
});
const Comment = v.pipe(v.string(), v.trim(), prose(MAX_COMMENT, 0));
/** Rates an own conversation, or changes that within a day. 409 `conflict` if it can't be rated any more. */
export const rateOwnConversation = route({
  ...ofOwn,
  name: "rateOwnConversation",
  method: "PUT",
  path: "/api/widget/conversations/:conversationId/rating",
  body: v.strictObject({ clientId: ClientId, requestId: RatingIdField, score: Score, comment: v.optional(Comment, "") }),
  reply: Own,
  errors: ["conflict", "rate_limited"],
});

// --- by mail --------------------------------------------------------------------

// A malformed token gets the same page as a forged one.
const Token = v.pipe(v.string(), v.maxLength(300));
/** The page behind a link of the mail. Opening it changes nothing, as mail programs do; `score` only preselects. */
export const ratingPage = route({
  name: "ratingPage",
  method: "GET",
  path: "/rate/:ratingToken",
  who: "anyone",
  params: { ratingToken: Token },
  query: v.object({ score: v.optional(v.pipe(v.string(), v.maxLength(20))) }),
  reply: "raw",
});
/** The form of that page. No cookie counts, so any origin may send it. */
export const rateByLink = route({
  name: "rateByLink",
  method: "POST",
  path: "/rate/:ratingToken",
  who: "anyone",
  params: { ratingToken: Token },
  body: "raw",
  reply: "raw",
  anyOrigin: true,
});
/** What the form of the page holds. */
export const RatingForm = v.object({
  score: v.pipe(
    v.picklist(["1", "2", "3", "4", "5"]),
    v.transform((text) => Number(text) as Score),
  ),
  comment: Comment,
});

/** Name of the event and of the row's field. */
export const SATISFACTION = "satisfaction";
/** The event's `data`. The comment is in the request alone, which an erasure clears; it is of this answer if `version` is still the request's. */
export const RatingChange = v.object({
  ...{ requestId: RatingIdField, score: Score, changed: v.boolean(), imported: v.optional(v.boolean()), version: v.optional(v.number()) },
});

export const satisfactionSettingsPath = (projectId: string): string => `/projects/${projectId}/settings/satisfaction`;
