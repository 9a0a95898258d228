// The committed budgets: bytes of what is served, and what routes cost in D1.
import { readFileSync } from "node:fs";
import { inRoot } from "../scripts/lib/paths.ts";

export interface Budgets {
  /** Upper bounds, bytes. */
  readonly bytes: Readonly<Record<"loader" | "beforeClick" | "opened" | "inbox" | "conversation" | "worker", number>>;
  /** What we want to reach next; reported only. */
  readonly goals: Readonly<Record<string, number>>;
  /** Exact. */
  readonly d1: Readonly<Record<string, { readonly trips: number; readonly rowsRead: number; readonly rowsWritten: number }>>;
}

export const readBudgets = (): Budgets => JSON.parse(readFileSync(inRoot("bench/budgets.json"), "utf8")) as Budgets;
