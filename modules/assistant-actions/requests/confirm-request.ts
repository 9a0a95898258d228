// The visitor confirms a request: it runs, once, with exactly the inputs that they have seen.
import { sql } from "#kernel/db/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import { type ActionRequestId, type ConversationId, newId } from "#kernel/ids/index.ts";
import { answersKind, teamAnswers } from "#modules/assistant";
import { isActive, isProved, readContact } from "#modules/contacts";
import { newEvent, newMessage, recordWhereItGoesOn } from "#modules/conversations";
import { authorityOf } from "../authority.ts";
import type { ActionAsked } from "../contract.ts";
import { notConfirmable } from "../errors.ts";
import { actionHolds, readStoredAction } from "../queries.ts";
import { endRun } from "../run-action.ts";
import {
  readLanguageOfRequest,
  readOwnRequest,
  readRunsOf,
  requestUsedBy,
  writeDeclined,
  writeRequestUsed,
  writeRun,
} from "../run-queries.ts";
import { wordsFor } from "../words.ts";
import { readAsked, type VisitorCtx } from "./asked.ts";

export async function confirmRequest(
  ctx: VisitorCtx,
  id: ActionRequestId,
  { clientId, hash }: { readonly clientId: string; readonly hash: string },
): Promise<ActionAsked> {
  const { projectId, contactId } = ctx.caller;
  const [request, contact, language] = await ctx.db.read(
    readOwnRequest(projectId, contactId, id),
    readContact(projectId, contactId),
    readLanguageOfRequest(projectId, id),
  );
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
  if (run) {
    const result = await endRun(ctx, run, action, inputs, authority.contact);
    if (result.kind === "unknown") await handOver(ctx, conversationId, clientId);
    else await say(ctx, conversationId, clientId, wordsFor(language ?? contact.visit?.language).confirmed(name));
  }
  // Used without a run: the contact has had too many within the hour.
  else if (after.runId === runId) throw notConfirmable("busy");
  else if (after.state === "waiting") throw notConfirmable("changed");
  return await readAsked(ctx, id);
}

/** The visitor's consent as a message of theirs: everybody sees it, and the assistant answers it with what came of it. */
async function say(ctx: VisitorCtx, conversationId: ConversationId, clientId: string, content: string): Promise<void> {
  try {
    await recordWhereItGoesOn(ctx, {
      conversationId,
      clientId,
      event: newMessage({ content, attachments: [], origin: { door: "widget", automatic: null } }),
    });
  } catch (error) {
    // It has run, whatever becomes of the message.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** A person has to find out whether it was done; where people answer already, they see it in the log. */
async function handOver(ctx: VisitorCtx, conversationId: ConversationId, clientId: string): Promise<void> {
  const { projectId } = ctx.caller;
  try {
    await recordWhereItGoesOn(ctx, {
      conversationId,
      clientId,
      event: newEvent(answersKind, { to: "team", reason: "action", roundId: null }),
      requires: { when: sql`NOT ${teamAnswers({ projectId, conversationId })}` },
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
  }
}

export async function declineRequest(ctx: VisitorCtx, id: ActionRequestId): Promise<ActionAsked> {
  const { projectId, contactId } = ctx.caller;
  await ctx.db.commit([writeDeclined(projectId, contactId, id, ctx.clock.now())]);
  return await readAsked(ctx, id);
}
