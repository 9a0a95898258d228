// What an installation will do, as lines to read and one hash to approve. Holds no value of a variable.
import { sha256 } from "../content-hash.ts";
import { nameLines } from "../target/names.ts";
import type { Target } from "../target/target.ts";

export interface Step {
  readonly name: "setup" | "deploy";
  /** The script and its flag, from the checkout's root. */
  readonly args: readonly [string, string];
}

export const STEPS: readonly Step[] = [
  { name: "setup", args: ["scripts/setup.ts", "--remote"] },
  { name: "deploy", args: ["scripts/deploy.ts", "--remote"] },
];

export interface InstallPlan {
  readonly lines: readonly string[];
  /** Sixteen hexadecimal digits; another plan or other settings have another one. */
  readonly hash: string;
}

const digest = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16);

/** The plan for a target. */
export function installPlan(target: Target): InstallPlan {
  const variables = Object.entries(target.variables).sort(([a], [b]) => a.localeCompare(b));
  const secrets = Object.keys(target.secrets).sort();
  const lines = [
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
