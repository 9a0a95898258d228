// The installer's command line; runs the commands of the plan as child processes.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { orExit } from "../children.ts";
import { inRoot } from "../paths.ts";
import { takeEnvironment } from "../remote/environment.ts";
import { type Approval, install, type InstallPorts } from "./install.ts";
import { ownTerminal } from "./terminal.ts";

const USAGE = "usage: node scripts/install.mjs [--approve <prefix> --plan-hash <hash>]\n";

function approvalOf(args: readonly string[]): Approval | undefined | "wrong" {
  try {
    const { values } = parseArgs({ args: [...args], options: { approve: { type: "string" }, "plan-hash": { type: "string" } } });
    const { approve: prefix, "plan-hash": hash } = values;
    if (prefix === undefined && hash === undefined) return undefined;
    return prefix === undefined || hash === undefined ? "wrong" : { prefix, hash };
  } catch {
    return "wrong";
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Runs a command. Signals are passed to it, so that it can clean up; the installer ends after it. */
const run: InstallPorts["run"] = ({ args: [script, flag] }, variables) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [inRoot(script), flag], { stdio: ["ignore", "inherit", "inherit"], env: { ...variables } });
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    child.on("close", (code) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      done(code ?? 1);
    });
  });

/** Ends the process with the installation's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const approval = approvalOf(args);
  if (approval === "wrong") {
    process.stderr.write(USAGE);
    process.exit(2);
  }
  const environment = takeEnvironment();
  process.exit(await orExit(install({ terminal: ownTerminal, environment, root: inRoot(".seed"), run, approval })));
}
