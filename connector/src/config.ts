// The configuration: what the person allows the connector to run, and where. Nothing that isn't in it is ever run.
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import * as v from "valibot";
import { EXIT, Failure } from "./failure.ts";
import { configFile } from "./folder.ts";
import { WORK_KINDS, type WorkKind } from "./wire.ts";

const AbsolutePath = v.pipe(
  v.string("must be a path in quotes"),
  v.check((path) => isAbsolute(path) && !path.includes("\0"), "must be an absolute path"),
);
const Words = v.array(
  v.pipe(
    v.string("must be a text in quotes"),
    v.check((word) => !word.includes("\0"), "must not contain NUL"),
  ),
  'must be a list such as ["/usr/local/bin/agent", "--print"]',
);
const whole = (least: number, most: number) =>
  v.pipe(
    v.number("must be a number"),
    v.integer("must be a whole number"),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );
/** What a program gets of the connector's environment unless the person says otherwise: nothing that could be a secret. */
const ENVIRONMENT = ["PATH", "HOME", "LANG", "LC_ALL", "TZ"];
const Work = v.strictObject({
  /** The program and its fixed arguments. It is started without a shell, and the task is no argument of it. */
  command: v.pipe(Words, v.minLength(1, "must name a program")),
  /** Where the fresh working folder of each job is made; by default in the connector's own folder. */
  folder: v.optional(AbsolutePath),
  /** The variables of the environment that the program gets. */
  environment: v.optional(
    v.array(v.pipe(v.string("must be a name in quotes"), v.regex(/^[A-Za-z_]\w*$/, "must be the name of a variable")), "must be a list"),
    ENVIRONMENT,
  ),
  /** Whether the person at the terminal is asked before each job. */
  ask: v.optional(v.picklist(["always", "never"], 'must be "always" or "never"'), "always"),
  /** After so many seconds the program is ended. */
  seconds: v.optional(whole(1, 14_400), 1800),
  /** After so many bytes of output the program is ended. */
  outputBytes: v.optional(whole(1, 10_000_000), 1_000_000),
  /** Bytes of all files that come with a task; work with more is not begun. */
  fileBytes: v.optional(whole(0, 250_000_000), 50_000_000),
  /** Bytes of all files that go with a report; the others are left out. */
  reportFileBytes: v.optional(whole(0, 250_000_000), 50_000_000),
});
export type Adapter = v.InferOutput<typeof Work>;
const optionalWork = () => v.optional(Work);
const Config = v.strictObject({
  /** The programs that may be run at all, by their absolute paths. */
  commands: v.optional(v.array(AbsolutePath, "must be a list of programs"), []),
  /** The folders in which working folders may be. */
  folders: v.optional(v.array(AbsolutePath, "must be a list of folders"), []),
  work: v.strictObject(
    Object.fromEntries(WORK_KINDS.map((kind) => [kind, optionalWork()])) as Record<WorkKind, ReturnType<typeof optionalWork>>,
  ),
});
export type Config = v.InferOutput<typeof Config>;

/** Whether a folder is one of `roots` or in one of them. */
export const isWithin = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => {
    const between = relative(root, path);
    return between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between);
  });
/** What a schema can't say: that each program and each folder is on its list. Read leniently, so that these faults are told beside others. */
function notAllowed(json: unknown): string[] {
  const file = v.safeParse(
    v.object({ commands: v.optional(v.array(v.unknown()), []), folders: v.optional(v.array(v.unknown()), []) }),
    json,
  );
  const works = v.safeParse(v.object({ work: v.record(v.string(), v.unknown()) }), json);
  if (!file.success || !works.success) return [];
  const folders = file.output.folders.filter((path) => typeof path === "string");
  return WORK_KINDS.flatMap((kind) => {
    const program = v.safeParse(v.object({ command: v.pipe(v.array(v.unknown()), v.minLength(1)) }), works.output.work[kind]);
    const folder = v.safeParse(v.object({ folder: v.string() }), works.output.work[kind]);
    const first = program.success ? program.output.command[0] : undefined;
    return [
      ...(typeof first === "string" && !file.output.commands.includes(first)
        ? [`work.${kind}.command: ${first} is not on the list “commands”`]
        : []),
      ...(folder.success && isAbsolute(folder.output.folder) && !isWithin(folder.output.folder, folders)
        ? [`work.${kind}.folder: ${folder.output.folder} is in none of “folders”`]
        : []),
    ];
  });
}

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
  const faults = [...(found.success ? [] : found.issues.map(faultOf)), ...notAllowed(json)];
  return found.success && faults.length === 0 ? { config: found.output } : { faults };
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
