// `npm run playwright -- <files, -g title>`: runs browser tests; `show-report` and `show-trace <file>` open their results. docs/testing.md
import { runBin, stopOnSignals } from "./lib/children.ts";
import { forwardedArguments } from "./lib/flags.ts";

stopOnSignals();
const args = forwardedArguments();
const shows = args[0]?.startsWith("show-");
const command = shows
  ? [...args, ...(args.length === 1 && args[0] === "show-report" ? [".generated/browser-report"] : [])]
  : ["test", ...args];
process.exit((await runBin("playwright", command, { live: true })).ok ? 0 : 1);
