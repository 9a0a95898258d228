// Opens local databases in a runtime without the product. A batch is sent to the worker in one request, because Miniflare's own stub makes a
// round trip for every prepared statement.
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
type Send = (statements: readonly Sent[]) => Promise<readonly D1Result[]>;

class Statement implements D1Statement {
  readonly #send: Send;
  readonly sent: Sent;
  constructor(send: Send, sent: Sent) {
    this.#send = send;
    this.sent = sent;
  }
  bind(...values: readonly unknown[]): Statement {
    return new Statement(this.#send, { ...this.sent, values });
  }
  async all(): Promise<D1Result> {
    const [result] = await this.#send([this.sent]);
    return result ?? { results: [] };
  }
  run(): Promise<D1Result> {
    return this.all();
  }
}

const databaseOf = (send: Send): D1 => ({
  prepare: (sql) => new Statement(send, { sql, values: [] }),
  batch: (statements) => send(statements.map((one) => (one as Statement).sent)),
});

/** Opens databases, by binding and id, whose files are under `state`, and closes them after the work. */
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
    const send =
      (binding: string): Send =>
      async (statements) => {
        const answer = await fetch(url, { method: "POST", body: JSON.stringify({ binding, statements }) });
        const { results, error } = (await answer.json()) as { readonly results?: readonly D1Result[]; readonly error?: string };
        if (results === undefined) throw new Error(error);
        return results;
      };
    return await work(Object.keys(d1Databases).map((binding) => databaseOf(send(binding))));
  } finally {
    await runtime.dispose();
  }
}
