// Connects the worker tests to their own database, scripts/lib/test-database.mjs.
import { env } from "cloudflare:workers";

interface TestDatabase {
  /** Takes what the binding of D1 sends and answers what it expects, both as JSON. */
  run(body: string): Promise<string>;
  /** Empties the database and runs the statements of a schema, in one call: nothing still running finds a database without tables. */
  recreate(schema: readonly string[]): Promise<void>;
}
const { DB, TEST_DATABASE } = env as unknown as {
  readonly DB: D1Database;
  readonly TEST_DATABASE: { idFromName(name: string): object; get(id: object): TestDatabase };
};

/** A stub serves one invocation only. */
export const ownDatabase = (): TestDatabase => TEST_DATABASE.get(TEST_DATABASE.idFromName("database"));

type Send = (url: string, init: { readonly body: string }) => Promise<{ text(): Promise<string> }>;
/** Part of the runtime's binding of D1: `_wrappedFetch` is what every statement and batch is sent through. */
interface Session {
  _wrappedFetch: Send;
  /** The one that the runtime came with, which asks Miniflare's D1. Kept here, because all files of a run share the runtime. */
  _ofRuntime?: Send;
}
const sendToOwn: Send = async (_url, { body }) => {
  const answer = await ownDatabase().run(body);
  return { text: async () => answer };
};

/**
 * Has all bindings of D1 send what they ask to the tests' own database, or to Miniflare's again. Miniflare's is reached by a request through
 * two workers, which validate it and what it names, and wait for a bookmark that nobody reads.
 */
export function connectDatabase(to: "own" | "Miniflare's"): void {
  const session = Object.getPrototypeOf(DB.withSession()) as Session;
  if (typeof session._wrappedFetch !== "function") throw new Error("This runtime's binding of D1 sends its statements in another way.");
  session._ofRuntime ??= session._wrappedFetch;
  session._wrappedFetch = to === "own" ? sendToOwn : session._ofRuntime;
}
