// Stories of the screen for imports of conversations.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { DeskImportRow, DeskImportRun } from "../contract.ts";

const AT = "2026-11-20T09:14:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/desk-import`;
  const id = fixtureId("dki", 1) as DeskImportRun["id"];
  const one = `${path}/${id}`;
  const run = (change: Partial<DeskImportRun> = {}, counts: Partial<DeskImportRun["counts"]> = {}): DeskImportRun => ({
    id,
    name: "Conversations from Zendesk",
    platform: "zendesk",
    place: "acme",
    exportId: null,
    options: {
      ...{ statuses: {}, people: {}, tags: {}, fields: {}, teams: {}, files: true, everything: false },
      ...{ replies: true, companies: true, ratings: true },
    },
    dry: false,
    state: "done",
    phase: "tickets",
    since: null,
    total: null,
    counts: {
      created: 1204,
      updated: 0,
      unchanged: 0,
      kept: 2,
      skipped: 16,
      messages: 5310,
      replies: 24,
      companies: 88,
      ratings: 240,
      removed: 0,
      spared: 0,
      ...counts,
    },
    error: null,
    resumeAt: null,
    createdAt: AT,
    createdBy: "Mia Sol",
    finishedAt: AT,
    ...change,
  });
  const row = (n: number, title: string, change: Partial<DeskImportRow> = {}): DeskImportRow => ({
    kind: "conversation",
    sourceId: String(4400 + n),
    title,
    outcome: "created",
    reason: null,
    conversationId: fixtureId("cnv", n) as DeskImportRow["conversationId"],
    notes: [],
    undone: null,
    ...change,
  });
  const rows = (...items: DeskImportRow[]) => answer({ items, next: null });
  const report = rows(
    row(1, "Where is my invoice?", {
      notes: [{ code: "file_failed", detail: "invoice-2029.pdf" }],
    }),
    row(2, "Cannot sign in"),
    row(3, "Delivery address", { outcome: "kept", reason: "worked_on_here" }),
    row(4, "", { outcome: "skipped", reason: "deleted", conversationId: null }),
    row(5, "Hello?", { notes: [{ code: "merged", detail: "" }] }),
    row(8, "Northwind", {
      ...{ kind: "company", conversationId: null, outcome: "kept", reason: "company_tied" },
      notes: [
        { code: "company_tied", detail: "Northwind Inc (northwind.example)" },
        { code: "company_domain_anybody", detail: "gmail.com" },
      ],
    }),
    row(9, "", { kind: "rating", notes: [{ code: "rating", detail: "5 good" }] }),
    row(6, "Close and thank", { kind: "reply", conversationId: null, notes: [{ code: "reply_more", detail: "" }] }),
    row(7, "All our terms", { kind: "reply", outcome: "skipped", reason: "reply_long", conversationId: null }),
  );
  const sources = (missing: readonly string[] = [], change: object = {}) =>
    answer({
      project: { name: "Acme" },
      platforms: [
        { platform: "zendesk", missing },
        { platform: "intercom", missing: [] },
        { platform: "freshdesk", missing: ["FRESHDESK_API_KEY"] },
        { platform: "helpscout", missing: ["HELPSCOUT_APP_ID", "HELPSCOUT_APP_SECRET"] },
        { platform: "chatwoot", missing: ["CHATWOOT_URL", "CHATWOOT_API_TOKEN"] },
      ],
      ...{ allowed: true, mayOpen: false, opened: false },
      ...change,
    });
  const runs = (...items: DeskImportRun[]) => answer({ items, next: null });
  const preview = (change: object = {}) =>
    answer({
      ...{ tickets: 1222, known: 0, total: null, replies: 24, companies: 88, ratings: 240, complete: true, since: null },
      statuses: [
        { status: "closed", tickets: 1100, becomes: "closed" },
        { status: "open", tickets: 122, becomes: "open" },
      ],
      people: [
        { id: "1", name: "Mia Sol", email: "mia@acme.example", member: "Mia Sol" },
        { id: "2", name: "Former Agent", email: "former@acme.example", member: null },
      ],
      tags: [
        { tag: "billing", tickets: 310 },
        { tag: "vip", tickets: 44 },
      ],
      fields: [{ key: "plan", label: "Plan at the source" }],
      members: [{ name: "Mia Sol", email: "mia@acme.example" }],
      attributes: [{ key: "plan", label: "Plan" }],
      teams: [
        { id: "31", name: "Billing", team: fixtureId("tea", 1) },
        { id: "32", name: "Second line", team: null },
      ],
      ourTeams: [{ id: fixtureId("tea", 1), name: "Billing" }],
      ...change,
    });
  const ready = { ...frame(), readDeskSources: sources(), listDeskImports: runs(), previewDeskImport: preview() };
  const look = "fill:Zendesk name=acme;click:Preview contents";
  const at = (
    name: string,
    change: Partial<DeskImportRun>,
    counts: Partial<DeskImportRun["counts"]> = {},
    more: object = {},
  ): ScreenState => ({
    name,
    path: one,
    answers: { ...frame(), readDeskImport: answer({ run: run(change, counts) }), listDeskImportRows: report, ...more },
  });
  const down = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  return [
    { name: "start", path, answers: ready },
    {
      name: "runs before",
      path,
      answers: {
        ...ready,
        listDeskImports: runs(
          run({ id: fixtureId("dki", 3) as DeskImportRun["id"], state: "running", name: "Once more" }),
          run(),
          run({ id: fixtureId("dki", 2) as DeskImportRun["id"], dry: true, name: "A look at first" }),
        ),
      },
    },
    { name: "token missing", path, answers: { ...ready, readDeskSources: sources(["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"]) } },
    { name: "chatwoot", path, answers: ready, act: "click:Chatwoot" },
    { name: "intercom", path, answers: ready, act: "click:Intercom" },
    { name: "freshdesk", path, answers: ready, act: "click:Freshdesk" },
    { name: "help scout", path, answers: ready, act: "click:Help Scout" },
    { name: "name that is none", path, answers: ready, act: "fill:Zendesk name=a b" },
    { name: "looked", path, answers: ready, act: look },
    {
      name: "looked again",
      path,
      answers: { ...ready, previewDeskImport: preview({ complete: false, known: 1100, since: AT }) },
      act: look,
    },
    {
      name: "nothing there",
      path,
      answers: { ...ready, previewDeskImport: preview({ tickets: 0, replies: null, statuses: [], people: [], tags: [], fields: [] }) },
      act: look,
    },
    { name: "looking", path, answers: { ...ready, previewDeskImport: "hang" }, act: look },
    {
      name: "token refused",
      path,
      answers: {
        ...ready,
        previewDeskImport: refusal(409, "conflict", "The help desk refused the token. Check the variables and the token’s permissions."),
      },
      act: look,
    },
    {
      name: "not started",
      path,
      answers: {
        ...ready,
        startDeskImport: refusal(409, "conflict", "Another import is running in this project. Wait for it, or stop it first."),
      },
      act: `${look};fill:Import name=Move;click:Import`,
    },
    { name: "not for this project", path, answers: { ...ready, readDeskSources: sources([], { allowed: false }) } },
    { name: "to be opened", path, answers: { ...ready, readDeskSources: sources([], { allowed: false, mayOpen: true }) } },
    { name: "operator", path, answers: { ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readDeskSources: "hang", listDeskImports: "hang" } },
    { name: "not read", path, answers: { ...frame(), readDeskSources: down, listDeskImports: down } },
    at("run", {}),
    at("dry run", { dry: true }, { messages: 0 }),
    at("running", { state: "running", total: 4120, finishedAt: null }, { created: 870, kept: 0, skipped: 3 }),
    at("waiting", { state: "running", error: "busy", resumeAt: "2026-11-20T09:24:00.000Z", finishedAt: null }),
    at("failed", { state: "failed", error: "refused" }),
    at("stopped", { state: "aborted" }),
    { ...at("asks before undo", {}), act: "click:Undo this import" },
    at(
      "undone",
      { state: "undone", phase: "contacts" },
      { removed: 1202, spared: 2 },
      { listDeskImportRows: rows(row(1, "", { undone: "removed" }), row(2, "Cannot sign in", { undone: "left" })) },
    ),
    at("report not read", {}, {}, { listDeskImportRows: down }),
    at(
      "report empty",
      { state: "running", finishedAt: null },
      { created: 0, kept: 0, skipped: 0, messages: 0 },
      { listDeskImportRows: rows() },
    ),
    {
      name: "run that is gone",
      path: one,
      answers: {
        ...frame(),
        readDeskImport: refusal(404, "not_found", "This doesn’t exist, or you don’t have access to it."),
        listDeskImportRows: rows(),
      },
    },
    at(
      "long text",
      { name: LONG, createdBy: LONG },
      { created: 123_456 },
      { listDeskImportRows: rows(row(1, `${LONG} ${"x".repeat(90)}`)) },
    ),
  ];
}

export const deskImportStories = /* @__PURE__ */ (() => declare())();
