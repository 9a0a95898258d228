// Describes what an installation will do: lines to read, and one hash to approve. No line contains the value of a variable.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { sha256 } from "../content-hash.ts";
import { readMigrations } from "../migrations.ts";
import { inRoot, ROOT } from "../paths.ts";
import { nameLines } from "../target/names.ts";
import type { Target } from "../target/target.ts";

export interface Step {
  readonly name: "setup" | "deploy";
  /** The script, relative to the checkout, and its flag. */
  readonly args: readonly [string, string];
}

export const STEPS: readonly Step[] = [
  { name: "setup", args: ["scripts/setup.ts", "--remote"] },
  { name: "deploy", args: ["scripts/deploy.ts", "--remote"] },
];

export interface InstallPlan {
  readonly lines: readonly string[];
  /** Sixteen hexadecimal digits that change with the version, the plan and the settings. */
  readonly hash: string;
}

const digest = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16);

/** The checked-out commit, marked if files differ from it; "unknown" without git. */
function commit(): string {
  try {
    const args = ["describe", "--always", "--exclude=*", "--abbrev=40", "--dirty= with changes"];
    return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown";
  }
}

function productLine(): string {
  const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(inRoot("package.json"), "utf8")));
  return `Product: ${version}, commit ${commit()}, migrations to ${readMigrations().at(-1)?.file}`;
}

export function installPlan(target: Target): InstallPlan {
  const variables = Object.entries(target.variables).sort(([a], [b]) => a.localeCompare(b));
  const secrets = Object.keys(target.secrets).sort();
  const lines = [
    productLine(),
    "This will be found or made in your account:",
    ...nameLines(target.names).map((line) => `  ${line}`),
    target.host.kind === "platform"
      ? "  host         below your account's workers.dev name"
      : "  host         a custom domain in a zone of your account",
    `Variables: ${variables.map(([name]) => name).join(", ")}`,
    `Secrets: ${secrets.length === 0 ? "none" : secrets.join(", ")}`,
    `Sign-in: ${target.apiToken === undefined ? "the platform tool's own" : "PLATFORM_API_TOKEN"}`,
    "By these commands, which you can also run yourself:",
    ...STEPS.map(({ name }) => `  pnpm run ${name} --remote`),
    `Settings: ${digest([target.accountId, variables])}`,
  ];
  return { lines, hash: digest(lines) };
}
