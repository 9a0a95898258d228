// Takes out of the environment what the test runner put there: a build or a server that a test starts would take NODE_ENV=test for its own.
import { withoutRunner } from "../../scripts/lib/runner-environment.ts";

withoutRunner(process.env);
