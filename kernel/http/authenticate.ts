// Authenticates the caller and runs the handler: with one read before it, or within the handler's own batch.
import { anonymous, type Principal } from "#kernel/auth/index.ts";
import type { Config } from "#kernel/config/index.ts";
import type { Database, Query, SQL } from "#kernel/db/index.ts";
import type { Claims, Credential, Proof, RequestCtx, RegisteredRoute } from "#kernel/module/types.ts";
import type { Parsed } from "./input.ts";

export interface RequestScope {
  readonly db: Database;
  readonly now: number;
  readonly config: Config;
  readonly reply: { allowOrigin: (origin: string) => void };
  /** Stores when the credential was last used, after the response. */
  readonly recordLastUse: (statements: readonly SQL[]) => void;
  readonly context: (caller: Principal, proof?: Proof) => RequestCtx;
}

/** Runs the verb and returns its result. A refusal of the caller is thrown before any other. */
export async function authenticateAndRun(
  served: RegisteredRoute,
  input: Parsed,
  credential: Credential,
  scope: RequestScope,
): Promise<unknown> {
  const { inBatch } = credential;
  return await (served.proving && inBatch && !input.problem
    ? proveInBatch(served, input, credential, inBatch, scope)
    : readFirst(served, input, credential, scope));
}

function proveCaller(credential: Credential, rows: readonly unknown[], { reply, recordLastUse }: RequestScope): Principal {
  const caller = credential.prove(rows, reply);
  const statements = [credential.afterwards?.(rows) ?? []].flat();
  if (statements.length > 0) recordLastUse(statements);
  return caller;
}

/** The ids of a caller who was proved. */
const claimsOf = (caller: Principal): Claims => ({
  ...("projectId" in caller && { projectId: caller.projectId }),
  ...("accountId" in caller && { accountId: caller.accountId }),
  ...("contactId" in caller && { contactId: caller.contactId }),
});

async function readFirst(served: RegisteredRoute, input: Parsed, credential: Credential, scope: RequestScope): Promise<unknown> {
  const { now, config } = scope;
  const { claims } = credential;
  const readsOf = (known: Claims): readonly Query<unknown>[] => (input.issues ? [] : served.reads(known, input as never, { now, config }));
  const own = claims === undefined ? [] : readsOf(claims);
  const rows = await scope.db.read(...credential.queries, ...own);
  const proving = rows.slice(0, credential.queries.length);
  let caller: Principal;
  try {
    caller = proveCaller(credential, proving, scope);
  } catch (error) {
    await credential.refused?.(proving, scope.context(anonymous));
    throw error;
  }
  if (input.problem) throw input.problem;
  const later = claims === undefined ? readsOf(claimsOf(caller)) : [];
  const read = later.length > 0 ? await scope.db.read(...later) : rows.slice(credential.queries.length);
  return await served.handle(scope.context(caller), input as never, read as never);
}

async function proveInBatch(
  served: RegisteredRoute,
  input: Parsed,
  credential: Credential,
  { caller, holds, held }: NonNullable<Credential["inBatch"]>,
  scope: RequestScope,
): Promise<unknown> {
  let proved = false;
  const proof: Proof = {
    holds,
    queries: credential.queries,
    held: () => {
      proved = true;
      held(scope.reply);
    },
    settle: (rows) => {
      proved = true;
      proveCaller(credential, rows, scope);
    },
  };
  try {
    return await served.handle(scope.context(caller, proof), input as never, [] as never);
  } catch (error) {
    // The verb refused before its batch: an unauthenticated caller must get the refusal of the proof instead.
    if (!proved) credential.prove(await scope.db.read(...credential.queries), scope.reply);
    throw error;
  }
}
