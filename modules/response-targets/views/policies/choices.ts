// What a policy can name.
import type { Tag } from "#modules/tags/contract";
import type { Team } from "#modules/teams/contract";

/** The teams and tags that a policy can name. */
export interface Choices {
  readonly teams: readonly Team[];
  readonly tags: readonly Tag[];
  /** Whether they were read. */
  readonly known: boolean;
}
