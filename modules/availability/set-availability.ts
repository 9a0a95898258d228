// Reads what members chose, and sets a member's own.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { announceChanged } from "#modules/live-updates";
import { isMember } from "#modules/projects";
import { type Availability, type Chosen, readAvailability } from "./contract.ts";
import { becameAvailable } from "./extension.ts";
import { readChosen, writeChosen } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function readAll(ctx: Ctx): Promise<Chosen> {
  const [chosen] = await ctx.db.read(readChosen(ctx.caller.projectId));
  return chosen;
}

/** Sets the caller's own availability, and tells the other members. */
export async function setAvailability(ctx: Ctx, { availability }: { availability: Availability }): Promise<Chosen> {
  const { projectId, accountId } = ctx.caller;
  const follows = availability === "online" ? ctx.registry.extensions.of(becameAvailable) : [];
  const now = ctx.clock.now();
  const [chosen] = await ctx.db.commitAndRead(
    [
      writeChosen(projectId, accountId, availability, isMember(projectId, accountId)),
      ...follows.flatMap(({ statements }) => [...statements(projectId, now)]),
    ],
    readChosen(projectId),
  );
  for (const { afterwards } of follows) ctx.after(afterwards(ctx, projectId));
  announceChanged(ctx, projectId, readAvailability);
  return chosen;
}
