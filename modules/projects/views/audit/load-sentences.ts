// Loads what the audit log says about an entry. Each module has the sentences of its own actions and the names of its settings; they are
// loaded with the log.
import type { AuditAreas } from "./areas.ts";
import type { AuditSentences } from "./sentences.ts";

interface Words {
  readonly default: AuditSentences;
  readonly areas: AuditAreas;
}
type Load = () => Promise<Words>;

let loads: readonly Load[] = [];
/** Sets where the sentences of other modules come from; called once at start-up. */
export const setAuditSentences = (all: readonly Load[]): void => void (loads = all);
/** Loads the sentences and the areas of all modules. An area of several modules has the settings of all of them. */
export async function loadAuditWords(): Promise<{ readonly sentences: AuditSentences; readonly areas: AuditAreas }> {
  const all = await Promise.all([import("./own-sentences.ts"), ...loads.map((load) => load())]);
  const areas: Record<string, AuditAreas[string]> = {};
  for (const [name, area] of all.flatMap((one: Words) => Object.entries(one.areas)))
    areas[name] = { ...areas[name], ...area, fields: { ...areas[name]?.fields, ...area.fields } };
  return { sentences: Object.assign({}, ...all.map((one) => one.default)) as AuditSentences, areas };
}
