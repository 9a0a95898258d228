// What commands are told: exactly one flag and nothing else, or options with values.
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** The one flag that was given; undefined for none, several, an unknown one or anything beside it. */
export function oneFlag<F extends string>(args: readonly string[], flags: readonly F[]): F | undefined {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }]));
    const { tokens } = parseArgs({ args: [...args], options, tokens: true });
    const [only, ...more] = tokens;
    return only?.kind === "option" && more.length === 0 ? flags.find((flag) => flag === only.name) : undefined;
  } catch {
    return undefined; // an unknown flag, a value, a word
  }
}

/** Says how a command is used, and ends. */
export function endWithUsage(text: string): never {
  // npm takes some options for short forms of its own, "--plan" for four of them, and then leaves no trace of what was written.
  if (process.argv.length === 2 && process.env["npm_config_user_agent"]?.startsWith("npm/"))
    process.stderr.write('No option came through npm: write "--" before the options.\n');
  process.stderr.write(`usage: ${text}\n`);
  process.exit(2);
}

/** For a command that takes exactly one flag. */
export const usage = (command: string, flags: readonly string[]): never => {
  sayWhatNpmKept(flags);
  return endWithUsage(`pnpm run ${command} ${flags.map((flag) => `--${flag}`).join(" | ")}, or npm run ${command} -- --${flags[0]}`);
};

/** npm takes options that no "--" stands before as its own, and passes only their values on. */
function sayWhatNpmKept(names: readonly string[], words: readonly string[] = []): boolean {
  const kept = names.filter((name) => process.env[`npm_config_${name.replaceAll("-", "_")}`] !== undefined);
  if (kept.length > 0) process.stderr.write(`npm kept --${kept.join(", --")} for itself: write "--" before the options.\n`);
  else if (words.length > 0) process.stderr.write(`A word without an option: ${words.join(" ")}\n`);
  return kept.length + words.length > 0;
}

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** The options that the process was given; for anything else, or an option without its value, it says how the command is used, and ends. */
export function optionsOrUsage<const O extends ParseArgsOptionsConfig>(text: string, options: O): Values<O> {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (!sayWhatNpmKept(Object.keys(options), positionals)) return values as Values<O>;
  } catch {
    // Said below.
  }
  return endWithUsage(text);
}
