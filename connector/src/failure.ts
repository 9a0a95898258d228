// What stops a command: a sentence for the person, and the exit code for scripts.

/** The exit codes, which the help lists. */
export const EXIT = { failed: 1, usage: 2, notPaired: 3, configuration: 4, noAuthority: 5 } as const;

export class Failure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = "Failure";
    this.exitCode = exitCode;
  }
}
