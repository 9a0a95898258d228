// Launches a real browser for tests: the machine's Chromium, or the one in the npm package @sparticuz/chromium (Linux x64).
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { inRoot } from "../../scripts/lib/paths.ts";

// Our own flags, not the package's `args`: those disable web security and site isolation, which tests of origins rely on.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none",
  // No telemetry and no prompts.
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

/** Path of the browser's executable. The first call unpacks the packaged one; the global setup makes it. */
export async function executable(): Promise<string> {
  const own = [process.env["CHROMIUM"], ...SYSTEM].find((path) => path !== undefined && existsSync(path));
  if (own !== undefined) return own;
  // The package unpacks to <TMPDIR>/chromium and reuses what it finds there, even an older version: hence one folder per version, kept for
  // later runs.
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

/** Starts the browser; the caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: await executable(), args: FLAGS, headless: true, chromiumSandbox: false });
}
