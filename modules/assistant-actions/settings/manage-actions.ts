// Lists, switches and removes actions, and saves the hosts that they may call.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { encryptionFault } from "#kernel/encryption/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AssistantActionId } from "#kernel/ids/index.ts";
import { audit } from "#modules/projects";
import { m } from "#messages";
import { CAPABILITY } from "../calls/call-action.ts";
import type { Action, Setup } from "../contract.ts";
import { canonicalHost } from "../contract/faults.ts";
import {
  actionName,
  hostsText,
  readActions,
  readHosts,
  readStoredAction,
  toAction,
  writeHosts,
  writeRemoveAction,
  writeSwitch,
} from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const setupOf = ({ config }: Ctx, hosts: readonly string[]): Setup => ({
  hosts: [...hosts],
  encryption: { ready: encryptionFault(config, CAPABILITY) === undefined, variable: "INTEGRATION_ENCRYPTION_KEY" },
});

export async function listActions(ctx: Ctx): Promise<{ items: Action[]; next: null; setup: Setup }> {
  const { projectId } = ctx.caller;
  const [items, hosts] = await ctx.db.read(readActions(projectId), readHosts(projectId));
  return { items: items.map(toAction), next: null, setup: setupOf(ctx, hosts) };
}

export async function readAction(ctx: Ctx, id: AssistantActionId): Promise<{ action: Action; setup: Setup }> {
  const { projectId } = ctx.caller;
  const [stored, hosts] = await ctx.db.read(readStoredAction(projectId, id), readHosts(projectId));
  if (!stored) throw notFound();
  return { action: toAction(stored), setup: setupOf(ctx, hosts) };
}

export async function switchAction(ctx: Ctx, id: AssistantActionId, enabled: boolean): Promise<Action> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [stored] = await ctx.db.commitAndRead(
    [
      writeSwitch(projectId, id, enabled, now),
      audit(ctx, enabled ? "assistant_action.switched_on" : "assistant_action.switched_off", {
        detail: { name: actionName(projectId, id) },
        changes: [{ field: "enabled", from: !enabled, to: enabled }],
      }),
    ],
    readStoredAction(projectId, id),
  );
  if (!stored) throw notFound();
  return toAction(stored);
}

export async function removeAction(ctx: Ctx, id: AssistantActionId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const name = actionName(projectId, id);
  const [, removed] = await ctx.db.commit([
    audit(ctx, "assistant_action.removed", { detail: { name } }, sql`${name} IS NOT NULL`),
    writeRemoveAction(projectId, id),
  ]);
  if (removed === 0) throw notFound();
  return { ok: true };
}

export async function saveHosts(ctx: Ctx, given: readonly string[]): Promise<{ setup: Setup }> {
  const { projectId } = ctx.caller;
  const judged = given.map((text) => canonicalHost(text, ctx.config.ownOrigins));
  const issues = judged.flatMap((host, i) =>
    host === undefined ? [{ path: `hosts.${i}`, message: m.assistant_actions_host_wrong() }] : [],
  );
  if (issues.length > 0) throw invalidRequest(issues);
  const hosts = [...new Set(judged.filter((host) => host !== undefined))].toSorted();
  await ctx.db.commit([
    audit(
      ctx,
      "assistant_action.hosts_changed",
      { changes: [{ field: "hosts", from: hostsText(projectId), to: hosts.length === 0 ? null : hosts.join(", ") }] },
      sql`1`,
    ),
    writeHosts(projectId, hosts),
  ]);
  return { setup: setupOf(ctx, hosts) };
}
