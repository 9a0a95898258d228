// Serves the build in a process of its own that tests kill: `serve-child.ts <state> <port>` with the variables as JSON in CHAOS_VARS.
// Prints its address as the first line. SIGTERM ends it gracefully; SIGUSR2 runs the minute schedule, also where an APP_ORIGIN closes its path.
import { serveBuild } from "../../scripts/lib/serve.ts";

const [state, port] = process.argv.slice(2);
const variables = JSON.parse(process.env["CHAOS_VARS"] ?? "{}") as Record<string, string>;
const served = await serveBuild({
  ...(state === undefined || state === "" ? {} : { state }),
  port: Number(port ?? 0),
  tick: false,
  vars: variables,
});
process.on("SIGUSR2", () => void served.tick().catch(() => undefined));
process.on("SIGTERM", () => void served.stop().then(() => process.exit(0)));
process.stdout.write(`${served.url}\n`);
