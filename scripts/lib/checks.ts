// The checks of `pnpm check`. They only read, but need compiled messages and collected migrations.
import { existsSync } from "node:fs";
import { inRoot } from "./paths.ts";
import { type Ran, runBin, runNode, type RunOptions } from "./children.ts";
import { asOne, type Step } from "./steps.ts";

const SOURCES = ["kernel", "modules", "edition", "dashboard", "scripts", "tests", "bench", "connector"];

const check = (name: string, ran: (how?: RunOptions) => Promise<Ran>): Step => ({
  name: `check ${name}`,
  run: async (how) => asOne(await ran(how)),
});

const types = (project: string): Step => check(`types ${project}`, (how) => runBin("tsc", ["-p", `tsconfig.${project}.json`], how));

/** The longest first, which shortens the total when two run at a time. */
export const CHECKS: readonly Step[] = [
  check("lint", (how) => runBin("oxlint", ["--deny-warnings"], how)),
  check("imports", (how) => runBin("depcruise", [...SOURCES.filter((folder) => existsSync(inRoot(folder))), "--output-type", "err"], how)),
  types("worker"),
  types("browser"),
  types("browser-test"),
  types("test"),
  types("node"),
  check("unused code", (how) => runBin("knip", ["--no-progress"], how)),
  check("format", (how) => runBin("oxfmt", ["--check"], how)),
  check("migrations as locked", (how) => runNode([inRoot("scripts/migrations.ts"), "check"], how)),
];
