// Stories of the screens for importing and exporting contacts.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ContactImport, ContactImportRow } from "../contract.ts";

const AT = "2026-11-20T09:14:00.000Z";

// Functions, so that production builds can drop everything in them.
function declareImports(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/contacts/import`;
  const id = fixtureId("cim", 1) as ContactImport["id"];
  const run = (change: Partial<ContactImport> = {}): ContactImport => ({
    ...{ id, name: "customers.csv", state: "done", dry: false, existing: "fill", encoding: "utf-8", delimiter: ",", hasFile: true },
    mapping: ["name", "email", "attribute:plan", null],
    headings: ["Full name", "E-mail", "Plan", "Shoe size"],
    ...{ total: 1204, at: 1204 },
    counts: { created: 1100, updated: 60, unchanged: 30, skipped: 14, removed: 0, restored: 0, kept: 0 },
    ...{ error: null, createdAt: AT, createdBy: "Mia Sol", finishedAt: AT },
    ...change,
  });
  const row = (n: number, change: Partial<ContactImportRow> = {}): ContactImportRow => ({
    ...{ n, line: n + 2, outcome: "created", reason: null, place: null, undone: null },
    contact: { id: fixtureId("con", n + 1) as never, name: `Amara Okafor ${n + 1}`, email: `amara${n + 1}@acme.example` },
    ...change,
  });
  const rows = answer({
    items: [
      row(0),
      row(1, { outcome: "updated", reason: "verified_address" }),
      row(2, { outcome: "skipped", reason: "bad_email", place: 1, contact: null }),
      row(3, { outcome: "skipped", reason: "duplicate", contact: null }),
      row(4, { outcome: "unchanged" }),
    ],
    next: null,
  });
  const sample = answer({
    rows: [
      ["Amara Okafor", "amara@acme.example", "Gold", "42"],
      ["Jonas Weber", "jonas@weber.example", "", ""],
    ],
    suggested: ["name", "email", "attribute:plan", null],
  });
  const attributes = answer({
    items: [{ id: fixtureId("cat", 1), key: "plan", label: "Plan", type: "choice", choices: ["Gold", "Silver"], archived: false }],
  });
  const list = (...items: ContactImport[]) => answer({ items, next: null });
  const common = { ...frame(), listContactImportRows: rows, readContactImportSample: sample, listContactAttributes: attributes };
  const one = (name: string, change: Partial<ContactImport>, more: object = {}): ScreenState => ({
    ...{ name, path: `${path}/${id}` },
    answers: { ...common, readContactImport: answer({ import: run(change) }), ...more },
  });
  return [
    {
      name: "filled",
      path,
      answers: { ...frame(), listContactImports: list(run(), run({ id: fixtureId("cim", 2) as never, state: "undone" })) },
    },
    { name: "empty", path, answers: { ...frame(), listContactImports: list() } },
    { name: "loading", path, answers: { ...frame(), listContactImports: "hang" } },
    {
      name: "error",
      path,
      answers: { ...frame(), listContactImports: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "no permission", path, answers: frame("operator") },
    { name: "offline", path, answers: { ...frame(), listContactImports: "offline" } },
    { name: "long text", path, answers: { ...frame(), listContactImports: list(run({ name: LONG.slice(0, 200) })) } },
    one("mapping", { state: "ready", dry: true, mapping: [], at: 0, finishedAt: null }),
    one(
      "read in another encoding",
      { state: "ready", dry: true, mapping: [], at: 0, finishedAt: null, encoding: "windows-1252" },
      {
        readContactImportSample: answer({
          rows: [["JÃ¶rg Weber", "joerg@weber.example", LONG.slice(0, 120), ""]],
          suggested: ["name", "email", "attribute:plan", null],
        }),
      },
    ),
    one("checked", { state: "checked", dry: true }),
    one("running", { state: "running", at: 480, finishedAt: null }),
    one("done", {}),
    one("failed", { state: "failed", error: "file_gone", hasFile: false, at: 400 }),
    one("undone", {
      state: "undone",
      counts: { created: 1100, updated: 60, unchanged: 30, skipped: 14, removed: 1090, restored: 58, kept: 12 },
    }),
  ];
}
function declareExports(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/contacts/export`;
  return [
    { name: "filled", path, answers: frame() },
    { name: "no permission", path, answers: frame("operator") },
  ];
}
export const importStories = /* @__PURE__ */ (() => declareImports())();
export const exportStories = /* @__PURE__ */ (() => declareExports())();
