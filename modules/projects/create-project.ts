// Creates projects within the limits of the installation.
import { type AccountPrincipal, keyedHash, randomToken } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { belowLimits, counter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { accountsConfig } from "#modules/accounts";
import { writeAudit } from "./audit.ts";
import type { Project } from "./contract.ts";
import { mayNotCreate, sameClientId } from "./errors.ts";
import { projectExists, readCreated, writeMembership, writeProject } from "./queries.ts";
import { defaultAppearance, slugOf } from "./rules.ts";
import { projectLimitsOf } from "./variables.ts";

export const newWidgetKey = (): string => `pk_${randomToken(24)}`;

/** Creates a project with the caller as its owner. Without open registration only the first owner may; both limits apply either way. */
export async function createProject(
  ctx: RequestCtx<AccountPrincipal>,
  input: { clientId: string; name: string; websiteOrigin: string | null },
): Promise<{ project: Project }> {
  const { caller, config } = ctx;
  if (!caller.isFirstOwner && !accountsConfig(config).registrationEnabled) throw mayNotCreate();
  const now = ctx.clock.now();
  const id = newId("project", now);
  const counters = [counter(projectLimitsOf(config), "projectsPerAccountDay", caller.accountId, now)];
  if (ctx.address !== undefined)
    counters.unshift(counter(projectLimitsOf(config), "projectsPerIpDay", await keyedHash(ctx.env, ctx.db, ctx.address), now));
  const slug = slugOf(input.name);
  const created = projectExists(id);
  const [outcome, known] = await ctx.db.commitAndRead(
    [
      writeProject(
        {
          id,
          name: input.name,
          slug,
          otherSlug: `${slug}-${randomToken(4)
            .toLowerCase()
            .replaceAll(/[^a-z0-9]/g, "0")}`,
          accountId: caller.accountId,
          clientId: input.clientId,
          now,
          widgetKey: newWidgetKey(),
          websiteOrigin: input.websiteOrigin,
          look: defaultAppearance(),
        },
        belowLimits(counters),
      ),
      writeMembership(id, caller.accountId, "owner", now, created),
      writeCounters(counters, created),
      writeAudit({ projectId: id, actor: caller, action: "project.created", now }, created),
    ],
    queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}, ${created} ${as.number("created")}`, (row) => ({
      full: row.full,
      created: row.created !== 0,
    })),
    readCreated(caller.accountId, input.clientId),
  );
  if (known) {
    const { project, websiteOrigin } = known;
    if (outcome?.created !== true) {
      if (project.name !== input.name || websiteOrigin !== input.websiteOrigin) throw sameClientId();
      ctx.reply.status = 200;
    }
    return { project };
  }
  throw limitRefusal(counters[outcome?.full ?? 0] ?? (counters[0] as (typeof counters)[number]), now);
}
