// What the composer and its text field know of each other.
import type { ComposerFormats } from "#dashboard/screen.ts";
import type { Ref } from "react";

/** What is written, and what of it is selected. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
/** A text field of the composer: the plain one or the formatted one. */
export interface FieldHandle {
  readonly element: HTMLElement;
  /** Absent in the plain field, whose text is Markdown source. */
  readonly formats?: ComposerFormats;
  read(): Selected;
  /** Replaces the text and selects a part of it, in one step that can be undone. */
  write(text: string, select?: readonly [from: number, to: number]): void;
  select(from: number, to: number): void;
}
export interface FieldProps {
  readonly handle: Ref<FieldHandle | null>;
  readonly label: string;
  readonly placeholder: string;
  /** Markdown. */
  readonly text: string;
  onText(text: string): void;
  /** Called before the field's own keys; prevents the default of those that it takes. */
  onKeyDown(event: KeyboardEvent): void;
}
export interface RichFieldProps extends FieldProps {
  /** What is selected as the field takes the place of another; undefined if that did not have the focus. */
  readonly start: readonly [from: number, to: number] | undefined;
  /** Enter sends. */
  readonly enterSends: boolean;
  /** The field cannot hold this text, so that the plain one is needed. */
  onUnfit(text: string, select: readonly [from: number, to: number] | undefined): void;
}
