// `pnpm run setup`: --local prepares this checkout, --plan checks a remote target and names its resources, --remote makes them.
import { orExit, stopOnSignals } from "./lib/children.ts";
import { oneFlag, usage } from "./lib/flags.ts";
import { takeEnvironment } from "./lib/remote/environment.ts";

const FLAGS = ["local", "plan", "remote"] as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function local(): Promise<void> {
  const [{ withLocalState }, { collectMigrations }] = await Promise.all([import("./lib/local-state.ts"), import("./lib/migrations.ts")]);
  await withLocalState("setup", async (migrate) => {
    const collected = collectMigrations();
    say(`${collected.length} migrations, ${(await migrate()).length} applied now`);
  });
}

async function remote(mode: "plan" | "remote"): Promise<void> {
  const environment = takeEnvironment();
  const [{ checkedTarget, openTarget }, { nameLines }, { setupRemote }] = await Promise.all([
    import("./lib/remote/open.ts"),
    import("./lib/target/names.ts"),
    import("./lib/remote/setup.ts"),
  ]);
  const target = checkedTarget(environment, (line) => void process.stderr.write(`${line}\n`));
  if (target === undefined) process.exit(1);
  for (const line of nameLines(target.names)) say(line);
  if (mode === "remote") await setupRemote(await openTarget(target, environment, say));
}

const flag = oneFlag(process.argv.slice(2), FLAGS) ?? usage("setup", FLAGS);
stopOnSignals();
await orExit(flag === "local" ? local() : remote(flag));
process.exit(0);
