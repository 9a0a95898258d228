// Runs an action that a model has asked for, with the authority of whoever asks the assistant: at once, after proof, after confirmation, or
// not at all. Whatever the model says, it chooses only the action and its inputs.
import { sha256 } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { Issue } from "#kernel/errors/index.ts";
import {
  type ActionRequestId,
  type AssistantActionId,
  type ContactId,
  type ConversationId,
  newId,
  type ProjectId,
} from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isActive, isProved, readContact } from "#modules/contacts";
import { emailConfig, missingForSending, readAsksForAddress } from "#modules/email";
import { type Authority, authorityOf } from "./authority.ts";
import { callAction } from "./calls/call-action.ts";
import type { Outcome, Run } from "./contract.ts";
import { readInputs } from "./definition/inputs.ts";
import type { InputValues } from "./contract/schema.ts";
import { actionHolds, readStoredAction, type StoredAction } from "./queries.ts";
import {
  readConfirmedRun,
  readRequestBy,
  readRunBy,
  readRunsOf,
  readWaiting,
  type StoredRun,
  writeRequest,
  writeRun,
  writeRunEnd,
} from "./run-queries.ts";

type World = Omit<Ctx, "caller">;
/** How long a confirmed run answers the same wish. */
const RESULT_KEPT = hours(1);
/** Who asks the assistant, from our own rows. */
export interface ActionAsker {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  /** Whether the contact itself asked: not a mail of a different sender. */
  readonly isContact: boolean;
  /** Whether the conversation is held in the widget, where a visitor can confirm and enter a code. */
  readonly inWidget: boolean;
}
export interface ActionCall {
  readonly actionId: AssistantActionId;
  /** As the model gave them. */
  readonly inputs: unknown;
  /** Names the call, such as the round and its position: the same cause never runs twice. */
  readonly cause: string;
}
/** What an answer may cite: only the fields that may be told. */
export interface ActionPassage {
  readonly runId: Run["id"];
  readonly title: string;
  /** A field on each line. */
  readonly text: string;
  /** It was a change, and was accepted. */
  readonly changed: boolean;
}
export type ActionResult =
  | { readonly kind: "told"; readonly passage: ActionPassage }
  | { readonly kind: "waits"; readonly requestId: ActionRequestId; readonly needs: "proof" | "confirmation" }
  /** The service, or our settings. Nothing may be said about what was asked. */
  | { readonly kind: "failed"; readonly outcome: Outcome }
  /** It may have been done. A person has to look; it is never repeated. */
  | { readonly kind: "unknown"; readonly outcome: Outcome }
  | { readonly kind: "inputs"; readonly issues: readonly Issue[] }
  | { readonly kind: "person"; readonly reason: Extract<Authority, { kind: "person" }>["reason"] | "no_such_action" | "not_possible" };

export async function runAction(ctx: World, asker: ActionAsker, call: ActionCall): Promise<ActionResult> {
  const { projectId, contactId } = asker;
  const cause = `assistant:${call.cause}`;
  const [action, contact, asks, earlier, waiting] = await ctx.db.read(
    readStoredAction(projectId, call.actionId),
    readContact(projectId, contactId),
    readAsksForAddress(projectId),
    readRunBy(projectId, cause),
    readRequestBy(projectId, cause),
  );
  // A read that has no end was interrupted, so it may run again; of a change nobody knows.
  if (earlier && (earlier.state !== "started" || earlier.kind === "changes")) return resultOf(earlier);
  if (!action?.enabled) return { kind: "person", reason: "no_such_action" };
  const inputs = readInputs(action.definition, call.inputs);
  if (Array.isArray(inputs)) return { kind: "inputs", issues: inputs };
  const authority = authorityOf(
    action.definition,
    { contact, isContact: asker.isContact, inWidget: asker.inWidget, canProve: asks && canMail(ctx) },
    false,
  );
  switch (authority.kind) {
    case "person":
      return authority;
    case "proof":
    case "confirmation":
      if (waiting?.state === "waiting") return { kind: "waits", requestId: waiting.id, needs: authority.kind };
      return await askVisitor(ctx, asker, action, inputs, cause, authority.kind);
    case "may": {
      const now = ctx.clock.now();
      const id = earlier?.id ?? newId("actionRun", now);
      const { name, kind, personal } = action.definition;
      const mayRead = personal ? isProved(projectId, contactId) : isActive(projectId, contactId);
      const [run] = await ctx.db.commitAndRead(
        [
          writeRun(
            { id, projectId, actionId: action.id, actionName: name, kind, asker, startedBy: "assistant", cause, inputs, now },
            // Again in the batch: settings and contact may have changed since they were read.
            sql`${actionHolds(projectId, action.id, action.revision)} AND ${mayRead}`,
          ),
        ],
        readRunBy(projectId, cause),
      );
      if (!run) return { kind: "person", reason: "not_possible" };
      if (run.id !== id) return resultOf(run);
      return await endRun(ctx, run, action, inputs, authority.contact);
    }
  }
}
const canMail = ({ config }: World): boolean => missingForSending(emailConfig(config)).length === 0;

/** Calls the service and stores how it went. `run` has been stored by this call, so no other one makes it. */
export async function endRun(
  ctx: World,
  run: StoredRun,
  action: StoredAction,
  inputs: InputValues,
  contact: Extract<Authority, { kind: "may" }>["contact"],
): Promise<ActionResult> {
  const { judged, took } = await callAction(ctx, action, inputs, contact, run.kind === "changes" ? run.id : undefined);
  const [[stored]] = await ctx.db.commitAndRead(
    [writeRunEnd(run.projectId, run.id, judged, took, ctx.clock.now())],
    readRunsOf(run.projectId, [run.id]),
  );
  // What an erasure has removed meanwhile is not told.
  return stored ? resultOf(stored) : { kind: "person", reason: "not_the_contact" };
}

/** Stores what waits for the visitor, once for a cause. */
async function askVisitor(
  ctx: World,
  { projectId, conversationId, contactId }: ActionAsker,
  action: StoredAction,
  inputs: InputValues,
  cause: string,
  needs: "proof" | "confirmation",
): Promise<ActionResult> {
  const now = ctx.clock.now();
  const { id: actionId, revision } = action;
  const hash = hashOf(actionId, revision, inputs);
  const [ran, open] = await ctx.db.read(
    readConfirmedRun(projectId, conversationId, hash, now - RESULT_KEPT),
    readWaiting(projectId, conversationId, hash, now),
  );
  // What the visitor has just confirmed is told, not asked again; so a model that repeats its wish does nothing twice.
  if (ran) return resultOf(ran);
  if (open) return { kind: "waits", requestId: open.id, needs };
  const [request] = await ctx.db.commitAndRead(
    [
      writeRequest(
        {
          ...{
            id: newId("actionRequest", now),
            projectId,
            conversationId,
            contactId,
            actionId,
            actionRevision: revision,
            inputs,
            cause,
            now,
          },
          hash,
        },
        actionHolds(projectId, actionId, revision),
      ),
    ],
    readRequestBy(projectId, cause),
  );
  return request?.state === "waiting" ? { kind: "waits", requestId: request.id, needs } : { kind: "person", reason: "not_possible" };
}

/** Names exactly these inputs of exactly this action. */
const hashOf = (actionId: AssistantActionId, revision: number, inputs: InputValues): string =>
  sha256(JSON.stringify([actionId, revision, Object.entries(inputs).toSorted(([a], [b]) => (a < b ? -1 : 1))]));

/** What of a run may be told. */
export function resultOf(run: StoredRun): ActionResult {
  const outcome = run.outcome ?? "lost";
  switch (run.state) {
    case "done": {
      const text = run.told.map(({ label, text: value }) => `${label}: ${value}`).join("\n");
      return { kind: "told", passage: { runId: run.id, title: run.actionName, text, changed: run.kind === "changes" } };
    }
    case "unknown":
      return { kind: "unknown", outcome };
    case "started":
      return run.kind === "changes" ? { kind: "unknown", outcome } : { kind: "failed", outcome };
    case "failed":
      return { kind: "failed", outcome };
  }
}
