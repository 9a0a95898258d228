// Reads the committed budgets: bytes served, cold start, module sizes, and the cost of routes in D1.
import { readFileSync } from "node:fs";
import { inRoot } from "../scripts/lib/paths.ts";

export interface Budgets {
  /** Upper bounds, bytes. */
  readonly bytes: Readonly<Record<"loader" | "beforeClick" | "opened" | "inbox" | "conversation" | "worker", number>>;
  /** Upper bound of the time from the start of the runtime to the first response, as a multiple of the floor worker's. */
  readonly ratios: { readonly coldStart: number };
  readonly modules: {
    /** Product code of one module, without tests, stories and fixtures. */
    readonly lines: number;
    readonly files: number;
    /** Modules that are still larger, with the limit that holds for them. */
    readonly overruns: Readonly<Record<string, { readonly lines: number; readonly files: number }>>;
  };
  /** Expected exactly, by route. */
  readonly d1: Readonly<Record<string, { readonly trips: number; readonly rowsRead: number; readonly rowsWritten: number }>>;
}

export const readBudgets = (): Budgets => JSON.parse(readFileSync(inRoot("bench/budgets.json"), "utf8")) as Budgets;
