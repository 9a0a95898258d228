import { actorOf } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { notErased } from "#modules/contacts";
import { storeFile } from "#modules/files";
import { isMember, projectsOf } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import * as contract from "./contract.ts";
import { addNote } from "./add-note.ts";
import { assignConversation } from "./assign-conversation.ts";
import { changeInboxSettings } from "./change-inbox-settings.ts";
import { changeStatus } from "./change-status.ts";
import { listConversations } from "./list-conversations.ts";
import { markRead, markUnread } from "./mark-read.ts";
import { listEvents, openThread } from "./open-thread.ts";
import { replyToConversation } from "./reply-to-conversation.ts";
import { saveDraft } from "./save-draft.ts";
import { readHead } from "./store/events.ts";
import { contactOf, readCounts, readLocation } from "./store/summaries.ts";
import { saveWritingSettings } from "./save-writing-settings.ts";
import { readInboxSettings } from "./store/settings.ts";
import { readWritingSettings } from "./store/writing-settings.ts";
import { conversationExists } from "./store/write-batch.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listConversations, (ctx, { query }) => listConversations(ctx, query)),
  serve(contract.countConversations, async (ctx) => {
    const { projectId, accountId } = ctx.caller;
    const [counts, head] = await ctx.db.read(readCounts(projectId, accountId), readHead(projectId));
    return { ...counts, head };
  }),
  serve(contract.openThread, (ctx, { params }) => openThread(ctx, params.conversationId)),
  serve(contract.listEvents, (ctx, { params, query }) => listEvents(ctx, params.conversationId, query)),
  serve(contract.locateConversation, async (ctx, { params }) => {
    const [projects] = await ctx.db.read(projectsOf(ctx.caller.accountId));
    const [projectId] = await ctx.db.read(readLocation(params.conversationId, projects));
    if (projectId === undefined) throw notFound();
    return { projectId };
  }),
  serve(contract.replyToConversation, (ctx, { params, body }) => replyToConversation(ctx, params.conversationId, body)),
  serve(contract.addNote, (ctx, { params, body }) => addNote(ctx, params.conversationId, body)),
  serve(contract.changeStatus, (ctx, { params, body }) => changeStatus(ctx, params.conversationId, body)),
  serve(contract.assignConversation, (ctx, { params, body }) => assignConversation(ctx, params.conversationId, body)),
  serve(contract.markRead, (ctx, { params, body }) => markRead(ctx, params.conversationId, body.revision)),
  serve(contract.markUnread, (ctx, { params }) => markUnread(ctx, params.conversationId)),
  serve(contract.saveDraft, (ctx, { params, body }) => saveDraft(ctx, params.conversationId, params.kind, body)),
  serve(contract.uploadForReply, (ctx, { params, query }) => {
    const { projectId, accountId } = ctx.caller;
    // Members are never limited: no counters.
    return storeFile(ctx, {
      projectId,
      owner: actorOf(ctx.caller),
      contactId: null,
      conversationId: params.conversationId,
      name: query.name,
      clientId: query.clientId,
      counters: () => [],
      when: sql`${isMember(projectId, accountId)} AND ${conversationExists(projectId, params.conversationId)} AND ${notErased(projectId, contactOf(projectId, params.conversationId))}`,
    });
  }),
  serve(contract.readInboxSettings, async (ctx) => (await ctx.db.read(readInboxSettings(ctx.caller.projectId)))[0]),
  serve(
    contract.readWritingSettings,
    async (ctx) => (await ctx.db.read(readWritingSettings(ctx.caller.projectId, ctx.caller.accountId)))[0],
  ),
  serve(contract.saveWritingSettings, (ctx, { body }) => saveWritingSettings(ctx, body)),
  serve(contract.changeInboxSettings, (ctx, { body }) => changeInboxSettings(ctx, body)),
];
