// Which share of many samples a short run takes: it turns with the commit, so that all of them have their turn, and a run repeated on a
// commit takes the same ones. The long form takes all.
import { commitId } from "../../scripts/lib/archive/commit.ts";

function ofCommit(): number {
  try {
    return Number.parseInt(commitId().slice(0, 8), 16);
  } catch {
    // No repository: an unpacked archive.
    return 0;
  }
}

/** A whole number that differs from commit to commit; take its remainder. SEED_DESK_TURN=<n> sets it. */
export const TURN = process.env["SEED_DESK_TURN"] === undefined ? ofCommit() : Number(process.env["SEED_DESK_TURN"]);
