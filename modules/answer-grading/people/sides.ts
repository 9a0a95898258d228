// Which of two answers stands first. Pure but for the hash.

/**
 * Whether the second run's answer stands first. SHA-256 of the grading's secret seed, the grader and the question, of which one bit counts: always
 * the same for the same three, even between both sides, and nothing that a grader sees tells it.
 */
export async function isSwapped(seed: string, grader: string, questionId: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${seed}\n${grader}\n${questionId}`));
  return ((new Uint8Array(bytes)[0] ?? 0) & 1) === 1;
}
