// The clock, which tests can set because everything reads it through ctx, and units of time in milliseconds.
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}
export const systemClock: Clock = { now: () => Date.now() };

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;

/** A stored time (ms) as the wire writes it: ISO 8601 UTC with milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : iso(ms));
