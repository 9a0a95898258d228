// The connector's command line. It is bundled into one file without dependencies, and knows the service by its wire alone.
import { argv, exit, stderr, stdout } from "node:process";
import { parseArguments } from "./arguments.ts";
import { doctor } from "./commands/doctor.ts";
import { pair } from "./commands/pair.ts";
import { run } from "./commands/run.ts";
import { service } from "./commands/service.ts";
import { status } from "./commands/status.ts";
import { unpair } from "./commands/unpair.ts";
import { EXIT, Failure } from "./failure.ts";
import { HELP } from "./help.ts";
import { VERSION } from "./machine.ts";
import { visible } from "./visible.ts";

const COMMANDS = { pair, run, status, unpair, doctor, service };

async function main(): Promise<number> {
  const given = parseArguments(argv.slice(2));
  if (given.version) {
    stdout.write(`seed-desk-connector ${VERSION}\n`);
    return 0;
  }
  if (given.help || given.command === undefined) {
    (given.help ? stdout : stderr).write(`${HELP}\n`);
    return given.help ? 0 : 2;
  }
  return await COMMANDS[given.command](given);
}

try {
  exit(await main());
} catch (error) {
  // Anything unexpected is a fault of the connector; its stack helps whoever reports it.
  stderr.write(`${error instanceof Failure ? visible(error.message, true) : visible(String((error as Error).stack ?? error), true)}\n`);
  const code = error instanceof Failure ? error.exitCode : EXIT.failed;
  exit(code !== EXIT.failed && argv.includes("--supervised") ? 0 : code);
}
