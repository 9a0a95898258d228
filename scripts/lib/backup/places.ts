// Where a restore keeps its steps and the journal of erasures: beside the state folder, never inside a backup.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refused } from "../refused.ts";

/** Inside a restored folder: which backup it is a copy of. */
export const ORIGIN = "restored-from.json";

export interface Places {
  readonly state: string;
  /** A copy that is being made; may be removed at any time. */
  readonly partial: string;
  /** A complete and checked copy that has not taken the place of `state` yet. */
  readonly restored: string;
  /** The data that a restore replaced, kept until somebody removes it. */
  readonly replaced: (stamp: string) => string;
  /** One line per erasure of this installation. */
  readonly journal: (installation: string) => string;
}

export function placesOf(state: string): Places {
  const beside = (name: string): string => join(dirname(state), name);
  const name = basename(state);
  return {
    state,
    partial: beside(`${name}.partial`),
    restored: beside(`${name}.restored`),
    replaced: (stamp) => beside(`${name}.replaced-${stamp}`),
    journal: (installation) => beside(`erasures-${installation}.jsonl`),
  };
}

/** Throws when a restore was cut off after its copy was complete: what would be served now is not what was asked for. */
export function refuseHalfRestored(state: string): void {
  if (existsSync(placesOf(state).restored))
    throw new Refused("A restore was interrupted before its copy took its place. Run the same npm run restore again, it goes on there.");
}

/** A time as part of a file's name. */
export const stampOf = (time: Date): string => time.toISOString().replaceAll(/[:.]/g, "-");
