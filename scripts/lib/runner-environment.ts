// Removes the variables by which vitest and Playwright mark their own processes. Programs that tests start (Vite, wrangler, the product)
// must not see them: with NODE_ENV=test a build contains React's development code.
const RUNNER_VARIABLES = /^(?:NODE_ENV|TEST|MODE|DEV|PROD|SSR|BASE_URL|VITEST.*|PLAYWRIGHT_TEST|TEST_(?:WORKER|PARALLEL)_INDEX)$/;

/** Deletes those variables. */
export function withoutRunner(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (RUNNER_VARIABLES.test(name)) delete environment[name];
}
