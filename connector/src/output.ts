// Lines of a command that keeps running. Plain text without escape sequences, whether a terminal reads it or a log.
import { stdout as out } from "node:process";
import { visible } from "./visible.ts";

// The terminal may go away. What runs is ended by the signal that comes with that, not by a line that nobody reads.
out.on("error", () => undefined);

/** Writes text, with what a terminal would obey made visible. */
export const stdout = (text: string): void => void out.write(visible(text, true));
/** Text that somebody else has written: each of its lines is marked, so that none passes for one of the connector's. */
export const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  | ${line}`)
    .join("\n");
