// Paths next to the state folder where a restore keeps its intermediate copies and the journal of erasures.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refused } from "../refused.ts";

/** File in a restored folder that names the backup it was copied from. */
export const ORIGIN = "restored-from.json";

export interface Places {
  readonly state: string;
  /** An incomplete copy; may be removed at any time. */
  readonly partial: string;
  /** A complete and checked copy that has not replaced `state` yet. */
  readonly restored: string;
  /** The data that a restore replaced, kept until somebody removes it. */
  readonly replaced: (stamp: string) => string;
  /** The journal of an installation, one line for each erasure. */
  readonly journal: (installation: string) => string;
}

export function placesOf(state: string): Places {
  const sibling = (name: string): string => join(dirname(state), name);
  const name = basename(state);
  return {
    state,
    partial: sibling(`${name}.partial`),
    restored: sibling(`${name}.restored`),
    replaced: (stamp) => sibling(`${name}.replaced-${stamp}`),
    journal: (installation) => sibling(`erasures-${installation}.jsonl`),
  };
}

/** Throws if a restore was interrupted after its copy was complete: the old data must not be served then. */
export function refuseHalfRestored(state: string): void {
  if (existsSync(placesOf(state).restored))
    throw new Refused("A restore was interrupted before its copy took its place. Run the same npm run restore again, it goes on there.");
}

/** A time in the form used in file names. */
export const stampOf = (time: Date): string => time.toISOString().replaceAll(/[:.]/g, "-");
