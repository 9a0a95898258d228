// Loads what the audit log says about an entry. Each module has the sentences of its own actions; they are loaded with the log.
import type { AuditSentences } from "./sentences.ts";

type Load = () => Promise<{ readonly default: AuditSentences }>;

let loads: readonly Load[] = [];
/** Sets where the sentences of other modules come from; called once at start-up. */
export const setAuditSentences = (all: readonly Load[]): void => void (loads = all);
/** Loads the sentences of all modules. */
export async function loadAuditSentences(): Promise<AuditSentences> {
  const { default: own } = await import("./own-sentences.ts");
  return Object.assign({}, own, ...(await Promise.all(loads.map(async (load) => (await load()).default)))) as AuditSentences;
}
