// Decisions of promotion without I/O.

/**
 * 0 to 99, always the same for a conversation. FNV-1a of the id behind a word of its own, so that it says nothing about the share of conversations
 * that the guidance answers, which is a hash of the id alone.
 */
export function bucketOf(conversationId: string): number {
  let hash = 0x811c9dc5;
  for (const letter of `roll-out ${conversationId}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    hash ^= hash >>> 15;
  }
  return (hash >>> 0) % 100;
}
