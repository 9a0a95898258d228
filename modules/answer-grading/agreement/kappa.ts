// Cohen's kappa: how far two raters agree beyond what chance alone would make of their habits. Pure.

/** The normal quantile of a 95 % interval. */
const Z = 1.959_963_984_540_054;
export interface Kappa {
  readonly kappa: number;
  /** Of the asymptotic distribution. */
  readonly error: number;
  /** The 95 % interval, within -1 and 1. */
  readonly low: number;
  readonly high: number;
}
export type KappaResult =
  | { readonly kind: "kappa"; readonly value: Kappa }
  /** Nothing was graded by both, or one of them gave the same grade everywhere: then kappa says nothing, or is not defined. */
  | { readonly kind: "none"; readonly why: "nothing_in_common" | "no_variance" };

/**
 * Kappa of a square table: how often one rater (rows) and the other (columns) gave each two grades. Cohen 1960, with the standard error of Fleiss,
 * Cohen and Everitt 1969 for a kappa that is not zero (that of R's `vcd::Kappa`). Categories that nobody used may stand in it.
 */
export function kappaOf(table: readonly (readonly number[])[]): KappaResult {
  const n = table.flat().reduce((sum, count) => sum + count, 0);
  if (n === 0) return { kind: "none", why: "nothing_in_common" };
  const size = table.length;
  const share = (row: number, column: number): number => (table[row]?.[column] ?? 0) / n;
  const all = Array.from({ length: size }, (_, at) => at);
  const sum = (of: (at: number) => number): number => all.reduce((total, at) => total + of(at), 0);
  const rows = all.map((row) => sum((column) => share(row, column)));
  const columns = all.map((column) => sum((row) => share(row, column)));
  if (usedOnce(rows) || usedOnce(columns)) return { kind: "none", why: "no_variance" };
  const row = (at: number): number => rows[at] ?? 0;
  const column = (at: number): number => columns[at] ?? 0;
  const agreed = sum((at) => share(at, at));
  const byChance = sum((at) => row(at) * column(at));
  const kappa = (agreed - byChance) / (1 - byChance);
  const onDiagonal = sum((at) => share(at, at) * (1 - byChance - (column(at) + row(at)) * (1 - agreed)) ** 2);
  const beside = sum((i) => sum((j) => (i === j ? 0 : share(i, j) * (column(i) + row(j)) ** 2)));
  const spread = onDiagonal + (1 - agreed) ** 2 * beside - (agreed * byChance - 2 * byChance + agreed) ** 2;
  // Rounding may leave it a little below zero where both agree on everything.
  const error = Math.sqrt(Math.max(0, spread) / n) / (1 - byChance) ** 2;
  return { kind: "kappa", value: { kappa, error, low: Math.max(-1, kappa - Z * error), high: Math.min(1, kappa + Z * error) } };
}
const usedOnce = (shares: readonly number[]): boolean => shares.filter((share) => share > 0).length < 2;
