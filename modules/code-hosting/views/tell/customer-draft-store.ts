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
/** What a model wrote while its conversation was closed, by conversation: whoever asked for it finds it there, in this tab. */
const kept = new Map<string, string>();

/** Puts a text into the reply of a conversation as soon as that is open, however late. Whether it was now. */
export function keepForCustomer(conversationId: string, text: string): boolean {
  const take = takers.get(conversationId);
  if (take) take(text);
  else kept.set(conversationId, text);
  return take !== undefined;
}
type Take = (text: string) => void;
/** A composer is drawn a moment after the messages of its conversation. */
const DRAWN_WITHIN = 1000;
const waiting = new Set<(take: Take) => void>();
/** The composer of the conversation that is open now, if it can be answered. To be asked at the click: another one may be open later. */
export function takerHere(): Promise<Take | undefined> {
  const [here] = takers.values();
  if (here) return Promise.resolve(here);
  return new Promise((resolve) => {
    waiting.add(resolve);
    setTimeout(() => {
      waiting.delete(resolve);
      resolve(undefined);
    }, DRAWN_WITHIN);
  });
}
/** The composer of a conversation takes what waits for it, and what comes. Answers how to stop. */
export function takeTold(conversationId: string, take: (text: string) => void): () => void {
  takers.set(conversationId, take);
  for (const resolve of waiting) resolve(take);
  waiting.clear();
  const written = kept.get(conversationId);
  if (written !== undefined) take(written);
  kept.delete(conversationId);
  if (wanted?.conversationId === conversationId) take(wanted.text);
  // For another conversation it would come as a surprise, whenever that is opened.
  wanted = undefined;
  return () => void (takers.get(conversationId) === take && takers.delete(conversationId));
}
