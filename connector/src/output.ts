// Lines of a command that keeps running. Plain text without escape sequences, whether a terminal reads it or a log.
import { stdout as out } from "node:process";
import { visible } from "./visible.ts";

/** Writes text, with what a terminal would obey made visible. */
export const stdout = (text: string): void => void out.write(visible(text, true));
/** Resolves when the signal is given. */
export const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
