// `node scripts/operations.mjs describe | check`: what this edition is and needs, from its files alone. No value, no network,
// no secret: `.dev.vars` and `.seed` are never opened.
import { loaded, requireNode } from "./lib/node-version.mjs";

const command = process.argv[2];
const known = command === "describe" || command === "check";

requireNode(`operations -- ${known ? command : "describe"}`);
if (!known) {
  process.stderr.write("usage: node scripts/operations.mjs describe | check\n");
  process.exit(2);
}

const { readFacts } = await loaded(() => import("./lib/descriptor/facts.ts"));
const { checkFacts } = await import("./lib/descriptor/check.ts");
const { describe } = await import("./lib/descriptor/describe.ts");

/** The facts, or the end of this process with the one reason why they cannot be read. */
async function factsOrExit() {
  try {
    return await readFacts();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const facts = await factsOrExit();
if (command === "describe") process.stdout.write(`${JSON.stringify(describe(facts), null, 2)}\n`);
else {
  const faults = checkFacts(facts);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else {
    const { modules, routes, migrations } = facts;
    process.stdout.write(
      `The operations descriptor holds: ${modules.length} modules, ${routes.length} routes, ${migrations.length} migrations\n`,
    );
  }
}
