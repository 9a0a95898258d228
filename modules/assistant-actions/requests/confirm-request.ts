// The visitor confirms a request: it runs, once, with exactly the inputs that they have seen.
import { sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { type ActionRequestId, newId } from "#kernel/ids/index.ts";
import { isActive, isProved, readContact } from "#modules/contacts";
import { authorityOf } from "../authority.ts";
import type { ActionAsked } from "../contract.ts";
import { notConfirmable } from "../errors.ts";
import { actionHolds, readStoredAction } from "../queries.ts";
import { endRun } from "../run-action.ts";
import { readOwnRequest, readRunsOf, requestUsedBy, writeDeclined, writeRequestUsed, writeRun } from "../run-queries.ts";
import { readAsked, type VisitorCtx } from "./asked.ts";

export async function confirmRequest(ctx: VisitorCtx, id: ActionRequestId, hash: string): Promise<ActionAsked> {
  const { projectId, contactId } = ctx.caller;
  const [request, contact] = await ctx.db.read(readOwnRequest(projectId, contactId, id), readContact(projectId, contactId));
  if (!request || !contact) throw notFound();
  if (request.state === "used") return await readAsked(ctx, id);
  if (request.state === "declined") throw notConfirmable("declined");
  const now = ctx.clock.now();
  if (request.expiresAt <= now) throw notConfirmable("expired");
  const [action] = await ctx.db.read(readStoredAction(projectId, request.actionId));
  if (!action || action.revision !== request.actionRevision || !action.enabled || request.hash !== hash) throw notConfirmable("changed");
  // The session proves that it is the contact who confirms.
  const authority = authorityOf(action.definition, { contact, isContact: true, inWidget: true, canProve: true }, true);
  if (authority.kind !== "may") throw notConfirmable(authority.kind === "proof" ? "proof" : "changed");

  const runId = newId("actionRun", now);
  const { name, kind, personal } = action.definition;
  const { actionId, conversationId, inputs } = request;
  const may = personal ? isProved(projectId, contactId) : isActive(projectId, contactId);
  const used = requestUsedBy(projectId, id, runId);
  const [after, [run]] = await ctx.db.commitAndRead(
    [
      writeRequestUsed(
        projectId,
        contactId,
        id,
        hash,
        runId,
        now,
        sql`${actionHolds(projectId, actionId, request.actionRevision)} AND ${may}`,
      ),
      writeRun(
        {
          ...{ id: runId, projectId, actionId, actionName: name, kind, startedBy: "visitor", cause: `request:${id}`, inputs, now },
          asker: { conversationId, contactId },
        },
        used,
      ),
    ],
    readOwnRequest(projectId, contactId, id),
    readRunsOf(projectId, [runId]),
  );
  if (!after) throw notFound();
  if (run) await endRun(ctx, run, action, inputs, authority.contact);
  // Used without a run: the contact has had too many within the hour.
  else if (after.runId === runId) throw notConfirmable("busy");
  else if (after.state === "waiting") throw notConfirmable("changed");
  return await readAsked(ctx, id);
}

export async function declineRequest(ctx: VisitorCtx, id: ActionRequestId): Promise<ActionAsked> {
  const { projectId, contactId } = ctx.caller;
  await ctx.db.commit([writeDeclined(projectId, contactId, id, ctx.clock.now())]);
  return await readAsked(ctx, id);
}
