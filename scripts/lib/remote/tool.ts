// The platform's own tool, wrangler, run so that it can only touch the target: a chosen environment, a folder without .env files,
// nothing of what it prints passed on unless it fails, and then without any value.
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
  /** Where it runs; holds no .env file, which it would read. */
  readonly folder: string;
  readonly accountId: string;
  /** Absent: the tool's own sign-in. */
  readonly apiToken: string | undefined;
  /** Only the double's. */
  readonly apiUrl: string | undefined;
  readonly redact: Redact;
}

/** What wrangler itself needs beside the allowlist. It writes no log of its own: that would hold every variable. */
export const toolEnvironment = ({ accountId, apiToken, apiUrl }: Omit<ToolOptions, "folder" | "redact">): Record<string, string> => ({
  ...QUIET_ENV,
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  CLOUDFLARE_ACCOUNT_ID: accountId,
  ...(apiToken === undefined ? {} : { CLOUDFLARE_API_TOKEN: apiToken }),
  ...(apiUrl === undefined ? {} : { CLOUDFLARE_API_BASE_URL: apiUrl }),
});

/** Its complaint, without colours and values: from the first error on. What it prints before shows bindings; none is told then. */
export function complaint(output: string, redact: Redact): string {
  const plain = stripVTControlCharacters(output);
  const from = plain.search(/^.*\[ERROR\]/m);
  return from === -1 ? "" : redact(plain.slice(from).trim()).slice(-2000);
}

const LIMIT_MS = 600_000;

export function wranglerTool(options: ToolOptions): Tool {
  const env = toolEnvironment(options);
  const wrangler = async (what: string, maybe: string, args: readonly string[]): Promise<void> => {
    const { ok, output, end } = await runBin("wrangler", args, { env, cwd: options.folder, endsWithUs: true, limitMs: LIMIT_MS });
    if (!ok) throw new Error(`${complaint(output, options.redact)}\n\n${what} failed (${end}). ${maybe}; run this again.`.trim());
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

/** The token of the tool's own sign-in, which the REST calls use as well. */
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
