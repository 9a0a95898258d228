// Implements scripts/build-delivery-artifact.mjs.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { must, orExit, runNode, stopOnSignals } from "../children.ts";
import { sha256 } from "../content-hash.ts";
import { inRoot } from "../paths.ts";
import { filesOfCommit, requireRepository, uncommitted } from "./commit.ts";
import { agreed } from "./agreed.ts";
import { refuseLinks } from "./connector.ts";
import { makeArchives } from "./delivery.ts";
import type { Entry } from "./tar.ts";

/** Builds the files in a temporary folder, so that no uncommitted file gets in, and returns the folder. */
async function buildOf(committed: readonly Entry[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-delivery-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const { path, bytes } of committed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  await must("Building the commit", runNode([join(folder, "scripts/build.ts")], { cwd: folder }));
  return folder;
}

async function make(out: string): Promise<string[]> {
  requireRepository();
  refuseLinks();
  const changes = uncommitted();
  if (changes.length > 0)
    throw new Error(
      `The artifact is made of a commit, and these files are not as committed:\n${changes.join("\n")}\nCommit or stash them first.`,
    );
  const committed = filesOfCommit();
  const archives = await agreed(
    async () => {
      const folder = await buildOf(committed);
      const made = makeArchives(committed, folder);
      rmSync(folder, { recursive: true, force: true });
      return made;
    },
    (line) => void process.stderr.write(`${line}\n`),
  );
  mkdirSync(out, { recursive: true });
  return archives.map(({ name, bytes }) => {
    writeFileSync(join(out, name), bytes);
    return `${sha256(bytes)}  ${join(out, name)}`;
  });
}

/** Builds and writes the archives. Ends the process. */
export async function deliver(args: string[]): Promise<never> {
  stopOnSignals();
  const { values } = parseArgs({ args, options: { out: { type: "string" } }, allowPositionals: true });
  const lines = await orExit(make(resolve(values.out ?? inRoot(".generated/delivery"))));
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exit(0);
}
