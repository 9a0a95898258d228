// Opens a remote target from the environment. The only file that knows the platform's addresses.
import { join } from "node:path";
import { cloudPlatform } from "../platform/cloud.ts";
import { Rest } from "../platform/rest.ts";
import { readTarget } from "../target/read.ts";
import type { Target } from "../target/target.ts";
import type { DeployPorts } from "./deploy.ts";
import { openPrivateFolder, privateFolder } from "./files.ts";
import { checkHealth } from "./health.ts";
import { checkPreviewHost, type PreviewHost } from "./preview.ts";
import { lockTarget } from "./lock.ts";
import { redactor } from "./redact.ts";
import { signedInToken, toolEnvironment, wranglerTool } from "./tool.ts";

const API = "https://api.cloudflare.com/client/v4";

type Source = Readonly<Record<string, string | undefined>>;

/** Reads the target and prints its faults and warnings; undefined if there are faults. */
export function readValidTarget(source: Source, print: (line: string) => void): Target | undefined {
  const { target, faults, warnings } = readTarget(source);
  for (const warning of warnings) print(`Warning: ${warning}`);
  for (const { variable, message } of faults) print(`${variable} ${message}`);
  if (faults.length > 0)
    print(`${faults.length} ${faults.length === 1 ? "variable is" : "variables are"} not right. Nothing was sent anywhere.`);
  return target;
}

/** The test double, set only by tests. Only a local port is accepted, because the API token is sent there. */
function doubleOf(source: Source): string | undefined {
  const url = source["SEED_DESK_PLATFORM_DOUBLE"];
  if (url === undefined) return undefined;
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(url)) throw new Error("SEED_DESK_PLATFORM_DOUBLE must be http://127.0.0.1:<port>");
  return url;
}

function previewHostOf({ customHosts }: Target, double: string | undefined): (() => Promise<PreviewHost>) | undefined {
  const host = customHosts.find(({ variable }) => variable === "PREVIEW_ORIGIN");
  return host && (() => checkPreviewHost(double === undefined ? `https://${host.name}` : `${double}/origin/${host.name}`));
}

/** Opens and locks the private folder until this process ends, and signs in. */
export async function openTarget(target: Target, source: Source, print: (line: string) => void): Promise<DeployPorts> {
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
    print,
    platform: cloudPlatform(new Rest({ baseUrl: apiUrl ?? API, token }), target.accountId),
    tool: wranglerTool(tool),
    build: async (config) => {
      const { ensureBuilt } = await import("../build.ts");
      const into = join(folder, "dist");
      const id = await ensureBuilt({ config, into }).catch((error: unknown) => {
        throw new Error(redact(error instanceof Error ? error.message : String(error))); // contains the output of the build
      });
      return { emitted: join(into, "server/wrangler.json"), id };
    },
    health: (id) => checkHealth(origin, id),
    previewHost: previewHostOf(target, double),
    patience: double === undefined ? { limitMs: 300_000, everyMs: 3000 } : { limitMs: 3000, everyMs: 200 },
  };
}
