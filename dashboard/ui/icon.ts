// The type of every icon; lucide's icons match it.
import type { ComponentType } from "react";

export type Icon = ComponentType<{ className?: string; strokeWidth?: number; "aria-hidden"?: boolean }>;
/** Line weight of all icons. */
export const STROKE = 1.75;
