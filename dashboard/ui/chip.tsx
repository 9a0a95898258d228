// Chip: a small coloured label.
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { hueStyle } from "./hue.ts";

export type Tone = "neutral" | "accent" | "ok" | "warn" | "bad" | "ai" | "note";
const TONES: Record<Tone, string> = {
  neutral: "bg-subtle text-muted",
  accent: "bg-accent-soft text-accent-text",
  ok: "bg-ok-soft text-ok-text",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
  ai: "bg-ai-soft text-ai-text",
  note: "bg-note-soft text-note-text",
};

interface ChipProps {
  readonly tone?: Tone;
  /** A colour that people chose, instead of a tone. */
  readonly hue?: number;
  readonly className?: string;
  readonly children: ReactNode;
}
/** The text must say everything: colour alone is no information. */
export const Chip = ({ tone = "neutral", hue, className, children }: ChipProps) => (
  <span
    style={hue === undefined ? undefined : hueStyle(hue)}
    className={clsx(
      "inline-flex h-4 shrink-0 items-center gap-1 rounded-full px-1.5 text-2xs font-medium whitespace-nowrap forced-colors:border",
      hue === undefined && TONES[tone],
      className,
    )}
  >
    {children}
  </span>
);
