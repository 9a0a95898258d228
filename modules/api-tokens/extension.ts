// The extension point by which modules declare what a token may do.
import { extensionPoint } from "#kernel/module/index.ts";

/** A scope. Its name is stored with tokens, so it must not change. */
export interface TokenScope {
  readonly name: string;
  /** What it allows, in a few words. */
  title(): string;
  /** What exactly a program gets by it. */
  body(): string;
}
export const tokenScope = extensionPoint<TokenScope>("tokenScope");
