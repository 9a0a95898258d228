// Asks the person at the terminal.
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";

/** Whether somebody can be asked. */
export const isTerminal = (): boolean => stdin.isTTY && stdout.isTTY;

/** Whether the person says yes; anything else, and the end of input, is no. Throws when `signal` is given. */
export async function isAgreed(question: string, signal: AbortSignal): Promise<boolean> {
  // Not in raw mode, so that Ctrl+C still reaches the connector.
  const terminal = createInterface({ input: stdin, output: stdout, terminal: false });
  try {
    const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
    const answer = await Promise.race([terminal.question(question, { signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
