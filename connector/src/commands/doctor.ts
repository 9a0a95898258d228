// `doctor`: checks everything that the connector needs, and says of each fault what to do.
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { stdout, versions } from "node:process";
import * as v from "valibot";
import { checkConfig, type Config } from "../config.ts";
import { readCredential } from "../credential.ts";
import { Failure } from "../failure.ts";
import { configFile, credentialFile, exposure, folder } from "../folder.ts";
import { call } from "../service.ts";
import { readPaired } from "../session.ts";
import { visible } from "../visible.ts";
import { WORK_KINDS } from "../wire.ts";

interface Finding {
  readonly isGood: boolean;
  readonly says: string;
}
const good = (says: string): Finding => ({ isGood: true, says });
const bad = (says: string): Finding => ({ isGood: false, says });

export async function doctor(): Promise<number> {
  const access = modes();
  // The credential isn't read, let alone sent, while others could have read it too.
  const isPrivate = access.every(({ isGood }) => isGood);
  const findings: Finding[] = [nodeVersion(), ...access, ...configuration(), ...(isPrivate ? await pairing() : [])];
  for (const { isGood, says } of findings)
    stdout.write(`${isGood ? "ok   " : "FAULT"}  ${visible(says, true).replaceAll("\n", "\n       ")}\n`);
  const faults = findings.filter(({ isGood }) => !isGood).length;
  stdout.write(faults === 0 ? "Everything is as it should be.\n" : `${faults} ${faults === 1 ? "fault" : "faults"}.\n`);
  return faults === 0 ? 0 : 1;
}

function nodeVersion(): Finding {
  const major = Number(versions.node.split(".")[0]);
  return major >= 20 ? good(`Node ${versions.node}`) : bad(`Node ${versions.node} is too old. Install Node 20 or newer.`);
}
function modes(): Finding[] {
  if (!existsSync(folder())) return [good(`${folder()} will be made when you pair this computer`)];
  const faults = [folder(), credentialFile(), configFile()].map(exposure).filter((fault) => fault !== undefined);
  return faults.length > 0 ? faults.map(bad) : [good(`${folder()} is private`)];
}
function configuration(): Finding[] {
  const path = configFile();
  if (!existsSync(path)) return [good(`no ${path}: nothing on this computer is ever run`)];
  const checked = checkConfig(readFileSync(path, "utf8"));
  if ("faults" in checked) return checked.faults.map((fault) => bad(`${path}: ${fault}`));
  const faults = missing(checked.config);
  return faults.length > 0 ? faults.map((fault) => bad(`${path}: ${fault}`)) : [good(`${path} is valid`)];
}
/** Programs that can't be run, and folders that aren't there. */
function missing({ commands, folders, work }: Config): string[] {
  return [
    ...commands.filter((path) => !isProgram(path)).map((path) => `commands: ${path} isn’t there, or can’t be run`),
    ...folders.filter((path) => !isFolder(path)).map((path) => `folders: ${path} isn’t a folder`),
    ...WORK_KINDS.flatMap((kind) => {
      const place = work[kind]?.folder;
      return place === undefined || isFolder(place) ? [] : [`work.${kind}.folder: ${place} isn’t a folder`];
    }),
  ];
}
const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function pairing(): Promise<Finding[]> {
  try {
    const credential = readCredential();
    if (!credential) return [bad("This computer isn’t paired. Run: seed-desk-connector pair https://desk.example.com")];
    await call(credential.origin, { path: "/health", reply: v.object({ status: v.string() }) });
    const { project } = await readPaired();
    return [good(`${credential.origin} can be reached`), good(`paired with the project “${project.name}”`)];
  } catch (error) {
    if (error instanceof Failure) return [bad(error.message)];
    throw error;
  }
}
