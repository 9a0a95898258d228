// The connector's folder, which only its person may read: where it is, how files get there whole, and the lock between two commands.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { env, kill, pid, platform } from "node:process";
import { EXIT, Failure } from "./failure.ts";

export function folder(): string {
  const own = env["SEED_DESK_CONNECTOR_HOME"];
  if (own !== undefined && own !== "") return own;
  const config = env["XDG_CONFIG_HOME"];
  return join(config !== undefined && config !== "" ? config : join(homedir(), ".config"), "seed-desk-connector");
}
export const configFile = (): string => join(folder(), "config.json");
export const credentialFile = (): string => join(folder(), "credential.json");

/** Permissions mean nothing on Windows, where the profile's folder is private by its access list. */
const HAS_MODES = platform !== "win32";
const octal = (mode: number): string => `0${(mode & 0o777).toString(8)}`;

/** Why others can read or change a file, with the command that mends it; undefined if they can't, or if there is no file. */
export function exposure(path: string): string | undefined {
  if (!HAS_MODES || !existsSync(path)) return undefined;
  const { mode, isDirectory } = withKind(path);
  const wanted = isDirectory ? 0o700 : 0o600;
  if ((mode & 0o077) === 0) return undefined;
  return `${path} has mode ${octal(mode)}, so other people on this computer can reach it. Run: chmod ${octal(wanted).slice(1)} ${path}`;
}
function withKind(path: string): { mode: number; isDirectory: boolean } {
  const found = statSync(path);
  return { mode: found.mode, isDirectory: found.isDirectory() };
}
/** Refuses to go on while others could read the credential or change the configuration. */
export function requirePrivate(): void {
  const faults = [folder(), credentialFile(), configFile()].map(exposure).filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new Failure(faults.join("\n"), EXIT.configuration);
}
/** Makes the folder if there is none. */
export function makeFolder(): void {
  if (existsSync(folder())) return;
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  chmodSync(folder(), 0o700);
}
/** Replaces a file as a whole: after a crash it is the old one or the new one. */
export function writeWhole(path: string, text: string): void {
  const beside = `${path}.${pid}.new`;
  const file = openSync(beside, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isRunning = (id: number): boolean => {
  try {
    kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
/**
 * Runs `work` while no other command of this computer uses the credential. Otherwise one could send a token that another has just
 * replaced, which the service takes for theft.
 */
export async function locked<T>(work: () => Promise<T>): Promise<T> {
  const path = join(folder(), "lock");
  for (let waited = 0; ; waited += 100) {
    try {
      const file = openSync(path, "wx", 0o600);
      writeSync(file, String(pid));
      closeSync(file);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = Number(readFileSync(path, "utf8").trim() || "0");
      // Its holder was killed. A file without a number yet is being written.
      if (holder > 0 && !isRunning(holder)) rmSync(path, { force: true });
      else if (waited > 60_000)
        throw new Failure(`Another command of the connector (process ${holder}) doesn’t finish. End it, or remove ${path}.`);
      else await sleep(100);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Seconds after which a mark that nobody renews counts as left behind, though another program may have its holder's number by now. */
const STALE = 60;
/** Runs `work` while no other `run` of this computer does. Two would take each other's work. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const path = join(folder(), "running");
  for (let isFree = false; !isFree;) {
    try {
      const file = openSync(path, "wx", 0o600);
      writeSync(file, String(pid));
      closeSync(file);
      isFree = true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = Number(readFileSync(path, "utf8").trim() || "0");
      if (isRunning(holder) && Date.now() - statSync(path).mtimeMs < STALE * 1000)
        throw new Failure(`The connector runs already (process ${holder}). Stop that one first.`);
      rmSync(path, { force: true });
    }
  }
  const renew = setInterval(() => existsSync(path) && utimesSync(path, new Date(), new Date()), (STALE / 6) * 1000);
  try {
    return await work();
  } finally {
    clearInterval(renew);
    rmSync(path, { force: true });
  }
}
