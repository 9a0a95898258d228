// Buttons, and links that look like buttons.
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { type Icon, STROKE } from "./icon.ts";
import { Kbd } from "./kbd.tsx";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
const BASE =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap select-none transition-colors duration-[80ms] pointer-coarse:min-h-11 aria-disabled:opacity-60 disabled:opacity-60";
const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent shadow-1 enabled:hover:bg-accent-hover",
  secondary: "border border-line-strong bg-surface text-text shadow-1 enabled:hover:bg-hover",
  ghost: "text-muted enabled:hover:bg-hover enabled:hover:text-text",
  danger: "bg-bad text-on-accent shadow-1 enabled:hover:bg-bad-hover",
};
const SIZES = { sm: "h-7 px-2.5 text-xs", md: "h-8 px-3 text-sm" } as const;

/** The classes of a button, for links that look like one. */
export const buttonClasses = (variant: ButtonVariant = "secondary", size: keyof typeof SIZES = "md"): string =>
  clsx(BASE, VARIANTS[variant].replaceAll("enabled:", ""), SIZES[size]);
/** The classes of a link that looks like a secondary button. */
export const buttonLink = buttonClasses();

export interface ButtonProps extends Omit<ComponentProps<"button">, "children"> {
  readonly variant?: ButtonVariant;
  readonly size?: keyof typeof SIZES;
  readonly icon?: Icon;
  /** Shows a spinner and ignores presses, but stays focusable. */
  readonly busy?: boolean;
  readonly kbd?: string;
  readonly children: ReactNode;
}

/** A button with a label. Never submits a form unless `type="submit"`. */
export function Button({
  variant = "secondary",
  size = "md",
  icon: Glyph,
  busy = false,
  kbd,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={clsx(BASE, VARIANTS[variant], SIZES[size], className)}
    >
      {busy ? <Spinner /> : Glyph && <Glyph className="size-4 shrink-0" strokeWidth={STROKE} aria-hidden />}
      {children}
      {kbd && <Kbd keys={kbd} className="ms-1" />}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** The accessible name, also shown in the tooltip. */
  readonly label: string;
  readonly icon: Icon;
  readonly shortcut?: string;
  readonly size?: keyof typeof SIZES;
}

/** A button with only an icon. */
export function IconButton({ label, icon: Glyph, shortcut, size = "sm", className, type = "button", ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={clsx(
          "grid shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text disabled:opacity-50 aria-expanded:bg-hover aria-pressed:bg-active aria-pressed:text-text pointer-coarse:size-11",
          size === "sm" ? "size-7" : "size-8",
          className,
        )}
      >
        <Glyph className="size-4" strokeWidth={STROKE} aria-hidden />
      </button>
    </Tooltip>
  );
}
