// A runtime with nothing but databases. Statements stay values here until a whole batch goes to the worker in one request: Miniflare's
// own stub asks the runtime for every statement that is prepared, and waits.
import { guardRuntimes } from "./workerd-guard.ts";
import { type D1, type D1Result, type D1Statement, startRuntime } from "./miniflare.ts";
import { readWorkerConfig } from "./worker-config.ts";

const WORKER = `export default {
  async fetch(request, env) {
    const { binding, statements } = await request.json();
    const db = env[binding];
    try {
      const made = statements.map(({ sql, values }) => (values.length === 0 ? db.prepare(sql) : db.prepare(sql).bind(...values)));
      const answers = await db.batch(made);
      return Response.json({ results: answers.map(({ results }) => ({ results })) });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

interface Sent {
  readonly sql: string;
  readonly values: readonly unknown[];
}
type Ask = (statements: readonly Sent[]) => Promise<readonly D1Result[]>;

class Statement implements D1Statement {
  readonly #ask: Ask;
  readonly sent: Sent;
  constructor(ask: Ask, sent: Sent) {
    this.#ask = ask;
    this.sent = sent;
  }
  bind(...values: readonly unknown[]): Statement {
    return new Statement(this.#ask, { ...this.sent, values });
  }
  async all(): Promise<D1Result> {
    const [result] = await this.#ask([this.sent]);
    return result ?? { results: [] };
  }
  run(): Promise<D1Result> {
    return this.all();
  }
}

const databaseOf = (ask: Ask): D1 => ({
  prepare: (sql) => new Statement(ask, { sql, values: [] }),
  batch: (statements) => ask(statements.map((one) => (one as Statement).sent)),
});

/** Opens databases, by binding and id, whose files lie under `state`, and closes them after the work. */
export async function withDatabases<T>(
  state: string,
  d1Databases: Readonly<Record<string, string>>,
  work: (dbs: readonly D1[]) => Promise<T>,
): Promise<T> {
  guardRuntimes();
  const { name, compatibilityDate } = readWorkerConfig();
  const worker = { name, modules: true, script: WORKER, compatibilityDate, d1Databases };
  const runtime = startRuntime({ host: "127.0.0.1", port: 0, state, worker });
  try {
    const url = await runtime.ready;
    const ask =
      (binding: string): Ask =>
      async (statements) => {
        const answer = await fetch(url, { method: "POST", body: JSON.stringify({ binding, statements }) });
        const { results, error } = (await answer.json()) as { readonly results?: readonly D1Result[]; readonly error?: string };
        if (results === undefined) throw new Error(error);
        return results;
      };
    return await work(Object.keys(d1Databases).map((binding) => databaseOf(ask(binding))));
  } finally {
    await runtime.dispose();
  }
}
