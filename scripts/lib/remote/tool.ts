// Runs the platform's own tool, wrangler, so that it can only touch the target: with a chosen environment, in a folder without .env files.
// Its output is shown only if it fails, and without values.
import { stripVTControlCharacters } from "node:util";
import { QUIET_ENV, runBin } from "../children.ts";
import type { Redact } from "./redact.ts";

export interface Tool {
  /** Brings the target's database up to date with the collected migrations. */
  applyMigrations(config: string, database: string): Promise<void>;
  /** Uploads code, assets and secrets. */
  publish(config: string, secretsFile: string | undefined): Promise<void>;
}

export interface ToolOptions {
  /** The working directory, without .env files, which wrangler would read. */
  readonly folder: string;
  readonly accountId: string;
  /** Undefined: wrangler's own sign-in is used. */
  readonly apiToken: string | undefined;
  /** Set only for the test double. */
  readonly apiUrl: string | undefined;
  readonly redact: Redact;
}

/** The variables that wrangler needs in addition. Its log files are disabled, because they would contain every variable. */
export const toolEnvironment = ({ accountId, apiToken, apiUrl }: Omit<ToolOptions, "folder" | "redact">): Record<string, string> => ({
  ...QUIET_ENV,
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  CLOUDFLARE_ACCOUNT_ID: accountId,
  ...(apiToken === undefined ? {} : { CLOUDFLARE_API_TOKEN: apiToken }),
  ...(apiUrl === undefined ? {} : { CLOUDFLARE_API_BASE_URL: apiUrl }),
});

/** The output from the first error on, without colours and values; empty if there is no error. The output before it contains bindings. */
export function errorOutput(output: string, redact: Redact): string {
  const plain = stripVTControlCharacters(output);
  const from = plain.search(/^.*\[ERROR\]/m);
  return from === -1 ? "" : redact(plain.slice(from).trim()).slice(-2000);
}

const LIMIT_MS = 600_000;

export function wranglerTool(options: ToolOptions): Tool {
  const env = toolEnvironment(options);
  const wrangler = async (what: string, uncertainty: string, args: readonly string[]): Promise<void> => {
    const { ok, output, end } = await runBin("wrangler", args, { env, cwd: options.folder, endsWithParent: true, limitMs: LIMIT_MS });
    if (!ok) throw new Error(`${errorOutput(output, options.redact)}\n\n${what} failed (${end}). ${uncertainty}; run this again.`.trim());
  };
  return {
    applyMigrations: (config, database) =>
      wrangler("Applying the migrations", "Some of them may be applied", [
        ...["d1", "migrations", "apply", database],
        ...["--remote", "--config", config],
      ]),
    publish: (config, secretsFile) =>
      wrangler("Publishing", "Code may be uploaded already", [
        ...["deploy", "--config", config],
        ...(secretsFile === undefined ? [] : ["--secrets-file", secretsFile]),
      ]),
  };
}

/** The token of wrangler's own sign-in, which the REST calls use too. */
export async function signedInToken(env: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const ran = await runBin("wrangler", ["auth", "token", "--json"], { env, cwd: folder, limitMs: LIMIT_MS });
  const token = /"token":\s*"([^"]+)"/.exec(ran.output)?.[1];
  if (!ran.ok || token === undefined) {
    throw new Error(
      "Not signed in to the platform: set PLATFORM_API_TOKEN, or sign in once with: " +
        'PATH="$PWD/.tools/bin:$PATH" node_modules/.bin/wrangler login. Nothing was made.',
    );
  }
  return token;
}
