// Reads the command line, strictly: an unknown option is refused rather than ignored.
import { parseArgs } from "node:util";
import { EXIT, Failure } from "./failure.ts";
import { WORK_KINDS, type WorkKind } from "./wire.ts";

export interface Given {
  readonly command: (typeof COMMANDS)[number] | undefined;
  readonly address: string | undefined;
  /** What `service` is to do. */
  readonly action: (typeof ACTIONS)[number] | undefined;
  readonly name: string | undefined;
  readonly kinds: readonly WorkKind[] | undefined;
  /** Replace or remove a file of the service that somebody has changed. */
  readonly force: boolean;
  /** For a system that starts the connector again whenever it fails: it ends well where that would not help. */
  readonly supervised: boolean;
  readonly help: boolean;
  readonly version: boolean;
}
const COMMANDS = ["pair", "run", "status", "unpair", "doctor", "service"] as const;
const ACTIONS = ["install", "uninstall", "status"] as const;
const usage = (message: string): Failure => new Failure(`${message}\nseed-desk-connector --help lists the commands.`, EXIT.usage);

export function parseArguments(args: readonly string[]): Given {
  const parsed = ((): ReturnType<typeof read> => {
    try {
      return read(args);
    } catch (error) {
      throw usage((error as Error).message);
    }
  })();
  const { values, positionals } = parsed;
  const [word, second, ...more] = positionals;
  const command = COMMANDS.find((each) => each === word);
  const address = command === "pair" ? second : undefined;
  const action = command === "service" ? ACTIONS.find((each) => each === second) : undefined;
  const help = values.help === true;
  const version = values.version === true;
  if (!help && !version) {
    if (word !== undefined && command === undefined) throw usage(`There is no command “${word}”.`);
    if (more.length > 0 || (second !== undefined && command !== "pair" && command !== "service"))
      throw usage("There are more words than the command takes.");
    if (command === "pair" && address === undefined) throw usage("Say which Seed Desk: seed-desk-connector pair https://desk.example.com");
    if (command !== "pair" && (values.name !== undefined || values.kinds !== undefined)) throw usage("--name and --kinds belong to pair.");
    if (command === "service" && action === undefined) throw usage(`service takes one of ${ACTIONS.join(", ")}.`);
    if (values.force === true && action !== "install" && action !== "uninstall") throw usage("--force belongs to service.");
    if (values.supervised === true && command !== "run") throw usage("--supervised belongs to run.");
  }
  const { name, force = false, supervised = false } = values;
  return { command, address, action, name, kinds: kindsOf(values.kinds), force, supervised, help, version };
}

const read = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ help: { type: "boolean" }, version: { type: "boolean" }, force: { type: "boolean" }, supervised: { type: "boolean" } },
      ...{ name: { type: "string" }, kinds: { type: "string" } },
    },
  });

function kindsOf(list: string | undefined): WorkKind[] | undefined {
  if (list === undefined) return undefined;
  const words = list.split(",").map((word) => word.trim());
  const kinds = WORK_KINDS.filter((kind) => words.includes(kind));
  if (kinds.length !== new Set(words).size) throw usage(`--kinds takes ${WORK_KINDS.join(" and ")}, separated by a comma.`);
  return kinds;
}
