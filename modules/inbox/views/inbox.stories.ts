// Stories of the inbox, each with the responses that produce it.
import { answer, fixtureId, frame, members, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { ago, contact, conversationId, counts, events, files, listOf, MIA, row, rows, written, threadOf } from "./inbox.fixtures.ts";

const ok = answer;
const refused = (status: number, code: string, error: string, more: object = {}) => ({ status, body: { error, code, ...more } });

// One function, so that production builds can drop everything in it.
function declare(): Record<"inbox" | "details", readonly ScreenState[]> {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const thread = `${list}/${conversationId(1)}`;
  const seen = {
    ...frame(),
    listConversations: ok(listOf(rows())),
    countConversations: ok(counts()),
    markRead: ok({ readRevision: 7 }),
    saveDraft: ok({ ok: true }),
    readWritingSettings: ok({ sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 0 }),
    readPendingReplies: ok({ own: null, scheduled: null, others: [] }),
    // Conversations with mail; their mail screens have stories in the email module.
    readMails: ok({ answersTo: "amara@northwind.example", proved: true, missing: [], others: [], items: [] }),
  };
  const nothingEver = {
    ...seen,
    listConversations: ok(listOf([])),
    countConversations: ok({ all: 0, mine: 0, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
  };
  const widget = (seenAt: string | null) =>
    ok({
      ...{ key: "pk_acme", websiteOrigin: "https://www.acme.example", onColor: "#ffffff", snippet: "", hasIdentitySecret: false, seenAt },
      look: { color: "#2f5fd0", title: "Acme", greeting: "Hi!", side: "right", launcher: "chat", theme: "auto", offset: 20 },
    });
  const steps = (...done: string[]) =>
    ok({ items: ["inbox", "member", "mail", "article"].map((name) => ({ name, done: done.includes(name) })), hidden: false });
  const open = { ...seen, openThread: ok(threadOf()) };
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
  const moved = written(8, "Wait, forget the CSV: I need it as JSON.", { minutes: 0 });
  const handled = {
    status: 201,
    body: {
      event: written(8, "Yes: Settings, then Export.", { role: "operator", minutes: 0 }),
      conversation: { ...rows()[0], revision: 8 },
      repeated: false,
    },
  };
  const longTeam = ok({
    project: { id: PROJECT_ID, name: "Acme", slug: "acme", role: "owner", createdAt: ago(9000) },
    members: members("owner").map((member) => ({ ...member, name: `${member.name} ${LONG}`.slice(0, 120), email: `x.${member.email}` })),
  });
  const mentioning = written(9, "@Tomás Álvarez could you look at the invoice?", { role: "operator", minutes: 0 });
  const noteOf = () => ({
    ...("message" in mentioning ? mentioning.message : ({} as never)),
    mentions: [fixtureId("acc", 2) as never, MIA, fixtureId("acc", 99) as never],
  });
  const type = "fill:Reply to Amara=Yes: Settings, then Export.";
  const inbox: readonly ScreenState[] = [
    { name: "list", path: list, answers: seen },
    { name: "thread", path: thread, answers: open },
    { name: "loading", path: list, answers: { ...seen, listConversations: "hang", countConversations: "hang" } },
    { name: "thread loading", path: thread, answers: { ...seen, openThread: "hang" } },
    {
      name: "all caught up",
      path: list,
      answers: {
        ...seen,
        listConversations: ok(listOf([])),
        countConversations: ok(counts({ all: 0, mine: 0, unassigned: 0, unread: 0 })),
        ...{ readWidgetSettings: widget(ago(3)), readNextSteps: steps("inbox", "member", "mail", "article") },
      },
    },
    {
      name: "nothing ever",
      path: list,
      answers: { ...nothingEver, readWidgetSettings: widget(null) },
    },
    {
      name: "connected, nothing yet",
      path: list,
      answers: { ...nothingEver, readWidgetSettings: widget(ago(3)), readNextSteps: steps("member") },
    },
    {
      name: "caught up, steps left",
      path: list,
      answers: {
        ...seen,
        listConversations: ok(listOf([])),
        countConversations: ok(counts({ all: 0, mine: 0, unassigned: 0, unread: 0 })),
        ...{ readWidgetSettings: widget(ago(3)), readNextSteps: steps("inbox", "member", "mail") },
      },
    },
    {
      name: "nothing of mine",
      path: `/projects/${PROJECT_ID}/inbox/mine`,
      answers: { ...seen, listConversations: ok(listOf([])), countConversations: ok(counts({ mine: 0 })) },
    },
    {
      name: "error",
      path: list,
      answers: { ...seen, listConversations: refused(500, "unavailable", "The conversations could not be read. Try again in a moment.") },
    },
    {
      name: "thread not found",
      path: thread,
      answers: { ...seen, openThread: refused(404, "not_found", "There is no such conversation in this project.") },
    },
    {
      name: "no permission",
      path: thread,
      answers: { ...seen, openThread: refused(403, "forbidden", "You are no longer a member of this project.") },
    },
    { name: "offline", path: list, answers: { listConversations: "offline", countConversations: "offline" } },
    {
      name: "long text",
      path: thread,
      answers: {
        ...open,
        listConversations: ok(listOf([row(1, LONG, LONG, 1, { unread: 100 }), ...rows().slice(1)])),
        openThread: ok(
          threadOf([written(1, LONG, { minutes: 10 }), written(2, LONG, { role: "operator", minutes: 3 })], {
            contact: contact({ name: LONG.slice(0, 120), metadata: { [LONG.slice(0, 64)]: LONG } }),
          }),
        ),
      },
    },
    {
      name: "right to left",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf([
            written(1, "هل يمكنكم حذف جميع بياناتي؟ (رقم 42)", { minutes: 10 }),
            written(2, "نعم، بالطبع!", { role: "operator", minutes: 3 }),
          ]),
        ),
      },
    },
    {
      name: "stale frontier",
      path: thread,
      act: `${type};click:Send`,
      answers: {
        ...open,
        replyToConversation: refused(409, "stale_frontier", "The conversation has moved on.", { revision: 8, events: [moved] }),
      },
    },
    { name: "too long", path: thread, act: `fill:Reply to Amara=${"x".repeat(16_020)};click:Send`, answers: open },
    {
      name: "failed send",
      path: thread,
      act: `${type};click:Send`,
      answers: { ...open, replyToConversation: { status: 503, body: { error: "Out of order.", code: "unavailable" } } },
    },
    { name: "sending", path: thread, act: `${type};click:Send`, answers: { ...open, replyToConversation: "hang" } },
    { name: "sent", path: thread, act: `${type};click:Send`, answers: { ...open, replyToConversation: handled } },
    { name: "note", path: thread, act: "click:Note", answers: open },
    { name: "mention", path: thread, act: "click:Note;press:@;see:Tomás Álvarez", answers: open },
    { name: "mention long text", path: thread, act: "click:Note;press:@;see:Tomás Álvarez", answers: { ...open, readProject: longTeam } },
    {
      name: "mentioned",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf([
            ...events(),
            {
              ...{ revision: 9, createdAt: ago(0), actor: { role: "operator", id: MIA, name: "Mia Sol" }, kind: "note" },
              note: noteOf(),
            },
          ]),
        ),
      },
    },
    { name: "ways to send", path: thread, act: "click:More ways to send", answers: open },
    {
      name: "signature",
      path: thread,
      act: "click:Note;click:Reply;see:support team",
      answers: {
        ...open,
        // Read already: marking it as read would take over the list's row, which came by the widget.
        openThread: ok({ ...threadOf(), readRevision: 99, conversation: { ...threadOf().conversation, unread: 0, door: "email" } }),
        readMails: "hang",
        readWritingSettings: ok({
          sendKey: "enter",
          afterHandling: "next",
          signature: "Mia Sol\nThe **Acme** support team",
          undoSeconds: 10,
        }),
      },
    },
    {
      name: "draft restored",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf(events(), {
            drafts: [{ kind: "reply", content: "Yes: Settings, then **Export**.", attachments: files(2), updatedAt: ago(1) }],
          }),
        ),
      },
    },
    {
      name: "erased",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf(
            [
              written(1, "", { erased: true, minutes: 10 }),
              written(2, "", { role: "operator", erased: true, minutes: 3 }),
              { revision: 3, createdAt: ago(0), actor: { role: "operator", id: MIA, name: "Mia Sol" }, kind: "erased" },
            ],
            { contact: contact({ name: null, email: null, identifier: null, metadata: {}, state: "erased", lastPage: null, visit: {} }) },
          ),
        ),
      },
    },
    {
      name: "erased while somebody wrote",
      path: thread,
      act: `${type};click:Send`,
      answers: { ...open, replyToConversation: refused(409, "conflict", "This contact’s personal data was erased.", { erased: true }) },
    },
    {
      name: "blocked contact",
      path: thread,
      answers: { ...open, openThread: ok(threadOf(events(), { contact: contact({ state: "hidden" }) })) },
    },
    {
      name: "snoozed",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf(
            [
              ...events(),
              {
                revision: 8,
                createdAt: ago(0),
                actor: { role: "operator", id: MIA, name: "Mia Sol" },
                kind: "status",
                status: "snoozed",
                until: "2026-11-23T09:00:00.000Z",
              },
            ],
            {
              conversation: row(1, "Amara Okafor", "Thanks!", 1, {
                status: "snoozed",
                snoozedUntil: "2026-11-23T09:00:00.000Z",
                revision: 8,
              }),
            },
          ),
        ),
      },
    },
    {
      name: "closed",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf(
            [
              ...events(),
              {
                revision: 8,
                createdAt: ago(0),
                actor: { role: "operator", id: MIA, name: "Mia Sol" },
                kind: "status",
                status: "closed",
                until: null,
              },
            ],
            { conversation: row(1, "Amara Okafor", "Thanks!", 1, { status: "closed", revision: 8 }) },
          ),
        ),
      },
    },
    {
      name: "automatic mail",
      path: thread,
      act: "click:Automatic",
      answers: {
        ...open,
        openThread: ok(
          threadOf([
            written(1, "I am out of the office until Monday and will answer then.", {
              minutes: 10,
              automatic: {
                reasons: [
                  { rule: "auto-submitted", evidence: "Auto-Submitted: auto-replied" },
                  { rule: "subject-prefix", evidence: "Subject: Out of office" },
                ],
              },
            }),
            {
              revision: 2,
              createdAt: ago(9),
              actor: { role: "system", id: null, name: null },
              kind: "ai_skipped",
              reason: "machine-made mail is never answered",
            },
          ]),
        ),
      },
    },
    {
      name: "many attachments",
      path: thread,
      answers: {
        ...open,
        openThread: ok(
          threadOf([
            written(1, "Here is everything.", { minutes: 10, attachments: files(10) }),
            written(2, "", { role: "operator", minutes: 3, attachments: files(1) }),
          ]),
        ),
      },
    },
    { name: "snooze menu", path: thread, act: "click:Snooze", answers: open },
    {
      name: "snooze in words that name no time",
      path: thread,
      act: "click:Snooze;click:Pick date and time…;fill:When=when it snows;press:Enter;see:That names no time",
      answers: open,
    },
    { name: "handover", path: thread, act: "click:Assign;click:Assign with a note…", answers: open },
  ];
  const details: readonly ScreenState[] = [
    { name: "details", path: `${thread}/details`, answers: open },
    { name: "details loading", path: `${thread}/details`, answers: { ...seen, openThread: "hang" } },
    {
      name: "details of an erased contact",
      path: `${thread}/details`,
      answers: {
        ...open,
        openThread: ok(
          threadOf(events(), {
            contact: contact({ name: null, email: null, identifier: null, metadata: {}, state: "erased", lastPage: null, visit: {} }),
          }),
        ),
      },
    },
  ];
  return { inbox, details };
}

export const inboxStates = /* @__PURE__ */ (() => declare().inbox)();
export const detailsStates = /* @__PURE__ */ (() => declare().details)();
