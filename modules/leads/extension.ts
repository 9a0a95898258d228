// Extension point of leads: what other modules know of a lead goes with it.
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";

/** Removes what a module keeps of leads, before these are removed after their deletion or with their project. `which` selects their ids. */
export const leadRemoval = extensionPoint<(which: SQL) => readonly SQL[]>("leadRemoval");
