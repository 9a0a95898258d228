// Lists and reconciles held work from the command line, as the screen does it.
import type { DatabaseSync } from "node:sqlite";
import { Refused } from "../refused.ts";

const OUTCOMES = ["happened", "not_happened", "set_aside"];

/** A line for each open hold, at most 200. */
export function listHolds(db: DatabaseSync): string[] {
  const open = db
    .prepare(
      "SELECT h.id, h.category, h.recorded, h.provider, h.detail, h.started_at, p.slug FROM legacy_import_holds h JOIN projects p ON p.id = h.project_id WHERE h.outcome IS NULL ORDER BY h.project_id, h.id LIMIT 200",
    )
    .all();
  if (open.length === 0) return ["Nothing waits for reconciliation."];
  return open.map((hold) =>
    [
      ...[hold["id"], hold["slug"], hold["category"], `${String(hold["recorded"])} ${new Date(Number(hold["started_at"])).toISOString()}`],
      ...[hold["provider"], hold["detail"]].filter((each) => each !== null),
    ].join("  "),
  );
}

/** Stores what a person found out. Throws if the hold is unknown or was reconciled otherwise. */
export function reconcileHold(db: DatabaseSync, id: string, outcome: string, now: number): string {
  if (!OUTCOMES.includes(outcome)) throw new Refused(`--outcome takes ${OUTCOMES.join(", ")}`);
  const { changes } = db
    .prepare("UPDATE legacy_import_holds SET outcome = ?, reconciled_at = ? WHERE id = ? AND outcome IS NULL")
    .run(outcome, now, id);
  if (changes === 1) return `${id}: ${outcome}`;
  const found = db.prepare("SELECT outcome FROM legacy_import_holds WHERE id = ?").get(id);
  if (found === undefined) throw new Refused(`there is no hold ${id}`);
  if (found["outcome"] !== outcome) throw new Refused(`${id} was reconciled before: ${String(found["outcome"])}`);
  return `${id}: ${outcome}`;
}
