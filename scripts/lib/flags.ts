// Parses command lines: either exactly one flag, or options with values.
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** The only argument, if it is one of the flags; undefined for none, several, or anything else. */
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

/** The arguments for a program that this command starts. pnpm passes a leading "--" on, behind which vitest would ignore everything. */
export const forwardedArguments = (): string[] => process.argv.slice(process.argv[2] === "--" ? 3 : 2);

/** Prints the usage of a command and exits with 2. */
export function endWithUsage(text: string): never {
  // npm interprets some options as short forms of its own, "--plan" as four of them, and leaves no trace of them.
  if (process.argv.length === 2 && process.env["npm_config_user_agent"]?.startsWith("npm/"))
    process.stderr.write('No option came through npm: write "--" before the options.\n');
  process.stderr.write(`usage: ${text}\n`);
  process.exit(2);
}

/** Prints the usage of a command that takes exactly one flag, and exits. */
export const usage = (command: string, flags: readonly string[]): never => {
  reportStrayOptions(flags);
  return endWithUsage(`pnpm run ${command} ${flags.map((flag) => `--${flag}`).join(" | ")}, or npm run ${command} -- --${flags[0]}`);
};

/** Reports options that npm took as its own because no "--" came before them, and stray words. Returns whether there were any. */
function reportStrayOptions(names: readonly string[], words: readonly string[] = []): boolean {
  const kept = names.filter((name) => process.env[`npm_config_${name.replaceAll("-", "_")}`] !== undefined);
  if (kept.length > 0) process.stderr.write(`npm kept --${kept.join(", --")} for itself: write "--" before the options.\n`);
  else if (words.length > 0) process.stderr.write(`A word without an option: ${words.join(" ")}\n`);
  return kept.length + words.length > 0;
}

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** Parses the options of this process; prints the usage and exits if anything is unknown or lacks its value. */
export function optionsOrUsage<const O extends ParseArgsOptionsConfig>(text: string, options: O): Values<O> {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (!reportStrayOptions(Object.keys(options), positionals)) return values as Values<O>;
  } catch {
    // Reported below.
  }
  return endWithUsage(text);
}
