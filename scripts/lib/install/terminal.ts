// Asking a person. Secrets are typed unseen.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Terminal {
  /** Whether somebody can answer. */
  readonly isInteractive: boolean;
  say(line: string): void;
  ask(question: string): Promise<string>;
  askUnseen(question: string): Promise<string>;
}

async function ask(question: string, isShown: boolean): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isShown ? process.stdout : unseen, terminal: true });
  lines.on("SIGINT", () => process.exit(130));
  if (!isShown) process.stdout.write(question);
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
    if (!isShown) process.stdout.write("\n");
  }
}

/** The terminal of this process. */
export const ownTerminal: Terminal = {
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  say: (line) => void process.stdout.write(`${line}\n`),
  ask: (question) => ask(question, true),
  askUnseen: (question) => ask(question, false),
};
