// What the installer remembers between two starts, in private files: answers, and a setup token it made.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { readPrivate, writePrivate } from "../remote/files.ts";
import type { Answers } from "./questions.ts";

const Kept = v.record(v.string(), v.string());

/** Answers of an earlier start; `root` is the private folder of all installations. */
export function keptAnswers(root: string): Answers {
  try {
    return v.parse(Kept, JSON.parse(readPrivate(join(root, "install.json")) ?? "{}"));
  } catch {
    return {}; // damaged: ask again
  }
}
export const keepAnswers = (root: string, answers: Answers): void => writePrivate(join(root, "install.json"), JSON.stringify(answers));

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
