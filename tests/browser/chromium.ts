// A real browser for tests: the machine's Chromium, else the one inside the npm package @sparticuz/chromium (Linux x64).
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { inRoot } from "../../scripts/lib/paths.ts";

// Own flags, never the package's `args`: those switch off web security and site isolation, and tests of origins would lie.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none",
  // No calls home and no prompts.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-first-run",
  "--no-default-browser-check",
  "--password-store=basic",
  "--use-mock-keychain",
];

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The version of the npm package; read from its folder because it exports no package.json. */
function packageVersion(): string {
  let folder = dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium"));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version?: string };
  return version ?? "unknown";
}

/** The browser's program. The packaged one is unpacked at the first call, which therefore is that of the global setup. */
export async function executable(): Promise<string> {
  const own = [process.env["CHROMIUM"], ...SYSTEM].find((path) => path !== undefined && existsSync(path));
  if (own !== undefined) return own;
  // It unpacks to <TMPDIR>/chromium and reuses whatever lies there, also an older version: one folder a version, kept for the next run.
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = inRoot(".tools", `chromium-${packageVersion()}`);
  mkdirSync(process.env["TMPDIR"], { recursive: true });
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    return await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

/** Starts the browser; close it at the end of the suite. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: await executable(), args: FLAGS, headless: true, chromiumSandbox: false });
}
