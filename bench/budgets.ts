// Reads the committed budgets: bytes served, and what each route costs in D1.
import { readFileSync } from "node:fs";
import { inRoot } from "../scripts/lib/paths.ts";

export interface Budgets {
  /** Upper bounds, bytes. */
  readonly bytes: Readonly<Record<"loader" | "beforeClick" | "opened" | "inbox" | "conversation" | "worker", number>>;
  /** Milliseconds from the start of the runtime to the first answer, beyond what the floor worker takes. */
  readonly milliseconds: { readonly coldStartOverFloor: number };
  readonly modules: {
    /** Product code of one module, without tests, stories and fixtures. */
    readonly lines: number;
    readonly files: number;
    /** Modules that exceed the limit, each with a limit of its own. */
    readonly overruns: Readonly<Record<string, { readonly lines: number; readonly files: number }>>;
  };
  /** Compared exactly, not as upper bounds. */
  readonly d1: Readonly<Record<string, { readonly trips: number; readonly rowsRead: number; readonly rowsWritten: number }>>;
}

export const readBudgets = (): Budgets => JSON.parse(readFileSync(inRoot("bench/budgets.json"), "utf8")) as Budgets;
