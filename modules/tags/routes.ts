import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { mergeTag } from "./merge-tag.ts";
import { changeTag, changeTagSettings, createTag, readTagList } from "./save-tag.ts";
import { tagConversation } from "./tag-conversation.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listTags, (ctx) => readTagList(ctx)),
  serve(contract.createTag, (ctx, { body }) => createTag(ctx, body)),
  serve(contract.changeTag, (ctx, { params, body }) => changeTag(ctx, params.tagId, body)),
  serve(contract.mergeTag, (ctx, { params, body }) => mergeTag(ctx, params.tagId, body)),
  serve(contract.changeTagSettings, (ctx, { body }) => changeTagSettings(ctx, body)),
  serve(contract.tagConversation, (ctx, { params, body }) => tagConversation(ctx, params.conversationId, body)),
];
