/** Whose keys are held back while the thread of a conversation opens. */
export const threadKeys = (conversationId: string): string => `thread ${conversationId}`;
