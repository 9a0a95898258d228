// `pnpm dev`: Vite with the worker in workerd and hot reload, on the same local state as `npm start`.
import { orExit, QUIET_ENV, stopOnSignals } from "./lib/children.ts";
import { readDevVars } from "./lib/dev-vars.ts";
import { optionsOrUsage } from "./lib/flags.ts";
import { isLoopbackHost } from "./lib/server-rules.ts";

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

stopOnSignals();
const { NO_COLOR: _colour, CI: _ci, ...quiet } = QUIET_ENV;
Object.assign(process.env, quiet);

const { guardRuntimes } = await import("./lib/workerd-guard.ts");
guardRuntimes();

const values = optionsOrUsage("pnpm dev [--port <port>] [--host <loopback address>]", {
  port: { type: "string" },
  host: { type: "string" },
});
const host = values.host ?? "127.0.0.1";
// Loopback is recognised by the Host header, and a client from outside could send any Host.
if (!isLoopbackHost(host))
  fail(
    "pnpm dev serves this machine alone: --host takes 127.0.0.1, ::1 or localhost. For others use npm start with APP_ORIGIN (docs/guides/own-server.md).",
  );
// Vite's plugin reads the file itself, so unknown variables cannot be filtered out here.
const { unknown } = readDevVars();
for (const name of unknown) process.stderr.write(`.dev.vars: ${name} isn’t a Seed Desk variable\n`);
if (unknown.some((name) => name.startsWith("TEST_"))) fail("TEST_ variables are for tests alone: remove them from .dev.vars.");
const port = Number(values.port ?? process.env["PORT"] ?? "5173");

const { collectMigrations } = await import("./lib/migrations.ts");
const { compileMessages } = await import("./lib/messages.ts");
const { applyLocalMigrations } = await import("./lib/apply-migrations.ts");
const { LOCAL_STATE } = await import("./lib/paths.ts");
const { refusePending } = await import("./lib/backup/gate.ts");
const { lockState } = await import("./lib/backup/lock.ts");

collectMigrations();
await orExit(compileMessages());
const lock = async (): Promise<() => void> => {
  refusePending(LOCAL_STATE);
  return lockState(LOCAL_STATE, "serving");
};
process.on("exit", await orExit(lock()));
await applyLocalMigrations(LOCAL_STATE);

const { createServer } = await import("vite");
const { devPlugin } = await import("./lib/dev-plugin.ts");
const server = await createServer({
  configFile: "vite.config.ts",
  server: { port, strictPort: values.port !== undefined, host },
  plugins: [devPlugin()],
});
await server.listen();
server.printUrls();

// Changed messages are compiled at once; an error in them is printed and does not stop the server.
server.watcher.on("change", (file) => {
  if (!/\/messages\/[a-z-]+\.json$/.test(file)) return;
  compileMessages().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});
