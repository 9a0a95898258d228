// Stories of replies that wait to be sent, or came back.
import { answer as ok, fixtureId, frame, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { ago, conversationId, counts, events, listOf, rows, threadOf } from "../inbox.fixtures.ts";

function declare(): readonly ScreenState[] {
  const thread = `/projects/${PROJECT_ID}/inbox/all/${conversationId(1)}`;
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
  const type = "fill:Reply to Amara=Yes: Settings, then Export.";
  const open = {
    ...frame(),
    listConversations: ok(listOf(rows())),
    countConversations: ok(counts()),
    markRead: ok({ readRevision: 7 }),
    saveDraft: ok({ ok: true }),
    openThread: ok(threadOf()),
    readPendingReplies: ok({ own: null, scheduled: null, others: [] }),
  };
  const draft = { kind: "reply" as const, content: "Yes: Settings, then **Export**.", attachments: [], updatedAt: ago(1) };
  const back = (state: string, frontier: number) => ({
    ...{
      clientId: "00000000-0000-4000-8000-000000000099",
      state,
      content: "",
      attachments: [],
      close: true,
      frontier,
      createdAt: ago(1),
      dueIn: 0,
    },
  });
  const holding = {
    ...open,
    readWritingSettings: ok({ sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 10 }),
    holdReply: { status: 201, body: { pending: { ...back("waiting", 7), content: "Yes", dueIn: 10_000 } } },
    undoReply: ok({ ok: true }),
    sendPendingReply: "hang" as const,
  };
  return [
    { name: "held", path: thread, act: `${type};click:Send;see:Sends in`, answers: holding },
    { name: "held long text", path: thread, act: `fill:Reply to Amara=${LONG.repeat(2)};click:Send;see:Sends in`, answers: holding },
    { name: "taken back", path: thread, act: `${type};click:More ways to send;click:Send and close;click:Undo`, answers: holding },
    {
      name: "came back stale",
      path: thread,
      answers: {
        ...open,
        openThread: ok(threadOf(events(), { drafts: [draft] })),
        readPendingReplies: ok({ own: back("stale", 6), scheduled: null, others: [] }),
      },
    },
    {
      name: "came back refused",
      path: thread,
      answers: {
        ...open,
        openThread: ok(threadOf(events(), { drafts: [draft] })),
        readPendingReplies: ok({ own: back("refused", 7), scheduled: null, others: [] }),
      },
    },
    {
      name: "scheduled",
      path: thread,
      answers: {
        ...open,
        readPendingReplies: ok({
          own: null,
          scheduled: { ...back("waiting", 7), content: "Yes: Settings, then **Export**.", dueIn: 9_000_000, sendAt: ago(-150) },
          others: [{ accountId: fixtureId("acc", 2), dueIn: 9_000_000, sendAt: ago(-150) }],
        }),
      },
    },
    { name: "scheduling", path: thread, act: `${type};click:More ways to send;click:Send later…;see:Schedule`, answers: holding },
    ...(
      [
        [
          "scheduled replies",
          ok({
            items: rows()
              .slice(0, 3)
              .map((conversation, i) => ({ conversation, content: i === 1 ? "" : LONG, files: i, sendAt: ago(-150 - 600_000 * i) })),
          }),
        ],
        ["no scheduled replies", ok({ items: [] })],
        [
          "scheduled replies error",
          { status: 503, body: { error: "The replies could not be read. Try again in a moment.", code: "unavailable" } },
        ],
      ] as const
    ).map(([name, listScheduledReplies]) => ({
      ...{
        name,
        path: thread,
        act: `click:More ways to send;click:Scheduled replies;see:${name.endsWith("error") ? "could not be read" : "wait for their time"}`,
      },
      answers: { ...open, listScheduledReplies },
    })),
    {
      name: "scheduled long text",
      path: thread,
      answers: {
        ...open,
        readPendingReplies: ok({
          own: null,
          scheduled: { ...back("waiting", 7), content: LONG.repeat(2), dueIn: 9_000_000, sendAt: ago(-150) },
          others: [],
        }),
      },
    },
    {
      name: "others are sending",
      path: thread,
      answers: {
        ...open,
        readPendingReplies: ok({ own: null, scheduled: null, others: [{ accountId: fixtureId("acc", 2), dueIn: 9000 }] }),
      },
    },
  ];
}
export const heldStates = /* @__PURE__ */ (() => declare())();
