// What the screens say about entries of the audit log: loaded by path, because it is typed for a browser.
import { globSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.ts";

interface Entry {
  readonly member: string | null;
  readonly detail: Readonly<Record<string, string>>;
  readonly changes: readonly unknown[];
}
type Sentences = Readonly<Record<string, (entry: Entry) => readonly string[]>>;
type Areas = Readonly<Record<string, { readonly screen: string; readonly fields?: Readonly<Record<string, unknown>> }>>;

/** The sentences by action, and the areas with the names of their settings, of all modules. */
export async function auditWords(): Promise<{ readonly sentences: Sentences; readonly areas: Areas }> {
  const files = [...globSync("modules/*/views/audit-sentences.ts", { cwd: inRoot(".") }), "modules/projects/views/audit/own-sentences.ts"];
  const all = await Promise.all(files.map(async (file) => (await import(inRoot(file))) as { default: Sentences; areas: Areas }));
  const areas: Record<string, Areas[string]> = {};
  for (const [name, area] of all.flatMap((one) => Object.entries(one.areas)))
    areas[name] = { ...area, fields: { ...areas[name]?.fields, ...area.fields } };
  return { sentences: Object.assign({}, ...all.map((one) => one.default)) as Sentences, areas };
}
