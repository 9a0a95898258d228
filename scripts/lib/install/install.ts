// Runs the guided installation over ports, so that tests can answer its questions.
import { mkdirSync } from "node:fs";
import { readValidTarget } from "../remote/open.ts";
import { openPrivateFolder, privateFolder, removeStaleFiles } from "../remote/files.ts";
import { isPrefix } from "../target/names.ts";
import type { Target } from "../target/target.ts";
import { keepAnswer, keptAnswers, setupToken } from "./keep.ts";
import { installPlan, type Step, STEPS } from "./plan.ts";
import { type Answers, askMissing } from "./questions.ts";
import { Stopped, type Terminal } from "./terminal.ts";

export interface Approval {
  readonly prefix: string;
  readonly hash: string;
}

export interface InstallPorts {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The private folder of all installations. */
  readonly root: string;
  /** Runs one command with these variables; resolves with its exit code. */
  readonly run: (step: Step, variables: Readonly<Record<string, string | undefined>>) => Promise<number>;
  /** Given on the command line, for use without a terminal. */
  readonly approval: Approval | undefined;
}

interface Described {
  readonly target: Target;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where the setup token can be found, for a sentence. */
  readonly tokenIs: string;
}

/** Adds a setup token to the variables: the given one, or the one in a private file, which is created if needed. */
function withSetupToken({ environment, root, terminal }: InstallPorts, answers: Answers): Omit<Described, "target"> {
  const all = { ...environment, ...answers };
  const prefix = all["SVC_RESOURCE_PREFIX"]?.trim() ?? "";
  if (all["SVC_SETUP_TOKEN"]?.trim() || !isPrefix(prefix)) return { variables: all, tokenIs: "the one that you gave in SVC_SETUP_TOKEN" };
  const folder = privateFolder(prefix, root);
  openPrivateFolder(folder);
  const tokenIs = `in .seed/deployment/${prefix}/setup-token`;
  terminal.print(`The setup token for the first owner is ${tokenIs}; /setup asks for it.`);
  return { variables: { ...all, SVC_SETUP_TOKEN: setupToken(folder) }, tokenIs };
}

/** Asks until the target is valid; without a terminal, checks it once. */
async function describe(ports: InstallPorts): Promise<Described | undefined> {
  const { terminal, environment, root } = ports;
  for (let known = keptAnswers(root); ;) {
    const keep = (variable: string, value: string): void => keepAnswer(root, variable, value);
    const answers = terminal.isInteractive ? await askMissing(terminal, environment, known, keep) : {};
    const described = withSetupToken(ports, answers);
    const target = readValidTarget(described.variables, (line) => terminal.print(line));
    if (target !== undefined) return { target, ...described };
    if (!terminal.isInteractive) return undefined;
    known = keptAnswers(root);
  }
}

/** Whether exactly this plan is approved. */
async function isApproved({ terminal, approval }: InstallPorts, target: Target, hash: string): Promise<boolean> {
  if (approval !== undefined) {
    if (approval.prefix === target.prefix && approval.hash === hash) return true;
    terminal.print("This is not the plan that was approved. Read it and approve it by its prefix and hash.");
    return false;
  }
  if (terminal.isInteractive) {
    if ((await terminal.ask(`Type ${target.prefix} to approve: `)) === target.prefix) return true;
    terminal.print("Not approved; nothing was done.");
    return false;
  }
  terminal.print(`Nothing was done. To approve this plan: node scripts/install.mjs --approve ${target.prefix} --plan-hash ${hash}`);
  return false;
}

/** Runs the installation. Returns the exit code: 0 done, 1 invalid target, 2 not approved, 130 stopped at a question, else that of a command. */
export async function install(ports: InstallPorts): Promise<number> {
  try {
    return await runInstallation(ports);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const kept = Object.keys(keptAnswers(ports.root)).length > 0;
    ports.terminal.print(
      kept
        ? "Stopped; nothing was made on the platform. Answers that are no secrets are kept in .seed/install.json: start again, and Enter repeats them."
        : "Stopped; nothing was made on the platform and no answer was kept.",
    );
    return 130;
  }
}

async function runInstallation(ports: InstallPorts): Promise<number> {
  const { terminal, root } = ports;
  mkdirSync(root, { recursive: true, mode: 0o700 });
  removeStaleFiles(root);
  const described = await describe(ports);
  if (described === undefined) return 1;
  const { target, variables, tokenIs } = described;
  const { lines, hash } = installPlan(target);
  for (const line of ["", ...lines, `Plan: ${hash}`]) terminal.print(line);
  if (!(await isApproved(ports, target, hash))) return 2;
  for (const step of STEPS) {
    terminal.print(`\n> pnpm run ${step.name} --remote`);
    const code = await ports.run(step, variables);
    if (code === 0) continue;
    terminal.print(`Stopped at ${step.name}. Run the installer again: what is done is found and stays.`);
    return code;
  }
  terminal.print(`\nInstalled. Open /setup at the address in SVC_PUBLIC_ORIGIN; the token is ${tokenIs}.`);
  return 0;
}
