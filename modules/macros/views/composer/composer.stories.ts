// Stories of macros in the composer.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { CLOSE, macro, MACROS, SNOOZE, TAKE, URGENT } from "../macros.fixtures.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T09:41:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const conversation = {
    ...{
      id: CONVERSATION,
      contact,
      status: "open",
      snoozedUntil: null,
      assigneeId: null,
      revision: 0,
      preview: "",
      previewRole: "visitor",
    },
    ...{ previewAutomatic: false, subject: null, createdAt: AT, lastActivityAt: AT, waitingSince: AT, visitorMessages: 1, unread: 0 },
    door: "widget",
  };
  const whole = { ...contact, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: AT, lastPage: null };
  const previewOf = (one: ReturnType<typeof macro>, outcomes: readonly string[]) =>
    answer({ macro: one, steps: outcomes.map((outcome, index) => ({ ...(one.steps as readonly object[])[index], outcome })) });
  const [ask = macro(1, "")] = MACROS;
  const all = macro(5, "Everything at once", { steps: [TAKE, URGENT, SNOOZE, CLOSE] });
  const long = macro(9, `${LONG}`, { text: `${LONG} `.repeat(20), steps: [TAKE, CLOSE] });
  const ready = {
    ...frame(),
    listConversations: answer({ items: [conversation], next: null, head: 0 }),
    openThread: answer({
      ...{ conversation, contact: whole, events: [], before: null, readRevision: 0, customerReadRevision: 0, drafts: [], head: 0 },
    }),
    markRead: answer({ readRevision: 0 }),
    saveDraft: answer({ ok: true }),
    listMacros: answer({ items: MACROS }),
    previewMacro: previewOf(ask, ["changes", "later"]),
    applyMacro: answer({
      ...{ runId: fixtureId("mcr", 1), events: [] },
      steps: [
        { ...TAKE, outcome: "same" },
        { ...SNOOZE, outcome: "later" },
      ],
    }),
  };
  const state = (name: string, act: string, answers: object = {}): ScreenState => ({ name, path, act, answers: { ...ready, ...answers } });
  const OPEN = "click:Apply a macro";
  const PREVIEW = `${OPEN};click:Ask for the order number`;
  const unavailable = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  return [
    state("macros", `${OPEN};see:Thank and close`),
    state("macros, none", `${OPEN};see:There are no macros yet.`, { listMacros: answer({ items: [] }) }),
    state("macros loading", OPEN, { listMacros: "hang" }),
    state("macros error", `${OPEN};see:could not be reached`, { listMacros: unavailable }),
    state("macro preview", `${PREVIEW};see:which order is it about`),
    state("macro preview, every outcome", `${PREVIEW};see:It is so already`, {
      previewMacro: previewOf(all, ["same", "changes", "stale", "impossible"]),
    }),
    state("macro preview loading", PREVIEW, { previewMacro: "hang" }),
    state("macro preview error", `${PREVIEW};see:could not be reached`, { previewMacro: unavailable }),
    state("macro preview offline", `${PREVIEW};see:Check your connection`, { previewMacro: "offline" }),
    state("macro preview long text", `${PREVIEW};see:Internationale`, { previewMacro: previewOf(long, ["changes", "later"]) }),
    state("macro applied", `${PREVIEW};see:which order is it about;click:Apply;see:was applied`),
    state("macro refused", `${PREVIEW};see:which order is it about;click:Apply;see:changed this macro`, {
      applyMacro: refusal(409, "conflict", "Somebody changed this macro meanwhile. Open it again to see how it is now."),
    }),
  ];
}
export const composerStories = /* @__PURE__ */ (() => declare())();
