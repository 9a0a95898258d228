// What members do with a conversation: reply, note, status, assignment.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { AI_KEY_VARIABLES } from "#kernel/config/index.ts";
import { invalidRequest, notConfigured, notFound, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ConversationId, FileId } from "#kernel/ids/index.ts";
import { isMember } from "#modules/projects";
import { sql } from "drizzle-orm";
import type { ByMail, Status } from "./contract.ts";
import { futureFrontier, staleFrontier } from "./errors.ts";
import { answerByMail } from "./extension.ts";
import { readNewer, readSummary } from "./queries.ts";
import { record, type Recorded } from "./record.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Said {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly FileId[];
}
const fromDashboard = { door: "dashboard", automatic: null } as const;

/** Answers the customer. With `close` the conversation closes in the same batch; `mail` says who gets it by mail. */
export async function reply(
  ctx: Ctx,
  conversationId: ConversationId,
  input: Said & { frontier: number; close: boolean; mail?: ByMail | undefined },
): Promise<Recorded> {
  const { mail } = input;
  const [carry] = mail === undefined ? [] : ctx.registry.extensions.of(answerByMail);
  const carried = mail === undefined ? undefined : await carry?.(ctx, conversationId, mail);
  const recorded = await record(ctx, {
    ...(carried ? { when: carried.when, alongside: carried.alongside, explain: carried.explain, beside: mail } : {}),
    conversationId,
    clientId: input.clientId,
    frontier: input.frontier,
    said: { kind: "message", content: input.content, attachments: input.attachments, origin: fromDashboard },
    ...(input.close
      ? {
          also: {
            kind: "status",
            data: { status: "closed", until: null },
            change: { status: "closed", activity: true, waiting: "stop" },
            when: sql`c.status <> 'closed'`,
          } as const,
        }
      : {}),
  });
  if (!recorded.repeated) carried?.afterwards();
  return recorded;
}

/** A note for members only. Never stale: it answers nobody. */
export const note = (ctx: Ctx, conversationId: ConversationId, input: Said): Promise<Recorded> =>
  record(ctx, {
    conversationId,
    clientId: input.clientId,
    said: { kind: "note", content: input.content, attachments: input.attachments, origin: fromDashboard },
  });

export async function setStatus(
  ctx: Ctx,
  conversationId: ConversationId,
  input: { clientId: string; frontier: number; status: Status; until: string | null },
): Promise<Recorded> {
  const until = input.until === null ? null : Date.parse(input.until);
  if (until !== null && input.status !== "snoozed")
    throw invalidRequest([{ path: "until", message: "Only a snoozed conversation waits for a time." }]);
  if (until !== null && until <= ctx.clock.now()) throw invalidRequest([{ path: "until", message: "Pick a time that is still to come." }]);
  // Closing is the end of waiting; the customer's next message starts it anew.
  const waiting = input.status === "closed" ? { waiting: "stop" as const } : {};
  return await record(ctx, {
    conversationId,
    clientId: input.clientId,
    frontier: input.frontier,
    when: input.status === "snoozed" ? sql`1` : sql`c.status <> ${input.status}`,
    event: {
      kind: "status",
      visible: input.status !== "snoozed",
      data: { status: input.status, until },
      change: { status: input.status, snoozedUntil: until, activity: true, ...waiting },
    },
  });
}

export function assign(
  ctx: Ctx,
  conversationId: ConversationId,
  input: { clientId: string; frontier: number; assigneeId: AccountId | null },
): Promise<Recorded> {
  const { assigneeId } = input;
  return record(ctx, {
    conversationId,
    clientId: input.clientId,
    frontier: input.frontier,
    when:
      assigneeId === null
        ? sql`c.assignee_id IS NOT NULL`
        : sql`c.assignee_id IS NOT ${assigneeId} AND ${isMember(ctx.caller.projectId, assigneeId)}`,
    otherwise: "It is assigned that way already, or the person is not a member of this project.",
    event: { kind: "assigned", visible: false, data: { assigneeId }, change: { assigneeId, activity: false } },
  });
}

/** No provider of this installation can answer: says which variables would change that. */
export const aiNotConfigured = (): Refusal =>
  notConfigured(
    "AI reply",
    [...AI_KEY_VARIABLES],
    "The assistant is not configured. An administrator has to set the API key of an AI provider.",
  );

/** Refused as long as no provider is configured; stale first, so that the person sees what is new. */
export async function askForAi(ctx: Ctx, conversationId: ConversationId, frontier: number): Promise<never> {
  const { projectId } = ctx.caller;
  const [missed, summary] = await ctx.db.read(
    readNewer(projectId, conversationId, frontier, 200, false),
    readSummary(projectId, conversationId, null),
  );
  if (!summary) throw notFound();
  if (frontier > summary.revision) throw futureFrontier();
  const others = missed.filter(
    ({ event }) =>
      (event.kind === "message" && event.actor.id !== ctx.caller.accountId) || event.kind === "status" || event.kind === "assigned",
  );
  if (others.length > 0) throw staleFrontier({ revision: summary.revision, events: missed.map((row) => row.event) });
  throw aiNotConfigured();
}
