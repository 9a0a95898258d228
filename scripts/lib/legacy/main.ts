// `node scripts/import-legacy.mjs`: plans an import, applies it, lists what waits for a person, and reconciles it.
import { existsSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";
import { applyLocalMigrations } from "../apply-migrations.ts";
import { refusePending } from "../backup/gate.ts";
import { lockState } from "../backup/lock.ts";
import { stopOnSignals } from "../children.ts";
import { inRoot } from "../paths.ts";
import { Refused } from "../refused.ts";
import { applyImport, planImport, type Task } from "./apply.ts";
import { listHolds, reconcileHold } from "./holds.ts";
import { openObjects } from "./objects.ts";
import { describePlan, rateOf } from "./report.ts";
import { openInstallation, stateIn } from "./state.ts";
import { checkExport } from "./validate.ts";

const USAGE = `node scripts/import-legacy.mjs --file <absolute path> [--apply] [--persist-to <folder>] [--account <id in the export>=<id here>]…
       node scripts/import-legacy.mjs --holds [--persist-to <folder>]
       node scripts/import-legacy.mjs --reconcile <hold> --outcome happened|not_happened|set_aside [--persist-to <folder>]
`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const note = (line: string): void => void process.stderr.write(`${line}\n`);

function options(args: readonly string[]) {
  const values = (() => {
    try {
      return parseArgs({
        args: [...args],
        options: {
          file: { type: "string" },
          apply: { type: "boolean", default: false },
          "persist-to": { type: "string" },
          account: { type: "string", multiple: true, default: [] },
          holds: { type: "boolean", default: false },
          reconcile: { type: "string" },
          outcome: { type: "string" },
        },
      }).values;
    } catch {
      return undefined;
    }
  })();
  const asked = values && [values.file !== undefined, values.holds, values.reconcile !== undefined].filter(Boolean).length;
  if (values === undefined || asked !== 1 || (values.apply && values.file === undefined)) {
    process.stderr.write(`usage: ${USAGE}`);
    process.exit(2);
  }
  return values;
}

function accountsOf(given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((pair) => {
      const [from, to, more] = pair.split("=");
      if (!from || !to || more !== undefined) throw new Refused(`--account ${pair}: write it as <id in the export>=<id here>`);
      return [from, to];
    }),
  );
}

async function runImport(state: string, file: string, apply: boolean, given: readonly string[]): Promise<number> {
  if (!isAbsolute(file)) throw new Refused("--file takes an absolute path");
  if (!existsSync(file) || !statSync(file).isFile()) throw new Refused(`${file} is no file`);
  const accounts = accountsOf(given);
  const began = performance.now();
  const checking = await checkExport(file, (lines, bytes) => note(rateOf("checked", lines, performance.now() - began, bytes)));
  if (!checking.ok) {
    for (const { line, path, message } of checking.faults) note(`line ${line}${path === "" ? "" : `, ${path}`}: ${message}`);
    note("The export is not valid. Nothing was written.");
    return 1;
  }
  const { checked } = checking;
  try {
    if (apply) await applyLocalMigrations(state);
    const db = openInstallation(state, apply);
    const objects = openObjects(state);
    try {
      const task: Task = { file, checked, db, objects, accounts, now: Date.now() };
      const plan = await planImport(task);
      print(describePlan(checked, plan));
      if (plan.conflicts.length > 0) {
        for (const { line, message } of plan.conflicts) note(line === 0 ? message : `line ${line}: ${message}`);
        note("There are conflicts. Nothing was written.");
        return 1;
      }
      if (!apply) {
        print("Nothing was written. Add --apply to import.");
        return 0;
      }
      const start = performance.now();
      const applied = await applyImport({
        ...task,
        progress: (n) => n % 10_000 === 0 && note(rateOf("imported", n, performance.now() - start)),
      });
      print(
        `Imported ${applied.written.toLocaleString("en")} records; ${applied.skipped.toLocaleString("en")} were there from an earlier start.`,
      );
      if (applied.conflict === undefined) return 0;
      note(`line ${applied.conflict.line}: ${applied.conflict.message}`);
      note("Stopped at this conflict. Nothing was overwritten; what was imported before it stays, and a repetition skips it.");
      return 1;
    } finally {
      await objects.close();
      db.close();
    }
  } finally {
    checked.known.close();
  }
}

/** Runs the command; the result is the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  stopOnSignals();
  const values = options(args);
  const state = stateIn(resolve(values["persist-to"] ?? inRoot(".wrangler/state")));
  try {
    refusePending(state);
    if (!existsSync(state)) throw new Refused(`${state} does not exist. Run npm start once and create the first owner at /setup.`);
    const unlock = lockState(state, "an import");
    try {
      if (values.file !== undefined) return await runImport(state, values.file, values.apply, values.account);
      const db = openInstallation(state, values.reconcile !== undefined);
      try {
        if (values.reconcile === undefined) for (const line of listHolds(db)) print(line);
        else print(reconcileHold(db, values.reconcile, values.outcome ?? "", Date.now()));
        return 0;
      } finally {
        db.close();
      }
    } finally {
      unlock();
    }
  } catch (error) {
    note(error instanceof Refused ? error.message : String((error as Error).stack ?? error));
    return 1;
  }
}
