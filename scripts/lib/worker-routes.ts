// Which requests the local runtime gives to the worker directly, without its copy of the platform's asset router. That router costs each
// request two calls more than the worker itself, and decides by `run_worker_first` alone for the paths listed there.

/**
 * The route patterns, for any host, of the paths that `run_worker_first` sends to the worker. Everything else still passes the asset router:
 * other paths, and an exact path with a query, because the runtime compares exact patterns with the query. So does everything if a pattern
 * is an exception (`!`), or has a `*` anywhere but at its end, because the runtime's routes cannot express these.
 */
export function workerRoutes(runWorkerFirst: unknown): string[] {
  if (!Array.isArray(runWorkerFirst)) return [];
  const patterns = runWorkerFirst as readonly string[];
  return patterns.every((pattern) => /^\/[^*]*\*?$/.test(pattern)) ? patterns.map((pattern) => `*${pattern}`) : [];
}
