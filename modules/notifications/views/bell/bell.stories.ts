// Stories of the open bell, over an empty inbox.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ConversationNotification } from "../../contract.ts";

const AT = "2026-11-20T10:02:00.000Z";
const bell = (unread: number) => answer({ unread, newestAt: AT, readUntil: null, quiet: false });
const entry = (n: number, event: ConversationNotification, name: string | null, excerpt: string | null, unread = true) => ({
  ...{ conversationId: fixtureId("cnv", n), event, revision: n, at: AT, unread, excerpt },
  contact: { id: fixtureId("con", n), name, email: null },
});
const ITEMS = [
  entry(1, "mentioned", "Amara Okafor", "@Mia can you look at the invoice?"),
  entry(2, "replyToMine", "Jonas Weber", "That worked, thank you!"),
  entry(3, "assignedToMe", "Amara Okafor", null),
  entry(4, "newUnassigned", null, "Hello, is anybody there?", false),
  entry(5, "mineNotDelivered", "Li Wei", null, false),
];

const NOTICES = [
  {
    ...{ event: "assistantWorse", subjectId: fixtureId("rgr", 1), sentence: "The assistant got worse in a regression run" },
    ...{ path: `/projects/${PROJECT_ID}/assistant/regressions#${fixtureId("rgr", 1)}`, at: "2026-11-20T09:58:00.000Z", unread: true },
  },
];
// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/closed`;
  const answers = {
    ...frame(),
    listConversations: answer({ items: [], next: null, head: 0 }),
    countConversations: answer({ all: 0, mine: 0, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    // Asked by an empty inbox.
    readWidgetSettings: "hang" as const,
    readBell: bell(3),
    listBell: answer({ items: ITEMS, notices: NOTICES, next: null }),
  };
  const at = (name: string, more: ScreenState["answers"] = {}, act = ""): ScreenState => ({
    ...{ name, path, answers: { ...answers, ...more } },
    act: `click:Notifications${act}`,
  });
  const long = `${LONG} ${LONG} ${"x".repeat(120)}`;
  return [
    at("filled"),
    at("more", { readBell: bell(100), listBell: answer({ items: ITEMS, notices: NOTICES, next: "more" }) }),
    at("empty", {
      readBell: answer({ unread: 0, newestAt: null, readUntil: null, quiet: false }),
      listBell: answer({ items: [], notices: [], next: null }),
    }),
    at("loading", { listBell: "hang" }),
    at("not read", { listBell: refusal(503, "unavailable", "The database could not be reached.") }),
    at("offline", { listBell: "offline" }),
    at("marked", { markBell: bell(0) }, ";click:Mark all as read"),
    at("not marked", { markBell: refusal(503, "unavailable", "Try again in a moment.") }, ";click:Mark all as read"),
    at("long text", {
      listBell: answer({
        items: [entry(1, "mentioned", long, long), entry(2, "replyToMine", "رنا الخطيب", long)],
        notices: [],
        next: null,
      }),
    }),
  ];
}
export const bellStates = /* @__PURE__ */ (() => declare())();
