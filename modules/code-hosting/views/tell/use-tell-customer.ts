// Begins a reply that tells the customer of a conversation what became of an issue.
import { threadPath } from "#modules/conversations/contract";
import { useNavigate } from "@tanstack/react-router";
import { tellCustomer } from "./customer-draft-store.ts";
import type { Outcome } from "./customer-words.ts";
import { wordsFor } from "./words-for.ts";

/** Puts a text into the reply of a conversation, and opens it where it is not. */
export function useTellTexts(projectId: string): (conversationId: string, text: string) => Promise<void> {
  const navigate = useNavigate();
  return async (conversationId, text) => {
    if (!tellCustomer(conversationId, text)) await navigate({ to: threadPath(projectId, conversationId) });
  };
}
/** Puts the words into the reply of a conversation, and opens it where it is not. */
export function useTellCustomer(projectId: string): (conversationId: string, outcome: Outcome) => Promise<void> {
  const tell = useTellTexts(projectId);
  return async (conversationId, outcome) => await tell(conversationId, await wordsFor(projectId, outcome));
}
