// The state of this checkout for commands that serve nothing: not beside a running desk, nor over a restore that is not finished.
import { applyLocalMigrations } from "./apply-migrations.ts";
import { refusePending } from "./backup/gate.ts";
import { type Doing, lockState } from "./backup/lock.ts";
import { LOCAL_STATE } from "./paths.ts";
import { guardRuntimes } from "./workerd-guard.ts";

/** Does the work with the checkout's state locked, and hands it how to apply the migrations. Throws a sentence when it must not. */
export async function withLocalState<T>(doing: Doing, work: (migrate: () => Promise<string[]>) => Promise<T>): Promise<T> {
  refusePending(LOCAL_STATE);
  const unlock = lockState(LOCAL_STATE, doing);
  try {
    guardRuntimes();
    return await work(() => applyLocalMigrations(LOCAL_STATE));
  } finally {
    unlock();
  }
}
