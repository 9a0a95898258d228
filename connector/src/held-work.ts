// The claim that this computer holds, on disk before it is sent and until its work has ended, so that a restart neither loses nor repeats it.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Credential } from "./credential.ts";
import { EXIT, Failure } from "./failure.ts";
import { exposure, folder, writeWhole } from "./folder.ts";
import { Question, Report } from "./wire.ts";

const Held = v.object({
  /** The pairing that it belongs to: what one Seed Desk asked is never told to another. */
  pairing: v.string(),
  claimId: v.string(),
  /** What runs, or ran when the connector was killed. */
  job: v.optional(
    v.object({
      id: v.string(),
      kind: v.string(),
      folder: v.string(),
      process: v.optional(v.object({ id: v.number(), start: v.string() })),
    }),
  ),
  /** What the service has not acknowledged yet. */
  report: v.optional(v.union([Report, Question])),
});
export type Held = v.InferOutput<typeof Held>;

const heldFile = (): string => join(folder(), "work.json");
export const pairingOf = ({ origin, pairedAt }: Credential): string => `${origin} ${pairedAt}`;

/** What is held; undefined if nothing is. Throws if the file isn't what was written, or if others could have changed it. */
export function readHeld(): Held | undefined {
  const path = heldFile();
  if (!existsSync(path)) return undefined;
  const fault = exposure(path);
  if (fault !== undefined) throw new Failure(fault, EXIT.configuration);
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    stored = undefined;
  }
  const found = v.safeParse(Held, stored);
  if (!found.success)
    throw new Failure(`${path} is damaged. Remove it; work that it names stays open until a member cancels it.`, EXIT.configuration);
  return found.output;
}
export const writeHeld = (held: Held): void => writeWhole(heldFile(), `${JSON.stringify(held, null, 2)}\n`);
export const forgetHeld = (): void => rmSync(heldFile(), { force: true });
