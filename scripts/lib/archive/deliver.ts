// The command behind scripts/build-delivery-artifact.mjs.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../build.ts";
import { orExit, stopOnSignals } from "../children.ts";
import { sha256 } from "../content-hash.ts";
import { inRoot } from "../paths.ts";
import { filesOfCommit, requireRepository, uncommitted } from "./commit.ts";
import { makeArchives, refuseLinks } from "./delivery.ts";

async function make(out: string): Promise<string[]> {
  requireRepository();
  refuseLinks();
  const changes = uncommitted();
  if (changes.length > 0)
    throw new Error(
      `The artifact is made of a commit, and these files are not as committed:\n${changes.join("\n")}\nCommit or stash them first.`,
    );
  const committed = filesOfCommit();
  rmSync(inRoot("dist/.built"), { force: true }); // A build that was not made just now proves nothing.
  await ensureBuilt();
  const archives = makeArchives(committed);
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
