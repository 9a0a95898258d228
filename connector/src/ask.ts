// Asks the person at the terminal.
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { pause } from "./pause.ts";

/** Seconds for which what was typed before the question is thrown away: it can't be an answer to it. */
const TYPED_AHEAD = 0.2;

/** Whether somebody can be asked; not any more after Ctrl+D. */
export const isTerminal = (): boolean => stdin.isTTY && stdout.isTTY && !stdin.readableEnded;

/** Whether the person says yes; anything else, and the end of input, is no. Throws when `signal` is given. */
export async function isAgreed(
  question: string,
  signal: AbortSignal,
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream } = { input: stdin, output: stdout },
): Promise<boolean> {
  // Not in raw mode, so that Ctrl+C still reaches the connector.
  const terminal = createInterface({ input, output, terminal: false });
  try {
    const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
    await pause(TYPED_AHEAD, signal);
    const answered = terminal.question(question, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      // The input has ended meanwhile.
      return "";
    });
    const answer = await Promise.race([answered, ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
