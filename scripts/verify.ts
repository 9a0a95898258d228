// `pnpm verify`: everything that `npm test` holds except the browser suites, which run separately. What it proves and what it
// does not: docs/guides/local-checks.md.
import { stopOnSignals } from "./lib/children.ts";
import { runSuites, withoutBrowser } from "./lib/suites.ts";

stopOnSignals();
await runSuites(withoutBrowser);
