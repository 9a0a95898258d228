// Stores what the installer needs again after a restart, in private files: answers, and the setup token it created.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { readPrivate, writePrivate } from "../remote/files.ts";
import type { Answers } from "./questions.ts";

const Kept = v.record(v.string(), v.string());

/** Answers of an earlier run. `root`: the private folder of all installations. */
export function keptAnswers(root: string): Answers {
  try {
    return v.parse(Kept, JSON.parse(readPrivate(join(root, "install.json")) ?? "{}"));
  } catch {
    return {}; // damaged: ask again
  }
}

/** Stores an answer. */
export const keepAnswer = (root: string, variable: string, value: string): void =>
  writePrivate(join(root, "install.json"), JSON.stringify({ ...keptAnswers(root), [variable]: value }));

/** The setup token of this installation, created if there is none. */
export function setupToken(folder: string): string {
  const file = join(folder, "setup-token");
  const there = readPrivate(file)?.trim();
  if (there !== undefined && there !== "") return there;
  const token = randomBytes(32).toString("base64url");
  writePrivate(file, `${token}\n`);
  return token;
}
