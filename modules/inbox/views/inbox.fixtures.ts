// Realistic responses for the stories: one team on one morning. Times are fixed; the tests set the clock to them.
import { fixtureId, ME } from "#dashboard/dashboard.fixtures.ts";
import type { Contact } from "#modules/contacts/contract";
import type { Attachment } from "#modules/files/contract";
import type { AuthorRole, ConversationEvent, ConversationSummary, Message } from "#modules/conversations/contract";
import type { ListPage, ThreadAnswer } from "#modules/live-inbox/views";

const id = <T extends string>(prefix: string, n: number): T => fixtureId(prefix, n) as T;
export const MIA = ME.id as never;
const TOMAS = fixtureId("acc", 2) as never;
export const conversationId = (n: number) => id<ConversationSummary["id"]>("cnv", n);
export const contactId = (n: number) => id<Contact["id"]>("con", n);
/** Minutes before 10:12 UTC of the fixtures' day. */
export const ago = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, 12) - minutes * 60_000).toISOString();

export const row = (
  n: number,
  name: string | null,
  preview: string,
  minutes: number,
  change: Partial<ConversationSummary> = {},
): ConversationSummary => ({
  id: conversationId(n),
  contact: { id: contactId(n), name, email: null, emailVerified: false, state: "active" },
  status: "open",
  snoozedUntil: null,
  assigneeId: null,
  revision: 7,
  preview,
  previewRole: "visitor",
  previewAutomatic: false,
  subject: null,
  createdAt: ago(minutes + 300),
  lastActivityAt: ago(minutes),
  waitingSince: ago(minutes),
  visitorMessages: 3,
  unread: 0,
  door: "widget",
  ...change,
});

const none = { waitingSince: null } as const;
export const rows = (): readonly ConversationSummary[] => [
  row(1, "Amara Okafor", "Thanks! That clears it up. One more thing: can I export conversations as CSV?", 1, {
    unread: 1,
    assigneeId: MIA,
  }),
  row(2, "Jonas Weber", "Thanks! That fixed it. One more thing about the invoice address…", 9, { unread: 2, assigneeId: MIA }),
  row(3, "Li Na", "Getting a 409 when two of us reply at the same time.", 16, {
    previewRole: "assistant",
    ...none,
    door: "email",
    subject: "Conflict on reply",
  }),
  row(4, "Priya Raman", "How do I verify my sending domain?", 23, {
    assigneeId: TOMAS,
    ...none,
    previewRole: "operator",
    previewAuthorId: TOMAS,
  }),
  row(5, "Tomás Álvarez", "Ask billing before answering: the refund is already on its way", 30, { previewRole: "note" }),
  row(6, "Hanna Lindqvist", "Out of office: I will be back on Monday", 37, {
    unread: 1,
    assigneeId: MIA,
    previewAutomatic: true,
    door: "email",
    subject: "Out of office Re: Your invoice for October, and the one for November that we talked about on the phone last week",
    ...none,
  }),
  row(7, "عمر حداد", "هل يمكنكم حذف جميع بياناتي؟", 130),
  row(8, null, "Our help center shows the old logo on the French page", 190, { assigneeId: MIA }),
  row(9, "Noah Fischer", "The invoice for October shows two seats but we only have one operator", 245, {
    door: "email",
    subject: "فاتورة أكتوبر",
  }),
  row(10, "Sara Bianchi", "Thanks! That fixed it.", 310, { assigneeId: TOMAS, ...none, previewRole: "assistant" }),
  row(11, "Yuki Tanaka", "Getting a 409 when two of us reply", 370, { unread: 4 }),
  ...Array.from({ length: 20 }, (_, i) =>
    row(
      20 + i,
      ["Grace Kim", "Ben Osei", "Ana Ruiz", "Ola Berg"][i % 4] ?? "Grace Kim",
      "Could you look at this when you have a moment?",
      400 + i * 45,
    ),
  ),
];
export const counts = (change: object = {}) => ({
  all: 31,
  mine: 12,
  unassigned: 17,
  snoozed: 3,
  closed: 100,
  unread: 4,
  head: 0,
  ...change,
});
export const listOf = (items: readonly ConversationSummary[]): ListPage => ({ items: [...items], next: null, head: 0 });

interface Written {
  readonly kind?: "message" | "note";
  readonly role?: AuthorRole;
  readonly attachments?: Attachment[];
  readonly erased?: boolean;
  readonly automatic?: Message["origin"]["automatic"];
  readonly minutes: number;
}
/** A message or note as an event. */
export function written(
  revision: number,
  content: string,
  { kind = "message", role = "visitor", attachments = [], erased = false, automatic = null, minutes }: Written,
): ConversationEvent {
  const actor = role === "operator" ? { role, id: MIA as string, name: "Mia Sol" } : { role, id: null, name: null };
  const message: Message = {
    id: id("msg", revision),
    conversationId: conversationId(1),
    revision,
    authorRole: role,
    authorId: actor.id,
    authorName: actor.name,
    createdAt: ago(minutes),
    content: erased ? "" : content,
    attachments,
    origin: { door: automatic ? "email" : role === "operator" ? "dashboard" : "widget", automatic },
    erased_at: erased ? ago(0) : null,
    clientId: `00000000-0000-4000-8000-${String(revision).padStart(12, "0")}`,
  };
  const base = { revision, createdAt: ago(minutes), actor };
  return kind === "note" ? { ...base, kind, note: message } : { ...base, kind: "message", message };
}
const happened = (revision: number, minutes: number) => ({
  revision,
  createdAt: ago(minutes),
  actor: { role: "operator" as const, id: MIA as string, name: "Mia Sol" },
});

export const events = (): readonly ConversationEvent[] => [
  written(1, "Hi! The invoice for October shows two seats but we only have one operator since the 3rd. Can you check?", { minutes: 10 }),
  written(
    2,
    "I found your workspace: two memberships were active until 3 October, so the October invoice counts both. Seats removed mid-month are credited on the next invoice.",
    { role: "assistant", minutes: 10 },
  ),
  { ...happened(3, 8), kind: "assigned", assigneeId: MIA, assigneeName: "Mia Sol" },
  written(4, "Credit note was already issued on the 5th, see billing thread. Just need to confirm the amount.", {
    kind: "note",
    role: "operator",
    minutes: 6,
  }),
  written(
    5,
    "You are right, and the credit is already on your account: it will show on the November invoice. I have attached the credit note.",
    { role: "operator", minutes: 3 },
  ),
  written(6, "Thanks! That clears it up.", { minutes: 1 }),
  written(7, "One more thing: can I export conversations as **CSV**?", { minutes: 1 }),
];
export const contact = (change: Partial<Contact> = {}): Contact => ({
  id: contactId(1),
  name: "Amara Okafor",
  email: "amara@northwind.example",
  emailVerified: false,
  identifier: "user_2291",
  metadata: { Plan: "Team", Seats: 2 },
  state: "active",
  createdAt: "2026-03-12T09:00:00.000Z",
  lastSeenAt: ago(1),
  lastPage: { url: "https://www.northwind.example/billing/invoices", title: "Invoices · Billing" },
  visit: {
    browser: "Safari 26",
    system: "macOS",
    language: "en-NG",
    timeZone: "Africa/Lagos",
    referrer: "https://www.search.example/results",
  },
  ...change,
});
export const threadOf = (happened: readonly ConversationEvent[] = events(), change: Partial<ThreadAnswer> = {}): ThreadAnswer => ({
  conversation: {
    ...row(1, "Amara Okafor", "Thanks! That clears it up.", 1, { unread: 1, assigneeId: MIA }),
    revision: happened.at(-1)?.revision ?? 0,
  },
  contact: contact(),
  events: [...happened],
  before: null,
  readRevision: 5,
  customerReadRevision: 5,
  drafts: [],
  head: 0,
  ...change,
});
export const files = (count: number): Attachment[] =>
  Array.from({ length: count }, (_, i) => ({
    id: id("fil", i + 1),
    name: i % 3 === 2 ? `Invoice 2026-${10 + (i % 3)}.pdf` : `Screenshot ${i + 1}.png`,
    type: i % 3 === 2 ? "application/pdf" : "image/png",
    size: 48_200 * (i + 1),
    inline: i % 3 !== 2,
  }));
