// A member delegates a conversation to their computers, sees what became of it, and takes it back.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql, as, queryOne } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, type DelegationId, type DeviceGrantId, type FileId, newId } from "#kernel/ids/index.ts";
import { isActive } from "#modules/contacts";
import { contactOf, conversationExists, isMessageOf, newEvent, record, type Recorded } from "#modules/conversations";
import { announceChanged, wake } from "#modules/live-updates";
import { areOfMessages } from "#modules/files";
import { m } from "#messages";
import { noMoreNews } from "#modules/notifications";
import { audit } from "#modules/projects";
import { announceWork } from "./announce-work.ts";
import { type Delegation, readDelegation as readDelegationRoute } from "./contract.ts";
import { ended, filesGone, held, noGrant } from "./errors.ts";
import { delegatedKind } from "./kinds.ts";
import {
  aboutOf,
  asksNothing,
  isCancelledFor,
  isFree,
  isNewClientId,
  mayCancel,
  mayDelegate,
  memberOf,
  readDelegation,
  readDelegationBy,
  readDelegationsOf,
  writeCancelled,
  writeDelegation,
} from "./queries.ts";
import { workOf } from "./work.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Wanted {
  readonly clientId: string;
  readonly frontier: number;
  readonly grantId: DeviceGrantId;
  readonly kind: "report" | "reply";
  readonly task: string;
  readonly files: readonly FileId[];
}

/** Queues the work, with its event in the same batch. Throws `stale_frontier`, `conflict`, `not_found`. */
export async function delegate(ctx: Ctx, conversationId: ConversationId, wanted: Wanted): Promise<Recorded & { delegation: Delegation }> {
  const { projectId, accountId } = ctx.caller;
  const { clientId, frontier, grantId, kind, task, files } = wanted;
  const now = ctx.clock.now();
  const id = newId("delegation", now);
  const free = isFree(projectId, conversationId);
  const isNew = isNewClientId(projectId, accountId, clientId);
  const there = areOfMessages(projectId, files, (messageId) => isMessageOf(projectId, conversationId, messageId));
  const allowed = mayDelegate(projectId, accountId, grantId, kind, now);
  const recorded = await record(ctx, {
    ...{ conversationId, clientId, frontier },
    event: newEvent(delegatedKind, { delegationId: id, work: kind }),
    fingerprint: { only: { grantId, kind, task, ...(files.length > 0 && { files }) } },
    requires: {
      when: sql`${isNew} AND ${free} AND ${there} AND ${allowed} AND ${isActive(projectId, contactOf(projectId, conversationId))}`,
      explain: async () => {
        const [why] = await ctx.db.read(
          queryOne(
            sql`SELECT ${isNew} ${as.number("new")}, ${free} ${as.number("free")}, ${there} ${as.number("there")}, ${allowed} ${as.number("allowed")}`,
            (row) => ({
              isNew: row.new !== 0,
              free: row.free !== 0,
              there: row.there !== 0,
              allowed: row.allowed !== 0,
            }),
          ),
        );
        // Events know a client id by its conversation, delegations by its member.
        if (why?.isNew === false) throw conflict(m.conversations_same_client_id());
        if (why?.free === false) throw held();
        if (why?.there === false) throw filesGone();
        throw why?.allowed === false ? noGrant() : notFound();
      },
    },
    writes: (done) => [
      writeDelegation({ id, projectId, conversationId, accountId, grantId, kind, task, files, frontier, clientId, now }, done),
    ],
  });
  const [delegation] = await ctx.db.read(readDelegationBy(projectId, accountId, clientId));
  if (!delegation) throw notFound();
  announceChanged(ctx, projectId, readDelegationRoute);
  wake(ctx, projectId, workOf(grantId));
  return { ...recorded, delegation };
}

export async function delegationsOf(ctx: Ctx, conversationId: ConversationId): Promise<{ items: Delegation[] }> {
  const { projectId } = ctx.caller;
  const [items, exists] = await ctx.db.read(
    readDelegationsOf(projectId, conversationId),
    queryOne(sql`SELECT ${conversationExists(projectId, conversationId)} ${as.number("found")}`, (row) => row.found !== 0),
  );
  if (exists !== true) throw notFound();
  return { items };
}

/** Throws `not_found`. */
export async function delegationOf(ctx: Ctx, id: DelegationId): Promise<{ delegation: Delegation }> {
  const [delegation] = await ctx.db.read(readDelegation(ctx.caller.projectId, id));
  if (!delegation) throw notFound();
  return { delegation };
}

/** Throws `not_found` for somebody else's, unless the caller is an owner or admin, and `conflict` once it has ended. Safe to repeat. */
export async function cancelDelegation(ctx: Ctx, id: DelegationId): Promise<{ delegation: Delegation }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [delegation, may] = await ctx.db.commitAndRead(
    [
      writeCancelled(projectId, id, accountId, now),
      // Whoever cancels their own does nothing that others have to know.
      audit(ctx, "delegation.cancelled", { detail: { member: memberOf(projectId, id) } }, isCancelledFor(projectId, id, accountId)),
      ...noMoreNews(
        { projectId, accountId: memberOf(projectId, id), conversationId: aboutOf(projectId, id) },
        ["workAsks"],
        now,
        asksNothing(projectId, id),
      ),
    ],
    readDelegation(projectId, id),
    mayCancel(projectId, id, accountId),
  );
  if (!delegation || !may) throw notFound();
  if (delegation.status !== "cancelled") throw ended();
  announceWork(ctx, projectId);
  return { delegation };
}
