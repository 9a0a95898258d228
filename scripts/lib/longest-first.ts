// Orders test files so that the longest begin first: one that begins last would run by itself, with a core that has nothing to do.
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { relative } from "node:path";
import { ROOT } from "./paths.ts";

/** The longest, whether they compute or wait; the order of all others matters little, and nothing but the total time depends on it. */
const LONGEST: readonly string[] = [
  "tests/delivery/artifact.test.ts",
  "tests/operations/wrangler.test.ts",
  "tests/chaos/erasure-races.test.ts",
  "tests/mail/providers.test.ts",
  "tests/matrix/origins.test.ts",
  "tests/own-server/start.test.ts",
  "tests/chaos/sockets.test.ts",
  "tests/matrix/access.test.ts",
  "tests/own-server/worker-routes.test.ts",
  "tests/knowledge/words/quality.test.ts",
  "tests/operations/install.test.ts",
  "tests/own-server/local-owner.test.ts",
  "tests/own-server/backup.test.ts",
  "tests/chaos/kill.test.ts",
  "tests/matrix/bad-input.test.ts",
  "bench/rows.test.ts",
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.indexOf(relative(ROOT, moduleId));
  return at === -1 ? LONGEST.length : at;
};

export default class LongestFirst extends BaseSequencer {
  /** Within each project; vitest has put the projects in order. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((ofOne) => ofOne.toSorted((a, b) => rank(a) - rank(b)));
  }
}
