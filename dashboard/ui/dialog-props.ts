// Props that every dialog takes.
import type { ReactNode } from "react";

export interface DialogProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: ReactNode;
  /** One or two sentences below the title; becomes the dialog's description. */
  readonly body?: ReactNode;
  readonly size?: "sm" | "md" | "lg";
  /** Takes the whole screen on phones: for what is long. */
  readonly fills?: boolean;
  /** A press beside it doesn't close it: for what would be lost with it, such as a secret that is shown once, or a long form. */
  readonly stays?: boolean;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
}
