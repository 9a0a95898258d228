// Wire contract of a member's notification settings. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
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
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];
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
export const NotificationSettings = v.strictObject({
  events: v.strictObject({
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
  }),
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
/** The path of the notification settings. */
export const notificationsPath = (projectId: string): string => `/projects/${projectId}/settings/notifications`;
