// What other modules may react to.
import { event } from "#kernel/events/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { SuppressionReason } from "./contract.ts";

/** Addresses were suppressed, at most 100 at once. `keys` are keyed hashes (`suppressionKey`); `everywhere`: in all projects. */
export interface Suppressed {
  readonly projectId: ProjectId;
  readonly keys: readonly string[];
  readonly reason: SuppressionReason;
  readonly everywhere: boolean;
}
export const suppressed = event<Suppressed>("suppressed");
