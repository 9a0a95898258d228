// Types of the editor's document as JSON, and the checks of its addresses.
import { linkable } from "#dashboard/editor/linkable.ts";

export interface Mark {
  readonly type: "bold" | "italic" | "strike" | "code" | "link";
  readonly attrs?: { readonly href: string; readonly title: string | null };
}
export interface Block {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Block[];
  readonly marks?: readonly Mark[];
  readonly text?: string;
}

/** Kinds of callouts, as `> [!NOTE]` names them. */
export const CALLOUTS = ["note", "tip", "important", "warning", "caution"] as const;
export type Callout = (typeof CALLOUTS)[number];

/** The address if an image may have it: our own file, or one of another host, which is shown as its address. */
export const showable = (src: string): string | undefined => (/^\/files\/fil_\w{26}$|^https?:\/\//i.test(src) ? linkable(src) : undefined);
export const isOwnFile = (src: string): boolean => /^\/files\/fil_\w{26}$/.test(src);
