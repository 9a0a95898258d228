// The checks of `pnpm check`. They only read, but need compiled messages and collected migrations.
import { existsSync } from "node:fs";
import { inRoot } from "./paths.ts";
import { type Ran, runBin, runNode } from "./children.ts";
import { asOne, type Step } from "./steps.ts";

const SOURCES = ["kernel", "modules", "edition", "dashboard", "scripts", "tests", "bench", "connector"];

const check = (name: string, ran: () => Promise<Ran>): Step => ({ name: `check ${name}`, run: async () => asOne(await ran()) });

const types = (project: string): Step => check(`types ${project}`, () => runBin("tsc", ["-p", `tsconfig.${project}.json`]));

/** The longest first, which shortens the total when two run at a time. */
export const CHECKS: readonly Step[] = [
  check("lint", () => runBin("oxlint", ["--deny-warnings"])),
  check("imports", () => runBin("depcruise", [...SOURCES.filter((folder) => existsSync(inRoot(folder))), "--output-type", "err"])),
  types("worker"),
  types("browser"),
  types("browser-test"),
  types("test"),
  types("node"),
  check("unused code", () => runBin("knip", ["--no-progress"])),
  check("format", () => runBin("oxfmt", ["--check"])),
  check("migrations as locked", () => runNode([inRoot("scripts/migrations.ts"), "check"])),
];
