// `pnpm run setup`: --local prepares this checkout, --plan checks a remote target and lists its resources, --remote creates them.
import { orExit, stopOnSignals } from "./lib/children.ts";
import { oneFlag, usage } from "./lib/flags.ts";
import { takeEnvironment } from "./lib/remote/environment.ts";

const FLAGS = ["local", "plan", "remote"] as const;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function local(): Promise<void> {
  const [{ withLocalState }, { collectMigrations }] = await Promise.all([import("./lib/local-state.ts"), import("./lib/migrations.ts")]);
  await withLocalState("setup", async (migrate) => {
    const collected = collectMigrations();
    print(`${collected.length} migrations, ${(await migrate()).length} applied now`);
  });
}

async function remote(mode: "plan" | "remote"): Promise<void> {
  const environment = takeEnvironment();
  const [{ readValidTarget, openTarget }, { nameLines }, { setupRemote }] = await Promise.all([
    import("./lib/remote/open.ts"),
    import("./lib/target/names.ts"),
    import("./lib/remote/setup.ts"),
  ]);
  const target = readValidTarget(environment, (line) => void process.stderr.write(`${line}\n`));
  if (target === undefined) process.exit(1);
  for (const line of nameLines(target.names)) print(line);
  if (mode === "remote") await setupRemote(await openTarget(target, environment, print));
}

const flag = oneFlag(process.argv.slice(2), FLAGS) ?? usage("setup", FLAGS);
stopOnSignals();
await orExit(flag === "local" ? local() : remote(flag));
process.exit(0);
