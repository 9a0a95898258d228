// Asks questions on a terminal. Secrets are typed without echo.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Thrown when the person ends a question with Ctrl-C or Ctrl-D. */
export class Stopped extends Error {}

export interface Terminal {
  /** Whether somebody can answer. */
  readonly isInteractive: boolean;
  print(line: string): void;
  /** Asks a question, with or without echo; throws `Stopped` if the person ends it. */
  ask(question: string): Promise<string>;
  askSecret(question: string): Promise<string>;
}

type Input = Pick<typeof process.stdin, "isTTY"> & NodeJS.ReadableStream;
type Output = Pick<typeof process.stdout, "isTTY"> & NodeJS.WritableStream;

async function ask(input: Input, output: Output, question: string, isShown: boolean): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: isShown ? output : discard, terminal: true });
  if (!isShown) output.write(question);
  try {
    // Ctrl-C and Ctrl-D close the interface, and then `question` never resolves.
    const closed = new Promise<never>((_, stop) => lines.once("close", () => stop(new Stopped())));
    return (await Promise.race([lines.question(question), closed])).trim();
  } catch {
    if (isShown) output.write("\n");
    throw new Stopped();
  } finally {
    lines.close();
    if (!isShown) output.write("\n");
  }
}

/** Makes a terminal on these streams. */
export const terminalOn = (input: Input, output: Output): Terminal => ({
  isInteractive: input.isTTY && output.isTTY,
  print: (line) => void output.write(`${line}\n`),
  ask: (question) => ask(input, output, question, true),
  askSecret: (question) => ask(input, output, question, false),
});

/** The terminal of this process. */
export const ownTerminal: Terminal = terminalOn(process.stdin, process.stdout);
