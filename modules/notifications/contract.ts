// Wire contract of a member's notification settings. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

/** In the order of their bits, which are stored, so new ones go to the end. */
export const NOTIFICATION_EVENTS = [
  "newUnassigned",
  "replyToMine",
  "replyUnassigned",
  "assignedToMe",
  "mineNotDelivered",
  "monitored",
  "replyToFollowed",
  "noteInFollowed",
  "mentioned",
  "issueResolved",
  "workAsks",
  "assistantWorse",
  "badRating",
  "targetNear",
  "targetMissed",
  "replyReturned",
  "ruleNotifies",
  "webhookStopped",
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];
/** Events about something else than a conversation. They are in the bell and mailed, but not pushed. */
export const SUBJECT_NOTIFICATIONS = ["assistantWorse", "webhookStopped"] as const;
export type SubjectNotification = (typeof SUBJECT_NOTIFICATIONS)[number];
export type ConversationNotification = Exclude<NotificationEvent, SubjectNotification>;
export const CONVERSATION_NOTIFICATIONS = NOTIFICATION_EVENTS.filter(
  (event): event is ConversationNotification => !(SUBJECT_NOTIFICATIONS as readonly string[]).includes(event),
);
/** Whether the runtime knows this time zone, such as `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  try {
    return /^[A-Za-z][\w+\-/]{0,63}$/.test(zone) && new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
/** Minute of the local day. */
const Minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439));
const Events = v.strictObject({
  newUnassigned: v.boolean(),
  replyToMine: v.boolean(),
  replyUnassigned: v.boolean(),
  assignedToMe: v.boolean(),
  mineNotDelivered: v.boolean(),
  monitored: v.boolean(),
  // Left out by clients of earlier releases.
  replyToFollowed: v.optional(v.boolean(), true),
  noteInFollowed: v.optional(v.boolean(), true),
  mentioned: v.boolean(),
  issueResolved: v.optional(v.boolean(), true),
  workAsks: v.optional(v.boolean(), true),
  assistantWorse: v.optional(v.boolean(), true),
  badRating: v.optional(v.boolean(), true),
  targetNear: v.optional(v.boolean(), true),
  targetMissed: v.optional(v.boolean(), true),
  replyReturned: v.optional(v.boolean(), true),
  ruleNotifies: v.optional(v.boolean(), true),
  webhookStopped: v.optional(v.boolean(), true),
});
export const NotificationSettings = v.strictObject({
  /** By mail. */
  events: Events,
  /** In the bell, and by push. Clients of earlier releases leave them out, which changes nothing. */
  bell: v.optional(Events),
  push: v.optional(Events),
  /** Hours of the local day without notifications; may span midnight. Null: none. */
  quiet: v.nullable(v.strictObject({ from: Minute, to: Minute })),
  /** IANA name, such as `Europe/Berlin`. */
  zone: v.pipe(v.string(), v.maxLength(64), v.check(isZone, m.notifications_time_zone)),
  /** Days of the week with notifications, 1 = Monday to 7 = Sunday. */
  days: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
    v.minLength(1, m.notifications_one_day),
    v.maxLength(7),
  ),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;
export const NotificationOverview = v.object({
  settings: NotificationSettings,
  /** Whether the member saved these settings. Otherwise they are the defaults of the role, and `zone` is a guess. */
  chosen: v.boolean(),
  /** The address to which notifications are sent. */
  address: v.string(),
  confirmed: v.boolean(),
  /** A mail to the address bounced, so this project sends nothing more there. */
  suppressed: v.boolean(),
  /** Whether this installation can send mail with links. */
  configured: v.boolean(),
  /** Names of the missing variables; only for owners and admins. */
  missing: v.array(v.string()),
});
export type NotificationOverview = v.InferOutput<typeof NotificationOverview>;

/** Reads the caller's notification settings in this project. */
export const readNotifications = route({
  name: "readNotifications",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/notifications",
  who: "member",
  params: inProject,
  reply: NotificationOverview,
});
/** Saves all of the caller's settings. Safe to repeat. */
export const saveNotifications = route({
  name: "saveNotifications",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/notifications",
  who: "member",
  params: inProject,
  body: NotificationSettings,
  reply: NotificationOverview,
});
/** More unread entries than this are not counted: 100 means “99+”. */
export const MOST_UNREAD = 100;
export const BellState = v.object({
  /** Unread entries, up to 100. */
  unread: v.number(),
  /** When the newest entry was made; null without entries. */
  newestAt: v.nullable(Time),
  /** Up to when the caller marked everything as read. */
  readUntil: v.nullable(Time),
  /** Whether the caller's quiet hours are now: then nothing sounds, and nothing is pushed. */
  quiet: v.boolean(),
});
export type BellState = v.InferOutput<typeof BellState>;
export const BellEntry = v.object({
  conversationId: idOf("conversation"),
  event: v.picklist(CONVERSATION_NOTIFICATIONS),
  /** Of the first event that the caller had not read. */
  revision: v.number(),
  at: Time,
  unread: v.boolean(),
  contact: v.object({ id: idOf("contact"), name: v.nullable(v.string()), email: v.nullable(v.string()) }),
  /** The beginning of the newest message or note that it is about, as plain text. */
  excerpt: v.nullable(v.string()),
  /** Of `ruleNotifies`: the rule's name as it was then. */
  title: v.optional(v.string()),
});
export type BellEntry = v.InferOutput<typeof BellEntry>;
/** What the caller is told of that is no conversation. */
export const BellNotice = v.object({
  event: v.picklist(SUBJECT_NOTIFICATIONS),
  /** The id of what it is about. */
  subjectId: v.string(),
  sentence: v.string(),
  /** The page that shows it. */
  path: v.string(),
  at: Time,
  unread: v.boolean(),
});
export type BellNotice = v.InferOutput<typeof BellNotice>;
/** Reads how many entries of the caller's bell are unread. */
export const readBell = route({
  name: "readBell",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/bell",
  who: "member",
  params: inProject,
  reply: BellState,
});
/**
 * The caller's bell, newest first, of the last 30 days. A page may be short, or empty with more to come. `notices`: what is no conversation, of the
 * time that the page covers.
 */
export const listBell = route({
  name: "listBell",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/bell/entries",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(400))) }),
  reply: v.object({ items: v.array(BellEntry), notices: v.array(BellNotice), next: v.nullable(v.string()) }),
});
/** Sets up to when everything in the caller's bell counts as read; an earlier time, or null, takes that back. Safe to repeat. */
export const markBell = route({
  name: "markBell",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/bell",
  who: "member",
  params: inProject,
  body: v.strictObject({ readUntil: v.nullable(Time) }),
  reply: BellState,
});
/** Marks what the caller's bell says of a conversation as read, or as unread again. Safe to repeat. */
export const markBellEntry = route({
  name: "markBellEntry",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/bell/entries/:conversationId",
  who: "member",
  params: { ...inProject, conversationId: idOf("conversation") },
  body: v.strictObject({ read: v.boolean() }),
  reply: BellState,
});
/** Marks a notice of the caller's bell as read, or as unread again. Safe to repeat; one that does not exist changes nothing. */
export const markBellNotice = route({
  name: "markBellNotice",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/bell/notices",
  who: "member",
  params: inProject,
  body: v.strictObject({ event: v.picklist(SUBJECT_NOTIFICATIONS), subjectId: v.pipe(v.string(), v.maxLength(40)), read: v.boolean() }),
  reply: BellState,
});
const Base64url = v.pipe(v.string(), v.regex(/^[\w-]{10,200}$/));
const Endpoint = v.pipe(v.string(), v.maxLength(2000), v.url());
export const PushState = v.object({
  /** The key with which a browser subscribes; null while push is not set up. */
  publicKey: v.nullable(v.string()),
  /** Names of the missing variables; only for owners and admins. */
  missing: v.array(v.string()),
  /** Whether the browser with the given endpoint gets push notifications of this project for the caller. */
  subscribed: v.boolean(),
  /** Whether they name the customer. */
  names: v.boolean(),
});
export type PushState = v.InferOutput<typeof PushState>;
/** Reads whether push is set up, and whether the caller's browser gets it. */
export const readPush = route({
  name: "readPush",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/push",
  who: "member",
  params: inProject,
  query: v.object({ endpoint: v.optional(Endpoint) }),
  reply: PushState,
});
/** Makes the caller's browser get push notifications of this project, until the session, the membership or the subscription ends. Safe to repeat. */
export const subscribePush = route({
  name: "subscribePush",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/push",
  who: "member",
  personOnly: true,
  params: inProject,
  /** As `PushSubscription.toJSON()` has them, and whether the notifications name the customer. */
  body: v.strictObject({ endpoint: Endpoint, p256dh: Base64url, auth: Base64url, names: v.boolean() }),
  reply: PushState,
  errors: ["not_configured"],
});
/** Ends that. Safe to repeat. */
export const unsubscribePush = route({
  name: "unsubscribePush",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/push",
  who: "member",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ endpoint: Endpoint }),
  reply: PushState,
});
/** The path of the notification settings. */
export const notificationsPath = (projectId: string): string => `/projects/${projectId}/settings/notifications`;
