// Asking a person. Secrets are typed unseen.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** The person ended it at a question, by Ctrl-C or Ctrl-D. */
export class Stopped extends Error {}

export interface Terminal {
  /** Whether somebody can answer. */
  readonly isInteractive: boolean;
  say(line: string): void;
  /** The answer; both throw `Stopped` when the person ends it there. */
  ask(question: string): Promise<string>;
  askUnseen(question: string): Promise<string>;
}

type Input = Pick<typeof process.stdin, "isTTY"> & NodeJS.ReadableStream;
type Output = Pick<typeof process.stdout, "isTTY"> & NodeJS.WritableStream;

async function ask(input: Input, output: Output, question: string, isShown: boolean): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: isShown ? output : unseen, terminal: true });
  if (!isShown) output.write(question);
  try {
    // Ctrl-C closes it as Ctrl-D does, and then no answer ever comes.
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

/** A terminal on these streams. */
export const terminalOn = (input: Input, output: Output): Terminal => ({
  isInteractive: input.isTTY && output.isTTY,
  say: (line) => void output.write(`${line}\n`),
  ask: (question) => ask(input, output, question, true),
  askUnseen: (question) => ask(input, output, question, false),
});

/** The terminal of this process. */
export const ownTerminal: Terminal = terminalOn(process.stdin, process.stdout);
