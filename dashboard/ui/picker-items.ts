// Types of what a picker offers.
import type { ReactNode } from "react";

export interface PickerItem {
  /** Unique in the picker. */
  readonly value: string;
  readonly label: string;
  /** Words that find it beside its label, such as a former name. */
  readonly also?: readonly string[] | undefined;
  readonly hint?: string | undefined;
  /** Decorative, before the label. */
  readonly mark?: ReactNode;
  /** Whether it is chosen now; left out for what is an action. */
  readonly checked?: boolean | undefined;
  readonly shortcut?: string | undefined;
  onSelect(): void;
}
export interface PickerGroup {
  readonly heading: string;
  readonly items: readonly PickerItem[];
}
export interface PickerProps {
  readonly open: boolean;
  onClose(): void;
  /** Its accessible name; also the placeholder of its field. */
  readonly label: string;
  readonly groups: readonly PickerGroup[];
  /** Said where nothing fits what was typed. */
  readonly empty: string;
  /** Stays open after a choice, so that several can be made. */
  readonly several?: boolean;
  /** Offers to make what was typed, unless one of the items is called so. */
  readonly create?: { label(text: string): string; run(text: string): void } | undefined;
  /** Replaces the list, such as while it is loading or could not be read. */
  readonly notice?: ReactNode;
}
