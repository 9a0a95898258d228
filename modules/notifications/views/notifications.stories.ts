// Stories of the notification settings.
import { answer, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { NotificationOverview, NotificationSettings } from "../contract.ts";

const EVENTS: NotificationSettings["events"] = {
  newUnassigned: true,
  replyToMine: true,
  replyUnassigned: false,
  assignedToMe: true,
  mineNotDelivered: true,
  monitored: true,
  replyToFollowed: true,
  noteInFollowed: true,
  mentioned: true,
  issueResolved: true,
  workAsks: true,
  assistantWorse: true,
  badRating: true,
  targetNear: true,
  replyReturned: true,
  ruleNotifies: true,
  webhookStopped: true,
  targetMissed: true,
};
const SETTINGS: NotificationSettings = {
  events: EVENTS,
  bell: { ...EVENTS, replyUnassigned: true },
  push: { ...EVENTS, newUnassigned: false },
  quiet: { from: 1320, to: 420 },
  zone: "Europe/Berlin",
  days: [1, 2, 3, 4, 5],
};
const overview = (change: Partial<NotificationOverview> = {}) =>
  answer({
    settings: SETTINGS,
    chosen: true,
    address: ME.email,
    confirmed: true,
    suppressed: false,
    configured: true,
    missing: [],
    ...change,
  } satisfies NotificationOverview);

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const push = answer({ publicKey: `B${"A".repeat(86)}`, missing: [], subscribed: true, names: false });
  const path = `/projects/${PROJECT_ID}/settings/notifications`;
  const at = (name: string, change: Partial<NotificationOverview>, role: "owner" | "operator" = "owner"): ScreenState => ({
    name,
    path,
    answers: { ...frame(role), readPush: push, readNotifications: overview(change) },
  });
  const ready = { ...frame("operator"), readPush: push, readNotifications: overview() };
  const missing = ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM", "APP_ORIGIN"];
  const change = "click:Customer message in an unassigned conversation Email";
  return [
    { name: "chosen", path, answers: ready },
    at("nothing chosen yet", { chosen: false, settings: { ...SETTINGS, quiet: null, zone: "UTC", days: [1, 2, 3, 4, 5, 6, 7] } }),
    at("mail is not configured, operator", { configured: false }, "operator"),
    at("address not confirmed", { confirmed: false }, "operator"),
    at("everything at once", { configured: false, missing, confirmed: false, suppressed: true }),
    { name: "no day", path, answers: ready, act: "click:Monday;click:Tuesday;click:Wednesday;click:Thursday;click:Friday" },
    {
      name: "saved",
      path,
      answers: {
        ...ready,
        saveNotifications: overview({ settings: { ...SETTINGS, events: { ...SETTINGS.events, replyUnassigned: true } } }),
      },
      act: `${change};click:Save`,
    },
    {
      name: "not saved",
      path,
      answers: { ...ready, saveNotifications: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
      act: `${change};click:Save`,
    },
    { name: "loading", path, answers: { ...frame(), readNotifications: "hang" } },
    {
      name: "not read",
      path,
      answers: { ...frame(), readNotifications: refusal(503, "unavailable", "The database could not be reached.") },
    },
    {
      name: "not a member any more",
      path,
      answers: { ...frame(), readNotifications: refusal(404, "not_found", "There is nothing here.") },
    },
    {
      name: "long text",
      path,
      answers: {
        ...frame("owner", LONG),
        readPush: answer({
          publicKey: null,
          missing: ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
          subscribed: false,
          names: false,
        }),
        readNotifications: overview({ address: `${"person.".repeat(7)}de@${"sub.".repeat(30)}acme.example`, confirmed: false }),
      },
    },
  ];
}

export const notificationStates = /* @__PURE__ */ (() => declare())();
