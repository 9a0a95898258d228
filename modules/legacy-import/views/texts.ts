// Words for held work.
import { m } from "#messages";
import type { Hold } from "../contract.ts";

export const categoryText = (category: Hold["category"]): string =>
  category === "generation"
    ? m.legacy_import_generation()
    : category === "training"
      ? m.legacy_import_training()
      : m.legacy_import_provider();

/** An outcome, as the audit log may have one of a later version. */
export const outcomeText = (outcome: string): string =>
  outcome === "happened"
    ? m.legacy_import_happened()
    : outcome === "not_happened"
      ? m.legacy_import_not_happened()
      : m.legacy_import_set_aside();
