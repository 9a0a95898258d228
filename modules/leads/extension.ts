// The extension point by which modules remove what they hold of leads.
import type { SQL } from "#kernel/db/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/**
 * What a module removes when leads are gone for good: a while after a member deleted them. `which` selects their ids. Its statements come
 * before the leads are removed, in the same batch. Of an erased contact and a deleted project, each module removes its own.
 */
export interface LeadRemoval {
  /** `module.what`. */
  readonly name: string;
  readonly statements: (which: SQL, now: number) => readonly SQL[];
}
export const leadRemoval = extensionPoint<LeadRemoval>("leadRemoval");
