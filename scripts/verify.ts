// `pnpm verify`: runs everything of `npm test` except the browser suites. docs/guides/local-checks.md says what it proves and what not.
import { stopOnSignals } from "./lib/children.ts";
import { runSuites, withoutBrowser } from "./lib/suites.ts";

stopOnSignals();
await runSuites(withoutBrowser);
