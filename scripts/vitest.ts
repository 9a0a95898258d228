// `npm run vitest -- <project, files, -t title>`: runs vitest after compiling the messages. docs/testing.md
import { runBin, stopOnSignals } from "./lib/children.ts";
import { forwardedArguments } from "./lib/flags.ts";
import { compileMessages } from "./lib/messages.ts";

stopOnSignals();
await compileMessages();
process.exit((await runBin("vitest", ["run", ...forwardedArguments()], { live: true })).ok ? 0 : 1);
