// `pnpm dev`: Vite with the worker in workerd and hot reload, on the same local state as `npm start`.
import { parseArgs } from "node:util";
import { orExit, QUIET_ENV, stopOnSignals } from "./lib/children.ts";

stopOnSignals();
const { NO_COLOR: _colour, CI: _ci, ...quiet } = QUIET_ENV;
Object.assign(process.env, quiet);

const { guardRuntimes } = await import("./lib/workerd-guard.ts");
guardRuntimes();

const { values } = parseArgs({
  options: { port: { type: "string" }, host: { type: "string" } },
  allowPositionals: true,
});
const port = Number(values.port ?? process.env["PORT"] ?? "5173");

const { collectMigrations } = await import("./lib/migrations.ts");
const { compileMessages } = await import("./lib/messages.ts");
const { applyLocalMigrations } = await import("./lib/apply-migrations.ts");
const { LOCAL_STATE } = await import("./lib/paths.ts");
const { hasPending } = await import("./lib/backup/gate.ts");
const { lockState } = await import("./lib/backup/lock.ts");

collectMigrations();
await orExit(compileMessages());
if (hasPending(LOCAL_STATE)) {
  process.stderr.write("A restore left people to erase again: run npm start first, it does that before it serves.\n");
  process.exit(1);
}
process.on("exit", await orExit(new Promise<() => void>((done) => done(lockState(LOCAL_STATE, "serving")))));
await applyLocalMigrations(LOCAL_STATE);

const { createServer } = await import("vite");
const { devPlugin } = await import("./lib/dev-plugin.ts");
const server = await createServer({
  configFile: "vite.config.ts",
  server: { port, strictPort: values.port !== undefined, host: values.host ?? "127.0.0.1" },
  plugins: [devPlugin()],
});
await server.listen();
server.printUrls();

// A changed text is compiled at once; a broken one is said, not fatal.
server.watcher.on("change", (file) => {
  if (!/\/messages\/[a-z-]+\.json$/.test(file)) return;
  compileMessages().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});
