// Commands that take exactly one flag and nothing else.
import { parseArgs } from "node:util";

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

/** Says how the command is used, and ends. */
export function usage(command: string, flags: readonly string[]): never {
  process.stderr.write(`usage: pnpm run ${command} ${flags.map((flag) => `--${flag}`).join(" | ")}\n`);
  process.exit(2);
}
