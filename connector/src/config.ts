// The configuration: what the person allows the connector to run, and where. Nothing that isn't in it is ever run.
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import * as v from "valibot";
import { EXIT, Failure } from "./failure.ts";
import { configFile } from "./folder.ts";
import { WORK_KINDS, type WorkKind } from "./wire.ts";

const AbsolutePath = v.pipe(
  v.string("must be a path in quotes"),
  v.check((path) => isAbsolute(path) && !path.includes("\0"), "must be an absolute path"),
);
const Command = v.pipe(
  v.array(v.string("must be a text in quotes"), 'must be a list such as ["/usr/local/bin/agent", "--print"]'),
  v.minLength(1, "must name a program"),
  v.check((words) => words[0] === undefined || isAbsolute(words[0]), "must begin with the absolute path of a program"),
);
const Work = v.strictObject({
  /** The program and its arguments. It is started without a shell. */
  command: Command,
  /** Folders that it may be told about. */
  folders: v.optional(v.array(AbsolutePath, "must be a list of folders"), []),
  /** Whether the person is asked before each job. */
  ask: v.optional(v.boolean("must be true or false"), true),
  /** After so many minutes the program is ended. */
  minutes: v.optional(
    v.pipe(
      v.number("must be a number"),
      v.integer("must be a whole number"),
      v.minValue(1, "must be at least 1"),
      v.maxValue(240, "must be at most 240"),
    ),
    30,
  ),
});
const Config = v.strictObject({
  work: v.strictObject(
    Object.fromEntries(WORK_KINDS.map((kind) => [kind, v.optional(Work)])) as Record<WorkKind, ReturnType<typeof optionalWork>>,
  ),
});
function optionalWork() {
  return v.optional(Work);
}
export type Config = v.InferOutput<typeof Config>;

/** A fault as a line: where it is, and what is expected there. */
const faultOf = (issue: v.BaseIssue<unknown>): string => {
  const place = (issue.path ?? []).map(({ key }) => String(key)).join(".");
  const isUnknown = issue.type === "strict_object" && issue.expected === "never";
  const isMissing = issue.received === "undefined";
  return `${place || "the file"}: ${isUnknown ? "there is no such setting" : isMissing ? "is missing" : issue.message.startsWith("Invalid") ? `must be ${issue.expected}` : issue.message}`;
};
/** Every fault of a configuration, all at once, or the configuration. */
export function checkConfig(text: string): { readonly config: Config } | { readonly faults: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { faults: [`the file is no JSON: ${(error as Error).message}`] };
  }
  const found = v.safeParse(Config, json);
  return found.success ? { config: found.output } : { faults: found.issues.map(faultOf) };
}
/** The configuration; undefined if there is none. Throws with all its faults. */
export function readConfig(): Config | undefined {
  const path = configFile();
  if (!existsSync(path)) return undefined;
  const checked = checkConfig(readFileSync(path, "utf8"));
  if ("config" in checked) return checked.config;
  throw new Failure(
    `${path} has ${checked.faults.length === 1 ? "a fault" : `${checked.faults.length} faults`}:\n${checked.faults.map((fault) => `  ${fault}`).join("\n")}`,
    EXIT.configuration,
  );
}
/** The kinds of work that the configuration has a command for. */
export const kindsOf = (config: Config): WorkKind[] => WORK_KINDS.filter((kind) => config.work[kind] !== undefined);
