// Stories of the erasure states on a contact's page, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONTACT = fixtureId("con", 1);
const NOBODY = { name: null, email: null, emailVerified: false, identifier: null, metadata: {}, lastSeenAt: null, lastPage: null };
const contact = (change: object = {}) =>
  answer({
    contact: {
      id: CONTACT,
      name: "Amara Okafor",
      email: "amara@northwind.example",
      emailVerified: true,
      identifier: "user_2291",
      metadata: { Plan: "Team" },
      state: "active",
      createdAt: "2026-03-12T09:00:00.000Z",
      lastSeenAt: "2026-11-20T10:02:00.000Z",
      lastPage: null,
      ...change,
    },
  });
const STARTED = "2026-11-20T10:11:58.000Z";
const erasure = (change: object = {}) =>
  answer({
    status: "state" in change && change.state === "erased" ? "done" : "running",
    erasure: {
      contactId: CONTACT,
      state: "erasing",
      startedAt: STARTED,
      finishedAt: null,
      erasedBy: "Olga Petrova",
      removed: { facts: 4, sessions: 2, messages: 200 },
      progress: { done: 3, of: 10 },
      ...change,
    },
  });
const finished = (change: object = {}) =>
  erasure({
    state: "erased",
    finishedAt: "2026-11-20T10:12:04.000Z",
    removed: {
      ...{ facts: 4, sessions: 2, conversations: 3, messages: 250, notes: 1, attachments: 12, drafts: 1, mails: 3 },
      ...{ elsewhere: 2, knowledge: 1, searches: 6, comments: 1, questions: 1 },
    },
    progress: { done: 10, of: 10 },
    ...change,
  });

// One function, so that a build without stories drops all of this.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/contacts/${CONTACT}`;
  const read = (role: "owner" | "operator", change?: object) => ({
    ...frame(role),
    listConversations: answer({ items: [], next: null, head: 0 }),
    readContact: contact(change),
  });
  const found = (erases: object) => ({ previewErasure: answer({ erases, receivers: ["email", "embeddings", "models"] }) });
  const FOUND = { conversations: 3, texts: 251, attachments: 12, mails: 3, elsewhere: 2, elsewhereIn: 1, knowledge: 1, sessions: 2 };
  const active = { ...read("owner"), ...found(FOUND) };
  const gone = (state: "erasing" | "erased", role: "owner" | "operator" = "owner") => read(role, { ...NOBODY, state });
  const asks = "click:Erase personal data…";
  const typed = `${asks};fill:Type “ERASE” to confirm=ERASE`;
  const pressed = `${typed};click:Erase personal data`;
  return [
    { name: "asks", path, answers: active, act: asks },
    { name: "asks, still counting", path, answers: { ...active, previewErasure: "hang" }, act: asks },
    {
      name: "asks, not counted",
      path,
      answers: { ...active, previewErasure: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
      act: asks,
    },
    { name: "asks, nothing found", path, answers: { ...active, ...found({}) }, act: asks },
    {
      name: "asks, very much found",
      path,
      answers: {
        ...active,
        ...found({
          ...{ conversations: 1001, texts: 1001, attachments: 1001, mails: 1001, elsewhere: 1001, elsewhereIn: 640, knowledge: 12 },
          ...{ searches: 1001, comments: 4, questions: 31, sessions: 1001 },
        }),
      },
      act: asks,
    },
    { name: "asks, no services", path, answers: { ...active, previewErasure: answer({ erases: FOUND, receivers: [] }) }, act: asks },
    { name: "delete asks", path, answers: active, act: "click:Delete" },
    { name: "erases instead of deleting", path, answers: active, act: "click:Delete;click:Erase instead…" },
    { name: "delete asks an operator", path, answers: read("operator"), act: "click:Delete" },
    { name: "typed wrongly", path, answers: active, act: `${asks};fill:Type “ERASE” to confirm=erase` },
    { name: "typed", path, answers: active, act: typed },
    { name: "asks for somebody hidden", path, answers: { ...read("owner", { state: "hidden" }), ...found(FOUND) }, act: asks },
    { name: "long name", path, answers: { ...read("owner", { name: LONG }), ...found(FOUND) }, act: asks },
    { name: "on its way", path, answers: { ...active, eraseContact: "hang" }, act: pressed },
    {
      name: "refused",
      path,
      answers: { ...active, eraseContact: refusal(403, "forbidden", "Your role does not allow this.") },
      act: pressed,
    },
    { name: "offline", path, answers: { ...active, eraseContact: "offline" }, act: pressed },
    { name: "operator", path, answers: read("operator") },
    { name: "erasing", path, answers: { ...gone("erasing"), readErasure: erasure() } },
    { name: "erasing for long", path, answers: { ...gone("erasing"), readErasure: erasure({ startedAt: "2026-11-20T10:02:00.000Z" }) } },
    {
      name: "progress not known",
      path,
      answers: {
        ...gone("erasing"),
        readErasure: refusal(503, "unavailable", "The database could not be reached. Try again in a moment."),
      },
    },
    { name: "erasing, for an operator", path, answers: gone("erasing", "operator") },
    { name: "erased", path, answers: { ...gone("erased"), readErasure: finished(), ...found({}) } },
    {
      name: "erased, nothing was stored",
      path,
      answers: { ...gone("erased"), readErasure: finished({ removed: {}, erasedBy: null }), ...found({}) },
    },
    { name: "erased, for an operator", path, answers: gone("erased", "operator") },
  ];
}

export const erasureStories = /* @__PURE__ */ (() => declare())();
