// What a visitor can ask of the assistant. Browser-safe.
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty } from "#kernel/wire/values.ts";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

const own = { conversationId: ConversationIdField };
/**
 * Asks for an answer to what the visitor wrote. 429 `ai_unavailable` past a ceiling of the day, without which one; 409 `conflict` where
 * people answer.
 */
export const requestOwnAiReply = route({
  name: "requestOwnAiReply",
  method: "POST",
  path: "/api/widget/conversations/:conversationId/ai-reply",
  who: "visitor",
  params: own,
  body: v.strictObject({ clientId: ClientId }),
  reply: Done,
  status: 202,
  errors: ["not_configured", "conflict", "ai_unavailable"],
});
/** Leaves the conversation to people; what the assistant is writing is stopped. Repeating it changes nothing. */
export const askForPerson = route({
  name: "askForPerson",
  method: "POST",
  path: "/api/widget/conversations/:conversationId/person",
  who: "visitor",
  params: own,
  body: v.strictObject({ clientId: ClientId }),
  reply: Done,
});
/** Stops what the assistant is writing; nothing of it is sent. */
export const stopOwnRound = route({
  name: "stopOwnRound",
  method: "POST",
  path: "/api/widget/conversations/:conversationId/assistant/stop",
  who: "visitor",
  params: own,
  body: Empty,
  reply: Done,
});
/** Who answers, and whether the assistant is at it; frames of the socket say so from then on. */
export const readOwnAssistant = route({
  name: "readOwnAssistant",
  method: "GET",
  path: "/api/widget/conversations/:conversationId/assistant",
  who: "visitor",
  params: own,
  reply: v.object({ state: v.picklist(["looking", "writing", "idle", "team"]) }),
});
