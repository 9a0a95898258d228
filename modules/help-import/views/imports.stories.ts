// Stories of the import screen.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ImportRow, ImportRun } from "../contract.ts";

const AT = "2026-11-20T09:14:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/import`;
  const id = fixtureId("him", 1) as ImportRun["id"];
  const one = `${path}/${id}`;
  const run = (change: Partial<ImportRun> = {}, counts: Partial<ImportRun["counts"]> = {}): ImportRun => ({
    id,
    name: "Import from Zendesk",
    platform: "zendesk",
    place: "acme",
    options: { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" },
    dry: false,
    state: "done",
    phase: "finish",
    total: null,
    counts: {
      created: 118,
      updated: 0,
      unchanged: 0,
      kept: 2,
      skipped: 6,
      published: 104,
      removed: 0,
      restored: 0,
      spared: 0,
      narrowed: 0,
      ...counts,
    },
    error: null,
    resumeAt: null,
    createdAt: AT,
    createdBy: "Mia Sol",
    finishedAt: AT,
    ...change,
  });
  const row = (n: number, title: string, change: Partial<ImportRow> = {}): ImportRow => ({
    sourceId: String(4403 + n),
    locale: "en-US",
    title,
    url: `https://acme.zendesk.com/hc/en-us/articles/${4403 + n}`,
    outcome: "created",
    reason: null,
    articleId: fixtureId("art", n) as ImportRow["articleId"],
    notes: [],
    undone: null,
    ...change,
  });
  const rows = (...items: ImportRow[]) => answer({ items, next: null });
  const report = rows(
    row(1, "Reset your password"),
    row(2, "Invite your team", {
      notes: [
        { code: "labels_dropped", detail: "team, first steps" },
        { code: "image_failed", detail: "https://acme.zendesk.com/hc/article_attachments/360012/private.png" },
      ],
    }),
    row(3, "Change the billing address", { outcome: "kept", reason: "edited_here" }),
    row(4, "Prices for partners", { outcome: "skipped", reason: "restricted", articleId: null }),
    row(5, "Rechnungsadresse ändern", {
      locale: "de",
      notes: [{ code: "link_unknown", detail: "https://acme.zendesk.com/hc/de/articles/99-Alt" }],
    }),
  );
  const sources = (missing: readonly string[] = [], change: object = {}, intercom: readonly string[] = ["INTERCOM_ACCESS_TOKEN"]) =>
    answer({
      project: { name: "Acme", slug: "acme" },
      platforms: [
        { platform: "zendesk", missing },
        { platform: "intercom", missing: intercom },
        { platform: "freshdesk", missing: [] },
        { platform: "helpscout", missing: ["HELPSCOUT_API_KEY"] },
      ],
      ...{ allowed: true, mayOpen: false, opened: false },
      ...change,
    });
  const runs = (...items: ImportRun[]) => answer({ items, next: null });
  const preview = (change: object = {}) =>
    answer({
      ...{ collections: 14, articles: 124, texts: 168, drafts: 6, restricted: 9, narrowed: 0, images: 312, total: null, complete: true },
      locales: [
        { locale: "en-US", texts: 124 },
        { locale: "de", texts: 44 },
      ],
      ...change,
    });
  const ready = { ...frame(), readImportSources: sources(), listImports: runs(), previewImport: preview() };
  const look = "fill:Help center name=acme;click:Preview contents";
  const at = (name: string, change: Partial<ImportRun>, counts: Partial<ImportRun["counts"]> = {}, more: object = {}): ScreenState => ({
    name,
    path: one,
    answers: { ...frame(), readImport: answer({ run: run(change, counts) }), listImportRows: report, ...more },
  });
  const down = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  return [
    { name: "start", path, answers: ready },
    {
      name: "runs before",
      path,
      answers: {
        ...ready,
        listImports: runs(
          run({ id: fixtureId("him", 3) as ImportRun["id"], state: "running", phase: "articles", name: "Once more" }),
          run(),
          run({ id: fixtureId("him", 2) as ImportRun["id"], dry: true, name: "A look at first" }),
        ),
      },
    },
    { name: "token missing", path, answers: { ...ready, readImportSources: sources(["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"]) } },
    { name: "region", path, answers: { ...ready, readImportSources: sources([], {}, []) }, act: "click:Intercom" },
    { name: "name that is none", path, answers: ready, act: "fill:Help center name=a b" },
    { name: "looked", path, answers: ready, act: look },
    { name: "much", path, answers: { ...ready, previewImport: preview({ complete: false, total: 4200 }) }, act: look },
    {
      name: "nothing there",
      path,
      answers: {
        ...ready,
        previewImport: preview({ collections: 0, articles: 0, texts: 0, drafts: 0, restricted: 0, images: 0, locales: [] }),
      },
      act: look,
    },
    { name: "read by fewer there", path, answers: { ...ready, previewImport: preview({ narrowed: 3 }) }, act: look },
    { name: "looking", path, answers: { ...ready, previewImport: "hang" }, act: look },
    {
      name: "token refused",
      path,
      answers: {
        ...ready,
        previewImport: refusal(409, "conflict", "The help desk refused the token. Check the variables and the token’s permissions."),
      },
      act: look,
    },
    {
      name: "not started",
      path,
      answers: {
        ...ready,
        startImport: refusal(409, "conflict", "Another import is running in this project. Wait for it, or stop it first."),
      },
      act: `${look};fill:Import name=Move;click:Import`,
    },
    { name: "not for this project", path, answers: { ...ready, readImportSources: sources([], { allowed: false }) } },
    { name: "to be opened", path, answers: { ...ready, readImportSources: sources([], { allowed: false, mayOpen: true }) } },
    { name: "operator", path, answers: { ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readImportSources: "hang", listImports: "hang" } },
    { name: "not read", path, answers: { ...frame(), readImportSources: down, listImports: down } },
    { name: "offline", path, answers: { ...frame(), readImportSources: "offline", listImports: "offline" } },
    at("run", {}),
    at("dry run", { dry: true }, { published: 0 }),
    at(
      "running",
      { state: "running", phase: "articles", total: 412, finishedAt: null },
      { created: 87, kept: 0, skipped: 3, published: 0 },
    ),
    at("waiting", { state: "running", phase: "articles", error: "busy", resumeAt: "2026-11-20T09:24:00.000Z", finishedAt: null }),
    at("failed", { state: "failed", phase: "articles", error: "refused" }),
    at("tokens closed", { state: "failed", phase: "articles", error: "closed" }),
    at("giver gone", { state: "failed", phase: "finish", error: "giver" }),
    at(
      "read by fewer",
      {},
      { created: 0, unchanged: 120, narrowed: 2 },
      {
        listImportRows: rows(
          row(1, "Prices for partners", { outcome: "unchanged", reason: "same", notes: [{ code: "narrowed", detail: "members" }] }),
          row(2, "Old tariffs", { outcome: "skipped", reason: "draft", notes: [{ code: "narrowed", detail: "unpublished" }] }),
          row(3, "Opening hours", { outcome: "updated", notes: [{ code: "audience_kept", detail: "" }] }),
        ),
      },
    ),
    at("stopped", { state: "aborted", phase: "articles" }),
    { ...at("asks before undo", {}), act: "click:Undo this import" },
    at(
      "undone",
      { state: "undone", phase: "undo" },
      { removed: 116, spared: 2 },
      { listImportRows: rows(row(1, "Reset your password", { undone: "removed" }), row(2, "Invite your team", { undone: "left" })) },
    ),
    at(
      "run without articles",
      { state: "running", phase: "outline", finishedAt: null },
      { created: 0, kept: 0, skipped: 0, published: 0 },
      { listImportRows: rows() },
    ),
    at("report not read", {}, {}, { listImportRows: down }),
    at("report loading", {}, {}, { listImportRows: "hang" }),
    {
      name: "run that is gone",
      path: one,
      answers: {
        ...frame(),
        readImport: refusal(404, "not_found", "This doesn’t exist, or you don’t have access to it."),
        listImportRows: rows(),
      },
    },
    at(
      "long text",
      { name: LONG, createdBy: LONG },
      { created: 123_456 },
      {
        listImportRows: rows(
          row(1, `${LONG} ${"x".repeat(90)}`, { notes: [{ code: "link_unknown", detail: `https://acme.zendesk.com/${"a".repeat(300)}` }] }),
        ),
      },
    ),
  ];
}

export const importStories = /* @__PURE__ */ (() => declare())();
