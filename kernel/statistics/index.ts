// Statistics that several modules show. Browser-safe.

/** The ends of the 95 % Wilson interval of a share. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  const z = 1.959_963_985;
  const share = hits / all;
  const middle = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z / (1 + (z * z) / all)) * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
