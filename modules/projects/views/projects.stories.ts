// Stories of the project screens.
import { answer, fixtureId, frame, LONG, ME, members, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { AuditEntry, Invitation, WidgetSettings } from "../contract.ts";

const KEY = "pk_8Zt3mQ4wVbY2nR7xLcK9sD1f";
const LOOK: WidgetSettings["look"] = {
  color: "#3b5bdb",
  title: "Chat with us",
  greeting: "Hi! How can we help?",
  side: "right",
  launcher: "chat",
  theme: "auto",
  offset: 20,
};
const widget = (change: Partial<WidgetSettings> = {}) =>
  answer({
    key: KEY,
    websiteOrigin: "https://www.acme.example",
    look: LOOK,
    onColor: "#ffffff",
    snippet: `<script async src="https://desk.acme.example/widget.js" data-key="${KEY}"></script>`,
    hasIdentitySecret: true,
    seenAt: "2026-11-21T08:00:00.000Z",
    ...change,
  });
const settings = (page: string): string => `/projects/${PROJECT_ID}/settings/${page}`;
const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");

/** Stories that every screen has: loading, refused, offline. */
const troubles = (path: string, routeName: string): ScreenState[] => [
  { name: "loading", path, answers: { ...frame(), [routeName]: "hang" } },
  { name: "error", path, answers: { ...frame(), [routeName]: DOWN } },
  { name: "offline", path, answers: { ...frame(), [routeName]: "offline" } },
];

export const projectsStories: ScreenState[] = [
  { name: "list", path: "/projects", answers: frame() },
  {
    name: "empty, may create",
    path: "/projects",
    answers: { ...frame(), listProjects: answer({ items: [], next: null, mayCreate: true, lastProjectId: null }) },
  },
  {
    name: "empty, may not create",
    path: "/projects",
    answers: { ...frame("operator"), listProjects: answer({ items: [], next: null, mayCreate: false, lastProjectId: null }) },
  },
  { name: "long text", path: "/projects", answers: frame("owner", LONG) },
  { name: "create", path: "/projects?new=1", answers: frame() },
  {
    name: "create refused",
    path: "/projects?new=1",
    answers: {
      ...frame(),
      createProject: answer(
        {
          code: "rate_limited",
          error: "This account has created 20 projects today. Try again tomorrow.",
          limit: "projectsPerAccountDay",
          retryAfter: 3600,
        },
        429,
      ),
    },
    act: "fill:Name=Acme;click:Create project",
  },
  { name: "error", path: "/projects", answers: { ...frame(), listProjects: DOWN } },
  { name: "offline", path: "/projects", answers: { ...frame(), listProjects: "offline" } },
];

const steps = (done: readonly string[], hidden = false) =>
  answer({ items: ["inbox", "member", "mail", "article"].map((name) => ({ name, done: done.includes(name) })), hidden });

export const websiteStories: ScreenState[] = [
  {
    name: "seen",
    path: settings("website"),
    answers: { ...frame(), readWidgetSettings: widget(), readNextSteps: steps(["inbox", "member"]) },
  },
  {
    name: "all steps done",
    path: settings("website"),
    answers: { ...frame(), readWidgetSettings: widget(), readNextSteps: steps(["inbox", "member", "mail", "article"]) },
  },
  {
    name: "steps hidden",
    path: settings("website"),
    answers: { ...frame(), readWidgetSettings: widget(), readNextSteps: steps(["inbox"], true) },
  },
  {
    name: "several websites",
    path: settings("website"),
    answers: { ...frame(), readWidgetSettings: widget(), readNextSteps: steps([], true) },
    act: "click:More than one website, www, or staging?",
  },
  {
    name: "never seen",
    path: settings("website"),
    answers: { ...frame(), readWidgetSettings: widget({ seenAt: null, hasIdentitySecret: false }) },
  },
  {
    name: "no origin",
    path: settings("website"),
    answers: { ...frame(), readWidgetSettings: widget({ websiteOrigin: null, seenAt: null }) },
  },
  {
    name: "no permission",
    path: settings("website"),
    answers: { ...frame("operator"), readWidgetSettings: widget(), readNextSteps: steps([]) },
  },
  {
    name: "secret shown once",
    path: settings("website"),
    answers: {
      ...frame(),
      readNextSteps: steps(["inbox"], true),
      readWidgetSettings: widget({ hasIdentitySecret: false }),
      rotateIdentitySecret: answer({ secret: "q4Jx0mS7c2TnVb8KpL5rYw1ZdHgFeU9iOa3XsQ6tNvE" }),
    },
    act: "click:Create secret",
  },
  {
    name: "turn the chat off",
    path: settings("website"),
    answers: { ...frame(), readNextSteps: steps(["inbox"], true), readWidgetSettings: widget() },
    act: "fill:Website origin=;click:Save",
  },
  {
    name: "replace key",
    path: settings("website"),
    answers: { ...frame(), readNextSteps: steps(["inbox"], true), readWidgetSettings: widget() },
    act: "click:Replace key",
  },
  {
    name: "long text",
    path: settings("website"),
    answers: {
      ...frame("owner", LONG),
      readWidgetSettings: widget({ websiteOrigin: `https://${"sub.".repeat(30)}acme.example`, seenAt: null }),
    },
  },
  ...troubles(settings("website"), "readWidgetSettings"),
];

export const appearanceStories: ScreenState[] = [
  { name: "form", path: settings("look"), answers: { ...frame(), readWidgetSettings: widget() } },
  {
    name: "bright colour, left, dark",
    path: settings("look"),
    answers: {
      ...frame(),
      readWidgetSettings: widget({
        look: { ...LOOK, color: "#ffd43b", side: "left", theme: "dark", launcher: "none" },
        onColor: "#000000",
      }),
    },
  },
  { name: "no permission", path: settings("look"), answers: { ...frame("operator"), readWidgetSettings: widget() } },
  {
    name: "long text",
    path: settings("look"),
    answers: {
      ...frame(),
      readWidgetSettings: widget({ look: { ...LOOK, title: LONG.slice(0, 60), greeting: `${LONG} `.repeat(5).trim() } }),
    },
  },
  ...troubles(settings("look"), "readWidgetSettings"),
];

const BY_HAND = { email: null, mail: null };
const invitation = (number: number, note: string, role: Invitation["role"], mailed: Pick<Invitation, "email" | "mail"> = BY_HAND) => ({
  id: fixtureId("inv", number),
  role,
  note,
  ...mailed,
  holds: true,
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: "2026-11-27T10:00:00.000Z",
});
const listed = (items: readonly unknown[], missing: string[] = []) => answer({ items, next: null, missing });
const invitations = listed([invitation(1, "Lena, second shift", "operator"), invitation(2, "", "admin")]);
const mailed = (number: number, mail: Invitation["mail"], email = "lena@acme.example") =>
  invitation(number, "", "operator", { email, mail });
export const membersStories: ScreenState[] = [
  { name: "members and invitations", path: settings("members"), answers: { ...frame(), listInvitations: invitations } },
  {
    name: "invitations that are void",
    path: settings("members"),
    answers: {
      ...frame(),
      listInvitations: listed([
        { ...invitation(1, "Lena, second shift", "operator"), holds: false },
        { ...mailed(2, { state: "sent", error: null }), holds: false },
      ]),
    },
  },
  { name: "no invitations", path: settings("members"), answers: { ...frame(), listInvitations: listed([]) } },
  {
    name: "mailed invitations",
    path: settings("members"),
    answers: {
      ...frame(),
      listInvitations: listed([
        mailed(1, { state: "waiting", error: null }),
        mailed(2, { state: "sent", error: null }),
        mailed(3, { state: "failed", error: "Resend answered 422: Invalid `to` field." }),
        mailed(4, { state: "unclear", error: "Resend didn’t answer in time. It may have been sent." }),
      ]),
    },
  },
  {
    name: "invite without mail",
    path: settings("members"),
    answers: { ...frame(), listInvitations: listed([], ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM", "APP_ORIGIN"]) },
    act: "click:Invite",
  },
  {
    name: "invite refused",
    path: settings("members"),
    answers: {
      ...frame(),
      listInvitations: invitations,
      createInvitation: refusal(409, "conflict", "This clientId was already used for something else."),
    },
    act: "click:Invite;fill:Email (optional)=lena@acme.example;click:Send invitation",
  },
  { name: "no permission", path: settings("members"), answers: frame("operator") },
  {
    name: "role menu",
    path: settings("members"),
    answers: { ...frame(), listInvitations: invitations },
    act: "click:Actions for Tomás Álvarez",
  },
  { name: "invite", path: settings("members"), answers: { ...frame(), listInvitations: invitations }, act: "click:Invite" },
  {
    name: "invitation link",
    path: settings("members"),
    answers: {
      ...frame(),
      listInvitations: invitations,
      createInvitation: answer(
        { invitation: invitation(3, "", "operator"), link: "https://desk.acme.example/invite/Jq3vT8mN0pXw5RzYb2KcLd7F" },
        201,
      ),
    },
    act: "click:Invite;click:Create link",
  },
  {
    name: "remove",
    path: settings("members"),
    answers: { ...frame(), listInvitations: invitations },
    act: "click:Actions for Tomás Álvarez;click:Remove from project",
  },
  {
    name: "long text",
    path: settings("members"),
    answers: {
      ...frame(),
      listInvitations: listed([
        invitation(1, LONG, "operator"),
        { ...mailed(2, { state: "failed", error: LONG }, `${"very.".repeat(20)}long@acme.example`), note: LONG },
      ]),
      readProject: answer({
        project: { id: PROJECT_ID, name: LONG, slug: "long", role: "owner", createdAt: "2026-11-02T09:14:00.000Z" },
        members: members("owner", LONG),
      }),
    },
  },
  ...troubles(settings("members"), "listInvitations"),
];

export const generalStories: ScreenState[] = [
  { name: "form", path: settings("general"), answers: frame() },
  { name: "no permission", path: settings("general"), answers: frame("operator") },
  { name: "admin may not delete", path: settings("general"), answers: frame("admin") },
  { name: "delete", path: settings("general"), answers: frame(), act: "click:Delete project" },
  { name: "long text", path: settings("general"), answers: frame("owner", LONG), act: "click:Delete project" },
  ...troubles(settings("general"), "readProject"),
];

const entry = (number: number, action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: fixtureId("aud", number),
  action,
  actor: ME.name,
  ...{ accountId: ME.id, program: null },
  createdAt: `2026-11-${String(20 - number).padStart(2, "0")}T10:00:00.000Z`,
  detail: {},
  member: null,
  changes: [],
  ...more,
});
const log = [
  entry(1, "project.renamed", { changes: [{ field: "name", from: "Acme", to: "Acme Pottery" }] }),
  entry(2, "member.role_changed", {
    detail: { member: fixtureId("acc", 2), role: "admin" },
    member: "Tomás Álvarez",
    changes: [{ field: "role", from: "operator", to: "admin" }],
  }),
  entry(3, "widget.changed", {
    changes: [
      { field: "origin", from: "https://acme.example", to: "https://www.acme.example" },
      { field: "greeting", from: null, to: "Hi! How can we help?" },
      { field: "side", from: "right", to: "left" },
      { field: "motto", from: "old", to: "new" },
    ],
  }),
  entry(4, "member.invited", { detail: { role: "operator", email: "lena@acme.example" } }),
  entry(5, "contact.erased", { detail: { contact: fixtureId("con", 1) } }),
  entry(6, "help.published", { detail: { article: fixtureId("art", 1), locale: "de", title: "Rücksendungen" } }),
  entry(7, "email.settings_changed", { changes: [{ field: "signature", from: "Bye", to: null }] }),
  entry(8, "knowledge.source_changed", {
    detail: { source: fixtureId("src", 1), name: "Prices" },
    changes: [{ field: "audience", from: "members", to: "public" }],
  }),
  entry(9, "help.settings_changed", { changes: [{ field: "open", from: "0", to: "1" }] }),
  entry(10, "help.import_started", { detail: { platform: "zendesk", place: "acme", dry: "true" } }),
  entry(11, "note.moved"),
  entry(12, "project.created"),
];
/** What a program changed, and what is shown in the words of its own screen. */
const changed = [
  entry(1, "automation.changed", {
    program: "Deployment",
    detail: { name: "Urgent mail" },
    changes: [
      { field: "name", from: "Mail", to: "Urgent mail" },
      { field: "enabled", from: "0", to: "1" },
      {
        field: "rule",
        from: JSON.stringify({ trigger: "created", minutes: null, words: [], conditions: [], steps: [], note: "Look at this" }),
        to: JSON.stringify({
          ...{ trigger: "created", minutes: null, words: ["urgent"], note: "" },
          conditions: [{ field: "status", is: "any", values: ["open"] }],
          steps: [
            { action: "priority", value: { priority: "low" } },
            { action: "reply", value: { text: "We look at it today." } },
          ],
        }),
      },
    ],
  }),
  entry(2, "teams.changed", {
    detail: { name: "Billing" },
    changes: [
      { field: "members", from: ME.id, to: `${ME.id}, ${fixtureId("acc", 77)}` },
      { field: "archived", from: "0", to: "1" },
    ],
  }),
];
/** As entries were before changes were kept. */
const oldLog = [
  entry(1, "project.renamed"),
  entry(2, "member.role_changed", { detail: { member: fixtureId("acc", 9), role: "admin" } }),
  entry(3, "widget.changed"),
  entry(4, "member.invited", { detail: { role: "operator" } }),
  entry(5, "member.invitation_revoked"),
  entry(6, "help.published", { detail: { article: fixtureId("art", 1), locale: "en" } }),
  entry(7, "help.closed"),
];

export const auditStories: ScreenState[] = [
  { name: "entries and more", path: settings("audit"), answers: { ...frame(), readAuditLog: answer({ items: log, next: "c2Vjb25k" }) } },
  {
    name: "an entry open",
    path: settings("audit"),
    answers: { ...frame(), readAuditLog: answer({ items: log, next: null }) },
    act: "click:4 changes",
  },
  {
    name: "a rule by a program",
    path: settings("audit"),
    answers: {
      ...frame(),
      readAuditLog: answer({ items: changed, next: null }),
      listWebhooks: answer({ items: [], next: null, missing: [] }),
    },
    act: "click:3 changes;click:2 changes",
  },
  {
    name: "nothing found",
    path: `${settings("audit")}?area=tags&from=2026-11-01`,
    answers: { ...frame(), readAuditLog: answer({ items: [], next: null }) },
  },
  { name: "old entries", path: settings("audit"), answers: { ...frame(), readAuditLog: answer({ items: oldLog, next: null }) } },
  { name: "empty", path: settings("audit"), answers: { ...frame(), readAuditLog: answer({ items: [], next: null }) } },
  { name: "no permission", path: settings("audit"), answers: frame("operator") },
  {
    name: "long text",
    path: settings("audit"),
    answers: {
      ...frame(),
      readAuditLog: answer({
        items: [entry(1, "project.renamed", { actor: LONG, changes: [{ field: "name", from: LONG, to: `${LONG} `.repeat(3) }] })],
        next: null,
      }),
    },
    act: "click:1 change",
  },
  ...troubles(settings("audit"), "readAuditLog"),
];
