// Pure rules of models and their ceilings.

/** The day (UTC) to which spending is attributed. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
/** The beginning of the next day. */
export const nextDay = (now: number): number => (Math.floor(now / 86_400_000) + 1) * 86_400_000;
/** A ceiling in US dollars as it is compared: in millionths of one. */
export const micros = (usd: number): number => usd * 1e6;

/** `near` from 80 % of a ceiling on. */
export type CeilingState = "below" | "near" | "reached";
export const ceilingState = (used: number, ceiling: number): CeilingState =>
  used >= ceiling ? "reached" : used >= 0.8 * ceiling ? "near" : "below";

/** A provider's sentence on one line, shortened and without anything that looks like a key or is one of these. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const line = keys
    .filter((key) => key.length > 3)
    .reduce((left, key) => left.replaceAll(key, "…"), text)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replaceAll(/\b(?:Bearer |sk[-_]|pk[-_]|xai-|gsk_|key[-_]|AIza)[\w*.-]{5,}[\w*]/g, "…")
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
