// What each test runner says about its tests, read from what it prints.
import type { Outcome } from "./steps.ts";

interface Printed {
  readonly ok: boolean;
  readonly output: string;
}

const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

/** A runner that failed without naming a failed test, or found no test, counts as one failure. */
function outcome({ ok, output }: Printed, passed: number, failed: number): Outcome {
  if (failed === 0 && !ok) return { passed, failed: 1, output };
  if (failed === 0 && passed === 0) return { passed, failed: 1, output: `${output}\nno test ran` };
  return { passed, failed, output };
}

/** vitest's summary: "Tests  2 failed | 14 passed (16)", and files that did not even load. */
export function countVitest(printed: Printed): Outcome {
  const summary = /^\s*Tests\s+(.*)$/m.exec(printed.output)?.[1] ?? "";
  const files = /^\s*Test Files\s+(.*)$/m.exec(printed.output)?.[1] ?? "";
  const failed = numberAfter(summary, /(\d+) failed/) || numberAfter(files, /(\d+) failed/);
  return outcome(printed, numberAfter(summary, /(\d+) passed/), failed);
}

/** node:test's summary in its spec or tap form. A file may skip all that it has, and says why. */
export function countNodeTest(printed: Printed): Outcome {
  const passed = numberAfter(printed.output, /^[#ℹ] pass (\d+)$/m);
  const failed = numberAfter(printed.output, /^[#ℹ] fail (\d+)$/m) + numberAfter(printed.output, /^[#ℹ] cancelled (\d+)$/m);
  const all = { ...printed, output: reasonsFirst(printed.output) };
  const skipped = numberAfter(printed.output, /^[#ℹ] skipped (\d+)$/m);
  return printed.ok && passed + failed === 0 && skipped > 0 ? { passed, failed, output: all.output } : outcome(all, passed, failed);
}

/** node:test repeats its failures with their reasons at the end; whoever is shown only the beginning needs them there. */
function reasonsFirst(output: string): string {
  const at = output.lastIndexOf("✖ failing tests:");
  return at < 0 ? output : `${output.slice(at).trimEnd()}\n\n${output.slice(0, at)}`;
}
