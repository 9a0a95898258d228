// Names of what happens when a conversation is moved to another contact. Browser-safe.
/** In the conversation of the former contact, which is closed: `data` has `to`. */
export const MOVED = "conversation_moved";
/** In the one that goes on with the other contact: `data` has `from`, and `waits` if somebody waits for a reply. Its messages come before it. */
export const MOVED_FROM = "conversation_moved_from";
/** In the one that went on, when that is undone: `data` has `from`. */
export const MOVE_UNDONE = "move_undone";
/** In the conversation of the former contact, when that is undone: `data` has `to`, and the status that it has again. */
export const RETURNED = "conversation_returned";
