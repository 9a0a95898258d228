// The slot for filters of other modules on the page of the search.
import { defineSlot } from "#dashboard/screen.ts";

/** A filter as people choose it. */
export interface OfferedFilter {
  /** As its module declares it to the server. */
  readonly name: string;
  /** What it finds, in words. */
  readonly label: string;
  /** Of the chip that begins it. */
  readonly offer: string;
  readonly values: readonly string[];
}
/** A registration draws nothing: it calls `declare` in an effect, whenever its values change, so that it may read them first. */
export const searchFilterChoices = defineSlot<{ readonly projectId: string; declare(filter: OfferedFilter): void }>("searchFilterChoices");
