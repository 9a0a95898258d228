// Types of the responses in the query cache.
import type { AnswerOf } from "#kernel/wire/route.ts";
import type { listConversations, openThread } from "#modules/conversations/contract";

export type ListPage = AnswerOf<typeof listConversations>;
export type ThreadAnswer = AnswerOf<typeof openThread>;
