// Prepares the build before the first test that drives it: builds what is out of date, and makes the migrated state that servers start
// with. `npm test` has done both, and says so by the variable.
import { prepareState } from "../../scripts/lib/apply-migrations.ts";
import { must, runNode } from "../../scripts/lib/children.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { withoutRunner } from "../../scripts/lib/runner-environment.ts";

export default async function setup(): Promise<void> {
  if (process.env["SEED_DESK_PREPARED"] !== undefined) return;
  withoutRunner(process.env);
  // Whoever names a build has made it.
  if (process.env["SEED_DESK_BUILD"] === undefined) await must("The build", runNode([inRoot("scripts/build.ts")]));
  await prepareState();
  process.env["SEED_DESK_PREPARED"] = "yes";
}
