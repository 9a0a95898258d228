// Runs `pnpm dev` as a process in a copy of the checkout, with the test's own state and `.dev.vars`.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.ts";
import { copyMessages, copyOfFiles } from "./checkout.ts";
import { freePort } from "./start.ts";

/** A copy for the development server. The caller removes it. */
export function copyForDev(): string {
  const checkout = copyOfFiles();
  copyMessages(checkout);
  // Packages are linked one by one: Vite's cache beside them belongs to this copy.
  rmSync(join(checkout, "node_modules"));
  mkdirSync(join(checkout, "node_modules"));
  for (const name of readdirSync(inRoot("node_modules")))
    if (!name.startsWith(".vite")) symlinkSync(inRoot("node_modules", name), join(checkout, "node_modules", name));
  return checkout;
}

export interface Dev {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `scripts/dev.ts` of a copy with these variables in the shell and in `.dev.vars`; rejects with its output when it ends. */
export async function startDev(
  checkout: string,
  { shell = {}, file = {} }: { readonly shell?: Record<string, string>; readonly file?: Record<string, string> },
): Promise<Dev> {
  const lines = Object.entries(file).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(checkout, ".dev.vars"), lines.join(""));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(checkout, "scripts/dev.ts"), "--port", String(port)], {
    cwd: checkout,
    env: { ...process.env, npm_config_user_agent: "", ...shell },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.on("exit", () => child.kill("SIGKILL"));
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  let output = "";
  const url = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve, reject) => {
    const onOutput = (text: string): void => {
      output += text;
      if (output.includes(`127.0.0.1:${port}`)) resolve();
    };
    child.stdout?.setEncoding("utf8").on("data", onOutput);
    child.stderr?.setEncoding("utf8").on("data", onOutput);
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
