// Types of menu items.
import type { ReactNode } from "react";
import type { Icon } from "./icon.ts";

export interface MenuAction {
  readonly label: ReactNode;
  readonly icon?: Icon | undefined;
  readonly hint?: ReactNode;
  readonly shortcut?: string | undefined;
  readonly tone?: "danger" | undefined;
  readonly disabled?: boolean | undefined;
  /** For one of several choices: whether it is the chosen one. */
  readonly checked?: boolean | undefined;
  onSelect(): void;
}
export type MenuItem = MenuAction | "separator" | { readonly heading: string };

export interface MenuAppearance {
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom" | "left" | "right";
  /** The element that gets the focus after a choice; by default, and when nothing was chosen, the button. */
  focusAfter?(): HTMLElement;
}
