// `npm start`: builds what changed and serves it until a signal, with its state in .wrangler/state and its variables from .dev.vars, or as
// --state and --vars say. Signals are handled before anything slow is loaded, so that one during start-up is not lost.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { optionsOrUsage } from "./lib/flags.ts";

let stopping: Promise<void> | undefined;
let stopServing: (() => Promise<void>) | undefined;

const print = (line: string): void => void process.stderr.write(`${line}\n`);
const stop = (why: string): Promise<void> =>
  (stopping ??= (async () => {
    print(`Stopping (${why})`);
    setTimeout(() => process.exit(1), 5000).unref(); // Never hang.
    await stopServing?.().catch(() => undefined);
    process.exit(0);
  })());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
process.on("disconnect", () => void stop("its parent is gone"));

/** The port, or undefined if the text is not a port. */
function portOf(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

function fail(line: string): never {
  print(line);
  process.exit(1);
}

const values = optionsOrUsage("npm start -- [--port <port>] [--host <address>] [--state <folder>] [--vars <file>]", {
  port: { type: "string" },
  host: { type: "string" },
  state: { type: "string" },
  vars: { type: "string" },
});
const port = portOf(values.port ?? process.env["PORT"] ?? "8787") ?? fail("--port takes a number up to 65535");
const host = values.host ?? "127.0.0.1";

if (values.vars !== undefined && !existsSync(values.vars)) fail(`--vars ${values.vars} doesn’t exist`);
const [{ readDevVars }, { readConfig }, { VARIABLES }, { accountsConfig }, { isLoopbackHost, whyNotServed }] = await Promise.all([
  import("./lib/dev-vars.ts"),
  import("../kernel/config/index.ts"),
  import("../edition/variables.ts"),
  import("../modules/accounts/variables.ts"),
  import("./lib/server-rules.ts"),
]);
const { vars, unknown } = readDevVars(values.vars);
const varsFile = values.vars ?? ".dev.vars";
for (const name of unknown) print(`${varsFile}: ${name} isn’t a Seed Desk variable and is ignored`);
const config = readConfig(vars, VARIABLES);
for (const { variable, message } of config.errors) print(`${varsFile}: ${variable} ${message}`);
const { appOrigin, errors } = config;
const { setupToken } = accountsConfig(config);
const why = whyNotServed({ vars, config: { appOrigin, errors, setupToken }, file: varsFile, loopback: isLoopbackHost(host) });
if (why !== undefined) fail(why);

const { ensureBuilt } = await import("./lib/build.ts");
const { orExit } = await import("./lib/children.ts");
await orExit(ensureBuilt());

const [{ serveBuild }, { onRuntimeEnd }, { eraseAgainIn, writeJournalEachMinute }, { Refused }, { LOCAL_STATE }] = await Promise.all([
  import("./lib/serve.ts"),
  import("./lib/workerd-guard.ts"),
  import("./lib/own-server.ts"),
  import("./lib/refused.ts"),
  import("./lib/paths.ts"),
]);
if (stopping) await stopping;
const state = values.state === undefined ? LOCAL_STATE : resolve(values.state);

try {
  const again = await eraseAgainIn(state, vars);
  if (again > 0) print(`Erased ${again} people again who were erased after the restored backup was made`);
  const served = await serveBuild({ state, host, port, vars, copies: true });
  const lastJournal = writeJournalEachMinute(state, served, print);
  // The journal is written before the database is compacted: whoever waits for the end may kill the process during that.
  stopServing = () => served.stop(lastJournal);
  onRuntimeEnd(() => stopping ?? fail("The runtime ended unexpectedly"));
  if (stopping) await stopServing();
  const login = await fetch(`${served.url}/login`, { redirect: "manual" });
  await login.text();
  const next = login.headers.get("location")?.endsWith("/setup") === true ? " — open /setup to create the first owner" : "";
  process.stdout.write(`Seed Desk is running at ${served.url}${appOrigin === undefined ? "" : ` for ${appOrigin}`}${next}\n`);
} catch (error) {
  if (stopping) await stopping;
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException;
  if (code === "ERR_ADDRESS_IN_USE") fail(`Port ${port} is taken: npm start -- --port <another>`);
  // For an unusable folder or a full disk the system's message says enough; a stack would not help.
  fail(error instanceof Refused || syscall !== undefined ? message : String(stack ?? error));
}
