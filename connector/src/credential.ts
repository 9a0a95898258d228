// The credential: which Seed Desk this computer is paired with, and the token that proves it.
import { existsSync, readFileSync, rmSync } from "node:fs";
import * as v from "valibot";
import { EXIT, Failure } from "./failure.ts";
import { credentialFile, makeFolder, requirePrivate, writeWhole } from "./folder.ts";

const Credential = v.object({ origin: v.string(), token: v.string(), device: v.string(), project: v.string(), pairedAt: v.string() });
export type Credential = v.InferOutput<typeof Credential>;

/** The stored credential; undefined if there is none. Throws if others could read it, or if it isn't what was written. */
export function readCredential(): Credential | undefined {
  requirePrivate();
  const path = credentialFile();
  if (!existsSync(path)) return undefined;
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    stored = undefined;
  }
  const found = v.safeParse(Credential, stored);
  if (!found.success) throw new Failure(`${path} is damaged. Remove it and pair this computer again.`, EXIT.configuration);
  return found.output;
}
/** The stored credential. Throws if this computer isn't paired. */
export function requireCredential(): Credential {
  const found = readCredential();
  if (!found) throw new Failure("This computer isn’t paired. Run: seed-desk-connector pair https://desk.example.com", EXIT.notPaired);
  return found;
}
export function storeCredential(credential: Credential): void {
  makeFolder();
  writeWhole(credentialFile(), `${JSON.stringify(credential, null, 2)}\n`);
}
export const removeCredential = (): void => rmSync(credentialFile(), { force: true });
