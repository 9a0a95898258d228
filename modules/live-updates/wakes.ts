// Waiting for something to happen in a project without asking the database: a request opens a socket of its own to the project's
// coordinator, which sleeps meanwhile and keeps no timer. What wakes it is a hint that can get lost: whoever waited looks for themselves.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { projectCoordinator } from "./coordinators.ts";

export interface Waiter {
  /** What it waits for. */
  readonly channel: string;
  /** Who waits: an earlier wait of the same one ends. */
  readonly id: string;
}
interface Wait {
  /** Whether it was woken within so many milliseconds. Ends the wait. */
  isWoken(ms: number): Promise<boolean>;
  end(): void;
}

/** From now on a wake is noticed. Undefined if the coordinator could not be reached. */
export async function beginWait(ctx: Pick<Ctx, "env" | "clock" | "log">, projectId: ProjectId, waiter: Waiter): Promise<Wait | undefined> {
  let socket: WebSocket | null;
  try {
    const headers = { upgrade: "websocket", "x-waiter": JSON.stringify({ ...waiter, at: ctx.clock.now() }) };
    ({ webSocket: socket } = await projectCoordinator(ctx.env, projectId).fetch(new Request("https://coordinator/wait", { headers })));
  } catch (error) {
    ctx.log.error("waiting for a wake failed", error);
    return undefined;
  }
  if (!socket) return undefined;
  const open = socket;
  const ended = new Promise<boolean>((resolve) => {
    open.addEventListener("message", () => resolve(true));
    for (const name of ["close", "error"] as const) open.addEventListener(name, () => resolve(false));
  });
  open.accept();
  const end = (): void => {
    try {
      open.close(1000);
    } catch {
      // It is closed already.
    }
  };
  return {
    async isWoken(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
      try {
        return await Promise.race([ended, late]);
      } finally {
        clearTimeout(timer);
        end();
      }
    },
    end,
  };
}
/** Wakes all who wait for this. */
export const wake = (ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId, channel: string): void =>
  ctx.after(projectCoordinator(ctx.env, projectId).wake(channel));
