// From an environment to the ports of a remote target: the only place that knows the platform's addresses.
import { join } from "node:path";
import { cloudPlatform } from "../platform/cloud.ts";
import { Rest } from "../platform/rest.ts";
import { readTarget } from "../target/read.ts";
import type { Target } from "../target/target.ts";
import type { DeployPorts } from "./deploy.ts";
import { openPrivateFolder, privateFolder } from "./files.ts";
import { lookAtHealth } from "./health.ts";
import { lockTarget } from "./lock.ts";
import { redactor } from "./redact.ts";
import { signedInToken, toolEnvironment, wranglerTool } from "./tool.ts";

const API = "https://api.cloudflare.com/client/v4";

type Source = Readonly<Record<string, string | undefined>>;

/** Prints what is wrong or worth knowing; undefined when anything is wrong. */
export function checkedTarget(source: Source, say: (line: string) => void): Target | undefined {
  const { target, faults, warnings } = readTarget(source);
  for (const warning of warnings) say(`Warning: ${warning}`);
  for (const { variable, message } of faults) say(`${variable} ${message}`);
  if (faults.length > 0)
    say(`${faults.length} ${faults.length === 1 ? "variable is" : "variables are"} not right. Nothing was sent anywhere.`);
  return target;
}

/** Only our tests set it, and only to a port of this machine: a token must not go to whoever an environment names. */
function doubleOf(source: Source): string | undefined {
  const url = source["SEED_DESK_PLATFORM_DOUBLE"];
  if (url === undefined) return undefined;
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(url)) throw new Error("SEED_DESK_PLATFORM_DOUBLE must be http://127.0.0.1:<port>");
  return url;
}

/** Opens the private folder, which nobody else gets until this process ends, and signs in. */
export async function openTarget(target: Target, source: Source, say: (line: string) => void): Promise<DeployPorts> {
  const double = doubleOf(source);
  const folder = privateFolder(target.prefix);
  openPrivateFolder(folder);
  lockTarget(folder);
  const redact = redactor(target);
  const apiUrl = double === undefined ? undefined : `${double}/client/v4`;
  const tool = { folder, accountId: target.accountId, apiToken: target.apiToken, apiUrl, redact };
  const token = target.apiToken ?? (await signedInToken(toolEnvironment(tool), folder));
  const origin = double === undefined ? `https://${target.host.name}` : `${double}/origin/${target.host.name}`;
  return {
    target,
    folder,
    say,
    platform: cloudPlatform(new Rest({ baseUrl: apiUrl ?? API, token }), target.accountId),
    tool: wranglerTool(tool),
    build: async (config) => {
      const { ensureBuilt } = await import("../build.ts");
      const into = join(folder, "dist");
      const id = await ensureBuilt({ config, into }).catch((error: unknown) => {
        throw new Error(redact(error instanceof Error ? error.message : String(error))); // it holds what the build printed
      });
      return { emitted: join(into, "server/wrangler.json"), id };
    },
    health: (id) => lookAtHealth(origin, id),
    patience: double === undefined ? { limitMs: 300_000, everyMs: 3000 } : { limitMs: 3000, everyMs: 200 },
  };
}
