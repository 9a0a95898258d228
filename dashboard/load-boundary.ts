// Keeps a part of a screen whose code could not be loaded, as without a connection, from taking the whole screen along.
import { Component, type ReactNode } from "react";

interface Props {
  readonly children?: ReactNode;
  /** Called when something was left out. */
  readonly onFail?: (() => void) | undefined;
}
/** Leaves out what it contains if its code could not be loaded. Other errors go on to the screen. */
export class LoadBoundary extends Component<Props, { readonly error?: unknown }> {
  override state = { error: undefined };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override componentDidCatch(): void {
    this.props.onFail?.();
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // Browsers say it in words of their own: “dynamically imported module”, “Importing a module script failed”.
    if (/dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(String(error))) return null;
    throw error;
  }
}
