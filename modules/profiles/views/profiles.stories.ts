// Stories of profiles: the settings page, and the panel on the contact's page.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Profile, ProfileSettings, Statement } from "../contract.ts";

const UNAVAILABLE = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
const NO_MODEL = "No model is chosen for this. An owner can choose one in the settings under AI models.";

// Functions, so that production builds can drop everything in them.
function declareSettings(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/profiles`;
  const settings = (change: Partial<ProfileSettings> = {}) =>
    answer({ on: true, obstacle: null, model: "openai/gpt-5-mini", profiles: 340, deletion: null, ...change });
  const shows = (change: Partial<ProfileSettings> = {}) => ({ ...frame(), readProfileSettings: settings(change) });
  const off = { ...shows({ on: false }), switchProfiles: settings({ on: false }) };
  const running = { state: "running" as const, finishedAt: null, profiles: 120, statements: 900, of: 340 };
  return [
    { name: "on", path, answers: shows() },
    { name: "off", path, answers: shows({ on: false, profiles: 0 }) },
    { name: "off with profiles", path, answers: off },
    { name: "not configured", path, answers: shows({ on: false, profiles: 0, model: null, obstacle: NO_MODEL }) },
    {
      name: "switched off, offers to delete",
      path,
      answers: { ...shows(), switchProfiles: settings({ on: false }) },
      act: "click:Keep profiles",
    },
    {
      name: "switch refused",
      path,
      answers: {
        ...shows({ on: false }),
        switchProfiles: refusal(409, "conflict", "All profiles are being deleted. Switch them on when that’s done."),
      },
      act: "click:Keep profiles",
    },
    { name: "asks to delete", path, answers: off, act: "click:Delete all profiles…;fill:Type “DELETE” to confirm=DELETE" },
    { name: "deleting", path, answers: shows({ on: false, profiles: 220, deletion: running }) },
    { name: "deleting very many", path, answers: shows({ on: false, profiles: 1001, deletion: { ...running, of: 1001 } }) },
    {
      name: "deleted",
      path,
      answers: shows({
        on: false,
        profiles: 0,
        deletion: { state: "done", finishedAt: "2026-11-20T10:12:04.000Z", profiles: 1340, statements: 9210, of: 1001 },
      }),
    },
    { name: "loading", path, answers: { ...frame(), readProfileSettings: "hang" } },
    { name: "error", path, answers: { ...frame(), readProfileSettings: UNAVAILABLE } },
    { name: "offline", path, answers: { ...frame(), readProfileSettings: "offline" } },
    { name: "no permission", path, answers: frame("operator") },
    {
      name: "long text",
      path,
      answers: {
        ...shows({ model: `own/${"a-model-with-a-very-long-name-".repeat(6)}` }),
        ...frame("owner", LONG),
        readProfileSettings: settings({ model: `own/${"a-model-with-a-very-long-name-".repeat(6)}` }),
      },
    },
  ];
}

function declarePanel(): readonly ScreenState[] {
  const contactId = fixtureId("con", 1);
  const path = `/projects/${PROJECT_ID}/contacts/${contactId}`;
  const page = (role: "owner" | "operator" = "operator") => ({
    ...frame(role),
    listConversations: answer({ items: [], next: null, head: 0 }),
    readContact: answer({
      contact: {
        id: contactId,
        name: "Amara Okafor",
        email: "amara@northwind.example",
        emailVerified: true,
        identifier: "user_2291",
        metadata: { Plan: "Team" },
        state: "active",
        createdAt: "2026-03-12T09:00:00.000Z",
        lastSeenAt: "2026-11-20T10:02:00.000Z",
        lastPage: null,
      },
    }),
    readProfileState: answer({ on: true, any: true }),
  });
  const statement = (number: number, text: string, more: Partial<Statement> = {}): Statement => ({
    id: fixtureId("pst", number) as Statement["id"],
    kind: "setup",
    text,
    source: {
      messageId: fixtureId("msg", number) as never,
      conversationId: fixtureId("cnv", 1) as never,
      revision: number,
      quote: "We run version 3.2 on our own Debian servers",
    },
    saidAt: "2026-11-18T09:00:00.000Z",
    byPerson: false,
    authorName: null,
    pinned: false,
    confirmed: null,
    revision: 1,
    ...more,
  });
  const statements = [
    statement(1, "Prefers answers in French", { kind: "preference", pinned: true, source: null, byPerson: true, authorName: ME.name }),
    statement(2, "Waits for the invoice for March", { kind: "open_matter" }),
    statement(3, "Uses the Team plan with 12 seats", {
      kind: "product",
      confirmed: { by: "Tomás Álvarez", at: "2026-11-19T09:00:00.000Z" },
    }),
    statement(4, "Runs version 3.2 on Debian"),
  ];
  const profile = (change: Partial<Profile> = {}): Profile => ({
    on: true,
    obstacle: null,
    running: false,
    lastRun: { at: "2026-11-20T09:00:00.000Z", outcome: "done", added: 2, merged: 1, removed: 0, dropped: 1 },
    statements,
    ...change,
  });
  const shows = (change: Partial<Profile> = {}) => ({ ...page(), readProfile: answer(profile(change)) });
  const updates = (outcome: string, problem: string | null = null) => ({
    ...shows(),
    updateProfile: answer({ outcome, problem, profile: profile() }),
  });
  const long = "a customer whose systems have names that nobody could remember ".repeat(4).slice(0, 240);
  return [
    { name: "profile", path, answers: shows() },
    { name: "profile with source", path, answers: shows({ statements: [statements[3] as Statement] }), act: "click:Source" },
    { name: "profile empty", path, answers: shows({ statements: [], lastRun: null }) },
    { name: "profile loading", path, answers: { ...page(), readProfile: "hang" } },
    { name: "profile error", path, answers: { ...page(), readProfile: UNAVAILABLE } },
    { name: "profile offline", path, answers: { ...page(), readProfile: "offline" } },
    {
      name: "profile, no permission",
      path,
      answers: { ...page(), readProfile: refusal(403, "forbidden", "Your role in this project doesn’t allow this.") },
    },
    { name: "profile off", path, answers: shows({ on: false }) },
    { name: "profile, not configured", path, answers: shows({ obstacle: NO_MODEL, statements: [], lastRun: null }) },
    { name: "profile, being updated", path, answers: { ...shows(), updateProfile: "hang" }, act: "click:Update now" },
    { name: "profile updated", path, answers: updates("updated"), act: "click:Update now" },
    { name: "profile, nothing new", path, answers: updates("nothing_new"), act: "click:Update now" },
    { name: "profile update failed", path, answers: updates("failed", "OpenAI gave an unreadable answer."), act: "click:Update now" },
    {
      name: "profile update refused",
      path,
      answers: { ...shows(), updateProfile: refusal(429, "ai_unavailable", "AI is not available right now. Try again tomorrow.") },
      act: "click:Update now",
    },
    { name: "profile, adding", path, answers: shows(), act: "click:Add a statement" },
    {
      name: "profile, adding refused",
      path,
      answers: {
        ...shows(),
        addProfileStatement: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "This looks like payment data, a key or a password. Leave it out." },
            issues: [{ path: "text", message: "This looks like payment data, a key or a password. Leave it out." }],
          },
        },
      },
      act: "click:Add a statement;fill:Statement=Card 4242 4242 4242 4242;click:Add",
    },
    {
      name: "profile, editing",
      path,
      answers: shows({ statements: [statements[3] as Statement] }),
      act: "click:Actions for “Runs version 3.2 on Debian”;click:Edit",
    },
    {
      name: "profile, menu",
      path,
      answers: shows({ statements: [statements[3] as Statement] }),
      act: "click:Actions for “Runs version 3.2 on Debian”",
    },
    {
      name: "profile, deleted one",
      path,
      answers: { ...shows({ statements: [statements[3] as Statement] }), deleteProfileStatement: answer({ ok: true }) },
      act: "click:Actions for “Runs version 3.2 on Debian”;click:Delete statement",
    },
    {
      name: "profile, long text",
      path,
      answers: shows({
        statements: [
          statement(5, long, { byPerson: true, authorName: LONG, confirmed: { by: LONG, at: "2026-11-19T09:00:00.000Z" }, pinned: true }),
          statement(6, "x".repeat(240)),
          statement(7, "يفضل الردود القصيرة", { kind: "preference" }),
        ],
      }),
    },
  ];
}

export const settingsStories = /* @__PURE__ */ (() => declareSettings())();
export const panelStories = /* @__PURE__ */ (() => declarePanel())();
