// Publishes committed events to the coordinators of the project and of the contact. A lost publication is made up within a minute by the
// cron task, which publishes the heads.
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx, Env } from "#kernel/module/index.ts";
import type { ConversationSummary, MemberFrame, VisitorFrame } from "../contract.ts";
import type { EventRow } from "../store/events.ts";
import { contactCoordinator, type Item, projectCoordinator } from "#modules/live-updates";
import { contactFrame, fieldsFrame, memberFrame, visitorFrame } from "./frames.ts";

export interface Announcement {
  readonly projectId: ProjectId;
  readonly rows: readonly EventRow[];
  readonly summary: ConversationSummary;
  /** The last sequence before the first row that the contact may see. */
  readonly previousForContact: number;
}

/** Publishes after the response was sent. `unread` of the summary differs by member, so it is sent as 0. */
export function announce(ctx: Pick<Ctx, "env" | "log" | "after">, a: Announcement): void {
  const summary = { ...a.summary, unread: 0 };
  const forMembers: Item[] = a.rows.map((row) => ({
    cursor: row.sequence,
    previous: row.sequence - 1,
    frame: JSON.stringify(memberFrame(row, summary)),
  }));
  let previous = a.previousForContact;
  const forVisitor: Item[] = [];
  for (const row of a.rows) {
    if (!row.visible) continue;
    forVisitor.push({ cursor: row.sequence, previous, frame: JSON.stringify(visitorFrame(row)) });
    previous = row.sequence;
  }
  const contactId: ContactId | undefined = a.rows[0]?.contactId;
  const members = async (): Promise<void> => await projectCoordinator(ctx.env, a.projectId).announce(forMembers);
  const visitor = async (): Promise<void> => {
    if (contactId !== undefined && forVisitor.length > 0) await contactCoordinator(ctx.env, a.projectId, contactId).announce(forVisitor);
  };
  // The other side first; the author's own side already has the response.
  const [first, second] = a.rows[0]?.event.actor.role === "visitor" ? [members, visitor] : [visitor, members];
  ctx.after(first());
  // At once: calls leave in their order, and a timer between them would wake the worker once more for each message.
  ctx.after(second());
}

/**
 * Sends a frame without a sequence to the project's members. Answers whether the round that the frame is about was stopped meanwhile, as
 * far as the coordinator knows.
 */
export const publishToMembers = (env: Pick<Env, "CONVERSATIONS">, projectId: ProjectId, frame: MemberFrame): Promise<boolean> =>
  projectCoordinator(env, projectId).publish(frame);
/** Sends a frame without a sequence to the visitor. */
export const publishToVisitor = (
  env: Pick<Env, "CONVERSATIONS">,
  projectId: ProjectId,
  contactId: ContactId,
  frame: VisitorFrame,
): Promise<boolean> => contactCoordinator(env, projectId, contactId).publish(frame);

/** Publishes a changed contact to members. The frame has no sequence: whoever misses it reads the contact with the conversation. */
export const announceContact = (ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId, contact: ConversationSummary["contact"]): void =>
  ctx.after(publishToMembers(ctx.env, projectId, contactFrame(contact)));

/** Publishes what other modules say of a row, where it became known after the event. Whoever misses the frame reads it with the row. */
export const announceFields = (ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId, row: ConversationSummary): void =>
  ctx.after(publishToMembers(ctx.env, projectId, fieldsFrame(row)));
