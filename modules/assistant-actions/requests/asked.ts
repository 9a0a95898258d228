// What a visitor sees of requests that wait for them.
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { VisitorPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ActionRequestId, ConversationId } from "#kernel/ids/index.ts";
import { readContact } from "#modules/contacts";
import { readOwnOne } from "#modules/conversations";
import type { Contact } from "#modules/contacts/contract";
import { authorityOf } from "../authority.ts";
import type { ActionAsked } from "../contract.ts";
import { readActions, type StoredAction } from "../queries.ts";
import { readOwnRequest, readOwnRequests, readRunsOf, type StoredRequest, type StoredRun } from "../run-queries.ts";

export type VisitorCtx = RequestCtx<VisitorPrincipal>;
const SHOWN = 10;

export async function listAsked(ctx: VisitorCtx, conversationId: ConversationId): Promise<{ items: ActionAsked[]; next: null }> {
  const { projectId, contactId } = ctx.caller;
  const [own, contact, requests, actions] = await ctx.db.read(
    readOwnOne(projectId, contactId, conversationId),
    readContact(projectId, contactId),
    readOwnRequests(projectId, contactId, conversationId, SHOWN),
    readActions(projectId),
  );
  if (!own || !contact) throw notFound();
  const runIds = requests.flatMap(({ runId }) => (runId === null ? [] : [runId]));
  const [runs] = runIds.length === 0 ? [[]] : await ctx.db.read(readRunsOf(projectId, runIds));
  const now = ctx.clock.now();
  return { items: requests.flatMap((one) => askedOf(one, contact, actionIn(actions, one), runIn(runs, one), now) ?? []), next: null };
}

/** One of the visitor's own requests; a foreign one is answered like a missing one. */
export async function readAsked(ctx: VisitorCtx, id: ActionRequestId): Promise<ActionAsked> {
  const { projectId, contactId } = ctx.caller;
  const [request, contact, actions] = await ctx.db.read(
    readOwnRequest(projectId, contactId, id),
    readContact(projectId, contactId),
    readActions(projectId),
  );
  if (!request || !contact) throw notFound();
  const [runs] = request.runId === null ? [[]] : await ctx.db.read(readRunsOf(projectId, [request.runId]));
  const asked = askedOf(request, contact, actionIn(actions, request), runIn(runs, request), ctx.clock.now());
  if (!asked) throw notFound();
  return asked;
}
const actionIn = (actions: readonly StoredAction[], { actionId }: StoredRequest) => actions.find(({ id }) => id === actionId);
const runIn = (runs: readonly StoredRun[], { runId }: StoredRequest) => runs.find(({ id }) => id === runId);

/** Undefined once the action is gone. */
function askedOf(
  request: StoredRequest,
  contact: Contact,
  action: StoredAction | undefined,
  run: StoredRun | undefined,
  now: number,
): ActionAsked | undefined {
  if (!action) return undefined;
  const { definition } = action;
  const authority = authorityOf(definition, { contact, isContact: true, inWidget: true, canProve: true }, false);
  const holds = action.enabled && action.revision === request.actionRevision;
  return {
    id: request.id,
    conversationId: request.conversationId,
    name: definition.name,
    kind: definition.kind,
    needs: authority.kind === "proof" || authority.kind === "confirmation" ? authority.kind : "nothing",
    inputs: definition.inputs.flatMap(({ name, description, type }) => {
      const value = request.inputs[name];
      return value === undefined ? [] : [{ name, description, type, value: String(value) }];
    }),
    hash: request.hash,
    state: stateOf(request, run, holds, now),
    told: run?.state === "done" ? run.told : [],
    address: contact.email,
    createdAt: iso(request.createdAt),
    expiresAt: iso(request.expiresAt),
  };
}
/** `holds`: the action is as it was when the request was made. */
function stateOf({ state, expiresAt }: StoredRequest, run: StoredRun | undefined, holds: boolean, now: number): ActionAsked["state"] {
  switch (state) {
    case "waiting":
      return expiresAt <= now ? "expired" : holds ? "waiting" : "changed";
    case "declined":
      return "declined";
    case "used":
      return run === undefined ? "expired" : run.state === "started" ? "running" : run.state;
  }
}
