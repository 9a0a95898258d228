// Adds a note, which only members see. A note is not a reply, so it is never refused as stale.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ConversationId, FileId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { isMember, readMembersAmong } from "#modules/projects";
import { newAssignment, newNote } from "./kinds/core-events.ts";
import type { Recorded } from "./record/command.ts";
import { record } from "./record/record.ts";
import { fromDashboard } from "./rules.ts";

interface Noted {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly FileId[];
  /** Whoever is no member is left out: the note must not fail because a colleague has just left. */
  readonly mentions: readonly AccountId[];
  /** Assigns the conversation to this member in the same batch. */
  readonly assignTo?: AccountId | undefined;
}
export async function addNote(
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, content, attachments, mentions: named, assignTo }: Noted,
): Promise<Recorded> {
  const mentions = assignTo === undefined ? named : [...new Set([...named, assignTo])];
  const [members] = mentions.length === 0 ? [[]] : await ctx.db.read(readMembersAmong(ctx.caller.projectId, mentions));
  return await record(ctx, {
    conversationId,
    clientId,
    event: newNote({ content, attachments, origin: fromDashboard }, members),
    ...(mentions.length === 0 ? {} : { fingerprint: { with: mentions.toSorted() } }),
    ...(assignTo === undefined
      ? {}
      : {
          followers: [{ event: newAssignment(assignTo), when: sql`1` }],
          // As in `assignConversation`: otherwise nothing is stored, neither the note.
          requires: {
            when: sql`c.assignee_id IS NOT ${assignTo} AND ${isMember(ctx.caller.projectId, assignTo)}`,
            explain: () => Promise.reject(conflict(m.conversations_not_assigned())),
          },
        }),
  });
}
