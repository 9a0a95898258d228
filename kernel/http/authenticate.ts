// Authenticates the caller and runs the handler: with one read before it, or inside the handler's own batch.
import type { Principal } from "#kernel/auth/index.ts";
import type { Config } from "#kernel/config/index.ts";
import type { Database, Query, SQL } from "#kernel/db/index.ts";
import type { Credential, Proof, RequestCtx, Served } from "#kernel/module/vocabulary.ts";
import type { Parsed } from "./input.ts";

export interface RequestScope {
  readonly db: Database;
  readonly now: number;
  readonly config: Config;
  readonly reply: { allowOrigin: (origin: string) => void };
  /** Runs a write after the answer. */
  readonly touch: (statement: SQL) => void;
  readonly context: (caller: Principal, proof?: Proof) => RequestCtx;
}

/** Answers what the verb answers. Throws the refusal of the proof before any other. */
export async function proveAndRun(served: Served, input: Parsed, credential: Credential, scope: RequestScope): Promise<unknown> {
  const { inBatch } = credential;
  return await (served.proving && inBatch && !input.problem
    ? proveInBatch(served, input, credential, inBatch, scope)
    : readFirst(served, input, credential, scope));
}

function settled(credential: Credential, rows: readonly unknown[], { reply, touch }: RequestScope): Principal {
  const caller = credential.prove(rows, reply);
  const statement = credential.afterwards?.(rows);
  if (statement) touch(statement);
  return caller;
}

async function readFirst(served: Served, input: Parsed, credential: Credential, around: RequestScope): Promise<unknown> {
  const { now, config } = around;
  const own: readonly Query<unknown>[] = input.issues ? [] : served.reads(credential.claims, input as never, { now, config });
  const rows = await around.db.read(...credential.queries, ...own);
  const caller = settled(credential, rows.slice(0, credential.queries.length), around);
  if (input.problem) throw input.problem;
  return await served.handle(around.context(caller), input as never, rows.slice(credential.queries.length) as never);
}

async function proveInBatch(
  served: Served,
  input: Parsed,
  credential: Credential,
  { caller, holds, held }: NonNullable<Credential["inBatch"]>,
  around: RequestScope,
): Promise<unknown> {
  let known = false;
  const proof: Proof = {
    holds,
    queries: credential.queries,
    held: () => {
      known = true;
      held(around.reply);
    },
    settle: (rows) => {
      known = true;
      settled(credential, rows, around);
    },
  };
  try {
    return await served.handle(around.context(caller, proof), input as never, [] as never);
  } catch (error) {
    // Refused before its batch: a stranger learns nothing of that either.
    if (!known) credential.prove(await around.db.read(...credential.queries), around.reply);
    throw error;
  }
}
