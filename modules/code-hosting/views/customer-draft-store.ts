// Carries what is to be told from where it is asked for to the composer of the conversation, which may not be there yet.

interface Wanted {
  readonly conversationId: string;
  readonly text: string;
}
let wanted: Wanted | undefined;
/** The composers that are there, by conversation. */
const takers = new Map<string, (text: string) => void>();

/** Puts a text into the reply of a conversation, now or when its composer is there. Whether it was now. */
export function tellCustomer(conversationId: string, text: string): boolean {
  const take = takers.get(conversationId);
  if (take) take(text);
  else wanted = { conversationId, text };
  return take !== undefined;
}
/** The same in the conversation that is open, if it can be answered. */
export function tellHere(text: string): void {
  const [take] = takers.values();
  take?.(text);
}
/** The composer of a conversation takes what waits for it, and what comes. Answers how to stop. */
export function takeTold(conversationId: string, take: (text: string) => void): () => void {
  takers.set(conversationId, take);
  if (wanted?.conversationId === conversationId) {
    take(wanted.text);
    wanted = undefined;
  }
  return () => void (takers.get(conversationId) === take && takers.delete(conversationId));
}
