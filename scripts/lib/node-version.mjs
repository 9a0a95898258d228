// For commands that people start with whatever Node they have: says what to do instead of failing on a word it cannot parse.
// Plain JavaScript of Node 12, imported before anything else.

/** The oldest Node that runs the TypeScript of this checkout. */
export const MINIMUM = "26.8.1";

const numbers = (version) => version.split(".").map((part) => Number.parseInt(part, 10));

/** Whether `version` is `minimum` or newer. */
export function isAtLeast(version, minimum) {
  const [have, want] = [numbers(version), numbers(minimum)];
  const at = want.findIndex((part, i) => part !== have[i]);
  return at === -1 || have[at] > want[at];
}

/** Ends the process with an explanation under an older Node; `script` is the package script that brings the right one. */
export function requireNode(script) {
  if (isAtLeast(process.versions.node, MINIMUM)) return;
  process.stderr.write(
    `This needs Node ${MINIMUM} or newer; this is ${process.versions.node}.\n` +
      `The checkout brings its own: npm run ${script}\n` +
      `(or, after a first npm start: PATH="$PWD/.tools/bin:$PATH" and the same command again)\n`,
  );
  process.exit(1);
}

/** Runs `load` and explains missing dependencies. */
export async function loaded(load) {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error && error.code === "ERR_MODULE_NOT_FOUND" && /Cannot find package/.test(error.message)) {
      process.stderr.write(
        `The dependencies are not installed: run npm start once, or pnpm install --frozen-lockfile\n(${error.message})\n`,
      );
      process.exit(1);
    }
    throw error;
  }
}
