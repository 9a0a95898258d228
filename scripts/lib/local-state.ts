// Uses this checkout's state in commands that serve nothing: never while a server runs or a restore is unfinished.
import { applyLocalMigrations } from "./apply-migrations.ts";
import { refusePending } from "./backup/gate.ts";
import { type LockPurpose, lockState } from "./backup/lock.ts";
import { LOCAL_STATE } from "./paths.ts";
import { guardRuntimes } from "./workerd-guard.ts";

/** Runs `work` with the state locked; `migrate` applies the migrations. Throws if the state is in use or a restore is unfinished. */
export async function withLocalState<T>(doing: LockPurpose, work: (migrate: () => Promise<string[]>) => Promise<T>): Promise<T> {
  refusePending(LOCAL_STATE);
  const unlock = lockState(LOCAL_STATE, doing);
  try {
    guardRuntimes();
    return await work(() => applyLocalMigrations(LOCAL_STATE));
  } finally {
    unlock();
  }
}
