// The shape every icon has here; lucide's icons fit it.
import type { ComponentType } from "react";

export type Icon = ComponentType<{ className?: string; strokeWidth?: number; "aria-hidden"?: boolean }>;
/** Line weight of icons throughout. */
export const STROKE = 1.75;
