// The type of every icon here; lucide's icons match it.
import type { ComponentType } from "react";

export type Icon = ComponentType<{ className?: string; strokeWidth?: number; "aria-hidden"?: boolean }>;
/** Line weight of icons throughout. */
export const STROKE = 1.75;
