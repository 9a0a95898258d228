// `pnpm run deploy`: --local builds and packs without sending anything, --remote publishes to the target that setup created.
import { orExit, stopOnSignals } from "./lib/children.ts";
import { oneFlag, usage } from "./lib/flags.ts";
import { takeEnvironment } from "./lib/remote/environment.ts";

const FLAGS = ["local", "remote"] as const;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function remote(): Promise<void> {
  const environment = takeEnvironment();
  const [{ readValidTarget, openTarget }, { deployRemote }] = await Promise.all([
    import("./lib/remote/open.ts"),
    import("./lib/remote/deploy.ts"),
  ]);
  const target = readValidTarget(environment, (line) => void process.stderr.write(`${line}\n`));
  if (target === undefined) process.exit(1);
  await deployRemote(await openTarget(target, environment, print));
}

async function local(): Promise<void> {
  takeEnvironment();
  const { deployLocal } = await import("./lib/deploy-local.ts");
  await deployLocal(print);
}

const flag = oneFlag(process.argv.slice(2), FLAGS) ?? usage("deploy", FLAGS);
stopOnSignals();
await orExit(flag === "local" ? local() : remote());
process.exit(0);
