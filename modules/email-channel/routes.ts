import { actorOf } from "#kernel/auth/index.ts";
import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { storeFile } from "#modules/files";
import { isMember } from "#modules/projects";
import { checkAddress } from "./composing/check-address.ts";
import { forwardMessage } from "./composing/forward-message.ts";
import { startConversation } from "./composing/start-conversation.ts";
import * as contract from "./contract.ts";
import { readConversationMails } from "./read-mails.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.startMailConversation, (ctx, { body }) => startConversation(ctx, body)),
  serve(contract.uploadForMail, (ctx, { query }) => {
    const { projectId, accountId } = ctx.caller;
    // Members are never limited: no counters.
    return storeFile(ctx, {
      ...{ projectId, owner: actorOf(ctx.caller), contactId: null, name: query.name, clientId: query.clientId },
      counters: () => [],
      when: isMember(projectId, accountId),
    });
  }),
  serve(contract.checkAddress, (ctx, { query }) => checkAddress(ctx, query)),
  serve(contract.forwardMessage, (ctx, { params, body }) => forwardMessage(ctx, params.messageId, body)),
  serve(contract.readMails, (ctx, { params }) => readConversationMails(ctx, params.conversationId)),
];
