// Removes the test runner's variables from the environment: a build or a server started by a test would otherwise inherit NODE_ENV=test.
import { withoutRunner } from "../../scripts/lib/runner-environment.ts";

withoutRunner(process.env);
