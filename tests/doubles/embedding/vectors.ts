// Derives vectors from words: texts that share words or synonyms of a small table are near each other. It shows that vectors are made,
// stored, filtered, and ranked, not how well a real model finds.
const MEANINGS: readonly (readonly string[])[] = [
  ["refund", "reimbursement", "chargeback", "repayment"],
  ["invoice", "bill", "receipt"],
  ["cancel", "terminate", "quit"],
  ["password", "credentials", "passphrase"],
  ["shipping", "delivery", "courier"],
  ["broken", "defective", "faulty"],
];
const MEANING = new Map(MEANINGS.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)));
const STOP = new Set(
  "a an the of to in on and or is are be i my your you we our it do does how what when where can for with get".split(" "),
);

function hash(word: string): number {
  let h = 2_166_136_261;
  for (const c of word) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16_777_619);
  return h >>> 0;
}
/** A vector of the text; never all zeros. */
export function vectorOf(text: string, dimension: number): number[] {
  const vector: number[] = Array.from({ length: dimension }, (): number => 0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    if (STOP.has(word)) continue;
    const h = hash(MEANING.get(word) ?? word);
    const at = h % dimension;
    vector[at] = (vector[at] ?? 0) + (h & 0x10000 ? 1 : -1);
  }
  if (!vector.some((one) => one !== 0)) vector[0] = 1e-6;
  return vector;
}
