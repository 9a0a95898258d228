// The tree that Markdown is parsed into. JSON only, no HTML: screens turn its nodes into elements.

/** `X`: additional nodes, such as the images of an article. */
export type RichText<X = never> =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "codeblock"; readonly text: string; readonly language: string }
  | { readonly type: "link"; readonly href: string; readonly children: readonly RichText<X>[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly RichText<X>[]; readonly id?: string }
  | { readonly type: "list"; readonly ordered: boolean; readonly start: number; readonly children: readonly RichText<X>[] }
  | {
      readonly type: "table";
      readonly head: readonly (readonly RichText<X>[])[];
      readonly rows: readonly (readonly (readonly RichText<X>[])[])[];
      /** By column; absent if all have the default alignment. */
      readonly align?: readonly ("left" | "center" | "right" | null)[];
    }
  | { readonly type: "paragraph" | "strong" | "em" | "del" | "quote"; readonly children: readonly RichText<X>[] }
  /** `done` is set only for tasks. */
  | { readonly type: "item"; readonly children: readonly RichText<X>[]; readonly done?: boolean }
  | { readonly type: "br" | "hr" }
  | X;

// Only these schemes may be opened, and relative addresses have no meaning in a message.
const SAFE = /^(?:https?:\/\/|mailto:|tel:)[^\s]/i;

/** The address if it may become a link (http, https, mailto, tel), otherwise undefined. */
export function safeHref(href: string): string | undefined {
  // Browsers drop control characters and surrounding space before they read the scheme, so such an address is refused. With bidirectional
  // control characters it would look like another address.
  return SAFE.test(href) && !/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]/u.test(href) ? href : undefined;
}

/**
 * The text without bidirectional control characters that can reverse the text after them, links included. An isolate that is closed
 * on its line is harmless and stays; right-to-left scripts need none of them.
 */
export const withoutBidiOverrides = (text: string): string =>
  text.replace(/([\u2066-\u2068][^\u202a-\u202e\u2066-\u2069\n]*\u2069)|[\u202a-\u202e\u2066-\u2069]/g, "$1");
