// Stories of delegated work: the dialog, and the card in every state.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const DELEGATION = fixtureId("dlg", 1);
const AT = "2026-11-20T10:02:00.000Z";
const LATER = "2026-11-20T10:12:50.000Z";
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const row = {
    ...{ id: CONVERSATION, contact, status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 2, preview: "Where is my order?" },
    ...{ previewRole: "visitor", previewAutomatic: false, subject: null, createdAt: AT, lastActivityAt: AT, waitingSince: AT },
    ...{ visitorMessages: 1, unread: 0, door: "widget" },
  };
  const message = {
    ...{ revision: 1, createdAt: AT, actor: { role: "visitor", id: contact.id, name: "Amara Okafor" }, kind: "message" },
    message: {
      ...{ id: fixtureId("msg", 1), conversationId: CONVERSATION, revision: 1, authorRole: "visitor", authorId: contact.id },
      ...{
        authorName: "Amara Okafor",
        createdAt: AT,
        content: "Where is order 4711 04 22? Write to amara@okafor.example.",
        attachments: [],
      },
      ...{ origin: { door: "widget", automatic: null }, erased_at: null, clientId: "c1" },
    },
  };
  const delegated = {
    ...{ revision: 2, createdAt: AT, actor: { role: "operator", id: ME.id, name: ME.name }, kind: "activity" },
    ...{ name: "delegated", data: { delegationId: DELEGATION, work: "report" } },
  };
  const thread = (events: readonly object[]) =>
    answer({ conversation: row, contact, events, before: null, readRevision: 2, customerReadRevision: 0, drafts: [], head: 0 });
  const work = (more: object = {}) =>
    answer({
      delegation: {
        ...{ id: DELEGATION, conversationId: CONVERSATION, kind: "report", status: "queued", deliveryState: null, accountId: ME.id },
        ...{
          grantId: fixtureId("dgr", 1),
          device: null,
          task: "Look into the logs of order 4711.\n\n--- Customer\nWhere is it?",
          ...{ files: [], reportFiles: [] },
          progress: null,
        },
        ...{
          leaseUntil: null,
          outcome: null,
          report: null,
          effects: [],
          round: 1,
          turns: [],
          createdAt: AT,
          startedAt: null,
          endedAt: null,
        },
        ...more,
      },
    });
  const grant = (n: number, kinds: readonly string[]) => ({
    ...{
      id: fixtureId("dgr", n),
      person: { id: ME.id, name: ME.name },
      kinds,
      jobsPerDay: 20,
      createdAt: AT,
      expiresAt: "2026-12-20T10:02:00.000Z",
    },
    ...{ state: "valid", revoked: null },
    devices: [
      {
        ...{ id: fixtureId("dev", n), name: "Build box", system: "Linux 6.8 x64", version: "0.1.0", state: "idle", pairedAt: AT },
        ...{ lastSeenAt: AT, revoked: null },
      },
    ],
  });
  const file = (n: number, name: string, size: number) => ({
    ...{ id: fixtureId("fil", n), name, size },
    ...{ type: "application/pdf", inline: false },
  });
  const files = [file(1, "invoice.pdf", 84_213), file(2, "packing-list.pdf", 1_204_000)];
  const withFiles = { ...message, message: { ...message.message, attachments: files } };
  const longFile = [file(1, `${LONG.replaceAll(" ", "-").slice(0, 200)}.pdf`, 84_213)];
  const base = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    openThread: thread([message]),
    markRead: answer({ readRevision: 2 }),
    listDeviceGrants: answer({ items: [grant(1, ["report", "reply"])], next: null }),
    delegate: {
      status: 409,
      body: { error: "This conversation is delegated already. Wait for the report, or cancel that work first.", code: "conflict" },
    },
  };
  const open = "press:Control+k;fill:Search=Delegate;press:Enter;see:What leaves";
  const dialog = (name: string, answers: object = {}, act = open): ScreenState => ({
    ...{ name, path, act, answers: { ...base, ...answers } },
  });
  const card = (name: string, more: object, act?: string): ScreenState => ({
    ...{ name, path, answers: { ...base, openThread: thread([message, delegated]), readDelegation: work(more) } },
    ...(act === undefined ? {} : { act }),
  });
  const sentBack = {
    ...{ revision: 4, createdAt: AT, actor: { role: "operator", id: ME.id, name: ME.name }, kind: "activity" },
    ...{ name: "work_sent_back", data: { delegationId: DELEGATION, work: "report", round: 2 } },
  };
  const back = (name: string, more: object, act?: string): ScreenState => ({
    ...{ name, path, answers: { ...base, openThread: thread([message, delegated, sentBack]), readDelegation: work(more) } },
    ...(act === undefined ? {} : { act }),
  });
  const started = { status: "started", device: "Build box", startedAt: AT, leaseUntil: LATER };
  const completed = {
    status: "completed",
    device: "Build box",
    outcome: "done",
    report: "Order 4711 left on Monday.",
    startedAt: AT,
    endedAt: AT,
  };
  const turn = (text: string, answer?: string) => ({
    ...{ turn: 1, round: 1, kind: "question", device: "Build box", outcome: null, text, at: AT },
    answer: answer === undefined ? null : { text: answer, at: AT },
    files: [],
  });
  const sent = (text: string, answer: string) => ({
    ...{ ...turn(text, answer), kind: "report", outcome: "done" },
    files: [{ id: "fil_01hzy3v9k2m4n6p8q0r2s4t6v8", name: "orders.csv", type: "text/csv", size: 5210, inline: false }],
  });
  const asked = (text: string) => ({ device: "Build box", startedAt: AT, turns: [turn(text)] });
  const note = (state: string, kind = "note") => [{ kind, state, revision: state === "done" ? 3 : null }];
  return [
    dialog("delegating"),
    dialog("delegating refused", {}, `${open};fill:What is to be done?=Look into it;click:Delegate;see:delegated already`),
    dialog("delegating nothing", {}, `${open};click:Delegate;see:Say what is to be done`),
    dialog(
      "delegating files",
      { openThread: thread([withFiles]) },
      `${open};click:invoice.pdf;click:packing-list.pdf;see:Files to send along`,
    ),
    dialog("delegating long file name", { openThread: thread([{ ...message, message: { ...message.message, attachments: longFile } }]) }),
    dialog(
      "no computer",
      { listDeviceGrants: answer({ items: [], next: null }) },
      "press:Control+k;fill:Search=Delegate;press:Enter;see:You have no computer here",
    ),
    dialog("delegating fails", { listDeviceGrants: "offline" }, "press:Control+k;fill:Search=Delegate;press:Enter;see:Try again"),
    card("work queued", {}),
    card("work started", { ...started, progress: { text: "Reading the logs of Monday", at: AT } }),
    card("work silent", { ...started, leaseUntil: AT }),
    card("question asked", asked("Which of the two accounts is meant: the one in euros, or the one in pounds?")),
    card("question of a colleague", { ...asked("Which of the two accounts is meant?"), accountId: fixtureId("acc", 9) }),
    {
      ...card(
        "question answered",
        asked("Which of the two accounts is meant?"),
        "fill:Your answer=The one in euros.;click:Answer;see:The work goes on",
      ),
      answers: {
        ...base,
        openThread: thread([message, delegated]),
        readDelegation: work(asked("Which of the two?")),
        answerQuestion: "hang",
      },
    },
    {
      ...card("answer refused", asked("Which?"), "fill:Your answer=The one in euros.;click:Answer;see:This work has ended already"),
      answers: {
        ...{ ...base, openThread: thread([message, delegated]), readDelegation: work(asked("Which of the two?")) },
        answerQuestion: refusal(409, "conflict", "This work has ended already."),
      },
    },
    card("answer missing", asked("Which of the two accounts is meant?"), "click:Answer;see:Write an answer"),
    card("work after an answer", { ...started, turns: [turn("Which of the two?", "The one in euros.")] }, "click:Questions and answers"),
    card("cancelled while it waited", { ...asked("Which of the two?"), status: "cancelled", endedAt: AT }),
    card("question long text", { ...asked(LONG), device: LONG, turns: [turn(LONG, LONG), { ...turn(LONG), turn: 2 }] }),
    {
      ...card("sending back", { ...completed, effects: note("done") }, "click:Send the report back…;see:What should be looked at again?"),
    },
    card(
      "sending back nothing",
      { ...completed, effects: note("done") },
      "click:Send the report back…;click:Send back;see:Say what should be",
    ),
    {
      ...card(
        "sending back refused",
        { ...completed, effects: note("done") },
        "click:Send the report back…;fill:What should be looked at again?=Look also at the mails.;click:Send back;see:delegated already",
      ),
      answers: {
        ...{ ...base, openThread: thread([message, delegated]), readDelegation: work({ ...completed, effects: note("done") }) },
        sendBackReport: refusal(409, "conflict", "This conversation is delegated already. Wait for the report, or cancel that work first."),
      },
    },
    back("report sent back", { round: 2, turns: [sent("Order 4711 left on Monday.", "Look also at the mails.")] }),
    back("second report", {
      ...completed,
      round: 2,
      effects: note("done"),
      turns: [sent("It left on Monday.", "Look also at the mails.")],
    }),
    back(
      "sent back long text",
      { round: 2, device: LONG, turns: [{ ...sent(LONG, LONG), device: LONG }] },
      "click:The report that was sent back",
    ),
    card("cancel started work", started, "click:Cancel work;see:Cancel this work?"),
    card("work reported", { ...completed, effects: note("done") }),
    card("work failed", { ...completed, outcome: "failed", effects: note("done") }),
    card("report being added", { ...completed, effects: note("pending") }),
    card("reply waits", { ...completed, kind: "reply", deliveryState: "review", effects: note("needs_review", "reply") }),
    card("report blocked", { ...completed, deliveryState: "authorization_lost", effects: note("blocked") }),
    card("report with files blocked", {
      ...completed,
      ...{ deliveryState: "authorization_lost", effects: note("blocked"), files: [file(1, "invoice.pdf", 84_213)] },
      reportFiles: [file(2, "lines.csv", 2048)],
    }),
    card("authority revoked", { ...started, status: "revoked", deliveryState: "authority_revoked", endedAt: AT }),
    card("access ended", { ...started, status: "revoked", deliveryState: "membership_lost", endedAt: AT }),
    card("work cancelled", { status: "cancelled", endedAt: AT }),
    card("running work cancelled", { ...started, status: "cancelled", deliveryState: "authority_revoked", endedAt: AT }),
    card("delegated work long text", { ...started, device: LONG, progress: { text: LONG, at: AT } }),
    {
      ...card("delegated work refused", {}),
      answers: { ...base, openThread: thread([message, delegated]), readDelegation: refusal(404, "not_found", "Not found.") },
    },
  ];
}
export const delegatedStories = /* @__PURE__ */ (() => declare())();
