// `node scripts/operations.mjs describe | check`: describes or checks this edition from its files alone. No values, no network, no secrets:
// `.dev.vars` and `.seed` are never opened. Kept parseable by old Node versions, so that it can tell which version is needed.
import { withTools } from "./lib/node-version.mjs";

const command = process.argv[2];
if (command !== "describe" && command !== "check") {
  process.stderr.write("usage: node scripts/operations.mjs describe | check\n");
  process.exit(2);
}

/** Reads the facts; prints the reason and exits if they cannot be read. */
async function factsOrExit(readFacts) {
  try {
    return await readFacts();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const load = () =>
  Promise.all([import("./lib/descriptor/facts.ts"), import("./lib/descriptor/check.ts"), import("./lib/descriptor/describe.ts")]);

withTools("operations.mjs", load).then(async ([{ readFacts }, { checkFacts }, { describe }]) => {
  const facts = await factsOrExit(readFacts);
  if (command === "describe") {
    process.stdout.write(`${JSON.stringify(describe(facts), null, 2)}\n`);
    return;
  }
  const faults = checkFacts(facts);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else {
    const { modules, routes, migrations } = facts;
    process.stdout.write(
      `The operations descriptor holds: ${modules.length} modules, ${routes.length} routes, ${migrations.length} migrations\n`,
    );
  }
});
