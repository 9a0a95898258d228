// What the installer remembers between two starts, in private files: answers, how far it came, and a setup token it made.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { readPrivate, writePrivate } from "../remote/files.ts";
import type { Answers } from "./questions.ts";

const Kept = v.record(v.string(), v.string());
const Progress = v.object({ plan: v.string(), done: v.array(v.string()) });

function parsed<S extends v.GenericSchema>(shape: S, text: string | undefined): v.InferOutput<S> | undefined {
  try {
    return v.parse(shape, JSON.parse(text ?? ""));
  } catch {
    return undefined; // none, or damaged: ask again
  }
}

/** Answers of an earlier start; `root` is the private folder of all installations. */
export const keptAnswers = (root: string): Answers => parsed(Kept, readPrivate(join(root, "install.json"))) ?? {};
export const keepAnswers = (root: string, answers: Answers): void => writePrivate(join(root, "install.json"), JSON.stringify(answers));

/** Steps of this very plan that are done; another plan begins anew. */
export function stepsDone(folder: string, plan: string): string[] {
  const progress = parsed(Progress, readPrivate(join(folder, "install.json")));
  return progress?.plan === plan ? progress.done : [];
}
export const keepSteps = (folder: string, plan: string, done: readonly string[]): void =>
  writePrivate(join(folder, "install.json"), JSON.stringify({ plan, done }));

const tokenFile = (folder: string): string => join(folder, "setup-token");

/** The setup token made for this installation; made now when there is none. */
export function setupToken(folder: string): { readonly token: string; readonly file: string } {
  const file = tokenFile(folder);
  const there = readPrivate(file)?.trim();
  if (there !== undefined && there !== "") return { token: there, file };
  const token = randomBytes(32).toString("base64url");
  writePrivate(file, `${token}\n`);
  return { token, file };
}
