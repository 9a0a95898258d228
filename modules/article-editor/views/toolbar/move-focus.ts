// Moves the focus between toolbar buttons by arrow keys, Home and End (WAI-ARIA toolbar pattern); the last used button is the tab stop.
import type { KeyboardEvent } from "react";

export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const bar = event.currentTarget;
  const buttons = [...bar.querySelectorAll<HTMLElement>("button")];
  const now = buttons.indexOf(document.activeElement as HTMLElement);
  if (now === -1) return;
  const step = getComputedStyle(bar).direction === "rtl" ? -1 : 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: now + step,
    ArrowLeft: now - step,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = moves[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const target = buttons[(next + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
  target?.focus();
}
