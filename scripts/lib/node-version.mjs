// Checks the version of Node for commands that people start with any Node, and tells what to do instead of failing on unknown syntax.
// Plain JavaScript for Node 12, imported before anything else: no top-level await, no `?.` and no `??`, as in the scripts that import it.

/** The oldest Node that runs the TypeScript of this checkout. */
export const MINIMUM = "26.8.1";

const numbers = (version) => version.split(".").map((part) => Number.parseInt(part, 10));

/** Whether `version` is `minimum` or newer. */
export function isAtLeast(version, minimum) {
  const [have, want] = [numbers(version), numbers(minimum)];
  const at = want.findIndex((part, i) => part !== have[i]);
  return at === -1 || have[at] > want[at];
}

const again = (script) => ["node scripts/bootstrap.mjs scripts/" + script].concat(process.argv.slice(2)).join(" ");

/** Runs `load`, which imports what `script` needs. With an older Node, or without the dependencies, prints what to do and exits. */
export async function withTools(script, load) {
  if (!isAtLeast(process.versions.node, MINIMUM)) {
    process.stderr.write(
      `This is Node ${process.versions.node}; Seed Desk's tools need ${MINIMUM} or newer.\n` +
        `With Node 20 or newer and npm, this fetches the right one into .tools and goes on:\n\n    ${again(script)}\n`,
    );
    process.exit(1);
  }
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error && error.code === "ERR_MODULE_NOT_FOUND" && /Cannot find package/.test(error.message)) {
      process.stderr.write(
        `The dependencies are not installed. This installs them and goes on:\n\n    ${again(script)}\n\n(${error.message})\n`,
      );
      process.exit(1);
    }
    throw error;
  }
}
