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
  process.stderr.write(`usage: ${text}\n`);
  process.exit(2);
}

/** For a command that takes exactly one flag. */
export const usage = (command: string, flags: readonly string[]): never =>
  endWithUsage(`pnpm run ${command} ${flags.map((flag) => `--${flag}`).join(" | ")}`);

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** The options that the process was given; for an unknown one, or one without its value, it says how the command is used, and ends. */
export function optionsOrUsage<const O extends ParseArgsOptionsConfig>(text: string, options: O): Values<O> {
  try {
    return parseArgs({ options, allowPositionals: true }).values as Values<O>; // npm passes on what stands before "--" as plain words
  } catch {
    return endWithUsage(text);
  }
}
