// Responses that every story needs: the signed-in person and the projects. For the browser suite only.
import type { ScreenState } from "./screen.ts";
import type { Role } from "./session.tsx";

type Answers = NonNullable<ScreenState["answers"]>;
/** A made-up id of the right shape; the same number gives the same id. */
export const fixtureId = (prefix: string, number: number): string => `${prefix}_01k${String(number).padStart(23, "0")}`;

export const PROJECT_ID = fixtureId("prj", 1);
export const ME = { id: fixtureId("acc", 1), email: "mia@acme.example", name: "Mia Sol" };
export const LONG = "Internationale Genossenschaft für außergewöhnlich lange Projektnamen und Nachweise";
const AT = "2026-11-02T09:14:00.000Z";
export const answer = (body: unknown, status = 200): { status: number; body: unknown } => ({ status, body });
export const refusal = (status: number, code: string, error: string): { status: number; body: unknown } => answer({ code, error }, status);

const project = (role: Role, name: string) => ({ id: PROJECT_ID, name, slug: "acme", role, createdAt: AT });
export const members = (role: Role, name = ME.name) => [
  { accountId: ME.id, name, email: ME.email, role, joinedAt: AT },
  {
    accountId: fixtureId("acc", 2),
    name: "Tomás Álvarez",
    email: "tomas@acme.example",
    role: role === "owner" ? "admin" : "owner",
    joinedAt: AT,
  },
  { accountId: fixtureId("acc", 3), name: "رنا الخطيب", email: "rana.alkhatib@acme.example", role: "operator", joinedAt: AT },
];

/** The responses that the shell needs, for a role in one project. */
export const frame = (role: Role = "owner", name = "Acme"): Answers => ({
  readMe: answer({ person: ME, isFirstOwner: true, language: null }),
  listProjects: answer({
    items: [project(role, name), { ...project("operator", "Northwind"), id: fixtureId("prj", 2) }],
    next: null,
    mayCreate: role === "owner",
    lastProjectId: PROJECT_ID,
  }),
  readProject: answer({ project: project(role, name), members: members(role) }),
  countConversations: answer({ all: 12, mine: 3, unassigned: 4, snoozed: 3, closed: 41, unread: 5, head: 0 }),
  listSavedViews: answer({ views: [], modules: [] }),
  readBell: answer({ unread: 0, newestAt: null, readUntil: null, quiet: false }),
  countWaitingWork: answer({ count: 0 }),
  readCodeHosting: answer({
    connection: null,
    login: null,
    connectedAt: null,
    missing: [],
    repositories: [],
    deleted: [],
    web: "https://github.com",
    locale: "en",
  }),
  // Asked beside a published article.
  readCardSettings: answer({ drawn: false, design: "color", color: null, widgetColor: "#3b5bdb", logo: null, revision: 0, open: true }),
  readSocialCard: answer({ card: null }),
  // Asked on a lead's page.
  readLeadResearch: answer({
    obstacle: null,
    model: "openai/gpt-5-mini",
    mostUsd: 0.0318,
    criteria: [],
    runs: [],
    statements: [],
    answers: [],
  }),
  // Asked where a customer was on a page.
  listPreviewGrants: answer({ items: [], next: null, origin: null, site: null }),
  memberTicket: "hang",
  // Asked where a message is in a language that the browser does not name.
  readCopilot: "hang",
  // Asked with every open conversation.
  listTags: answer({ items: [], everybodyCreates: true }),
  listTeams: answer({ items: [] }),
  readAvailability: answer({ items: [] }),
  // Asked with every contact.
  listContactAttributes: answer({ items: [] }),
  readContactMerges: answer({ merges: [], offers: [] }),
  listContactNotes: answer({ items: [], next: null }),
  readContactCompany: answer({ company: null, by: null, freeDomain: null }),
  readContactOutreach: answer({ lead: null, sequence: null }),
  // Asked with every lead.
  readLeadOutreach: answer({ sequence: null, missing: [], templates: [], anotherReviewer: false }),
  readFollowers: answer({ accountIds: [] }),
  readConversationTargets: answer({ items: [] }),
  listContactRatings: answer({ items: [], next: null }),
  listConversationRatings: answer({ items: [], next: null }),
  readFollowSettings: answer({ automatic: true }),
  readPendingReplies: answer({ own: null, others: [] }),
  readSharedDrafts: answer({ own: false, others: [], programs: [] }),
  // Asked with every list.
  listDrafts: answer({ conversationIds: [], byPrograms: [] }),
  // Asked by the palette while somebody types.
  searchConversations: answer({ items: [], next: null, readAs: null, isPartial: false, isIndexing: false }),
  // Asked when somebody begins to write in a conversation.
  listCannedReplies: "hang",
  readWritingSettings: "hang",
});
