// Publishes committed events to the coordinators of the project and of the contact. A lost publication is made up within a minute by the
// cron task, which publishes the heads.
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { ConversationSummary } from "../contract.ts";
import type { EventRow } from "../store/events.ts";
import type { Item } from "./order.ts";
import { changedFrame, contactFrame, fieldsFrame, memberFrame, visitorFrame } from "./frames.ts";
import { contactCoordinator, projectCoordinator } from "./coordinators.ts";

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

/** Publishes a changed contact to members. The frame has no sequence: whoever misses it reads the contact with the conversation. */
export const announceContact = (ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId, contact: ConversationSummary["contact"]): void =>
  ctx.after(projectCoordinator(ctx.env, projectId).publish(contactFrame(contact)));

/** Publishes what other modules say of a row, where it became known after the event. Whoever misses the frame reads it with the row. */
export const announceFields = (ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId, row: ConversationSummary): void =>
  ctx.after(projectCoordinator(ctx.env, projectId).publish(fieldsFrame(row)));

/**
 * Tells members that what a route reads has changed; with `only` none but these. Whoever misses the frame reads it again with the next visit
 * of the window.
 */
export const announceChanged = (
  ctx: Pick<Ctx, "env" | "after">,
  projectId: ProjectId,
  route: { readonly name: string },
  only?: readonly AccountId[],
): void => ctx.after(projectCoordinator(ctx.env, projectId).publish(changedFrame(route), only));
