// vitest and Playwright tell their own processes how they run. What those start (Vite, wrangler, the product) must not see it:
// with NODE_ENV=test a build holds React's development code.
const OF_RUNNERS = /^(?:NODE_ENV|TEST|MODE|DEV|PROD|SSR|BASE_URL|VITEST.*|PLAYWRIGHT_TEST|TEST_(?:WORKER|PARALLEL)_INDEX)$/;

/** Deletes those variables. */
export function withoutRunner(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (OF_RUNNERS.test(name)) delete environment[name];
}
