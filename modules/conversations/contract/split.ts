// Names of what happens when messages are split off into a conversation of their own. Browser-safe.
/** In the conversation that they were written in: `data` has `to`, how many `messages`, and `waits: false` if nobody waits in it any more. */
export const SPLIT_OFF = "messages_split_off";
/** In the conversation that begins: `data` has `from`, and `waits` if its customer waits. The messages come before it. */
export const SPLIT_FROM = "conversation_split_off";
/** In the conversation that began, when that is undone: `data` has `from`. */
export const SPLIT_UNDONE = "split_undone";
/** In the conversation that they were written in, when that is undone: `data` has `to`. */
export const REJOINED = "messages_rejoined";

/** How an event is stored that shows a message of the conversation from which its own was split off. On the wire it is a `message`. */
export const QUOTED = "quoted";
/** Messages that can be split off at once. */
export const MAX_QUOTED = 100;
