// Runs named steps with their time and counts, and prints a table of the results.
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export interface Outcome extends Count {
  /** Shown if something failed. */
  readonly output: string;
}

export interface Step {
  readonly name: string;
  run(): Promise<Outcome>;
}

export interface Done extends Outcome {
  readonly name: string;
  readonly ms: number;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The outcome of a command, which counts as one. */
export const asOne = ({ ok, output }: { readonly ok: boolean; readonly output: string }): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  output,
});

/** Prints the result of a step, with its output if it failed. */
export function announce(done: Done): Done {
  const { name, passed, failed, ms } = done;
  process.stdout.write(`${failed === 0 ? "ok    " : "FAILED"} ${name.padEnd(28)} ${passed} passed, ${failed} failed, ${seconds(ms)}\n`);
  if (failed > 0) process.stdout.write(`\n${done.output.trimEnd()}\n\n`);
  return done;
}

async function runOne(step: Step): Promise<Done> {
  const began = performance.now();
  let outcome: Outcome;
  try {
    outcome = await step.run();
  } catch (error) {
    outcome = { passed: 0, failed: 1, output: String(error instanceof Error ? error.stack : error) };
  }
  return announce({ ...outcome, name: step.name, ms: performance.now() - began });
}

/** Runs the steps in their order, `width` at a time. */
export async function runSteps(steps: readonly Step[], width: number): Promise<Done[]> {
  const waiting = [...steps];
  const done: Done[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) done.push(await runOne(step));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return done;
}

/** The sum of all steps. */
export const total = (done: readonly Count[]): Count => ({
  passed: done.reduce((sum, one) => sum + one.passed, 0),
  failed: done.reduce((sum, one) => sum + one.failed, 0),
});

/** One line for each step, the slowest last. */
export function table(done: readonly Done[]): string {
  return done
    .toSorted((a, b) => a.ms - b.ms)
    .map(
      ({ name, ms, passed, failed }) =>
        `${name.padEnd(28)} ${seconds(ms).padStart(8)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`,
    )
    .join("\n");
}
